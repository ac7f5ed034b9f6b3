//! `turnwise validate`

mod baseline;
mod check_args;
mod check_target;
mod fix;
mod fix_diff;
mod print;

use std::io::IsTerminal as _;

use turnwise::op::validate::{Findings, ValidateOptions, of_file};
use turnwise::op::{self, Input, Outcome, Trouble, file_finding};
use turnwise::report::syntax::UNREADABLE;
use turnwise::report::{FixSafety, Severity};

use crate::cli::args::{InputArgs, MaxErrors, WorkArgs};
use crate::cli::config_search::config_for;
use crate::cli::exit::Exit;
use crate::cli::job::clashes::{Clashes, SideFile};
use crate::cli::job::files::{InputFile, inputs};
use crate::cli::job::nested;
use crate::cli::job::open_input::tell_format;
use crate::cli::job::report_files::ReportArgs;
use crate::cli::job::run::each;
use crate::cli::job::settings::InputSettings;
use crate::cli::print::findings::OutputFormat;
use crate::cli::print::json::SummaryLine;
use crate::cli::print::print_args::PrintArgs;
use crate::cli::print::text;
use crate::cli::progress::ProgressDisplay;
use crate::cli::terminal::Terminal;
use baseline::{Baseline, BaselineArgs};
use check_args::CheckArgs;
use fix::{FixArgs, FixMode, Fixer, fixable};
use print::{FindingPrintArgs, Printer, RunSettings};

/// Check conversations: syntax, shape, then rules
///
/// Prints findings to standard output. Exits 1 if at least one is an error.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(mut_arg("output_format", |arg| arg.help("Output format [default: full on a terminal, otherwise concise]")))]
#[command(after_help = "Examples:
  turnwise validate chats.jsonl
  turnwise validate --for openai:finetune train.jsonl
  turnwise validate --ignore TW104 data/ -o findings.json")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    work: WorkArgs,
    /// Check whether a service (openai:finetune) or a trainer (trl) would accept the records
    #[arg(long = "for", value_name = "TARGET", value_parser = check_target::parser())]
    target: Option<String>,
    #[command(flatten)]
    print: PrintArgs<OutputFormat>,
    #[command(flatten)]
    checks: CheckArgs,
    #[command(flatten)]
    findings: FindingPrintArgs,
    #[command(flatten)]
    report: ReportArgs,
    /// Exit 1 if more records than this fail, over all inputs: a number, or a percentage
    ///
    /// A record fails if a finding in it is an error. The default is 0.
    #[arg(long, value_name = "N|N%", conflicts_with = "exit_zero")]
    max_errors: Option<MaxErrors>,
    /// Skip files that contain no conversations
    #[arg(long)]
    skip_unknown: bool,
    #[command(flatten)]
    baseline: BaselineArgs,
    /// Exit 0 even if there are errors
    #[arg(long)]
    exit_zero: bool,
    #[command(flatten)]
    fixes: FixArgs,
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    args.checks.check_names()?;
    let mut files = inputs(&args.input, terminal)?;
    let (wanted, mode) = wanted(args, &files, terminal)?;
    args.print.open(args.report.add_to(Clashes::of(&files)).writes(SideFile::Baseline, args.baseline.written()))?;
    let baseline = args.baseline.open()?;
    if let Some(baseline) = &baseline {
        files.retain(|file| !file.path.as_deref().is_some_and(|path| baseline.is_file(path)));
    }
    let mut report = args.report.open()?;
    let mut printer = Printer::start(wanted, terminal.paint(), report.full.take(), baseline)?;
    let (mut total, mut counts) = (Outcome::default(), FileCounts::default());
    let mut fixer = mode.map(|mode| Fixer::new(mode, &args.input, terminal));
    let mut exit = each(&files, terminal, |file| {
        let Some(mut outcome) = one(file, args, terminal, &mut printer, wanted, fixer.as_mut())? else {
            counts.skipped += 1;
            return Ok(Exit::Done);
        };
        let is_unread = outcome.report.total(|count| count.code == &UNREADABLE) > 0;
        let is_bad = outcome.report.errors() > 0 && !wanted.exit_zero && args.max_errors.is_none();
        total.add(&mut outcome);
        counts.checked += 1;
        Ok(if is_unread {
            let name = file.name();
            terminal.failed(&name, &format!("{name} cannot be read"));
            Exit::Trouble
        } else if is_bad {
            Exit::No
        } else {
            Exit::Done
        })
    })?;
    let is_event = |(name, _): &(&str, u64)| *name == turnwise::events::FORMAT;
    terminal.no_effect("lenient", !total.formats.iter().any(is_event), "where no record is ag-ui");
    terminal.no_effect("max_findings", wanted.statistics, "with --statistics");
    if fixer.as_ref().is_some_and(Fixer::would_change) && !wanted.exit_zero {
        exit = exit.worst(Exit::No);
    }
    if let Some(limit) = args.max_errors.filter(|limit| limit.is_beyond(printer.failed.count, total.records_in)) {
        let failed = text::count(printer.failed.count, "failed record");
        terminal.conclude_with(&format!("{failed} of {} exceed --max-errors {limit}", text::number(total.records_in)));
        exit = exit.worst(Exit::No);
    }
    printer.close(&total)?;
    report.full = printer.report.take();
    report.end_with(&SummaryLine::of_check(&total))?;
    if let Some(baseline) = &printer.baseline {
        tell_baseline(baseline, terminal)?;
    }
    if total.unchecked.has_uncompared {
        terminal.note("a file has more records than are compared with each other: repeated ones may be missing");
    }
    if total.unchecked.only_messages > 0 {
        let records = text::count(total.unchecked.only_messages, "record");
        terminal.note(&format!("{records} without settings: only the messages were judged, not the request"));
    }
    if exit != Exit::Done || !wanted.format.is_for_programs() {
        if !wanted.is_diff {
            terminal.status(&counts.summary(&total));
        }
        match &fixer {
            Some(fixer) => terminal.status(&fixer.summary(printer.fixable)),
            None => fixable(printer.fixable, wanted.most).iter().for_each(|text| terminal.status(text)),
        }
    }
    Ok(exit)
}

/// Writes the baseline, or reports that it contains findings that no longer exist.
fn tell_baseline(baseline: &Baseline, terminal: &Terminal) -> anyhow::Result<()> {
    if let Some(written) = baseline.write()? {
        terminal.note(&format!("the baseline has {}", text::count(written, "finding")));
    } else if baseline.gone() > 0 {
        let gone = text::count(baseline.gone(), "finding");
        terminal.note(&format!("{gone} of the baseline are gone (--write-baseline writes it again)"));
    }
    Ok(())
}

/// Files of a run.
#[derive(Default)]
struct FileCounts {
    checked: u64,
    skipped: u64,
}

impl FileCounts {
    /// `5 conversations in 5 files: 2 errors, 1 warning`
    fn summary(&self, total: &Outcome) -> String {
        let (errors, all) = (total.report.errors(), total.report.total(|_| true));
        let notes = total.report.total(|count| count.severity == Severity::Note);
        let count = text::count;
        let skipped =
            if self.skipped > 0 { format!("; {} skipped", count(self.skipped, "file")) } else { String::new() };
        let checked = format!(
            "{} in {}",
            text::read(total.records_in - total.failed.error_lines(), total),
            count(self.checked, "file")
        );
        if all == 0 {
            return format!("{checked} checked: no findings{skipped}");
        }
        let more = if notes > 0 { format!(", {}", count(notes, "note")) } else { String::new() };
        let (errors, warnings) = (count(errors, "error"), count(all - errors - notes, "warning"));
        format!("{checked}: {errors}, {warnings}{more}{skipped}")
    }
}

/// The options for all files: those of the command line, then the settings of the first file.
fn wanted(args: &Args, files: &[InputFile], terminal: &Terminal) -> anyhow::Result<(RunSettings, Option<FixMode>)> {
    let config = &config_for(files.first().and_then(InputFile::place), terminal)?.validate;
    let most = if args.fixes.unsafe_fixes { FixSafety::Unsafe } else { FixSafety::Safe };
    let mode = FixMode::new(args.fixes, most);
    let is_diff = args.fixes.diff;
    let is_file = args.print.path().is_some();
    let is_seen = std::io::stdout().is_terminal() && !is_file;
    let usual = if is_seen { OutputFormat::Full } else { OutputFormat::Concise };
    // The file of --diff is a patch.
    let named = if is_diff { None } else { args.print.form()? };
    let settings = RunSettings {
        format: named.or(config.output_format).unwrap_or(usual),
        max_findings: args.findings.max_findings.or(config.max_findings).unwrap_or(1000),
        statistics: args.findings.statistics || config.statistics,
        exit_zero: args.exit_zero,
        most,
        is_aside: mode.is_some() && !is_diff && !is_file && files.iter().any(|file| file.path.is_none()),
        is_diff,
    };
    Ok((settings, mode))
}

/// The options of a check of one file.
fn options(
    args: &Args,
    settings: &InputSettings,
    file: &InputFile,
    wanted: RunSettings,
    terminal: &Terminal,
) -> anyhow::Result<ValidateOptions> {
    let mut options = args.checks.options(args.target.as_deref(), settings, file.place(), terminal)?;
    options.jobs = settings.jobs;
    options.keep = if args.report.is_full() || args.baseline.is_given() || args.max_errors.is_some() {
        u64::MAX
    } else {
        wanted.max_findings.max(1000)
    };
    options.has_excerpts = matches!(wanted.format, OutputFormat::Full | OutputFormat::Sarif);
    Ok(options)
}

/// Checks a file. `None`: it contains no conversation, and was skipped.
fn one(
    file: &InputFile,
    args: &Args,
    terminal: &Terminal,
    printer: &mut Printer,
    wanted: RunSettings,
    fixer: Option<&mut Fixer<'_>>,
) -> anyhow::Result<Option<Outcome>> {
    let settings = InputSettings::new(file, &args.input, Some(&args.work), terminal)?;
    let name = file.name();
    let options = options(args, &settings, file, wanted, terminal)?;
    let skips_unknown = args.skip_unknown || settings.config.validate.skip_unknown;
    let opened = match fixer {
        Some(fixer) => {
            let opened = fixer.fix(file, &settings.choice, &options, printer.baseline.as_ref())?;
            fixer.write_stdin()?;
            opened
        }
        None => file.open(&args.input),
    };
    let opened = opened.map_err(|error| file_finding::of_source(&error));
    let size = opened.as_ref().ok().and_then(turnwise::stream::Source::size);
    let input = match opened.map(|source| Input::new(source, &settings.choice)) {
        Ok(Ok(input)) => Ok(input),
        Ok(Err(Trouble::Unknown { .. } | Trouble::Foreign(_) | Trouble::Text(_))) if skips_unknown => {
            return Ok(None);
        }
        Ok(Err(trouble)) => Err(file_finding::of_trouble(&trouble)),
        Err(finding) => Err(finding),
    };
    let mut nesting = None;
    let mut note = |findings: Findings| printer.print_record(findings, &name);
    let mut outcome = match input {
        Ok(input) => {
            tell_format(&input, &name, terminal);
            nested::tell_found(&input, &args.input, &name, terminal);
            nesting.clone_from(&input.nesting);
            let shown = ProgressDisplay::new(terminal.global.progress, terminal.is_quiet, &name, size);
            op::validate::run(input, &options, &mut note, &shown)
        }
        Err(finding) => of_file(finding, &options, &mut note),
    };
    if let Some(failure) = printer.failure.take() {
        return Err(failure);
    }
    nested::tell_unreached(nesting.as_ref(), &name, terminal);
    let hidden = printer.end_of_file(&name, &mut outcome)?;
    if wanted.is_diff {
        return Ok(Some(Outcome::default()));
    }
    if hidden > 0 {
        terminal.note(&format!("{name}: {} not shown (--max-findings)", text::count(hidden, "more finding")));
    }
    Ok(Some(outcome))
}
