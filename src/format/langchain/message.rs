//! One message.
//!
//! ```json
//! {"type":"ai","data":{"content":"","id":"run--1","tool_calls":[{"name":"f","args":{},"id":"c1","type":"tool_call"}]}}
//! ```

use std::collections::{HashMap, HashSet};

use super::NAME;
use super::block::ContentReader;
use super::call::{ListedCalls, are_of_pieces, read_function};
use super::stored::{DICT, MessageKind, StoredMessage};
use crate::format::Reading;
use crate::format::shared::{extras, keep_exported, keep_member, optional_text, wanted_text};
use crate::json::{Node, Text, same_value};
use crate::model::{
    CallKind, Extras, Finish, Form, MediaSource, Message, OneOrMany, Part, Reasoning, Role, Slot, TextPart, ToolResult,
};
use crate::report::{Refused, shape};

const KEYS: &[&str; 15] = &[
    "type",
    "content",
    "content_blocks",
    "name",
    "id",
    "role",
    "tool_calls",
    "invalid_tool_calls",
    "tool_call_chunks",
    "additional_kwargs",
    "response_metadata",
    "tool_call_id",
    "status",
    "chunk_position",
    "example",
];

/// Reads a message. `answered` has the ids of the calls that a result answers.
pub(super) fn read_message<'a>(
    stored: &StoredMessage<'_, 'a>,
    answered: &HashSet<String>,
    reading: &mut Reading<'_>,
) -> Result<Message<'a>, Refused> {
    if let Some(message) = read_plain(stored) {
        return Ok(message);
    }
    let (values, rest) = stored.fields.fields(KEYS)?;
    let [
        kind,
        content,
        blocks,
        name,
        id,
        role,
        calls,
        invalid,
        chunks,
        more,
        metadata,
        call_id,
        status,
        position,
        example,
    ] = values;
    let mut message = Message { at: stored.node.at(), origin: NAME, ..Message::default() };
    message.role = read_role(stored, role, more)?;
    let is_answer = matches!(message.role, Role::Assistant);
    if let Some(kind) = kind.filter(|kind| !stored.is_of_type(*kind)) {
        keep_member(Slot::Here, NAME, Text::Token("type"), kind, &mut message.extras);
    }
    if let Some(id) = optional_text(reading, id, "id", Slot::Here, NAME, &mut message.extras) {
        message.details_mut().id = Some(id);
    }
    let mut listed = ListedCalls::default();
    // Of a chunk, `tool_calls` has what could be read of its pieces.
    let pieces = chunks.filter(|chunks| stored.is_chunk && !chunks.is_empty());
    let lists = match pieces {
        Some(pieces) => [Some(("tool_call_chunks", pieces)), None],
        None => [calls.map(|list| ("tool_calls", list)), invalid.map(|list| ("invalid_tool_calls", list))],
    };
    for (key, list) in [("tool_calls", calls), ("invalid_tool_calls", invalid)] {
        if let (Some(list), Some(pieces)) = (list, pieces) {
            let is_note = are_of_pieces(list, pieces);
            keep_exported(Slot::Here, NAME, Text::Token(key), list, is_note, &mut message.extras);
        }
    }
    for (key, list) in lists.into_iter().flatten().filter(|(_, list)| !list.is_null()) {
        if is_answer {
            listed.read(list, key, answered, &mut message.extras)?;
        } else {
            keep_exported(Slot::Here, NAME, Text::Token(key), list, false, &mut message.extras);
        }
    }
    let mut parts = OneOrMany::default();
    let family = family_of(metadata);
    read_kwargs_before(more, is_answer, &mut parts);
    let content = content.filter(|content| !content.is_null());
    let mut reader = ContentReader { family, is_answer, calls: &mut listed, hosted: HashMap::new() };
    // JavaScript stores blocks in place of content.
    message.form = match content.or(blocks) {
        Some(content) => reader.read(content, &mut parts, &mut message.extras, reading)?,
        None => Form::Absent,
    };
    if let (Some(content), Some(blocks)) = (content, blocks) {
        let is_same = same_value(content, blocks);
        keep_exported(Slot::Here, NAME, Text::Token("content_blocks"), blocks, is_same, &mut message.extras);
    }
    read_kwargs(more, is_answer, &mut listed, &mut parts, &mut message.extras)?;
    parts.extend(listed.rest());
    message.lacks_content = message.form == Form::Absent && parts.is_empty();
    if message.lacks_content {
        reading.report.add(&shape::MISSING_FIELD, stored.fields.at(), || "a message needs `content`".to_owned());
    }
    if let Some(metadata) = metadata {
        let is_told = parts.iter().any(|part| is_of(part, family));
        read_metadata(metadata, is_answer, is_told.then_some(family), &mut message);
    }
    if let Some(odd) = position.filter(|position| !position.is("last")) {
        keep_member(Slot::Here, NAME, Text::Token("chunk_position"), odd, &mut message.extras);
    }
    if let Some(example) = example {
        let is_note = example.as_bool() == Some(false);
        keep_exported(Slot::Here, NAME, Text::Token("example"), example, is_note, &mut message.extras);
    }
    if matches!(message.role, Role::Tool) {
        let mut result = ToolResult { at: message.at, parts, form: message.form, ..ToolResult::default() };
        read_result(stored, [call_id, name, status], &mut result, reading);
        message.parts = OneOrMany::one(Part::from(result));
    } else {
        message.parts = parts;
        if let Some(name) = optional_text(reading, name, "name", Slot::Here, NAME, &mut message.extras) {
            message.details_mut().name = Some(name);
        }
        for (key, value) in [("tool_call_id", call_id), ("status", status)] {
            if let Some(value) = value {
                keep_member(Slot::Here, NAME, Text::Token(key), value, &mut message.extras);
            }
        }
    }
    extras(&rest, NAME, &mut message.extras);
    keep_around(stored, &mut message.extras);
    Ok(message)
}

/// Reads a message that only has a text. Most messages do, and nothing in one can be wrong.
fn read_plain<'a>(stored: &StoredMessage<'_, 'a>) -> Option<Message<'a>> {
    let [(text, at), (kind, _)] = stored.fields.strings(["content", "type"])?;
    let role = match stored.kind {
        MessageKind::Human => Role::User,
        MessageKind::Ai => Role::Assistant,
        MessageKind::System => Role::System,
        MessageKind::Developer
        | MessageKind::Tool
        | MessageKind::Function
        | MessageKind::Chat
        | MessageKind::Remove => return None,
    };
    if text.is_empty() || !MessageKind::of_type(kind).is_some_and(|(kind, _)| kind == stored.kind) {
        return None;
    }
    let parts = OneOrMany::one(Part::Text(TextPart::new(Text::Token(text), at)));
    let mut message =
        Message { at: stored.node.at(), origin: NAME, role, parts, form: Form::Text, ..Message::default() };
    keep_around(stored, &mut message.extras);
    Some(message)
}

/// Keeps the members of the object around the fields, other than those that say what it is.
fn keep_around<'a>(stored: &StoredMessage<'_, 'a>, fields: &mut Extras<'a>) {
    if stored.fields.at() == stored.node.at() {
        return;
    }
    let is_class = |id: Node<'_, '_>| id.items().all(|name| name.is_string());
    if let Some(id) = stored.dumped_class {
        return keep_exported(Slot::Item, NAME, Text::Token("id"), id, is_class(id), fields);
    }
    if stored.node.in_order(DICT).is_some() {
        return;
    }
    let is_dump = stored.node.get("lc").is_some() && stored.node.get("kwargs").is_some();
    let is_usual = |key: Node<'_, '_>, value: Node<'_, '_>| {
        let is_of_dump =
            key.is("kwargs") || (key.is("lc") && value.raw() == "1") || (key.is("type") && value.is("constructor"));
        if is_dump { is_of_dump } else { key.is("type") || key.is("data") }
    };
    for (key, value) in stored.node.members().filter(|(key, value)| !is_usual(*key, *value)) {
        let is_note = is_dump && key.is("id") && is_class(value);
        keep_exported(Slot::Item, NAME, key.text().unwrap_or_default(), value, is_note, fields);
    }
}

fn read_role<'a>(
    stored: &StoredMessage<'_, 'a>,
    role: Option<Node<'_, 'a>>,
    more: Option<Node<'_, 'a>>,
) -> Result<Role<'a>, Refused> {
    let is_developer = || more.and_then(|more| more.get("__openai_role__")).is_some_and(|role| role.is("developer"));
    Ok(match stored.kind {
        MessageKind::Human => Role::User,
        MessageKind::Ai => Role::Assistant,
        MessageKind::System if is_developer() => Role::Developer,
        MessageKind::System => Role::System,
        MessageKind::Developer => Role::Developer,
        MessageKind::Tool | MessageKind::Function => Role::Tool,
        MessageKind::Chat => {
            let word = crate::format::shared::need_text(role, "role", stored.fields)?;
            match word.decode().as_ref() {
                "user" | "human" => Role::User,
                "assistant" | "ai" => Role::Assistant,
                "system" => Role::System,
                "developer" => Role::Developer,
                _ => Role::Other(word.clone()),
            }
        }
        MessageKind::Remove => {
            return Err(Refused::new(
                &shape::NOT_A_CONVERSATION,
                stored.node.at(),
                "this deletes a message, and is none",
            ));
        }
    })
}

/// The service that answered, as far as it signs what it says.
fn family_of(metadata: Option<Node<'_, '_>>) -> &'static str {
    let provider = metadata.and_then(|metadata| metadata.get("model_provider")).and_then(|provider| provider.text());
    let Some(provider) = provider.map(|provider| provider.decode().to_ascii_lowercase()) else { return "" };
    match () {
        () if provider.contains("anthropic") || provider.contains("bedrock") => "anthropic",
        () if provider.contains("google") || provider.contains("gemini") => "gemini",
        () if provider.contains("openai") => "openai",
        () => "",
    }
}

/// The name of the package of a service, as it writes `model_provider`.
pub(super) fn provider_of_family(family: &str) -> Option<&'static str> {
    match family {
        "anthropic" => Some("anthropic"),
        "gemini" => Some("google_genai"),
        "openai" => Some("openai"),
        _ => None,
    }
}

/// Reasoning that comes before the content: `{"reasoning_content":"…"}`.
fn read_kwargs_before<'a>(more: Option<Node<'_, 'a>>, is_answer: bool, parts: &mut OneOrMany<Part<'a>>) {
    let reasoning = more.filter(|_| is_answer).and_then(|more| more.get("reasoning_content"));
    if let Some((node, text)) = reasoning.and_then(|node| Some((node, node.text().filter(|text| !text.is_empty())?))) {
        let part = Reasoning { at: node.at(), text: Some(text), ..Reasoning::default() };
        parts.push(Part::Reasoning(Box::new(part)));
    }
}

/// What services return next to content: refusals, and calls of older data.
fn read_kwargs<'t, 'a>(
    more: Option<Node<'t, 'a>>,
    is_answer: bool,
    listed: &mut ListedCalls<'t, 'a>,
    parts: &mut OneOrMany<Part<'a>>,
    fields: &mut Extras<'a>,
) -> Result<(), Refused> {
    let Some(more) = more else { return Ok(()) };
    if !more.is_object() {
        keep_exported(Slot::Here, NAME, Text::Token("additional_kwargs"), more, false, fields);
    }
    for (key, value) in more.members() {
        let Some(key) = key.text() else { continue };
        let text = value.text().filter(|text| !text.is_empty());
        match (key.decode().as_ref(), text) {
            ("refusal", Some(text)) if is_answer => parts.push(Part::Refusal(TextPart::new(text, value.at()))),
            ("reasoning_content", Some(_)) if is_answer => {}
            ("__openai_role__", Some(role)) if role.is("developer") => {}
            ("tool_calls", None) if is_answer => listed.read_older(value, fields)?,
            ("function_call", None) if is_answer && value.is_object() && listed.is_empty() => {
                listed.add(Part::from(read_function(value, CallKind::LegacyFunction)?), None, value);
            }
            _ => keep_exported(Slot::Config, NAME, key, value, false, fields),
        }
    }
    Ok(())
}

/// Where services say why the model stopped.
const FINISH: [&str; 5] = ["finish_reason", "stop_reason", "finishReason", "stopReason", "done_reason"];

/// True for a part that says which service it is of.
fn is_of(part: &Part<'_>, family: &str) -> bool {
    match part {
        Part::Reasoning(it) => it.family == family,
        Part::Media(it) => matches!(it.source, MediaSource::Remote { service, .. } if service == family),
        Part::Text(_) | Part::Call(_) | Part::Result(_) | Part::Refusal(_) | Part::Opaque(_) => false,
    }
}

/// Reads what services say about an answer. `told`: the service that parts of the message name.
fn read_metadata<'a>(metadata: Node<'_, 'a>, is_answer: bool, told: Option<&'static str>, message: &mut Message<'a>) {
    if !metadata.is_object() {
        keep_exported(Slot::Here, NAME, Text::Token("response_metadata"), metadata, false, &mut message.extras);
    }
    for (key, value) in metadata.members() {
        let Some(key) = key.text() else { continue };
        let reason =
            value.text().filter(|reason| is_answer && !reason.is_empty() && FINISH.iter().any(|finish| key.is(finish)));
        match reason.filter(|_| message.details().finish.is_none()) {
            Some(reason) => message.details_mut().finish = Some(Finish { at: value.at(), reason }),
            None => {
                let versions = ["v0", "v1", "responses/v1"];
                let is_provider = || told.and_then(provider_of_family).is_some_and(|provider| value.is(provider));
                let is_note = key.is("output_version") && versions.iter().any(|version| value.is(version))
                    || key.is("model_provider") && is_provider();
                keep_exported(Slot::Output, NAME, key, value, is_note, &mut message.extras);
            }
        }
    }
}

fn read_result<'a>(
    stored: &StoredMessage<'_, 'a>,
    [call_id, name, status]: [Option<Node<'_, 'a>>; 3],
    result: &mut ToolResult<'a>,
    reading: &mut Reading<'_>,
) {
    result.is_legacy = stored.kind == MessageKind::Function;
    result.name = optional_text(reading, name, "name", Slot::Odd, NAME, &mut result.extras);
    // An empty text says that there is none.
    result.call_id = if let Some(blank) = call_id.filter(|id| id.is("")) {
        result.extras.note_in(Slot::Odd, NAME, Text::Token("tool_call_id"), blank.to_raw(), blank.at());
        None
    } else if result.is_legacy {
        optional_text(reading, call_id, "tool_call_id", Slot::Here, NAME, &mut result.extras)
    } else {
        wanted_text(reading, call_id, "tool_call_id", stored.fields, Slot::Odd, NAME, &mut result.extras)
    };
    let Some(status) = status else { return };
    let is_error = status.is("error");
    if is_error || status.is("success") {
        result.error = Some((is_error, status.at()));
    } else {
        keep_member(Slot::Here, NAME, Text::Token("status"), status, &mut result.extras);
    }
}
