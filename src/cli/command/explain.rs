//! `turnwise explain`

use anyhow::bail;
use clap::ValueEnum;
use serde_json::{Value, json};
use turnwise::format::{FORMATS, TRAINERS, by_name, trainer};
use turnwise::op::explain;
use turnwise::report::{Code, nearest};

use super::formats::format_object;
use crate::cli::exit::Exit;
use crate::cli::help::Suggested;
use crate::cli::job::clashes::Clashes;
use crate::cli::print::page_text::page_text;
use crate::cli::print::print_args::PrintArgs;
use crate::cli::terminal::{Terminal, is_seen, print};

/// Explain a code (TW203), a format or a trainer
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(mut_arg("output_format", |arg| arg.help("Output format [default: text on a terminal, otherwise markdown]")))]
#[command(after_help = "Examples:
  turnwise explain TW203
  turnwise explain TW3
  turnwise explain anthropic")]
pub(crate) struct Args {
    /// A code, its name, the beginning of several (TW3), a format or a trainer [default: list all codes]
    #[arg(value_name = "CODE|FORMAT", value_parser = TOPICS)]
    what: Option<String>,
    /// Print the pages of all codes
    #[arg(long, conflicts_with = "what")]
    all: bool,
    #[command(flatten)]
    print: PrintArgs<ExplainForm>,
}

/// The form of the explanation.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum ExplainForm {
    /// Text for a terminal
    Text,
    /// Markdown
    #[value(alias = "md")]
    Markdown,
    /// A JSON object, or an array if there are several
    Json,
}

/// The subject of an explanation.
enum Topic {
    /// The page of a code, a format or a trainer, and its form for programs.
    Page(String, Value),
    /// Codes, one per line.
    List(Vec<&'static Code>),
}

/// The topics: codes, formats, trainers.
const TOPICS: Suggested = Suggested(|| {
    let codes = explain::codes();
    let codes = codes.iter().map(|code| code.id);
    let names = FORMATS.iter().map(|format| format.name).chain(TRAINERS.iter().map(|trainer| trainer.name));
    codes.chain(names).map(str::to_owned).collect()
});

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let usual = if is_seen() && args.print.path().is_none() { ExplainForm::Text } else { ExplainForm::Markdown };
    let form = args.print.form()?.unwrap_or(usual);
    let topic = match &args.what {
        Some(what) => topic(what)?,
        None => Topic::List(explain::codes()),
    };
    args.print.open(Clashes::default())?;
    let text = match (topic, form) {
        (Topic::Page(_, object), ExplainForm::Json) => format!("{object:#}\n"),
        (Topic::List(codes), ExplainForm::Json) => {
            let objects: Vec<_> = codes.into_iter().map(object).collect();
            format!("{:#}\n", Value::from(objects))
        }
        (Topic::Page(page, _), _) => shown(&page, form, terminal),
        (Topic::List(codes), _) if args.all => {
            let pages: Vec<_> = codes.into_iter().map(explain::code_text).collect();
            shown(&pages.join("\n"), form, terminal)
        }
        (Topic::List(codes), _) => {
            let rows: Vec<_> = codes.iter().map(|it| format!("{}  {:<30} {}\n", it.id, it.name, it.summary)).collect();
            rows.concat()
        }
    };
    print(&text)?;
    Ok(Exit::Done)
}

fn shown(page: &str, form: ExplainForm, terminal: &Terminal) -> String {
    if form == ExplainForm::Text { page_text(page, terminal.paint()) } else { page.to_owned() }
}

/// Finds the subject of a word: a code or a name in any case, or a prefix of codes.
fn topic(what: &str) -> anyhow::Result<Topic> {
    let lower = what.to_ascii_lowercase();
    if let Some(code) = explain::code(&lower) {
        return Ok(Topic::Page(explain::code_text(code), object(code)));
    }
    if let Some((format, _)) = by_name(&lower) {
        return Ok(Topic::Page(explain::format_text(format), format_object(format)));
    }
    if let Some(trainer) = trainer(&lower) {
        let object = json!({"name": trainer.name, "summary": trainer.summary, "source": trainer.source});
        return Ok(Topic::Page(explain::trainer_text(trainer), object));
    }
    let codes = explain::codes();
    let begun: Vec<_> = codes.iter().copied().filter(|code| code.matches(&lower)).collect();
    if !begun.is_empty() {
        return Ok(Topic::List(begun));
    }
    // For longer words, too many ids are similar.
    let ids = codes.iter().map(|code| code.id).filter(|_| what.len() <= 5);
    let names = ids.chain(codes.iter().map(|code| code.name));
    let others = FORMATS.iter().map(|format| format.name).chain(TRAINERS.iter().map(|trainer| trainer.name));
    let near = nearest(&lower, names.chain(others)).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    bail!("no code, format or trainer is called `{what}`{near} (turnwise explain lists the codes)")
}

/// The description of a code, for programs.
fn object(code: &Code) -> Value {
    json!({
        "code": code.id,
        "name": code.name,
        "kind": code.kind.name(),
        "severity": code.severity.name(),
        "summary": code.summary,
        "help": code.help,
        "fixable": code.fix_words().is_some(),
        "page": explain::code_text(code),
    })
}
