//! One message.

use super::NAME;
use super::chunk::read_content;
use super::preserved_fields::{keep, keep_odd};
use super::thinking::read_blocks;
use super::tool::{read_calls, read_result, read_result_field};
use crate::format::Reading;
use crate::format::shared::{need, refuse_type, unknown_fields};
use crate::json::{Kind as JsonKind, Node, quoted};
use crate::model::{Finish, Form, Message, OutputRequest, Role};
use crate::report::{FindingText, Refused, SuggestedEdit, shape, unknown_word};

/// The closed set of `finish_reason`.
pub(super) const FINISH_REASONS: [&str; 5] = ["stop", "max_tokens", "tool_use", "safety", "other"];

/// The five types of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MessageClass {
    System,
    User,
    Assistant,
    ToolCall,
    ToolResult,
}

impl MessageClass {
    /// The word that says what a message is, and whether it was in `role`: there the library looks if `type` says nothing.
    pub(super) fn word<'t, 'a>(kind: Option<Node<'t, 'a>>, role: Option<Node<'t, 'a>>) -> Option<(Node<'t, 'a>, bool)> {
        let says = |node: &Node<'_, '_>| !node.is_null() && !node.is("");
        kind.filter(says).map(|kind| (kind, false)).or_else(|| role.filter(says).map(|role| (role, true)))
    }

    pub(super) fn of(word: Node<'_, '_>) -> Option<Self> {
        let text = word.text()?;
        Some(match text.decode().as_ref() {
            "system" => Self::System,
            "user" => Self::User,
            "assistant" => Self::Assistant,
            "tool_call" | "tool-call" => Self::ToolCall,
            "tool_result" | "tool-result" => Self::ToolResult,
            _ => return None,
        })
    }

    fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::ToolCall => "tool_call",
            Self::ToolResult => "tool_result",
        }
    }

    /// The fields that the library reads in a message of this type, next to `type` and `id`.
    fn fields(self) -> &'static [&'static str] {
        match self {
            Self::System => &["content"],
            Self::User => &["content", "allow_tool_calls", "structured_output"],
            Self::Assistant => &[
                "content",
                "thinking_blocks",
                "thinking_token_count",
                "finish_reason",
                "provider_data",
                "structured_output",
            ],
            Self::ToolCall => &["tool_calls", "thinking_blocks", "thinking_token_count"],
            Self::ToolResult => &["content", "call_id", "function_name", "is_error"],
        }
    }
}

/// Read in this order: thinking is before everything else, and a result must be there before its facts.
const KEYS: &[&str; 14] = &[
    "type",
    "role",
    "id",
    "thinking_blocks",
    "content",
    "tool_calls",
    "allow_tool_calls",
    "structured_output",
    "thinking_token_count",
    "finish_reason",
    "provider_data",
    "call_id",
    "function_name",
    "is_error",
];

pub(super) fn read_message<'a>(node: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Message<'a>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "message", "an object"));
    }
    let (values, rest) = node.fields(KEYS)?;
    let [kind, role, id, _, content, calls, ..] = values;
    let (word, is_role) = MessageClass::word(kind, role)
        .ok_or_else(|| Refused::new(&shape::MISSING_FIELD, node.at(), "`type` is missing: the speaker is unknown"))?;
    let kind = MessageClass::of(word).ok_or_else(|| unknown_kind(word))?;
    let mut message = Message { at: node.at(), origin: NAME, form: Form::Text, ..Message::default() };
    message.role = match kind {
        MessageClass::System => Role::System,
        MessageClass::User => Role::User,
        MessageClass::Assistant | MessageClass::ToolCall => Role::Assistant,
        MessageClass::ToolResult => Role::Tool,
    };
    let vital =
        if kind == MessageClass::ToolCall { need(calls, "tool_calls", node)? } else { need(content, "content", node)? };
    old_forms(kind, &values, vital, reading);
    if let Some(id) = id {
        message.details_mut().id = id.text();
        // The library takes null for an absent id and gives a new one; any other value it keeps.
        if message.details().id.is_none() && !id.is_null() {
            keep_odd(id, "id", "a string", &mut message.extras, reading);
        }
    }
    if let Some(role) = role.filter(|_| !is_role) {
        keep_ignored(kind, "role", role, &mut message, reading);
    }
    for (key, field) in KEYS.iter().zip(values).skip(3) {
        match field {
            Some(field) if kind.fields().contains(key) => read_field(kind, key, field, &mut message, reading)?,
            Some(field) => keep_ignored(kind, key, field, &mut message, reading),
            None => {}
        }
    }
    unknown_fields(reading, &rest, NAME, "a message", &mut message.extras);
    Ok(message)
}

/// Reports what older releases wrote otherwise, each with the edit that makes it the current form.
fn old_forms(
    kind: MessageClass,
    values: &[Option<Node<'_, '_>>; KEYS.len()],
    vital: Node<'_, '_>,
    reading: &mut Reading<'_>,
) {
    let [own, role, ..] = *values;
    let mut add = |node: Node<'_, '_>, message: &str, edit: SuggestedEdit| {
        reading.report.add(&shape::OLD_FORM, node.at(), || FindingText::new(message.to_owned(), Some(edit)));
    };
    let Some((word, is_role)) = MessageClass::word(own, role) else { return };
    let is_hyphenated = !word.is(kind.name());
    match own.filter(|_| is_role) {
        // Null or empty, where the library looks into `role`.
        Some(own) => {
            add(own, "an older form: `role` names the type", SuggestedEdit::Value(quoted(kind.name())));
            add(word, "an older form: `role` is `type` today", SuggestedEdit::Remove);
        }
        None => {
            if is_role {
                add(word, "an older form: `role` is `type` today", SuggestedEdit::Key("type".to_owned()));
            }
            if is_hyphenated {
                let message = "an older form: the type is written with `_` today";
                add(word, message, SuggestedEdit::Value(quoted(kind.name())));
            }
        }
    }
    // Only results are written with a bare string.
    if vital.is_string() && kind != MessageClass::ToolResult {
        let edit = SuggestedEdit::Value(format!("{{\"type\":\"string\",\"value\":{}}}", vital.raw()));
        add(vital, "an older form: `content` is an object today", edit);
    }
}

fn unknown_kind(word: Node<'_, '_>) -> Refused {
    let Some(text) = word.text() else { return refuse_type(word, "type", "a string") };
    let message = if text.is("tool") {
        "unknown message type `tool` (this looks like openai)".to_owned()
    } else {
        unknown_word("message type", &text, &["system", "user", "assistant", "tool_call", "tool_result"]).message
    };
    Refused::new(&shape::UNKNOWN_ROLE, word.at(), message)
}

/// A field that the library does not read in such a message.
fn keep_ignored<'a>(
    kind: MessageClass,
    key: &'static str,
    field: Node<'_, 'a>,
    message: &mut Message<'a>,
    reading: &mut Reading<'_>,
) {
    if !field.is_null() {
        reading.report.add(&shape::UNKNOWN_FIELD, field.at(), || {
            format!("`{key}` is ignored by patterpunk in a message of type `{}`", kind.name())
        });
    }
    keep(field, key, &mut message.extras);
}

fn read_field<'a>(
    kind: MessageClass,
    key: &'static str,
    field: Node<'_, 'a>,
    message: &mut Message<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    match key {
        "content" if kind == MessageClass::ToolResult => return read_result(field, message),
        "content" => return read_content(field, message, reading),
        "tool_calls" => return read_calls(field, message, reading),
        "thinking_blocks" => return read_blocks(field, message, reading),
        "structured_output" => return read_output(field, message, reading),
        "finish_reason" => read_finish(field, message, reading),
        // True is what absence means; the writer always says it.
        "allow_tool_calls" if field.as_bool() == Some(true) => {}
        "allow_tool_calls" if field.as_bool().is_none() => {
            keep_odd(field, key, "true or false", &mut message.extras, reading);
        }
        "thinking_token_count" if field.kind() != JsonKind::Number => {
            keep_odd(field, key, "a number", &mut message.extras, reading);
        }
        "provider_data" if !field.is_object() => keep_odd(field, key, "an object", &mut message.extras, reading),
        "provider_data" => {
            if let Some(own) = field.get("self") {
                reading.report.add(&shape::BAD_VALUE, own.at(), || {
                    "`provider_data` with a key `self` cannot be loaded by patterpunk".to_owned()
                });
            }
            keep(field, key, &mut message.extras);
        }
        "allow_tool_calls" | "thinking_token_count" => keep(field, key, &mut message.extras),
        _ => read_result_field(key, field, message, reading),
    }
    Ok(())
}

fn read_finish<'a>(field: Node<'_, 'a>, message: &mut Message<'a>, reading: &mut Reading<'_>) {
    let Some(reason) = field.text() else {
        keep_odd(field, "finish_reason", "a string", &mut message.extras, reading);
        return;
    };
    if !FINISH_REASONS.iter().any(|known| reason.is(known)) {
        reading.report.add(&shape::BAD_VALUE, field.at(), || {
            format!("unknown finish_reason `{}`; expected stop, max_tokens, tool_use, safety or other", reason.show())
        });
    }
    message.details_mut().finish = Some(Finish { at: field.at(), reason });
}

fn read_output<'a>(field: Node<'_, 'a>, message: &mut Message<'a>, reading: &mut Reading<'_>) -> Result<(), Refused> {
    if !field.is_object() {
        keep_odd(field, "structured_output", "an object or null", &mut message.extras, reading);
        return Ok(());
    }
    let ([schema, class], rest) = field.fields(&["schema", "class_ref"])?;
    let mut output = OutputRequest { at: field.at(), ..OutputRequest::default() };
    match schema {
        Some(schema) if schema.is_object() => output.schema = Some(schema.to_raw()),
        Some(schema) => keep_odd(schema, "schema", "an object", &mut output.extras, reading),
        None => {}
    }
    match class {
        Some(class) if class.is_string() => {
            output.class = class.text();
            if output.class.as_ref().is_some_and(|class| class.decode().starts_with('.')) {
                let what = || "a relative `class_ref` cannot be loaded by patterpunk".to_owned();
                reading.report.add(&shape::BAD_VALUE, class.at(), what);
            }
        }
        Some(class) => keep_odd(class, "class_ref", "a string", &mut output.extras, reading),
        None => {}
    }
    unknown_fields(reading, &rest, NAME, "`structured_output`", &mut output.extras);
    message.details_mut().output = Some(output);
    Ok(())
}
