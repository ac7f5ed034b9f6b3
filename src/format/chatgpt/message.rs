//! One message: who it is from, what it says, and whether it is shown.
//!
//! ```json
//! {"id":"a1","author":{"role":"assistant","name":null,"metadata":{}},"create_time":1699564800.5,"content":{"content_type":"code",
//!  "language":"unknown","text":"search(\"weather\")"},"weight":1.0,"metadata":{"model_slug":"gpt-4o"},"recipient":"browser"}
//! ```

use super::NAME;
use super::content::{ReadContent, read_content};
use super::fields::{keep, keep_others, number};
use super::pairs::PathCalls;
use crate::format::Reading;
use crate::format::shared::read_role;
use crate::json::{At, Node, Text};
use crate::model::{
    Arguments, CallKind, Citations, Extras, Finish, Form, Message, OneOrMany, Part, ProgramMessage, Role, Slot,
    TextPart, ToolCall, ToolResult,
};

/// Recipients that are not tools.
const PEOPLE: &[&str] = &["all", "user", "assistant"];

/// A message of a node.
#[derive(Debug)]
pub(super) enum NodeMessage<'a> {
    /// A message of its own.
    Own(Message<'a>),
    /// More of the result in the message of another node.
    More(usize, Message<'a>),
}

/// A node of the mapping.
#[derive(Clone, Copy, Debug)]
pub(super) struct MessageNode<'t, 'a> {
    pub(super) index: usize,
    pub(super) key: &'t Text<'a>,
    pub(super) entry: Node<'t, 'a>,
    pub(super) message: Node<'t, 'a>,
    /// The node that this one follows and no other does.
    pub(super) before: Option<usize>,
    /// Its parent is not in the mapping, or comes after it.
    pub(super) is_odd: bool,
    /// It lists nodes that are not in the mapping, or that name another parent.
    pub(super) has_odd_children: bool,
}

/// Reads the message of a node. `open` are the calls before it.
pub(super) fn read_message<'a>(
    node: MessageNode<'_, 'a>,
    open: &mut PathCalls<'a>,
    reading: &mut Reading<'_>,
) -> NodeMessage<'a> {
    let (source, key) = (node.message, node.key.clone());
    let author = source.get("author").filter(Node::is_object);
    let role_node = author.and_then(|author| author.get("role"));
    let roles = [Role::System, Role::User, Role::Assistant, Role::Tool];
    let role = role_node.filter(Node::is_string).and_then(|role| read_role(role, &roles, reading).ok());
    let role = role.unwrap_or(Role::Other(Text::Token("unknown")));
    let mut message = Message { at: node.entry.at(), origin: NAME, role, ..Message::default() };
    let mut fields = Extras::default();
    read_head(source, &key, &mut message, &mut fields);
    let metadata = source.get("metadata").filter(Node::is_object);
    let recipient = source.get("recipient").and_then(|recipient| recipient.text());
    let tool = recipient.filter(|name| {
        matches!(message.role, Role::Assistant) && !name.is_empty() && !PEOPLE.iter().any(|other| name.is(other))
    });
    let attachments = metadata.and_then(|metadata| metadata.get("attachments"));
    let mut content = match source.get("content").filter(Node::is_object) {
        Some(content) => read_content(content, attachments, tool.is_some(), &mut fields),
        None => ReadContent { form: Form::Absent, ..ReadContent::default() },
    };
    let is_hidden = is_hidden(source, metadata);
    let has_citations = read_citations(metadata, &mut content.parts);
    read_metadata(metadata, has_citations, is_hidden, &mut message, &mut fields);
    let is_call = tool.is_some() && content.is_words;
    let name = author.and_then(|author| author.get("name")).filter(Node::is_string);
    let mut pair = None;
    match &message.role {
        Role::Tool => pair = name.and_then(|name| open.of_tool(&name.text()?.decode())),
        Role::User if !is_hidden => open.clear(),
        Role::System | Role::Developer | Role::User | Role::Assistant | Role::Other(_) => {}
    }
    let has_pair = pair.is_some();
    let is_named = !(content.is_instruction && matches!(message.role, Role::Other(_)));
    keep_author(author, is_named, has_pair, &mut fields);
    keep_fields(source, is_call, is_hidden, &mut fields);
    read_entry(node, &mut fields);
    message.extras = fields;
    message.form = content.form;
    if let Some(name) = tool.filter(|_| is_call) {
        open.add(key.clone(), name.clone());
        let call = call_of(source, key, name, &content);
        message.parts.push(Part::from(call));
        return NodeMessage::Own(message);
    }
    if let Some(call) = pair {
        let error = content.is_error.then(|| (true, source.at())).or_else(|| outcome_of(metadata?));
        let result = |parts| ToolResult {
            at: source.at(),
            call_id: Some(call.id.clone()),
            // The call says it.
            name: None,
            parts,
            form: content.form,
            error,
            ..ToolResult::default()
        };
        if call.result.is_some() && call.result == node.before {
            message.parts.push(Part::from(result(content.parts)));
            let first = node.before.unwrap_or(node.index);
            return NodeMessage::More(first, message);
        }
        if call.result.is_none() {
            call.result = Some(node.index);
            message.parts.push(Part::from(result(content.parts)));
            return NodeMessage::Own(message);
        }
    }
    message.parts = content.parts;
    let is_said = matches!(message.role, Role::Assistant) && !content.is_of_program;
    if content.is_instruction || matches!(message.role, Role::Tool) {
        // A tool message that answers no call is a context.
        message.role = Role::System;
        content.is_of_program |= !content.is_instruction;
    }
    if content.is_of_program || (is_hidden && !is_said && !content.is_instruction) {
        message.details_mut().by_program = Some(ProgramMessage::Notice);
    }
    NodeMessage::Own(message)
}

/// Whether code failed: `{"aggregate_result":{"status":"success"}}`
fn outcome_of(metadata: Node<'_, '_>) -> Option<(bool, At)> {
    let status = metadata.get("aggregate_result")?.get("status")?;
    let is_failed = status.text().is_some_and(|status| status.decode().starts_with("failed"));
    (is_failed || status.is("success")).then(|| (is_failed, status.at()))
}

/// Adds further text of a tool to its result.
pub(super) fn join_result<'a>(first: &mut Message<'a>, more: Message<'a>) {
    let Message { parts, extras, details, .. } = more;
    for part in parts {
        let Part::Result(result) = part else { continue };
        if let Some(Part::Result(own)) = first.parts.iter_mut().next() {
            result.parts.into_iter().for_each(|part| own.parts.push(part));
            own.form = Form::Parts;
            own.error = own.error.or(result.error);
        }
    }
    for extra in extras.fields() {
        let (slot, key, value) = (extra.slot, extra.key.clone(), extra.value.clone());
        if extra.is_note {
            first.extras.note_in(slot, NAME, key, value, extra.at);
        } else {
            first.extras.push_in(slot, NAME, key, value, extra.at);
        }
    }
    let Some(details) = details else { return };
    for (key, value) in [("id", &details.id), ("create_time", &details.time)] {
        let Some(value) = value else { continue };
        let raw = crate::json::Raw::owned(crate::json::quoted(&value.decode()));
        first.extras.push_in(Slot::Item, NAME, Text::Token(key), raw, more.at);
    }
}

fn read_head<'a>(source: Node<'_, 'a>, key: &Text<'a>, message: &mut Message<'a>, fields: &mut Extras<'a>) {
    let id = source.get("id").and_then(|id| id.text()).unwrap_or_else(|| key.clone());
    message.details_mut().id = Some(id);
    if let Some(odd) = source.get("id").filter(|id| !id.is_string()) {
        keep(Slot::Here, Text::Token("id"), odd, false, fields);
    }
    let Some(time) = source.get("create_time") else { return };
    match number(Some(time)) {
        Some(_) => message.details_mut().time = Some(Text::Token(time.raw())),
        None if time.is_string() => message.details_mut().time = time.text(),
        None => keep(Slot::Here, Text::Token("create_time"), time, false, fields),
    }
}

fn is_hidden(source: Node<'_, '_>, metadata: Option<Node<'_, '_>>) -> bool {
    let flag = metadata.and_then(|metadata| metadata.get("is_visually_hidden_from_conversation"));
    flag.and_then(|flag| flag.as_bool()) == Some(true) || number(source.get("weight")) == Some(0.0)
}

fn call_of<'a>(source: Node<'_, 'a>, id: Text<'a>, name: Text<'a>, content: &ReadContent<'a>) -> ToolCall<'a> {
    let texts: Vec<&TextPart<'a>> =
        content.parts.iter().filter_map(|part| if let Part::Text(text) = part { Some(text) } else { None }).collect();
    let words = match texts.as_slice() {
        [] => Text::Token(""),
        [one] => one.text.clone(),
        all => Text::owned(all.iter().map(|text| text.text.decode()).collect::<Vec<_>>().join("\n")),
    };
    let is_object = crate::json::Tape::new().parse(&words.decode()).is_ok_and(|root| root.is_object());
    let kind = if is_object { CallKind::Function } else { CallKind::Custom };
    let mut extras = Extras::default();
    for text in texts {
        text.extras.fields().iter().for_each(|extra| {
            let (key, value) = (extra.key.clone(), extra.value.clone());
            if extra.is_note {
                extras.note(NAME, key, value, extra.at);
            } else {
                extras.push(NAME, key, value, extra.at);
            }
        });
    }
    let (at, arguments) = (source.at(), Arguments::Encoded(words));
    ToolCall { at, id: Some(id), kind, name, arguments, cache: None, signature: None, extras }
}

/// Puts the sources of the text on its last piece. The key that they were taken from.
fn read_citations<'a>(metadata: Option<Node<'_, 'a>>, parts: &mut OneOrMany<Part<'a>>) -> Option<&'static str> {
    let metadata = metadata?;
    let is_list = |key: &&str| metadata.get(key).is_some_and(|list| list.is_array() && !list.is_empty());
    let key = ["content_references", "citations"].into_iter().find(is_list)?;
    let list = metadata.get(key)?;
    let text = parts.iter_mut().filter_map(|part| if let Part::Text(text) = part { Some(text) } else { None });
    let text = text.last()?;
    text.set_citations(Citations { origin: NAME, at: list.at(), raw: list.to_raw() });
    Some(key)
}

fn read_metadata<'a>(
    metadata: Option<Node<'_, 'a>>,
    citations: Option<&str>,
    is_hidden: bool,
    message: &mut Message<'a>,
    fields: &mut Extras<'a>,
) {
    let Some(metadata) = metadata else { return };
    for (key, value) in metadata.members() {
        if citations.is_some_and(|taken| key.is(taken)) {
            continue;
        }
        let mut is_note = key.is("is_visually_hidden_from_conversation") && value.as_bool() == Some(is_hidden);
        if key.is("finish_details")
            && let Some(reason) = value.get("type").and_then(|reason| reason.text())
        {
            message.details_mut().finish = Some(Finish { at: value.at(), reason });
            is_note = value.len() == 1;
        }
        keep(Slot::Detail, key.text().unwrap_or_default(), value, is_note, fields);
    }
}

/// Keeps the fields of the message that are not facts of the model.
fn keep_fields<'a>(source: Node<'_, 'a>, is_call: bool, is_hidden: bool, fields: &mut Extras<'a>) {
    for (key, value) in source.members() {
        let Some(key) = key.text() else { continue };
        let is_note = match key.decode().as_ref() {
            "id" | "create_time" => continue,
            "content" | "metadata" | "author" if value.is_object() => continue,
            "status" => value.is("finished_successfully"),
            "weight" => number(Some(value)) == Some(1.0) || (is_hidden && number(Some(value)) == Some(0.0)),
            "recipient" => value.is("all") || is_call,
            // The default for the last message of an answer.
            "end_turn" => value.as_bool().is_some(),
            _ => false,
        };
        keep(Slot::Here, key, value, is_note, fields);
    }
}

/// Keeps the fields of the author. `is_named`: the model has the role. `is_result`: the call has the name.
fn keep_author<'a>(author: Option<Node<'_, 'a>>, is_named: bool, is_result: bool, fields: &mut Extras<'a>) {
    for (key, value) in author.into_iter().flat_map(|author| author.members()) {
        let is_note = (key.is("role") && value.is_string() && is_named) || (key.is("name") && is_result);
        keep(Slot::Source, key.text().unwrap_or_default(), value, is_note, fields);
    }
}

/// Keeps the fields of the node. Its place in the tree is known.
fn read_entry<'a>(node: MessageNode<'_, 'a>, fields: &mut Extras<'a>) {
    let entry = node.entry;
    let is_key = entry.get("id").is_some_and(|id| id.is(&node.key.decode()));
    for (key, is_note) in [("id", is_key), ("parent", !node.is_odd), ("children", !node.has_odd_children)] {
        if let Some(value) = entry.get(key) {
            keep(Slot::Entry, Text::Token(key), value, is_note, fields);
        }
    }
    keep_others(Slot::Entry, entry, &["id", "parent", "children", "message"], fields);
}
