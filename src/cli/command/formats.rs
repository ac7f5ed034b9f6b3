//! `turnwise formats`

use serde_json::json;
use turnwise::format::{Answer, FORMATS, Fact};
use turnwise::model::MediaKind;

use crate::cli::exit::Exit;
use crate::cli::terminal::print;

/// Print the formats, and what becomes of each fact in them
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Args {
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    print(&if args.json { format!("{:#}\n", object()) } else { table() })?;
    Ok(Exit::Done)
}

fn object() -> serde_json::Value {
    let formats = FORMATS.iter().map(|format| {
        let facts = || Fact::ALL.iter().map(|(fact, name)| (*name, format.policy.answer(*fact)));
        let kept: Vec<_> = facts().filter(|(_, answer)| *answer == Answer::Keep).map(|(name, _)| name).collect();
        let becomes: serde_json::Map<_, _> = facts()
            .filter_map(|(name, answer)| match answer {
                Answer::Become(what) => Some((name.to_owned(), json!(what))),
                Answer::Keep | Answer::Drop | Answer::Refuse => None,
            })
            .collect();
        let refused: Vec<_> = facts().filter(|(_, answer)| *answer == Answer::Refuse).map(|(name, _)| name).collect();
        let media: serde_json::Map<_, _> =
            format.policy.media.iter().map(|(kind, sources)| (kind.word().to_owned(), json!(sources))).collect();
        json!({
            "name": format.name,
            "aliases": format.aliases,
            "summary": format.summary,
            "source": format.source,
            "read": true,
            "write": format.can_write(),
            "dialects": format.dialects.iter().map(|it| json!({"name": it.name, "summary": it.summary})).collect::<Vec<_>>(),
            "holds": kept,
            "becomes": becomes,
            "refuses": refused,
            "media": media,
        })
    });
    formats.collect::<Vec<_>>().into()
}

/// Rows are facts, columns are formats.
fn table() -> String {
    let mut rows: Vec<(&str, Vec<String>)> = Fact::ALL
        .iter()
        .map(|(fact, name)| (*name, FORMATS.iter().map(|it| cell(it.policy.answer(*fact))).collect()))
        .collect();
    rows.extend(
        MediaKind::ALL
            .iter()
            .map(|kind| (kind.word(), FORMATS.iter().map(|it| cell(it.policy.media_answer(*kind))).collect())),
    );
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let widths: Vec<usize> = FORMATS
        .iter()
        .enumerate()
        .map(|(column, format)| {
            let cells = rows.iter().filter_map(|(_, cells)| cells.get(column)).map(String::len);
            cells.chain([format.name.len()]).max().unwrap_or(0)
        })
        .collect();
    let row = |head: &str, cells: &[String]| {
        let cells: Vec<_> = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        format!("{head:<width$}  {}", cells.join("  ")).trim_end().to_owned() + "\n"
    };
    let mut text = list();
    text.push_str("\nWhat becomes of a fact: yes: kept, >: becomes something else, !: refused, -: dropped.\n\n");
    text += &row("", &FORMATS.iter().map(|format| format.name.to_owned()).collect::<Vec<_>>());
    for (name, cells) in &rows {
        text += &row(name, cells);
    }
    text
}

/// `> text` for what becomes text.
fn cell(answer: Answer) -> String {
    match answer {
        Answer::Keep => "yes".to_owned(),
        Answer::Become(what) => format!("> {what}"),
        Answer::Refuse => "!".to_owned(),
        Answer::Drop => "-".to_owned(),
    }
}

/// Formats and dialects, a line each.
fn list() -> String {
    let rows: Vec<(String, &str)> = FORMATS
        .iter()
        .flat_map(|format| {
            let dialects = format.dialects.iter().map(|it| (format!("{}:{}", format.name, it.name), it.summary));
            std::iter::once((format.name.to_owned(), format.summary)).chain(dialects)
        })
        .collect();
    let longest = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let lines: Vec<_> = rows.iter().map(|(name, summary)| format!("{name:<longest$}  {summary}")).collect();
    lines.join("\n") + "\n"
}
