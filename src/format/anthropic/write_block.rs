//! Content blocks as JSON.

use super::NAME;
use super::media::CONTENT;
use crate::json::{Out, Text};
use crate::lower::{Block, CacheMark, FileSource, MediaBlock, ResultBlock};
use crate::model::{MediaKind, Reasoning, Slot};

/// A string, where the content is one text with nothing attached; else blocks.
pub(in crate::format) fn write_content(blocks: &[Block<'_>], is_list: bool, out: &mut Out) {
    match blocks {
        [] if !is_list => out.string(""),
        [Block::Text(text)] if !is_list && text.is_plain(NAME) => out.text(&text.text),
        blocks => write_blocks(blocks, out),
    }
}

fn write_blocks(blocks: &[Block<'_>], out: &mut Out) {
    out.open(b'[');
    for block in blocks {
        write_block(block, out);
    }
    out.close(b']');
}

/// `{"type":"ephemeral","ttl":"1h"}`
pub(super) fn write_mark(mark: Option<&CacheMark<'_>>, out: &mut Out) {
    let Some(mark) = mark else { return };
    out.key("cache_control").object(|out| {
        out.key("type").word("ephemeral");
        if let Some(lifetime) = mark.lifetime {
            out.key("ttl").word(lifetime.word());
        }
    });
}

fn write_block(block: &Block<'_>, out: &mut Out) {
    if let Block::Raw(it) = block {
        it.write(out);
        return;
    }
    out.source(block.at());
    match block {
        Block::Text(block) | Block::Refusal(block) => {
            begin(["text", "text"], r#"{"type":"text","text":"#, out);
            out.text(&block.text);
            if let Some(citations) = block.citations(NAME) {
                out.key("citations").raw(&citations.raw);
            }
            write_mark(block.mark.as_ref(), out);
            if let Some(part) = block.part {
                part.extras.write(Slot::Here, NAME, out);
            }
        }
        Block::Reasoning(it) => {
            begin(["thinking", "thinking"], r#"{"type":"thinking","thinking":"#, out);
            out.text(it.text.as_ref().unwrap_or(&Text::Token("")));
            if let Some(signature) = &it.signature {
                out.key("signature").text(signature);
            }
            it.extras.write(Slot::Here, NAME, out);
        }
        Block::Redacted(it) => write_redacted(it, out),
        Block::Call(block) => {
            begin(["tool_use", "id"], r#"{"type":"tool_use","id":"#, out);
            out.text(block.id.as_ref().unwrap_or(&Text::Token("")));
            out.quick_key("name").text(&block.name);
            out.quick_key("input").verbatim(block.object.as_deref().unwrap_or("{}"));
            write_mark(block.mark.as_ref(), out);
            block.call.extras.write(Slot::Here, NAME, out);
        }
        Block::Result(block) => write_result(block, out),
        Block::Media(block) => write_media(block, out),
        Block::Raw(_) => {}
    }
    out.close(b'}');
}

/// Begins a block up to the value of its first field. `compact`: the same in a compact layout.
#[inline(always)]
fn begin([kind, key]: [&'static str; 2], compact: &'static str, out: &mut Out) {
    if !out.open_compact(compact) {
        out.open(b'{');
        out.key("type").word(kind);
        out.key(key);
    }
}

fn write_redacted(it: &Reasoning<'_>, out: &mut Out) {
    out.open(b'{');
    out.key("type").word("redacted_thinking");
    if let Some(data) = &it.redacted {
        out.key("data").text(data);
    }
    // A part with both is written as two blocks; the fields went with the first.
    if it.text.is_none() {
        it.extras.write(Slot::Here, NAME, out);
    }
}

fn write_result(block: &ResultBlock<'_>, out: &mut Out) {
    begin(["tool_result", "tool_use_id"], r#"{"type":"tool_result","tool_use_id":"#, out);
    out.text(block.id.as_ref().unwrap_or(&Text::Token("")));
    out.quick_key("content");
    write_content(&block.blocks, block.is_list, out);
    if let Some(is_error) = block.is_error {
        out.key("is_error").bool(is_error);
    }
    write_mark(block.mark.as_ref(), out);
    block.result.extras.write(Slot::Here, NAME, out);
}

fn write_media(block: &MediaBlock<'_>, out: &mut Out) {
    out.open(b'{');
    out.key("type").word(if block.kind == MediaKind::Image { "image" } else { "document" });
    out.key("source");
    let content = block.media.extras.find_mark(NAME, CONTENT);
    if let (Some(content), FileSource::Plain(_)) = (content, &block.source) {
        out.raw(&content.value);
    } else {
        write_source(block, out);
    }
    if let Some(title) = &block.name {
        out.key("title").text(title);
    }
    block.media.extras.write(Slot::Here, NAME, out);
    write_mark(block.mark.as_ref(), out);
}

fn write_source(block: &MediaBlock<'_>, out: &mut Out) {
    out.open(b'{');
    match &block.source {
        FileSource::Base64(data) => {
            out.key("type").word("base64");
            out.key("media_type").text(block.media_type.as_ref().unwrap_or(&Text::Token("")));
            out.key("data").text(data);
        }
        FileSource::Plain(text) => {
            out.key("type").word("text");
            out.key("media_type").word("text/plain");
            out.key("data").text(text);
        }
        FileSource::Url(url) | FileSource::File(url) => {
            out.key("type").word("url");
            out.key("url").text(url);
        }
        FileSource::Remote(id) => {
            out.key("type").word("file");
            out.key("file_id").text(id);
        }
    }
    block.media.extras.write(Slot::Source, NAME, out);
    out.close(b'}');
}
