//! Content blocks as JSON.

use super::NAME;
use super::cache::Marks;
use super::media::{MediaBlock, SOURCE, Source};
use super::plan::{Block, Content, is_plain};
use crate::format::Writing;
use crate::format::shared::write_extras;
use crate::json::Text;
use crate::model::Reasoning;
use crate::report::loss;

/// A string, where the content is one text that nothing hangs on; else blocks.
pub(super) fn write_content(blocks: &[Block<'_>], is_list: bool, marks: &mut Marks, writing: &mut Writing<'_>) {
    match blocks {
        [] if !is_list => writing.out.string(""),
        [Block::Text { text, part, .. }] if !is_list && part.is_none_or(is_plain) => writing.out.text(text),
        blocks => write_blocks(blocks, marks, writing),
    }
}

fn write_blocks(blocks: &[Block<'_>], marks: &mut Marks, writing: &mut Writing<'_>) {
    writing.out.open(b'[');
    for block in blocks {
        write_block(block, marks, writing);
    }
    writing.out.close(b']');
}

fn write_block(block: &Block<'_>, marks: &mut Marks, writing: &mut Writing<'_>) {
    if let Block::Raw(it) = block {
        writing.out.raw(&it.raw);
        return;
    }
    writing.out.open(b'{');
    match block {
        Block::Text { text, part, .. } => {
            writing.out.key("type").word("text");
            writing.out.key("text").text(text);
            if let Some(part) = part {
                if let Some(citations) = part.citations.as_ref().filter(|citations| citations.origin == NAME) {
                    writing.out.key("citations").raw(&citations.raw);
                }
                marks.write(part.cache.as_deref(), writing);
                write_extras(&part.extras, NAME, writing);
            }
        }
        Block::Thinking(it) => {
            writing.out.key("type").word("thinking");
            writing.out.key("thinking").text(it.text.as_ref().unwrap_or(&Text::Token("")));
            if let Some(signature) = &it.signature {
                writing.out.key("signature").text(signature);
            }
            write_thinking_extras(it, writing);
        }
        Block::Redacted(it) => {
            writing.out.key("type").word("redacted_thinking");
            if let Some(data) = &it.redacted {
                writing.out.key("data").text(data);
            }
            // A part with both is written as two blocks; the fields went with the first.
            if it.text.is_none() {
                write_thinking_extras(it, writing);
            }
        }
        Block::Call { call, id, input } => {
            writing.out.key("type").word("tool_use");
            writing.out.key("id").text(id);
            writing.out.key("name").text(&call.name);
            writing.out.key("input").verbatim(input);
            marks.write(call.cache.as_deref(), writing);
            write_extras(&call.extras, NAME, writing);
        }
        Block::Result { result, id, content, is_error } => {
            writing.out.key("type").word("tool_result");
            writing.out.key("tool_use_id").text(id);
            match content {
                Content::Nothing => {}
                Content::Text(text) => writing.out.key("content").text(text),
                Content::Blocks(blocks) => {
                    writing.out.key("content");
                    write_blocks(blocks, marks, writing);
                }
            }
            if let Some(is_error) = is_error {
                writing.out.key("is_error").bool(*is_error);
            }
            marks.write(result.cache.as_deref(), writing);
            write_extras(&result.extras, NAME, writing);
        }
        Block::Media(block) => write_media(block, marks, writing),
        Block::Raw(_) => {}
    }
    writing.out.close(b'}');
}

/// A mark on thinking is refused, so it is left out.
fn write_thinking_extras(it: &Reasoning<'_>, writing: &mut Writing<'_>) {
    for extra in it.extras.of(NAME) {
        if !extra.key.is("cache_control") {
            writing.out.key_text(&extra.key).raw(&extra.value);
        } else if !extra.value.is_null() {
            writing.report.add(&loss::CACHE_HINT, extra.at, || "thinking may not have a cache mark".to_owned());
        }
    }
}

fn write_media(block: &MediaBlock<'_>, marks: &mut Marks, writing: &mut Writing<'_>) {
    let media = block.media;
    writing.out.key("type").word(if block.is_image { "image" } else { "document" });
    writing.out.key("source").open(b'{');
    match &block.source {
        Source::Base64 { media_type, data } => {
            writing.out.key("type").word("base64");
            writing.out.key("media_type").text(media_type);
            writing.out.key("data").text(data);
        }
        Source::Plain(text) => {
            writing.out.key("type").word("text");
            writing.out.key("media_type").word("text/plain");
            writing.out.key("data").text(text);
        }
        Source::Url(url) => {
            writing.out.key("type").word("url");
            writing.out.key("url").text(url);
        }
        Source::File(id) => {
            writing.out.key("type").word("file");
            writing.out.key("file_id").text(id);
        }
    }
    for extra in media.extras.of(NAME) {
        if let Some(key) = extra.key.decode().strip_prefix(SOURCE) {
            writing.out.key_text(&Text::Owned(key.to_owned())).raw(&extra.value);
        }
    }
    writing.out.close(b'}');
    if let Some(title) = block.title() {
        writing.out.key("title").text(title);
    }
    for extra in media.extras.of(NAME) {
        if !extra.key.decode().starts_with(SOURCE) {
            writing.out.key_text(&extra.key).raw(&extra.value);
        }
    }
    marks.write(media.cache.as_deref(), writing);
}
