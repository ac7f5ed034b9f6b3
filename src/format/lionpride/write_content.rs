//! The content of a message: words with images, a call, or what came back.

use super::image::normal_id;
use super::kind::ContentType;
use crate::json::{Out, Text};
use crate::lower::{Block, FileSource, OutlineCall, ResultBlock, TextForm};
use crate::model::Arguments;

pub(super) fn write_content(kind: ContentType, blocks: &[Block<'_>], out: &mut Out) {
    match blocks {
        [Block::Call(call)] => write_call(call, out),
        [Block::Result(result)] => write_result(result, out),
        blocks => write_words(kind.main_key(), blocks, out),
    }
}

fn write_words(key: &str, blocks: &[Block<'_>], out: &mut Out) {
    let mut words = blocks.iter().filter_map(Block::as_words).peekable();
    let mut images =
        blocks.iter().filter_map(|block| if let Block::Media(it) = block { Some(it) } else { None }).peekable();
    // The key decides the type: without it the message would be an empty instruction.
    if words.peek().is_some() || images.peek().is_none() {
        out.key(key).joined(words.map(|words| &words.text));
    }
    let Some(first) = images.peek() else { return };
    let detail = first.detail.as_ref();
    out.key("images").array(|out| {
        for image in images.clone() {
            if let FileSource::Url(url) = &image.source {
                out.text(url);
            }
        }
    });
    if let Some(detail) = detail {
        out.key("image_detail").text(detail);
    }
}

fn write_call(call: &OutlineCall<'_>, out: &mut Out) {
    out.key("function").text(&call.name);
    out.key("arguments");
    match (&call.object, &call.call.arguments) {
        (Some(value), _) => out.verbatim(value),
        (None, Arguments::Encoded(text)) => out.text(text),
        (None, Arguments::Object(raw)) => out.raw(raw),
    }
}

fn write_result(result: &ResultBlock<'_>, out: &mut Out) {
    if let Some(id) = &result.id {
        out.key("request_id").text(&normal_id(id));
    }
    out.key(if result.is_error == Some(true) { "error" } else { "result" });
    match result.blocks.iter().find_map(Block::as_words) {
        Some(value) if value.form != TextForm::Words => out.verbatim(&value.text.decode_json()),
        Some(words) => out.text(&words.text),
        None => out.text(&Text::Token("")),
    }
}
