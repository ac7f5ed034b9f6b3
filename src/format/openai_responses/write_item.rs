//! Turns as items: messages, calls, outputs of tools, and the parts in them.

use crate::json::{At, Out, Text, minify, utf8_text};
use crate::lower::{
    Block, CacheMark, FileSource, MediaBlock, OutlineCall, OutlineRole, OutlineTurn, ResultBlock, TextBlock,
    is_full_message, items,
};
use crate::model::{Arguments, CallKind, MediaKind};

use super::NAME;

pub(super) fn write_items(turns: &[OutlineTurn<'_>], out: &mut Out) {
    out.open(b'[');
    for turn in turns {
        match turn.speaker {
            OutlineRole::System => write_message("system", turn, out),
            OutlineRole::Developer => write_message("developer", turn, out),
            OutlineRole::User => write_message("user", turn, out),
            OutlineRole::Assistant => write_answer(turn, out),
            OutlineRole::Tool => turn.blocks.iter().for_each(|block| write_item(block, out)),
        }
    }
    out.close(b']');
}

fn write_message(role: &'static str, turn: &OutlineTurn<'_>, out: &mut Out) {
    out.source(turn.at).open(b'{');
    out.quick_key("role").word(role);
    out.quick_key("content");
    write_content(&turn.blocks, turn.is_list, out);
    out.close(b'}');
}

/// One text is an easy message; texts that are more need a full one with an id.
fn write_answer(turn: &OutlineTurn<'_>, out: &mut Out) {
    if turn.blocks.is_empty() {
        write_easy(&Text::Token(""), turn.at, out);
    }
    let mut ids = turn.ids().iter();
    let is_alone = turn.blocks.len() == 1;
    for item in items(&turn.blocks) {
        match item {
            [Block::Text(text)] => write_easy(&text.text, if is_alone { turn.at } else { text.at }, out),
            texts if is_full_message(texts) => write_full(texts, ids.next().map_or("", String::as_str), out),
            blocks => blocks.iter().for_each(|block| write_item(block, out)),
        }
    }
}

fn write_easy(text: &Text<'_>, at: At, out: &mut Out) {
    out.source(at).open(b'{');
    out.quick_key("role").word("assistant");
    out.quick_key("content").text(text);
    out.close(b'}');
}

fn write_full(texts: &[Block<'_>], id: &str, out: &mut Out) {
    out.source(texts.first().map_or(At::NOWHERE, Block::at)).open(b'{');
    out.key("type").word("message");
    out.key("id").string(id);
    out.key("role").word("assistant");
    out.key("status").word("completed");
    out.key("content").open(b'[');
    for block in texts {
        out.source(block.at()).open(b'{');
        if let Block::Text(it) = block {
            out.key("type").word("output_text");
            out.key("text").text(&it.text);
            out.key("annotations").array(|_| {});
        } else if let Block::Refusal(it) = block {
            out.key("type").word("refusal");
            out.key("refusal").text(&it.text);
        }
        out.close(b'}');
    }
    out.close(b']');
    out.close(b'}');
}

/// Writes an item of its own: a call, an output, an item that only this API has.
fn write_item(block: &Block<'_>, out: &mut Out) {
    match block {
        Block::Call(call) => write_call(call, out),
        Block::Result(result) => write_result(result, out),
        Block::Raw(it) => it.write(out),
        // Items of reasoning are made by the service alone.
        Block::Text(_) | Block::Refusal(_) | Block::Reasoning(_) | Block::Redacted(_) | Block::Media(_) => {}
    }
}

pub(in crate::format) fn write_call(block: &OutlineCall<'_>, out: &mut Out) {
    let is_custom = block.call.kind == CallKind::Custom;
    out.source(block.call.at).open(b'{');
    out.quick_key("type").word(if is_custom { "custom_tool_call" } else { "function_call" });
    out.quick_key("call_id").text(block.id.as_ref().unwrap_or(&Text::Token("")));
    out.quick_key("name").text(&block.name);
    out.key(if is_custom { "input" } else { "arguments" });
    match &block.call.arguments {
        Arguments::Encoded(text) => out.text(text),
        Arguments::Object(raw) => {
            let mut compact = Vec::with_capacity(raw.as_str().len());
            minify(raw.as_str(), &mut compact);
            out.string(&utf8_text(&compact));
        }
    }
    out.close(b'}');
}

fn write_result(block: &ResultBlock<'_>, out: &mut Out) {
    out.source(block.result.at).open(b'{');
    out.quick_key("type").word(if block.is_custom { "custom_tool_call_output" } else { "function_call_output" });
    out.quick_key("call_id").text(block.id.as_ref().unwrap_or(&Text::Token("")));
    if let Some(name) = block.name.as_ref().filter(|_| !block.is_custom) {
        out.quick_key("name").text(name);
    }
    out.quick_key("output");
    write_content(&block.blocks, block.is_list, out);
    out.close(b'}');
}

/// A string, where the content is nothing or one text with nothing attached; else a list of parts.
fn write_content(blocks: &[Block<'_>], is_list: bool, out: &mut Out) {
    match blocks {
        [] => out.string(""),
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
        Block::Text(text) | Block::Refusal(text) => write_text("input_text", text, out),
        Block::Media(media) => write_media(media, out),
        Block::Raw(it) => it.write(out),
        Block::Reasoning(_) | Block::Redacted(_) | Block::Call(_) | Block::Result(_) => {}
    }
}

/// A text as a part of that type.
pub(in crate::format) fn write_text(kind: &'static str, block: &TextBlock<'_>, out: &mut Out) {
    out.source(block.at).open(b'{');
    out.key("type").word(kind);
    out.key("text").text(&block.text);
    write_mark(block.mark.as_ref(), out);
    out.close(b'}');
}

fn write_mark(mark: Option<&CacheMark<'_>>, out: &mut Out) {
    if mark.is_some() {
        out.key("prompt_cache_breakpoint").object(|out| out.key("mode").word("explicit"));
    }
}

pub(in crate::format) fn write_media(block: &MediaBlock<'_>, out: &mut Out) {
    let is_image = block.kind == MediaKind::Image;
    out.source(block.media.at).open(b'{');
    out.key("type").word(if is_image { "input_image" } else { "input_file" });
    match &block.source {
        FileSource::Base64(data) => {
            let media_type = block.media_type.as_ref().map_or(Text::Token(""), Text::borrow);
            let url = [Text::Token("data:"), media_type, Text::Token(";base64,"), data.borrow()];
            out.key(if is_image { "image_url" } else { "file_data" }).joined(&url);
        }
        FileSource::Remote(id) => out.key("file_id").text(id),
        FileSource::Url(url) | FileSource::File(url) | FileSource::Plain(url) => {
            let is_data = url.decode().starts_with("data:");
            out.key(match is_image {
                true => "image_url",
                false if is_data => "file_data",
                false => "file_url",
            })
            .text(url);
        }
    }
    if let Some(name) = &block.name {
        out.key("filename").text(name);
    }
    match &block.detail {
        Some(detail) => out.key("detail").text(detail),
        // The types of the SDK want a detail on images.
        None if is_image => out.key("detail").word("auto"),
        None => {}
    }
    write_mark(block.mark.as_ref(), out);
    out.close(b'}');
}
