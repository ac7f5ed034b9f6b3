//! Output formats of findings: for people, scripts, and services that show them next to the code.

mod github;
mod gitlab;
mod json;
mod junit;
mod sarif;
mod text;

use clap::ValueEnum;
use turnwise::report::{Diagnostic, FixSafety};

use crate::cli::terminal::Paint;

/// How findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum OutputFormat {
    /// Message, place, source text and help
    Full,
    /// One line per finding: <file:line:column>: error CODE message
    Concise,
    /// A JSON array of all findings
    Json,
    /// One JSON line per record, with its findings
    Jsonl,
    /// GitHub Actions annotations
    Github,
    /// A GitLab code quality report
    Gitlab,
    /// SARIF 2.1.0
    Sarif,
    /// `JUnit` XML: a test suite per file
    Junit,
}

impl OutputFormat {
    /// True for formats for programs, which have no summary as text. Annotations are lines of a log that people read.
    pub(crate) fn is_for_programs(self) -> bool {
        !matches!(self, Self::Full | Self::Concise | Self::Github)
    }
}

/// A finding of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reported<'f> {
    pub(crate) diagnostic: &'f Diagnostic,
    /// The file that was checked.
    pub(crate) input: &'f str,
    /// The number of the record, from 1. `None`: the finding is about the file as a whole.
    pub(crate) record: Option<u64>,
    /// Fixes that this run would apply.
    pub(crate) most: FixSafety,
}

impl<'f> Reported<'f> {
    /// The file of the finding: one of a folder, if the folder was checked.
    fn file(&self) -> &'f str {
        self.diagnostic.file.as_deref().unwrap_or(self.input)
    }

    /// ` [*]` after the code of a finding that `--fix` corrects with the options of this run.
    fn mark(&self) -> &'static str {
        if self.diagnostic.fix.is_some_and(|safety| safety <= self.most) { " [*]" } else { "" }
    }

    /// The path of the file for services, which expect `data/a.jsonl` instead of `./data/a.jsonl`.
    fn path(&self) -> &'f str {
        let mut path = self.file();
        while let Some(rest) = path.strip_prefix("./") {
            path = rest.trim_start_matches('/');
        }
        path
    }

    /// Line and column, from 1.
    fn place(&self) -> (u64, u64) {
        self.diagnostic.location.as_ref().map_or((1, 1), |it| (it.line, it.column))
    }

    fn pointer(&self) -> &'f str {
        self.diagnostic.location.as_ref().map_or("", |it| it.pointer.as_str())
    }

    /// The message, with the pointer into the record.
    fn message(&self) -> String {
        let message = &self.diagnostic.message;
        match self.pointer() {
            "" => message.clone(),
            pointer => format!("{message} at {pointer}"),
        }
    }
}

/// Prints findings as they arrive. Each method returns the text to write next.
pub(crate) trait FindingPrinter {
    /// A finding.
    fn finding(&mut self, finding: Reported<'_>) -> String;

    /// The text before the first finding.
    fn head(&mut self) -> String {
        String::new()
    }

    /// Called after the last finding of a file.
    fn end_of_file(&mut self, _file: &str) -> String {
        String::new()
    }

    /// The text after the last finding.
    fn tail(&mut self) -> String {
        String::new()
    }
}

/// The printer of a format. Lines for records ([`OutputFormat::Jsonl`]) are printed record by record, see
/// [`record_line`].
pub(crate) fn printer(format: OutputFormat, paint: Paint) -> Box<dyn FindingPrinter + Send> {
    match format {
        OutputFormat::Full => Box::new(text::Full { paint }),
        OutputFormat::Concise => Box::new(text::Concise { paint }),
        OutputFormat::Json | OutputFormat::Jsonl => Box::new(json::Array::default()),
        OutputFormat::Github => Box::new(github::Annotations),
        OutputFormat::Gitlab => Box::new(gitlab::CodeQuality::default()),
        OutputFormat::Sarif => Box::new(sarif::Sarif::default()),
        OutputFormat::Junit => Box::new(junit::Suites::default()),
    }
}

pub(crate) use json::record_line;
