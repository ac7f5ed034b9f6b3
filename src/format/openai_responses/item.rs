//! The items of a list: messages, reasoning, what belongs to tools, and what only the service understands.
//!
//! Reasoning, answers and calls in a row are one message of the model; each part remembers its item (see `keep`).

use std::collections::HashSet;

use super::call::{ItemCallKind, read_call, read_result};
use super::hosted::read_hosted;
use super::item_marks::{extras_mut, keep, keep_outer, keep_status, keep_text, mark_item, note_in};
use super::message::read_message;
use super::{FAMILY, NAME};
use crate::format::Reading;
use crate::format::shared::{self, need, need_text, refuse_type, unknown_fields, wrong_type};
use crate::json::{At, Node, Text};
use crate::model::{Message, Part, Reasoning, Role, Slot};
use crate::report::{Refused, nearest, shape, unknown_word};

/// Items that are kept as they are.
pub(super) const OPAQUE: [&str; 26] = [
    "item_reference",
    "web_search_call",
    "file_search_call",
    "code_interpreter_call",
    "image_generation_call",
    "computer_call",
    "computer_call_output",
    "local_shell_call",
    "local_shell_call_output",
    "shell_call",
    "shell_call_output",
    "apply_patch_call",
    "apply_patch_call_output",
    "mcp_list_tools",
    "mcp_approval_request",
    "mcp_approval_response",
    "mcp_call",
    "tool_search_call",
    "tool_search_output",
    "tool_search_call_output",
    "additional_tools",
    "compaction",
    "compaction_summary",
    "compaction_trigger",
    "program",
    "program_output",
];

/// The types of items that are read, in addition to `message`.
const READ: [&str; 5] =
    ["function_call", "function_call_output", "reasoning", "custom_tool_call", "custom_tool_call_output"];

/// A type that tells this API from others; `message` does not.
pub(in crate::format) fn is_known_type(kind: &str) -> bool {
    READ.contains(&kind) || OPAQUE.contains(&kind)
}

/// The items so far that others depend on.
#[derive(Debug, Default)]
pub(in crate::format) struct Seen {
    /// Ids of calls that only this API understands: their outputs stay next to them.
    calls: HashSet<String>,
    /// An item names one that the service keeps, which may be a call.
    has_reference: bool,
}

/// Reads a list of items as messages. True if an item names one that the service keeps.
pub(in crate::format) fn read_items<'a>(
    list: Node<'_, 'a>,
    messages: &mut Vec<Message<'a>>,
    reading: &mut Reading<'_>,
) -> Result<bool, Refused> {
    messages.reserve(list.len());
    let mut seen = Seen::default();
    for item in list.items() {
        read_item(item, &mut seen, messages, reading)?;
    }
    Ok(seen.has_reference)
}

impl Seen {
    fn has_call(&self, output: Node<'_, '_>) -> bool {
        !self.calls.is_empty() && call_id(output).is_some_and(|id| self.calls.contains(&id))
    }
}

fn call_id(node: Node<'_, '_>) -> Option<String> {
    Some(node.get("call_id")?.text()?.decode().into_owned())
}

pub(in crate::format) fn read_item<'a>(
    node: Node<'_, 'a>,
    seen: &mut Seen,
    messages: &mut Vec<Message<'a>>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "input", "a list of objects"));
    }
    let [kind_node, role, id] = node.pick(&["type", "role", "id"]);
    let Some(kind_node) = kind_node.filter(|kind| !kind.is_null()) else {
        if role.is_some() {
            return read_message(node, messages, reading);
        }
        if id.is_some_and(|id| id.is_string()) {
            seen.has_reference = true;
            add(messages, node.at(), opaque(node, &Text::Token("item_reference")));
            return Ok(());
        }
        let message = "an item needs `type`, or `role` for a message";
        return Err(Refused::new(&shape::MISSING_FIELD, node.at(), message));
    };
    let kind = kind_node.text().ok_or_else(|| refuse_type(kind_node, "type", "a string"))?;
    let part = match kind.decode().as_ref() {
        "message" => return read_message(node, messages, reading),
        "function_call_output" | "custom_tool_call_output" if seen.has_call(node) => {
            // It stays as it is; what is wrong with it is reported all the same.
            read_result(node, &mut Vec::new(), reading)?;
            opaque(node, &kind)
        }
        "function_call_output" | "custom_tool_call_output" => return read_result(node, messages, reading),
        "function_call" => read_call(node, ItemCallKind::Function, reading)?,
        "custom_tool_call" => read_call(node, ItemCallKind::Custom, reading)?,
        "reasoning" => return read_reasoning(node, &kind, messages, reading),
        known if OPAQUE.contains(&known) => {
            if let Some(id) = id.filter(|id| !id.is_string() && !id.is_null()) {
                wrong_type(reading, id, "id", "a string");
            }
            seen.has_reference |= known == "item_reference";
            if known.ends_with("_call") {
                seen.calls.extend(call_id(node));
            }
            let mut part = opaque(node, &kind);
            part.set_hosted(read_hosted(node, known));
            part
        }
        _ => {
            reading.report.add(&shape::UNKNOWN_PART, kind_node.at(), || {
                let own = ["message"].into_iter().chain(READ).chain(OPAQUE);
                match nearest(&kind.decode(), own) {
                    Some(meant) => unknown_word("type of item", &kind, &[meant]),
                    None => format!("unknown type of item `{}`", kind.show()).into(),
                }
            });
            opaque(node, &kind)
        }
    };
    add(messages, node.at(), part);
    Ok(())
}

/// An item that only this API understands.
pub(in crate::format) fn opaque<'a>(node: Node<'_, 'a>, kind: &Text<'a>) -> Part<'a> {
    shared::opaque(NAME, node, kind.clone())
}

/// Adds a part to the answer that is going on, or begins one.
pub(in crate::format) fn add<'a>(messages: &mut Vec<Message<'a>>, at: At, part: Part<'a>) {
    match messages.last_mut() {
        Some(message) if matches!(message.role, Role::Assistant) => message.parts.push(part),
        _ => messages.push(Message {
            at,
            origin: NAME,
            role: Role::Assistant,
            parts: crate::model::OneOrMany::one(part),
            ..Message::default()
        }),
    }
}

/// Each text of the summary and of the content is a part; the first one carries the seal and the fields of the item.
fn read_reasoning<'a>(
    node: Node<'_, 'a>,
    kind: &Text<'a>,
    messages: &mut Vec<Message<'a>>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let keys = &["type", "id", "summary", "content", "encrypted_content", "status"];
    let ([_, id, summary, content, sealed, status], rest) = node.fields(keys)?;
    let mut parts = Vec::new();
    for (list, key, wanted) in [(summary, "summary", "summary_text"), (content, "content", "reasoning_text")] {
        let Some(list) = list.filter(|list| !list.is_null()) else { continue };
        if !list.is_array() {
            return Err(refuse_type(list, key, "an array"));
        }
        for text in list.items() {
            if !text.get("type").is_some_and(|kind| kind.is(wanted)) {
                let tag = text.get("type").filter(Node::is_string);
                reading.report.add(&shape::UNKNOWN_PART, tag.unwrap_or(text).at(), || {
                    match tag.and_then(|tag| tag.text()) {
                        Some(word) => unknown_word("type of text of reasoning", &word, &[wanted]),
                        None => format!("`{key}` of reasoning only contains `{wanted}`").into(),
                    }
                });
                add(messages, node.at(), opaque(node, kind));
                return Ok(());
            }
            let ([_, words], rest) = text.fields(&["type", "text"])?;
            let mut it = Reasoning { at: text.at(), ..Reasoning::default() };
            it.text = Some(need_text(words, "text", text)?);
            unknown_fields(reading, &rest, NAME, "a text of reasoning", &mut it.extras);
            parts.push(it);
        }
    }
    let count = parts.len();
    if parts.is_empty() {
        parts.push(Reasoning { at: node.at(), ..Reasoning::default() });
    }
    let mut parts = parts.into_iter();
    if let Some(mut first) = parts.next() {
        // The seal is next to the texts.
        first.at = node.at();
        mark_item(&mut first.extras, count, node.at());
        // The service does not look up what it can read.
        if need(id, "id", node).is_err() && sealed.and_then(|sealed| sealed.text()).is_none() {
            let what = || "reasoning needs `id` or `encrypted_content`".to_owned();
            reading.report.add(&shape::MISSING_FIELD, node.at(), what);
        }
        keep_text(&mut first.extras, Slot::Item, "id", id, reading);
        keep_status(&mut first.extras, Slot::Item, "status", status, reading);
        match summary {
            None => {
                reading.report.add(&shape::MISSING_FIELD, node.at(), || "reasoning needs `summary`".to_owned());
            }
            Some(summary) if summary.is_null() => {
                wrong_type(reading, summary, "summary", "an array");
                keep(&mut first.extras, Slot::Item, "summary", Some(summary));
            }
            Some(_) => {}
        }
        if let Some(content) = content.filter(|content| content.is_null() || content.is_empty()) {
            note_in(&mut first.extras, Slot::Item, "content", content);
        }
        match sealed.map(|sealed| (sealed, sealed.text())) {
            Some((_, Some(seal))) => {
                first.signature = Some(seal);
                first.family = FAMILY;
            }
            Some((sealed, None)) => {
                keep_text(&mut first.extras, Slot::Item, "encrypted_content", Some(sealed), reading);
            }
            None => {}
        }
        keep_outer(reading, &rest, "reasoning", &mut first.extras);
        add(messages, node.at(), Part::Reasoning(Box::new(first)));
    }
    for part in parts {
        add(messages, node.at(), Part::Reasoning(Box::new(part)));
    }
    Ok(())
}

/// Marks the parts of one item: the first one gets the number of all.
pub(super) fn mark_parts(parts: &mut [Part<'_>], at: At) {
    let count = parts.len();
    if let Some(extras) = parts.first_mut().and_then(extras_mut) {
        mark_item(extras, count, at);
    }
}
