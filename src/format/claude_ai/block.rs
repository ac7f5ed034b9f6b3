//! One block of a content: text, reasoning, a call, or what a tool gave back.
//!
//! ```json
//! {"type":"tool_use","id":"toolu_1","name":"web_search","input":{"query":"weather"},"message":"Searching","integration_name":null}
//! ```

use super::NAME;
use crate::format::shared::{self, keep_exported};
use crate::json::{Node, Text};
use crate::model::{
    Arguments, CallKind, Citations, Extras, Form, OneOrMany, Part, Reasoning, Slot, TextPart, ToolCall, ToolResult,
};

/// Keeps a member: as a note if the model has its value, or if the value is empty.
pub(super) fn keep<'a>(slot: Slot, key: Text<'a>, node: Node<'_, 'a>, is_note: bool, extras: &mut Extras<'a>) {
    keep_exported(slot, NAME, key, node, is_note, extras);
}

/// Keeps all members of a block but its type and those that were taken.
fn keep_others<'a>(block: Node<'_, 'a>, taken: &[&str]) -> Extras<'a> {
    let mut extras = Extras::default();
    for (key, value) in block.members().filter(|(key, _)| !taken.iter().any(|taken| key.is(taken))) {
        // It is not cut off, as nearly all are not.
        let is_note = key.is("type") || (key.is("cut_off") && value.as_bool() == Some(false));
        keep(Slot::Here, key.text().unwrap_or_default(), value, is_note, &mut extras);
    }
    extras
}

pub(super) fn read_block<'a>(block: Node<'_, 'a>) -> Part<'a> {
    let kind = block.get("type").and_then(|kind| kind.text()).unwrap_or(Text::Token("block"));
    let text_of = |key: &str| block.get(key).and_then(|text| text.text());
    let read = match kind.decode().as_ref() {
        "text" => text_of("text").map(|text| Part::Text(read_text(block, text))),
        "thinking" => text_of("thinking").map(|text| {
            let extras = keep_others(block, &["thinking"]);
            Part::Reasoning(Box::new(Reasoning { at: block.at(), text: Some(text), extras, ..Reasoning::default() }))
        }),
        "tool_use" => text_of("name").map(|name| Part::from(read_call(block, name))),
        _ => None,
    };
    read.unwrap_or_else(|| opaque(block, kind))
}

fn opaque<'a>(block: Node<'_, 'a>, kind: Text<'a>) -> Part<'a> {
    shared::opaque(NAME, block, kind)
}

fn read_text<'a>(block: Node<'_, 'a>, text: Text<'a>) -> TextPart<'a> {
    let mut part = TextPart::new(text, block.at());
    let citations = block.get("citations").filter(|list| list.is_array() && !list.is_empty());
    if let Some(list) = citations {
        part.set_citations(Citations { origin: NAME, at: list.at(), raw: list.to_raw() });
    }
    let taken: &[&str] = if citations.is_some() { &["text", "citations"] } else { &["text"] };
    part.extras = keep_others(block, taken);
    part
}

fn read_call<'a>(block: Node<'_, 'a>, name: Text<'a>) -> ToolCall<'a> {
    let id = block.get("id").and_then(|id| id.text());
    let input = block.get("input").filter(|input| !input.is_null());
    let arguments = match input {
        Some(input) => input.text().map_or_else(|| Arguments::Object(input.to_raw()), Arguments::Encoded),
        None => Arguments::Encoded(Text::Token("{}")),
    };
    let taken: &[&str] = if id.is_some() { &["id", "name", "input"] } else { &["name", "input"] };
    let extras = keep_others(block, taken);
    ToolCall { at: block.at(), id, kind: CallKind::Function, name, arguments, cache: None, signature: None, extras }
}

/// `{"type":"tool_result","tool_use_id":"toolu_1","name":"web_search","content":[{"type":"text","text":"18C"}],"is_error":false}`
pub(super) fn read_result<'a>(block: Node<'_, 'a>) -> Part<'a> {
    let text_of = |key: &str| block.get(key).and_then(|text| text.text());
    let mut taken = vec!["content"];
    let mut result = ToolResult { at: block.at(), ..ToolResult::default() };
    result.call_id = text_of("tool_use_id").inspect(|_| taken.push("tool_use_id"));
    result.name = text_of("name").inspect(|_| taken.push("name"));
    let flag = block.get("is_error").and_then(|flag| Some((flag.as_bool()?, flag.at())));
    result.error = flag.inspect(|_| taken.push("is_error"));
    if let Some(content) = block.get("content") {
        result.form = read_contents(content, &mut result.parts);
    }
    result.extras = keep_others(block, &taken);
    Part::from(result)
}

fn read_contents<'a>(content: Node<'_, 'a>, parts: &mut OneOrMany<Part<'a>>) -> Form {
    if let Some(text) = content.text() {
        parts.push(Part::Text(TextPart::new(text, content.at())));
        return Form::Text;
    }
    if content.is_null() {
        return Form::Null;
    }
    if !content.is_array() {
        parts.push(opaque(content, Text::Token("content")));
        return Form::Parts;
    }
    for item in content.items() {
        let kind = item.get("type").and_then(|kind| kind.text()).unwrap_or(Text::Token("block"));
        let text = item.get("text").and_then(|text| text.text()).filter(|_| kind.is("text"));
        parts.push(match text {
            Some(text) => Part::Text(read_text(item, text)),
            None => opaque(item, kind),
        });
    }
    Form::Parts
}
