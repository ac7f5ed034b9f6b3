//! Detects records of this format, and reads the fields outside the messages.

use super::NAME;
use super::message::{is_role, read_message};
use super::time::{Iso, iso};
use crate::format::shared::{extras, refuse_type};
use crate::format::{Reading, Score};
use crate::json::{Node, lone_surrogates};
use crate::model::Conversation;
use crate::report::{Refused, shape};

pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    if root.is_array() {
        return root.items().any(is_message).then(|| {
            Score::new(235, "messages with a local `timestamp`, or with both `tool_calls` and `tool_call_id`")
        });
    }
    if is_session(root) {
        return Some(Score::new(245, "`agent_id` next to `messages`: a session"));
    }
    // Claimed only to say what it is: nothing else knows it.
    is_index(root).then(|| Score::new(230, "the index of a history, which contains no messages"))
}

/// A line of the index, or the oldest index.
fn is_index(root: Node<'_, '_>) -> bool {
    let has = |key| root.get(key).is_some();
    (has("agent_id") && has("message_count") && !has("role") && !has("messages"))
        || root.get("sessions").is_some_and(|sessions| sessions.is_array() && has("last_updated"))
}

/// A session as the server gives it, and as the oldest releases stored it.
fn is_session(root: Node<'_, '_>) -> bool {
    root.get("agent_id").is_some() && root.get("messages").is_some_and(|messages| messages.is_array())
}

/// True for one message that only this format has: a line of a file may hold just that.
///
/// Other programs add times to messages of openai too, but theirs have a zone.
pub(super) fn is_message(node: Node<'_, '_>) -> bool {
    let [role, content, timestamp, calls, id] =
        node.pick(&["role", "content", "timestamp", "tool_calls", "tool_call_id"]);
    if !role.is_some_and(is_role) || !content.is_some_and(|content| content.is_string()) {
        return false;
    }
    let is_local = || timestamp.and_then(|time| time.text()).is_some_and(|time| iso(&time) == Some(Iso::Local));
    (calls.is_some() && id.is_some()) || is_local()
}

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let mut conversation = Conversation { origin: NAME, ..Conversation::default() };
    if root.is_array() {
        conversation.source.shape = "list";
        read_messages(root, &mut conversation, reading)?;
    } else if root.get("role").is_some() || (root.get("timestamp").is_some() && root.get("messages").is_none()) {
        conversation.source.shape = "message";
        conversation.messages.push(read_message(root, reading)?);
    } else if root.get("messages").is_some() {
        conversation.source.shape = "session";
        let ([messages], rest) = root.fields(&["messages"])?;
        if let Some(messages) = messages {
            if !messages.is_array() {
                return Err(refuse_type(messages, "messages", "a list of messages"));
            }
            read_messages(messages, &mut conversation, reading)?;
        }
        extras(&rest, NAME, &mut conversation.extras);
    } else {
        return Err(foreign(root));
    }
    lone_surrogates(root, &mut |at| {
        let message = || "half of a surrogate pair: picklebot drops a message that has one".to_owned();
        reading.report.add(&shape::BAD_VALUE, at, message);
    });
    Ok(conversation)
}

fn read_messages<'a>(
    list: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    conversation.messages.reserve(list.len());
    for message in list.items() {
        conversation.messages.push(read_message(message, reading)?);
    }
    Ok(())
}

fn foreign(root: Node<'_, '_>) -> Refused {
    let message = if is_index(root) {
        "this is the index of sessions, which contains no messages; name its folder".to_owned()
    } else {
        let found = root.kind().name();
        format!("a conversation is one message a line, a list of messages, or a session with `messages`; found {found}")
    };
    let refused = Refused::new(&shape::NOT_A_CONVERSATION, root.at(), message);
    if is_index(root) {
        refused.helping("name the folder with the index and `sessions` as a separate input")
    } else {
        refused
    }
}
