//! Server-sent events: extracts the data of frames and keeps its byte offsets.
//!
//! Everything except the data is replaced by white space, so every byte offset in the data stays the same:
//!
//! ```text
//! id: 7                     ·····
//! data: {"type":"RAW",  ─►  ······{"type":"RAW",
//! data: "event":1}          ······"event":1}
//! ```

/// The range of the data in a frame: from the first byte of its first line to the end of its last line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SseFrame {
    /// Where the data starts.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// Appends `text` to `json` with everything except the data blank, and the frames that have data to `frames`.
///
/// Lines end in LF, CR LF or CR. A line that is not UTF-8 is taken for data: nothing else is rejected. The last frame may have no blank line after it.
///
/// ```
/// use turnwise::events::sse::blank;
///
/// let (mut json, mut frames) = (Vec::new(), Vec::new());
/// blank(b": hi\r\ndata:{\r\ndata: }\r\n\r\n", &mut json, &mut frames);
/// assert_eq!(json, b"    \r\n     {\r\n      }\r\n\r\n");
/// assert_eq!((frames.len(), frames[0].start, frames[0].end), (1, 11, 21));
/// ```
pub fn blank(text: &[u8], json: &mut Vec<u8>, frames: &mut Vec<SseFrame>) {
    let mut at = 0;
    let mut frame: Option<SseFrame> = None;
    let base = json.len();
    json.extend_from_slice(text);
    while at < text.len() {
        let rest = text.get(at..).unwrap_or_default();
        let length = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let line = rest.get(..length).unwrap_or_default();
        // A line that is not UTF-8 stays with its frame, so that it is rejected where it is.
        let skip = data_of(line).or_else(|| simdutf8::basic::from_utf8(line).is_err().then_some(0));
        if let Some(skip) = skip {
            let found = frame.get_or_insert(SseFrame { start: at + skip, end: at + length });
            found.end = at + length;
        }
        let blanked = json.get_mut(base + at..base + at + skip.unwrap_or(length));
        blanked.into_iter().flatten().for_each(|byte| *byte = b' ');
        if line.is_empty() {
            frames.extend(frame.take());
        }
        at += length + if rest.get(length..length + 2) == Some(b"\r\n") { 2 } else { 1 };
    }
    frames.extend(frame);
}

/// The offset of the data in a line; `None` if it has none.
fn data_of(line: &[u8]) -> Option<usize> {
    let value = line.strip_prefix(b"data")?;
    match value {
        [] => Some(4),
        [b':', b' ', ..] => Some(6),
        [b':', ..] => Some(5),
        _ => None,
    }
}

/// The end of the last complete frame; `None` if there is none.
#[must_use]
pub fn last_end(text: &[u8]) -> Option<usize> {
    let mut end = text.len();
    while let Some(at) = memchr::memrchr2(b'\n', b'\r', text.get(..end)?) {
        let before = text.get(..at).unwrap_or_default();
        // This is the end of an empty line if the byte before it is also a line end.
        let before = if text.get(at) == Some(&b'\n') { before.strip_suffix(b"\r").unwrap_or(before) } else { before };
        if before.ends_with(b"\n") || (before.ends_with(b"\r") && before.len() < at + 1) {
            return Some(at + 1);
        }
        end = at;
    }
    None
}

/// True if the first lines of a text look like server-sent events.
#[must_use]
pub fn is_sse(head: &str) -> bool {
    const FIELDS: [&str; 5] = ["data:", "event:", "id:", "retry:", ":"];
    let head = head.trim_start_matches(['\n', '\r']);
    if !FIELDS.iter().any(|field| head.starts_with(field)) {
        return false;
    }
    let mut lines = head.split(['\n', '\r']).filter(|line| !line.is_empty()).take(50);
    lines.any(|line| line.strip_prefix("data:").is_some_and(|data| data.trim_start().starts_with('{')))
}

/// The data of the first frame that is not a sentinel.
#[must_use]
pub fn first(head: &str) -> String {
    let (mut json, mut frames) = (Vec::new(), Vec::new());
    blank(head.as_bytes(), &mut json, &mut frames);
    let data = frames.iter().filter_map(|frame| std::str::from_utf8(json.get(frame.start..frame.end)?).ok());
    data.into_iter().find(|data| !is_sentinel(data)).unwrap_or_default().to_owned()
}

/// True for the data with which other protocols end a stream: `[DONE]`.
#[must_use]
pub fn is_sentinel(data: &str) -> bool {
    let word = data.trim().strip_prefix('[').and_then(|data| data.strip_suffix(']'));
    word.is_some_and(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(text: &str) -> Vec<String> {
        let (mut json, mut frames) = (Vec::new(), Vec::new());
        blank(text.as_bytes(), &mut json, &mut frames);
        assert_eq!(json.len(), text.len());
        frames.iter().map(|it| String::from_utf8(json[it.start..it.end].to_vec()).unwrap()).collect()
    }

    #[test]
    fn frames_end_at_blank_lines_of_all_kinds() {
        assert_eq!(data("data: 1\n\ndata:2\r\n\r\ndata:  3\r\rid: 4\n\ndata: 5"), ["1", "2", " 3", "5"]);
        assert_eq!(data("data: {\ndata\ndataset: x\ndata: }\n\n"), ["{\n    \n          \n      }"]);
        assert_eq!(data(":\n\n\nevent: x\n"), [""; 0]);
    }

    #[test]
    fn only_whole_frames_are_cut() {
        for (text, end) in [
            ("data: 1\n\ndata: 2\n", Some(9)),
            ("data: 1\r\n\r\ndata: 2\r\n", Some(11)),
            ("data: 1\r\rdata: 2\r", Some(9)),
            ("data: 1\ndata: 2\n", None),
            ("data: 1\r\n", None),
            ("", None),
        ] {
            assert_eq!(last_end(text.as_bytes()), end, "{text:?}");
        }
    }

    #[test]
    fn streams_are_told_by_their_fields() {
        assert!(is_sse(": hi\n\nid: 1\ndata: {\"type\":1}\n\n") && is_sse("data:{}"));
        assert!(!is_sse("data: hello\n") && !is_sse("{\"data:\":1}") && !is_sse("idle\ndata:{}"));
        assert!(is_sentinel("[DONE]") && !is_sentinel("[1]") && !is_sentinel("DONE") && !is_sentinel("[]"));
    }
}
