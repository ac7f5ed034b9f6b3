//! Tool calls: any objects, as the model gave them.

use super::NAME;
use super::message::keep;
use crate::format::Reading;
use crate::format::shared::{extras as keep_fields, extras_in};
use crate::json::{Node, Raw, Text};
use crate::model::{Arguments, CallKind, Extras, Opaque, Part, Slot, ToolCall};
use crate::report::Refused;

/// Mark of a call without the field `arguments`.
pub(super) const NO_ARGUMENTS: &str = "no arguments";

/// A call, or an entry without the fields of a call, which is kept whole.
pub(super) fn read_call<'a>(node: Node<'_, 'a>, _: &mut Reading<'_>) -> Result<Part<'a>, Refused> {
    let ([id, kind, function], rest) = node.fields(&["id", "type", "function"])?;
    let is_text_or_null = |id: Node<'_, '_>| id.is_string() || id.is_null();
    let Some(function) = function.filter(|function| function.is_object() && id.is_none_or(is_text_or_null)) else {
        return Ok(sparse(node));
    };
    let ([name, arguments], inner) = function.fields(&["name", "arguments"])?;
    let Some(name) = name.and_then(|name| name.text()) else { return Ok(sparse(node)) };
    let mut extras = Extras::default();
    if let Some(id) = id.filter(Node::is_null) {
        keep(&mut extras, "id", id, true);
    }
    if let Some(kind) = kind.filter(|kind| !kind.is("function")) {
        keep(&mut extras, "type", kind, kind.is_null());
    }
    let arguments = match arguments {
        // Without arguments the library calls the tool with none.
        None => {
            extras.mark(NAME, NO_ARGUMENTS, Raw::borrowed("true"), function.at());
            Arguments::Encoded(Text::Token(""))
        }
        Some(arguments) => arguments.text().map_or_else(|| Arguments::Object(arguments.to_raw()), Arguments::Encoded),
    };
    extras_in(Slot::Function, &inner, NAME, &mut extras);
    keep_fields(&rest, NAME, &mut extras);
    let id = id.and_then(|id| id.text());
    Ok(Part::from(ToolCall {
        at: node.at(),
        id,
        kind: CallKind::Function,
        name,
        arguments,
        cache: None,
        signature: None,
        extras,
    }))
}

fn sparse<'a>(node: Node<'_, 'a>) -> Part<'a> {
    Part::Opaque(Box::new(Opaque {
        hosted: None,
        is_call: true,
        origin: NAME,
        at: node.at(),
        kind: Text::Token("tool_call"),
        raw: node.to_raw(),
    }))
}
