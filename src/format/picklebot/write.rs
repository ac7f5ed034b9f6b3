//! The list, the session or the one message, and whether ids have to be found.

use super::NAME;
use super::entry::{LISTED, UNLISTED};
use super::write_message::write_message;
use crate::format::shared::{IdMaker, Links, drop_fields};
use crate::format::{Container, Writing};
use crate::model::{Conversation, Message, Part, Role};
use crate::report::Refused;

/// A message on its way out, and what is known around it.
#[derive(Clone, Copy)]
pub(super) struct Placed<'c, 'm> {
    pub(super) message: &'c Message<'m>,
    /// Its place in the conversation.
    pub(super) index: usize,
    pub(super) links: &'c Links<'c>,
}

pub(super) fn write(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let ids = IdMaker::new(conversation.source);
    let links = if needs_links(conversation) { Links::of(conversation, &ids) } else { Links::default() };
    links.report(conversation, writing.report);
    let is_kept = writing.options.container == Container::Kept && conversation.origin == NAME;
    let is_session = is_kept && matches!(conversation.shape, "session" | LISTED | UNLISTED);
    let is_bare = is_kept
        && conversation.shape == "message"
        && matches!(conversation.messages.as_slice(), [message] if is_one(message));
    if is_session {
        writing.out.open(b'{');
        for extra in conversation.extras.of(NAME).iter().filter(|extra| !extra.is_note) {
            writing.out.key_text(&extra.key).raw(&extra.value);
        }
        writing.out.key("messages");
    } else {
        drop_fields(&conversation.extras, NAME, writing, |_| true);
    }
    if !is_bare {
        writing.out.open(b'[');
    }
    for (index, message) in conversation.messages.iter().enumerate() {
        write_message(&Placed { message, index, links: &links }, writing)?;
    }
    if !is_bare {
        writing.out.close(b']');
    }
    if is_session {
        writing.out.close(b'}');
    }
    Ok(())
}

/// What the library itself stored without ids stays so.
fn needs_links(conversation: &Conversation<'_>) -> bool {
    conversation.messages.iter().any(|message| {
        message.origin != NAME
            && message.parts.iter().any(|part| match part {
                Part::Call(call) => call.id.is_none(),
                Part::Result(result) => result.call_id.is_none(),
                Part::Text(_) | Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => false,
            })
    })
}

/// True if the message stays one message.
fn is_one(message: &Message<'_>) -> bool {
    let results = message.parts.iter().filter(|part| matches!(part, Part::Result(_))).count();
    !matches!(message.role, Role::Tool) || results == 1
}
