//! Decoded text as JSON spells it: `say "hi"` is `say \"hi\"` between quotes.

use fearless_simd::{Simd, prelude::*, u8x16, u8x32};

use super::block::{HALF, looked_up, repeated, special, widest};
use super::block_copy::BlockCopy;
use super::escape::{LETTERS, escape};
use super::utf8::utf8_string;

/// Adds `text` as it is between the quotes of a JSON string.
pub fn escape_into(out: &mut Vec<u8>, text: &str) {
    escape_bytes(out, text.as_bytes());
}

/// The same for the bytes of a text.
pub(super) fn escape_bytes(out: &mut Vec<u8>, text: &[u8]) {
    out.reserve(text.len() + BlockCopy::MARGIN);
    let mut copy = BlockCopy { out };
    widest!(simd => escape_halves(simd, &mut copy, text));
}

#[inline(always)]
fn escape_halves<S: Simd>(simd: S, copy: &mut BlockCopy<'_>, bytes: &[u8]) {
    let (halves, rest) = bytes.as_chunks();
    for half in halves {
        escape_half(simd, copy, half, HALF);
    }
    let mut last = [b' '; HALF];
    last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    escape_half(simd, copy, &last, rest.len());
}

/// Adds the first `count` bytes of half a block.
#[inline(always)]
fn escape_half<S: Simd>(simd: S, copy: &mut BlockCopy<'_>, half: &[u8; HALF], count: usize) {
    let bytes = u8x32::load_array_ref(simd, half);
    let special = special(bytes).to_bitmask();
    if special == 0 {
        copy.block(half, count);
    } else {
        match letters_of(simd, bytes) {
            Some(bytes) => add_backslashes(simd, copy, &bytes, special, count),
            None => escape_each(copy, half.get(..count).unwrap_or_default()),
        }
    }
}

/// The bytes with letters in place of the control bytes whose escapes have one: `n` for a newline. `None`: some have none.
#[inline(always)]
fn letters_of<S: Simd>(simd: S, bytes: u8x32<S>) -> Option<[u8; HALF]> {
    const BYTES: &[u8; HALF] = &repeated(*b"\x01\0\0\0\0\0\0\0\x08\t\n\0\x0c\r\0\0");
    const LETTERS: &[u8; HALF] = &repeated(*b"\0\0\0\0\0\0\0\0btn\0fr\0\0");
    let control = bytes.simd_lt(0x20);
    let have_letters = looked_up(u8x32::load_array_ref(simd, BYTES), bytes).simd_eq(bytes);
    let is_fit = control.to_bitmask() & !have_letters.to_bitmask() == 0;
    is_fit.then(|| *have_letters.select(looked_up(u8x32::load_array_ref(simd, LETTERS), bytes), bytes).as_array())
}

/// Adds the first `count` bytes with a backslash before each of these.
#[inline(always)]
fn add_backslashes<S: Simd>(simd: S, copy: &mut BlockCopy<'_>, bytes: &[u8; HALF], special: u64, count: usize) {
    for (eight, places) in bytes.as_chunks::<8>().0.iter().zip(special.to_le_bytes()) {
        let mut source = [b'\\'; 16];
        if let Some(start) = source.first_chunk_mut() {
            *start = *eight;
        }
        let order = WITH_BACKSLASHES.get(usize::from(places)).unwrap_or(&[0; 16]);
        let spread = u8x16::load_array(simd, source).swizzle_dyn(u8x16::load_array_ref(simd, order));
        // Not collected first: a load of bytes that several stores wrote waits for all of them.
        copy.block(spread.as_array(), eight.len() + places.count_ones() as usize);
    }
    // Bytes after the first `count` are spaces.
    copy.out.truncate(copy.out.len() - (bytes.len() - count));
}

/// For each set of places in eight bytes, the order of these bytes with a backslash, which is number 8, before each of them.
#[expect(clippy::indexing_slicing, reason = "the compiler runs it, and looks")]
static WITH_BACKSLASHES: [[u8; 16]; 256] = {
    let mut orders = [[0; 16]; 256];
    let mut places = 0;
    while places < orders.len() {
        let (mut byte, mut length) = (0_u8, 0);
        while byte < 8 {
            if places >> byte & 1 == 1 {
                orders[places][length] = 8;
                length += 1;
            }
            orders[places][length] = byte;
            length += 1;
            byte += 1;
        }
        places += 1;
    }
    orders
};

/// Adds bytes with the escapes of their control bytes.
fn escape_each(copy: &mut BlockCopy<'_>, bytes: &[u8]) {
    for byte in bytes {
        match escape_of(*byte) {
            [.., 0] => copy.out.push(*byte),
            escape => copy.block(&escape, length_of(escape)),
        }
    }
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
                    let (used, is_half) = canonical_unicode(bytes.get(at..).unwrap_or_default(), &mut copy);
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
fn canonical_unicode(rest: &[u8], copy: &mut BlockCopy<'_>) -> (usize, bool) {
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
            copy.out.extend_from_slice(rest.get(..used).unwrap_or_default());
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
    use fearless_simd::dispatch;

    use super::super::block::levels;
    use super::*;

    #[test]
    fn escapes_are_written_at_every_position() {
        for length in 0..140 {
            let plain = "é".repeat(length / 2) + &"x".repeat(length % 2);
            for (text, expected) in [
                ("\"\\\n\u{1}x", r#"\"\\\n\u0001x"#),
                ("\t\r\u{8}\u{c}\"\"\"\"\"\"\"\"x\\", r#"\t\r\b\f\"\"\"\"\"\"\"\"x\\"#),
                ("\u{0}\u{b}\u{1f}\u{7f}", "\\u0000\\u000b\\u001f\u{7f}"),
            ] {
                let text = format!("{plain}{text}{plain}");
                for level in levels() {
                    let mut out = Vec::new();
                    dispatch!(level, simd => escape_halves(simd, &mut BlockCopy { out: &mut out }, text.as_bytes()));
                    assert_eq!(String::from_utf8(out), Ok(format!("{plain}{expected}{plain}")));
                }
            }
        }
    }
}
