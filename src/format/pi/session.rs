//! The branches of a session: ways through the tree of its entries.

use std::collections::HashMap;

use super::read::{PiEntries, PiEntry};
use crate::format::sessions::{EntryWeight, TreeWay, units_of, ways_with};
use crate::model::{Branch, BranchStep, Compaction, Conversation};

impl PiEntries<'_, '_> {
    /// Tells the ways through the messages, unless there is one way that has all of them.
    pub(super) fn build(&self, conversation: &mut Conversation<'_>) {
        let (unit_of, count) = self.units();
        let weight =
            |entry: &PiEntry<'_, '_>| EntryWeight { messages: usize::from(entry.message.is_some()), is_message: true };
        let weights: Vec<_> = self.entries.iter().map(weight).collect();
        let units = units_of(&self.tree, &unit_of, count, &weights);
        // The program continues after the last entry of the file, of any type.
        let ways = ways_with(&units, unit_of.last().copied());
        let mut entries: Vec<Option<usize>> = vec![None; count];
        for (index, (entry, unit)) in self.entries.iter().zip(&unit_of).enumerate() {
            if let Some(place) = entries.get_mut(*unit).filter(|_| entry.message.is_some()) {
                *place = Some(index);
            }
        }
        let has_compactions = self.entries.iter().any(|entry| entry.is_compaction);
        if ways.len() <= 1 && !has_compactions {
            return;
        }
        let places = EntryPlaces::of(self);
        for way in &ways {
            let branch = self.branch(way, &entries, &places, conversation);
            conversation.branches.push(branch);
        }
    }

    /// The unit of each entry, and their number: what is not a message belongs to the entry before it.
    fn units(&self) -> (Vec<usize>, usize) {
        let mut unit_of = vec![0; self.entries.len()];
        let mut count = 0;
        for index in self.tree.parents_first() {
            let parent = self.tree.parent(index).and_then(|parent| unit_of.get(parent).copied());
            let is_message = self.entries.get(index).is_some_and(|entry| entry.message.is_some());
            let unit = parent.filter(|_| !is_message).unwrap_or_else(|| {
                count += 1;
                count - 1
            });
            if let Some(place) = unit_of.get_mut(index) {
                *place = unit;
            }
        }
        (unit_of, count)
    }

    fn branch<'a>(
        &self,
        way: &TreeWay,
        entries: &[Option<usize>],
        places: &EntryPlaces,
        conversation: &Conversation<'a>,
    ) -> Branch<'a> {
        let mut branch = way.branch();
        for index in way.units.iter().filter_map(|unit| entries.get(*unit).copied().flatten()) {
            let Some((entry, place)) = self.entries.get(index).and_then(|entry| Some((entry, entry.message?))) else {
                continue;
            };
            let Some(message) = conversation.messages.get(place) else { continue };
            if branch.order.is_empty() {
                branch.at = message.at;
            }
            let id = message.details().id.clone();
            if entry.is_compaction {
                let steps = places.depths.get(index).copied().unwrap_or_default();
                let kept = places.first_kept(self, index).filter(|kept| *kept < steps);
                branch.compactions.push(Compaction { at: message.at, steps, seen: vec![place], kept });
            }
            branch.id.clone_from(&id);
            branch.order.push(BranchStep { at: message.at, id: id.unwrap_or_default(), message: Some(place) });
        }
        branch
    }
}

/// Where entries are in the tree.
#[derive(Debug)]
struct EntryPlaces {
    ids: HashMap<String, usize>,
    /// Entries by the numbers of their lines.
    lines: HashMap<usize, usize>,
    /// The number of messages before each entry, on the way from its root.
    depths: Vec<usize>,
    /// Where a walk through the tree comes to each entry and its descendants, and leaves them.
    spans: Vec<(usize, usize)>,
}

impl EntryPlaces {
    fn of(found: &PiEntries<'_, '_>) -> Self {
        let entries = &found.entries;
        let (mut ids, mut lines) = (HashMap::new(), HashMap::new());
        for (index, entry) in entries.iter().enumerate() {
            ids.extend(entry.id.as_ref().map(|id| (id.decode().into_owned(), index)));
            lines.insert(entry.number, index);
        }
        let order = found.tree.parents_first();
        let mut depths = vec![0_usize; entries.len()];
        let mut sizes = vec![1_usize; entries.len()];
        for index in &order {
            let Some(parent) = found.tree.parent(*index) else { continue };
            let own = usize::from(entries.get(parent).is_some_and(|entry| entry.message.is_some()));
            let before = depths.get(parent).copied().unwrap_or_default();
            if let Some(depth) = depths.get_mut(*index) {
                *depth = before + own;
            }
        }
        for index in order.iter().rev() {
            let size = sizes.get(*index).copied().unwrap_or_default();
            if let Some(parent) = found.tree.parent(*index).and_then(|parent| sizes.get_mut(parent)) {
                *parent += size;
            }
        }
        // Each entry takes the first free room in that of its parent.
        let mut spans = vec![(0, 0); entries.len()];
        let mut free = vec![0_usize; entries.len()];
        let mut end = 0;
        for index in &order {
            let size = sizes.get(*index).copied().unwrap_or_default();
            let room = match found.tree.parent(*index) {
                Some(parent) => free.get_mut(parent),
                None => Some(&mut end),
            };
            let Some(room) = room else { continue };
            let start = *room;
            *room += size;
            if let (Some(span), Some(free)) = (spans.get_mut(*index), free.get_mut(*index)) {
                (*span, *free) = ((start, start + size), start + 1);
            }
        }
        Self { ids, lines, depths, spans }
    }

    /// The number of messages before the first one that a compaction keeps, if that is on the way to it.
    fn first_kept(&self, found: &PiEntries<'_, '_>, compaction: usize) -> Option<usize> {
        let line = found.entries.get(compaction)?.line;
        let [id, number] = line.pick(&["firstKeptEntryId", "firstKeptEntryIndex"]);
        let kept = match id.and_then(|id| id.text()) {
            Some(id) => self.ids.get(id.decode().as_ref()),
            None => self.lines.get(&number?.raw().parse().ok()?),
        };
        let (outer, inner) = (self.spans.get(*kept?)?, self.spans.get(compaction)?);
        let is_before = outer.0 <= inner.0 && inner.1 <= outer.1;
        self.depths.get(*kept?).copied().filter(|_| is_before)
    }
}
