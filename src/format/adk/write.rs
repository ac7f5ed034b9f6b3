//! Writes a session: an event for each turn.

use super::fields::seconds_of;
use crate::format::gemini::write_part::write_parts;
use crate::json::{Out, Text};
use crate::lower::{Outline, OutlineRole, OutlineTurn};

/// Placeholder for the application, its user, and the agent.
pub(super) const UNKNOWN: &str = "unknown";
/// The start of generated ids of invocations.
pub(super) const MADE: &str = "made-";

/// Prints a conversation.
pub(super) fn print(outline: &Outline<'_>, _: Option<&'static str>, out: &mut Out) {
    let id = outline.record.session.as_ref().map_or(Text::Token(""), |session| session.id.whole());
    out.open(b'{');
    out.key("id").text(&id);
    out.key("appName").word(UNKNOWN);
    out.key("userId").word(UNKNOWN);
    out.key("events").open(b'[');
    let mut invocation = 0_usize;
    for turn in &outline.turns {
        let is_question = turn.speaker != OutlineRole::Assistant && !turn.has_results();
        invocation += usize::from(is_question || invocation == 0);
        write_event(turn, if is_question { "user" } else { UNKNOWN }, invocation, out);
    }
    out.close(b']');
    out.close(b'}');
}

fn write_event(turn: &OutlineTurn<'_>, author: &'static str, invocation: usize, out: &mut Out) {
    out.source(turn.at).open(b'{');
    if let Some(id) = &turn.id {
        out.key("id").text(id);
    }
    out.key("author").word(author);
    out.key("invocationId").string(&format!("{MADE}{invocation}"));
    if let Some(seconds) = turn.time().and_then(|time| seconds_of(&time.decode())) {
        out.key("timestamp").verbatim(&seconds);
    }
    out.key("content").open(b'{');
    out.key("role").word(if turn.speaker == OutlineRole::Assistant { "model" } else { "user" });
    out.key("parts");
    write_parts(&turn.blocks, out);
    out.close(b'}');
    out.close(b'}');
}
