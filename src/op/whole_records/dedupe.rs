//! `dedupe`: removes duplicate conversations, keeping the first.

use std::collections::HashSet;

use super::super::diff::{ConversationKeys, Ignore, KeySeeds};
use super::super::input::Input;
use super::super::outcome::Outcome;
use super::container::{Chooser, pass_chosen};
use super::drive::{Examiner, ReadRecord};
use super::record_id::record_id;
use super::{WholeEnds, WholeOptions};
use crate::op::pass::PassFailure;

/// The criterion for duplicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SameBy {
    /// `diff` finds no difference between them, ignoring these classes of facts.
    Facts(Ignore),
    /// They have the same id.
    Id,
}

/// The conversations so far, in one or more inputs: 16 bytes for each.
#[derive(Debug)]
pub struct SeenConversations {
    by: SameBy,
    seeds: KeySeeds,
    seen: HashSet<u128>,
    /// Those of the last input, if its result can be discarded.
    added: Option<Vec<u128>>,
    /// Conversations that were kept because they have no id.
    pub without_id: u64,
}

impl SeenConversations {
    /// An empty set.
    #[must_use]
    pub fn new(by: SameBy) -> Self {
        Self { by, seeds: KeySeeds::default(), seen: HashSet::new(), added: None, without_id: 0 }
    }

    /// The results of inputs can be discarded one by one: see [`SeenConversations::forget_last`].
    #[must_use]
    pub fn forgetting(self) -> Self {
        Self { added: Some(Vec::new()), ..self }
    }

    /// Forgets the conversations of the last input, whose result was discarded.
    pub fn forget_last(&mut self) {
        for key in self.added.iter_mut().flat_map(|added| added.drain(..)) {
            self.seen.remove(&key);
        }
    }
}

enum DedupeExaminer<'k> {
    Facts(Box<ConversationKeys>),
    Id(&'k KeySeeds),
}

impl Examiner for DedupeExaminer<'_> {
    type Found = Option<u128>;

    fn examine(&mut self, record: &mut ReadRecord<'_, '_>) -> Option<u128> {
        match self {
            Self::Facts(keys) => Some(keys.of(record.conversation)),
            Self::Id(seeds) => record_id(record.conversation, record.scratch).map(|id| seeds.of_text(&id)),
        }
    }

    /// All conversations in order are compared, but only the first id.
    fn join(&self, first: Option<u128>, next: Option<u128>) -> Option<u128> {
        match self {
            Self::Facts(_) => Some(first?.rotate_left(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ next?),
            Self::Id(_) => first.or(next),
        }
    }
}

struct FirstOfEach<'s> {
    seen: &'s mut HashSet<u128>,
    added: Option<&'s mut Vec<u128>>,
    without_id: &'s mut u64,
}

impl Chooser<Option<u128>> for FirstOfEach<'_> {
    fn chooses(&mut self, key: Option<u128>) -> bool {
        let Some(key) = key else {
            *self.without_id += 1;
            return true;
        };
        let is_new = self.seen.insert(key);
        if let Some(added) = self.added.as_mut().filter(|_| is_new) {
            added.push(key);
        }
        is_new
    }
}

/// Copies the conversations of an input that are not duplicates.
///
/// # Errors
/// Reading or writing failed. A bad record is not an error here: see [`Outcome::fatal`].
pub fn dedupe(
    input: Input,
    seen: &mut SeenConversations,
    options: WholeOptions,
    ends: WholeEnds<'_>,
) -> Result<Outcome, PassFailure> {
    let SeenConversations { by, seeds, seen, added, without_id } = seen;
    let mut added = added.as_mut();
    if let Some(added) = &mut added {
        added.clear();
    }
    let (by, seeds) = (*by, &*seeds);
    let make = || match by {
        SameBy::Facts(ignore) => DedupeExaminer::Facts(Box::new(seeds.keys(ignore))),
        SameBy::Id => DedupeExaminer::Id(seeds),
    };
    pass_chosen(input, options, ends, make, FirstOfEach { seen, added, without_id }).map(|(outcome, _)| outcome)
}
