//! Strict JSON Lines: one line for each record, each with `\n`.
//!
//! ```text
//! "\u{feff}{\"a\":1}\r\n\r\n  \n{\"b\":2}"  →  "{\"a\":1}\n{\"b\":2}\n"
//! ```

use super::encoding::MARK;

/// Makes what is written JSON Lines: blank lines, carriage returns and a byte order mark at the beginning go, and the last
/// line gets its end. A carriage return inside a line, which is white space of JSON there, becomes a space.
#[derive(Debug, Default)]
pub struct JsonLines {
    /// White space whose line may be blank, or carriage returns that a line end may follow.
    held: Vec<u8>,
    /// The line has something else already.
    is_in_line: bool,
    /// Something was given.
    is_started: bool,
    /// What came out differs from what was given.
    is_changed: bool,
    /// The number of bytes that came out.
    written: u64,
    out: Vec<u8>,
}

impl JsonLines {
    /// What is written for these bytes.
    pub fn add<'b>(&'b mut self, bytes: &'b [u8]) -> &'b [u8] {
        let mut bytes = bytes;
        if !bytes.is_empty() && !std::mem::replace(&mut self.is_started, true) {
            let rest = bytes.strip_prefix(MARK);
            self.is_changed |= rest.is_some();
            bytes = rest.unwrap_or(bytes);
        }
        if self.is_clean(bytes) {
            self.written += bytes.len() as u64;
            self.is_in_line = bytes.last().map_or(self.is_in_line, |last| *last != b'\n');
            return bytes;
        }
        self.out.clear();
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line(line);
        }
        self.written += self.out.len() as u64;
        &self.out
    }

    /// The end of the last line, if it has none.
    pub fn end(&mut self) -> &'static [u8] {
        self.is_changed |= self.is_in_line || !self.held.is_empty();
        let is_in_line = self.is_in_line;
        self.written += u64::from(is_in_line);
        *self = Self { is_changed: self.is_changed, written: self.written, ..Self::default() };
        if is_in_line { b"\n" } else { b"" }
    }

    /// The number of bytes that were written since this was asked last, and whether they differ from what was given.
    pub fn take_counts(&mut self) -> (u64, bool) {
        (std::mem::take(&mut self.written), std::mem::take(&mut self.is_changed))
    }

    /// True if these bytes are lines, none of which is blank or has a carriage return.
    fn is_clean(&self, bytes: &[u8]) -> bool {
        let is_plain = |start: usize| bytes.get(start).is_none_or(|first| !is_blank(*first));
        self.held.is_empty()
            && (self.is_in_line || is_plain(0))
            && memchr::memchr(b'\r', bytes).is_none()
            && memchr::memchr_iter(b'\n', bytes).all(|newline| is_plain(newline + 1))
    }

    fn line(&mut self, line: &[u8]) {
        let (text, has_end) = match line.split_last() {
            Some((b'\n', text)) => (text, true),
            _ => (line, false),
        };
        let end = text.iter().rposition(|byte| *byte != b'\r').map_or(0, |last| last + 1);
        let (body, returns) = text.split_at_checked(end).unwrap_or((text, &[]));
        if !body.is_empty() && (self.is_in_line || body.iter().any(|byte| !is_blank(*byte))) {
            self.held.extend_from_slice(body);
            self.is_changed |= self.held.contains(&b'\r');
            self.out.extend(self.held.drain(..).map(|byte| if byte == b'\r' { b' ' } else { byte }));
            self.is_in_line = true;
        } else {
            self.held.extend_from_slice(body);
        }
        self.held.extend_from_slice(returns);
        if has_end {
            self.is_changed |= !self.held.is_empty() || !self.is_in_line;
            self.held.clear();
            if std::mem::take(&mut self.is_in_line) {
                self.out.push(b'\n');
            }
        }
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str, step: usize) -> (String, bool) {
        let (mut lines, mut out) = (JsonLines::default(), Vec::new());
        for piece in text.as_bytes().chunks(step) {
            out.extend_from_slice(lines.add(piece));
        }
        out.extend_from_slice(lines.end());
        let (written, is_changed) = lines.take_counts();
        assert_eq!(written, out.len() as u64);
        (String::from_utf8(out).unwrap(), is_changed)
    }

    #[test]
    fn every_line_has_a_record_and_a_line_feed() {
        for (text, wanted) in [
            ("", ""),
            ("\n", ""),
            (" \t\r\n", ""),
            ("  ", ""),
            ("a", "a\n"),
            ("a\n", "a\n"),
            ("a\nb\n", "a\nb\n"),
            ("a\r\nb\r\n", "a\nb\n"),
            ("a\r", "a\n"),
            ("a\r\r\nb", "a\nb\n"),
            ("\n\na\n\n \nb\n\n", "a\nb\n"),
            ("  a \n", "  a \n"),
            ("a\rb\n", "a b\n"),
            ("\r\ra\n", "  a\n"),
            ("a b\tc\n", "a b\tc\n"),
        ] {
            for step in [1, 2, 3, 100] {
                assert_eq!(written(text, step), (wanted.to_owned(), wanted != text), "{text:?} {step}");
            }
        }
        assert_eq!(written("\u{feff}a\n", 100), ("a\n".to_owned(), true));
        assert_eq!(written("a\n\u{feff}\n", 100), ("a\n\u{feff}\n".to_owned(), false));
    }
}
