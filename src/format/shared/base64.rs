//! The two alphabets of base64: `-_8=` in one of them is `+/8=` in the other.

use crate::json::Text;

/// The bytes in the standard alphabet, which all services accept.
#[must_use]
pub fn standard_base64(bytes: Text<'_>) -> Text<'_> {
    in_alphabet(bytes, (b'-', b'_'), (b'+', b'/'))
}

/// The bytes in the URL-safe alphabet.
#[must_use]
pub fn url_safe_base64(bytes: Text<'_>) -> Text<'_> {
    in_alphabet(bytes, (b'+', b'/'), (b'-', b'_'))
}

/// Replaces the last two characters of an alphabet. A text with characters of both is not base64, and is not changed.
fn in_alphabet(bytes: Text<'_>, from: (u8, u8), to: (u8, u8)) -> Text<'_> {
    let found = {
        let token = bytes.spelling();
        let is_other = memchr::memchr2(from.0, from.1, token.as_bytes()).is_some();
        is_other && memchr::memchr2(to.0, to.1, token.as_bytes()).is_none()
    };
    if !found {
        return bytes;
    }
    let [from, to] = [from, to].map(|(first, second)| (char::from(first), char::from(second)));
    let changed = |found: char| match found {
        found if found == from.0 => to.0,
        found if found == from.1 => to.1,
        found => found,
    };
    let mut text: String = bytes.decode().chars().map(changed).collect();
    let missing = text.len().wrapping_neg() % 4;
    text.extend(std::iter::repeat_n('=', missing));
    Text::owned(text)
}
