//! Messages for models, of versions 5 to 7 and of version 4. Results are messages of role `tool`.

use super::NAME;
use super::policy::UI_FIELDS;
use super::result::IS_DENIED;
use super::write_part::{
    is_attachment, is_hosted, is_json, media_type_of, other_seals_of, seal_of_signature, seals_of, write_fields,
    write_input, write_options, write_url, write_value,
};
use crate::json::{Out, Text};
use crate::lower::{
    Block, FileSource, MediaBlock, Outline, OutlineCall, OutlineRole, OutlineTurn, ResultBlock, TextBlock,
};
use crate::model::{MediaKind, Reasoning, Slot};

const OPTIONS: &str = "providerOptions";

#[derive(Clone, Copy, Debug)]
pub(super) struct ModelWriter {
    /// Version 4.
    pub(super) is_old: bool,
}

impl ModelWriter {
    pub(super) fn messages(self, outline: &Outline<'_>, out: &mut Out) {
        let mut turns = outline.turns.iter().peekable();
        while let Some(turn) = turns.next() {
            let hosted: Vec<usize> = turn
                .blocks
                .iter()
                .filter_map(Block::as_call)
                .filter(|call| !self.is_old && is_hosted(call))
                .map(|call| call.number)
                .collect();
            let results = turns.peek().filter(|next| next.speaker == OutlineRole::Tool);
            let is_inside = |block: &&Block<'_>| {
                block.as_result().and_then(|result| result.call).is_some_and(|call| hosted.binary_search(&call).is_ok())
            };
            let inside: Vec<&Block<'_>> =
                results.iter().flat_map(|turn| &turn.blocks).filter(|block| is_inside(block)).collect();
            self.message(turn, &turn.blocks.iter().chain(inside.iter().copied()).collect::<Vec<_>>(), out);
            // The results of the service are in the message with its calls.
            if !inside.is_empty()
                && let Some(results) = turns.next()
            {
                let others: Vec<&Block<'_>> = results.blocks.iter().filter(|block| !is_inside(block)).collect();
                if !others.is_empty() {
                    self.message(results, &others, out);
                }
            }
        }
    }

    fn message(self, turn: &OutlineTurn<'_>, blocks: &[&Block<'_>], out: &mut Out) {
        out.source(turn.at).open(b'{');
        out.key("role").word(match turn.speaker {
            OutlineRole::System | OutlineRole::Developer => "system",
            OutlineRole::User => "user",
            OutlineRole::Assistant => "assistant",
            OutlineRole::Tool => "tool",
        });
        out.key("content");
        match (turn.speaker, blocks) {
            (OutlineRole::System | OutlineRole::Developer, blocks) => {
                out.joined(blocks.iter().filter_map(|block| block.as_words()).map(|words| &words.text));
            }
            (OutlineRole::User | OutlineRole::Assistant, [Block::Text(words)]) if !turn.is_list && is_plain(words) => {
                out.text(&words.text);
            }
            _ => {
                out.open(b'[');
                for block in blocks {
                    self.block(block, turn.speaker, out);
                }
                out.close(b']');
            }
        }
        write_options(OPTIONS, Slot::Settings, turn.extras, &[], out);
        write_fields(turn.extras, UI_FIELDS, out);
        out.close(b'}');
    }

    fn block(self, block: &Block<'_>, speaker: OutlineRole, out: &mut Out) {
        if let Block::Raw(it) = block {
            return it.write(out);
        }
        out.source(block.at()).open(b'{');
        match block {
            Block::Text(words) | Block::Refusal(words) => Self::text(words, out),
            Block::Redacted(it) if self.is_old && it.family == "anthropic" => {
                out.key("type").word("redacted-reasoning");
                out.key("data").text(&it.redacted.as_ref().map_or(Text::Token(""), Text::borrow));
                write_fields(&it.extras, UI_FIELDS, out);
            }
            Block::Reasoning(it) | Block::Redacted(it) => self.reasoning(it, out),
            Block::Call(call) => self.call(call, out),
            Block::Result(result) if self.is_old => old_result(result, out),
            Block::Result(result) => write_result(result, out),
            Block::Media(file) => self.file(file, speaker, out),
            Block::Raw(_) => {}
        }
        out.close(b'}');
    }

    fn text(words: &TextBlock<'_>, out: &mut Out) {
        out.key("type").word("text");
        out.key("text").text(&words.text);
        if let Some(part) = words.part {
            let seals = seal_of_signature(part.signature());
            write_options(OPTIONS, Slot::Source, &part.extras, &seals, out);
            write_fields(&part.extras, UI_FIELDS, out);
        }
    }

    fn reasoning(self, it: &Reasoning<'_>, out: &mut Out) {
        out.key("type").word("reasoning");
        out.key("text").text(&it.text.as_ref().map_or(Text::Token(""), Text::borrow));
        if let Some(signature) = it.signature.as_ref().filter(|_| self.is_old && it.family == "anthropic") {
            out.key("signature").text(signature);
        }
        let seals = if self.is_old { other_seals_of(it) } else { seals_of(it) };
        write_options(OPTIONS, Slot::Source, &it.extras, &seals, out);
        write_fields(&it.extras, UI_FIELDS, out);
    }

    fn call(self, call: &OutlineCall<'_>, out: &mut Out) {
        out.key("type").word("tool-call");
        out.key("toolCallId").text(&call.id.as_ref().map_or(Text::Token(""), Text::borrow));
        out.key("toolName").text(&call.name);
        out.key(if self.is_old { "args" } else { "input" });
        write_input(call, out);
        let seals = seal_of_signature(call.call.signature.as_deref());
        write_options(OPTIONS, Slot::Source, &call.call.extras, &seals, out);
        write_fields(&call.call.extras, UI_FIELDS, out);
    }

    fn file(self, file: &MediaBlock<'_>, speaker: OutlineRole, out: &mut Out) {
        // Images have a part of their own where the user is the speaker.
        let is_image = self.is_old && file.kind == MediaKind::Image && speaker == OutlineRole::User;
        out.key("type").word(if is_image { "image" } else { "file" });
        match &file.media_type {
            None if is_image => {}
            _ => out.key(if self.is_old { "mimeType" } else { "mediaType" }).text(&media_type_of(file)),
        }
        if let Some(name) = file.name.as_ref().filter(|_| !is_image) {
            out.key("filename").text(name);
        }
        // A string is what all versions take; an object with a URL is none once it was JSON.
        out.key(if is_image { "image" } else { "data" });
        match &file.source {
            FileSource::Base64(data) => out.text(data),
            FileSource::Url(_) | FileSource::File(_) | FileSource::Remote(_) | FileSource::Plain(_) => {
                write_url(file, out);
            }
        }
        write_options(OPTIONS, Slot::Source, &file.media.extras, &[], out);
        if !is_attachment(&file.media.extras) {
            write_fields(&file.media.extras, UI_FIELDS, out);
        }
    }
}

fn is_plain(words: &TextBlock<'_>) -> bool {
    words.is_plain(NAME) && words.part.is_none_or(|part| part.signature().is_none())
}

/// True if the content of a result is a value: one text, or nothing.
fn is_value(result: &ResultBlock<'_>) -> bool {
    match result.blocks.as_slice() {
        [] => true,
        [Block::Text(words)] => !result.is_list && is_plain(words),
        _ => false,
    }
}

fn result_start(result: &ResultBlock<'_>, out: &mut Out) {
    out.key("type").word("tool-result");
    out.key("toolCallId").text(&result.id.as_ref().map_or(Text::Token(""), Text::borrow));
    out.key("toolName").text(result.name.as_ref().unwrap_or(&Text::Token("")));
}

fn write_result(result: &ResultBlock<'_>, out: &mut Out) {
    result_start(result, out);
    let has_failed = result.is_error == Some(true);
    out.key("output").open(b'{');
    if result.result.extras.find_mark(NAME, IS_DENIED).is_some() && has_failed {
        out.key("type").word("error-text");
        out.key("value");
        write_value(result, out);
    } else if has_failed || is_value(result) {
        let is_json = is_value(result) && is_json(result);
        out.key("type").word(match (has_failed, is_json) {
            (false, false) => "text",
            (false, true) => "json",
            (true, false) => "error-text",
            (true, true) => "error-json",
        });
        out.key("value");
        if is_json {
            write_value(result, out);
        } else {
            out.joined(result.blocks.iter().filter_map(Block::as_words).map(|words| &words.text));
        }
    } else {
        out.key("type").word("content");
        out.key("value").open(b'[');
        result.blocks.iter().for_each(|block| result_part(block, out));
        out.close(b']');
    }
    result.result.extras.write(Slot::Output, NAME, out);
    out.close(b'}');
    write_options(OPTIONS, Slot::Source, &result.result.extras, &[], out);
    write_fields(&result.result.extras, UI_FIELDS, out);
}

/// A text or a file in a result, as versions 6 and 7 have them.
fn result_part(block: &Block<'_>, out: &mut Out) {
    match block {
        Block::Text(words) | Block::Refusal(words) => {
            out.source(words.at).open(b'{');
            out.key("type").word("text");
            out.key("text").text(&words.text);
            if let Some(part) = words.part {
                write_options(OPTIONS, Slot::Source, &part.extras, &[], out);
                write_fields(&part.extras, UI_FIELDS, out);
            }
            out.close(b'}');
        }
        Block::Media(file) => {
            let is_image = file.kind == MediaKind::Image;
            out.source(file.media.at).open(b'{');
            match &file.source {
                FileSource::Base64(data) => {
                    out.key("type").word(if is_image { "image-data" } else { "file-data" });
                    out.key("data").text(data);
                    out.key("mediaType").text(&media_type_of(file));
                }
                FileSource::Url(url) | FileSource::File(url) | FileSource::Remote(url) | FileSource::Plain(url) => {
                    out.key("type").word(if is_image { "image-url" } else { "file-url" });
                    out.key("url").text(url);
                }
            }
            if let Some(name) = &file.name {
                out.key("filename").text(name);
            }
            write_options(OPTIONS, Slot::Source, &file.media.extras, &[], out);
            write_fields(&file.media.extras, UI_FIELDS, out);
            out.close(b'}');
        }
        Block::Raw(it) => it.write(out),
        Block::Reasoning(_) | Block::Redacted(_) | Block::Call(_) | Block::Result(_) => {}
    }
}

fn old_image(file: &MediaBlock<'_>, out: &mut Out) {
    out.source(file.media.at).open(b'{');
    out.key("type").word("image");
    out.key("data");
    match &file.source {
        FileSource::Base64(data) => out.text(data),
        FileSource::Url(_) | FileSource::File(_) | FileSource::Remote(_) | FileSource::Plain(_) => write_url(file, out),
    }
    out.key("mimeType").text(&media_type_of(file));
    write_options(OPTIONS, Slot::Source, &file.media.extras, &[], out);
    write_fields(&file.media.extras, UI_FIELDS, out);
    out.close(b'}');
}

/// Version 4 has the value itself, and texts and images as parts of another member.
fn old_result(result: &ResultBlock<'_>, out: &mut Out) {
    result_start(result, out);
    out.key("result");
    if is_value(result) {
        write_value(result, out);
    } else {
        out.joined(result.blocks.iter().filter_map(Block::as_words).map(|words| &words.text));
        out.key("content").open(b'[');
        for block in &result.blocks {
            match block.as_media() {
                Some(file) => old_image(file, out),
                None => result_part(block, out),
            }
        }
        out.close(b']');
    }
    if result.is_error == Some(true) {
        out.key("isError").bool(true);
    }
    write_options(OPTIONS, Slot::Source, &result.result.extras, &[], out);
    write_fields(&result.result.extras, UI_FIELDS, out);
}
