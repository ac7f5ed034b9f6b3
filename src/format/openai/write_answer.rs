//! Writes the content of an assistant message: one text, a refusal, or a list of parts; reasoning; calls.

use super::NAME;
use super::compatible::is_reasoning;
use super::dialect::OpenAiDialect;
use super::write_call::write_calls;
use super::write_message::{or_empty, pieces};
use super::write_part::write_extras;
use crate::json::{Out, Text};
use crate::lower::{Block, OutlineTurn};
use crate::model::{Extra, Extras, Form, Reasoning, Slot};

/// The mark of a chunk of reasoning that was found among the words.
const CHUNK: &str = "thinking";

pub(super) fn write_answer(turn: &OutlineTurn<'_>, dialect: OpenAiDialect, out: &mut Out) {
    let has_calls = turn.blocks.iter().any(|block| matches!(block, Block::Call(_)));
    let has_plan = dialect == OpenAiDialect::Cohere && has_calls;
    let words: Vec<&Block<'_>> = turn.blocks.iter().filter(|block| is_word(block, dialect, has_plan)).collect();
    if has_plan {
        let plan = pieces(&turn.blocks);
        if !plan.is_empty() {
            out.key("tool_plan").joined(&plan);
        }
    }
    write_words(&words, turn, has_calls, has_plan, out, dialect);
    if matches!(dialect, OpenAiDialect::LiteLlm | OpenAiDialect::Hf | OpenAiDialect::DeepSeek) {
        write_reasoning(turn, dialect, out);
    }
    write_calls(&turn.blocks, dialect, out);
}

/// It is written in the content.
fn is_word(block: &Block<'_>, dialect: OpenAiDialect, has_plan: bool) -> bool {
    match block {
        Block::Text(_) => !has_plan,
        Block::Refusal(_) => true,
        Block::Reasoning(it) => is_chunk(it, dialect),
        Block::Raw(it) => !it.is_call(),
        Block::Redacted(_) | Block::Call(_) | Block::Result(_) | Block::Media(_) => false,
    }
}

/// Reasoning that is among the words.
fn is_chunk(it: &Reasoning<'_>, dialect: OpenAiDialect) -> bool {
    match dialect {
        OpenAiDialect::Mistral | OpenAiDialect::Cohere => true,
        OpenAiDialect::LiteLlm => it.extras.find_mark(NAME, CHUNK).is_some(),
        OpenAiDialect::Plain
        | OpenAiDialect::Ollama
        | OpenAiDialect::Service
        | OpenAiDialect::DeepSeek
        | OpenAiDialect::Hf => false,
    }
}

fn write_words(
    words: &[&Block<'_>],
    turn: &OutlineTurn<'_>,
    has_calls: bool,
    has_plan: bool,
    out: &mut Out,
    dialect: OpenAiDialect,
) {
    let has_extras = words.iter().any(|block| extras_of(block).is_some_and(|extras| !extras.of(NAME).is_empty()));
    let is_list = turn.is_list || has_extras || words.iter().any(|block| matches!(block, Block::Raw(_)));
    match words {
        [] if has_plan => {}
        [] => match turn.form {
            Form::Absent if has_calls => {}
            Form::Null => out.key("content").null(),
            Form::Unknown | Form::Parts if has_calls => out.key("content").null(),
            Form::Unknown | Form::Absent | Form::Parts | Form::Text => out.key("content").string(""),
        },
        [Block::Text(text)] if !is_list => out.key("content").text(&text.text),
        [Block::Refusal(text)] if !is_list => {
            match turn.form {
                Form::Absent => {}
                Form::Text => out.key("content").string(""),
                Form::Unknown | Form::Null | Form::Parts => out.key("content").null(),
            }
            out.key("refusal").text(&text.text);
        }
        [Block::Text(text), Block::Refusal(refusal)] if turn.form == Form::Text => {
            out.key("content").text(&text.text);
            out.key("refusal").text(&refusal.text);
        }
        words => {
            out.key("content").open(b'[');
            for block in words {
                write_word(block, dialect, out);
            }
            out.close(b']');
        }
    }
}

fn extras_of<'o>(block: &Block<'o>) -> Option<&'o Extras<'o>> {
    match block {
        Block::Text(it) | Block::Refusal(it) => it.part.map(|part| &part.extras),
        Block::Reasoning(it) => Some(&it.extras),
        Block::Redacted(_) | Block::Call(_) | Block::Result(_) | Block::Media(_) | Block::Raw(_) => None,
    }
}

fn write_word(block: &Block<'_>, dialect: OpenAiDialect, out: &mut Out) {
    if let Block::Raw(it) = block {
        return it.write(out);
    }
    out.source(block.at()).open(b'{');
    match block {
        Block::Text(it) => {
            out.key("type").word("text");
            out.key("text").text(&it.text);
        }
        Block::Refusal(it) => {
            out.key("type").word("refusal");
            out.key("refusal").text(&it.text);
        }
        Block::Reasoning(it) => write_chunk(it, dialect, out),
        Block::Redacted(_) | Block::Call(_) | Block::Result(_) | Block::Media(_) | Block::Raw(_) => {}
    }
    if let Some(extras) = extras_of(block) {
        write_extras(extras, dialect, out);
    }
    out.close(b'}');
}

/// A list of texts, or the bare text; several texts, and all of litellm, as they were.
fn write_chunk(it: &Reasoning<'_>, dialect: OpenAiDialect, out: &mut Out) {
    let text = or_empty(it.text.as_ref());
    let chunk = it.extras.find_mark(NAME, CHUNK);
    let was_bare = || chunk.is_some_and(|chunk| chunk.value.as_str().starts_with('"'));
    out.key("type").word("thinking");
    if dialect == OpenAiDialect::Cohere || (dialect == OpenAiDialect::LiteLlm && was_bare()) {
        out.key("thinking").text(text);
        return;
    }
    if let Some(chunk) = chunk.filter(|_| it.is_joined) {
        out.key("thinking").raw(&chunk.value);
        return;
    }
    out.key("thinking").array(|out| {
        out.object(|out| {
            out.key("type").word("text");
            out.key("text").text(text);
        });
    });
}

/// `reasoning_content` contains all words, `thinking_blocks` those with a proof. What this format's reader found as fields is
/// written with the other fields.
fn write_reasoning(turn: &OutlineTurn<'_>, dialect: OpenAiDialect, out: &mut Out) {
    let is_field = |extra: &Extra<'_>| is_reasoning(&extra.key.decode()) && dialect.keeps(extra);
    if turn.extras.in_slot(NAME, Slot::Here).any(is_field) {
        return;
    }
    let thoughts = || turn.blocks.iter().filter_map(|block| thought(block, dialect));
    let words: Vec<Text<'_>> = thoughts()
        .filter(|(_, is_sealed)| !is_sealed)
        .filter_map(|(it, _)| it.text.as_ref().map(Text::borrow))
        .collect();
    if words.iter().any(|text| !text.is_empty()) {
        out.key("reasoning_content").joined(&words);
    } else if dialect == OpenAiDialect::DeepSeek && has_blank_reasoning(turn) {
        out.key("reasoning_content").string("");
    }
    if matches!(dialect, OpenAiDialect::Hf | OpenAiDialect::DeepSeek) {
        return;
    }
    let is_proven =
        |(it, is_sealed): &(&Reasoning<'_>, bool)| *is_sealed || (it.signature.is_some() && it.family == "anthropic");
    let mut proven = thoughts().filter(is_proven).peekable();
    if proven.peek().is_some() {
        out.key("thinking_blocks").open(b'[');
        for (it, is_sealed) in proven {
            write_thinking(it, is_sealed, out);
        }
        out.close(b']');
    }
}

/// Reasoning next to the words, and whether it is a sealed block.
fn thought<'o>(block: &'o Block<'_>, dialect: OpenAiDialect) -> Option<(&'o Reasoning<'o>, bool)> {
    match block {
        Block::Reasoning(it) if !is_chunk(it, dialect) => Some((it, false)),
        Block::Redacted(it) => Some((it, true)),
        Block::Reasoning(_)
        | Block::Text(_)
        | Block::Refusal(_)
        | Block::Call(_)
        | Block::Result(_)
        | Block::Media(_)
        | Block::Raw(_) => None,
    }
}

fn write_thinking(it: &Reasoning<'_>, is_sealed: bool, out: &mut Out) {
    out.open(b'{');
    if is_sealed {
        out.key("type").word("redacted_thinking");
        out.key("data").text(or_empty(it.redacted.as_ref()));
    } else {
        out.key("type").word("thinking");
        out.key("thinking").text(or_empty(it.text.as_ref()));
        out.key("signature").text(or_empty(it.signature.as_ref()));
    }
    out.close(b'}');
}

/// Calls with reasoning that says nothing: the service asks for the field all the same.
fn has_blank_reasoning(turn: &OutlineTurn<'_>) -> bool {
    let is_blank = |extra: &Extra<'_>| extra.key.is("reasoning_content") && extra.value.as_str() == "\"\"";
    turn.blocks.iter().any(|block| matches!(block, Block::Call(_)))
        && turn.extras.in_slot(NAME, Slot::Here).any(is_blank)
}
