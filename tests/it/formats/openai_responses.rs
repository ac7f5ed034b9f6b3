//! Fixtures in and out, across to other formats and back, and the documents of the rules.

mod conservation;

use crate::formats::shared::{self, BODY, canonical, convert, convert_validly, format};
use turnwise::format::{Format, Framing, WriteOptions, find_framing, score_all};
use turnwise::json::Tape;

macro_rules! fixture {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/openai-responses/", $name))
    };
}

const WHOLE: [(&str, &str); 9] = [
    ("items", fixture!("items.openai-responses.json")),
    ("same-weather", fixture!("same-weather.openai-responses.json")),
    ("string-input", fixture!("string-input.openai-responses.json")),
    ("minimal", fixture!("minimal.json")),
    ("list", fixture!("list.json")),
    ("tools", fixture!("tools.json")),
    ("media", fixture!("media.json")),
    ("response", fixture!("stored.openai-responses-object.json")),
    ("unknown-fields", fixture!("unknown-fields.json")),
];

fn responses() -> &'static Format {
    format("responses")
}

fn from_openai(text: &str) -> (String, Vec<String>) {
    convert_validly(format("openai"), responses(), text)
}

fn check(text: &str, is_sending: bool) -> (Vec<String>, bool) {
    shared::check(responses(), text, is_sending)
}

#[test]
fn the_good_ones_have_no_errors_and_are_detected() {
    let lines = fixture!("lines.openai-responses-batch.jsonl").lines().map(|line| ("batch", line));
    for (name, text) in WHOLE.into_iter().chain(lines) {
        let mut tape = Tape::new();
        let candidates = score_all(tape.parse(text).unwrap());
        let best = candidates.first().unwrap();
        assert!(best.format.name == "openai-responses" && best.score.value >= 200, "{name}: {candidates:?}");
        let (findings, _) = check(text, false);
        let has_error = findings.iter().any(|it| it.ends_with("error"));
        assert_eq!(has_error, name == "unknown-fields", "{name}: {findings:?}");
    }
}

#[test]
fn other_records_are_left_to_others() {
    for text in [
        r#"[{"role":"user","content":"hi"}]"#,
        r#"{"messages":[{"role":"user","content":"hi"}]}"#,
        r#"{"instruction":"do","input":"this","output":"that"}"#,
        r#"{"input":["a","b"],"model":"text-embedding"}"#,
        r#"{"custom_id":"1","url":"/v1/embeddings","body":{"input":"a"}}"#,
        r#"{"custom_id":"1","url":"/v1/chat/completions","body":{"messages":[]}}"#,
        r#"{"input":{"messages":[]},"preferred_output":[],"non_preferred_output":[]}"#,
        r#"{"type":"message","role":"assistant","content":[{"type":"text","text":"x"}]}"#,
        r#"[{"type":"user","content":"x"}]"#,
        r#"[{"type":"message","role":"assistant","content":[{"type":"text","text":"x"}]}]"#,
        r#"[{"role":"user","content":[{"type":"text","text":"x"}]}]"#,
        "[]",
        "7",
    ] {
        let mut tape = Tape::new();
        assert_eq!((responses().score)(tape.parse(text).unwrap()), None, "{text}");
    }
}

#[test]
fn lists_of_items_are_one_record() {
    let answer = r#"{"type":"message","id":"msg_1","role":"assistant","status":"completed","content":[{"type":"PART","text":"x"}]}"#;
    let framing = |part: &str| find_framing(&format!("[{0},{0}]", answer.replace("PART", part)), true, "json");
    assert_eq!(framing("output_text"), Framing::Document);
    assert_eq!(framing("refusal"), Framing::Document);
    // Answers of another service.
    assert_eq!(framing("text"), Framing::Array);
}

#[test]
fn the_invalid_ones_are_found() {
    for (text, code) in [
        (fixture!("invalid-assistant-input-text.openai-responses.json"), "TW107 error"),
        (fixture!("invalid-id-prefix.openai-responses.json"), "TW580 error"),
        (fixture!("invalid-reasoning-orphan.openai-responses.json"), "TW582 error"),
    ] {
        let (findings, _) = check(text, false);
        assert_eq!(findings.iter().filter(|found| found.ends_with("error")).collect::<Vec<_>>(), [code]);
    }
}

#[test]
fn the_broken_ones_are_refused() {
    for text in [
        fixture!("broken-input-number.json"),
        fixture!("broken-no-input.json"),
        fixture!("broken-content-object.json"),
        fixture!("broken-no-output.json"),
        fixture!("broken-duplicate-role.json"),
        fixture!("broken-no-type.json"),
        fixture!("broken-string-items.json"),
        fixture!("broken-summary-string.json"),
    ] {
        assert!(check(text, false).1, "{text}");
    }
}

#[test]
fn the_same_conversation_from_openai_and_back() {
    let openai_text =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/openai/same-weather.openai.json"));
    let (text, losses) = from_openai(openai_text);
    assert!(losses.is_empty(), "{losses:?}");
    let (back, losses) = convert(responses(), format("openai"), &text, &BODY);
    let expected = canonical(openai_text);
    assert!(losses.is_empty(), "{losses:?}");
    assert_eq!(canonical(&back.unwrap()), expected);

    let own = fixture!("same-weather.openai-responses.json");
    let (from_own, losses) = convert(responses(), format("openai"), own, &BODY);
    assert_eq!(canonical(&from_own.unwrap()), expected);
    assert_eq!(losses, ["TW301 warning", "TW302 warning", "TW313 warning"]);
}

#[test]
fn answers_are_easy_or_full() {
    let (text, losses) = from_openai(
        r#"[{"role":"system","content":"s"},{"role":"developer","content":"d"},{"role":"user","content":"q"},
        {"role":"assistant","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]},
        {"role":"assistant","content":"c","tool_calls":[{"id":"c1","type":"custom","custom":{"name":"sh","input":"ls"}}]},
        {"role":"tool","tool_call_id":"c1","content":"r"},{"role":"assistant","content":null,"refusal":"no"}]"#,
    );
    let start = r#"{"instructions":"s","input":[{"role":"developer","content":"d"},{"role":"user","content":"q"},{"type":"message","id":"msg_"#;
    assert!(text.starts_with(start), "{text}");
    let id = &text[start.len()..start.len() + 48];
    assert!(id.chars().all(|c| c.is_ascii_hexdigit()), "{id}");
    assert!(text[start.len() + 48..].starts_with(
        r#"","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[]},{"type":"output_text","text":"b","annotations":[]}]},{"role":"assistant","content":"c"},{"type":"custom_tool_call","call_id":"c1","name":"sh","input":"ls"},{"type":"custom_tool_call_output","call_id":"c1","output":"r"},{"type":"message""#
    ), "{text}");
    assert!(text.ends_with(r#""content":[{"type":"refusal","refusal":"no"}]}]}"#), "{text}");
    assert_eq!(losses, ["TW367 warning", "TW371 warning"]);
}

#[test]
fn tools_and_media_get_what_the_sdk_requires() {
    let (text, losses) = from_openai(
        r#"{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://x.test/a.png"}},
        {"type":"file","file":{"filename":"a.pdf","file_data":"data:application/pdf;base64,JVBERi0xLjQK"}},
        {"type":"input_audio","input_audio":{"data":"UklGRg==","format":"wav"}}]}],
        "tools":[{"type":"function","function":{"name":"f"}},{"type":"custom","custom":{"name":"c"}}]}"#,
    );
    assert_eq!(
        text,
        r#"{"input":[{"role":"user","content":[{"type":"input_image","image_url":"https://x.test/a.png","detail":"auto"},{"type":"input_file","file_data":"data:application/pdf;base64,JVBERi0xLjQK","filename":"a.pdf"}]}],"tools":[{"type":"function","name":"f","parameters":null,"strict":false},{"type":"custom","name":"c"}]}"#
    );
    assert_eq!(losses, ["TW304 warning"]);
}

#[test]
fn reasoning_is_never_generated() {
    let text = r#"{"max_tokens":9,"messages":[{"role":"user","content":"q"},{"role":"assistant","content":[
        {"type":"thinking","thinking":"h\u00e9","signature":"c2ln"},{"type":"text","text":"a"}]}]}"#;
    let (written, losses) = convert(format("anthropic"), responses(), text, &BODY);
    let expected =
        r#"{"input":[{"role":"user","content":"q"},{"role":"assistant","content":"a"}],"max_output_tokens":9}"#;
    assert_eq!(written.unwrap(), expected);
    assert_eq!(losses, ["TW301 warning", "TW302 warning"]);
    let visible = WriteOptions { is_reasoning_text: true, ..BODY };
    let (written, losses) = convert(format("anthropic"), responses(), text, &visible);
    assert!(written.unwrap().contains(r#""text":"<think>\nh\u00e9\n</think>\n\n""#));
    assert_eq!(losses, ["TW302 warning", "TW351 warning", "TW371 warning"]);
}

#[test]
fn ids_are_shortened_and_used_once() {
    let long = "x".repeat(80);
    let call = |id: &str| {
        format!(
            r#"{{"role":"assistant","content":null,"tool_calls":[{{"id":"{id}","type":"function","function":{{"name":"f","arguments":"{{}}"}}}}]}},{{"role":"tool","tool_call_id":"{id}","content":"r"}}"#
        )
    };
    let text = format!(r#"[{{"role":"user","content":"q"}},{},{},{}]"#, call(&long), call("c1"), call("c1"));
    let (written, losses) = from_openai(&text);
    assert!(!written.contains(&long) && written.matches(r#""call_id":"c1""#).count() == 2, "{written}");
    assert_eq!(losses, ["TW343 warning"]);
}

#[test]
fn marks_are_cut_and_are_on_texts_outside_answers() {
    let mark = r#""cache_control":{"type":"ephemeral"}"#;
    let part = |text: &str| format!(r#"{{"type":"text","text":"{text}",{mark}}}"#);
    let parts: Vec<_> = ["a", "b", "c"].into_iter().map(part).collect();
    let text = format!(
        r#"{{"max_tokens":9,"messages":[{{"role":"user","content":[{}]}},
        {{"role":"assistant","content":[{},{{"type":"tool_use","id":"c1","name":"f","input":{{}}}}]}},
        {{"role":"user","content":[{{"type":"tool_result","tool_use_id":"c1","content":[{{"type":"text","text":"r"}},
        {{"type":"image","source":{{"type":"url","url":"https://x.test/a.png"}}}}],{mark}}},{}]}}]}}"#,
        parts.join(","),
        part("d"),
        part("e")
    );
    let (written, losses) = convert(format("anthropic"), responses(), &text, &BODY);
    let written = written.unwrap();
    assert_eq!(written.matches("explicit").count(), 4);
    assert!(
        written.contains(r#"{"type":"input_text","text":"a"},{"type":"input_text","text":"b","prompt_cache"#),
        "{written}"
    );
    assert!(written.contains(r#""output":[{"type":"input_text","text":"r","prompt_cache_breakpoint""#), "{written}");
    assert_eq!(losses, ["TW306 warning", "TW344 warning"]);
}

#[test]
fn orphans_are_found() {
    let tail = r#"[{"role":"user","content":"x"},{"type":"reasoning","id":"rs_1","summary":[]}]"#;
    assert_eq!((check(tail, false).0, check(tail, true).0), (vec!["TW582 warning".into()], vec!["TW582 error".into()]));
}
