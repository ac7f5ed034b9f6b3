//! The calls of an assistant message.

use std::borrow::Cow;

use super::NAME;
use super::dialect::Dialect;
use super::write::write_encoded;
use super::write_litellm::write_call_signature;
use super::write_message::write_id;
use crate::format::Writing;
use crate::format::shared::{Links, object_arguments, write_slot};
use crate::json::{At, Raw, Text};
use crate::model::{Arguments, CallKind, Message, Part, Slot, ToolCall};
use crate::report::{Refused, loss};

pub(super) fn write_calls(
    message: &Message<'_>,
    index: usize,
    links: &Links<'_>,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    let is_other = Dialect::of(writing).is_other_service();
    let mut is_open = false;
    let mut legacy = None;
    for (place, part) in message.parts.iter().enumerate() {
        let call = match part {
            Part::Call(call) if call.kind == CallKind::LegacyFunction && !is_other => {
                legacy = Some(call);
                continue;
            }
            Part::Call(call) => call,
            Part::Opaque(it) if it.origin == NAME => {
                if !is_open {
                    writing.out.key("tool_calls").open(b'[');
                    is_open = true;
                }
                writing.out.raw(&it.raw);
                continue;
            }
            Part::Text(_)
            | Part::Reasoning(_)
            | Part::Result(_)
            | Part::Media(_)
            | Part::Refusal(_)
            | Part::Opaque(_) => continue,
        };
        if !is_open {
            writing.out.key("tool_calls").open(b'[');
            is_open = true;
        }
        write_call(call, links.made(index, place), writing)?;
    }
    if is_open {
        writing.out.close(b']');
    }
    if let Some(call) = legacy {
        writing.out.key("function_call").open(b'{');
        write_function(call, writing);
        writing.out.close(b'}');
    }
    Ok(())
}

fn write_call(call: &ToolCall<'_>, made_id: Option<&str>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    check_tool_name(&call.name, call.at)?;
    if let Some(cache) = call.cache.as_ref().filter(|cache| cache.is_on) {
        writing.report.add(&loss::CACHE_HINT, cache.at, || "a cache hint on a tool call is dropped".to_owned());
    }
    writing.out.open(b'{');
    match (&call.id, made_id) {
        (Some(id), _) => write_id("id", id, call.at, writing),
        (None, id) => write_id("id", &Text::Owned(id.unwrap_or("call_0").to_owned()), call.at, writing),
    }
    if Dialect::of(writing).is_other_service() {
        let arguments = function_arguments(call, writing)?;
        writing.out.key("type").word("function");
        writing.out.key("function").open(b'{');
        writing.out.key("name").text(&call.name);
        writing.out.key("arguments");
        match &call.arguments {
            // As it was written, or compact where it was no text.
            Arguments::Encoded(_) => writing.out.string(&arguments),
            Arguments::Object(_) => write_encoded(&Raw::owned(arguments.into_owned()), writing),
        }
        write_slot(&call.extras, Slot::Function, NAME, writing);
    } else if call.kind == CallKind::Custom {
        writing.out.key("type").string("custom");
        writing.out.key("custom").open(b'{');
        writing.out.key("name").text(&call.name);
        match &call.arguments {
            Arguments::Encoded(text) => writing.out.key("input").text(text),
            Arguments::Object(raw) => {
                writing.out.key("input");
                write_encoded(raw, writing);
            }
        }
        write_slot(&call.extras, Slot::Function, NAME, writing);
    } else {
        writing.out.key("type").string("function");
        writing.out.key("function").open(b'{');
        write_function(call, writing);
    }
    writing.out.close(b'}');
    write_call_signature(call, writing);
    let keeps = Dialect::of(writing).keeps("provider_specific_fields", writing);
    for extra in call.extras.in_slot(NAME, Slot::Here).filter(|extra| keeps || !extra.is_note) {
        writing.extra(extra);
    }
    writing.out.close(b'}');
    Ok(())
}

/// The arguments as a JSON object, for services that take nothing else.
pub(super) fn function_arguments<'m>(
    call: &'m ToolCall<'m>,
    writing: &mut Writing<'_>,
) -> Result<Cow<'m, str>, Refused> {
    if call.kind == CallKind::LegacyFunction {
        writing.report.add(&loss::LEGACY_CALL, call.at, || {
            format!("the old function call of `{}` became a tool call", call.name.show())
        });
    }
    object_arguments(call, writing)
}

fn write_function(call: &ToolCall<'_>, writing: &mut Writing<'_>) {
    writing.out.key("name").text(&call.name);
    writing.out.key("arguments");
    match &call.arguments {
        Arguments::Encoded(text) => writing.out.text(text),
        Arguments::Object(raw) => write_encoded(raw, writing),
    }
    write_slot(&call.extras, Slot::Function, NAME, writing);
}

/// The API takes names of `[a-zA-Z0-9_-]{1,64}` only, and nobody can rename a tool behind its user's back.
pub(super) fn check_tool_name(name: &Text<'_>, at: At) -> Result<(), Refused> {
    let text = name.decode();
    let is_good = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if text.is_empty() || text.len() > 64 || !text.chars().all(is_good) {
        let message =
            format!("openai refuses the tool name `{}`: letters, digits, `_` and `-` only, at most 64", name.show());
        return Err(Refused::new(&loss::CANNOT_HOLD, at, message));
    }
    Ok(())
}
