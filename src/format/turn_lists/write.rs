//! The record: turns, the tools as JSON text, and the files that the turns name.

use super::write_packed::{calls, item_json, response, tagged_call};
use super::{FileField, TurnKind, TurnLists};
use crate::json::{Layout, Out, Text, reformat};
use crate::lower::{Block, FileSource, MediaBlock, Outline, OutlineRole, OutlineTool, OutlineTurn, ResultBlock};
use crate::model::MediaKind;

/// Prints a conversation.
pub(super) fn print(lists: &TurnLists, outline: &Outline<'_>, out: &mut Out) {
    out.open(b'{');
    if let (Some(key), Some(id)) = (lists.fields.id, &outline.conversation.id) {
        out.key(key).text(id);
    }
    if let Some(key) = lists.fields.system.filter(|_| !outline.system.is_empty()) {
        write_words(lists, &outline.system, out.key(key));
    }
    let write = |turns: &[OutlineTurn<'_>], is_tagged: bool, out: &mut Out| {
        for turn in turns {
            write_turn(lists, turn, is_tagged, out);
        }
    };
    let rejected_is_tagged = outline.answers.is_tagged;
    let (prompt, answer) = outline.prompt_and_answer();
    let list = lists.lists.first().unwrap_or(&"");
    match (lists.fields.pair, outline.answers.others.first()) {
        (Some(pair), Some(rejected)) if pair.is_whole => {
            out.key(pair.chosen).array(|out| write(&outline.turns, outline.is_tagged, out));
            out.key(pair.rejected).array(|out| {
                write(prompt, outline.is_tagged, out);
                write(rejected, rejected_is_tagged, out);
            });
        }
        (Some(pair), Some(rejected)) => {
            out.key(list).array(|out| write(prompt, outline.is_tagged, out));
            if let Some(turn) = answer.first() {
                write_turn(lists, turn, outline.is_tagged, out.key(pair.chosen));
            }
            if let Some(turn) = rejected.first() {
                write_turn(lists, turn, rejected_is_tagged, out.key(pair.rejected));
            }
        }
        (_, _) => {
            out.key(list).array(|out| write(&outline.turns, outline.is_tagged, out));
        }
    }
    let label = outline.conversation.preference.as_ref().filter(|_| outline.answers.others.is_empty());
    if let (Some(key), Some(label)) = (lists.fields.label, label.and_then(|known| known.rating.verdict)) {
        out.key(key).bool(label.is_good);
    }
    if let Some(key) = lists.fields.tools.filter(|_| !outline.request.tools.is_empty()) {
        write_tools(&outline.request.tools, out.key(key));
    }
    for files in lists.fields.files.iter().filter(|files| !files.fields.is_empty()) {
        write_files(files, &outline.turns, out);
    }
    out.close(b'}');
}

fn write_turn(lists: &TurnLists, turn: &OutlineTurn<'_>, is_tagged: bool, out: &mut Out) {
    let has_calls = lists.turn.parts.is_none() && turn.blocks.iter().any(|block| block.as_call().is_some());
    out.source(turn.at).open(b'{');
    out.quick_key(lists.turn.speaker).word(lists.usual(match turn.speaker {
        OutlineRole::System | OutlineRole::Developer => TurnKind::System,
        OutlineRole::User => TurnKind::User,
        OutlineRole::Assistant if has_calls && !is_tagged => TurnKind::Calls,
        OutlineRole::Assistant => TurnKind::Answer,
        OutlineRole::Tool if is_tagged => TurnKind::TaggedResults,
        OutlineRole::Tool => TurnKind::Results,
    }));
    if let Some(parts) = &lists.turn.parts {
        parts.write(lists, turn, out);
        out.close(b'}');
        return;
    }
    out.quick_key(lists.turn.words);
    let results: Vec<_> = turn.blocks.iter().filter_map(Block::as_result).collect();
    match results.as_slice() {
        [] if has_calls && !is_tagged => out.string(&calls(&turn.blocks)),
        [] => write_words(lists, &turn.blocks, out),
        results if is_tagged => write_tagged_results(results, out),
        [result] => out.joined(result.blocks.iter().filter_map(Block::as_words).map(|words| &words.text)),
        results => {
            let mut list = Out::new(Layout::Spaced);
            list.array(|list| results.iter().for_each(|result| item_json(&one_text(result), list)));
            out.string(&list.written());
        }
    }
    if let (Some(key), Some(weight)) = (lists.turn.weights.first(), turn.weight()) {
        out.key(key).verbatim(weight.as_number());
    }
    out.close(b'}');
}

/// Words with the places of files and the tags of calls among them.
fn write_words(lists: &TurnLists, blocks: &[Block<'_>], out: &mut Out) {
    if let [Block::Text(text)] = blocks {
        out.text(&text.text);
        return;
    }
    let mut words: Vec<Text<'_>> = Vec::new();
    let mut ends_in_call = false;
    for block in blocks {
        match block {
            Block::Text(it) | Block::Refusal(it) => {
                words.extend(ends_in_call.then_some(Text::Token("\\n")));
                words.push(it.text.borrow());
            }
            Block::Call(call) => {
                words.push(Text::Token(if words.is_empty() { "<tool_call>\\n" } else { "\\n<tool_call>\\n" }));
                words.push(Text::owned(tagged_call(call)));
                words.push(Text::Token("\\n</tool_call>"));
            }
            Block::Media(media) => words.extend(tag_of(lists, media.kind).map(Text::Token)),
            Block::Result(_) | Block::Reasoning(_) | Block::Redacted(_) | Block::Raw(_) => {}
        }
        ends_in_call = matches!(block, Block::Call(_));
    }
    out.joined(&words);
}

pub(super) fn tag_of(lists: &TurnLists, kind: MediaKind) -> Option<&'static str> {
    lists.fields.files.iter().find(|files| files.kind == kind).map(|files| files.tag)
}

fn write_tagged_results(results: &[&ResultBlock<'_>], out: &mut Out) {
    let mut words: Vec<Text<'_>> = Vec::new();
    for result in results {
        words.push(Text::Token(if words.is_empty() { "<tool_response>\\n" } else { "\\n<tool_response>\\n" }));
        let text = one_text(result);
        words.push(match &result.name {
            Some(name) => Text::owned(response(name, &text)),
            None => text,
        });
        words.push(Text::Token("\\n</tool_response>"));
    }
    out.joined(&words);
}

/// The words of a result as one text.
fn one_text<'r>(result: &'r ResultBlock<'_>) -> Text<'r> {
    let mut words = result.blocks.iter().filter_map(Block::as_words).map(|words| &words.text);
    match (words.next(), words.next()) {
        (None, _) => Text::default(),
        (Some(only), None) => only.borrow(),
        (Some(first), Some(second)) => {
            Text::owned_token([first, second].into_iter().chain(words).map(Text::spelling).collect::<String>())
        }
    }
}

/// JSON text of a list of flat definitions.
fn write_tools(tools: &[OutlineTool<'_>], out: &mut Out) {
    let mut list = Out::new(Layout::Spaced);
    list.open(b'[');
    for tool in tools {
        list.open(b'{');
        list.key("name").text(&tool.name);
        if let Some(description) = &tool.spec.description {
            list.key("description").text(description);
        }
        match (&tool.schema, &tool.spec.parameters) {
            (Some(schema), Some(_)) => list.key("parameters").verbatim(schema),
            (Some(made), None) => list.key("parameters").verbatim(&spaced(made)),
            (None, _) => {}
        }
        list.close(b'}');
    }
    list.close(b']');
    out.string(&list.written());
}

/// The same JSON as Python's `json.dumps` lays it out.
pub(in crate::format) fn spaced(json: &str) -> String {
    let mut bytes = Vec::with_capacity(json.len());
    reformat(json, Layout::Spaced, 0, &mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}

/// The files of one kind, in the order of their places in the turns.
fn write_files(known: &FileField, turns: &[OutlineTurn<'_>], out: &mut Out) {
    let blocks = turns.iter().flat_map(|turn| &turn.blocks);
    let mut files = blocks.filter_map(Block::as_media).filter(|media| media.kind == known.kind).peekable();
    if files.peek().is_none() {
        return;
    }
    out.key(known.fields.first().unwrap_or(&"")).open(b'[');
    files.for_each(|media| write_source(media, out));
    out.close(b']');
}

/// The URL or path of a file, or a `data:` URL.
pub(super) fn write_source(media: &MediaBlock<'_>, out: &mut Out) {
    match &media.source {
        FileSource::Url(text) | FileSource::File(text) | FileSource::Remote(text) | FileSource::Plain(text) => {
            out.text(text);
        }
        FileSource::Base64(data) => {
            let media_type = media.media_type.as_ref().map_or(Text::Token(""), Text::borrow);
            out.joined(&[Text::Token("data:"), media_type, Text::Token(";base64,"), data.borrow()]);
        }
    }
}
