//! Standard output that is a terminal: characters that would control it are written as JSON escapes, U+202E as `\u202e`.
//!
//! A file or a pipe gets the bytes as they are.

use std::io::{self, Write};

use crate::json::{is_harmful, push_json_escape};

/// Writes text to a terminal.
pub(super) struct TerminalWriter<W> {
    inner: W,
    /// The beginning of a character whose end was not written yet.
    begun: Vec<u8>,
}

impl<W: Write> TerminalWriter<W> {
    pub(super) fn new(inner: W) -> Self {
        Self { inner, begun: Vec::new() }
    }
}

impl<W: Write> Write for TerminalWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let joined = [std::mem::take(&mut self.begun), bytes.to_vec()].concat();
        let mut rest = joined.as_slice();
        let mut out = String::with_capacity(rest.len());
        while !rest.is_empty() {
            let (text, after, is_cut) = match std::str::from_utf8(rest) {
                Ok(text) => (text, rest.len(), false),
                Err(error) => {
                    let valid = rest.get(..error.valid_up_to()).and_then(|valid| std::str::from_utf8(valid).ok());
                    let after = error.valid_up_to() + error.error_len().unwrap_or(0);
                    (valid.unwrap_or_default(), after, error.error_len().is_none())
                }
            };
            push_visible(text, &mut out);
            if after > text.len() {
                out.push(char::REPLACEMENT_CHARACTER);
            }
            rest = rest.get(after..).unwrap_or_default();
            if is_cut {
                self.begun = rest.to_vec();
                break;
            }
        }
        self.inner.write_all(out.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

fn push_visible(text: &str, out: &mut String) {
    for character in text.chars() {
        if is_harmful(character) && !matches!(character, '\n' | '\r' | '\t') {
            push_json_escape(out, character);
        } else {
            out.push(character);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harmful_characters_are_escapes_wherever_writes_end() {
        let value =
            serde_json::json!({"a\u{9b}": "é 日本 😀 \u{7f}\u{202e}\u{2066}\u{200f}\u{61c}\u{2028}\u{e0041}\u{85}"});
        let text = value.to_string() + "\n";
        for length in 1..text.len() {
            let mut writer = TerminalWriter::new(Vec::new());
            for piece in text.as_bytes().chunks(length) {
                writer.write_all(piece).unwrap();
            }
            let shown = String::from_utf8(writer.inner).unwrap();
            assert!(!shown.chars().any(|it| is_harmful(it) && it != '\n') && shown.contains("日本 😀"), "{shown}");
            assert!(shown.contains("\\u202e") && shown.contains("\\udb40\\udc41"), "{shown}");
            assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).unwrap(), value);
        }
        let mut writer = TerminalWriter::new(Vec::new());
        writer.write_all(b"a\x9b1m\x1b[2J\xff\r\n\t").unwrap();
        assert_eq!(String::from_utf8(writer.inner).unwrap(), "a\u{fffd}1m\\u001b[2J\u{fffd}\r\n\t");
    }
}
