//! Escapes in the token of a string: `\n`, `\u00e9`, `\ud83d\ude00`.

use std::borrow::Cow;

use fearless_simd::Simd;

use super::block::{BLOCK, Escapes, equals, find, widest};
use super::block_copy::BlockCopy;
use super::utf8::utf8_string;

/// Bytes and the letters that stand for them after a backslash, as turnwise writes them.
pub(super) const LETTERS: [[u8; 2]; 7] = [*b"\"\"", *b"\\\\", *b"\nn", *b"\rr", *b"\tt", [0x08, b'b'], [0x0c, b'f']];

/// True if a token has a backslash.
pub(super) fn has_escape(token: &str) -> bool {
    find(token.as_bytes(), b'\\', 0).is_some()
}

/// True if a token has an escape of a character that has a more usual spelling: `\u00e9`, `\/`.
pub(super) fn has_unusual_escape(token: &str) -> bool {
    has_escape(token) && widest!(simd => has_unusual(simd, token.as_bytes()))
}

#[inline(always)]
fn has_unusual<S: Simd>(simd: S, bytes: &[u8]) -> bool {
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    let mut last = [0; BLOCK];
    last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    let mut runs = Escapes::default();
    // No closure: it would be compiled for every processor.
    for block in blocks {
        if unusual(simd, block, &mut runs) != 0 {
            return true;
        }
    }
    unusual(simd, &last, &mut runs) != 0
}

/// The places of `u` and `/` after a backslash.
#[inline(always)]
fn unusual<S: Simd>(simd: S, block: &[u8; BLOCK], runs: &mut Escapes) -> u64 {
    let backslash = equals(simd, block, b'\\');
    if backslash == 0 && !runs.is_open() {
        return 0;
    }
    runs.next(backslash) & (equals(simd, block, b'u') | equals(simd, block, b'/'))
}

/// The decoded token. Half of a surrogate pair stays an escape or becomes U+FFFD.
#[inline]
pub(super) fn decode(token: &str, keep_halves: bool) -> Cow<'_, str> {
    match find(token.as_bytes(), b'\\', 0) {
        None => Cow::Borrowed(token),
        Some(first) => {
            let mut text = String::with_capacity(token.len() + BlockCopy::MARGIN);
            decode_from(token, first, keep_halves, &mut text);
            Cow::Owned(text)
        }
    }
}

/// The same, in `buffer` if it has escapes.
pub(super) fn decode_in<'b>(token: &'b str, keep_halves: bool, buffer: &'b mut String) -> &'b str {
    let Some(first) = find(token.as_bytes(), b'\\', 0) else { return token };
    buffer.clear();
    decode_from(token, first, keep_halves, buffer);
    buffer
}

/// Adds the decoded token to a text. Its first escape is at `next`.
#[inline(never)]
fn decode_from(token: &str, next: usize, keep_halves: bool, text: &mut String) {
    // Bytes, because each slice of a string looks for the boundaries of characters.
    let mut out = std::mem::take(text).into_bytes();
    out.reserve(token.len() + BlockCopy::MARGIN);
    out.extend_from_slice(token.as_bytes().get(..next).unwrap_or_default());
    let mut copy = BlockCopy { out: &mut out };
    widest!(simd => decode_parts(simd, &mut copy, token.as_bytes().get(next..).unwrap_or_default(), keep_halves));
    *text = utf8_string(out);
}

#[inline(always)]
fn decode_parts<S: Simd>(simd: S, copy: &mut BlockCopy<'_>, token: &[u8], keep_halves: bool) {
    let mut done = 0;
    while done < token.len() {
        done += copy.decode_part(simd, token, done, keep_halves).used;
    }
}

/// The character that the escape at the start of `rest` encodes, and its length. `None` for half of a surrogate pair.
#[inline]
pub(super) fn escape(rest: &[u8]) -> (Option<char>, usize) {
    let simple = match rest.get(1) {
        Some(b'u') => {
            let Some(first) = unit(rest) else { return (None, rest.len().min(2)) };
            if let Some(character) = char::from_u32(first) {
                return (Some(character), 6);
            }
            let second = rest.get(6..).filter(|rest| rest.starts_with(b"\\u")).and_then(unit);
            if let (0xd800..=0xdbff, Some(second @ 0xdc00..=0xdfff)) = (first, second) {
                let code = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return (char::from_u32(code), 12);
            }
            return (None, 6);
        }
        Some(byte) => simple_escape(*byte).map_or(char::REPLACEMENT_CHARACTER, char::from),
        None => return (None, rest.len()),
    };
    (Some(simple), 2)
}

/// The byte that an escape of one letter encodes. `byte` is after the backslash; `None` for `u`.
#[inline]
pub(super) fn simple_escape(byte: u8) -> Option<u8> {
    // A `match` would be a branch that cannot be predicted.
    SIMPLE_ESCAPES.get(usize::from(byte)).copied().filter(|escaped| *escaped != 0)
}

/// The bytes that letters after a backslash encode; 0 for those that encode none.
#[expect(clippy::indexing_slicing, reason = "the compiler runs it, and looks")]
static SIMPLE_ESCAPES: [u8; 117] = {
    let mut table = [0; 117];
    table[b'/' as usize] = b'/';
    let mut pairs: &[[u8; 2]] = &LETTERS;
    while let [[byte, letter], rest @ ..] = pairs {
        table[*letter as usize] = *byte;
        pairs = rest;
    }
    table
};

/// The number after the `\u` that `escape` starts with.
#[inline]
pub(super) fn unit(escape: &[u8]) -> Option<u32> {
    let [_, _, a, b, c, d, ..] = escape else { return None };
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    Some(digit(a)? << 12 | digit(b)? << 8 | digit(c)? << 4 | digit(d)?)
}

/// True if the token of a string contains half of a surrogate pair.
pub(super) fn has_lone_half(token: &str) -> bool {
    let bytes = token.as_bytes();
    // Most escapes are line ends and quotes.
    if memchr::memmem::find(bytes, b"\\u").is_none() {
        return false;
    }
    let half = |at: usize| bytes.get(at..).filter(|rest| rest.starts_with(b"\\u")).and_then(unit);
    let mut at = 0;
    while let Some(found) = find(bytes, b'\\', at) {
        at = found;
        // Escapes often follow each other: no search between them, and no parsing if the first digit suffices.
        while let Some([b'\\', kind, rest @ ..]) = bytes.get(at..) {
            match (kind, rest) {
                (b'u', [b'd' | b'D', ..]) => match half(at) {
                    Some(0xd800..=0xdbff) if matches!(half(at + 6), Some(0xdc00..=0xdfff)) => at += 12,
                    Some(0xd800..=0xdfff) => return true,
                    _ => at += 6,
                },
                (b'u', _) => at += 6,
                _ => at += 2,
            }
        }
        if bytes.len() <= at + 1 {
            break;
        }
    }
    false
}
