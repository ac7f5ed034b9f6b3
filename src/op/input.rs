//! An input with its framing and format found out.

use std::sync::Arc;

use super::nested::{self, NestedInput, Places};
use super::sniff::{Sniffed, check_blank, sniff};
pub use super::unreadable::EmbeddedMessages;
use crate::format::{Candidate, Detected, ForeignFormat, Format, Framing};
use crate::json::{JsonError, Layout, PointerPattern, SetMember, line_and_column};
use crate::report::Location;
use crate::stream::{Limits, Nesting, Source, Splitter};

/// What is given about the input: format, framing, limits.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// The format; `None`: look and tell.
    pub format: Option<&'static Format>,
    /// The framing; `None`: look and tell.
    pub framing: Option<Framing>,
    /// Limits for records.
    pub limits: Limits,
    /// The places of conversations in the records. `None`: the records are conversations.
    pub at: Option<Places>,
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
    /// The places of conversations in the records; the framing is then that of a conversation a line.
    pub nesting: Option<Arc<Nesting>>,
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
        inside: Vec<EmbeddedMessages>,
    },
    /// Several places of the first record hold conversations.
    SeveralPlaces(Vec<String>),
    /// The input is in a format that is known by name and not read.
    Foreign(&'static ForeignFormat),
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
                write!(f, "cannot tell the format{looks}; it holds {}: {}", held.join(" and "), options.join(" "))
            }
            Self::SeveralPlaces(places) => {
                let options: Vec<_> = places.iter().map(|place| at_option(place)).collect();
                write!(f, "conversations are in several places; name one or more of them: {}", options.join(" "))
            }
            Self::Foreign(ForeignFormat { name, advice, .. }) => {
                write!(f, "this looks like {name}, which turnwise does not read; {advice}")
            }
            Self::Text(what) => {
                write!(f, "not JSON: {what}? turnwise reads JSON, JSON Lines, server-sent events and .prompt files")
            }
        }
    }
}

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
                nesting: None,
            });
        }
        if let Some(places) = &choice.at {
            return Self::inside(source, choice, places);
        }
        let is_blank = check_blank(&source, choice).map_err(|trouble| trouble.located(&source))?;
        let Sniffed { framing, found } = sniff(&mut source, choice).map_err(|trouble| trouble.located(&source))?;
        // What one line looks like says nothing about the others.
        let (layout, has_item_lines) =
            if source.is_lines() { (Layout::Compact, false) } else { layout_of(source.head(), framing) };
        let (usual, ties) = told(if is_blank { Detected::Nothing } else { found }, choice.format);
        Ok(Self {
            framing,
            layout,
            has_item_lines,
            usual,
            is_fixed: choice.format.is_some(),
            ties,
            limits: choice.limits,
            nesting: None,
            source,
        })
    }

    /// The same for conversations inside of records.
    fn inside(mut source: Source, choice: &Choice, places: &Places) -> Result<Self, Trouble> {
        let NestedInput { nesting, found } =
            nested::look(&mut source, choice, places).map_err(|trouble| trouble.located(&source))?;
        let (usual, ties) = told(found, choice.format);
        Ok(Self {
            layout: layout_of(source.head(), nesting.framing()).0,
            source,
            framing: Framing::Lines,
            has_item_lines: false,
            usual,
            is_fixed: choice.format.is_some(),
            ties,
            limits: choice.limits,
            nesting: Some(nesting),
        })
    }

    /// The framing of the records, which may be around the conversations (`--at`).
    #[must_use]
    pub fn record_framing(&self) -> Framing {
        self.nesting.as_ref().map_or(self.framing, |nesting| nesting.framing())
    }

    /// Sets these members of the records, or of the conversations inside of them, before a command works on them.
    ///
    /// # Errors
    /// The input has no records that are JSON values.
    pub fn setting(self, set: &[SetMember]) -> Result<Self, String> {
        if set.is_empty() {
            return Ok(self);
        }
        let nesting = match (&self.nesting, self.framing) {
            (Some(nesting), _) => nesting.setting(set),
            (None, Framing::Lines | Framing::Array | Framing::Document) => {
                let whole = PointerPattern::parse("")?;
                Nesting::new(vec![whole], self.framing, self.limits.depth).setting(set)
            }
            (None, framing @ (Framing::Messages | Framing::Sse | Framing::Folder)) => {
                return Err(format!("--set: the framing {} has no records with members", framing.name()));
            }
        };
        Ok(Self { nesting: Some(Arc::new(nesting)), framing: Framing::Lines, ..self })
    }

    /// The records of the input, cut into batches.
    pub(super) fn splitter(
        source: Source,
        framing: Framing,
        limits: Limits,
        nesting: Option<Arc<Nesting>>,
    ) -> Splitter {
        let outer = nesting.as_ref().map_or(framing, |nesting| nesting.framing());
        Splitter::new(source, outer, limits).entering(nesting)
    }
}

/// The format of the records, and the formats among which it is a tie.
fn told(found: Detected, named: Option<&'static Format>) -> (Option<&'static Format>, Vec<Candidate>) {
    match found {
        _ if named.is_some() => (named, Vec::new()),
        Detected::One(candidate) => (Some(candidate.format), Vec::new()),
        Detected::Tie(candidates) => (candidates.first().map(|candidate| candidate.format), candidates),
        Detected::Foreign(_) | Detected::Nothing => (None, Vec::new()),
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
