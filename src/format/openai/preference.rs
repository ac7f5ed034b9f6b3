//! Answers that are compared: `{"input":{…},"preferred_output":[…],"non_preferred_output":[…]}`.

use super::read::read_messages;
use crate::format::Reading;
use crate::json::Node;
use crate::model::{Answer, Conversation, Message, Preference, Rating};
use crate::report::Refused;

/// Reads a better and a worse answer to the messages so far. Null is an absent one.
pub(super) fn read_pair<'a>(
    preferred: Option<Node<'_, 'a>>,
    other: Option<Node<'_, 'a>>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let mut read = Vec::new();
    for (list, key) in [(preferred, "preferred_output"), (other, "non_preferred_output")] {
        let list = list.filter(|list| !list.is_null());
        let mut messages = Vec::new();
        if let Some(list) = list {
            read_messages(list, key, &mut messages, reading)?;
        }
        read.push(ComparedAnswer { value: list, messages });
    }
    add_pair(read, conversation.messages.len(), conversation);
    Ok(())
}

/// One of two answers, and the value that it was read from.
pub(in crate::format) struct ComparedAnswer<'t, 'a> {
    pub(in crate::format) value: Option<Node<'t, 'a>>,
    pub(in crate::format) messages: Vec<Message<'a>>,
}

/// Adds the answers to a conversation: the better one first.
pub(in crate::format) fn add_pair<'a>(
    answers: Vec<ComparedAnswer<'_, 'a>>,
    start: usize,
    conversation: &mut Conversation<'a>,
) {
    let mut preference = Preference { start, ..Preference::default() };
    for (ComparedAnswer { value, mut messages }, is_good) in answers.into_iter().zip([true, false]) {
        let Some(value) = value else { continue };
        let rating = Rating::of_pair(is_good, value.at());
        if is_good {
            conversation.messages.append(&mut messages);
            preference.rating = rating;
        } else {
            preference.others.push(Answer { span: value.span(), messages, rating, start: 0 });
        }
    }
    conversation.preference = Some(Box::new(preference));
}
