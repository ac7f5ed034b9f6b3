//! Copies text up to the next byte that is escaped, sixteen bytes at a time: a copy whose size is known takes less than a
//! call for the few bytes between two escapes.

use super::block::{equal16, equal32};
use super::escape::{escape, simple_escape};

/// A place for bytes, which is large enough for all that is copied into it.
pub(super) struct BlockCopy<'o> {
    out: &'o mut [u8],
    /// The number of bytes that are in it.
    pub(super) len: usize,
}

impl<'o> BlockCopy<'o> {
    /// The number of bytes after the last one that a copy may write to.
    pub(super) const MARGIN: usize = 64;

    pub(super) fn new(out: &'o mut [u8]) -> Self {
        Self { out, len: 0 }
    }

    /// Adds the first `count` bytes of a block.
    #[inline(always)]
    pub(super) fn block<const N: usize>(&mut self, block: &[u8; N], count: usize) {
        if let Some(place) = self.out.get_mut(self.len..).and_then(|rest| rest.first_chunk_mut::<N>()) {
            *place = *block;
            self.len += count;
        }
    }

    /// Adds a byte.
    #[inline(always)]
    pub(super) fn byte(&mut self, byte: u8) {
        if let Some(place) = self.out.get_mut(self.len) {
            *place = byte;
            self.len += 1;
        }
    }

    /// Adds bytes of any number.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        if let Some(place) = self.out.get_mut(self.len..self.len + bytes.len()) {
            place.copy_from_slice(bytes);
            self.len += bytes.len();
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
        let rest = bytes.get(at..).unwrap_or_default();
        let plain = memchr::memchr(b'\\', rest).unwrap_or(rest.len());
        self.bytes(rest.get(..plain).unwrap_or_default());
        at + plain
    }

    /// Adds the character of the escape at this place of a token. Returns the length of the escape, and whether turnwise spells
    /// the character like that.
    #[inline(always)]
    pub(super) fn escape(&mut self, token: &str, place: usize) -> (usize, bool) {
        let letter = token.as_bytes().get(place + 1).copied().unwrap_or_default();
        if let Some(character) = simple_escape(letter) {
            self.byte(character);
            return (2, letter != b'/');
        }
        let rest = token.get(place..).unwrap_or_default();
        let (character, used) = escape(rest);
        match character {
            Some(character) => self.bytes(character.encode_utf8(&mut [0; 4]).as_bytes()),
            // Half of a surrogate pair stays an escape.
            None => self.bytes(rest.get(..used).unwrap_or_default().as_bytes()),
        }
        (used.max(1), false)
    }
}
