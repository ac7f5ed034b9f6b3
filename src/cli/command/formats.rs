//! `turnwise formats`

use serde_json::json;
use turnwise::format::{FORMATS, Fact, FactSupport, Format, writable};
use turnwise::model::MediaKind;

use crate::cli::exit::Exit;
use crate::cli::job::clashes::Clashes;
use crate::cli::print::print_args::{PrintArgs, TextOrJson};
use crate::cli::terminal::print;

/// Columns of the output.
const WIDTH: usize = 100;

/// List the formats and what each of them supports
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
pub(crate) struct Args {
    #[command(flatten)]
    print: PrintArgs<TextOrJson>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    args.print.open(Clashes::default())?;
    print(&if args.print.is_json()? { format!("{:#}\n", object()) } else { table() })?;
    Ok(Exit::Done)
}

fn object() -> serde_json::Value {
    FORMATS.iter().map(|format| format_object(format)).collect::<Vec<_>>().into()
}

/// The description of a format, for programs.
pub(super) fn format_object(format: &Format) -> serde_json::Value {
    let held = if format.can_write() { Fact::ALL } else { &[] };
    let facts = || held.iter().map(|(fact, name)| (*name, format.policy.support(*fact)));
    let kept: Vec<_> = facts().filter(|(_, answer)| *answer == FactSupport::Keep).map(|(name, _)| name).collect();
    let becomes: serde_json::Map<_, _> = facts()
        .filter_map(|(name, answer)| match answer {
            FactSupport::Become(what) => Some((name.to_owned(), json!(what))),
            FactSupport::Keep | FactSupport::Drop | FactSupport::Refuse => None,
        })
        .collect();
    let refused: Vec<_> = facts().filter(|(_, answer)| *answer == FactSupport::Refuse).map(|(name, _)| name).collect();
    let media: serde_json::Map<_, _> =
        format.policy.media.sources.iter().map(|(kind, sources)| (kind.word().to_owned(), json!(sources))).collect();
    json!({
        "name": format.name,
        "aliases": format.about.aliases,
        "summary": format.about.summary,
        "source": format.about.source,
        "read": true,
        "write": format.can_write(),
        "dialects": format.dialects.iter().map(|it| json!({"name": it.name, "summary": it.summary})).collect::<Vec<_>>(),
        "holds": kept,
        "becomes": becomes,
        "refuses": refused,
        "media": media,
    })
}

/// Formats, then facts: which formats keep them, and how the others change them.
fn table() -> String {
    let mut text = list();
    text.push_str(
        "\nWhich formats keep a fact, make something else of it (>), or reject it (!). The others drop it.\n\n",
    );
    let facts = Fact::ALL.iter().map(|(fact, name)| (*name, answers(|format| format.policy.support(*fact))));
    let media = MediaKind::ALL.iter().map(|kind| (kind.word(), answers(|format| format.policy.media_support(*kind))));
    let rows: Vec<_> = facts.chain(media).collect();
    let indent = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0) + 2;
    for (name, groups) in rows {
        let mut head = name;
        for (answer, formats) in groups {
            let mut line = format!("{head:<indent$}{answer}");
            let mut is_first = true;
            for format in formats {
                if line.len() + format.len() + 3 > WIDTH {
                    text += &line;
                    text.push_str(",\n");
                    line = format!("{:indent$}", "");
                    is_first = true;
                }
                if !is_first {
                    line.push_str(", ");
                }
                line += format;
                is_first = false;
            }
            text += &line;
            text.push('\n');
            head = "";
        }
    }
    text
}

/// The kinds of support for a fact, with the formats of each kind; formats that drop it are not listed.
fn answers(of: impl Fn(&Format) -> FactSupport) -> Vec<(String, Vec<&'static str>)> {
    let mut groups: Vec<(String, Vec<&'static str>)> = vec![(String::new(), Vec::new())];
    for format in writable() {
        let head = match of(format) {
            FactSupport::Keep => String::new(),
            FactSupport::Become(what) => format!("> {what}: "),
            FactSupport::Refuse => "! ".to_owned(),
            FactSupport::Drop => continue,
        };
        match groups.iter_mut().find(|(known, _)| *known == head) {
            Some((_, formats)) => formats.push(format.name),
            None => groups.push((head, vec![format.name])),
        }
    }
    groups.retain(|(head, formats)| !formats.is_empty() || head.is_empty());
    groups
}

/// Formats and dialects, one per line.
fn list() -> String {
    let rows: Vec<(String, String)> = FORMATS
        .iter()
        .flat_map(|format| {
            let dialects =
                format.dialects.iter().map(|it| (format!("{}:{}", format.name, it.name), it.summary.to_owned()));
            let own = if format.can_write() {
                format.about.summary.to_owned()
            } else {
                format!("{} (read only)", format.about.summary)
            };
            std::iter::once((format.name.to_owned(), own)).chain(dialects)
        })
        .collect();
    let longest = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0) + 2;
    let mut text = String::new();
    for (name, summary) in &rows {
        let mut line = format!("{name:<longest$}");
        for word in summary.split(' ') {
            if line.len() + word.len() > WIDTH {
                text += line.trim_end();
                text.push('\n');
                line = format!("{:longest$}", "");
            }
            line += word;
            line.push(' ');
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}
