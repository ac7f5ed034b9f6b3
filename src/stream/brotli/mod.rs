//! Writing brotli (RFC 7932): one block type each, prefix codes, copies from a window of 4 MiB, no static dictionary.
//!
//! Why not the package that reads it: its encoder is 900 KB of tables and code, a tenth of the program, for one ending of
//! output files. This one is 40 KB and packs conversations tighter than gzip's level 6.

mod bits;
mod matches;

use std::io::{self, Write};

use bits::{Bits, PrefixCode};
use matches::{Command, Finder};

const WINDOW: usize = 1 << 22;
/// The format keeps 16 bytes of its window.
const MAX_DISTANCE: u32 = (1 << 22) - 16;
/// So much shares one set of prefix codes.
const BLOCK: usize = 512 * 1024;

/// The smallest value of every insert length code, and how many bits follow.
const INSERT: [(u32, u32); 24] = [
    (0, 0),
    (1, 0),
    (2, 0),
    (3, 0),
    (4, 0),
    (5, 0),
    (6, 1),
    (8, 1),
    (10, 2),
    (14, 2),
    (18, 3),
    (26, 3),
    (34, 4),
    (50, 4),
    (66, 5),
    (98, 5),
    (130, 6),
    (194, 7),
    (322, 8),
    (578, 9),
    (1090, 10),
    (2114, 12),
    (6210, 14),
    (22594, 24),
];
/// The same for copy lengths.
const COPY: [(u32, u32); 24] = [
    (2, 0),
    (3, 0),
    (4, 0),
    (5, 0),
    (6, 0),
    (7, 0),
    (8, 0),
    (9, 0),
    (10, 1),
    (12, 1),
    (14, 2),
    (18, 2),
    (22, 3),
    (30, 3),
    (38, 4),
    (54, 4),
    (70, 5),
    (102, 5),
    (134, 6),
    (198, 7),
    (326, 8),
    (582, 9),
    (1094, 10),
    (2118, 24),
];
/// Where the commands with an explicit distance begin, in 64s: by the eights of the insert and of the copy code.
const CELLS: [usize; 9] = [2, 3, 6, 4, 5, 8, 7, 9, 10];

/// A symbol, and the bits after it.
#[derive(Clone, Copy, Default)]
struct Symbol {
    code: usize,
    extra: u64,
    count: u32,
}

impl Symbol {
    fn of(table: &[(u32, u32)], value: u32) -> Self {
        let code = table.partition_point(|(least, _)| *least <= value).saturating_sub(1);
        let (least, count) = table.get(code).copied().unwrap_or_default();
        Self { code, extra: u64::from(value.saturating_sub(least)), count }
    }

    fn of_distance(distance: u32) -> Self {
        if distance < 16 {
            return Self { code: distance as usize, ..Self::default() };
        }
        // Pairs of codes, each pair with a bit more than the one before; 15 was added to tell it from short codes.
        let value = distance - 15 + 3;
        let count = value.ilog2() - 1;
        let half = value >> count;
        let code = 16 + 2 * (count as usize - 1) + (half as usize & 1);
        Self { code, extra: u64::from(value - (half << count)), count }
    }

    fn put_extra(self, bits: &mut Bits) {
        bits.put(self.extra, self.count);
    }
}

/// A command as symbols: both lengths in one, and the distance unless it follows from that.
struct Spelled {
    code: usize,
    insert: Symbol,
    copy: Symbol,
    distance: Option<Symbol>,
}

impl From<&Command> for Spelled {
    fn from(command: &Command) -> Self {
        let insert = Symbol::of(&INSERT, command.insert);
        let copy = Symbol::of(&COPY, command.copy.max(2));
        let low = (insert.code & 7) << 3 | copy.code & 7;
        if command.distance == 0 && insert.code < 8 && copy.code < 16 {
            return Self { code: (copy.code >> 3) << 6 | low, insert, copy, distance: None };
        }
        let cell = CELLS.get(3 * (insert.code >> 3) + (copy.code >> 3)).copied().unwrap_or(0);
        // Literals at the end of a block need no distance.
        let distance = (command.copy > 0).then(|| Symbol::of_distance(command.distance));
        Self { code: cell << 6 | low, insert, copy, distance }
    }
}

/// Everything but the output, so that it is there once for all kinds of outputs.
struct Encoder {
    bits: Bits,
    /// The window, and what is not written yet.
    data: Vec<u8>,
    /// Where that begins.
    start: usize,
    /// The position of the first byte of `data` in the stream; it may wrap.
    base: u32,
    finder: Finder,
}

impl Encoder {
    fn new() -> Self {
        let mut bits = Bits::default();
        // The size of the window: 22.
        bits.put(0b1011, 4);
        Self { bits, data: Vec::new(), start: 0, base: 0, finder: Finder::new() }
    }

    fn room(&self) -> usize {
        BLOCK.saturating_sub(self.data.len() - self.start)
    }

    /// Writes what came since the last block.
    fn block(&mut self) {
        let fresh = self.data.get(self.start..).unwrap_or_default();
        if fresh.is_empty() {
            return;
        }
        let (mark, last) = (self.bits.mark(), self.finder.last);
        let commands = self.finder.commands(&self.data, self.base, self.start);
        header(fresh.len(), false, &mut self.bits);
        compressed(fresh, &commands, &mut self.bits);
        if self.bits.bytes.len() - mark.0 > fresh.len() {
            self.bits.back_to(mark);
            self.finder.last = last;
            header(fresh.len(), true, &mut self.bits);
            self.bits.align();
            self.bits.bytes.extend_from_slice(fresh);
        }
        if self.data.len() >= 2 * WINDOW {
            let gone = self.data.len() - WINDOW;
            self.data.drain(..gone);
            self.base = self.base.wrapping_add(u32::try_from(gone).unwrap_or(0));
        }
        self.start = self.data.len();
    }

    /// An empty block of metadata, after which a byte begins.
    fn align(&mut self) {
        self.block();
        if !self.bits.is_aligned() {
            self.bits.put(0b00_0110, 6);
            self.bits.align();
        }
    }

    fn end(&mut self) {
        self.block();
        // The last block, which is empty.
        self.bits.put(0b11, 2);
        self.bits.align();
    }
}

/// The beginning of a block that is not the last one.
fn header(length: usize, is_stored: bool, bits: &mut Bits) {
    let less = length as u64 - 1;
    let nibbles = if less < 1 << 16 {
        4
    } else if less < 1 << 20 {
        5
    } else {
        6
    };
    bits.put(0, 1);
    bits.put(u64::from(nibbles - 4), 2);
    bits.put(less, 4 * nibbles);
    bits.put(u64::from(is_stored), 1);
}

fn compressed(mut fresh: &[u8], commands: &[Command], bits: &mut Bits) {
    let (mut literals, mut lengths, mut distances) = ([0; 256], [0; 704], [0; 64]);
    let count = |counts: &mut [u32], symbol: usize| {
        if let Some(count) = counts.get_mut(symbol) {
            *count += 1;
        }
    };
    let mut rest = fresh;
    for command in commands {
        let spelled = Spelled::from(command);
        count(&mut lengths, spelled.code);
        if let Some(distance) = spelled.distance {
            count(&mut distances, distance.code);
        }
        for byte in take(&mut rest, command) {
            count(&mut literals, usize::from(*byte));
        }
    }
    // One type of block and one code for literals, lengths and distances; no distances of their own.
    bits.put(0, 13);
    let literals = PrefixCode::describe(&literals, 8, bits);
    let lengths = PrefixCode::describe(&lengths, 10, bits);
    let distances = PrefixCode::describe(&distances, 6, bits);
    for command in commands {
        let spelled = Spelled::from(command);
        lengths.put(spelled.code, bits);
        spelled.insert.put_extra(bits);
        spelled.copy.put_extra(bits);
        for byte in take(&mut fresh, command) {
            literals.put(usize::from(*byte), bits);
        }
        if let Some(distance) = spelled.distance {
            distances.put(distance.code, bits);
            distance.put_extra(bits);
        }
    }
}

/// The literals of a command; `rest` then begins behind its copy.
fn take<'a>(rest: &mut &'a [u8], command: &Command) -> &'a [u8] {
    let (literals, after) = rest.split_at_checked(command.insert as usize).unwrap_or((rest, &[]));
    *rest = after.get(command.copy as usize..).unwrap_or_default();
    literals
}

/// Compresses what is written to it. Without [`Writer::finish`] the stream has no end, and readers notice.
pub(super) struct Writer<W> {
    inner: W,
    encoder: Encoder,
}

impl<W: Write> Writer<W> {
    pub(super) fn new(inner: W) -> Self {
        Self { inner, encoder: Encoder::new() }
    }

    /// Writes the rest and the end.
    pub(super) fn finish(mut self) -> io::Result<W> {
        self.encoder.end();
        self.send()?;
        Ok(self.inner)
    }

    fn send(&mut self) -> io::Result<()> {
        self.inner.write_all(&self.encoder.bits.bytes)?;
        self.encoder.bits.bytes.clear();
        Ok(())
    }
}

impl<W: Write> Write for Writer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.encoder.room() == 0 {
            self.encoder.block();
            self.send()?;
        }
        let taken = bytes.get(..self.encoder.room()).unwrap_or(bytes);
        self.encoder.data.extend_from_slice(taken);
        Ok(taken.len())
    }

    /// Readers can decode everything up to here.
    fn flush(&mut self) -> io::Result<()> {
        self.encoder.align();
        self.send()?;
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests;
