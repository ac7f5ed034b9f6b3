//! Detects trajectories, and reads the fields outside the messages.

use super::NAME;
use super::message::{read_message, read_step};
use crate::format::shared::{extras, keep_member, need_conversation, refuse_type};
use crate::format::{Reading, Score};
use crate::json::{Node, Text};
use crate::model::{Conversation, RecordSource, Slot};
use crate::report::{Refused, shape};

pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    if !root.is_object() {
        return None;
    }
    let [history, steps] = root.pick(&["history", "trajectory"]);
    let is_list = |list: Option<Node<'_, '_>>, is: fn(Node<'_, '_>) -> bool| {
        list.is_some_and(|list| list.is_array() && list.items().take(4).any(is))
    };
    if is_list(history, |entry| entry.get("role").is_some() && entry.get("message_type").is_some()) {
        return Some(Score::new(240, "`history` of messages with `message_type`"));
    }
    let is_step = |step: Node<'_, '_>| step.get("action").is_some() && step.get("observation").is_some();
    is_list(steps, is_step).then(|| Score::new(235, "`trajectory` of actions and observations"))
}

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    need_conversation(root, "an object with `history` or `trajectory`")?;
    let mut conversation =
        Conversation { origin: NAME, source: RecordSource::shaped("trajectory"), ..Conversation::default() };
    let ([history, steps], rest) = root.fields(&["history", "trajectory"])?;
    extras(&rest, NAME, &mut conversation.extras);
    match (history, steps) {
        (Some(history), steps) => {
            if !history.is_array() {
                return Err(refuse_type(history, "history", "an array"));
            }
            conversation.messages.reserve(history.len());
            for entry in history.items() {
                read_message(entry, &mut conversation.messages, reading)?;
            }
            // What it says next to the messages, such as times and states, has no place elsewhere.
            if let Some(steps) = steps {
                keep_member(Slot::Here, NAME, Text::Token("trajectory"), steps, &mut conversation.extras);
            }
        }
        (None, Some(steps)) => {
            if !steps.is_array() {
                return Err(refuse_type(steps, "trajectory", "an array"));
            }
            for step in steps.items() {
                read_step(step, &mut conversation.messages)?;
            }
        }
        (None, None) => {
            let why = "a trajectory has `history` or `trajectory`";
            return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), why));
        }
    }
    Ok(conversation)
}
