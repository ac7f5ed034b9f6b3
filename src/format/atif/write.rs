//! The run: an agent, and steps of one answer and its results each.

use super::results::FAILED;
use crate::json::{Out, Text};
use crate::lower::{
    Block, FileSource, MediaBlock, Outline, OutlineCall, OutlineRole, OutlineTool, OutlineTurn, ResultBlock,
};
use crate::model::MediaKind;

/// The version that is written.
const VERSION: &str = "ATIF-v1.8";

/// The name and the version of an agent that nothing is known of.
const UNKNOWN: &str = "unknown";

/// Prints a conversation.
pub(super) fn print(outline: &Outline<'_>, _: Option<&'static str>, out: &mut Out) {
    out.open(b'{');
    out.key("schema_version").word(VERSION);
    if let Some(id) = &outline.conversation.id {
        out.key("session_id").text(id);
    }
    out.key("agent").open(b'{');
    out.key("name").word(UNKNOWN);
    out.key("version").word(UNKNOWN);
    if !outline.request.tools.is_empty() {
        out.key("tool_definitions").open(b'[');
        outline.request.tools.iter().for_each(|tool| write_tool(tool, out));
        out.close(b']');
    }
    out.close(b'}');
    out.key("steps").open(b'[');
    let is_result = |turn: &OutlineTurn<'_>| turn.speaker == OutlineRole::Tool;
    let steps = outline.turns.chunk_by(|_, next| is_result(next));
    for (turns, number) in steps.zip(1_usize..) {
        if let [step, results @ ..] = turns {
            write_step(number, step, results, out);
        }
    }
    out.close(b']');
    out.close(b'}');
}

fn write_tool(tool: &OutlineTool<'_>, out: &mut Out) {
    out.source(tool.spec.at).open(b'{');
    out.key("type").word("function");
    out.key("function").open(b'{');
    out.key("name").text(&tool.name);
    if let Some(description) = &tool.spec.description {
        out.key("description").text(description);
    }
    if let Some(schema) = &tool.schema {
        out.key("parameters").verbatim(schema);
    }
    if let Some(is_strict) = tool.strict {
        out.key("strict").bool(is_strict);
    }
    out.close(b'}');
    out.close(b'}');
}

fn write_step(number: usize, step: &OutlineTurn<'_>, results: &[OutlineTurn<'_>], out: &mut Out) {
    out.source(step.at).open(b'{');
    out.key("step_id").verbatim(&number.to_string());
    if let Some(time) = step.time() {
        out.key("timestamp").text(time);
    }
    out.key("source").word(match step.speaker {
        OutlineRole::System | OutlineRole::Developer => "system",
        OutlineRole::User | OutlineRole::Tool => "user",
        OutlineRole::Assistant => "agent",
    });
    out.key("message");
    let is_content = |block: &&Block<'_>| block.is_words() || block.as_media().is_some();
    let content: Vec<_> = step.blocks.iter().filter(is_content).collect();
    write_content(&content, step.is_list, out);
    write_reasoning(&step.blocks, out);
    let mut calls = step.blocks.iter().filter_map(Block::as_call).peekable();
    if calls.peek().is_some() {
        out.key("tool_calls").open(b'[');
        calls.for_each(|call| write_call(call, out));
        out.close(b']');
    }
    if !results.is_empty() {
        out.key("observation").open(b'{');
        out.key("results").open(b'[');
        results.iter().flat_map(|turn| &turn.blocks).for_each(|block| write_observed(block, out));
        out.close(b']');
        out.close(b'}');
    }
    out.close(b'}');
}

fn write_reasoning(blocks: &[Block<'_>], out: &mut Out) {
    let thoughts =
        blocks.iter().filter_map(|block| if let Block::Reasoning(it) = block { it.text.as_ref() } else { None });
    let mut pieces: Vec<Text<'_>> = Vec::new();
    for text in thoughts {
        if !pieces.is_empty() {
            pieces.push(Text::Token("\\n\\n"));
        }
        pieces.push(text.borrow());
    }
    if !pieces.is_empty() {
        out.key("reasoning_content").joined(pieces.iter());
    }
}

fn write_call(call: &OutlineCall<'_>, out: &mut Out) {
    out.source(call.call.at).open(b'{');
    out.key("tool_call_id").text(call.id.as_ref().unwrap_or(&Text::Token("")));
    out.key("function_name").text(&call.name);
    out.key("arguments").verbatim(call.object.as_deref().unwrap_or("{}"));
    out.close(b'}');
}

/// A result, or words of a tool that answer no call.
fn write_observed(block: &Block<'_>, out: &mut Out) {
    if let Some(result) = block.as_result() {
        write_result(result, out);
        return;
    }
    out.open(b'{');
    out.key("content");
    write_content(&[block], false, out);
    out.close(b'}');
}

fn write_result(result: &ResultBlock<'_>, out: &mut Out) {
    out.source(result.result.at).open(b'{');
    if let Some(id) = &result.id {
        out.key("source_call_id").text(id);
    }
    out.key("content");
    write_content(&result.blocks.iter().collect::<Vec<_>>(), result.is_list, out);
    if let Some(is_error) = result.is_error {
        out.key("extra").object(|out| out.key(FAILED).bool(is_error));
    }
    out.close(b'}');
}

/// A string, where the content is one text or nothing; else parts.
fn write_content(blocks: &[&Block<'_>], is_list: bool, out: &mut Out) {
    match blocks {
        [] if !is_list => out.string(""),
        [Block::Text(words) | Block::Refusal(words)] if !is_list => out.text(&words.text),
        blocks => {
            out.open(b'[');
            for block in blocks {
                write_part(block, out);
            }
            out.close(b']');
        }
    }
}

fn write_part(block: &Block<'_>, out: &mut Out) {
    if let Some(words) = block.as_words() {
        out.source(words.at).open(b'{');
        out.key("type").word("text");
        out.key("text").text(&words.text);
        out.close(b'}');
    } else if let Some(media) = block.as_media() {
        write_media(media, out);
    }
}

fn write_media(block: &MediaBlock<'_>, out: &mut Out) {
    let media_type = block.media_type.as_ref().map_or(Text::Token(""), Text::borrow);
    out.source(block.media.at).open(b'{');
    out.key("type").word(if block.kind == MediaKind::Audio { "audio" } else { "image" });
    out.key("source").open(b'{');
    out.key("media_type").text(&media_type);
    out.key("path");
    match &block.source {
        FileSource::Base64(data) => {
            out.joined([Text::Token("data:"), media_type, Text::Token(";base64,"), data.borrow()]);
        }
        FileSource::Url(path) | FileSource::File(path) | FileSource::Remote(path) | FileSource::Plain(path) => {
            out.text(path);
        }
    }
    out.close(b'}');
    out.close(b'}');
}
