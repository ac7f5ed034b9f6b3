//! Writes a rollout: the line with the id of the session, and a line for each item.

use crate::format::openai_responses::write_item::{write_call, write_media, write_text};
use crate::json::{At, Out, Text};
use crate::lower::{Block, Outline, OutlineRole, OutlineTurn, ResultBlock, items};
use crate::model::Reasoning;

/// The version of the program that read such lines.
const VERSION: &str = "0.169.0";
/// The time of lines without one: the program needs times. The reader takes it for none.
pub(super) const NO_TIME: &str = "1970-01-01T00:00:00.000Z";

/// Prints a conversation as a list of lines.
pub(super) fn print(outline: &Outline<'_>, _: Option<&'static str>, out: &mut Out) {
    out.open(b'[');
    write_meta(outline, out);
    for turn in &outline.turns {
        write_turn(turn, out);
    }
    out.close(b']');
}

fn write_time(time: Option<&Text<'_>>, out: &mut Out) {
    out.key("timestamp");
    match time {
        Some(time) => out.text(&time.whole()),
        None => out.string(NO_TIME),
    }
}

fn write_meta(outline: &Outline<'_>, out: &mut Out) {
    let time = outline.record.session.as_ref().and_then(|session| session.time);
    out.open(b'{');
    write_time(time, out);
    out.key("type").word("session_meta");
    out.key("payload").open(b'{');
    out.key("id");
    match &outline.record.session {
        Some(session) => out.text(&session.id.whole()),
        None => out.string(""),
    }
    write_time(time, out);
    out.key("cwd").word("/");
    out.key("originator").word("codex_exec");
    out.key("cli_version").word(VERSION);
    out.key("source").word("exec");
    out.key("model_provider").word("openai");
    out.close(b'}');
    out.close(b'}');
}

fn write_turn(turn: &OutlineTurn<'_>, out: &mut Out) {
    let role = match turn.speaker {
        OutlineRole::System => "system",
        OutlineRole::Developer => "developer",
        OutlineRole::User => "user",
        OutlineRole::Assistant => "assistant",
        OutlineRole::Tool => {
            turn.blocks.iter().for_each(|block| write_block(block, turn, out));
            return;
        }
    };
    if turn.speaker != OutlineRole::Assistant || turn.blocks.is_empty() {
        return write_line(turn, out, |out| write_message(role, turn.at, &turn.blocks, out));
    }
    for item in items(&turn.blocks) {
        match item {
            [first, ..] if is_words(first) => {
                let at = if turn.blocks.len() == item.len() { turn.at } else { first.at() };
                write_line(turn, out, |out| write_message(role, at, item, out));
            }
            blocks => blocks.iter().for_each(|block| write_block(block, turn, out)),
        }
    }
}

fn is_words(block: &Block<'_>) -> bool {
    matches!(block, Block::Text(_) | Block::Refusal(_))
}

/// Writes a line with what `write` prints as its item.
fn write_line(turn: &OutlineTurn<'_>, out: &mut Out, write: impl FnOnce(&mut Out)) {
    out.open(b'{');
    write_time(turn.time(), out);
    out.key("type").word("response_item");
    out.key("payload");
    write(out);
    out.close(b'}');
}

fn write_block(block: &Block<'_>, turn: &OutlineTurn<'_>, out: &mut Out) {
    match block {
        Block::Call(call) => write_line(turn, out, |out| write_call(call, out)),
        Block::Result(result) => write_line(turn, out, |out| write_result(result, out)),
        Block::Raw(it) => write_line(turn, out, |out| it.write(out)),
        Block::Reasoning(it) => write_line(turn, out, |out| write_reasoning(it, out)),
        Block::Text(_) | Block::Refusal(_) | Block::Redacted(_) | Block::Media(_) => {}
    }
}

fn write_message(role: &'static str, at: At, blocks: &[Block<'_>], out: &mut Out) {
    let kind = if role == "assistant" { "output_text" } else { "input_text" };
    out.source(at).open(b'{');
    out.key("type").word("message");
    out.key("role").word(role);
    out.key("content");
    write_parts(kind, blocks, out);
    out.close(b'}');
}

/// A list of parts: the program has no other form of text.
fn write_parts(kind: &'static str, blocks: &[Block<'_>], out: &mut Out) {
    out.open(b'[');
    if blocks.is_empty() {
        out.open(b'{');
        out.key("type").word(kind);
        out.key("text").string("");
        out.close(b'}');
    }
    for block in blocks {
        match block {
            Block::Text(text) | Block::Refusal(text) => write_text(kind, text, out),
            Block::Media(media) => write_media(media, out),
            Block::Raw(it) => it.write(out),
            Block::Reasoning(_) | Block::Redacted(_) | Block::Call(_) | Block::Result(_) => {}
        }
    }
    out.close(b']');
}

fn write_result(block: &ResultBlock<'_>, out: &mut Out) {
    out.source(block.result.at).open(b'{');
    out.key("type").word(if block.is_custom { "custom_tool_call_output" } else { "function_call_output" });
    out.key("call_id").text(block.id.as_ref().unwrap_or(&Text::Token("")));
    out.key("output");
    match block.blocks.as_slice() {
        [] => out.string(""),
        [Block::Text(text)] if !block.is_list => out.text(&text.text),
        blocks => write_parts("input_text", blocks, out),
    }
    out.close(b'}');
}

/// What the service sealed, with what it told of it.
fn write_reasoning(it: &Reasoning<'_>, out: &mut Out) {
    out.source(it.at).open(b'{');
    out.key("type").word("reasoning");
    out.key("summary").open(b'[');
    if let Some(text) = &it.text {
        out.open(b'{');
        out.key("type").word("summary_text");
        out.key("text").text(text);
        out.close(b'}');
    }
    out.close(b']');
    if let Some(signature) = &it.signature {
        out.key("encrypted_content").text(signature);
    }
    out.close(b'}');
}
