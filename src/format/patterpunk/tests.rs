//! Fixtures through the reader and the writer.

use serde_json::{Value, json};

use super::{FORMAT, NAME, read};
use crate::format::{Container, Format, Reading, WriteOptions, Writing};
use crate::json::{Layout, Out, Tape, minify};
use crate::model::Conversation;
use crate::report::{Diagnostic, Refused, Report, Severity};

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
    let mut conversation = (format.read)(root, &mut Reading { report: &mut report, scratch: &mut scratch })?;
    conversation.source = text;
    Ok((then(&conversation), report))
}

fn write(conversation: &Conversation<'_>, to: &Format, is_lossy: bool) -> Result<(String, Vec<Diagnostic>), Refused> {
    let (mut out, mut report, mut scratch) = (Out::new(Layout::Compact), Report::keeping(1_000), Tape::new());
    let container = if to.name == NAME { Container::Kept } else { Container::List };
    let options = WriteOptions { container, is_lossy, ..WriteOptions::default() };
    let mut writing = Writing::new(&mut out, &mut report, &options, &mut scratch);
    to.write_record(conversation, &mut writing)?;
    Ok((String::from_utf8(out.as_bytes().to_vec()).unwrap(), report.drain().collect()))
}

fn rewrite(text: &str) -> (String, Vec<&'static str>) {
    let written = with(&FORMAT, text, |conversation| write(conversation, &FORMAT, false)).unwrap().0;
    let (text, diagnostics) = written.unwrap();
    (text, diagnostics.iter().map(|it| it.code.id).collect())
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// What validation says, as id and severity.
fn findings(text: &str) -> Vec<(&'static str, Severity)> {
    let checked = with(&FORMAT, text, |conversation| {
        let mut report = Report::keeping(1_000);
        crate::rule::check(crate::rule::RULES, conversation, false, &mut report);
        crate::rule::check(FORMAT.rules, conversation, false, &mut report);
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
fn files_come_back_as_they_were() {
    for (name, text) in EXACT {
        let (written, losses) = rewrite(text);
        assert_eq!(value(&written), value(text), "{name}");
        assert_eq!(losses, [""; 0], "{name}");
        // Keys in the library's order, numbers and escapes in its spelling.
        let mut compact = Vec::new();
        minify(text, &mut compact);
        assert_eq!(written, String::from_utf8(compact).unwrap(), "{name}");
    }
    let (written, _) = rewrite(fixture!("structured_output.json").1);
    assert!(
        written.contains(r#""maximum":1000000000000000000000000000000,"#)
            || written.contains("1000000000000000000000000000000")
    );
    assert!(rewrite(fixture!("diagnostics.json").1).0.contains("1180591620717411303424"));
}

#[test]
fn unknown_fields_come_back_where_they_stood() {
    let (_, text) = fixture!("unknown-fields.json");
    let (written, losses) = rewrite(text);
    assert_eq!(value(&written), value(text));
    assert_eq!(losses, [""; 0]);
    assert!(written.contains("1.10") && written.contains("1e2"));
}

#[test]
fn one_message_stays_one_message() {
    let text = r#"{"type":"user","id":"m1","content":{"type":"string","value":"hi"},"allow_tool_calls":true}"#;
    assert_eq!(rewrite(text).0, text);
    assert_eq!(rewrite("[]").0, "[]");
}

#[test]
fn older_forms_become_the_current_one() {
    let (written, losses) = rewrite(fixture!("old_forms.json").1);
    let mut wanted = value(fixture!("expected/old_forms.rewritten.json").1);
    let written = value(&written);
    for index in 0..3 {
        assert!(written[index]["id"].as_str().unwrap().len() == 36);
        wanted[index]["id"] = written[index]["id"].clone();
    }
    // The library drops these; here nothing may vanish.
    wanted[2]["content"]["chunks"][3]["ttl_seconds"] = json!(0);
    for key in ["thinking_blocks", "structured_output", "finish_reason", "provider_data"] {
        wanted[6][key] = Value::Null;
    }
    wanted[6]["unknown_key"] = json!(1);
    wanted[7]["structured_output"]["class_ref"] = json!("gone.away.Model");
    wanted[8]["structured_output"] = json!({"class_ref": "gone.away.Model"});
    assert_eq!(written, wanted);
    assert_eq!(losses, ["TW371"; 3]);
    assert_eq!(findings(fixture!("old_forms.json").1).iter().filter(|(id, _)| *id == "TW110").count(), 8);
}

#[test]
fn made_up_ids_are_always_the_same() {
    let (_, text) = fixture!("old_writer.json");
    let mut written = value(&rewrite(text).0);
    assert_eq!(written, value(&rewrite(text).0));
    let messages = written.as_array_mut().unwrap();
    let mut ids: Vec<_> = messages.iter_mut().map(|it| it.as_object_mut().unwrap().remove("id").unwrap()).collect();
    assert_eq!(written, value(text));
    ids.sort_by_key(Value::to_string);
    ids.dedup();
    assert_eq!(ids.len(), 5);
}

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
        assert!(with(&FORMAT, text, |_| ()).is_err(), "{name}");
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
fn lifetimes_are_written_as_python_prints_them() {
    let chunk = |ttl: &str| {
        format!(
            r#"[{{"type":"user","id":"m","content":{{"type":"chunks","chunks":[{{"type":"cache","content":"x","cacheable":true,"ttl_seconds":{ttl}}}]}},"allow_tool_calls":true}}]"#
        )
    };
    for (given, wanted) in [("300", "300.0"), ("1e-05", "1e-05"), ("-2", "-2.0"), ("0", "0"), ("0.0", "0.0")] {
        assert_eq!(rewrite(&chunk(given)).0, chunk(wanted));
    }
    for (bad, id) in [("\"300\"", "TW102"), ("true", "TW102"), ("1e20", "TW108")] {
        assert!(findings(&chunk(bad)).contains(&(id, Severity::Error)), "{bad}: {:?}", findings(&chunk(bad)));
        assert_eq!(rewrite(&chunk(bad)).0, chunk(bad));
    }
}

#[test]
fn detection_tells_it_from_openai() {
    let mut tape = Tape::new();
    let mut score = |text: &str| read::score(tape.parse(text).unwrap()).map(|score| score.value);
    for (name, text) in EXACT {
        assert_eq!(score(text), Some(230), "{name}");
    }
    assert_eq!(score(r#"[{"role":"tool_call","tool_calls":[]}]"#), Some(220));
    assert_eq!(score(r#"[{"role":"user","content":"x"}]"#), Some(40));
    for foreign in [
        r#"[{"role":"tool","content":"x"}]"#,
        r#"[{"role":"user","content":[{"type":"text","text":"x"}]}]"#,
        r#"[{"from":"human","value":"x"}]"#,
        r#"{"type":"user","content":{"type":"string","value":"x"}}"#,
        "[]",
    ] {
        assert_eq!(score(foreign), None, "{foreign}");
    }
    let mut is_message = |text: &str| read::is_message(tape.parse(text).unwrap());
    assert!(is_message(r#"{"role":"user","content":{"type":"chunks","chunks":[]}}"#));
    assert!(is_message(r#"{"type":"tool_result","content":"r","call_id":"c"}"#));
    assert!(!is_message(r#"{"role":"user","content":"x"}"#));
}
