//! Finds and checks the end of a string.

use fearless_simd::Simd;

use super::block::{
    BLOCK, Escapes, HALF, HalfMasks, Masks, before_spelling, half_masks, high64, line_escapes, masks, separators64,
    special64,
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
/// Most strings are keys and short values that end within 32 bytes.
#[inline(always)]
pub(super) fn string<S: Simd>(simd: S, bytes: &[u8], start: usize) -> Result<StringEnd, JsonError> {
    if let Some(half) = bytes.get(start..).and_then(|rest| rest.first_chunk()) {
        let HalfMasks { special, high } = half_masks(simd, half);
        let length = special.trailing_zeros() as usize;
        if half.get(length) == Some(&b'"') && high & before_first(special) == 0 {
            return Ok(StringEnd { end: start + length, traits: StringTraits::default() });
        }
    }
    // In a function of its own: it is large, and called at several places.
    simd.vectorize(
        #[inline(always)]
        || other_string(simd, bytes, start),
    )
}

/// The bits before the lowest one.
#[inline(always)]
fn before_first(bits: u64) -> u64 {
    !bits & bits.wrapping_sub(1)
}

/// Handles long strings, strings with escapes or non-ASCII characters, and those near the end of the text.
#[inline(always)]
fn other_string<S: Simd>(simd: S, bytes: &[u8], start: usize) -> Result<StringEnd, JsonError> {
    let PlainStart { end, is_ascii } = plain_start(simd, bytes, start);
    // A character may go on after what was looked at.
    let traits = if is_ascii { StringTraits::default() } else { of_high_bytes(bytes, start, end + 2) };
    if bytes.get(end) == Some(&b'"') { Ok(StringEnd { end, traits }) } else { long_string(simd, bytes, end, traits) }
}

/// The plain bytes from some position in a string on.
struct PlainStart {
    /// The first quote, backslash or control byte, or the first byte that was not looked at.
    end: usize,
    is_ascii: bool,
}

/// Looks at 32 bytes. The one at `start` is not escaped.
#[inline(always)]
fn plain_start<S: Simd>(simd: S, bytes: &[u8], start: usize) -> PlainStart {
    let rest = bytes.get(start..).unwrap_or_default();
    let last;
    let half = if let Some(half) = rest.first_chunk() {
        half
    } else {
        last = padded(rest);
        &last
    };
    let HalfMasks { special, high } = half_masks(simd, half);
    let length = (special.trailing_zeros() as usize).min(HALF);
    PlainStart { end: start + length, is_ascii: high & before_first(special) == 0 }
}

/// The traits of the bytes between two places that are not all ASCII.
#[inline(never)]
fn of_high_bytes(bytes: &[u8], start: usize, end: usize) -> StringTraits {
    let some = bytes.get(start..end.min(bytes.len())).unwrap_or_default();
    if has_separator(some) { StringTraits::SEPARATORS } else { StringTraits::default() }
}

/// Continues at `at`, which is not escaped.
#[inline(always)]
fn long_string<S: Simd>(
    simd: S,
    bytes: &[u8],
    mut at: usize,
    mut traits: StringTraits,
) -> Result<StringEnd, JsonError> {
    loop {
        // Rows of escapes often have a few plain bytes between them, and before the closing quote.
        while bytes.get(at..).is_some_and(|rest| rest.starts_with(br"\u")) {
            let row = unicode_row(simd, bytes, at)?;
            traits.add(StringTraits::ESCAPES);
            traits.add(row.traits);
            at = row.end;
            let PlainStart { end, is_ascii } = plain_start(simd, bytes, at);
            if !is_ascii {
                break;
            }
            if bytes.get(end) == Some(&b'"') {
                return Ok(StringEnd { end, traits });
            }
            at = end;
        }
        match blocks_of_string(simd, bytes, at, &mut traits)? {
            BlockEnd::Quote(end) => return Ok(StringEnd { end, traits }),
            BlockEnd::Unicode(next) => at = next,
            BlockEnd::Next => return Err(JsonError::new(Problem::EndedInString, bytes.len())),
        }
    }
}

/// Reads blocks up to the closing quote or a row of `\uXXXX`.
#[inline(always)]
fn blocks_of_string<S: Simd>(
    simd: S,
    bytes: &[u8],
    mut at: usize,
    traits: &mut StringTraits,
) -> Result<BlockEnd, JsonError> {
    let mut runs = Escapes::default();
    while let Some(block) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        match long_block(simd, bytes, block, at, &mut runs, traits)? {
            BlockEnd::Next => at += BLOCK,
            end @ (BlockEnd::Unicode(_) | BlockEnd::Quote(_)) => return Ok(end),
        }
    }
    long_block(simd, bytes, &padded(bytes.get(at..).unwrap_or_default()), at, &mut runs, traits)
}

/// The last bytes of a text and zeros, which count as control bytes, so that the string ends there.
#[inline(always)]
fn padded<const N: usize>(rest: &[u8]) -> [u8; N] {
    let mut padded = [0; N];
    padded.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    padded
}

/// How a block ends.
enum BlockEnd {
    /// The string goes on in the next block.
    Next,
    /// A row of `\uXXXX` begins at this place.
    Unicode(usize),
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
    let inside = before_first(end);
    if backslash & inside != 0 {
        traits.add(StringTraits::ESCAPES);
    }
    // Most escapes are line ends and quotes, and backslashes in JSON in strings; the others are looked at one by one.
    let control = special & !quote & !backslash;
    let mut odd = ((escaped & !quote & !line_escapes(simd, block)) | control) & inside;
    if odd & backslash != 0 {
        odd &= !backslash | before_spelling(simd, block, backslash);
    }
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
            Some(EscapedByte::Unicode) => return Ok(BlockEnd::Unicode(found - 1)),
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
    use fearless_simd::dispatch;

    use super::super::block::levels;
    use super::*;

    fn scan(text: &str) -> Result<StringEnd, Problem> {
        let mut results = levels().into_iter().map(|level| dispatch!(level, simd => string(simd, text.as_bytes(), 1)));
        let first = results.next().unwrap();
        assert!(results.all(|other| other == first), "{text}");
        first.map_err(|error| error.problem)
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
