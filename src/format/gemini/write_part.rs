//! Parts as JSON.

use super::NAME;
use super::part::THOUGHT_SIGNATURE;
use super::result::is_wrapped;
use crate::json::{Out, Text};
use crate::lower::{Block, FileSource, MediaBlock, OutlineCall, ResultBlock, TextForm};
use crate::model::{Reasoning, Signature};

pub(in crate::format) fn write_parts(blocks: &[Block<'_>], out: &mut Out) {
    out.open(b'[');
    for block in blocks {
        write_block(block, out);
    }
    out.close(b']');
}

fn write_block(block: &Block<'_>, out: &mut Out) {
    if let Block::Raw(it) = block {
        it.write(out);
        return;
    }
    out.source(block.at()).open(b'{');
    match block {
        Block::Text(it) | Block::Refusal(it) => {
            out.quick_key("text").text(&it.text);
            write_signature(it.part.and_then(|part| part.signature()), out);
        }
        Block::Reasoning(it) | Block::Redacted(it) => write_thought(it, out),
        Block::Call(it) => write_call(it, out),
        Block::Result(it) => write_result(it, out),
        Block::Media(it) => write_media(it, out),
        Block::Raw(_) => {}
    }
    out.close(b'}');
}

fn write_signature(signature: Option<&Signature<'_>>, out: &mut Out) {
    if let Some(it) = signature.filter(|it| it.family == NAME) {
        out.key(THOUGHT_SIGNATURE).text(&it.text);
    }
}

fn write_thought(it: &Reasoning<'_>, out: &mut Out) {
    out.key("text").text(it.text.as_ref().unwrap_or(&Text::Token("")));
    out.key("thought").bool(true);
    if let Some(signature) = it.signature.as_ref().filter(|_| it.family == NAME) {
        out.key(THOUGHT_SIGNATURE).text(signature);
    }
}

fn write_call(block: &OutlineCall<'_>, out: &mut Out) {
    out.key("functionCall").open(b'{');
    if let Some(id) = &block.id {
        out.key("id").text(id);
    }
    out.key("name").text(&block.name);
    out.key("args").verbatim(block.object.as_deref().unwrap_or("{}"));
    out.close(b'}');
    write_signature(block.call.signature.as_deref(), out);
}

pub(in crate::format) fn write_result(block: &ResultBlock<'_>, out: &mut Out) {
    out.key("functionResponse").open(b'{');
    if let Some(id) = &block.id {
        out.key("id").text(id);
    }
    out.key("name").text(block.name.as_ref().unwrap_or(&Text::Token("")));
    out.key("response");
    write_response(block, out);
    let parts = match block.blocks.as_slice() {
        [Block::Text(_), parts @ ..] | parts => parts,
    };
    if !parts.is_empty() {
        out.key("parts");
        write_parts(parts, out);
    }
    out.close(b'}');
}

/// An object as it is, unless it would be read as something else; everything else is a member of one.
fn write_response(block: &ResultBlock<'_>, out: &mut Out) {
    let is_error = block.is_error == Some(true);
    let key = if is_error { "error" } else { "output" };
    let Some(Block::Text(text)) = block.blocks.first() else {
        out.object(|out| out.key(key).string(""));
        return;
    };
    let json = if text.form == TextForm::Words { None } else { Some(text.text.decode_json()) };
    match json {
        Some(json) if text.form == TextForm::Object && !is_error && !is_wrapped(&json) => out.verbatim(&json),
        Some(json) if !is_words(&json, is_error) => out.object(|out| out.key(key).verbatim(&json)),
        _ => out.object(|out| out.key(key).text(&text.text)),
    }
}

/// Such a value would be read as a text, or not as a failure.
fn is_words(json: &str, is_error: bool) -> bool {
    json.starts_with('"') || (is_error && matches!(json, "null" | "true" | "false"))
}

pub(in crate::format) fn write_media(block: &MediaBlock<'_>, out: &mut Out) {
    match &block.source {
        FileSource::Base64(data) | FileSource::Plain(data) => {
            out.key("inlineData").open(b'{');
            out.key("mimeType").text(block.media_type.as_ref().unwrap_or(&Text::Token("")));
            out.key("data").text(data);
        }
        FileSource::Url(uri) | FileSource::Remote(uri) | FileSource::File(uri) => {
            out.key("fileData").open(b'{');
            out.key("fileUri").text(uri);
            if let Some(media_type) = &block.media_type {
                out.key("mimeType").text(media_type);
            }
        }
    }
    out.close(b'}');
}
