//! Cuts the events of a recorded stream: lines, server-sent events, items of an array, or values
//! in any layout.
//!
//! `data: {"a":1}⏎⏎` gives `{"a":1}`, with its line and column.

use std::io::{self, Read};

use crate::format::Framing;
use crate::json::{ArrayMark, ArrayScanner, Tape, is_space};
use crate::report::Start;

/// Cuts events, of which the last one may not be complete yet.
#[derive(Debug)]
pub(super) struct EventCutter {
    buffer: Vec<u8>,
    /// Bytes of the buffer that contain no end of an event.
    scanned: usize,
    /// The place of the first byte of the buffer.
    place: Start,
    mode: CutMode,
}

#[derive(Debug)]
enum CutMode {
    Lines,
    /// The data of the frame so far, and its place.
    Frames(Vec<u8>, Option<Start>),
    /// `None`: the array has not begun.
    Items(Option<ArrayScanner>),
    /// Values in any layout, one after the other.
    Values,
}

/// How lines end.
#[derive(Clone, Copy, Debug)]
struct LineMode {
    /// A carriage return alone ends a line, too.
    is_sse: bool,
    /// What is left is a line.
    is_end: bool,
}

impl EventCutter {
    /// Cuts events of this framing. `offset`: the bytes before the first one.
    pub(super) fn new(framing: Framing, offset: u64) -> Self {
        let mode = match framing {
            Framing::Sse => CutMode::Frames(Vec::new(), None),
            Framing::Array => CutMode::Items(None),
            Framing::Document => CutMode::Values,
            Framing::Lines | Framing::Messages | Framing::Folder => CutMode::Lines,
        };
        Self { buffer: Vec::new(), scanned: 0, place: Start { line: 1, column: 1, offset }, mode }
    }

    /// Reads more. Nothing at the end.
    pub(super) fn fill(&mut self, from: &mut impl Read, most: usize) -> io::Result<&[u8]> {
        let start = self.buffer.len();
        self.buffer.resize(start + most, 0);
        let read = loop {
            match from.read(self.buffer.get_mut(start..).unwrap_or_default()) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.buffer.truncate(start + read.as_ref().map_or(0, |count| *count));
        read.map(|_| self.buffer.get(start..).unwrap_or_default())
    }

    /// The bytes of the event that is not complete.
    pub(super) fn waiting(&self) -> usize {
        let data = if let CutMode::Frames(data, _) = &self.mode { data.len() } else { 0 };
        self.buffer.len() + data
    }

    /// Passes the complete events to `each`. `is_end`: what is left is one, too.
    pub(super) fn cut(&mut self, is_end: bool, each: &mut dyn FnMut(&[u8], Start)) {
        let buffer = std::mem::take(&mut self.buffer);
        let mut mode = std::mem::replace(&mut self.mode, CutMode::Lines);
        let done = match &mut mode {
            CutMode::Lines => self
                .lines(&buffer, LineMode { is_sse: false, is_end }, &mut |event, place| each_event(event, place, each)),
            CutMode::Frames(data, place) => {
                let done = self.lines(&buffer, LineMode { is_sse: true, is_end }, &mut |line, at| {
                    add_line(line, at, data, place, each);
                });
                if is_end {
                    end_frame(data, place, each);
                }
                done
            }
            CutMode::Items(scanner) => self.items(&buffer, scanner, is_end, each),
            CutMode::Values if is_end => self.values(&buffer, each),
            CutMode::Values => 0,
        };
        self.mode = mode;
        self.buffer = buffer;
        self.buffer.drain(..done);
        self.scanned = self.scanned.saturating_sub(done);
    }

    /// The place after some bytes.
    fn advance(&mut self, bytes: &[u8]) {
        self.place.offset += bytes.len() as u64;
        match memchr::memrchr(b'\n', bytes) {
            Some(newline) => {
                self.place.line += memchr::memchr_iter(b'\n', bytes).count() as u64;
                self.place.column = (bytes.len() - newline) as u64;
            }
            None => self.place.column += bytes.len() as u64,
        }
    }

    /// Passes the lines, without their ends. The result is the bytes that were taken.
    fn lines(&mut self, buffer: &[u8], mode: LineMode, each: &mut dyn FnMut(&[u8], Start)) -> usize {
        let LineMode { is_sse, is_end } = mode;
        let mut start = 0;
        loop {
            let from = self.scanned.max(start);
            let rest = buffer.get(from..).unwrap_or_default();
            let found = if is_sse { memchr::memchr2(b'\n', b'\r', rest) } else { memchr::memchr(b'\n', rest) };
            let end = found.map(|found| from + found);
            let length = match end {
                Some(end) if buffer.get(end) == Some(&b'\r') => match buffer.get(end + 1) {
                    Some(b'\n') => 2,
                    // The line feed may be what is read next.
                    None if !is_end => break,
                    _ => 1,
                },
                Some(_) => 1,
                None if is_end && start < buffer.len() => 0,
                None => break,
            };
            let end = end.unwrap_or(buffer.len());
            each(buffer.get(start..end).unwrap_or_default(), self.place);
            self.advance(buffer.get(start..end + length).unwrap_or_default());
            if length == 1 && buffer.get(end) == Some(&b'\r') {
                (self.place.line, self.place.column) = (self.place.line + 1, 1);
            }
            start = end + length;
        }
        self.scanned = buffer.len().saturating_sub(1);
        start
    }

    fn items(
        &mut self,
        buffer: &[u8],
        scanner: &mut Option<ArrayScanner>,
        is_end: bool,
        each: &mut dyn FnMut(&[u8], Start),
    ) -> usize {
        let mut start = 0;
        if scanner.is_none()
            && let Some(bracket) = memchr::memchr(b'[', buffer)
        {
            start = bracket + 1;
            self.scanned = start;
            self.advance(buffer.get(..start).unwrap_or_default());
            *scanner = Some(ArrayScanner::new());
        }
        let Some(scanner) = scanner else { return 0 };
        let (base, mut ends) = (self.scanned, Vec::new());
        scanner.feed(buffer.get(base..).unwrap_or_default(), &mut |mark| {
            let (ArrayMark::Comma(at) | ArrayMark::End(at)) = mark;
            ends.push(base + at);
        });
        for end in ends {
            self.item(buffer.get(start..end).unwrap_or_default(), each);
            self.advance(buffer.get(start..=end).unwrap_or_default());
            start = end + 1;
        }
        if is_end || scanner.is_done() {
            self.item(buffer.get(start..).unwrap_or_default(), each);
            self.advance(buffer.get(start..).unwrap_or_default());
            start = buffer.len();
        }
        self.scanned = buffer.len();
        start
    }

    fn values(&mut self, buffer: &[u8], each: &mut dyn FnMut(&[u8], Start)) -> usize {
        let (mut tape, mut done) = (Tape::new(), 0);
        let text = simdutf8::basic::from_utf8(buffer).unwrap_or_default();
        if let Ok(values) = tape.parse_sequence(text) {
            for value in values.items() {
                let span = value.span();
                self.advance(buffer.get(done..span.start).unwrap_or_default());
                each_event(value.raw().as_bytes(), self.place, each);
                self.advance(value.raw().as_bytes());
                done = span.end;
            }
        } else {
            self.item(buffer, each);
        }
        buffer.len()
    }

    /// An item, with white space around it.
    fn item(&self, item: &[u8], each: &mut dyn FnMut(&[u8], Start)) {
        let mut before = Self { buffer: Vec::new(), scanned: 0, place: self.place, mode: CutMode::Lines };
        let space = item.iter().take_while(|byte| is_space(**byte)).count();
        before.advance(item.get(..space).unwrap_or_default());
        each_event(item, before.place, each);
    }
}

/// Passes an event without the white space around it, unless it is blank. `place`: that of its first byte that is not white
/// space, or of the line that it begins.
fn each_event(event: &[u8], place: Start, each: &mut dyn FnMut(&[u8], Start)) {
    let event = event.trim_ascii();
    if !event.is_empty() {
        each(event, place);
    }
}

/// A line of server-sent events.
fn add_line(line: &[u8], at: Start, data: &mut Vec<u8>, place: &mut Option<Start>, each: &mut dyn FnMut(&[u8], Start)) {
    if line.is_empty() {
        return end_frame(data, place, each);
    }
    let Some(value) = line.strip_prefix(b"data") else {
        // Errors are sent without a frame at times.
        if line.starts_with(b"{") {
            end_frame(data, place, each);
            each_event(line, at, each);
        }
        return;
    };
    let skip = match value {
        [] => 0,
        [b':', b' ', ..] => 2,
        [b':', ..] => 1,
        _ => return,
    };
    if place.is_some() {
        data.push(b'\n');
    }
    place.get_or_insert(at.after(4 + skip));
    data.extend_from_slice(value.get(skip..).unwrap_or_default());
}

fn end_frame(data: &mut Vec<u8>, place: &mut Option<Start>, each: &mut dyn FnMut(&[u8], Start)) {
    if let Some(place) = place.take() {
        each_event(data, place, each);
    }
    data.clear();
}
