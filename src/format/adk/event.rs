//! One event: a content of gemini with its author and time.
//!
//! ```json
//! {"id":"e3","invocationId":"i1","author":"front","content":{"role":"user","parts":[{"functionResponse":{"id":"adk-1","name":"look",
//!  "response":{"status":"error","error_message":"no such city"}}}]},"timestamp":1795596260.66}
//! ```

use super::NAME;
use super::compaction::{KnownCompaction, compacted};
use super::fields::{given, is_framework_part, is_hollow, iso_of_seconds, text_of};
use super::read::{EventTree, KnownResult, keep_event};
use super::write::{MADE, UNKNOWN};
use crate::format::Reading;
use crate::format::gemini::message::push_parts;
use crate::format::sessions::TreeNode;
use crate::format::shared::{keep_member, keep_other_members, refuse_type, standard_base64};
use crate::json::{Node, Text};
use crate::model::{
    Conversation, Extras, Finish, Form, Message, Part, ProgramMessage, Role, Signature, Slot, TextPart,
};
use crate::report::{Refused, Severity, shape, unknown_role};

/// Reads an event into the tree.
pub(super) fn read_event<'a>(
    event: Node<'_, 'a>,
    tree: &mut EventTree<'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    // A fragment of a stream comes again as a whole.
    let is_fragment = event.get("partial").and_then(|flag| flag.as_bool()) == Some(true);
    let mut messages = Vec::new();
    let summary = compacted(event);
    if !is_fragment {
        let content = summary.map(|(content, _)| content).or_else(|| event.get("content"));
        read_content(event, content, &mut messages, conversation, reading)?;
    }
    let is_read = !messages.is_empty();
    if let Some((_, end)) = summary.filter(|_| is_read) {
        tree.compactions.push(KnownCompaction { at: event.at(), end });
        for message in &mut messages {
            message.details_mut().by_program = Some(ProgramMessage::Summary);
        }
    }
    if messages.is_empty()
        && !is_fragment
        && let Some(message) = read_error(event)
    {
        messages.push(message);
    }
    if messages.is_empty() {
        keep_event(event, conversation);
        return Ok(());
    }
    answer_again(event, &mut messages, tree, conversation);
    let mut extras = Extras::default();
    read_fields(event, is_read, &mut messages, tree, &mut extras);
    match messages.first_mut() {
        Some(first) => {
            first.extras.extend(&extras);
            tree.push(TreeNode { id: text_of(event.get("id")), messages });
        }
        None => conversation.extras.extend(&extras),
    }
    Ok(())
}

/// Reads the content without what the framework called.
fn read_content<'a>(
    event: Node<'_, 'a>,
    content: Option<Node<'_, 'a>>,
    messages: &mut Vec<Message<'a>>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let Some(content) = content.filter(|content| !content.is_null()) else { return Ok(()) };
    if !content.is_object() {
        return Err(refuse_type(content, "content", "an object"));
    }
    let ([role, parts], rest) = content.fields(&["role", "parts"])?;
    let Some(parts) = parts.filter(|parts| !parts.is_null()) else { return Ok(()) };
    if !parts.is_array() {
        return Err(refuse_type(parts, "parts", "an array"));
    }
    if !parts.items().any(|part| !is_framework_part(part)) {
        return Ok(());
    }
    let mut odd_role = None;
    let is_user = event.get("author").is_some_and(|author| author.is("user"));
    let role = match role.filter(|role| !role.is_null()) {
        None if is_user => Role::User,
        None => Role::Assistant,
        Some(role) if role.is("user") => Role::User,
        Some(role) if role.is("model") => Role::Assistant,
        Some(role) => {
            let word = role.text().ok_or_else(|| refuse_type(role, "role", "a string"))?;
            reading.report.add(&shape::UNKNOWN_ROLE, role.at(), || unknown_role(&word, &["user", "model"]));
            odd_role = Some(role);
            Role::Other(word)
        }
    };
    let mut message = Message { at: event.at(), origin: NAME, role, ..Message::default() };
    for (key, value) in rest.unknown() {
        keep_member(Slot::Content, NAME, key, value, &mut message.extras);
    }
    let mut own = reading.report.alike();
    let mut inner = Reading { report: &mut own, scratch: &mut *reading.scratch, columns: None, programs: None };
    let read = push_parts(message, parts.items().filter(|part| !is_framework_part(*part)), messages, &mut inner);
    // The framework stores fields that the API does not have, and keeps what the service would reject.
    own.retain(|code| code.id != shape::UNKNOWN_FIELD.id);
    if !own.is_empty() {
        own.raise(Severity::Error, Severity::Warning);
        reading.report.append(&mut own);
    }
    read?;
    for part in parts.items().filter(|part| is_framework_part(*part)) {
        conversation.extras.push_in(Slot::Event, NAME, Text::Token("part"), part.to_raw(), part.at());
    }
    for message in messages.iter_mut() {
        message.origin = NAME;
        message.parts.iter_mut().for_each(own_fields);
    }
    let is_other = |message: &Message<'_>| matches!(message.role, Role::Other(_));
    if let Some(role) = odd_role.filter(|_| !messages.iter().any(is_other)) {
        conversation.extras.push_in(Slot::Odd, NAME, Text::Token("role"), role.to_raw(), role.at());
    }
    Ok(())
}

/// Fields of parts are fields of events: no writer of gemini writes them.
fn own_fields(part: &mut Part<'_>) {
    match part {
        Part::Text(it) | Part::Refusal(it) => {
            it.extras.set_origin(NAME);
            standard_signature(it.details.as_mut().and_then(|details| details.signature.as_deref_mut()));
        }
        Part::Reasoning(it) => {
            it.extras.set_origin(NAME);
            it.signature = it.signature.take().map(standard_base64);
        }
        Part::Call(it) => {
            it.extras.set_origin(NAME);
            standard_signature(it.signature.as_deref_mut());
        }
        Part::Media(it) => it.extras.set_origin(NAME),
        Part::Result(it) => {
            it.extras.set_origin(NAME);
            it.parts.iter_mut().for_each(own_fields);
        }
        Part::Opaque(_) => {}
    }
}

/// The framework writes bytes in the URL-safe alphabet.
fn standard_signature(signature: Option<&mut Signature<'_>>) {
    if let Some(signature) = signature {
        signature.text = standard_base64(std::mem::take(&mut signature.text));
    }
}

/// An event without content that says that the model failed: no message of anyone.
fn read_error<'a>(event: Node<'_, 'a>) -> Option<Message<'a>> {
    let node =
        given(event, &["errorMessage", "error_message"]).or_else(|| given(event, &["errorCode", "error_code"]))?;
    let text = node.text()?;
    let mut message =
        Message { at: event.at(), origin: NAME, role: Role::Assistant, form: Form::Text, ..Message::default() };
    message.parts.push(Part::Text(TextPart::new(text, node.at())));
    message.details_mut().by_program = Some(ProgramMessage::Notice);
    Some(message)
}

/// Reads the fields next to the content.
fn read_fields<'a>(
    event: Node<'_, 'a>,
    is_read: bool,
    messages: &mut [Message<'a>],
    tree: &mut EventTree<'a>,
    extras: &mut Extras<'a>,
) {
    let summary = compacted(event).map(|(content, _)| content);
    let texts = |message: &Message<'_>| message.details().by_program.map(|_| message.parts.first().map(Part::at));
    let error = messages.first().and_then(texts).flatten();
    for (key, value) in event.members().filter(|(_, value)| Some(value.at()) != error) {
        let Some(key) = key.text() else { continue };
        let is_note = match key.decode().as_ref() {
            "content" if is_read && summary.is_none() => continue,
            "id" if value.is_string() && !messages.is_empty() => {
                if let Some(first) = messages.first_mut() {
                    first.details_mut().id = value.text();
                }
                continue;
            }
            "actions" if summary.is_some() => {
                let taken = &[summary.map_or(event.at(), |summary| summary.at())];
                keep_other_members(key, value, taken, Slot::Here, NAME, &|_, value| is_hollow(value), extras);
                continue;
            }
            "timestamp" => read_time(value, messages) && !messages.is_empty(),
            "author" => read_author(value, messages, tree),
            "finishReason" | "finish_reason" => {
                let mut answers = messages.iter_mut().filter(|message| matches!(message.role, Role::Assistant));
                if let Some((message, reason)) = answers.next().zip(value.text()) {
                    message.details_mut().finish = Some(Finish { at: value.at(), reason });
                    continue;
                }
                false
            }
            "invocationId" => value.text().is_some_and(|id| id.starts_with(MADE)),
            _ => is_hollow(value),
        };
        if is_note {
            extras.note_in(Slot::Here, NAME, key, value.to_raw(), value.at());
        } else {
            tree.lines.keep(Slot::Here, key, value, extras);
        }
    }
}

/// Seconds since 1970.
fn read_time(value: Node<'_, '_>, messages: &mut [Message<'_>]) -> bool {
    let Some(time) = iso_of_seconds(value.raw()) else { return false };
    for message in messages {
        message.details_mut().time = Some(Text::owned(time.clone()));
    }
    true
}

/// The author is the name of the agent. Results have that of the agent that called the tools.
fn read_author<'a>(value: Node<'_, 'a>, messages: &mut [Message<'a>], tree: &mut EventTree<'a>) -> bool {
    let Some(author) = value.text() else { return false };
    if value.is(UNKNOWN) || messages.is_empty() {
        return value.is(UNKNOWN);
    }
    let mut is_said = true;
    for message in messages {
        match message.role {
            Role::Assistant => {
                message.details_mut().name = Some(author.clone());
                tree.agent = Some(author.clone());
            }
            Role::User if !value.is("user") => message.details_mut().name = Some(author.clone()),
            Role::User => {}
            Role::System | Role::Developer | Role::Tool | Role::Other(_) => {
                is_said &= value.is("user") || tree.agent.as_ref().is_some_and(|agent| agent.same(&author));
            }
        }
    }
    is_said
}

/// Tools that run for long answer several times: the last answer is the result, and stands after the call.
fn answer_again<'a>(
    event: Node<'_, 'a>,
    messages: &mut Vec<Message<'a>>,
    tree: &mut EventTree<'a>,
    conversation: &mut Conversation<'a>,
) {
    let place = tree.next_place();
    let mut parts = event.get("content").and_then(|content| content.get("parts")).into_iter().flat_map(|it| it.items());
    let mut kept = Vec::with_capacity(messages.len());
    for mut message in messages.drain(..) {
        let id = match message.parts.first() {
            Some(Part::Result(result)) => result.call_id().map(|id| (id.decode().into_owned(), result.at)),
            _ => None,
        };
        let Some((id, node)) = id.and_then(|(id, at)| Some((id, parts.find(|part| part.at() == at)?))) else {
            kept.push(message);
            continue;
        };
        let mut known = KnownResult { place, message: kept.len(), at: node.at(), raw: node.to_raw() };
        let earlier = tree.results.remove(&id);
        let earlier = earlier.and_then(|earlier| {
            let first = tree.node_at(earlier.place)?.messages.get_mut(earlier.message)?;
            first.parts = std::mem::take(&mut message.parts);
            first.extras.extend(&message.extras);
            Some(earlier)
        });
        match earlier {
            Some(earlier) => {
                let key = Text::Token("functionResponse");
                conversation.extras.push_in(Slot::Event, NAME, key, earlier.raw, earlier.at);
                (known.place, known.message) = (earlier.place, earlier.message);
            }
            None => kept.push(message),
        }
        tree.results.insert(id, known);
    }
    *messages = kept;
}
