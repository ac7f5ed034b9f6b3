//! One side of a comparison: a conversation, and its messages as facts, which are computed on demand.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::hash::BuildHasher as _;

use foldhash::quality::RandomState;

use super::facts::{Built, DiffFact, FactMaker, Val};
use super::names::CallNames;
use super::options::Class;
use super::words::{CharacterClass, tokens};
use crate::events::FORMAT as EVENTS;
use crate::format::Format;
use crate::json::{At, Node, RecordText, Text, values_at};
use crate::model::{Conversation, Message, Part};

/// One side of a comparison.
#[derive(Debug)]
pub(super) struct View<'c> {
    pub(super) format: &'static Format,
    pub(super) conversation: &'c Conversation<'c>,
    /// The bytes of each message, if it is a single value of the record.
    raws: Vec<Option<(&'c str, usize)>>,
    // Most are never computed: a place for each costs one word.
    built: Vec<OnceCell<Box<Built<'c>>>>,
    words: Vec<OnceCell<Box<MessageHashes>>>,
    names: CallNames<'c>,
}

/// The words of a message.
#[derive(Debug, Default)]
pub(super) struct MessageHashes {
    /// In order; parts that are not text have one word.
    pub(super) all: Vec<u64>,
    /// Sorted.
    pub(super) sorted: Vec<u64>,
}

impl<'c> View<'c> {
    pub(super) fn new(format: &'static Format, conversation: &'c Conversation<'c>, root: Option<Node<'_, 'c>>) -> Self {
        let count = conversation.messages.len();
        Self {
            format,
            conversation,
            raws: root.map_or_else(Vec::new, |root| raws(format, conversation, root)),
            built: std::iter::repeat_with(OnceCell::new).take(count).collect(),
            words: std::iter::repeat_with(OnceCell::new).take(count).collect(),
            names: CallNames::of(conversation),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.built.len()
    }

    pub(super) fn message(&self, index: usize) -> Option<&'c Message<'c>> {
        self.conversation.messages.get(index)
    }

    /// A program generated the message: most formats have no such messages.
    pub(super) fn is_by_program(&self, index: usize) -> bool {
        self.message(index).is_some_and(|message| message.details().by_program.is_some())
    }

    /// The bytes of a message, if they contain all of it.
    pub(super) fn raw(&self, index: usize) -> Option<(&'c str, usize)> {
        self.raws.get(index).copied().flatten()
    }

    pub(super) fn id(&self, index: usize) -> Option<Cow<'c, str>> {
        self.message(index)?.details().id.as_ref().map(|id| id.decode_json())
    }

    /// True if the message is an instruction.
    pub(super) fn is_instruction(&self, index: usize) -> bool {
        self.message(index).is_some_and(|message| message.role.is_instruction())
    }

    /// The place of the message, or of its first part that has a place.
    pub(super) fn at(&self, index: usize) -> At {
        self.message(index)
            .map_or(At::NOWHERE, |message| message.parts.iter().fold(message.at, |at, part| at.or(part.at())))
    }

    /// The message as facts.
    pub(super) fn built(&self, index: usize, maker: &RefCell<FactMaker>) -> Option<&Built<'c>> {
        let (cell, message) = (self.built.get(index)?, self.message(index)?);
        let built = cell.get_or_init(|| Box::new(maker.borrow_mut().message(message, &self.names)));
        Some(built)
    }

    /// The words of a message.
    pub(super) fn words(&self, index: usize, maker: &RefCell<FactMaker>) -> Option<&MessageHashes> {
        let built = self.built(index, maker)?;
        Some(self.words.get(index)?.get_or_init(|| Box::new(words_of(built, maker.borrow().hasher))))
    }
}

fn words_of(built: &Built<'_>, hasher: RandomState) -> MessageHashes {
    let mut all = Vec::new();
    let is_said = |fact: &DiffFact<'_>| fact.class == Class::Content && !matches!(fact.name.as_ref(), "error" | "kind");
    for piece in &built.pieces {
        // A separate word stands for the fact that a tool answered.
        if piece.name == "result" {
            all.push(hasher.hash_one(piece.name));
        }
        for fact in piece.facts.iter().filter(|fact| is_said(fact)) {
            match &fact.val {
                Val::Text(text) | Val::Json(text) => add_words(text, hasher, &mut all),
                Val::Media(_) => all.push(fact.key),
            }
        }
    }
    let mut sorted = all.clone();
    sorted.sort_unstable();
    MessageHashes { all, sorted }
}

fn add_words(text: &str, hasher: RandomState, all: &mut Vec<u64>) {
    for token in tokens(text) {
        let word = text.get(token).unwrap_or_default();
        if word
            .chars()
            .next()
            .is_some_and(|first| !matches!(CharacterClass::of(first), CharacterClass::Space) && first != '\n')
        {
            all.push(hasher.hash_one(word));
        }
    }
}

/// The bytes of each message, and its index among those in the same value. Messages that are partly elsewhere have
/// none: their bytes are incomplete.
fn raws<'c>(
    format: &'static Format,
    conversation: &'c Conversation<'c>,
    root: Node<'_, 'c>,
) -> Vec<Option<(&'c str, usize)>> {
    let messages = &conversation.messages;
    let mut found = vec![None; messages.len()];
    // A message of an event log is assembled from several events.
    if format.name == EVENTS {
        return found;
    }
    let mut order: Vec<(usize, usize)> =
        messages.iter().enumerate().filter_map(|(index, message)| Some((message.at.offset()?, index))).collect();
    order.sort_unstable();
    let offsets: Vec<usize> = order.iter().map(|(offset, _)| *offset).collect();
    let mut last = (usize::MAX, 0);
    for ((offset, index), node) in order.into_iter().zip(values_at(root, &offsets)) {
        let span = node.span();
        last = if last.0 == offset { (offset, last.1 + 1) } else { (offset, 0) };
        let holds = |at: At| at.offset().is_none_or(|at| span.start <= at && at < span.end);
        // An assembled text, or a text elsewhere, is not in these bytes.
        let record = RecordText::new(conversation.source.text);
        let is_inside = |text: &Text<'_>| {
            let place = text.token().and_then(|token| record.span_of(token));
            text.is_empty() || place.is_some_and(|place| span.start <= place.start && place.end <= span.end)
        };
        let is_whole =
            messages.get(index).is_some_and(|message| holds_all(message, &holds) && texts(message).all(is_inside));
        if let Some(place) = found.get_mut(index)
            && span.start == offset
            && is_whole
        {
            *place = Some((node.raw(), last.1));
        }
    }
    found
}

/// The texts of a message that formats may store outside it, or join.
fn texts<'m, 'c>(message: &'m Message<'c>) -> impl Iterator<Item = &'m Text<'c>> {
    let details = message.details();
    let of_parts = message.parts.iter().filter_map(|part| match part {
        Part::Text(it) | Part::Refusal(it) => Some(&it.text),
        Part::Reasoning(it) => it.text.as_ref(),
        Part::Call(_) | Part::Result(_) | Part::Media(_) | Part::Opaque(_) => None,
    });
    let names = [&details.id, &details.name, &details.sender, &details.recipient, &details.time];
    names.into_iter().flatten().chain(of_parts)
}

fn holds_all(message: &Message<'_>, holds: &dyn Fn(At) -> bool) -> bool {
    let details = message.details();
    message.parts.iter().map(Part::at).all(holds)
        && message.extras.fields().iter().map(|extra| extra.at).all(holds)
        && details.finish.iter().map(|finish| finish.at).all(holds)
        && details.weight.iter().map(|weight| weight.at).all(holds)
        && details.output.iter().map(|output| output.at).all(holds)
}
