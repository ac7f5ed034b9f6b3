//! Fixtures in and out, across to openai and back, and the documents of the rules.

mod conservation;

use crate::formats::shared::{self, BODY, KEPT, canonical, convert, convert_validly, format};
use turnwise::format::{Container, Format, WriteOptions};
use turnwise::json::Tape;

macro_rules! fixture {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/anthropic/", $name))
    };
}

const WHOLE: [(&str, &str); 9] = [
    ("cache-documents", fixture!("cache-documents.anthropic.json")),
    ("minimal-results", fixture!("minimal-results.anthropic.json")),
    ("same-weather", fixture!("same-weather.anthropic.json")),
    ("thinking-server-tools", fixture!("thinking-server-tools.anthropic.json")),
    ("thinking response", fixture!("thinking.anthropic-response.json")),
    ("minimal", fixture!("minimal.json")),
    ("tools", fixture!("tools.json")),
    ("media", fixture!("media.json")),
    ("unknown-fields", fixture!("unknown-fields.json")),
];

fn anthropic() -> &'static Format {
    format("claude")
}

fn openai() -> &'static Format {
    format("openai")
}

fn to_anthropic(text: &str) -> (String, Vec<String>) {
    convert_validly(openai(), anthropic(), text)
}

fn check(text: &str, is_sending: bool) -> (Vec<String>, bool) {
    shared::check(anthropic(), text, is_sending)
}

#[test]
fn the_good_ones_have_no_errors_and_are_detected() {
    for (name, text) in WHOLE {
        let mut tape = Tape::new();
        let score = (anthropic().score)(tape.parse(text).unwrap()).map(|score| score.value);
        assert_eq!(score.is_some_and(|score| score >= 200), name != "minimal", "{name}: {score:?}");
        let (findings, _) = check(text, false);
        let has_error = findings.iter().any(|it| it.ends_with("error"));
        assert_eq!(has_error, name == "unknown-fields", "{name}: {findings:?}");
    }
}

#[test]
fn the_invalid_ones_are_found() {
    for (text, code) in [
        (fixture!("invalid-empty-text.anthropic.json"), "TW501 error"),
        (fixture!("invalid-five-cache-marks.anthropic.json"), "TW506 error"),
        (fixture!("invalid-id-with-colon.anthropic.json"), "TW502 error"),
        (fixture!("invalid-result-after-text.anthropic.json"), "TW504 error"),
        (fixture!("invalid-result-missing.anthropic.json"), "TW204 error"),
        (fixture!("invalid-system-before-user.anthropic.json"), "TW505 error"),
        (fixture!("invalid-thinking-in-user.anthropic.json"), "TW107 error"),
        (fixture!("invalid-ttl-order.anthropic.json"), "TW507 error"),
    ] {
        let mut tape = Tape::new();
        let input = tape.parse(text).unwrap().get("input").unwrap().raw();
        let (findings, _) = check(input, false);
        assert!(findings.iter().any(|found| found == code), "{code}: {findings:?}");
    }
}

#[test]
fn the_broken_ones_are_refused() {
    for text in [
        fixture!("broken-messages-object.json"),
        fixture!("broken-no-messages.json"),
        fixture!("broken-duplicate-role.json"),
        fixture!("broken-content-object.json"),
        fixture!("broken-text-missing.json"),
        fixture!("broken-no-role.json"),
        fixture!("broken-no-type.json"),
    ] {
        assert!(check(text, false).1, "{text}");
    }
}

#[test]
fn sending_is_stricter() {
    let text = r#"[{"role":"user","content":"x"},{"role":"assistant","content":"a "}]"#;
    assert_eq!(check(text, false).0, ["TW510 warning"]);
    assert_eq!(check(text, true).0, ["TW510 error", "TW511 warning"]);
}

#[test]
fn the_same_conversation_from_openai() {
    let openai_text =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/openai/same-weather.openai.json"));
    let (text, losses) = to_anthropic(openai_text);
    let own = canonical(fixture!("same-weather.anthropic.json"))
        .replace(r#""model":"claude-opus-4-8","#, "")
        .replace(r#""max_tokens":1024,"#, "")
        .replace(r#""is_error":true,"#, "");
    let thinking = own.find(r#"{"signature""#).unwrap();
    let end = thinking + own[thinking..].find("},").unwrap() + 2;
    let expected = format!("{}{}", &own[..thinking], &own[end..]);
    assert_eq!(canonical(&text), expected);
    assert_eq!(losses, ["TW313 warning", "TW518 warning"]);

    let (back, losses) = convert(anthropic(), openai(), fixture!("same-weather.anthropic.json"), &BODY);
    let expected = canonical(openai_text).replace(r#""model":"gpt-5.1","#, "").replacen(
        '{',
        r#"{"max_completion_tokens":1024,"#,
        1,
    );
    assert_eq!(canonical(&back.unwrap()), expected);
    assert_eq!(losses, ["TW301 warning", "TW302 warning", "TW312 warning", "TW313 warning"]);
}

#[test]
fn roles_and_places_from_openai() {
    let (text, losses) = to_anthropic(
        r#"[{"role":"system","content":"a"},{"role":"developer","content":"b"},{"role":"user","content":"x"},
        {"role":"system","content":"c"},{"role":"assistant","content":"y"},{"role":"system","content":"d"},
        {"role":"user","content":"z"},{"role":"assistant","content":"w \n"}]"#,
    );
    assert_eq!(
        text,
        r#"{"system":[{"type":"text","text":"a"},{"type":"text","text":"b"}],"messages":[{"role":"user","content":"x"},{"role":"system","content":"c"},{"role":"assistant","content":"y"},{"role":"user","content":[{"type":"text","text":"d"},{"type":"text","text":"z"}]},{"role":"assistant","content":"w"}]}"#
    );
    assert_eq!(losses, ["TW323 warning", "TW340 warning", "TW344 warning"]);
}

#[test]
fn calls_from_openai() {
    let (text, losses) = to_anthropic(
        r#"[{"role":"user","content":"x"},{"role":"assistant","content":null,"tool_calls":[
        {"id":"c:1","type":"function","function":{"name":"f","arguments":" {\"a\": 1.10, \"b\": 123456789012345678901234567890}"}},
        {"id":"c2","type":"custom","custom":{"name":"sh","input":"ls \"x\""}},
        {"id":"c3","type":"function","function":{"name":"g","arguments":""}}]},
        {"role":"system","content":"late"},
        {"role":"tool","tool_call_id":"c2","content":"2"},{"role":"tool","tool_call_id":"c:1","content":""},
        {"role":"tool","tool_call_id":"c3","content":[{"type":"text","text":" "},{"type":"text","text":"3"}]},
        {"role":"user","content":"go on"}]"#,
    );
    assert!(text.contains(r#""input":{"a":1.10,"b":123456789012345678901234567890}"#), "{text}");
    assert!(text.contains(r#""input":{"input":"ls \"x\""}"#), "{text}");
    assert!(text.contains(r#""content":[{"type":"text","text":"3"}]},{"type":"text","text":"late"}]}"#), "{text}");
    assert!(text.contains(r#"{"role":"user","content":"go on"}"#), "{text}");
    let wanted = ["TW315", "TW342", "TW343", "TW344", "TW350", "TW373"].map(|code| format!("{code} warning"));
    assert_eq!(losses, wanted);

    let (text, losses) = to_anthropic(
        r#"[{"role":"user","content":"x"},{"role":"assistant","content":null,"function_call":{"name":"f","arguments":"{}"}},
        {"role":"function","name":"f","content":"r"}]"#,
    );
    assert!(text.contains(r#""tool_use_id":"call_"#), "{text}");
    assert_eq!(losses, ["TW354 warning", "TW370 warning", "TW373 warning"]);
}

#[test]
fn what_has_no_valid_form_is_refused() {
    let call =
        r#"{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}"#;
    let result = r#"{"role":"tool","tool_call_id":"c1","content":"r"}"#;
    for text in [
        r#"[{"role":"system","content":"a"}]"#.to_owned(),
        r#"[{"role":"user","content":""}]"#.to_owned(),
        format!(r#"[{{"role":"user","content":"x"}},{call},{{"role":"user","content":"y"}},{result}]"#),
        format!(r#"[{{"role":"user","content":"x"}},{},{result}]"#, call.replace("{}\"", "[1]\"")),
        format!(r#"[{{"role":"user","content":"x"}},{},{result}]"#, call.replace("\"f\"", "\"\"")),
        r#"[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/bmp;base64,Qk0="}}]}]"#
            .to_owned(),
        // The instruction would move after results of which one is still missing.
        format!(
            r#"[{{"role":"user","content":"x"}},{{"role":"assistant","content":"a"}},{{"role":"developer","content":"d"}},{},{result}]"#,
            call.replace("}}]}", r#"}},{"id":"c2","type":"function","function":{"name":"f","arguments":"{}"}}]}"#)
        ),
    ] {
        let (result, _) = convert(openai(), anthropic(), &text, &BODY);
        assert!(result.as_ref().is_err_and(|error| error.starts_with("TW390")), "{text}: {result:?}");
    }
    let list = WriteOptions { container: Container::List, ..BODY };
    let text = r#"[{"role":"system","content":"a"},{"role":"user","content":"x"}]"#;
    assert!(convert(openai(), anthropic(), text, &list).0.unwrap_err().contains("write the body"));
}

#[test]
fn media_from_openai() {
    let (text, losses) = to_anthropic(
        r#"[{"role":"user","content":[
        {"type":"image_url","image_url":{"url":"data:image/jpg;base64,\/9j\/4AAQSkZJRgABAQAAAQABAAD\/2wBD","detail":"low"}},
        {"type":"file","file":{"filename":"a.pdf","file_data":"data:application/pdf;base64,JVBERi0xLjQK"}},
        {"type":"file","file":{"filename":"a.txt","file_data":"data:text/plain;base64,aGkK"}},
        {"type":"input_audio","input_audio":{"data":"UklGRg==","format":"wav"}}]}]"#,
    );
    assert!(text.contains(r#""media_type":"image/jpeg","data":"\/9j"#), "{text}");
    assert!(text.contains(r#""data":"JVBERi0xLjQK"},"title":"a.pdf"}"#), "{text}");
    assert!(text.contains(r#"{"type":"text","media_type":"text/plain","data":"hi\n"},"title":"a.txt"}"#), "{text}");
    assert_eq!(losses, ["TW304 warning", "TW305 warning", "TW362 warning"]);
}

#[test]
fn marks_are_cut_and_raised() {
    let block = |text: &str, ttl: &str| {
        format!(r#"{{"type":"text","text":"{text}","cache_control":{{"type":"ephemeral"{ttl}}}}}"#)
    };
    let hour = r#","ttl":"1h""#;
    let blocks = [block("a", hour), block("b", ""), block("c", r#","ttl":"5m""#), block("d", hour), block("e", "")];
    let text = format!(r#"[{{"role":"user","content":[{}]}}]"#, blocks.join(","));
    let (written, losses) = convert(anthropic(), anthropic(), &text, &KEPT);
    let written = written.unwrap();
    assert_eq!(check(&written, true).0, Vec::<String>::new());
    assert_eq!(written.matches("1h").count(), 3);
    assert_eq!(losses, ["TW306 warning", "TW353 warning"]);
}

#[test]
fn thinking_that_cannot_stay() {
    let text = r#"[{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"thinking","thinking":"hm \ud83d"},
        {"type":"text","text":"a"},{"type":"thinking","thinking":"more","signature":"c2ln"},{"type":"redacted_thinking","data":"RW0="}]}]"#;
    let list = WriteOptions { container: Container::List, ..WriteOptions::default() };
    let (written, losses) = convert(anthropic(), anthropic(), text, &list);
    assert!(written.unwrap().ends_with(r#"{"role":"assistant","content":[{"type":"text","text":"a"}]}]"#));
    assert_eq!(losses, ["TW301 warning", "TW302 warning", "TW303 warning"]);
    let visible = WriteOptions { is_reasoning_text: true, ..list };
    let (written, losses) = convert(anthropic(), anthropic(), text, &visible);
    let written = written.unwrap();
    assert!(written.contains("hm \\ufffd"), "{written}");
    assert!(losses.contains(&"TW351 warning".to_owned()));
}
