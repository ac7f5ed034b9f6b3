//! The order the API demands: user and assistant take turns, results stand in the message behind their calls, system
//! messages in the middle move, and documents stand beside a text.

use std::borrow::Cow;
use std::collections::HashMap;

use super::NAME;
use super::plan::{Block, Speaker, Turn, report_extras};
use super::plan_media::{not_taken, refuse_media};
use crate::format::Writing;
use crate::format::shared::report_joined;
use crate::json::At;
use crate::model::{Few, MediaKind};
use crate::report::{Refused, loss};

/// How many a message may have.
pub(super) const DOCUMENTS: usize = 5;
/// How many a message may have.
pub(super) const IMAGES: usize = 20;

/// Puts turns into an order that the API takes; fails if there is none.
pub(super) fn arrange<'m>(turns: Vec<Turn<'m>>, writing: &mut Writing<'_>) -> Result<Vec<Turn<'m>>, Refused> {
    let mut turns = place_systems(turns, writing)?;
    for turn in turns.iter_mut().filter(|turn| turn.speaker == Speaker::User) {
        put_results_first(turn, writing);
        check_media(turn, writing)?;
    }
    // Without its documents a message may be empty, and the next one follows the one before it.
    if turns.iter().any(|turn| turn.blocks.is_empty()) {
        let mut rest = Vec::with_capacity(turns.len());
        for turn in turns {
            if turn.blocks.is_empty() {
                report_extras(turn.extras, writing);
            } else {
                push(&mut rest, turn, writing);
            }
        }
        turns = rest;
    }
    match turns.iter().find(|turn| turn.speaker != Speaker::System) {
        None => {
            let why = format!("{NAME} needs at least one message");
            return Err(Refused::new(&loss::CANNOT_HOLD, At::byte(0), why));
        }
        Some(first) if first.speaker != Speaker::User => {
            let why = format!("{NAME} refuses conversations that begin with an answer; a user message must come first");
            return Err(Refused::new(&loss::CANNOT_HOLD, first.at, why));
        }
        Some(_) => {}
    }
    check_results(&turns)?;
    Ok(turns)
}

/// Adds a turn; the API refuses two of one speaker in a row, so they become one.
fn push<'m>(turns: &mut Vec<Turn<'m>>, turn: Turn<'m>, writing: &mut Writing<'_>) {
    let last = turns.last_mut().filter(|last| last.speaker == turn.speaker && turn.speaker != Speaker::System);
    let Some(last) = last else {
        turns.push(turn);
        return;
    };
    // Results and the words behind them are two messages to everybody else.
    let has_words = |turn: &Turn<'_>| turn.blocks.iter().any(|block| !block.is_result());
    if has_words(last) && has_words(&turn) {
        report_joined(turn.at, writing.report);
    }
    last.blocks.extend(turn.blocks);
    last.is_own &= turn.is_own;
    if last.extras.is_empty() {
        last.extras = turn.extras;
    } else {
        report_extras(turn.extras, writing);
    }
}

/// A system message moves into the next user message, behind its results; at the end, into the last one. One that was a
/// message of this API stays, unless it stands between two of one speaker.
fn place_systems<'m>(turns: Vec<Turn<'m>>, writing: &mut Writing<'_>) -> Result<Vec<Turn<'m>>, Refused> {
    let nexts = speakers_behind(&turns);
    let mut placed: Vec<Turn<'m>> = Vec::with_capacity(turns.len());
    let mut moved: Vec<Block<'m>> = Vec::new();
    let mut moved_at = At::NOWHERE;
    let mut before = None;
    let mut rest = turns.into_iter().zip(nexts).peekable();
    while let Some((mut turn, next)) = rest.next() {
        match turn.speaker {
            Speaker::System if turn.is_own && (before.is_none() || before != next) => placed.push(turn),
            Speaker::System => {
                for block in &turn.blocks {
                    writing.report.add(&loss::MOVED, block.at(), || {
                        "a system message may not stand here; its text moves into another message".to_owned()
                    });
                }
                report_extras(turn.extras, writing);
                moved_at = turn.at;
                moved.extend(turn.blocks);
            }
            Speaker::User => {
                before = Some(Speaker::User);
                // Nothing may come between the results of one answer.
                let goes_on = rest.peek().is_some_and(|(next, _)| {
                    next.speaker == Speaker::User && next.blocks.first().is_some_and(Block::is_result)
                });
                if !goes_on && !moved.is_empty() {
                    let behind = turn.blocks.iter().take_while(|block| block.is_result()).count();
                    turn.blocks.change(|blocks| drop(blocks.splice(behind..behind, moved.drain(..))));
                }
                push(&mut placed, turn, writing);
            }
            Speaker::Assistant => {
                before = Some(Speaker::Assistant);
                push(&mut placed, turn, writing);
            }
        }
    }
    if !moved.is_empty() {
        let Some(last) = placed.iter_mut().rfind(|turn| turn.speaker == Speaker::User) else {
            let why = format!("{NAME} takes no system message here, and there is no user message for its text");
            return Err(Refused::new(&loss::CANNOT_HOLD, moved_at, why));
        };
        last.blocks.extend(moved);
    }
    Ok(placed)
}

/// For each turn: who speaks next, systems not counted.
fn speakers_behind(turns: &[Turn<'_>]) -> Vec<Option<Speaker>> {
    let mut nexts = vec![None; turns.len()];
    let mut next = None;
    for (turn, place) in turns.iter().zip(&mut nexts).rev() {
        *place = next;
        if turn.speaker != Speaker::System {
            next = Some(turn.speaker);
        }
    }
    nexts
}

/// Claude wants results before everything else. What was read from this format keeps its order.
fn put_results_first(turn: &mut Turn<'_>, writing: &mut Writing<'_>) {
    let is_late = |turn: &Turn<'_>| turn.blocks.iter().skip_while(|block| block.is_result()).any(Block::is_result);
    if turn.is_own || !is_late(turn) {
        return;
    }
    for block in turn.blocks.iter().skip_while(|block| block.is_result()).filter(|block| block.is_result()) {
        writing
            .report
            .add(&loss::REORDERED, block.at(), || "a tool result now stands before the other blocks".to_owned());
    }
    turn.blocks.sort_by_key(|block| !block.is_result());
}

/// A document needs a text beside it, and there may be only so many media.
fn check_media(turn: &mut Turn<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let has_text = turn.blocks.iter().any(|block| matches!(block, Block::Text { .. }));
    let is_alone = |block: &&Block<'_>| !has_text && matches!(block, Block::Raw(it) if it.kind.is("document"));
    if let Some(block) = turn.blocks.iter().find(is_alone) {
        let why = not_taken("document without a text in the same message");
        return Err(Refused::new(&loss::CANNOT_HOLD, block.at(), why));
    }
    if !turn.blocks.iter().any(|block| matches!(block, Block::Media(_))) {
        return Ok(());
    }
    let (mut documents, mut images) = (0, 0);
    let mut kept = Few::default();
    kept.reserve(turn.blocks.len());
    for block in std::mem::take(&mut turn.blocks) {
        let kind = if let Block::Media(it) = &block { Some(it.kind) } else { None };
        let why = match kind {
            Some(MediaKind::Document) => {
                documents += 1;
                match () {
                    () if !has_text => Some("document without a text in the same message"),
                    () if documents > DOCUMENTS => Some("more than five documents in a message"),
                    () => None,
                }
            }
            Some(MediaKind::Image) => {
                images += 1;
                (images > IMAGES).then_some("more than twenty images in a message")
            }
            Some(MediaKind::Audio | MediaKind::Video | MediaKind::Unknown) | None => None,
        };
        match (why, &block) {
            (Some(why), Block::Media(it)) => refuse_media(it.media, writing, || not_taken(why))?,
            _ => kept.push(block),
        }
    }
    turn.blocks = kept;
    Ok(())
}

/// All calls of an answer are answered in the next user message, and nothing else is.
fn check_results(turns: &[Turn<'_>]) -> Result<(), Refused> {
    let mut open: HashMap<Cow<'_, str>, At> = HashMap::new();
    for turn in turns.iter().filter(|turn| turn.speaker != Speaker::System) {
        for block in &turn.blocks {
            match block {
                Block::Call { id, call, .. } => {
                    if turn.speaker != Speaker::Assistant {
                        let why = format!("{NAME} takes tool calls in answers only");
                        return Err(Refused::new(&loss::CANNOT_HOLD, call.at, why));
                    }
                    open.insert(id.decode(), call.at);
                }
                Block::Result { id, result, .. } => {
                    if turn.speaker != Speaker::User || open.remove(&id.decode()).is_none() {
                        let why = format!(
                            "the result of `{}` must stand in the user message behind the answer with its call",
                            id.show()
                        );
                        return Err(Refused::new(&loss::CANNOT_HOLD, result.at, why));
                    }
                }
                Block::Text { .. }
                | Block::Json(_)
                | Block::Reasoning(_)
                | Block::Redacted(_)
                | Block::Media(_)
                | Block::Raw(_) => {}
            }
        }
        // Only at the very end may results be missing.
        let first = open.iter().min_by_key(|(_, at)| at.offset());
        if let Some((id, at)) = first.filter(|_| turn.speaker == Speaker::User) {
            let why = format!("the call `{id}` has no result in the user message behind it");
            return Err(Refused::new(&loss::CANNOT_HOLD, *at, why));
        }
    }
    Ok(())
}
