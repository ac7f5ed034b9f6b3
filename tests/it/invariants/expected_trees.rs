//! Trees of sessions as other readers found them, or as the program that wrote them sent them: `tests/fixtures/expected`.

use std::io::Cursor;

use serde_json::Value;
use turnwise::format::by_name;
use turnwise::model::{BranchKind, Conversation, Message, Part, ProgramMessage};
use turnwise::op::convert::{ConvertEnds, ConvertOptions};
use turnwise::op::{Choice, Input, convert};
use turnwise::report::Report;
use turnwise::stream::{Silent, Source};

use crate::fixtures::{path, read};

/// The expectation, and the fixture that it is about.
const CASES: &[(&str, &str)] =
    &[("pi-branches.json", "pi/branches.jsonl"), ("gemini-cli-log.json", "gemini-cli/log.jsonl")];

fn ids(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(|id| id.as_str().unwrap().to_owned()).collect()
}

fn id_of(message: &Message<'_>) -> Option<String> {
    message.details().id.as_ref().map(|id| id.decode().into_owned())
}

fn words_of(message: &Message<'_>) -> String {
    let text = |part: &Part<'_>| match part {
        Part::Text(text) => Some(text.text.decode().into_owned()),
        _ => None,
    };
    message.parts.iter().filter_map(text).collect()
}

/// The texts of the messages that are written, in their order.
fn written(text: &str, format: &str, is_effective: bool) -> Vec<String> {
    let choice = Choice { format: Some(by_name(format).unwrap().0), ..Choice::default() };
    let source = Source::from_reader(Cursor::new(text.as_bytes().to_vec()), "a.jsonl").unwrap();
    let input = Input::new(source, &choice).unwrap();
    let mut options = ConvertOptions::new(by_name("openai").unwrap().0);
    options.selection.branches.is_effective = is_effective;
    let mut out = Vec::new();
    let mut write = |bytes: &[u8]| {
        out.extend_from_slice(bytes);
        Ok(())
    };
    let ends = ConvertEnds { write: &mut write, note: &mut |_| {}, carry: None, restore: None, progress: &Silent };
    assert!(convert::run(input, &options, ends).unwrap().fatal.is_none());
    let record: Value = serde_json::from_slice(&out).unwrap();
    let messages = record["messages"].as_array().unwrap().iter();
    messages.map(|message| message["content"].to_string()).collect()
}

/// The ids on a branch, each once: results may share that of their record.
fn way(conversation: &Conversation<'_>, branch: usize) -> Vec<String> {
    let mut ids: Vec<_> = conversation.steps(branch).iter().map(|step| step.id.decode().into_owned()).collect();
    ids.dedup();
    ids
}

fn check_tree(expected: &Value, conversation: &Conversation<'_>) {
    for key in ["path_messages", "ids"] {
        if expected[key].is_array() {
            assert_eq!(way(conversation, 0), ids(&expected[key]), "{key}");
        }
    }
    if expected["abandoned"].is_array() {
        let left = conversation.branches.iter().filter(|branch| branch.kind == BranchKind::Abandoned);
        let own: Vec<_> = left.flat_map(|branch| &branch.order).map(|step| step.id.decode().into_owned()).collect();
        assert_eq!(own, ids(&expected["abandoned"]));
    }
    if expected["never_sent"].is_array() {
        let notices = conversation.messages.iter().filter(|it| it.details().by_program == Some(ProgramMessage::Notice));
        assert_eq!(notices.filter_map(id_of).collect::<Vec<_>>(), ids(&expected["never_sent"]));
    }
    for (id, text) in expected["texts"].as_object().into_iter().flatten() {
        let message = conversation.messages.iter().find(|it| id_of(it).as_ref() == Some(id)).unwrap();
        assert_eq!(words_of(message), text.as_str().unwrap());
    }
}

#[test]
fn trees_are_what_the_programs_make_of_them() {
    for (expectation, fixture) in CASES {
        let load = |name: &str| std::fs::read_to_string(path("tests/fixtures").join(name)).unwrap();
        let expected: Value = serde_json::from_str(&load(&format!("expected/{expectation}"))).unwrap();
        let (name, text) = (fixture.split('/').next().unwrap(), load(fixture));
        let mut report = Report::keeping(u64::MAX);
        let conversation = read(by_name(name).unwrap().0, &text, true, &mut report).unwrap();
        check_tree(&expected, &conversation);
        assert!(report.is_empty(), "{fixture}: {:?}", report.kept());
        let sent = ids(&expected["effective_to_model"]);
        if sent.is_empty() {
            continue;
        }
        let told: Vec<_> = sent
            .iter()
            .map(|id| id.strip_prefix("summary of ").unwrap_or(id))
            .map(|id| words_of(conversation.messages.iter().find(|it| id_of(it).as_deref() == Some(id)).unwrap()))
            .collect();
        let written = written(&text, name, true);
        assert_eq!(written.len(), told.len(), "{written:?}");
        assert!(written.iter().zip(&told).all(|(written, told)| written.contains(told)), "{written:?} {told:?}");
    }
}

/// What is read is written as it was, byte for byte, where the format stays.
#[test]
fn trees_that_stay_are_the_same_bytes() {
    for (_, fixture) in CASES {
        let name = fixture.split('/').next().unwrap();
        let text = std::fs::read_to_string(path("tests/fixtures").join(fixture)).unwrap();
        let source = Source::from_reader(Cursor::new(text.as_bytes().to_vec()), "a.jsonl").unwrap();
        let input = Input::new(source, &Choice::default()).unwrap();
        let options = ConvertOptions::new(by_name(name).unwrap().0);
        let mut out = Vec::new();
        let mut write = |bytes: &[u8]| {
            out.extend_from_slice(bytes);
            Ok(())
        };
        let ends = ConvertEnds { write: &mut write, note: &mut |_| {}, carry: None, restore: None, progress: &Silent };
        convert::run(input, &options, ends).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), text, "{fixture}");
    }
}
