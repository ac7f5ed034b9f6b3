//! Detects and changes the layout of JSON text. Tokens are unchanged; only the white space between them changes.

use super::tape::skip_space;

/// The space between the tokens of a JSON text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// `{"a":1,"b":2}`
    #[default]
    Compact,
    /// `{"a": 1, "b": 2}`, as Python's `json.dumps` writes.
    Spaced,
    /// One value a line, indented by this many spaces; 0 means tabs.
    Pretty(u8),
}

impl Layout {
    /// Detects the layout of a text from its beginning.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let start = skip_space(bytes, 0);
        let after = bytes.get(start + 1..).unwrap_or_default();
        let indent_end = skip_space(after, 0);
        if let Some(newline) = memchr::memrchr(b'\n', after.get(..indent_end).unwrap_or_default()) {
            let indent = after.get(newline + 1..indent_end).unwrap_or_default();
            return match indent.first() {
                Some(b'\t') => Self::Pretty(0),
                Some(_) => Self::Pretty(u8::try_from(indent.len()).unwrap_or(2).min(8)),
                None => Self::Pretty(1),
            };
        }
        // The first colon or comma after a whole token decides.
        let mut at = start;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'"' => at = string_end(bytes, at),
                b':' | b',' => {
                    return if bytes.get(at + 1) == Some(&b' ') { Self::Spaced } else { Self::Compact };
                }
                _ => {}
            }
            at += 1;
        }
        Self::Compact
    }
}

/// The position of the closing quote of the string that opens at `at`; the text is known to be valid.
fn string_end(bytes: &[u8], at: usize) -> usize {
    let mut from = at + 1;
    loop {
        let Some(found) = memchr::memchr2(b'"', b'\\', bytes.get(from..).unwrap_or_default()) else {
            return bytes.len();
        };
        if bytes.get(from + found) == Some(&b'"') {
            return from + found;
        }
        from += found + 2;
    }
}

/// Adds `json`, which is valid, to `out` without the space between its tokens.
pub fn minify(json: &str, out: &mut Vec<u8>) {
    let bytes = json.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b' ' | b'\n' | b'\r' | b'\t' => at += 1,
            b'"' => {
                let end = (string_end(bytes, at) + 1).min(bytes.len());
                out.extend_from_slice(bytes.get(at..end).unwrap_or_default());
                at = end;
            }
            _ => {
                out.push(*byte);
                at += 1;
            }
        }
    }
}

/// Starts a line at this nesting level, where the layout has lines.
pub(super) fn line(layout: Layout, level: usize, out: &mut Vec<u8>) {
    let Layout::Pretty(indent) = layout else { return };
    out.push(b'\n');
    let (fill, width) = if indent == 0 { (b'\t', 1) } else { (b' ', usize::from(indent)) };
    out.resize(out.len() + level * width, fill);
}

/// Adds `json`, which is valid, to `out` in another layout. Pretty text starts at nesting level `level`.
pub fn reformat(json: &str, layout: Layout, level: usize, out: &mut Vec<u8>) {
    let (colon, comma): (&[u8], &[u8]) = match layout {
        Layout::Compact => return minify(json, out),
        Layout::Spaced => (b": ", b", "),
        Layout::Pretty(_) => (b": ", b","),
    };
    let bytes = json.as_bytes();
    let (mut at, mut level) = (0, level);
    let line = |out: &mut Vec<u8>, level: usize| line(layout, level, out);
    while let Some(byte) = bytes.get(at) {
        let mut end = at + 1;
        match byte {
            b' ' | b'\n' | b'\r' | b'\t' => {}
            b'"' => {
                end = (string_end(bytes, at) + 1).min(bytes.len());
                out.extend_from_slice(bytes.get(at..end).unwrap_or_default());
            }
            b'{' | b'[' => {
                out.push(*byte);
                let inner = skip_space(bytes, at + 1);
                if let Some(close @ (b'}' | b']')) = bytes.get(inner) {
                    out.push(*close);
                    end = inner + 1;
                } else {
                    level += 1;
                    line(out, level);
                }
            }
            b'}' | b']' => {
                level = level.saturating_sub(1);
                line(out, level);
                out.push(*byte);
            }
            b':' => out.extend_from_slice(colon),
            b',' => {
                out.extend_from_slice(comma);
                line(out, level);
            }
            _ => out.push(*byte),
        }
        at = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_layout_and_makes_it() {
        let text = r#"{"a":[1,{"b":"x: y, \" z"}],"c":{},"d":[]}"#;
        for layout in [Layout::Compact, Layout::Spaced, Layout::Pretty(1), Layout::Pretty(2), Layout::Pretty(0)] {
            let mut made = Vec::new();
            reformat(text, layout, 0, &mut made);
            let made = String::from_utf8(made).unwrap();
            assert_eq!(Layout::of(&made), layout, "{made}");
            let mut back = Vec::new();
            minify(&made, &mut back);
            assert_eq!(String::from_utf8(back).unwrap(), text);
        }
    }
}
