//! Changes on the bytes of a record, in one pass.

use super::plan::Made;

/// Adds `bytes` with the changes to `out`. The changes are in order; one that lies in the one before is left out.
pub(super) fn splice(bytes: &[u8], made: &Made, out: &mut Vec<u8>) {
    let mut done = 0;
    for change in &made.changes {
        let Some(kept) = bytes.get(done..change.span.start) else { continue };
        out.extend_from_slice(kept);
        out.extend_from_slice(made.text.get(change.from..change.to).unwrap_or_default().as_bytes());
        done = change.span.end;
    }
    out.extend_from_slice(bytes.get(done..).unwrap_or_default());
}

/// Lines end in LF where the output is a stream.
pub(super) fn without_returns(bytes: &[u8]) -> Option<Vec<u8>> {
    memchr::memchr(b'\r', bytes)?;
    let mut out = Vec::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        match line.strip_suffix(b"\r\n") {
            Some(line) => {
                out.extend_from_slice(line);
                out.push(b'\n');
            }
            None => out.extend_from_slice(line.strip_suffix(b"\r").unwrap_or(line)),
        }
    }
    Some(out)
}
