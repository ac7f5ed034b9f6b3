//! A map from ids to values with bounded memory: the oldest ids are forgotten.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hash};

/// The number of ids in one generation.
const MOST: usize = 1 << 16;

/// Stores values for the most recent ids: between 65536 and twice as many.
///
/// Ids are stored as hashes. Reading an id makes it recent again.
#[derive(Debug)]
pub struct Memory<V> {
    hasher: RandomState,
    young: HashMap<u64, V>,
    old: HashMap<u64, V>,
    has_forgotten: bool,
}

impl<V> Default for Memory<V> {
    fn default() -> Self {
        Self { hasher: RandomState::new(), young: HashMap::new(), old: HashMap::new(), has_forgotten: false }
    }
}

impl<V> Memory<V> {
    fn hash(&self, id: &(impl Hash + ?Sized)) -> u64 {
        self.hasher.hash_one(id)
    }

    /// The value of an id.
    pub fn get(&mut self, id: &(impl Hash + ?Sized)) -> Option<&mut V> {
        let hash = self.hash(id);
        if let Some(value) = self.old.remove(&hash) {
            self.put(hash, value);
        }
        self.young.get_mut(&hash)
    }

    /// Sets the value of an id.
    pub fn insert(&mut self, id: &(impl Hash + ?Sized), value: V) {
        let hash = self.hash(id);
        self.old.remove(&hash);
        self.put(hash, value);
    }

    fn put(&mut self, hash: u64, value: V) {
        if self.young.len() >= MOST {
            self.has_forgotten |= !self.old.is_empty();
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(hash, value);
    }

    /// True if ids were forgotten.
    #[must_use]
    pub fn has_forgotten(&self) -> bool {
        self.has_forgotten
    }

    /// Says that there were ids which are not here.
    pub fn forget(&mut self) {
        self.has_forgotten = true;
    }

    /// Removes all ids.
    pub fn clear(&mut self) {
        self.young.clear();
        self.old.clear();
        self.has_forgotten = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_up_again_is_kept() {
        let mut memory = Memory::default();
        memory.insert("kept", 1);
        for index in 0..4 * MOST {
            memory.insert(&index, 0);
            assert_eq!(memory.get("kept").copied(), Some(1));
        }
        assert!(memory.get(&0_usize).is_none());
        assert!(memory.young.len() + memory.old.len() <= 2 * MOST);
    }
}
