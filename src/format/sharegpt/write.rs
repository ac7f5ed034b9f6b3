//! The record: what stands around the turns.

use super::NAME;
use super::plan::Plan;
use super::read::LISTS;
use super::speaker::is_field;
use super::write_tools::write_tools;
use super::write_turn::TurnWriter;
use crate::format::Writing;
use crate::format::shared::write_extras;
use crate::json::At;
use crate::model::{Conversation, Part};
use crate::report::{Refused, loss};

pub(super) fn write(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    if conversation.messages.is_empty() {
        return Err(Refused::new(&loss::CANNOT_HOLD, At::byte(0), "a record must have turns"));
    }
    // The texts that tools were found in are written.
    let told = conversation.tools.iter().filter(|tool| tool.is_in_text);
    told.flat_map(|tool| tool.extras.of(NAME)).for_each(|extra| writing.place(extra));
    let plan = Plan::of(conversation, writing.options, writing.report)?;
    let mut turns = TurnWriter::new(conversation, &plan);
    if is_bare_list(conversation) {
        return turns.write_list(writing);
    }
    writing.out.open(b'{');
    if let Some(id) = &conversation.id {
        writing.out.key("id").text(id);
    }
    if let Some(message) = conversation.messages.iter().find(|message| is_field(message)) {
        writing.out.key("system");
        turns.write_value(message, writing)?;
    }
    let is_own = conversation.origin == NAME && LISTS.contains(&conversation.shape);
    writing.out.key(if is_own { conversation.shape } else { "conversations" });
    turns.write_list(writing)?;
    write_tools(&conversation.tools, writing);
    turns.write_files(writing);
    write_extras(&conversation.extras, NAME, writing);
    writing.out.close(b'}');
    Ok(())
}

/// It was a list without a record around it, and nothing needs one.
fn is_bare_list(conversation: &Conversation<'_>) -> bool {
    conversation.origin == NAME
        && conversation.shape == "list"
        && conversation.id.is_none()
        && conversation.extras.of(NAME).is_empty()
        && conversation.tools.iter().all(|tool| tool.is_in_text)
        && !conversation.messages.iter().any(is_field)
        && !conversation.parts().any(|part| matches!(part, Part::Media(_)))
}
