//! Writes a trace: a header, and a line for each message.

use crate::format::shared::time;
use crate::json::{Out, Text};
use crate::lower::{Block, Outline, OutlineCall, OutlineRole, OutlineTurn};

/// The program that is named where none is known.
pub(super) const HARNESS: &str = "turnwise";

/// Prints a conversation as a list of lines.
pub(super) fn print(outline: &Outline<'_>, _: Option<&'static str>, out: &mut Out) {
    out.open(b'[');
    out.open(b'{');
    out.key("type").word("session");
    out.key("harness").word(HARNESS);
    out.key("id");
    match &outline.record.session {
        Some(session) => out.text(&session.id.whole()),
        None => out.string(""),
    }
    out.close(b'}');
    for turn in &outline.turns {
        out.source(turn.at).open(b'{');
        out.key("type").word("message");
        out.key("message");
        write_message(turn, out);
        out.close(b'}');
    }
    out.close(b']');
}

fn write_message(turn: &OutlineTurn<'_>, out: &mut Out) {
    out.open(b'{');
    out.key("role").word(match turn.speaker {
        OutlineRole::System | OutlineRole::Developer => "system",
        OutlineRole::User => "user",
        OutlineRole::Assistant => "assistant",
        OutlineRole::Tool => "tool",
    });
    out.key("content");
    let result = turn.blocks.iter().find_map(Block::as_result);
    write_words(result.map_or(turn.blocks.as_slice(), |result| result.blocks.as_slice()), out);
    let thoughts: Vec<_> = turn
        .blocks
        .iter()
        .filter_map(|block| if let Block::Reasoning(it) = block { it.text.as_ref() } else { None })
        .collect();
    if !thoughts.is_empty() {
        let mut pieces: Vec<Text<'_>> = Vec::new();
        for text in thoughts {
            if !pieces.is_empty() {
                pieces.push(Text::Token("\\n\\n"));
            }
            pieces.push(text.borrow());
        }
        out.key("reasoningContent").joined(pieces.iter());
    }
    let mut calls = turn.blocks.iter().filter_map(Block::as_call).peekable();
    if calls.peek().is_some() {
        out.key("toolCalls").open(b'[');
        calls.for_each(|call| write_call(call, out));
        out.close(b']');
    }
    if let Some(id) = result.and_then(|result| result.id.as_ref()) {
        out.key("toolCallId").text(id);
    }
    if let Some(number) = turn.time().and_then(|time| time::milliseconds_of(&time.decode())) {
        out.key("timestamp").verbatim(&number.to_string());
    }
    out.close(b'}');
}

/// The words, with what was between them.
fn write_words(blocks: &[Block<'_>], out: &mut Out) {
    let pieces: Vec<Text<'_>> = blocks.iter().filter_map(Block::as_words).map(|words| words.text.borrow()).collect();
    out.joined(pieces.iter());
}

fn write_call(call: &OutlineCall<'_>, out: &mut Out) {
    out.source(call.call.at).open(b'{');
    out.key("id").text(&call.id.as_ref().map_or(Text::Token(""), Text::borrow));
    out.key("function").open(b'{');
    out.key("name").text(&call.name);
    out.key("arguments").text(&call.encoded());
    out.close(b'}');
    out.close(b'}');
}
