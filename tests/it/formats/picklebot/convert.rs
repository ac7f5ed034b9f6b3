//! Between this format and others.

use super::*;

/// The messages without contents that are empty next to calls: other writers leave them out or write null.
fn without_empty(mut messages: Value) -> Value {
    for message in messages.as_array_mut().unwrap() {
        let has_calls = message.get("tool_calls").is_some();
        let is_empty = message["content"].is_null() || message["content"] == "";
        if let Some(fields) = message.as_object_mut().filter(|_| has_calls && is_empty) {
            fields.remove("content");
        }
    }
    messages
}

#[test]
fn openai_gets_what_to_message_gives() {
    for (text, expected) in [
        (fixture!("basic.jsonl"), fixture!("expected/basic.litellm.json")),
        (fixture!("tools.jsonl"), fixture!("expected/tools.litellm.json")),
        (fixture!("unicode.jsonl"), fixture!("expected/unicode.litellm.json")),
    ] {
        let (messages, losses) = converted("picklebot", "openai", text);
        assert_eq!(without_empty(messages), without_empty(value(expected)));
        // All that is lost is the times.
        assert!(losses.iter().all(|code| *code == "TW311"), "{losses:?}");
        assert_eq!(losses.len(), text.lines().count());
    }
}

#[test]
fn contents_are_not_run_through_str() {
    let text = r#"[{"role":"user","content":[{"type":"text","text":"it's"},{"type":"text","text":" so"},
      {"type":"image_url","image_url":{"url":"https://example.com/a.png"}}]},
     {"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},
     {"role":"tool","tool_call_id":"c1","content":"r"}]"#;
    let (messages, losses) = converted("openai", "picklebot", text);
    let call = json!({"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}});
    assert_eq!(
        messages,
        json!([
            {"role": "user", "content": "it's so", "tool_calls": null, "tool_call_id": null},
            {"role": "assistant", "content": "", "tool_calls": [call], "tool_call_id": null},
            {"role": "tool", "content": "r", "tool_calls": null, "tool_call_id": "c1"},
        ])
    );
    assert_eq!(losses, ["TW304", "TW347"]);
}

#[test]
fn arguments_become_strings_and_results_a_line_each() {
    let text = r#"{"max_tokens":9,"messages":[{"role":"user","content":"q"},{"role":"assistant","content":[
      {"type":"tool_use","id":"t1","name":"f","input":{"a": 1.50}},{"type":"tool_use","id":"t2","name":"g","input":{}}]},
     {"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"1"},
      {"type":"tool_result","tool_use_id":"t2","content":[{"type":"text","text":"2"},{"type":"text","text":"3"}],"is_error":true},
      {"type":"text","text":"and?"}]}]}"#;
    let (messages, losses) = converted("anthropic", "picklebot", text);
    assert_eq!(messages[1]["tool_calls"][0]["function"]["arguments"], r#"{"a":1.50}"#);
    let roles: Vec<_> = messages.as_array().unwrap().iter().map(|it| it["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["user", "assistant", "tool", "tool", "user"]);
    assert_eq!(messages[3]["content"], "23");
    for code in ["TW312", "TW313", "TW347"] {
        assert!(losses.contains(&code), "{code}: {losses:?}");
    }
}

#[test]
fn halves_of_surrogate_pairs_are_replaced() {
    let (messages, losses) = converted("openai", "picklebot", r#"[{"role":"user","content":"a\ud83d"}]"#);
    assert_eq!((messages[0]["content"].as_str(), losses), (Some("a\u{fffd}"), vec!["TW349"]));
}

#[test]
fn reasoning_is_dropped_or_made_visible_on_request() {
    let text = r#"[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"c2ln"},{"type":"text","text":"a"}]}]"#;
    let from = by_name("anthropic").unwrap().0;
    for (is_reasoning_text, words) in [(false, "a"), (true, "<think>\nhm\n</think>\n\na")] {
        let options = WriteOptions { is_reasoning_text, ..WriteOptions::default() };
        let written =
            with(from, text, |conversation| write(conversation, format("picklebot"), &options)).unwrap().0.unwrap().0;
        assert_eq!(value(&written)[1]["content"], words);
    }
}
