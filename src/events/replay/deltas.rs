//! Pieces of one text that follow each other, added at once: nearly all events of a log are
//! `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"He"}`.

use super::{Replay, ReplayRole};
use crate::events::tree::value::TreeValue;
use crate::json::{Node, spelled};

/// An event of exactly a type, the id of a message and a piece of its text.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlainDelta<'a> {
    /// The id, as written.
    pub id: &'a str,
    /// The text, as written.
    pub text: &'a str,
}

/// The types of these events.
const DELTA_TYPES: [&str; 2] = ["TEXT_MESSAGE_CONTENT", "REASONING_MESSAGE_CONTENT"];

/// The offset of the text in a row of a log, if the row begins like such an event. Rows that begin with the same bytes up to
/// there are of the same message.
#[must_use]
pub fn delta_text(row: &[u8]) -> Option<usize> {
    let compact = [r#"{"type":""#, r#"","messageId":""#, r#"","delta":""#];
    let spaced = [r#"{"type": ""#, r#"", "messageId": ""#, r#"", "delta": ""#];
    [compact, spaced].iter().find_map(|[kind, id, text]| {
        let rest = row.strip_prefix(kind.as_bytes())?;
        let rest =
            DELTA_TYPES.iter().find_map(|kind| rest.strip_prefix(kind.as_bytes()))?.strip_prefix(id.as_bytes())?;
        let end = memchr::memchr2(b'"', b'\\', rest)?;
        let rest = rest.get(end..)?.strip_prefix(text.as_bytes())?;
        Some(row.len() - rest.len())
    })
}

/// Finds these events. Most differ from the previous one only in their text.
#[derive(Debug, Default)]
pub struct PlainDeltas<'a> {
    last: PlainDelta<'a>,
    /// The JSON of the last event up to its text; empty before the first one.
    beginning: &'a str,
}

impl<'a> PlainDeltas<'a> {
    /// The event, if it is one.
    #[inline(always)]
    #[must_use]
    pub fn find(&mut self, node: Node<'_, 'a>) -> Option<PlainDelta<'a>> {
        let is_same = |beginning: &[u8]| (beginning == self.beginning.as_bytes()).then_some(());
        match node.last_string(3, is_same) {
            Some(((), text, _)) => Some(PlainDelta { text, ..self.last }),
            None => self.read(node),
        }
    }

    fn read(&mut self, node: Node<'_, 'a>) -> Option<PlainDelta<'a>> {
        let [(kind, _), (id, _), (text, at)] = node.strings(["type", "messageId", "delta"])?;
        if !DELTA_TYPES.contains(&kind) {
            return None;
        }
        let length = at.offset().zip(node.at().offset()).map(|(text, event)| text + 1 - event);
        self.beginning = length.and_then(|length| node.raw().get(..length)).unwrap_or_default();
        self.last = PlainDelta { id, text };
        Some(self.last)
    }
}

/// Pieces of the text of a message that is not added yet.
#[derive(Debug)]
pub struct DeltaStreak<'a> {
    id: &'a str,
    /// The index of the message.
    message: usize,
    text: String,
}

impl DeltaStreak<'_> {
    /// Adds a piece, if it is of the same message.
    pub fn add(&mut self, delta: &PlainDelta<'_>) -> bool {
        // Most of them share the id with the first one.
        let is_same = std::ptr::eq(delta.id, self.id) || delta.id == self.id;
        if is_same {
            self.text.push_str(delta.text);
        }
        is_same
    }
}

impl Replay {
    /// Begins a streak after an event that was replayed. `None`: the next one may have to be reported.
    #[must_use]
    pub fn streak<'a>(&self, delta: &PlainDelta<'a>) -> Option<DeltaStreak<'a>> {
        let message = self.messages.find(&spelled(delta.id))?;
        let is_text = self.messages.role(message) != Some(ReplayRole::Activity);
        is_text.then(|| DeltaStreak { id: delta.id, message, text: String::new() })
    }

    /// Adds the pieces of a streak to their message.
    pub fn add_streak(&mut self, streak: &DeltaStreak<'_>) {
        if !streak.text.is_empty() {
            self.push_content(streak.message, &streak.text);
        }
    }

    /// Adds text to the content of a message.
    pub(super) fn push_content(&mut self, message: usize, token: &str) {
        let Some(message) = self.messages.get_mut(message) else { return };
        let Some(object) = message.value.as_object(&mut self.scratch) else { return };
        match object.get_mut("content") {
            Some(content) => content.push_token(token),
            None => {
                object.set("content", TreeValue::string(token));
            }
        }
    }
}
