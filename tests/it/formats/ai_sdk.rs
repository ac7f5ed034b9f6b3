//! ai-sdk: what the library makes of its chats, and what turnwise makes of them; steps; versions.

use serde_json::Value;
use turnwise::format::{Format, WriteOptions, by_name};
use turnwise::report::Report;

use crate::fixtures::{path, read, write};

fn format() -> &'static Format {
    by_name("ai-sdk").unwrap().0
}

/// A text in a dialect, and the codes of what was lost.
fn converted(text: &str, is_sequence: bool, dialect: &'static str) -> (Value, Vec<&'static str>) {
    let mut report = Report::keeping(u64::MAX);
    let conversation = read(format(), text, is_sequence, &mut report).unwrap();
    let options = WriteOptions { dialect: Some(dialect), ..WriteOptions::default() };
    let written = write(format(), &conversation, &options, &mut report).unwrap();
    let codes = report.kept().iter().map(|it| it.code.id).collect();
    (serde_json::from_str(&written).unwrap(), codes)
}

/// Roles, texts, calls, results and files, in the order of the names of their kinds. Versions spell files differently.
fn facts(messages: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for message in messages.as_array().unwrap() {
        let content = match &message["content"] {
            Value::String(text) => vec![serde_json::json!({"type": "text", "text": text})],
            parts => parts.as_array().unwrap().clone(),
        };
        for part in content {
            let kind = part["type"].as_str().unwrap();
            // Version 4 leaves reasoning without parts out; questions to a person stay in chats.
            if kind == "reasoning" || kind.starts_with("tool-approval") {
                continue;
            }
            let role = if kind == "tool-result" { "tool" } else { message["role"].as_str().unwrap() };
            let data = part.get("data").or(part.get("image")).map(|data| {
                let bytes = data.as_object().filter(|object| object.contains_key("0"));
                let url = data.get("url").or(Some(data)).and_then(Value::as_str).unwrap_or_default();
                bytes.map_or_else(|| url.rsplit(',').next().unwrap().to_owned(), |_| "iVBORw0KGgo=".to_owned())
            });
            let of = |key: &str| part.get(key).map(Value::to_string).unwrap_or_default();
            // Mastra repeats the arguments on results.
            let of = |key: &str| if kind == "tool-result" && key == "input" { String::new() } else { of(key) };
            let keys =
                ["text", "toolCallId", "toolName", "input", "args", "output", "result", "approvalId", "approved"];
            found.push(format!("{role} {kind} {data:?} {:?}", keys.map(of)));
        }
    }
    found.sort();
    found
}

#[test]
fn chats_become_the_model_messages_of_the_library() {
    for (file, expected, dialect) in [
        ("ui-v4.json", "ui-v4.core.json", "model-v4"),
        ("ui-v4-no-parts.json", "ui-v4-no-parts.core.json", "model-v4"),
        ("ui-v5.json", "ui-v5.model.json", "model"),
        ("ui-v7.json", "ui-v7.model.json", "model"),
        ("mastra.json", "mastra.model.json", "model"),
        ("mastra-rows.jsonl", "mastra.model.json", "model"),
    ] {
        let folder = path("tests/fixtures/ai-sdk");
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let expected = std::fs::read_to_string(folder.join("expected").join(expected)).unwrap();
        let (made, _) = converted(&text, file.ends_with('l'), dialect);
        assert_eq!(facts(&made), facts(&serde_json::from_str(&expected).unwrap()), "{file}");
    }
}

#[test]
fn results_come_before_what_follows_a_step() {
    let call = r#"{"type":"tool-f","toolCallId":"c1","state":"output-available","input":{},"output":"r"}"#;
    let text = r#"{"type":"text","text":"t"}"#;
    let roles = |parts: &str| {
        let record = format!(r#"[{{"id":"a","role":"assistant","parts":[{parts}]}}]"#);
        let (made, _) = converted(&record, false, "model");
        let roles: Vec<_> = made.as_array().unwrap().iter().map(|it| it["role"].as_str().unwrap().to_owned()).collect();
        roles.join(" ")
    };
    assert_eq!(roles(&format!(r#"{call},{{"type":"step-start"}},{text}"#)), "assistant tool assistant");
    assert_eq!(roles(&format!("{call},{text}")), "assistant tool");
    let hosted = call.replace(r#""input""#, r#""providerExecuted":true,"input""#);
    assert_eq!(roles(&format!("{hosted},{text}")), "assistant assistant");
    let old = r#"{"type":"tool-invocation","toolInvocation":{"state":"result","toolCallId":"c1","toolName":"f","args":{},"result":"r"}}"#;
    assert_eq!(roles(&format!("{old},{text}")), "assistant tool assistant");
}

#[test]
fn an_upgrade_loses_nothing_and_comes_back() {
    let text = std::fs::read_to_string(path("tests/fixtures/ai-sdk/ui-v4.json")).unwrap();
    let (new, lost) = converted(&text, false, "v7");
    assert!(lost.is_empty(), "{lost:?}");
    let parts = new[2]["parts"].as_array().unwrap();
    assert_eq!(parts.iter().filter(|part| part["type"] == "step-start").count(), 1, "{parts:?}");
    assert_eq!(new[2]["metadata"]["createdAt"], "2026-01-02T03:04:06.000Z");
    let (old, _) = converted(&new.to_string(), false, "v4");
    assert_eq!(old[2]["createdAt"], "2026-01-02T03:04:06.000Z");
    assert_eq!(old[1]["experimental_attachments"].as_array().unwrap().len(), 2);
}

#[test]
fn a_copy_that_says_something_else_is_reported() {
    let message = |content: &str| {
        format!(
            r#"[{{"id":"a","role":"assistant","content":"{content}","parts":[{{"type":"text","text":"one two"}}]}}]"#
        )
    };
    for (content, is_lost) in [("one two", false), ("two", false), ("three", true)] {
        let (_, lost) = converted(&message(content), false, "model");
        assert_eq!(lost.contains(&"TW313"), is_lost, "{content}: {lost:?}");
    }
}

#[test]
fn incomplete_calls_are_no_calls() {
    let record = r#"[{"id":"a","role":"assistant","parts":[{"type":"text","text":"t"},{"type":"tool-f","toolCallId":"c1","state":"input-streaming","input":{"a":1}}]}]"#;
    let (made, lost) = converted(record, false, "model");
    assert_eq!(facts(&made).len(), 1);
    assert!(lost.contains(&"TW314"), "{lost:?}");
}

#[test]
fn sources_of_version_4_are_those_of_version_5() {
    let part = r#"{"type":"source","source":{"sourceType":"url","id":"s1","url":"https://e.com","title":"E"}}"#;
    let record = format!(r#"[{{"id":"a","role":"assistant","parts":[{{"type":"text","text":"t"}},{part}]}}]"#);
    let (new, lost) = converted(&record, false, "v7");
    assert!(lost.is_empty(), "{lost:?}");
    assert_eq!(new[0]["parts"][1]["type"], "source-url");
    let (old, lost) = converted(&new.to_string(), false, "v4");
    assert!(!lost.contains(&"TW314"), "{lost:?}");
    assert_eq!(old[0]["parts"].as_array().unwrap().last().unwrap()["source"]["title"], "E");
}

#[test]
fn files_in_failed_results_are_reported() {
    let record = r#"[{"role":"assistant","content":[{"type":"tool-call","toolCallId":"c1","toolName":"f","args":{}}]},{"role":"tool","content":[{"type":"tool-result","toolCallId":"c1","toolName":"f","result":"no","isError":true,"content":[{"type":"text","text":"no"},{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}]}]}]"#;
    let (made, lost) = converted(record, false, "model");
    assert_eq!(made[1]["content"][0]["output"]["type"], "error-text");
    assert!(lost.contains(&"TW304"), "{lost:?}");
}

#[test]
fn fields_stay_in_the_object_that_they_were_in() {
    let user = r#"{"id":"u","role":"user","content":"q","parts":[{"type":"text","text":"q"}],"experimental_attachments":[{"contentType":"image/png","url":"data:image/png;base64,iVBORw0KGgo=","x":1}]}"#;
    let call = r#"{"id":"a","role":"assistant","content":"","parts":[{"type":"tool-invocation","toolInvocation":{"state":"result","step":0,"toolCallId":"c1","toolName":"f","args":{},"result":"r","x":2},"x":3}]}"#;
    let (old, lost) = converted(&format!("[{user},{call}]"), false, "v4");
    assert!(!lost.contains(&"TW313"), "{lost:?}");
    assert_eq!(old[0]["experimental_attachments"][0]["x"], 1);
    let part = &old[1]["parts"].as_array().unwrap()[1];
    assert_eq!((&part["toolInvocation"]["x"], &part["x"]), (&Value::from(2), &Value::from(3)));
    let (_, lost) = converted(&format!("[{user},{call}]"), false, "model");
    assert_eq!(lost.iter().filter(|code| **code == "TW313").count(), 2, "{lost:?}");
}
