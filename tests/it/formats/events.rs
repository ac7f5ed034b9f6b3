//! Event streams of AG-UI: invalid ones are rejected for the reason they were made for, tolerated ones are accepted.

use std::io::Cursor;

use serde_json::Value;
use turnwise::format::{Framing, by_name};
use turnwise::op::convert::{self, ConvertEnds};
use turnwise::op::validate::{Findings, ValidateOptions, run};
use turnwise::op::{Choice, Input};
use turnwise::report::{Diagnostic, Severity};
use turnwise::stream::{Flow, Limits, Silent, Source};

use crate::fixtures::path;

fn validate(text: &str, name: &str) -> Vec<Diagnostic> {
    validate_within(text, name, Limits::default())
}

fn validate_within(text: &str, name: &str, limits: Limits) -> Vec<Diagnostic> {
    let source = Source::from_reader(Cursor::new(text.as_bytes().to_vec()), name).unwrap();
    let choice = Choice { format: by_name("ag-ui").map(|(format, _)| format), limits, ..Choice::default() };
    let mut found = Vec::new();
    let mut note = |findings: Findings| {
        found.extend(findings.diagnostics);
        Flow::Continue
    };
    run(Input::new(source, &choice).unwrap(), &ValidateOptions::default(), &mut note, &Silent);
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

fn reframe(text: &str, framing: Option<Framing>, limits: Limits) -> String {
    let source = Source::from_reader(Cursor::new(text.as_bytes().to_vec()), "log").unwrap();
    let format = by_name("ag-ui").unwrap().0;
    let input = Input::new(source, &Choice { format: Some(format), limits, ..Choice::default() }).unwrap();
    let mut options = convert::ConvertOptions::new(format);
    options.output.framing = framing;
    let mut out = Vec::new();
    let mut write = |bytes: &[u8]| {
        out.extend_from_slice(bytes);
        Ok(())
    };
    let ends = ConvertEnds { write: &mut write, note: &mut |_| {}, carry: None, restore: None, progress: &Silent };
    let outcome = convert::run(input, &options, ends).unwrap();
    assert!(outcome.fatal.is_none(), "{:?}", outcome.fatal);
    String::from_utf8(out).unwrap()
}

fn fixture(name: &str) -> String {
    std::fs::read_to_string(path("tests/fixtures/ag-ui").join(name)).unwrap()
}

#[test]
fn lines_frames_and_lists_are_the_same_events() {
    let (lines, frames) = (fixture("minimal.jsonl"), fixture("hello.sse"));
    let limits = Limits::default();
    assert_eq!(reframe(&lines, Some(Framing::Sse), limits), frames);
    assert_eq!(reframe(&frames, Some(Framing::Messages), limits), lines);
    let list: Value = serde_json::from_str(&reframe(&frames, Some(Framing::Document), limits)).unwrap();
    assert_eq!(list, serde_json::from_str::<Value>(&fixture("array.json")).unwrap());
    let odd = fixture("hello.crlf-multiline.sse");
    assert_eq!(reframe(&odd, None, limits), odd);
    assert_eq!(reframe(&odd, Some(Framing::Messages), limits).lines().count(), 2);
    assert!(validate(&odd, "log.sse").is_empty());
}

#[test]
fn a_log_is_no_longer_than_its_longest_event() {
    let limits = Limits { record: 300_000, ..Limits::default() };
    let message = |index: usize| {
        format!(
            "{{\"type\":\"TEXT_MESSAGE_START\",\"messageId\":\"m{index}\"}}\n\
             {{\"type\":\"TEXT_MESSAGE_CONTENT\",\"messageId\":\"m{index}\",\"delta\":\"{}\"}}\n\
             {{\"type\":\"TEXT_MESSAGE_END\",\"messageId\":\"m{index}\"}}\n",
            "x".repeat(1000)
        )
    };
    let mut lines = "{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"r\"}\n".to_owned();
    lines.extend((0..2000).map(message));
    lines.push_str("{\"type\":\"RUN_FINISHED\",\"threadId\":\"t\",\"runId\":\"r\"}\n");
    assert!(lines.len() > 5 * limits.record);
    assert_eq!(validate_within(&lines, "log.jsonl", limits).len(), 0);
    let frames = reframe(&lines, Some(Framing::Sse), limits);
    assert_eq!(validate_within(&frames, "log", limits).len(), 0);
    assert_eq!(reframe(&frames, Some(Framing::Messages), limits), lines);
    assert_eq!(reframe(&frames, None, limits), frames);
    let list = format!("[{}]", lines.trim_end().replace('\n', ","));
    assert_eq!(validate_within(&list, "log.json", limits).len(), 0);
    // The last line is cut off: said at its place.
    let cut = validate_within(&lines[..lines.len() - 9], "log.jsonl", limits);
    assert_eq!((cut[0].code.id, cut[0].location.as_ref().unwrap().line), ("TW960", 6002));
}

#[test]
fn the_same_is_found_in_every_container() {
    let text = fixture("invalid/owner-tool-reparent.jsonl");
    let events: Vec<_> = text.lines().collect();
    let list = events.join(",");
    for wrapped in [
        format!("{{\"threadId\":\"t\",\"events\":[{list}]}}"),
        format!("{{\"thread_id\":\"t\",\"run_id\":\"r\",\"events\":[{list}]}}"),
        format!(
            "{{\"run_id\":\"r\",\"events\":[{}]}}\n{{\"run_id\":\"r2\",\"events\":[{}]}}\n",
            events[..2].join(","),
            events[2..].join(",")
        ),
    ] {
        let found = validate(&wrapped, "log");
        let errors: Vec<_> = found.iter().filter(|it| it.severity == Severity::Error).collect();
        assert_eq!(errors.len(), 1, "{wrapped}: {found:?}");
        assert_eq!(errors[0].code.name, "ag-ui-owner-tool-reparent");
        assert!(errors[0].message.starts_with("event 5: "), "{}", errors[0].message);
    }
}
