//! Media files next to the messages, as in training data: `<image>` in the text of a user marks the place of one.
//!
//! ```json
//! {"messages":[{"role":"user","content":"<image>What is it?"},{"role":"assistant","content":"A cat."}],"images":["a.png"]}
//! ```

use super::shape::RECORD;
use crate::format::Reading;
use crate::format::media::MediaPlace;
use crate::format::turn_lists::media::UnnamedFiles;
use crate::format::turn_lists::{TRAINING_FILES, training_files};
use crate::json::{Node, Text};
use crate::model::{Conversation, Form, Message, Part, Role, Slot};

/// The field and the files of each kind, where a text has a place for one.
pub(in crate::format) fn read_files<'a>(
    body: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) {
    let mut files = UnnamedFiles::default();
    let mut is_used = false;
    for kind in TRAINING_FILES {
        let Some((key, list)) = kind.fields.iter().find_map(|key| Some((*key, body.get(key)?))) else { continue };
        let is_path = list.is_string() || (list.items().next().is_some() && list.items().all(|item| item.is_string()));
        if !is_path || !conversation.messages.iter().any(|message| names(message, kind.tag)) {
            continue;
        }
        conversation.extras.retain(|extra| extra.slot != Slot::Here || !extra.key.is(key));
        files.read_field(key, kind, list, conversation, reading);
        is_used = true;
    }
    if !is_used {
        return;
    }
    for message in conversation.messages.iter_mut().filter(|message| matches!(message.role, Role::User)) {
        split(message, &mut files);
    }
    files.finish(conversation);
}

/// Calls `each` with the places of media files in a record, those next to its messages first.
pub(super) fn media(root: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    if root.get("messages").is_some_and(|messages| messages.is_array()) {
        training_files(TRAINING_FILES, root, each);
    }
    RECORD.media(root, each);
}

/// True if a text of the user has this placeholder.
fn names(message: &Message<'_>, tag: &str) -> bool {
    let has = |part: &Part<'_>| matches!(part, Part::Text(text) if text.text.decode().contains(tag));
    matches!(message.role, Role::User) && message.parts.iter().any(has)
}

/// Cuts the texts of a message at the places of files.
fn split<'a>(message: &mut Message<'a>, files: &mut UnnamedFiles<'a>) {
    let mut parts = Vec::new();
    let mut is_split = false;
    for part in std::mem::take(&mut message.parts) {
        let pieces = if let Part::Text(it) = &part
            && it.cache().is_none()
            && it.extras.is_empty()
            && let Text::Token(token) = &it.text
        {
            files.split(token, it.at)
        } else {
            None
        };
        is_split |= pieces.is_some();
        match pieces {
            Some(pieces) => parts.extend(pieces),
            None => parts.push(part),
        }
    }
    message.parts = parts.into();
    if is_split {
        message.form = Form::Parts;
    }
}
