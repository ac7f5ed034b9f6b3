//! Reads records: lists of messages, objects with such a list, single messages.

use super::NAME;
use super::detect::thread_of;
use super::message::{RowOwners, read_message};
use crate::format::Reading;
use crate::format::shared::{add_session, by_session, extras, refuse_type};
use crate::json::{At, Node};
use crate::model::Conversation;
use crate::report::{Refused, shape};

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let mut conversation = Conversation { origin: NAME, ..Conversation::default() };
    let mut rows = RowOwners::default();
    let threads = by_session(root, thread_of);
    if threads.len() > 1 {
        conversation.source.shape = "list";
        for thread in threads {
            read_thread(&thread, &mut conversation, reading)?;
        }
    } else if root.is_array() {
        conversation.source.shape = "list";
        read_list(root, &mut rows, &mut conversation, reading)?;
    } else if root.get("role").is_some() {
        conversation.source.shape = "message";
        read_message(root, 0, &mut rows, &mut conversation, reading)?;
    } else if root.get("messages").is_some() {
        conversation.source.shape = "body";
        let ([id, messages], rest) = root.fields(&["id", "messages"])?;
        if let Some(messages) = messages {
            read_list(messages, &mut rows, &mut conversation, reading)?;
        }
        match id.map(|id| (id.text(), id)) {
            Some((Some(text), id)) => (conversation.id, conversation.id_at) = (Some(text), id.at()),
            Some((None, id)) => return Err(refuse_type(id, "id", "a string")),
            None => {}
        }
        extras(&rest, NAME, &mut conversation.extras);
    } else {
        let found = root.kind().name();
        let message = format!("a record is a list of messages, or an object with `messages`; found {found}");
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), message));
    }
    Ok(conversation)
}

/// Reads the rows of one of several threads.
fn read_thread<'a>(
    rows: &[Node<'_, 'a>],
    all: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let mut one = Conversation { origin: NAME, ..Conversation::default() };
    let mut owners = RowOwners::default();
    for (row, number) in rows.iter().zip(0..) {
        read_message(*row, number, &mut owners, &mut one, reading)?;
    }
    let id = one.id.take();
    add_session(one, id.as_ref(), rows.first().map_or(At::NOWHERE, Node::at), all);
    Ok(())
}

fn read_list<'a>(
    list: Node<'_, 'a>,
    rows: &mut RowOwners<'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !list.is_array() {
        return Err(refuse_type(list, "messages", "a list of messages"));
    }
    conversation.messages.reserve(list.len());
    for (message, number) in list.items().zip(0..) {
        read_message(message, number, rows, conversation, reading)?;
    }
    Ok(())
}
