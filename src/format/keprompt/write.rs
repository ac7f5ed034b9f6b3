//! The list of messages.

use super::NAME;
use super::message::role_word;
use super::model::write_model;
use super::write_part::write_part;
use crate::format::Writing;
use crate::format::shared::{IdMaker, Links, write_facts};
use crate::model::{Conversation, Form, Message, Part, Role, Slot};
use crate::report::{Refused, loss};

/// A message on its way out, and what is known around it.
#[derive(Clone, Copy)]
pub(super) struct Placed<'c, 'm> {
    pub(super) message: &'c Message<'m>,
    /// Its place in the conversation.
    pub(super) index: usize,
    pub(super) links: &'c Links<'c>,
}

impl Placed<'_, '_> {
    /// True if it was read from this format.
    pub(super) fn is_own(&self) -> bool {
        self.message.origin == NAME
    }
}

pub(super) fn write(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let ids = IdMaker::new(conversation.source);
    let links = if needs_ids(conversation) { Links::of(conversation, &ids) } else { Links::default() };
    links.report(conversation, writing.report);
    writing.out.open(b'[');
    let mut index = 0;
    for group in conversation.messages.chunk_by(is_one) {
        write_message(conversation, group, index, &links, writing)?;
        index += group.len();
    }
    writing.out.close(b']');
    Ok(())
}

/// True if both are, or become, one message: the pieces of one, and results that stand together, as the library adds them.
pub(super) fn is_one(first: &Message<'_>, next: &Message<'_>) -> bool {
    match (first.origin == NAME, next.origin == NAME) {
        (true, true) => first.turn.is_some() && first.turn == next.turn,
        (false, false) => matches!((&first.role, &next.role), (Role::Tool, Role::Tool)),
        (true, false) | (false, true) => false,
    }
}

/// The library stores answers of Google without ids, so they stay so.
pub(super) fn needs_ids(conversation: &Conversation<'_>) -> bool {
    conversation.origin != "gemini"
        && conversation.messages.iter().filter(|message| message.origin != NAME).any(|message| {
            message.parts.iter().any(|part| match part {
                Part::Call(call) => call.id.is_none(),
                Part::Result(result) => result.call_id.is_none(),
                Part::Text(_) | Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => false,
            })
        })
}

fn write_message(
    conversation: &Conversation<'_>,
    group: &[Message<'_>],
    index: usize,
    links: &Links<'_>,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    let Some(first) = group.first() else { return Ok(()) };
    let is_own = first.origin == NAME;
    match &first.role {
        Role::Developer => {
            writing.report.add(&loss::ROLE, first.at, || "the role developer becomes system".to_owned());
        }
        Role::Other(role) if !is_own => {
            let text = format!("keprompt has no role `{}`", role.show());
            return Err(Refused::new(&loss::CANNOT_HOLD, first.at, text));
        }
        Role::System | Role::User | Role::Assistant | Role::Tool | Role::Other(_) => {}
    }
    writing.out.open(b'{');
    writing.out.key("role").text(&role_word(first));
    if !(is_own && first.form == Form::Absent && first.parts.is_empty()) {
        writing.out.key("content").open(b'[');
        for (message, index) in group.iter().zip(index..) {
            let placed = Placed { message, index, links };
            for (place, part) in message.parts.iter().enumerate() {
                write_part(part, place, &placed, writing)?;
            }
        }
        writing.out.close(b']');
    }
    for message in group {
        write_facts(&message.extras, Slot::Here, NAME, writing);
    }
    if !is_own {
        write_model(conversation, &first.role, writing);
    }
    writing.out.close(b'}');
    Ok(())
}
