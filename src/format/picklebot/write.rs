//! The list of messages, all fields in the library's order.

use crate::json::{Out, Text};
use crate::lower::{Block, Outline, OutlineCall, OutlineRole, OutlineTurn};

/// Prints a conversation.
pub(super) fn print(outline: &Outline<'_>, _: Option<&'static str>, out: &mut Out) {
    out.open(b'[');
    outline.turns.iter().for_each(|turn| write_turn(turn, out));
    out.close(b']');
}

fn write_turn(turn: &OutlineTurn<'_>, out: &mut Out) {
    let result = turn.blocks.iter().find_map(Block::as_result);
    out.source(turn.at).open(b'{');
    // Where the source has no time, none is generated: the library then shows when it read the line.
    if let Some(time) = &turn.details().time {
        out.key("timestamp").text(&time.whole());
    }
    out.quick_key("role").word(match turn.speaker {
        OutlineRole::System | OutlineRole::Developer => "system",
        OutlineRole::User => "user",
        OutlineRole::Assistant => "assistant",
        OutlineRole::Tool => "tool",
    });
    let blocks = result.map_or(&turn.blocks, |result| &result.blocks);
    out.quick_key("content").joined(blocks.iter().filter_map(Block::as_words).map(|words| words.text.whole()));
    out.quick_key("tool_calls");
    let mut calls = turn.blocks.iter().filter_map(Block::as_call).peekable();
    if calls.peek().is_some() {
        out.open(b'[');
        calls.for_each(|call| write_call(call, out));
        out.close(b']');
    } else {
        out.null();
    }
    out.quick_key("tool_call_id");
    write_id(result.and_then(|result| result.id.as_ref()), out);
    out.close(b'}');
}

fn write_call(call: &OutlineCall<'_>, out: &mut Out) {
    out.source(call.call.at).open(b'{');
    write_id(call.id.as_ref(), out.key("id"));
    out.key("type").word("function");
    out.key("function").object(|out| {
        out.key("name").text(&call.name.whole());
        out.key("arguments").text(&call.encoded().whole());
    });
    out.close(b'}');
}

fn write_id(id: Option<&Text<'_>>, out: &mut Out) {
    match id {
        Some(id) => out.text(&id.whole()),
        None => out.null(),
    }
}
