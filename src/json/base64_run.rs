//! Measures runs of base64 characters: the data of an image is one, and most of the bytes of its record.

use fearless_simd::{Simd, prelude::*};

use super::block::{BLOCK, repeated, vector, widest};

/// The number of bytes of base64 at the beginning: letters, digits, `+` and `/`.
#[must_use]
pub fn base64_length(bytes: &[u8]) -> usize {
    widest!(simd => base64_run(simd, bytes))
}

#[inline(always)]
pub(super) fn base64_run<S: Simd>(simd: S, bytes: &[u8]) -> usize {
    let mut length = 0;
    while let Some(block) = bytes.get(length..).and_then(|rest| rest.first_chunk()) {
        let other = others(simd, block);
        if other != 0 {
            return length + other.trailing_zeros() as usize;
        }
        length += BLOCK;
    }
    let rest = bytes.get(length..).unwrap_or_default();
    length + rest.iter().take_while(|byte| is_base64(**byte)).count()
}

const fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/')
}

/// The bytes that are not base64. Bytes with the same upper four bits have one row of the lower ones; two letters share one.
#[inline(always)]
fn others<S: Simd>(simd: S, block: &[u8; BLOCK]) -> u64 {
    const ROWS: [u8; 16] = [0, 0, 1, 2, 4, 8, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0];
    const UPPER: &[u8; BLOCK] = &repeated(ROWS);
    const LOWER: &[u8; BLOCK] = &repeated(lower(ROWS));
    let bytes = vector(simd, block);
    let upper = vector(simd, UPPER).swizzle_dyn_within_blocks(bytes >> 4);
    let lower = vector(simd, LOWER).swizzle_dyn_within_blocks(bytes & 0xf);
    (upper & lower).simd_eq(0).to_bitmask()
}

/// For the lower four bits of a byte, the rows in which it is base64.
#[expect(clippy::indexing_slicing, reason = "worked out while compiling")]
const fn lower(rows: [u8; 16]) -> [u8; 16] {
    let (mut lower, mut byte) = ([0; 16], 0);
    while byte < 0x80 {
        if is_base64(byte) {
            lower[byte as usize & 0xf] |= rows[byte as usize >> 4];
        }
        byte += 1;
    }
    lower
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_measured_up_to_any_other_byte() {
        for byte in 0..=u8::MAX {
            for before in [0, 1, 63, 64, 65, 200] {
                let bytes = [vec![b'/'; before], vec![byte], vec![b'+'; 150]].concat();
                let wanted = if is_base64(byte) { bytes.len() } else { before };
                assert_eq!(base64_length(&bytes), wanted, "{byte:#x} after {before}");
            }
        }
    }
}
