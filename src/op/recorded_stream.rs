//! Finds out whether an input is a recorded stream, from its first event: `data: {"object":"chat.completion.chunk",…}`.

use super::choice::Choice;
use crate::events::aws_frames::DAMAGED;
use crate::events::sse;
use crate::format::streams::{BINARY, StreamKind, stream_kind};
use crate::format::{Candidate, Detected, Framing, Score, by_name};
use crate::json::{Node, Tape};
use crate::stream::Source;

/// The number of events before the one that tells.
const MOST: usize = 8;

/// The kind of stream that an input is, and the framing of its events. `None`: it is none, or its events were named as
/// records.
pub(super) fn stream_of(source: &Source, choice: &Choice) -> Option<(&'static StreamKind, Framing)> {
    let is_open = matches!(choice.framing, None | Some(Framing::Messages | Framing::Sse));
    if !is_open || choice.at.is_some() || source.is_lines() {
        return None;
    }
    let (kind, framing) = kind_of(source.head(), choice.limits.depth)?;
    let is_wanted = choice.format.is_none_or(|format| format.name == kind.format);
    is_wanted.then_some((kind, framing))
}

fn kind_of(head: &str, depth: usize) -> Option<(&'static StreamKind, Framing)> {
    let mut tape = Tape::with_max_depth(depth);
    let text = head.trim_start();
    if text.starts_with(DAMAGED) {
        return Some((BINARY, Framing::Lines));
    }
    if sse::is_sse(head) {
        let (mut json, mut frames) = (Vec::new(), Vec::new());
        sse::blank(head.as_bytes(), &mut json, &mut frames);
        let data =
            frames.iter().take(MOST).filter_map(|frame| std::str::from_utf8(json.get(frame.start..frame.end)?).ok());
        return Some((first_kind(data, &mut tape)?, Framing::Sse));
    }
    if text.starts_with('[') {
        let items = tape.parse_prefix(text).0?;
        let first = items.items().take(MOST).find(|item| !is_silent(*item))?;
        return Some((stream_kind(first)?, Framing::Array));
    }
    // Most files are not streams, which their first line shows.
    if let Some(event) = text.lines().next().and_then(|line| tape.parse(line).ok())
        && !is_silent(event)
    {
        return Some((stream_kind(event)?, Framing::Lines));
    }
    // A line that is longer than what is here is one all the same.
    let mut is_line = |line: &str| tape.parse(line).is_ok() || line.len() == text.len();
    if text.lines().next().is_none_or(&mut is_line) {
        let lines = text.split('\n').filter(|line| !line.trim().is_empty()).take(MOST);
        return Some((first_kind(lines, &mut tape)?, Framing::Lines));
    }
    Some((first_kind(std::iter::once(text), &mut tape)?, Framing::Document))
}

/// The kind of the first event that tells.
fn first_kind<'a>(events: impl Iterator<Item = &'a str>, tape: &mut Tape) -> Option<&'static StreamKind> {
    for event in events {
        let event = tape.parse_prefix(event).0?;
        if !is_silent(event) {
            return stream_kind(event);
        }
    }
    None
}

/// True for an event that keeps a connection alive.
fn is_silent(event: Node<'_, '_>) -> bool {
    event.get("type").is_some_and(|kind| kind.is("ping"))
}

/// The format of the answers of a stream.
pub(super) fn found(kind: &StreamKind) -> Detected {
    let score = Score::new(Score::SURE, "events of a recorded stream");
    by_name(kind.format).map_or(Detected::Nothing, |(format, _)| Detected::One(Candidate { format, score }))
}
