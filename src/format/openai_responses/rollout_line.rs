//! Lines of Codex CLI sessions. They wrap items of this API, but a list of such lines is not a list of items.
//!
//! ```json
//! {"timestamp":"2026-01-02T03:04:10.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[]}}
//! ```

use crate::json::Node;

/// Types of lines that are not a part of the conversation.
pub(in crate::format) const BESIDE: &[&str] = &["world_state", "token_usage_record", "inter_agent_communication"];

/// Types of the other lines with a payload.
const LINES: &[&str] = &["session_meta", "response_item", "event_msg", "turn_context", "compacted"];

pub(in crate::format) fn is_any(node: Node<'_, '_>, words: &[&str]) -> bool {
    words.iter().any(|word| node.is(word))
}

pub(in crate::format) fn is_text(node: Option<Node<'_, '_>>) -> bool {
    node.is_some_and(|node| node.is_string())
}

pub(in crate::format) fn is_exec(line: Node<'_, '_>, kind: Node<'_, '_>) -> bool {
    let Some(kind) = kind.text() else { return false };
    let kind = kind.decode();
    match kind.split_once('.') {
        Some(("thread", _)) => line.get("thread_id").is_some(),
        Some(("turn", _)) => line.get("usage").or(line.get("error")).is_some() || line.len() == 1,
        Some(("item", _)) => line.get("item").is_some_and(|item| item.is_object() && item.get("type").is_some()),
        Some(_) | None => false,
    }
}

/// True for a line that only a session of Codex CLI has.
pub(in crate::format) fn is_line(line: Node<'_, '_>) -> bool {
    if !line.is_object() {
        return false;
    }
    let keys = ["type", "payload", "timestamp", "record_type", "id", "instructions", "git"];
    let [kind, payload, timestamp, record, id, instructions, git] = line.pick(&keys);
    let Some(kind) = kind.filter(Node::is_string) else {
        let is_meta = is_text(id) && is_text(timestamp) && instructions.or(git).is_some();
        return kind.is_none()
            && (record.is_some_and(|record| record.is("state"))
                || (is_meta && line.get("messages").or(line.get("mapping")).is_none()));
    };
    if payload.is_some_and(|payload| payload.is_object()) && timestamp.is_some() {
        // Other programs write logs of this shape, too.
        return is_any(kind, LINES) || is_any(kind, BESIDE);
    }
    payload.is_none() && is_exec(line, kind)
}
