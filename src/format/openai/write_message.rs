//! The messages.

use super::NAME;
use super::compatible::is_compatible;
use super::dialect::OpenAiDialect;
use super::write_answer::write_answer;
use super::write_flat::write_flat;
use super::write_part::{write_extras, write_parts, write_text};
use crate::json::{Out, Text};
use crate::lower::{Block, OutlineRole, OutlineTurn, ResultBlock};
use crate::model::{Form, Slot};

pub(in crate::format) fn write_messages(turns: &[OutlineTurn<'_>], dialect: OpenAiDialect, out: &mut Out) {
    out.open(b'[');
    for turn in turns {
        match turn.speaker {
            _ if dialect == OpenAiDialect::Ollama => write_flat(turn, out),
            OutlineRole::System => write_message("system", turn, dialect, out),
            OutlineRole::Developer => write_message("developer", turn, dialect, out),
            OutlineRole::User => write_message("user", turn, dialect, out),
            OutlineRole::Assistant => write_message("assistant", turn, dialect, out),
            OutlineRole::Tool => {
                for block in &turn.blocks {
                    if let Block::Result(result) = block {
                        write_result(result, turn, dialect, out);
                    }
                }
            }
        }
    }
    out.close(b']');
}

fn write_message(role: &'static str, turn: &OutlineTurn<'_>, dialect: OpenAiDialect, out: &mut Out) {
    out.source(turn.at).open(b'{');
    out.quick_key("role").word(role);
    if let Some(name) = turn.name() {
        out.key("name").text(name);
    }
    match turn.blocks.as_slice() {
        [Block::Text(text)] if !turn.is_list && text.is_plain(NAME) => out.quick_key("content").text(&text.text),
        _ if turn.speaker == OutlineRole::Assistant => write_answer(turn, dialect, out),
        [] => out.key("content").string(""),
        blocks
            if matches!(dialect, OpenAiDialect::Service | OpenAiDialect::DeepSeek)
                && turn.speaker == OutlineRole::System =>
        {
            out.key("content").joined(&pieces(blocks));
        }
        blocks => {
            out.key("content").open(b'[');
            write_parts(blocks, dialect, out);
            out.close(b']');
        }
    }
    if let Some(weight) = turn.weight() {
        out.key("weight").verbatim(weight.as_number());
    }
    if !turn.extras.is_empty() {
        write_fields(turn, dialect, out);
    }
    out.close(b'}');
}

/// Fields that this format's reader kept. What compatible programs wrote goes back as it was where it is taken.
fn write_fields(turn: &OutlineTurn<'_>, dialect: OpenAiDialect, out: &mut Out) {
    for extra in turn.extras.in_slot(NAME, Slot::Here).filter(|extra| dialect.keeps(extra)) {
        if !extra.is_note || is_compatible(&extra.key.decode()) {
            out.key_text(&extra.key).raw(&extra.value);
        }
    }
}

fn write_result(block: &ResultBlock<'_>, turn: &OutlineTurn<'_>, dialect: OpenAiDialect, out: &mut Out) {
    out.source(block.result.at).open(b'{');
    if block.result.is_legacy && block.id.is_none() && dialect != OpenAiDialect::Hf {
        out.key("role").word("function");
    } else {
        out.key("role").word("tool");
        match &block.id {
            None if dialect == OpenAiDialect::Hf => {}
            id => out.key("tool_call_id").text(or_empty(id.as_ref())),
        }
    }
    if let Some(name) = &block.name {
        out.key("name").text(name);
    }
    out.key("content");
    let is_list = block.result.form == Form::Parts;
    match block.blocks.as_slice() {
        [] if block.result.form == Form::Null => out.null(),
        [] => out.string(""),
        [Block::Text(text)] if !is_list && text.is_plain(NAME) => out.text(&text.text),
        blocks => {
            out.open(b'[');
            for block in blocks {
                if let Block::Text(text) = block {
                    write_text(text, dialect, out);
                }
            }
            write_parts(blocks.iter().filter(|block| !block.is_words()), dialect, out);
            out.close(b']');
        }
    }
    write_extras(&block.result.extras, dialect, out);
    write_fields(turn, dialect, out);
    out.close(b'}');
}

/// The pieces of a string that several texts are.
pub(super) fn pieces<'o>(blocks: &'o [Block<'o>]) -> Vec<Text<'o>> {
    blocks.iter().filter_map(Block::as_words).map(|text| text.text.borrow()).collect()
}

/// A text that may be missing.
pub(super) fn or_empty<'t>(text: Option<&'t Text<'t>>) -> &'t Text<'t> {
    text.unwrap_or(&Text::Token(""))
}
