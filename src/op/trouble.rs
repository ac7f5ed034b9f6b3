//! Why an input cannot be processed.

use crate::format::ForeignFormat;
use crate::json::{JsonError, line_and_column};
use crate::report::{Location, is_short_for, nearest};
use crate::stream::Source;

/// The reason why an input cannot be processed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Trouble {
    /// The input is not JSON, from the first record on: the error, and its place.
    Json(JsonError, Location),
    /// The input is JSON, but no format matches.
    Unknown {
        /// A description of the outermost value, such as `: an object with the keys question_id, category, turns`.
        looks: String,
        /// Messages that are nested in it.
        inside: Vec<EmbeddedMessages>,
    },
    /// Several places of the first record contain conversations.
    SeveralPlaces(Vec<String>),
    /// The input is in a format that is recognized but not read.
    Foreign(&'static ForeignFormat),
    /// Each record contains one message of this format, and its conversation is in several records.
    OneMessageEach(&'static str),
    /// The input is a text of another kind: Markdown.
    Text(&'static str),
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Json(error, _) => error.fmt(f),
            Self::Unknown { looks, inside } if inside.is_empty() => {
                write!(f, "cannot tell the format{looks}; turnwise formats lists what is read")
            }
            Self::Unknown { looks, inside } => {
                let held: Vec<_> =
                    inside.iter().map(|it| format!("{} messages at {}", it.format, it.pointer)).collect();
                let options: Vec<_> = inside.iter().map(|it| at_option(&it.pointer)).collect();
                write!(f, "cannot tell the format{looks}; it contains {}: {}", held.join(" and "), options.join(" "))?;
                let mut keys = inside.iter().filter_map(|it| it.pointer.rsplit('/').next());
                let meant =
                    |key: &str| LISTS.iter().find(|list| is_short_for(key, list) || nearest(key, [**list]).is_some());
                keys.find_map(meant).map_or(Ok(()), |list| write!(f, "; did you mean `{list}`?"))
            }
            Self::SeveralPlaces(places) => {
                let options: Vec<_> = places.iter().map(|place| at_option(place)).collect();
                write!(f, "conversations are in several places; name one or more of them: {}", options.join(" "))
            }
            Self::Foreign(ForeignFormat { name, advice, .. }) => {
                write!(f, "this looks like {name}, which turnwise does not read; {advice}")
            }
            Self::OneMessageEach(format) => {
                write!(f, "each record holds one message of {format}; --group-by COLUMN makes conversations of them")
            }
            Self::Text(what) => {
                write!(f, "not JSON: {what}? turnwise reads JSON, JSON Lines, server-sent events and .prompt files")
            }
        }
    }
}

/// The keys of lists of messages in common formats.
const LISTS: [&str; 3] = ["messages", "contents", "conversations"];

/// The option that names a place, quoted for a shell where necessary.
fn at_option(pointer: &str) -> String {
    let is_plain = pointer.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/_-.~".contains(&byte));
    if is_plain { format!("--at {pointer}") } else { format!("--at '{}'", pointer.replace('\'', r"'\''")) }
}

impl std::error::Error for Trouble {}

impl Trouble {
    pub(super) fn json(error: JsonError) -> Self {
        Self::Json(error, Location::default())
    }

    /// The same with the place in `source`, which was not read yet.
    pub(super) fn located(self, source: &Source) -> Self {
        let Self::Json(error, _) = self else { return self };
        let (line, column) = line_and_column(source.head().as_bytes(), error.offset);
        let mark = if source.has_mark() { 3 } else { 0 };
        Self::Json(error, Location { line, column, offset: mark + error.offset as u64, pointer: String::new() })
    }
}

/// Messages that are nested in a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbeddedMessages {
    /// The format of the messages.
    pub format: &'static str,
    /// The JSON Pointer of the messages, with `*` for the items of a list.
    pub pointer: String,
}
