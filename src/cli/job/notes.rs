//! The outputs of a conversion beside its file: the report, standard output, the terminal.

use std::path::Path;

use anyhow::Context as _;
use turnwise::format::folder_of;
use turnwise::op::PassFailure;
use turnwise::op::Restore;
use turnwise::report::Diagnostic;
use turnwise::stream::{Sink, SinkError, SinkOptions, Target};

use super::report_files::ReportSink;
use crate::cli::args::ToFormat;
use crate::cli::print::json::FindingLine;
use crate::cli::print::text;
use crate::cli::signals;
use crate::cli::terminal::{Terminal, line};

/// The file of `--carry`.
pub(crate) fn open_carry(path: &Path) -> anyhow::Result<Sink> {
    signals::watch();
    Ok(Sink::open(&Target::File(path.to_owned()), SinkOptions::default())?)
}

/// The file of `--restore`, which has to lead back to the format `wanted`.
pub(crate) fn open_restore(path: &Path, wanted: &'static str) -> anyhow::Result<Restore> {
    let name = path.display();
    let file = std::fs::File::open(path).with_context(|| format!("cannot read {name}"))?;
    Restore::open(Box::new(file), wanted).with_context(|| name.to_string())
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
        // The file before may not have ended its last line.
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
        }
        sink.write_all(bytes)
    }
}

/// Receives diagnostics as they come: the report file gets all, a talkative terminal too.
pub(crate) struct Notes<'n> {
    pub(crate) report: Option<&'n mut ReportSink>,
    pub(crate) name: &'n str,
    target: &'static str,
    pub(crate) terminal: &'n Terminal,
    /// Lines that were printed, and lines beyond the limit.
    shown: u64,
    hidden: u64,
    failure: Option<SinkError>,
}

/// Lines that `-v` prints for each input.
const MOST_SHOWN: u64 = 1000;

impl<'n> Notes<'n> {
    pub(crate) fn new(
        report: Option<&'n mut ReportSink>,
        name: &'n str,
        target: &'static str,
        terminal: &'n Terminal,
    ) -> Self {
        Self { report, name, target, terminal, shown: 0, hidden: 0, failure: None }
    }

    /// Adds a line to the report file.
    pub(crate) fn report(&mut self, diagnostic: &Diagnostic) -> Result<(), SinkError> {
        let Some(report) = &mut self.report else { return Ok(()) };
        let line = FindingLine::new(diagnostic, self.name, Some(self.target)).line();
        report.write_all(format!("{line}\n").as_bytes())
    }

    pub(crate) fn add(&mut self, diagnostic: &Diagnostic) {
        if self.failure.is_none() {
            self.failure = self.report(diagnostic).err();
        }
        if self.terminal.is_verbose {
            self.print(diagnostic, MOST_SHOWN);
        }
    }

    /// Prints a line, unless there are more than `limit`.
    pub(crate) fn print(&mut self, diagnostic: &Diagnostic, limit: u64) {
        if self.shown < limit {
            self.shown += 1;
            line(text::concise(diagnostic, self.name, self.terminal.paint_error()).trim_end());
        } else {
            self.hidden += 1;
        }
    }

    /// The input is done: says how many lines were not printed. An error if the report cannot be written.
    pub(crate) fn end(&mut self) -> Result<(), SinkError> {
        if self.hidden > 0 {
            let more = text::count(self.hidden, "more line");
            self.terminal.note(&format!("{}: {more} not shown (--report FILE writes all)", self.name));
        }
        self.failure.take().map_or(Ok(()), Err)
    }
}

/// The message of a conversion that failed, with what to do about it.
pub(crate) fn explain(failure: PassFailure, name: &str, to: ToFormat) -> anyhow::Error {
    if matches!(failure, PassFailure::ManyRecords) && folder_of(to.format).is_some() {
        return anyhow::anyhow!(
            "{name}: a file of {} is one conversation, and here are more; -o DIR/ writes a folder of sessions, --framing \
             lines a list of messages a line",
            to.format.name
        );
    }
    if matches!(failure, PassFailure::ManyRecords) && to.format.is_session {
        return anyhow::anyhow!(
            "{name}: a file of {} is one conversation, and here are more; --framing lines writes a list of lines for each",
            to.format.name
        );
    }
    // The message of a sink names its own path.
    if let PassFailure::Sink(error) = failure {
        return error.into();
    }
    anyhow::Error::new(failure).context(name.to_owned())
}
