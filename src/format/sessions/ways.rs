//! The ways through a tree of messages, from its roots to its leaves: one of them is active, the others were left.

use super::tree::SessionTree;
use crate::json::short_lists;
use crate::model::{Branch, BranchKind, Stem};

/// A group of entries of a tree that cannot be separated: the lines of one answer, with the results of its calls and lines that
/// are not messages.
#[derive(Clone, Debug, Default)]
pub struct TreeUnit {
    /// The unit before it.
    pub parent: Option<usize>,
    /// The conversation that it belongs to: see [`TreeEntry`](super::tree::TreeEntry).
    pub lane: usize,
    /// The number of its messages.
    pub messages: usize,
    /// The index of its last entry that is a message.
    pub last: usize,
}

/// A way from a root to a leaf.
#[derive(Clone, Debug, Default)]
pub struct TreeWay {
    /// The conversation that it belongs to.
    pub lane: usize,
    /// It is the one that a program would continue with. Each conversation has one such way for each of its roots at most.
    pub is_active: bool,
    /// The last unit.
    pub leaf: usize,
    /// The way before this one with which it shares its beginning.
    pub stem: Option<Stem>,
    /// The units after that, in order.
    pub units: Vec<usize>,
}

impl TreeWay {
    /// The branch of this way, without its messages.
    #[must_use]
    pub fn branch<'a>(&self) -> Branch<'a> {
        let kind = match (self.lane, self.is_active) {
            (0, true) => BranchKind::Active,
            (0, false) => BranchKind::Abandoned,
            _ => BranchKind::Sidechain,
        };
        Branch { kind, stem: self.stem, ..Branch::default() }
    }

    /// The number of messages that it shares with the way before it.
    #[must_use]
    pub fn shared_steps(&self) -> usize {
        self.stem.map_or(0, |stem| stem.steps)
    }
}

/// What an entry adds to its unit.
#[derive(Clone, Copy, Debug, Default)]
pub struct EntryWeight {
    /// The number of messages that begin with it.
    pub messages: usize,
    /// It is a line of a message.
    pub is_message: bool,
}

/// Puts entries into units. `unit_of` gives the unit of each entry.
#[must_use]
pub fn units_of(tree: &SessionTree<'_>, unit_of: &[usize], count: usize, weights: &[EntryWeight]) -> Vec<TreeUnit> {
    let mut units = vec![TreeUnit::default(); count];
    let mut is_known = vec![false; count];
    for index in 0..tree.len() {
        let Some(own) = unit_of.get(index).copied() else { continue };
        let outer = tree.parent(index).and_then(|parent| unit_of.get(parent).copied()).filter(|outer| *outer != own);
        let weight = weights.get(index).copied().unwrap_or_default();
        let (Some(unit), Some(is_known)) = (units.get_mut(own), is_known.get_mut(own)) else { continue };
        if !*is_known {
            (unit.parent, unit.lane, unit.last) = (outer, tree.lane(index), index);
            *is_known = true;
        } else if unit.parent.is_none() {
            unit.parent = outer;
        }
        unit.messages += weight.messages;
        if weight.is_message {
            unit.last = unit.last.max(index);
        }
    }
    cut_cycles(&mut units);
    units
}

/// There is a message on the way to this unit.
fn leads_to_message(units: &[TreeUnit], unit: usize) -> bool {
    let mut next = Some(unit);
    while let Some(found) = next.and_then(|index| units.get(index)) {
        if found.messages > 0 {
            return true;
        }
        next = found.parent;
    }
    false
}

/// Units may lead to each other where their entries do not.
fn cut_cycles(units: &mut [TreeUnit]) {
    let mut visits = vec![0_usize; units.len()];
    for start in 0..units.len() {
        let mut next = Some(start);
        while let Some(index) = next {
            match visits.get_mut(index) {
                Some(visit) if *visit == 0 => *visit = start + 1,
                Some(visit) if *visit == start + 1 => {
                    if let Some(unit) = units.get_mut(index) {
                        unit.parent = None;
                    }
                    break;
                }
                Some(_) | None => break,
            }
            next = units.get(index).and_then(|unit| unit.parent);
        }
    }
}

/// All ways to leaves with messages: the active one of the session first, which is the newest, then its others, then those of
/// sub-agents, each in the order of the file.
#[must_use]
pub fn ways(units: &[TreeUnit]) -> Vec<TreeWay> {
    ways_with(units, None)
}

/// The same, where the active way ends in this unit, which need not be a leaf.
#[must_use]
pub fn ways_with(units: &[TreeUnit], active: Option<usize>) -> Vec<TreeWay> {
    let mut has_next = vec![false; units.len()];
    for start in 0..units.len() {
        let mut next = units.get(start).filter(|unit| unit.messages > 0).and_then(|unit| unit.parent);
        while let Some(index) = next {
            match has_next.get_mut(index) {
                Some(has) if !*has => *has = true,
                Some(_) | None => break,
            }
            next = units.get(index).and_then(|unit| unit.parent);
        }
    }
    let active = active.filter(|index| leads_to_message(units, *index));
    let is_leaf = |index: &usize| {
        let is_end = units.get(*index).is_some_and(|unit| unit.messages > 0) && has_next.get(*index) == Some(&false);
        is_end || active == Some(*index)
    };
    let place = |index: usize| units.get(index).map_or((0, 0), |unit| (unit.lane, unit.last));
    let mut leaves: Vec<usize> = (0..units.len()).filter(is_leaf).collect();
    short_lists::sort_by_key(&mut leaves, |leaf| place(*leaf));
    let newest = leaves.iter().copied().filter(|leaf| place(*leaf).0 == 0).max_by_key(|leaf| place(*leaf));
    let newest = active.or(newest);
    if let Some(position) = newest.and_then(|newest| leaves.iter().position(|leaf| *leaf == newest)) {
        leaves.get_mut(..=position).unwrap_or_default().rotate_right(1);
    }
    let mut done: Vec<Option<Stem>> = vec![None; units.len()];
    let mut ways: Vec<TreeWay> = Vec::with_capacity(leaves.len());
    for leaf in leaves {
        let mut way = TreeWay { lane: place(leaf).0, is_active: Some(leaf) == newest, leaf, ..TreeWay::default() };
        let mut next = Some(leaf);
        while let Some(index) = next {
            if let Some(shared) = done.get(index).copied().flatten() {
                way.stem = Some(shared);
                break;
            }
            way.units.push(index);
            next = units.get(index).and_then(|unit| unit.parent);
        }
        way.units.reverse();
        let mut steps = way.shared_steps();
        for index in &way.units {
            steps += units.get(*index).map_or(0, |unit| unit.messages);
            if let Some(done) = done.get_mut(*index) {
                *done = Some(Stem { branch: ways.len(), steps });
            }
        }
        ways.push(way);
    }
    ways
}
