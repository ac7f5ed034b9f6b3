//! Prints the findings of `validate` immediately.

use turnwise::json::short_lists;
use turnwise::op::Outcome;
use turnwise::op::validate::Findings;
use turnwise::report::{Diagnostic, FixSafety, Report, Severity};
use turnwise::stream::Flow;

use super::baseline::Baseline;
use crate::cli::job::report_files::ReportSink;
use crate::cli::print::findings::{FindingPrinter, OutputFormat, Reported, printer, record_line};
use crate::cli::print::json::FindingLine;
use crate::cli::terminal::{Paint, clean, lines, plain_lines, print, print_text};

/// How many findings are printed.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct FindingPrintArgs {
    /// Print the number of findings per code instead of the findings
    #[arg(long)]
    pub(super) statistics: bool,
    /// Maximum number of findings to print per file [default: 1000]
    #[arg(long, value_name = "N")]
    pub(super) max_findings: Option<u64>,
}

/// The options for all files of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunSettings {
    pub(super) format: OutputFormat,
    pub(super) max_findings: u64,
    pub(super) statistics: bool,
    pub(super) exit_zero: bool,
    /// Fixes that `--fix` makes.
    pub(super) most: FixSafety,
    /// Standard output is used otherwise: findings go to standard error.
    pub(super) is_aside: bool,
    /// Findings are not printed, but changes are.
    pub(super) is_diff: bool,
}

impl RunSettings {
    fn print(&self, text: &str) -> anyhow::Result<()> {
        // Only these lines are workflow commands.
        let is_command = self.format == OutputFormat::Github;
        match (self.is_aside, is_command) {
            (true, true) => plain_lines(text),
            (true, false) => lines(text),
            (false, _) if self.is_diff => {}
            (false, true) => print(text)?,
            (false, false) => print_text(text)?,
        }
        Ok(())
    }
}

pub(super) struct Printer {
    pub(super) baseline: Option<Baseline>,
    /// The counts of this file, if there is a baseline.
    counted: Report,
    /// The maximum number of findings for each file.
    files: Vec<(String, u64)>,
    wanted: RunSettings,
    form: Box<dyn FindingPrinter + Send>,
    pub(super) report: Option<ReportSink>,
    pub(super) failure: Option<anyhow::Error>,
    /// The number of printed findings of this file.
    shown: u64,
    /// Findings of a record that continues, if each record is a line.
    held: Vec<Diagnostic>,
    /// Findings that can be fixed: safely, and unsafely.
    pub(super) fixable: [u64; 2],
    /// Records with an error, and the last of this file.
    pub(super) failed: FailedCount,
}

/// The number of records with an error.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FailedCount {
    pub(super) count: u64,
    /// The number of the last one of this file, and 0 for the file itself: findings of one record are consecutive.
    last: Option<u64>,
}

impl FailedCount {
    fn add(&mut self, record: u64) {
        if self.last.replace(record) != Some(record) {
            self.count += 1;
        }
    }
}

/// The number of the record of a finding, from 1.
fn number(findings: &Findings, diagnostic: &Diagnostic) -> Option<u64> {
    (findings.records > 0 || findings.goes_on).then_some(diagnostic.record + 1)
}

impl Printer {
    /// Prints the text before the first finding.
    pub(super) fn start(
        wanted: RunSettings,
        paint: Paint,
        report: Option<ReportSink>,
        baseline: Option<Baseline>,
    ) -> anyhow::Result<Self> {
        let mut form = printer(wanted.format, paint);
        if !wanted.statistics {
            wanted.print(&form.head())?;
        }
        let (counted, files) = (Report::keeping(0), Vec::new());
        Ok(Self {
            baseline,
            counted,
            files,
            wanted,
            form,
            report,
            failure: None,
            shown: 0,
            held: Vec::new(),
            fixable: [0; 2],
            failed: FailedCount::default(),
        })
    }

    /// Prints the text after the findings of a file, without those of the baseline. Returns the number of findings that
    /// were not printed.
    pub(super) fn end_of_file(&mut self, file: &str, outcome: &mut Outcome) -> anyhow::Result<u64> {
        let shown = std::mem::take(&mut self.shown);
        self.failed.last = None;
        if let Some(baseline) = &mut self.baseline {
            baseline.end_of_file(file);
            outcome.report = std::mem::replace(&mut self.counted, Report::keeping(0));
        }
        let found = outcome.report.total(|_| true);
        self.files.push((file.to_owned(), found));
        if self.wanted.statistics {
            return Ok(0);
        }
        self.wanted.print(&self.form.end_of_file(file))?;
        Ok(found.saturating_sub(shown))
    }

    pub(super) fn print_record(&mut self, mut findings: Findings, input: &str) -> Flow {
        if let Some(baseline) = &mut self.baseline {
            findings.diagnostics.retain(|diagnostic| !baseline.takes(input, diagnostic));
            findings.diagnostics.iter().for_each(|diagnostic| self.counted.keep(diagnostic.clone()));
        }
        for finding in &findings.diagnostics {
            if finding.severity == Severity::Error {
                self.failed.add(number(&findings, finding).unwrap_or(0));
            }
            match finding.fix {
                Some(FixSafety::Safe) => self.fixable[0] += 1,
                Some(FixSafety::Unsafe) => self.fixable[1] += 1,
                None => {}
            }
        }
        match self.write_record(&findings, input) {
            Ok(()) => Flow::Continue,
            Err(error) => {
                self.failure = Some(error);
                Flow::Stop
            }
        }
    }

    fn write_record(&mut self, findings: &Findings, input: &str) -> anyhow::Result<()> {
        let mut text = String::new();
        if let Some(report) = &mut self.report {
            for diagnostic in &findings.diagnostics {
                let finding = FindingLine::new(diagnostic, input, None).of_record(number(findings, diagnostic));
                report.add(diagnostic, || finding.fixed_up_to(self.wanted.most).line())?;
            }
        }
        if self.wanted.format == OutputFormat::Jsonl {
            self.lines(findings, input, &mut text);
        } else if !self.wanted.statistics {
            for diagnostic in &findings.diagnostics {
                if self.shown >= self.wanted.max_findings {
                    break;
                }
                self.shown += 1;
                let record = number(findings, diagnostic);
                text += &self.form.finding(Reported { diagnostic, input, record, most: self.wanted.most });
            }
        }
        if text.is_empty() { Ok(()) } else { self.wanted.print(&text) }
    }

    /// One line per record, with all its findings. Findings about no record, such as those of an index, have a separate
    /// line.
    fn lines(&mut self, findings: &Findings, file: &str, text: &mut String) {
        let mut held = std::mem::take(&mut self.held);
        let room = usize::try_from(self.wanted.max_findings).unwrap_or(usize::MAX).saturating_sub(held.len());
        let mut rest = findings.diagnostics.as_slice();
        if findings.goes_on || !held.is_empty() {
            // A log is one record that arrives in pieces.
            held.extend(rest.iter().take(room).cloned());
            rest = &held;
        }
        for record in findings.first..findings.first + findings.records {
            let count = rest.iter().take_while(|diagnostic| diagnostic.record <= record).count();
            let (own, later) = rest.split_at(count);
            rest = later;
            self.line(own, file, Some(record + 1), text);
        }
        if findings.goes_on {
            self.held = held;
            return;
        }
        if !rest.is_empty() {
            self.line(rest, file, None, text);
        }
    }

    fn line(&mut self, own: &[Diagnostic], file: &str, record: Option<u64>, text: &mut String) {
        let is_valid = own.iter().all(|diagnostic| diagnostic.severity != Severity::Error);
        let own: Vec<_> =
            own.iter().map(|diagnostic| Reported { diagnostic, input: file, record, most: self.wanted.most }).collect();
        self.shown += own.len() as u64;
        *text += &record_line(&own, file, record, is_valid);
    }

    /// Prints the text after the last finding.
    pub(super) fn close(&mut self, total: &Outcome) -> anyhow::Result<()> {
        if !self.wanted.statistics {
            let is_array = self.wanted.format != OutputFormat::Jsonl;
            return self.wanted.print(&if is_array { self.form.tail() } else { String::new() });
        }
        let mut counts: Vec<_> = total.report.counts().iter().collect();
        short_lists::sort_by_key(&mut counts, |count| (std::cmp::Reverse(count.count), count.code.id));
        if self.wanted.format.is_for_programs() {
            let mut map: serde_json::Map<_, _> =
                counts.iter().map(|it| (it.code.id.to_owned(), it.count.into())).collect();
            let files: serde_json::Map<_, _> = self
                .files
                .iter()
                .filter(|(_, count)| *count > 0)
                .map(|(file, count)| (file.clone(), (*count).into()))
                .collect();
            map.insert("files".to_owned(), files.into());
            return self.wanted.print(&format!("{}\n", serde_json::Value::Object(map)));
        }
        let rows = counts.iter().map(|it| {
            format!(
                "{:>8}  {} {:<7} {:<28} {}\n",
                it.count,
                it.code.id,
                it.severity.name(),
                it.code.name,
                it.code.summary
            )
        });
        let mut text: String = rows.collect();
        if self.files.len() > 1 {
            short_lists::sort_by(&mut self.files, |a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
            text.push('\n');
            let files = self.files.iter().filter(|(_, count)| *count > 0);
            files.for_each(|(file, count)| text.push_str(&format!("{count:>8}  {}\n", clean(file))));
        }
        self.wanted.print(&text)
    }
}
