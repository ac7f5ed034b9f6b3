//! Formats of other programs that are known by name and not read, so that none of them is taken for a format that is.
//!
//! `[{"id":"m1","role":"user","parts":[{"type":"text","text":"hi"}]}]` is a list of the AI SDK, and none of gemini.

use super::foreign_formats::{FOREIGN, ForeignFormat};
use super::signs::{ITEMS, KeySet, RecordSign};
use crate::json::Node;

/// The format that a record is in, if that is one which is known and not read.
#[must_use]
pub fn foreign(root: Node<'_, '_>) -> Option<&'static ForeignFormat> {
    SignedRecords::of(root).foreign()
}

/// What signs are looked for in: a record, or the first items of a list that may be records or messages.
pub(super) struct SignedRecords<'t, 'a>(Vec<SignedRecord<'t, 'a>>);

impl<'t, 'a> SignedRecords<'t, 'a> {
    /// Those of a record or a list. The keys are collected once for all signs.
    pub(super) fn of(root: Node<'t, 'a>) -> Self {
        let is_other = |item: &Node<'_, '_>| item.strings(["role", "content"]).is_none();
        if root.is_array() {
            return Self(root.items().take(ITEMS).filter(is_other).filter_map(SignedRecord::of).collect());
        }
        Self(SignedRecord::of(root).into_iter().collect())
    }

    /// The format of the first of them that is known and not read.
    pub(super) fn foreign(&self) -> Option<&'static ForeignFormat> {
        self.0.iter().find_map(|record| FOREIGN.iter().find(|format| record.has(format.signs)))
    }

    /// True if one of them, or a message of it, has one of the signs.
    pub(super) fn has(&self, signs: &[RecordSign]) -> bool {
        self.0.iter().any(|record| record.has(signs))
    }
}

/// A record and its messages, with their keys.
struct SignedRecord<'t, 'a> {
    record: (Node<'t, 'a>, KeySet),
    /// `None`: the record has no list of messages, so it may be a message.
    messages: Option<Vec<(Node<'t, 'a>, KeySet)>>,
}

impl<'t, 'a> SignedRecord<'t, 'a> {
    fn of(root: Node<'t, 'a>) -> Option<Self> {
        if !root.is_object() {
            return None;
        }
        let is_other = |message: &Node<'_, '_>| message.is_object() && message.strings(["role", "content"]).is_none();
        let list = root.get("messages").filter(Node::is_array);
        let messages = list.map(|list| list.items().take(ITEMS).filter(is_other));
        let messages = messages.map(|messages| messages.map(|message| (message, KeySet::of(message))).collect());
        Some(Self { record: (root, KeySet::of(root)), messages })
    }

    fn has(&self, signs: &[RecordSign]) -> bool {
        let whole = std::slice::from_ref(&self.record);
        signs.iter().any(|sign| {
            let places = self.messages.as_deref().filter(|_| sign.is_of_message()).unwrap_or(whole);
            places.iter().any(|(node, keys)| sign.is_in(*node, *keys))
        })
    }
}

/// The id of a response of gemini. Chunks of one answer share it.
#[must_use]
pub fn response_id(root: Node<'_, '_>) -> Option<String> {
    root.get("candidates")?;
    Some(root.get("responseId").or(root.get("response_id"))?.text()?.decode().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Detected, detect};
    use crate::json::Tape;

    #[test]
    fn every_name_is_said_once_and_has_advice() {
        let mut names: Vec<_> = FOREIGN.iter().map(|it| it.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), FOREIGN.len());
        assert!(FOREIGN.iter().all(|it| !it.advice.is_empty() && !it.advice.ends_with('.')));
    }

    #[test]
    fn near_misses_are_named() {
        for (text, name) in [
            (
                r#"{"messages":[{"role":"assistant","channel":"final","content":"x"}]}"#,
                "Harmony (the prompt format of gpt-oss) as JSON",
            ),
            (
                r#"{"messages":[{"role":"system","content":[{"model_identity":"x","type":"system_content"}]}]}"#,
                "Harmony (the prompt format of gpt-oss) as JSON",
            ),
            (r#"{"object":"chat.completion.chunk","choices":[]}"#, "an event of a Chat Completions stream"),
            (r#"{"type":"message_start","message":{"role":"assistant"}}"#, "an event of a Messages API stream"),
            (r#"[{"type":"response.created","response":{}}]"#, "an event of a Responses stream"),
            (r#"{"contentBlockDelta":{"delta":{"text":"x"},"contentBlockIndex":0}}"#, "an event of a Converse stream"),
            (
                r#"{"model":"m","message":{"role":"assistant","content":"x"},"done":false}"#,
                "a line of an Ollama stream",
            ),
        ] {
            let mut tape = Tape::new();
            let root = tape.parse(text).unwrap();
            assert_eq!(foreign(root).map(|it| it.name), Some(name), "{text}");
            assert!(matches!(detect(root, None), Detected::Foreign(found) if found.name == name), "{text}");
        }
    }
}
