//! `turnwise migrate-ids`

mod args;
mod end;

use std::path::Path;
use std::sync::{Arc, Mutex};
use turnwise::json::short_lists;

use anyhow::{Context as _, bail};
use turnwise::format::{Format, Framing};
use turnwise::op::migrate_ids::{
    self, IdMap, IdNumbers, MigrateEnds, MigrateOptions, MigrateResult, Scheme, Scopes, Which,
};
use turnwise::op::{Input, OutputArrangement, PassOptions};
use turnwise::stream::{Limits, Sink, SinkOptions, Source, Target};
use uuid::Uuid;

use crate::cli::exit::Exit;
use crate::cli::job::clashes::{Advice, Clashes, SideFile};
use crate::cli::job::files::{InputFile, inputs};
use crate::cli::job::nested;
use crate::cli::job::open_input::{open_input, reject_stream, unreadable};
use crate::cli::job::outputs::{Outputs, check_names};
use crate::cli::job::report_files::ReportSink;
use crate::cli::job::rewrite::{RewriteEnds, RewriteInput, Rewriter, Rewritten};
use crate::cli::job::run::each;
use crate::cli::job::settings::InputSettings;
use crate::cli::job::whole_job::explain;
use crate::cli::print::text;
use crate::cli::terminal::{Terminal, lines};
pub(crate) use args::Args;
use args::WhichArg;
use end::InputEnds as Kept;

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let folders = inputs(&args.input, terminal)?;
    let (files, sessions) = sessions(&folders)?;
    let mut outputs =
        Outputs::new(args.output.path(), &args.rewrite, &files)?.writing_lines(args.input.lines).escaping(args.escapes);
    // A folder with one session becomes a folder.
    outputs.is_single &= sessions.is_none();
    let is_dry = outputs.is_dry;
    check_names(args.output.path(), &files)?;
    let map_out = args.map.map_out.as_deref().filter(|_| !is_dry);
    let clashes =
        args.report.add_to(Clashes::of(&files)).reads(args.map.map_in.as_deref()).writes(SideFile::Map, map_out);
    outputs.check(&files, clashes, Advice::InPlace)?;
    let files = outputs.pending(&files, terminal);
    let mut report = args.report.open(args.rewrite.skip_existing)?;
    let kept = Kept::open(map_out, files.len() > 1)?;
    let rewriter = Rewriter { outputs, rewrite: &args.rewrite, progress: terminal.global.progress, terminal };
    let mut job =
        MigrateJob { args, terminal, rewriter, kept, options: options(args, terminal)?, numbers: Mutex::default() };
    let mut total = MigrateResult::default();
    let mut exit = each(&files, terminal, |file| {
        let is_named = |folder: &InputFile| folder.path == file.path;
        let format = sessions.filter(|_| !folders.iter().any(is_named));
        let (mut done, exit) = job.one(file, format, report.full.as_mut())?;
        total.add(&mut done);
        Ok(exit)
    })?;
    report.end(&total.outcome)?;
    exit = exit.worst(std::mem::take(&mut job.kept).finish(terminal)?);
    if let Some(output) = args.output.path().filter(|_| !is_dry) {
        folders.iter().try_for_each(|folder| copy_index(folder, output))?;
    }
    job.rewriter.outputs.end();
    job.summary(&total);
    Ok(exit)
}

/// The files of sessions instead of their folders, and their format. An index contains no ids except the names of the
/// files.
fn sessions(files: &[InputFile]) -> anyhow::Result<(Vec<InputFile>, Option<&'static Format>)> {
    let (mut all, mut format) = (Vec::new(), None);
    for file in files {
        let (Some(root), Some(folder)) = (&file.path, file.history) else {
            all.push(file.clone());
            continue;
        };
        format = Some(folder.format);
        let inner = root.join(folder.sessions);
        let entries = std::fs::read_dir(&inner).with_context(|| format!("cannot read {}", inner.display()))?;
        let mut names = entries.map(|entry| Ok(entry?.file_name())).collect::<std::io::Result<Vec<_>>>()?;
        names.retain(|name| !(folder.names)(&name.to_string_lossy()).is_empty());
        short_lists::sort_by(&mut names, Ord::cmp);
        all.extend(names.into_iter().map(|name| {
            let relative = Path::new(folder.sessions).join(&name);
            InputFile::plain(inner.join(&name), relative)
        }));
    }
    if all.is_empty() {
        bail!("the folder has no sessions");
    }
    Ok((all, format))
}

/// A folder of sessions in the output has the same index as in the input.
fn copy_index(file: &InputFile, output: &Path) -> anyhow::Result<()> {
    let (Some(root), Some(folder)) = (&file.path, file.history) else { return Ok(()) };
    for name in folder.indexes {
        let from = root.join(name);
        if !from.is_file() {
            continue;
        }
        let bytes = std::fs::read(&from).with_context(|| format!("cannot read {}", from.display()))?;
        let mut sink = Sink::open(&Target::File(output.join(name)), SinkOptions::default())?;
        sink.write_all(&bytes)?;
        sink.finish()?;
    }
    Ok(())
}

/// The options for all inputs.
fn options(args: &Args, terminal: &Terminal) -> anyhow::Result<MigrateOptions> {
    terminal.no_effect("namespace", args.new.scheme != Scheme::Uuid5, "without --scheme uuid5");
    terminal.no_effect("shared_map", !matches!(args.new.scheme, Scheme::Sequence(_)), "without --scheme seq:PREFIX");
    let target = args.target();
    if args.new.scheme == Scheme::Normal && (args.new.which.is_some() || target.is_some()) {
        bail!("--scheme normal changes only how ids are spelled; omit --which and --for");
    }
    let which = match (args.new.which, target) {
        _ if args.new.scheme == Scheme::Normal => Which::All,
        (Some(WhichArg::Missing), _) | (None, None) => Which::Missing,
        (Some(WhichArg::Invalid), _) | (None, Some(_)) => Which::Invalid,
        (Some(WhichArg::All), _) => Which::All,
    };
    let map = args.map.map_in.as_ref().map(|path| {
        let limit = args.work.max_record_bytes.unwrap_or(Limits::default().record);
        let source = Source::open(path).map_err(|error| unreadable(&path.display().to_string(), error))?;
        IdMap::read(&mut Unpacked(source), limit, args.map.reverse).with_context(|| path.display().to_string())
    });
    let keeps_surroundings = args.rewrite.in_place || args.output.path().is_some() || args.rewrite.is_dry();
    Ok(MigrateOptions {
        scheme: args.new.scheme.clone(),
        which,
        scopes: args.scopes(),
        namespace: args.new.namespace.unwrap_or(Uuid::NAMESPACE_OID),
        target,
        allows_dangling: args.new.allow_dangling,
        map: map.transpose()?.map(Arc::new),
        is_reverse: args.map.reverse,
        output: OutputArrangement { keeps_surroundings, ..OutputArrangement::default() },
        has_map_out: args.map.map_out.is_some(),
        ..MigrateOptions::default()
    })
}

/// A map may be compressed, like other files.
struct Unpacked(Source);

impl std::io::Read for Unpacked {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(buffer).map_err(std::io::Error::other)
    }
}

struct MigrateJob<'j> {
    args: &'j Args,
    terminal: &'j Terminal,
    rewriter: Rewriter<'j>,
    kept: Kept,
    options: MigrateOptions,
    numbers: Mutex<IdNumbers>,
}

impl MigrateJob<'_> {
    fn one(
        &mut self,
        file: &InputFile,
        format: Option<&'static Format>,
        report: Option<&mut ReportSink>,
    ) -> anyhow::Result<(MigrateResult, Exit)> {
        let mut settings = InputSettings::new(file, &self.args.input, Some(&self.args.work), self.terminal)?;
        settings.choice.format = settings.choice.format.or(format);
        settings.choice.framing = settings.choice.framing.filter(|framing| *framing != Framing::Folder);
        let name = file.name();
        let source = file.open(&self.args.input).map_err(|error| unreadable(&name, error))?;
        let (size, identity) = (source.size(), source.identity());
        let input = open_input(source, &name, &settings.choice, self.terminal)?;
        reject_stream(&input, &name)?;
        self.tell_scope(&input, &name);
        let input = input.setting(&self.args.set).map_err(anyhow::Error::msg)?;
        nested::tell_found(&input, &self.args.input, &name, self.terminal);
        let nesting = input.nesting.clone();
        let is_joined = self.rewriter.outputs.are_joined() && !self.rewriter.outputs.is_dry;
        nested::check_joined(&input, &name, is_joined)?;
        (self.options.output.framing, self.options.output.layout) = self.args.form(&input, is_joined)?;
        self.options.has_others = !self.rewriter.outputs.is_single;
        let patience = self.args.failures.with(&settings, self.terminal)?;
        let keep = if report.is_some() || self.terminal.is_verbose { u64::MAX } else { 0 };
        self.options.pass = PassOptions { on_error: patience.on_error, jobs: settings.jobs, keep };
        if !self.args.map.shared_map {
            self.numbers = Mutex::default();
        }
        self.kept.begin()?;
        let (kept, terminal, numbers) = (&mut self.kept, self.terminal, &self.numbers);
        let (options, format) = (&self.options, input.usual.map_or("", |format| format.name));
        let opened = RewriteInput { file, name: &name, size, identity, format, nesting, patience, is_session: false };
        let work = |ends: RewriteEnds<'_, '_>| {
            let RewriteEnds { write, notes, progress } = ends;
            let mut to_map = kept.lines();
            let map = to_map.as_mut().map(|write| write as _);
            let ends = MigrateEnds { write, map, note: &mut |diagnostic| notes.add(&diagnostic), progress };
            migrate_ids::run(input, &name, options, numbers, ends).map_err(|failure| explain(failure, &name))
        };
        let Rewritten { result, exit, target } = self.rewriter.one(opened, report, work, |_| Exit::Done)?;
        if result.misfits > 0 && exit != Exit::Trouble {
            let records = text::count(result.misfits, "record");
            terminal.warning(&format!("{name}: {records} without an id of those that the map has there"));
        }
        if exit == Exit::Done {
            let is_new = !self.args.rewrite.in_place || result.outcome.is_changed;
            self.kept.add(target.filter(|_| is_new), terminal)?;
        }
        Ok((result, exit))
    }

    /// Reports the kind of ids that changes if the format does not have the usual one.
    fn tell_scope(&self, input: &Input, name: &str) {
        let (Scopes::Usual(usual), Some(format)) = (&self.options.scopes, input.usual) else { return };
        let Some(ids) = format.shape.ids.filter(|ids| ids.shape(*usual).is_none()) else { return };
        if let Some(instead) = Scopes::instead(*usual, ids) {
            let (usual, instead, format) = (usual.name(), instead.name(), format.name);
            self.terminal.note(&format!("{name}: {format} has no {usual} ids; {instead} ids change (--scope)"));
        }
    }

    fn summary(&self, total: &MigrateResult) {
        if self.terminal.is_quiet {
            return;
        }
        let paint = self.terminal.paint_error();
        let would = if self.rewriter.outputs.is_dry { "would be " } else { "" };
        let ids = |count: u64| text::count(count, "id");
        let mut done = match (&self.options.map, self.options.is_reverse) {
            (Some(_), true) => format!("{} {would}put back", text::count(total.renamed, "place")),
            _ => format!(
                "{} {would}generated, {} renamed, {} rewritten",
                ids(total.given),
                total.renamed,
                text::count(total.references, "reference")
            ),
        };
        done.push_str(&text::error_lines(&total.outcome, "copied"));
        if total.outcome.fatal.is_some() {
            if total.given + total.renamed + total.references == 0 {
                return;
            }
            done.push_str(" before the error");
        }
        self.terminal.status(&done);
        lines(&text::table(&total.outcome.report, |_| true, paint));
    }
}
