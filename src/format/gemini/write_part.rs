//! Parts as JSON.

use super::NAME;
use super::call::ARGS;
use super::media::{DISPLAY_NAME, Data, MediaBlock};
use super::part::{THOUGHT, THOUGHT_SIGNATURE};
use super::plan::{Answer, Block};
use super::result::Response;
use crate::format::Writing;
use crate::format::shared::write_extras;
use crate::json::Text;
use crate::model::{Extras, Signature, Slot, ToolCall};

pub(super) fn write_parts(blocks: &[Block<'_>], writing: &mut Writing<'_>) {
    writing.out.open(b'[');
    for block in blocks {
        write_block(block, writing);
    }
    writing.out.close(b']');
}

pub(super) fn write_block(block: &Block<'_>, writing: &mut Writing<'_>) {
    if let Block::Raw(it) = block {
        writing.out.raw(&it.raw);
        return;
    }
    writing.out.open(b'{');
    match block {
        Block::Text { text, part, .. } => {
            writing.out.key("text").text(text);
            if let Some(part) = part {
                write_signature(part.signature.as_deref(), writing);
                write_outer(&part.extras, writing);
            }
        }
        Block::Thought(it) => {
            writing.out.key("text").text(it.text.as_ref().unwrap_or(&Text::Token("")));
            writing.out.key("thought").bool(true);
            if let Some(signature) = it.signature.as_ref().filter(|_| it.family == NAME) {
                writing.out.key(THOUGHT_SIGNATURE).text(signature);
            }
            write_outer(&it.extras, writing);
        }
        Block::Call { call, args, .. } => write_call(call, args, writing),
        Block::Result(answer) => write_result(answer, writing),
        Block::Media(block) => write_media(block, writing),
        Block::Raw(_) => {}
    }
    writing.out.close(b'}');
}

fn write_signature(signature: Option<&Signature<'_>>, writing: &mut Writing<'_>) {
    if let Some(it) = signature.filter(|it| it.family == NAME) {
        writing.out.key(THOUGHT_SIGNATURE).text(&it.text);
    }
}

/// Fields of the part itself.
fn write_outer(extras: &Extras<'_>, writing: &mut Writing<'_>) {
    if let Some(thought) = extras.find_mark(NAME, THOUGHT) {
        writing.out.key(THOUGHT).raw(&thought.value);
    }
    write_extras(extras, NAME, writing);
}

/// Fields inside the data of the part, but for the one that was made up and is written already.
fn write_inner(extras: &Extras<'_>, written: &str, writing: &mut Writing<'_>) {
    for extra in extras.in_slot(NAME, Slot::Source).filter(|extra| !extra.key.is(written)) {
        writing.extra(extra);
    }
}

fn write_call(call: &ToolCall<'_>, args: &str, writing: &mut Writing<'_>) {
    writing.out.key("functionCall").open(b'{');
    if let Some(id) = &call.id {
        writing.out.key("id").text(id);
    }
    writing.out.key("name").text(&call.name);
    match call.extras.find_mark(NAME, ARGS) {
        Some(note) if note.value.is_null() => writing.out.key("args").null(),
        Some(note) if note.is_note => {}
        _ => writing.out.key("args").verbatim(args),
    }
    write_inner(&call.extras, "", writing);
    writing.out.close(b'}');
    write_signature(call.signature.as_deref(), writing);
    write_outer(&call.extras, writing);
}

fn write_result(answer: &Answer<'_>, writing: &mut Writing<'_>) {
    writing.out.key("functionResponse").open(b'{');
    if let Some(id) = &answer.result.call_id {
        writing.out.key("id").text(id);
    }
    writing.out.key("name").text(&answer.name);
    writing.out.key("response");
    match &answer.response {
        Response::Object(json) => writing.out.verbatim(json),
        Response::Json(key, json) => {
            writing.out.open(b'{');
            writing.out.key(key).verbatim(json);
            writing.out.close(b'}');
        }
        Response::Texts(key, texts) => {
            writing.out.open(b'{');
            writing.out.key(key).joined(texts);
            writing.out.close(b'}');
        }
    }
    if !answer.parts.is_empty() {
        writing.out.key("parts");
        write_parts(&answer.parts, writing);
    }
    write_inner(&answer.result.extras, "response", writing);
    writing.out.close(b'}');
    write_outer(&answer.result.extras, writing);
}

fn write_media(block: &MediaBlock<'_>, writing: &mut Writing<'_>) {
    let extras = &block.media.extras;
    let written = match &block.data {
        Data::Inline { media_type, data } => {
            writing.out.key("inlineData").open(b'{');
            writing.out.key("mimeType").text(media_type);
            writing.out.key("data").text(data);
            "mimeType"
        }
        Data::File { uri, media_type } => {
            writing.out.key("fileData").open(b'{');
            writing.out.key("fileUri").text(uri);
            if let Some(media_type) = media_type {
                writing.out.key("mimeType").text(media_type);
            }
            ""
        }
    };
    if let Some(name) = block.media.file_name.as_ref().filter(|_| extras.find_mark(NAME, DISPLAY_NAME).is_some()) {
        writing.out.key("displayName").text(name);
    }
    write_inner(extras, written, writing);
    writing.out.close(b'}');
    write_outer(extras, writing);
}
