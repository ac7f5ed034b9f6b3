//! Fixtures in and out, across to openai and back, and the documents of the rules.

mod across;

use crate::formats::shared::{self, BODY, KEPT, canonical, convert, convert_validly, format};
use turnwise::format::{Container, Format, Reading, WriteOptions};
use turnwise::json::Tape;
use turnwise::model::dump;
use turnwise::report::Report;

macro_rules! fixture {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/gemini/", $name))
    };
}

const WHOLE: [(&str, &str); 10] = [
    ("code-and-media-results", fixture!("code-and-media-results.gemini.json")),
    ("multimodal", fixture!("multimodal.gemini.json")),
    ("same-weather", fixture!("same-weather.gemini.json")),
    ("tools-without-ids", fixture!("tools-without-ids.gemini.json")),
    ("thoughts response", fixture!("thoughts.gemini-response.json")),
    ("stopped response", fixture!("stopped.gemini-response.json")),
    ("minimal", fixture!("minimal.json")),
    ("tools", fixture!("tools.json")),
    ("media", fixture!("media.json")),
    ("unknown-fields", fixture!("unknown-fields.json")),
];

fn whole(wanted: &str) -> &'static str {
    WHOLE.iter().find(|(name, _)| *name == wanted).unwrap().1
}

fn gemini() -> &'static Format {
    format("vertex-gemini")
}

fn check(text: &str, is_sending: bool) -> (Vec<String>, bool) {
    shared::check(gemini(), text, is_sending)
}

/// The model of a text.
fn model(text: &str) -> String {
    let (mut tape, mut scratch, mut report) = (Tape::new(), Tape::new(), Report::default());
    let root = tape.parse(text).unwrap();
    dump(
        &(gemini().read)(
            root,
            &mut Reading { report: &mut report, scratch: &mut scratch, columns: None, programs: None },
        )
        .unwrap(),
    )
}

#[test]
fn both_spellings_mean_the_same() {
    let camel = r#"{"systemInstruction":{"parts":[{"text":"s"}]},"contents":[
        {"role":"user","parts":[{"inlineData":{"mimeType":"image/png","data":"iVBORw0KGgo=","displayName":"n"},"mediaResolution":{"level":"X"}},
        {"fileData":{"fileUri":"gs://b/x.mp4","mimeType":"video/mp4"},"videoMetadata":{"fps":1}}]},
        {"role":"model","parts":[{"functionCall":{"name":"f","args":{"a_b":1}},"thoughtSignature":"c2ln"}]},
        {"role":"user","parts":[{"functionResponse":{"name":"f","response":{"output":"r"},"willContinue":false}}]}],
        "tools":[{"functionDeclarations":[{"name":"f","parametersJsonSchema":{"type":"object"}}]}],
        "generationConfig":{"responseMimeType":"application/json","responseJsonSchema":{}},"toolConfig":{},"cachedContent":"c"}"#;
    let mut snake = camel.to_owned();
    for (a, b) in [
        ("systemInstruction", "system_instruction"),
        ("inlineData", "inline_data"),
        ("mimeType", "mime_type"),
        ("displayName", "display_name"),
        ("mediaResolution", "media_resolution"),
        ("fileData", "file_data"),
        ("fileUri", "file_uri"),
        ("videoMetadata", "video_metadata"),
        ("functionCall", "function_call"),
        ("thoughtSignature", "thought_signature"),
        ("functionResponse", "function_response"),
        ("willContinue", "will_continue"),
        ("functionDeclarations", "function_declarations"),
        ("parametersJsonSchema", "parameters_json_schema"),
        ("generationConfig", "generation_config"),
        ("responseMimeType", "response_mime_type"),
        ("responseJsonSchema", "response_json_schema"),
        ("toolConfig", "tool_config"),
        ("cachedContent", "cached_content"),
    ] {
        assert!(snake.contains(a), "{a}");
        snake = snake.replace(a, b);
    }
    assert_eq!(model(&snake), model(camel));
    assert!(check(&snake, false).0.is_empty(), "{:?}", check(&snake, false));
}

#[test]
fn the_good_ones_have_no_errors_and_are_detected() {
    for (name, text) in WHOLE {
        let mut tape = Tape::new();
        let score = (gemini().score)(tape.parse(text).unwrap()).map(|score| score.value);
        assert!(score.is_some_and(|score| score >= 200), "{name}: {score:?}");
        let (findings, _) = check(text, false);
        assert!(!findings.iter().any(|it| it.ends_with("error")), "{name}: {findings:?}");
    }
}

#[test]
fn foreign_records_are_left_alone() {
    for text in [
        r#"[{"role":"user","content":"hi"}]"#,
        r#"[{"id":"1","role":"user","parts":[{"type":"text","text":"hi"}]}]"#,
        r#"{"contents":"hi"}"#,
        r#"{"contents":[{"type":"text"}]}"#,
        r#"{"candidates":["a","b"]}"#,
        r#"{"candidates":[]}"#,
        "[]",
        "7",
    ] {
        let mut tape = Tape::new();
        assert_eq!((gemini().score)(tape.parse(text).unwrap()), None, "{text}");
    }
}

#[test]
fn the_invalid_ones_are_found() {
    for (text, code) in [
        (fixture!("invalid-assistant-role.gemini.json"), "TW105 error"),
        (fixture!("invalid-call-first.gemini.json"), "TW601 error"),
        (fixture!("invalid-response-count.gemini.json"), "TW602 error"),
        (fixture!("invalid-response-string.gemini.json"), "TW102 error"),
        (fixture!("invalid-two-in-one-part.gemini.json"), "TW600 error"),
    ] {
        let mut tape = Tape::new();
        let input = tape.parse(text).unwrap().get("input").unwrap().raw();
        let (findings, _) = check(input, false);
        assert!(findings.iter().any(|found| found == code), "{code}: {findings:?}");
        assert!((gemini().score)(Tape::new().parse(input).unwrap()).is_some(), "{input}");
    }
}

#[test]
fn the_broken_ones_are_refused() {
    for text in [
        fixture!("broken-contents-string.json"),
        fixture!("broken-no-contents.json"),
        fixture!("broken-duplicate-role.json"),
        fixture!("broken-parts-string.json"),
        fixture!("broken-part-string.json"),
        fixture!("broken-no-name.json"),
        fixture!("broken-two-spellings.json"),
    ] {
        assert!(check(text, false).1, "{text}");
    }
}

#[test]
fn what_is_wrong_with_parts_and_contents() {
    let in_user = |part: &str| format!(r#"[{{"role":"user","parts":[{part}]}}]"#);
    for (text, wanted) in [
        (in_user("{}"), "TW600 error"),
        (in_user(r#"{"text":null}"#), "TW600 error"),
        (in_user(r#"{"functionCall":{"name":"f"}}"#), "TW107 error"),
        (in_user(r#"{"inlineData":{"data":"iVBORw0KGgo="}}"#), "TW103 error"),
        (in_user(r#"{"text":"x","thought":1}"#), "TW102 error"),
        (r#"[{"role":"user","parts":[]}]"#.to_owned(), "TW109 error"),
        (r#"[{"role":"user"}]"#.to_owned(), "TW103 error"),
        (r#"[{"role":"user","parts":null}]"#.to_owned(), "TW102 error"),
        (r#"[{"parts":[{"text":"a"}]},{"role":"model","parts":[{"text":"b"}]}]"#.to_owned(), "TW103 error"),
        (
            r#"[{"role":"user","parts":[{"text":"a"}]},{"role":"function","parts":[{"text":"b"}]}]"#.to_owned(),
            "TW110 warning",
        ),
        (r#"{"systemInstruction":{"parts":[]},"contents":[]}"#.to_owned(), "TW109 error"),
        (
            r#"{"systemInstruction":{"parts":[{"fileData":{"fileUri":"files/a"}}]},"contents":[]}"#.to_owned(),
            "TW107 error",
        ),
    ] {
        let (findings, is_refused) = check(&text, false);
        assert!(findings.iter().any(|it| it == wanted) && !is_refused, "{text}: {findings:?}");
    }
    assert_eq!(
        check(r#"[{"role":"user","parts":[{"text":"x"}]},{"role":"model","parts":[{"text":"a"}]}]"#, true).0,
        ["TW606 warning"]
    );
}
