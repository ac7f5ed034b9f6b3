//! Files of programs that are known by name and not read (`tests/fixtures/foreign`): each is named in all framings and by all
//! commands, and what the advice says is done.

use std::collections::BTreeSet;
use std::fs;
use std::io::Cursor;
use std::process::{Command, Stdio};

use turnwise::format::FOREIGN;
use turnwise::op::{Choice, Input, Trouble};
use turnwise::stream::Source;

use super::{feed, run};
use crate::fixtures::path;

fn fixtures() -> Vec<(String, String)> {
    let files = fs::read_dir(path("tests/fixtures/foreign")).unwrap().map(|entry| entry.unwrap().path());
    let named = files.filter(|file| file.extension().is_some_and(|end| end != "md"));
    let mut all: Vec<_> = named
        .map(|file| (file.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(file).unwrap()))
        .collect();
    all.sort();
    all
}

/// The name and the advice of a text.
fn named(text: &str) -> Option<(&'static str, &'static str)> {
    let source = Source::from_reader(Cursor::new(text.as_bytes().to_vec()), "x").unwrap();
    match Input::new(source, &Choice::default()).err()? {
        Trouble::Foreign(found) => Some((found.name, found.advice)),
        _ => None,
    }
}

/// The same values in other framings.
fn framings(text: &str) -> Vec<String> {
    let mut all = vec![text.to_owned(), text.replace('\n', "\r\n")];
    let lines: Vec<_> = text.lines().collect();
    if lines.len() > 1 {
        all.push(format!("[{}]", lines.join(",\n")));
        return all;
    }
    let (text, value) = (text.trim_end(), serde_json::from_str::<serde_json::Value>(text).unwrap());
    all.push(format!("{text}\n{text}\n"));
    all.push(serde_json::to_string_pretty(&value).unwrap());
    all.push(match value.as_array() {
        Some(items) => items.iter().map(|item| format!("{item}\n")).collect(),
        None => format!("[{text},\n{text}]"),
    });
    all
}

#[test]
fn each_has_the_same_name_in_all_framings_and_by_all_commands() {
    let mut seen = BTreeSet::new();
    for (file, text) in fixtures() {
        let (name, advice) = named(&text).unwrap_or_else(|| panic!("{file} is not told"));
        seen.insert(name);
        for other in framings(&text) {
            // The rows of an export are not the export, and the messages of a thread not the thread.
            let found = named(&other).unwrap_or_else(|| panic!("{file} is not told: {other}"));
            let is_part = FOREIGN.iter().any(|it| it.name == found.0);
            assert!(is_part, "{file}: {name}, {found:?} {other}");
        }
        for command in [&["detect"][..], &["convert", "--to", "openai"], &["validate"], &["show"]] {
            let (code, out, err) = run(command, &text);
            // `validate` shortens long messages.
            let start: String = advice.chars().take(40).collect();
            let is_named =
                format!("{out}{err}").contains(&format!("looks like {name}, which turnwise does not read; {start}"));
            assert!(code != 0 && is_named, "{file} {command:?}: {out}{err}");
        }
    }
    let without = ["streams of several Gemini answers in one file", "the stream-json output of Claude Code"];
    // Files of them are read: `streams.rs`.
    let is_event = |name: &str| name.starts_with("an event of a ") || name == "a line of an Ollama stream";
    let missing: Vec<_> = FOREIGN
        .iter()
        .map(|it| it.name)
        .filter(|it| !seen.contains(it) && !without.contains(it) && !is_event(it))
        .collect();
    assert!(missing.is_empty(), "no fixture of {missing:?}");
}

/// The options and the program of the call of jq in an advice.
fn jq_of(advice: &str) -> Option<(Option<&str>, &str)> {
    let (_, call) = advice.split_once("jq ")?;
    let (options, rest) = call.split_once('\'')?;
    let options = Some(options.trim()).filter(|options| !options.is_empty());
    Some((options, rest.split('\'').next()?))
}

#[test]
fn what_jq_makes_of_them_is_converted() {
    let has_jq = Command::new("jq").arg("--version").stdout(Stdio::null()).status().is_ok();
    if !has_jq {
        println!("skipped: jq is not installed");
    }
    for (file, text) in fixtures() {
        let (name, advice) = named(&text).unwrap();
        let made = if advice.starts_with("--at ") {
            let options = advice.split(" reads").next().unwrap().split(' ');
            let command: Vec<_> = ["convert", "--to", "openai"].into_iter().chain(options).collect();
            let (code, out, err) = run(&command, &text);
            assert_eq!(code, 0, "{name}: {err}");
            out
        } else if let (Some((options, program)), true) = (jq_of(advice), has_jq) {
            let mut jq = Command::new("jq");
            jq.args(options).arg(program);
            let (code, out, err) = feed(jq, &text);
            assert_eq!(code, 0, "{file}: {err}");
            let (code, found, err) = run(&["detect"], &out);
            assert!(code == 0 && !found.contains("empty"), "{file}: {found}{err} {out}");
            let (code, out, err) = run(&["convert", "--to", "openai"], &out);
            assert_eq!(code, 0, "{file}: {err}");
            out
        } else {
            continue;
        };
        let made = made.replace("\": ", "\":");
        assert!(made.contains(r#""content":""#) || made.contains(r#""content":["#), "{file}: {made}");
    }
}
