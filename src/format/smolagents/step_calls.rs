//! The calls of a step, and what the answer of the model repeats of them.
//!
//! ```json
//! {"id":"c1","type":"function","function":{"name":"look","arguments":{"city":"Porto"}}}
//! ```

use super::NAME;
use crate::format::shared::{extras, extras_in, keep_member, need, need_text, refuse_type};
use crate::json::{Node, Raw, Tape, Text, same_value};
use crate::model::{Arguments, CallKind, Extras, Slot, ToolCall};
use crate::report::Refused;

/// A call of a step.
#[derive(Debug)]
pub(super) struct StepCall<'t, 'a> {
    pub(super) part: ToolCall<'a>,
    arguments: Option<Node<'t, 'a>>,
}

impl StepCall<'_, '_> {
    /// True if its argument is this code.
    pub(super) fn is_code(&self, code: Node<'_, '_>) -> bool {
        self.part.kind == CallKind::Custom && self.arguments.is_some_and(|arguments| same_value(arguments, code))
    }
}

/// The calls of a step: those that ran, or those that the model wanted, if one failed.
pub(super) fn calls_of<'t, 'a>(step: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
    let is_given = |calls: &Node<'t, 'a>| calls.is_array() && !calls.is_empty();
    let wanted = || step.get("model_output_message")?.get("tool_calls").filter(is_given);
    step.get("tool_calls").filter(is_given).or_else(wanted)
}

/// Reads the calls of a step.
pub(super) fn read_calls<'t, 'a>(step: Node<'t, 'a>) -> Result<Vec<StepCall<'t, 'a>>, Refused> {
    calls_of(step).into_iter().flat_map(|calls| calls.items()).map(read_call).collect()
}

fn read_call<'t, 'a>(call: Node<'t, 'a>) -> Result<StepCall<'t, 'a>, Refused> {
    if !call.is_object() {
        return Err(refuse_type(call, "tool_calls", "an array of objects"));
    }
    let ([id, kind, function], others) = call.fields(&["id", "type", "function"])?;
    let function = need(function, "function", call)?;
    if !function.is_object() {
        return Err(refuse_type(function, "function", "an object"));
    }
    let ([name, arguments], inner) = function.fields(&["name", "arguments"])?;
    let mut part = ToolCall {
        at: call.at(),
        id: id.and_then(|id| id.text()),
        kind: CallKind::Function,
        name: need_text(name, "name", function)?,
        arguments: Arguments::Object(Raw::borrowed("{}")),
        cache: None,
        signature: None,
        extras: Extras::default(),
    };
    match arguments.map(|arguments| (arguments.text(), arguments)) {
        Some((Some(text), _)) => {
            let decoded = text.decode_json();
            let is_json = Tape::new().parse(&decoded).is_ok_and(|value| value.is_object());
            // The code of an agent that writes code.
            part.kind = if is_json { CallKind::Function } else { CallKind::Custom };
            drop(decoded);
            part.arguments = Arguments::Encoded(text);
        }
        Some((None, object)) if object.is_object() => part.arguments = Arguments::Object(object.to_raw()),
        Some((None, odd)) => {
            keep_member(Slot::Function, NAME, Text::Token("arguments"), odd, &mut part.extras);
        }
        None => {}
    }
    let odd_id = id.filter(|id| !id.is_string());
    let odd_kind = kind.filter(|kind| !kind.is("function"));
    for (key, odd) in [("id", odd_id), ("type", odd_kind)] {
        if let Some(odd) = odd {
            keep_member(Slot::Here, NAME, Text::Token(key), odd, &mut part.extras);
        }
    }
    extras(&others, NAME, &mut part.extras);
    extras_in(Slot::Function, &inner, NAME, &mut part.extras);
    Ok(StepCall { part, arguments })
}

/// True for an answer of the model that says what its step says: its text, its calls, its tokens.
pub(super) fn is_repeated(answer: Node<'_, '_>, step: Node<'_, '_>) -> bool {
    let is_same = |key: &str, value: Node<'_, '_>| match key {
        "role" => value.is("assistant"),
        "content" => {
            let [said, plan] = step.pick(&["model_output", "plan"]).map(|text| text.and_then(|text| text.text()));
            let Some(content) = value.text() else { return false };
            said.is_some_and(|said| said.same(&content))
                || content.is_empty()
                || plan.is_some_and(|plan| plan.decode().contains(&*content.decode()))
        }
        "tool_calls" => calls_of(step).is_some_and(|calls| {
            calls.at() == value.at()
                || value.is_array()
                    && calls.len() == value.len()
                    && calls.items().zip(value.items()).all(|(call, copy)| is_copy(copy, call))
        }),
        key => step.get(key).is_some_and(|known| same_value(known, value)),
    };
    answer.is_object()
        && answer.members().all(|(key, value)| {
            let key = key.text().unwrap_or_default();
            value.is_null() || (value.is_array() && value.is_empty()) || is_same(&key.decode(), value)
        })
}

/// True for a call that says nothing that the other one does not say.
fn is_copy(copy: Node<'_, '_>, call: Node<'_, '_>) -> bool {
    copy.is_object()
        && copy.members().all(|(key, value)| {
            let key = key.text().unwrap_or_default();
            let Some(known) = call.get(&key.decode()) else { return value.is_null() };
            if key.is("function") { is_copy(value, known) } else { same_arguments(value, known) }
        })
}

/// Compares values, and objects with the JSON texts of them.
fn same_arguments(one: Node<'_, '_>, other: Node<'_, '_>) -> bool {
    if same_value(one, other) {
        return true;
    }
    let (text, object) = if one.is_string() { (one, other) } else { (other, one) };
    let Some(text) = text.text() else { return false };
    let decoded = text.decode_json();
    object.is_object() && Tape::new().parse(&decoded).is_ok_and(|value| same_value(value, object))
}
