//! `turnwise schema`

use anyhow::bail;
use turnwise::format::{FORMATS, by_name};
use turnwise::report::nearest;

use crate::cli::exit::Exit;
use crate::cli::help::Suggested;
use crate::cli::terminal::print;

/// Print a JSON Schema (2020-12) of the records of a format
///
/// The schema accepts a record exactly if validate reports no error in its shape (TW101 to TW109). It does not include
/// rules about order and pairs.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
pub(crate) struct Args {
    /// The format
    #[arg(value_name = "FORMAT", value_parser = WITH_SCHEMA)]
    format: Option<String>,
}

const WITH_SCHEMA: Suggested = Suggested(|| with_schema().map(str::to_owned).collect());

fn with_schema() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().filter(|format| format.schema.is_some()).map(|format| format.name)
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    let all = || with_schema().collect::<Vec<_>>().join(", ");
    let Some(name) = &args.format else { bail!("name a format: {}", all()) };
    let Some((format, dialect)) = by_name(name) else {
        let suggestion =
            nearest(name, with_schema()).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        bail!("no format is called `{name}`{suggestion}; those with a schema: {}", all());
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
