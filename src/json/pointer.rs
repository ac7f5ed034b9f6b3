//! JSON Pointer (RFC 6901) segments.

/// Adds `/key` to a pointer, with `~` and `/` escaped.
pub fn push_segment(pointer: &mut String, key: &str) {
    pointer.push('/');
    for character in key.chars() {
        match character {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}
