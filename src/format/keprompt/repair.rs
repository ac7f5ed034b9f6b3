//! Arguments that a model wrote badly, repaired as the library does when it reads an answer: `"a": 1}` becomes `{"a": 1}`.

use crate::json::{JsonError, Problem, Tape};

/// The text as JSON, if one of the library's repairs makes it JSON.
pub(super) fn repair(text: &str, scratch: &mut Tape) -> Option<String> {
    // What Python strips.
    let stripped = text.trim_matches(|c: char| c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c));
    let (opens, closes) = (stripped.starts_with('{'), stripped.ends_with('}'));
    let mut attempts = Vec::new();
    match (opens, closes) {
        (false, true) => attempts.extend(beginnings(stripped, "")),
        (true, false) => attempts.push(format!("{stripped}}}")),
        (false, false) if stripped.contains(':') => attempts.extend(beginnings(stripped, "}")),
        (false, false) | (true, true) => {}
    }
    if !stripped.starts_with('[') && stripped.ends_with(']') {
        attempts.push(format!("[{stripped}"));
    }
    let repaired = attempts.into_iter().find(|attempt| scratch.parse(attempt).is_ok());
    repaired.or_else(|| first_value(stripped, scratch))
}

/// With a brace in front, with a brace and a quote, and from the first whole key on.
fn beginnings(text: &str, end: &str) -> Vec<String> {
    let mut attempts = vec![format!("{{{text}{end}"), format!("{{\"{text}{end}")];
    attempts.extend(first_key(text).and_then(|start| text.get(start..)).map(|rest| format!("{{{rest}{end}")));
    attempts
}

/// The start of the first `"key":`.
fn first_key(text: &str) -> Option<usize> {
    let mut quotes = memchr::memchr_iter(b'"', text.as_bytes());
    let mut open = quotes.next()?;
    for close in quotes {
        let after_brace = text.get(close + 1..).unwrap_or_default().trim_start();
        if close > open + 1 && after_brace.starts_with(':') {
            return Some(open);
        }
        open = close;
    }
    None
}

/// The JSON value that the text begins with; after it there may be more.
fn first_value(text: &str, scratch: &mut Tape) -> Option<String> {
    let end = match scratch.parse(text) {
        Err(JsonError { problem: Problem::TextAfterValue | Problem::CommaAfterValue, offset }) => offset,
        Ok(_) => text.len(),
        Err(_) => return None,
    };
    text.get(..end).map(|value| value.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_library_repairs_is_repaired() {
        for (text, repaired) in [
            ("\"a\": 1}", Some("{\"a\": 1}")),
            (" a\": 1} ", Some("{\"a\": 1}")),
            ("{\"a\": 1", Some("{\"a\": 1}")),
            ("\"a\": 1", Some("{\"a\": 1}")),
            ("a\": 1, \"b\": 2", Some("{\"a\": 1, \"b\": 2}")),
            ("ch, \"x\", \"b\" : 2}", Some("{\"b\" : 2}")),
            ("{\"a\": 1} and so on", Some("{\"a\": 1}")),
            ("{\"a\": 1}{\"a\": 2}", Some("{\"a\": 1}")),
            ("1, 2]", Some("[1, 2]")),
            ("\u{2003}{\"a\": 1}\u{1c}", Some("{\"a\": 1}")),
            ("not json", None),
            ("", None),
            ("{\"a\": }", None),
            ("\"\"\"\"\"", Some("\"\"")),
        ] {
            assert_eq!(repair(text, &mut Tape::new()).as_deref(), repaired, "{text}");
        }
    }
}
