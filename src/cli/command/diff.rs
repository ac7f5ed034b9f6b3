//! `turnwise diff`

use std::path::PathBuf;

use anyhow::bail;
use clap::ValueEnum;
use turnwise::op::Input;
use turnwise::op::diff::{self, Align, Class, Compared, Failure, Ignore, Options, Summary};
use turnwise::stream::{Sink, SinkOptions, Target};

use super::settings::Settings;
use crate::cli::args::{FromFormat, InputArgs, When, WorkArgs, parse_bytes};
use crate::cli::exit::Exit;
use crate::cli::files::{InputFile, inputs};
use crate::cli::print::diff::{github, html, human, json, total, unified};
use crate::cli::print::text;
use crate::cli::signals;
use crate::cli::terminal::{Terminal, clean, line, print, width};

/// Show what changed between two versions of conversations, whatever their formats
///
/// Messages are aligned by id where both sides have them, else by what they say. Exit 0: the same, 1: different, 2: could not.
#[derive(clap::Args, Clone, Debug)]
#[command(
    mut_arg("files", |arg| arg.value_name("A B").num_args(0..=9).help("The two files; - for standard input")),
    mut_arg("from", |arg| arg.help("Format of both files, or of A [default: auto, look and tell]")),
    mut_arg("exclude", |arg| arg.hide(true)),
    after_help = "Examples:
  turnwise diff monday.jsonl friday.jsonl
  turnwise diff --ignore ids,timestamps chat.openai.json chat.anthropic.json
  turnwise diff --output-format jsonpatch a.json b.json > a-to-b.patch.json
  turnwise diff --html changes.html a.jsonl b.jsonl"
)]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Format of B, where it is another one
    #[arg(long, value_name = "FORMAT", value_parser = crate::cli::args::format_or_auto())]
    from_b: Option<FromFormat>,
    /// What does not count
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = classes())]
    ignore: Vec<Class>,
    /// How messages find their counterparts
    #[arg(long, value_name = "HOW", default_value = "auto")]
    align: AlignArg,
    /// How changes are printed
    #[arg(long, value_name = "HOW", default_value = "human")]
    output_format: OutputFormat,
    /// Lines around each change (unified)
    #[arg(short = 'U', long, value_name = "N", default_value_t = 3)]
    unified: u16,
    /// Write a page that shows both files side by side
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print how many changes of each kind
    #[arg(long, conflicts_with = "output_format")]
    stat: bool,
    /// Print only whether they differ
    #[arg(long, conflicts_with_all = ["output_format", "stat"])]
    brief: bool,
    /// Print the messages that only B has, as they stand there, one a line
    #[arg(long, conflicts_with_all = ["output_format", "stat", "brief", "html"])]
    new_messages: bool,
    /// Take the arguments that git gives to a diff driver, and exit 0 where there are differences
    #[arg(long)]
    driver: bool,
    /// Longest record in bytes; K, M and G may follow [default: 256M]
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    max_record_bytes: Option<usize>,
    /// Worker threads [default: as many as there are cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AlignArg {
    /// By id where both sides have them, by content otherwise
    Auto,
    /// By id alone
    Id,
    /// By content alone
    Content,
    /// The first with the first, the second with the second
    Position,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    /// One line a change, with the words that differ
    Human,
    /// One object with all changes
    Json,
    /// A JSON Patch (RFC 6902) that makes B's JSON of A's
    Jsonpatch,
    /// Lines of the messages, as diff -u prints them
    Unified,
    /// Annotations for GitHub's workflows
    Github,
}

fn classes() -> impl clap::builder::TypedValueParser<Value = Class> {
    use clap::builder::TypedValueParser as _;
    let names = clap::builder::PossibleValuesParser::new(Class::ALL.iter().map(|(_, name)| *name));
    names.map(|name| Class::ALL.iter().find(|(_, known)| *known == name).map_or(Class::Content, |(class, _)| *class))
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    if args.driver {
        return driver(args, terminal);
    }
    let [a, b] = args.input.files.as_slice() else {
        bail!("diff compares two files: turnwise diff A B");
    };
    let names =
        [a, b].map(|path| if path.as_os_str() == "-" { "stdin".to_owned() } else { path.display().to_string() });
    compare(args, [a.clone(), b.clone()], &names, terminal)
}

/// `path old-file old-hex old-mode new-file new-hex new-mode`, and for a renamed file two arguments more.
fn driver(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let (Some(path), Some(old), Some(new)) =
        (args.input.files.first(), args.input.files.get(1), args.input.files.get(4))
    else {
        bail!("--driver is for git, which gives seven arguments: [diff \"turnwise\"] command = turnwise diff --driver");
    };
    let name = path.display().to_string();
    print(&format!("{}\n", terminal.paint().bold(&format!("turnwise diff {}", clean(&name)))))?;
    match compare(args, [old.clone(), new.clone()], &[format!("a/{name}"), format!("b/{name}")], terminal) {
        Ok(_) => Ok(Exit::Done),
        Err(error) if crate::cli::terminal::is_broken_pipe(&error) => Err(error),
        // Any other code would end git's own run at this file.
        Err(error) => {
            print(&format!("  {}\n", clean(&format!("{error:#}"))))?;
            Ok(Exit::Done)
        }
    }
}

struct Opened {
    file: InputFile,
    input: Input,
    jobs: usize,
}

fn open(args: &Args, path: PathBuf, name: &str, is_b: bool) -> anyhow::Result<Opened> {
    let from = if is_b { args.from_b.or(args.input.from) } else { args.input.from };
    let one = InputArgs { files: vec![path], from, ..args.input.clone() };
    let mut files = inputs(&one)?;
    let (Some(file), None) = (files.pop(), files.pop()) else {
        bail!("{name}: diff compares two files, or two folders of sessions");
    };
    let work = WorkArgs { max_record_bytes: args.max_record_bytes, jobs: args.jobs, progress: When::Never };
    let settings = Settings::new(&file, &one, Some(&work))?;
    let source = file.open(&one).map_err(|error| super::unreadable(name, error))?;
    let input = Input::new(source, &settings.choice).map_err(|trouble| super::trouble(name, &file, &one, &trouble))?;
    Ok(Opened { file, input, jobs: settings.jobs })
}

fn compare(args: &Args, paths: [PathBuf; 2], names: &[String; 2], terminal: &Terminal) -> anyhow::Result<Exit> {
    let [a, b] = paths;
    let (a, b) = (open(args, a, &names[0], false)?, open(args, b, &names[1], true)?);
    let mut ignore = Ignore::default();
    args.ignore.iter().for_each(|class| ignore.add(*class));
    let is_plain = !args.stat && !args.brief && !args.new_messages;
    let options = Options {
        ignore,
        align: match args.align {
            AlignArg::Auto => Align::Auto,
            AlignArg::Id => Align::Id,
            AlignArg::Content => Align::Content,
            AlignArg::Position => Align::Position,
        },
        has_words: args.html.is_some() || (is_plain && args.output_format == OutputFormat::Human),
        is_brief: args.brief && args.html.is_none(),
        jobs: a.jobs,
        ..Options::default()
    };
    let side = |opened: Opened| (opened.file.path.filter(|_| opened.file.history.is_none()), opened.input);
    let ((path_a, input_a), (path_b, input_b)) = (side(a), side(b));
    let first = diff::Side { input: input_a, path: path_a.as_deref() };
    let second = diff::Side { input: input_b, path: path_b.as_deref() };
    if args.new_messages {
        let count = diff::fresh(first, second, &options, &mut write).map_err(|failure| error(failure, names))?;
        return Ok(if count > 0 { Exit::No } else { Exit::Done });
    }
    if is_plain && args.output_format == OutputFormat::Jsonpatch {
        if !ignore.is_empty() || args.html.is_some() {
            bail!("a JSON patch makes B of A whole: --ignore and --html are for the other formats");
        }
        let is_same = diff::patch(first, second, &options, &mut write).map_err(|failure| error(failure, names))?;
        return Ok(if is_same { Exit::Done } else { Exit::No });
    }
    let mut printer = Printer::new(args, names, terminal)?;
    let summary = diff::run(first, second, &options, &mut |pair| printer.hear(pair));
    printer.close(summary.map_err(|failure| error(failure, names)))
}

fn write(bytes: &[u8]) -> std::io::Result<()> {
    use std::io::Write as _;
    std::io::stdout().lock().write_all(bytes)
}

/// The message for a comparison that ended.
fn error(failure: Failure, names: &[String; 2]) -> anyhow::Error {
    let name = failure.side().and_then(|side| names.get(side)).cloned().unwrap_or_default();
    match failure {
        Failure::Record(_, what) => anyhow::anyhow!("{}", text::fatal(&what.0, what.1, &name)),
        Failure::Source(_, error) => super::unreadable(&name, error),
        Failure::Write(error) => anyhow::Error::new(error).context("cannot write standard output"),
        failure @ (Failure::Lost(_) | _) => anyhow::Error::new(failure).context(name),
    }
}

struct Printer<'p> {
    args: &'p Args,
    names: &'p [String; 2],
    terminal: &'p Terminal,
    style: human::Style,
    page: Option<Sink>,
    is_first: bool,
    failure: Option<anyhow::Error>,
}

impl<'p> Printer<'p> {
    fn new(args: &'p Args, names: &'p [String; 2], terminal: &'p Terminal) -> anyhow::Result<Self> {
        let page = match &args.html {
            Some(path) => {
                signals::watch();
                let mut page = Sink::open(&Target::File(path.clone()), SinkOptions::default())?;
                page.write_all(html::head(names).as_bytes())?;
                Some(page)
            }
            None => None,
        };
        let style = human::Style {
            paint: terminal.paint(),
            width: width().unwrap_or(100).clamp(40, 200),
            is_verbose: terminal.is_verbose,
        };
        Ok(Self { args, names, terminal, style, page, is_first: true, failure: None })
    }

    /// The page takes the place of what would be printed, unless that was asked for.
    fn is_silent(&self) -> bool {
        self.args.brief
            || (self.args.html.is_some() && self.args.output_format == OutputFormat::Human && !self.args.stat)
    }

    fn hear(&mut self, pair: &Compared<'_>) -> bool {
        if let Err(error) = self.one(pair) {
            self.failure = Some(error);
        }
        self.failure.is_none()
    }

    fn one(&mut self, pair: &Compared<'_>) -> anyhow::Result<()> {
        if let Some(page) = &mut self.page {
            page.write_all(html::record(pair).as_bytes())?;
        }
        let is_first = std::mem::replace(&mut self.is_first, false);
        if self.is_silent() {
            return Ok(());
        }
        if self.args.stat {
            let mut counts = diff::Counts::default();
            pair.changes.iter().for_each(|change| counts.add(change.kind));
            let counts = crate::cli::print::diff::counts(&counts);
            let moved = if pair.is_moved { ", moved" } else { "" };
            let colon = if counts.is_empty() { "" } else { ": " };
            return print(&format!("{}{moved}{colon}{counts}\n", human::title(pair)));
        }
        match self.args.output_format {
            OutputFormat::Human => print(&human::record(pair, self.style)),
            OutputFormat::Json => {
                let head = if is_first { json::HEAD } else { "" };
                print(&format!("{head}{}", json::record(pair, is_first)))
            }
            OutputFormat::Unified => {
                let [a, b] = self.names.each_ref().map(|name| clean(name));
                let head = if is_first { format!("--- {a}\n+++ {b}\n") } else { String::new() };
                print(&format!("{head}{}", unified::record(pair, usize::from(self.args.unified), self.style.paint)))
            }
            OutputFormat::Github => print(&github::record(pair, self.names)),
            OutputFormat::Jsonpatch => Ok(()),
        }
    }

    fn close(mut self, summary: anyhow::Result<Summary>) -> anyhow::Result<Exit> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let summary = summary?;
        if let Some(mut page) = self.page.take() {
            page.write_all(html::tail(&total(&summary)).as_bytes())?;
            for warning in page.finish()? {
                self.terminal.warning(&warning);
            }
        }
        if self.args.output_format == OutputFormat::Json && !self.args.stat && !self.args.brief {
            let head = if self.is_first { json::HEAD } else { "" };
            print(&format!("{head}{}", json::tail(&summary, self.is_first)))?;
        }
        if summary.is_same() {
            return Ok(Exit::Done);
        }
        let [a, b] = self.names.each_ref().map(|name| clean(name));
        if self.args.brief {
            print(&format!("{a} and {b} differ\n"))?;
        } else if self.args.stat {
            print(&format!("{}\n", total(&summary)))?;
        } else if !self.terminal.is_quiet && self.args.output_format == OutputFormat::Human {
            line(&total(&summary));
        }
        if summary.coarse > 0 {
            let many = text::count(summary.coarse, "comparison");
            self.terminal.note(&format!("{many} took too long to be exact and is coarser than usual"));
        }
        Ok(Exit::No)
    }
}
