//! Actions of releases before 1.0: calls, with the response of the model that made them.

use super::NAME;
use super::event_fields::keep;
use super::older::{id_text, keep_rest, read_head};
use super::read::EventState;
use crate::json::{Node, Text};
use crate::model::{
    Arguments, CallKind, Conversation, Extras, Message, Part, Reasoning, Role, Slot, TextPart, ToolCall,
};
use crate::report::Refused;

/// Actions of the program itself.
const OWN_ACTIONS: &[&str] = &[
    "change_agent_state",
    "condensation",
    "condensation_request",
    "null",
    "pause",
    "recall",
    "resume",
    "start",
    "stop",
];

/// An action of the agent is a call. Actions of one response of the model are one answer.
pub(super) fn read_call<'a>(
    event: Node<'_, 'a>,
    action: &Text<'a>,
    conversation: &mut Conversation<'a>,
    state: &mut EventState<'a>,
) -> Result<bool, Refused> {
    let ([args, metadata], rest) = event.fields(&["args", "tool_call_metadata"])?;
    let (said_of, metadata) = (metadata, metadata.filter(Node::is_object));
    if metadata.is_none() && OWN_ACTIONS.iter().any(|own| action.is(own)) {
        return Ok(false);
    }
    let member = |key: &str| metadata.and_then(|it| it.get(key)).and_then(|value| value.text());
    let number = event.get("id").and_then(|id| id_text(id));
    let id = member("tool_call_id").or_else(|| number.clone());
    let response = metadata.and_then(|it| it.get("model_response"));
    let response_id = response.and_then(|it| it.get("id")?.text()).map(|id| id.decode_json().into_owned());
    let known = response_id.as_ref().and_then(|id| state.answers.get(id).copied());
    let said = response.and_then(|it| it.get("choices")?.items().next()?.get("message"));
    let mut message = Message { at: event.at(), origin: NAME, role: Role::Assistant, ..Message::default() };
    let mut fields = Extras::default();
    let thought = args.and_then(|args| args.get("thought")).and_then(|it| Some((it, it.text()?)));
    if known.is_none() {
        read_head(event, &mut message);
        let reasoning = said.and_then(|said| said.get("reasoning_content")).and_then(|it| Some((it, it.text()?)));
        if let Some((node, text)) = reasoning.filter(|(_, text)| !text.is_empty()) {
            let part = Reasoning { at: node.at(), text: Some(text), ..Reasoning::default() };
            message.parts.push(Part::Reasoning(Box::new(part)));
        }
    }
    if let Some((node, text)) = thought.filter(|(_, text)| !text.is_empty()) {
        message.parts.push(Part::Text(TextPart::new(text, node.at())));
    }
    let arguments = said.zip(id.as_ref()).and_then(|(said, id)| arguments_of(said, id));
    let is_given = arguments.is_some();
    let arguments = arguments.or_else(|| args.map(|args| Arguments::Object(args.to_raw())));
    if let Some(args) = args {
        keep(Slot::Detail, Text::Token("args"), args, !is_given || is_repeated(args), &mut fields);
    }
    if let Some(metadata) = said_of {
        // Several actions of a response repeat it.
        let is_read = metadata.members().all(|(key, value)| match key.text().unwrap_or_default().decode().as_ref() {
            "model_response" => true,
            "function_name" | "tool_call_id" => value.is_string(),
            "total_calls_in_response" => value.raw().parse::<u64>().is_ok(),
            _ => false,
        });
        let first = response_id.as_ref().and_then(|id| state.copies.get(id));
        let is_copy = is_read && known.is_some() && first.copied() == response.map(|response| response.raw());
        keep(Slot::Detail, Text::Token("tool_call_metadata"), metadata, is_copy, &mut fields);
        if let Some(id) = &id {
            state.copies.insert(id.decode_json().into_owned(), metadata.raw());
        }
    }
    if let (Some(id), Some(response)) = (&response_id, response) {
        state.copies.entry(id.clone()).or_insert(response.raw());
    }
    keep_rest(Slot::Detail, &rest, known.is_none(), None, &mut fields);
    if let (Some(number), Some(id)) = (&number, &id) {
        state.calls.insert(number.decode_json().into_owned(), id.clone());
    }
    message.parts.push(Part::from(ToolCall {
        at: event.at(),
        id,
        kind: CallKind::Function,
        name: member("function_name").unwrap_or_else(|| action.clone()),
        arguments: arguments.unwrap_or(Arguments::Encoded(Text::Token(""))),
        cache: None,
        signature: None,
        extras: fields,
    }));
    if let Some(earlier) = known.and_then(|index| conversation.messages.get_mut(index)) {
        earlier.parts.append(message.parts);
        return Ok(true);
    }
    if let Some(id) = response_id {
        state.answers.insert(id, conversation.messages.len());
    }
    conversation.messages.push(message);
    Ok(true)
}

/// The arguments of the call with this id, as the model wrote them.
fn arguments_of<'a>(said: Node<'_, 'a>, id: &Text<'_>) -> Option<Arguments<'a>> {
    let is_it = |call: &Node<'_, 'a>| call.get("id").and_then(|own| own.text()).is_some_and(|own| own.same(id));
    let call = said.get("tool_calls")?.items().find(is_it)?;
    Some(Arguments::Encoded(call.get("function")?.get("arguments")?.text()?))
}

/// The action has the members of the call, and settings of the program; the thought is text in the answer.
fn is_repeated(args: Node<'_, '_>) -> bool {
    args.is_object() && args.members().all(|(key, value)| key.is("thought") && (value.is_string() || value.is_null()))
}
