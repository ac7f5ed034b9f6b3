//! Which dialect tool calls are written in, and which results stand in which turn.
//!
//! There are no ids: readers pair calls and results by their order. A plan is only good if they pair them as they were.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, VecDeque};

use super::NAME;
use super::speaker::{has_calls, kept_name};
use crate::format::WriteOptions;
use crate::format::shared::{drop_empty, rising};
use crate::json::{At, Text};
use crate::model::{Conversation, Message, Part, Role};
use crate::report::{Refused, Report, loss};
use crate::rule::pairs::Pairs;

/// How a conversation becomes turns.
#[derive(Debug)]
pub(super) struct Plan<'c, 'a> {
    /// Calls as tags inside answers; otherwise as turns of their own.
    pub(super) is_hermes: bool,
    pub(super) pairs: Pairs<'c, 'a>,
    pub(super) turns: Vec<Turn>,
}

/// One turn that will be written.
#[derive(Debug)]
pub(super) enum Turn {
    /// The message with this index.
    Message(usize),
    /// Results that stand together, by their index in [`Pairs::results`], in the order of their calls.
    Results(Vec<usize>),
}

/// Calls without an answer so far.
#[derive(Default)]
struct Waiting<'c> {
    all: BTreeSet<usize>,
    /// The same by the name of their tool, with some that have their answer by now.
    by_tool: HashMap<Cow<'c, str>, VecDeque<usize>>,
}

impl<'c> Waiting<'c> {
    fn add(&mut self, call: usize, tool: Option<&'c Text<'_>>) {
        self.all.insert(call);
        if let Some(tool) = tool {
            self.by_tool.entry(tool.decode_json()).or_default().push_back(call);
        }
    }

    /// The first call of a tool.
    fn next_of(&mut self, tool: &Text<'_>) -> Option<usize> {
        let calls = self.by_tool.get_mut(tool.decode_json().as_ref())?;
        while calls.front().is_some_and(|call| !self.all.contains(call)) {
            calls.pop_front();
        }
        calls.front().copied()
    }
}

impl<'c, 'a> Plan<'c, 'a> {
    pub(super) fn of(
        conversation: &'c Conversation<'a>,
        options: &WriteOptions,
        report: &mut Report,
    ) -> Result<Self, Refused> {
        let messages = &conversation.messages;
        let is_hermes = messages.iter().any(|message| is_mixed(message, options));
        let mut plan = Self { is_hermes, pairs: Pairs::default(), turns: Vec::with_capacity(messages.len()) };
        let is_foreign_result = |message: &Message<'_>| message.origin != NAME && matches!(message.role, Role::Tool);
        if !messages.iter().any(is_foreign_result) {
            plan.turns.extend((0..messages.len()).map(Turn::Message));
            return Ok(plan);
        }
        plan.pairs = Pairs::of(conversation);
        plan.group(messages, report);
        if plan.misfit().is_none() {
            return Ok(plan);
        }
        // Names on results can tell more apart than order alone.
        plan.is_hermes = true;
        match plan.misfit() {
            None => Ok(plan),
            Some(at) => Err(Refused::new(
                &loss::CANNOT_HOLD,
                at,
                "without ids, this result would be taken for the answer to another call",
            )),
        }
    }

    fn group(&mut self, messages: &[Message<'_>], report: &mut Report) {
        let mut open: Vec<usize> = Vec::new();
        let mut results = self.pairs.results.iter().enumerate().peekable();
        for (index, message) in messages.iter().enumerate() {
            let mut own = Vec::new();
            while let Some((result, _)) = results.next_if(|(_, result)| result.message == index) {
                own.push(result);
            }
            if message.origin != NAME && matches!(message.role, Role::Tool) {
                drop_empty(message, report);
                open.append(&mut own);
                continue;
            }
            close(&mut open, &self.pairs, &mut self.turns, report);
            self.turns.push(Turn::Message(index));
        }
        close(&mut open, &self.pairs, &mut self.turns, report);
    }

    /// The first result that a reader would pair with another call than it answers.
    fn misfit(&self) -> Option<At> {
        let mut waiting = Waiting::default();
        let mut calls = self.pairs.calls.iter().enumerate().peekable();
        let mut answers = self.pairs.results.iter().peekable();
        for turn in &self.turns {
            match turn {
                Turn::Message(index) => {
                    while let Some((call, at)) = calls.next_if(|(_, call)| call.message == *index) {
                        waiting.add(call, self.is_hermes.then_some(&at.call.name));
                    }
                    while let Some(answer) = answers.next_if(|answer| answer.message <= *index) {
                        if let Some(call) = answer.call.filter(|_| answer.message == *index) {
                            waiting.all.remove(&call);
                        }
                    }
                }
                Turn::Results(results) => {
                    let is_whole = self.is_hermes || results.len() == waiting.all.len();
                    for result in results.iter().filter_map(|index| self.pairs.results.get(*index)) {
                        let found = if self.is_hermes {
                            self.call_name(result.call).and_then(|name| waiting.next_of(name))
                        } else {
                            waiting.all.first().copied()
                        };
                        if !is_whole || found.is_none() || found != result.call {
                            return Some(result.result.at);
                        }
                        found.map(|call| waiting.all.remove(&call));
                    }
                }
            }
        }
        None
    }

    /// The name of a call, by its index in [`Pairs::calls`].
    pub(super) fn call_name(&self, call: Option<usize>) -> Option<&'c Text<'a>> {
        self.pairs.calls.get(call?).map(|call| &call.call.name)
    }
}

/// Ends a group of results.
fn close(open: &mut Vec<usize>, pairs: &Pairs<'_, '_>, turns: &mut Vec<Turn>, report: &mut Report) {
    if open.is_empty() {
        return;
    }
    let mut group = std::mem::take(open);
    let call = |index: &usize| pairs.results.get(*index).and_then(|result| result.call).unwrap_or(usize::MAX);
    if !group.is_sorted_by_key(call) {
        let stays = rising(&group.iter().map(call).collect::<Vec<_>>());
        for index in group.iter().zip(stays).filter_map(|(index, stays)| (!stays).then_some(*index)) {
            let at = pairs.results.get(index).map_or(At::NOWHERE, |result| result.result.at);
            report.add(&loss::REORDERED, at, || "tool results stand in the order of their calls".to_owned());
        }
        group.sort_by_key(call);
    }
    turns.push(Turn::Results(group));
}

/// Words and calls in one message: only tags can hold that.
fn is_mixed(message: &Message<'_>, options: &WriteOptions) -> bool {
    if !has_calls(message) {
        return false;
    }
    if message.origin == NAME && kept_name(message).is_some() {
        return true;
    }
    message.parts.iter().any(|part| match part {
        Part::Text(text) | Part::Refusal(text) => !text.text.is_blank(),
        Part::Reasoning(it) => options.is_reasoning_text && it.text.as_ref().is_some_and(|text| !text.is_empty()),
        Part::Call(_) | Part::Result(_) | Part::Media(_) | Part::Opaque(_) => false,
    })
}
