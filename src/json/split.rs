//! Finds the boundaries of the items of a large top-level array without storing or parsing them.
//!
//! Only strings and brackets are scanned. The parser checks the items later.

use fearless_simd::Simd;

use super::block::{BLOCK, Escapes, brackets, equals, masks, prefix_xor, widest};

/// True for the white space that JSON allows between tokens. A form feed is not allowed.
#[must_use]
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// A position that the scanner found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayMark {
    /// A comma between two items, at this position.
    Comma(usize),
    /// The closing bracket of the array.
    End(usize),
}

/// Scans the bytes after the opening bracket, in pieces of any size.
#[derive(Clone, Debug, Default)]
pub struct ArrayScanner {
    /// The number of open brackets in the current item.
    depth: u64,
    in_string: bool,
    escapes: Escapes,
    done: bool,
}

impl ArrayScanner {
    /// A scanner that starts after the opening `[`.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// True after the closing bracket.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Scans the next bytes; positions count from the start of `bytes`. Stops after the end of the array.
    pub fn feed(&mut self, bytes: &[u8], found: &mut impl FnMut(ArrayMark)) {
        let at = widest!(simd => self.blocks(simd, bytes, found));
        for (index, byte) in bytes.iter().enumerate().skip(at) {
            if self.done {
                return;
            }
            self.byte(*byte, index, found);
        }
    }

    /// Scans whole blocks, and returns the end of the last one.
    #[inline(always)]
    fn blocks<S: Simd>(&mut self, simd: S, bytes: &[u8], found: &mut impl FnMut(ArrayMark)) -> usize {
        let mut at = 0;
        while !self.done
            && let Some(block) = bytes.get(at..).and_then(|rest| rest.first_chunk::<BLOCK>())
        {
            self.block(simd, block, at, found);
            at += BLOCK;
        }
        at
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: &[u8; BLOCK], at: usize, found: &mut impl FnMut(ArrayMark)) {
        let special = masks(simd, block);
        let escaped = self.escapes.next(special.backslash);
        let quotes = special.quote & !escaped;
        let before = if self.in_string { u64::MAX } else { 0 };
        // Most blocks are inside one string and can be skipped.
        if quotes == 0 && self.in_string {
            return;
        }
        let inside = prefix_xor(quotes) ^ before;
        self.in_string = inside >> 63 == 1;
        let brackets = brackets(simd, block) & !inside;
        if brackets == 0 && self.depth > 0 {
            return;
        }
        let mut rest = brackets | (equals(simd, block, b',') & !inside);
        while rest != 0 && !self.done {
            let index = rest.trailing_zeros() as usize;
            self.structure(block.get(index).copied().unwrap_or_default(), at + index, found);
            rest &= rest - 1;
        }
    }

    fn byte(&mut self, byte: u8, at: usize, found: &mut impl FnMut(ArrayMark)) {
        let escaped = self.escapes.is_open();
        self.escapes = Escapes::open(byte == b'\\' && !escaped);
        if byte == b'"' && !escaped {
            self.in_string = !self.in_string;
        } else if !self.in_string && matches!(byte, b'{' | b'}' | b'[' | b']' | b',') {
            self.structure(byte, at, found);
        }
    }

    fn structure(&mut self, byte: u8, at: usize, found: &mut impl FnMut(ArrayMark)) {
        match byte {
            b'{' | b'[' => self.depth += 1,
            b',' => {
                if self.depth == 0 {
                    found(ArrayMark::Comma(at));
                }
            }
            _ if self.depth == 0 => {
                self.done = true;
                found(ArrayMark::End(at));
            }
            _ => self.depth -= 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(text: &str, piece: usize) -> Vec<String> {
        let mut scanner = ArrayScanner::new();
        let (mut cuts, mut base) = (Vec::new(), 1);
        for part in text.as_bytes()[1..].chunks(piece) {
            scanner.feed(part, &mut |found| match found {
                ArrayMark::Comma(at) | ArrayMark::End(at) => cuts.push(base + at),
            });
            base += part.len();
        }
        assert!(scanner.is_done());
        let starts = std::iter::once(1).chain(cuts.iter().map(|cut| cut + 1));
        starts.zip(&cuts).map(|(start, end)| text[start..*end].to_owned()).collect()
    }

    #[test]
    fn pieces_of_any_size_give_the_same_items() {
        let long = format!(r#"{{"t":"{}\\\"],[","u":[[],{{}}]}}"#, "x\\\\".repeat(70));
        let text = format!(r#"[{long},1,"a,b\\",[2,[3]] , {long},{{}}]"#);
        let expected = items(&text, text.len());
        assert_eq!(expected.len(), 6);
        assert_eq!(expected[0], long);
        for piece in [1, 2, 7, 63, 64, 65, 200, 4096] {
            assert_eq!(items(&text, piece), expected, "{piece}");
        }
    }
}
