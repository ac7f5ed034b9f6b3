//! Parts that one message lost and another one got.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use super::change::{ChangeKind, ChangePlace, ShownValue};
use super::compare::{ComparedMessages, Comparer};
use super::facts::{FactGroup, FactMaker};
use super::hash::Hashed;
use super::parts::whole;
use super::view::View;
use crate::json::At;

/// A part that one message lost or got, or that belonged to an added or removed message.
pub(super) struct MovedPart {
    content_hash: u64,
    key: u64,
    /// The value as it is displayed. `None` for parts of an added or removed message: it is computed when it is needed.
    value: Option<ShownValue>,
    piece: usize,
    /// The number of parts of its message, and the place of that message.
    parts: usize,
    outer: At,
    change: usize,
    is_message: bool,
    place: ChangePlace,
}

impl Comparer<'_> {
    /// Adds the parts of an added or removed message. The change of the message is added next.
    pub(super) fn message_parts(&mut self, view: &View<'_>, spot: ComparedMessages, maker: &RefCell<FactMaker>) {
        let Some(built) = spot.a.or(spot.b).and_then(|index| view.built(index, maker)) else { return };
        let change = self.changes.len();
        for (index, piece) in built.pieces.iter().enumerate() {
            let place = if spot.a.is_some() { spot.in_a(piece.at) } else { spot.in_b(piece.at) };
            let (content_hash, key, parts, outer) = (piece.content_hash, piece.key, built.pieces.len(), At::NOWHERE);
            let part = MovedPart {
                content_hash,
                key,
                value: None,
                piece: index,
                parts,
                outer,
                change,
                is_message: true,
                place,
            };
            if spot.a.is_some() { self.lost.push(part) } else { self.came.push(part) }
        }
    }

    /// The parts of a removed message that were elsewhere: reasoning in a separate message.
    pub(super) fn outer_parts(&mut self, view: &View<'_>, spot: ComparedMessages, maker: &RefCell<FactMaker>) {
        let Some(built) = spot.a.and_then(|index| view.built(index, maker)) else { return };
        let is_outer = |piece: &FactGroup<'_>| piece.owner.is_none() && piece.at != At::NOWHERE && piece.at < spot.at_a;
        for (index, piece) in built.pieces.iter().enumerate().filter(|(_, piece)| is_outer(piece)) {
            let value = whole(&built.pieces, index);
            let places = (Some(spot.in_a(piece.at)), None);
            self.add(ChangeKind::Edit, piece.name.to_owned(), places, (Some(value), None));
        }
    }

    /// A part that only one message has; the change is the next one.
    pub(super) fn add_unmatched_part(
        &mut self,
        piece: &FactGroup<'_>,
        value: ShownValue,
        spot: ComparedMessages,
        is_lost: bool,
    ) {
        let place = if is_lost { spot.in_a(piece.at) } else { spot.in_b(piece.at) };
        let (content_hash, key) = (piece.content_hash, piece.key);
        let (change, outer) = (self.changes.len(), spot.at_a);
        let value = Some(value);
        let part = MovedPart { content_hash, key, value, piece: 0, parts: 0, outer, change, is_message: false, place };
        if is_lost { self.lost.push(part) } else { self.came.push(part) }
    }

    /// A part that one message lost and another one got has moved.
    pub(super) fn part_moves(&mut self, a: &View<'_>, b: &View<'_>, maker: &RefCell<FactMaker>) {
        let value = |part: &mut MovedPart, view: &View<'_>| {
            let built = || view.built(part.place.message?, maker);
            part.value.take().or_else(|| Some(whole(&built()?.pieces, part.piece)))
        };
        let mut places: Hashed<Vec<MovedPart>> = Hashed::default();
        for came in self.came.drain(..).rev() {
            places.entry(came.content_hash).or_default().push(came);
        }
        let mut gone = HashSet::new();
        // Added messages and the origin of their parts: the number of these parts, and the message that had them.
        let mut made: HashMap<usize, (usize, ChangePlace)> = HashMap::new();
        for mut lost in std::mem::take(&mut self.lost) {
            let Some(list) = places.get_mut(&lost.content_hash) else { continue };
            let Some(mut came) = list.pop() else { continue };
            // Added and removed messages keep their content.
            let change = match (lost.is_message, came.is_message) {
                (true, true) => continue,
                (false, _) => lost.change,
                (true, false) => came.change,
            };
            let has_changed = lost.key != came.key;
            if came.is_message {
                let place = ChangePlace { at: lost.outer, ..lost.place.clone() };
                let known = made.entry(came.change).or_insert((0, place));
                known.0 += usize::from(known.1.message == lost.place.message);
                if !has_changed && known.0 == came.parts {
                    gone.insert(change);
                }
            } else if !lost.is_message {
                gone.insert(came.change);
            }
            let is_split = came.is_message && made.get(&came.change).is_some_and(|known| known.0 == came.parts);
            if is_split
                && let Some((change, (_, place))) = self.changes.get_mut(came.change).zip(made.remove(&came.change))
            {
                // All of its content was in one message: that message was split.
                (change.kind, change.a, change.new) = (ChangeKind::Split, Some(place), None);
            }
            if let Some(change) = self.changes.get_mut(change) {
                change.kind = ChangeKind::Move;
                // Both values are given only if something next to the content changed, such as an id.
                change.old = has_changed.then(|| value(&mut lost, a)).flatten();
                change.new = has_changed.then(|| value(&mut came, b)).flatten();
                (change.a, change.b) = (Some(lost.place), Some(came.place));
            }
        }
        let mut index = 0;
        self.changes.retain(|_| {
            index += 1;
            !gone.contains(&(index - 1))
        });
    }
}
