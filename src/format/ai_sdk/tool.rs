//! Calls: of model messages alone, of chats with their state and result in one part.
//!
//! ```json
//! {"type":"tool-look","toolCallId":"c1","state":"output-available","input":{"city":"Porto"},"output":{"celsius":18}}
//! ```

use super::NAME;
use super::approval::keep_approval;
use super::message::note;
use super::options::{keep_options, read_options};
use super::result::{deny, read_value};
use crate::format::Reading;
use crate::format::shared::{keep_member, need_text, refuse_type, wanted_text};
use crate::json::{At, Node, Raw, Text};
use crate::model::{Arguments, CallKind, Extras, Form, Part, Slot, TextPart, ToolCall, ToolResult};
use crate::report::Refused;

/// A call, and what its part has next to it.
#[derive(Debug)]
pub(super) struct ReadTool<'a> {
    pub(super) call: Part<'a>,
    pub(super) result: Option<Part<'a>>,
    /// The service ran it.
    pub(super) is_hosted: bool,
    /// The number of its step, which version 4 has.
    pub(super) step: Option<StepNumber<'a>>,
}

/// The number of a step, as it is written, and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepNumber<'a> {
    pub(super) value: &'a str,
    pub(super) at: At,
}

/// A note: the tool is one that the program did not know when it was written.
pub(super) const DYNAMIC: &str = "dynamic";
/// A note: the state of a call that waits for a person, or was not allowed.
pub(super) const STATE: &str = "state";

/// Fields of calls in all versions, wherever they are.
const OF_CALL: &[&str] = &["providerExecuted", "preliminary", "rawInput", "title", "toolMetadata"];

/// Reads a call. `None`: the part is none, or one whose arguments are not complete.
pub(super) fn read_call<'a>(
    node: Node<'_, 'a>,
    kind: &Text<'a>,
    reading: &mut Reading<'_>,
) -> Result<Option<ReadTool<'a>>, Refused> {
    let kind = kind.decode();
    let (fields, name) = match kind.as_ref() {
        "tool-invocation" => match node.get("toolInvocation") {
            Some(call) if call.is_object() => (call, need_text(call.get("toolName"), "toolName", call)?),
            _ => return Ok(None),
        },
        "tool-call" | "dynamic-tool" if node.get("toolName").is_some() => {
            (node, need_text(node.get("toolName"), "toolName", node)?)
        }
        other => match other.strip_prefix("tool-") {
            Some(name) if node.get("state").is_some() => (node, Text::owned(name)),
            _ => return Ok(None),
        },
    };
    Ok(read_fields(node, fields, name, reading))
}

/// Reads a call of version 4 that is not in a part.
pub(super) fn read_invocation<'a>(
    node: Node<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Option<ReadTool<'a>>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "toolInvocations", "an array of objects"));
    }
    let name = need_text(node.get("toolName"), "toolName", node)?;
    Ok(read_fields(node, node, name, reading))
}

/// `fields`: the object with the id, the state and the values, which may be inside the part.
fn read_fields<'a>(
    node: Node<'_, 'a>,
    fields: Node<'_, 'a>,
    name: Text<'a>,
    reading: &mut Reading<'_>,
) -> Option<ReadTool<'a>> {
    let [id, state, input, args, raw_input] = fields.pick(&["toolCallId", "state", "input", "args", "rawInput"]);
    let is = |word: &str| state.is_some_and(|state| state.is(word));
    if is("input-streaming") || is("partial-call") {
        return None;
    }
    let mut call = ToolCall {
        at: node.at(),
        id: None,
        kind: CallKind::Function,
        name,
        arguments: arguments(input.or(args), raw_input),
        cache: None,
        signature: None,
        extras: Extras::default(),
    };
    call.id = wanted_text(reading, id, "toolCallId", fields, Slot::Odd, NAME, &mut call.extras);
    let mut result = outcome(fields, call.id.clone());
    let has_error_text = is("output-error") && fields.get("errorText").is_some();
    let is_read = |key: &str, is_result: bool| match key {
        "toolCallId" | "toolName" | "input" | "step" => true,
        "args" => input.is_none(),
        "rawInput" => input.or(args).is_none(),
        "output" => is_result && !has_error_text,
        "result" => is_result && !has_error_text && fields.get("output").is_none(),
        "errorText" => has_error_text,
        _ => false,
    };
    let (is_result, is_inside) = (result.is_some(), node.at() != fields.at());
    // Version 4 has the call in an object of its own.
    let is_old = is_inside || node.get("type").is_none();
    let outer = node.members().filter(|_| is_inside).filter(|(key, _)| !key.is("toolInvocation"));
    let inner = fields.members().map(|member| (member, if is_old { Slot::Function } else { Slot::Here }));
    for ((key, value), slot) in inner.chain(outer.map(|member| (member, Slot::Here))) {
        let Some(key) = key.text() else { continue };
        match key.decode().as_ref() {
            // The name of the tool is a part of the type.
            "type" => note(key, value, &mut call.extras),
            known if is_read(known, is_result) => {}
            "state" => {
                let waits = is("approval-requested") || is("approval-responded") || is("output-denied");
                let is_said = matches!(value.text(), Some(word) if is_state(&word.decode()));
                match (waits, is_said) {
                    (true, _) => call.extras.mark(NAME, STATE, value.to_raw(), value.at()),
                    (false, true) => note(key, value, &mut call.extras),
                    (false, false) => keep_member(Slot::Odd, NAME, key, value, &mut call.extras),
                }
            }
            "approval" => keep_approval(value, key, &mut call.extras),
            "isError" if is_result && value.as_bool().is_some() => {
                if let Some(result) = result.as_mut().filter(|result| result.error.is_none()) {
                    result.error = value.as_bool().map(|flag| (flag, value.at()));
                }
            }
            "callProviderMetadata" | "providerMetadata" | "providerOptions" | "experimental_providerMetadata" => {
                let sealed = read_options(value, key, |family| family == "gemini", &mut call.extras);
                call.signature = call.signature.or(sealed.signature.map(Box::new));
            }
            "resultProviderMetadata" if is_result => {
                if let Some(result) = &mut result {
                    keep_options(value, key, &mut result.extras);
                }
            }
            known if OF_CALL.contains(&known) => keep_member(Slot::Here, NAME, key, value, &mut call.extras),
            _ => keep_member(slot, NAME, key, value, &mut call.extras),
        }
    }
    if node.get("type").is_some_and(|kind| kind.is("dynamic-tool")) {
        call.extras.mark(NAME, DYNAMIC, Raw::borrowed("true"), node.at());
    }
    let executed = node.get("providerExecuted").or(fields.get("providerExecuted"));
    Some(ReadTool {
        call: Part::from(call),
        result: result.map(Part::from),
        is_hosted: executed.and_then(|flag| flag.as_bool()) == Some(true),
        step: fields.get("step").map(|step| StepNumber { value: step.raw(), at: step.at() }),
    })
}

/// True for the states that follow from what a call has.
pub(super) fn is_state(word: &str) -> bool {
    matches!(word, "call" | "result" | "input-available" | "output-available" | "output-error")
}

fn arguments<'a>(input: Option<Node<'_, 'a>>, raw: Option<Node<'_, 'a>>) -> Arguments<'a> {
    match (input, raw.map(|raw| (raw.text(), raw))) {
        // What a model wrote that is no JSON stays a string.
        (Some(input), _) => input.text().map_or_else(|| Arguments::Object(input.to_raw()), Arguments::Encoded),
        (None, Some((Some(text), _))) => Arguments::Encoded(text),
        (None, Some((None, raw))) => Arguments::Object(raw.to_raw()),
        (None, None) => Arguments::Object(Raw::borrowed("{}")),
    }
}

/// The result of a call, by its state.
fn outcome<'a>(fields: Node<'_, 'a>, id: Option<Text<'a>>) -> Option<ToolResult<'a>> {
    let [state, output, value, error, approval] = fields.pick(&["state", "output", "result", "errorText", "approval"]);
    let state = state?;
    let mut result = ToolResult { at: fields.at(), call_id: id, ..ToolResult::default() };
    let [approved, reason] = approval.map(|it| it.pick(&["approved", "reason"])).unwrap_or_default();
    let is_denied = approved.and_then(|approved| approved.as_bool()) == Some(false);
    match state.text()?.decode().as_ref() {
        "output-available" | "result" => match output.or(value) {
            Some(value) => read_value(value, &mut result),
            None => result.form = Form::Absent,
        },
        "output-error" => {
            result.error = Some((true, state.at()));
            result.form = Form::Text;
            // Version 4 has the text as the value.
            match error.or(output).or(value) {
                Some(words) if words.is_string() => {
                    result.parts.push(Part::Text(TextPart::new(words.text()?, words.at())));
                }
                Some(value) => read_value(value, &mut result),
                None => result.form = Form::Absent,
            }
        }
        "output-denied" => deny(reason.and_then(|it| Some((it.text()?, it.at()))), state.at(), &mut result),
        "approval-responded" if is_denied => {
            deny(reason.and_then(|it| Some((it.text()?, it.at()))), state.at(), &mut result);
        }
        _ => return None,
    }
    Some(result)
}
