//! Events out: a line, a frame or an item of a list each.

use std::hash::{DefaultHasher, Hasher as _};

use super::{EventFailure, EventLayout, EventLog};
use crate::format::Framing;
use crate::json::{Layout, minify, reformat};
use crate::op::outcome::Outcome;
use crate::stream::Write;

/// The size of the buffer that is written at once.
const BLOCK: usize = 256 * 1024;

const MARK: &[u8] = b"\xef\xbb\xbf";

/// Writes events.
pub(in crate::op) struct EventOut<'e> {
    write: &'e mut Write<'e>,
    framing: Framing,
    /// The list is a value of a record, on one line.
    is_inside: bool,
    layout: Option<Layout>,
    compares: bool,
    is_other_form: bool,
    buffer: Vec<u8>,
    count: u64,
    bytes: u64,
    /// Hashes of all events of the input, and of all of the output.
    hashes: [DefaultHasher; 2],
    failure: Option<EventFailure>,
}

impl<'e> EventOut<'e> {
    pub(in crate::op) fn new(log: &EventLog<'_>, layout: EventLayout, write: &'e mut Write<'e>) -> Self {
        let own = log.own_framing();
        let framing = layout.framing.unwrap_or(own);
        let is_pretty = matches!(log.layout(), Layout::Pretty(_)) && framing == Framing::Array;
        Self {
            write,
            framing,
            is_inside: log.is_inside(),
            layout: layout.layout.or(is_pretty.then_some(log.layout())),
            compares: layout.compares,
            is_other_form: framing != own || layout.layout.is_some(),
            buffer: if layout.keeps_mark && log.has_mark() { MARK.to_vec() } else { Vec::new() },
            count: 0,
            bytes: 0,
            hashes: [DefaultHasher::new(), DefaultHasher::new()],
            failure: None,
        }
    }

    fn hash(&mut self, which: usize, text: &str) {
        if let (true, Some(hash)) = (self.compares, self.hashes.get_mut(which)) {
            hash.write(text.as_bytes());
            hash.write_u8(b'\n');
        }
    }

    /// Takes note of an event of the input, for the question whether anything changed.
    pub(in crate::op) fn came(&mut self, text: &str) {
        self.hash(0, text);
    }

    /// Writes an event.
    pub(in crate::op) fn event(&mut self, text: &str) {
        self.hash(1, text);
        let (before, level): (&[u8], usize) = match self.framing {
            Framing::Sse => (b"data: ", 0),
            Framing::Array if self.is_inside => (if self.count == 0 { b"[" } else { b"," }, 0),
            Framing::Array if self.count == 0 => (b"[\n", 1),
            Framing::Array => (b",\n", 1),
            Framing::Lines | Framing::Document | Framing::Messages | Framing::Folder => (b"", 0),
        };
        self.buffer.extend_from_slice(before);
        match self.layout {
            Some(Layout::Pretty(indent)) if level > 0 => {
                let width = if indent == 0 { 1 } else { usize::from(indent) };
                self.buffer.resize(self.buffer.len() + width, if indent == 0 { b'\t' } else { b' ' });
                reformat(text, Layout::Pretty(indent), level, &mut self.buffer);
            }
            Some(layout @ (Layout::Compact | Layout::Spaced)) => reformat(text, layout, 0, &mut self.buffer),
            // An event is one line.
            _ if memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_some() => minify(text, &mut self.buffer),
            _ => self.buffer.extend_from_slice(text.as_bytes()),
        }
        match self.framing {
            Framing::Sse => self.buffer.extend_from_slice(b"\n\n"),
            Framing::Array => {}
            Framing::Lines | Framing::Document | Framing::Messages | Framing::Folder => self.buffer.push(b'\n'),
        }
        self.count += 1;
        if self.buffer.len() >= BLOCK {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if self.failure.is_none() && !self.buffer.is_empty() {
            self.bytes += self.buffer.len() as u64;
            if let Err(error) = (self.write)(&self.buffer) {
                self.failure = Some(EventFailure::Sink(error));
            }
        }
        self.buffer.clear();
    }

    /// Returns the first error of writing, once.
    pub(in crate::op) fn check(&mut self) -> Result<(), EventFailure> {
        self.failure.take().map_or(Ok(()), Err)
    }

    /// Writes something else than events.
    pub(in crate::op) fn plain(self, bytes: &[u8], outcome: &mut Outcome) -> Result<(), EventFailure> {
        outcome.bytes_out += bytes.len() as u64;
        (self.write)(bytes).map_err(EventFailure::Sink)
    }

    /// Ends the list, and accounts for what was written.
    pub(in crate::op) fn finish(mut self, outcome: &mut Outcome) -> Result<(), EventFailure> {
        if outcome.fatal.is_none() && self.framing == Framing::Array {
            self.buffer.extend_from_slice(match self.count {
                0 => b"[]\n",
                _ if self.is_inside => b"]",
                _ => b"\n]\n",
            });
        }
        self.flush();
        outcome.records_out += self.count;
        outcome.bytes_out += self.bytes;
        let [came, went] = &self.hashes;
        outcome.is_changed = self.is_other_form || (self.compares && came.finish() != went.finish());
        self.check()
    }
}
