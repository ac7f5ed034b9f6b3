//! `turnwise validate`

use std::path::PathBuf;

use turnwise::Validate;
use turnwise::op::validate::{Findings, Options, of_file};
use turnwise::op::{self, Input, Outcome, Trouble, file_finding};
use turnwise::report::{Diagnostic, Severity};
use turnwise::stream::Flow;

use super::clashes::{Advice, Clashes, Side};
use super::convert_ends::{ReportSink, open_report};
use super::job::{each, end_report};
use super::settings::Settings;
use crate::cli::args::{InputArgs, ToFormat, WorkArgs, target};
use crate::cli::exit::Exit;
use crate::cli::files::{InputFile, inputs};
use crate::cli::help::CODES;
use crate::cli::print::findings::{FindingPrinter, OutputFormat, Reported, printer, record_line};
use crate::cli::print::json::Finding;
use crate::cli::print::text;
use crate::cli::progress::Shown;
use crate::cli::terminal::{Terminal, line, print};

/// Check conversations: syntax, shape, then rules
///
/// Prints findings to standard output. Exit 1 if there is an error among them.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(after_help = "Examples:
  turnwise validate chats.jsonl
  turnwise validate --for openai:finetune train.jsonl
  turnwise validate --output-format json --ignore TW104 data/")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    work: WorkArgs,
    /// Check whether this format would accept the records if they were sent now
    #[arg(long = "for", value_name = "FORMAT", value_parser = target())]
    target: Option<ToFormat>,
    /// How findings are printed [default: full on a terminal, else concise]
    #[arg(long, value_name = "HOW")]
    output_format: Option<OutputFormat>,
    /// Check only these codes: an id, a prefix (TW2) or a name
    #[arg(long, value_name = "CODES", value_delimiter = ',', value_parser = CODES)]
    select: Vec<String>,
    /// Do not check these codes
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    ignore: Vec<String>,
    /// Also check these codes, in addition to --select
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    extend_select: Vec<String>,
    /// Warnings are errors
    #[arg(long)]
    warn_as_error: bool,
    /// Accept a log of events that does not begin with a run (ag-ui)
    #[arg(long)]
    lenient: bool,
    /// Print the number of findings of each code, instead of every finding
    #[arg(long)]
    statistics: bool,
    /// Limit of findings printed for each file
    #[arg(long, value_name = "N", default_value_t = 1000)]
    max_findings: u64,
    /// Write every loss and finding to this file, as JSON lines; - for standard error
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Pass over files that hold no conversation: other JSON, text
    #[arg(long)]
    skip_unknown: bool,
    /// Exit 0 even if there are errors
    #[arg(long)]
    exit_zero: bool,
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    for (option, codes) in
        [("--select", &args.select), ("--ignore", &args.ignore), ("--extend-select", &args.extend_select)]
    {
        super::check_codes(option, codes)?;
    }
    let format = args.output_format.unwrap_or_else(|| {
        use std::io::IsTerminal as _;
        if std::io::stdout().is_terminal() { OutputFormat::Full } else { OutputFormat::Concise }
    });
    let files = inputs(&args.input, terminal)?;
    Clashes::of(&files).writes(Side::Report, args.report.as_deref()).check(None, Advice::Elsewhere)?;
    let report = args.report.as_deref().map(open_report).transpose()?;
    let mut printer = Printer {
        args,
        format,
        form: printer(format, terminal.paint()),
        report,
        failure: None,
        shown: 0,
        held: Vec::new(),
    };
    if !args.statistics {
        print(&printer.form.head())?;
    }
    let (mut total, mut counts) = (Outcome::default(), Counts::default());
    let exit = each(&files, terminal, |file| {
        let Some(mut outcome) = one(file, args, terminal, &mut printer)? else {
            counts.skipped += 1;
            return Ok(Exit::Done);
        };
        let is_bad = outcome.report.errors() > 0 && !args.exit_zero;
        total.add(&mut outcome);
        counts.checked += 1;
        Ok(if is_bad { Exit::No } else { Exit::Done })
    })?;
    let is_event = |(name, _): &(&str, u64)| *name == turnwise::events::FORMAT;
    terminal.no_effect("lenient", !total.formats.iter().any(is_event), "where no record is ag-ui");
    terminal.no_effect("max_findings", args.statistics, "with --statistics");
    printer.close(&total)?;
    end_report(printer.report.take(), &total)?;
    if exit != Exit::Done || !(terminal.is_quiet || format.is_for_programs()) {
        counts.summary(&total);
    }
    Ok(exit)
}

/// Files of a run.
#[derive(Default)]
struct Counts {
    checked: u64,
    skipped: u64,
}

impl Counts {
    /// `5 conversations in 5 files: 2 errors, 1 warning`
    fn summary(&self, total: &Outcome) {
        let (errors, all) = (total.report.errors(), total.report.total(|_| true));
        let notes = total.report.total(|count| count.severity == Severity::Note);
        let count = text::count;
        let skipped =
            if self.skipped > 0 { format!("; {} skipped", count(self.skipped, "file")) } else { String::new() };
        let checked = format!("{} in {}", count(total.records_in, "conversation"), count(self.checked, "file"));
        if all == 0 {
            return line(&format!("{checked} checked: no findings{skipped}"));
        }
        let more = if notes > 0 { format!(", {}", count(notes, "note")) } else { String::new() };
        let (errors, warnings) = (count(errors, "error"), count(all - errors - notes, "warning"));
        line(&format!("{checked}: {errors}, {warnings}{more}{skipped}"));
    }
}

/// What is asked of one file.
fn options(args: &Args, settings: &Settings, terminal: &Terminal, printer: &Printer<'_>) -> anyhow::Result<Options> {
    let config = &settings.config.validate;
    let join = |a: &[String], b: &[String]| a.iter().chain(b).cloned().collect::<Vec<_>>();
    let mut select = join(&args.select, &config.select);
    if !select.is_empty() {
        select.extend(join(&args.extend_select, &config.extend_select));
    }
    let mut wanted = Validate::new()
        .select(select)
        .ignore(join(&args.ignore, &config.ignore))
        .strict(args.warn_as_error || config.warn_as_error)
        .lenient(args.lenient);
    terminal.no_effect("extend_select", args.select.is_empty() && config.select.is_empty(), "without --select");
    if let Some(to) = &args.target {
        wanted = wanted.target(to.name());
    }
    let mut options = wanted.options()?;
    options.jobs = settings.jobs;
    options.keep = if args.report.is_some() { u64::MAX } else { args.max_findings.max(1) };
    options.has_excerpts = matches!(printer.format, OutputFormat::Full | OutputFormat::Sarif);
    Ok(options)
}

/// Checks a file. `None`: it holds no conversation, and was skipped.
fn one(
    file: &InputFile,
    args: &Args,
    terminal: &Terminal,
    printer: &mut Printer<'_>,
) -> anyhow::Result<Option<Outcome>> {
    let settings = Settings::new(file, &args.input, Some(&args.work), &terminal.global)?;
    let name = file.name();
    let options = options(args, &settings, terminal, printer)?;
    printer.shown = 0;
    let opened = file.open(&args.input).map_err(|error| file_finding::of_source(&error));
    let size = opened.as_ref().ok().and_then(turnwise::stream::Source::size);
    let input = match opened.map(|source| Input::new(source, &settings.choice)) {
        Ok(Ok(input)) => Ok(input),
        Ok(Err(Trouble::Unknown { .. } | Trouble::Foreign(_) | Trouble::Text(_))) if args.skip_unknown => {
            return Ok(None);
        }
        Ok(Err(trouble)) => Err(file_finding::of_trouble(&trouble)),
        Err(finding) => Err(finding),
    };
    let mut note = |findings: Findings| printer.print_record(&findings, &name);
    let outcome = match input {
        Ok(input) => {
            super::tell_ties(&input, &name, terminal);
            let shown = Shown::new(terminal.global.progress, terminal.is_quiet, &name, size);
            op::validate::run(input, &options, &mut note, &shown)
        }
        Err(finding) => of_file(finding, &options, &mut note),
    };
    if let Some(failure) = printer.failure.take() {
        return Err(failure);
    }
    if !args.statistics {
        print(&printer.form.end_of_file(&name))?;
    }
    let found = outcome.report.total(|_| true);
    if found > printer.shown && !args.statistics && !terminal.is_quiet {
        let hidden = text::count(found - printer.shown, "more finding");
        terminal.note(&format!("{name}: {hidden} not shown (--max-findings)"));
    }
    Ok(Some(outcome))
}

struct Printer<'p> {
    args: &'p Args,
    format: OutputFormat,
    form: Box<dyn FindingPrinter + Send>,
    report: Option<ReportSink>,
    failure: Option<anyhow::Error>,
    /// Findings of this file that were printed.
    shown: u64,
    /// Findings of a record that goes on, where a record is a line.
    held: Vec<Diagnostic>,
}

/// The number of a record that a finding is about, from 1.
fn number(findings: &Findings, diagnostic: &Diagnostic) -> Option<u64> {
    (findings.records > 0 || findings.goes_on).then_some(diagnostic.record + 1)
}

impl Printer<'_> {
    fn print_record(&mut self, findings: &Findings, input: &str) -> Flow {
        match self.write_record(findings, input) {
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
                let finding = Finding::new(diagnostic, input, None).of_record(number(findings, diagnostic));
                report.write_all((finding.line() + "\n").as_bytes())?;
            }
        }
        if self.format == OutputFormat::Jsonl {
            self.lines(findings, input, &mut text);
        } else if !self.args.statistics {
            for diagnostic in &findings.diagnostics {
                if self.shown >= self.args.max_findings {
                    break;
                }
                self.shown += 1;
                let record = number(findings, diagnostic);
                text += &self.form.finding(Reported { diagnostic, input, record });
            }
        }
        if text.is_empty() { Ok(()) } else { print(&text) }
    }

    /// One line a record, whatever was found in it. What is about no record, such as an index, has a line of its own.
    fn lines(&mut self, findings: &Findings, file: &str, text: &mut String) {
        let mut held = std::mem::take(&mut self.held);
        let room = usize::try_from(self.args.max_findings).unwrap_or(usize::MAX).saturating_sub(held.len());
        let mut rest = findings.diagnostics.as_slice();
        if findings.goes_on || !held.is_empty() {
            // A log is one record that is heard of in pieces.
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
        let own: Vec<_> = own.iter().map(|diagnostic| Reported { diagnostic, input: file, record }).collect();
        self.shown += own.len() as u64;
        *text += &record_line(&own, file, record, is_valid);
    }

    fn close(&mut self, total: &Outcome) -> anyhow::Result<()> {
        if !self.args.statistics {
            let is_array = self.format != OutputFormat::Jsonl;
            return print(&if is_array { self.form.tail() } else { String::new() });
        }
        let mut counts: Vec<_> = total.report.counts().iter().collect();
        counts.sort_by_key(|count| (std::cmp::Reverse(count.count), count.code.id));
        if self.format.is_for_programs() {
            let map: serde_json::Map<_, _> = counts.iter().map(|it| (it.code.id.to_owned(), it.count.into())).collect();
            return print(&format!("{}\n", serde_json::Value::Object(map)));
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
        print(&rows.collect::<String>())
    }
}
