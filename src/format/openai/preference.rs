//! Answers that are compared: `{"input":{…},"preferred_output":[…],"non_preferred_output":[…]}`.

use super::read::read_messages;
use crate::format::Reading;
use crate::json::Node;
use crate::model::{Answer, Conversation, Message, Preference, Rating};
use crate::report::Refused;

/// Reads a better and a worse answer to the messages so far, each with its key. Null is an absent one.
pub(super) fn read_pair<'a>(
    answers: [(Option<Node<'_, 'a>>, &str); 2],
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let mut read = Vec::new();
    for (list, key) in answers {
        let list = list.filter(|list| !list.is_null());
        let mut messages = Vec::new();
        if let Some(list) = list {
            read_messages(list, key, &mut messages, reading)?;
        }
        read.push((list, messages));
    }
    add_pair(read, conversation.messages.len(), conversation);
    Ok(())
}

/// Adds the answers to a conversation: the better one first, each with the value that it was read from.
pub(in crate::format) fn add_pair<'a>(
    answers: Vec<(Option<Node<'_, 'a>>, Vec<Message<'a>>)>,
    start: usize,
    conversation: &mut Conversation<'a>,
) {
    let mut preference = Preference { start, ..Preference::default() };
    for ((value, mut messages), is_good) in answers.into_iter().zip([true, false]) {
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
