//! Fixtures through the reader and the writer.

use serde_json::{Value, json};

use crate::formats::shared::format;
use turnwise::format::{Container, Format, Reading, WriteOptions, Writing};
use turnwise::json::{Layout, Out, Tape};
use turnwise::model::Conversation;
use turnwise::report::{Diagnostic, Refused, Report, Severity};

macro_rules! fixture {
    ($name:literal) => {
        ($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/patterpunk/", $name)))
    };
}

mod convert;

/// Reads `text` and hands the conversation on.
fn with<R>(format: &Format, text: &str, then: impl FnOnce(&Conversation<'_>) -> R) -> Result<(R, Report), Refused> {
    let (mut tape, mut scratch, mut report) = (Tape::new(), Tape::new(), Report::keeping(1_000));
    let root = tape.parse(text).unwrap();
    let mut conversation = (format.read)(
        root,
        &mut Reading { report: &mut report, scratch: &mut scratch, columns: None, programs: None },
    )?;
    conversation.source.text = text;
    Ok((then(&conversation), report))
}

fn write(conversation: &Conversation<'_>, to: &Format, is_lossy: bool) -> Result<(String, Vec<Diagnostic>), Refused> {
    let (mut out, mut report, mut scratch) = (Out::new(Layout::Compact), Report::keeping(1_000), Tape::new());
    let options = WriteOptions { container: Container::List, is_lossy, ..WriteOptions::default() };
    let mut writing = Writing::new(&mut out, &mut report, &options, &mut scratch);
    turnwise::format::write_record(to, conversation, &mut writing)?;
    Ok((String::from_utf8(out.as_bytes().to_vec()).unwrap(), report.drain().collect()))
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// What validation says, as id and severity.
fn findings(text: &str) -> Vec<(&'static str, Severity)> {
    let checked = with(format("patterpunk"), text, |conversation| {
        let mut report = Report::keeping(1_000);
        turnwise::rule::check(turnwise::rule::RULES, conversation, false, &mut report);
        turnwise::rule::check(format("patterpunk").rules.own, conversation, false, &mut report);
        report
    });
    match checked {
        Ok((mut rules, mut shapes)) => {
            shapes.drain().chain(rules.drain()).map(|found| (found.code.id, found.severity)).collect()
        }
        Err(refused) => vec![(refused.code().id, Severity::Error)],
    }
}

const EXACT: [(&str, &str); 11] = [
    fixture!("basic.json"),
    fixture!("chunks.json"),
    fixture!("diagnostics.json"),
    fixture!("media_sources.json"),
    fixture!("minimal.json"),
    fixture!("structured_output.json"),
    fixture!("thinking.json"),
    fixture!("tools.json"),
    fixture!("tools_unlinked.json"),
    fixture!("unicode.json"),
    fixture!("unicode_ascii.json"),
];

#[test]
fn defects_are_found() {
    for case in value(fixture!("invalid_messages.json").1).as_array().unwrap() {
        let found = findings(&json!([case["message"]]).to_string());
        assert!(found.iter().any(|(_, severity)| *severity == Severity::Error), "{}: {found:?}", case["case"]);
    }
    for (name, text) in [
        fixture!("broken-type.json"),
        fixture!("broken-content.json"),
        fixture!("broken-twice.json"),
        fixture!("broken-body.json"),
    ] {
        assert!(with(format("patterpunk"), text, |_| ()).is_err(), "{name}");
    }
}

#[test]
fn what_the_library_takes_is_no_error() {
    for (name, text) in EXACT {
        let errors: Vec<_> =
            findings(text).into_iter().filter(|(id, it)| *it == Severity::Error && !id.starts_with("TW20")).collect();
        assert_eq!(errors, [], "{name}");
    }
}

#[test]
fn odd_lifetimes_are_found() {
    for (bad, id) in [("\"300\"", "TW102"), ("true", "TW102"), ("1e20", "TW108")] {
        let text = format!(
            r#"[{{"type":"user","id":"m","content":{{"type":"chunks","chunks":[{{"type":"cache","content":"x","cacheable":true,"ttl_seconds":{bad}}}]}},"allow_tool_calls":true}}]"#
        );
        assert!(findings(&text).contains(&(id, Severity::Error)), "{bad}: {:?}", findings(&text));
    }
}

#[test]
fn detection_tells_it_from_openai() {
    let mut tape = Tape::new();
    let mut score = |text: &str| (format("patterpunk").score)(tape.parse(text).unwrap()).map(|score| score.value);
    for (name, text) in EXACT {
        assert_eq!(score(text), Some(230), "{name}");
    }
    assert_eq!(score(r#"[{"role":"tool_call","tool_calls":[]}]"#), Some(220));
    assert_eq!(score(r#"[{"role":"user","content":"x"}]"#), Some(40));
    assert_eq!(
        score(
            r#"[{"role":"system","content":"s","id":"a"},{"id":"b","allow_tool_calls":true,"content":"x","role":"user"}]"#
        ),
        Some(235)
    );
    for foreign in [
        r#"[{"role":"tool","content":"x"}]"#,
        r#"[{"role":"user","content":[{"type":"text","text":"x"}]}]"#,
        r#"[{"from":"human","value":"x"}]"#,
        r#"{"type":"user","content":{"type":"string","value":"x"}}"#,
        "[]",
    ] {
        assert_eq!(score(foreign), None, "{foreign}");
    }
    let mut is_message = |text: &str| format("patterpunk").framing.is_message.unwrap()(tape.parse(text).unwrap());
    assert!(is_message(r#"{"role":"user","content":{"type":"chunks","chunks":[]}}"#));
    assert!(is_message(r#"{"type":"tool_result","content":"r","call_id":"c"}"#));
    assert!(!is_message(r#"{"role":"user","content":"x"}"#));
}
