//! Names of tools, in calls and in definitions.

use crate::json::{At, Text};
use crate::model::Conversation;
use crate::rule::pairs::CallPairs;

/// Calls `check` with the name of every call and of every tool definition with a name.
pub fn each_tool_name(
    conversation: &Conversation<'_>,
    pairs: &CallPairs<'_, '_>,
    mut check: impl FnMut(&Text<'_>, At),
) {
    for call in pairs.calls.iter().map(|it| it.call) {
        check(&call.name, conversation.place(&call.name, call.at));
    }
    for tool in conversation.tools.iter().filter(|tool| tool.raw.is_none()) {
        check(&tool.name, conversation.place(&tool.name, tool.at));
    }
}
