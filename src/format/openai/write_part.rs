//! Content parts.

use super::NAME;
use super::dialect::OpenAiDialect;
use super::write_message::or_empty;
use crate::json::{Out, Text};
use crate::lower::{Block, CacheMark, FileSource, MediaBlock, TextBlock};
use crate::model::{Extras, MediaKind, Slot};

pub(super) fn write_parts<'o>(blocks: impl IntoIterator<Item = &'o Block<'o>>, dialect: OpenAiDialect, out: &mut Out) {
    for block in blocks {
        match block {
            Block::Text(text) | Block::Refusal(text) => write_text(text, dialect, out),
            Block::Media(media) => write_media(media, dialect, out),
            Block::Raw(it) => it.write(out),
            Block::Reasoning(_) | Block::Redacted(_) | Block::Call(_) | Block::Result(_) => {}
        }
    }
}

pub(super) fn write_text(block: &TextBlock<'_>, dialect: OpenAiDialect, out: &mut Out) {
    out.source(block.at).open(b'{');
    out.key("type").word("text");
    out.key("text").text(&block.text);
    write_mark(block.mark.as_ref(), dialect, out);
    if let Some(part) = block.part {
        write_extras(&part.extras, dialect, out);
    }
    out.close(b'}');
}

fn write_mark(mark: Option<&CacheMark<'_>>, dialect: OpenAiDialect, out: &mut Out) {
    let Some(mark) = mark else { return };
    if dialect != OpenAiDialect::LiteLlm {
        out.key("prompt_cache_breakpoint").object(|out| out.key("mode").word("explicit"));
        return;
    }
    out.key("cache_control").object(|out| {
        out.key("type").word("ephemeral");
        if let Some(lifetime) = mark.lifetime {
            out.key("ttl").word(lifetime.word());
        }
    });
}

/// Fields that this format's reader kept.
pub(super) fn write_extras(extras: &Extras<'_>, dialect: OpenAiDialect, out: &mut Out) {
    for extra in extras.in_slot(NAME, Slot::Here).filter(|extra| !extra.is_note && dialect.keeps(extra)) {
        out.key_text(&extra.key).raw(&extra.value);
    }
}

fn write_media(block: &MediaBlock<'_>, dialect: OpenAiDialect, out: &mut Out) {
    if dialect == OpenAiDialect::Hf {
        return out.source(block.media.at).object(|out| out.key("type").word("image"));
    }
    let kind = match block.kind {
        MediaKind::Document if dialect == OpenAiDialect::Mistral => return write_document(block, dialect, out),
        MediaKind::Image => "image_url",
        MediaKind::Audio => "input_audio",
        MediaKind::Video => "video_url",
        MediaKind::Document | MediaKind::Unknown => "file",
    };
    out.source(block.media.at).open(b'{');
    out.key("type").word(kind);
    out.key(kind).open(b'{');
    if let Some(name) = &block.name {
        out.key("filename").text(name);
    }
    write_source(block, out);
    if let Some(detail) = &block.detail {
        out.key("detail").text(detail);
    }
    if dialect != OpenAiDialect::Mistral {
        block.media.extras.write(Slot::Source, NAME, out);
    }
    out.close(b'}');
    write_extras(&block.media.extras, dialect, out);
    write_mark(block.mark.as_ref(), dialect, out);
    out.close(b'}');
}

/// `{"type":"document_url","document_url":"https://example.com/a.pdf","document_name":"a.pdf"}`
fn write_document(block: &MediaBlock<'_>, dialect: OpenAiDialect, out: &mut Out) {
    out.open(b'{');
    out.key("type").word("document_url");
    out.key("document_url");
    write_url(block, out);
    if let Some(name) = &block.name {
        out.key("document_name").text(name);
    }
    write_extras(&block.media.extras, dialect, out);
    out.close(b'}');
}

/// The URL of a media file, or one with its bytes.
fn write_url(block: &MediaBlock<'_>, out: &mut Out) {
    match &block.source {
        FileSource::Base64(data) => {
            let media_type = or_empty(block.media_type.as_ref());
            out.joined(&[Text::Token("data:"), media_type.borrow(), Text::Token(";base64,"), data.borrow()]);
        }
        FileSource::Remote(url) | FileSource::Url(url) | FileSource::File(url) | FileSource::Plain(url) => {
            out.text(url);
        }
    }
}

fn write_source(block: &MediaBlock<'_>, out: &mut Out) {
    match (&block.source, block.kind) {
        (FileSource::Base64(data), MediaKind::Audio) => {
            let media_type = or_empty(block.media_type.as_ref());
            out.key("data").text(data);
            out.key("format").word(if media_type.decode().contains("wav") { "wav" } else { "mp3" });
        }
        (FileSource::Remote(id), _) => out.key("file_id").text(id),
        (_, MediaKind::Image | MediaKind::Video) => {
            out.key("url");
            write_url(block, out);
        }
        _ => {
            out.key("file_data");
            write_url(block, out);
        }
    }
}
