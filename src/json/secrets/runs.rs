//! Finds the places where secrets may be: in `key: sk-proj-…` the run of characters that begins with `sk`, the `=` of
//! `PASSWORD=…`, the `@` of `ann:…@host`.
//!
//! Every byte of every record is searched for short texts and for marks, and only what is found is looked at.

use super::alphabet::in_word;
use super::signs::{self, Hit};
use super::spelled;
use crate::json::block::widest;

/// The shortest run that is reported: `-----BEGIN`.
pub(super) const LEAST: usize = 10;

/// The distance between a prefix with a point and the run of its token: `ya29.c.b0A…`.
const NEAR: usize = 12;

/// A place where a secret may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SecretPlace {
    /// A run of at least [`LEAST`] letters, digits, `_` and `-` with a sign: its start and its end.
    Run(usize, usize),
    /// A `=` after what may be a name.
    Equals(usize),
    /// An `@`.
    At(usize),
}

/// Calls `each` with every such place; those of each kind are in order. Returns true if there is an escape of a URL: `%2B`.
pub(super) fn each_place(bytes: &[u8], each: &mut impl FnMut(SecretPlace)) -> bool {
    let mut has_percent = false;
    // No run is looked at twice, however many signs it has.
    let mut done = 0;
    let mut at_hit = |hit| match hit {
        Hit::Sign(start, end) => {
            let is_pointed = bytes.get(end - 1) == Some(&b'.');
            done = each_run(bytes, start.max(done), end + if is_pointed { NEAR } else { 1 }, done, each);
        }
        Hit::Mark(at) => match bytes.get(at) {
            Some(b'=') => each(SecretPlace::Equals(at)),
            Some(b'@') => each(SecretPlace::At(at)),
            _ if !has_percent => has_percent = bytes.get(at..).and_then(spelled::percent).is_some(),
            _ => {}
        },
    };
    widest!(simd => signs::each_hit(simd, bytes, &mut at_hit));
    has_percent
}

/// Calls `each` with every run that overlaps `from..end` and starts at `done` or later. Returns the end of the last one.
fn each_run(bytes: &[u8], from: usize, end: usize, mut done: usize, each: &mut impl FnMut(SecretPlace)) -> usize {
    let is_word = |at: usize| bytes.get(at).is_some_and(|byte| in_word(*byte));
    let mut at = from;
    while at > done && is_word(at) && is_word(at - 1) {
        at -= 1;
    }
    while at < end.min(bytes.len()) {
        let start = at;
        while is_word(at) {
            at += 1;
        }
        if at - start >= LEAST {
            each(SecretPlace::Run(start, at));
        }
        done = at;
        at += 1;
    }
    done
}

#[cfg(test)]
mod tests {
    use super::super::assigned;
    use super::super::blocks::Keys;
    use super::super::kinds::KINDS;
    use super::super::signs::GROUPS;
    use super::super::tokens;
    use super::*;

    #[test]
    fn every_prefix_has_a_sign() {
        for kind in KINDS {
            assert!(GROUPS.iter().copied().flatten().any(|sign| kind.prefix.contains(sign.text)), "{}", kind.prefix);
        }
    }

    #[test]
    fn runs_with_a_sign_are_found_wherever_they_are_and_others_hold_no_secret() {
        let body = "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC2dE3fG4hI5jK6";
        let mut pieces =
            vec![" ", ".", "=", "@", "é", "-----BEGIN RSA PRIVATE KEY-----", "x7_-Q", "b", "-", "%2B", "\\n", ":AA"];
        pieces.extend([
            body,
            &body[..17],
            "Bearer ",
            "basic ",
            "aws_secret_access_key = ",
            "pwd=",
            "123456789",
            ".eyJhbGci",
            "eyJ0",
        ]);
        pieces.extend(KINDS.iter().map(|kind| kind.prefix));
        let mut state = 7_u64;
        let mut hits = 0;
        for _ in 0..1500 {
            let mut text = String::new();
            while text.len() < 150 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                text.push_str(pieces[(state >> 33) as usize % pieces.len()]);
            }
            let bytes = text.as_bytes();
            let (mut runs, mut marks, mut at) = (Vec::new(), Vec::new(), 0);
            while at < bytes.len() {
                let length = bytes[at..].iter().take_while(|byte| in_word(**byte)).count();
                if length >= LEAST {
                    runs.push(SecretPlace::Run(at, at + length));
                }
                match bytes[at] {
                    b'=' if assigned::follows_name(bytes, at) => marks.push(SecretPlace::Equals(at)),
                    b'@' => marks.push(SecretPlace::At(at)),
                    _ => {}
                }
                at += length.max(1);
            }
            let mut found = Vec::new();
            assert_eq!(each_place(bytes, &mut |place| found.push(place)), text.contains("%2B"), "{text}");
            let (found_runs, found_marks): (Vec<_>, Vec<_>) =
                found.into_iter().partition(|place| matches!(place, SecretPlace::Run(..)));
            assert_eq!(found_marks, marks, "{text}");
            assert!(
                found_runs.iter().all(|run| runs.contains(run))
                    && found_runs.is_sorted_by_key(|run| match run {
                        SecretPlace::Run(start, _) => *start,
                        SecretPlace::Equals(_) | SecretPlace::At(_) => 0,
                    }),
                "{text}: {found_runs:?}"
            );
            for run in &runs {
                let SecretPlace::Run(start, end) = *run else { continue };
                let mut keys = Keys::default();
                keys.after_run(bytes, end);
                let is_secret = !keys.found.is_empty() || tokens::token(bytes, start, start, end).is_some();
                hits += u32::from(is_secret);
                assert!(!is_secret || found_runs.contains(run), "{text}: {run:?}");
            }
        }
        assert!(hits > 400, "{hits}");
    }
}
