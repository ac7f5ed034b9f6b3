//! Messages of chats, of versions 5 to 7 and of version 4. Results are in the parts of the calls that they answer.

use super::NAME;
use super::approval::{is_asked, write_member};
use super::result::IS_DENIED;
use super::source::write_old;
use super::tool::{DYNAMIC, STATE};
use super::write_part::{
    is_attachment, media_type_of, other_seals_of, seal_of_signature, seals_of, write_fields, write_input,
    write_options, write_url, write_value,
};
use crate::json::{Out, Text};
use crate::lower::{
    Block, FileSource, MediaBlock, Outline, OutlineCall, OutlineRole, OutlineTurn, RawBlock, ResultBlock,
};
use crate::model::{Reasoning, Slot};

/// Types that are not calls of a tool of that name.
const OTHER_TYPES: &[&str] = &["", "invocation", "call", "result", "approval-request", "approval-response"];

#[derive(Clone, Copy, Debug)]
pub(super) struct UiWriter {
    /// Version 4.
    pub(super) is_old: bool,
}

impl UiWriter {
    pub(super) fn messages(self, outline: &Outline<'_>, out: &mut Out) {
        // Results and further steps of an answer have no id.
        for turns in outline.turns.chunk_by(|_, next| next.id.is_none()) {
            self.message(turns, out);
        }
    }

    fn message(self, turns: &[OutlineTurn<'_>], out: &mut Out) {
        let Some(first) = turns.first() else { return };
        out.source(first.at).open(b'{');
        if let Some(id) = &first.id {
            out.key("id").text(id);
        }
        out.key("role").word(match first.speaker {
            OutlineRole::System | OutlineRole::Developer => "system",
            OutlineRole::User => "user",
            OutlineRole::Assistant | OutlineRole::Tool => "assistant",
        });
        let metadata: Vec<_> = first.extras.in_slot(NAME, Slot::Config).collect();
        let time = first.time();
        if let Some(time) = time.filter(|_| self.is_old) {
            out.key("createdAt").text(time);
        }
        let time = time.filter(|_| !self.is_old);
        if time.is_some() || !metadata.is_empty() {
            out.key("metadata").open(b'{');
            if let Some(time) = time {
                out.key("createdAt").text(time);
            }
            for extra in metadata {
                out.key_text(&extra.key).raw(&extra.value);
            }
            out.close(b'}');
        }
        if self.is_old {
            // The text of the last step, as the library has it.
            let step = turns.iter().rfind(|turn| turn.speaker != OutlineRole::Tool).unwrap_or(first);
            out.key("content").joined(step.blocks.iter().filter_map(Block::as_words).map(|words| &words.text));
        }
        out.key("parts").open(b'[');
        for (number, step) in turns.chunk_by(|_, next| next.speaker == OutlineRole::Tool).enumerate() {
            if number > 0 || (self.is_old && first.speaker == OutlineRole::Assistant) {
                out.object(|out| out.key("type").word("step-start"));
            }
            if let [answer, results @ ..] = step {
                self.step(answer, results, number, out);
            }
        }
        out.close(b']');
        if self.is_old {
            write_attachments(first, out);
        }
        write_fields(first.extras, &[], out);
        out.close(b'}');
    }

    fn step(self, answer: &OutlineTurn<'_>, results: &[OutlineTurn<'_>], number: usize, out: &mut Out) {
        // Results are in the order of their calls.
        let mut results = results.iter().filter_map(|turn| turn.blocks.first()?.as_result()).peekable();
        for block in &answer.blocks {
            let is_of =
                |result: &&ResultBlock<'_>| block.as_call().is_some_and(|call| result.call == Some(call.number));
            let own = results.next_if(|result| is_of(result));
            match block {
                Block::Text(words) | Block::Refusal(words) => {
                    let part = words.part;
                    out.source(words.at).open(b'{');
                    out.key("type").word("text");
                    out.key("text").text(&words.text);
                    if let Some(part) = part {
                        let seals = seal_of_signature(part.signature());
                        write_options("providerMetadata", Slot::Source, &part.extras, &seals, out);
                        write_fields(&part.extras, &[], out);
                    }
                    out.close(b'}');
                }
                Block::Reasoning(it) | Block::Redacted(it) if self.is_old => write_old_reasoning(it, out),
                Block::Reasoning(it) | Block::Redacted(it) => write_reasoning(it, out),
                Block::Call(call) if self.is_old => write_old_call(call, own, number, out),
                Block::Call(call) => write_call(call, own, out),
                Block::Media(file) if self.is_old && answer.speaker != OutlineRole::Assistant => {
                    // Written as an attachment, after the parts.
                    let _ = file;
                }
                Block::Media(file) if self.is_old => write_old_file(file, out),
                Block::Media(file) => write_file(file, out),
                Block::Raw(RawBlock::Own(it)) if self.is_old => write_old(it, out),
                Block::Raw(it) => it.write(out),
                Block::Result(_) => {}
            }
        }
    }
}

fn write_reasoning(it: &Reasoning<'_>, out: &mut Out) {
    out.source(it.at).open(b'{');
    out.key("type").word("reasoning");
    out.key("text").text(&it.text.as_ref().map_or(Text::Token(""), Text::borrow));
    write_options("providerMetadata", Slot::Source, &it.extras, &seals_of(it), out);
    write_fields(&it.extras, &[], out);
    out.close(b'}');
}

fn write_old_reasoning(it: &Reasoning<'_>, out: &mut Out) {
    let is_own = it.family == "anthropic";
    out.source(it.at).open(b'{');
    out.key("type").word("reasoning");
    out.key("reasoning").text(&it.text.as_ref().map_or(Text::Token(""), Text::borrow));
    out.key("details").open(b'[');
    if it.text.is_some() || it.redacted.is_none() || !is_own {
        out.open(b'{');
        out.key("type").word("text");
        out.key("text").text(&it.text.as_ref().map_or(Text::Token(""), Text::borrow));
        if let Some(signature) = it.signature.as_ref().filter(|_| is_own) {
            out.key("signature").text(signature);
        }
        it.extras.write(Slot::Detail, NAME, out);
        out.close(b'}');
    }
    if let Some(data) = it.redacted.as_ref().filter(|_| is_own) {
        out.object(|out| {
            out.key("type").word("redacted");
            out.key("data").text(data);
            if it.text.is_none() {
                it.extras.write(Slot::Detail, NAME, out);
            }
        });
    }
    out.close(b']');
    write_options("providerMetadata", Slot::Source, &it.extras, &other_seals_of(it), out);
    write_fields(&it.extras, &[], out);
    out.close(b'}');
}

/// The state of a call of versions 5 to 7.
fn state_of<'o>(call: &'o OutlineCall<'_>, result: Option<&ResultBlock<'_>>) -> Text<'o> {
    let extras = &call.call.extras;
    let own = extras.find_mark(NAME, STATE).filter(|_| is_asked(call)).and_then(|state| state.value.as_str().get(1..));
    let own = own.and_then(|state| state.strip_suffix('"')).map(Text::Token);
    let is_denied = result.is_some_and(|result| result.result.extras.find_mark(NAME, IS_DENIED).is_some());
    match (result, own) {
        (None, Some(state)) => state,
        (Some(_), Some(state)) if is_denied => state,
        (None, None) => Text::Token("input-available"),
        (Some(result), _) if result.is_error == Some(true) => Text::Token("output-error"),
        (Some(_), _) => Text::Token("output-available"),
    }
}

fn write_call(call: &OutlineCall<'_>, result: Option<&ResultBlock<'_>>, out: &mut Out) {
    let extras = &call.call.extras;
    let name = call.name.spelling();
    out.source(call.call.at).open(b'{');
    if extras.find_mark(NAME, DYNAMIC).is_some() || OTHER_TYPES.contains(&name.as_ref()) {
        out.key("type").word("dynamic-tool");
        out.key("toolName").text(&call.name);
    } else {
        out.key("type").joined([Text::Token("tool-"), call.name.borrow()]);
    }
    out.key("toolCallId").text(&call.id.as_ref().map_or(Text::Token(""), Text::borrow));
    let state = state_of(call, result);
    out.key("state").text(&state);
    out.key("input");
    write_input(call, out);
    if let Some(result) = result {
        if state.is("output-available") {
            out.key("output");
            write_value(result, out);
        } else if state.is("output-error") {
            let texts = result.blocks.iter().filter_map(Block::as_words).map(|words| &words.text);
            out.key("errorText").joined(texts);
        }
    }
    write_options(
        "callProviderMetadata",
        Slot::Source,
        extras,
        &seal_of_signature(call.call.signature.as_deref()),
        out,
    );
    if let Some(result) = result {
        write_options("resultProviderMetadata", Slot::Source, &result.result.extras, &[], out);
    }
    write_member(call, out);
    write_fields(extras, &[], out);
    out.close(b'}');
}

fn write_old_call(call: &OutlineCall<'_>, result: Option<&ResultBlock<'_>>, step: usize, out: &mut Out) {
    let extras = &call.call.extras;
    out.source(call.call.at).open(b'{');
    out.key("type").word("tool-invocation");
    out.key("toolInvocation").open(b'{');
    out.key("state").word(if result.is_some() { "result" } else { "call" });
    out.key("step").verbatim(&step.to_string());
    out.key("toolCallId").text(&call.id.as_ref().map_or(Text::Token(""), Text::borrow));
    out.key("toolName").text(&call.name);
    out.key("args");
    write_input(call, out);
    if let Some(result) = result {
        out.key("result");
        write_value(result, out);
    }
    extras.write(Slot::Function, NAME, out);
    out.close(b'}');
    let seals = seal_of_signature(call.call.signature.as_deref());
    write_options("providerMetadata", Slot::Source, extras, &seals, out);
    if let Some(result) = result {
        write_options("resultProviderMetadata", Slot::Source, &result.result.extras, &[], out);
    }
    write_member(call, out);
    write_fields(extras, &[], out);
    out.close(b'}');
}

fn write_file(file: &MediaBlock<'_>, out: &mut Out) {
    out.source(file.media.at).open(b'{');
    out.key("type").word("file");
    out.key("mediaType").text(&media_type_of(file));
    if let Some(name) = &file.name {
        out.key("filename").text(name);
    }
    out.key("url");
    write_url(file, out);
    write_options("providerMetadata", Slot::Source, &file.media.extras, &[], out);
    write_fields(&file.media.extras, &[], out);
    out.close(b'}');
}

/// A file of an answer, whose bytes are not in a `data:` URL.
fn write_old_file(file: &MediaBlock<'_>, out: &mut Out) {
    out.source(file.media.at).open(b'{');
    out.key("type").word("file");
    out.key("mimeType").text(&media_type_of(file));
    if let Some(name) = &file.name {
        out.key("filename").text(name);
    }
    out.key("data");
    match &file.source {
        FileSource::Base64(data) => out.text(data),
        FileSource::Url(_) | FileSource::File(_) | FileSource::Remote(_) | FileSource::Plain(_) => write_url(file, out),
    }
    write_options("providerMetadata", Slot::Source, &file.media.extras, &[], out);
    if !is_attachment(&file.media.extras) {
        write_fields(&file.media.extras, &[], out);
    }
    out.close(b'}');
}

fn write_attachments(turn: &OutlineTurn<'_>, out: &mut Out) {
    let mut files = turn.blocks.iter().filter_map(Block::as_media).peekable();
    if turn.speaker == OutlineRole::Assistant || files.peek().is_none() {
        return;
    }
    out.key("experimental_attachments").open(b'[');
    for file in files {
        out.source(file.media.at).open(b'{');
        if let Some(name) = &file.name {
            out.key("name").text(name);
        }
        out.key("contentType").text(&media_type_of(file));
        out.key("url");
        write_url(file, out);
        write_options("providerMetadata", Slot::Source, &file.media.extras, &[], out);
        if is_attachment(&file.media.extras) {
            write_fields(&file.media.extras, &[], out);
        }
        out.close(b'}');
    }
    out.close(b']');
}
