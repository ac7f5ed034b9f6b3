//! Calls: ids and arguments as services want them, names as rules look at them.

use std::borrow::Cow;

use super::Links;
use crate::format::Writing;
use crate::json::{At, Text};
use crate::lower;
use crate::model::{Conversation, Part, ToolCall, ToolResult};
use crate::report::{Refused, Report, loss};

/// The arguments of a call as one JSON object, for services that take nothing else.
///
/// # Errors
/// They are no object, and `--lossy` was not given.
pub fn object_arguments<'m>(call: &'m ToolCall<'m>, writing: &mut Writing<'_>) -> Result<Cow<'m, str>, Refused> {
    lower::call::object_arguments(call, writing.options.is_lossy, writing.scratch, writing.report)
}

/// Says that the result of an old function call becomes that of a tool call.
pub fn report_legacy_result(result: &ToolResult<'_>, report: &mut Report) {
    if result.is_legacy {
        report.add(&loss::LEGACY_CALL, result.at, || {
            "the result of an old function call becomes a tool result".to_owned()
        });
    }
}

/// The id of a call or of the result that answers it: its own, rewritten if it must be, or the made-up one. `place` is
/// that of the message and the part.
///
/// # Errors
/// It is a result without an id that answers no call.
pub fn good_id<'m>(
    own: Option<&'m Text<'m>>,
    links: &Links<'_>,
    (message, part): (usize, usize),
    at: At,
    rewrite: impl Fn(&str) -> Option<String>,
    writing: &mut Writing<'_>,
) -> Result<Text<'m>, Refused> {
    let renamed = links.renamed(message, part);
    let Some(id) = own else {
        let made = renamed.or_else(|| links.made(message, part));
        let made = made.ok_or_else(|| Refused::new(&loss::CANNOT_HOLD, at, "a tool result answers no call"))?;
        // The id of the call may be one that has to be rewritten.
        return Ok(Text::Owned(rewrite(made).unwrap_or_else(|| made.to_owned())));
    };
    // Some services take an id once, even after the first call with it was answered.
    let fresh = renamed.map(|new| rewrite(new).unwrap_or_else(|| new.to_owned()));
    match fresh.or_else(|| rewrite(&id.decode())) {
        None => Ok(id.borrow()),
        Some(new) => {
            writing.report.add(&loss::ID_REWRITTEN, at, || format!("the call id `{}` became `{new}`", id.show()));
            Ok(Text::Owned(new))
        }
    }
}

/// Calls `check` with the name of every call and of every tool that has one of its own.
pub fn each_tool_name(conversation: &Conversation<'_>, mut check: impl FnMut(&Text<'_>, At)) {
    for part in conversation.parts() {
        if let Part::Call(call) = part {
            check(&call.name, call.at);
        }
    }
    for tool in conversation.tools.iter().filter(|tool| tool.raw.is_none()) {
        check(&tool.name, tool.at);
    }
}
