//! Writes events: each as a line, a frame or an item of a list. The events of a row of a store stay in their row.

use super::{EventFailure, EventLayout, EventLog};
use crate::events::EventRow;
use crate::format::Framing;
use crate::json::{Layout, minify, reformat};
use crate::op::outcome::Outcome;
use crate::op::stream_comparison::StreamComparison;
use crate::stream::Write;

/// The size of the buffer that is written at once.
const BLOCK: usize = 256 * 1024;

const MARK: &[u8] = b"\xef\xbb\xbf";

/// Writes events.
pub(in crate::op) struct EventOut<'e> {
    out: BlockOutput<'e>,
    framing: Framing,
    /// The list is a value of a record, on one line.
    is_inside: bool,
    /// The input is one object, and so is the output.
    is_object: bool,
    row: Option<EventRow>,
    emptied_rows: u64,
    layout: Option<Layout>,
    is_other_form: bool,
    /// The events of the input and the output, if they are compared.
    compared: Option<StreamComparison>,
    /// The number of lines, frames or items.
    items: u64,
    events: u64,
}

/// An output that is written in blocks, until writing fails.
struct BlockOutput<'e> {
    write: &'e mut Write<'e>,
    buffer: Vec<u8>,
    /// The number of written bytes.
    written: u64,
    failure: Option<EventFailure>,
}

impl BlockOutput<'_> {
    fn flush(&mut self) {
        if self.failure.is_none() && !self.buffer.is_empty() {
            self.written += self.buffer.len() as u64;
            if let Err(error) = (self.write)(&self.buffer) {
                self.failure = Some(EventFailure::Sink(error));
            }
        }
        self.buffer.clear();
    }
}

impl<'e> EventOut<'e> {
    pub(in crate::op) fn new(log: &EventLog<'_>, layout: EventLayout, write: &'e mut Write<'e>) -> Self {
        let own = log.own_framing();
        let framing = layout.framing.unwrap_or(own);
        let is_pretty = matches!(log.layout(), Layout::Pretty(_)) && framing == Framing::Array;
        let buffer = if layout.keeps_mark && log.has_mark() { MARK.to_vec() } else { Vec::new() };
        Self {
            out: BlockOutput { write, buffer, written: 0, failure: None },
            framing,
            is_inside: log.is_inside(),
            is_object: layout.framing.is_none() && log.is_object(),
            row: None,
            emptied_rows: 0,
            layout: layout.layout.or(is_pretty.then_some(log.layout())),
            is_other_form: framing != own || layout.layout.is_some(),
            compared: layout.compares.then(StreamComparison::default),
            items: 0,
            events: 0,
        }
    }

    /// Adds an event of the input to the comparison.
    pub(in crate::op) fn came(&mut self, text: &str) {
        if let Some(compared) = &mut self.compared {
            compared.came(text.as_bytes());
            compared.came(b"\n");
        }
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
        if let Some(compared) = &mut self.compared {
            compared.went(text.as_bytes());
            compared.went(b"\n");
        }
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
        let buffer = &mut self.out.buffer;
        buffer.extend_from_slice(before);
        match self.layout {
            Some(Layout::Pretty(indent)) if level > 0 => {
                let width = if indent == 0 { 1 } else { usize::from(indent) };
                buffer.resize(buffer.len() + width, if indent == 0 { b'\t' } else { b' ' });
                reformat(text, Layout::Pretty(indent), level, buffer);
            }
            Some(layout @ Layout::Pretty(_)) if self.framing == Framing::Document => {
                reformat(text, layout, 0, buffer);
            }
            Some(layout @ (Layout::Compact | Layout::Spaced)) => reformat(text, layout, 0, buffer),
            // An event is one line.
            _ if memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_some() => minify(text, buffer),
            _ => buffer.extend_from_slice(text.as_bytes()),
        }
        match self.framing {
            Framing::Sse => buffer.extend_from_slice(b"\n\n"),
            Framing::Array => {}
            _ if self.is_inside => {}
            Framing::Lines | Framing::Document | Framing::Messages | Framing::Folder => buffer.push(b'\n'),
        }
        self.items += 1;
        if buffer.len() >= BLOCK {
            self.out.flush();
        }
    }

    /// Returns the first error of writing, once.
    pub(in crate::op) fn check(&mut self) -> Result<(), EventFailure> {
        self.out.failure.take().map_or(Ok(()), Err)
    }

    /// Ends the list, and updates the outcome.
    pub(in crate::op) fn finish(mut self, outcome: &mut Outcome) -> Result<(), EventFailure> {
        if outcome.fatal.is_none() && self.framing == Framing::Array {
            self.out.buffer.extend_from_slice(match self.items {
                0 => b"[]\n",
                _ if self.is_inside => b"]",
                _ => b"\n]\n",
            });
        }
        self.out.flush();
        outcome.records_out += self.events;
        outcome.bytes_out += self.out.written;
        outcome.is_changed = self.is_other_form || self.compared.as_ref().is_some_and(StreamComparison::is_changed);
        self.check()
    }
}
