//! Conversions between formats that a service or a library on the other side would reject.

use turnwise::format::{Reading, WriteOptions, Writing, by_name, writable};
use turnwise::json::{Layout, Out, Tape};
use turnwise::report::{Refused, Report};
use turnwise::rule;

type ExpectedLoss = (&'static str, Option<usize>);

/// The output, and code and offset of every loss.
fn convert(from: &str, to: &str, text: &str) -> Result<(String, Vec<ExpectedLoss>), Refused> {
    let (mut tape, mut scratch) = (Tape::new(), Tape::new());
    let root = tape.parse(text).unwrap();
    let mut found = Report::default();
    let mut reading = Reading { report: &mut found, scratch: &mut scratch, columns: None, programs: None };
    let mut conversation = (by_name(from).unwrap().0.read)(root, &mut reading)?;
    conversation.source.text = text;
    let (target, _) = by_name(to).unwrap();
    let (mut out, mut losses) = (Out::new(Layout::Compact), Report::keeping(100));
    let options = WriteOptions::default();
    let mut writing = Writing::new(&mut out, &mut losses, &options, &mut scratch);
    turnwise::format::write_record(target, &conversation, &mut writing)?;
    let losses = losses.kept().iter().map(|loss| (loss.code.id, loss.at.offset())).collect();
    Ok((String::from_utf8(out.as_bytes().to_vec()).unwrap(), losses))
}

/// Errors of the rules that a target requires.
fn errors(format: &str, text: &str) -> Vec<&'static str> {
    let (mut tape, mut scratch) = (Tape::new(), Tape::new());
    let mut found = Report::keeping(100);
    let (format, _) = by_name(format).unwrap();
    let root = tape.parse(text).unwrap();
    let read =
        (format.read)(root, &mut Reading { report: &mut found, scratch: &mut scratch, columns: None, programs: None });
    rule::check(rule::RULES, &read.unwrap(), false, &mut found);
    found.kept().iter().map(|it| it.code.id).collect()
}

const REPEATED: &str = r#"[{"role":"user","content":"q"},
{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},
{"role":"tool","tool_call_id":"c1","content":"1"},
{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},
{"role":"tool","tool_call_id":"c1","content":"2"},{"role":"user","content":"w"}]"#;

#[test]
fn anthropic_takes_an_id_once() {
    let (written, losses) = convert("openai", "anthropic", REPEATED).unwrap();
    let root: serde_json::Value = serde_json::from_str(&written).unwrap();
    let messages = &root["messages"];
    assert_eq!(messages[1]["content"][0]["id"], "c1");
    assert_eq!(messages[2]["content"][0]["tool_use_id"], "c1");
    let second = &messages[3]["content"][0]["id"];
    assert_ne!(second, "c1");
    assert_eq!(&messages[4]["content"][0]["tool_use_id"], second);
    assert_eq!(losses.iter().filter(|(code, _)| *code == "TW343").count(), 2);
}

#[test]
fn openai_takes_results_directly_behind_their_calls_only() {
    let text = r#"[{"type":"user","id":"1","content":"q"},
{"type":"tool_call","id":"2","tool_calls":[{"id":"c1","function":{"name":"f","arguments":"{}"}}]},
{"type":"user","id":"3","content":"and?"},
{"type":"tool_result","id":"4","content":"r","call_id":"c1","function_name":"f"}]"#;
    assert_eq!(convert("patterpunk", "openai", text).unwrap_err().code().id, "TW522");
}

#[test]
fn a_result_may_name_the_function_only() {
    let text = r#"[{"type":"user","id":"1","content":"q"},
{"type":"tool_call","id":"2","tool_calls":[{"id":"c:1","function":{"name":"f","arguments":"{}"}},
{"id":"c:2","function":{"name":"g","arguments":"{}"}}]},
{"type":"tool_result","id":"3","content":"r","function_name":"g"},
{"type":"tool_result","id":"4","content":"s","function_name":"f"}]"#;
    assert!(errors("patterpunk", text).iter().all(|code| !code.starts_with("TW20")));
    let (written, losses) = convert("patterpunk", "openai", text).unwrap();
    let root: serde_json::Value = serde_json::from_str(&written).unwrap();
    assert_eq!(root["messages"][2]["tool_call_id"], "c:2");
    assert_eq!(root["messages"][3]["tool_call_id"], "c:1");
    assert_eq!(losses.iter().filter(|(code, _)| *code == "TW370").count(), 2);
    let (written, _) = convert("patterpunk", "anthropic", text).unwrap();
    let root: serde_json::Value = serde_json::from_str(&written).unwrap();
    let messages = &root["messages"];
    assert_eq!(messages[1]["content"][1]["id"], messages[2]["content"][0]["tool_use_id"]);
}

#[test]
fn the_id_of_a_conversation_is_dropped_where_it_stands() {
    let text = r#"{"conversations":[{"from":"human","value":"q"},{"from":"gpt","value":"a"}],"id":"i7"}"#;
    let holders = [
        "adk",
        "ag-ui",
        "atif",
        "claude-code",
        "codex",
        "gemini-cli",
        "hf-sts",
        "keprompt-chat",
        "pi",
        "pydantic-ai",
        "rows",
        "sharegpt",
    ];
    for to in writable().filter(|format| !holders.contains(&format.name)) {
        let (_, losses) = convert("sharegpt", to.name, text).unwrap();
        assert!(losses.contains(&("TW319", text.find("\"i7"))), "{} {losses:?}", to.name);
    }
}

#[test]
fn placeholders_in_calls_would_take_files() {
    let text = r#"[{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://x.test/a.png"}}]},
{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\"a\":\"<image>\"}"}}]},
{"role":"tool","tool_call_id":"c1","content":"r"}]"#;
    assert_eq!(convert("openai", "sharegpt", text).unwrap_err().code().id, "TW390");
    assert!(convert("openai", "sharegpt", &text.replace("<image>", "<picture>")).is_ok());
}

#[test]
fn a_closing_tag_in_an_argument_closes_nothing() {
    let text = r#"{"conversations":[{"from":"human","value":"q"},
{"from":"gpt","value":"<tool_call>\n{\"name\":\"f\",\"arguments\":{\"a\":\"</tool_call>\"}}\n</tool_call>"},
{"from":"tool","value":"<tool_response>\n{\"name\":\"f\",\"content\":\"r\"}\n</tool_response>"},
{"from":"gpt","value":"<tool_call>words</tool_call>"}]}"#;
    let (written, _) = convert("sharegpt", "openai", text).unwrap();
    let root: serde_json::Value = serde_json::from_str(&written).unwrap();
    assert_eq!(root["messages"][1]["tool_calls"][0]["function"]["arguments"], r#"{"a":"</tool_call>"}"#);
    assert_eq!(root["messages"][3]["content"], "<tool_call>words</tool_call>");
}
