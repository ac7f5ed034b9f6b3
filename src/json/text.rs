//! A JSON string as it was in the input, or text that is not from the input.

use std::borrow::Cow;

use super::escape::{self, decode, escape, has_escape, has_lone_half, has_unusual_escape};
use super::mask_text;
use super::node::token_is;
use super::quoted::{canonical_token, escape_into, escaped};

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

    /// The decoded text, in `buffer` where it has to be decoded: for many texts one after the other.
    pub fn decode_in<'b>(&'b self, buffer: &'b mut String) -> &'b str {
        self.decoded_in(false, buffer)
    }

    /// The same with the text of [`Text::decode_json`].
    pub fn decode_json_in<'b>(&'b self, buffer: &'b mut String) -> &'b str {
        self.decoded_in(true, buffer)
    }

    fn decoded_in<'b>(&'b self, keep_halves: bool, buffer: &'b mut String) -> &'b str {
        match self {
            Self::Owned(text) => text,
            Self::Token(token) => escape::decode_in(token, keep_halves, buffer),
            Self::OwnedToken(token) => escape::decode_in(token, keep_halves, buffer),
        }
    }

    /// The usual spelling of the text between quotes, written to `buffer` if the text is spelled differently. The second value is
    /// that of [`Text::has_half`]. Two texts are equal if both values are.
    pub fn canonical_in<'b>(&'b self, buffer: &'b mut Vec<u8>) -> (&'b [u8], bool) {
        let token = match self {
            Self::Token(token) => token,
            Self::OwnedToken(token) => &**token,
            Self::Owned(text) => {
                buffer.clear();
                escape_into(buffer, text);
                return (buffer, false);
            }
        };
        if has_unusual_escape(token) { canonical_token(token, buffer) } else { (token.as_bytes(), false) }
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

    /// True if the decoded text begins with this. Decodes only the beginning of a long text.
    #[must_use]
    pub fn starts_with(&self, prefix: &str) -> bool {
        self.beginning(prefix.len()).starts_with(prefix)
    }

    /// At least the first `length` bytes of the decoded text, or all of it. What comes after them may be cut.
    #[must_use]
    pub fn beginning(&self, length: usize) -> Cow<'_, str> {
        let token = match self {
            Self::Owned(text) => return Cow::Borrowed(text),
            Self::Token(token) => token,
            Self::OwnedToken(token) => &**token,
        };
        // A character takes at most twelve bytes in a token, so only an escape after the prefix can be cut.
        let end = token.floor_char_boundary(12 * (length + 1));
        decode(token.get(..end).unwrap_or_default(), false)
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

/// At most 60 characters of input text in a message.
fn shorten(text: &str) -> String {
    const SHOWN: usize = 60;
    /// The longest beginning of a text that is searched for secrets: they are longer than what is shown of them.
    const SEARCHED: usize = 8192;
    if text.len() <= SHOWN {
        return text.to_owned();
    }
    let searched = text.floor_char_boundary(SEARCHED);
    let mut shown: String = mask_text(text.get(..searched).unwrap_or(text).to_owned()).chars().take(SHOWN).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

/// True if all characters are white space.
#[inline]
fn is_blank_token(token: &str) -> bool {
    let is_word = match token.as_bytes() {
        [b'\\', b'u', first, ..] => !matches!(first, b'0'..=b'3'), // no white space is above U+3000
        text => text.first().is_some_and(|byte| byte.is_ascii_graphic() && *byte != b'\\'),
    };
    !is_word && are_all_spaces(token)
}

/// The same for any text. Stops at the first other character, so long texts are not decoded.
fn are_all_spaces(token: &str) -> bool {
    let mut rest = token;
    while let Some(first) = rest.chars().next() {
        let (character, used) = if first == '\\' { escape(rest.as_bytes()) } else { (Some(first), first.len_utf8()) };
        if !character.is_some_and(char::is_whitespace) {
            return false;
        }
        rest = rest.get(used..).unwrap_or_default();
    }
    true
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
    fn a_buffer_gives_the_same_text() {
        let mut buffer = "what was there before".to_owned();
        for token in ["", "plain", r"caf\u00e9 \n", r"\ud83dx", "é"] {
            let text = Text::Token(token);
            assert_eq!(text.decode_in(&mut buffer), text.decode());
            assert_eq!(Text::owned(token).decode_in(&mut buffer), token);
        }
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
    fn texts_are_equal_if_their_canonical_spellings_are() {
        let long = format!(r"{}\n\u0041", "x".repeat(70));
        let across = format!(r"{}\/", "x".repeat(63));
        let tokens = [
            "",
            "é",
            r"\\u00e9",
            r"\u00e9",
            r"\u00E9",
            "/",
            r"\/",
            r"\\/",
            r#"\"\n"#,
            r"\u0022\u000a",
            r"\u0001",
            r"\ud83d",
            r"\\ud83d",
            r"\uD83D",
            r"\ud83d\ude00",
            "😀",
            &long,
            &long.replace(r"\u0041", "A"),
            &across,
            &across.replace('\\', ""),
        ];
        for (a, b) in tokens.iter().flat_map(|a| tokens.map(|b| (*a, b))) {
            let (mut room, mut other_room) = (b"what was there before".to_vec(), Vec::new());
            let (text, other) = (Text::Token(a), Text::owned_token(b));
            let is_same = text.canonical_in(&mut room) == other.canonical_in(&mut other_room);
            assert_eq!(is_same, text.same(&other), "{a} {b}");
            if !text.has_half() {
                assert_eq!(text.canonical_in(&mut room), Text::owned(text.decode()).canonical_in(&mut other_room));
            }
        }
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
}
