//! Texts of reports without secrets: `unknown field `ghp_…`` becomes `unknown field `****``.

use std::borrow::Cow;

use super::alphabet::in_word;
use super::kinds::KINDS;
use super::{TOKEN, secrets};
use crate::json::segment_key;

/// Secrets are replaced by `*`, byte by byte. Line ends stay.
#[must_use]
pub fn mask_bytes(bytes: &[u8]) -> Cow<'_, [u8]> {
    let found = secrets(bytes);
    if found.is_empty() {
        return Cow::Borrowed(bytes);
    }
    let mut masked = bytes.to_vec();
    for secret in found {
        let some = masked.get_mut(secret.span.start..secret.span.end).unwrap_or_default();
        some.iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = b'*');
    }
    Cow::Owned(masked)
}

/// Secrets in the names of a JSON Pointer are replaced by `*`.
#[must_use]
pub fn mask_pointer(pointer: String) -> String {
    if pointer.len() < TOKEN {
        return pointer;
    }
    let masked = |name: &str| {
        let plain = segment_key(name);
        if mask_bytes(plain.as_bytes()).as_ref() == plain.as_bytes() {
            return name.to_owned();
        }
        mask_text(plain.into_owned()).replace('~', "~0").replace('/', "~1")
    };
    pointer.split('/').map(masked).collect::<Vec<_>>().join("/")
}

/// Secrets in a text of a report are replaced by `*`, also those of which only the beginning is shown.
#[must_use]
pub fn mask_text(text: String) -> String {
    if text.len() < TOKEN {
        return text;
    }
    let mut bytes = match mask_bytes(text.as_bytes()) {
        Cow::Owned(masked) => masked,
        Cow::Borrowed(_) if !text.contains('…') => return text,
        Cow::Borrowed(bytes) => bytes.to_vec(),
    };
    let key = memchr::memmem::find(&bytes, b"PRIVATE KEY-----");
    for (at, _) in text.match_indices('…') {
        let before = bytes.get(..at).unwrap_or_default();
        let start = before.iter().rposition(|byte| !in_word(*byte) && *byte != b'.').map_or(0, |end| end + 1);
        let is_token = |kind: &super::kinds::TokenKind| {
            let token = before.get(start..).unwrap_or_default();
            token.len() > kind.prefix.len() && token.starts_with(kind.prefix.as_bytes())
        };
        let from = if KINDS.iter().any(is_token) || before.get(start..).is_some_and(|token| token.starts_with(b"eyJ")) {
            Some(start)
        } else {
            key.filter(|key| *key < at)
        };
        if let Some(from) = from {
            bytes.get_mut(from..at).unwrap_or_default().fill(b'*');
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| "a message with a secret".to_owned())
}
