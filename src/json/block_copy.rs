//! Copies text up to the next byte that is escaped, and decodes escapes, sixteen or more bytes at a time: a copy whose size is known
//! takes less than a call for the few bytes between two escapes.

use super::block::{BLOCK, HALF, equal16, equal32};
use super::escape::{escape, simple_escape};

/// The backslashes of the first half of a block.
#[inline(always)]
pub(super) fn escapes_of_half(block: &[u8; BLOCK]) -> u64 {
    block.first_chunk().map_or(0, |half| equal32(half, b'\\'))
}

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

    /// Adds `count` bytes of a block from `from` on; neither is more than half a block.
    #[inline(always)]
    pub(super) fn part(&mut self, block: &[u8; BLOCK], from: usize, count: usize) {
        if let Some(part) = block.get(from..).and_then(|rest| rest.first_chunk::<HALF>()) {
            self.block(part, count);
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

    /// Adds the text of the first half of the block at this place of a token, whose escapes begin at these bytes. Returns the number of
    /// bytes, with the end of the last escape, and whether turnwise spells the characters like that.
    #[inline(always)]
    pub(super) fn decode_half(
        &mut self,
        token: &str,
        place: usize,
        block: &[u8; BLOCK],
        mut escapes: u64,
    ) -> (usize, bool) {
        let (mut from, mut are_usual) = (0, true);
        while escapes != 0 {
            let escape = escapes.trailing_zeros() as usize;
            self.part(block, from, escape - from);
            let (used, is_usual) = self.escape(token, place + escape);
            are_usual &= is_usual;
            from = escape + used;
            // The next backslash may be the character that is escaped.
            escapes &= u64::MAX << from;
        }
        self.part(block, from, HALF.saturating_sub(from));
        (from.max(HALF), are_usual)
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
