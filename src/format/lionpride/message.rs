//! Reads one message: the fields outside its content.

use super::content::read_content;
use super::image::is_uuid;
use super::kind::ContentType;
use super::preserved_fields::{is_unset, keep, note};
use super::rules::ROLE_KEY;
use super::{CLASS, NAME};
use crate::format::Reading;
use crate::format::shared::{self, need, refuse_type, wrong_type};
use crate::json::{Kind as JsonKind, Node, Text};
use crate::model::{Form, Message, Part};
use crate::report::{Refused, Severity, shape};

const KEYS: &[&str; 8] =
    &["id", "created_at", "metadata", "content", "embedding", "sender", "recipient", "node_metadata"];

pub(super) fn read_message<'a>(node: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Message<'a>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "message", "an object"));
    }
    let ([id, created, metadata, content, embedding, sender, recipient, db], rest) = node.fields(KEYS)?;
    let content = need(content, "content", node)?;
    if !content.is_object() {
        return Err(refuse_type(content, "content", "an object"));
    }
    let kind = ContentType::of(content);
    let speaker = kind.unwrap_or(ContentType::Instruction);
    // A call is alone here: no words next to it, not even empty ones.
    let form = if kind == Some(ContentType::Request) { Form::Unknown } else { Form::Text };
    let mut message = Message { at: node.at(), origin: NAME, form, role: speaker.role(), ..Message::default() };
    if let Some(id) = id {
        read_id(id, &mut message, reading);
    }
    if let Some(created) = created {
        read_time(created, &mut message, reading);
    }
    // Next to `metadata` the other one is ignored.
    let held = metadata.or(db);
    let call_id = held.and_then(|held| held.get("call_id")).and_then(|id| id.text());
    let is_tool = matches!(kind, Some(ContentType::Request | ContentType::Response));
    let call_id = call_id.filter(|id| is_tool && !is_uuid(&id.decode()));
    // A result keeps the old id of its call only next to the new one.
    let is_linked = kind != Some(ContentType::Response) || content.get("request_id").is_some_and(|id| id.is_string());
    let has_call_id = call_id.is_some() && is_linked;
    if let Some(metadata) = metadata {
        read_metadata(metadata, "metadata", has_call_id, &mut message, reading);
    }
    if let Some(db) = db {
        read_metadata(db, "node_metadata", has_call_id && metadata.is_none(), &mut message, reading);
        if metadata.is_some() {
            reading.report.add(&shape::UNKNOWN_FIELD, db.at(), || {
                "lionpride ignores `node_metadata` if there is `metadata`".to_owned()
            });
        }
    }
    read_content(kind, content, call_id, &mut message, reading)?;
    if let Some(embedding) = embedding {
        if let Some(problem) = embedding_problem(embedding, reading) {
            reading.report.add(&shape::BAD_VALUE, embedding.at(), || format!("`embedding` {problem}"));
        }
        keep(embedding, Text::Token("embedding"), &mut message.extras);
    }
    check_node(held, sender.or(recipient), reading);
    for (node, key) in [(sender, "sender"), (recipient, "recipient")] {
        if let Some(node) = node {
            read_party(node, key, speaker, &mut message, reading);
        }
    }
    for (key, value) in rest.unknown() {
        // Unlike others, this library rejects what it does not know.
        if key.is("role") {
            reading.report.add(ROLE_KEY.code, value.at(), || {
                format!("the message does not load with `role`; its content makes it `{}`", speaker.sender())
            });
            note(value, "role", &mut message.extras);
            continue;
        }
        reading.report.add_as(&shape::UNKNOWN_FIELD, Severity::Error, value.at(), || {
            format!("a message in {NAME} has no field `{}`, and does not load with it", key.show())
        });
        keep(value, key, &mut message.extras);
    }
    Ok(message)
}

/// Reads a content that is alone in a list.
pub(super) fn read_bare<'a>(
    content: Node<'_, 'a>,
    kind: ContentType,
    reading: &mut Reading<'_>,
) -> Result<Message<'a>, Refused> {
    let form = if kind == ContentType::Request { Form::Unknown } else { Form::Text };
    let mut message = Message { at: content.at(), origin: NAME, form, role: kind.role(), ..Message::default() };
    read_content(Some(kind), content, None, &mut message, reading)?;
    Ok(message)
}

fn read_id<'a>(id: Node<'_, 'a>, message: &mut Message<'a>, reading: &mut Reading<'_>) {
    let Some(text) = id.text() else {
        wrong_type(reading, id, "id", "a UUID");
        keep(id, Text::Token("id"), &mut message.extras);
        return;
    };
    if !is_uuid(&text.decode()) {
        reading.report.add(&shape::BAD_VALUE, id.at(), || format!("the id `{}` is not a UUID", text.show()));
    }
    message.details_mut().id = Some(text);
}

fn read_time<'a>(created: Node<'_, 'a>, message: &mut Message<'a>, reading: &mut Reading<'_>) {
    check_time(created, reading);
    match created.kind() {
        JsonKind::String => message.details_mut().time = created.text(),
        // Seconds since 1970: the model contains them as a text.
        JsonKind::Number => {
            message.details_mut().time = Some(Text::Token(created.raw()));
            note(created, "created_at", &mut message.extras);
        }
        JsonKind::Null | JsonKind::Bool | JsonKind::Array | JsonKind::Object => {
            keep(created, Text::Token("created_at"), &mut message.extras);
        }
    }
}

/// Says what the library does not read as a time.
pub(super) fn check_time(created: Node<'_, '_>, reading: &mut Reading<'_>) {
    match created.kind() {
        JsonKind::Number | JsonKind::Bool => {}
        JsonKind::String => {
            if let Some(text) = created.text().filter(|text| shared::time::parse(&text.decode()).is_none()) {
                reading
                    .report
                    .add(&shape::BAD_VALUE, created.at(), || format!("`created_at` is not a time: `{}`", text.show()));
            }
        }
        JsonKind::Null | JsonKind::Array | JsonKind::Object => wrong_type(reading, created, "created_at", "a time"),
    }
}

/// `has_call_id`: the member `call_id` was read as the id of the call.
fn read_metadata<'a>(
    node: Node<'_, 'a>,
    key: &'static str,
    has_call_id: bool,
    message: &mut Message<'a>,
    reading: &mut Reading<'_>,
) {
    let is_empty = is_unset(node.raw()) || node.raw() == "0";
    if !node.is_object() && !node.is_string() && !is_empty {
        wrong_type(reading, node, key, "an object");
    }
    if let Some(class) = node.get("lion_class").filter(|class| !is_class(*class)) {
        wrong_type(reading, class, "lion_class", "a string");
    }
    // The class of a message is how a message is spelled.
    let is_spelling = |key: Node<'_, '_>, value: Node<'_, '_>| match key.text() {
        Some(key) if key.is("lion_class") => value.is(CLASS),
        Some(key) => key.is("call_id") && has_call_id,
        None => false,
    };
    if is_empty || (node.is_object() && node.members().all(|(key, value)| is_spelling(key, value))) {
        note(node, key, &mut message.extras);
    } else {
        keep(node, Text::Token(key), &mut message.extras);
    }
}

/// The library looks for a class by its name, and for none where the value is empty.
fn is_class(class: Node<'_, '_>) -> bool {
    class.is_string() || class.kind() == JsonKind::Bool || is_unset(class.raw()) || class.raw() == "0"
}

/// The library loads a message of the class Node as one, and a node has no sender.
fn check_node(metadata: Option<Node<'_, '_>>, party: Option<Node<'_, '_>>, reading: &mut Reading<'_>) {
    let class = metadata.and_then(|metadata| metadata.get("lion_class")).and_then(|class| class.text());
    if let (Some(class), Some(party)) = (class, party)
        && class.decode().rsplit('.').next() == Some("Node")
    {
        reading.report.add(&shape::BAD_VALUE, party.at(), || {
            format!("the class `{}` has no sender and no recipient", class.show())
        });
    }
}

fn embedding_problem(node: Node<'_, '_>, reading: &mut Reading<'_>) -> Option<&'static str> {
    let is_numbers = |list: Node<'_, '_>| {
        let is_number = |item: Node<'_, '_>| matches!(item.kind(), JsonKind::Number | JsonKind::Bool);
        list.is_array() && !list.is_empty() && list.items().all(is_number)
    };
    let is_good = match node.text() {
        Some(text) => reading.scratch.parse(&text.decode()).is_ok_and(is_numbers),
        None => node.is_null() || is_numbers(node),
    };
    (!is_good).then_some("must be null, a list of numbers that is not empty, or JSON text of one")
}

fn read_party<'a>(
    node: Node<'_, 'a>,
    key: &'static str,
    kind: ContentType,
    message: &mut Message<'a>,
    reading: &mut Reading<'_>,
) {
    let Some(name) = node.text().filter(|name| !name.is_empty()) else {
        if !node.is_null() && !node.is_string() {
            wrong_type(reading, node, key, "a string or null");
            keep(node, Text::Token(key), &mut message.extras);
        } else {
            note(node, key, &mut message.extras);
        }
        return;
    };
    let is_sender = key == "sender";
    let usual = if is_sender { kind.sender() } else { kind.recipient() };
    let is_tool = match message.parts.first_mut() {
        // A tool sends under its own name.
        Some(Part::Result(result)) if is_sender && !is_role(&name) && !is_uuid(&name.decode()) => {
            result.name = Some(name.clone());
            true
        }
        Some(Part::Call(call)) => !is_sender && call.name.same(&name),
        _ => false,
    };
    if is_tool || name.is(usual) {
        note(node, key, &mut message.extras);
    } else if is_sender {
        message.details_mut().sender = Some(name);
    } else {
        message.details_mut().recipient = Some(name);
    }
}

/// The words that the library takes for roles.
pub(super) fn is_role(name: &Text<'_>) -> bool {
    ["system", "user", "assistant", "tool", "unset"].iter().any(|role| name.is(role))
}
