//! Turns as messages, and what is in them.

use super::NAME;
use crate::json::{Out, Text};
use crate::lower::{Block, FileSource, MediaBlock, OutlineCall, OutlineRole, OutlineTurn, ResultBlock, TextBlock};
use crate::model::{Arguments, Form, MediaKind, MediaSource, Reasoning, Slot};

/// Writes a turn as an item of a list that is open.
pub(super) fn write_turn(turn: &OutlineTurn<'_>, out: &mut Out) {
    match (&*turn.blocks, &turn.id) {
        // A message that no model sees, or of an unknown kind.
        ([Block::Raw(it)], None) => it.write(out),
        ([Block::Reasoning(it)], id) => write_thought(it, id.as_deref(), out),
        (blocks, _) => write_message(turn, blocks, out),
    }
}

fn write_message(turn: &OutlineTurn<'_>, blocks: &[Block<'_>], out: &mut Out) {
    out.source(turn.at).open(b'{');
    if let Some(id) = &turn.id {
        out.key("id").text(id);
    }
    out.key("role").word(match turn.speaker {
        OutlineRole::System => "system",
        OutlineRole::Developer => "developer",
        OutlineRole::User => "user",
        OutlineRole::Assistant => "assistant",
        OutlineRole::Tool => "tool",
    });
    if let Some(name) = turn.details().name.as_ref().filter(|_| turn.speaker != OutlineRole::Tool) {
        out.key("name").text(name);
    }
    match turn.speaker {
        OutlineRole::System | OutlineRole::Developer => write_words(blocks, out),
        OutlineRole::User => write_content(blocks, turn.is_list, out),
        OutlineRole::Assistant => write_answer(blocks, out),
        OutlineRole::Tool => blocks.iter().filter_map(Block::as_result).for_each(|result| write_result(result, out)),
    }
    turn.extras.write(Slot::Here, NAME, out);
    out.close(b'}');
}

/// The texts are pieces of one string.
fn write_words(blocks: &[Block<'_>], out: &mut Out) {
    out.key("content").joined(blocks.iter().filter_map(Block::as_words).map(|words| &words.text));
}

fn write_answer(blocks: &[Block<'_>], out: &mut Out) {
    if blocks.iter().any(Block::is_words) {
        write_words(blocks, out);
    }
    let mut calls = blocks.iter().filter(|block| matches!(block, Block::Call(_) | Block::Raw(_))).peekable();
    if calls.peek().is_none() {
        return;
    }
    out.key("toolCalls").open(b'[');
    for block in calls {
        if let Block::Call(call) = block {
            write_call(call, out);
        } else if let Block::Raw(it) = block {
            it.write(out);
        }
    }
    out.close(b']');
}

/// A thought is a message of its own before the answer.
fn write_thought(it: &Reasoning<'_>, id: Option<&Text<'_>>, out: &mut Out) {
    out.source(it.at).open(b'{');
    match (id, it.extras.get(NAME, "id")) {
        (Some(id), _) => out.key("id").text(id),
        (None, Some(own)) => out.key("id").raw(&own.value),
        (None, None) => {}
    }
    out.key("role").word("reasoning");
    match &it.text {
        Some(text) => out.key("content").text(text),
        None if it.extras.get(NAME, "content").is_none() => out.key("content").word(""),
        None => {}
    }
    if let Some(sealed) = it.signature.as_ref().filter(|_| it.family == NAME) {
        out.key("encryptedValue").text(sealed);
    }
    for extra in it.extras.in_slot(NAME, Slot::Here).filter(|extra| !extra.key.is("id")) {
        out.key_text(&extra.key).raw(&extra.value);
    }
    out.close(b'}');
}

fn write_result(block: &ResultBlock<'_>, out: &mut Out) {
    out.key("toolCallId").text(block.id.as_ref().unwrap_or(&Text::Token("")));
    write_content(&block.blocks, block.result.form == Form::Parts, out);
    if block.is_error == Some(true) && block.result.extras.get(NAME, "error").is_none() {
        out.key("error").word("the tool failed");
    }
    block.result.extras.write(Slot::Here, NAME, out);
}

/// `content` of a message that may have parts: a string where one text says it all.
fn write_content(blocks: &[Block<'_>], is_list: bool, out: &mut Out) {
    out.key("content");
    match blocks {
        [] if !is_list => out.word(""),
        [Block::Text(text)] if !is_list && text.is_plain(NAME) => out.text(&text.text),
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
    match block {
        Block::Text(text) | Block::Refusal(text) => write_text(text, out),
        Block::Media(media) => write_media(media, out),
        Block::Raw(it) => it.write(out),
        Block::Reasoning(_) | Block::Redacted(_) | Block::Call(_) | Block::Result(_) => {}
    }
}

fn write_text(block: &TextBlock<'_>, out: &mut Out) {
    out.source(block.at).open(b'{');
    out.key("type").word("text");
    out.key("text").text(&block.text);
    if let Some(part) = block.part {
        part.extras.write(Slot::Here, NAME, out);
    }
    out.close(b'}');
}

fn write_media(block: &MediaBlock<'_>, out: &mut Out) {
    out.source(block.media.at).open(b'{');
    out.key("type").word(match block.kind {
        MediaKind::Unknown => MediaKind::Document.word(),
        kind @ (MediaKind::Image | MediaKind::Audio | MediaKind::Video | MediaKind::Document) => kind.word(),
    });
    out.key("source").open(b'{');
    let (kind, value) = match &block.source {
        FileSource::Base64(value) | FileSource::Plain(value) => ("data", value),
        FileSource::Url(value) => ("url", value),
        FileSource::File(value) | FileSource::Remote(value) => ("file", value),
    };
    out.key("type").word(kind);
    out.key("value").text(value);
    if let MediaSource::Remote { service, .. } = &block.media.source
        && !service.is_empty()
    {
        out.key("provider").string(service);
    }
    if let Some(media_type) = &block.media_type {
        out.key("mimeType").text(media_type);
    }
    block.media.extras.write(Slot::Source, NAME, out);
    out.close(b'}');
    if let Some(name) = &block.name {
        out.key("metadata").object(|out| out.key("filename").text(name));
    }
    block.media.extras.write(Slot::Here, NAME, out);
    out.close(b'}');
}

/// A call; its arguments are a string that contains JSON.
fn write_call(block: &OutlineCall<'_>, out: &mut Out) {
    let call = block.call;
    out.source(call.at).open(b'{');
    out.key("id").text(block.id.as_ref().unwrap_or(&Text::Token("")));
    out.key("type").word("function");
    out.key("function").open(b'{');
    out.key("name").text(&block.name);
    out.key("arguments");
    match (&block.object, &call.arguments) {
        (Some(object), _) => out.string(object),
        (None, Arguments::Encoded(text)) => out.text(text),
        (None, Arguments::Object(raw)) => out.string(raw.as_str()),
    }
    call.extras.write(Slot::Function, NAME, out);
    out.close(b'}');
    call.extras.write(Slot::Here, NAME, out);
    out.close(b'}');
}
