//! Writes the list: everything between two answers is one request.

use super::fields::{THOUGHT_SIGNATURE, provider_of};
use super::response::SERVICE_REASON;
use crate::format::shared::url_safe_base64;
use crate::json::{Out, Text};
use crate::lower::{
    Block, FileSource, MediaBlock, Outline, OutlineCall, OutlineRole, OutlineTurn, ResultBlock, TextForm,
};
use crate::model::{Arguments, Finish, MediaKind, MediaSource, Reasoning, Signature};

/// Prints a conversation.
pub(super) fn print(outline: &Outline<'_>, _: Option<&'static str>, out: &mut Out) {
    let id = outline.conversation.id.as_ref();
    let is_answer = |turn: &OutlineTurn<'_>| turn.speaker == OutlineRole::Assistant;
    out.open(b'[');
    for turns in outline.turns.chunk_by(|before, next| !is_answer(before) && !is_answer(next)) {
        let Some(first) = turns.first() else { continue };
        out.source(first.at).open(b'{');
        out.key("kind").word(if is_answer(first) { "response" } else { "request" });
        out.key("parts").open(b'[');
        for turn in turns {
            if is_answer(turn) {
                turn.blocks.iter().for_each(|block| write_answer_part(block, out));
            } else {
                write_request_part(turn, out);
            }
        }
        out.close(b']');
        if is_answer(first) {
            write_time(first, out);
            if let Some(finish) = first.finish() {
                write_finish(finish, out);
            }
        }
        if let Some(id) = id {
            out.key("conversation_id").text(id);
        }
        out.close(b'}');
    }
    out.close(b']');
}

fn write_time(turn: &OutlineTurn<'_>, out: &mut Out) {
    if let Some(time) = turn.time() {
        out.key("timestamp").text(time);
    }
}

/// The word of the library for a finish reason. `None`: it has none.
pub(super) fn finish_word(reason: &Text<'_>) -> Option<&'static str> {
    Some(match reason.decode().as_ref() {
        "stop" | "end_turn" | "stop_sequence" | "STOP" | "completed" => "stop",
        "max_tokens" | "length" | "MAX_TOKENS" | "max_output_tokens" | "model_context_window_exceeded" => "length",
        "tool_call" | "tool_use" | "tool_calls" | "toolUse" | "tool-calls" | "function_call" => "tool_call",
        "content_filter"
        | "refusal"
        | "guardrail_intervened"
        | "content_filtered"
        | "SAFETY"
        | "RECITATION"
        | "PROHIBITED_CONTENT"
        | "BLOCKLIST"
        | "SPII"
        | "IMAGE_SAFETY"
        | "IMAGE_PROHIBITED_CONTENT" => "content_filter",
        "error" | "OTHER" | "MALFORMED_FUNCTION_CALL" | "failed" | "cancelled" => "error",
        _ => return None,
    })
}

/// The library's word, and next to it that of the service, as the library stores both.
fn write_finish(finish: &Finish<'_>, out: &mut Out) {
    let word = finish_word(&finish.reason);
    if let Some(word) = word {
        out.key("finish_reason").word(word);
    }
    if !word.is_some_and(|word| finish.reason.is(word)) {
        out.key("provider_details").object(|out| out.key(SERVICE_REASON).text(&finish.reason));
    }
}

fn write_request_part(turn: &OutlineTurn<'_>, out: &mut Out) {
    let results = || turn.blocks.iter().filter_map(Block::as_result);
    if turn.speaker == OutlineRole::Tool {
        results().for_each(|result| write_result(turn, result, out));
        return;
    }
    let is_system = matches!(turn.speaker, OutlineRole::System | OutlineRole::Developer);
    out.source(turn.at).open(b'{');
    out.key("part_kind").word(if is_system { "system-prompt" } else { "user-prompt" });
    out.key("content");
    match turn.blocks.as_slice() {
        blocks if is_system => out.joined(blocks.iter().filter_map(Block::as_words).map(|words| &words.text)),
        [] if !turn.is_list => out.string(""),
        [Block::Text(text) | Block::Refusal(text)] if !turn.is_list => out.text(&text.text),
        blocks => write_items(blocks, out),
    }
    write_time(turn, out);
    out.close(b'}');
}

fn write_items(blocks: &[Block<'_>], out: &mut Out) {
    out.open(b'[');
    for block in blocks {
        match block {
            Block::Text(text) | Block::Refusal(text) if text.form != TextForm::Words => {
                out.verbatim(&text.text.decode_json());
            }
            Block::Text(text) | Block::Refusal(text) => out.text(&text.text),
            Block::Media(file) => write_file(file, out),
            Block::Reasoning(_) | Block::Redacted(_) | Block::Call(_) | Block::Result(_) | Block::Raw(_) => {}
        }
    }
    out.close(b']');
}

fn write_result(turn: &OutlineTurn<'_>, result: &ResultBlock<'_>, out: &mut Out) {
    out.source(result.result.at).open(b'{');
    out.key("part_kind").word("tool-return");
    out.key("tool_name").text(result.name.as_ref().unwrap_or(&Text::Token("")));
    out.key("content");
    match result.blocks.as_slice() {
        [] => out.string(""),
        [Block::Text(text)] if text.form != TextForm::Words => out.verbatim(&text.text.decode_json()),
        [Block::Text(text) | Block::Refusal(text)] => out.text(&text.text),
        blocks => write_items(blocks, out),
    }
    if let Some(id) = &result.id {
        out.key("tool_call_id").text(id);
    }
    if result.is_error == Some(true) {
        out.key("outcome").word("failed");
    }
    write_time(turn, out);
    out.close(b'}');
}

fn write_answer_part(block: &Block<'_>, out: &mut Out) {
    out.source(block.at()).open(b'{');
    match block {
        Block::Text(text) | Block::Refusal(text) => {
            out.key("part_kind").word("text");
            out.key("content").text(&text.text);
            write_signature(text.part.and_then(|part| part.signature()), out);
        }
        Block::Reasoning(it) => {
            out.key("part_kind").word("thinking");
            out.key("content").text(it.text.as_ref().unwrap_or(&Text::Token("")));
            write_seal(it, it.signature.as_ref(), out);
        }
        Block::Redacted(it) => {
            out.key("part_kind").word("thinking");
            out.key("content").string("");
            out.key("id").word("redacted_thinking");
            write_seal(it, it.redacted.as_ref(), out);
        }
        Block::Call(call) => write_call(call, out),
        Block::Media(_) | Block::Result(_) | Block::Raw(_) => {}
    }
    out.close(b'}');
}

fn write_seal(it: &Reasoning<'_>, text: Option<&Text<'_>>, out: &mut Out) {
    if let Some(text) = text.filter(|_| matches!(it.family, "anthropic" | "gemini")) {
        out.key("signature").text(text);
        out.key("provider_name").word(provider_of(it.family));
    }
}

/// Only Gemini has signatures of other parts.
fn write_signature(signature: Option<&Signature<'_>>, out: &mut Out) {
    if let Some(signature) = signature.filter(|signature| signature.family == "gemini") {
        out.key("provider_name").word(provider_of(signature.family));
        out.key("provider_details").object(|out| out.key(THOUGHT_SIGNATURE).text(&signature.text));
    }
}

/// Arguments are an object, or a text.
fn write_call(call: &OutlineCall<'_>, out: &mut Out) {
    out.key("part_kind").word("tool-call");
    out.key("tool_name").text(&call.name);
    out.key("args");
    match (&call.object, &call.call.arguments) {
        (Some(object), _) => out.verbatim(object),
        (None, Arguments::Object(raw)) if raw.as_str().trim_start().starts_with('{') => out.raw(raw),
        (None, _) => out.text(&call.encoded()),
    }
    if let Some(id) = &call.id {
        out.key("tool_call_id").text(id);
    }
    write_signature(call.call.signature.as_deref(), out);
}

fn write_file(file: &MediaBlock<'_>, out: &mut Out) {
    out.source(file.media.at).open(b'{');
    match &file.source {
        FileSource::Base64(data) | FileSource::Plain(data) => {
            out.key("kind").word("binary");
            out.key("data").text(&url_safe_base64(data.borrow()));
            out.key("media_type").text(file.media_type.as_ref().unwrap_or(&Text::Token("application/octet-stream")));
        }
        FileSource::Remote(id) => {
            let service = if let MediaSource::Remote { service, .. } = file.media.source { service } else { "" };
            out.key("kind").word("uploaded-file");
            out.key("file_id").text(id);
            out.key("provider_name").word(if service == "gemini" { "google" } else { service });
            write_type(file, out);
        }
        FileSource::Url(url) | FileSource::File(url) => {
            out.key("kind").word(match file.kind {
                MediaKind::Image => "image-url",
                MediaKind::Audio => "audio-url",
                MediaKind::Video => "video-url",
                MediaKind::Document | MediaKind::Unknown => "document-url",
            });
            out.key("url").text(url);
            write_type(file, out);
        }
    }
    out.close(b'}');
}

fn write_type(file: &MediaBlock<'_>, out: &mut Out) {
    if let Some(media_type) = &file.media_type {
        out.key("media_type").text(media_type);
    }
}
