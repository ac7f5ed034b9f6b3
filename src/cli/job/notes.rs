//! Diagnostics of an input while it is processed: in the report, and on the terminal.

use turnwise::report::Diagnostic;
use turnwise::stream::SinkError;

use super::report_files::ReportSink;
use crate::cli::print::json::FindingLine;
use crate::cli::print::text;
use crate::cli::terminal::{Terminal, line};

/// Receives diagnostics: the report file gets all of them, and so does the terminal with `-v`.
pub(crate) struct Notes<'n> {
    pub(crate) report: Option<&'n mut ReportSink>,
    pub(crate) name: &'n str,
    target: &'static str,
    pub(crate) terminal: &'n Terminal,
    /// The number of printed lines, and of lines beyond the limit.
    shown: u64,
    hidden: u64,
    failure: Option<SinkError>,
}

/// The maximum number of lines that `-v` prints for each input.
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
        report.add(diagnostic, || FindingLine::new(diagnostic, self.name, Some(self.target)).line())
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

    /// Ends the input: reports how many lines were not printed. An error if the report cannot be written.
    pub(crate) fn end(&mut self) -> Result<(), SinkError> {
        if let Some(report) = &mut self.report {
            report.end_input()?;
        }
        if self.hidden > 0 {
            let more = text::count(self.hidden, "more line");
            self.terminal.note(&format!("{}: {more} not shown (--report FILE writes all)", self.name));
        }
        self.failure.take().map_or(Ok(()), Err)
    }
}
