//! Bits in the order of RFC 7932 (the lowest comes first), and prefix codes with their descriptions.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Bits that become bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Bits {
    /// What is complete.
    pub(super) bytes: Vec<u8>,
    held: u64,
    count: u32,
}

impl Bits {
    /// Adds the lowest `count` bits of `value`, which has no others; at most 32.
    pub(super) fn put(&mut self, value: u64, count: u32) {
        self.held |= value << self.count;
        self.count += count;
        if self.count >= 32 {
            let [a, b, c, d, ..] = self.held.to_le_bytes();
            self.bytes.extend_from_slice(&[a, b, c, d]);
            self.held >>= 32;
            self.count -= 32;
        }
    }

    /// Zeros up to the next whole byte.
    pub(super) fn align(&mut self) {
        let whole = usize::try_from(self.count.div_ceil(8)).unwrap_or(0);
        self.bytes.extend(self.held.to_le_bytes().iter().take(whole));
        (self.held, self.count) = (0, 0);
    }

    /// Where it stands, to come back with [`Bits::back_to`] while nobody took bytes.
    pub(super) fn mark(&self) -> (usize, u64, u32) {
        (self.bytes.len(), self.held, self.count)
    }

    /// Forgets what came after the mark.
    pub(super) fn back_to(&mut self, (length, held, count): (usize, u64, u32)) {
        self.bytes.truncate(length);
        (self.held, self.count) = (held, count);
    }

    pub(super) fn is_aligned(&self) -> bool {
        self.count == 0
    }
}

/// The order in which the lengths of the code of code lengths are written.
const ORDER: [usize; 18] = [1, 2, 3, 4, 0, 5, 17, 6, 16, 7, 8, 9, 10, 11, 12, 13, 14, 15];
/// How such a length (0 to 5) is written: bits, and how many.
const LENGTH_OF_LENGTH: [(u64, u32); 6] = [(0, 2), (7, 4), (3, 3), (2, 2), (1, 2), (15, 4)];
// Symbols of runs: "as before", and "zeros".
const REPEAT: usize = 16;
const ZEROS: usize = 17;

/// The bits of every symbol, and how many.
pub(super) struct PrefixCode(Vec<(u64, u32)>);

impl PrefixCode {
    /// Makes the code for symbols that come as often as `counts` says, and writes its description. `width` is how many
    /// bits a symbol takes when it stands alone.
    pub(super) fn describe(counts: &[u32], width: u32, bits: &mut Bits) -> Self {
        let mut used = (0_u64..).zip(counts).filter(|&(_, count)| *count > 0).map(|(symbol, _)| symbol);
        let (first, second) = (used.next(), used.next());
        if second.is_none() {
            // The simple form with one symbol, which then takes no bits.
            bits.put(1, 4);
            bits.put(first.unwrap_or(0), width);
            return Self(vec![(0, 0); counts.len()]);
        }
        let lengths = lengths(counts, 15);
        describe_lengths(&lengths, bits);
        Self(codes(&lengths))
    }

    /// Writes a symbol.
    pub(super) fn put(&self, symbol: usize, bits: &mut Bits) {
        let (code, length) = self.0.get(symbol).copied().unwrap_or_default();
        bits.put(code, length);
    }
}

/// Huffman's lengths. Rare symbols count as more often than they are until no length is above the limit.
fn lengths(counts: &[u32], limit: u32) -> Vec<u32> {
    let mut floor = 1;
    loop {
        let mut lengths = vec![0_u32; counts.len()];
        let leaves = counts.iter().enumerate().filter(|&(_, count)| *count > 0);
        let mut heap: BinaryHeap<_> =
            leaves.map(|(symbol, &count)| Reverse((u64::from(count).max(floor), vec![symbol]))).collect();
        while let Some(Reverse((weight, mut below))) = heap.pop() {
            let Some(Reverse((other, more))) = heap.pop() else { break };
            below.extend(more);
            for symbol in &below {
                if let Some(length) = lengths.get_mut(*symbol) {
                    *length += 1;
                }
            }
            heap.push(Reverse((weight + other, below)));
        }
        if lengths.iter().all(|length| *length <= limit) {
            return lengths;
        }
        floor *= 2;
    }
}

/// The canonical codes for these lengths, turned round because the lowest bit is written first.
fn codes(lengths: &[u32]) -> Vec<(u64, u32)> {
    let mut codes = vec![(0, 0); lengths.len()];
    let mut next = 0_u64;
    for length in 1..=15_u32 {
        next <<= 1;
        for (code, _) in codes.iter_mut().zip(lengths).filter(|(_, own)| **own == length) {
            *code = (next.reverse_bits() >> (64 - length), length);
            next += 1;
        }
    }
    codes
}

/// The complex form: lengths with runs, in a code of their own.
fn describe_lengths(lengths: &[u32], bits: &mut Bits) {
    let runs = runs(lengths);
    let mut counts = [0; 18];
    for &(symbol, _) in &runs {
        if let Some(count) = counts.get_mut(symbol) {
            *count += 1;
        }
    }
    let is_one = counts.iter().filter(|count| **count > 0).count() == 1;
    let mut own = self::lengths(&counts, 5);
    if is_one {
        // A code of one symbol: any length says that it is there, and it takes no bits.
        own = counts.iter().map(|count| if *count > 0 { 3 } else { 0 }).collect();
    }
    bits.put(0, 2);
    let ordered = ORDER.map(|symbol| own.get(symbol).copied().unwrap_or(0));
    // Readers stop where the code is full.
    let full = ordered.iter().rposition(|length| *length > 0).map_or(0, |last| last + 1);
    for length in ordered.iter().take(if is_one { ordered.len() } else { full }) {
        let (value, count) = LENGTH_OF_LENGTH.get(*length as usize).copied().unwrap_or_default();
        bits.put(value, count);
    }
    let code = PrefixCode(if is_one { vec![(0, 0); counts.len()] } else { codes(&own) });
    for (symbol, extra) in runs {
        code.put(symbol, bits);
        match symbol {
            REPEAT => bits.put(extra, 2),
            ZEROS => bits.put(extra, 3),
            _ => {}
        }
    }
}

/// Lengths as symbols with their extra bits; what follows the last used symbol is left out.
fn runs(lengths: &[u32]) -> Vec<(usize, u64)> {
    let mut runs = Vec::new();
    let used = lengths.iter().rposition(|length| *length > 0).map_or(0, |last| last + 1);
    let mut before = 8;
    for run in lengths.get(..used).unwrap_or_default().chunk_by(|a, b| a == b) {
        let length = run.first().copied().unwrap_or(0);
        let mut left = run.len() as u64;
        if length != 0 && length != before {
            runs.push((length as usize, 0));
            before = length;
            left -= 1;
        }
        if left < 3 {
            runs.extend((0..left).map(|_| (length as usize, 0)));
            continue;
        }
        // Repetitions in a row are digits of one number, the highest first.
        let (symbol, width) = if length == 0 { (ZEROS, 3) } else { (REPEAT, 2) };
        let begin = runs.len();
        let mut number = left - 3;
        loop {
            runs.push((symbol, number & ((1 << width) - 1)));
            number >>= width;
            if number == 0 {
                break;
            }
            number -= 1;
        }
        if let Some(digits) = runs.get_mut(begin..) {
            digits.reverse();
        }
    }
    runs
}
