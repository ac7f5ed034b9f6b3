//! Tool definitions: the field with tools of a record, and `<tools>` tags in a system text.

use memchr::memmem;

use super::packed::{PackedValue, blocks, keep_rest, open_payload};
use crate::format::Reading;
use crate::format::shared::{python_to_json, read_schema};
use crate::json::{At, Node, Tape, Text};
use crate::model::{Conversation, Message, Part, Slot, ToolSpec};
use crate::report::shape;

/// The field `name`: a list, or JSON text of one.
pub(super) fn read_field<'a>(
    name: &'static str,
    field: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) {
    let (key, at, origin) = (Text::Token(name), field.at(), conversation.origin);
    let is_nothing = match field.text() {
        Some(text) => text.is_blank() || text.is("[]"),
        None => field.is_null() || (field.is_array() && field.is_empty()),
    };
    if is_nothing {
        conversation.extras.note(origin, key, field.to_raw(), at);
        return;
    }
    let tools = match field.text() {
        Some(text) => open_payload(&text, reading.scratch, |root| read_list(root, origin, |_| at)),
        None => read_list(field, origin, |node| node.at()),
    };
    let Some(mut tools) = tools else {
        reading.report.add(&shape::BAD_VALUE, at, || {
            format!("`{name}` is not a list of tool definitions, and no JSON text of one")
        });
        conversation.extras.push(origin, key, field.to_raw(), at);
        return;
    };
    // The spelling is kept with the first of the tools.
    if let Some(first) = tools.first_mut() {
        first.extras.mark(origin, "tools", field.to_raw(), at);
    }
    conversation.tools = tools;
}

fn read_list<'a>(
    root: Node<'_, '_>,
    origin: &'static str,
    place: impl Fn(Node<'_, '_>) -> At,
) -> Option<Vec<ToolSpec<'a>>> {
    if root.is_array() {
        return root.items().map(|node| read_tool(node, origin, place(node))).collect();
    }
    Some(vec![read_tool(root, origin, place(root))?])
}

/// Flat (`name`, `description`, `parameters`), or the same inside `function`.
fn read_tool<'a>(node: Node<'_, '_>, origin: &'static str, at: At) -> Option<ToolSpec<'a>> {
    let mut spec = ToolSpec { at, origin, ..ToolSpec::default() };
    let mut kept = crate::model::Extras::default();
    let inner = match node.get("function").filter(Node::is_object) {
        Some(function) => {
            let ([kind, _], rest) = node.fields(&["type", "function"]).ok()?;
            if let Some(kind) = kind.filter(|kind| !kind.is("function")) {
                kept.push_in(Slot::Odd, origin, Text::Token("type"), kind.to_raw().into_owned(), at);
            }
            keep_rest(&rest, origin, at, &mut kept);
            function
        }
        None => node,
    };
    let ([name, description, parameters, kind], rest) =
        inner.fields(&["name", "description", "parameters", "type"]).ok()?;
    if kind.is_some_and(|kind| !kind.is("function")) {
        return None;
    }
    spec.name = name?.text()?.into_owned();
    match description.map(|description| (description, description.text())) {
        Some((_, Some(text))) => spec.description = Some(text.into_owned()),
        Some((node, None)) => kept.push(origin, Text::Token("description"), node.to_raw().into_owned(), at),
        None => {}
    }
    spec.parameters = parameters
        .filter(|schema| !schema.is_null())
        .map(|found| read_schema(found, &mut Tape::new()).unwrap_or_else(|| found.to_raw()).into_owned());
    keep_rest(&rest, origin, at, &mut kept);
    spec.extras = kept;
    Some(spec)
}

/// Definitions, all at one place of a text.
pub(in crate::format) fn read_definitions_of(
    root: Node<'_, '_>,
    origin: &'static str,
    at: At,
) -> Option<Vec<ToolSpec<'static>>> {
    read_list(root, origin, |_| at)
}

/// Tools that a system text describes: `<tools>[{…}]</tools>`, or one object a line. The text stays whole.
pub(in crate::format) fn read_text<'a>(
    message: &Message<'a>,
    tools: &mut Vec<ToolSpec<'a>>,
    reading: &mut Reading<'_>,
) {
    for part in &message.parts {
        let Part::Text(text) = part else { continue };
        let Some(token) = text.text.token() else { continue };
        let value = PackedValue::of(token);
        if memmem::find(value.as_str().as_bytes(), b"tools").is_none() {
            continue;
        }
        for block in blocks(value.as_str(), "<tools>", "</tools>") {
            let at = value.place(text.at, block.inner.start);
            let payload = value.cut(block.inner);
            let decoded = payload.decode_json();
            let found = match reading.scratch.parse_sequence(&decoded) {
                Ok(root) => read_text_list(root, message.origin, at),
                Err(_) => python_to_json(&decoded)
                    .and_then(|json| read_text_list(reading.scratch.parse_sequence(&json).ok()?, message.origin, at)),
            };
            for mut tool in found.into_iter().flatten() {
                tool.is_in_text = true;
                tools.push(tool);
            }
        }
    }
}

fn read_text_list(root: Node<'_, '_>, origin: &'static str, at: At) -> Option<Vec<ToolSpec<'static>>> {
    let mut tools = Vec::new();
    for item in root.items() {
        tools.extend(read_list(item, origin, |_| at)?);
    }
    Some(tools)
}
