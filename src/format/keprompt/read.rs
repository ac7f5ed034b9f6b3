//! Which lists are records of this format.

use super::NAME;
use super::message::read_messages;
use super::row_values::RowValues;
use crate::format::{Reading, Score};
use crate::json::Node;
use crate::model::{Conversation, RecordSource};
use crate::report::{Refused, shape};

pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    if !root.is_array() {
        return None;
    }
    let mut found = None;
    for message in root.items() {
        let [role, content, stmt_no, model, provider] =
            message.pick(&["role", "content", "stmt_no", "model_name", "provider"]);
        if role.is_none() || content.is_some_and(|content| !content.is_array()) {
            return None;
        }
        for part in content.iter().flat_map(Node::items) {
            let kind = part.get("type");
            let is = |name| kind.is_some_and(|kind| kind.is(name));
            if is("tool") && part.get("arguments").is_some() {
                found = Some(Score::new(245, "a part of type `tool` with `arguments`"));
            } else if is("tool_result") && role.is_some_and(|role| role.is("tool")) {
                found = found.or(Some(Score::new(245, "a part of type `tool_result` in a message of role `tool`")));
            } else if ["tool_use", "thinking", "image", "document", "file", "input_text"].into_iter().any(is) {
                return None;
            }
        }
        if stmt_no.is_some() {
            found = found.or(Some(Score::new(240, "messages with `stmt_no`")));
        } else if model.is_some() && provider.is_some() {
            found = found.or(Some(Score::new(235, "messages with `model_name` and `provider`")));
        }
    }
    found
}

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    if !root.is_array() {
        let message = format!("a conversation is a list of messages; found {}", root.kind().name());
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), message));
    }
    let mut conversation =
        Conversation { origin: NAME, source: RecordSource::shaped("list"), ..Conversation::default() };
    read_messages(root, &RowValues::borrowed(), &mut conversation.messages, reading)?;
    Ok(conversation)
}
