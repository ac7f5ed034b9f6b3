//! Event streams of AG-UI: invalid ones are refused for the reason they were made for, tolerated ones are accepted.

use std::io::Cursor;

use serde_json::Value;
use turnwise::format::by_name;
use turnwise::op::validate::{Findings, Options, run};
use turnwise::op::{Choice, Input};
use turnwise::report::{Diagnostic, Severity};
use turnwise::stream::{Flow, Silent, Source};

use crate::fixtures::path;

fn validate(text: &str, name: &str) -> Vec<Diagnostic> {
    let source = Source::from_reader(Cursor::new(text.as_bytes().to_vec()), name).unwrap();
    let choice = Choice { format: by_name("ag-ui").map(|(format, _)| format), ..Choice::default() };
    let mut found = Vec::new();
    let mut note = |findings: Findings| {
        found.extend(findings.diagnostics);
        Flow::Continue
    };
    run(Input::new(source, &choice).unwrap(), &Options::default(), &mut note, &Silent).unwrap();
    found
}

fn index(folder: &str) -> serde_json::Map<String, Value> {
    let text = std::fs::read_to_string(path("tests/fixtures/ag-ui").join(folder).join("index.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The rule that a fixture breaks, where its name is not the name of the rule.
fn rule_of(name: &str) -> &str {
    match name {
        "text-content-after-end" => "text-content-not-open",
        "subagent-error-not-active" => "subagent-not-active",
        // What the library says of it: the chunk has no id.
        "chunk-interrupted" => "chunk-text-no-id",
        "schema-missing-thread"
        | "schema-finish-no-thread"
        | "schema-patch-no-value"
        | "schema-no-snapshot"
        | "schema-message-no-id"
        | "schema-input-no-thread"
        | "schema-tool-message-no-call" => "schema-missing-field",
        "schema-message-string" | "schema-patch-object" => "schema-wrong-type",
        "schema-bad-role" | "schema-reasoning-role" => "schema-bad-value",
        "schema-null-metadata" | "schema-null-subagent" => "schema-null-optional",
        "schema-timestamp-string" | "schema-timestamp-fraction" => "schema-timestamp",
        "schema-patch-escape" => "schema-patch-pointer",
        other => other,
    }
}

#[test]
fn every_invalid_stream_is_refused_for_its_reason() {
    let index = index("invalid");
    for (name, entry) in &index {
        let text = std::fs::read_to_string(path("tests/fixtures/ag-ui/invalid").join(format!("{name}.jsonl"))).unwrap();
        // One event a line, an array of them, and frames: the same findings.
        let events: Vec<_> = text.lines().collect();
        let frames: String = events.iter().map(|event| format!("data: {event}\n\n")).collect();
        for (form, text) in [("lines", text.clone()), ("array", format!("[{}]", events.join(","))), ("frames", frames)]
        {
            let found = validate(&text, "log");
            let first = found.iter().find(|it| it.severity == Severity::Error).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(first.code.name.strip_prefix("ag-ui-"), Some(rule_of(name)), "{name} {form}: {}", first.message);
            let event = entry["failingEvent"].as_u64().unwrap();
            assert!(first.message.starts_with(&format!("event {event}: ")), "{name} {form}: {}", first.message);
            assert!(first.message.ends_with("(here the library stops)"), "{name} {form}: {}", first.message);
            let location = first.location.clone().unwrap();
            if form == "lines" {
                assert_eq!(location.line, event + 1, "{name}");
            }
            if let Some(at) = entry.get("at").and_then(Value::as_str).filter(|_| form != "array") {
                // A field that is missing has no place of its own.
                let is_there = location.pointer == format!("/{at}");
                let is_object = format!("/{at}").rsplit_once('/').is_some_and(|(object, _)| object == location.pointer);
                assert!(is_there || is_object, "{name} {form}: {}", location.pointer);
            }
        }
    }
    assert_eq!(index.len(), 69);
}

#[test]
fn every_tolerated_stream_is_accepted_with_its_warning() {
    let index = index("tolerated");
    for (name, entry) in &index {
        let text =
            std::fs::read_to_string(path("tests/fixtures/ag-ui/tolerated").join(format!("{name}.jsonl"))).unwrap();
        let found = validate(&text, "log.jsonl");
        let errors: Vec<_> = found.iter().filter(|it| it.severity == Severity::Error).map(|it| &it.message).collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
        let warnings = found.iter().filter(|it| it.severity == Severity::Warning).count() as u64;
        assert!(warnings >= entry["warnings"].as_u64().unwrap(), "{name}: {found:?}");
    }
    assert_eq!(index.len(), 15);
}
