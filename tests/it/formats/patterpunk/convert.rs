//! Conversions from and to other formats.

use serde_json::{Value, json};

use super::{EXACT, findings, value, with, write};
use crate::formats::shared::format;
use turnwise::format::{Format, Writing, by_name};
use turnwise::json::{At, Layout, Out, Raw, Tape, Text, minify};
use turnwise::model::{
    Arguments, CacheHint, CallKind, Conversation, Extras, Media, MediaKind, MediaSource, Message, OneOrMany, Part,
    Reasoning, Role, TextPart, ToolCall, ToolResult, Ttl, dump, walk,
};
use turnwise::report::{Refused, Report, Severity};

fn openai() -> &'static Format {
    by_name("openai").unwrap().0
}

fn convert(from: &Format, to: &Format, text: &str) -> Result<(Value, Vec<&'static str>), Refused> {
    let (text, diagnostics) = with(from, text, |conversation| write(conversation, to, false))?.0?;
    Ok((value(&text), diagnostics.iter().map(|it| it.code.id).collect()))
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
fn openai_gets_what_the_library_would_send() {
    for ((name, text), (_, wanted)) in [
        (fixture!("basic.json"), fixture!("expected/basic.openai.json")),
        (fixture!("thinking.json"), fixture!("expected/thinking.openai.json")),
        (fixture!("tools.json"), fixture!("expected/tools.openai.json")),
    ] {
        assert_eq!(convert(format("patterpunk"), openai(), text).unwrap().0, value(wanted), "{name}");
    }
    // The library rejects the document; the API takes it.
    let (written, losses) = convert(format("patterpunk"), openai(), fixture!("chunks.json").1).unwrap();
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
    let (written, mut losses) = convert(openai(), format("patterpunk"), text).unwrap();
    let kinds: Vec<_> = written.as_array().unwrap().iter().map(|it| it["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["system", "assistant", "tool_call", "tool_result", "tool_result", "assistant"]);
    assert_eq!(written[2]["tool_calls"][1]["function"]["arguments"], "ls");
    assert_ne!(written[1]["id"], written[2]["id"]);
    assert_eq!(written[3]["function_name"], "f");
    assert_eq!(written[3]["content"], "a\nb");
    assert_eq!(written[5]["content"]["value"], "no");
    losses.retain(|id| *id != "TW371");
    losses.sort_unstable();
    assert_eq!(losses, ["TW340", "TW341", "TW342", "TW346", "TW347"]);
    // The free text is not JSON.
    assert_eq!(findings(&written.to_string()), [("TW207", Severity::Warning)]);
}

#[test]
fn old_calls_and_finish_reasons_are_translated() {
    let text = r#"[{"role":"user","content":"q"},
        {"role":"assistant","content":null,"function_call":{"name":"f","arguments":"{}"}},
        {"role":"function","name":"f","content":"r"}]"#;
    let (written, losses) = convert(openai(), format("patterpunk"), text).unwrap();
    assert_eq!(written[1]["tool_calls"][0]["id"], written[2]["call_id"]);
    assert!(losses.contains(&"TW354") && losses.contains(&"TW370"));
    let text = r#"{"choices":[{"finish_reason":"length","message":{"role":"assistant","content":"a"}}]}"#;
    let (written, losses) = convert(openai(), format("patterpunk"), text).unwrap();
    assert_eq!(written[0]["finish_reason"], "max_tokens");
    assert_eq!(written[0]["provider_data"], json!({"raw_finish_reason": "length"}));
    assert_eq!(losses, ["TW371"]);
}

#[test]
fn what_the_last_question_asks_is_the_request() {
    let text = r#"[{"type":"user","id":"a","content":{"type":"string","value":"q"},"allow_tool_calls":true,
        "structured_output":{"schema":{"type":"object"},"class_ref":"acme.Report"}}]"#;
    let (to, options) = (openai(), turnwise::format::WriteOptions::default());
    let (written, losses) = with(format("patterpunk"), text, |conversation| {
        let (mut out, mut report, mut scratch) = (Out::new(Layout::Compact), Report::keeping(9), Tape::new());
        let mut writing = Writing::new(&mut out, &mut report, &options, &mut scratch);
        turnwise::format::write_record(to, conversation, &mut writing).unwrap();
        let losses: Vec<_> = report.drain().map(|it| it.code.id).collect();
        (String::from_utf8(out.as_bytes().to_vec()).unwrap(), losses)
    })
    .unwrap()
    .0;
    assert_eq!(value(&written)["response_format"]["json_schema"]["schema"], json!({"type": "object"}));
    // The id, the class, and a name that the service wants.
    assert_eq!(losses, ["TW310", "TW317", "TW375"]);
    let (back, _) = convert(to, format("patterpunk"), &written).unwrap();
    assert_eq!(back[0]["structured_output"], json!({"schema": {"type": "object"}}));
    // An answer that is there already was requested before.
    let answered = written.replace("\"q\"}", "\"q\"},{\"role\":\"assistant\",\"content\":\"a\"}");
    let (back, losses) = convert(to, format("patterpunk"), &answered).unwrap();
    assert!(back[0].get("structured_output").is_none() && losses.contains(&"TW317"), "{back} {losses:?}");
}

#[test]
fn halves_of_surrogate_pairs_are_replaced_or_errors() {
    let text = r#"[{"role":"user","content":"a\ud83d \ud83d\ude00"},{"role":"assistant","content":"b"}]"#;
    let (written, losses) = convert(openai(), format("patterpunk"), text).unwrap();
    assert_eq!(written[0]["content"]["value"], "a\u{fffd} \u{1f600}");
    assert_eq!(losses.iter().filter(|loss| **loss == "TW349").count(), 1, "{losses:?}");
    let own = r#"[{"type":"user","id":"a","content":{"type":"string","value":"a\ud83d"},"allow_tool_calls":true}]"#;
    assert_eq!(findings(own), [("TW108", Severity::Error)]);
}

#[test]
fn media_must_be_bytes() {
    let message = |url: &str| {
        format!(
            r#"[{{"role":"user","content":[{{"type":"image_url","image_url":{{"url":"{url}","detail":"low"}}}}]}}]"#
        )
    };
    let (written, losses) = convert(openai(), format("patterpunk"), &message("data:;base64,iVBORw0KGgo=")).unwrap();
    let wanted = json!({"type":"multimodal","media_type":"image/png","data":"iVBORw0KGgo=","filename":null});
    assert_eq!(written[0]["content"]["chunks"][0], wanted);
    assert_eq!(losses, ["TW374", "TW305", "TW371"]);
    for url in ["https://example.com/a.png", "data:image/png;base64,_-_-", "data:image/png;base64,"] {
        assert!(convert(openai(), format("patterpunk"), &message(url)).is_err(), "{url}");
    }
    let text = message("https://example.com/a.png").replace("}]}]", r#"}]},{"role":"user","content":"x"}]"#);
    let lossy = with(openai(), &text, |it| write(it, format("patterpunk"), true)).unwrap().0;
    assert!(lossy.unwrap().1.iter().any(|it| it.code.id == "TW304"));
}

#[test]
fn nothing_vanishes_in_silence() {
    for (name, text) in EXACT {
        check_conservation(format("patterpunk"), openai(), name, text);
    }
    let (name, text) = fixture!("unknown-fields.json");
    check_conservation(format("patterpunk"), openai(), name, text);
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
        signature: None,
        extras: Extras::default(),
    };
    let result = |id, offset, part| {
        let parts = OneOrMany::one(part);
        Part::from(ToolResult { at: at(offset), call_id: Some(Text::Token(id)), parts, ..ToolResult::default() })
    };
    let plain = media(MediaSource::Plain(Text::Token("h\\u0069\\n")), 3);
    let remote = media(MediaSource::Remote { service: "anthropic", id: Text::Token("f1") }, 22);
    let mut question = text("q", 1);
    question.set_cache(hint(2, "\"1h\"", 3600.0));
    let user = vec![Part::Text(question), Part::Media(Box::new(plain))];
    let answer = vec![
        Part::Text(text("a", 11)),
        Part::Reasoning(Box::new(reasoning("anthropic", 12))),
        Part::Reasoning(Box::new(reasoning("gemini", 13))),
        Part::from(call),
        Part::Text(text("b", 16)),
    ];
    let results = vec![result("c1", 21, Part::Media(Box::new(remote))), result("c2", 23, Part::Text(text("r", 24)))];
    let message = |role, offset, parts: Vec<Part<'static>>| Message {
        at: at(offset),
        role,
        parts: parts.into(),
        origin: "other",
        ..Message::default()
    };
    let messages =
        vec![message(Role::User, 0, user), message(Role::Assistant, 10, answer), message(Role::Tool, 20, results)];
    let conversation = Conversation { messages, origin: "other", ..Conversation::default() };
    let (written, losses) = write(&conversation, format("patterpunk"), false).unwrap();
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
    assert_eq!(said("TW306"), [22, 3, 15]);
    assert_eq!(said("TW345"), [12, 13, 16]);
    assert_eq!(said("TW346"), [10]);
    assert_eq!(said("TW371"), [0, 10, 10, 20, 20]);
}

#[test]
fn a_role_of_another_format_is_refused() {
    let conversation = with(format("patterpunk"), fixture!("minimal.json").1, |conversation| {
        let mut conversation = conversation.clone();
        conversation.messages[0].role = Role::Other(Text::Token("narrator"));
        write(&conversation, format("patterpunk"), false).map(|_| ()).unwrap_err().code().id
    });
    assert_eq!(conversation.unwrap().0, "TW390");
}
