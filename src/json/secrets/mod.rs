//! Finds secrets in the bytes of records: keys and tokens with published prefixes, private keys, passwords and tokens in
//! URLs. `"env": "GITHUB_TOKEN=ghp_…\n"`.
//!
//! It reads bytes, not values: a secret inside JSON inside a string is found like any other. Time is linear.

mod alphabet;
mod assigned;
mod blocks;
mod glued;
mod kinds;
mod mask;
mod redact;
mod runs;
mod signs;
mod spelled;
mod tokens;

#[cfg(test)]
mod spelled_tests;
#[cfg(test)]
mod tests;

#[cfg(test)]
use alphabet::Alphabet;
pub use mask::{mask_bytes, mask_pointer, mask_text};
use redact::plain_secret;
pub use redact::{Redaction, SecretNumbers};

use super::{Span, StringTraits, short_lists};
use runs::SecretPlace;

/// A shorter run is not a token.
const TOKEN: usize = 15;

/// A secret in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    /// The kind: `github-token`.
    pub kind: &'static str,
    /// The bytes of the secret.
    pub span: Span,
    /// The secret itself, where these bytes are a spelling of it: `gh\u0070_…`.
    text: Option<Vec<u8>>,
}

impl Secret {
    /// The kind with its article: `a github-token`.
    #[must_use]
    pub fn name(&self) -> String {
        let article = if self.kind.starts_with(['a', 'e', 'i', 'o', 'x']) { "an" } else { "a" };
        format!("{article} {}", self.kind)
    }

    /// The secret in these bytes, without escapes and white space.
    #[must_use]
    pub fn plain(&self, bytes: &[u8]) -> Vec<u8> {
        plain_secret(self.text.as_deref().or_else(|| bytes.get(self.span.start..self.span.end)).unwrap_or_default())
    }
}

/// The secrets in these bytes, in order. They do not overlap.
#[must_use]
pub fn secrets(bytes: &[u8]) -> Vec<Secret> {
    secrets_of(bytes, StringTraits::SPELLED)
}

/// The same in a record whose strings have these traits.
#[must_use]
pub fn secrets_of(bytes: &[u8], traits: StringTraits) -> Vec<Secret> {
    let mut found = Vec::new();
    spelled::each_spelled(bytes, traits.has(StringTraits::SPELLED), &mut |(kind, span), text| {
        found.push(Secret { kind, span, text: text.map(<[u8]>::to_vec) });
    });
    if found.len() > 1 {
        join(&mut found);
    }
    found
}

/// The secrets that are spelled as they are. Returns true if there is an escape of a URL.
fn plain(bytes: &[u8], each: &mut dyn FnMut(tokens::Found)) -> bool {
    let mut add = |(kind, span): tokens::Found| {
        if let Some(span) = spelled::outside_escapes(bytes, span) {
            each((kind, span));
        }
    };
    // Of two with the same bytes, tokens come first, then keys, passwords, and values of names.
    let (mut keys, mut passwords, mut values) = (blocks::Keys::default(), Vec::new(), Vec::new());
    let (mut token_end, mut password_end, mut value_end) = (0, 0, 0);
    let has_percent = runs::each_place(bytes, &mut |place| match place {
        SecretPlace::Run(start, end) => {
            keys.after_run(bytes, end);
            let mut from = start.max(token_end);
            while from < end
                && end - start >= TOKEN
                && let Some((kind, span)) = tokens::token(bytes, start, from, end)
            {
                (from, token_end) = (span.end, span.end);
                add((kind, span));
            }
        }
        // What is found ends at the first `@` that can end it: another one is in the path.
        SecretPlace::At(at) => {
            if let Some(span) = blocks::password(bytes, at).filter(|span| span.start >= password_end) {
                password_end = span.end;
                passwords.push(("url-password", span));
            }
        }
        SecretPlace::Equals(at) => {
            if at >= value_end
                && let Some(found) = assigned::value(bytes, at)
            {
                value_end = found.1.end;
                values.push(found);
            }
        }
    });
    keys.found.into_iter().chain(passwords).chain(values).for_each(add);
    has_percent
}

/// Sorts what was found, and joins what overlaps: a token may be the password of a URL.
fn join(found: &mut Vec<Secret>) {
    // Of two with the same bytes the token is first.
    short_lists::sort_by_key(found, |secret| (secret.span.start, std::cmp::Reverse(secret.span.end)));
    found.dedup_by(|later, earlier| {
        let overlaps = later.span.start < earlier.span.end;
        if overlaps && later.span.end > earlier.span.end {
            // The text of neither.
            (earlier.span.end, earlier.text) = (later.span.end, None);
        }
        overlaps
    });
}
