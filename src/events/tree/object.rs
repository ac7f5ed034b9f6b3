//! The members of an opened (partially parsed) object: `{"a":1}` in which something changes.

use std::collections::HashMap;

use super::value::TreeValue;
use crate::json::spelled;

/// The number of members up to which keys are compared one by one.
const FEW: usize = 32;

/// The members of an opened object, in order.
#[derive(Clone, Debug, Default)]
pub(in crate::events) struct TreeObject {
    /// Removed members of large objects leave holes.
    pub(super) slots: Vec<Option<(String, TreeValue)>>,
    live: usize,
    /// The slots of the members of a large object.
    index: Option<HashMap<String, usize>>,
}

impl TreeObject {
    fn place(&self, spelling: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(spelling).copied(),
            None => self
                .slots
                .iter()
                .position(|slot| slot.as_ref().is_some_and(|(key, _)| key == spelling || spelled(key) == spelling)),
        }
    }

    pub(super) fn push(&mut self, key: String, value: TreeValue) {
        if self.slots.len() == FEW && self.index.is_none() {
            self.count();
        }
        if let Some(index) = &mut self.index {
            index.insert(spelled(&key).into_owned(), self.slots.len());
        }
        self.slots.push(Some((key, value)));
        self.live += 1;
    }

    /// The value of a member by its normalized key.
    pub(in crate::events) fn get(&self, spelling: &str) -> Option<&TreeValue> {
        let place = self.place(spelling)?;
        self.slots.get(place)?.as_ref().map(|(_, value)| value)
    }

    pub(in crate::events) fn get_mut(&mut self, spelling: &str) -> Option<&mut TreeValue> {
        let place = self.place(spelling)?;
        self.at_mut(place)
    }

    /// The slot of a member.
    pub(in crate::events) fn find(&self, spelling: &str) -> Option<usize> {
        self.place(spelling)
    }

    /// The member in a slot.
    pub(in crate::events) fn at_mut(&mut self, place: usize) -> Option<&mut TreeValue> {
        self.slots.get_mut(place)?.as_mut().map(|(_, value)| value)
    }

    /// Sets a member. Returns its slot and the previous value.
    pub(in crate::events) fn set(&mut self, key: &str, value: TreeValue) -> (usize, Option<TreeValue>) {
        match self.place(&spelled(key)) {
            Some(place) => (place, self.at_mut(place).map(|old| std::mem::replace(old, value))),
            None => {
                self.push(key.to_owned(), value);
                (self.slots.len() - 1, None)
            }
        }
    }

    /// Removes a member. Returns its slot, key and value.
    pub(in crate::events) fn remove(&mut self, spelling: &str) -> Option<(usize, String, TreeValue)> {
        let place = self.place(spelling)?;
        let (key, value) = self.take(place)?;
        Some((place, key, value))
    }

    /// Removes the member in a slot.
    pub(in crate::events) fn take(&mut self, place: usize) -> Option<(String, TreeValue)> {
        let slot = self.slots.get_mut(place)?;
        if let Some(index) = &mut self.index {
            let (key, value) = slot.take()?;
            index.remove(spelled(&key).as_ref());
            self.live -= 1;
            if place + 1 == self.slots.len() {
                self.slots.pop();
            }
            return Some((key, value));
        }
        self.live -= 1;
        self.slots.remove(place)
    }

    /// Puts a member back that [`TreeObject::take`] removed.
    pub(in crate::events) fn put_back(&mut self, place: usize, key: String, value: TreeValue) {
        self.live += 1;
        let Some(index) = &mut self.index else {
            self.slots.insert(place.min(self.slots.len()), Some((key, value)));
            return;
        };
        while self.slots.len() <= place {
            self.slots.push(None);
        }
        match self.slots.get_mut(place) {
            Some(slot @ None) => {
                index.insert(spelled(&key).into_owned(), place);
                *slot = Some((key, value));
            }
            // The object was small when the member was removed, so the members after it moved up.
            _ => {
                self.slots.insert(place, Some((key, value)));
                self.count();
            }
        }
    }

    fn count(&mut self) {
        let keys = self.slots.iter().enumerate();
        self.index = Some(keys.filter_map(|(at, slot)| Some((spelled(&slot.as_ref()?.0).into_owned(), at))).collect());
    }

    /// Removes the holes if there are many. Slots change.
    pub(in crate::events) fn tidy(&mut self) {
        if self.slots.len() <= 2 * self.live + FEW {
            return;
        }
        self.slots.retain(Option::is_some);
        self.count();
    }

    /// The values, in order.
    pub(super) fn values(&self) -> impl Iterator<Item = &TreeValue> {
        self.slots.iter().flatten().map(|(_, value)| value)
    }

    /// An upper bound of the bytes of its keys, with quotes and colons.
    pub(super) fn key_bytes(&self) -> usize {
        self.slots.iter().flatten().map(|(key, _)| key.len() + 3).sum()
    }

    /// The number of members.
    pub(super) fn live(&self) -> usize {
        self.live
    }

    /// True if there are no members.
    pub(in crate::events) fn is_empty(&self) -> bool {
        self.live == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_members_come_and_go() {
        let mut object = TreeObject::default();
        for round in 0..5 {
            for n in 0..200 {
                object.set(&format!("k{n}"), TreeValue::raw(format!("{round}")));
            }
            for n in (0..200).filter(|n| n % 3 == round % 3) {
                let (place, key, value) = object.remove(&format!("k{n}")).unwrap();
                if n % 2 == 0 {
                    object.put_back(place, key, value);
                }
            }
            object.tidy();
            let keys: Vec<_> = object.slots.iter().flatten().map(|(key, _)| key).collect();
            assert_eq!(keys.len(), object.live);
            assert!(keys.iter().all(|key| object.get(key).is_some()));
        }
    }
}
