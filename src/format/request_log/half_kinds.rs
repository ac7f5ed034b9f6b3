//! Requests and answers, told apart by their members before they are read.
//!
//! `{"choices":[…]}` is an answer, and so is `{"role":"assistant","content":"hi"}`. Both may be JSON text in a string.

use memchr::memmem;

use super::half_text::{decoded, is_sent};
use crate::json::{NestedJson, Node, Tape, Text};

/// Calls `look` with a value, or with the JSON that a string holds. False for strings that hold none.
fn opened(value: Node<'_, '_>, look: fn(Node<'_, '_>) -> bool) -> bool {
    if !value.is_string() {
        return look(value);
    }
    let inside = NestedJson::of(value.raw(), value.at());
    if let Some(decoded) = decoded(inside.text()) {
        return Tape::new().parse(&decoded).is_ok_and(look);
    }
    is_json(inside.text()) && Tape::new().parse(inside.text()).is_ok_and(look)
}

/// True for text that begins like an object or a list.
pub(super) fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '['])
}

/// True for the body of a request, or its list of messages.
pub(super) fn is_request(value: Node<'_, '_>) -> bool {
    opened(value, |body| {
        let [messages, input, contents] = body.pick(&["messages", "input", "contents"]);
        let list = if body.is_array() { Some(body) } else { messages.or(contents) };
        match list {
            Some(list) => list.items().next().is_some_and(is_message),
            // Words are an input only next to settings: other records have that member too.
            None => input.is_some_and(|input| {
                input.items().next().is_some_and(|item| is_message(item) || item.get("type").is_some())
                    || (input.is_string() && body.get("model").is_some())
            }),
        }
    })
}

/// True for an answer of the chat completions API that says what it is.
pub(super) fn is_chat_completion(value: Node<'_, '_>) -> bool {
    let [object, choices] = value.pick(&["object", "choices"]);
    object.is_some_and(|object| object.is("chat.completion")) && choices.is_some_and(|choices| choices.is_array())
}

/// True for a list of messages whose last one is not an answer.
pub(super) fn is_unanswered(messages: Node<'_, '_>) -> bool {
    let last_role = messages.items().last().and_then(|last| last.get("role"));
    last_role.is_some_and(|role| !role.is("assistant") && !role.is("model"))
}

fn is_message(value: Node<'_, '_>) -> bool {
    let [role, content, parts, calls] = value.pick(&["role", "content", "parts", "tool_calls"]);
    parts.is_some() || (role.is_some_and(|role| role.is_string()) && content.or(calls).is_some())
}

/// True for the events of an answer, in base64 or as they are.
fn is_answer_text(text: &Text<'_>) -> bool {
    let is_likely = |token: &str| {
        // Events, their base64, and lines: objects in a text are indented.
        MAY_BE_SENT.iter().any(|start| token.starts_with(start)) || memmem::find(token.as_bytes(), br"\n{").is_some()
    };
    text.token().is_none_or(is_likely) && {
        let text = text.decode();
        is_sent(&text) || decoded(&text).is_some_and(|text| is_sent(&text))
    }
}

/// The beginnings of events, and of their base64: `data:`, `event:`, `id:`, `retry:`, `:`, an object, a frame.
const MAY_BE_SENT: &[&str] =
    &["data:", "event:", "id:", "retry:", ":", "ZGF0YT", "ZXZlbn", "aWQ6", "cmV0cn", "Oi", "eyJ", "AAA"];

/// True for an answer of a service, or for a message of a model.
pub(super) fn is_answer(value: Node<'_, '_>) -> bool {
    if value.text().is_some_and(|text| is_answer_text(&text)) {
        return true;
    }
    opened(value, |value| {
        if value.is_array() {
            return value.items().last().is_some_and(is_answer_object);
        }
        is_answer_object(value)
    })
}

fn is_answer_object(value: Node<'_, '_>) -> bool {
    let keys = ["choices", "candidates", "object", "role", "message", "output"];
    let [choices, candidates, object, role, message, output] = value.pick(&keys);
    let is_spoken = |role: Option<Node<'_, '_>>| role.is_some_and(|role| role.is("assistant") || role.is("model"));
    choices.or(candidates).is_some_and(|list| list.is_array())
        || (object.is_some_and(|object| object.is("response")) && output.is_some())
        || is_spoken(role)
        || is_spoken(message.and_then(|message| message.get("role")))
        || is_spoken(output.and_then(|output| output.pointer("/message/role")))
}

/// True for a message that `LangChain` dumped, and for a list that begins with one: no service has to be compared, because none
/// reads such a message.
///
/// `{"lc":1,"type":"constructor","id":["langchain","schema","messages","AIMessage"],"kwargs":{"content":"hi"}}`
pub(super) fn is_dump(value: Node<'_, '_>) -> bool {
    value.each().next().is_some_and(|first| first.in_order(["lc", "type", "id", "kwargs"]).is_some())
}
