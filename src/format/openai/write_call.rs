//! The calls of an assistant message.

use std::borrow::Cow;

use super::NAME;
use super::dialect::OpenAiDialect;
use super::write_message::or_empty;
use super::write_part::write_extras;
use crate::json::{Out, minify, utf8_text};
use crate::lower::{Block, OutlineCall};
use crate::model::{Arguments, CallKind, Slot, ToolCall};

pub(super) fn write_calls(blocks: &[Block<'_>], dialect: OpenAiDialect, out: &mut Out) {
    // A call without id is one of the older kind, except in rows.
    let is_legacy =
        |block: &Block<'_>| block.as_call().is_some_and(|call| call.id.is_none()) && dialect != OpenAiDialect::Hf;
    let is_listed = |block: &&Block<'_>| {
        matches!(block, Block::Raw(it) if it.is_call()) || (block.as_call().is_some() && !is_legacy(block))
    };
    let mut listed = blocks.iter().filter(is_listed).peekable();
    if listed.peek().is_some() {
        out.key("tool_calls").open(b'[');
        for block in listed {
            if let Block::Raw(it) = block {
                it.write(out);
            } else if let Some(call) = block.as_call() {
                write_call(call, dialect, out);
            }
        }
        out.close(b']');
    }
    if let Some(call) = blocks.iter().rfind(|block| is_legacy(block)).and_then(Block::as_call) {
        out.key("function_call").object(|out| write_function(call, dialect, out));
    }
}

fn write_call(block: &OutlineCall<'_>, dialect: OpenAiDialect, out: &mut Out) {
    let call = block.call;
    out.source(call.at).open(b'{');
    match &block.id {
        None if dialect == OpenAiDialect::Hf => {}
        id => out.key("id").text(or_empty(id.as_ref())),
    }
    if call.kind == CallKind::Custom && block.object.is_none() {
        out.key("type").word("custom");
        out.key("custom").open(b'{');
        out.key("name").text(&block.name);
        out.key("input");
        write_arguments(call, out);
        call.extras.write(Slot::Function, NAME, out);
    } else {
        out.key("type").word("function");
        out.key("function").open(b'{');
        write_function(block, dialect, out);
    }
    out.close(b'}');
    if let Some(signature) = call.signature.as_ref().filter(|_| dialect == OpenAiDialect::LiteLlm) {
        out.key("provider_specific_fields").object(|out| out.key("thought_signature").text(&signature.text));
    }
    write_extras(&call.extras, dialect, out);
    out.close(b'}');
}

fn write_function(block: &OutlineCall<'_>, dialect: OpenAiDialect, out: &mut Out) {
    out.key("name").text(&block.name);
    out.key("arguments");
    match &block.object {
        Some(object) if dialect == OpenAiDialect::Hf => out.verbatim(object),
        Some(object) => write_encoded(object, matches!(block.call.arguments, Arguments::Object(_)), out),
        None => write_arguments(block.call, out),
    }
    block.call.extras.write(Slot::Function, NAME, out);
}

fn write_arguments(call: &ToolCall<'_>, out: &mut Out) {
    match &call.arguments {
        Arguments::Encoded(text) => out.text(text),
        Arguments::Object(raw) => write_encoded(raw.as_str(), true, out),
    }
}

/// JSON text as a string: as it was written, or compact where it was not a string.
fn write_encoded(json: &str, is_compact: bool, out: &mut Out) {
    let mut compact = Vec::new();
    if is_compact {
        minify(json, &mut compact);
    }
    out.string(&if is_compact { utf8_text(&compact) } else { Cow::Borrowed(json) });
}
