//! Detects lists of messages, and reads what all messages have.

use super::NAME;
use super::fields::is_usual;
use super::request::read_request;
use super::response::read_response;
use crate::format::sessions::KeptLines;
use crate::format::shared::{need, need_text, refuse_type};
use crate::format::{Reading, Score};
use crate::json::{At, Node, Text};
use crate::model::{Conversation, Extras, Form, Message, Part, RecordSource, Role, Slot, TextPart};
use crate::report::{Refused, shape, unknown_word};

/// What most messages repeat.
const REPEATED: &[&str] = &["run_id", "model_name", "model_id", "provider_name", "provider_url", "canonical_system"];

/// `{"kind":"request","parts":[{"part_kind":"user-prompt","content":"Hi"}]}`
pub(super) fn is_message(node: Node<'_, '_>) -> bool {
    let [kind, parts] = node.pick(&["kind", "parts"]);
    let is_kind = kind.is_some_and(|kind| kind.is("request") || kind.is("response"));
    let is_part = |part: Node<'_, '_>| part.get("part_kind").is_some();
    is_kind && parts.is_some_and(|parts| parts.is_array() && (parts.is_empty() || parts.items().any(is_part)))
}

/// A list of such messages. Others among them are damaged.
pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    let is_list = root.is_array() && root.items().all(|item| item.is_object()) && root.items().any(is_message);
    is_list.then(|| Score::new(252, "`kind` with `parts` that have a `part_kind`"))
}

/// What is known from the whole list while its messages are read.
#[derive(Debug)]
pub(super) struct ListFields<'a> {
    pub(super) lines: KeptLines<'a>,
    /// The instructions of the last request, as written: only they are sent.
    pub(super) instructions: Option<&'a str>,
    /// The number of the message.
    pub(super) number: u32,
}

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let items: Vec<_> = if root.is_array() { root.items().collect() } else { vec![root] };
    if !root.is_array() && !is_message(root) {
        let why = format!("a conversation is a list of requests and responses, found {}", root.kind().name());
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), why));
    }
    let mut conversation =
        Conversation { origin: NAME, source: RecordSource::shaped("list"), ..Conversation::default() };
    let is_request = |item: &&Node<'_, '_>| item.get("kind").is_some_and(|kind| kind.is("request"));
    let instructions = items.iter().rev().find(is_request).and_then(|last| last.get("instructions"));
    let instructions = instructions.filter(|text| text.is_string() && !text.is(""));
    let mut fields = ListFields {
        lines: KeptLines::new(NAME, REPEATED),
        instructions: instructions.map(|text| text.raw()),
        number: 0,
    };
    for item in items.iter().copied() {
        if !item.is_object() {
            return Err(refuse_type(item, "messages", "an array of objects"));
        }
        let kind = need(item.get("kind"), "kind", item)?;
        match need_text(Some(kind), "kind", item)?.decode().as_ref() {
            "request" => read_request(item, &mut fields, &mut conversation, reading)?,
            "response" => read_response(item, &mut fields, &mut conversation, reading)?,
            _ => {
                let word = kind.text().unwrap_or_default();
                let why = unknown_word("kind of message", &word, &["request", "response"]).message;
                return Err(Refused::new(&shape::UNKNOWN_ROLE, kind.at(), why));
            }
        }
        fields.number += 1;
    }
    // They are where they were said first.
    let said = instructions.and_then(|last| {
        let mut all = items.iter().filter_map(|item| item.get("instructions"));
        all.find(|instructions| instructions.raw() == last.raw())
    });
    if let Some(node) = said
        && let Some(text) = node.text()
    {
        add_instructions(TextPart::new(text, node.at()), &mut conversation);
    }
    Ok(conversation)
}

/// The library sends the instructions after the system prompts at the start.
fn add_instructions<'a>(text: TextPart<'a>, conversation: &mut Conversation<'a>) {
    let mut message = Message { at: text.at, origin: NAME, role: Role::System, form: Form::Text, ..Message::default() };
    message.parts.push(Part::Text(text));
    let messages = &mut conversation.messages;
    let place = messages.iter().take_while(|message| matches!(message.role, Role::System)).count();
    messages.insert(place, message);
}

impl<'a> ListFields<'a> {
    /// Keeps the members of a message that all messages have, except those with the places that were read.
    pub(super) fn keep(
        &mut self,
        node: Node<'_, 'a>,
        taken: &[At],
        conversation: &mut Conversation<'a>,
        extras: &mut Extras<'a>,
    ) {
        for (key, value) in node.members().filter(|(_, value)| !taken.contains(&value.at())) {
            let key = key.text().unwrap_or_default();
            if key.is("conversation_id") && value.is_string() {
                keep_conversation_id(key, value, conversation, extras);
            } else if is_usual(&key, value) || ((value.is_array() || value.is_object()) && value.is_empty()) {
                extras.note_in(Slot::Here, NAME, key, value.to_raw(), value.at());
            } else {
                self.lines.keep(Slot::Here, key, value, extras);
            }
        }
    }
}

/// All messages of a conversation repeat its id.
fn keep_conversation_id<'a>(
    key: Text<'a>,
    value: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    extras: &mut Extras<'a>,
) {
    let Some(id) = value.text() else { return };
    match &conversation.id {
        None => (conversation.id, conversation.id_at) = (Some(id), value.at()),
        Some(known) if known.same(&id) => {
            extras.note_in(Slot::Here, NAME, key, value.to_raw(), value.at());
        }
        Some(_) => extras.push_in(Slot::Here, NAME, key, value.to_raw(), value.at()),
    }
}
