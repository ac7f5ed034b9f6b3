//! Replaces secrets by words: `ghp_…` becomes `[redacted:github-token:1]`, the same secret always the same word.

use std::collections::{BTreeMap, HashMap};

use sha2::{Digest as _, Sha256};

use super::alphabet::escape;
use super::secrets;
use crate::json::Span;

/// A secret that was replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Redaction {
    /// The bytes of the secret.
    pub was: Span,
    /// The bytes of the word that replaces it.
    pub now: Span,
    /// The number of line ends in this secret and in those before it.
    pub lines: u64,
    /// The first byte of the line in which the secret ends, if that line begins in these bytes.
    pub line_start: Option<usize>,
}

/// The numbers of the secrets of a file, in the order of their first appearance.
#[derive(Debug, Default)]
pub struct SecretNumbers {
    /// With the kind as which each was first found: elsewhere it may have another name before it.
    numbers: HashMap<[u8; 16], (&'static str, u64)>,
    counts: BTreeMap<&'static str, u64>,
}

impl SecretNumbers {
    /// The bytes without secrets, and the places of these. `None`: there are none.
    pub fn redact(&mut self, bytes: &[u8]) -> Option<(Vec<u8>, Vec<Redaction>)> {
        let found = secrets(bytes);
        if found.is_empty() {
            return None;
        }
        let mut result = Vec::with_capacity(bytes.len() + 16 * found.len());
        let (mut places, mut done) = (Vec::with_capacity(found.len()), 0);
        let (mut lines, mut line_start) = (0, None);
        for secret in found {
            let text = bytes.get(secret.span.start..secret.span.end).unwrap_or_default();
            result.extend_from_slice(bytes.get(done..secret.span.start).unwrap_or_default());
            let (kind, number) = self.number(secret.kind, &secret.plain(bytes));
            let word = format!("[redacted:{kind}:{number}]");
            *self.counts.entry(kind).or_default() += 1;
            let last = memchr::memrchr(b'\n', bytes.get(done..secret.span.end).unwrap_or_default());
            line_start = last.map(|newline| done + newline + 1).or(line_start);
            lines += memchr::memchr_iter(b'\n', text).count() as u64;
            let now = Span { start: result.len(), end: result.len() + word.len() };
            places.push(Redaction { was: secret.span, now, lines, line_start });
            result.extend_from_slice(word.as_bytes());
            done = secret.span.end;
        }
        result.extend_from_slice(bytes.get(done..).unwrap_or_default());
        Some((result, places))
    }

    /// How many secrets of each kind were replaced since this was last asked.
    #[must_use]
    pub fn take_counts(&mut self) -> BTreeMap<&'static str, u64> {
        std::mem::take(&mut self.counts)
    }

    /// The number of a secret. Only a hash of it is kept.
    fn number(&mut self, kind: &'static str, plain: &[u8]) -> (&'static str, u64) {
        let digest = Sha256::digest(plain);
        let mut key = [0; 16];
        key.iter_mut().zip(digest).for_each(|(byte, other)| *byte = other);
        let next = self.numbers.len() as u64 + 1;
        *self.numbers.entry(key).or_insert((kind, next))
    }
}

/// A secret without escapes and white space, which differ between a string and a string in a string.
pub(super) fn plain_secret(text: &[u8]) -> Vec<u8> {
    let (mut plain, mut at) = (Vec::with_capacity(text.len()), 0);
    while let Some(byte) = text.get(at) {
        let (character, end) = escape(text, at).filter(|_| *byte == b'\\').unwrap_or((*byte, at + 1));
        if !character.is_ascii_whitespace() {
            plain.push(character);
        }
        at = end;
    }
    plain
}
