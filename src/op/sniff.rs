//! Detects framing and format from the beginning of an input.
//!
//! A window of 64 KiB decides, the same one for files and pipes. Records that match several formats have the format of
//! those that match only one, whatever their order. If the first record is longer than the window, or is inconclusive
//! so far, more is read.

use std::borrow::Cow;

use super::choice::Choice;
use super::recorded_stream;
use super::trouble::Trouble;
use super::unreadable::{self, unknown};
use super::votes::Votes;
use crate::events::sse;
use crate::format::{
    Candidate, Detected, FORMATS, Format, Framing, Score, detect, find_framing, is_beside, session_format, split_lines,
    starts_text,
};
use crate::json::{JsonError, Node, Tape};
use crate::report::is_error_object;
use crate::stream::{Source, WINDOW};

/// The maximum number of bytes that are read to detect the format of a long first record.
const MOST: usize = 64 * 1024 * 1024;
/// The limit once a format matches. The format is detected again when the whole record is read.
const MOST_OF_KNOWN: usize = 8 * 1024 * 1024;
/// The maximum number of bytes that are read to find out whether a second line follows the first.
const MOST_LINE: usize = 4 * 1024 * 1024;

/// The framing and format of an input.
#[derive(Debug)]
pub(super) struct Sniffed {
    pub(super) framing: Framing,
    /// The format of the records; none if the user named it, or if there are no records.
    pub(super) found: Detected,
}

/// Detects framing and format from the beginning of a source; it reads only what is necessary.
pub(super) fn sniff(source: &mut Source, choice: &Choice) -> Result<Sniffed, Trouble> {
    let most = MOST.min(choice.limits.record);
    if let Some(stream) = source.folded() {
        let found = if choice.format.is_some() { Detected::Nothing } else { recorded_stream::found(stream.kind) };
        return Ok(Sniffed { framing: Framing::Lines, found });
    }
    if source.is_lines() {
        return Ok(sniff_lines(source, choice, most));
    }
    if let Some(sniffed) = sniff_damaged(source, choice) {
        return Ok(sniffed);
    }
    loop {
        // Each call checks that it is UTF-8.
        let head = source.head();
        if let Some(what) = unreadable::text_of(head, source.extension()) {
            return Err(Trouble::Text(what));
        }
        let framing = framing_of(source, head, choice);
        if choice.framing.is_some() && choice.format.is_some() {
            return Ok(Sniffed { framing, found: Detected::Nothing });
        }
        let length = head.len();
        // A format that the user named is not detected.
        let look = choice.format.is_none().then(|| Look::new(head, source.is_whole(), framing, choice.limits.depth));
        let is_enough = match &look {
            Some(look) => look.is_enough(length),
            None => source.is_whole() || has_first(head, framing, choice.limits.depth),
        };
        if !is_enough && length < most && source.look_further() {
            continue;
        }
        if choice.framing.is_none() && framing == Framing::Document && has_found_line(source) {
            continue;
        }
        let found = match look {
            Some(look) => look.found.or_else(unless_failed(source.head()))?,
            None => Detected::Nothing,
        };
        return Ok(Sniffed { framing, found });
    }
}

/// The lines of a session or event log, of which one is not UTF-8.
fn sniff_damaged(source: &Source, choice: &Choice) -> Option<Sniffed> {
    let Cow::Owned(head) = source.lossy_head() else { return None };
    let is_lines =
        choice.framing.is_none_or(|framing| framing == Framing::Messages) && !head.trim_start().starts_with('[');
    if !is_lines {
        return None;
    }
    let framing = Framing::Messages;
    let is_pieces = session_format(&head).is_some()
        || find_framing(&head, source.is_whole(), source.extension()) == Framing::Messages;
    let found = Look::new(&head, source.is_whole(), framing, choice.limits.depth).found.ok();
    let found = found.filter(|found| {
        let is_log = |found: &Candidate| found.format.framing.is_session || found.format.policy.is_log();
        is_pieces && matches!(found, Detected::One(found) if is_log(found))
    })?;
    Some(Sniffed { framing, found: if choice.format.is_some() { Detected::Nothing } else { found } })
}

/// The same for known JSON Lines: no line ends the reading, and inconclusive lines are ignored.
fn sniff_lines(source: &mut Source, choice: &Choice, most: usize) -> Sniffed {
    let mut found = Detected::Nothing;
    while choice.format.is_none() {
        let look = Look::lines(&source.lossy_head(), source.is_whole(), &mut Tape::with_max_depth(choice.limits.depth));
        let length = source.head().len().max(source.lossy_head().len());
        if look.is_enough(length) || length >= most || !source.look_further() {
            found = look.found.unwrap_or(Detected::Nothing);
            break;
        }
    }
    Sniffed { framing: Framing::Lines, found }
}

/// A file may begin with records that failed earlier; they have no format.
fn unless_failed(head: &str) -> impl FnOnce(Trouble) -> Result<Detected, Trouble> {
    let first = head.trim_start();
    let is_failed = is_error_object(first.strip_prefix('[').unwrap_or(first).as_bytes());
    move |trouble| match trouble {
        Trouble::Unknown { .. } if is_failed => Ok(Detected::Nothing),
        trouble @ (Trouble::Unknown { .. }
        | Trouble::Json(..)
        | Trouble::Foreign(_)
        | Trouble::Text(_)
        | Trouble::OneMessageEach(_)
        | Trouble::SeveralPlaces(_)) => Err(trouble),
    }
}

/// Reads on if an object without a line end fills the window, like the first of several lines. True if a line end
/// follows.
fn has_found_line(source: &mut Source) -> bool {
    let is_one_line = |source: &Source| {
        let text = source.head().trim_start();
        text.starts_with('{') && !text.contains('\n')
    };
    let was_one_line = is_one_line(source);
    while is_one_line(source) && source.head().len() < MOST_LINE && source.look_further() {}
    was_one_line && !is_one_line(source)
}

fn framing_of(source: &Source, head: &str, choice: &Choice) -> Framing {
    if let Some(framing) = choice.framing {
        return framing;
    }
    if head.trim().is_empty() && source.is_whole() {
        return Framing::Lines;
    }
    let framing = find_framing(head, source.is_whole(), source.extension());
    // The user named the format: lines that are not records of it are pieces of one.
    let is_pieces = || choice.format.is_some_and(|format| has_message_lines(head, format));
    if framing == Framing::Lines && is_pieces() { Framing::Messages } else { framing }
}

/// True if the first line must be a message of the format that the user named.
fn has_message_lines(head: &str, format: &Format) -> bool {
    let Some(is_message) = format.framing.is_message else { return false };
    let mut tape = Tape::new();
    tape.parse(first_line(head)).is_ok_and(|root| {
        (is_message(root) || (root.is_object() && root.get("role").is_some())) && (format.score)(root).is_none()
    })
}

fn first_line(head: &str) -> &str {
    split_lines(head.trim_start()).next().unwrap_or_default()
}

/// True if the framing does not depend on the data after this window. The first line and the first item of a list may
/// determine the format of the others; an incomplete record does not.
fn has_first(head: &str, framing: Framing, depth: usize) -> bool {
    if starts_text(head) {
        return true;
    }
    match framing {
        Framing::Lines => head.trim_start().contains('\n'),
        Framing::Array | Framing::Document => {
            let mut tape = Tape::with_max_depth(depth);
            let (root, error) = tape.parse_prefix(head);
            match (root, error) {
                (_, None) => true,
                (None, Some(error)) => !error.is_end(),
                (Some(root), Some(_)) if root.is_array() => root.len() > 1,
                (Some(_), Some(error)) => error.is_end() || !breaks_in_line(head, &error),
            }
        }
        Framing::Messages | Framing::Folder | Framing::Sse => true,
    }
}

/// True if the end of a record may be the first line of another, incomplete record.
fn breaks_in_line(head: &str, error: &JsonError) -> bool {
    let after = head.get(error.offset..).unwrap_or_default();
    head.get(..=error.offset).is_some_and(|before| before.contains('\n')) && !after.trim_start().contains('\n')
}

/// The result of examining a window.
struct Look {
    found: Result<Detected, Trouble>,
    /// The window contains the whole first record, or the file is a record in pieces.
    has_first: bool,
    /// The first record is incomplete, but its beginning is unambiguous.
    is_sure: bool,
}

impl Look {
    fn new(head: &str, is_whole: bool, framing: Framing, depth: usize) -> Self {
        let mut tape = Tape::with_max_depth(depth);
        if starts_text(head) {
            return Self::pieces(Ok(detect(tape.parse_foreign(head), None)));
        }
        match framing {
            Framing::Lines => Self::lines(head, is_whole, &mut tape),
            Framing::Array => Self::items(head, is_whole, &mut tape),
            Framing::Document | Framing::Folder => Self::document(head, is_whole, &mut tape),
            Framing::Messages if let Some(format) = session_format(head) => {
                let score = Score::new(245, "lines of a session");
                Self::pieces(Ok(Detected::One(Candidate { format, score })))
            }
            Framing::Messages => {
                let lines = split_lines(head).filter(|line| !line.trim().is_empty()).take(20);
                let found = lines.map(|line| tape.parse_prefix(line).0.and_then(message_format)).find(Option::is_some);
                let found = found.flatten().unwrap_or(Detected::Nothing);
                // Event logs may be live; for other lines, the window decides.
                let is_log = matches!(&found, Detected::One(one) if one.format.policy.is_log());
                Self { is_sure: is_log, ..Self::pieces(Ok(found)) }
            }
            Framing::Sse => Self::frames(head, is_whole, &mut tape),
        }
    }

    fn pieces(found: Result<Detected, Trouble>) -> Self {
        Self { found, has_first: true, is_sure: true }
    }

    /// True if no more data is necessary.
    fn is_enough(&self, length: usize) -> bool {
        let is_full = length >= WINDOW;
        let is_known = || matches!(self.found, Ok(Detected::One(_) | Detected::Tie(_)));
        (self.has_first && self.is_sure)
            || (is_full && (self.has_first || self.is_sure))
            || (length >= MOST_OF_KNOWN && is_known())
    }

    fn lines(head: &str, is_whole: bool, tape: &mut Tape) -> Self {
        let (mut votes, mut trouble) = (Votes::default(), None);
        let (mut partial, mut has_first) = (None, false);
        let is_record = |line: &&str| !line.trim().is_empty() && !is_error_object(line.trim_start().as_bytes());
        for (index, line) in split_lines(head).filter(is_record).enumerate() {
            let offset = || crate::json::RecordText::new(head).span_of(line).map_or(0, |span| span.start);
            let is_cut = !is_whole && offset() + line.len() == head.len();
            let (root, error) = tape.parse_prefix(line);
            let Some(root) = root else {
                trouble = trouble.or_else(|| error.map(|error| Trouble::json(error.after(offset()))));
                continue;
            };
            if error.is_none() && !is_cut {
                has_first = has_first || !is_beside(root);
                if !votes.add(root) {
                    trouble = trouble.or_else(|| Some(unknown(" of the first record", Some(root))));
                }
                continue;
            }
            if index == 0 || !has_first {
                partial = partial.or_else(|| known(root));
            }
            // Once a format is known, the reason is not reported.
            if partial.is_some() || votes.has_format() {
                continue;
            }
            trouble = trouble.or_else(|| match error.filter(|error| !is_cut || !error.is_end()) {
                Some(error) => Some(Trouble::json(error.after(offset()))),
                None => Some(unknown(" of the first record", Some(root))),
            });
        }
        let is_sure = partial.as_ref().is_some_and(is_certain);
        if let Some(trouble) = votes.trouble() {
            return Self { found: Err(trouble), has_first, is_sure: false };
        }
        let found = votes.winner().or(partial);
        Self { found: found.map_or_else(|| trouble.map_or(Ok(Detected::Nothing), Err), foreign), has_first, is_sure }
    }

    fn items(head: &str, is_whole: bool, tape: &mut Tape) -> Self {
        let (root, error) = tape.parse_prefix(head);
        let Some(root) = root else { return Self::nothing(error) };
        // The last one may be truncated.
        let complete = if error.is_some() { root.len().saturating_sub(1) } else { root.len() };
        let mut votes = Votes::default();
        for item in root.items().take(complete) {
            votes.add(item);
        }
        let partial = root.items().nth(complete).and_then(known);
        let is_sure = partial.as_ref().is_some_and(is_certain);
        if let Some(trouble) = votes.trouble() {
            return Self { found: Err(trouble), has_first: true, is_sure: false };
        }
        let found = match (votes.winner().or(partial), error.filter(|error| is_whole || !error.is_end())) {
            (Some(found), _) => foreign(found),
            (None, Some(error)) => Err(Trouble::json(error)),
            (None, None) if root.is_empty() => Ok(Detected::Nothing),
            (None, None) => Err(unknown("", Some(root))),
        };
        Self { found, has_first: complete > 0 || error.is_none(), is_sure: is_sure && complete == 0 }
    }

    fn document(head: &str, is_whole: bool, tape: &mut Tape) -> Self {
        let (root, error) = tape.parse_prefix(head);
        let Some(root) = root else { return Self::nothing(error) };
        let found = known(root).or_else(|| message_format(root));
        let is_sure = found.as_ref().is_some_and(is_certain);
        let is_broken = error.filter(|error| !error.is_end());
        let may_be_line = !is_whole && is_broken.is_some_and(|error| breaks_in_line(head, &error));
        let found = match (found, error.filter(|error| is_whole || !error.is_end())) {
            (Some(found), _) => foreign(found),
            (None, Some(error)) => Err(Trouble::json(error)),
            (None, None) => Err(unknown("", Some(root))),
        };
        let has_first = error.is_none() || (is_broken.is_some() && !may_be_line);
        Self { found, has_first, is_sure: is_sure && !may_be_line }
    }

    fn frames(head: &str, is_whole: bool, tape: &mut Tape) -> Self {
        let frame = sse::first(head);
        // A stream of only comments: no data was sent yet.
        if is_whole && frame.trim().is_empty() {
            let events = FORMATS.iter().find(|format| format.name == crate::events::FORMAT);
            let score = Score::new(Score::PLAIN, "server-sent events, and none so far");
            return Self::pieces(Ok(
                events.map_or(Detected::Nothing, |format| Detected::One(Candidate { format, score }))
            ));
        }
        let (root, error) = tape.parse_prefix(&frame);
        let Some(root) = root else { return Self::nothing(error) };
        // A response in a frame is a chunk of one.
        let is_frame = |found: &Detected| match found {
            Detected::One(found) => found.format.is_service() && found.format.framing.is_message.is_some(),
            Detected::Foreign(_) => true,
            Detected::Tie(_) | Detected::Nothing => false,
        };
        let found = match message_format(root).or_else(|| known(root).filter(is_frame)) {
            Some(found) => foreign(found),
            None => Err(match error.filter(|error| !error.is_end()) {
                Some(error) => Trouble::json(error),
                None => unknown("", Some(root)),
            }),
        };
        let is_told = found.is_ok() || matches!(found, Err(Trouble::Foreign(_))) || error.is_none();
        Self { found, has_first: is_told, is_sure: is_told }
    }

    fn nothing(error: Option<JsonError>) -> Self {
        let has_first = error.is_some_and(|error| !error.is_end());
        Self { found: Err(error.map_or_else(|| unknown("", None), Trouble::json)), has_first, is_sure: false }
    }
}

fn known(root: Node<'_, '_>) -> Option<Detected> {
    Some(detect(root, None)).filter(|found| !matches!(found, Detected::Nothing))
}

/// True if more data of the record would not change the result.
fn is_certain(found: &Detected) -> bool {
    match found {
        Detected::One(candidate) => candidate.score.value >= Score::SURE,
        Detected::Foreign(_) => true,
        Detected::Tie(_) | Detected::Nothing => false,
    }
}

fn foreign(found: Detected) -> Result<Detected, Trouble> {
    match found {
        Detected::Foreign(found) => Err(Trouble::Foreign(found)),
        Detected::One(_) | Detected::Tie(_) | Detected::Nothing => Ok(found),
    }
}

pub(super) fn message_format(root: Node<'_, '_>) -> Option<Detected> {
    let format = FORMATS.iter().find(|format| format.framing.is_message.is_some_and(|is| is(root)))?;
    let score = Score::new(Score::SURE, "every line is one message");
    Some(Detected::One(Candidate { format, score }))
}

#[cfg(test)]
#[path = "sniff_tests.rs"]
mod tests;
