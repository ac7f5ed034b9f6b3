//! Names of formats on the command line: their meaning, and suggestions for unknown names.

use clap::builder::TypedValueParser;
use turnwise::format::{Dialect, Format, by_name, read_by_name, read_names, writable_names};
use turnwise::report::nearest;

use super::help::Suggested;

/// `--from`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FromFormat {
    Auto,
    Named(&'static Format),
}

/// `--to`, `--for`: a format, optionally with one of its dialects.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ToFormat {
    pub(crate) format: &'static Format,
    pub(crate) dialect: Option<&'static Dialect>,
}

impl ToFormat {
    /// The name in the spelling of users: `openai`, `openai:finetune`.
    pub(crate) fn name(&self) -> String {
        match self.dialect {
            Some(dialect) => format!("{}:{}", self.format.name, dialect.name),
            None => self.format.name.to_owned(),
        }
    }
}

/// Words that people try as formats, with advice.
const ELSEWHERE: [(&[&str], &str); 3] = [
    (
        &["markdown", "md", "html", "text", "txt", "pdf"],
        "turnwise show prints conversations for people: turnwise show -o chat.html, chat.md or chat.txt",
    ),
    (
        &["csv", "tsv", "excel", "xlsx", "pandas", "polars", "arrow", "feather"],
        "write rows that data frames load: --to openai --profile arrow (docs/recipes/data-frames.md)",
    ),
    (&["parquet", "duckdb"], "docs/recipes/duckdb.md reads and writes columns of Parquet files"),
];

/// `--from`.
pub(crate) fn format_or_auto() -> impl TypedValueParser<Value = FromFormat> {
    const NAMES: Suggested = Suggested(|| read_names().map(|(name, _)| name).chain(["auto".to_owned()]).collect());
    NAMES.try_map(|name| match read_by_name(&name.to_ascii_lowercase()) {
        Some(format) => Ok(FromFormat::Named(format)),
        None if name.eq_ignore_ascii_case("auto") => Ok(FromFormat::Auto),
        None => Err(unknown(&name, &(NAMES.0)())),
    })
}

/// `--to`.
pub(crate) fn target() -> impl TypedValueParser<Value = ToFormat> {
    Suggested(writable_names).try_map(|name| written(&name, &[]))
}

/// `--to` of commands that also restore records of formats that can only be read.
pub(crate) fn restorable() -> impl TypedValueParser<Value = ToFormat> {
    Suggested(writable_names).try_map(|name| match by_name(&name.to_ascii_lowercase()) {
        Some((format, dialect)) => Ok(ToFormat { format, dialect }),
        None => Err(unknown(&name, &writable_names())),
    })
}

/// The format with this name, which must be writable. `others`: further names that the option accepts.
pub(super) fn written(name: &str, others: &[String]) -> Result<ToFormat, String> {
    match by_name(&name.to_ascii_lowercase()) {
        Some((format, dialect)) if format.can_write() => Ok(ToFormat { format, dialect }),
        Some(_) => Err(format!("`{name}` can only be read")),
        None => Err(unknown(name, &[&writable_names(), others].concat())),
    }
}

/// The message about an unknown name; the nearest name comes first.
fn unknown(name: &str, known: &[String]) -> String {
    let lower = name.to_ascii_lowercase();
    if let Some((_, advice)) = ELSEWHERE.iter().find(|(names, _)| names.contains(&&*lower)) {
        return format!("not a conversation format; {advice}");
    }
    // `openai:finetun` is near to a dialect, and `openai:x` has the format of one.
    let format = lower.split(':').next().filter(|format| *format != lower && by_name(format).is_some());
    match nearest(&lower, known.iter().map(String::as_str)).or(format) {
        Some(near) => format!("did you mean `{near}`? (turnwise formats lists all)"),
        None => "no format has this name (turnwise formats lists all)".to_owned(),
    }
}
