//! `turnwise config`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::cli::config_media::{ITEM_BYTES, PER_HOST, REDIRECTS, RETRIES, TIMEOUT, TOTAL_BYTES};
use crate::cli::config_search::config_for;
use crate::cli::exit::Exit;
use crate::cli::job::clashes::Clashes;
use crate::cli::job::files::PATTERNS;
use crate::cli::print::print_args::{PrintArgs, TextOrJson};
use crate::cli::terminal::{Terminal, clean, print, print_text};

/// Show the effective settings for a file or folder, and their origin
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(after_help = "Examples:
  turnwise config
  turnwise config data/chats.jsonl")]
pub(crate) struct Args {
    /// File or folder to look up settings for [default: the current folder]
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    #[command(flatten)]
    print: PrintArgs<TextOrJson>,
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let path = args.path.clone().unwrap_or_default();
    let place = if path.as_os_str().is_empty() || path.is_dir() { path.join("x") } else { path };
    let config = config_for(Some(&place), terminal)?;
    let mut settings = BTreeMap::new();
    flatten("", &serde_json::to_value(&*config)?, &mut settings);
    for (key, value) in defaults() {
        settings.entry(key.to_owned()).and_modify(|it| *it = if it.is_null() { value.clone() } else { it.take() });
    }
    let name = config.source.path.as_deref().map(shown).unwrap_or_default();
    let source = |key: &str| config.source.lines.get(key).map_or("default".to_owned(), |line| format!("{name}:{line}"));
    args.print.open(Clashes::default())?;
    if args.print.is_json()? {
        let settings: serde_json::Map<_, _> = settings
            .into_iter()
            .map(|(key, value)| {
                let source = source(&key);
                (key, json!({"value": value, "source": source}))
            })
            .collect();
        print(&format!("{}\n", Value::Object(settings)))?;
        return Ok(Exit::Done);
    }
    let rows: Vec<_> = settings
        .iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(key, value)| (clean(&format!("{key} = {value}")).into_owned(), source(key)))
        .collect();
    let width = rows.iter().map(|(text, _)| text.chars().count()).filter(|width| *width <= 50).max().unwrap_or(0);
    let rows: Vec<_> = rows.iter().map(|(text, source)| format!("{text:width$}  # {}\n", clean(source))).collect();
    print_text(&rows.concat())?;
    Ok(Exit::Done)
}

/// The path for display: relative to the current folder, if it is below it.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(here).unwrap_or(path).display().to_string()
}

/// The default values.
fn defaults() -> [(&'static str, Value); 16] {
    [
        ("from", "auto".into()),
        ("on-error", "stop".into()),
        ("max-depth", 1024.into()),
        ("max-record-bytes", turnwise::stream::Limits::default().record.into()),
        ("max-expansion", turnwise::stream::MAX_EXPANSION.into()),
        ("jobs", std::thread::available_parallelism().map_or(1, usize::from).into()),
        ("include", json!(PATTERNS)),
        ("convert.settings", "keep".into()),
        ("media.jobs-per-host", PER_HOST.into()),
        ("media.max-item-bytes", ITEM_BYTES.into()),
        ("media.max-redirects", REDIRECTS.into()),
        ("media.max-total-bytes", TOTAL_BYTES.into()),
        ("media.retries", RETRIES.into()),
        ("media.timeout", TIMEOUT.into()),
        ("validate.output-format", "concise".into()),
        ("validate.max-findings", 1000.into()),
    ]
}

/// Flattens tables to dotted keys: `validate.select`. A table whose keys are patterns or codes remains one value.
fn flatten(before: &str, value: &Value, out: &mut BTreeMap<String, Value>) {
    let is_section = matches!(before, "" | "convert" | "media" | "validate");
    let Some(members) = value.as_object().filter(|_| is_section) else {
        out.insert(before.to_owned(), value.clone());
        return;
    };
    for (key, value) in members {
        let key = if before.is_empty() { key.clone() } else { format!("{before}.{key}") };
        flatten(&key, value, out);
    }
}
