//! The framing of a file: the arrangement of its records.

use super::plain_records::is_plain;
use super::signs::KeySet;
use super::{FORMATS, Format, Score, foreign, is_beside, score_all};
use crate::events::sse::is_sse;
use crate::json::{JsonError, Node, Problem, Tape};

/// The framing of a file: the arrangement of its records.
///
/// ```
/// use turnwise::Framing;
///
/// let chat = r#"[{"messages":[{"role":"user","content":"Hello"}]}]"#;
/// assert_eq!(turnwise::detect(chat)?.framing, Framing::Array);
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Framing {
    /// One record for each line (JSONL).
    Lines,
    /// One array; every item is a record.
    Array,
    /// The whole file is one record.
    Document,
    /// One message a line; all lines together are one record.
    Messages,
    /// Server-sent events; all of them together are one record.
    Sse,
    /// A folder of sessions: a file, or several, a record; an index next to them.
    Folder,
}

impl Framing {
    /// True if the file is one record that comes in pieces: messages or events.
    #[must_use]
    pub fn is_pieces(self) -> bool {
        matches!(self, Self::Messages | Self::Sse)
    }

    /// As users write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Lines => "lines",
            Self::Array => "array",
            Self::Document => "document",
            Self::Messages => "messages",
            Self::Sse => "sse",
            Self::Folder => "folder",
        }
    }
}

/// Finds out how a file is framed, from its first bytes.
///
/// `is_whole` says that `head` is the whole file; `extension` is a hint: it decides only where the bytes do not.
#[must_use]
pub fn find_framing(head: &str, is_whole: bool, extension: &str) -> Framing {
    let is_lines_name = matches!(extension, "jsonl" | "ndjson");
    let text = head.trim_start();
    if extension == "sse" || is_sse(head) {
        return Framing::Sse;
    }
    if super::starts_text(head) {
        return Framing::Document;
    }
    let mut tape = Tape::new();
    let first_line = split_lines(text).next().unwrap_or_default();
    let has_more =
        text.len() > first_line.trim_end().len() && !text.get(first_line.len()..).unwrap_or_default().trim().is_empty();
    // A small file is often one line, which is parsed once.
    let mut first_error = None;
    if !has_more && text.starts_with('{') {
        match tape.parse(first_line) {
            Ok(root) => {
                let is_piece = session_of(root).is_some() || (is_message(root) && score_all(root).is_empty());
                return match (is_piece, is_lines_name || extension != "json") {
                    (true, _) => Framing::Messages,
                    (false, true) => Framing::Lines,
                    (false, false) => Framing::Document,
                };
            }
            Err(error) => first_error = Some(error),
        }
    }
    if !text.starts_with('[') && session_format(head).is_some() {
        return Framing::Messages;
    }
    if text.starts_with('[') {
        let (whole_score, item) = score_array(text, &mut tape);
        let is_record_a_line = has_more && tape.parse(first_line).is_ok();
        return match item {
            // Lists of messages, one a line.
            _ if is_record_a_line => Framing::Lines,
            // Lists of messages, one a line, the first of them truncated or damaged.
            _ if has_more && line_after_bad(text, is_whole) == Some(Framing::Lines) => Framing::Lines,
            // `[]`: an array of no records; anything else without a score fails later, with a better message.
            None if is_whole && !is_lines_name => Framing::Array,
            None => {
                if is_lines_name {
                    Framing::Lines
                } else {
                    Framing::Document
                }
            }
            Some(item) if item > whole_score => Framing::Array,
            Some(_) if is_lines_name && !has_more => Framing::Lines,
            Some(_) => Framing::Document,
        };
    }
    match first_error.map_or_else(|| tape.parse(first_line), Err) {
        Ok(root) => {
            if has_more && is_message(root) && is_one_answer(text, is_whole) {
                return Framing::Messages;
            }
            // The first message may be the plainest of all: then a later one tells.
            let is_first = || has_more && root.is_object() && root.get("role").is_some() && has_message(text);
            if (is_message(root) || is_first()) && score_all(root).is_empty() {
                return Framing::Messages;
            }
            // A slow pipe has given its first line: more may come.
            if has_more || is_lines_name || extension != "json" { Framing::Lines } else { Framing::Document }
        }
        // Truncated or damaged, and whole lines follow.
        Err(_) if has_more && let Some(found) = line_after_bad(text, is_whole) => found,
        // The first line alone is not a value: a pretty document, unless its name or the damage say otherwise.
        Err(_) if is_lines_name && !is_one_value(text, is_whole) => Framing::Lines,
        Err(error) if error.is_end() && (first_line.len() < text.len() || is_whole) => Framing::Document,
        // Longer than what we saw, in one line: the way of JSONL.
        Err(error) if error.is_end() => {
            if extension == "json" {
                Framing::Document
            } else {
                Framing::Lines
            }
        }
        Err(JsonError { problem: Problem::TextAfterValue | Problem::CommaAfterValue, .. }) if is_whole => {
            Framing::Document
        }
        Err(_) => {
            if extension == "json" {
                Framing::Document
            } else {
                Framing::Lines
            }
        }
    }
}

/// The lines of a text without their ends. `str::split` is slow where lines are long.
pub fn split_lines(text: &str) -> impl Iterator<Item = &str> {
    let ends = memchr::memchr_iter(b'\n', text.as_bytes()).chain(std::iter::once(text.len()));
    let mut start = 0;
    ends.map(move |end| {
        let line = text.get(start..end).unwrap_or_default();
        start = end + 1;
        line
    })
}

/// True if the lines together are one value, or the beginning of one.
fn is_one_value(text: &str, is_whole: bool) -> bool {
    let has_lines = text.trim_end().contains('\n');
    has_lines && Tape::new().parse(text).map_or_else(|error| !is_whole && error.is_end(), |_| true)
}

/// The maximum number of lines that are examined to find out whether they are those of a session.
const SESSION_LINES: usize = 200;

/// The format of a session, of which these are the first lines. Other lines may be before the one that tells; lines that are
/// damaged or cut off may be among them.
#[must_use]
pub fn session_format(head: &str) -> Option<&'static Format> {
    let mut tape = Tape::new();
    let lines = || split_lines(head).filter(|line| !line.trim().is_empty()).take(SESSION_LINES);
    // What begins a pretty document is not a line.
    if lines().next().is_some_and(|first| matches!(first.trim(), "{" | "[")) {
        return None;
    }
    let of_line = |(line, index): (&str, usize)| {
        let (root, error) = tape.parse_prefix(line);
        let found = root.and_then(session_of);
        // A line that is cut off is not damaged.
        let is_damaged = |error: &JsonError| found.is_none() && !(error.is_end() && head.ends_with(line));
        let parts = error.filter(is_damaged).and_then(|_| tape.parse_lines(line).ok());
        Some((found.or_else(|| parts?.items().find_map(session_of))?, index))
    };
    let (format, index) = lines().zip(0..).find_map(of_line)?;
    // A line of a log of another program, whose later lines may look like those of this one.
    let is_foreign = |line: &str| tape.parse(line).is_ok_and(|root| foreign(root).is_some());
    (!lines().take(index).any(is_foreign)).then_some(format)
}

/// The format of a line of a session.
fn session_of(line: Node<'_, '_>) -> Option<&'static Format> {
    if is_plain(line) {
        return None;
    }
    let keys = KeySet::of(line);
    let is_session = |format: &&Format| format.framing.is_session && format.may_have(keys);
    FORMATS.iter().copied().filter(is_session).find(|format| format.framing.is_message.is_some_and(|is| is(line)))
}

/// True if the lines that are there as a whole, though each is a record by itself, are one record together: the chunks of an
/// answer.
fn is_one_answer(text: &str, is_whole: bool) -> bool {
    let end = if is_whole { text.len() } else { text.rfind('\n').unwrap_or_default() };
    let mut tape = Tape::new();
    let lines = text.get(..end).and_then(|lines| tape.parse_sequence(lines).ok());
    lines.filter(|list| list.len() > 1).and_then(|list| score_all(list).first().copied()).is_some_and(|found| {
        found.score.value >= Score::SURE && found.format.framing.is_message.is_some() && found.format.is_service()
    })
}

/// The framing of a file whose first line is truncated or damaged: the first two lines do not form one value, and a later line
/// is a record or a message by itself.
fn line_after_bad(text: &str, is_whole: bool) -> Option<Framing> {
    let mut tape = Tape::new();
    let mut lines = split_lines(text).skip(1).filter(|line| !line.trim().is_empty()).take(20);
    // Not in a pretty document, which may be long.
    let found = lines.find_map(|line| what_line(tape.parse(line).ok()?))?;
    let error = tape.parse_prefix(text).1?;
    let is_unfinished = is_whole && text.starts_with('{');
    (!error.is_end() || is_unfinished).then_some(found)
}

fn what_line(root: Node<'_, '_>) -> Option<Framing> {
    if !score_all(root).is_empty() {
        return Some(Framing::Lines);
    }
    is_message(root).then_some(Framing::Messages)
}

fn is_message(root: Node<'_, '_>) -> bool {
    if is_plain(root) {
        return false;
    }
    let keys = KeySet::of(root);
    FORMATS.iter().any(|format| format.may_have(keys) && format.framing.is_message.is_some_and(|is| is(root)))
}

/// The maximum number of rows of an array that are examined where the first one is no record.
const ROWS: usize = 20;

/// True if one of the first lines is a message that only one format has, and none of them is a record.
fn has_message(text: &str) -> bool {
    let mut tape = Tape::new();
    let mut is_found = false;
    for line in split_lines(text).filter(|line| !line.trim().is_empty()).take(20) {
        let Ok(root) = tape.parse(line) else { continue };
        if !score_all(root).is_empty() {
            return false;
        }
        is_found |= is_message(root);
    }
    is_found
}

/// The score of the array as a record, and that of its first item that may be a record (`None` if there is no item).
fn score_array(text: &str, tape: &mut Tape) -> (u8, Option<u8>) {
    let (Some(root), _) = tape.parse_prefix(text) else { return (0, None) };
    let best = |node| score_all(node).first().map_or(0, |candidate| candidate.score.value);
    let Some(first) = root.items().find(|item| !is_beside(*item)).or_else(|| root.items().next()) else {
        return (best(root), None);
    };
    let scores = (best(root), best(first));
    // As with lines, the first row may be something else.
    if scores == (0, 0) && foreign(root).or_else(|| foreign(first)).is_none() {
        return (0, root.items().take(ROWS).map(best).max());
    }
    (scores.0, Some(scores.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_decide_and_names_help() {
        let body = r#"{"messages":[{"role":"user","content":"hi"}]}"#;
        let list = r#"[{"role":"user","content":"hi"}]"#;
        let message = r#"{"type":"user","content":{"type":"string","value":"x"}}"#;
        for (text, extension, framing) in [
            (format!("{body}\n{body}\n"), "json", Framing::Lines),
            (format!("{body}\n"), "json", Framing::Document),
            (format!("{body}\n"), "jsonl", Framing::Lines),
            (format!("[{body},\n{body}]"), "json", Framing::Array),
            (format!("[\n {body}\n]"), "jsonl", Framing::Array),
            (list.to_owned(), "json", Framing::Document),
            (format!("{list}\n{list}"), "", Framing::Lines),
            (format!("[{list},{list}]"), "", Framing::Array),
            ("[]".to_owned(), "json", Framing::Array),
            ("{\n \"messages\": []\n}".to_owned(), "", Framing::Document),
            ("{\n \"messages\": []\n}".to_owned(), "jsonl", Framing::Document),
            (format!("{{\"messages\":[\n{body}\n"), "jsonl", Framing::Lines),
            ("{\"messages\":[".to_owned(), "jsonl", Framing::Lines),
            (format!("{message}\n{message}"), "jsonl", Framing::Messages),
            (format!(": hi\ndata: {message}\n\n"), "", Framing::Sse),
            (format!("{}\n\n{message}", r#"{"role":"user","content":"x"}"#), "jsonl", Framing::Messages),
            (format!("{}\n{body}", r#"{"role":"user","content":"x"}"#), "jsonl", Framing::Lines),
            (format!("{{\"messages\":[{{\"role\":\"user\",\"content\":\"x\n{body}\n{body}"), "json", Framing::Lines),
            (format!("{{\"a\": tru\n{body}\n"), "json", Framing::Lines),
            (format!("{body},\n{body}\n"), "json", Framing::Lines),
            (format!("{body} x\n{body}\n"), "", Framing::Lines),
            (format!("[\n{body},\n{body}\n]"), "json", Framing::Array),
            (format!("[{body},\n{body},\n]"), "json", Framing::Array),
            (format!(r#"[{{"a":1}},{body}]"#), "json", Framing::Array),
            (r#"[{"a":1},{"b":2}]"#.to_owned(), "json", Framing::Document),
        ] {
            assert_eq!(find_framing(&text, true, extension), framing, "{text} {extension}");
        }
    }

    #[test]
    fn lines_are_those_of_split() {
        for text in ["", "\n", "a", "a\n", "\na\n\nb", "é\r\n字\n"] {
            assert_eq!(split_lines(text).collect::<Vec<_>>(), text.split('\n').collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_first_line_of_a_slow_pipe_is_a_line() {
        let body = r#"{"messages":[{"role":"user","content":"hi"}]}"#;
        assert_eq!(find_framing(&format!("{body}\n"), false, ""), Framing::Lines);
        assert_eq!(find_framing(&format!("{body}\n"), false, "json"), Framing::Document);
    }
}
