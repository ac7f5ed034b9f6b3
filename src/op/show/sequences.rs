//! A conversation with branches as sequences: the main one, and each other one from the message on that is not shared.
//!
//! In the branches `1 2 3` and `1 2 4`, the main sequence is `1 2 3`, and `4` leaves it after the second message.

use std::collections::HashMap;

use crate::model::{BranchKind, BranchStep, Conversation, Message};
use crate::op::branch_tree::{ShownBranch, last_shared, shown_branches};

/// Messages in order.
#[derive(Debug, Default)]
pub(super) struct Sequence<'c, 'a> {
    /// The data of the branch, if the conversation has several.
    pub(super) about: Option<ShownBranch>,
    /// The index of the sequence that it leaves.
    pub(super) parent: usize,
    /// The number of the last shared message.
    pub(super) after: usize,
    /// Its first message is in the record before the next message of the other sequence.
    pub(super) is_earlier: bool,
    /// The messages of this sequence.
    pub(super) messages: Vec<SequenceMessage<'c, 'a>>,
}

/// A message of a sequence.
#[derive(Debug)]
pub(super) struct SequenceMessage<'c, 'a> {
    /// Its number, from 1, including shared messages.
    pub(super) number: usize,
    pub(super) message: &'c Message<'a>,
    /// The sequence, and the number there, of the same message, which is displayed there.
    pub(super) same_as: Option<(usize, usize)>,
}

/// The sequences of a conversation; the first one is the main one.
pub(super) fn sequences<'c, 'a>(conversation: &'c Conversation<'a>) -> Vec<Sequence<'c, 'a>> {
    let about = shown_branches(conversation);
    let mut found =
        if conversation.branches.is_empty() { answers(conversation, about) } else { branches(conversation, about) };
    let end = found.first().map_or(0, |main| main.messages.len());
    for (_, sidechain) in conversation.sidechains.iter().flat_map(|it| &it.conversations) {
        let name = sidechain.id.as_ref().map(|id| id.decode().into_owned());
        let own = sidechain.messages.len();
        let about = ShownBranch { kind: "sidechain", name, messages: own, own, ..ShownBranch::default() };
        let messages = numbered(&sidechain.messages, 0);
        found.push(Sequence { about: Some(about), after: end, messages, ..Sequence::default() });
    }
    set_earlier(&mut found);
    found
}

/// The conversation with its own answer, and the other answers.
fn answers<'c, 'a>(conversation: &'c Conversation<'a>, about: Vec<ShownBranch>) -> Vec<Sequence<'c, 'a>> {
    let mut about = about.into_iter();
    let messages = numbered(&conversation.messages, 0);
    let mut found = vec![Sequence { about: about.next(), messages, ..Sequence::default() }];
    let start = conversation.preference.as_ref().map_or(0, |preference| preference.start);
    found.extend(conversation.other_answers().iter().map(|answer| {
        let messages = numbered(&answer.messages, start);
        Sequence { about: about.next(), after: start, messages, ..Sequence::default() }
    }));
    found
}

fn numbered<'c, 'a>(messages: &'c [Message<'a>], before: usize) -> Vec<SequenceMessage<'c, 'a>> {
    let numbers = before + 1..;
    messages.iter().zip(numbers).map(|(message, number)| SequenceMessage { number, message, same_as: None }).collect()
}

fn branches<'c, 'a>(conversation: &'c Conversation<'a>, about: Vec<ShownBranch>) -> Vec<Sequence<'c, 'a>> {
    let all = &conversation.branches;
    // The place where each message is displayed: the sequence, and its number there.
    let mut places: Vec<Option<(usize, usize)>> = vec![None; conversation.messages.len()];
    let mut show = |index: usize, sequence: usize, number: usize| {
        let message = conversation.messages.get(index)?;
        let place = places.get_mut(index)?;
        let same_as = *place;
        place.get_or_insert((sequence, number));
        Some(SequenceMessage { number, message, same_as })
    };
    let (mut prefixes, mut found) = (Prefixes::default(), Vec::with_capacity(all.len()));
    let mut forks: Vec<Option<(usize, usize)>> = Vec::with_capacity(all.len());
    // The number of the last message up to each step, for each branch.
    let mut numbers: Vec<Vec<usize>> = Vec::with_capacity(all.len());
    for ((branch, sequence), mut about) in all.iter().zip(0..).zip(about) {
        let (shared, fork) = match branch.stem.filter(|stem| stem.branch < sequence) {
            Some(stem) => (0, last_shared(all, stem, &forks)),
            None if branch.kind == BranchKind::Stored => prefixes.add(sequence, &branch.order),
            None => (0, None),
        };
        forks.push(fork);
        let after = fork.and_then(|(outer, step)| numbers.get(outer)?.get(step).copied()).unwrap_or_default();
        let (mut number, mut messages) = (after, Vec::new());
        let system = branch.system.as_ref().and_then(|step| step.message).filter(|_| fork.is_none());
        let is_listed = branch.order.iter().any(|step| step.message.is_some() && step.message == system);
        if let Some(message) = system.filter(|_| !is_listed).and_then(|index| show(index, sequence, number + 1)) {
            number += 1;
            messages.push(message);
        }
        let mut counted = vec![number; shared];
        for step in branch.order.iter().skip(shared) {
            if let Some(message) = step.message.and_then(|index| show(index, sequence, number + 1)) {
                number += 1;
                messages.push(message);
            }
            counted.push(number);
        }
        numbers.push(counted);
        about.own = messages.len();
        // A sub-agent that shares no messages with the session is displayed after it.
        let is_apart = branch.kind == BranchKind::Sidechain && fork.is_none() && sequence > 0;
        let after = if is_apart { usize::MAX } else { after };
        let parent = fork.map_or(0, |(outer, _)| outer);
        found.push(Sequence { about: Some(about), parent, after, messages, ..Sequence::default() });
    }
    let left = conversation.messages.iter().zip(places).filter(|(_, place)| place.is_none());
    let messages: Vec<_> =
        left.zip(1..).map(|((message, _), number)| SequenceMessage { number, message, same_as: None }).collect();
    if !messages.is_empty() {
        let about = ShownBranch { kind: "in no branch", own: messages.len(), ..ShownBranch::default() };
        found.push(Sequence { about: Some(about), after: usize::MAX, messages, ..Sequence::default() });
    }
    found
}

fn set_earlier(found: &mut [Sequence<'_, '_>]) {
    let is_earlier = |own: &Sequence<'_, '_>| {
        let others = &found.get(own.parent)?.messages;
        let next = others.get(others.partition_point(|it| it.number <= own.after))?;
        Some(own.messages.first()?.message.at.offset()? < next.message.at.offset()?)
    };
    let all: Vec<bool> = found.iter().map(|own| is_earlier(own).unwrap_or_default()).collect();
    for (own, is_earlier) in found.iter_mut().zip(all) {
        own.is_earlier = is_earlier;
    }
}

/// The beginnings of the branches so far, as a tree of their messages.
#[derive(Debug, Default)]
struct Prefixes {
    /// The next node by node and message; 0 is the node before all messages.
    next: HashMap<(usize, Option<usize>), usize>,
    /// The branch that created each node except the first, and its step.
    owners: Vec<(usize, usize)>,
}

impl Prefixes {
    /// The number of steps that a branch shares with an earlier one, and the last of these steps in that one.
    fn add(&mut self, branch: usize, order: &[BranchStep<'_>]) -> (usize, Option<(usize, usize)>) {
        let (mut node, mut shared) = (0, 0);
        for (step, place) in order.iter().zip(0..) {
            let key = (node, step.message);
            if let Some(known) = self.next.get(&key).filter(|_| shared == place) {
                (node, shared) = (*known, place + 1);
                continue;
            }
            self.owners.push((branch, place));
            node = self.owners.len();
            self.next.insert(key, node);
        }
        let mut last = 0;
        for step in order.iter().take(shared) {
            last = self.next.get(&(last, step.message)).copied().unwrap_or_default();
        }
        (shared, last.checked_sub(1).and_then(|index| self.owners.get(index)).copied())
    }
}
