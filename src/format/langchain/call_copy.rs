//! Blocks of the content that repeat a listed call.
//!
//! ```json
//! {"type":"tool_use","id":"call_1","name":"look","input":{"city":"Porto"}}
//! ```

use super::call::is_call;
use crate::json::{Node, minify, same_value};

/// True for a member of a block that says what the call says, listed or in an earlier block. Blocks of chunks have parts of it.
pub(super) fn is_repeated(key: Node<'_, '_>, value: Node<'_, '_>, call: Node<'_, '_>) -> bool {
    let Some(key) = key.text() else { return false };
    let key = key.decode();
    let text_is = |other: Option<Node<'_, '_>>| {
        let [text, other] = [Some(value), other].map(|it| it.and_then(|it| it.text()));
        text.zip(other).is_some_and(|(text, other)| text.same(&other))
    };
    match key.as_ref() {
        "type" => value.text().is_some_and(|kind| is_call(&kind.decode())),
        "index" => true,
        // An item of the Responses API that is complete.
        "status" => value.is("completed"),
        "id" | "call_id" => {
            let [id, call_id] = call.pick(&["id", "call_id"]);
            text_is(id) || text_is(call_id)
        }
        "name" => text_is(call.get("name").or_else(|| call.get("function")?.get("name"))),
        "args" | "input" | "arguments" | "partial_json" => {
            let is_empty = value.is("") || (value.is_object() && value.is_empty());
            is_empty || arguments_of(call).is_some_and(|listed| same_arguments(value, listed))
        }
        key => value.is_null() || call.get(key).is_some_and(|listed| same_value(value, listed)),
    }
}

fn arguments_of<'t, 'a>(call: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
    let [args, input, arguments, function] = call.pick(&["args", "input", "arguments", "function"]);
    let arguments = args.or(input).or(arguments);
    arguments.filter(|arguments| !arguments.is_null()).or_else(|| function?.get("arguments"))
}

/// Compares objects and JSON texts of them, without the spaces between their values.
fn same_arguments(one: Node<'_, '_>, other: Node<'_, '_>) -> bool {
    let [one, other] = [one, other].map(|arguments| {
        let mut compact = Vec::new();
        match arguments.text() {
            Some(text) => minify(&text.decode_json(), &mut compact),
            None => minify(arguments.raw(), &mut compact),
        }
        compact
    });
    one == other
}
