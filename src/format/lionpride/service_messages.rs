//! Messages as lionpride would say them to a service: instructions and system texts become the text that it renders, and
//! the calls of one turn are in one message.

use std::collections::{HashMap, HashSet, VecDeque};

use super::NAME;
use super::chat::{ChatEntry, RenderedContent};
use super::kind::ContentType;
use super::preserved_fields::{find_inner, remove_inner};
use super::read::{content_of, messages};
use crate::format::{ChatText, Speaking, iso_time};
use crate::json::{At, Node, Text};
use crate::model::{Conversation, Message, Part, Role, TextPart};
use crate::report::{Report, loss};

pub(super) fn speak<'a>(
    conversation: &mut Conversation<'a>,
    root: Node<'_, 'a>,
    speaking: &Speaking,
    report: &mut Report,
) {
    if speaking.is_service && speaking.words == ChatText::Rendered {
        let now = iso_time(speaking.now);
        // In the order of the record, whatever the order of the branch.
        let nodes = messages(root);
        for message in &mut conversation.messages {
            let node = nodes.binary_search_by_key(&message.at.offset(), |node| node.at().offset());
            let node = node.ok().and_then(|place| nodes.get(place));
            if let Some(content) = node.and_then(|node| content_of(*node)) {
                render(message, content, &now, report);
            }
        }
    }
    pair_calls(conversation, report);
    // Branches name messages by their place.
    if conversation.branches.is_empty() {
        join_calls(conversation, speaking.has_mixed, report);
    }
}

/// A result may refer to its request by an id that no message has. Then it answers the first unanswered request before
/// it, and the call gets that id.
fn pair_calls(conversation: &mut Conversation<'_>, report: &mut Report) {
    let mut asked = HashSet::new();
    let mut answered = HashSet::new();
    for part in conversation.parts() {
        match part {
            Part::Call(call) => asked.extend(call.id.as_ref().map(|id| id.decode_json().into_owned())),
            Part::Result(result) => answered.extend(result.call_id.as_ref().map(|id| id.decode_json().into_owned())),
            Part::Text(_) | Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => {}
        }
    }
    if answered.is_subset(&asked) {
        return;
    }
    let mut open = VecDeque::new();
    let mut taken = HashMap::new();
    for part in conversation.parts() {
        match part {
            Part::Call(call) if !call.id.as_ref().is_some_and(|id| answered.contains(id.decode_json().as_ref())) => {
                open.push_back(call.at);
            }
            Part::Result(result) => {
                let Some(id) = result.call_id.as_ref().map(|id| id.decode_json().into_owned()) else { continue };
                if !asked.contains(&id)
                    && let Some(call) = open.pop_front()
                {
                    asked.insert(id.clone());
                    taken.insert(call, id);
                }
            }
            Part::Call(_)
            | Part::Text(_)
            | Part::Reasoning(_)
            | Part::Media(_)
            | Part::Refusal(_)
            | Part::Opaque(_) => {}
        }
    }
    for part in conversation.messages.iter_mut().flat_map(|message| &mut message.parts) {
        if let Part::Call(call) = part
            && let Some(id) = taken.remove(&call.at)
        {
            report.add(&loss::ID_REWRITTEN, call.at, || format!("the call gets the id `{id}` that its result names"));
            call.id = Some(Text::owned(id));
        }
    }
}

fn render<'a>(message: &mut Message<'a>, node: Node<'_, 'a>, now: &str, report: &mut Report) {
    let content = RenderedContent::of(node);
    let (text, carried) = match content.kind {
        ContentType::Instruction => {
            (content.to_chat(now).and_then(ChatEntry::into_words), &["context", "tool_schemas"][..])
        }
        ContentType::System if content.get("system_datetime").is_some() => {
            (content.text(now), &["system_datetime"][..])
        }
        ContentType::System | ContentType::Answer | ContentType::Request | ContentType::Response => return,
    };
    // Nested too deeply, or no text: it stays what it is.
    let Some(text) = text else { return };
    let held = message.parts.iter_mut().find_map(|part| match part {
        Part::Text(text) => Some(text),
        Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => {
            None
        }
    });
    let what = if content.kind == ContentType::System { "the system text" } else { "the instruction" };
    let mut say = |at: At, what: &str| {
        report.add(&loss::RENDERED, at, || format!("{what} is written as the text that lionpride sends"));
    };
    match held {
        Some(held) => {
            say(held.at, what);
            (held.text, held.is_json) = (Text::owned(text), false);
        }
        None => {
            say(node.at(), what);
            let part = Part::Text(TextPart::new(Text::owned(text), node.at()));
            message.parts.change(|parts| parts.insert(0, part));
        }
    }
    for key in carried {
        if let Some(extra) = find_inner(&message.extras, key).filter(|extra| !extra.is_note) {
            say(extra.at, &format!("`{key}`"));
        }
        remove_inner(&mut message.extras, key);
    }
}

/// An answer and the calls right after it are one turn of the model, which services want in one message. Without
/// `has_mixed` only the calls are.
fn join_calls(conversation: &mut Conversation<'_>, has_mixed: bool, report: &mut Report) {
    let messages = std::mem::take(&mut conversation.messages);
    for mut message in messages {
        let is_turn = |message: &Message<'_>| matches!(message.role, Role::Assistant) && message.origin == NAME;
        let has_calls = |message: &Message<'_>| matches!(message.parts.first(), Some(Part::Call(_)));
        let is_call = is_turn(&message) && has_calls(&message);
        let takes = |last: &&mut Message<'_>| is_call && is_turn(last) && (has_mixed || has_calls(last));
        match conversation.messages.last_mut().filter(takes) {
            Some(last) => {
                report_joined(&message, report);
                last.parts.extend(std::mem::take(&mut message.parts));
            }
            None => conversation.messages.push(message),
        }
    }
}

/// A message that is none any more: what was around its call.
fn report_joined(message: &Message<'_>, report: &mut Report) {
    let details = message.details();
    let at = message.at;
    report.add(&loss::MERGED, at, || "the message joins the one before it, which has the same speaker".to_owned());
    if let Some(id) = &details.id {
        report.add(&loss::MESSAGE_ID, at, || {
            format!("the message id `{}` is dropped: its call joins the turn", id.show())
        });
    }
    if let Some(time) = &details.time {
        report.add(&loss::TIME, at, || format!("the time {} is dropped: its call joins the turn", time.show()));
    }
    for (name, what) in [(&details.sender, "sender"), (&details.recipient, "recipient")] {
        if let Some(name) = name {
            report.add(&loss::NAME, at, || format!("the {what} `{}` is dropped: its call joins the turn", name.show()));
        }
    }
    for extra in message.extras.of(NAME).iter().filter(|extra| !extra.is_note && !extra.value.is_null()) {
        report.drop_field(extra.at, &extra.key);
    }
}
