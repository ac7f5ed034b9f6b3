//! Rows of `\uXXXX`, which ASCII-only writers use for other alphabets: checked eight at a time.

use super::block::{ROW, RowEscapes, row_escapes};
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

    /// Looks at the escapes at `at`, eight at a time. Returns the end of those that are valid and followed by others.
    fn add_rows(&mut self, bytes: &[u8], mut at: usize) -> usize {
        while let Some(row) = bytes.get(at..).and_then(|rest| rest.first_chunk::<ROW>()) {
            let RowEscapes { length, mut odd } = row_escapes(row);
            while odd != 0 {
                let place = odd.trailing_zeros() as usize;
                if let Some(digits) = row.get(place..).and_then(|rest| rest.first_chunk()) {
                    self.add(at + place - 2, *digits);
                }
                odd &= odd - 1;
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

/// Checks the `\uXXXX` at `start` and the escapes directly after it, up to one that tells something. Returns the end of the
/// row, and what it has.
pub(super) fn unicode_row(bytes: &[u8], start: usize) -> Result<(usize, StringTraits), JsonError> {
    let (mut at, mut found) = (start, RowTraits::default());
    loop {
        // One alone is checked faster without a row.
        if bytes.get(at + 6) == Some(&b'\\') {
            at = found.add_rows(bytes, at);
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
    Ok((at, found.traits))
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
