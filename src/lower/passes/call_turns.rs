//! Targets without call ids, in which calls are separate turns or tags in the text of their message. Readers pair calls
//! and results by order, and tags also by name: a form is valid only if they pair them correctly.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, VecDeque};

use crate::json::{At, Text};
use crate::lower::context::Lowering;
use crate::lower::outline::{Block, Outline, OutlineRole, OutlineTurn};
use crate::lower::policy::CallOrder;
use crate::report::{Refused, loss};

/// Unanswered calls so far.
#[derive(Default)]
struct UnansweredCalls<'o> {
    all: BTreeSet<usize>,
    /// The same by tool name, including some that are answered by now.
    by_tool: HashMap<Cow<'o, str>, VecDeque<usize>>,
}

impl UnansweredCalls<'_> {
    /// The first call of a tool.
    fn next_of(&mut self, tool: &Text<'_>) -> Option<usize> {
        let calls = self.by_tool.get_mut(tool.decode_json().as_ref())?;
        while calls.front().is_some_and(|call| !self.all.contains(call)) {
            calls.pop_front();
        }
        calls.front().copied()
    }
}

impl<'c> Lowering<'c, '_> {
    /// Decides whether calls are written as tags. They are if text is next to calls, or if the names of
    /// results distinguish more than their order.
    ///
    /// # Errors
    /// In both forms, a result would be paired with the wrong call.
    pub(super) fn place_calls(&mut self, outline: &mut Outline<'c>) -> Result<(), Refused> {
        if !self.policy.tools.calls.order.is_by_place() {
            return Ok(());
        }
        let is_call = |block: &Block<'_>| block.as_call().is_some();
        for turn in outline.turns.iter_mut().filter(|turn| turn.blocks.iter().any(is_call)) {
            // A text that is a separate part may be blank.
            if self.policy.text.join.is_some() {
                self.drop_blank_words(turn);
            }
            outline.is_tagged |=
                self.policy.tools.calls.order != CallOrder::Tags && turn.blocks.iter().any(Block::is_words);
        }
        let has_results = outline.turns.iter().any(|turn| turn.speaker == OutlineRole::Tool);
        if self.policy.tools.calls.order == CallOrder::Tags {
            return first_other(&outline.turns).map_or(Ok(()), refuse);
        }
        if !has_results || misfit(&outline.turns, outline.is_tagged).is_none() {
            return Ok(());
        }
        outline.is_tagged = true;
        misfit(&outline.turns, true).map_or(Ok(()), refuse)
    }

    /// Drops texts without visible characters next to calls.
    fn drop_blank_words(&mut self, turn: &mut OutlineTurn<'c>) {
        let is_blank = |block: &Block<'_>| block.as_words().is_some_and(|words| words.text.is_blank());
        if !turn.blocks.iter().any(is_blank) {
            return;
        }
        for words in turn.blocks.iter().filter(|block| is_blank(block)).filter_map(Block::as_words) {
            self.report.add(&loss::BLANK_TEXT, words.at, || "blank text next to tool calls is dropped".to_owned());
            words.part.into_iter().for_each(|part| self.drop_text(part));
        }
        turn.blocks.change(|blocks| blocks.retain(|block| !is_blank(block)));
    }
}

fn refuse(at: At) -> Result<(), Refused> {
    let why = "without ids, this result would be taken for that of another call";
    Err(Refused::new(&loss::CANNOT_HOLD, at, why))
}

/// The first result that answers a call other than the first unanswered one.
fn first_other(turns: &[OutlineTurn<'_>]) -> Option<At> {
    let mut waiting = VecDeque::new();
    for block in turns.iter().flat_map(|turn| &turn.blocks) {
        if let Some(call) = block.as_call() {
            waiting.push_back(call.number);
        } else if let Some(result) = block.as_result()
            && waiting.pop_front() != result.call
        {
            return Some(result.result.at);
        }
    }
    None
}

/// The first result that a reader would pair with the wrong call.
fn misfit(turns: &[OutlineTurn<'_>], is_tagged: bool) -> Option<At> {
    let mut waiting = UnansweredCalls::default();
    for turn in turns {
        let results = || turn.blocks.iter().filter_map(Block::as_result);
        let is_whole = is_tagged || turn.speaker != OutlineRole::Tool || results().count() == waiting.all.len();
        for result in results() {
            let found = match &result.name {
                Some(name) if is_tagged => waiting.next_of(name),
                _ if is_tagged => None,
                _ => waiting.all.first().copied(),
            };
            if !is_whole || found.is_none() || found != result.call {
                return Some(result.result.at);
            }
            found.map(|call| waiting.all.remove(&call));
        }
        for call in turn.blocks.iter().filter_map(Block::as_call) {
            waiting.all.insert(call.number);
            if is_tagged {
                waiting.by_tool.entry(call.name.decode_json()).or_default().push_back(call.number);
            }
        }
    }
    None
}
