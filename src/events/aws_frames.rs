//! The binary event stream of AWS (`application/vnd.amazon.eventstream`), which a Bedrock answer is streamed in.
//!
//! A frame is the length of the frame, the length of its headers (four bytes each), their CRC32, headers, a payload, and the
//! CRC32 of all before it. Each frame becomes a line: `{"messageStart":{"role":"assistant"}}`.

use std::io::{self, Read};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::json::{Tape, quoted};

/// The beginning of the line of a frame that could not be decoded: a text that says why follows. It is in no JSON text.
pub const DAMAGED: char = '\u{1}';

/// Bytes of the lengths and their checksum.
const PRELUDE: usize = 12;
/// Bytes of the longest frame: the service allows 16 MiB of payload and 128 KiB of headers.
const MOST: usize = 25 * 1024 * 1024;
/// True for the beginning of a stream: a length, that of the headers, a checksum, and a header that names the frame.
pub(crate) fn is_event_stream(head: &[u8]) -> bool {
    let Some(([0, ..], _)) = head.split_first_chunk::<4>() else { return false };
    let header = head.get(PRELUDE + 1..).unwrap_or_default();
    [":message-type", ":event-type", ":content-type", ":exception-type"].iter().any(|name| {
        head.get(PRELUDE).is_some_and(|length| usize::from(*length) == name.len())
            && header.starts_with(name.as_bytes())
    })
}

/// Reads the frames of a stream as lines of JSON.
pub(crate) struct FrameLines<R> {
    inner: R,
    line: Vec<u8>,
    /// Bytes of the line that were read.
    taken: usize,
    frames: u64,
    is_over: bool,
}

/// The names of a frame.
#[derive(Debug, Default)]
struct FrameNames {
    event: Option<String>,
    exception: Option<String>,
    error: Option<String>,
}

impl<R: Read> FrameLines<R> {
    pub(crate) fn new(inner: R) -> Self {
        Self { inner, line: Vec::new(), taken: 0, frames: 0, is_over: false }
    }

    /// The next line; empty at the end.
    fn next(&mut self) -> io::Result<Vec<u8>> {
        self.frames += 1;
        let mut prelude = Vec::with_capacity(PRELUDE);
        (&mut self.inner).take(PRELUDE as u64).read_to_end(&mut prelude)?;
        if prelude.is_empty() {
            return Ok(Vec::new());
        }
        let (length, headers) = (number(&prelude, 0), number(&prelude, 4));
        let is_sound = checksum(prelude.get(..8).unwrap_or_default()) == number(&prelude, 8);
        let is_fitting = length >= PRELUDE + 4 + headers && length <= MOST;
        if prelude.len() < PRELUDE {
            return Ok(self.end("truncated"));
        }
        if !is_sound || !is_fitting {
            // Nobody knows where the next frame begins.
            return Ok(self.end("damaged: the checksum of its lengths is wrong, and all after it is skipped"));
        }
        let mut frame = prelude;
        (&mut self.inner).take((length - PRELUDE) as u64).read_to_end(&mut frame)?;
        if frame.len() < length {
            return Ok(self.end("truncated"));
        }
        let end = length - 4;
        if checksum(frame.get(..end).unwrap_or_default()) != number(&frame, end) {
            return Ok(self.damaged("damaged: its checksum is wrong"));
        }
        let (headers, payload) =
            frame.get(PRELUDE..end).and_then(|body| body.split_at_checked(headers)).unwrap_or_default();
        let Some(names) = names(headers) else { return Ok(self.damaged("damaged: its headers cannot be read")) };
        match line_of(&names, payload) {
            Some(line) => Ok(line),
            None => Ok(self.damaged("damaged: its payload is not UTF-8")),
        }
    }

    fn damaged(&self, why: &str) -> Vec<u8> {
        format!("{DAMAGED}{why} (frame {})\n", self.frames).into_bytes()
    }

    fn end(&mut self, why: &str) -> Vec<u8> {
        self.is_over = true;
        self.damaged(why)
    }
}

impl<R: Read> Read for FrameLines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.line.len() && !self.is_over {
            (self.line, self.taken) = (self.next()?, 0);
        }
        let rest = self.line.get(self.taken..).unwrap_or_default();
        let count = rest.len().min(buffer.len());
        if let (Some(to), Some(from)) = (buffer.get_mut(..count), rest.get(..count)) {
            to.copy_from_slice(from);
        }
        self.taken += count;
        Ok(count)
    }
}

fn number(bytes: &[u8], at: usize) -> usize {
    let four = bytes.get(at..at + 4).unwrap_or_default();
    four.iter().fold(0, |sum, byte| sum * 256 + usize::from(*byte))
}

fn checksum(bytes: &[u8]) -> usize {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum() as usize
}

/// The headers that name a frame. `None`: they are not headers.
fn names(mut headers: &[u8]) -> Option<FrameNames> {
    let mut names = FrameNames::default();
    while let Some((length, rest)) = headers.split_first() {
        let (name, rest) = rest.split_at_checked(usize::from(*length))?;
        let (kind, rest) = rest.split_first()?;
        let (value, rest) = match kind {
            0 | 1 => rest.split_at_checked(0)?,
            2 => rest.split_at_checked(1)?,
            3 => rest.split_at_checked(2)?,
            4 => rest.split_at_checked(4)?,
            5 | 8 => rest.split_at_checked(8)?,
            6 | 7 => {
                let (length, rest) = rest.split_at_checked(2)?;
                rest.split_at_checked(length.iter().fold(0, |sum, byte| sum * 256 + usize::from(*byte)))?
            }
            9 => rest.split_at_checked(16)?,
            _ => return None,
        };
        let text = || String::from_utf8_lossy(value).into_owned();
        match name {
            b":event-type" => names.event = Some(text()),
            b":exception-type" | b":error-code" => names.exception = Some(text()),
            b":error-message" => names.error = Some(text()),
            _ => {}
        }
        headers = rest;
    }
    Some(names)
}

/// The line of a frame. `None`: its payload is not a text.
fn line_of(names: &FrameNames, payload: &[u8]) -> Option<Vec<u8>> {
    let payload = std::str::from_utf8(payload).ok()?.replace(['\n', '\r'], " ");
    let payload = payload.trim();
    if let Some(exception) = &names.exception {
        let body = match &names.error {
            Some(message) => format!(r#"{{"message":{}}}"#, quoted(message)),
            None if payload.starts_with('{') => payload.to_owned(),
            None => format!(r#"{{"message":{}}}"#, quoted(exception)),
        };
        let name = if exception.ends_with("Exception") { exception.clone() } else { format!("{exception}Exception") };
        return Some(format!("{{{}:{body}}}\n", quoted(&name)).into_bytes());
    }
    // Other operations than Converse put the events of a model into it.
    if names.event.as_deref() == Some("chunk") {
        let mut tape = Tape::new();
        let root = tape.parse(payload).ok();
        let bytes = root.and_then(|root| root.get("bytes")).and_then(|bytes| bytes.token());
        let inner = bytes.and_then(|bytes| STANDARD.decode(bytes).ok()).and_then(|bytes| String::from_utf8(bytes).ok());
        if let Some(inner) = inner {
            return Some(format!("{}\n", inner.replace(['\n', '\r'], " ").trim()).into_bytes());
        }
    }
    let payload = if payload.is_empty() { "{}" } else { payload };
    Some(format!("{{{}:{payload}}}\n", quoted(names.event.as_deref().unwrap_or_default())).into_bytes())
}

#[cfg(test)]
#[path = "aws_frames_tests.rs"]
mod tests;
