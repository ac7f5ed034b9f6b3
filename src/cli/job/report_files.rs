//! `--report` and `--report-summary`: what happened, for programs.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use turnwise::op::Outcome;
use turnwise::stream::{Sink, SinkError, SinkOptions, Target};

use super::clashes::{Clashes, SideFile};
use crate::cli::print::json::SummaryLine;
use crate::cli::signals;

/// The options.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct ReportArgs {
    /// Write all losses and findings to this file as JSON Lines (-: stderr)
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
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
            full: self.report.as_deref().map(open_report).transpose()?,
            summary: self.report_summary.as_deref().map(open_report).transpose()?,
        })
    }
}

/// The open files.
pub(crate) struct ReportFiles {
    pub(crate) full: Option<ReportSink>,
    summary: Option<ReportSink>,
}

impl ReportFiles {
    /// Writes the counts, and closes the files.
    pub(crate) fn end(self, total: &Outcome) -> Result<(), SinkError> {
        self.end_with(&SummaryLine::new(total))
    }

    /// The same with other counts.
    pub(crate) fn end_with(self, summary: &SummaryLine<'_>) -> Result<(), SinkError> {
        let line = format!("{}\n", summary.line());
        for mut sink in self.full.into_iter().chain(self.summary) {
            sink.write_all(line.as_bytes())?;
            sink.finish()?;
        }
        Ok(())
    }
}

/// The destination of a report.
#[allow(clippy::large_enum_variant, reason = "there is one of it")]
pub(crate) enum ReportSink {
    /// The file, and lines that were not written to it yet: a call for each line would be slow.
    File(Sink, Vec<u8>),
    Stderr,
}

/// Bytes of lines that are written together.
const MOST_PENDING: usize = 64 * 1024;

impl ReportSink {
    pub(crate) fn write_all(&mut self, bytes: &[u8]) -> Result<(), SinkError> {
        match self {
            Self::File(sink, pending) => {
                pending.extend_from_slice(bytes);
                if pending.len() < MOST_PENDING {
                    return Ok(());
                }
                sink.write_all(&std::mem::take(pending))
            }
            Self::Stderr => {
                // Nobody listening to standard error is no reason to fail.
                let _ = std::io::stderr().lock().write_all(bytes);
                Ok(())
            }
        }
    }

    pub(crate) fn finish(self) -> Result<(), SinkError> {
        match self {
            Self::File(mut sink, pending) => {
                sink.write_all(&pending)?;
                sink.finish().map(drop)
            }
            Self::Stderr => Ok(()),
        }
    }
}

pub(crate) fn open_report(path: &Path) -> anyhow::Result<ReportSink> {
    if path.as_os_str() == "-" {
        return Ok(ReportSink::Stderr);
    }
    signals::watch();
    let sink = Sink::open(&Target::File(path.to_owned()), SinkOptions::default())?;
    Ok(ReportSink::File(sink, Vec::new()))
}
