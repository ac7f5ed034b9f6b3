//! Bytes as text.

use std::borrow::Cow;

/// The minimum number of bytes that are copied because that is faster than `String::from_utf8`.
const LONG: usize = 512;

/// The text of these bytes, with U+FFFD for what is not UTF-8. `String::from_utf8_lossy` gives the same, but looks at valid text
/// byte by byte.
#[must_use]
pub fn utf8_text(bytes: &[u8]) -> Cow<'_, str> {
    simdutf8::basic::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

/// The text of these bytes, which are UTF-8.
pub(super) fn utf8_string(bytes: Vec<u8>) -> String {
    if bytes.len() >= LONG {
        return utf8_text(&bytes).into_owned();
    }
    String::from_utf8(bytes).unwrap_or_else(|error| utf8_text(error.as_bytes()).into_owned())
}
