//! Calls, results and definitions of tools: JSON in the text of a turn.

use std::ops::Range;

use memchr::memmem;

use super::source::ChatSource;
use super::{CallStyle, ChatTemplate};
use crate::format::Reading;
use crate::format::turn_lists::{open_payload, read_calls, read_definitions_of, spaced};
use crate::json::{At, Layout, Node, Out, Text};
use crate::lower::{OutlineCall, ResultBlock};
use crate::model::{
    Arguments, CallKind, Conversation, Extras, Form, Message, Part, Reasoning, Role, TextPart, ToolCall, ToolResult,
};
use crate::report::{Severity, shape};

/// The mark before calls of models that run code.
pub(super) const PYTHON_TAG: &str = "<|python_tag|>";
/// The mark before a list of calls.
pub(super) const TOOL_CALLS: &str = "[TOOL_CALLS]";
/// The maximum number of places that are tried for the end of a call: a string in its arguments may look like one.
const MOST_ENDS: usize = 8;
/// The tags around a system text at the start of a message of the user.
const SYSTEM: (&str, &str) = ("<<SYS>>\n", "\n<</SYS>>\n\n");

/// Reasoning in tags.
pub(super) fn reasoning<'a>(source: &ChatSource<'a>, range: Range<usize>) -> Part<'a> {
    let at = source.at(range.start);
    Part::Reasoning(Box::new(Reasoning { at, text: Some(source.cut(range)), ..Reasoning::default() }))
}

fn text<'a>(source: &ChatSource<'a>, range: Range<usize>) -> Part<'a> {
    let at = source.at(range.start);
    Part::Text(TextPart::new(source.cut(range), at))
}

/// The calls of a `<tool_call>` block. `None`, with a warning: it holds none.
pub(super) fn read_tagged(
    template: &ChatTemplate,
    source: &ChatSource<'_>,
    range: Range<usize>,
    reading: &mut Reading<'_>,
) -> Option<Vec<ToolCall<'static>>> {
    let at = source.at(range.start);
    let payload = Text::owned(source.text().get(range).unwrap_or_default().trim());
    let report = &mut *reading.report;
    let calls = open_payload(&payload, reading.scratch, |root| read_calls(root, template.name, at, report));
    if calls.is_none() {
        reading
            .report
            .add_as(&shape::BAD_VALUE, Severity::Warning, at, || "a tool_call block contains no call".to_owned());
    }
    calls
}

/// An answer that is JSON of a call, or ends in calls after their mark.
pub(super) fn read_python_tag<'a>(
    template: &ChatTemplate,
    source: &ChatSource<'a>,
    range: Range<usize>,
    reading: &mut Reading<'_>,
) -> Option<Vec<Part<'a>>> {
    let body = source.text().get(range.clone())?;
    let tag = memmem::find(body.as_bytes(), PYTHON_TAG.as_bytes());
    let (words, start) = tag.map_or((0, 0), |tag| (tag, tag + PYTHON_TAG.len()));
    let start = range.start + start;
    let calls = read_parameters(template, source.text().get(start..range.end)?, source.at(start), reading)?;
    let mut parts = Vec::new();
    if words > 0 {
        parts.push(text(source, range.start..range.start + words));
    }
    parts.extend(calls.into_iter().map(Part::from));
    Some(parts)
}

/// `{"name": "f", "parameters": {…}}`, or several with `; ` between them.
fn read_parameters(
    template: &ChatTemplate,
    json: &str,
    at: At,
    reading: &mut Reading<'_>,
) -> Option<Vec<ToolCall<'static>>> {
    let mut calls = Vec::new();
    let mut rest = json.trim();
    while !rest.is_empty() {
        let mut ends = memmem::find_iter(rest.as_bytes(), b"; {").take(MOST_ENDS).chain(std::iter::once(rest.len()));
        let found = ends.find_map(|end| Some((call_of(template, rest.get(..end)?, at, reading)?, end)));
        let (call, end) = found?;
        calls.push(call);
        rest = rest.get(end..)?.trim_start_matches([';', ' ']);
    }
    (!calls.is_empty()).then_some(calls)
}

fn call_of(template: &ChatTemplate, json: &str, at: At, reading: &mut Reading<'_>) -> Option<ToolCall<'static>> {
    if !json.starts_with('{') {
        return None;
    }
    let root = reading.scratch.parse(json).ok()?;
    let ([name, parameters], rest) = root.fields(&["name", "parameters"]).ok()?;
    let (name, parameters) = (name?.text()?.into_owned(), parameters?);
    if rest.unknown().next().is_some() {
        return None;
    }
    Some(made_call(template, at, None, name, arguments_of(parameters)))
}

fn arguments_of(value: Node<'_, '_>) -> Arguments<'static> {
    match value.text() {
        Some(text) => Arguments::Encoded(text.into_owned()),
        None => Arguments::Object(value.to_raw().into_owned()),
    }
}

fn made_call(
    _: &ChatTemplate,
    at: At,
    id: Option<Text<'static>>,
    name: Text<'static>,
    arguments: Arguments<'static>,
) -> ToolCall<'static> {
    let extras = Extras::default();
    ToolCall { at, id, kind: CallKind::Function, name, arguments, cache: None, signature: None, extras }
}

/// An answer with a list of calls after their mark.
pub(super) fn read_list<'a>(
    template: &ChatTemplate,
    source: &ChatSource<'a>,
    range: Range<usize>,
    reading: &mut Reading<'_>,
) -> Option<Vec<Part<'a>>> {
    let body = source.text().get(range.clone())?;
    let tag = memmem::find(body.as_bytes(), TOOL_CALLS.as_bytes())?;
    let start = tag + TOOL_CALLS.len();
    let at = source.at(range.start + start);
    let root = reading.scratch.parse(body.get(start..)?.trim()).ok()?;
    let calls: Option<Vec<_>> = root.items().map(|node| listed_call(template, node, at)).collect();
    let calls = calls.filter(|calls| root.is_array() && !calls.is_empty())?;
    let mut parts = Vec::new();
    if tag > 0 {
        parts.push(text(source, range.start..range.start + tag));
    }
    parts.extend(calls.into_iter().map(Part::from));
    Some(parts)
}

fn listed_call(template: &ChatTemplate, node: Node<'_, '_>, at: At) -> Option<ToolCall<'static>> {
    let ([name, arguments, id], rest) = node.fields(&["name", "arguments", "id"]).ok()?;
    let id = id.and_then(|id| id.text()).map(Text::into_owned);
    let mut call = made_call(template, at, id, name?.text()?.into_owned(), arguments_of(arguments?));
    for (key, value) in rest.unknown() {
        call.extras.push(template.name, key.into_owned(), value.to_raw().into_owned(), at);
    }
    Some(call)
}

/// `{"content": …, "call_id": "…"}`
pub(super) fn read_result<'a>(
    template: &ChatTemplate,
    source: &ChatSource<'a>,
    range: Range<usize>,
    reading: &mut Reading<'_>,
) -> Option<Part<'a>> {
    let at = source.at(range.start);
    let root = reading.scratch.parse(source.text().get(range)?.trim()).ok()?;
    let ([content, id], rest) = root.fields(&["content", "call_id"]).ok()?;
    let content = content?;
    let words = content.text().map_or_else(|| Text::owned(content.raw()), Text::into_owned);
    let mut result = ToolResult { at, form: Form::Text, ..ToolResult::default() };
    result.call_id = id.and_then(|id| id.text()).map(Text::into_owned);
    result.parts.push(Part::Text(TextPart::new(words, at)));
    for (key, value) in rest.unknown() {
        result.extras.push(template.name, key.into_owned(), value.to_raw().into_owned(), at);
    }
    Some(Part::from(result))
}

/// Reads a list of definitions.
pub(super) fn read_definitions(
    list: &Text<'_>,
    at: At,
    conversation: &mut Conversation<'_>,
    reading: &mut Reading<'_>,
) {
    let origin = conversation.origin;
    match open_payload(list, reading.scratch, |root| read_definitions_of(root, origin, at)) {
        Some(tools) => conversation.tools.extend(tools),
        None => reading.report.add(&shape::BAD_VALUE, at, || "this is not a list of tool definitions".to_owned()),
    }
}

/// Takes the system text from the start of a message of the user. What is left is the message.
pub(super) fn take_system<'a>(
    template: &ChatTemplate,
    source: &ChatSource<'a>,
    range: Range<usize>,
    conversation: &mut Conversation<'a>,
) -> Range<usize> {
    let body = source.text().get(range.clone()).unwrap_or_default();
    let inner = body.strip_prefix(SYSTEM.0).filter(|_| template.calls == CallStyle::List);
    let Some(length) = inner.and_then(|inner| memmem::find(inner.as_bytes(), SYSTEM.1.as_bytes())) else {
        return range;
    };
    let start = range.start + SYSTEM.0.len();
    let at = source.at(start);
    let mut message = Message { at, role: Role::System, origin: template.name, form: Form::Text, ..Message::default() };
    message.parts.push(text(source, start..start + length));
    conversation.messages.push(message);
    start + length + SYSTEM.1.len()..range.end
}

/// A call as JSON, laid out as templates do it.
pub(super) fn call_json(style: CallStyle, call: &OutlineCall<'_>) -> String {
    let mut out = Out::new(Layout::Spaced);
    out.object(|out| {
        out.key("name").text(&call.name);
        out.key(if style == CallStyle::PythonTag { "parameters" } else { "arguments" });
        match &call.object {
            Some(object) => out.verbatim(&spaced(object)),
            None => out.text(&call.encoded()),
        }
        if let Some(id) = call.id.as_ref().filter(|_| style == CallStyle::List) {
            out.key("id").text(id);
        }
    });
    out.written().into_owned()
}

/// Writes the calls of an answer that are not in tags.
pub(super) fn write_calls(style: CallStyle, calls: &[&OutlineCall<'_>], is_alone: bool, text: &mut String) {
    let list: Vec<_> = calls.iter().map(|call| call_json(style, call)).collect();
    match style {
        CallStyle::PythonTag => {
            text.push_str(if is_alone && calls.len() == 1 { "" } else { PYTHON_TAG });
            text.push_str(&list.join("; "));
        }
        CallStyle::List => text.push_str(&format!("{TOOL_CALLS} [{}]", list.join(", "))),
        CallStyle::Tagged | CallStyle::Channels | CallStyle::None => {}
    }
}

/// Writes a result as JSON of its content and the id of its call.
pub(super) fn write_listed_result(result: &ResultBlock<'_>, words: &Text<'_>, text: &mut String) {
    let mut out = Out::new(Layout::Spaced);
    out.object(|out| {
        out.key("content").text(words);
        if let Some(id) = &result.id {
            out.key("call_id").text(id);
        }
    });
    text.push_str(&out.written());
}
