//! Tool definitions: the field `tools` of a record, and `<tools>` tags in a system text.

use memchr::memmem;

use super::NAME;
use super::packed::{Value, blocks, keep_rest, open_payload};
use crate::format::Reading;
use crate::format::shared::python_to_json;
use crate::json::{At, Node, Text};
use crate::model::{Conversation, Message, Part, ToolSpec};
use crate::report::shape;

/// The field `tools`: a list, or JSON text of one.
pub(super) fn read_field<'a>(field: Node<'_, 'a>, conversation: &mut Conversation<'a>, reading: &mut Reading<'_>) {
    let key = Text::Token("tools");
    let at = field.at();
    let is_nothing = match field.text() {
        Some(text) => text.is_blank() || text.is("[]"),
        None => field.is_null() || (field.is_array() && field.is_empty()),
    };
    if is_nothing {
        conversation.extras.note(NAME, key, field.to_raw(), at);
        return;
    }
    let tools = match field.text() {
        Some(text) => open_payload(&text, reading.scratch, |root| read_list(root, |_| at)),
        None => read_list(field, |node| node.at()),
    };
    let Some(mut tools) = tools else {
        reading.report.add(&shape::BAD_VALUE, at, || {
            "`tools` is no list of tool definitions, and no JSON text of one".to_owned()
        });
        conversation.extras.push(NAME, key, field.to_raw(), at);
        return;
    };
    // The spelling hangs on the first of the tools it describes.
    if let Some(first) = tools.first_mut() {
        first.extras.mark(NAME, "tools", field.to_raw(), at);
    }
    conversation.tools = tools;
}

fn read_list<'a>(root: Node<'_, '_>, place: impl Fn(Node<'_, '_>) -> At) -> Option<Vec<ToolSpec<'a>>> {
    if root.is_array() {
        return root.items().map(|node| read_tool(node, place(node))).collect();
    }
    Some(vec![read_tool(root, place(root))?])
}

/// Flat (`name`, `description`, `parameters`), or the same inside `function`.
fn read_tool<'a>(node: Node<'_, '_>, at: At) -> Option<ToolSpec<'a>> {
    let mut spec = ToolSpec { at, origin: NAME, ..ToolSpec::default() };
    let mut kept = crate::model::Extras::default();
    let inner = match node.get("function").filter(Node::is_object) {
        Some(function) => {
            let (_, rest) = node.fields(&["type", "function"]).ok()?;
            keep_rest(rest.unknown(), at, &mut kept);
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
        Some((node, None)) => kept.push(NAME, Text::Token("description"), node.to_raw().into_owned(), at),
        None => {}
    }
    spec.parameters = parameters.filter(|schema| !schema.is_null()).map(|schema| schema.to_raw().into_owned());
    keep_rest(rest.unknown(), at, &mut kept);
    spec.extras = kept;
    Some(spec)
}

/// Tools that a system text describes: `<tools>[{…}]</tools>`, or one object a line. The text stays whole.
pub(super) fn read_text<'a>(message: &Message<'a>, tools: &mut Vec<ToolSpec<'a>>, reading: &mut Reading<'_>) {
    for part in &message.parts {
        let Part::Text(text) = part else { continue };
        let Some(token) = text.text.token().filter(|token| memmem::find(token.as_bytes(), b"tools").is_some()) else {
            continue;
        };
        let value = Value::of(token);
        for block in blocks(value.as_str(), "<tools>", "</tools>") {
            let at = value.place(text.at, block.inner.start);
            let payload = value.cut(block.inner);
            let decoded = payload.decode_json();
            let found = match reading.scratch.parse_sequence(&decoded) {
                Ok(root) => read_text_list(root, at),
                Err(_) => python_to_json(&decoded)
                    .and_then(|json| read_text_list(reading.scratch.parse_sequence(&json).ok()?, at)),
            };
            for mut tool in found.into_iter().flatten() {
                tool.is_in_text = true;
                tools.push(tool);
            }
        }
    }
}

fn read_text_list(root: Node<'_, '_>, at: At) -> Option<Vec<ToolSpec<'static>>> {
    let mut tools = Vec::new();
    for item in root.items() {
        tools.extend(read_list(item, |_| at)?);
    }
    Some(tools)
}
