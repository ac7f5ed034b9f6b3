//! `turnwise validate`

use std::path::PathBuf;

use clap::ValueEnum;
use turnwise::Validate;
use turnwise::op::validate::Findings;
use turnwise::op::{self, Outcome};
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
    /// Exit 0 even if there are errors
    #[arg(long)]
    exit_zero: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    /// Three lines for each finding: what, where, what to do
    Full,
    /// One line for each finding: <file:line:column>: error CODE message
    Concise,
    /// One array of all findings
    Json,
    /// One line for each record, with its findings
    Jsonl,
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    for (option, codes) in
        [("--select", &args.select), ("--ignore", &args.ignore), ("--extend-select", &args.extend_select)]
    {
        super::check_codes(option, codes)?;
    }
    let how = args.output_format.unwrap_or_else(|| {
        use std::io::IsTerminal as _;
        if std::io::stdout().is_terminal() { OutputFormat::Full } else { OutputFormat::Concise }
    });
    let files = inputs(&args.input, terminal)?;
    Clashes::of(&files).writes(Side::Report, args.report.as_deref()).check(None, Advice::Elsewhere)?;
    let report = args.report.as_deref().map(open_report).transpose()?;
    let mut printer =
        Printer { args, how, terminal, report, is_first: true, failure: None, shown: 0, held: Vec::new() };
    let (mut total, mut checked) = (Outcome::default(), 0_u64);
    let exit = each(&files, terminal, |file| {
        let mut outcome = one(file, args, terminal, &mut printer)?;
        let is_bad = outcome.report.errors() > 0 && !args.exit_zero;
        total.add(&mut outcome);
        checked += 1;
        Ok(if is_bad { Exit::No } else { Exit::Done })
    })?;
    let is_event = |(name, _): &(&str, u64)| *name == turnwise::events::FORMAT;
    terminal.no_effect("lenient", !total.formats.iter().any(is_event), "where no record is ag-ui");
    terminal.no_effect("max_findings", args.statistics, "with --statistics");
    printer.close(&total)?;
    end_report(printer.report.take(), &total)?;
    let has_summary = !terminal.is_quiet && !matches!(how, OutputFormat::Json | OutputFormat::Jsonl);
    if has_summary || exit == Exit::No {
        summary(&total, checked, terminal);
    }
    Ok(exit)
}

fn summary(total: &Outcome, checked: u64, terminal: &Terminal) {
    let (errors, all) = (total.report.errors(), total.report.total(|_| true));
    if all == 0 && !terminal.is_verbose {
        return;
    }
    let count = text::count;
    let notes = total.report.total(|count| count.severity == Severity::Note);
    let more = if notes > 0 { format!(", {}", count(notes, "note")) } else { String::new() };
    line(&format!(
        "{} in {}: {}, {}{more}",
        count(total.records_in, "conversation"),
        count(checked, "file"),
        count(errors, "error"),
        count(all - errors - notes, "warning"),
    ));
}

fn one(file: &InputFile, args: &Args, terminal: &Terminal, printer: &mut Printer<'_>) -> anyhow::Result<Outcome> {
    let settings = Settings::new(file, &args.input, Some(&args.work), &terminal.global)?;
    let name = file.name();
    let source = file.open(&args.input).map_err(|error| super::unreadable(&name, error))?;
    let size = source.size();
    let input = super::open_input(source, &name, &settings.choice, terminal)?;
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
    let shown = Shown::new(terminal.global.progress, terminal.is_quiet, &name, size);
    printer.shown = 0;
    let outcome = op::validate::run(input, &options, &mut |findings| printer.print_record(&findings, &name), &shown);
    drop(shown);
    if let Some(failure) = printer.failure.take() {
        return Err(failure);
    }
    let outcome = outcome.map_err(|error| anyhow::Error::new(error).context(name.clone()))?;
    let found = outcome.report.total(|_| true);
    if found > printer.shown && !args.statistics && !terminal.is_quiet {
        line(&format!(
            "turnwise: note: {}: {} more findings not shown (--max-findings)",
            crate::cli::terminal::clean(&name),
            found - printer.shown
        ));
    }
    Ok(outcome)
}

struct Printer<'p> {
    args: &'p Args,
    how: OutputFormat,
    terminal: &'p Terminal,
    report: Option<ReportSink>,
    is_first: bool,
    failure: Option<anyhow::Error>,
    shown: u64,
    /// Findings of a record that goes on, where a record is a line.
    held: Vec<Diagnostic>,
}

impl Printer<'_> {
    fn print_record(&mut self, findings: &Findings, file: &str) -> Flow {
        let mut text = String::new();
        if let Some(report) = &mut self.report {
            for diagnostic in &findings.diagnostics {
                let line = Finding::new(diagnostic, file, None).line() + "\n";
                if let Err(error) = report.write_all(line.as_bytes()) {
                    self.failure = Some(error.into());
                    return Flow::Stop;
                }
            }
        }
        if self.how == OutputFormat::Jsonl {
            self.lines(findings, file, &mut text);
        } else {
            for diagnostic in &findings.diagnostics {
                self.one(diagnostic, file, &mut text);
            }
        }
        if text.is_empty() {
            return Flow::Continue;
        }
        match print(&text) {
            Ok(()) => Flow::Continue,
            Err(error) => {
                self.failure = Some(error);
                Flow::Stop
            }
        }
    }

    fn one(&mut self, diagnostic: &Diagnostic, file: &str, text: &mut String) {
        if self.args.statistics || self.shown >= self.args.max_findings {
            return;
        }
        self.shown += 1;
        match self.how {
            OutputFormat::Full => *text += &text::full(diagnostic, file, self.terminal.paint()),
            OutputFormat::Concise => *text += &text::concise(diagnostic, file, self.terminal.paint()),
            OutputFormat::Json => {
                *text += if self.is_first { "[\n" } else { ",\n" };
                *text += &Finding::new(diagnostic, file, None).line();
                self.is_first = false;
            }
            OutputFormat::Jsonl => {}
        }
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
            self.line(own, file, &(record + 1).to_string(), text);
        }
        if findings.goes_on {
            self.held = held;
            return;
        }
        if !rest.is_empty() {
            self.line(rest, file, "null", text);
        }
    }

    fn line(&mut self, own: &[Diagnostic], file: &str, record: &str, text: &mut String) {
        let is_valid = own.iter().all(|diagnostic| diagnostic.severity != Severity::Error);
        let lines: Vec<_> = own.iter().map(|diagnostic| Finding::new(diagnostic, file, None).line()).collect();
        self.shown += own.len() as u64;
        let file = turnwise::json::quoted(file);
        *text += &format!(
            "{{\"file\":{file},\"record\":{record},\"valid\":{is_valid},\"findings\":[{}]}}\n",
            lines.join(",")
        );
    }

    fn close(&mut self, total: &Outcome) -> anyhow::Result<()> {
        if self.how == OutputFormat::Json && !self.args.statistics {
            return print(if self.is_first { "[]\n" } else { "\n]\n" });
        }
        if !self.args.statistics {
            return Ok(());
        }
        let mut counts: Vec<_> = total.report.counts().iter().collect();
        counts.sort_by_key(|count| (std::cmp::Reverse(count.count), count.code.id));
        if matches!(self.how, OutputFormat::Json | OutputFormat::Jsonl) {
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
