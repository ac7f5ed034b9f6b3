//! JSON Pointers (RFC 6901) of patches: `/items/0/a~1b`.

use super::patch_error::Reason;
use crate::json::{Text, escaped, segment_key, spelled};

/// A path into a value.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::events) struct Pointer {
    pub(in crate::events) segments: Vec<PathSegment>,
}

/// One step of a path.
#[derive(Debug)]
pub(in crate::events) struct PathSegment {
    /// The segment as a key is written between quotes.
    pub(in crate::events) key: String,
    /// The normalized form of the key.
    pub(in crate::events) spelling: String,
}

impl PartialEq for PathSegment {
    fn eq(&self, other: &Self) -> bool {
        self.spelling == other.spelling
    }
}

impl Eq for PathSegment {}

impl Pointer {
    pub(in crate::events) fn new(text: &Text<'_>) -> Result<Self, Reason> {
        let decoded;
        // Without escapes the token can be split directly: its segments are tokens too.
        let path = match text.token() {
            Some(token) if !token.contains('\\') => token,
            _ => {
                decoded = escaped(&text.decode_json());
                &decoded
            }
        };
        if path.is_empty() {
            return Ok(Self { segments: Vec::new() });
        }
        let rest = path.strip_prefix('/').ok_or(Reason::BadPointer)?;
        let mut segments: Vec<PathSegment> = Vec::new();
        for part in rest.split('/') {
            let key = segment_key(part).into_owned();
            let is_after_constructor = segments.last().is_some_and(|before| before.key == "constructor");
            if key == "__proto__" || (key == "prototype" && is_after_constructor) {
                return Err(Reason::Forbidden);
            }
            segments.push(PathSegment { spelling: spelled(&key).into_owned(), key });
        }
        Ok(Self { segments })
    }
}

impl PathSegment {
    /// True for `-`, the place after the last item of an array.
    pub(in crate::events) fn is_dash(&self) -> bool {
        self.key == "-"
    }

    /// The array index, and whether it is spelled as in the RFC. With `is_lax`, `01` and the empty segment (0) are
    /// accepted.
    pub(in crate::events) fn index(&self, is_lax: bool) -> Option<(usize, bool)> {
        let is_digits = self.key.bytes().all(|byte| byte.is_ascii_digit());
        let is_plain = !self.key.is_empty() && (self.key == "0" || !self.key.starts_with('0'));
        if !is_digits || !(is_plain || is_lax) {
            return None;
        }
        if self.key.is_empty() {
            return Some((0, false));
        }
        self.key.parse().ok().map(|index| (index, is_plain))
    }
}
