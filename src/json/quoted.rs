//! Decoded text as JSON spells it: `say "hi"` is `say \"hi\"` between quotes.

use super::block::{BLOCK, is_plain64, special16};
use super::block_copy::BlockCopy;
use super::escape::escape;

/// Adds `text` as it is between the quotes of a JSON string.
pub fn escape_into(out: &mut Vec<u8>, text: &str) {
    // An escape has at most six bytes. The room for them is filled with zeros first, which is quick for small parts.
    for part in text.as_bytes().chunks(256) {
        let start = out.len();
        out.resize(start + 6 * part.len() + BlockCopy::MARGIN, 0);
        let mut copy = BlockCopy::new(out.get_mut(start..).unwrap_or_default());
        escape_part(&mut copy, part);
        let end = start + copy.len;
        out.truncate(end);
    }
}

fn escape_part(copy: &mut BlockCopy<'_>, part: &[u8]) {
    let mut at = 0;
    loop {
        at = copy_to_special(copy, part, at);
        match part.get(at) {
            Some(b'"') => copy.block(b"\\\"", 2),
            Some(b'\\') => copy.block(b"\\\\", 2),
            Some(b'\n') => copy.block(b"\\n", 2),
            Some(b'\r') => copy.block(b"\\r", 2),
            Some(b'\t') => copy.block(b"\\t", 2),
            Some(0x08) => copy.block(b"\\b", 2),
            Some(0x0c) => copy.block(b"\\f", 2),
            Some(byte) => copy.bytes(format!("\\u{byte:04x}").as_bytes()),
            None => return,
        }
        at += 1;
    }
}

/// Copies bytes up to the next quote, backslash or control byte, which must be escaped in a JSON string, and returns its
/// place.
#[inline(always)]
fn copy_to_special(copy: &mut BlockCopy<'_>, bytes: &[u8], mut at: usize) -> usize {
    let mut near = 0;
    while let Some(look) = bytes.get(at..).and_then(|rest| rest.first_chunk::<16>()) {
        let special = special16(look);
        let plain = if special == 0 { look.len() } else { special.trailing_zeros() as usize };
        copy.block(look, plain);
        at += plain;
        if special != 0 {
            return at;
        }
        near += 1;
        // Most are near.
        while near >= 4
            && let Some(block) = bytes.get(at..).and_then(|rest| rest.first_chunk::<BLOCK>())
            && is_plain64(block)
        {
            copy.block(block, BLOCK);
            at += BLOCK;
        }
    }
    let rest = bytes.get(at..).unwrap_or_default();
    let plain = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f)).unwrap_or(rest.len());
    copy.bytes(rest.get(..plain).unwrap_or_default());
    at + plain
}

/// A token with the usual spelling of each character, in `buffer`. The second value is true if it contains half of a surrogate
/// pair, which becomes the text of its escape.
pub(super) fn canonical_token<'b>(token: &str, buffer: &'b mut Vec<u8>) -> (&'b [u8], bool) {
    // Only the text of an escape is longer than the escape, by a backslash.
    let room = token.len() + token.len() / 6 + BlockCopy::MARGIN;
    if buffer.len() < room {
        buffer.resize(room, 0);
    }
    let (bytes, mut copy) = (token.as_bytes(), BlockCopy::new(buffer));
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
                b'/' => copy.byte(b'/'),
                letter => copy.block(&[b'\\', *letter], 2),
            }
            at += 2;
        }
        // No token ends in a backslash.
        at += usize::from(bytes.len() == at + 1 && bytes.last() == Some(&b'\\'));
    }
    let len = copy.len;
    (buffer.get(..len).unwrap_or_default(), has_half)
}

/// Adds the character of the escape at the start of `rest`. The result is the length of the escape, and whether it is half of a
/// surrogate pair.
fn canonical_unicode(rest: &str, copy: &mut BlockCopy<'_>) -> (usize, bool) {
    let (character, used) = escape(rest);
    let mut room = [0; 4];
    match character {
        Some(character) if character.is_ascii() => escape_part(copy, character.encode_utf8(&mut room).as_bytes()),
        Some(character) => copy.bytes(character.encode_utf8(&mut room).as_bytes()),
        None => {
            copy.byte(b'\\');
            copy.bytes(rest.as_bytes().get(..used).unwrap_or_default());
        }
    }
    (used.max(1), character.is_none())
}

/// A decoded text as the token of a string.
pub(crate) fn escaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    escape_into(&mut bytes, text);
    String::from_utf8(bytes).unwrap_or_default()
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
