//! Finds and checks the end of a string.

use fearless_simd::Simd;

use super::block::{
    BLOCK, Escapes, Masks, high16, high64, line_escapes, masks, separators64, special16, special64, widest,
};
use super::error::{JsonError, Problem};
use super::string_traits::{StringTraits, has_separator, is_separator, of_backslashes};
use super::unicode_row::unicode_row;

/// A string that was scanned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StringEnd {
    /// The position of the closing quote.
    pub(super) end: usize,
    pub(super) traits: StringTraits,
}

/// Finds the closing quote of the string whose first byte after the opening quote is `start`.
///
/// Most strings are keys and short values, so two checks of 16 bytes come first; long strings are read in blocks of 64.
#[inline]
pub(super) fn string(bytes: &[u8], start: usize) -> Result<StringEnd, JsonError> {
    let (mut at, mut high) = (start, 0);
    for _ in 0..2 {
        let Some(look) = bytes.get(at..).and_then(|rest| rest.first_chunk::<16>()) else { break };
        let special = special16(look);
        high |= high16(look);
        if special == 0 {
            at += 16;
            continue;
        }
        at += special.trailing_zeros() as usize;
        match bytes.get(at) {
            Some(b'"') => {
                let traits = if high == 0 { StringTraits::default() } else { of_high_bytes(bytes, start, at) };
                return Ok(StringEnd { end: at, traits });
            }
            Some(b'\\') => break,
            _ => return Err(control_byte(bytes, at)),
        }
    }
    // A character may go on after what was looked at.
    let traits = if high == 0 { StringTraits::default() } else { of_high_bytes(bytes, start, at + 2) };
    long_string(bytes, at, traits)
}

/// The traits of the bytes between two places that are not all ASCII.
#[inline(never)]
fn of_high_bytes(bytes: &[u8], start: usize, end: usize) -> StringTraits {
    let some = bytes.get(start..end.min(bytes.len())).unwrap_or_default();
    if has_separator(some) { StringTraits::SEPARATORS } else { StringTraits::default() }
}

/// Continues at `at`, which is not escaped.
#[inline(never)]
fn long_string(bytes: &[u8], at: usize, traits: StringTraits) -> Result<StringEnd, JsonError> {
    widest!(simd => blocks_of_string(simd, bytes, at, traits))
}

#[inline(always)]
fn blocks_of_string<S: Simd>(
    simd: S,
    bytes: &[u8],
    mut at: usize,
    mut traits: StringTraits,
) -> Result<StringEnd, JsonError> {
    let mut runs = Escapes::default();
    while let Some(block) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        match long_block(simd, bytes, block, at, &mut runs, &mut traits)? {
            BlockEnd::Next => at += BLOCK,
            BlockEnd::After(next) => (at, runs) = (next, Escapes::default()),
            BlockEnd::Quote(end) => return Ok(StringEnd { end, traits }),
        }
    }
    // The zeros after the last bytes count as control bytes, so the loop always ends there.
    let mut last = [0; BLOCK];
    for (to, from) in last.iter_mut().zip(bytes.get(at..).unwrap_or_default()) {
        *to = *from;
    }
    match long_block(simd, bytes, &last, at, &mut runs, &mut traits)? {
        BlockEnd::Quote(end) => Ok(StringEnd { end, traits }),
        BlockEnd::Next | BlockEnd::After(_) => Err(JsonError::new(Problem::EndedInString, bytes.len())),
    }
}

/// How a block ends.
enum BlockEnd {
    /// The string goes on in the next block.
    Next,
    /// It goes on at this place, whose byte is not escaped: after a row of `\uXXXX`.
    After(usize),
    /// It ends at this place.
    Quote(usize),
}

/// Checks the special bytes of the block at `start`.
#[inline(always)]
fn long_block<S: Simd>(
    simd: S,
    bytes: &[u8],
    block: &[u8; BLOCK],
    start: usize,
    runs: &mut Escapes,
    traits: &mut StringTraits,
) -> Result<BlockEnd, JsonError> {
    if high64(simd, block) {
        let leads = separators64(simd, block);
        if leads != 0 {
            traits.add(of_separators(bytes, start, leads));
        }
    }
    let special = special64(simd, block);
    if special == 0 && !runs.is_open() {
        return Ok(BlockEnd::Next);
    }
    let Masks { quote, backslash } = masks(simd, block);
    let escaped = runs.next(backslash);
    let end = quote & !escaped;
    // The bytes before the closing quote.
    let inside = !end & end.wrapping_sub(1);
    if backslash & inside != 0 {
        traits.add(StringTraits::ESCAPES);
    }
    // Most escapes are line ends and quotes; the others are looked at one by one.
    let control = special & !quote & !backslash;
    let mut odd = ((escaped & !quote & !line_escapes(simd, block)) | control) & inside;
    while odd != 0 {
        let bit = odd.trailing_zeros() as usize;
        let found = start + bit;
        if escaped >> bit & 1 == 0 {
            return Err(control_byte(bytes, found));
        }
        match block.get(bit).and_then(|byte| ESCAPED.get(usize::from(*byte))) {
            Some(EscapedByte::Plain) => {}
            Some(EscapedByte::Slash) => traits.add(StringTraits::SPELLED),
            Some(EscapedByte::Backslash) => traits.add(of_backslashes(bytes, found - 1)),
            Some(EscapedByte::Unicode) => {
                let (next, found) = unicode_row(simd, bytes, found - 1)?;
                traits.add(found);
                if next >= start + BLOCK {
                    return Ok(BlockEnd::After(next));
                }
                odd &= u64::MAX << (next - start);
                continue;
            }
            Some(EscapedByte::Bad) | None => return Err(bad_escape(bytes, found)),
        }
        odd &= odd - 1;
    }
    Ok(if end == 0 { BlockEnd::Next } else { BlockEnd::Quote(start + end.trailing_zeros() as usize) })
}

#[cold]
fn bad_escape(bytes: &[u8], at: usize) -> JsonError {
    if at < bytes.len() { JsonError::new(Problem::BadEscape, at) } else { JsonError::new(Problem::EndedInString, at) }
}

/// The traits of the block at `start`, in which line separators of Unicode may begin at these places.
#[inline(never)]
fn of_separators(bytes: &[u8], start: usize, mut leads: u64) -> StringTraits {
    let mut traits = StringTraits::default();
    while leads != 0 {
        if is_separator(bytes, start + leads.trailing_zeros() as usize) {
            traits.add(StringTraits::SEPARATORS);
        }
        leads &= leads - 1;
    }
    traits
}

/// What a byte after a backslash is.
#[derive(Clone, Copy)]
enum EscapedByte {
    Bad,
    Plain,
    Slash,
    Backslash,
    Unicode,
}

static ESCAPED: [EscapedByte; 256] = escaped_bytes();

#[expect(clippy::indexing_slicing, reason = "worked out while compiling")]
const fn escaped_bytes() -> [EscapedByte; 256] {
    let mut bytes = [EscapedByte::Bad; 256];
    let mut plain = b"\"bfnrt".as_slice();
    while let [byte, rest @ ..] = plain {
        bytes[*byte as usize] = EscapedByte::Plain;
        plain = rest;
    }
    bytes[b'/' as usize] = EscapedByte::Slash;
    bytes[b'\\' as usize] = EscapedByte::Backslash;
    bytes[b'u' as usize] = EscapedByte::Unicode;
    bytes
}

fn control_byte(bytes: &[u8], at: usize) -> JsonError {
    match bytes.get(at) {
        Some(byte) => JsonError::new(Problem::ControlByte(*byte), at),
        None => JsonError::new(Problem::EndedInString, bytes.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(text: &str) -> Result<StringEnd, Problem> {
        string(text.as_bytes(), 1).map_err(|error| error.problem)
    }

    #[test]
    fn strings_of_every_length_end_at_their_quote() {
        for length in 0..300 {
            let text = format!("\"{}\",\"x\"", "a".repeat(length));
            assert_eq!(scan(&text).map(|found| found.end), Ok(length + 1));
            let text = format!("\"{}\\\"\",", "a".repeat(length));
            assert_eq!(scan(&text), Ok(StringEnd { end: length + 3, traits: StringTraits::ESCAPES }));
            let text = format!("\"{}\\ud83d\\ude00\" ", "a".repeat(length));
            assert_eq!(scan(&text), Ok(StringEnd { end: length + 13, traits: StringTraits::ESCAPES }));
            let text = format!("\"{}{}\\\\\",", "x".repeat(length % 7), "\\u40Af".repeat(length));
            let end = length % 7 + 6 * length + 3;
            assert_eq!(scan(&text), Ok(StringEnd { end, traits: StringTraits::ESCAPES }));
        }
    }

    #[test]
    fn damage_is_found_at_every_position() {
        for length in 0..200 {
            let plain = "a".repeat(length);
            assert_eq!(scan(&format!("\"{plain}\\x\"")), Err(Problem::BadEscape));
            assert_eq!(scan(&format!("\"{plain}\\u12g4\"")), Err(Problem::BadEscape));
            assert_eq!(scan(&format!("\"{plain}\\u12\"")), Err(Problem::BadEscape));
            assert_eq!(scan(&format!("\"{plain}\n\"")), Err(Problem::ControlByte(b'\n')));
            let row = "\\u2713".repeat(length);
            assert_eq!(scan(&format!("\"{row}\\u12g4\"")), Err(Problem::BadEscape));
            assert_eq!(scan(&format!("\"{row}\\u1234\"")).map(|found| found.end), Ok(6 * length + 7));
            for cut in ["", "\\", "\\u", "\\u0", "\\ud83"] {
                assert_eq!(scan(&format!("\"{plain}{cut}")), Err(Problem::EndedInString), "{length} {cut}");
            }
        }
    }

    #[test]
    fn halves_are_told_from_pairs() {
        let escapes = [r"\ud83d", r"\uDE00", r"\u00e9", r"\ud7ff", r"\ud000", r"\uE000", r"\n", "x", r"\\"];
        let mut number = 7_u32;
        for round in 0..20_000 {
            let mut text = String::from("\"");
            for _ in 0..=round % 23 {
                number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                text.push_str(escapes[(number >> 16) as usize % escapes.len()]);
            }
            text.push('"');
            let found = scan(&text).unwrap().traits.has(StringTraits::HALVES);
            assert_eq!(found, crate::json::Text::Token(&text[1..text.len() - 1]).has_half(), "{text}");
        }
    }
}
