//! Writes a session as a log: a header, and a record for each message. Results are in the calls that they answer.

use crate::format::gemini::write_part::{write_media, write_result};
use crate::json::{Out, Text};
use crate::lower::{Block, Outline, OutlineCall, OutlineRole, OutlineTurn};

/// Placeholders for an unknown project and unknown models.
pub(super) const UNKNOWN: &str = "unknown";
/// The time of what has none: the program needs times. The reader takes it for none.
pub(super) const NO_TIME: &str = "1970-01-01T00:00:00.000Z";

/// Prints a conversation as a list of lines.
pub(super) fn print(outline: &Outline<'_>, _: Option<&'static str>, out: &mut Out) {
    out.open(b'[');
    out.open(b'{');
    out.key("sessionId");
    match &outline.record.session {
        Some(session) => out.text(&session.id.whole()),
        None => out.string(""),
    }
    out.key("projectHash").word(UNKNOWN);
    // The program deletes sessions that are older than some weeks: those of 1970 at its next start.
    out.key("startTime");
    write_time(outline.record.session.as_ref().and_then(|session| session.time), out);
    out.key("lastUpdated");
    write_time(outline.turns.iter().rev().find_map(OutlineTurn::time), out);
    out.key("kind").word("main");
    out.close(b'}');
    let mut rest = outline.turns.as_slice();
    while let [turn, others @ ..] = rest {
        let count = others.iter().take_while(|other| other.speaker == OutlineRole::Tool).count();
        let (results, next) = others.split_at(count);
        write_record(turn, results, out);
        rest = next;
    }
    out.close(b']');
}

fn write_time(time: Option<&Text<'_>>, out: &mut Out) {
    match time {
        Some(time) => out.text(&time.whole()),
        None => out.string(NO_TIME),
    }
}

fn write_record(turn: &OutlineTurn<'_>, results: &[OutlineTurn<'_>], out: &mut Out) {
    let is_answer = turn.speaker == OutlineRole::Assistant;
    out.source(turn.at).open(b'{');
    if let Some(id) = turn.id.as_deref() {
        out.key("id").text(&id.whole());
    }
    out.key("timestamp");
    write_time(turn.time(), out);
    out.key("type").word(if is_answer { "gemini" } else { "user" });
    out.key("content");
    write_content(&turn.blocks, turn.is_list, out);
    if is_answer {
        write_thoughts(turn, out);
        let mut calls = turn.blocks.iter().filter_map(Block::as_call).peekable();
        if calls.peek().is_some() {
            out.key("toolCalls").open(b'[');
            calls.for_each(|call| write_call(call, results, out));
            out.close(b']');
        }
        out.key("model").word(UNKNOWN);
    }
    out.close(b'}');
}

/// A string, where the content is one text or nothing; else parts.
fn write_content(blocks: &[Block<'_>], is_list: bool, out: &mut Out) {
    let content: Vec<_> =
        blocks.iter().filter(|block| block.is_words() || block.as_media().is_some() || block.is_result()).collect();
    match content.as_slice() {
        [] if !is_list => out.string(""),
        [Block::Text(words) | Block::Refusal(words)] if !is_list => out.text(&words.text),
        content => {
            out.open(b'[');
            for block in content {
                out.source(block.at()).open(b'{');
                match block {
                    Block::Text(words) | Block::Refusal(words) => out.key("text").text(&words.text),
                    Block::Media(media) => write_media(media, out),
                    Block::Result(result) => write_result(result, out),
                    Block::Reasoning(_) | Block::Redacted(_) | Block::Call(_) | Block::Raw(_) => {}
                }
                out.close(b'}');
            }
            out.close(b']');
        }
    }
}

fn write_thoughts(turn: &OutlineTurn<'_>, out: &mut Out) {
    let text = |block: &Block<'_>| {
        let Block::Reasoning(thought) = block else { return None };
        Some(thought.text.as_ref().map_or(Text::owned(""), |text| text.whole().into_owned()))
    };
    let thoughts: Vec<_> = turn.blocks.iter().filter_map(text).collect();
    if thoughts.is_empty() {
        return;
    }
    out.key("thoughts").open(b'[');
    for thought in thoughts {
        out.open(b'{');
        out.key("subject").string("");
        out.key("description").text(&thought);
        out.key("timestamp");
        write_time(turn.time(), out);
        out.close(b'}');
    }
    out.close(b']');
}

fn write_call(call: &OutlineCall<'_>, results: &[OutlineTurn<'_>], out: &mut Out) {
    let of_call = |turn: &OutlineTurn<'_>| {
        let result = turn.blocks.first().and_then(Block::as_result);
        result.is_some_and(|result| result.call == Some(call.number))
    };
    let found = results.iter().find(|turn| of_call(turn));
    let result = found.and_then(|turn| turn.blocks.first().and_then(Block::as_result));
    out.source(call.call.at).open(b'{');
    out.key("id").text(&call.id.as_ref().map_or(Text::Token(""), Text::borrow));
    out.key("name").text(&call.name);
    out.key("args").verbatim(call.object.as_deref().unwrap_or("{}"));
    if let Some(result) = result {
        out.key("result").open(b'[');
        out.open(b'{');
        write_result(result, out);
        out.close(b'}');
        out.close(b']');
    }
    out.key("status").word(match result.map(|result| result.is_error) {
        Some(Some(true)) => "error",
        Some(_) => "success",
        None => "cancelled",
    });
    out.key("timestamp");
    write_time(found.and_then(OutlineTurn::time), out);
    out.close(b'}');
}
