//! `turnwise diff`

mod folder;
mod forms;
mod print;

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::ValueEnum;
use turnwise::op::diff::{self, Class, DiffFailure, DiffOptions, DiffSummary};
use turnwise::op::{Choice, Input, OnError};
use turnwise::report::{Failures, Report};
use turnwise::stream::Source;
use turnwise::{Align, Diff};

use crate::cli::args::{AtArg, FromFormat, InputArgs, PatternArgs, WorkArgs};
use crate::cli::exit::Exit;
use crate::cli::job::clashes::Clashes;
use crate::cli::job::files::{history, inputs};
use crate::cli::job::open_input::{trouble, unreadable};
use crate::cli::job::patience::{EndedInput, FailureArgs, Patience};
use crate::cli::job::run::tell_unread;
use crate::cli::job::settings::InputSettings;
use crate::cli::print::print_args::PrintArgs;
use crate::cli::print::text;
use crate::cli::progress::ProgressDisplay;
use crate::cli::terminal::{Terminal, clean, print_text};
use print::{DiffOutput, DiffPrinter};

/// Compare two versions of conversations, in any formats
///
/// Messages are matched by id if both sides have ids, otherwise by content. Exits 0 if there is no difference, 1 if
/// there is, and 2 on failure.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(
    mut_arg("files", |arg| arg.value_name("A B").num_args(0..=9).help("The two files, or two folders; - for standard input")),
    mut_arg("from", |arg| arg.help("Format of both files, or of A [default: auto, detect it]")),
    after_help = "Examples:
  turnwise diff monday.jsonl friday.jsonl
  turnwise diff --ignore ids,timestamps chat.openai.json chat.anthropic.json
  turnwise diff --output-format jsonpatch a.json b.json > a-to-b.patch.json
  turnwise diff a.jsonl b.jsonl -o changes.html"
)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    second: SecondInputArgs,
    /// Differences to ignore
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = classes())]
    ignore: Vec<String>,
    /// How to match messages
    #[arg(long, value_name = "HOW", default_value = "auto")]
    align: AlignArg,
    #[command(flatten)]
    print: PrintArgs<DiffOutputFormat>,
    #[command(flatten)]
    pub(super) output: DiffOutputArgs,
    /// Accept the arguments of a git diff driver, and exit 0 even if there are differences
    #[arg(long)]
    driver: bool,
    #[command(flatten)]
    work: WorkArgs,
    #[command(flatten)]
    failures: FailureArgs,
}

/// What differs in reading B.
#[derive(clap::Args, Clone, Debug)]
struct SecondInputArgs {
    /// Format of B [default: as for A]
    #[arg(long, value_name = "FORMAT", value_parser = crate::cli::args::format_or_auto())]
    from_b: Option<FromFormat>,
    /// Where the conversations are in the records of B [default: as for A]; '' for the records themselves
    #[arg(long, value_name = "POINTER", requires = "at")]
    at_b: Vec<AtArg>,
}

/// What is printed about the differences.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct DiffOutputArgs {
    /// The form of the output: that of `print`, or a page with `--html`
    #[arg(skip)]
    pub(super) form: DiffOutputFormat,
    /// Lines of context around each change (unified)
    #[arg(short = 'U', long, value_name = "N", default_value_t = 3)]
    pub(super) unified: u16,
    /// Same as --output-format html --output FILE
    #[arg(long, value_name = "FILE", hide = true, conflicts_with_all = ["output_format", "json", "output", "stat", "brief"])]
    html: Option<PathBuf>,
    /// Print the number of changes of each kind and path, over all records
    #[arg(long, conflicts_with = "output_format")]
    pub(super) stat: bool,
    /// Print only whether the files differ
    #[arg(long, conflicts_with_all = ["output_format", "stat"])]
    pub(super) brief: bool,
    /// Print the messages that only B contains, unchanged, one per line
    #[arg(long, conflicts_with_all = ["output_format", "stat", "brief"])]
    pub(super) new_messages: bool,
}

impl DiffOutputArgs {
    /// True if the changes themselves are printed, not only their number or existence, or the messages.
    fn has_changes(&self) -> bool {
        !self.stat && !self.brief && !self.new_messages
    }

    /// True if the changes are printed in this format.
    fn shows(&self, format: DiffOutputFormat) -> bool {
        self.form == format && !self.stat && !self.brief
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AlignArg {
    /// By id if both sides have ids, otherwise by content
    Auto,
    /// By id only
    Id,
    /// By content only
    Content,
    /// By position
    Position,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum DiffOutputFormat {
    /// One line per change, with word differences
    #[default]
    #[value(alias = "text")]
    Human,
    /// A JSON object with all changes
    Json,
    /// A JSON Patch (RFC 6902) from A to B
    Jsonpatch,
    /// The lines of the messages, as in diff -u
    Unified,
    /// GitHub Actions annotations
    Github,
    /// A self-contained page with both files side by side
    Html,
}

pub(super) fn classes() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(Class::ALL.iter().map(|(_, name)| *name))
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    if args.failures.is_emit() {
        bail!("diff writes no records: use --on-error skip");
    }
    let mut args = args.clone();
    let is_counted = !args.output.has_changes();
    args.output.form = match args.output.html.take() {
        Some(path) => {
            args.print.set_path(path);
            DiffOutputFormat::Html
        }
        None if is_counted => DiffOutputFormat::Human,
        None => args.print.form()?.unwrap_or_default(),
    };
    let args = &args;
    terminal.no_effect("unified", args.output.form != DiffOutputFormat::Unified, "without --output-format unified");
    if args.output.form == DiffOutputFormat::Jsonpatch && !args.ignore.is_empty() {
        bail!("a JSON patch turns A into exactly B: --ignore is for the other formats");
    }
    if args.driver {
        return driver(args, terminal);
    }
    let [a, b] = args.input.files.as_slice() else {
        bail!("diff compares two files or two folders: turnwise diff A B");
    };
    let is_stdin = |path: &Path| path.as_os_str() == "-";
    if is_stdin(a) && is_stdin(b) {
        bail!("standard input can be one of the two, not both");
    }
    match [is_folder(args, a)?, is_folder(args, b)?] {
        [true, true] => return folder::run(args, [a, b], terminal),
        [false, false] => {}
        [is_first, _] => {
            let (folder, other) = if is_first { (a, b) } else { (b, a) };
            bail!(
                "{} is a folder, and {} is not: diff compares two files or two folders",
                folder.display(),
                other.display()
            );
        }
    }
    let names = [a, b].map(|path| if is_stdin(path) { "stdin".to_owned() } else { path.display().to_string() });
    files(args, [a, b], &names, terminal)
}

/// A folder of files; one of sessions is a single input.
fn is_folder(args: &Args, path: &Path) -> anyhow::Result<bool> {
    Ok(path.is_dir() && history(path, &args.input)?.is_none())
}

/// `path old-file old-hex old-mode new-file new-hex new-mode`, and for a renamed file two arguments more.
fn driver(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let (Some(path), Some(old), Some(new)) =
        (args.input.files.first(), args.input.files.get(1), args.input.files.get(4))
    else {
        bail!("--driver is for git, which gives seven arguments: [diff \"turnwise\"] command = turnwise diff --driver");
    };
    let name = path.display().to_string();
    print_text(&format!("{}\n", terminal.paint().bold(&format!("turnwise diff {}", clean(&name)))))?;
    match files(args, [old, new], &[format!("a/{name}"), format!("b/{name}")], terminal) {
        Ok(_) => Ok(Exit::Done),
        Err(error) if crate::cli::terminal::is_broken_pipe(&error) => Err(error),
        // Any other code would end git's run at this file.
        Err(error) => {
            print_text(&format!("  {}\n", clean(&format!("{error:#}"))))?;
            Ok(Exit::Done)
        }
    }
}

/// Two files outside folders.
fn files(args: &Args, paths: [&Path; 2], names: &[String; 2], terminal: &Terminal) -> anyhow::Result<Exit> {
    args.print.open(Clashes::default().reads(paths))?;
    let pair = InputPair::open(args, paths.map(Some), names, terminal)?;
    if args.output.new_messages {
        let mut out = DiffOutput::default();
        let patience = pair.patience;
        let new = pair.new_messages(args, names, &mut out)?;
        out.flush()?;
        let sides = ReadSides { failed: &new.failed, records: new.records, unread: &new.unread };
        let exit = judge(patience, sides, names, terminal);
        return Ok(exit.worst(new_messages(new.messages, terminal)));
    }
    if args.output.shows(DiffOutputFormat::Jsonpatch) {
        if pair.patience.on_error != OnError::Stop {
            bail!("a JSON patch is of all records: --on-error is for the other formats");
        }
        let mut out = DiffOutput::default();
        let is_same = pair.patch(args, names, &mut out)?;
        out.flush()?;
        if !is_same {
            terminal.status(DIFFER);
        }
        return Ok(if is_same { Exit::Done } else { Exit::No });
    }
    let mut printer = DiffPrinter::new(args, names, terminal);
    let patience = pair.patience;
    let summary = pair.compare(args, names, &mut printer)?;
    printer.end(&summary)?;
    let sides = ReadSides { failed: &summary.failed, records: summary.records, unread: &summary.unread };
    let exit = judge(patience, sides, names, terminal);
    Ok(exit.worst(printer.close(&summary, None)?))
}

/// The statistics of reading both files.
#[derive(Clone, Copy)]
pub(super) struct ReadSides<'s> {
    pub(super) failed: &'s [Failures; 2],
    pub(super) records: [u64; 2],
    pub(super) unread: &'s [Report; 2],
}

/// Warns about what the reader skipped in each file.
pub(super) fn judge(patience: Patience, sides: ReadSides<'_>, names: &[String; 2], terminal: &Terminal) -> Exit {
    let mut exit = Exit::Done;
    for (name, (failures, records)) in names.iter().zip(sides.failed.iter().zip(sides.records)) {
        exit = exit.worst(patience.judge(failures, records, EndedInput::named(name), terminal));
    }
    names.iter().zip(sides.unread).for_each(|(name, unread)| tell_unread(unread, name, terminal));
    exit
}

/// The text that replaces a difference that is too long for one line.
pub(super) const DIFFER: &str = "the conversations differ";

/// The exit code of a search for new messages.
pub(super) fn new_messages(count: u64, terminal: &Terminal) -> Exit {
    if count == 0 {
        return Exit::Done;
    }
    terminal.status(&format!("only in B: {}", text::count(count, "message")));
    Exit::No
}

/// Two open files, or one and nothing.
pub(super) struct InputPair {
    inputs: [(Option<PathBuf>, Input); 2],
    pub(super) patience: Patience,
    jobs: usize,
    progress: ProgressDisplay,
}

impl InputPair {
    pub(super) fn open(
        args: &Args,
        paths: [Option<&Path>; 2],
        names: &[String; 2],
        terminal: &Terminal,
    ) -> anyhow::Result<Self> {
        let ([a, b], [name_a, name_b]) = (paths, names);
        let (first, settings) = open(args, a, name_a, false, terminal)?;
        let (second, _) = open(args, b, name_b, true, terminal)?;
        let (patience, jobs) = settings.unwrap_or((Patience::default(), 1));
        let size = first.1.source.size().zip(second.1.source.size()).map(|(a, b)| a.saturating_add(b));
        let progress = ProgressDisplay::new(terminal.global.progress, terminal.is_quiet, &names.join(", "), size);
        Ok(Self { inputs: [first, second], patience, jobs, progress })
    }

    fn options(&self, args: &Args) -> anyhow::Result<DiffOptions> {
        let wanted = Diff::new().ignore(args.ignore.iter().cloned()).align(match args.align {
            AlignArg::Auto => Align::Auto,
            AlignArg::Id => Align::Id,
            AlignArg::Content => Align::Content,
            AlignArg::Position => Align::Position,
        });
        Ok(DiffOptions {
            has_words: args.output.has_changes()
                && matches!(args.output.form, DiffOutputFormat::Human | DiffOutputFormat::Html),
            is_brief: args.output.brief,
            skips: self.patience.on_error != OnError::Stop,
            jobs: self.jobs,
            ..wanted.options()?
        })
    }

    /// Calls one of the library's comparison functions.
    fn work<R>(
        self,
        args: &Args,
        names: &[String; 2],
        compare_inputs: impl FnOnce(diff::DiffInput<'_>, diff::DiffInput<'_>, &DiffOptions) -> Result<R, DiffFailure>,
    ) -> anyhow::Result<R> {
        let options = self.options(args)?;
        let [(path_a, a), (path_b, b)] = self.inputs;
        let first = diff::DiffInput { input: a, path: path_a.as_deref(), progress: Some(&self.progress) };
        let second = diff::DiffInput { input: b, path: path_b.as_deref(), progress: Some(&self.progress) };
        compare_inputs(first, second, &options).map_err(|failure| error(failure, names))
    }

    fn compare(self, args: &Args, names: &[String; 2], printer: &mut DiffPrinter<'_>) -> anyhow::Result<DiffSummary> {
        let summary =
            self.work(args, names, |a, b, options| diff::run(a, b, options, &mut |pair| printer.on_pair(pair)))?;
        printer.failure.take().map_or(Ok(summary), Err)
    }

    fn new_messages(self, args: &Args, names: &[String; 2], out: &mut DiffOutput) -> anyhow::Result<diff::NewMessages> {
        self.work(args, names, |a, b, options| diff::new_messages(a, b, options, &mut |bytes| out.write(bytes)))
    }

    fn patch(self, args: &Args, names: &[String; 2], out: &mut DiffOutput) -> anyhow::Result<bool> {
        self.work(args, names, |a, b, options| diff::patch(a, b, options, &mut |bytes| out.write(bytes)))
    }
}

type OpenedPair = ((Option<PathBuf>, Input), Option<(Patience, usize)>);

/// One of the two; without a path it is empty.
fn open(args: &Args, path: Option<&Path>, name: &str, is_b: bool, terminal: &Terminal) -> anyhow::Result<OpenedPair> {
    let Some(path) = path else {
        let source = Source::from_reader(std::io::empty(), name).map_err(|error| unreadable(name, error))?;
        let input = Input::new(source, &Choice::default()).map_err(|trouble| anyhow::anyhow!("{name}: {trouble}"))?;
        return Ok(((None, input), None));
    };
    let from = if is_b { args.second.from_b.or(args.input.from) } else { args.input.from };
    let at = if is_b && !args.second.at_b.is_empty() { &args.second.at_b } else { &args.input.at };
    let one = InputArgs { files: vec![path.to_owned()], from, at: at.clone(), ..args.input.clone() };
    let mut files = inputs(
        &InputArgs { patterns: PatternArgs { exclude: Vec::new(), ..one.patterns.clone() }, ..one.clone() },
        terminal,
    )?;
    if files.len() > 1 {
        bail!("{name}: the archive has {} files; unpack it, and compare folders", files.len());
    }
    let Some(file) = files.pop() else { bail!("{name}: no file") };
    let settings = InputSettings::new(&file, &one, Some(&args.work), terminal)?;
    let source = file.open(&one).map_err(|error| unreadable(name, error))?;
    let input = Input::new(source, &settings.choice).map_err(|it| trouble(name, &it))?;
    crate::cli::job::nested::tell_found(&input, &one, name, terminal);
    let patience = args.failures.with(&settings, terminal)?.without_lines();
    Ok(((file.whole_file().map(Path::to_owned), input), Some((patience, settings.jobs))))
}

/// The message for a comparison that ended early.
fn error(failure: DiffFailure, names: &[String; 2]) -> anyhow::Error {
    let name = failure.side().and_then(|side| names.get(side)).cloned().unwrap_or_default();
    match failure {
        DiffFailure::Record(_, what) => anyhow::anyhow!("{}", text::fatal(&what.0, what.1, &name)),
        DiffFailure::Source(_, error) => unreadable(&name, error),
        DiffFailure::Write(error) => anyhow::Error::new(error).context("cannot write standard output"),
        failure @ (DiffFailure::Lost(_) | _) => anyhow::Error::new(failure).context(name),
    }
}
