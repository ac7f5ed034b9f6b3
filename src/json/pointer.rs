//! JSON Pointer (RFC 6901) segments.

use std::borrow::Cow;

/// Adds `/key` to a pointer, with `~` and `/` escaped.
pub fn push_segment(pointer: &mut String, key: &str) {
    pointer.push('/');
    if memchr::memchr2(b'~', b'/', key.as_bytes()).is_none() {
        pointer.push_str(key);
        return;
    }
    for character in key.chars() {
        match character {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}

/// The key that a segment names: `a/b` for `a~1b`.
pub(crate) fn segment_key(segment: &str) -> Cow<'_, str> {
    if memchr::memchr(b'~', segment.as_bytes()).is_none() {
        return Cow::Borrowed(segment);
    }
    Cow::Owned(segment.replace("~1", "/").replace("~0", "~"))
}
