//! Writes the text of a conversation.

use super::calls::{call_json, write_calls, write_listed_result};
use super::channels_write;
use super::{CallStyle, ChatSpeaker, ChatTemplate, KEY, PAIR, SystemPlace, TurnMarks};
use crate::json::{Out, Text};
use crate::lower::{Block, Outline, OutlineRole, OutlineTurn, ProgramOutline, ResultBlock};

pub(super) fn print(template: &ChatTemplate, outline: &Outline<'_>, out: &mut Out) {
    if let Some(ProgramOutline::Source(source)) = &outline.program {
        out.verbatim(source);
        return;
    }
    out.open(b'{');
    match outline.answers.others.first() {
        None => out.key(KEY).string(&text_of(template, outline, &mut outline.turns.iter())),
        Some(rejected) => {
            let prompt = outline.prompt_and_answer().0;
            out.key(PAIR.0).string(&text_of(template, outline, &mut outline.turns.iter()));
            out.key(PAIR.1).string(&text_of(template, outline, &mut prompt.iter().chain(rejected)));
        }
    }
    out.close(b'}');
}

/// The text of these turns, after the texts of the system.
fn text_of<'o>(
    template: &ChatTemplate,
    outline: &Outline<'_>,
    turns: &mut dyn Iterator<Item = &'o OutlineTurn<'o>>,
) -> String {
    let mut text = String::from(template.marks.begin);
    if let Some(words) = words_of(&outline.system) {
        match template.marks.of(ChatSpeaker::System) {
            Some(marks) => write_marked(template, marks, None, &words, &mut text),
            None => text.push_str(&words),
        }
    }
    let mut last = None;
    for turn in turns {
        last = Some(turn.speaker);
        if template.calls == CallStyle::Channels {
            channels_write::write_turn(turn, &mut text);
            continue;
        }
        write_turn(template, turn, &mut text);
    }
    if template.system == SystemPlace::Front && last.is_some_and(|last| last != OutlineRole::Assistant) {
        // A question alone is not recognized.
        text.push_str(template.marks.of(ChatSpeaker::Assistant).map_or("", |marks| marks.open.trim_end()));
    }
    text
}

pub(super) fn words_of(blocks: &[Block<'_>]) -> Option<String> {
    let words: Vec<_> = blocks.iter().filter_map(Block::as_words).map(|words| words.text.decode()).collect();
    (!words.is_empty()).then(|| words.concat())
}

fn write_turn(template: &ChatTemplate, turn: &OutlineTurn<'_>, text: &mut String) {
    let results: Vec<_> = turn.blocks.iter().filter_map(Block::as_result).collect();
    let speaker = match turn.speaker {
        OutlineRole::System => ChatSpeaker::System,
        OutlineRole::Developer => ChatSpeaker::Developer,
        OutlineRole::User => ChatSpeaker::User,
        OutlineRole::Assistant => ChatSpeaker::Assistant,
        // The templates put results in tags into turns of the user.
        OutlineRole::Tool if template.calls == CallStyle::Tagged => ChatSpeaker::User,
        OutlineRole::Tool => ChatSpeaker::Tool,
    };
    let Some(marks) = template.marks.of(speaker) else { return };
    let name = turn.name().filter(|_| template.has_names).map(|name| name.decode().into_owned());
    if template.calls == CallStyle::Tagged && !results.is_empty() {
        let blocks: Vec<_> =
            results.iter().map(|it| format!("<tool_response>\n{}\n</tool_response>", one_text(it).decode())).collect();
        return write_marked(template, marks, None, &blocks.join("\n"), text);
    }
    for result in &results {
        let mut words = String::new();
        match template.calls {
            CallStyle::List => write_listed_result(result, &one_text(result), &mut words),
            CallStyle::PythonTag | CallStyle::Tagged | CallStyle::Channels | CallStyle::None => {
                words.push_str(&one_text(result).decode());
            }
        }
        write_marked(template, marks, None, &words, text);
    }
    if results.is_empty() {
        let words = if speaker == ChatSpeaker::Assistant {
            answer(template, turn)
        } else {
            words_of(&turn.blocks).unwrap_or_default()
        };
        write_marked(template, marks, name.as_deref(), &words, text);
    }
}

fn write_marked(template: &ChatTemplate, marks: &TurnMarks, name: Option<&str>, words: &str, text: &mut String) {
    match name.and_then(|name| Some((name, template.marks.other_roles?))) {
        Some((name, (_, end))) => {
            text.push_str(marks.open.strip_suffix(end).unwrap_or(marks.open));
            text.push_str(" name=");
            text.push_str(name);
            text.push_str(end);
        }
        None => text.push_str(marks.open),
    }
    text.push_str(words);
    text.push_str(marks.close);
    text.push_str(template.marks.after);
}

/// The text of an answer: reasoning, words and calls.
fn answer(template: &ChatTemplate, turn: &OutlineTurn<'_>) -> String {
    let mut text = String::new();
    let mut calls = Vec::new();
    let mut last: Option<&Block<'_>> = None;
    for block in &turn.blocks {
        match block {
            Block::Text(it) | Block::Refusal(it) => {
                text.push_str(if matches!(last, Some(Block::Call(_))) { "\n" } else { "" });
                text.push_str(&it.text.decode());
            }
            Block::Reasoning(it) => {
                let words = it.text.as_ref().map(|words| words.decode()).unwrap_or_default();
                text.push_str(&format!("<think>\n{words}\n</think>\n\n"));
            }
            Block::Call(call) if template.calls == CallStyle::Tagged => {
                text.push_str(if matches!(last, Some(Block::Text(_) | Block::Refusal(_) | Block::Call(_))) {
                    "\n"
                } else {
                    ""
                });
                text.push_str(&format!("<tool_call>\n{}\n</tool_call>", call_json(template.calls, call)));
            }
            Block::Call(call) => calls.push(&**call),
            Block::Result(_) | Block::Media(_) | Block::Redacted(_) | Block::Raw(_) => {}
        }
        last = Some(block);
    }
    if !calls.is_empty() {
        let is_alone = text.is_empty();
        write_calls(template.calls, &calls, is_alone, &mut text);
    }
    text
}

/// The words of a result as one text.
pub(super) fn one_text(result: &ResultBlock<'_>) -> Text<'static> {
    Text::owned(words_of(&result.blocks).unwrap_or_default())
}

/// True if system texts are written before the turns.
pub(super) const fn has_field(template: &ChatTemplate) -> bool {
    matches!(template.system, SystemPlace::Front)
}
