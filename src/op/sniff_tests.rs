//! Detection from the beginning of a file does not depend on the length, order or completeness of its records.

use std::io::{Cursor, Read};

use super::*;
use crate::op::Input;

const PLAIN: &str = r#"{"messages":[{"role":"user","content":"hi"}]}"#;
const OPENAI: &str = r#"{"messages":[{"role":"user","content":"hi"}],"seed":1}"#;
const ANTHROPIC: &str = r#"{"messages":[{"role":"user","content":"hi"}],"stop_sequences":["x"]}"#;

/// A source that returns its bytes in pieces, as a pipe does.
struct PipeReader(Cursor<Vec<u8>>, usize);

impl Read for PipeReader {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.1.min(buffer.len());
        self.0.read(buffer.get_mut(..count).unwrap_or_default())
    }
}

/// The format, the framing, and whether that is ambiguous, independent of the pieces.
fn found(text: &str, name: &str) -> (String, Framing, bool) {
    let [few, some, all] = [100, 5000, usize::MAX].map(|piece| {
        let slow = PipeReader(Cursor::new(text.as_bytes().to_vec()), piece);
        let input = Input::new(Source::from_reader(slow, name).unwrap(), &Choice::default()).unwrap();
        (input.usual.map_or("", |format| format.name).to_owned(), input.framing, !input.ties.is_empty())
    });
    assert!(few == all && some == all, "{name}: {few:?} {some:?} {all:?}");
    all
}

#[test]
fn a_very_long_record_is_read_until_formats_match() {
    let long = "x".repeat(4 * MOST_OF_KNOWN);
    for (record, is_read) in [
        (format!(r#"{{"messages":[{{"role":"user","content":"hi"}},{{"role":"user","content":"{long}"}}]}}"#), false),
        (format!(r#"{{"note":"{long}","messages":[{{"role":"user","content":"hi"}}]}}"#), true),
    ] {
        let length = record.len();
        let source = Source::from_reader(Cursor::new(record.into_bytes()), "x.jsonl").unwrap();
        let input = Input::new(source, &Choice::default()).unwrap();
        assert_eq!(input.usual.map(|format| format.name), Some("openai"));
        assert_eq!(input.source.head().len() == length, is_read);
    }
}

#[test]
fn a_document_that_is_longer_than_what_was_read_has_no_ties_that_differ() {
    let long = "x".repeat(4 * MOST_OF_KNOWN);
    let start = r#"{"messages":[{"role":"user","content":"hi"}"#;
    for (text, differ) in [
        (format!(r#"{start},{{"role":"user","content":"{long}"}}]}}"#), false),
        (format!(r"{start}, x {long}]}}"), true),
    ] {
        let source = Source::from_reader(Cursor::new(text.into_bytes()), "x.json").unwrap();
        let input = Input::new(source, &Choice::default()).unwrap();
        assert!(!input.ties.is_empty());
        assert_eq!(input.ties_differ(), differ);
    }
}

#[test]
fn the_order_of_records_does_not_matter() {
    for (lines, format, is_tie) in [
        (vec![PLAIN, OPENAI], "openai", false),
        (vec![PLAIN, ANTHROPIC], "anthropic", false),
        (vec![PLAIN, PLAIN, ANTHROPIC, ANTHROPIC, OPENAI], "anthropic", false),
        (vec![PLAIN, PLAIN], "openai", true),
        (vec![PLAIN, ANTHROPIC, OPENAI], "openai", true),
    ] {
        let turned: Vec<_> = lines.iter().rev().copied().collect();
        for lines in [lines, turned] {
            let text = lines.join("\n");
            assert_eq!(found(&text, "x.jsonl"), (format.to_owned(), Framing::Lines, is_tie), "{text}");
            let text = format!("[{}]", lines.join(","));
            assert_eq!(found(&text, "x.json"), (format.to_owned(), Framing::Array, is_tie), "{text}");
        }
    }
}

#[test]
fn a_long_first_record_is_seen_as_a_whole() {
    let long = "x".repeat(WINDOW + 500);
    for (record, format) in [
        (format!(r#"{{"messages":[{{"content":"{long}","role":"user"}}],"system":"s"}}"#), "anthropic"),
        (format!(r#"{{"messages":[{{"content":"{long}","role":"user"}}],"seed":1}}"#), "openai"),
        (format!(r#"{{"conversations":[{{"value":"{long}","from":"human"}}]}}"#), "sharegpt"),
        (format!(r#"{{"input":"{long}","model":"gpt-5"}}"#), "openai-responses"),
        (format!(r#"{{"instruction":"{long}","input":"","output":"x"}}"#), "alpaca"),
    ] {
        for (text, name, framing) in [
            (record.clone(), "x.json", Framing::Document),
            (format!("{record}\n{PLAIN}\n"), "x.json", Framing::Lines),
            (record.clone(), "x.jsonl", Framing::Lines),
            (format!("[{record},{record}]"), "x.json", Framing::Array),
            (format!("[{record},{record}]"), "x", Framing::Array),
        ] {
            assert_eq!(found(&text, name), (format.to_owned(), framing, false), "{name} {framing:?}");
        }
        // The first one is truncated, at its end or in its middle.
        for end in [record.len() - 2, record.len() / 2] {
            for name in ["x", "x.json", "x.jsonl"] {
                let text = format!("{}\n{record}\n", record.get(..end).unwrap());
                assert_eq!(found(&text, name), (format.to_owned(), Framing::Lines, false), "{name} {end}");
            }
        }
    }
}

#[test]
fn bytes_that_were_looked_at_are_read_once() {
    let long = format!("{{\"a\":\"{}\",\"messages\":[]}}\n", "x".repeat(5 * WINDOW));
    let text = format!("{long}{PLAIN}\n");
    let slow = PipeReader(Cursor::new(text.as_bytes().to_vec()), 777);
    let mut input = Input::new(Source::from_reader(slow, "x").unwrap(), &Choice::default()).unwrap();
    let (mut read, mut buffer) = (Vec::new(), vec![0; 1234]);
    loop {
        match input.source.read(&mut buffer).unwrap() {
            0 => break,
            count => read.extend_from_slice(buffer.get(..count).unwrap()),
        }
    }
    assert!(read == text.as_bytes());
}

#[test]
fn a_text_is_one_finding() {
    let what = |text: &str, name: &str| {
        let source = Source::from_reader(Cursor::new(text.as_bytes().to_vec()), name).unwrap();
        match Input::new(source, &Choice::default()) {
            Err(Trouble::Text(what)) => what,
            _ => "",
        }
    };
    for (text, name, kind) in [
        ("# Title\n\nwords\n", "README.md", "Markdown"),
        ("# Title\n\n{\"messages\":[]}\n", "x", "Markdown"),
        ("Hello there\n", "x.txt", "text"),
        ("a,b\n1,2\n", "x", "CSV"),
        ("key: value\n", "x.yaml", "YAML"),
        ("User: hi\n\nAssistant: hello\n", "x", "a transcript as text"),
        ("<|prompter|>hi<|endoftext|>\n", "x", "the text of a chat template"),
        (
            "<chat_history><message role=\"user\"><text>hi</text></message></chat_history>",
            "prompt.xml",
            "the XML prompt of Semantic Kernel (`ChatHistory.serialize` writes JSON)",
        ),
        ("garbage\n{\"messages\":[]}\n{\"messages\":[]}\n", "x", ""),
        ("// comment\n{}\n", "x", ""),
        ("{'a': 1}\n", "x", ""),
    ] {
        assert_eq!(what(text, name), kind, "{text}");
    }
}
