//! Rows of `\uXXXX`, which ASCII-only writers use for other alphabets: checked ten at a time.

use fearless_simd::{Simd, prelude::*, u8x64};

use super::block::{BLOCK, vector};
use super::error::{JsonError, Problem};
use super::string_traits::StringTraits;

/// What the escapes of a row are so far.
#[derive(Debug, Default)]
struct RowTraits {
    /// Where the second half of a surrogate pair must be, after a first one. 0: nowhere.
    half: usize,
    traits: StringTraits,
}

impl RowTraits {
    /// Looks at the digits of a valid escape.
    fn add(&mut self, at: usize, digits: [u8; 4]) {
        // The case bit is set in digits.
        let [a, b, c, d] = digits;
        match (a | 0x20, b | 0x20) {
            (b'd', b'8' | b'9' | b'a' | b'b') => {
                self.close();
                self.half = at + 6;
            }
            (b'd', b'c'..=b'f') if self.half == at => self.half = 0,
            (b'd', b'c'..=b'f') => self.traits.add(StringTraits::HALVES),
            (b'0', b'0') => {
                self.traits.add(StringTraits::SPELLED);
                if (c, d) == (b'0', b'0') {
                    self.traits.add(StringTraits::NUL);
                }
            }
            _ => {}
        }
    }

    /// Looks at the escapes at `at`, ten at a time. Returns the end of those that are valid and followed by others.
    #[inline(always)]
    fn add_rows<S: Simd>(&mut self, simd: S, bytes: &[u8], mut at: usize) -> usize {
        while let Some(row) = bytes.get(at..).and_then(|rest| rest.first_chunk::<BLOCK>()) {
            let RowEscapes { length, mut odd } = row_escapes(simd, row);
            while odd != 0 {
                let place = odd.trailing_zeros() as usize;
                odd &= odd - 1;
                let pair = row.get(place..length).and_then(|rest| rest.first_chunk::<10>());
                if self.half == 0 && pair.is_some_and(is_surrogate_pair) {
                    // The digits of the second half.
                    odd &= odd - 1;
                } else if let Some(digits) = row.get(place..).and_then(|rest| rest.first_chunk()) {
                    self.add(at + place - 2, *digits);
                }
            }
            at += length;
            if length < ROW {
                break;
            }
        }
        at
    }

    /// No second half follows.
    fn close(&mut self) {
        if std::mem::take(&mut self.half) != 0 {
            self.traits.add(StringTraits::HALVES);
        }
    }
}

/// A row of escapes that was checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnicodeRow {
    /// The position after it.
    pub(super) end: usize,
    pub(super) traits: StringTraits,
}

/// Checks the `\uXXXX` at `start` and the escapes directly after it, up to one that tells something.
#[inline(always)]
pub(super) fn unicode_row<S: Simd>(simd: S, bytes: &[u8], start: usize) -> Result<UnicodeRow, JsonError> {
    let (mut at, mut found) = (start, RowTraits::default());
    loop {
        // One alone is checked faster without a row.
        if bytes.get(at + 6) == Some(&b'\\') {
            at = found.add_rows(simd, bytes, at);
        }
        match bytes.get(at..).unwrap_or_default() {
            // Digits and letters come in random order, so a branch for each would be mispredicted.
            [b'\\', b'u', a, b, c, d, ..] if is_hex(*a) & is_hex(*b) & is_hex(*c) & is_hex(*d) => {
                found.add(at, [*a, *b, *c, *d]);
                at += 6;
            }
            [b'\\', b'u', ..] => return Err(bad_digit(bytes, at + 2)),
            [b'\\', b'n' | b'"' | b'r' | b't', ..] => at += 2,
            _ => break,
        }
    }
    found.close();
    Ok(UnicodeRow { end: at, traits: found.traits })
}

/// True for the valid digits `d83d\\ude00`: both halves of a surrogate pair, and what is between them.
#[inline(always)]
fn is_surrogate_pair([first, second, _, _, _, _, third, fourth, _, _]: &[u8; 10]) -> bool {
    // The third bit of the second digit distinguishes the halves: 8 to b, c to f.
    let value = |digit: u8| (digit & 0xf) + 9 * (digit >> 6);
    first | 0x20 == b'd' && value(*second) >> 2 == 2 && third | 0x20 == b'd' && value(*fourth) >> 2 == 3
}

#[cold]
fn bad_digit(bytes: &[u8], digits: usize) -> JsonError {
    let mut found = bytes.get(digits..).unwrap_or_default().iter();
    match found.position(|byte| !byte.is_ascii_hexdigit()) {
        Some(wrong) => JsonError::new(Problem::BadEscape, digits + wrong),
        None => JsonError::new(Problem::EndedInString, bytes.len()),
    }
}

#[inline(always)]
fn is_hex(byte: u8) -> bool {
    IS_HEX.get(usize::from(byte)).is_some_and(|is| *is)
}

static IS_HEX: [bool; 256] = hex_digits();

#[expect(clippy::indexing_slicing, reason = "worked out while compiling")]
const fn hex_digits() -> [bool; 256] {
    let (mut table, mut digits) = ([false; 256], b"0123456789abcdefABCDEF".as_slice());
    while let [digit, rest @ ..] = digits {
        table[*digit as usize] = true;
        digits = rest;
    }
    table
}

/// The number of bytes of ten escapes `\uXXXX`, which is a block without its last four.
const ROW: usize = 60;

/// The escapes `\uXXXX` at the beginning of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RowEscapes {
    /// Their number of bytes.
    length: usize,
    /// The first digits that are a zero, or that of a possible half of a surrogate pair.
    odd: u64,
}

/// Counts the escapes `\uXXXX` at the start of a block, up to ten.
#[inline(always)]
fn row_escapes<S: Simd>(simd: S, block: &[u8; BLOCK]) -> RowEscapes {
    const GOOD: &EscapeBytes = &EscapeBytes::of_row();
    let bytes = vector(simd, block) ^ vector(simd, &GOOD.expected);
    let letters = (bytes | 0x20) - vector(simd, &GOOD.letters);
    // What a byte is above the largest good one: zero for a good byte.
    let above = |bytes: u8x64<S>, most: &[u8; BLOCK]| bytes.max(vector(simd, most)) - vector(simd, most);
    let bad = above(bytes, &GOOD.most).min(above(letters, &GOOD.most_letter)).simd_ge(1);
    let odd = (bytes.simd_eq(0) | letters.simd_eq(3)).to_bitmask() & FIRST_DIGITS;
    // Most rows are full.
    if !bad.any_true() {
        return RowEscapes { length: ROW, odd };
    }
    let length = bad.to_bitmask().trailing_zeros() as usize / 6 * 6;
    RowEscapes { length, odd: odd & !(u64::MAX << length) }
}

/// The first digits of the escapes of a row.
const FIRST_DIGITS: u64 = 0x0104_1041_0410_4104;

/// The bytes that are good in a row of escapes.
struct EscapeBytes {
    /// `\`, `u`, or `0` where a digit is expected. With these bits flipped, good bytes are small.
    expected: [u8; BLOCK],
    /// The largest of them: 9 for a digit. After the row, all bytes are good.
    most: [u8; BLOCK],
    /// The letters of both cases, with the bits flipped and that of the case set, begin here.
    letters: [u8; BLOCK],
    /// The same of letters.
    most_letter: [u8; BLOCK],
}

impl EscapeBytes {
    #[expect(clippy::indexing_slicing, reason = "worked out while compiling")]
    const fn of_row() -> Self {
        let none = [0; BLOCK];
        let mut row = Self { expected: none, most: [u8::MAX; BLOCK], letters: none, most_letter: none };
        let mut at = 0;
        while at < ROW {
            row.most[at] = 0;
            match at % 6 {
                0 => row.expected[at] = b'\\',
                1 => row.expected[at] = b'u',
                _ => {
                    row.expected[at] = b'0';
                    row.most[at] = 9;
                    row.letters[at] = (b'a' ^ b'0') | 0x20;
                    row.most_letter[at] = 5;
                }
            }
            at += 1;
        }
        row
    }
}

#[cfg(test)]
mod tests {
    use fearless_simd::dispatch;

    use super::super::block::levels;
    use super::*;

    #[test]
    fn escapes_in_a_row_are_told_from_anything_else() {
        for level in levels() {
            dispatch!(level, simd => check_rows(simd));
        }
    }

    fn check_rows<S: Simd>(simd: S) {
        let row = br"\u1009\u12af\uDBFF\uAF09\uffff\u9999\uaaaa\uFf0a\u0123\uD800\u12";
        let row: [u8; BLOCK] = *row.first_chunk().unwrap();
        assert_eq!(row_escapes(simd, &row), RowEscapes { length: ROW, odd: 1 << 14 | 1 << 50 | 1 << 56 });
        for place in 0..ROW {
            for byte in 0..=254 {
                let mut other = row;
                other[place] = byte;
                let is_good = match place % 6 {
                    0 => byte == b'\\',
                    1 => byte == b'u',
                    _ => byte.is_ascii_hexdigit(),
                };
                let length = if is_good { ROW } else { place / 6 * 6 };
                let first_digits = (2..length).step_by(6).filter(|at| matches!(other[*at], b'0' | b'd' | b'D'));
                let odd = first_digits.fold(0, |odd, at| odd | 1 << at);
                assert_eq!(row_escapes(simd, &other), RowEscapes { length, odd }, "{place} {byte}");
            }
        }
    }
}
