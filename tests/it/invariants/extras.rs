//! Fields that nobody claimed, within one format: in every container, every dialect and with other ids they are in the object
//! that they were in, or they are reported. The fixtures `extras-*` have such fields in every object.

use std::collections::BTreeMap;
use std::io::Cursor;

use serde_json::Value;
use turnwise::format::{Container, FORMATS, Format, LogShape, WriteOptions, by_name, writable};
use turnwise::json::At;
use turnwise::model::walk::{FactKind, facts};
use turnwise::op::convert::{ConvertEnds, ConvertOptions};
use turnwise::op::{Choice, Ids, Input, convert};
use turnwise::report::{Diagnostic, Report};
use turnwise::stream::{Silent, Source};

use crate::fixtures::{KEPT, Sample, read, samples, write};
use crate::invariants::conserve::check;

fn is_generated(sample: &Sample) -> bool {
    sample.file.file_name().unwrap().to_string_lossy().starts_with("extras-")
}

/// The unknown fields of a value: their values, each with the other keys of its object.
fn unknown(value: &Value, found: &mut BTreeMap<String, Vec<String>>) {
    match value {
        Value::Object(members) => {
            let is_unknown = |value: &Value| {
                let digits = value.as_str().and_then(|it| it.strip_prefix("odd").or_else(|| it.strip_prefix('x')));
                digits.is_some_and(|it| it.parse::<u32>().is_ok())
            };
            let known: Vec<_> =
                members.iter().filter(|(_, value)| !is_unknown(value)).map(|(key, _)| key.clone()).collect();
            for (key, value) in members {
                if is_unknown(value) {
                    found.insert(format!("{key}: {value}"), known.clone());
                }
                unknown(value, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| unknown(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// True if the value at this place ends behind the offset.
fn spans(source: &str, at: At, offset: usize) -> bool {
    let Some(start) = at.offset().filter(|start| *start <= offset) else { return false };
    let mut value = serde_json::Deserializer::from_str(&source[start..]).into_iter::<Value>();
    value.next();
    start + value.byte_offset() > offset
}

/// Every unknown field is in the output, in an object that is still the same, or reported, and not both.
fn check_places(name: &str, sample: &Sample, text: &str, losses: &[Diagnostic]) {
    let (mut before, mut after) = (BTreeMap::new(), BTreeMap::new());
    unknown(&serde_json::from_str(&sample.text).unwrap(), &mut before);
    unknown(&serde_json::from_str(text).unwrap(), &mut after);
    let dropped: Vec<_> = losses.iter().filter(|it| it.code.id == "TW313").collect();
    for (field, neighbours) in &before {
        let value = field.split_once(": ").unwrap().1;
        let offset = sample.text.find(value).unwrap();
        let is_dropped = dropped.iter().any(|it| it.at.offset() == Some(offset));
        let Some(others) = after.get(field) else {
            // It went, or what it is inside.
            let is_named = losses.iter().any(|it| spans(&sample.text, it.at, offset));
            assert!(is_named, "{name}: {field} is gone\n{text}");
            continue;
        };
        assert!(!is_dropped, "{name}: {field} is reported and written\n{text}");
        let is_same = neighbours.is_empty() || neighbours.iter().any(|key| others.contains(key));
        assert!(is_same, "{name}: {field} was beside {neighbours:?} and is beside {others:?}\n{text}");
    }
    for (field, others) in &after {
        assert!(before.contains_key(field), "{name}: {field} beside {others:?} was not in the source\n{text}");
    }
}

#[test]
fn nothing_vanishes_within_a_format() {
    for sample in samples() {
        let from = read(sample.format, &sample.text, sample.is_sequence, &mut Report::default()).unwrap();
        // A format never writes its own records anew, except in another dialect.
        for dialect in sample.format.dialects.iter().map(|dialect| Some(dialect.name)) {
            for container in [Container::Kept, Container::Body, Container::List] {
                for log in [LogShape::Snapshot, LogShape::Events, LogShape::Messages, LogShape::Rows] {
                    if log != LogShape::Snapshot && sample.format.name != "ag-ui" {
                        continue;
                    }
                    let options = WriteOptions { container, dialect, log, is_lossy: true, ..KEPT };
                    let name = format!("{} -> {dialect:?} {container:?} {log:?}", sample.name());
                    let mut report = Report::keeping(u64::MAX);
                    // A log that is written anew begins with a run: the invariant does not see into its events.
                    if !matches!(from.source.shape, "events" | "input") {
                        check(&name, &from, sample.format, &options);
                    }
                    if is_generated(&sample)
                        && let Ok(text) = write(sample.format, &from, &options, &mut report)
                    {
                        check_places(&name, &sample, &text, report.kept());
                    }
                }
            }
        }
    }
}

#[test]
fn nothing_vanishes_towards_the_lists_of_other_formats() {
    for sample in samples().into_iter().filter(is_generated) {
        let from = read(sample.format, &sample.text, sample.is_sequence, &mut Report::default()).unwrap();
        for to in writable().filter(|to| to.name != sample.format.name) {
            let options = WriteOptions { container: Container::List, is_lossy: true, ..WriteOptions::default() };
            check(&format!("{} list", sample.name()), &from, to, &options);
        }
    }
}

/// The output of the command, and the losses that it tells.
fn converted(
    text: &str,
    format: &'static Format,
    set: impl FnOnce(&mut ConvertOptions),
) -> (Option<String>, Vec<Diagnostic>) {
    let source = Source::from_reader(Cursor::new(text.as_bytes().to_vec()), "x.json").unwrap();
    let input = Input::new(source, &Choice { format: Some(format), ..Choice::default() }).unwrap();
    let mut options = ConvertOptions::new(format);
    options.pass.keep = u64::MAX;
    set(&mut options);
    let mut out = Vec::new();
    let mut write = |bytes: &[u8]| {
        out.extend_from_slice(bytes);
        Ok(())
    };
    let mut told = Vec::new();
    let mut note = |diagnostic: Diagnostic| told.push(diagnostic);
    let ends = ConvertEnds { write: &mut write, note: &mut note, carry: None, restore: None, progress: &Silent };
    let outcome = convert::run(input, &options, ends).unwrap();
    let text = outcome.fatal.is_none().then(|| String::from_utf8(out).unwrap());
    (text, told)
}

/// With other ids a record says all that it said, in the same objects.
#[test]
fn other_ids_change_nothing_else() {
    for sample in samples().into_iter().filter(is_generated) {
        for ids in [Ids::New, Ids::Stable] {
            let name = format!("{} {ids:?}", sample.name());
            let (text, losses) = converted(&sample.text, sample.format, |options| options.content.ids = ids);
            let Some(text) = text else { continue };
            // A log is written anew, as one run.
            let is_log = sample.format.name == "ag-ui" && sample.text.contains("RUN_STARTED");
            // The keys of an object may be ids.
            let text = if is_log { text } else { with_old_ids(&sample, &text) };
            check_places(&name, &sample, &text, &losses);
            if is_log {
                continue;
            }
            let dropped = losses.iter().find(|it| matches!(it.code.id, "TW313" | "TW320"));
            assert!(dropped.is_none(), "{name}: {dropped:?}\n{text}");
            let (mut before, mut after) = (Vec::new(), Vec::new());
            leaves(&serde_json::from_str(&sample.text).unwrap(), String::new(), &mut before);
            leaves(&serde_json::from_str(&text).unwrap(), String::new(), &mut after);
            before.sort();
            after.sort();
            // Reasoning that is a message of its own has an id, too.
            let is_thought = |path: &str| sample.format.name == "ag-ui" && path.ends_with("/id");
            // The model did not make a call whose arguments are broken, so its id is not one of the conversation.
            let is_unread = |path: &str| path.contains("/invalid_tool_calls/") && path.ends_with("/id");
            let lost = before.iter().find(|leaf| !after.contains(leaf) && !is_thought(&leaf.0) && !is_unread(&leaf.0));
            assert!(lost.is_none(), "{name}: {lost:?}\n{text}");
        }
    }
}

/// The output with the ids that the source had.
fn with_old_ids(sample: &Sample, text: &str) -> String {
    let ids = |text: &str| {
        let conversation = read(sample.format, text, false, &mut Report::default()).unwrap();
        let mut found = Vec::new();
        facts(&conversation, &mut |fact| {
            if matches!(fact.kind, FactKind::CallId | FactKind::MessageId) {
                found.push((fact.kind, fact.value.into_owned()));
            }
        });
        found
    };
    let (old, new) = (ids(&sample.text), ids(text));
    assert_eq!(old.len(), new.len(), "{}\n{text}", sample.name());
    let mut text = text.to_owned();
    for ((_, old), (_, new)) in old.iter().zip(&new) {
        text = text.replace(new.as_str(), old);
    }
    text
}

/// Every leaf with its path. JSON in strings is opened, and white space in such strings does not count.
fn leaves(value: &Value, path: String, found: &mut Vec<(String, String)>) {
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(key, value)| leaves(value, format!("{path}/{key}"), found));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, value)| leaves(value, format!("{path}/{index}"), found));
        }
        Value::String(text) if text.contains('{') => match serde_json::from_str::<Value>(text) {
            Ok(inner) => leaves(&inner, path + "/json", found),
            Err(_) => found.push((path, text.split_whitespace().collect())),
        },
        leaf => found.push((path, leaf.to_string())),
    }
}

/// Writes an own record with other options; the output, and what is reported as dropped.
fn rewritten(format: &str, text: &str, options: &WriteOptions) -> (Value, Vec<String>) {
    let format = by_name(format).unwrap().0;
    let from = read(format, text, false, &mut Report::default()).unwrap();
    let mut report = Report::keeping(u64::MAX);
    let out = write(format, &from, options, &mut report).unwrap();
    let dropped = report.kept().iter().filter(|it| it.code.id == "TW313").map(|it| it.message.clone());
    (serde_json::from_str(&out).unwrap(), dropped.collect())
}

const COMPLETION: &str = r#"{"id":"c","object":"chat.completion","model":"m","choices":[{"index":0,"finish_reason":"stop","logprobs":{"a":1},"message":{"role":"assistant","content":"hi"}}]}"#;

#[test]
fn the_fields_of_a_choice_are_reported_where_there_is_no_choice() {
    let list = WriteOptions { container: Container::List, ..KEPT };
    for options in [list, WriteOptions { dialect: Some("litellm"), ..WriteOptions::default() }] {
        let (out, dropped) = rewritten("openai", COMPLETION, &options);
        assert!(dropped.iter().any(|it| it.contains("`logprobs`")), "{out} {dropped:?}");
        assert!(!out.to_string().contains("logprobs"), "{out}");
    }
}

#[test]
fn keys_are_never_taken_apart() {
    let contents = r#"{"contents":[{"role":"user","parts":[{"text":"x","data.k":2}]}]}"#;
    let gemini = by_name("gemini").unwrap().0;
    let (out, told) = converted(contents, gemini, |options| options.write.container = Container::List);
    let out: Value = serde_json::from_str(&out.unwrap()).unwrap();
    assert_eq!(out.pointer("/0/parts/0/data.k"), Some(&Value::from(2)));
    assert!(told.iter().all(|it| it.code.id != "TW313"), "{told:?}");
    let body = r#"{"toolConfig.foo":1,"messages":[{"role":"user","content":[{"text":"x"}]}],"toolConfig":{"tools":[{"toolSpec":{"name":"f","inputSchema":{"json":{"type":"object"}}}}],"foo":2}}"#;
    let bedrock = by_name("bedrock").unwrap().0;
    let out = converted(body, bedrock, |options| options.content.ids = Ids::New).0.unwrap();
    let out: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(out.get("toolConfig.foo"), Some(&Value::from(1)));
    assert_eq!(out.pointer("/toolConfig/foo"), Some(&Value::from(2)));
    assert_eq!(out.pointer("/toolConfig/toolConfig.foo"), None);
    let calls = r#"[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function.zip":1,"function":{"name":"f","arguments":"{}","zip":2}}]},{"role":"tool","tool_call_id":"c1","content":"r"}]"#;
    let openai = by_name("openai").unwrap().0;
    let out = converted(calls, openai, |options| options.content.ids = Ids::New).0.unwrap();
    let out: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(out.pointer("/1/tool_calls/0/function.zip"), Some(&Value::from(1)));
    assert_eq!(out.pointer("/1/tool_calls/0/function/zip"), Some(&Value::from(2)));
}

#[test]
fn a_finish_reason_that_is_written_is_not_reported() {
    let openai = by_name("openai").unwrap().0;
    let (out, losses) = converted(COMPLETION, openai, |options| options.content.ids = Ids::New);
    assert!(out.unwrap().contains("\"finish_reason\":\"stop\""));
    assert!(losses.iter().all(|it| it.code.id != "TW320"));
    let (out, losses) = converted(COMPLETION, openai, |options| options.write.container = Container::List);
    assert!(!out.unwrap().contains("finish_reason"));
    assert!(losses.iter().any(|it| it.code.id == "TW320"));
}

#[test]
fn every_format_has_generated_fixtures() {
    // A program as text has no fields. Each line of a session has its own: fixtures by hand have unknown ones.
    let mut without = FORMATS
        .iter()
        .filter(|format| format.name != "keprompt-prompt" && !format.framing.is_session && format.name != "opencode");
    let has = |format: &Format| samples().iter().any(|it| it.format.name == format.name && is_generated(it));
    assert!(without.all(|format| has(format)));
}
