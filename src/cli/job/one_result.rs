//! Several inputs with one result, written only after all of them were read.

use std::path::{Path, PathBuf};

use turnwise::op::Outcome;
use turnwise::stream::{JsonLines, Sink, SinkError, SinkOptions, Target};

use super::clashes::{Advice, Clashes};
use super::files::InputFile;
use super::nested;
use super::notes::Notes;
use super::outputs::{Stdout, put};
use super::patience::EndedInput;
use super::report_files::ReportFiles;
use super::run::{has_stopped, tell_unread};
use super::whole_job::{OpenInput, ReadArgs, open};
use crate::cli::exit::Exit;
use crate::cli::progress::ProgressDisplay;
use crate::cli::signals;
use crate::cli::terminal::Terminal;

/// The output of one result.
pub(crate) struct OneOutput {
    path: Option<PathBuf>,
    is_dry: bool,
    sink: Option<Sink>,
    stdout: Stdout,
    /// The result is JSON Lines, as with `--lines`.
    lines: Option<JsonLines>,
}

impl OneOutput {
    /// Opens the output. It must not be one of the inputs.
    pub(crate) fn open(
        path: Option<&Path>,
        files: &[InputFile],
        is_dry: bool,
        args: &ReadArgs,
    ) -> anyhow::Result<Self> {
        let paths: Vec<_> = path.iter().map(|path| path.to_path_buf()).collect();
        let results = if is_dry { Some(&[][..]) } else { path.map(|_| paths.as_slice()) };
        args.report.add_to(Clashes::of(files)).check(results, Advice::Elsewhere)?;
        let mut sink = None;
        if let Some(path) = path.filter(|_| !is_dry) {
            signals::watch();
            let options = SinkOptions { is_compressed: true, ..SinkOptions::default() };
            sink = Some(Sink::open(&Target::File(path.to_owned()), options)?);
        }
        let lines = args.input.lines.then(JsonLines::default);
        Ok(Self { path: path.map(Path::to_owned), is_dry, sink, stdout: Stdout::default(), lines })
    }

    /// The name of the output, for messages.
    pub(crate) fn name(&self) -> String {
        self.path.as_ref().map_or_else(|| "standard output".to_owned(), |path| path.display().to_string())
    }

    /// Writes a piece of the result.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), SinkError> {
        let bytes = self.lines.as_mut().map_or(bytes, |lines| lines.add(bytes));
        put(bytes, &mut self.sink, &mut self.stdout, self.is_dry)
    }

    /// Ends the result.
    pub(crate) fn finish(mut self, terminal: &Terminal) -> anyhow::Result<()> {
        if let Some(lines) = &mut self.lines {
            put(lines.end(), &mut self.sink, &mut self.stdout, self.is_dry)?;
        }
        let Some(sink) = self.sink else { return Ok(()) };
        for warning in sink.finish()? {
            terminal.warning(&warning);
        }
        Ok(())
    }

    /// The note about the output with exit code 1: `; all.jsonl not written`.
    pub(crate) fn unwritten(&self) -> String {
        self.path
            .as_ref()
            .filter(|_| !self.is_dry)
            .map_or_else(String::new, |path| format!("; {} not written", path.display()))
    }
}

/// The outcome of all inputs, and the report.
pub(crate) struct AllInputs {
    pub(crate) total: Outcome,
    pub(crate) report: ReportFiles,
}

/// Reads all inputs of one result. Returns an exit code instead of the outcome if an input cannot be read to its end,
/// or if too many records failed. The error was printed, and nothing must be written.
pub(crate) fn read_all(
    files: &[InputFile],
    args: &ReadArgs,
    unwritten: &str,
    terminal: &Terminal,
    mut one: impl FnMut(&InputFile, OpenInput, &mut Notes<'_>, &ProgressDisplay) -> anyhow::Result<Outcome>,
) -> anyhow::Result<Result<AllInputs, Exit>> {
    let (mut total, mut exit) = (Outcome::default(), Exit::Done);
    terminal.expect_inputs(files.len());
    let mut report = args.report.open(false)?;
    for file in files {
        let open = open(file, args, true, terminal)?;
        let (shown, patience, nesting) = (file.name(), open.patience, open.input.nesting.clone());
        let display = ProgressDisplay::new(terminal.global.progress, terminal.is_quiet, &shown, open.size);
        let format = open.input.usual.map_or("", |format| format.name);
        let mut notes = Notes::new(report.full.as_mut(), &shown, format, terminal);
        let outcome = one(file, open, &mut notes, &display);
        drop(display);
        notes.end()?;
        let mut outcome = outcome?;
        if has_stopped(&outcome, &mut notes)? {
            total.add(&mut outcome);
            report.end(&total)?;
            return Ok(Err(Exit::Trouble));
        }
        tell_unread(&outcome.report, &shown, terminal);
        nested::tell_unreached(nesting.as_ref(), &shown, terminal);
        let ended = EndedInput { name: &shown, unwritten };
        exit = exit.worst(patience.judge(&outcome.failed, outcome.records_in, ended, terminal));
        total.add(&mut outcome);
    }
    exit = exit.worst(terminal.judge_shares());
    if exit != Exit::Done {
        report.end(&total)?;
        return Ok(Err(exit));
    }
    Ok(Ok(AllInputs { total, report }))
}
