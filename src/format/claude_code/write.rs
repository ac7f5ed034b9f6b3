//! Writes a session: a line for each message, each naming the one before it.

use crate::format::anthropic::NAME as ANTHROPIC;
use crate::format::anthropic::write_block::write_content;
use crate::json::{Out, Text};
use crate::lower::{Outline, OutlineRole, OutlineTurn};
use crate::model::Slot;

/// The version of the program that writes such lines.
const VERSION: &str = "2.1.0";
/// The time of messages without one: the program needs times. The reader takes it for none.
pub(super) const NO_TIME: &str = "1970-01-01T00:00:00.000Z";

/// Prints a conversation as a list of lines.
pub(super) fn print(outline: &Outline<'_>, _: Option<&'static str>, out: &mut Out) {
    out.open(b'[');
    let mut before: Option<&Text<'_>> = None;
    for turn in &outline.turns {
        write_line(outline, turn, before, out);
        before = turn.id.as_deref();
    }
    out.close(b']');
}

fn write_line(outline: &Outline<'_>, turn: &OutlineTurn<'_>, before: Option<&Text<'_>>, out: &mut Out) {
    let is_answer = turn.speaker == OutlineRole::Assistant;
    out.source(turn.at).open(b'{');
    out.key("parentUuid");
    match before {
        Some(before) => out.text(&before.whole()),
        None => out.null(),
    }
    out.key("isSidechain").bool(false);
    out.key("userType").word("external");
    out.key("cwd").word("/");
    out.key("sessionId");
    match &outline.record.session {
        Some(session) => out.text(&session.id.whole()),
        None => out.string(""),
    }
    out.key("version").word(VERSION);
    out.key("gitBranch").string("");
    out.key("type").word(if is_answer { "assistant" } else { "user" });
    out.key("message").open(b'{');
    if is_answer {
        out.key("id");
        out.joined(&[Text::Token("msg_"), turn.id.as_deref().map_or(Text::Token(""), Text::whole)]);
        out.key("type").word("message");
    }
    out.key("role").word(if is_answer { "assistant" } else { "user" });
    if is_answer {
        out.key("model").word("unknown");
    }
    out.key("content");
    write_content(&turn.blocks, turn.is_list || is_answer, out);
    turn.extras.write(Slot::Here, ANTHROPIC, out);
    if is_answer {
        out.key("stop_reason");
        match turn.finish() {
            Some(finish) => out.text(&finish.reason.whole()),
            None => out.null(),
        }
        out.key("stop_sequence").null();
        out.key("usage").object(|out| {
            out.key("input_tokens").verbatim("0");
            out.key("output_tokens").verbatim("0");
        });
    }
    out.close(b'}');
    out.key("uuid");
    out.text(&turn.id.as_deref().map_or(Text::Token(""), Text::whole));
    out.key("timestamp");
    match turn.time() {
        Some(time) => out.text(&time.whole()),
        None => out.string(NO_TIME),
    }
    out.close(b'}');
}
