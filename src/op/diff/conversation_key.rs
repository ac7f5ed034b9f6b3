//! A hash of all facts of a conversation: conversations without differences in `diff` have the same hash.

use std::collections::HashMap;
use std::hash::BuildHasher as _;

use foldhash::quality::RandomState;

use super::facts::{Built, FactGroup, FactMaker};
use super::names::CallNames;
use super::options::{Class, Ignore};
use super::shown;
use crate::model::{Conversation, Message, Role};

/// The seeds of the hashes of one run: two, so that different conversations have different hashes.
#[derive(Debug, Default)]
pub(in crate::op) struct KeySeeds([RandomState; 2]);

/// Computes the hashes of conversations.
#[derive(Debug)]
pub(in crate::op) struct ConversationKeys([FactMaker; 2]);

impl KeySeeds {
    /// Computes hashes without the facts of these classes.
    pub(in crate::op) fn keys(&self, ignore: Ignore) -> ConversationKeys {
        ConversationKeys(self.0.each_ref().map(|hasher| FactMaker::new(*hasher, ignore)))
    }

    /// The hash of a text.
    pub(in crate::op) fn of_text(&self, text: &str) -> u128 {
        joined(self.0.each_ref().map(|hasher| hasher.hash_one(text)))
    }
}

impl ConversationKeys {
    /// The hash of a conversation, with all its branches.
    pub(in crate::op) fn of(&mut self, conversation: &Conversation<'_>) -> u128 {
        joined(self.0.each_mut().map(|maker| key(maker, conversation)))
    }
}

fn joined([high, low]: [u64; 2]) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

fn key(maker: &mut FactMaker, conversation: &Conversation<'_>) -> u64 {
    let hasher = maker.hasher;
    let fields = maker.conversation(conversation);
    // Fields that a format does not define may have another meaning in another format.
    let origin = fields.facts.iter().any(|fact| fact.is_extra).then_some(conversation.origin);
    let mut sum = hasher.hash_one((fields.key, origin));
    if !maker.ignore.has(Class::Tools) {
        let tools: Vec<_> = conversation.tools.iter().map(|tool| maker.tool(tool)).collect();
        sum = hasher.hash_one((sum, named(&tools, hasher)));
    }
    if !maker.ignore.has(Class::Order) {
        let branches: Vec<_> = conversation.branches.iter().map(|branch| maker.branch(branch)).collect();
        sum = hasher.hash_one((sum, named(&branches, hasher)));
    }
    let names = CallNames::of(conversation);
    let (mut any_order, mut last) = (0_u64, None);
    for message in &conversation.messages {
        let built = maker.message(message, &names);
        let is_joined = joins(last, message, &built);
        last = built.head.facts.is_empty().then_some(&message.role);
        let parts = built.pieces.iter().enumerate().map(|(place, piece)| {
            let owner = piece.owner.map(|owner| place.saturating_sub(owner));
            hasher.hash_one((piece.key, owner))
        });
        if maker.ignore.has(Class::Order) {
            let head = hasher.hash_one((built.role, built.head.key));
            any_order = any_order.wrapping_add(parts.fold(head, |own, part| hasher.hash_one((own, part))));
        } else {
            if !is_joined {
                sum = hasher.hash_one((sum, "message", built.role, built.head.key));
            }
            sum = parts.fold(sum, |sum, part| hasher.hash_one((sum, part)));
        }
    }
    hasher.hash_one((sum, any_order))
}

/// True for a message that is equivalent to a part of the previous one: the grouping of results and instructions is not
/// a difference.
fn joins(last: Option<&Role<'_>>, message: &Message<'_>, built: &Built<'_>) -> bool {
    let is_grouped = matches!(message.role, Role::Tool) || message.role.is_instruction();
    is_grouped && built.head.facts.is_empty() && last.is_some_and(|last| last.name() == message.role.name())
}

/// Tools or branches, in any order, except that those with the same name are in order.
fn named(pieces: &[FactGroup<'_>], hasher: RandomState) -> u64 {
    let mut seen: HashMap<String, u32> = HashMap::new();
    pieces.iter().fold(0, |sum, piece| {
        let named = piece.facts.iter().find(|fact| fact.name == "name").or(piece.facts.first());
        let name = named.map(|fact| shown::shown(&fact.val).text().to_owned()).unwrap_or_default();
        let count = seen.entry(name).or_default();
        *count += 1;
        sum.wrapping_add(hasher.hash_one((*count, piece.key)))
    })
}
