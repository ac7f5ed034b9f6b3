//! Bytes as text.

use std::borrow::Cow;

/// The text of these bytes, with U+FFFD for what is not UTF-8. `String::from_utf8_lossy` gives the same, but looks at valid text
/// byte by byte.
#[must_use]
pub fn utf8_text(bytes: &[u8]) -> Cow<'_, str> {
    simdutf8::basic::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}
