//! Inputs that are binary event streams of AWS are read as lines of JSON.

use std::io::{self, Read};

use crate::events::aws_frames::{FrameLines, is_event_stream};

/// Bytes that are looked at to detect such a stream.
const LOOK: usize = 64;

/// The text of an input, and whether it is such a stream. `may_be`: its first bytes are looked at.
pub(super) fn open(mut reader: Box<dyn Read + Send>, may_be: bool) -> io::Result<(Box<dyn Read + Send>, bool)> {
    if !may_be {
        return Ok((reader, false));
    }
    let mut head = vec![0; LOOK];
    let found = read_full(&mut reader, &mut head)?;
    head.truncate(found);
    let is_stream = is_event_stream(&head);
    let whole = io::Cursor::new(head).chain(reader);
    Ok((if is_stream { Box::new(FrameLines::new(whole)) } else { Box::new(whole) }, is_stream))
}

/// Reads until the buffer is full or the input is over.
pub(super) fn read_full(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while let Some(rest) = buffer.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match reader.read(rest) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
