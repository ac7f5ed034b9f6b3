//! `turnwise validate --fix` and `--diff`: fixes inputs before the remaining findings are printed.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use turnwise::format::{Folder, Framing};
use turnwise::json::{LineSeparatorFilter, short_lists};
use turnwise::op::PassFailure;
use turnwise::op::fix::{self, FixEnds, FixOptions, FixResult, FixedRecord};
use turnwise::op::validate::ValidateOptions;
use turnwise::op::{Choice, Input};
use turnwise::report::{Diagnostic, FixSafety};
use turnwise::stream::{Identity, JsonLines, Scratch, Sink, SinkOptions, Source, SourceError, Target};

use super::baseline::Baseline;
use super::fix_diff::FixDiff;
use crate::cli::args::InputArgs;
use crate::cli::job::files::InputFile;
use crate::cli::job::open_input::{reject_stream, unreadable};
use crate::cli::job::run::EscapeArg;
use crate::cli::print::text;
use crate::cli::progress::ProgressDisplay;
use crate::cli::signals;
use crate::cli::terminal::{Terminal, print_text};

/// The options of fixes, on the command line.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub(super) struct FixArgs {
    /// Apply fixes that keep the meaning, and print the remaining findings
    #[arg(long)]
    pub(super) fix: bool,
    /// Write nothing; print what --fix would change (exit 1 if anything)
    #[arg(long)]
    pub(super) diff: bool,
    /// Also apply fixes that change the meaning: roles, missing results, duplicates
    #[arg(long)]
    pub(super) unsafe_fixes: bool,
    #[command(flatten)]
    pub(super) escapes: EscapeArg,
}

/// What happens to findings that can be fixed.
#[derive(Clone, Copy, Debug)]
pub(super) struct FixMode {
    pub(super) is_diff: bool,
    pub(super) most: FixSafety,
    /// Line separators in strings become escapes in fixed files.
    pub(super) is_escaping: bool,
}

impl FixMode {
    /// The mode of a run; `None` if it only checks.
    pub(super) fn new(args: FixArgs, most: FixSafety) -> Option<Self> {
        let is_wanted = args.fix || args.diff;
        if is_wanted && !args.diff {
            signals::watch();
        }
        is_wanted.then_some(Self { is_diff: args.diff, most, is_escaping: args.escapes.escape_line_separators })
    }
}

/// Fixes the files of a run.
pub(super) struct Fixer<'f> {
    mode: FixMode,
    args: &'f InputArgs,
    terminal: &'f Terminal,
    /// The original standard input, and its fixed form.
    scratch: Option<Scratch>,
    /// It was not written to standard output yet.
    is_unwritten: bool,
    total: FixResult,
    files: u64,
}

/// The path from which an input is read, and whether it is standard input.
enum FixInput<'i> {
    File(&'i Path),
    Stdin(PathBuf),
}

impl<'f> Fixer<'f> {
    pub(super) fn new(mode: FixMode, args: &'f InputArgs, terminal: &'f Terminal) -> Self {
        Self { mode, args, terminal, scratch: None, is_unwritten: false, total: FixResult::default(), files: 0 }
    }

    /// Fixes an input. Returns the path from which the fixed one is read.
    pub(super) fn fix(
        &mut self,
        file: &InputFile,
        choice: &Choice,
        options: &ValidateOptions,
        baseline: Option<&Baseline>,
    ) -> anyhow::Result<Result<Source, SourceError>> {
        let input = match &file.path {
            Some(path) => FixInput::File(path),
            None => FixInput::Stdin(self.spool()?),
        };
        let name = file.name();
        if file.member.is_some() {
            self.terminal.note(&format!("{name}: a file in an archive is not fixed; unpack the archive"));
        } else if file.events.is_some() {
            self.terminal.note(&format!("{name}: a folder of events is not fixed as such; name its files"));
        } else if let (Some(folder), Some(root)) = (file.history, &file.path) {
            self.fix_folder(root, folder, choice, options, baseline)?;
        } else {
            self.fix_file(&input, file, choice, options, baseline)?;
        }
        Ok(match &input {
            FixInput::File(_) => file.open(self.args),
            FixInput::Stdin(folder) => self.reopen(folder, file),
        })
    }

    fn fix_file(
        &mut self,
        from: &FixInput<'_>,
        file: &InputFile,
        choice: &Choice,
        options: &ValidateOptions,
        baseline: Option<&Baseline>,
    ) -> anyhow::Result<()> {
        let name = &file.name();
        let opened = match from {
            FixInput::File(path) => Source::open_with(path, file.source_options(self.args)),
            FixInput::Stdin(folder) => self.reopen(folder, file),
        };
        // An unreadable input is a finding.
        let source = match opened {
            Ok(source) => source,
            Err(error) if self.mode.is_diff => return Err(unreadable(name, error)),
            Err(_) => return Ok(()),
        };
        let (identity, size) = (source.identity(), source.size());
        let Ok(input) = Input::new(source, choice) else { return Ok(()) };
        reject_stream(&input, name)?;
        let mut sink = self.output(from, identity)?;
        let mut diff = FixDiff::new(name, self.terminal.paint());
        let is_diff = self.mode.is_diff;
        let known = |finding: &Diagnostic| baseline.is_some_and(|baseline| baseline.knows(name, finding));
        let validate = ValidateOptions { keep: u64::MAX, has_excerpts: false, ..options.clone() };
        let wanted = FixOptions { validate: &validate, most: self.mode.most, known: baseline.map(|_| &known as _) };
        let mut failure = None;
        let shown = ProgressDisplay::new(self.terminal.global.progress, self.terminal.is_quiet, name, size);
        let (mut filter, mut is_escaped) = (self.mode.is_escaping.then(LineSeparatorFilter::default), false);
        let ends = FixEnds {
            write: &mut |bytes| match (&mut sink, &mut filter) {
                (None, _) => Ok(()),
                (Some(sink), None) => sink.write_all(bytes),
                (Some(sink), Some(filter)) => {
                    let bytes = filter.pass(bytes);
                    is_escaped |= filter.take_escaped();
                    sink.write_all(&bytes)
                }
            },
            changed: &mut |record| {
                if is_diff && failure.is_none() {
                    failure = print_text(&diff.record(&record)).err();
                }
                Ok(())
            },
            progress: &shown,
        };
        let done = fix::run(input, &wanted, ends);
        drop(shown);
        if let Some(failure) = failure {
            return Err(failure);
        }
        let done = match done {
            Ok(done) => done,
            Err(PassFailure::Sink(error)) => return Err(error.into()),
            Err(error) => {
                self.terminal.warning(&format!("{name}: nothing was fixed: {error}"));
                return Ok(());
            }
        };
        if done.blocked > 0 {
            let records = text::count(done.blocked, "record");
            self.terminal.note(&format!("{name}: {records} with a fix that was not applied: it would cause a new finding, or fix one that is excluded"));
        }
        self.total.add(done);
        self.files += u64::from(done.changed > 0);
        if let Some(mut sink) = sink.filter(|_| done.changed > 0 || is_escaped) {
            sink.write_all(&filter.as_mut().map(LineSeparatorFilter::end).unwrap_or_default())?;
            for warning in sink.finish()? {
                self.terminal.warning(&warning);
            }
        }
        Ok(())
    }

    /// Fixes the files of a folder of sessions one by one, and then the message counts of the index.
    fn fix_folder(
        &mut self,
        root: &Path,
        folder: &'static Folder,
        choice: &Choice,
        options: &ValidateOptions,
        baseline: Option<&Baseline>,
    ) -> anyhow::Result<()> {
        let mut paths: Vec<PathBuf> = Vec::new();
        let sessions = root.join(folder.sessions);
        for entry in std::fs::read_dir(&sessions).with_context(|| sessions.display().to_string())? {
            let path = entry.with_context(|| sessions.display().to_string())?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_file() && !(folder.names)(&name).is_empty() {
                paths.push(path);
            }
        }
        short_lists::sort_by(&mut paths, Ord::cmp);
        for path in paths {
            let is_document = path.extension().is_some_and(|ending| ending == "json");
            let framing = Some(if is_document { Framing::Document } else { Framing::Messages });
            let choice = Choice { format: Some(folder.format), framing, ..choice.clone() };
            let relative = path.file_name().map(PathBuf::from).unwrap_or_default();
            let file = InputFile::plain(path.clone(), relative);
            self.fix_file(&FixInput::File(&path), &file, &choice, options, baseline)?;
        }
        self.fix_index(root, folder, options)
    }

    /// Writes the message counts of all sessions into the index.
    fn fix_index(&mut self, root: &Path, folder: &'static Folder, options: &ValidateOptions) -> anyhow::Result<()> {
        let Some(path) = folder.indexes.first().map(|name| root.join(name)).filter(|path| path.is_file()) else {
            return Ok(());
        };
        let name = path.display().to_string();
        let metadata = path.metadata().with_context(|| name.clone())?;
        let old = std::fs::read(&path).with_context(|| name.clone())?;
        let mut diff = FixDiff::new(&name, self.terminal.paint());
        let (mut new, mut fixed) = (Vec::with_capacity(old.len()), 0);
        for line in fix::index_lines(root, folder, &old, options) {
            match &line.new {
                Some(text) => {
                    fixed += 1;
                    if self.mode.is_diff {
                        let record = FixedRecord { start: line.start, old: line.old, new: Some(text) };
                        print_text(&diff.record(&record))?;
                    }
                    new.extend_from_slice(text.as_bytes());
                }
                None => new.extend_from_slice(line.old),
            }
            new.extend_from_slice(line.end);
        }
        if fixed == 0 {
            return Ok(());
        }
        self.total.add(FixResult { fixed, blocked: 0, changed: fixed });
        self.files += 1;
        if !self.mode.is_diff {
            let options = SinkOptions { unchanged: Some(Identity::of(&metadata)), ..SinkOptions::default() };
            let mut sink = Sink::open(&Target::File(path), options)?;
            sink.write_all(&new)?;
            sink.finish()?.iter().for_each(|warning| self.terminal.warning(warning));
        }
        Ok(())
    }

    /// The output file, unless the run writes nothing.
    fn output(&self, from: &FixInput<'_>, identity: Option<Identity>) -> anyhow::Result<Option<Sink>> {
        if self.mode.is_diff {
            return Ok(None);
        }
        let (path, options) = match from {
            FixInput::File(path) => {
                (path.to_path_buf(), SinkOptions { unchanged: identity, is_compressed: true, ..SinkOptions::default() })
            }
            FixInput::Stdin(folder) => (folder.join(FIXED), SinkOptions::default()),
        };
        Ok(Some(Sink::open(&Target::File(path), options)?))
    }

    /// Standard input in a separate folder: it is read twice.
    fn spool(&mut self) -> anyhow::Result<PathBuf> {
        let scratch = Scratch::new().context("cannot create a folder for standard input")?;
        let folder = scratch.path().to_owned();
        let mut file = File::create(folder.join(GIVEN)).context("cannot keep standard input")?;
        std::io::copy(&mut std::io::stdin().lock(), &mut file).context("cannot keep standard input")?;
        self.scratch = Some(scratch);
        self.is_unwritten = !self.mode.is_diff;
        Ok(folder)
    }

    /// Standard input, fixed or unchanged.
    fn reopen(&self, folder: &Path, input: &InputFile) -> Result<Source, SourceError> {
        let fixed = folder.join(FIXED);
        let path = if fixed.is_file() { fixed } else { folder.join(GIVEN) };
        let file = File::open(path).map_err(SourceError::Open)?;
        Source::from_reader_with(file, "stdin", input.source_options(self.args))
    }

    /// Writes the current standard input to standard output.
    pub(super) fn write_stdin(&mut self) -> anyhow::Result<()> {
        let Some(scratch) = self.scratch.as_ref().filter(|_| self.is_unwritten) else { return Ok(()) };
        self.is_unwritten = false;
        let fixed = scratch.path().join(FIXED);
        let path = if fixed.is_file() { fixed } else { scratch.path().join(GIVEN) };
        let mut file = File::open(path).context("cannot read standard input again")?;
        let mut stdout = std::io::stdout().lock();
        let mut buffer = vec![0; 64 * 1024];
        let mut lines = self.args.lines.then(JsonLines::default);
        loop {
            let count = file.read(&mut buffer).context("cannot read standard input again")?;
            let Some(bytes) = buffer.get(..count).filter(|bytes| !bytes.is_empty()) else { break };
            let bytes = lines.as_mut().map_or(bytes, |lines| lines.add(bytes));
            stdout.write_all(bytes).context("cannot write standard output")?;
        }
        stdout.write_all(lines.map_or(&[], |mut lines| lines.end())).context("cannot write standard output")?;
        stdout.flush().context("cannot write standard output")
    }

    /// True if `--diff` would show a change.
    pub(super) fn would_change(&self) -> bool {
        self.mode.is_diff && self.total.changed > 0
    }

    /// `3 findings fixed in 2 files, 1 more with --unsafe-fixes`. `fixable`: the findings of the later check.
    pub(super) fn summary(&self, [_, others]: [u64; 2]) -> String {
        let would = if self.mode.is_diff { "would be " } else { "" };
        let done = if self.total.fixed == 0 {
            if self.mode.is_diff { "nothing to fix".to_owned() } else { "nothing fixed".to_owned() }
        } else {
            let (findings, files) = (text::count(self.total.fixed, "finding"), text::count(self.files, "file"));
            format!("{findings} {would}fixed in {files}")
        };
        let has_more = others > 0 && self.mode.most == FixSafety::Safe;
        if has_more { format!("{done}, {} with --unsafe-fixes", text::number(others)) } else { done }
    }
}

/// The name of standard input in its folder.
const GIVEN: &str = "given";
const FIXED: &str = "fixed";

/// `[*] 2 fixable with --fix, 1 more with --unsafe-fixes`
pub(super) fn fixable([safe, unsafe_fixes]: [u64; 2], most: FixSafety) -> Option<String> {
    let more = |count: u64| format!("{} more with --unsafe-fixes", text::number(count));
    match (safe, unsafe_fixes) {
        (0, 0) => None,
        (safe, 0) => Some(format!("[*] {} fixable with --fix", text::number(safe))),
        (safe, others) if most == FixSafety::Unsafe => {
            Some(format!("[*] {} fixable with --fix --unsafe-fixes", text::number(safe + others)))
        }
        (0, others) => Some(format!("[*] {} fixable with --fix --unsafe-fixes", text::number(others))),
        (safe, others) => Some(format!("[*] {} fixable with --fix, {}", text::number(safe), more(others))),
    }
}
