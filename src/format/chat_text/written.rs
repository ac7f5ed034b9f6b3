//! The texts as they are written: white space that a template trims, and texts that would be read as its marks.

use super::ChatTemplate;
use super::forged::ForgedMarks;
use crate::json::{At, Text};
use crate::lower::{Block, Outline, OutlineRole};
use crate::model::Arguments;
use crate::report::{Refused, Report, loss};

/// Drops the white space at both ends of the words of each turn.
pub(super) fn trim_words(outline: &mut Outline<'_>, report: &mut Report) {
    let turns = outline.turns.iter_mut().map(|turn| &mut turn.blocks);
    for blocks in turns {
        trim_end(blocks, true, report);
        trim_end(blocks, false, report);
        for block in blocks.iter_mut() {
            if let Block::Result(result) = block {
                trim_end(&mut result.blocks, true, report);
                trim_end(&mut result.blocks, false, report);
            }
        }
    }
    let system = &mut outline.system;
    trim_end(system, true, report);
    trim_end(system, false, report);
}

/// Trims the first or the last words; if nothing is left of them, the next ones.
fn trim_end(blocks: &mut [Block<'_>], is_start: bool, report: &mut Report) {
    let mut words: Vec<_> = blocks
        .iter_mut()
        .filter_map(|block| match block {
            Block::Text(words) | Block::Refusal(words) => Some(words),
            Block::Reasoning(_)
            | Block::Redacted(_)
            | Block::Call(_)
            | Block::Result(_)
            | Block::Media(_)
            | Block::Raw(_) => None,
        })
        .collect();
    if !is_start {
        words.reverse();
    }
    for words in words {
        let has_space = if is_start { words.text.starts_with_space() } else { words.text.ends_with_space() };
        if has_space {
            let decoded = words.text.decode();
            let kept = if is_start { decoded.trim_start() } else { decoded.trim_end() };
            words.text = Text::owned(kept);
            report.add(&loss::TRIMMED, words.at, || "white space at the end of a text is dropped".to_owned());
        }
        if !words.text.is_empty() {
            return;
        }
    }
}

/// Rejects texts that contain a mark of the target.
///
/// # Errors
/// A text, name or argument contains one.
pub(super) fn check_forged(template: &ChatTemplate, outline: &Outline<'_>) -> Result<(), Refused> {
    let marks = ForgedMarks::of(template);
    let refuse = |speaker: OutlineRole, text: &str, at: At| {
        let Some(mark) = marks.find(speaker, text) else { return Ok(()) };
        let why = format!("the text contains `{}`, a mark of {}", mark.trim(), template.name);
        Err(Refused::new(&loss::FORGED_MARK, at, why))
    };
    check_words(&outline.system, OutlineRole::System, &refuse)?;
    let names = outline.conversation.messages.iter().filter_map(|it| Some((it.details().name.as_ref()?, it.at)));
    for (name, at) in names.filter(|_| template.has_names) {
        refuse(OutlineRole::User, &name.decode(), at)?;
    }
    for turn in &outline.turns {
        check_words(&turn.blocks, turn.speaker, &refuse)?;
        for block in &turn.blocks {
            match block {
                Block::Call(call) => {
                    let arguments = match (&call.object, &call.call.arguments) {
                        (Some(object), _) => object.to_string(),
                        (None, Arguments::Encoded(text)) => text.decode_json().into_owned(),
                        (None, Arguments::Object(raw)) => raw.as_str().to_owned(),
                    };
                    refuse(turn.speaker, &arguments, call.call.at)?;
                    // The name in the source: the target may take another one instead.
                    refuse(turn.speaker, &call.call.name.decode(), call.call.at)?;
                }
                Block::Reasoning(it) => {
                    let text = it.text.as_ref().map(Text::decode).unwrap_or_default();
                    refuse(turn.speaker, &text, it.at)?;
                }
                Block::Result(it) => {
                    let name = it.result.name.as_ref().filter(|_| it.name.is_some());
                    refuse(turn.speaker, &name.map(Text::decode).unwrap_or_default(), it.result.at)?;
                    check_words(&it.blocks, turn.speaker, &refuse)?;
                }
                Block::Text(_) | Block::Refusal(_) | Block::Media(_) | Block::Redacted(_) | Block::Raw(_) => {}
            }
        }
    }
    Ok(())
}

/// Checks the words of a turn as the one text that they are written as.
fn check_words(
    blocks: &[Block<'_>],
    speaker: OutlineRole,
    refuse: &dyn Fn(OutlineRole, &str, At) -> Result<(), Refused>,
) -> Result<(), Refused> {
    let mut words = blocks.iter().filter_map(Block::as_words).peekable();
    let Some(at) = words.peek().map(|first| first.at) else { return Ok(()) };
    let mut all = String::new();
    let mut count = 0;
    for text in words {
        count += 1;
        let decoded = text.text.decode();
        // Visible reasoning is made here: its tags are not forged, but what is between them may be one.
        let made = decoded.strip_prefix("<think>").filter(|_| text.part.is_none());
        let inner = made.and_then(|made| made.rsplit_once("</think>"));
        refuse(speaker, inner.map_or(&*decoded, |(inner, _)| inner), text.at)?;
        all.push_str(inner.map_or(&*decoded, |(inner, _)| inner));
    }
    // Texts that are fine may form a mark together.
    if count > 1 { refuse(speaker, &all, at) } else { Ok(()) }
}
