//! A JSON string as it stood in the input, or text this program made.

use std::borrow::Cow;

use super::node::token_is;

/// A JSON string.
///
/// `Token` is the string exactly as it stood in the record: no quotes, escapes untouched. Writers copy it. Decoding
/// happens only when somebody has to look inside.
#[derive(Clone, Debug)]
pub enum Text<'a> {
    /// Between the quotes of the record: `caf\u00e9`.
    Token(&'a str),
    /// The same, cut loose from its record.
    OwnedToken(String),
    /// Decoded text made by this program: `café`.
    Owned(String),
}

impl Default for Text<'_> {
    fn default() -> Self {
        Self::Token("")
    }
}

impl<'a> Text<'a> {
    /// The token, if it was read from somewhere.
    #[must_use]
    pub fn token(&self) -> Option<&str> {
        match self {
            Self::Token(token) => Some(token),
            Self::OwnedToken(token) => Some(token),
            Self::Owned(_) => None,
        }
    }

    /// The text itself. Half a surrogate pair becomes U+FFFD.
    #[must_use]
    pub fn decode(&self) -> Cow<'_, str> {
        match self {
            Self::Token(token) => decode(token, false),
            Self::OwnedToken(token) => decode(token, false),
            Self::Owned(text) => Cow::Borrowed(text),
        }
    }

    /// The text itself, where it is JSON text: half a surrogate pair stays an escape, which means the same there.
    #[must_use]
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
            Self::Owned(text) => {
                let mut bytes = Vec::with_capacity(text.len());
                escape_into(&mut bytes, text);
                Cow::Owned(String::from_utf8(bytes).unwrap_or_default())
            }
        }
    }

    /// Equal in meaning: `caf\u00e9` is `café`.
    #[must_use]
    pub fn same(&self, other: &Text<'_>) -> bool {
        match (self.token(), other.token()) {
            (Some(a), Some(b)) if a == b => true,
            // Lone halves of surrogate pairs are told apart by their escapes.
            (Some(_), Some(_)) => self.decode_json() == other.decode_json(),
            _ => self.decode() == other.decode(),
        }
    }

    /// True if the text is exactly this.
    #[must_use]
    pub fn is(&self, text: &str) -> bool {
        match self {
            Self::Token(token) => token_is(token, text),
            Self::OwnedToken(token) => token_is(token, text),
            Self::Owned(own) => own == text,
        }
    }

    /// No characters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Token(text) => text.is_empty(),
            Self::OwnedToken(text) | Self::Owned(text) => text.is_empty(),
        }
    }

    /// No characters but white space. Looks only as far as the first character that is none.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        let Some(token) = self.token() else { return self.decode().trim().is_empty() };
        let mut rest = token;
        while let Some(first) = rest.chars().next() {
            let mut decoded = String::new();
            let used = if first == '\\' {
                decode_escape(rest, &mut decoded, false)
            } else {
                decoded.push(first);
                first.len_utf8()
            };
            if !decoded.trim().is_empty() {
                return false;
            }
            rest = rest.get(used..).unwrap_or_default();
        }
        true
    }

    /// The text for a one-line message: shortened, control characters escaped.
    #[must_use]
    pub fn show(&self) -> String {
        shorten(&self.decode())
    }

    /// Cut loose from the record.
    #[must_use]
    pub fn into_owned(self) -> Text<'static> {
        match self {
            Self::Token(token) => Text::OwnedToken(token.to_owned()),
            Self::OwnedToken(token) => Text::OwnedToken(token),
            Self::Owned(text) => Text::Owned(text),
        }
    }

    /// The same text, borrowed from this one.
    #[must_use]
    pub fn borrow(&'a self) -> Text<'a> {
        match self {
            Self::Token(token) => Text::Token(token),
            Self::OwnedToken(token) => Text::Token(token),
            Self::Owned(text) => Text::Owned(text.clone()),
        }
    }
}

/// At most 60 characters of foreign text in a message.
fn shorten(text: &str) -> String {
    let mut shown: String = text.chars().take(60).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

/// Adds `text` as it stands between the quotes of a JSON string.
pub fn escape_into(out: &mut Vec<u8>, text: &str) {
    let bytes = text.as_bytes();
    let mut done = 0;
    for (index, byte) in bytes.iter().enumerate() {
        let escape: &[u8] = match byte {
            b'"' => b"\\\"",
            b'\\' => b"\\\\",
            b'\n' => b"\\n",
            b'\r' => b"\\r",
            b'\t' => b"\\t",
            0x08 => b"\\b",
            0x0c => b"\\f",
            0..=0x1f => b"",
            _ => continue,
        };
        out.extend_from_slice(bytes.get(done..index).unwrap_or_default());
        out.extend_from_slice(escape);
        if escape.is_empty() {
            out.extend_from_slice(format!("\\u{byte:04x}").as_bytes());
        }
        done = index + 1;
    }
    out.extend_from_slice(bytes.get(done..).unwrap_or_default());
}

/// `text` as a JSON string with its quotes.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut bytes = vec![b'"'];
    escape_into(&mut bytes, text);
    bytes.push(b'"');
    String::from_utf8(bytes).unwrap_or_default()
}

fn decode(token: &str, keep_halves: bool) -> Cow<'_, str> {
    let Some(first) = memchr::memchr(b'\\', token.as_bytes()) else { return Cow::Borrowed(token) };
    let mut text = String::with_capacity(token.len());
    let mut rest = token;
    let mut next = first;
    loop {
        text.push_str(rest.get(..next).unwrap_or_default());
        rest = rest.get(next..).unwrap_or_default();
        let used = decode_escape(rest, &mut text, keep_halves);
        rest = rest.get(used..).unwrap_or_default();
        match memchr::memchr(b'\\', rest.as_bytes()) {
            Some(found) => next = found,
            None => break,
        }
    }
    text.push_str(rest);
    Cow::Owned(text)
}

/// Decodes the escape `rest` starts with; the result is its length.
fn decode_escape(rest: &str, text: &mut String, keep_halves: bool) -> usize {
    let simple = match rest.as_bytes().get(1) {
        Some(b'u') => {
            let Some(first) = unit(rest) else { return rest.len().min(2) };
            if let Some(character) = char::from_u32(first) {
                text.push(character);
                return 6;
            }
            let second = rest.get(6..).filter(|rest| rest.starts_with("\\u")).and_then(unit);
            if let (0xd800..=0xdbff, Some(second @ 0xdc00..=0xdfff)) = (first, second) {
                let code = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                text.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                return 12;
            }
            if keep_halves {
                text.push_str(rest.get(..6).unwrap_or_default());
            } else {
                text.push(char::REPLACEMENT_CHARACTER);
            }
            return 6;
        }
        Some(b'n') => '\n',
        Some(b't') => '\t',
        Some(b'r') => '\r',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(byte) => char::from(*byte),
        None => return rest.len(),
    };
    text.push(simple);
    2
}

fn unit(escape: &str) -> Option<u32> {
    escape.get(2..6).and_then(|digits| u32::from_str_radix(digits, 16).ok())
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
        assert!(Text::Token(r"caf\u00e9").same(&Text::Owned("café".into())));
        assert!(!Text::Token(r"\ud83d").same(&Text::Token(r"\ud83e")));
        assert_eq!(Text::Owned("a\"\u{1}".into()).spelling(), r#"a\"\u0001"#);
        assert!(!Text::Token(r"\\n").is(r"\\n") && Text::Token(r"\\n").is(r"\n"));
    }
}
