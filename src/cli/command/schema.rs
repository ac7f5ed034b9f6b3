//! `turnwise schema`

use std::io::Read as _;
use std::sync::LazyLock;

use anyhow::bail;
use flate2::read::GzDecoder;
use turnwise::format::{FORMATS, by_name};
use turnwise::report::nearest;

use crate::cli::exit::Exit;
use crate::cli::help::Suggested;
use crate::cli::terminal::print;

/// Print a JSON Schema (2020-12) of a format or of turnwise's own output
///
/// The schema of a format accepts a record exactly if validate reports no error in its shape (TW101 to TW109). It does not
/// include rules about order and pairs. Without a name, all schemas are listed.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(after_help = "Examples:
  turnwise schema openai
  turnwise schema report")]
pub(crate) struct Args {
    /// A format, or an output of turnwise [default: list all]
    #[arg(value_name = "NAME", value_parser = NAMES)]
    name: Option<String>,
}

const NAMES: Suggested = Suggested(|| all().map(str::to_owned).collect());

/// The schemas of what turnwise reads and writes other than conversations, packed by `build.rs` in the order of their names.
static SCHEMAS: LazyLock<String> = LazyLock::new(|| {
    let mut schemas = String::new();
    let packed: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/schemas.gz"));
    let is_read = GzDecoder::new(packed).read_to_string(&mut schemas).is_ok();
    if is_read { schemas } else { String::new() }
});

/// Their names, in order.
const OUTPUTS: &[&str] = &[
    "baseline",
    "carry",
    "config",
    "detect",
    "diff",
    "error-line",
    "explain",
    "finding-counts",
    "findings",
    "formats",
    "id-map",
    "lineage",
    "record-findings",
    "report",
    "settings",
    "stats",
    "summary",
];

fn formats() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().filter(|format| format.shape.schema.is_some()).map(|format| format.name)
}

fn all() -> impl Iterator<Item = &'static str> {
    formats().chain(OUTPUTS.iter().copied())
}

fn list() -> String {
    let names = |names: &mut dyn Iterator<Item = &'static str>| names.collect::<Vec<_>>().join(", ");
    format!("formats: {}\noutput: {}\n", names(&mut formats()), names(&mut OUTPUTS.iter().copied()))
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    let Some(name) = &args.name else {
        print(&list())?;
        return Ok(Exit::Done);
    };
    if let Some((_, schema)) = OUTPUTS.iter().zip(SCHEMAS.split('\0')).find(|(known, _)| **known == name) {
        print(schema)?;
        return Ok(Exit::Done);
    }
    let Some((format, dialect)) = by_name(name) else {
        let suggestion = nearest(name, all()).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        bail!("there is no schema `{name}`{suggestion}; turnwise schema lists all");
    };
    let Some(schema) = format.json_schema() else {
        bail!("{} has no JSON Schema: {}", format.name, format.why_no_schema());
    };
    if dialect.is_some() {
        bail!("a dialect has the schema of its format: turnwise schema {}", format.name);
    }
    print(&schema)?;
    Ok(Exit::Done)
}
