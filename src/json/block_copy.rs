//! Copies text up to the next byte that is escaped, and decodes escapes, sixteen or more bytes at a time: a copy whose size is known
//! takes less than a call for the few bytes between two escapes.

use std::ops::Range;

use fearless_simd::{Simd, mask8x64, prelude::*};

use super::block::{BLOCK, Escapes, HALF, equal16, equal32, find, looked_up, repeated, vector};
use super::escape::{escape, simple_escape};

/// The backslashes of the first half of a block.
#[inline(always)]
fn escapes_of_half(block: &[u8; BLOCK]) -> u64 {
    block.first_chunk().map_or(0, |half| equal32(half, b'\\'))
}

/// Two bytes of a block.
#[inline(always)]
fn head_at(block: &[u8; BLOCK], from: usize) -> [u8; 2] {
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
    fn run(&mut self, block: &[u8; BLOCK], from: usize, head: [u8; 2], count: usize) {
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

    /// Adds the text of a token from `done` on: of a block or half of one, or up to the next escape.
    #[inline(always)]
    pub(super) fn decode_part<S: Simd>(
        &mut self,
        simd: S,
        token: &[u8],
        done: usize,
        keep_halves: bool,
    ) -> DecodedPart {
        let rest = token.get(done..).unwrap_or_default();
        let mut last = [0; BLOCK];
        let block = match rest.first_chunk() {
            Some(block) => {
                if escapes_of_half(block) == 0 {
                    let used = self.until_escape(token, done) - done;
                    return DecodedPart { used, is_usual: true, is_plain: true };
                }
                block
            }
            None => {
                last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
                &last
            }
        };
        match self.decode_letters(simd, block, rest.len().min(BLOCK)) {
            Some(part) => part,
            None => self.decode_each(token, done..token.len().min(done + HALF), block, keep_halves),
        }
    }

    /// Adds the text of the first `length` bytes of a block, without a backslash at the end, which begins the next part. `None`:
    /// there are escapes like `\u00e9` or `\b`, or the token ends in the middle of an escape.
    #[inline(always)]
    fn decode_letters<S: Simd>(&mut self, simd: S, block: &[u8; BLOCK], length: usize) -> Option<DecodedPart> {
        const LETTERS: &[u8; BLOCK] = &repeated(*b"\x01\0r\0t\0f\0\0\0\0\0\0\0n\0");
        const BYTES: &[u8; BLOCK] = &repeated(*b"\0\0\r\0\t\0\x0c\0\0\0\0\0\0\0\n\0");
        let mut bytes = vector(simd, block);
        let backslashes = bytes.simd_eq(b'\\');
        let escaped = Escapes::default().next(backslashes.to_bitmask());
        let starts = backslashes.to_bitmask() & !escaped;
        let has_open = starts >> (length - 1) == 1;
        if has_open && length < BLOCK {
            return None;
        }
        let used = length - usize::from(has_open);
        let inside = u64::MAX >> (BLOCK - used);
        let slashes = bytes.simd_eq(b'/').to_bitmask();
        let letters = escaped & inside & !(backslashes | bytes.simd_eq(b'"')).to_bitmask() & !slashes;
        if letters != 0 {
            if letters & !looked_up(vector(simd, LETTERS), bytes).simd_eq(bytes).to_bitmask() != 0 {
                return None;
            }
            let decoded = looked_up(vector(simd, BYTES), bytes);
            bytes = mask8x64::from_bitmask(simd, letters).select(decoded, bytes);
        }
        let kept = !starts & inside;
        let text = bytes.compress(mask8x64::from_bitmask(simd, kept));
        self.block(text.as_array(), kept.count_ones() as usize);
        Some(DecodedPart { used, is_usual: escaped & inside & slashes == 0, is_plain: false })
    }

    /// Adds the text of the first half of the block, which is this part of a token, and the end of the last escape.
    fn decode_each(&mut self, token: &[u8], part: Range<usize>, block: &[u8; BLOCK], keep_halves: bool) -> DecodedPart {
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
    fn unicode(&mut self, token: &[u8], place: usize, keep_halves: bool) -> usize {
        let rest = token.get(place..).unwrap_or_default();
        let (character, used) = escape(rest);
        match character {
            None if keep_halves => self.out.extend_from_slice(rest.get(..used).unwrap_or_default()),
            _ => {
                let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
                self.out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
        used.max(1)
    }
}

#[cfg(test)]
mod tests {
    use fearless_simd::dispatch;

    use super::super::block::levels;
    use super::*;

    /// Pieces of tokens, and their text.
    const PIECES: [[&str; 2]; 14] = [
        ["a", "a"],
        ["é", "é"],
        [r"\n", "\n"],
        [r"\r", "\r"],
        [r"\t", "\t"],
        [r"\f", "\x0c"],
        [r"\b", "\x08"],
        [r"\/", "/"],
        [r#"\""#, "\""],
        [r"\\", "\\"],
        [r"\\\\", r"\\"],
        [r"\u00e9", "é"],
        [r"\ud83d\ude00", "😀"],
        [r"\ud83d", r"\ud83d"],
    ];

    fn decoded<S: Simd>(simd: S, token: &[u8]) -> (Vec<u8>, bool) {
        let (mut text, mut done, mut is_usual) = (Vec::new(), 0, true);
        let mut copy = BlockCopy { out: &mut text };
        while done < token.len() {
            let part = copy.decode_part(simd, token, done, true);
            done += part.used;
            is_usual &= part.is_usual;
            assert!(part.used > 0 && !(part.is_plain && done < token.len() && token[done] != b'\\'));
        }
        assert_eq!(done, token.len());
        (text, is_usual)
    }

    #[test]
    fn each_piece_is_decoded_at_every_position() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..3_000 {
            let (mut token, mut text) = ("x".repeat(round % 130), "x".repeat(round % 130));
            for _ in 0..round % 80 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                // Some rounds have only escapes with one letter.
                let kinds = if round % 3 == 0 { PIECES.len() } else { 6 };
                let [escape, character] = PIECES[usize::try_from(state >> 33).unwrap() % kinds];
                token.push_str(escape);
                text.push_str(character);
            }
            let spellings = token.replace(r"\\", "");
            let is_usual = !spellings.contains(r"\/") && !spellings.contains(r"\u");
            for level in levels() {
                let found = dispatch!(level, simd => decoded(simd, token.as_bytes()));
                assert_eq!((String::from_utf8(found.0).as_ref(), found.1), (Ok(&text), is_usual), "{token}");
            }
        }
    }

    #[test]
    fn a_token_that_ends_in_the_middle_of_an_escape_ends() {
        for length in 0..140 {
            for end in [r"\", r"\u00", r"\\\"] {
                let token = "x".repeat(length) + end;
                for level in levels() {
                    let (text, _) = dispatch!(level, simd => decoded(simd, token.as_bytes()));
                    assert!(text.starts_with("x".repeat(length).as_bytes()), "{token}");
                }
            }
        }
    }
}
