//! Fixtures through the reader and the writer.

use serde_json::{Value, json};

use crate::formats::shared::format;
use turnwise::format::{Container, Format, Reading, WriteOptions, Writing, by_name};
use turnwise::json::{Layout, Out, Tape};
use turnwise::model::Conversation;
use turnwise::report::{Diagnostic, Refused, Report, Severity};

macro_rules! fixture {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/picklebot/", $name))
    };
}

mod convert;

/// Reads lines of messages, or one value, and hands the conversation on.
fn with<R>(format: &Format, text: &str, then: impl FnOnce(&Conversation<'_>) -> R) -> Result<(R, Report), Refused> {
    let (mut tape, mut scratch, mut report) = (Tape::new(), Tape::new(), Report::keeping(1_000));
    let is_lines = tape.parse(text).is_err();
    let root = if is_lines { tape.parse_sequence(text) } else { tape.parse(text) }.unwrap();
    let mut conversation = (format.read)(
        root,
        &mut Reading { report: &mut report, scratch: &mut scratch, columns: None, programs: None },
    )?;
    conversation.source.text = text;
    Ok((then(&conversation), report))
}

fn write(
    conversation: &Conversation<'_>,
    to: &Format,
    options: &WriteOptions,
) -> Result<(String, Vec<Diagnostic>), Refused> {
    let (mut out, mut report, mut scratch) = (Out::new(Layout::Compact), Report::keeping(1_000), Tape::new());
    let mut writing = Writing::new(&mut out, &mut report, options, &mut scratch);
    turnwise::format::write_record(to, conversation, &mut writing)?;
    Ok((String::from_utf8(out.as_bytes().to_vec()).unwrap(), report.drain().collect()))
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Reads one format and writes another: the value, and the code of each loss.
fn converted(from: &str, to: &str, text: &str) -> (Value, Vec<&'static str>) {
    let (from, to) = (by_name(from).unwrap().0, by_name(to).unwrap().0);
    let options = WriteOptions { container: Container::List, ..WriteOptions::default() };
    let (text, losses) = with(from, text, |conversation| write(conversation, to, &options)).unwrap().0.unwrap();
    (value(&text), losses.iter().map(|it| it.code.id).collect())
}

/// What validation says, as id and severity.
fn findings(text: &str) -> Vec<(&'static str, Severity)> {
    let checked = with(format("picklebot"), text, |conversation| {
        let mut report = Report::keeping(1_000);
        turnwise::rule::check(turnwise::rule::RULES, conversation, false, &mut report);
        turnwise::rule::check(format("picklebot").rules.own, conversation, false, &mut report);
        report
    });
    match checked {
        Ok((mut rules, mut shapes)) => {
            shapes.drain().chain(rules.drain()).map(|found| (found.code.id, found.severity)).collect()
        }
        Err(refused) => vec![(refused.code().id, Severity::Error)],
    }
}

#[test]
fn lines_that_the_library_drops_are_errors() {
    let cases = value(fixture!("invalid_lines.json"));
    let mut seen = 0;
    for case in cases.as_array().unwrap() {
        let (name, line) = (case["case"].as_str().unwrap(), case["line"].as_str().unwrap());
        let is_syntax = ["raw tab", "cut line", "trailing comma", "byte order mark", "two values"].contains(&name);
        if is_syntax {
            assert!(Tape::new().parse(line).is_err(), "{name}");
            continue;
        }
        // A list is not a line, but a conversation: this program takes it.
        if name != "array" {
            let found = findings(line);
            assert!(found.iter().any(|(_, severity)| *severity == Severity::Error), "{name}: {found:?}");
        }
        seen += 1;
    }
    assert_eq!(seen, 15);
}

#[test]
fn what_only_the_library_lets_pass_is_a_warning() {
    let ids = |text: &str| {
        let mut ids: Vec<_> = findings(text).into_iter().map(|(id, _)| id).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    };
    assert_eq!(ids(fixture!("tools.jsonl")), ["TW207"]);
    assert_eq!(
        ids(fixture!("coerced.jsonl")),
        ["TW203", "TW204", "TW206", "TW207", "TW640", "TW641", "TW642", "TW644"]
    );
    assert_eq!(ids(fixture!("lenient.jsonl")), ["TW104", "TW203", "TW204", "TW640", "TW642", "TW643", "TW646"]);
}

#[test]
fn only_what_is_clearly_its_own_is_claimed() {
    let score = |text: &str| (format("picklebot").score)(Tape::new().parse(text).unwrap()).map(|score| score.value);
    let time = "2026-03-08T23:16:36";
    let own = |time: &str| format!(r#"{{"timestamp":"{time}","role":"user","content":"x"}}"#);
    assert_eq!(score(&format!("[{}]", own(time))), Some(235));
    assert_eq!(score(r#"[{"role":"user","content":"x","tool_calls":null,"tool_call_id":null}]"#), Some(235));
    assert_eq!(score(fixture!("old-session.json")), Some(245));
    for foreign in [
        format!("[{}]", own(&format!("{time}Z"))),
        format!("[{}]", own("1741475796")),
        r#"[{"role":"user","content":"x"}]"#.to_owned(),
        r#"[{"role":"tool","content":"x","tool_call_id":"c1"}]"#.to_owned(),
        r#"[{"role":"assistant","content":null,"tool_calls":[],"tool_call_id":null}]"#.to_owned(),
        r#"{"messages":[{"role":"user","content":"x"}]}"#.to_owned(),
        own(time),
    ] {
        assert_eq!(score(&foreign), None, "{foreign}");
    }
    assert!(format("picklebot").framing.is_message.unwrap()(Tape::new().parse(&own(time)).unwrap()));
}
