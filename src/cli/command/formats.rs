//! `turnwise formats`

use serde_json::json;
use turnwise::format::{FORMATS, Fact};

use crate::cli::exit::Exit;
use crate::cli::terminal::print;

/// Print what each format can hold
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
        let features: Vec<_> =
            Fact::ALL.iter().filter(|(it, _)| format.policy.has(*it)).map(|(_, name)| *name).collect();
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
            "holds": features,
            "media": media,
        })
    });
    formats.collect::<Vec<_>>().into()
}

/// Rows are facts, columns are formats.
fn table() -> String {
    let width = Fact::ALL.iter().map(|(_, name)| name.len()).max().unwrap_or(0);
    let widths: Vec<usize> = FORMATS.iter().map(|format| format.name.len().max(3)).collect();
    let row = |head: &str, cells: Vec<&str>| {
        let cells: Vec<_> = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        format!("{head:<width$}  {}", cells.join("  ")).trim_end().to_owned() + "\n"
    };
    let mut text = String::new();
    let names = FORMATS.iter().flat_map(|format| {
        let dialects = format.dialects.iter().map(|dialect| format.name.len() + 1 + dialect.name.len());
        dialects.chain([format.name.len()])
    });
    let longest = names.max().unwrap_or(0);
    for format in FORMATS {
        text += &format!("{:<longest$}  {}\n", format.name, format.summary);
        for dialect in format.dialects {
            let name = format!("{}:{}", format.name, dialect.name);
            text += &format!("{name:<longest$}  {}\n", dialect.summary);
        }
    }
    text.push('\n');
    text += &row("", FORMATS.iter().map(|format| format.name).collect());
    for (feature, name) in Fact::ALL {
        text += &row(name, FORMATS.iter().map(|it| if it.policy.has(*feature) { "yes" } else { "-" }).collect());
    }
    for kind in turnwise::model::MediaKind::ALL {
        let cell = |format: &&turnwise::format::Format| {
            if format.policy.media.iter().any(|(known, _)| known == kind) { "yes" } else { "-" }
        };
        text += &row(kind.word(), FORMATS.iter().map(cell).collect());
    }
    text
}
