//! Fixtures through the reader and the writer, and conversions from and to openai.

use serde_json::{Value, json};

use super::{FORMAT, NAME, read};
use crate::format::{Container, Format, Reading, WriteOptions, Writing, by_name, report_unsupported};
use crate::json::{At, Layout, Out, Raw, Tape, Text, minify};
use crate::model::{
    Arguments, CacheHint, CallKind, Conversation, Extras, Media, MediaKind, MediaSource, Message, Part, Reasoning,
    Role, TextPart, ToolCall, ToolResult, Ttl, dump, walk,
};
use crate::report::{Diagnostic, Refused, Report, Severity};

macro_rules! fixture {
    ($name:literal) => {
        ($name, include_str!(concat!("../../../tests/fixtures/patterpunk/", $name)))
    };
}

fn openai() -> &'static Format {
    by_name("openai").unwrap().0
}

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
    report_unsupported(conversation, to, &options, &mut report);
    let mut writing = Writing { out: &mut out, report: &mut report, options: &options, scratch: &mut scratch };
    (to.write.unwrap())(conversation, &mut writing)?;
    Ok((String::from_utf8(out.as_bytes().to_vec()).unwrap(), report.drain().collect()))
}

fn convert(from: &Format, to: &Format, text: &str) -> Result<(Value, Vec<&'static str>), Refused> {
    let (text, diagnostics) = with(from, text, |conversation| write(conversation, to, false))?.0?;
    Ok((value(&text), diagnostics.iter().map(|it| it.code.id).collect()))
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
        assert_eq!(rewrite(&written).0, written, "{name}");
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
fn examples_of_rules_are_true() {
    for rule in FORMAT.rules {
        let mut count = 0;
        for block in rule.code.docs.split("```json ").skip(1) {
            let (head, rest) = block.split_once('\n').unwrap();
            let text = rest.split("\n```").next().unwrap();
            let mut found: Vec<_> = findings(text).into_iter().map(|(id, _)| id).collect();
            found.dedup();
            let wanted = if head == "bad patterpunk" { vec![rule.code.id] } else { Vec::new() };
            assert_eq!(found, wanted, "{} {head}", rule.code.id);
            count += 1;
        }
        assert_eq!(count, 2, "{}", rule.code.id);
    }
}

#[test]
fn openai_gets_what_the_library_would_send() {
    for ((name, text), (_, wanted)) in [
        (fixture!("basic.json"), fixture!("expected/basic.openai.json")),
        (fixture!("thinking.json"), fixture!("expected/thinking.openai.json")),
        (fixture!("tools.json"), fixture!("expected/tools.openai.json")),
    ] {
        assert_eq!(convert(&FORMAT, openai(), text).unwrap().0, value(wanted), "{name}");
    }
    // The library refuses the document; the API takes it.
    let (written, losses) = convert(&FORMAT, openai(), fixture!("chunks.json").1).unwrap();
    assert_eq!(written[1]["content"][2]["file"]["filename"], "document-1.pdf");
    assert!(losses.contains(&"TW307") && losses.contains(&"TW304"), "{losses:?}");
}

#[test]
fn words_and_calls_become_two_messages() {
    let text = r#"[{"role":"developer","content":"d"},{"role":"assistant","content":"wait","tool_calls":[
        {"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}},
        {"id":"c2","type":"custom","custom":{"name":"sh","input":"ls"}}]},
        {"role":"tool","tool_call_id":"c1","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]},
        {"role":"tool","tool_call_id":"c2","content":"r"},
        {"role":"assistant","content":null,"refusal":"no"}]"#;
    let (written, mut losses) = convert(openai(), &FORMAT, text).unwrap();
    let kinds: Vec<_> = written.as_array().unwrap().iter().map(|it| it["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["system", "assistant", "tool_call", "tool_result", "tool_result", "assistant"]);
    assert_eq!(written[2]["tool_calls"][1]["function"]["arguments"], "ls");
    assert_ne!(written[1]["id"], written[2]["id"]);
    assert_eq!(written[3]["function_name"], "f");
    assert_eq!(written[3]["content"], "a\nb");
    assert_eq!(written[5]["content"]["value"], "no");
    losses.retain(|id| *id != "TW371");
    assert_eq!(losses, ["TW340", "TW346", "TW342", "TW347", "TW341"]);
    // The free text is no JSON.
    assert_eq!(findings(&written.to_string()), [("TW207", Severity::Warning)]);
}

#[test]
fn old_calls_and_finish_reasons_are_translated() {
    let text = r#"[{"role":"user","content":"q"},
        {"role":"assistant","content":null,"function_call":{"name":"f","arguments":"{}"}},
        {"role":"function","name":"f","content":"r"}]"#;
    let (written, losses) = convert(openai(), &FORMAT, text).unwrap();
    assert_eq!(written[1]["tool_calls"][0]["id"], written[2]["call_id"]);
    assert!(losses.contains(&"TW354") && losses.contains(&"TW370"));
    let text = r#"{"choices":[{"finish_reason":"length","message":{"role":"assistant","content":"a"}}]}"#;
    let (written, losses) = convert(openai(), &FORMAT, text).unwrap();
    assert_eq!(written[0]["finish_reason"], "max_tokens");
    assert_eq!(written[0]["provider_data"], json!({"raw_finish_reason": "length"}));
    assert_eq!(losses, ["TW371"]);
}

#[test]
fn media_must_be_bytes() {
    let message = |url: &str| {
        format!(
            r#"[{{"role":"user","content":[{{"type":"image_url","image_url":{{"url":"{url}","detail":"low"}}}}]}}]"#
        )
    };
    let (written, losses) = convert(openai(), &FORMAT, &message("data:;base64,iVBORw0KGgo=")).unwrap();
    let wanted = json!({"type":"multimodal","media_type":"image/png","data":"iVBORw0KGgo=","filename":null});
    assert_eq!(written[0]["content"]["chunks"][0], wanted);
    assert_eq!(losses, ["TW371", "TW305", "TW374"]);
    for url in ["https://example.com/a.png", "data:image/png;base64,_-_-", "data:image/png;base64,"] {
        assert!(convert(openai(), &FORMAT, &message(url)).is_err(), "{url}");
    }
    let lossy = with(openai(), &message("https://example.com/a.png"), |it| write(it, &FORMAT, true)).unwrap().0;
    assert!(lossy.unwrap().1.iter().any(|it| it.code.id == "TW304"));
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

fn compact(fact: &str) -> String {
    let mut bytes = Vec::new();
    if Tape::new().parse(fact).is_err() {
        return fact.to_owned();
    }
    minify(fact, &mut bytes);
    String::from_utf8(bytes).unwrap()
}

/// Every fact of the input is in the output, or something was reported in the same message.
fn check_conservation(from: &Format, to: &Format, name: &str, text: &str) {
    let checked = with(from, text, |conversation| {
        let Ok((written, losses)) = write(conversation, to, true) else { return };
        let mut facts = Vec::new();
        let collect = |it: &Conversation<'_>| walk::facts(it, &mut |fact| facts.push(compact(&fact.value)));
        with(to, &written, collect).unwrap();
        let starts: Vec<_> = conversation.messages.iter().map(|message| message.at).collect();
        let home = |at| starts.iter().rposition(|start| *start <= at);
        walk::facts(conversation, &mut |fact| {
            let is_said = losses.iter().any(|loss| loss.code.kind.is_loss() && home(loss.at) == home(fact.at));
            let is_there = facts.contains(&compact(&fact.value));
            assert!(
                is_there || is_said || matches!(fact.value.as_ref(), "" | "false"),
                "{name}: {fact:?}\n{}",
                dump(conversation)
            );
        });
    });
    assert!(checked.is_ok(), "{name}");
}

#[test]
fn nothing_vanishes_in_silence() {
    for (name, text) in EXACT {
        check_conservation(&FORMAT, openai(), name, text);
        check_conservation(&FORMAT, &FORMAT, name, text);
    }
    let (name, text) = fixture!("unknown-fields.json");
    check_conservation(&FORMAT, openai(), name, text);
    check_conservation(&FORMAT, &FORMAT, name, text);
}

#[test]
fn a_role_of_another_format_is_refused() {
    let conversation = with(&FORMAT, fixture!("minimal.json").1, |conversation| {
        let mut conversation = conversation.clone();
        conversation.messages[0].role = Role::Other(Text::Token("narrator"));
        write(&conversation, &FORMAT, false).map(|_| ()).unwrap_err().code().id
    });
    assert_eq!(conversation.unwrap().0, "TW390");
}

#[test]
fn what_other_formats_hold_is_written_or_said() {
    let at = At::byte;
    let hint = |offset, raw: &'static str, seconds| {
        let ttl = Some(Ttl { seconds, raw: Raw::borrowed(raw) });
        Some(Box::new(CacheHint { at: at(offset), is_on: true, ttl }))
    };
    let text = |text, offset| TextPart::new(Text::Token(text), at(offset));
    let reasoning = |family, offset| Reasoning {
        at: at(offset),
        text: Some(Text::Token("hm")),
        signature: Some(Text::Token("c2ln")),
        family,
        ..Reasoning::default()
    };
    let media = |source, offset| Media {
        at: at(offset),
        kind: MediaKind::Document,
        source,
        media_type: None,
        file_name: Some(Text::Token("a.txt")),
        detail: None,
        cache: hint(offset, "\"5m\"", 300.0),
        extras: Extras::default(),
    };
    let call = ToolCall {
        at: at(14),
        id: Some(Text::Token("c1")),
        kind: CallKind::Function,
        name: Text::Token("f"),
        arguments: Arguments::Object(Raw::borrowed("{ \"n\": 1.10 }")),
        cache: hint(15, "\"5m\"", 300.0),
        extras: Extras::default(),
    };
    let result = |id, offset, parts| {
        Part::Result(ToolResult { at: at(offset), call_id: Some(Text::Token(id)), parts, ..ToolResult::default() })
    };
    let plain = media(MediaSource::Plain(Text::Token("h\\u0069\\n")), 3);
    let remote = media(MediaSource::Remote { service: "anthropic", id: Text::Token("f1") }, 22);
    let user =
        vec![Part::Text(TextPart { cache: hint(2, "\"1h\"", 3600.0), ..text("q", 1) }), Part::Media(Box::new(plain))];
    let answer = vec![
        Part::Text(text("a", 11)),
        Part::Reasoning(Box::new(reasoning("anthropic", 12))),
        Part::Reasoning(Box::new(reasoning("gemini", 13))),
        Part::Call(call),
        Part::Text(text("b", 16)),
    ];
    let results =
        vec![result("c1", 21, vec![Part::Media(Box::new(remote))]), result("c2", 23, vec![Part::Text(text("r", 24))])];
    let message = |role, offset, parts| Message { at: at(offset), role, parts, origin: "other", ..Message::default() };
    let messages =
        vec![message(Role::User, 0, user), message(Role::Assistant, 10, answer), message(Role::Tool, 20, results)];
    let conversation = Conversation { messages, origin: "other", ..Conversation::default() };
    let (written, losses) = write(&conversation, &FORMAT, false).unwrap();
    let written = value(&written);
    assert_eq!(written[0]["content"]["chunks"][0]["ttl_seconds"].to_string(), "3600.0");
    let wanted = json!({"type":"multimodal","media_type":"text/plain","data":"aGkK","filename":"a.txt"});
    assert_eq!(written[0]["content"]["chunks"][1], wanted);
    let wanted = json!([{"type":"thinking","thinking":"hm","signature":"c2ln"},{"type":"thinking","thinking":"hm"}]);
    assert_eq!(written[1]["thinking_blocks"], wanted);
    assert_eq!(written[2]["tool_calls"][0]["function"]["arguments"], "{\"n\":1.10}");
    assert_eq!((&written[3]["content"], &written[3]["function_name"]), (&json!(""), &json!("f")));
    let said =
        |id: &str| losses.iter().filter(|it| it.code.id == id).filter_map(|it| it.at.offset()).collect::<Vec<_>>();
    assert_eq!(said("TW302"), [13]);
    assert_eq!(said("TW304"), [22]);
    assert_eq!(said("TW306"), [3, 15, 22]);
    assert_eq!(said("TW345"), [12, 13, 16]);
    assert_eq!(said("TW346"), [10, 20]);
    assert_eq!(said("TW371"), [0, 10, 10, 20, 20]);
}
