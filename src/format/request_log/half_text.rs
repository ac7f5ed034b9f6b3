//! Bodies as they were sent: events of a stream, and bytes in base64.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::events::sse::{self, SseFrame};
use crate::format::streams::{FoldedAnswer, Folding, stream_kind};
use crate::json::Tape;
use crate::report::Start;

/// The beginnings of base64 text that decodes to JSON or to events: `{"`, `{` and a line end, `[{`, `[` and a line end, `data:`, `event:`.
const BASE64: &[&str] = &["eyJ", "ewo", "ewog", "W3s", "Wwo", "ZGF0YT", "ZXZlbn"];

/// The text that base64 text decodes to, if that is a body.
pub(super) fn decoded(text: &str) -> Option<String> {
    if !BASE64.iter().any(|start| text.starts_with(start)) {
        return None;
    }
    String::from_utf8(STANDARD.decode(text.trim_end()).ok()?).ok()
}

/// An answer that was sent as events.
pub(super) enum SentAnswer {
    /// The events are one answer.
    Folded(FoldedAnswer),
    /// The events are answers by themselves: a list of them. Offsets are those in the text.
    List(String),
}

/// The answer that the server-sent events of a text give.
pub(super) fn sent_answer(text: &str) -> Option<SentAnswer> {
    if !sse::is_sse(text) {
        return None;
    }
    let (mut json, mut frames) = (Vec::new(), Vec::new());
    sse::blank(text.as_bytes(), &mut json, &mut frames);
    let json = String::from_utf8(json).ok()?;
    let event = |frame: &SseFrame| json.get(frame.start..frame.end);
    frames.retain(|frame| event(frame).is_some_and(|data| !sse::is_sentinel(data)));
    let first = event(frames.first()?)?;
    let kind = Tape::new().parse(first).ok().and_then(stream_kind);
    let Some(kind) = kind else { return list_of(&json, &frames) };
    let mut answer = None;
    let mut folding = Folding::new(kind, usize::MAX);
    let mut keep = |found: FoldedAnswer| {
        answer.get_or_insert(found);
    };
    for frame in &frames {
        let place = Start { line: 1, column: 1, offset: frame.start as u64 };
        folding.event(event(frame)?, place, &mut keep);
    }
    folding.end(&mut keep);
    answer.map(SentAnswer::Folded)
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
