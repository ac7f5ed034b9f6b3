//! Layer 8: the public API of the library. Owned values, names instead of tables, and all losses in a list:
//! `convert(text, None, "anthropic")?.losses`. It uses the same layers below as the command line.

mod conversation;
mod convert;
mod convert_input;
mod detect;
mod diff;
mod error;
mod finding;
mod message;
mod records;
mod validate;

pub use conversation::{Conversation, Tool};
pub use convert::{Convert, Converted, convert};
pub use detect::{Candidate, Detected, detect};
pub use diff::{Align, Change, ChangeKind, Diff, diff};
pub use error::{Error, ErrorKind};
pub use finding::{Finding, Loss, LossKind};
pub use message::{Media, MediaKind, MediaSource, Message, Part, Reasoning, Role, ToolCall, ToolResult};
pub use records::{ConvertedRecords, Record, Records, records};
pub use validate::{Validate, validate};

use std::io::Read;

use crate::format::rows::Columns;
use crate::format::{Dialect, Format, by_name, read_by_name, writable_names};
use crate::json::PointerPattern;
use crate::op::explain::codes;
use crate::op::{Choice, Input, Places};
use crate::stream::Source;

/// The names of all formats that can be written, without and with their dialects: `openai`, `openai:finetune`.
///
/// Where a name is taken, `rows:user=question,assistant=answer` is also one: rows of a table with these columns, as
/// `--columns` of the command line names them.
///
/// ```
/// assert!(turnwise::formats().iter().any(|name| name == "openai:finetune"));
/// ```
#[must_use]
pub fn formats() -> Vec<String> {
    writable_names()
}

/// The JSON Schema (draft 2020-12) of the records of a format. It accepts a record if and only if [`validate`] finds no error of
/// its shape (TW101 to TW109).
///
/// ```
/// let schema = turnwise::schema("openai")?;
/// assert!(schema.contains("https://json-schema.org/draft/2020-12/schema"));
/// # Ok::<(), turnwise::Error>(())
/// ```
///
/// # Errors
/// The name is unknown, or records of the format are not JSON.
pub fn schema(format: &str) -> Result<String, Error> {
    let (found, _) = by_name(format).filter(|(_, dialect)| dialect.is_none()).ok_or_else(|| unknown_format(format))?;
    found
        .json_schema()
        .ok_or_else(|| Error::argument(format!("`{}` has no JSON Schema", found.name), found.why_no_schema()))
}

/// The format and dialect with this name, which can be written.
fn target(name: &str) -> Result<(&'static Format, Option<&'static Dialect>), Error> {
    Some(named(name)?).filter(|(format, _)| format.can_write()).ok_or_else(|| unknown_format(name))
}

/// The format and dialect with this name.
fn named(name: &str) -> Result<(&'static Format, Option<&'static Dialect>), Error> {
    if let Some(columns) = columns(name)? {
        return Ok((columns.format, Some(columns.dialect)));
    }
    by_name(name).ok_or_else(|| unknown_format(name))
}

/// The columns in `rows:user=question,assistant=answer`. `None`: it is the name of a format.
fn columns(name: &str) -> Result<Option<Columns>, Error> {
    let Some(columns) = name.strip_prefix("rows:").filter(|columns| columns.contains('=')) else { return Ok(None) };
    let parsed: Result<Columns, String> = columns.parse();
    parsed.map(Some).map_err(|why| Error::argument(why, "name columns as in rows:user=question,assistant=answer"))
}

/// What `validate` checks for: a format with a dialect, or a trainer.
type CheckedFor = (Option<(&'static Format, Option<&'static Dialect>)>, Option<&'static crate::format::Trainer>);

/// The format or trainer with this name.
fn checked_for(name: &str) -> Result<CheckedFor, Error> {
    match crate::format::trainer(name) {
        Some(trainer) => Ok((None, Some(trainer))),
        None => Ok((Some(target(name)?), None)),
    }
}

/// The source format with this name. `None`: it is detected.
fn source(name: Option<&str>) -> Result<Option<&'static Format>, Error> {
    let Some(name) = name else { return Ok(None) };
    if let Some(columns) = columns(name)? {
        return Ok(Some(columns.format));
    }
    let is_read = |format: &&'static Format| crate::format::FORMATS.iter().any(|it| it.name == format.name);
    let format = read_by_name(name).filter(is_read);
    format.map(Some).ok_or_else(|| unknown_format(name))
}

fn unknown_format(name: &str) -> Error {
    Error::argument(format!("unknown format `{name}`"), "turnwise::formats() lists the names")
}

/// Checks that each pattern (a code, a prefix or a name) matches at least one code.
fn check_codes(patterns: &[String]) -> Result<(), Error> {
    match patterns.iter().find(|pattern| !codes().iter().any(|code| code.matches(pattern))) {
        Some(pattern) => Err(Error::argument(
            format!("unknown code `{pattern}`"),
            "give an id (TW203), the beginning of ids (TW2) or the name of a code",
        )),
        None => Ok(()),
    }
}

/// The name of an input without a file name.
const NAME: &str = "input";

/// Opens bytes.
fn open(input: &[u8], from: Option<&str>) -> Result<Input, Error> {
    let format = source(from)?;
    ready(Source::from_bytes(input.to_vec(), NAME).map_err(Error::source_error)?, format)
}

/// Opens a reader.
fn open_reader(reader: impl Read + Send + 'static, from: Option<&str>) -> Result<Input, Error> {
    let format = source(from)?;
    ready(Source::from_reader(reader, NAME).map_err(Error::source_error)?, format)
}

fn ready(source: Source, format: Option<&'static Format>) -> Result<Input, Error> {
    ready_at(source, format, &[])
}

/// The same for conversations at these places of the records; none: the records are conversations.
fn ready_at(source: Source, format: Option<&'static Format>, at: &[String]) -> Result<Input, Error> {
    let patterns = at.iter().map(|place| PointerPattern::parse(place).map_err(Error::input));
    let at = Some(patterns.collect::<Result<Vec<_>, _>>()?).filter(|at| !at.is_empty()).map(Places::At);
    Input::new(source, &Choice { format, at, ..Choice::default() }).map_err(|trouble| Error::trouble(&trouble))
}
