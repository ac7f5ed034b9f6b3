//! The turns of a record as a trainer reads them: their roles, their order, the last of them, and their contents.
//!
//! `[{"role":"user","content":"hi"},{"role":"user","content":"again"}]` are two turns of one side.

use super::{Trainer, TrainerReport};
use crate::json::Node;
use crate::report::Severity;
use crate::rule::{TRAINER_CONTENT, TRAINER_LAST, TRAINER_ORDER, TRAINER_ROLE};

/// A column with a list of turns, and the keys of their speakers and words.
#[derive(Debug)]
pub(super) struct TrainerList {
    pub(super) list: &'static str,
    pub(super) role: &'static str,
    pub(super) words: &'static str,
    /// The roles that are known, and their sides.
    pub(super) roles: &'static [(&'static str, Side)],
    /// It begins a record: what follows is in other columns.
    pub(super) is_prompt: bool,
    /// The trainer demands turns of these lists in its own order. Rules of the format may say it of others.
    pub(super) takes_turns: bool,
    /// Contents are one string.
    pub(super) has_strings: bool,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    System,
    User,
    Answer,
    Result,
}

/// A turn, and who speaks in it.
struct SidedTurn<'t, 'a> {
    turn: Node<'t, 'a>,
    side: Side,
}

/// What a trainer does with odd turns.
#[derive(Debug)]
pub(super) struct OddTurns {
    /// A role that it does not know.
    pub(super) unknown_role: (Severity, &'static str),
    /// A list that does not end with an answer.
    pub(super) last: (Severity, &'static str),
    /// A list without messages.
    pub(super) empty: &'static str,
}

/// Checks the turns of a list.
pub(super) fn check(root: Node<'_, '_>, list: Node<'_, '_>, keys: &TrainerList, found: &mut TrainerReport<'_>) {
    let Trainer { program, turns, .. } = found.trainer;
    if list.is_empty() {
        return found.add(TRAINER_LAST.code, Severity::Error, list.at(), || format!("{program} {}", turns.empty));
    }
    let mut sides = Vec::with_capacity(list.len());
    for turn in list.items() {
        let Some(role) = turn.get(keys.role) else { return odd_keys(turn, keys, found) };
        let Some((_, side)) = keys.roles.iter().find(|(word, _)| role.is(word)) else {
            let known: Vec<&str> = keys.roles.iter().map(|(word, _)| *word).collect();
            let (severity, why) = turns.unknown_role;
            return found.add(TRAINER_ROLE.code, severity, role.at(), || {
                format!("{program} {why} `{}`; it supports {}", shown(role), known.join(", "))
            });
        };
        if keys.has_strings {
            strings(turn, *side, keys, found);
        }
        sides.push(SidedTurn { turn, side: *side });
    }
    let is_ranking = ["chosen", "rejected"].iter().all(|key| root.get(key).is_some_and(|it| it.is_object()));
    if keys.takes_turns && !order(&sides, found) {
        return;
    }
    let Some(SidedTurn { turn: end, side }) = sides.last().filter(|_| !keys.is_prompt && !is_ranking) else { return };
    if *side != Side::Answer {
        // Results at the end are omitted; the call before them is what is learned.
        let severity = if *side == Side::Result { Severity::Warning } else { turns.last.0 };
        found.add(TRAINER_LAST.code, severity, end.at(), || {
            format!("the last message is from {}: {program} {}", shown_role(*end, keys), turns.last.1)
        });
    }
}

fn shown(role: Node<'_, '_>) -> String {
    role.text().map_or_else(|| role.raw().to_owned(), |text| text.show())
}

fn shown_role(turn: Node<'_, '_>, keys: &TrainerList) -> String {
    turn.get(keys.role).map(shown).unwrap_or_default()
}

/// A turn with other keys than those of its column.
fn odd_keys(turn: Node<'_, '_>, keys: &TrainerList, found: &mut TrainerReport<'_>) {
    let Trainer { program, formats, .. } = found.trainer;
    let TrainerList { list, role, words, .. } = keys;
    found.add(crate::rule::TRAINER_RECORD.code, Severity::Error, turn.at(), || {
        format!(
            "{program} reads `{list}` with `{role}` and `{words}`, which this turn does not have: convert --to {}",
            formats.convert_to
        )
    });
}

/// Reports the first turn that is not the other side's; true if there is none. Results of one group are one turn.
fn order(sides: &[SidedTurn<'_, '_>], found: &mut TrainerReport<'_>) -> bool {
    let program = found.trainer.program;
    let (mut is_answer_next, mut is_group_open) = (false, false);
    for (at, SidedTurn { turn, side }) in sides.iter().enumerate() {
        let is_leading = at == 0 && *side == Side::System;
        let is_result = *side == Side::Result;
        if is_leading || (is_result && is_group_open) {
            continue;
        }
        let is_answer = *side == Side::Answer;
        if *side == Side::System || is_answer != is_answer_next {
            let wanted = if is_answer_next { "an answer" } else { "a message of the user" };
            found.add(TRAINER_ORDER.code, Severity::Error, turn.at(), || {
                format!("{wanted} is expected here: {program} skips the record")
            });
            return false;
        }
        (is_answer_next, is_group_open) = (!is_answer, is_result);
    }
    true
}

/// A content that is not a string, where no calls take its place.
fn strings(turn: Node<'_, '_>, side: Side, keys: &TrainerList, found: &mut TrainerReport<'_>) {
    let program = found.trainer.program;
    let words = turn.get(keys.words);
    let has_calls = side == Side::Answer && turn.get("tool_calls").is_some_and(|calls| !calls.is_empty());
    if has_calls || words.is_some_and(|words| words.is_string()) {
        return;
    }
    let what = words.map_or("nothing", |words| words.kind().name());
    found.add(TRAINER_CONTENT.code, Severity::Error, words.unwrap_or(turn).at(), || {
        format!("{program} expects a string as `{}`, found {what}", keys.words)
    });
}
