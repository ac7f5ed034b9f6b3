//! An input with its framing and format found out.

use super::bad::is_error_object;
use crate::events::sse;
use crate::format::{Candidate, Detected, FORMATS, Format, Framing, detect, find_framing};
use crate::json::{JsonError, Layout, Node, Problem, Tape};
use crate::statements::starts_program;
use crate::stream::{Limits, Source};

/// What the user said about the input.
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
    /// How records lie in it.
    pub framing: Framing,
    /// How its records are laid out.
    pub layout: Layout,
    /// Items of its array stand on lines of their own.
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
    /// It is not JSON, from the first record on.
    Json(JsonError),
    /// It is JSON, and no format fits.
    Unknown {
        /// What the outermost value looks like: `: an object with the keys question_id, category, turns`.
        looks: String,
    },
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Json(error) => error.fmt(f),
            Self::Unknown { looks } => {
                write!(f, "cannot tell the format{looks}; name it with --from (turnwise formats lists them)")
            }
        }
    }
}

impl std::error::Error for Trouble {}

impl Input {
    /// Finds out how a source is to be read.
    ///
    /// # Errors
    /// No format fits, or the beginning is not JSON at all.
    pub fn new(source: Source, choice: &Choice) -> Result<Self, Trouble> {
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
        let head = source.head();
        let is_blank = head.trim().is_empty() && source.is_whole();
        let framing = choice.framing.unwrap_or_else(|| {
            if is_blank {
                return Framing::Lines;
            }
            let framing = find_framing(head, source.is_whole(), source.extension());
            let has_messages = || choice.format.is_some_and(|format| has_message_lines(head, format));
            if framing == Framing::Lines && has_messages() { Framing::Messages } else { framing }
        });
        // An empty file of JSON Lines has no records; an empty JSON document is no JSON.
        if is_blank && source.extension() == "json" && choice.framing.is_none_or(|framing| framing != Framing::Lines) {
            return Err(Trouble::Json(JsonError { problem: Problem::Empty, offset: head.len() }));
        }
        // The user says which format it is: lines of it that are no records are pieces of one.
        let is_message = choice.format.and_then(|format| format.is_message);
        let is_piece = |is: fn(Node<'_, '_>) -> bool| Tape::new().parse(first_line(head)).is_ok_and(is);
        let framing = match (framing, choice.framing) {
            (Framing::Lines, None) if is_message.is_some_and(is_piece) => Framing::Messages,
            (framing, _) => framing,
        };
        // A stream of comments alone: nothing was sent yet.
        let is_silent = framing == Framing::Sse && source.is_whole() && sse::first(head).trim().is_empty();
        let (layout, has_item_lines) = layout_of(head, framing);
        let mut input = Self {
            framing,
            layout,
            has_item_lines,
            usual: choice.format,
            is_fixed: choice.format.is_some(),
            ties: Vec::new(),
            limits: choice.limits,
            source,
        };
        if is_silent && choice.format.is_none() {
            input.usual = FORMATS.iter().copied().find(|format| format.name == crate::events::FORMAT);
        } else if !is_blank && choice.format.is_none() {
            match look(input.source.head(), framing, choice.limits.depth).or_else(unless_failed(input.source.head()))? {
                Detected::One(candidate) => input.usual = Some(candidate.format),
                Detected::Tie(candidates) => {
                    input.usual = candidates.first().map(|candidate| candidate.format);
                    input.ties = candidates;
                }
                Detected::Nothing => {}
            }
        }
        Ok(input)
    }
}

/// A file may begin with records that failed before; they have no format.
fn unless_failed(head: &str) -> impl FnOnce(Trouble) -> Result<Detected, Trouble> {
    let first = head.trim_start();
    let is_failed = is_error_object(first.strip_prefix('[').unwrap_or(first).as_bytes());
    move |trouble| match trouble {
        Trouble::Unknown { .. } if is_failed => Ok(Detected::Nothing),
        trouble @ (Trouble::Unknown { .. } | Trouble::Json(_)) => Err(trouble),
    }
}

/// True if the first line can only be a message of the format that the user named.
fn has_message_lines(head: &str, format: &Format) -> bool {
    let mut tape = Tape::new();
    format.is_message.is_some()
        && tape
            .parse(first_line(head))
            .is_ok_and(|root| root.is_object() && root.get("role").is_some() && (format.score)(root).is_none())
}

/// The layout of records, and whether items of an array stand on lines of their own.
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

/// Detects the format of the first record that has one.
fn look(head: &str, framing: Framing, depth: usize) -> Result<Detected, Trouble> {
    let mut tape = Tape::with_max_depth(depth);
    if starts_program(head) {
        return Ok(detect(tape.parse_foreign(head), None));
    }
    if framing == Framing::Lines {
        return look_at_lines(head, &mut tape);
    }
    if framing == Framing::Messages {
        let mut lines = head.split('\n').filter(|line| !line.trim().is_empty()).take(20);
        if let Some(found) = lines.find_map(|line| message_format(tape.parse(line).ok()?)) {
            return Ok(found);
        }
    }
    let frame = if framing == Framing::Sse { sse::first(head) } else { String::new() };
    let (root, error) = tape.parse_prefix(match framing {
        Framing::Messages => first_line(head),
        Framing::Sse => &frame,
        Framing::Lines | Framing::Array | Framing::Document | Framing::Folder => head,
    });
    let error = error.filter(|error| !error.is_end() || error.problem == Problem::Empty);
    let Some(root) = root else {
        return Err(error.map_or_else(|| unknown("", None), Trouble::Json));
    };
    let first = match framing {
        Framing::Array => root.items().find_map(|item| known(item, None)),
        Framing::Messages | Framing::Sse => message_format(root),
        Framing::Document => known(root, None).or_else(|| message_format(root)),
        Framing::Lines | Framing::Folder => known(root, None),
    };
    match (first, error) {
        (Some(found), _) => Ok(found),
        (None, Some(error)) => Err(Trouble::Json(error)),
        (None, None) if framing == Framing::Array && root.is_empty() => Ok(Detected::Nothing),
        (None, None) => Err(unknown("", Some(root))),
    }
}

fn look_at_lines(head: &str, tape: &mut Tape) -> Result<Detected, Trouble> {
    let mut trouble = None;
    for line in head.split('\n').filter(|line| !line.trim().is_empty()) {
        let (root, error) = tape.parse_prefix(line);
        if let Some(found) = root.and_then(|root| known(root, None)) {
            return Ok(found);
        }
        let offset = head.len() - head.get(offset_of(head, line)..).map_or(0, str::len);
        trouble = trouble.or(Some(match error.filter(|error| !error.is_end()) {
            Some(error) => Trouble::Json(JsonError { offset: offset + error.offset, ..error }),
            None => unknown(" of the first record", root),
        }));
    }
    trouble.map_or(Ok(Detected::Nothing), Err)
}

fn offset_of(head: &str, part: &str) -> usize {
    crate::json::Record::new(head).span_of(part).map_or(0, |span| span.start)
}

fn first_line(head: &str) -> &str {
    head.trim_start().split('\n').next().unwrap_or_default()
}

fn known(root: Node<'_, '_>, usual: Option<&'static Format>) -> Option<Detected> {
    Some(detect(root, usual)).filter(|found| !matches!(found, Detected::Nothing))
}

fn message_format(root: Node<'_, '_>) -> Option<Detected> {
    let format = FORMATS.iter().find(|format| format.is_message.is_some_and(|is| is(root)))?;
    let score = crate::format::Score::new(200, "every line is one message");
    Some(Detected::One(Candidate { format, score }))
}

fn unknown(what: &str, root: Option<Node<'_, '_>>) -> Trouble {
    let looks = match root {
        Some(root) if root.is_object() && !root.is_empty() => {
            let keys: Vec<_> = root.members().take(6).filter_map(|(key, _)| Some(key.text()?.show())).collect();
            format!("{what}: an object with the keys {}", keys.join(", "))
        }
        Some(root) => match root.items().next() {
            Some(item) if item.is_object() => {
                let keys: Vec<_> = item.members().take(6).filter_map(|(key, _)| Some(key.text()?.show())).collect();
                format!("{what}: an array of objects with the keys {}", keys.join(", "))
            }
            _ => format!("{what}: {}", root.kind().name()),
        },
        None => what.to_owned(),
    };
    Trouble::Unknown { looks }
}
