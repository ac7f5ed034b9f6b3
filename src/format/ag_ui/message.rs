//! One message.

use super::NAME;
use super::event_values::EventValues;
use super::part::{read_call, read_parts};
use crate::format::Reading;
use crate::format::shared::{refuse_type, wrong_type};
use crate::json::{At, Node, Text};
use crate::model::{Conversation, Form, Message, OneOrMany, Opaque, Part, Reasoning, Role, Slot, TextPart, ToolResult};
use crate::report::{Refused, shape, unknown_role};

/// The fields of a message that the model has places for.
const KEYS: [&str; 7] = ["id", "role", "content", "name", "toolCalls", "toolCallId", "error"];

/// Adds messages to a conversation. Reasoning messages are kept until the answer that follows them.
#[derive(Debug, Default)]
pub(super) struct MessageBuilder<'a> {
    thoughts: Vec<Part<'a>>,
}

impl<'a> MessageBuilder<'a> {
    /// Reads a message.
    pub(super) fn add<'x>(
        &mut self,
        node: Node<'_, 'x>,
        hold: EventValues<'a, 'x>,
        conversation: &mut Conversation<'a>,
        reading: &mut Reading<'_>,
    ) -> Result<(), Refused> {
        if !node.is_object() {
            return Err(refuse_type(node, "message", "an object"));
        }
        let role = node.get("role");
        let is = |name: &str| role.is_some_and(|role| role.is(name));
        if is("reasoning") {
            let thought = thought(node, hold, reading);
            self.thoughts.push(Part::Reasoning(Box::new(thought)));
            return Ok(());
        }
        let mut message = Message { at: hold.at(node), origin: NAME, form: Form::Absent, ..Message::default() };
        message.role = match () {
            () if is("assistant") => Role::Assistant,
            () if is("user") => Role::User,
            () if is("system") => Role::System,
            () if is("developer") => Role::Developer,
            () if is("tool") => Role::Tool,
            () if is("activity") => {
                self.opaque(node, "activity", hold, conversation);
                return Ok(());
            }
            () => self.other_role(node, hold, conversation, reading)?,
        };
        if matches!(message.role, Role::Other(_)) {
            return Ok(());
        }
        if !matches!(message.role, Role::Assistant) {
            self.flush(conversation);
        }
        read_fields(node, &mut message, std::mem::take(&mut self.thoughts), hold, reading)?;
        conversation.messages.push(message);
        Ok(())
    }

    /// Thoughts that led to no answer are an answer of their own.
    pub(super) fn flush(&mut self, conversation: &mut Conversation<'a>) {
        let parts = std::mem::take(&mut self.thoughts);
        let Some(at) = parts.first().map(Part::at) else { return };
        let message = Message {
            at,
            role: Role::Assistant,
            parts: parts.into_iter().collect(),
            form: Form::Absent,
            origin: NAME,
            ..Message::default()
        };
        conversation.messages.push(message);
    }

    /// A message that no model sees, or of an unknown role, is kept whole.
    fn opaque<'x>(
        &mut self,
        node: Node<'_, 'x>,
        kind: &'static str,
        hold: EventValues<'a, 'x>,
        conversation: &mut Conversation<'a>,
    ) {
        self.flush(conversation);
        let at = hold.at(node);
        let part =
            Opaque { hosted: None, is_call: false, origin: NAME, at, kind: Text::Token(kind), raw: hold.raw(node) };
        let parts = OneOrMany::one(Part::Opaque(Box::new(part)));
        let message =
            Message { at, role: Role::Assistant, parts, form: Form::Absent, origin: NAME, ..Message::default() };
        conversation.messages.push(message);
    }

    fn other_role<'x>(
        &mut self,
        node: Node<'_, 'x>,
        hold: EventValues<'a, 'x>,
        conversation: &mut Conversation<'a>,
        reading: &mut Reading<'_>,
    ) -> Result<Role<'a>, Refused> {
        let Some(role) = node.get("role") else {
            reading.report.add(&crate::events::codes::ROLE_ASSUMED, hold.at(node), || {
                "a message without a role is read as the user's".to_owned()
            });
            return Ok(Role::User);
        };
        let Some(name) = hold.text(role) else { return Err(refuse_type(role, "role", "a string")) };
        reading.report.add(&shape::UNKNOWN_ROLE, hold.at(role), || {
            unknown_role(&name, &["user", "assistant", "system", "developer", "tool", "reasoning", "activity"])
        });
        self.opaque(node, "message", hold, conversation);
        Ok(Role::Other(name))
    }
}

fn thought<'a, 'x>(node: Node<'_, 'x>, hold: EventValues<'a, 'x>, reading: &mut Reading<'_>) -> Reasoning<'a> {
    let mut thought = Reasoning { at: hold.at(node), ..Reasoning::default() };
    let mut known = vec!["role", "content", "encryptedValue"];
    thought.text = node.get("content").and_then(|content| hold.text(content));
    if thought.text.is_none()
        && let Some(content) = node.get("content")
    {
        wrong_type(reading, content, "content", "a string");
        known.retain(|key| *key != "content");
    }
    match node.get("encryptedValue").map(|value| (value, hold.text(value))) {
        Some((_, Some(sealed))) => {
            thought.signature = Some(sealed);
            thought.family = NAME;
        }
        Some((_, None)) => known.retain(|key| *key != "encryptedValue"),
        None => {}
    }
    hold.keep_rest(Slot::Here, node, &known, &mut thought.extras);
    thought
}

fn read_fields<'a, 'x>(
    node: Node<'_, 'x>,
    message: &mut Message<'a>,
    thoughts: Vec<Part<'a>>,
    hold: EventValues<'a, 'x>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    message.parts = thoughts.into_iter().collect();
    let [id, _, content, name, calls, call_id, error] = node.pick(&KEYS);
    for (field, key, is_id) in [(id, "id", true), (name, "name", false)] {
        let Some(field) = field else { continue };
        match hold.text(field) {
            Some(text) if is_id => message.details_mut().id = Some(text),
            Some(text) => message.details_mut().name = Some(text),
            None => keep_wrong_type(field, key, "a string", hold, message, reading),
        }
    }
    if matches!(message.role, Role::Tool) {
        read_result(node, message, content, call_id, error, hold, reading)?;
    } else {
        read_content(message, content, hold, reading)?;
        for (field, key) in [(call_id, "toolCallId"), (error, "error")] {
            if let Some(field) = field {
                hold.keep(key, field, &mut message.extras);
            }
        }
    }
    match calls {
        Some(calls) if calls.is_array() && matches!(message.role, Role::Assistant) => {
            for call in calls.items() {
                message.parts.push(read_call(call, hold));
            }
            if calls.is_empty() {
                message.extras.note(NAME, Text::Token("toolCalls"), hold.raw(calls), hold.at(calls));
            }
        }
        Some(calls) => keep_wrong_type(calls, "toolCalls", "an array of an assistant's calls", hold, message, reading),
        None => {}
    }
    hold.keep_rest(Slot::Here, node, &KEYS, &mut message.extras);
    Ok(())
}

/// A field of the wrong kind is kept as it is.
fn keep_wrong_type<'a, 'x>(
    node: Node<'_, 'x>,
    key: &'static str,
    wanted: &str,
    hold: EventValues<'a, 'x>,
    message: &mut Message<'a>,
    reading: &mut Reading<'_>,
) {
    if !node.is_null() {
        let found = node.kind().name();
        reading.report.add(&shape::WRONG_TYPE, hold.at(node), || format!("`{key}` must be {wanted}, found {found}"));
    }
    hold.keep(key, node, &mut message.extras);
}

fn read_content<'a, 'x>(
    message: &mut Message<'a>,
    content: Option<Node<'_, 'x>>,
    hold: EventValues<'a, 'x>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let is_answer = matches!(message.role, Role::Assistant);
    let Some(content) = content else {
        if is_answer {
            return Ok(());
        }
        return Err(Refused::new(&shape::MISSING_FIELD, message.at, "`content` is missing"));
    };
    if let Some(text) = hold.text(content) {
        message.form = Form::Text;
        // An answer that is only calls has an empty text where its message was opened first.
        if !(is_answer && text.is_empty()) {
            message.parts.push(Part::Text(TextPart::new(text, hold.at(content))));
        }
        return Ok(());
    }
    if content.is_null() && is_answer {
        message.form = Form::Null;
        return Ok(());
    }
    if !content.is_array() {
        return Err(refuse_type(content, "content", "a string or a list of parts"));
    }
    message.form = Form::Parts;
    read_parts(content, hold, &mut message.parts, reading)
}

fn read_result<'a, 'x>(
    node: Node<'_, 'x>,
    message: &mut Message<'a>,
    content: Option<Node<'_, 'x>>,
    call_id: Option<Node<'_, 'x>>,
    error: Option<Node<'_, 'x>>,
    hold: EventValues<'a, 'x>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let mut inner = Message { at: message.at, role: Role::Tool, ..Message::default() };
    read_content(&mut inner, content, hold, reading)?;
    let mut result = ToolResult { at: message.at, form: inner.form, parts: inner.parts, ..ToolResult::default() };
    message.form = inner.form;
    let Some(call_id) = call_id else {
        return Err(Refused::new(&shape::MISSING_FIELD, hold.at(node), "`toolCallId` is missing"));
    };
    result.call_id = Some(hold.text(call_id).ok_or_else(|| refuse_type(call_id, "toolCallId", "a string"))?);
    if let Some(error) = error {
        let is_error = hold.text(error).is_some();
        result.error = is_error.then(|| (true, hold.at(error)));
        hold.keep("error", error, &mut result.extras);
    }
    message.parts.push(Part::from(result));
    Ok(())
}

/// The place of a message, for messages that are made of events.
pub(super) fn place_of(id: Option<Node<'_, '_>>, places: &std::collections::HashMap<String, At>) -> At {
    let id = id.and_then(|id| id.text()).map(|id| id.decode_json().into_owned());
    id.and_then(|id| places.get(&id).copied()).unwrap_or(At::NOWHERE)
}
