//! The calls of an answer.

use super::NAME;
use super::call::FUNCTION;
use super::message::is_absent;
use super::write::Placed;
use super::write_message::{kept, whole};
use crate::format::Writing;
use crate::json::{Text, minify};
use crate::model::{Arguments, CallKind, Part, ToolCall};
use crate::report::loss;

/// True for what stands in `tool_calls`.
pub(super) fn is_call(part: &Part<'_>) -> bool {
    match part {
        Part::Call(_) => true,
        Part::Opaque(it) => it.origin == NAME,
        Part::Text(_) | Part::Reasoning(_) | Part::Result(_) | Part::Media(_) | Part::Refusal(_) => false,
    }
}

pub(super) fn write_calls(placed: &Placed<'_, '_>, writing: &mut Writing<'_>) {
    writing.out.key("tool_calls").open(b'[');
    for (place, part) in placed.message.parts.iter().enumerate() {
        match part {
            Part::Call(call) => write_call(call, placed, place, writing),
            Part::Opaque(it) if it.origin == NAME => writing.out.raw(&it.raw),
            Part::Text(_)
            | Part::Reasoning(_)
            | Part::Result(_)
            | Part::Media(_)
            | Part::Refusal(_)
            | Part::Opaque(_) => {}
        }
    }
    writing.out.close(b']');
}

fn write_call(call: &ToolCall<'_>, placed: &Placed<'_, '_>, place: usize, writing: &mut Writing<'_>) {
    let is_own = placed.message.origin == NAME;
    report_kind(call, writing);
    writing.out.open(b'{');
    match (&call.id, placed.links.made(placed.index, place)) {
        (Some(id), _) => {
            let id = whole(id, call.at, is_own, writing);
            writing.out.key("id").text(&id);
        }
        (None, Some(id)) if !is_own => writing.out.key("id").string(id),
        (None, _) if is_absent(&call.extras, "\"id\"") => {}
        (None, _) => writing.out.key("id").null(),
    }
    match kept(&call.extras, "type") {
        Some(kind) => writing.out.key("type").raw(&kind.value),
        None if is_absent(&call.extras, "\"type\"") => {}
        None => writing.out.key("type").word("function"),
    }
    writing.out.key("function").open(b'{');
    let name = whole(&call.name, call.at, is_own, writing);
    writing.out.key("name").text(&name);
    write_arguments(call, is_own, writing);
    for extra in call.extras.of(NAME) {
        if let Some(key) = inner(&extra.key) {
            writing.out.key_text(&Text::Token(key)).raw(&extra.value);
        }
    }
    writing.out.close(b'}');
    for extra in call.extras.of(NAME).iter().filter(|extra| !extra.is_note) {
        if inner(&extra.key).is_none() && !extra.key.is("type") {
            writing.out.key_text(&extra.key).raw(&extra.value);
        }
    }
    writing.out.close(b'}');
}

fn inner<'e>(key: &'e Text<'_>) -> Option<&'e str> {
    match key {
        Text::OwnedToken(token) => token.strip_prefix(FUNCTION),
        Text::Token(_) | Text::Owned(_) => None,
    }
}

/// A string of JSON; what the library stored otherwise stays so.
fn write_arguments(call: &ToolCall<'_>, is_own: bool, writing: &mut Writing<'_>) {
    match &call.arguments {
        Arguments::Encoded(_) if is_absent(&call.extras, "\"arguments\"") => {}
        Arguments::Encoded(text) => {
            let text = whole(text, call.at, is_own, writing);
            writing.out.key("arguments").text(&text);
        }
        Arguments::Object(raw) if is_own => writing.out.key("arguments").raw(raw),
        Arguments::Object(raw) => {
            let mut compact = Vec::with_capacity(raw.as_str().len());
            minify(raw.as_str(), &mut compact);
            writing.out.key("arguments").string(&String::from_utf8_lossy(&compact));
        }
    }
}

fn report_kind(call: &ToolCall<'_>, writing: &mut Writing<'_>) {
    let name = &call.name;
    match call.kind {
        CallKind::Function => {}
        CallKind::Custom => writing.report.add(&loss::CUSTOM_CALL, call.at, || {
            format!("the free text for `{}` is written as the arguments of a function call", name.show())
        }),
        CallKind::LegacyFunction => writing
            .report
            .add(&loss::LEGACY_CALL, call.at, || format!("the old call of `{}` becomes a tool call", name.show())),
    }
}
