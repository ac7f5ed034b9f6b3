//! Messages in the form that nearly all have: a role and a text, calls of functions, or a result. Reading one takes no search
//! for other keys, and nothing in it can be wrong.

use super::NAME;
use crate::format::shared::PlainMessage;
use crate::json::{Node, Text};
use crate::model::{
    Arguments, CallKind, Conversation, Extras, Form, Message, OneOrMany, Part, Role, TextPart, ToolCall, ToolResult,
};

/// Reads a record of such messages, `{"messages":[…]}` or `[…]`, as the reader of the format does. `None` if it has other
/// members, or if `accepts` is false for a message.
pub(in crate::format) fn read_plain_record<'a>(
    root: Node<'_, 'a>,
    mut accepts: impl FnMut(&Message<'a>) -> bool,
) -> Option<Conversation<'a>> {
    let (list, shape) =
        if root.is_array() { (root, "list") } else { (root.in_order(["messages"]).map(|[list]| list)?, "body") };
    let mut messages = Vec::with_capacity(list.len());
    for message in list.items() {
        // Not with `?`, which copies the message once more.
        match read_plain(message) {
            Some(plain) => messages.push(plain),
            None => return None,
        }
        if !messages.last().is_some_and(&mut accepts) {
            return None;
        }
    }
    let mut conversation = Conversation { origin: NAME, messages, ..Conversation::default() };
    conversation.source.shape = shape;
    (!conversation.messages.is_empty()).then_some(conversation)
}

/// A message, if it has one of these forms.
#[inline(always)]
pub(super) fn read_plain<'a>(node: Node<'_, 'a>) -> Option<Message<'a>> {
    let Some(PlainMessage { role, text, text_at }) = PlainMessage::of(node) else {
        return read_result(node).or_else(|| read_calls(node));
    };
    let parts = OneOrMany::one(Part::Text(TextPart::new(Text::Token(text), text_at)));
    Some(Message { at: node.at(), origin: NAME, role, parts, form: Form::Text, ..Message::default() })
}

fn read_result<'a>(node: Node<'_, 'a>) -> Option<Message<'a>> {
    let [("tool", _), (id, _), (text, text_at)] = node.strings(["role", "tool_call_id", "content"])? else {
        return None;
    };
    let (at, form) = (node.at(), Form::Text);
    let parts = OneOrMany::one(Part::Text(TextPart::new(Text::Token(text), text_at)));
    let result = ToolResult { at, parts, form, call_id: Some(Text::Token(id)), ..ToolResult::default() };
    Some(Message {
        at,
        origin: NAME,
        role: Role::Tool,
        parts: OneOrMany::one(Part::from(result)),
        form,
        ..Message::default()
    })
}

fn read_calls<'a>(node: Node<'_, 'a>) -> Option<Message<'a>> {
    let PlainCalls { content, calls } = PlainCalls::of(node)?;
    let mut message = Message { at: node.at(), origin: NAME, role: Role::Assistant, ..Message::default() };
    message.parts.reserve(calls.len() + usize::from(content.is_string()));
    message.form = match content.text().filter(|text| !text.is_empty()) {
        Some(text) => {
            message.parts.push(Part::Text(TextPart::new(text, content.at())));
            Form::Text
        }
        None if content.is_null() => Form::Null,
        None => return None,
    };
    for call in calls.items() {
        let PlainCall { id, name, arguments } = PlainCall::of(call)?;
        message.parts.push(Part::from(ToolCall {
            at: call.at(),
            id: Some(Text::Token(id)),
            kind: CallKind::Function,
            name: Text::Token(name),
            arguments: Arguments::Encoded(Text::Token(arguments)),
            cache: None,
            signature: None,
            extras: Extras::default(),
        }));
    }
    Some(message)
}

/// `{"role":"assistant","content":null,"tool_calls":[{…}]}`
pub(in crate::format) struct PlainCalls<'t, 'a> {
    pub(in crate::format) content: Node<'t, 'a>,
    pub(in crate::format) calls: Node<'t, 'a>,
}

impl<'t, 'a> PlainCalls<'t, 'a> {
    pub(in crate::format) fn of(message: Node<'t, 'a>) -> Option<Self> {
        let [role, content, calls] = message.in_order(["role", "content", "tool_calls"])?;
        let is_one = role.token() == Some("assistant") && calls.is_array() && !calls.is_empty();
        is_one.then_some(Self { content, calls })
    }
}

/// `{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}`: the tokens of its strings.
pub(in crate::format) struct PlainCall<'a> {
    id: &'a str,
    name: &'a str,
    arguments: &'a str,
}

impl<'a> PlainCall<'a> {
    pub(in crate::format) fn of(call: Node<'_, 'a>) -> Option<Self> {
        let [id, kind, function] = call.in_order(["id", "type", "function"])?;
        let [(name, _), (arguments, _)] = function.strings(["name", "arguments"])?;
        let id = id.token()?;
        (kind.token() == Some("function")).then_some(Self { id, name, arguments })
    }
}
