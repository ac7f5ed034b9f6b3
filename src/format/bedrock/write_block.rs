//! Content blocks as JSON. Each is a union: an object with exactly one member.

use super::NAME;
use super::kind::{format_of, key_of};
use crate::json::{Out, Text};
use crate::lower::{Block, CacheMark, FileSource, MediaBlock, ResultBlock, TextBlock, TextForm};
use crate::model::Reasoning;

/// A list of blocks, each with the cache point that belongs after it.
pub(super) fn write_blocks(blocks: &[Block<'_>], out: &mut Out) {
    out.open(b'[');
    for block in blocks {
        write_block(block, out);
        write_mark(mark_of(block), out);
    }
    out.close(b']');
}

fn mark_of<'b, 'c>(block: &'b Block<'c>) -> Option<&'b CacheMark<'c>> {
    match block {
        Block::Text(it) | Block::Refusal(it) => it.mark.as_ref(),
        Block::Call(it) => it.mark.as_ref(),
        Block::Result(it) => it.mark.as_ref(),
        Block::Media(it) => it.mark.as_ref(),
        Block::Reasoning(_) | Block::Redacted(_) | Block::Raw(_) => None,
    }
}

/// `{"cachePoint":{"type":"default","ttl":"1h"}}`
pub(super) fn write_mark(mark: Option<&CacheMark<'_>>, out: &mut Out) {
    let Some(mark) = mark else { return };
    out.open(b'{');
    out.key("cachePoint").object(|out| {
        out.key("type").word("default");
        if let Some(lifetime) = mark.lifetime {
            out.key("ttl").word(lifetime.word());
        }
    });
    out.close(b'}');
}

fn write_block(block: &Block<'_>, out: &mut Out) {
    if let Block::Raw(it) = block {
        it.write(out);
        return;
    }
    out.source(block.at()).open(b'{');
    match block {
        Block::Text(it) | Block::Refusal(it) => write_text(it, out),
        Block::Reasoning(it) => write_reasoning(it, out),
        Block::Redacted(it) => {
            out.key("reasoningContent").object(|out| {
                out.key("redactedContent").text(it.redacted.as_ref().unwrap_or(&Text::Token("")));
            });
        }
        Block::Call(it) => {
            out.key("toolUse").open(b'{');
            out.key("toolUseId").text(it.id.as_ref().unwrap_or(&Text::Token("")));
            out.key("name").text(&it.name);
            out.key("input").verbatim(it.object.as_deref().unwrap_or("{}"));
            out.close(b'}');
        }
        Block::Result(it) => write_result(it, out),
        Block::Media(it) => write_media(it, out),
        Block::Raw(_) => {}
    }
    out.close(b'}');
}

fn write_text(block: &TextBlock<'_>, out: &mut Out) {
    match block.citations(NAME) {
        _ if block.form == TextForm::Object => out.key("json").verbatim(&block.text.decode_json()),
        None => out.key("text").text(&block.text),
        Some(citations) => {
            out.key("citationsContent").open(b'{');
            out.key("content").array(|out| out.object(|out| out.key("text").text(&block.text)));
            out.key("citations").raw(&citations.raw);
            out.close(b'}');
        }
    }
}

fn write_reasoning(it: &Reasoning<'_>, out: &mut Out) {
    out.key("reasoningContent").open(b'{');
    out.key("reasoningText").open(b'{');
    out.key("text").text(it.text.as_ref().unwrap_or(&Text::Token("")));
    if let Some(signature) = &it.signature {
        out.key("signature").text(signature);
    }
    out.close(b'}');
    out.close(b'}');
}

fn write_result(block: &ResultBlock<'_>, out: &mut Out) {
    out.key("toolResult").open(b'{');
    out.key("toolUseId").text(block.id.as_ref().unwrap_or(&Text::Token("")));
    out.key("content");
    write_blocks(&block.blocks, out);
    if let Some(is_error) = block.is_error {
        out.key("status").word(if is_error { "error" } else { "success" });
    }
    out.close(b'}');
}

fn write_media(block: &MediaBlock<'_>, out: &mut Out) {
    out.key(key_of(block.kind)).open(b'{');
    if let Some((_, format, _)) = block.media_type.as_ref().and_then(|found| format_of(&found.decode())) {
        out.key("format").word(format);
    }
    if let Some(name) = &block.name {
        out.key("name").text(name);
    }
    out.key("source").open(b'{');
    match &block.source {
        FileSource::Base64(data) => out.key("bytes").text(data),
        FileSource::Plain(text) => out.key("text").text(text),
        FileSource::Url(uri) | FileSource::File(uri) | FileSource::Remote(uri) => {
            out.key("s3Location").object(|out| out.key("uri").text(uri));
        }
    }
    out.close(b'}');
    out.close(b'}');
}
