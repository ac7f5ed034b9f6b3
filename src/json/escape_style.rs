//! How the writer of a string spelled the characters that it escaped, to escape another text in the same way: `\u00e9`,
//! `\/`.

use super::escape::escape;
use super::quoted::escape_into;

/// How the writer of a string spells the characters that it escapes.
#[derive(Debug)]
pub(super) struct EscapeStyle<'t> {
    /// The spelling of each ASCII character that is an escape somewhere in the string.
    ascii: [Option<&'t str>; 128],
    /// Other characters are escapes.
    is_ascii_alone: bool,
    /// Hexadecimal digits of escapes are capital letters.
    has_capitals: bool,
}

impl<'t> EscapeStyle<'t> {
    pub(super) fn of(token: &'t str) -> Self {
        let mut style = Self { ascii: [None; 128], is_ascii_alone: false, has_capitals: false };
        let mut done = 0;
        while let Some(found) = memchr::memchr(b'\\', token.as_bytes().get(done..).unwrap_or_default()) {
            let rest = token.get(done + found..).unwrap_or_default();
            let (character, used) = escape(rest.as_bytes());
            done += found + used.max(1);
            let (Some(character), Some(spelling)) = (character, rest.get(..used)) else { continue };
            style.has_capitals |= spelling.len() > 2 && spelling.bytes().any(|byte| matches!(byte, b'A'..=b'F'));
            match style.ascii.get_mut(character as usize) {
                Some(known) => *known = Some(spelling),
                None => style.is_ascii_alone = true,
            }
        }
        style
    }

    /// Adds the text with its escapes.
    pub(super) fn escape_into(&self, out: &mut Vec<u8>, text: &str) {
        let is_special: [bool; 256] =
            std::array::from_fn(|byte| u8::try_from(byte).is_ok_and(|it| self.is_special(it)));
        let mut done = 0;
        for (at, byte) in text.bytes().enumerate() {
            // The bytes of a character that was written already are not special.
            if at < done || is_special.get(usize::from(byte)) == Some(&false) {
                continue;
            }
            out.extend_from_slice(text.as_bytes().get(done..at).unwrap_or_default());
            let Some(character) = text.get(at..).and_then(|rest| rest.chars().next()) else { break };
            done = at + character.len_utf8();
            match self.ascii.get(character as usize) {
                // Most are quotes: a copy of two bytes is a call.
                Some(Some(spelling)) => spelling.bytes().for_each(|byte| out.push(byte)),
                Some(None) => escape_into(out, character.encode_utf8(&mut [0; 4])),
                None => self.escape_unicode(character, out),
            }
        }
        out.extend_from_slice(text.as_bytes().get(done..).unwrap_or_default());
    }

    fn escape_unicode(&self, character: char, out: &mut Vec<u8>) {
        let digits: &[u8; 16] = if self.has_capitals { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
        let digit = |unit: u16, shift: u16| digits.get(usize::from(unit >> shift & 0xf)).copied().unwrap_or_default();
        for unit in character.encode_utf16(&mut [0; 2]) {
            out.extend_from_slice(&[b'\\', b'u', digit(*unit, 12), digit(*unit, 8), digit(*unit, 4), digit(*unit, 0)]);
        }
    }

    /// True for the first byte of a character that is an escape.
    fn is_special(&self, byte: u8) -> bool {
        match self.ascii.get(usize::from(byte)) {
            Some(spelling) => spelling.is_some() || byte < 0x20 || matches!(byte, b'"' | b'\\'),
            None => self.is_ascii_alone,
        }
    }
}
