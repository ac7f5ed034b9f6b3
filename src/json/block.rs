//! Classifies 64 bytes at a time: quotes, backslashes, control bytes, brackets.
//!
//! Bit 0 of a mask is the first byte. The crate `fearless_simd` compiles this for SSE2, AVX2, AVX-512, NEON and plain code,
//! without `unsafe` here.

use fearless_simd::{Level, Simd, dispatch, prelude::*, u8x16, u8x32, u8x64};

/// The number of bytes in a block.
pub(super) const BLOCK: usize = 64;

/// Runs code with the widest vectors of this processor. A call costs about ten instructions, so the code is a loop. All
/// functions that it calls are `inline(always)`, or they are compiled for every processor.
macro_rules! widest {
    ($simd:pat => $code:expr) => {
        fearless_simd::dispatch!(fearless_simd::Level::new(), $simd => $code)
    };
}
pub(super) use widest;

/// Runs code with vectors that all processors have, as part of the function around it.
macro_rules! narrow {
    ($simd:pat => $code:expr) => {
        dispatch!(Level::baseline(), $simd => $code)
    };
}

/// Masks of the quotes and backslashes of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Masks {
    pub(super) quote: u64,
    pub(super) backslash: u64,
}

/// Quotes, backslashes and control bytes of a vector.
#[inline(always)]
pub(super) fn special<S: Simd, V: SimdInt<S, Element = u8>>(bytes: V) -> V::Mask {
    // With this bit flipped the quote is 0x20, directly above the control bytes, which stay below it.
    (bytes ^ 2).simd_le(0x20) | bytes.simd_eq(b'\\')
}

/// The bytes of a block.
#[inline(always)]
pub(super) fn vector<S: Simd>(simd: S, block: &[u8; BLOCK]) -> u8x64<S> {
    u8x64::load_array_ref(simd, block)
}

/// Quotes and backslashes, each in a mask of its own.
#[inline(always)]
pub(super) fn masks<S: Simd>(simd: S, block: &[u8; BLOCK]) -> Masks {
    Masks { quote: equals(simd, block, b'"'), backslash: equals(simd, block, b'\\') }
}

/// Quotes, backslashes and control bytes together.
#[inline(always)]
pub(super) fn special64<S: Simd>(simd: S, block: &[u8; BLOCK]) -> u64 {
    special(vector(simd, block)).to_bitmask()
}

/// The letters of `\n`, `\r`, `\t` and `\f`.
#[inline(always)]
pub(super) fn line_escapes<S: Simd>(simd: S, block: &[u8; BLOCK]) -> u64 {
    const LETTERS: &[u8; BLOCK] = &repeated(*b"\x01\0r\0t\0f\0\0\0\0\0\0\0n\0");
    in_table(simd, LETTERS, block)
}

/// The bytes right before a `u` or `/`, or before a backslash that is. The last two bytes of the block may be.
#[inline(always)]
pub(super) fn before_spelling<S: Simd>(simd: S, block: &[u8; BLOCK], backslash: u64) -> u64 {
    let bytes = vector(simd, block);
    let before = (bytes.simd_eq(b'u') | bytes.simd_eq(b'/')).to_bitmask() >> 1;
    before | (backslash & before) >> 1 | 3 << (BLOCK - 2)
}

/// The bytes of a table. Each is at the place that its low four bits give; other places have a byte with other low bits.
#[inline(always)]
fn in_table<S: Simd>(simd: S, table: &[u8; BLOCK], block: &[u8; BLOCK]) -> u64 {
    let bytes = vector(simd, block);
    looked_up(vector(simd, table), bytes).simd_eq(bytes).to_bitmask()
}

/// The bytes at the places of a table that the low four bits of these bytes give.
#[inline(always)]
pub(super) fn looked_up<S: Simd, V: SimdInt<S, Element = u8, ByteVector = V>>(table: V, bytes: V) -> V {
    table.swizzle_dyn_within_blocks(bytes & 0xf)
}

/// The same 16 bytes, several times.
#[expect(clippy::indexing_slicing, reason = "worked out while compiling")]
pub(super) const fn repeated<const N: usize>(bytes: [u8; 16]) -> [u8; N] {
    let (mut block, mut at) = ([0; N], 0);
    while at < N {
        block[at] = bytes[at % 16];
        at += 1;
    }
    block
}

/// Quotes, backslashes and control bytes together, of 16 bytes.
#[inline(always)]
pub(super) fn special16(bytes: &[u8; 16]) -> u64 {
    narrow!(simd => special(u8x16::load_array_ref(simd, bytes)).to_bitmask())
}

/// The number of bytes in half a block.
pub(super) const HALF: usize = BLOCK / 2;

/// The bytes of half a block that need attention in a string.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfMasks {
    /// Quotes, backslashes and control bytes.
    pub(super) special: u64,
    /// Bytes that are not ASCII.
    pub(super) high: u64,
}

#[inline(always)]
pub(super) fn half_masks<S: Simd>(simd: S, half: &[u8; HALF]) -> HalfMasks {
    let bytes = u8x32::load_array_ref(simd, half);
    HalfMasks { special: special(bytes).to_bitmask(), high: bytes.simd_ge(0x80).to_bitmask() }
}

/// The positions of this byte in 16 bytes.
#[inline(always)]
pub(super) fn equal16(bytes: &[u8; 16], byte: u8) -> u64 {
    narrow!(simd => u8x16::load_array_ref(simd, bytes).simd_eq(byte).to_bitmask())
}

/// The positions of this byte in 32 bytes.
#[inline(always)]
pub(super) fn equal32(bytes: &[u8; 32], byte: u8) -> u64 {
    narrow!(simd => u8x32::load_array_ref(simd, bytes).simd_eq(byte).to_bitmask())
}

/// True if a byte is not ASCII.
#[inline(always)]
pub(super) fn high64<S: Simd>(simd: S, block: &[u8; BLOCK]) -> bool {
    vector(simd, block).simd_ge(0x80).any_true()
}

/// Bytes with which U+2028, U+2029 and U+0085 may begin.
#[inline(always)]
pub(super) fn separators64<S: Simd>(simd: S, block: &[u8; BLOCK]) -> u64 {
    let bytes = vector(simd, block);
    (bytes.simd_eq(0xe2) | bytes.simd_eq(0xc2)).to_bitmask()
}

/// `=`, `@` and `%`.
#[inline(always)]
pub(super) fn secret_marks64<S: Simd>(simd: S, block: &[u8; BLOCK]) -> u64 {
    const MARKS: &[u8; BLOCK] = &repeated(*b"@\0\0\0\0%\0\0\0\0\0\0\0=\0\0");
    in_table(simd, MARKS, block)
}

/// The first position of this byte from `from` on. Two checks of 16 bytes come before the search loop, because the byte
/// is usually near or the text short.
#[inline]
pub(super) fn find(bytes: &[u8], byte: u8, from: usize) -> Option<usize> {
    let mut at = from;
    for _ in 0..2 {
        let Some(look) = bytes.get(at..).and_then(|rest| rest.first_chunk::<16>()) else {
            return find_short(bytes.get(at..)?, byte).map(|found| at + found);
        };
        let found = equal16(look, byte);
        if found != 0 {
            return Some(at + found.trailing_zeros() as usize);
        }
        at += 16;
    }
    memchr::memchr(byte, bytes.get(at..)?).map(|found| at + found)
}

/// The same in less than 16 bytes: ids and names. Eight at a time, from both ends.
#[inline]
fn find_short(bytes: &[u8], byte: u8) -> Option<usize> {
    let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) else {
        return bytes.iter().position(|found| *found == byte);
    };
    let in_first = find_in_eight(*first, byte);
    in_first.or_else(|| Some(bytes.len() - 8 + find_in_eight(*last, byte)?))
}

#[inline(always)]
fn find_in_eight(eight: [u8; 8], byte: u8) -> Option<usize> {
    const ONES: u64 = u64::MAX / 0xff;
    // A byte that matches is zero. Only bytes after the first zero may be marked by mistake.
    let other = u64::from_le_bytes(eight) ^ (ONES * u64::from(byte));
    let zeros = other.wrapping_sub(ONES) & !other & (ONES << 7);
    (zeros != 0).then(|| zeros.trailing_zeros() as usize / 8)
}

/// The number of occurrences of this byte.
pub(super) fn count(bytes: &[u8], byte: u8) -> u64 {
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    widest!(simd => count_in_blocks(simd, blocks, byte))
        + rest.iter().map(|found| u64::from(*found == byte)).sum::<u64>()
}

#[inline(always)]
fn count_in_blocks<S: Simd>(simd: S, blocks: &[[u8; BLOCK]], byte: u8) -> u64 {
    let mut all = 0;
    // A byte of the vector counts at most one a block.
    for some in blocks.chunks(usize::from(u8::MAX)) {
        let mut counts = u8x64::splat(simd, 0);
        for block in some {
            counts += vector(simd, block).simd_eq(byte).select(u8x64::splat(simd, 1), u8x64::splat(simd, 0));
        }
        all += counts.as_slice().iter().map(|count| u64::from(*count)).sum::<u64>();
    }
    all
}

/// The positions of this byte.
#[inline(always)]
pub(super) fn equals<S: Simd>(simd: S, block: &[u8; BLOCK], byte: u8) -> u64 {
    vector(simd, block).simd_eq(byte).to_bitmask()
}

/// Brackets of both kinds: `{ } [ ]`.
#[inline(always)]
pub(super) fn brackets<S: Simd>(simd: S, block: &[u8; BLOCK]) -> u64 {
    // `{` and `[` differ only in the case bit, as do `}` and `]`.
    let lower = vector(simd, block) | 0x20;
    (lower.simd_eq(b'{') | lower.simd_eq(b'}')).to_bitmask()
}

/// Computes the positions after an odd run of backslashes, block by block.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Escapes {
    carry: u64,
}

impl Escapes {
    /// The escaped positions of the next block, with bit arithmetic on runs as in the simdjson paper.
    #[inline(always)]
    pub(super) fn next(&mut self, backslash: u64) -> u64 {
        const EVEN: u64 = 0x5555_5555_5555_5555;
        let after = (backslash << 1) | self.carry;
        // Most backslashes stand alone.
        if backslash & after == 0 {
            self.carry = backslash >> 63;
            return after;
        }
        let backslash = backslash & !self.carry;
        let follows = (backslash << 1) | self.carry;
        let odd_starts = backslash & !EVEN & !follows;
        let (even_runs, overflow) = odd_starts.overflowing_add(backslash);
        self.carry = u64::from(overflow);
        (EVEN ^ (even_runs << 1)) & follows
    }

    /// The state after a backslash that escapes (`true`) or anything else.
    pub(super) fn open(is_open: bool) -> Self {
        Self { carry: u64::from(is_open) }
    }

    /// True if the first byte of the next block is escaped.
    #[inline(always)]
    pub(super) fn is_open(self) -> bool {
        self.carry != 0
    }
}

/// Bit `i` of the result is the parity of bits `0..=i`.
#[inline(always)]
pub(super) fn prefix_xor(mut bits: u64) -> u64 {
    for shift in [1, 2, 4, 8, 16, 32] {
        bits ^= bits << shift;
    }
    bits
}

/// The kinds of vectors of this processor.
#[cfg(test)]
pub(super) fn levels() -> Vec<Level> {
    let widest = Level::new();
    #[cfg(target_arch = "x86_64")]
    let others = [widest.as_sse4_2().map(Level::Sse4_2), widest.as_avx2().map(Level::Avx2)];
    #[cfg(not(target_arch = "x86_64"))]
    let others = [None, None];
    [Some(Level::baseline()), Some(widest)].into_iter().chain(others).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks() -> impl Iterator<Item = [u8; BLOCK]> {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        (0..500).map(move |_| {
            let mut block = [0; BLOCK];
            for byte in &mut block {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let pick = usize::try_from(state >> 58).unwrap_or(0);
                *byte = b"\\\"\\\"{}[]aArFgt09:/`@u\x1f\x20\x00\xff\\\\n=%\xe2\xc2"[pick % 32];
            }
            block
        })
    }

    fn slow(block: &[u8; BLOCK], is: impl Fn(u8) -> bool) -> u64 {
        block.iter().enumerate().fold(0, |all, (index, byte)| all | (u64::from(is(*byte)) << index))
    }

    #[test]
    fn masks_agree_with_a_plain_loop() {
        for level in levels() {
            dispatch!(level, simd => check_masks(simd));
        }
    }

    fn check_masks<S: Simd>(simd: S) {
        for block in blocks() {
            let found = masks(simd, &block);
            assert_eq!(found.quote, slow(&block, |b| b == b'"'));
            assert_eq!(found.backslash, slow(&block, |b| b == b'\\'));
            let special = found.quote | found.backslash | slow(&block, |b| b < 0x20);
            assert_eq!(special64(simd, &block), special);
            assert_eq!(brackets(simd, &block), slow(&block, |b| matches!(b, b'{' | b'}' | b'[' | b']')));
            assert_eq!(equals(simd, &block, b'u'), slow(&block, |b| b == b'u'));
            assert_eq!(high64(simd, &block), !block.is_ascii());
            assert_eq!(line_escapes(simd, &block), slow(&block, |b| matches!(b, b'n' | b'r' | b't' | b'f')));
            let spells = |at: usize| block.get(at).is_none_or(|byte| matches!(byte, b'u' | b'/'));
            let is_before = |at: usize| spells(at + 1) || block.get(at + 1) == Some(&b'\\') && spells(at + 2);
            let before = (0..BLOCK).filter(|at| is_before(*at) || *at == BLOCK - 2).fold(0, |all, at| all | 1 << at);
            assert_eq!(before_spelling(simd, &block, found.backslash), before);
            assert_eq!(secret_marks64(simd, &block), slow(&block, |b| matches!(b, b'=' | b'@' | b'%')));
            assert_eq!(separators64(simd, &block), slow(&block, |b| matches!(b, 0xe2 | 0xc2)));
            let half: &[u8; HALF] = block.first_chunk().unwrap();
            let HalfMasks { special: half_special, high } = half_masks(simd, half);
            assert_eq!(half_special, special & u64::from(u32::MAX));
            assert_eq!(high, slow(&block, |b| b >= 0x80) & u64::from(u32::MAX));
            assert_eq!(equal32(half, b'u'), equals(simd, &block, b'u') & u64::from(u32::MAX));
            let quarter: &[u8; 16] = block.first_chunk().unwrap();
            assert_eq!(special16(quarter), special & 0xffff);
            assert_eq!(equal16(quarter, b'u'), equals(simd, &block, b'u') & 0xffff);
        }
    }

    #[test]
    fn escapes_agree_with_a_plain_loop() {
        let (mut fast, mut open) = (Escapes::default(), false);
        for block in blocks() {
            let mut expected = 0;
            for (index, byte) in block.iter().enumerate() {
                if open {
                    expected |= 1 << index;
                    open = false;
                } else {
                    open = *byte == b'\\';
                }
            }
            assert_eq!(fast.next(slow(&block, |b| b == b'\\')), expected);
            assert_eq!(fast.is_open(), open);
        }
    }

    #[test]
    fn a_byte_is_found_wherever_it_is() {
        for length in 0..80 {
            let mut bytes = vec![b'a'; length];
            assert_eq!(find(&bytes, b'x', 0), None);
            for place in (0..length).rev() {
                bytes[place] = b'x';
                assert_eq!(find(&bytes, b'x', 0), Some(place));
                assert_eq!(find(&bytes, b'x', place + 1), (place + 1 < length).then_some(place + 1));
            }
        }
        assert_eq!(find(b"abc", b'a', 7), None);
    }

    #[test]
    fn bytes_are_counted_in_texts_of_every_length() {
        for length in [0, 1, 15, 63, 64, 65, 63 * BLOCK, 63 * BLOCK + 1, 300 * BLOCK + 7] {
            assert_eq!(count(&vec![b'x'; length], b'x'), length as u64);
            let every_third: Vec<u8> = (0..length).map(|at| if at % 3 == 0 { b'x' } else { b'y' }).collect();
            assert_eq!(count(&every_third, b'x'), length.div_ceil(3) as u64);
        }
    }

    #[test]
    fn prefix_xor_flips_at_every_bit() {
        assert_eq!(prefix_xor(0b1000_0100), 0b0111_1100);
    }
}
