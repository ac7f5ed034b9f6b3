//! What the writer does with conversations of other formats, and what the reader makes of odd blocks.

use serde_json::{Value, json};

use crate::formats::shared::{self, BODY, KEPT, format};
use turnwise::format::{Container, Reading, WriteOptions, by_name};
use turnwise::json::Tape;
use turnwise::report::{Report, Severity};
use turnwise::rule;

const LOSSY: WriteOptions = WriteOptions { is_lossy: true, ..BODY };

const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/// The output, or why not, and the codes of the losses.
fn convert(from: &str, to: &str, text: &str, options: &WriteOptions) -> (Result<String, String>, Vec<&'static str>) {
    let (text, report) = shared::written(format(from), format(to), text, options);
    let mut losses: Vec<_> = report.kept().iter().map(|it| it.code.name).collect();
    losses.sort_unstable();
    (text.map_err(|refused| refused.message().to_owned()), losses)
}

/// Writes bedrock, which must be without errors.
fn written(from: &str, text: &str, options: &WriteOptions) -> (Value, Vec<&'static str>) {
    let (text, losses) = convert(from, "bedrock", text, options);
    let text = text.unwrap();
    assert_eq!(errors(&text), [""; 0], "{text}");
    (serde_json::from_str(&text).unwrap(), losses)
}

/// The errors of reading and of all rules.
fn errors(text: &str) -> Vec<&'static str> {
    let (mut tape, mut scratch, mut report) = (Tape::new(), Tape::new(), Report::keeping(1000));
    let root = tape.parse(text).unwrap();
    let (format, _) = by_name("converse").unwrap();
    match (format.read)(
        root,
        &mut Reading { report: &mut report, scratch: &mut scratch, columns: None, programs: None },
    ) {
        Ok(conversation) => {
            rule::check(rule::RULES, &conversation, false, &mut report);
            rule::check(format.rules.own, &conversation, false, &mut report);
            let errors = report.kept().iter().filter(|it| it.severity == Severity::Error);
            errors.map(|it| it.code.name).collect()
        }
        Err(refused) => vec![refused.code().name],
    }
}

fn user(content: &str) -> String {
    format!(r#"{{"role":"user","content":[{content}]}}"#)
}

#[test]
fn the_same_conversation_comes_from_openai_and_anthropic() {
    let own = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/bedrock/same-weather.bedrock.json"));
    let mut own: Value = serde_json::from_str(own).unwrap();
    own.as_object_mut().unwrap().remove("modelId");
    let result = own.pointer_mut("/messages/2/content/0/toolResult/content/0").unwrap();
    *result = json!({"text": "{\"temp\": 24, \"sky\": \"clear\"}"});
    let text =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/anthropic/same-weather.anthropic.json"));
    let (mut from_anthropic, losses) = written("anthropic", text, &BODY);
    // The model.
    assert_eq!(losses, ["field-dropped"]);
    let limit = from_anthropic.as_object_mut().unwrap().remove("inferenceConfig");
    assert_eq!(limit, Some(json!({"maxTokens": 1024})));
    // Spaces and status are each format's own.
    let text = from_anthropic.pointer_mut("/messages/2/content/0/toolResult/content/0/text").unwrap();
    *text = json!("{\"temp\": 24, \"sky\": \"clear\"}");
    let success = own.pointer_mut("/messages/2/content/0/toolResult").unwrap().as_object_mut().unwrap();
    success.remove("status");
    let result = from_anthropic.pointer_mut("/messages/2/content/0/toolResult").unwrap().as_object_mut().unwrap();
    result.remove("status");
    assert_eq!(from_anthropic, own);
}

#[test]
fn neighbours_become_one_message_with_results_first() {
    let text = r#"[{"role":"user","content":"a"},{"role":"user","content":"b"},
{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},
{"role":"user","content":"wait"},{"role":"tool","tool_call_id":"c1","content":" "},{"role":"assistant","content":"d"}]"#;
    let (body, losses) = written("openai", text, &BODY);
    assert_eq!(losses, ["blank-text-dropped", "messages-joined", "order-changed", "schema-generated"]);
    assert_eq!(
        body,
        json!({"messages": [
            {"role": "user", "content": [{"text": "a"}, {"text": "b"}]},
            {"role": "assistant", "content": [{"toolUse": {"toolUseId": "c1", "name": "f", "input": {}}}]},
            {"role": "user", "content": [{"toolResult": {"toolUseId": "c1", "content": []}}, {"text": "wait"}]},
            {"role": "assistant", "content": [{"text": "d"}]},
        ], "toolConfig": {"tools": [{"toolSpec": {"name": "f", "inputSchema": {"json": {"type": "object"}}}}]}})
    );
}

#[test]
fn a_missing_result_in_the_middle_is_refused() {
    let text = r#"[{"role":"user","content":"a"},
{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},
{"role":"user","content":"wait"},{"role":"assistant","content":"ok"},{"role":"tool","tool_call_id":"c1","content":"r"}]"#;
    let (result, _) = convert("openai", "bedrock", text, &LOSSY);
    assert_eq!(result.unwrap_err(), "the call `c1` has no result in the user message after it");
}

#[test]
fn system_texts_in_the_middle_move_behind_results() {
    let text = r#"[{"role":"developer","content":"s"},{"role":"user","content":"a"},
{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c2","type":"function","function":{"name":"f","arguments":"{}"}}]},
{"role":"tool","tool_call_id":"c2","content":"2"},{"role":"tool","tool_call_id":"c1","content":"1"},
{"role":"system","content":"now"},{"role":"user","content":"b"},{"role":"assistant","content":"d"},{"role":"system","content":"end"}]"#;
    let (body, losses) = written("openai", text, &BODY);
    assert_eq!(losses, ["moved", "moved", "role-changed", "schema-generated"]);
    assert_eq!(body["system"], json!([{"text": "s"}]));
    let last = body["messages"][2]["content"].as_array().unwrap();
    let texts: Vec<_> = last.iter().filter_map(|block| block["text"].as_str()).collect();
    assert_eq!(texts, ["now", "b", "end"]);
    assert_eq!(last[0]["toolResult"]["toolUseId"], "c2");
}

#[test]
fn documents_get_names_and_need_a_text() {
    let document = |name: &str| {
        format!(r#"{{"type":"document","source":{{"type":"text","media_type":"text/plain","data":"words"}}{name}}}"#)
    };
    let (with, without) = (document(r#","title":"Plan_v1.2.txt""#), document(""));
    let text = format!(
        r#"{{"max_tokens":9,"messages":[{}]}}"#,
        user(&format!(r#"{with},{with},{without},{{"type":"text","text":"x"}}"#))
    );
    let (body, losses) = written("anthropic", &text, &BODY);
    let names: Vec<_> = body["messages"][0]["content"].as_array().unwrap().iter().collect();
    let names: Vec<_> = names.iter().filter_map(|block| block["document"]["name"].as_str()).collect();
    assert_eq!(names, ["Plan-v1-2", "Plan-v1-2 2", "document-3"]);
    let expected = ["file-name-generated", "media-detail-changed", "media-detail-changed"];
    assert_eq!(losses, expected);
    let alone = format!(r#"{{"max_tokens":9,"messages":[{}]}}"#, user(&without));
    let (result, _) = convert("anthropic", "bedrock", &alone, &BODY);
    assert_eq!(result.unwrap_err(), "bedrock does not accept a document without text in the same message");
    let (result, losses) = convert("anthropic", "bedrock", &alone, &LOSSY);
    assert_eq!(result.unwrap_err(), "bedrock needs at least one message");
    assert!(losses.contains(&"media-dropped"));
}

#[test]
fn media_by_url_are_refused_and_bytes_are_not() {
    let image = |url: &str| format!(r#"{{"type":"image_url","image_url":{{"url":"{url}","detail":"low"}}}}"#);
    let text = |url: &str| format!("[{}]", user(&format!(r#"{},{{"type":"text","text":"x"}}"#, image(url))));
    let (result, _) = convert("openai", "bedrock", &text("https://example.com/a.png"), &BODY);
    assert!(result.unwrap_err().contains("as base64 first"));
    let (body, losses) = written("openai", &text("https://example.com/a.png"), &LOSSY);
    assert_eq!((body["messages"][0]["content"].as_array().unwrap().len(), losses), (1, vec!["media-dropped"]));
    let (body, losses) = written("openai", &text(&format!("data:image/jpg;base64,{PNG}")), &BODY);
    // The bytes are a PNG image, and services look at them.
    assert_eq!(body["messages"][0]["content"][0]["image"]["format"], "png");
    assert_eq!(losses, ["media-detail-changed", "media-detail-dropped"]);
    let (result, _) = convert("openai", "bedrock", &text("data:image/avif;base64,AAAA"), &BODY);
    assert!(result.unwrap_err().ends_with("not image/avif"));
    let (result, _) = convert("openai", "bedrock", &text("data:image/png;base64,iVBO_w0K"), &BODY);
    assert!(result.unwrap_err().contains("not valid base64"));
    let (body, losses) = written("openai", &text("s3://my-bucket/a.png"), &BODY);
    assert_eq!(body["messages"][0]["content"][0]["image"]["source"]["s3Location"]["uri"], "s3://my-bucket/a.png");
    assert_eq!(losses, ["media-detail-dropped", "media-type-generated"]);
}

#[test]
fn only_four_cache_points_are_written_behind_their_blocks() {
    let block = |text: &str, ttl: &str| {
        format!(r#"{{"type":"text","text":"{text}","cache_control":{{"type":"ephemeral"{ttl}}}}}"#)
    };
    let blocks = [block("1", ""), block("2", ""), block("3", r#","ttl":"1h""#), block("4", ""), block("5", "")];
    let text = format!(r#"{{"max_tokens":9,"messages":[{}]}}"#, user(&blocks.join(",")));
    let (body, losses) = written("anthropic", &text, &BODY);
    assert_eq!(losses, ["cache-hint-dropped", "cache-ttl-changed"]);
    let content = body["messages"][0]["content"].as_array().unwrap();
    assert_eq!(content.len(), 9);
    assert_eq!(content[2], json!({"cachePoint": {"type": "default", "ttl": "1h"}}));
    assert_eq!(content[8], json!({"cachePoint": {"type": "default"}}));
}

#[test]
fn reasoning_keeps_to_its_vendor() {
    let body = |model: &str| {
        format!(
            r#"{{"modelId":"{model}","messages":[{{"role":"user","content":[{{"text":"q"}}]}},{{"role":"assistant","content":[{{"reasoningContent":{{"reasoningText":{{"text":"hm","signature":"c2ln"}}}}}},{{"text":"a"}}]}}]}}"#
        )
    };
    for (model, is_kept) in [("eu.anthropic.claude-opus-4-8-v1:0", true), ("amazon.nova-pro-v1:0", false)] {
        let (text, losses) = convert("bedrock", "anthropic", &body(model), &BODY);
        assert_eq!(text.unwrap().contains("c2ln"), is_kept, "{model}");
        assert_eq!(losses.contains(&"signature-dropped"), !is_kept, "{losses:?}");
    }
}

#[test]
fn json_results_become_texts() {
    let body = |result: &str| {
        format!(
            r#"{{"toolConfig":{{"tools":[{{"toolSpec":{{"name":"f","inputSchema":{{"json":{{"type":"object"}}}}}}}}]}},"messages":[{{"role":"user","content":[{{"text":"q"}}]}},{{"role":"assistant","content":[{{"toolUse":{{"toolUseId":"t.1","name":"f","input":{{}}}}}}]}},{{"role":"user","content":[{{"toolResult":{{"toolUseId":"t.1","content":[{result}],"status":"error"}}}}]}}]}}"#
        )
    };
    let (text, _) = convert("bedrock", "openai", &body(r#"{"json":{"b":1.10, "a":[null]}}"#), &BODY);
    assert!(text.unwrap().contains(r#""content":"{\"b\":1.10,\"a\":[null]}""#));
    assert_eq!(errors(&body(r#"{"json":[1]}"#)), ["wrong-type"]);
}

#[test]
fn odd_blocks_are_named_and_kept() {
    for (block, code) in [
        (r#"{"text":"x","image":{"format":"png","source":{"bytes":"AAAA"}}}"#, "bad-value"),
        (r#"{"text":"x","image":null}"#, "bad-value"),
        ("{}", "bad-value"),
        (r#"{"cachePoint":{"type":"default","ttl":"9m"}}"#, "bad-value"),
        (r#"{"image":{"format":"tiff","source":{"bytes":"AAAA"}}}"#, "bad-value"),
        (r#"{"image":{"format":"png","source":{"bytes":"AAAA","s3Location":{"uri":"s3://abc/a"}}}}"#, "bad-value"),
        (r#"{"image":{"format":"png","source":{"s3Location":{"uri":"https://abc/a"}}}}"#, "bad-value"),
        (r#"{"toolResult":{"toolUseId":"t","content":[],"status":"late"}}"#, "bad-value"),
        (r#"{"hologram":{}}"#, "unknown-part-type"),
        (r#"{"toolUse":{"toolUseId":"t","name":"f","input":{}}}"#, "misplaced-part"),
        (r#"{"toolResult":{"toolUseId":"t","content":[{"cachePoint":{"type":"default"}}]}}"#, "misplaced-part"),
    ] {
        let found = errors(&format!("[{}]", user(&format!(r#"{{"text":"a"}},{block}"#))));
        assert!(found.contains(&code), "{block}: {found:?}");
    }
    let text = format!("[{}]", user(r#"{"text":"x","image":null}"#));
    assert_eq!(
        convert("bedrock", "openai", &text, &KEPT).0.unwrap(),
        r#"{"messages":[{"role":"user","content":"x"}]}"#
    );
}

#[test]
fn invalid_fixtures_are_rejected_for_their_reason() {
    for (text, code) in [
        (
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/tests/fixtures/bedrock/invalid-document-alone.bedrock.json"
            )),
            "bedrock-document-alone",
        ),
        (
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/tests/fixtures/bedrock/invalid-document-name.bedrock.json"
            )),
            "bedrock-document-name",
        ),
        (
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/tests/fixtures/bedrock/invalid-json-array-result.bedrock.json"
            )),
            "wrong-type",
        ),
        (
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/tests/fixtures/bedrock/invalid-no-alternation.bedrock.json"
            )),
            "bedrock-alternation",
        ),
        (
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/tests/fixtures/bedrock/invalid-two-members.bedrock.json"
            )),
            "bad-value",
        ),
    ] {
        let fixture: Value = serde_json::from_str(text).unwrap();
        assert_eq!(errors(&fixture["input"].to_string()), [code], "{}", fixture["expect"]);
    }
}

#[test]
fn a_list_has_no_place_for_a_system_text() {
    let list = WriteOptions { container: Container::List, ..BODY };
    let text = r#"[{"role":"system","content":"s"},{"role":"user","content":"a"}]"#;
    assert!(convert("openai", "bedrock", text, &list).0.unwrap_err().contains("write the body instead"));
}
