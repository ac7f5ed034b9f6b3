//! Content blocks as JSON.

use super::NAME;
use super::cache::{Marks, is_point};
use super::media::LOCATION;
use super::plan::Block;
use super::plan_media::{MediaBlock, Source};
use crate::format::Writing;
use crate::format::shared::write_extras;
use crate::json::Text;
use crate::model::{Extras, TextPart};
use crate::report::loss;

/// A list of blocks, each with the cache point that belongs behind it.
pub(super) fn write_blocks(blocks: &[Block<'_>], marks: &mut Marks, writing: &mut Writing<'_>) {
    writing.out.open(b'[');
    for block in blocks {
        if let Block::Raw(it) = block
            && is_point(it)
            && !marks.is_point_kept()
        {
            writing.report.add(&loss::OPAQUE_PART, it.at, || "only the last four cache points are kept".to_owned());
            continue;
        }
        write_block(block, writing);
        marks.write(block.hint(), writing);
    }
    writing.out.close(b']');
}

/// Fields that are no mere spelling.
fn write_fields(extras: &Extras<'_>, writing: &mut Writing<'_>) {
    for extra in extras.of(NAME).iter().filter(|extra| !extra.is_note) {
        writing.out.key_text(&extra.key).raw(&extra.value);
    }
}

fn write_block(block: &Block<'_>, writing: &mut Writing<'_>) {
    if let Block::Raw(it) = block {
        writing.out.raw(&it.raw);
        return;
    }
    writing.out.open(b'{');
    match block {
        Block::Text { text, part, .. } => match part.filter(|part| is_cited(part)) {
            Some(part) => write_cited(part, writing),
            None => writing.out.key("text").text(text),
        },
        Block::Json(it) => writing.out.key("json").verbatim(&it.text.decode_json()),
        Block::Reasoning(it) => {
            writing.out.key("reasoningContent").open(b'{');
            writing.out.key("reasoningText").open(b'{');
            writing.out.key("text").text(it.text.as_ref().unwrap_or(&Text::Token("")));
            if let Some(signature) = &it.signature {
                writing.out.key("signature").text(signature);
            }
            write_extras(&it.extras, NAME, writing);
            writing.out.close(b'}');
            writing.out.close(b'}');
        }
        Block::Redacted(it) => {
            writing.out.key("reasoningContent").open(b'{');
            if let Some(data) = &it.redacted {
                writing.out.key("redactedContent").text(data);
            }
            writing.out.close(b'}');
        }
        Block::Call { call, id, input } => {
            writing.out.key("toolUse").open(b'{');
            writing.out.key("toolUseId").text(id);
            writing.out.key("name").text(&call.name);
            writing.out.key("input").verbatim(input);
            write_extras(&call.extras, NAME, writing);
            writing.out.close(b'}');
        }
        Block::Result { result, id, content, status } => {
            writing.out.key("toolResult").open(b'{');
            writing.out.key("toolUseId").text(id);
            writing.out.key("content").open(b'[');
            for block in content {
                write_block(block, writing);
            }
            writing.out.close(b']');
            if let Some(status) = status {
                writing.out.key("status").word(status);
            }
            write_extras(&result.extras, NAME, writing);
            writing.out.close(b'}');
        }
        Block::Media(block) => write_media(block, writing),
        Block::Raw(_) => {}
    }
    writing.out.close(b'}');
}

/// Text that comes with its sources, or came in a block for such text.
fn is_cited(part: &TextPart<'_>) -> bool {
    part.citations.as_ref().is_some_and(|citations| citations.origin == NAME)
        || part.extras.get(NAME, "content").is_some_and(|extra| extra.is_note)
}

fn write_cited(part: &TextPart<'_>, writing: &mut Writing<'_>) {
    writing.out.key("citationsContent").open(b'{');
    writing.out.key("content");
    match part.extras.get(NAME, "content").filter(|extra| extra.is_note) {
        Some(pieces) => writing.out.raw(&pieces.value),
        None => {
            writing.out.array(|out| {
                out.object(|out| {
                    out.key("text").text(&part.text);
                });
            });
        }
    }
    if let Some(citations) = part.citations.as_ref().filter(|citations| citations.origin == NAME) {
        writing.out.key("citations").raw(&citations.raw);
    }
    write_fields(&part.extras, writing);
    writing.out.close(b'}');
}

fn write_media(block: &MediaBlock<'_>, writing: &mut Writing<'_>) {
    let media = block.media;
    writing.out.key(block.key()).open(b'{');
    if let Some(format) = &block.format {
        writing.out.key("format").raw(format);
    }
    if let Some(name) = &block.name {
        writing.out.key("name").text(name);
    }
    writing.out.key("source").open(b'{');
    match &block.source {
        Source::Bytes(data) => writing.out.key("bytes").text(data),
        Source::Text(text) => writing.out.key("text").text(text),
        Source::S3(uri) => {
            writing.out.key("s3Location").open(b'{');
            writing.out.key("uri").text(uri);
            for extra in media.extras.of(NAME) {
                if let Some(key) = extra.key.decode().strip_prefix(LOCATION) {
                    writing.out.key_text(&Text::Owned(key.to_owned())).raw(&extra.value);
                }
            }
            writing.out.close(b'}');
        }
    }
    writing.out.close(b'}');
    for extra in media.extras.of(NAME).iter().filter(|extra| !extra.is_note) {
        if !extra.key.decode().starts_with(LOCATION) {
            writing.out.key_text(&extra.key).raw(&extra.value);
        }
    }
    writing.out.close(b'}');
}
