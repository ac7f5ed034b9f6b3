//! A run state: the input, and the items of the run. A call that waits for its approval is there twice.

use std::collections::HashSet;

use super::super::Reading;
use super::NAME;
use crate::format::openai_responses::NAME as RESPONSES;
use crate::format::openai_responses::item::{Seen, read_item};
use crate::format::shared::{keep_exported, keep_member, need_conversation, refuse_type};
use crate::json::{Node, Text};
use crate::model::{Conversation, Extras, Form, Message, OneOrMany, Part, RecordSource, Role, Slot, TextPart};
use crate::report::{Refused, shape};

pub(super) fn is_state(root: Node<'_, '_>) -> bool {
    let [version, responses, items] = root.pick(&["$schemaVersion", "model_responses", "generated_items"]);
    version.is_some() && responses.or(items).is_some()
}

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    need_conversation(root, "rows of a session, or a run state")?;
    let mut conversation =
        Conversation { origin: RESPONSES, source: RecordSource::shaped("list"), ..Conversation::default() };
    let ([input, items], rest) = root.fields(&["original_input", "generated_items"])?;
    if input.or(items).is_none() {
        let why = format!("a run state of {NAME} has `original_input` and `generated_items`");
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), why));
    }
    let mut seen = Seen::default();
    match input.map(|input| (input, input.text())) {
        Some((input, Some(text))) => {
            let parts = OneOrMany::one(Part::Text(TextPart::new(text, input.at())));
            let message = Message { at: input.at(), origin: RESPONSES, role: Role::User, ..Message::default() };
            conversation.messages.push(Message { form: Form::Text, parts, ..message });
        }
        Some((input, None)) if input.is_array() => {
            for item in input.items() {
                read_item(item, &mut seen, &mut conversation.messages, reading)?;
            }
        }
        Some((input, None)) => return Err(refuse_type(input, "original_input", "a string or an array of items")),
        None => {}
    }
    if let Some(items) = items.filter(|items| !items.is_array()) {
        return Err(refuse_type(items, "generated_items", "an array"));
    }
    let mut known = HashSet::new();
    for item in items.into_iter().flat_map(|items| items.items()) {
        read_run_item(item, &mut seen, &mut known, &mut conversation, reading)?;
    }
    for (key, value) in rest.unknown() {
        keep_member(Slot::Envelope, RESPONSES, key, value, &mut conversation.extras);
    }
    Ok(conversation)
}

/// `{"type":"tool_call_item","raw_item":{…},"agent":{"name":"Front"}}`
fn read_run_item<'a>(
    item: Node<'_, 'a>,
    seen: &mut Seen,
    known: &mut HashSet<&'a str>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !item.is_object() {
        return Err(refuse_type(item, "generated_items", "an array of objects"));
    }
    let ([kind, raw, agent], rest) = item.fields(&["type", "raw_item", "agent"])?;
    let is_approval = kind.is_some_and(|kind| kind.is("tool_approval_item"));
    // The call that waits for its approval is an item before this one.
    let is_repeated = is_approval && raw.is_some_and(|raw| known.contains(raw.raw()));
    let Some(raw) = raw.filter(|raw| raw.is_object() && is_approval == is_repeated) else {
        let key = Text::Token("generated_items");
        conversation.extras.push_in(Slot::Event, RESPONSES, key, item.to_raw(), item.at());
        return Ok(());
    };
    if is_repeated {
        conversation.extras.note_in(Slot::Event, RESPONSES, Text::Token("raw_item"), raw.to_raw(), raw.at());
    } else {
        known.insert(raw.raw());
        read_item(raw, seen, &mut conversation.messages, reading)?;
    }
    let mut fields = Extras::default();
    for (key, value) in rest.unknown() {
        keep_member(Slot::Envelope, RESPONSES, key, value, &mut fields);
    }
    if let Some(kind) = kind {
        let is_known = kind.text().is_some_and(|kind| kind.decode().ends_with("_item"));
        keep_exported(Slot::Envelope, RESPONSES, Text::Token("type"), kind, is_known, &mut fields);
    }
    if let Some(agent) = agent {
        keep_member(Slot::Envelope, RESPONSES, Text::Token("agent"), agent, &mut fields);
    }
    conversation.extras.extend(&fields);
    Ok(())
}
