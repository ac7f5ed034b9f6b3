//! Anthropic and Google: messages with lists of blocks, and the spelling of blocks.
//!
//! ```json
//! {"messages":[{"role":"assistant","parts":[{"functionCall":{"name":"f","args":{}}}]}],"system":"Be brief."}
//! ```

use super::write::words;
use crate::format::keprompt::NAME;
use crate::json::{Out, Text};
use crate::lower::{Block, FileSource, MediaBlock, OutlineCall, OutlineRole, OutlineTurn, ResultBlock};
use crate::model::Extras;

pub(super) fn write_anthropic(turn: &OutlineTurn<'_>, out: &mut Out) {
    out.open(b'{');
    out.key("role").word(if turn.speaker == OutlineRole::Assistant { "assistant" } else { "user" });
    out.key("content").array(|out| turn.blocks.iter().for_each(|block| write_block(block, out)));
    out.close(b'}');
}

fn write_block(block: &Block<'_>, out: &mut Out) {
    match block {
        Block::Text(text) | Block::Refusal(text) => out.object(|out| {
            out.key("type").word("text");
            out.key("text").text(&text.text);
        }),
        Block::Media(media) => write_source(media, out),
        Block::Call(call) => out.object(|out| {
            out.key("type").word("tool_use");
            write_call_id("id", call, out);
            out.key("name").text(&call.name);
            write_arguments("input", call, out);
        }),
        Block::Result(result) => out.object(|out| {
            out.key("type").word("tool_result");
            write_result_id("tool_use_id", result, out);
            write_result_text("content", result, out);
        }),
        Block::Reasoning(_) | Block::Redacted(_) | Block::Raw(_) => {}
    }
}

pub(super) fn write_gemini(turn: &OutlineTurn<'_>, role: &Text<'_>, out: &mut Out) {
    out.open(b'{');
    out.key("role").text(role);
    out.key("parts").array(|out| turn.blocks.iter().for_each(|block| write_part(block, out)));
    out.close(b'}');
}

fn write_part(block: &Block<'_>, out: &mut Out) {
    match block {
        Block::Text(text) | Block::Refusal(text) => out.object(|out| out.key("text").text(&text.text)),
        Block::Media(media) => out.object(|out| {
            out.key("inlineData").object(|out| {
                write_type("mimeType", media, out);
                out.key("data").text(data(media));
            });
        }),
        Block::Call(call) => out.object(|out| {
            out.key("functionCall").object(|out| {
                out.key("name").text(&call.name);
                write_arguments("args", call, out);
            });
        }),
        Block::Result(result) => out.object(|out| {
            out.key("functionResponse").object(|out| {
                // The name is not stored; keprompt itself has it only while the run goes on.
                out.key("name").text(result.name.as_ref().unwrap_or(&Text::Token("")));
                write_result_text("response", result, out);
                out.key("id").text(result.id.as_ref().unwrap_or(&Text::Token("")));
            });
        }),
        Block::Reasoning(_) | Block::Redacted(_) | Block::Raw(_) => {}
    }
}

/// The block that Anthropic takes; `DeepSeek` gets it too.
pub(super) fn write_source(media: &MediaBlock<'_>, out: &mut Out) {
    out.object(|out| {
        out.key("type").word("image");
        out.key("source").object(|out| {
            out.key("type").word("base64");
            write_type("media_type", media, out);
            out.key("data").text(data(media));
        });
    });
}

fn write_type(key: &str, media: &MediaBlock<'_>, out: &mut Out) {
    match &media.media_type {
        Some(kind) => out.key(key).text(kind),
        None => out.key(key).null(),
    }
}

/// The bytes of an image.
pub(super) fn data<'o>(media: &'o MediaBlock<'_>) -> &'o Text<'o> {
    match &media.source {
        FileSource::Base64(data) => data,
        FileSource::Plain(_) | FileSource::Url(_) | FileSource::Remote(_) | FileSource::File(_) => &Text::Token(""),
    }
}

pub(super) fn write_call_id(key: &str, call: &OutlineCall<'_>, out: &mut Out) {
    write_id(key, call.id.as_ref(), &call.call.extras, "id", out);
}

pub(super) fn write_result_id(key: &str, result: &ResultBlock<'_>, out: &mut Out) {
    write_id(key, result.id.as_ref(), &result.result.extras, "tool_use_id", out);
}

/// An id is `""` where there is none, and null where null was stored.
fn write_id(key: &str, id: Option<&Text<'_>>, extras: &Extras<'_>, stored: &str, out: &mut Out) {
    out.key(key);
    match id {
        Some(id) => out.text(id),
        None if extras.get(NAME, stored).is_some() => out.null(),
        None => out.word(""),
    }
}

pub(super) fn write_arguments(key: &str, call: &OutlineCall<'_>, out: &mut Out) {
    out.key(key).verbatim(call.object.as_deref().unwrap_or("{}"));
}

pub(super) fn write_result_text(key: &str, result: &ResultBlock<'_>, out: &mut Out) {
    out.key(key).joined(words(&result.blocks));
}
