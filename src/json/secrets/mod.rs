//! Finds secrets in the bytes of records: keys and tokens with published prefixes, private keys, passwords and tokens in
//! URLs. `"env": "GITHUB_TOKEN=ghp_…\n"`.
//!
//! It reads bytes, not values: a secret inside JSON inside a string is found like any other. Time is linear.

mod alphabet;
mod blocks;
mod kinds;
mod mask;
mod redact;
mod runs;
mod tokens;

#[cfg(test)]
mod tests;

#[cfg(test)]
use alphabet::Alphabet;
pub use mask::{mask_bytes, mask_text};
pub use redact::{Redaction, SecretNumbers, plain_secret};

use super::{Span, short_lists};

/// A secret in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Secret {
    /// The kind: `github-token`.
    pub kind: &'static str,
    /// The bytes of the secret.
    pub span: Span,
}

impl Secret {
    /// The kind with its article: `a github-token`.
    #[must_use]
    pub fn name(&self) -> String {
        let article = if self.kind.starts_with(['a', 'e', 'i', 'o', 'x']) { "an" } else { "a" };
        format!("{article} {}", self.kind)
    }
}

/// The secrets in these bytes, in order. They do not overlap.
#[must_use]
pub fn secrets(bytes: &[u8]) -> Vec<Secret> {
    let mut found = Vec::new();
    let mut add = |(kind, span): tokens::Found| found.push(Secret { kind, span });
    let mut done = 0;
    runs::each_run(bytes, &mut |start, end| {
        if start >= done
            && let Some((kind, span)) = tokens::token(bytes, start, end)
        {
            done = span.end;
            add((kind, span));
        }
    });
    blocks::private_keys(bytes, &mut add);
    blocks::passwords(bytes, &mut add);
    if found.len() > 1 {
        join(&mut found);
    }
    found
}

/// Sorts what was found, and joins what overlaps: a token may be the password of a URL.
fn join(found: &mut Vec<Secret>) {
    // Of two with the same bytes the token is first.
    short_lists::sort_by_key(found, |secret| (secret.span.start, std::cmp::Reverse(secret.span.end)));
    found.dedup_by(|later, earlier| {
        let overlaps = later.span.start < earlier.span.end;
        if overlaps {
            earlier.span.end = earlier.span.end.max(later.span.end);
        }
        overlaps
    });
}
