//! Classifies 64 bytes at a time: quotes, backslashes, control bytes, brackets.
//!
//! Bit 0 of a mask is the first byte. The crate `wide` makes SSE2, NEON or plain code of this, without `unsafe` here.

use wide::u8x16;

/// The number of bytes in a block.
pub(super) const BLOCK: usize = 64;

/// Masks of the quotes and backslashes of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Masks {
    pub(super) quote: u64,
    pub(super) backslash: u64,
}

#[inline(always)]
fn equal(lane: u8x16, byte: u8) -> u8x16 {
    lane.simd_eq(u8x16::splat(byte))
}

#[inline(always)]
fn at_most(lane: u8x16, limit: u8) -> u8x16 {
    lane.min(u8x16::splat(limit)).simd_eq(lane)
}

#[inline(always)]
fn special(lane: u8x16) -> u8x16 {
    // With this bit flipped the quote is 0x20, directly above the control bytes, which stay below it.
    at_most(lane ^ u8x16::splat(2), 0x20) | equal(lane, b'\\')
}

#[inline(always)]
fn fold(block: &[u8; BLOCK], mask: impl Fn(u8x16) -> u8x16) -> u64 {
    // The lanes are written out, because a loop is not unrolled when optimizing for size.
    let ([a, b, c, d], _) = block.as_chunks::<16>() else { return 0 };
    let bits = |lane: &[u8; 16]| u64::from(mask(u8x16::new(*lane)).to_bitmask());
    bits(a) | bits(b) << 16 | bits(c) << 32 | bits(d) << 48
}

/// Quotes and backslashes, each in a mask of its own.
#[inline(always)]
pub(super) fn masks(block: &[u8; BLOCK]) -> Masks {
    Masks { quote: equals(block, b'"'), backslash: equals(block, b'\\') }
}

/// Quotes, backslashes and control bytes together.
#[inline(always)]
pub(super) fn special64(block: &[u8; BLOCK]) -> u64 {
    fold(block, special)
}

/// Quotes, backslashes and control bytes together, of 16 bytes.
#[inline(always)]
pub(super) fn special16(bytes: &[u8; 16]) -> u32 {
    special(u8x16::new(*bytes)).to_bitmask()
}

/// The positions of this byte in 16 bytes.
#[inline(always)]
pub(super) fn equal16(bytes: &[u8; 16], byte: u8) -> u32 {
    equal(u8x16::new(*bytes), byte).to_bitmask()
}

/// The positions of this byte in 32 bytes.
#[inline(always)]
pub(super) fn equal32(bytes: &[u8; 32], byte: u8) -> u32 {
    let ([a, b], _) = bytes.as_chunks::<16>() else { return 0 };
    equal16(a, byte) | equal16(b, byte) << 16
}

/// Bytes of 16 that are not ASCII.
#[inline(always)]
pub(super) fn high16(bytes: &[u8; 16]) -> u32 {
    u8x16::new(*bytes).to_bitmask()
}

/// True if a byte is not ASCII.
#[inline(always)]
pub(super) fn high64(block: &[u8; BLOCK]) -> bool {
    let ([a, b, c, d], _) = block.as_chunks::<16>() else { return false };
    (u8x16::new(*a) | u8x16::new(*b) | u8x16::new(*c) | u8x16::new(*d)).to_bitmask() != 0
}

/// Bytes with which U+2028, U+2029 and U+0085 may begin.
#[inline(always)]
pub(super) fn separators64(block: &[u8; BLOCK]) -> u64 {
    fold(block, |lane| equal(lane, 0xe2) | equal(lane, 0xc2))
}

/// `=`, `@` and `%`.
#[inline(always)]
pub(super) fn secret_marks64(block: &[u8; BLOCK]) -> u64 {
    fold(block, |lane| equal(lane, b'=') | equal(lane, b'@') | equal(lane, b'%'))
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

/// The number of occurrences of this byte. It is run on every byte of every file, so lanes are counted and summed late.
pub(super) fn count(bytes: &[u8], byte: u8) -> u64 {
    let mut all = 0;
    // A lane counts to 255: four at a time, 63 times.
    for some in bytes.chunks(63 * BLOCK) {
        let (blocks, rest) = some.as_chunks::<BLOCK>();
        let mut counts = u8x16::ZERO;
        for block in blocks {
            let ([a, b, c, d], _) = block.as_chunks::<16>() else { continue };
            let found = |lane: &[u8; 16]| equal(u8x16::new(*lane), byte);
            // A match is 255, which is -1.
            counts -= (found(a) + found(b)) + (found(c) + found(d));
        }
        all += counts.to_array().iter().map(|count| u64::from(*count)).sum::<u64>();
        all += rest.iter().map(|found| u64::from(*found == byte)).sum::<u64>();
    }
    all
}

/// The positions of this byte.
#[inline(always)]
pub(super) fn equals(block: &[u8; BLOCK], byte: u8) -> u64 {
    fold(block, |lane| equal(lane, byte))
}

/// The number of bytes of eight escapes `\uXXXX`: the smallest row that fills whole lanes.
pub(super) const ROW: usize = 48;

/// The escapes `\uXXXX` at the beginning of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowEscapes {
    /// Their number of bytes.
    pub(super) length: usize,
    /// The first digits that are a zero, or that of a possible half of a surrogate pair.
    pub(super) odd: u64,
}

/// The escapes `\uXXXX` at the beginning of these bytes, of which there may be eight.
#[inline(always)]
pub(super) fn row_escapes(row: &[u8; ROW]) -> RowEscapes {
    const LANES: [EscapeLane; 3] = escape_lanes();
    let ([a, b, c], _) = row.as_chunks::<16>() else { return RowEscapes { length: 0, odd: 0 } };
    let [lane_a, lane_b, lane_c] = &LANES;
    let ((good_a, odd_a), (good_b, odd_b), (good_c, odd_c)) = (lane_a.look(*a), lane_b.look(*b), lane_c.look(*c));
    let (good, odd) = (good_a | good_b << 16 | good_c << 32, odd_a | odd_b << 16 | odd_c << 32);
    // Most rows are full.
    if good == (1 << ROW) - 1 {
        return RowEscapes { length: ROW, odd };
    }
    let length = good.trailing_ones() as usize / 6 * 6;
    RowEscapes { length, odd: odd & !(u64::MAX << length) }
}

/// The bytes that are good in a lane of a row of escapes.
#[derive(Clone, Copy)]
struct EscapeLane {
    /// `\`, `u`, or `0` where a digit is expected. With these bits flipped, good bytes are small.
    expected: [u8; 16],
    /// The largest of them: 9 for a digit.
    most: [u8; 16],
    /// The letters of both cases, with the bits flipped and that of the case set, begin here.
    letters: [u8; 16],
    /// The same of letters.
    most_letter: [u8; 16],
    /// The first digit of an escape.
    is_first: [u8; 16],
}

impl EscapeLane {
    /// The bytes that are good, and those that are the first digit of a possible half of a surrogate pair or a zero there.
    #[inline(always)]
    fn look(&self, lane: [u8; 16]) -> (u64, u64) {
        let bytes = u8x16::new(lane) ^ u8x16::new(self.expected);
        let letters = (bytes | u8x16::splat(0x20)) - u8x16::new(self.letters);
        let is_good = |bytes: u8x16, most: [u8; 16]| bytes.min(u8x16::new(most)).simd_eq(bytes);
        let good = is_good(bytes, self.most) | is_good(letters, self.most_letter);
        let odd = (equal(bytes, 0) | equal(letters, 3)) & u8x16::new(self.is_first);
        (u64::from(good.to_bitmask()), u64::from(odd.to_bitmask()))
    }
}

#[expect(clippy::indexing_slicing, reason = "worked out while compiling")]
const fn escape_lanes() -> [EscapeLane; 3] {
    let none =
        EscapeLane { expected: [0; 16], most: [0; 16], letters: [0; 16], most_letter: [0; 16], is_first: [0; 16] };
    let mut lanes = [none; 3];
    let mut at = 0;
    while at < ROW {
        let (lane, place) = (&mut lanes[at / 16], at % 16);
        match at % 6 {
            0 => lane.expected[place] = b'\\',
            1 => lane.expected[place] = b'u',
            digit => {
                lane.expected[place] = b'0';
                lane.most[place] = 9;
                lane.letters[place] = (b'a' ^ b'0') | 0x20;
                lane.most_letter[place] = 5;
                lane.is_first[place] = if digit == 2 { 0xff } else { 0 };
            }
        }
        at += 1;
    }
    lanes
}

/// Brackets of both kinds: `{ } [ ]`.
#[inline(always)]
pub(super) fn brackets(block: &[u8; BLOCK]) -> u64 {
    // `{` and `[` differ only in the case bit, as do `}` and `]`.
    fold(block, |lane| {
        let lower = lane | u8x16::splat(0x20);
        equal(lower, b'{') | equal(lower, b'}')
    })
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
                *byte = b"\\\"\\\"{}[]aAfFgG09:/`@u\x1f\x20\x00\xff\\\\n"[pick % 28];
            }
            block
        })
    }

    fn slow(block: &[u8; BLOCK], is: impl Fn(u8) -> bool) -> u64 {
        block.iter().enumerate().fold(0, |all, (index, byte)| all | (u64::from(is(*byte)) << index))
    }

    #[test]
    fn masks_agree_with_a_plain_loop() {
        for block in blocks() {
            let found = masks(&block);
            assert_eq!(found.quote, slow(&block, |b| b == b'"'));
            assert_eq!(found.backslash, slow(&block, |b| b == b'\\'));
            assert_eq!(special64(&block), found.quote | found.backslash | slow(&block, |b| b < 0x20));
            assert_eq!(brackets(&block), slow(&block, |b| matches!(b, b'{' | b'}' | b'[' | b']')));
            assert_eq!(equals(&block, b'u'), slow(&block, |b| b == b'u'));
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
            assert_eq!(fast.next(masks(&block).backslash), expected);
            assert_eq!(fast.is_open(), open);
        }
    }

    #[test]
    fn escapes_in_a_row_are_told_from_anything_else() {
        let row: [u8; ROW] = *br"\u1009\u12af\uDBFF\uAF09\uffff\u9999\uaaaa\uFf0a".first_chunk().unwrap();
        assert_eq!(row_escapes(&row), RowEscapes { length: ROW, odd: 1 << 14 });
        for place in 0..ROW {
            for byte in 0..=254 {
                let mut other = row;
                other[place] = byte;
                let is_good = match place % 6 {
                    0 => byte == b'\\',
                    1 => byte == b'u',
                    _ => byte.is_ascii_hexdigit(),
                };
                let length = if is_good { ROW } else { place / 6 * 6 };
                let first_digits = (2..length).step_by(6).filter(|at| matches!(other[*at], b'0' | b'd' | b'D'));
                let odd = first_digits.fold(0, |odd, at| odd | 1 << at);
                assert_eq!(row_escapes(&other), RowEscapes { length, odd }, "{place} {byte}");
            }
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
