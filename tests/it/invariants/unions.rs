//! Values that are of one of several kinds: a word or a key says which. Where it is misspelled there is one finding, at that word
//! or key; it names the nearest kind and no other. The table of all of them is `tests/fixtures/unions.jsonl`.

use std::collections::HashSet;
use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;
use turnwise::format::writable;

use crate::fixtures::path;

/// Formats whose records have no such values of their own: those of others are in them, or a class decides.
const NONE: [&str; 6] = ["alpaca", "claude-code", "keprompt-chat", "keprompt-statements", "lionpride", "rows"];

fn cases() -> Vec<Value> {
    let text = fs::read_to_string(path("tests/fixtures/unions.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The findings about a record that is about to be sent.
fn findings(record: &Value, format: &str) -> Vec<Value> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_turnwise"))
        .args([
            "validate",
            "--quiet",
            "--output-format",
            "json",
            "--ignore",
            "TW607",
            "--from",
            format,
            "--for",
            format,
        ])
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(record.to_string().as_bytes()).unwrap();
    serde_json::from_slice(&program.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn a_misspelled_kind_is_one_finding_that_names_the_nearest() {
    let mut wrong = Vec::new();
    for case in cases() {
        let text = |key: &str| case[key].as_str().unwrap().to_owned();
        let (format, union, at, nearest) = (text("format"), text("union"), text("at"), text("nearest"));
        let found = findings(&case["record"], &format);
        let [only] = found.as_slice() else {
            wrong.push(format!("{union}: {} findings: {found:?}", found.len()));
            continue;
        };
        let message = only["message"].as_str().unwrap();
        // The nearest one, the word that is misspelled, and the key where that is.
        let named: HashSet<_> = message.split('`').skip(1).step_by(2).filter(|word| *word != "type").collect();
        if only["pointer"] != at.as_str() || named.len() > 2 || !message.contains(&nearest) {
            wrong.push(format!("{union}: {message} at {}, not {at}", only["pointer"]));
        }
        if message.contains("expected") || message.contains(" or ") {
            wrong.push(format!("{union}: other kinds are named: {message}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_format_and_every_kind_of_a_request_is_in_the_table() {
    let cases = cases();
    for format in writable().filter(|it| !it.is_text() && !NONE.contains(&it.name)) {
        let own: Vec<_> = cases.iter().filter(|case| case["format"] == format.name).collect();
        assert!(!own.is_empty(), "{}", format.name);
        let messages: Vec<_> = own
            .iter()
            .flat_map(|case| findings(&case["record"], format.name))
            .map(|finding| finding["message"].as_str().unwrap_or_default().to_owned())
            .collect();
        for union in format.policy.record.settings.iter().flat_map(|settings| settings.body.unions) {
            let start = format!("unknown {} `", union.name);
            assert!(messages.iter().any(|message| message.starts_with(&start)), "{}: {start}", format.name);
        }
    }
}
