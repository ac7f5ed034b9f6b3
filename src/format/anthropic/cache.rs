//! Cache marks: at most four a request, one hour or five minutes, the longer ones first.

use super::NAME;
use crate::format::shared::CheckedMark;
use crate::json::{At, Raw, Tape};
use crate::model::{CacheHint, Conversation, Part, ToolKind, ToolSpec};

/// The maximum number of marks in a request.
pub(super) const LIMIT: usize = 4;

/// A mark in a part that only this format understands.
fn mark_in_raw(raw: &Raw<'_>, at: At) -> Option<CheckedMark> {
    hour_in_raw(raw.as_str()).map(|is_hour| CheckedMark { at, is_hour })
}

/// True if the mark in a part that is written as it was read has a lifetime of an hour; `None` without a mark.
pub(super) fn hour_in_raw(raw: &str) -> Option<bool> {
    if !raw.contains("\"cache_control\"") {
        return None;
    }
    let mut tape = Tape::new();
    let hint = tape.parse(raw).ok()?.get("cache_control").filter(crate::json::Node::is_object)?;
    Some(hint.get("ttl").is_some_and(|ttl| ttl.is("1h")))
}

fn add(list: &mut Vec<CheckedMark>, hint: Option<&CacheHint<'_>>) {
    if let Some(hint) = hint.filter(|hint| hint.is_on) {
        list.push(CheckedMark::of(hint));
    }
}

fn add_tools(list: &mut Vec<CheckedMark>, tools: &[ToolSpec<'_>]) {
    for tool in tools {
        match (&tool.raw, tool.kind) {
            (Some(raw), ToolKind::Hosted) if tool.origin == NAME => list.extend(mark_in_raw(raw, tool.at)),
            (_, ToolKind::Hosted) => {}
            (_, ToolKind::Function | ToolKind::LegacyFunction | ToolKind::Custom) => add(list, tool.cache.as_deref()),
        }
    }
}

/// All marks of a conversation in the order in which the service sees them: tools, system, messages.
pub(super) fn marks_of(conversation: &Conversation<'_>) -> Vec<CheckedMark> {
    let mut list = Vec::new();
    add_tools(&mut list, &conversation.tools);
    for message in &conversation.messages {
        add_parts(&mut list, &message.parts);
    }
    list
}

fn add_parts(list: &mut Vec<CheckedMark>, parts: &[Part<'_>]) {
    for part in parts {
        match part {
            Part::Text(it) | Part::Refusal(it) => add(list, it.cache()),
            Part::Media(it) => add(list, it.cache.as_deref()),
            Part::Call(it) => add(list, it.cache.as_deref()),
            Part::Result(it) => {
                add_parts(list, &it.parts);
                add(list, it.cache.as_deref());
            }
            Part::Opaque(it) if it.origin == NAME => list.extend(mark_in_raw(&it.raw, it.at)),
            Part::Opaque(_) | Part::Reasoning(_) => {}
        }
    }
}
