//! Finds the runs of characters that tokens are made of: in `key: sk-proj-…` the run that begins with `sk`.
//!
//! It goes through every byte of every record, 64 at a time. Words are short: few records have any run at all.

use crate::json::block::{BLOCK, word64};

/// A run that is shorter is no secret.
pub(super) const LEAST: usize = 15;

/// Calls `each` with the start and end of every run of at least [`LEAST`] letters, digits, `_` and `-`.
pub(super) fn each_run(bytes: &[u8], each: &mut impl FnMut(usize, usize)) {
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    let mut last = [0; BLOCK];
    if let Some(last) = last.get_mut(..rest.len()) {
        last.copy_from_slice(rest);
    }
    let (mut open, mut base) = (0, 0);
    for block in blocks.iter().chain(std::iter::once(&last)) {
        let mask = word64(block);
        if mask == u64::MAX {
            open += BLOCK;
            base += BLOCK;
            continue;
        }
        let first = mask.trailing_ones() as usize;
        if open + first >= LEAST {
            each(base - open, base + first);
        }
        // Bit n: the 15 bytes from n on are in a run.
        let mut long = mask & mask >> 1;
        long &= long >> 2;
        long &= long >> 4;
        long &= long >> 7;
        while long != 0 {
            let start = long.trailing_zeros();
            let end = start + (mask >> start).trailing_ones();
            if start > 0 && (end as usize) < BLOCK {
                each(base + start as usize, base + end as usize);
            }
            long &= u64::MAX.checked_shl(end).unwrap_or(0);
        }
        open = mask.leading_ones() as usize;
        base += BLOCK;
    }
}
