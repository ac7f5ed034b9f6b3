//! The outputs of a command that writes a result for each input.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use turnwise::json::LineSeparatorFilter;
use turnwise::op::Outcome;
use turnwise::stream::{Identity, JsonLines, Sink, SinkError, SinkOptions, Target, sync_file_system};

use super::clashes::{Advice, Clashes};
use super::files::InputFile;
use super::run::{EscapeArg, RewriteArgs};
use crate::cli::print::text;
use crate::cli::signals;
use crate::cli::terminal::Terminal;
use crate::cli::unfinished::wrote;

/// Two inputs must not be written to one output: the second would replace the first.
pub(crate) fn check_names(output: Option<&Path>, files: &[InputFile]) -> anyhow::Result<()> {
    let Some(output) = output.filter(|_| files.len() > 1) else { return Ok(()) };
    let mut names = HashMap::new();
    for file in files {
        if let Some(first) = names.insert(&file.relative, file) {
            let target = output.join(&file.relative);
            bail!("{} and {} would both be written to {}", first.name(), file.name(), target.display());
        }
    }
    Ok(())
}

/// Rejects arguments in the style of other programs: `convert a b -o all.jsonl`, and `convert in.json out.json`.
fn check_command(path: Option<&Path>, rewrite: &RewriteArgs, files: &[InputFile]) -> anyhow::Result<()> {
    match (path, files) {
        (Some(path), [_, _, ..]) if path.extension().is_some() && !path.is_dir() && !has_slash(path) => {
            let (shown, folder) = (path.display(), path.with_extension(""));
            bail!(
                "--output {shown}: there are {} inputs; -o {}/ writes a file for each, and turnwise merge concatenates files",
                files.len(),
                folder.display()
            )
        }
        (None, [first, InputFile { path: Some(last), .. }])
            if !rewrite.in_place && !last.exists() && first.path.as_ref().is_some_and(|path| path.exists()) =>
        {
            bail!("{0}: no such file; to write it, use -o {0}", last.display())
        }
        _ => Ok(()),
    }
}

/// Standard output, shared by all inputs.
#[derive(Default)]
pub(crate) struct Stdout {
    sink: Option<Sink>,
    ends_in_line: bool,
    pub(crate) is_started: bool,
}

impl Stdout {
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), SinkError> {
        // The previous file may not have ended its last line.
        let needs_line = self.sink.is_some() && self.is_started && !self.ends_in_line;
        if self.sink.is_none() {
            self.sink = Some(Sink::open(&Target::Stdout, SinkOptions::default())?);
        }
        let Some(sink) = &mut self.sink else { return Ok(()) };
        if needs_line {
            sink.write_all(b"\n")?;
        }
        self.is_started = false;
        if let Some(last) = bytes.last() {
            self.ends_in_line = *last == b'\n';
            wrote(bytes);
        }
        sink.write_all(bytes)
    }
}

/// The outputs of a command.
pub(crate) struct Outputs {
    path: Option<PathBuf>,
    is_in_place: bool,
    pub(crate) is_dry: bool,
    pub(crate) is_single: bool,
    is_synced_later: bool,
    skips_existing: bool,
    /// The folder of the last output, which exists.
    folder: RefCell<PathBuf>,
    stdout: Stdout,
    /// The output is always JSON Lines (`--lines`).
    lines: Option<JsonLines>,
    /// Line separators in strings become escapes.
    escapes: Option<LineSeparatorFilter>,
}

impl Outputs {
    pub(crate) fn new(path: Option<&Path>, rewrite: &RewriteArgs, files: &[InputFile]) -> anyhow::Result<Self> {
        if rewrite.in_place && files.iter().any(|file| file.path.is_none()) {
            bail!("--in-place needs files, not standard input");
        }
        if let Some(file) = files.iter().find(|file| rewrite.in_place && file.is_no_file()) {
            let what = match (&file.member, &file.events) {
                (Some(_), _) => "those in archives",
                (None, Some(_)) => "folders of events",
                (None, None) => "conversations that --group-by makes",
            };
            bail!("{}: --in-place needs files, not {what}; write the result with --output", file.name());
        }
        check_command(path, rewrite, files)?;
        if !rewrite.is_dry() && (path.is_some() || rewrite.in_place) {
            signals::watch();
        }
        Ok(Self {
            path: path.map(Path::to_owned),
            is_in_place: rewrite.in_place,
            is_dry: rewrite.is_dry(),
            is_single: files.len() == 1,
            is_synced_later: !rewrite.sync,
            skips_existing: rewrite.skip_existing,
            folder: RefCell::default(),
            stdout: Stdout::default(),
            lines: None,
            escapes: None,
        })
    }

    /// The inputs to be read: with `--skip-existing`, those without an output. Outputs are written atomically, so an
    /// existing one is complete.
    pub(crate) fn pending<'f>(&self, files: &'f [InputFile], terminal: &Terminal) -> Cow<'f, [InputFile]> {
        if !self.skips_existing {
            return Cow::Borrowed(files);
        }
        let is_missing = |file: &&InputFile| !self.named(file).is_some_and(|path| path.exists());
        let pending: Vec<_> = files.iter().filter(is_missing).cloned().collect();
        let (many, all) = (files.len() - pending.len(), text::count(files.len() as u64, "output"));
        if many > 0 {
            terminal.status(&format!("{} of {all} exist and are skipped", text::number(many as u64)));
        }
        Cow::Owned(pending)
    }

    /// The results are always JSON Lines.
    pub(crate) fn writing_lines(self, is_wanted: bool) -> Self {
        Self { lines: is_wanted.then(JsonLines::default), ..self }
    }

    /// Sets the escapes of strings.
    pub(crate) fn escaping(self, arg: EscapeArg) -> Self {
        Self { escapes: arg.escape_line_separators.then(LineSeparatorFilter::default), ..self }
    }

    /// All results are written to standard output in sequence.
    pub(crate) fn are_joined(&self) -> bool {
        !self.is_single && self.path.is_none() && !self.is_in_place
    }

    /// Outputs must not replace these files. `advice`: the advice if a result would.
    pub(crate) fn check(&self, files: &[InputFile], clashes: Clashes, advice: Advice) -> anyhow::Result<()> {
        let named: Vec<_> = files.iter().filter_map(|file| self.named(file)).collect();
        let is_elsewhere = self.is_dry || self.is_in_place || self.path.is_some();
        clashes.check(is_elsewhere.then_some(if self.is_dry { &[] } else { &named }), advice)
    }

    /// The file for an input, according to `--output`.
    fn named(&self, file: &InputFile) -> Option<PathBuf> {
        let output = self.path.as_ref()?;
        Some(if self.is_folder(output) { output.join(&file.relative) } else { output.clone() })
    }

    /// True for a file of a folder without any remaining conversations: it is not written.
    pub(crate) fn is_left_out(&self, file: &InputFile, outcome: &Outcome) -> bool {
        let is_in_folder = self.named(file).is_some_and(|path| self.path.as_ref() != Some(&path));
        let left_out = outcome.skipped.total();
        is_in_folder && left_out > 0 && left_out == outcome.records_in
    }

    fn is_folder(&self, output: &Path) -> bool {
        !self.is_single || output.is_dir() || has_slash(output)
    }

    /// The note about the output of an input with exit code 1: `; claude.jsonl not written`.
    pub(crate) fn unwritten(&self, file: &InputFile) -> String {
        match (self.named(file), &file.path) {
            _ if self.is_dry => String::new(),
            (Some(path), _) => format!("; {} not written", path.display()),
            (None, Some(path)) if self.is_in_place => format!("; {} not changed", path.display()),
            (None, _) => String::new(),
        }
    }

    /// The file to write, `None` for standard output or no output.
    pub(crate) fn open(&mut self, file: &InputFile, identity: Option<Identity>) -> anyhow::Result<Option<Sink>> {
        if let Some(filter) = &mut self.escapes {
            // An input that failed.
            let _ = filter.take_escaped();
        }
        if self.is_dry {
            return Ok(None);
        }
        let mut options = SinkOptions { is_compressed: true, ..SinkOptions::default() };
        let path = match (self.named(file), &file.path) {
            (Some(path), _) => {
                if let (Some(output), Some(folder)) = (&self.path, path.parent())
                    && self.is_folder(output)
                {
                    self.make(folder)?;
                    options.is_synced_later = self.is_synced_later;
                }
                path
            }
            (None, Some(path)) if self.is_in_place => {
                options.unchanged = identity;
                path.clone()
            }
            (None, _) => return Ok(None),
        };
        Ok(Some(Sink::open(&Target::File(path), options)?))
    }

    fn make(&self, folder: &Path) -> anyhow::Result<()> {
        if *self.folder.borrow() != folder {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
            folder.clone_into(&mut self.folder.borrow_mut());
        }
        Ok(())
    }

    /// After the last input: syncs new files in a folder to the disk.
    pub(crate) fn end(&self) {
        let has_folder = !self.folder.borrow().as_os_str().is_empty();
        if let Some(output) = self.path.as_ref().filter(|_| has_folder && self.is_synced_later) {
            sync_file_system(output);
        }
    }

    /// Writes a piece of a result.
    pub(crate) fn write(&mut self, target: &mut Option<Sink>, bytes: &[u8]) -> Result<(), SinkError> {
        let bytes = self.lines.as_mut().map_or(bytes, |lines| lines.add(bytes));
        escape(bytes, &mut self.escapes, target, &mut self.stdout, self.is_dry)
    }

    /// Ends an input; the next one starts on a new line. `outcome`: the outcome so far.
    pub(crate) fn end_input(&mut self, target: &mut Option<Sink>, outcome: &mut Outcome) -> Result<(), SinkError> {
        if let Some(lines) = &mut self.lines {
            escape(lines.end(), &mut self.escapes, target, &mut self.stdout, self.is_dry)?;
            let (written, is_changed) = lines.take_counts();
            outcome.is_changed |= is_changed;
            outcome.bytes_out = written;
        }
        if let Some(filter) = &mut self.escapes {
            let rest = filter.end();
            put(&rest, target, &mut self.stdout, self.is_dry)?;
            outcome.is_changed |= filter.take_escaped();
        }
        self.stdout.is_started = true;
        Ok(())
    }

    /// Moves the result to its final place. A file that already has these bytes is not replaced.
    pub(crate) fn finish(&self, target: Option<Sink>, outcome: &Outcome, terminal: &Terminal) -> anyhow::Result<()> {
        let Some(sink) = target.filter(|_| !self.is_in_place || outcome.is_changed) else { return Ok(()) };
        for warning in sink.finish()? {
            terminal.warning(&warning);
        }
        Ok(())
    }
}

/// Writes bytes, with escaped line separators if requested.
fn escape(
    bytes: &[u8],
    filter: &mut Option<LineSeparatorFilter>,
    target: &mut Option<Sink>,
    stdout: &mut Stdout,
    is_dry: bool,
) -> Result<(), SinkError> {
    match filter {
        Some(filter) => put(&filter.pass(bytes), target, stdout, is_dry),
        None => put(bytes, target, stdout, is_dry),
    }
}

/// Writes bytes to a file, to standard output, or nowhere.
pub(crate) fn put(bytes: &[u8], target: &mut Option<Sink>, stdout: &mut Stdout, is_dry: bool) -> Result<(), SinkError> {
    match target {
        _ if is_dry || bytes.is_empty() => Ok(()),
        Some(sink) => sink.write_all(bytes),
        None => stdout.write(bytes),
    }
}

/// The path has the form of a folder, which may not exist yet.
pub(crate) fn has_slash(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().last().is_some_and(|byte| std::path::is_separator(char::from(*byte)))
}
