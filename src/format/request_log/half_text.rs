//! Bodies as they were sent: events of a stream, and bytes in base64.

use std::io::Read as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use memchr::memmem;

use crate::events::aws_frames::{DAMAGED, FrameLines, is_event_stream};
use crate::events::sse::{self, SseFrame};
use crate::format::streams::{FoldedAnswer, Folding, StreamKind, stream_kind};
use crate::json::Tape;
use crate::report::Start;

/// The beginnings of JSON bodies and of server-sent events.
const BODIES: &[&str] = &["{\"", "{\n", "{\r", "[{", "[\n", "[\r", "data:", "event:", "id:", "retry:", ": "];
/// The length of base64 that shows how a body begins; lines of base64 are longer.
const LOOK: usize = 64;

/// The text that base64 text decodes to, if that is a body. The binary frames of a stream are decoded to lines.
pub(super) fn decoded(text: &str) -> Option<String> {
    let text = text.trim();
    let head = text.as_bytes().get(..text.len().min(LOOK)).filter(|head| head.len().is_multiple_of(4))?;
    let head = STANDARD.decode(head).ok()?;
    // Some programs break the lines of base64.
    let bytes = || STANDARD.decode(text.split_ascii_whitespace().collect::<String>()).ok();
    if is_event_stream(&head) {
        let mut lines = String::new();
        FrameLines::new(bytes()?.as_slice()).read_to_string(&mut lines).ok()?;
        return Some(lines);
    }
    let is_text = is_body(head.trim_ascii_start());
    is_text.then(bytes).flatten().and_then(|bytes| String::from_utf8(bytes).ok())
}

/// True for the first bytes of a body. Server-sent events may begin with a comment.
fn is_body(head: &[u8]) -> bool {
    BODIES.iter().any(|start| head.starts_with(start.as_bytes()))
        || (head.starts_with(b":") && memmem::find(head, b"\ndata:").is_some())
}

/// An answer that was sent as events.
pub(super) enum SentAnswer {
    /// The events are one answer.
    Folded(FoldedAnswer),
    /// The events are answers by themselves: a list of them. Offsets are those in the text.
    List(String),
}

/// The answer that the server-sent events of a text give, or its lines.
pub(super) fn sent_answer(text: &str) -> Option<SentAnswer> {
    if let Some(kind) = kind_of_lines(text) {
        return folded(kind, lines(text)).map(SentAnswer::Folded);
    }
    if !sse::is_sse(text) {
        return None;
    }
    let (mut json, mut frames) = (Vec::new(), Vec::new());
    sse::blank(text.as_bytes(), &mut json, &mut frames);
    let json = String::from_utf8(json).ok()?;
    let event = |frame: &SseFrame| json.get(frame.start..frame.end);
    frames.retain(|frame| event(frame).is_some_and(|data| !sse::is_sentinel(data)));
    let kind = Tape::new().parse(event(frames.first()?)?).ok().and_then(stream_kind);
    let Some(kind) = kind else { return list_of(&json, &frames) };
    folded(kind, frames.iter().filter_map(|frame| Some((frame.start, event(frame)?)))).map(SentAnswer::Folded)
}

/// True for the events of an answer.
pub(super) fn is_sent(text: &str) -> bool {
    sse::is_sse(text) || kind_of_lines(text).is_some()
}

/// The kind of the stream, if each line of the text is an event: the first one that could be decoded shows it.
fn kind_of_lines(text: &str) -> Option<&'static StreamKind> {
    lines(text).nth(1)?;
    let (_, first) = lines(text).find(|(_, line)| !line.starts_with(DAMAGED))?;
    Tape::new().parse(first).ok().and_then(stream_kind)
}

/// The lines that are not blank, with their offsets.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    let all = text.split_inclusive('\n').map(move |line| {
        let start = next + (line.len() - line.trim_start().len());
        next += line.len();
        (start, line.trim())
    });
    all.filter(|(_, line)| !line.is_empty())
}

/// The first answer of these events, each with its offset.
fn folded<'e>(kind: &'static StreamKind, events: impl Iterator<Item = (usize, &'e str)>) -> Option<FoldedAnswer> {
    let mut answer = None;
    let mut folding = Folding::new(kind, usize::MAX);
    let mut keep = |found: FoldedAnswer| {
        answer.get_or_insert(found);
    };
    for (offset, event) in events {
        folding.event(event, Start { line: 1, column: 1, offset: offset as u64 }, &mut keep);
    }
    folding.end(&mut keep);
    answer
}

/// The data of the frames as a list. Brackets and commas replace blanks between them.
fn list_of(json: &str, frames: &[SseFrame]) -> Option<SentAnswer> {
    let mut list = vec![b' '; json.len().max(1)];
    for (index, frame) in frames.iter().enumerate() {
        let before = list.get_mut(frame.start.checked_sub(1)?)?;
        *before = if index == 0 { b'[' } else { b',' };
        list.get_mut(frame.start..frame.end)?.copy_from_slice(json.as_bytes().get(frame.start..frame.end)?);
    }
    list.push(b']');
    String::from_utf8(list).ok().map(SentAnswer::List)
}
