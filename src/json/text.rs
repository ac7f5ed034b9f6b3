//! A JSON string as it was in the input, or text that is not from the input.

use std::borrow::Cow;

use super::block::{find, special16};
use super::node::token_is;

/// A JSON string.
///
/// `Token` is the string exactly as it was in the record: no quotes, escapes unchanged. Writers copy it. It is decoded
/// only when its characters are needed.
#[derive(Clone, Debug)]
pub enum Text<'a> {
    /// Between the quotes of the record: `caf\u00e9`.
    Token(&'a str),
    /// A token that does not borrow from the record.
    OwnedToken(Box<str>),
    /// Decoded text that is not from the input: `café`.
    Owned(Box<str>),
}

impl Default for Text<'_> {
    fn default() -> Self {
        Self::Token("")
    }
}

impl<'a> Text<'a> {
    /// Decoded text: `café`.
    pub fn owned(text: impl Into<Box<str>>) -> Self {
        Self::Owned(text.into())
    }

    /// Text between quotes, independent of a record: `caf\\u00e9`.
    pub fn owned_token(token: impl Into<Box<str>>) -> Self {
        Self::OwnedToken(token.into())
    }

    /// The token, if the text is a token.
    #[must_use]
    pub fn token(&self) -> Option<&str> {
        match self {
            Self::Token(token) => Some(token),
            Self::OwnedToken(token) => Some(token),
            Self::Owned(_) => None,
        }
    }

    /// The decoded text. Half of a surrogate pair becomes U+FFFD.
    #[must_use]
    #[inline]
    pub fn decode(&self) -> Cow<'_, str> {
        match self {
            Self::Token(token) => decode(token, false),
            Self::OwnedToken(token) => decode(token, false),
            Self::Owned(text) => Cow::Borrowed(text),
        }
    }

    /// The decoded text of a string with JSON text: half of a surrogate pair stays an (equivalent) escape.
    #[must_use]
    #[inline]
    pub fn decode_json(&self) -> Cow<'_, str> {
        match self {
            Self::Token(token) => decode(token, true),
            Self::OwnedToken(token) => decode(token, true),
            Self::Owned(text) => Cow::Borrowed(text),
        }
    }

    /// The string as it is or would be written between quotes.
    #[must_use]
    pub fn spelling(&self) -> Cow<'_, str> {
        match self {
            Self::Token(token) => Cow::Borrowed(token),
            Self::OwnedToken(token) => Cow::Borrowed(token),
            Self::Owned(text) => Cow::Owned(escaped(text)),
        }
    }

    /// True if the decoded texts are equal: `caf\u00e9` equals `café`.
    #[must_use]
    pub fn same(&self, other: &Text<'_>) -> bool {
        match (self.token(), other.token()) {
            (Some(a), Some(b)) if a == b => true,
            (Some(a), Some(b)) if !has_escape(a) && !has_escape(b) => false,
            // Halves of surrogate pairs are compared by their escapes.
            (Some(a), Some(b)) => self.decode_json() == other.decode_json() && has_lone_half(a) == has_lone_half(b),
            _ => self.decode() == other.decode(),
        }
    }

    /// True if it contains half of a surrogate pair, which UTF-8 cannot encode: [`Text::decode_json`] keeps its escape.
    #[must_use]
    pub fn has_half(&self) -> bool {
        self.token().is_some_and(|token| has_escape(token) && has_lone_half(token))
    }

    /// The text with U+FFFD for each half of a surrogate pair.
    #[must_use]
    pub fn whole(&self) -> Text<'_> {
        if self.has_half() { Text::owned(self.decode()) } else { self.borrow() }
    }

    /// True if the text is exactly this.
    #[must_use]
    pub fn is(&self, text: &str) -> bool {
        match self {
            Self::Token(token) => token_is(token, text),
            Self::OwnedToken(token) => token_is(token, text),
            Self::Owned(own) => **own == *text,
        }
    }

    /// True if there are no characters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Token(text) => text.is_empty(),
            Self::OwnedToken(text) | Self::Owned(text) => text.is_empty(),
        }
    }

    /// True if all characters are white space. Stops at the first other character.
    #[must_use]
    #[inline]
    pub fn is_blank(&self) -> bool {
        match self {
            Self::Token(token) => is_blank_token(token),
            Self::OwnedToken(token) => is_blank_token(token),
            Self::Owned(text) => text.trim().is_empty(),
        }
    }

    /// The text for a one-line message: shortened, control characters escaped.
    #[must_use]
    pub fn show(&self) -> String {
        shorten(&self.decode())
    }

    /// An owned copy that does not borrow from the record.
    #[must_use]
    pub fn into_owned(self) -> Text<'static> {
        match self {
            Self::Token(token) => Text::owned_token(token),
            Self::OwnedToken(token) => Text::OwnedToken(token),
            Self::Owned(text) => Text::Owned(text),
        }
    }

    /// The same text, borrowed from this one.
    #[must_use]
    #[inline]
    pub fn borrow(&'a self) -> Text<'a> {
        match self {
            Self::Token(token) => Text::Token(token),
            Self::OwnedToken(token) => Text::Token(token),
            Self::Owned(text) => Text::Owned(text.clone()),
        }
    }
}

fn has_escape(token: &str) -> bool {
    find(token.as_bytes(), b'\\', 0).is_some()
}

/// At most 60 characters of input text in a message.
fn shorten(text: &str) -> String {
    let mut shown: String = text.chars().take(60).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

/// Adds `text` as it is between the quotes of a JSON string.
pub fn escape_into(out: &mut Vec<u8>, text: &str) {
    let bytes = text.as_bytes();
    let mut done = 0;
    while let Some(at) = next_special(bytes, done) {
        out.extend_from_slice(bytes.get(done..at).unwrap_or_default());
        let byte = bytes.get(at).copied().unwrap_or_default();
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            0x08 => out.extend_from_slice(b"\\b"),
            0x0c => out.extend_from_slice(b"\\f"),
            _ => out.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
        }
        done = at + 1;
    }
    out.extend_from_slice(bytes.get(done..).unwrap_or_default());
}

/// The next quote, backslash or control byte from `at` on, which must be escaped in a JSON string.
fn next_special(bytes: &[u8], mut at: usize) -> Option<usize> {
    while let Some(look) = bytes.get(at..).and_then(|rest| rest.first_chunk::<16>()) {
        let special = special16(look);
        if special != 0 {
            return Some(at + special.trailing_zeros() as usize);
        }
        at += 16;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f)).map(|found| at + found)
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

/// True if all characters are white space. Stops at the first other character, so long texts are not decoded.
fn is_blank_token(token: &str) -> bool {
    // Fast path: most texts start with a printable ASCII character.
    if token.as_bytes().first().is_some_and(|first| first.is_ascii_graphic() && *first != b'\\') {
        return false;
    }
    let mut rest = token;
    while let Some(first) = rest.chars().next() {
        let (character, used) = if first == '\\' { escape(rest) } else { (Some(first), first.len_utf8()) };
        if !character.is_some_and(char::is_whitespace) {
            return false;
        }
        rest = rest.get(used..).unwrap_or_default();
    }
    true
}

#[inline]
fn decode(token: &str, keep_halves: bool) -> Cow<'_, str> {
    match find(token.as_bytes(), b'\\', 0) {
        None => Cow::Borrowed(token),
        Some(first) => Cow::Owned(decode_from(token, first, keep_halves)),
    }
}

/// The first escape is at `next`.
#[inline(never)]
fn decode_from(token: &str, mut next: usize, keep_halves: bool) -> String {
    let mut text = String::with_capacity(token.len());
    let mut done = 0;
    loop {
        text.push_str(token.get(done..next).unwrap_or_default());
        done = next;
        // Escapes often follow each other (other alphabets, indented code): no search between them.
        while token.as_bytes().get(done) == Some(&b'\\') {
            if let Some(character) = token.as_bytes().get(done + 1).and_then(|byte| simple_escape(*byte)) {
                text.push(char::from(character));
                done += 2;
                continue;
            }
            let rest = token.get(done..).unwrap_or_default();
            let (character, used) = escape(rest);
            match character {
                Some(character) => text.push(character),
                None if keep_halves => text.push_str(rest.get(..used).unwrap_or_default()),
                None => text.push(char::REPLACEMENT_CHARACTER),
            }
            done += used;
        }
        match find(token.as_bytes(), b'\\', done) {
            Some(found) => next = found,
            None => break,
        }
    }
    text.push_str(token.get(done..).unwrap_or_default());
    text
}

/// The character that the escape at the start of `rest` encodes, and its length. `None` for half of a surrogate pair.
#[inline]
pub(super) fn escape(rest: &str) -> (Option<char>, usize) {
    let simple = match rest.as_bytes().get(1) {
        Some(b'u') => {
            let Some(first) = unit(rest) else { return (None, rest.len().min(2)) };
            if let Some(character) = char::from_u32(first) {
                return (Some(character), 6);
            }
            let second = rest.get(6..).filter(|rest| rest.starts_with("\\u")).and_then(unit);
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
fn simple_escape(byte: u8) -> Option<u8> {
    match byte {
        b'"' | b'\\' | b'/' => Some(byte),
        b'n' => Some(b'\n'),
        b't' => Some(b'\t'),
        b'r' => Some(b'\r'),
        b'b' => Some(0x08),
        b'f' => Some(0x0c),
        _ => None,
    }
}

/// The number after the `\u` that `escape` starts with.
#[inline]
pub(super) fn unit(escape: &str) -> Option<u32> {
    let [_, _, a, b, c, d, ..] = escape.as_bytes() else { return None };
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    Some(digit(a)? << 12 | digit(b)? << 8 | digit(c)? << 4 | digit(d)?)
}

/// True if the token of a string contains half of a surrogate pair.
pub(super) fn has_lone_half(token: &str) -> bool {
    let bytes = token.as_bytes();
    let half = |at: usize| token.get(at..).filter(|rest| rest.starts_with("\\u")).and_then(unit);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_pairs_and_marks_lone_halves() {
        assert_eq!(Text::Token(r"a\ud83d\ude00\n\/").decode(), "a😀\n/");
        assert_eq!(Text::Token(r"\ud83dx\ude00").decode(), "\u{fffd}x\u{fffd}");
        assert_eq!(Text::Token(r"\ud83d\u0041").decode_json(), r"\ud83dA");
    }

    #[test]
    fn blank_is_white_space_however_it_is_spelled() {
        for blank in ["", " ", r"\n\t", r"\u0020\u2003 \u00a0"] {
            assert!(Text::Token(blank).is_blank(), "{blank}");
        }
        for text in ["x", r"\n\u0041", r"\ud83d", r" \/"] {
            assert!(!Text::Token(text).is_blank(), "{text}");
        }
    }

    #[test]
    fn two_spellings_are_the_same_text() {
        assert!(Text::Token(r"caf\u00e9").same(&Text::owned("café")));
        assert!(!Text::Token(r"\ud83d").same(&Text::Token(r"\ud83e")));
        assert_eq!(Text::owned("a\"\u{1}").spelling(), r#"a\"\u0001"#);
        assert!(!Text::Token(r"\\n").is(r"\\n") && Text::Token(r"\\n").is(r"\n"));
    }

    #[test]
    fn blank_is_decided_by_any_spelling() {
        for blank in ["", " ", r"\n\t \u00a0", r"\u3000", "\u{a0}", r"\f\r"] {
            assert!(Text::Token(blank).is_blank(), "{blank}");
        }
        for other in ["x", r"\n\\", r"\u200b", r" \ud83d", r"\ud83d\ude00", r"\b", "é", r"\/", " \\\""] {
            assert!(!Text::Token(other).is_blank(), "{other}");
        }
    }

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
