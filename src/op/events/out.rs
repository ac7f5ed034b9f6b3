//! Writes events: each as a line, a frame or an item of a list. The events of a row of a store stay in their row.

use std::hash::{DefaultHasher, Hasher as _};

use super::{EventFailure, EventLayout, EventLog};
use crate::events::EventRow;
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
    /// The input is one object, and so is the output.
    is_object: bool,
    row: Option<EventRow>,
    emptied_rows: u64,
    layout: Option<Layout>,
    compares: bool,
    is_other_form: bool,
    buffer: Vec<u8>,
    /// The number of lines, frames or items.
    items: u64,
    events: u64,
    bytes: u64,
    /// Hashes of all events of the input, and of all events of the output.
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
            is_object: layout.framing.is_none() && log.is_object(),
            row: None,
            emptied_rows: 0,
            layout: layout.layout.or(is_pretty.then_some(log.layout())),
            compares: layout.compares,
            is_other_form: framing != own || layout.layout.is_some(),
            buffer: if layout.keeps_mark && log.has_mark() { MARK.to_vec() } else { Vec::new() },
            items: 0,
            events: 0,
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

    /// Adds an event of the input to its hash.
    pub(in crate::op) fn came(&mut self, text: &str) {
        self.hash(0, text);
    }

    /// Begins a row: the events up to its end are written to it. A stream of server-sent events has none.
    pub(in crate::op) fn open_row(&mut self, row: EventRow) {
        if self.framing == Framing::Sse {
            return;
        }
        if self.is_object {
            self.framing = Framing::Document;
        }
        self.row = Some(row);
    }

    /// Writes the row.
    pub(in crate::op) fn close_row(&mut self) {
        if let Some(row) = self.row.take() {
            self.emptied_rows += u64::from(row.is_emptied());
            self.item(&row.text());
        }
    }

    pub(in crate::op) fn has_row(&self) -> bool {
        self.row.is_some()
    }

    /// The number of rows that have lost all their events.
    pub(in crate::op) fn emptied_rows(&self) -> u64 {
        self.emptied_rows
    }

    /// The open row, which can be reopened later.
    pub(in crate::op) fn take_row(&mut self) -> Option<EventRow> {
        self.row.take()
    }

    /// Writes an event.
    pub(in crate::op) fn event(&mut self, text: &str) {
        self.hash(1, text);
        self.events += 1;
        match &mut self.row {
            Some(row) => row.add(text),
            None => self.item(text),
        }
    }

    fn item(&mut self, text: &str) {
        let (before, level): (&[u8], usize) = match self.framing {
            Framing::Sse => (b"data: ", 0),
            Framing::Array if self.is_inside => (if self.items == 0 { b"[" } else { b"," }, 0),
            Framing::Array if self.items == 0 => (b"[\n", 1),
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
            Some(layout @ Layout::Pretty(_)) if self.framing == Framing::Document => {
                reformat(text, layout, 0, &mut self.buffer);
            }
            Some(layout @ (Layout::Compact | Layout::Spaced)) => reformat(text, layout, 0, &mut self.buffer),
            // An event is one line.
            _ if memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_some() => minify(text, &mut self.buffer),
            _ => self.buffer.extend_from_slice(text.as_bytes()),
        }
        match self.framing {
            Framing::Sse => self.buffer.extend_from_slice(b"\n\n"),
            Framing::Array => {}
            _ if self.is_inside => {}
            Framing::Lines | Framing::Document | Framing::Messages | Framing::Folder => self.buffer.push(b'\n'),
        }
        self.items += 1;
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

    /// Ends the list, and updates the outcome.
    pub(in crate::op) fn finish(mut self, outcome: &mut Outcome) -> Result<(), EventFailure> {
        if outcome.fatal.is_none() && self.framing == Framing::Array {
            self.buffer.extend_from_slice(match self.items {
                0 => b"[]\n",
                _ if self.is_inside => b"]",
                _ => b"\n]\n",
            });
        }
        self.flush();
        outcome.records_out += self.events;
        outcome.bytes_out += self.bytes;
        let [came, went] = &self.hashes;
        outcome.is_changed = self.is_other_form || (self.compares && came.finish() != went.finish());
        self.check()
    }
}
