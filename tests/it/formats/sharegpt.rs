//! Fixtures there and back, and the ways to and from another format.

use serde_json::Value;

use crate::formats::shared::format;
use turnwise::format::{Container, FORMATS, Format, Reading, WriteOptions, Writing, by_name};
use turnwise::json::{Layout, Out, Tape, Text};
use turnwise::model::walk::{FactKind, facts};
use turnwise::model::{Arguments, Conversation, MediaSource, Part, Reasoning, Role};
use turnwise::report::{Diagnostic, Refused, Report};

macro_rules! fixture {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/sharegpt/", $name))
    };
}

fn by(name: &str) -> &'static Format {
    by_name(name).unwrap().0
}

fn read<'a>(text: &'a str, name: &str, report: &mut Report) -> Result<Conversation<'a>, Refused> {
    let (mut tape, mut scratch) = (Tape::new(), Tape::new());
    let root = tape.parse(text).unwrap();
    let mut conversation =
        (by(name).read)(root, &mut Reading { report, scratch: &mut scratch, columns: None, programs: None })?;
    conversation.source.text = text;
    Ok(conversation)
}

fn write(conversation: &Conversation<'_>, name: &str, report: &mut Report) -> Result<String, Refused> {
    let options = WriteOptions { container: Container::Kept, ..WriteOptions::default() };
    write_with(conversation, name, &options, report)
}

fn write_with(
    conversation: &Conversation<'_>,
    name: &str,
    options: &WriteOptions,
    report: &mut Report,
) -> Result<String, Refused> {
    let target = by(name);
    let (mut out, mut scratch) = (Out::new(Layout::Compact), Tape::new());
    let mut writing = Writing::new(&mut out, report, options, &mut scratch);
    turnwise::format::write_record(target, conversation, &mut writing)?;
    Ok(String::from_utf8(out.as_bytes().to_vec()).unwrap())
}

fn convert(text: &str, from: &str, to: &str) -> (String, Vec<&'static str>) {
    let mut report = Report::default();
    let conversation = read(text, from, &mut Report::default()).unwrap();
    let written = write(&conversation, to, &mut report).unwrap();
    (written, report.counts().iter().map(|count| count.code.id).collect())
}

fn records(file: &str) -> Vec<String> {
    let mut tape = Tape::new();
    if file.trim_start().starts_with('[') && !file.contains("\"Hi\"},{\"from\":\"model\"") {
        return tape.parse(file).unwrap().items().map(|node| node.raw().to_owned()).collect();
    }
    file.lines().map(str::to_owned).collect()
}

const FILES: &[&str] = &[
    fixture!("fastchat-dummy.json"),
    fixture!("glaive-toolcall-demo.json"),
    fixture!("hermes.json"),
    fixture!("llamafactory-preference.json"),
    fixture!("media.json"),
    fixture!("minimal.json"),
    fixture!("odd-turns.json"),
    fixture!("sharegpt-basic.jsonl"),
    fixture!("sharegpt-hermes.json"),
    fixture!("sharegpt-toolcall-llamafactory.json"),
    fixture!("spare-media.json"),
    fixture!("tools.json"),
    fixture!("turn-list.json"),
    fixture!("unknown-fields.json"),
];

#[test]
fn fixtures_are_recognised_as_this_and_nothing_else() {
    for record in FILES.iter().flat_map(|file| records(file)) {
        let mut tape = Tape::new();
        let root = tape.parse(&record).unwrap();
        let best = FORMATS.iter().max_by_key(|format| (format.score)(root).map(|score| score.value)).unwrap();
        assert_eq!(best.name, "sharegpt", "{record}");
    }
    let other = r#"{"messages":[{"role":"user","content":"hi"}]}"#;
    assert!((format("sharegpt").score)(Tape::new().parse(other).unwrap()).is_none());
}

#[test]
fn broken_records_are_refused() {
    for (record, code) in [
        (fixture!("broken-from-missing.json"), "TW103"),
        (fixture!("broken-from-twice.json"), "TW007"),
        (fixture!("broken-no-turns.json"), "TW102"),
        (fixture!("broken-turn-string.json"), "TW102"),
        (fixture!("broken-value-number.json"), "TW102"),
        ("{}", "TW101"),
        ("7", "TW101"),
    ] {
        let refused = read(record, "sharegpt", &mut Report::default()).unwrap_err();
        assert_eq!(refused.code().id, code, "{record}");
    }
}

/// Every fact is in what was written, or a loss points to its place.
#[test]
fn nothing_vanishes_on_the_way_to_openai() {
    for record in FILES.iter().flat_map(|file| records(file)) {
        let conversation = read(&record, "sharegpt", &mut Report::default()).unwrap();
        let mut report = Report::keeping(10_000);
        let Ok(written) = write(&conversation, "openai", &mut report) else { continue };
        let again = read(&written, "openai", &mut Report::default()).unwrap();
        let mut found = Vec::new();
        let bare = |text: &str| text.split_whitespace().collect::<String>();
        facts(&again, &mut |fact| found.push(bare(&fact.value)));
        facts(&conversation, &mut |fact| {
            let is_found = found.contains(&bare(&fact.value));
            // A worse answer is dropped as a whole.
            let is_of_answer = |loss: &Diagnostic| loss.code.name == "branch-dropped" && loss.at <= fact.at;
            let is_named = |loss: &Diagnostic| loss.at == fact.at || is_of_answer(loss);
            let is_said = report.kept().iter().any(is_named) || fact.kind == FactKind::ConversationId;
            assert!(is_found || is_said, "{fact:?}\n{written}");
        });
    }
}

#[test]
fn calls_and_results_are_unpacked() {
    let text = fixture!("tools.json");
    let conversation = read(text, "sharegpt", &mut Report::default()).unwrap();
    let names: Vec<_> = conversation.tools.iter().map(|tool| tool.name.show()).collect();
    assert_eq!(names, ["add", "noop"]);
    let [Part::Call(add), Part::Call(noop)] = conversation.messages[1].parts.as_slice() else { panic!() };
    assert!(
        matches!(&add.arguments, Arguments::Object(raw) if raw.as_str() == r#"{"a": 1.10, "b": 12345678901234567890123}"#)
    );
    assert!(matches!(&noop.arguments, Arguments::Encoded(text) if text.is("{\"x\":")));
    let results = &conversation.messages[2].parts;
    let texts: Vec<_> = results
        .iter()
        .map(|part| match part {
            Part::Result(result) => match result.parts.as_slice() {
                [Part::Text(text)] => text.text.show(),
                _ => panic!(),
            },
            _ => panic!(),
        })
        .collect();
    assert_eq!(texts, ["3.10", r#"{"ok": true}"#]);
}

#[test]
fn hermes_tags_are_unpacked() {
    let text = records(fixture!("hermes.json")).remove(0);
    let mut report = Report::default();
    let conversation = read(&text, "sharegpt", &mut report).unwrap();
    assert_eq!(report.counts().len(), 0);
    assert!(conversation.tools[0].is_in_text && conversation.tools[0].name.is("f"));
    let parts = &conversation.messages[2].parts;
    let [Part::Text(before), Part::Call(call), Part::Text(after)] = parts.as_slice() else { panic!("{parts:?}") };
    assert!(before.text.is("Let me look.") && call.name.is("f") && after.text.is("One moment."));
    assert_eq!(&text[before.at.offset().unwrap()..][..6], "Let me");
    assert_eq!(&text[after.at.offset().unwrap()..][..6], "One mo");
    assert!(matches!(&conversation.messages[3].parts[0], Part::Result(result)
        if matches!(&result.parts[0], Part::Text(text) if text.text.is("plain words"))));
}

#[test]
fn files_stand_where_their_placeholders_were() {
    let conversation = read(fixture!("media.json"), "sharegpt", &mut Report::default()).unwrap();
    let names: Vec<_> = conversation.messages[0].parts.iter().map(Part::name).collect();
    assert_eq!(names, ["an image", "text", "an image", "text", "an audio file", "text"]);
    let sources: Vec<_> = conversation
        .parts()
        .filter_map(|part| match part {
            Part::Media(media) => Some(match &media.source {
                MediaSource::File(_) => "file",
                MediaSource::Url(_) => "url",
                MediaSource::Base64(_) => "base64",
                MediaSource::Remote { .. } | MediaSource::Plain(_) => "other",
            }),
            _ => None,
        })
        .collect();
    assert_eq!(sources, ["file", "url", "file", "base64"]);
}

#[test]
fn openai_calls_become_turns_of_their_own() {
    let (written, losses) = convert(
        r#"{"messages":[{"role":"system","content":"s"},{"role":"user","content":"q"},
        {"role":"assistant","content":null,"tool_calls":[
            {"id":"a","type":"function","function":{"name":"f","arguments":"{\"n\": 1.10}"}},
            {"id":"b","type":"function","function":{"name":"g","arguments":"{\"n\":"}}]},
        {"role":"tool","tool_call_id":"b","content":"\"x\""},{"role":"tool","tool_call_id":"a","content":"{\"ok\": 1.0}"},
        {"role":"assistant","content":"a"}],
        "tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{}}}}]}"#,
        "openai",
        "sharegpt",
    );
    let value: Value = serde_json::from_str(&written).unwrap();
    let turns = value["conversations"].as_array().unwrap();
    let names: Vec<_> = turns.iter().map(|turn| turn["from"].as_str().unwrap()).collect();
    assert_eq!(names, ["system", "human", "function_call", "observation", "gpt"]);
    let calls = r#"[{"name": "f", "arguments": {"n": 1.10}}, {"name": "g", "arguments": "{\"n\":"}]"#;
    assert_eq!(turns[2]["value"], calls);
    assert_eq!(turns[3]["value"], r#"[{"ok": 1.0}, "\"x\""]"#);
    assert_eq!(value["tools"], r#"[{"name": "f", "parameters": {"type":"object","properties":{}}}]"#);
    assert_eq!(losses, ["TW318", "TW345"]);
    let (back, _) = convert(&written, "sharegpt", "openai");
    assert!(back.contains(r#""content":"\"x\"""#) && back.contains(r#""arguments":"{\"n\":""#), "{back}");
}

#[test]
fn words_beside_calls_need_tags() {
    let (written, _) = convert(
        r#"[{"role":"user","content":"q"},{"role":"assistant","content":"wait","tool_calls":[
            {"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]},
        {"role":"tool","tool_call_id":"a","content":"plain"},{"role":"assistant","content":"a"}]"#,
        "openai",
        "sharegpt",
    );
    let value: Value = serde_json::from_str(&written).unwrap();
    let calls = "wait\n<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>";
    assert_eq!(value["conversations"][1]["value"], calls);
    let results = "<tool_response>\n{\"name\": \"f\", \"content\": \"plain\"}\n</tool_response>";
    assert_eq!(value["conversations"][2], serde_json::json!({"from": "tool", "value": results}));
}

#[test]
fn results_that_order_cannot_tell_apart_are_refused() {
    let calls = r#"{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}},
        {"id":"b","type":"function","function":{"name":"NAME","arguments":"{}"}}"#;
    let record = format!(
        r#"[{{"role":"user","content":"q"}},{{"role":"assistant","tool_calls":[{calls}]}},
        {{"role":"tool","tool_call_id":"b","content":"r"}}]"#
    );
    let read_one = |name: &str| record.replace("NAME", name);
    let (written, _) = convert(&read_one("g"), "openai", "sharegpt");
    assert!(written.contains("<tool_response>"), "{written}");
    let same = read_one("f");
    let conversation = read(&same, "openai", &mut Report::default()).unwrap();
    assert_eq!(write(&conversation, "sharegpt", &mut Report::default()).unwrap_err().code().id, "TW390");
}

#[test]
fn media_become_placeholders_and_files() {
    let record = r#"[{"role":"user","content":[{"type":"text","text":"see"},
        {"type":"image_url","image_url":{"url":"https://example.com/a.png","detail":"low"}},{"type":"text","text":"WORDS"},
        {"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgo="}},
        {"type":"input_audio","input_audio":{"data":"UklGRg==","format":"wav"}}]}]"#;
    let (written, losses) = convert(record, "openai", "sharegpt");
    let value: Value = serde_json::from_str(&written).unwrap();
    assert_eq!(value["conversations"][0]["value"], "see<image>WORDS<image><audio>");
    assert_eq!(value["images"][1], "data:image/png;base64,iVBORw0KGgo=");
    assert_eq!(losses, ["TW305"]);
    let record = record.replace("WORDS", "an <image> tag");
    let conversation = read(&record, "openai", &mut Report::default()).unwrap();
    assert_eq!(write(&conversation, "sharegpt", &mut Report::default()).unwrap_err().code().id, "TW390");
}

#[test]
fn the_developer_and_several_texts_are_said() {
    let record = r#"[{"role":"developer","content":"d"},{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]},
        {"role":"assistant","content":null,"refusal":"no"}]"#;
    let (written, losses) = convert(record, "openai", "sharegpt");
    assert!(written.contains(r#""value":"a\nb""#), "{written}");
    assert_eq!(losses, ["TW340", "TW341", "TW347"]);
}

#[test]
fn unknown_speakers_are_kept_and_said() {
    let mut report = Report::default();
    let conversation = read(fixture!("odd-turns.json"), "sharegpt", &mut report).unwrap();
    let codes: Vec<_> = report.counts().iter().map(|count| count.code.id).collect();
    assert_eq!(codes, ["TW103", "TW105", "TW108"]);
    assert!(matches!(&conversation.messages[1].role, Role::Other(name) if name.is("narrator")));
    assert!(write(&conversation, "openai", &mut Report::default()).is_err());
}

#[test]
fn reasoning_is_only_written_as_text_on_request() {
    let record = r#"[{"role":"user","content":"q"},{"role":"assistant","content":"a"}]"#;
    let mut conversation = read(record, "openai", &mut Report::default()).unwrap();
    let reasoning = Reasoning { text: Some(Text::Token("hm")), ..Reasoning::default() };
    conversation.messages[1].parts.change(|parts| parts.insert(0, Part::Reasoning(Box::new(reasoning))));
    for (is_reasoning_text, wanted) in [(false, "a"), (true, "<think>\\nhm\\n</think>\\n\\na")] {
        let options = WriteOptions { is_reasoning_text, ..WriteOptions::default() };
        let written = write_with(&conversation, "sharegpt", &options, &mut Report::default()).unwrap();
        assert!(written.contains(&format!(r#"{{"from":"gpt","value":"{wanted}"}}"#)), "{written}");
    }
}
