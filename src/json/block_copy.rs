//! Copies text up to the next byte that is escaped, and decodes escapes, sixteen or more bytes at a time: a copy whose size is known
//! takes less than a call for the few bytes between two escapes.

use std::ops::Range;

use super::block::{BLOCK, HALF, equal16, equal32, find};
use super::escape::{escape, simple_escape};

/// The backslashes of the first half of a block.
#[inline(always)]
fn escapes_of_half(block: &[u8; BLOCK]) -> u64 {
    block.first_chunk().map_or(0, |half| equal32(half, b'\\'))
}

/// Two bytes of a block.
#[inline(always)]
pub(super) fn head_at(block: &[u8; BLOCK], from: usize) -> [u8; 2] {
    block.get(from..).and_then(|rest| rest.first_chunk()).copied().unwrap_or_default()
}

/// A part of a token that was decoded.
pub(super) struct DecodedPart {
    /// Its length.
    pub(super) used: usize,
    /// turnwise spells its characters like that.
    pub(super) is_usual: bool,
    /// It has no escapes.
    pub(super) is_plain: bool,
}

/// Adds bytes to the end of a vector.
pub(super) struct BlockCopy<'o> {
    pub(super) out: &'o mut Vec<u8>,
}

impl BlockCopy<'_> {
    /// The number of bytes after the last one that a copy writes to: with room for them, the vector does not grow.
    pub(super) const MARGIN: usize = BLOCK;

    /// Adds the first `count` bytes of a block.
    #[inline(always)]
    pub(super) fn block<const N: usize>(&mut self, block: &[u8; N], count: usize) {
        let end = self.out.len() + count;
        self.out.extend_from_slice(block);
        self.out.truncate(end);
    }

    /// Adds `count` bytes of a block from `from` on, where `head` replaces the first two. Neither is more than half a block.
    #[inline(always)]
    pub(super) fn run(&mut self, block: &[u8; BLOCK], from: usize, head: [u8; 2], count: usize) {
        if let Some(run) = block.get(from..).and_then(|rest| rest.first_chunk::<HALF>()) {
            let mut run = *run;
            [run[0], run[1]] = head;
            self.block(&run, count);
        }
    }

    /// Adds the bytes of a token from `at` up to the next escape, and returns its place.
    #[inline(always)]
    pub(super) fn until_escape(&mut self, bytes: &[u8], mut at: usize) -> usize {
        // Most are near.
        if let Some(look) = bytes.get(at..).and_then(|rest| rest.first_chunk::<16>()) {
            let found = equal16(look, b'\\');
            let plain = (found.trailing_zeros() as usize).min(look.len());
            self.block(look, plain);
            at += plain;
            if found != 0 {
                return at;
            }
        }
        for _ in 0..8 {
            let Some(look) = bytes.get(at..).and_then(|rest| rest.first_chunk::<32>()) else { break };
            let found = equal32(look, b'\\');
            let plain = (found.trailing_zeros() as usize).min(look.len());
            self.block(look, plain);
            at += plain;
            if found != 0 {
                return at;
            }
        }
        let next = find(bytes, b'\\', at).unwrap_or(bytes.len());
        self.out.extend_from_slice(bytes.get(at..next).unwrap_or_default());
        next
    }

    /// Adds the text of a token from `done` on: of half a block, or up to the next escape.
    #[inline(always)]
    pub(super) fn decode_part(&mut self, token: &str, done: usize, keep_halves: bool) -> DecodedPart {
        let bytes = token.as_bytes();
        let rest = bytes.get(done..).unwrap_or_default();
        if let Some(block) = rest.first_chunk() {
            if escapes_of_half(block) == 0 {
                return DecodedPart { used: self.until_escape(bytes, done) - done, is_usual: true, is_plain: true };
            }
            return self.decode_half(token, done..done + HALF, block, keep_halves);
        }
        let mut last = [0; BLOCK];
        if let Some(start) = last.get_mut(..rest.len()) {
            start.copy_from_slice(rest);
        }
        self.decode_half(token, done..bytes.len().min(done + HALF), &last, keep_halves)
    }

    /// Adds the text of the first half of the block, which is this part of a token, and the end of the last escape.
    #[inline(always)]
    fn decode_half(&mut self, token: &str, part: Range<usize>, block: &[u8; BLOCK], keep_halves: bool) -> DecodedPart {
        let mut escapes = escapes_of_half(block);
        let (mut from, mut head) = (0, head_at(block, 0));
        let (mut done, mut is_usual) = (0, true);
        while escapes != 0 {
            let start = escapes.trailing_zeros() as usize;
            self.run(block, from, head, start - from);
            let letter = block.get(start + 1).copied().unwrap_or_default();
            if let Some(character) = simple_escape(letter) {
                is_usual &= letter != b'/';
                done = start + 2;
                // The next run begins with the character in place of its letter.
                let [_, after] = head_at(block, start + 1);
                (from, head) = (start + 1, [character, after]);
            } else {
                done = start + self.unicode(token, part.start + start, keep_halves);
                (from, head, is_usual) = (done, head_at(block, done), false);
            }
            // The next backslash may be the character that is escaped.
            escapes &= u64::MAX << done;
        }
        let used = done.max(part.len());
        self.run(block, from, head, used - from);
        DecodedPart { used, is_usual, is_plain: false }
    }

    /// Adds the character of the `\uXXXX` at this place of a token. Returns its length.
    fn unicode(&mut self, token: &str, place: usize, keep_halves: bool) -> usize {
        let rest = token.get(place..).unwrap_or_default();
        let (character, used) = escape(rest);
        match character {
            None if keep_halves => self.out.extend_from_slice(rest.get(..used).unwrap_or_default().as_bytes()),
            _ => {
                let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
                self.out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
        used.max(1)
    }
}
