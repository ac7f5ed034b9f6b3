//! The invalid provider fixtures are rejected for the reason they were made for, and for no other.

use std::io::Cursor;
use std::path::Path;

use turnwise::format::by_name;
use turnwise::op::validate::{Findings, ValidateOptions, run};
use turnwise::op::{Choice, Input};
use turnwise::report::Severity;
use turnwise::stream::{Flow, Silent, Source};

/// What each was made for, and the code that says so.
const FIXTURES: &[(&str, &str, &str)] = &[
    ("anthropic/invalid-empty-text.anthropic.json", "empty_text", "TW501"),
    ("anthropic/invalid-five-cache-marks.anthropic.json", "cache_breakpoints", "TW506"),
    ("anthropic/invalid-id-with-colon.anthropic.json", "id_pattern", "TW502"),
    ("anthropic/invalid-result-after-text.anthropic.json", "tool_result_order", "TW504"),
    ("anthropic/invalid-result-missing.anthropic.json", "tool_pairing", "TW204"),
    ("anthropic/invalid-system-before-user.anthropic.json", "system_position", "TW505"),
    ("anthropic/invalid-thinking-in-user.anthropic.json", "role_block", "TW107"),
    ("anthropic/invalid-ttl-order.anthropic.json", "cache_ttl_order", "TW507"),
    ("bedrock/invalid-document-alone.bedrock.json", "doc_needs_text", "TW627"),
    ("bedrock/invalid-document-name.bedrock.json", "doc_name", "TW628"),
    ("bedrock/invalid-json-array-result.bedrock.json", "tool_json", "TW102"),
    ("bedrock/invalid-no-alternation.bedrock.json", "alternation", "TW621"),
    ("bedrock/invalid-two-members.bedrock.json", "union", "TW108"),
    ("gemini/invalid-assistant-role.gemini.json", "role", "TW105"),
    ("gemini/invalid-call-first.gemini.json", "function_call_order", "TW601"),
    ("gemini/invalid-response-count.gemini.json", "tool_pairing", "TW204 TW602"),
    ("gemini/invalid-response-string.gemini.json", "dict_type", "TW102"),
    ("gemini/invalid-two-in-one-part.gemini.json", "part_oneof", "TW600"),
    ("openai/invalid/arguments-object.openai.json", "type", "TW102"),
    ("openai/invalid/image-in-system.openai.json", "enum", "TW107"),
    ("openai/invalid/name-with-space.openai.json", "name_pattern", "TW520"),
    ("openai/invalid/tool-calls-empty.openai.json", "empty_tool_calls", "TW111"),
    ("openai/invalid/tool-name-dot.openai.json", "tool_name", "TW521"),
    ("openai/invalid/tool-result-missing.openai.json", "tool_pairing", "TW204"),
    ("openai/invalid/tool-result-orphan.openai.json", "tool_pairing", "TW203"),
    ("openai-responses/invalid-assistant-input-text.openai-responses.json", "assistant_input_part", "TW107"),
    ("openai-responses/invalid-id-prefix.openai-responses.json", "id_prefix", "TW580"),
    ("openai-responses/invalid-reasoning-orphan.openai-responses.json", "reasoning_orphan", "TW582"),
    ("picklebot/invalid-content-list.picklebot.json", "content_string", "TW102"),
    ("picklebot/invalid-content-null.picklebot.json", "content_string", "TW102"),
    ("picklebot/invalid-no-content.picklebot.json", "content_required", "TW103"),
    ("picklebot/invalid-no-role.picklebot.json", "role_required", "TW103"),
    ("picklebot/invalid-role-case.picklebot.json", "role", "TW105"),
    ("picklebot/invalid-role-developer.picklebot.json", "role", "TW105"),
    ("picklebot/invalid-timestamp-null.picklebot.json", "timestamp_string", "TW102"),
    ("picklebot/invalid-timestamp-number.picklebot.json", "timestamp_string", "TW102"),
    ("picklebot/invalid-tool-call-string.picklebot.json", "tool_call_object", "TW102"),
    ("picklebot/invalid-tool-calls-object.picklebot.json", "tool_calls_list", "TW102"),
];

/// The codes of all errors, each once.
fn errors(text: &str, format: &str, is_sent: bool) -> Vec<&'static str> {
    let source = Source::from_reader(Cursor::new(text.as_bytes().to_vec()), "fixture").unwrap();
    let choice = Choice { format: by_name(format).map(|(format, _)| format), ..Choice::default() };
    let mut found = Vec::new();
    let mut note = |findings: Findings| {
        let errors = findings.diagnostics.iter().filter(|it| it.severity == Severity::Error);
        found.extend(errors.map(|it| it.code.id));
        Flow::Continue
    };
    let target = by_name(format).filter(|_| is_sent);
    let options = ValidateOptions { target, ..ValidateOptions::default() };
    run(Input::new(source, &choice).unwrap(), &options, &mut note, &Silent);
    found.dedup();
    found
}

#[test]
fn every_invalid_fixture_gives_its_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    for (file, expect, code) in FIXTURES {
        let text = std::fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        // The files keep what they were made for next to the input, or contain the input alone.
        if let Some(named) = value.get("expect") {
            assert_eq!(named, expect, "{file}");
        }
        let input = value.get("expect").map_or(text.clone(), |_| value["input"].to_string());
        let format = file.split('/').next().unwrap();
        // Other services of the same format take what names one.
        let is_sent = value.get("for").is_some_and(|service| service == format);
        assert!(!is_sent || errors(&input, format, false).is_empty(), "{file}");
        assert_eq!(errors(&input, format, is_sent).join(" "), *code, "{file}");
    }
    assert_eq!(FIXTURES.len(), 38);
}
