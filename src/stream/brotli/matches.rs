//! What came before: literals and copies of earlier bytes (LZ77).

use super::MAX_DISTANCE;

/// As many places are remembered for each hash, the newest first: one line of the processor's cache.
const PLACES: usize = 16;
const HASH_BITS: u32 = 15;
/// What a literal less is worth in the currency of [`Match::score`], where a bit costs 30.
const LITERAL: usize = 135;
/// A match must beat this; so far no distance can pull a score below zero.
const BASE: usize = 1920;
const LEAST: usize = 2020;
/// A match one byte later must be better by this to be worth its literal.
const LAZY: usize = 175;
/// Nobody looks for something better than this.
const LONG: usize = 256;

/// So many literals, then a copy; only the last one of a block may copy nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Command {
    pub(super) insert: u32,
    pub(super) copy: u32,
    /// 0 to 3: the last, second last, … distance again. Otherwise the distance and 15.
    pub(super) distance: u32,
}

#[derive(Clone, Copy, Default)]
struct Match {
    length: usize,
    distance: u32,
    code: u32,
    score: usize,
}

/// Remembers where bytes were seen.
pub(super) struct Finder {
    /// Positions in the stream, which may wrap: each is compared with the bytes before it is believed.
    buckets: Vec<[u32; PLACES]>,
    /// The distances that have short codes.
    pub(super) last: [u32; 4],
}

impl Finder {
    pub(super) fn new() -> Self {
        Self { buckets: vec![[0; PLACES]; 1 << HASH_BITS], last: [4, 11, 15, 16] }
    }

    /// The commands for `data` from `start` on. `base` is the position of its first byte in the stream.
    pub(super) fn commands(&mut self, data: &[u8], base: u32, start: usize) -> Vec<Command> {
        let mut commands = Vec::new();
        let (mut at, mut literals) = (start, start);
        // The last places before could not be hashed without the bytes that came now.
        let mut known = start.saturating_sub(3);
        while at < data.len() {
            self.remember(data, base, known, at);
            known = at;
            let Some(mut found) = self.best(data, base, at) else {
                // What has no matches for long is looked at less closely: media in base64.
                at += 1 + ((at - literals) >> 9).min(15);
                continue;
            };
            for _ in 0..4 {
                if found.length >= LONG {
                    break;
                }
                self.remember(data, base, known, at + 1);
                known = at + 1;
                match self.best(data, base, at + 1) {
                    Some(next) if next.score >= found.score + LAZY => found = next,
                    _ => break,
                }
                at += 1;
            }
            if found.code > 0 {
                let [a, b, c, _] = self.last;
                self.last = [found.distance, a, b, c];
            }
            commands.push(Command { insert: short(at - literals), copy: short(found.length), distance: found.code });
            at += found.length;
            literals = at;
        }
        self.remember(data, base, known, data.len());
        if literals < data.len() {
            commands.push(Command { insert: short(data.len() - literals), copy: 0, distance: 0 });
        }
        commands
    }

    /// Enters the places from `from` to `to`.
    fn remember(&mut self, data: &[u8], base: u32, from: usize, to: usize) {
        let end = data.len().min(to + 3);
        let mut position = base.wrapping_add(short(from));
        for four in data.get(from..end).unwrap_or_default().windows(4) {
            if let Some(bucket) = four.first_chunk().and_then(|four| self.buckets.get_mut(hash(*four))) {
                bucket.copy_within(..PLACES - 1, 1);
                bucket[0] = position;
            }
            position = position.wrapping_add(1);
        }
    }

    fn best(&self, data: &[u8], base: u32, at: usize) -> Option<Match> {
        let here = data.get(at..)?;
        let four = here.first_chunk::<4>()?;
        let mut best = Match { score: LEAST, ..Match::default() };
        for (code, &distance) in (0_u32..).zip(&self.last) {
            let Some(there) = at.checked_sub(distance as usize).and_then(|from| data.get(from..)) else { continue };
            let length = common(there, here);
            let score = BASE + 15 + LITERAL * length - if code == 0 { 0 } else { 45 };
            if length >= 3 && score > best.score {
                best = Match { length, distance, code, score };
            }
        }
        let now = base.wrapping_add(short(at));
        for &position in self.buckets.get(hash(*four))? {
            let distance = now.wrapping_sub(position);
            if distance == 0 || distance > MAX_DISTANCE {
                break;
            }
            let Some(there) = at.checked_sub(distance as usize).and_then(|from| data.get(from..)) else { break };
            // Most places differ here already.
            let decisive = best.length.max(3);
            if there.get(decisive) != here.get(decisive) {
                continue;
            }
            let length = common(there, here);
            let score = BASE + LITERAL * length - 30 * distance.ilog2() as usize;
            if length >= 4 && score > best.score {
                best = Match { length, distance, code: distance + 15, score };
            }
        }
        (best.length > 0).then_some(best)
    }
}

/// How many bytes are the same; `here` is the shorter one.
#[inline]
fn common(there: &[u8], here: &[u8]) -> usize {
    let mut length = 0;
    for (a, b) in there.chunks_exact(8).zip(here.chunks_exact(8)) {
        let word = |bytes: &[u8]| bytes.first_chunk().copied().map_or(0, u64::from_le_bytes);
        let differing = word(a) ^ word(b);
        if differing != 0 {
            return length + (differing.trailing_zeros() / 8) as usize;
        }
        length += 8;
    }
    let (there, here) = (there.get(length..).unwrap_or_default(), here.get(length..).unwrap_or_default());
    length + there.iter().zip(here).take_while(|(a, b)| a == b).count()
}

fn hash(four: [u8; 4]) -> usize {
    (u32::from_le_bytes(four).wrapping_mul(0x1E35_A7BD) >> (32 - HASH_BITS)) as usize
}

/// Lengths inside the window, which are far below 4 Gi.
fn short(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
