//! Decoded text as JSON spells it: `say "hi"` is `say \"hi\"` between quotes.

use super::block::{BLOCK, HALF, special32};
use super::block_copy::{BlockCopy, head_at};
use super::escape::{LETTERS, escape};
use super::utf8::utf8_string;

/// Adds `text` as it is between the quotes of a JSON string.
pub fn escape_into(out: &mut Vec<u8>, text: &str) {
    out.reserve(text.len() + BlockCopy::MARGIN);
    let mut copy = BlockCopy { out };
    let mut rest = text.as_bytes();
    while let Some(block) = rest.first_chunk() {
        escape_half(&mut copy, block, HALF);
        rest = rest.get(HALF..).unwrap_or_default();
    }
    let mut last = [b' '; BLOCK + HALF];
    if let Some(start) = last.get_mut(..rest.len()) {
        start.copy_from_slice(rest);
    }
    for at in (0..rest.len()).step_by(HALF) {
        if let Some(block) = last.get(at..).and_then(|rest| rest.first_chunk()) {
            escape_half(&mut copy, block, HALF.min(rest.len() - at));
        }
    }
}

/// Adds the first `count` bytes of a block, at most half of them.
#[inline(always)]
fn escape_half(copy: &mut BlockCopy<'_>, block: &[u8; BLOCK], count: usize) {
    let mut special = special32(block);
    let (mut from, mut head) = (0, head_at(block, 0));
    while special != 0 {
        let place = special.trailing_zeros() as usize;
        copy.run(block, from, head, place - from);
        // A `match` would be a branch that cannot be predicted.
        let escape = escape_of(block.get(place).copied().unwrap_or_default());
        match (place.checked_sub(1), escape) {
            // The next run begins one byte earlier, to have room for both bytes of the escape.
            (Some(before), [backslash, letter, .., 2]) => (from, head) = (before, [backslash, letter]),
            _ => {
                copy.block(&escape, length_of(escape));
                (from, head) = (place + 1, head_at(block, place + 1));
            }
        }
        special &= special - 1;
    }
    copy.run(block, from, head, count - from);
}

#[inline(always)]
fn escape_of(byte: u8) -> [u8; 8] {
    ESCAPES.get(usize::from(byte)).copied().unwrap_or_default()
}

#[inline(always)]
fn length_of([.., length]: [u8; 8]) -> usize {
    usize::from(length)
}

/// The escapes of control bytes, of the quote and of the backslash. Their last byte is their length.
#[expect(clippy::indexing_slicing, clippy::cast_possible_truncation, reason = "the compiler runs it, and looks")]
static ESCAPES: [[u8; 8]; 93] = {
    let mut table = [[0; 8]; 93];
    let mut byte = 0;
    while byte < 0x20 {
        let digit = b"0123456789abcdef"[byte & 15];
        table[byte] = [b'\\', b'u', b'0', b'0', b'0' + (byte >> 4) as u8, digit, 0, 6];
        byte += 1;
    }
    let mut pairs: &[[u8; 2]] = &LETTERS;
    while let [[byte, letter], rest @ ..] = pairs {
        table[*byte as usize] = [b'\\', *letter, 0, 0, 0, 0, 0, 2];
        pairs = rest;
    }
    table
};

/// A token with the usual spelling of each character, in `buffer`. The second value is true if it contains half of a surrogate
/// pair, which becomes the text of its escape.
pub(super) fn canonical_token<'b>(token: &str, buffer: &'b mut Vec<u8>) -> (&'b [u8], bool) {
    buffer.clear();
    let (bytes, mut copy) = (token.as_bytes(), BlockCopy { out: buffer });
    let (mut at, mut has_half) = (0, false);
    while at < bytes.len() {
        at = copy.until_escape(bytes, at);
        // Escapes often follow each other: no search between them.
        while let Some([b'\\', letter]) = bytes.get(at..at + 2) {
            match letter {
                b'u' => {
                    let (used, is_half) = canonical_unicode(token.get(at..).unwrap_or_default(), &mut copy);
                    has_half |= is_half;
                    at += used;
                    continue;
                }
                b'/' => copy.out.push(b'/'),
                letter => copy.block(&[b'\\', *letter], 2),
            }
            at += 2;
        }
        // No token ends in a backslash.
        at += usize::from(bytes.len() == at + 1 && bytes.last() == Some(&b'\\'));
    }
    (buffer, has_half)
}

/// Adds the character of the escape at the start of `rest`. The result is the length of the escape, and whether it is half of a
/// surrogate pair.
fn canonical_unicode(rest: &str, copy: &mut BlockCopy<'_>) -> (usize, bool) {
    let (character, used) = escape(rest);
    let mut room = [0; 4];
    match character {
        Some(special @ ('\0'..' ' | '"' | '\\')) => {
            let escape = escape_of(special as u8);
            copy.block(&escape, length_of(escape));
        }
        Some(character) => copy.out.extend_from_slice(character.encode_utf8(&mut room).as_bytes()),
        None => {
            copy.out.push(b'\\');
            copy.out.extend_from_slice(rest.as_bytes().get(..used).unwrap_or_default());
        }
    }
    (used.max(1), character.is_none())
}

/// A decoded text as the token of a string.
pub(crate) fn escaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    escape_into(&mut bytes, text);
    utf8_string(bytes)
}

/// `text` as a JSON string with its quotes.
#[must_use]
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_written_at_every_position() {
        for length in 0..70 {
            let plain = "é".repeat(length);
            let mut out = Vec::new();
            escape_into(&mut out, &format!("{plain}\"\\\n\u{1}x{plain}\t"));
            assert_eq!(String::from_utf8(out), Ok(format!("{plain}\\\"\\\\\\n\\u0001x{plain}\\t")));
        }
    }
}
