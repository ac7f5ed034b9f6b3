//! An input with its framing and format found out.

use super::sniff::{Sniffed, check_blank, sniff};
pub use super::unreadable::EmbeddedMessages;
use crate::format::{Candidate, Detected, Format, Framing};
use crate::json::{JsonError, Layout, line_and_column};
use crate::report::Location;
use crate::stream::{Limits, Source};

/// What is given about the input: format, framing, limits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choice {
    /// The format; `None`: look and tell.
    pub format: Option<&'static Format>,
    /// The framing; `None`: look and tell.
    pub framing: Option<Framing>,
    /// Limits for records.
    pub limits: Limits,
}

/// An input that is ready to be read.
#[derive(Debug)]
pub struct Input {
    /// The bytes.
    pub source: Source,
    /// The framing of its records.
    pub framing: Framing,
    /// The layout of its records.
    pub layout: Layout,
    /// Items of its array are on their own lines.
    pub has_item_lines: bool,
    /// The format of its first records, or the one the user named.
    pub usual: Option<&'static Format>,
    /// The user named the format: no record is looked at again.
    pub is_fixed: bool,
    /// Formats that fit the first record as well as the usual one; empty unless it was a tie.
    pub ties: Vec<Candidate>,
    /// Limits for records.
    pub limits: Limits,
}

/// Why an input cannot be worked on at all.
#[derive(Debug)]
#[non_exhaustive]
pub enum Trouble {
    /// The input is not JSON, from the first record on: the error, and its place.
    Json(JsonError, Location),
    /// The input is JSON, and no format fits.
    Unknown {
        /// A description of the outermost value: `: an object with the keys question_id, category, turns`.
        looks: String,
        /// Messages that it holds deeper down.
        inside: Option<EmbeddedMessages>,
    },
    /// The input is in a format that is known by name and not read.
    Foreign(&'static str),
    /// The input is a text of another kind: Markdown.
    Text(&'static str),
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Json(error, _) => error.fmt(f),
            Self::Unknown { looks, inside: None } => {
                write!(f, "cannot tell the format{looks}; turnwise formats lists what is read")
            }
            Self::Unknown { looks, inside: Some(EmbeddedMessages { format, pointer, filter }) } => {
                write!(f, "cannot tell the format{looks}; it holds {format} messages at {pointer}: ")?;
                write!(f, "take them out, with jq -c {} for example", quoted_for_shell(filter))
            }
            Self::Foreign(name) => {
                write!(f, "this looks like {name}, which turnwise does not read; turnwise formats lists what is read")
            }
            Self::Text(what) => {
                write!(f, "not JSON: {what}? turnwise reads JSON, JSON Lines, server-sent events and .prompt files")
            }
        }
    }
}

fn quoted_for_shell(filter: &str) -> String {
    format!("'{}'", filter.replace('\'', r"'\''"))
}

impl std::error::Error for Trouble {}

impl Trouble {
    pub(super) fn json(error: JsonError) -> Self {
        Self::Json(error, Location::default())
    }

    /// The same with the place in `source`, of which nothing was read yet.
    fn located(self, source: &Source) -> Self {
        let Self::Json(error, _) = self else { return self };
        let (line, column) = line_and_column(source.head().as_bytes(), error.offset);
        let mark = if source.has_mark() { 3 } else { 0 };
        Self::Json(error, Location { line, column, offset: mark + error.offset as u64, pointer: String::new() })
    }
}

impl Input {
    /// Finds out how a source is to be read.
    ///
    /// # Errors
    /// No format fits, or the beginning is not JSON at all.
    pub fn new(mut source: Source, choice: &Choice) -> Result<Self, Trouble> {
        if let Some(history) = source.history() {
            let format = history.folder.format;
            return Ok(Self {
                source,
                framing: Framing::Folder,
                layout: Layout::Compact,
                has_item_lines: false,
                usual: Some(format),
                is_fixed: true,
                ties: Vec::new(),
                limits: choice.limits,
            });
        }
        let is_blank = check_blank(&source, choice).map_err(|trouble| trouble.located(&source))?;
        let Sniffed { framing, found } = sniff(&mut source, choice).map_err(|trouble| trouble.located(&source))?;
        // What one line looks like says nothing about the others.
        let (layout, has_item_lines) =
            if source.is_lines() { (Layout::Compact, false) } else { layout_of(source.head(), framing) };
        let (usual, ties) = match found {
            _ if is_blank || choice.format.is_some() => (choice.format, Vec::new()),
            Detected::One(candidate) => (Some(candidate.format), Vec::new()),
            Detected::Tie(candidates) => (candidates.first().map(|candidate| candidate.format), candidates),
            Detected::Foreign(_) | Detected::Nothing => (None, Vec::new()),
        };
        Ok(Self {
            framing,
            layout,
            has_item_lines,
            usual,
            is_fixed: choice.format.is_some(),
            ties,
            limits: choice.limits,
            source,
        })
    }
}

/// The layout of records, and whether items of an array are on their own lines.
fn layout_of(head: &str, framing: Framing) -> (Layout, bool) {
    let outer = Layout::of(head);
    if framing != Framing::Array {
        return (outer, false);
    }
    let item = head.trim_start().get(1..).unwrap_or_default().trim_start();
    match (Layout::of(item), outer) {
        (Layout::Pretty(_), Layout::Pretty(_)) => (outer, true),
        (inner, outer) => (inner, matches!(outer, Layout::Pretty(_))),
    }
}
