//! A message has no content.

use super::RuleReport;
use crate::model::{Conversation, Form, Message, Part};

rule! {
    RULE "TW206" "empty-message" Warning check
    "a message has no content"
    "remove the message, or add content"
    => Unsafe RemoveItem
}

fn check(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for message in conversation.messages.iter().filter(|message| is_empty(message)) {
        // The place of an empty text is the place of the content.
        let at = if let Some(Part::Text(it) | Part::Refusal(it)) = message.parts.first() {
            found.place(&it.text, it.at)
        } else {
            message.at
        };
        found.at(at, || format!("the {} message has no content", message.role.name()));
    }
}

fn is_empty(message: &Message<'_>) -> bool {
    // Most messages have a part, and need no other look.
    message.parts.iter().all(|part| match part {
        Part::Text(text) | Part::Refusal(text) => text.text.is_empty(),
        Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Media(_) | Part::Opaque(_) => false,
    })
        // Absent content is reported by the reader as a problem of shape.
        && !matches!(message.form, Form::Absent | Form::Null)
        // Programs contain messages that only mark a position.
        && message.details().by_program.is_none()
        && message.extras.fields().iter().all(|extra| extra.is_note)
}
