//! `--report` and `--report-summary`: reports for programs.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use turnwise::op::Outcome;
use turnwise::report::{Diagnostic, Severity};
use turnwise::stream::{Sink, SinkError, SinkOptions, Target};

use super::clashes::{Clashes, SideFile};
use crate::cli::print::json::SummaryLine;
use crate::cli::signals;

/// What is written to `--report`.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ReportLevel {
    /// Failed records and findings that are errors
    Error,
    /// These, and every loss
    Loss,
    /// Everything
    #[default]
    All,
}

impl ReportLevel {
    fn takes(self, diagnostic: &Diagnostic) -> bool {
        let least = match () {
            () if diagnostic.severity == Severity::Error => Self::Error,
            () if diagnostic.code.kind.is_loss() => Self::Loss,
            () => Self::All,
        };
        least <= self
    }
}

/// The options of commands that write records: with the file of those that fail.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct RejectArgs {
    #[command(flatten)]
    report: ReportArgs,
    /// Write records that fail to this file, one per line, exactly as they were
    ///
    /// They are skipped, unless --on-error says otherwise. With --on-error emit, error lines keep their places in the output.
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
}

impl RejectArgs {
    /// True if every loss, finding or failed record is written.
    pub(crate) fn is_full(&self) -> bool {
        self.report.is_full() || self.rejects.is_some()
    }

    /// Adds the files to those that are compared with the inputs.
    pub(crate) fn add_to(&self, clashes: Clashes) -> Clashes {
        self.report.add_to(clashes).writes(SideFile::Rejects, self.rejects.as_deref())
    }

    /// Opens the files. `is_continued`: an earlier run wrote some of the failed records.
    pub(crate) fn open(&self, is_continued: bool) -> anyhow::Result<ReportFiles> {
        let mut files = self.report.open()?;
        if let Some(path) = &self.rejects {
            let mut options = OpenOptions::new();
            options.create(true).write(true).truncate(!is_continued).append(is_continued);
            let file = options.open(path).with_context(|| format!("cannot write {}", path.display()))?;
            files.full.get_or_insert_with(ReportSink::default).rejects = Some((file, Vec::new()));
        }
        Ok(files)
    }
}

/// The options.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct ReportArgs {
    /// Write all losses and findings to this file as JSON Lines (-: stderr)
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// What goes into --report
    #[arg(long, value_name = "LEVEL", requires = "report", default_value = "all")]
    report_level: ReportLevel,
    /// Write the counts of the run to this file, as a JSON object that can be summed over several runs
    #[arg(long, value_name = "FILE")]
    report_summary: Option<PathBuf>,
}

impl ReportArgs {
    /// True if every loss and finding is written.
    pub(crate) fn is_full(&self) -> bool {
        self.report.is_some()
    }

    /// Adds the files to those that are compared with the inputs.
    pub(crate) fn add_to(&self, clashes: Clashes) -> Clashes {
        clashes
            .writes(SideFile::Report, self.report.as_deref())
            .writes(SideFile::Summary, self.report_summary.as_deref())
    }

    /// Opens the files.
    pub(crate) fn open(&self) -> anyhow::Result<ReportFiles> {
        Ok(ReportFiles {
            full: self.report.as_deref().map(|path| open_report(path, self.report_level)).transpose()?,
            summary: self.report_summary.as_deref().map(open_lines).transpose()?,
        })
    }
}

/// The open files.
pub(crate) struct ReportFiles {
    pub(crate) full: Option<ReportSink>,
    summary: Option<LineSink>,
}

impl ReportFiles {
    /// Writes the counts, and closes the files.
    pub(crate) fn end(self, total: &Outcome) -> Result<(), SinkError> {
        if self.full.is_none() && self.summary.is_none() {
            return Ok(());
        }
        self.end_with(&SummaryLine::new(total))
    }

    /// The same with other counts.
    pub(crate) fn end_with(self, summary: &SummaryLine) -> Result<(), SinkError> {
        let line = format!("{}\n", summary.line());
        let report = self.full.and_then(|sink| sink.lines);
        for mut sink in report.into_iter().chain(self.summary) {
            sink.write_all(line.as_bytes())?;
            sink.finish()?;
        }
        Ok(())
    }
}

/// Receives diagnostics, and failed records.
#[derive(Default)]
pub(crate) struct ReportSink {
    lines: Option<LineSink>,
    level: ReportLevel,
    /// The file of failed records, and the failed records of this input.
    rejects: Option<(File, Vec<u8>)>,
}

/// The maximum number of bytes of failed records that are buffered until their input is complete.
const MOST_HELD: usize = 64 << 20;

impl ReportSink {
    /// Adds a diagnostic, whose line in the report is `line`, and the record that failed because of it.
    pub(crate) fn add(&mut self, diagnostic: &Diagnostic, line: impl FnOnce() -> String) -> Result<(), SinkError> {
        if let Some(lines) = self.lines.as_mut().filter(|_| self.level.takes(diagnostic)) {
            lines.write_all((line() + "\n").as_bytes())?;
        }
        let (Some((_, held)), Some(record)) = (&mut self.rejects, &diagnostic.rejected) else { return Ok(()) };
        // A record of several lines becomes one: between JSON tokens, a space is equivalent.
        held.extend(record.trim_ascii().iter().map(|byte| if matches!(byte, b'\n' | b'\r') { b' ' } else { *byte }));
        held.push(b'\n');
        if held.len() > MOST_HELD { self.end_input() } else { Ok(()) }
    }

    /// Writes the failed records of an input before its output appears: an interrupted run loses none, and a run that
    /// continues it adds none twice.
    pub(crate) fn end_input(&mut self) -> Result<(), SinkError> {
        let Some((file, held)) = &mut self.rejects else { return Ok(()) };
        let written = file.write_all(&std::mem::take(held));
        written.map_err(|error| SinkError::Io { what: "write", path: "the file of --rejects".to_owned(), error })
    }

    pub(crate) fn finish(self) -> Result<(), SinkError> {
        self.lines.map_or(Ok(()), LineSink::finish)
    }
}

/// The destination of lines.
#[allow(clippy::large_enum_variant, reason = "there is one of it")]
enum LineSink {
    /// The file, and buffered lines: a system call for each line would be slow.
    File(Sink, Vec<u8>),
    Stderr,
}

/// The number of bytes of lines that are written together.
const MOST_PENDING: usize = 64 * 1024;

impl LineSink {
    fn write_all(&mut self, bytes: &[u8]) -> Result<(), SinkError> {
        match self {
            Self::File(sink, pending) => {
                pending.extend_from_slice(bytes);
                if pending.len() < MOST_PENDING {
                    return Ok(());
                }
                sink.write_all(&std::mem::take(pending))
            }
            Self::Stderr => {
                // A closed standard error is not an error.
                let _ = std::io::stderr().lock().write_all(bytes);
                Ok(())
            }
        }
    }

    fn finish(self) -> Result<(), SinkError> {
        match self {
            Self::File(mut sink, pending) => {
                sink.write_all(&pending)?;
                sink.finish().map(drop)
            }
            Self::Stderr => Ok(()),
        }
    }
}

/// Opens the file of a report.
pub(crate) fn open_report(path: &Path, level: ReportLevel) -> anyhow::Result<ReportSink> {
    Ok(ReportSink { lines: Some(open_lines(path)?), level, rejects: None })
}

fn open_lines(path: &Path) -> anyhow::Result<LineSink> {
    if path.as_os_str() == "-" {
        return Ok(LineSink::Stderr);
    }
    signals::watch();
    let sink = Sink::open(&Target::File(path.to_owned()), SinkOptions::default())?;
    Ok(LineSink::File(sink, Vec::new()))
}
