//! Fast hashes of bytes, for data that is compared byte for byte afterwards, and for maps whose keys are hashes
//! already.

use std::hash::{BuildHasher, BuildHasherDefault, Hasher};

use foldhash::quality::RandomState;

/// A map whose keys are hashes.
pub(super) type Hashed<V> = std::collections::HashMap<u64, V, BuildHasherDefault<Mixer>>;

/// Places by their keys, which are taken in order.
#[derive(Clone, Debug)]
pub(super) struct PlacesByKey {
    first: Hashed<usize>,
    /// The next place with the same key.
    next: Vec<Option<usize>>,
}

impl PlacesByKey {
    /// An index for this number of places. Places without a key are omitted.
    pub(super) fn new(count: usize, key: &dyn Fn(usize) -> Option<u64>) -> Self {
        let mut places = Self { first: Hashed::default(), next: vec![None; count] };
        for place in (0..count).rev() {
            if let (Some(key), Some(next)) = (key(place), places.next.get_mut(place)) {
                *next = places.first.insert(key, place);
            }
        }
        places
    }

    /// The first place with this key that was not taken yet.
    pub(super) fn take(&mut self, key: u64) -> Option<usize> {
        let place = *self.first.get(&key)?;
        match self.next.get(place).copied().flatten() {
            Some(next) => self.first.insert(key, next),
            None => self.first.remove(&key),
        }
    }
}

/// Computes hashes of bytes, which differ between runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuickHash {
    seeds: [u64; 2],
}

impl QuickHash {
    pub(super) fn new(hasher: RandomState) -> Self {
        Self { seeds: [hasher.hash_one(1_u8), hasher.hash_one(2_u8)] }
    }

    /// The same hashes in every run, for choices that depend on them.
    pub(super) fn lasting() -> Self {
        Self { seeds: [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f] }
    }

    /// Equal bytes have the same hash; different bytes almost never do.
    pub(super) fn of(&self, bytes: &[u8]) -> u64 {
        let [first, second] = self.seeds;
        let (blocks, rest) = bytes.as_chunks::<16>();
        let mut sum = fold(bytes.len() as u64 ^ first, second);
        for block in blocks {
            let [low, high] = halves(*block);
            sum = fold(low ^ first, high ^ sum);
        }
        let mut last = [0; 16];
        for (to, from) in last.iter_mut().zip(rest) {
            *to = *from;
        }
        let [low, high] = halves(last);
        fold(low ^ second, high ^ sum)
    }
}

fn halves(block: [u8; 16]) -> [u64; 2] {
    let all = u128::from_le_bytes(block);
    [low(all), low(all >> 64)]
}

/// The lower half.
fn low(number: u128) -> u64 {
    u64::try_from(number & u128::from(u64::MAX)).unwrap_or(0)
}

fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    low(product) ^ low(product >> 64)
}

/// A hasher for keys that are hashes already.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        // Places in a list may be keys, too: their upper bits are all the same.
        self.0 = (self.0 ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 32;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn places_are_taken_in_their_order() {
        let keys = [7, 8, 7, 9, 7];
        let mut places = PlacesByKey::new(keys.len(), &|at| keys.get(at).copied().filter(|key| *key != 9));
        let taken: Vec<_> = [7, 9, 7, 8, 8, 7, 7].map(|key| places.take(key)).into();
        assert_eq!(taken, [Some(0), None, Some(2), Some(1), None, Some(4), None]);
    }

    #[test]
    fn bytes_that_differ_have_other_numbers() {
        let quick = QuickHash::new(RandomState::default());
        let text: Vec<u8> = (0..100).collect();
        let mut seen = HashSet::new();
        for end in 0..=text.len() {
            assert!(seen.insert(quick.of(&text[..end])), "{end} bytes");
            for at in 0..end {
                let mut other = text[..end].to_vec();
                other[at] ^= 0x10;
                assert!(seen.insert(quick.of(&other)), "{end} bytes, byte {at}");
            }
        }
        assert!(seen.insert(quick.of(&[0; 3])) && seen.insert(quick.of(&[0; 4])), "zeros count");
        assert_eq!(quick.of(b"the same"), quick.of("the same".as_bytes()));
    }
}
