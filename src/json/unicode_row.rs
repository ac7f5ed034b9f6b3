//! Rows of `\uXXXX`, which ASCII-only writers use for other alphabets: checked eight at a time.

use super::block::{ROW, escapes8};
use super::error::{JsonError, Problem};
use super::string_traits::StringTraits;

/// What the escapes of a row are so far.
#[derive(Debug, Default)]
struct RowTraits {
    /// The last escape is the first half of a surrogate pair.
    is_open: bool,
    traits: StringTraits,
}

impl RowTraits {
    /// Looks at the escapes in these bytes. They are valid.
    fn add(&mut self, row: &[u8]) {
        for escape in row.as_chunks::<6>().0 {
            let [_, _, a, b, c, d] = escape;
            let is_low = match (a | 0x20, b | 0x20) {
                (b'd', b'8' | b'9' | b'a' | b'b') => false,
                (b'd', b'c'..=b'f') => true,
                (first, second) => {
                    self.close();
                    // The case bit is set in digits.
                    if (first, second) == (b'0', b'0') {
                        self.traits.add(StringTraits::SPELLED);
                        if (c, d) == (&b'0', &b'0') {
                            self.traits.add(StringTraits::NUL);
                        }
                    }
                    continue;
                }
            };
            if is_low == self.is_open {
                self.is_open = !is_low;
            } else if is_low {
                self.traits.add(StringTraits::HALVES);
            } else {
                self.close();
                self.is_open = true;
            }
        }
    }

    /// Something else follows.
    fn close(&mut self) {
        if std::mem::take(&mut self.is_open) {
            self.traits.add(StringTraits::HALVES);
        }
    }
}

/// Checks the `\uXXXX` at `start` and those directly after it. Returns the end of the row, and what it has.
pub(super) fn unicode_row(bytes: &[u8], start: usize) -> Result<(usize, StringTraits), JsonError> {
    let (mut at, mut found) = (start, RowTraits::default());
    while bytes.get(at + ROW - 6) == Some(&b'\\') {
        let Some(row) = bytes.get(at..).and_then(|rest| rest.first_chunk::<ROW>()) else { break };
        match escapes8(row) {
            None => break,
            Some(false) => found.close(),
            Some(true) => found.add(row),
        }
        at += ROW;
    }
    while let Some([b'\\', b'u', digits @ ..]) = bytes.get(at..) {
        // Digits and letters come in random order, so a branch for each would be mispredicted.
        match digits {
            [a, b, c, d, ..] if is_hex(*a) & is_hex(*b) & is_hex(*c) & is_hex(*d) => {
                found.add(bytes.get(at..at + 6).unwrap_or_default());
            }
            _ => return Err(bad_digit(bytes, at + 2)),
        }
        at += 6;
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
