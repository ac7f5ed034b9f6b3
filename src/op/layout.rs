//! The text between the records of an output.

use super::input::Input;
use crate::format::Framing;
use crate::json::{Layout, Out, Tape, reformat};

/// The requested arrangement of records in an output.
#[derive(Clone, Copy, Debug, Default)]
pub struct OutputArrangement {
    /// The framing; `None`: the input's.
    pub framing: Option<Framing>,
    /// The layout; `None`: the input's, and records that need no change keep their bytes.
    pub layout: Option<Layout>,
    /// Keep blank lines, line ends and byte order marks (`--in-place`).
    pub keeps_surroundings: bool,
}

impl OutputArrangement {
    /// The arrangement of conversations inside records, which stay where they are.
    pub(super) fn nested() -> Self {
        Self { framing: None, layout: None, keeps_surroundings: true }
    }

    /// The framing of the output for this input.
    pub(super) fn framing_for(self, input: &Input) -> Framing {
        self.framing.unwrap_or(input.framing)
    }

    /// True if the framing and the layout of this input stay the same.
    pub(super) fn is_unchanged(self, input: &Input) -> bool {
        self.framing_for(input) == input.framing && self.layout.is_none()
    }

    /// The text between the records of an output with this framing.
    pub(super) fn frame(self, framing: Framing, input: &Input) -> OutputFrame {
        OutputFrame::new(framing, self.layout.unwrap_or(input.layout), input.has_item_lines)
    }
}

/// The framing and layout of an output.
#[derive(Clone, Debug)]
pub(super) struct OutputFrame {
    pub(super) framing: Framing,
    pub(super) layout: Layout,
    /// Before the first record, between records, after the last.
    pub(super) open: String,
    pub(super) separator: String,
    pub(super) close: String,
}

impl OutputFrame {
    pub(super) fn new(framing: Framing, layout: Layout, has_item_lines: bool) -> Self {
        // A record of several lines would no longer be JSON Lines.
        let layout = match (framing, layout) {
            (Framing::Lines | Framing::Messages | Framing::Folder | Framing::Sse, Layout::Pretty(_)) => Layout::Compact,
            (_, layout) => layout,
        };
        let (open, separator, close) = match (framing, layout) {
            (Framing::Array, Layout::Pretty(indent)) => {
                let indent = if indent == 0 { "\t".to_owned() } else { " ".repeat(usize::from(indent)) };
                (format!("[\n{indent}"), format!(",\n{indent}"), "\n]\n".to_owned())
            }
            (Framing::Array, _) if has_item_lines => ("[\n".to_owned(), ",\n".to_owned(), "\n]\n".to_owned()),
            (Framing::Array, Layout::Spaced) => ("[".to_owned(), ", ".to_owned(), "]\n".to_owned()),
            (Framing::Array, Layout::Compact) => ("[".to_owned(), ",".to_owned(), "]\n".to_owned()),
            (Framing::Lines | Framing::Document | Framing::Messages | Framing::Folder, _) => {
                (String::new(), "\n".to_owned(), "\n".to_owned())
            }
            (Framing::Sse, _) => (String::new(), "\n\n".to_owned(), "\n\n".to_owned()),
        };
        Self { framing, layout, open, separator, close }
    }

    /// True if there can be at most one record.
    pub(super) fn holds_one(&self) -> bool {
        matches!(self.framing, Framing::Document | Framing::Messages | Framing::Sse)
    }

    /// The text before the output of a batch.
    pub(super) fn glue(&self, is_first: bool) -> &str {
        match (self.framing, is_first) {
            (Framing::Lines, _) => "",
            (_, true) => &self.open,
            (_, false) => &self.separator,
        }
    }

    /// The text after all records.
    pub(super) fn close(&self, is_empty: bool) -> &str {
        match (self.framing, is_empty) {
            (Framing::Array, true) => "[]\n",
            (Framing::Lines | Framing::Folder, _) | (_, true) => "",
            (_, false) => &self.close,
        }
    }

    /// The text between two records of a batch.
    pub(super) fn separate(&self, is_first: bool, out: &mut Vec<u8>) {
        if !is_first && self.framing != Framing::Lines {
            out.extend_from_slice(self.separator.as_bytes());
        }
    }

    /// The text after each record.
    pub(super) fn end(&self, out: &mut Vec<u8>) {
        if self.framing == Framing::Lines {
            out.push(b'\n');
        }
    }

    /// Adds a record whose bytes are kept, which may be all values of a text (`is_sequence`). It is laid out if the
    /// user requested that, or if it has several lines and must have one. False: it has no messages or events that
    /// could be written one by one.
    pub(super) fn add(
        &self,
        text: &str,
        is_sequence: bool,
        is_laid_out: bool,
        out: &mut Vec<u8>,
        scratch: &mut Tape,
    ) -> bool {
        let is_pieces = self.framing.is_pieces();
        let level = usize::from(self.framing == Framing::Array);
        if !is_sequence && !is_pieces {
            self.value(text, level, is_laid_out, out);
            return true;
        }
        let parsed = if is_sequence { scratch.parse_sequence(text) } else { scratch.parse(text) };
        // The lines of a damaged session are unchanged.
        if is_sequence && self.framing == Framing::Messages && parsed.is_err() {
            out.extend_from_slice(text.as_bytes());
            return true;
        }
        let Some(list) = parsed.ok().filter(crate::json::Node::is_array) else { return false };
        if is_pieces {
            for (item, index) in list.items().zip(0..) {
                if index > 0 {
                    out.extend_from_slice(self.separator.as_bytes());
                }
                self.piece(item.raw(), is_laid_out, out);
            }
            return true;
        }
        let mut joined = String::from("[");
        for (item, index) in list.items().zip(0..) {
            let comma = if self.layout == Layout::Spaced { ", " } else { "," };
            joined.push_str(if index == 0 { "" } else { comma });
            joined.push_str(item.raw());
        }
        joined.push(']');
        self.value(&joined, level, is_laid_out, out);
        true
    }

    /// Adds a message or an event.
    pub(super) fn piece(&self, text: &str, is_laid_out: bool, out: &mut Vec<u8>) {
        if self.framing == Framing::Sse {
            out.extend_from_slice(b"data: ");
        }
        self.value(text, 0, is_laid_out, out);
    }

    /// Adds a value.
    pub(super) fn value(&self, text: &str, level: usize, is_laid_out: bool, out: &mut Vec<u8>) {
        let is_one_line = matches!(self.framing, Framing::Lines | Framing::Messages | Framing::Sse | Framing::Folder);
        let has_lines = || memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_some();
        if is_laid_out || (is_one_line && has_lines()) {
            reformat(text, self.layout, level, out);
        } else {
            out.extend_from_slice(text.as_bytes());
        }
    }

    /// Adds JSON text in this layout. A list of messages or events becomes a line or frame for each, if the framing has
    /// these pieces.
    pub(super) fn lay_out(&self, json: &str, out: &mut Out, scratch: &mut Tape) {
        if (self.framing.is_pieces() || self.framing == Framing::Folder)
            && let Ok(list) = scratch.parse_sequence(json)
        {
            // The sequence is a single list, or its items are the messages.
            let inner = list.items().next().filter(|only| list.len() == 1 && only.is_array());
            for (index, message) in inner.unwrap_or(list).items().enumerate() {
                if index > 0 {
                    out.bytes_mut().extend_from_slice(self.separator.as_bytes());
                }
                if self.framing == Framing::Sse {
                    out.bytes_mut().extend_from_slice(b"data: ");
                }
                reformat(message.raw(), self.layout, 0, out.bytes_mut());
            }
            return;
        }
        let level = usize::from(self.framing == Framing::Array);
        reformat(json, self.layout, level, out.bytes_mut());
    }
}

/// A record that is text is written unchanged in its own document: the JSON string from `start` on is decoded, or the
/// only member of the object there, if that is a string. A text that would not be recognized stays JSON.
pub(super) fn unquote(out: &mut Out, start: usize, is_recognized: fn(&str) -> bool) {
    let written = std::str::from_utf8(out.as_bytes().get(start..).unwrap_or_default());
    let text_of = |written: &str| {
        let mut tape = Tape::new();
        let root = tape.parse(written).ok()?;
        let value = if root.len() == 1 { root.get("text").unwrap_or(root) } else { root };
        Some(value.text()?.decode().into_owned())
    };
    let Some(text) = written.ok().and_then(text_of).filter(|text| is_recognized(text)) else { return };
    // A document ends with the line end of its last line.
    out.replace(start, text.strip_suffix('\n').unwrap_or(&text));
}
