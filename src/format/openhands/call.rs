//! Actions: one call each. Those of one response of the model are one answer.
//!
//! ```json
//! {"kind":"ActionEvent","thought":[],"tool_name":"think","tool_call_id":"c1",
//!  "tool_call":{"id":"c1","name":"think","arguments":"{}"},"llm_response_id":"r1"}
//! ```

use std::borrow::Cow;
use std::collections::HashSet;

use super::NAME;
use super::event::read_reasoning;
use super::event_fields::{keep, keep_rest, read_head};
use super::part::read_content;
use super::read::EventState;
use crate::json::{Node, Tape, Text};
use crate::model::{Arguments, CallKind, Conversation, Extras, Message, Part, Role, Slot, ToolCall};
use crate::report::Refused;

pub(super) fn read_action<'a>(
    event: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    state: &mut EventState<'a>,
) -> Result<bool, Refused> {
    let ([thought, reasoning, thinking, action, name, id, call, response], rest) = event.fields(&[
        "thought",
        "reasoning_content",
        "thinking_blocks",
        "action",
        "tool_name",
        "tool_call_id",
        "tool_call",
        "llm_response_id",
    ])?;
    let response_id = response.and_then(|response| response.text()).map(|id| id.decode_json().into_owned());
    let known = response_id.as_ref().and_then(|id| state.answers.get(id).copied());
    let is_new = known.is_none();
    let mut message = Message { at: event.at(), origin: NAME, role: Role::Assistant, ..Message::default() };
    let mut fields = Extras::default();
    if is_new {
        read_head(event, &mut message);
        fields = std::mem::take(&mut message.extras);
        if let Some(response) = response {
            keep(Slot::Here, Text::Token("llm_response_id"), response, false, &mut fields);
        }
    }
    read_reasoning(reasoning, thinking, &mut message.parts, &mut fields);
    if let Some(thought) = thought {
        read_content(Some(thought), "thought", &mut message.parts, &mut fields)?;
    }
    let mut of_call = Extras::default();
    // What all actions of an answer have is a fact of the answer, and the rest of each action one of its call.
    keep_rest(Slot::Detail, &rest, state, is_new, &mut of_call);
    if let Some(response) = response.filter(|_| !is_new) {
        keep(Slot::Detail, Text::Token("llm_response_id"), response, true, &mut of_call);
    }
    let Some(call) = read_call(event, call, action, id, name, of_call, &mut state.scratch)? else {
        return Ok(false);
    };
    message.parts.push(Part::from(call));
    message.extras = fields;
    if let Some(earlier) = known.and_then(|index| conversation.messages.get_mut(index)) {
        earlier.parts.append(message.parts);
        for extra in message.extras.of(NAME) {
            if extra.is_note {
                earlier.extras.note_in(extra.slot, NAME, extra.key.clone(), extra.value.clone(), extra.at);
            } else {
                earlier.extras.push_in(extra.slot, NAME, extra.key.clone(), extra.value.clone(), extra.at);
            }
        }
        return Ok(true);
    }
    if let Some(id) = response_id {
        state.answers.insert(id, conversation.messages.len());
    }
    conversation.messages.push(message);
    Ok(true)
}

/// The call as the model made it. `None`: nothing says what was called.
fn read_call<'a>(
    event: Node<'_, 'a>,
    call: Option<Node<'_, 'a>>,
    action: Option<Node<'_, 'a>>,
    id: Option<Node<'_, 'a>>,
    name: Option<Node<'_, 'a>>,
    mut fields: Extras<'a>,
    scratch: &mut Tape,
) -> Result<Option<ToolCall<'a>>, Refused> {
    let text = |node: Option<Node<'_, 'a>>| node.and_then(|node| node.text());
    let (mut own_id, mut own_name, mut arguments) = (None, None, None);
    if let Some(call) = call.filter(Node::is_object) {
        let ([call_id, call_name, given], rest) = call.fields(&["id", "name", "arguments"])?;
        (own_id, own_name) = (text(call_id), text(call_name));
        arguments =
            given.map(|given| given.text().map_or_else(|| Arguments::Object(given.to_raw()), Arguments::Encoded));
        for (key, odd) in [("id", call_id), ("name", call_name)] {
            if let Some(odd) = odd.filter(|odd| !odd.is_string()) {
                keep(Slot::Function, Text::Token(key), odd, false, &mut fields);
            }
        }
        for (key, value) in rest.unknown() {
            keep(Slot::Function, key, value, false, &mut fields);
        }
    } else if let Some(odd) = call {
        keep(Slot::Detail, Text::Token("tool_call"), odd, false, &mut fields);
    }
    for (key, value, own) in [("tool_call_id", id, &mut own_id), ("tool_name", name, &mut own_name)] {
        let Some(value) = value else { continue };
        match (value.text(), &*own) {
            (Some(text), None) => *own = Some(text),
            (Some(text), Some(known)) if known.same(&text) => {}
            _ => keep(Slot::Detail, Text::Token(key), value, false, &mut fields),
        }
    }
    let Some(name) = own_name else { return Ok(None) };
    if let Some(action) = action {
        // The program made the action of the arguments.
        let is_made = arguments.as_ref().is_some_and(|arguments| is_made_of(action, arguments, scratch));
        keep(Slot::Detail, Text::Token("action"), action, is_made, &mut fields);
    }
    let at = call.filter(Node::is_object).map_or(event.at(), |call| call.at());
    Ok(Some(ToolCall {
        at,
        id: own_id,
        kind: CallKind::Function,
        name,
        arguments: arguments.unwrap_or(Arguments::Encoded(Text::Token(""))),
        cache: None,
        signature: None,
        extras: fields,
    }))
}

/// True if the arguments have all texts of an action. Numbers and flags may be those that the program adds where there are none.
fn is_made_of(action: Node<'_, '_>, arguments: &Arguments<'_>, scratch: &mut Tape) -> bool {
    let text = match arguments {
        Arguments::Object(raw) => Cow::Borrowed(raw.as_str()),
        Arguments::Encoded(text) => text.decode_json(),
    };
    let mut known = HashSet::new();
    if let Ok(root) = scratch.parse(&text) {
        each_text(root, &mut |text| {
            known.insert(text.decode_json().into_owned());
        });
    }
    let mut is_known = action.is_object();
    for (_, value) in action.members().filter(|(key, value)| !(key.is("kind") && value.is_string())) {
        each_text(value, &mut |text| is_known &= text.is_empty() || known.contains(text.decode_json().as_ref()));
    }
    is_known
}

/// The strings below a node.
fn each_text<'a>(node: Node<'_, 'a>, each: &mut dyn FnMut(Text<'a>)) {
    node.text().into_iter().for_each(&mut *each);
    node.members().for_each(|(_, value)| each_text(value, each));
    node.items().for_each(|item| each_text(item, each));
}
