//! Lines of `codex exec --json`: answers of the model, and the commands that it ran. They do not have the user's messages.
//!
//! ```json
//! {"type":"item.completed","item":{"id":"item_1","type":"agent_message","text":"Done."}}
//! ```

use std::collections::HashSet;

use super::NAME;
use super::copies::{EventWords, plain_word};
use super::events::{add_command, add_result, add_words, is_command, keep_rest};
use crate::format::openai_responses::item::add;
use crate::json::{At, Node, Text};
use crate::model::{Arguments, CallKind, Extras, Form, Message, Opaque, Part, TextPart, ToolCall, ToolResult};

/// The ids of items that a file says to be completed.
pub(super) fn completed(lines: &[Node<'_, '_>]) -> HashSet<String> {
    let is_end = |line: &&Node<'_, '_>| line.get("type").is_some_and(|kind| kind.is("item.completed"));
    lines.iter().filter(is_end).filter_map(|line| id_of(line.get("item")?)).collect()
}

fn id_of(item: Node<'_, '_>) -> Option<String> {
    Some(item.get("id")?.text()?.decode().into_owned())
}

/// What a line of the output is for the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExecLine {
    /// Its item was added.
    Added,
    /// A later line says it again, and more.
    Repeated,
    /// It is kept.
    Beside,
}

/// Adds the item of a line.
pub(super) fn add_exec_item<'a>(
    line: Node<'_, 'a>,
    completed: &HashSet<String>,
    messages: &mut Vec<Message<'a>>,
) -> ExecLine {
    let Some(item) = line.get("item") else { return ExecLine::Beside };
    let is_end = line.get("type").is_some_and(|kind| kind.is("item.completed"));
    if !is_end {
        return if id_of(item).is_some_and(|id| completed.contains(&id)) {
            ExecLine::Repeated
        } else {
            ExecLine::Beside
        };
    }
    let mut taken = Vec::new();
    if let Some(words) = EventWords::of_item(item) {
        if !add_words(words, item, messages, &mut taken) {
            return ExecLine::Beside;
        }
    } else if is_command(item) {
        add_command(item, messages, &mut taken);
    } else {
        match item.get("type").map(plain_word).as_deref() {
            Some("mcptoolcall") => add_tool_call(item, messages, &mut taken),
            Some("filechange" | "websearch" | "todolist" | "collabtoolcall") => {
                add_opaque(item, messages);
                taken.push(item.at());
            }
            _ => return ExecLine::Beside,
        }
    }
    keep_rest(line, taken, messages);
    ExecLine::Added
}

/// A call of a tool of an MCP server, with its result.
fn add_tool_call<'a>(item: Node<'_, 'a>, messages: &mut Vec<Message<'a>>, taken: &mut Vec<At>) {
    let [id, tool, arguments, result, error] = item.pick(&["id", "tool", "arguments", "result", "error"]);
    let Some((tool, name)) = tool.and_then(|tool| Some((tool, tool.text()?))) else {
        taken.push(item.at());
        return add_opaque(item, messages);
    };
    let id = id.filter(Node::is_string);
    let error = error.filter(|error| !error.is_null());
    let value = error.or(result.filter(|result| !result.is_null()));
    taken.push(tool.at());
    taken.extend(id.iter().chain(&arguments).chain(&value).map(Node::at));
    let id = id.and_then(|id| id.text());
    let arguments = match arguments {
        Some(arguments) => match arguments.text() {
            Some(text) => Arguments::Encoded(text),
            None => Arguments::Object(arguments.to_raw()),
        },
        None => Arguments::Encoded(Text::Token("{}")),
    };
    let call = ToolCall {
        at: item.at(),
        id: id.clone(),
        kind: CallKind::Function,
        name,
        arguments,
        cache: None,
        signature: None,
        extras: Extras::default(),
    };
    add(messages, item.at(), Part::from(call));
    if let Some(message) = messages.last_mut() {
        message.origin = NAME;
    }
    let Some(value) = value else { return };
    let mut it = ToolResult { at: value.at(), call_id: id, form: Form::Text, ..ToolResult::default() };
    let text = match value.text() {
        Some(text) => TextPart::new(text, value.at()),
        None => TextPart { is_json: true, ..TextPart::new(Text::owned(value.raw()), value.at()) },
    };
    it.parts.push(Part::Text(text));
    it.error = error.map(|error| (true, error.at()));
    add_result(it, messages);
}

fn add_opaque<'a>(item: Node<'_, 'a>, messages: &mut Vec<Message<'a>>) {
    let kind = item.get("type").and_then(|kind| kind.text()).unwrap_or(Text::Token("item"));
    let part = Opaque { hosted: None, is_call: false, origin: NAME, at: item.at(), kind, raw: item.to_raw() };
    add(messages, item.at(), Part::Opaque(Box::new(part)));
    if let Some(message) = messages.last_mut() {
        message.origin = NAME;
    }
}
