//! Which messages are one content.

use std::ops::Range;

use super::NAME;
use crate::model::{Conversation, Message, Role};

/// Messages that are one content.
#[derive(Clone, Debug)]
pub(super) struct ContentMessages {
    pub(super) messages: Range<usize>,
    pub(super) is_model: bool,
}

/// The contents of a conversation, after its leading instructions. Results in a row are one content.
pub(super) fn contents(conversation: &Conversation<'_>) -> Vec<ContentMessages> {
    let messages = &conversation.messages;
    let leading = messages.iter().take_while(|message| message.role.is_instruction()).count();
    let mut contents: Vec<ContentMessages> = Vec::new();
    let mut before: Option<&Message<'_>> = None;
    for (index, message) in messages.iter().enumerate().skip(leading) {
        let is_one = before.is_some_and(|before| is_one(before, message));
        before = Some(message);
        if let Some(content) = contents.last_mut().filter(|_| is_one) {
            content.messages.end = index + 1;
        } else {
            contents.push(ContentMessages {
                messages: index..index + 1,
                is_model: matches!(message.role, Role::Assistant),
            });
        }
    }
    contents
}

fn is_one(before: &Message<'_>, message: &Message<'_>) -> bool {
    if before.origin == NAME && message.origin == NAME {
        return before.turn.is_some() && before.turn == message.turn;
    }
    matches!((&before.role, &message.role), (Role::Tool, Role::Tool))
}
