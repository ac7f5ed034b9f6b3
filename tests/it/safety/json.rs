//! JSON to the letter: the conformance files, alone and inside a conversation, and `serde_json` as the oracle.

use std::fs;
use std::io::Cursor;

use proptest::prelude::*;
use serde::Deserialize;
use turnwise::format::by_name;
use turnwise::json::{Kind, Node, Tape};
use turnwise::op::convert::{ConvertEnds, ConvertOptions};
use turnwise::op::{Choice, Input, Outcome, convert};
use turnwise::stream::{Silent, Source};

use crate::fixtures::path;

#[derive(Deserialize)]
pub struct Index {
    pub files: Vec<Entry>,
}

#[derive(Deserialize)]
pub struct Entry {
    pub file: String,
    pub level: String,
    pub klass: String,
    pub fragment: Option<String>,
    pub line: Option<u64>,
}

pub fn entries(level: &str) -> Vec<(Entry, Vec<u8>)> {
    let folder = path("tests/fixtures/robustness");
    let index: Index = serde_json::from_slice(&fs::read(folder.join("index.json")).unwrap()).unwrap();
    let wanted = index.files.into_iter().filter(|entry| entry.level == level);
    wanted
        .map(|entry| {
            let bytes = fs::read(folder.join(&entry.file)).unwrap();
            (entry, bytes)
        })
        .collect()
}

fn is_accepted(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(text).is_ok_and(|text| Tape::new().parse(text).is_ok())
}

#[test]
fn conformance_files_alone() {
    let mut counts = std::collections::BTreeMap::new();
    for (entry, bytes) in entries("json") {
        let expected = matches!(entry.klass.as_str(), "accept" | "accept_warn" | "accept_bom");
        assert_eq!(is_accepted(&bytes), expected, "{}", entry.file);
        let start = entry.file.rsplit('/').next().unwrap().get(..2).unwrap().to_owned();
        *counts.entry(start).or_insert(0) += 1;
    }
    assert_eq!((counts["y_"], counts["n_"], counts["i_"]), (95, 188, 35));
}

/// Converts openai to openai, the way everything not requested stays.
pub fn convert_same(bytes: &[u8]) -> Result<(Vec<u8>, Outcome), String> {
    let source = Source::from_reader(Cursor::new(bytes.to_vec()), "x.json").map_err(|error| error.to_string())?;
    let openai = by_name("openai").unwrap().0;
    let choice = Choice { format: Some(openai), ..Choice::default() };
    let input = Input::new(source, &choice).map_err(|trouble| trouble.to_string())?;
    let mut out = Vec::new();
    let mut write = |bytes: &[u8]| {
        out.extend_from_slice(bytes);
        Ok(())
    };
    let ends = ConvertEnds { write: &mut write, note: &mut |_| {}, carry: None, restore: None, progress: &Silent };
    let outcome = convert::run(input, &ConvertOptions::new(openai), ends).unwrap();
    Ok((out, outcome))
}

#[test]
fn conformance_files_as_the_value_of_an_unknown_field() {
    for (entry, value) in entries("json") {
        let mut record = b"{\"messages\":[{\"role\":\"user\",\"content\":\"hi\",\"x_ext\":".to_vec();
        record.extend_from_slice(&value);
        record.extend_from_slice(b"}],\"x_top\":");
        record.extend_from_slice(&value);
        record.extend_from_slice(b"}\n");
        let result = convert_same(&record);
        match entry.klass.as_str() {
            "accept" | "accept_warn" => {
                let (out, outcome) = result.unwrap_or_else(|error| panic!("{}: {error}", entry.file));
                assert!(outcome.fatal.is_none() && out == record, "{}", entry.file);
            }
            // Text that is whole alone may be harmless in the middle of another, and the other way round: closing brackets.
            _ => {
                let is_refused =
                    result.as_ref().map_or(true, |(out, outcome)| outcome.fatal.is_some() && out.is_empty());
                let is_harmless = std::str::from_utf8(&record)
                    .is_ok_and(|text| serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok());
                assert!(is_refused || is_harmless, "{}", entry.file);
            }
        }
    }
}

#[test]
fn fragments_come_out_as_often_as_they_went_in() {
    let count =
        |bytes: &[u8], fragment: &[u8]| bytes.windows(fragment.len()).filter(|found| *found == fragment).count();
    for (entry, bytes) in entries("passthrough") {
        let (out, outcome) = convert_same(&bytes).unwrap();
        assert!(outcome.fatal.is_none() && out == bytes, "{}", entry.file);
        if let Some(fragment) = entry.fragment {
            assert!(count(&bytes, fragment.as_bytes()) > 0, "{}", entry.file);
            assert_eq!(count(&out, fragment.as_bytes()), count(&bytes, fragment.as_bytes()), "{}", entry.file);
        }
    }
}

/// JSON text, well-formed or nearly: pieces that matter to a scanner, in any order.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\"a\"",
        "\"a\":",
        "\\",
        "\\\"",
        "\\u12",
        "\\ud83d\\ude00",
        "\\ud83d",
        "0",
        "-",
        "1.5",
        "e+1",
        "01",
        "true",
        "nul",
        "null",
        " ",
        "\n",
        "\t",
        "\u{0}",
        "\u{7f}",
        "é",
        "😀",
        "/",
        "\\/",
        "\\n",
        "abcdefghijklmnopqrstuvwxyz0123456789",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// A valid value, printed by the oracle, then perhaps damaged in one place.
fn damaged() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        "\\PC{0,80}".prop_map(Into::into),
    ];
    let value = leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(serde_json::Value::Array),
            prop::collection::hash_map("[a-z\\\\\"\u{e9}]{0,4}", inner, 0..6)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    });
    (value, any::<prop::sample::Index>(), prop::option::of("[\\x00-\\x7f]")).prop_map(|(value, place, change)| {
        let mut text = value.to_string();
        if let Some(change) = change {
            let boundaries: Vec<_> = text.char_indices().map(|(at, _)| at).collect();
            let at = boundaries[place.index(boundaries.len())];
            let next = at + text[at..].chars().next().map_or(0, char::len_utf8);
            text.replace_range(at..next, &change);
        }
        text
    })
}

fn agree(text: &str) -> Result<(), TestCaseError> {
    let mut tape = Tape::new();
    let ours = tape.parse(text);
    let oracle = serde_json::from_str::<serde::de::IgnoredAny>(text);
    prop_assert_eq!(ours.is_ok(), oracle.is_ok(), "{:?}: {:?} {:?}", text, ours.err(), oracle.err());
    // The oracle rejects lone surrogates when it has to decode them; there is nothing to compare then.
    if let (Ok(root), Ok(value)) = (tape.parse(text), serde_json::from_str::<serde_json::Value>(text)) {
        compare(root, &value)?;
    }
    Ok(())
}

fn compare(node: Node<'_, '_>, value: &serde_json::Value) -> Result<(), TestCaseError> {
    match value {
        serde_json::Value::Null => prop_assert!(node.is_null()),
        serde_json::Value::Bool(value) => prop_assert_eq!(node.as_bool(), Some(*value)),
        serde_json::Value::Number(_) => {
            prop_assert_eq!(node.kind(), Kind::Number);
            prop_assert_eq!(&serde_json::from_str::<serde_json::Value>(node.raw()).unwrap(), value);
        }
        serde_json::Value::String(text) => {
            let found = node.text().unwrap().decode().into_owned();
            prop_assert_eq!(&found, text);
        }
        serde_json::Value::Array(items) => {
            prop_assert_eq!(node.len(), items.len());
            for (node, value) in node.items().zip(items) {
                compare(node, value)?;
            }
        }
        serde_json::Value::Object(members) => {
            for (key, value) in members {
                // The oracle keeps the last of equal keys.
                let mut last = None;
                for (found, node) in node.members() {
                    if found.is(key) {
                        last = Some(node);
                    }
                }
                compare(last.unwrap(), value)?;
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_gets_the_oracles_verdict(text in pieces()) {
        agree(&text)?;
    }

    #[test]
    fn any_value_reads_as_the_oracle_reads_it(text in damaged()) {
        agree(&text)?;
    }
}

#[test]
fn a_million_brackets_end_in_a_message() {
    for text in ["[".repeat(1_000_000), "{\"a\":".repeat(1_000_000)] {
        let error = Tape::new().parse(&text).unwrap_err();
        assert!(error.to_string().contains("1024"), "{error}");
    }
    let deep = "[".repeat(1024) + &"]".repeat(1024);
    assert!(Tape::new().parse(&deep).is_ok());
}
