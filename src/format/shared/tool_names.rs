//! Names of tools, in calls and in definitions.

use crate::json::{At, Text};
use crate::model::{Conversation, Part};

/// Calls `check` with the name of every call and of every tool definition with a name.
pub fn each_tool_name(conversation: &Conversation<'_>, mut check: impl FnMut(&Text<'_>, At)) {
    for part in conversation.parts() {
        if let Part::Call(call) = part {
            check(&call.name, conversation.place(&call.name, call.at));
        }
    }
    for tool in conversation.tools.iter().filter(|tool| tool.raw.is_none()) {
        check(&tool.name, conversation.place(&tool.name, tool.at));
    }
}
