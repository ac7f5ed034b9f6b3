//! Finds the places where secrets may be: in `key: sk-proj-…` the run of characters that begins with `sk`, the `=` of
//! `PASSWORD=…`, the `@` of `ann:…@host`.
//!
//! It goes through every byte of every record once, 64 at a time.

use crate::json::block::{BLOCK, secret_marks64, word64};

/// The shortest run that is passed on: `-----BEGIN`.
pub(super) const LEAST: usize = 10;

/// A place where a secret may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SecretPlace {
    /// A run of at least [`LEAST`] letters, digits, `_` and `-`: its start and its end.
    Run(usize, usize),
    /// A `=`.
    Equals(usize),
    /// An `@`.
    At(usize),
}

/// Calls `each` with every such place; those of each kind are in order.
pub(super) fn each_place(bytes: &[u8], each: &mut impl FnMut(SecretPlace)) {
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    let mut last = [0; BLOCK];
    if let Some(last) = last.get_mut(..rest.len()) {
        last.copy_from_slice(rest);
    }
    let (mut open, mut base) = (0, 0);
    for block in blocks.iter().chain(std::iter::once(&last)) {
        let mut marks = secret_marks64(block);
        while marks != 0 {
            let at = base + marks.trailing_zeros() as usize;
            each(if bytes.get(at) == Some(&b'=') { SecretPlace::Equals(at) } else { SecretPlace::At(at) });
            marks &= marks - 1;
        }
        let mask = word64(block);
        if mask == u64::MAX {
            open += BLOCK;
            base += BLOCK;
            continue;
        }
        let first = mask.trailing_ones() as usize;
        if open + first >= LEAST {
            each(SecretPlace::Run(base - open, base + first));
        }
        // Bit n: the 10 bytes from n on are in a run.
        let mut long = mask & mask >> 1;
        long &= long >> 2;
        long &= long >> 4;
        long &= long >> 2;
        while long != 0 {
            let start = long.trailing_zeros();
            let end = start + (mask >> start).trailing_ones();
            if start > 0 && (end as usize) < BLOCK {
                each(SecretPlace::Run(base + start as usize, base + end as usize));
            }
            long &= u64::MAX.checked_shl(end).unwrap_or(0);
        }
        open = mask.leading_ones() as usize;
        base += BLOCK;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_run_and_mark_is_found_wherever_it_is() {
        let pieces =
            ["a", "B_", "9-", " ", ".", "=", "@", "é", "-----BEGIN", "x7_-Q", "abcdefghijklmnopqrstuvwxyz_0123456789"];
        let mut state = 7_u64;
        for _ in 0..400 {
            let mut text = String::new();
            while text.len() < 300 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                text.push_str(pieces[(state >> 33) as usize % pieces.len()]);
            }
            let bytes = text.as_bytes();
            let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
            let (mut runs, mut marks, mut at) = (Vec::new(), Vec::new(), 0);
            while at < bytes.len() {
                let length = bytes[at..].iter().take_while(|byte| is_word(byte)).count();
                if length >= LEAST {
                    runs.push(SecretPlace::Run(at, at + length));
                }
                match bytes[at] {
                    b'=' => marks.push(SecretPlace::Equals(at)),
                    b'@' => marks.push(SecretPlace::At(at)),
                    _ => {}
                }
                at += length.max(1);
            }
            let mut found = Vec::new();
            each_place(bytes, &mut |place| found.push(place));
            let (own_runs, own_marks): (Vec<_>, Vec<_>) =
                found.into_iter().partition(|place| matches!(place, SecretPlace::Run(..)));
            assert_eq!((own_runs, own_marks), (runs, marks), "{text}");
        }
    }
}
