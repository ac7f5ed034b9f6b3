//! Formats of other programs that are known by name and not read, so that none of them is taken for a format that is.
//!
//! `[{"kind":"request","parts":[{"part_kind":"user-prompt","content":"hi"}]}]` is pydantic-ai, and no list of gemini.

use super::foreign_formats::{FOREIGN, ForeignFormat};
use super::signs::{ITEMS, KeySet};
use crate::json::Node;

/// The format that a record is in, if that is one which is known and not read.
#[must_use]
pub fn foreign(root: Node<'_, '_>) -> Option<&'static ForeignFormat> {
    if root.is_array() {
        let other = |item: &Node<'_, '_>| item.strings(["role", "content"]).is_none();
        return root.items().take(ITEMS).filter(other).find_map(of_record);
    }
    of_record(root)
}

/// A record, or an item of a list: a message, or a record of its own.
fn of_record(root: Node<'_, '_>) -> Option<&'static ForeignFormat> {
    if !root.is_object() {
        return None;
    }
    let whole = [(root, KeySet::of(root))];
    let list = root.get("messages").filter(Node::is_array);
    let other = |message: &Node<'_, '_>| message.is_object() && message.strings(["role", "content"]).is_none();
    let messages = list.into_iter().flat_map(|list| list.items().take(ITEMS).filter(other));
    let messages: Vec<_> = messages.map(|message| (message, KeySet::of(message))).collect();
    FOREIGN.iter().find(|format| {
        format.signs.iter().any(|sign| {
            let places = if sign.is_of_message() && list.is_some() { messages.as_slice() } else { &whole };
            places.iter().any(|(node, keys)| sign.is_in(*node, *keys))
        })
    })
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
            (r#"[{"parts":[{"content":"hi","part_kind":"user-prompt"}],"kind":"request"}]"#, "messages of pydantic-ai"),
            (r#"[{"kind":"response","parts":[{"content":"x","part_kind":"text"}]}]"#, "messages of pydantic-ai"),
            (
                r#"{"messages":[{"role":"assistant","channel":"final","content":"x"}]}"#,
                "Harmony (the prompt format of gpt-oss) as JSON",
            ),
            (
                r#"{"messages":[{"role":"system","content":[{"model_identity":"x","type":"system_content"}]}]}"#,
                "Harmony (the prompt format of gpt-oss) as JSON",
            ),
            (r#"[{"role":"user","meta":{},"name":null,"content":[{"text":"q"}]}]"#, "messages of Haystack"),
            (
                r#"[{"type":"message","role":"user","contents":[{"type":"text","text":"q"}]}]"#,
                "messages of the Microsoft Agent Framework",
            ),
            (r#"{"contents":[{"$type":"text","text":"q"}]}"#, "messages of the Microsoft Agent Framework"),
            (
                r#"{"messages":[{"role":"user","contents":[{"$type":"text","text":"q"}]}]}"#,
                "messages of the Microsoft Agent Framework",
            ),
            (
                r#"[{"role":"assistant","content":"","tool_calls":[{"id":"c","function":"f","arguments":{}}]}]"#,
                "messages of Inspect",
            ),
            (r#"[{"role":"user","additional_kwargs":{},"blocks":[]}]"#, "messages of LlamaIndex"),
            (r#"[{"type":"human","data":{"content":"q"}}]"#, "messages of LangChain"),
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
