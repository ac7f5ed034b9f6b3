//! The conservation invariant: what is not in the output is in the report, and the output is valid.

use super::{WHOLE, anthropic, check, openai};
use crate::formats::shared::{check_conservation, damaged, each_order};

#[test]
fn nothing_is_lost_in_silence() {
    for (_, text) in WHOLE {
        check_conservation(anthropic(), anthropic(), text);
        check_conservation(anthropic(), openai(), text);
    }
    check_conservation(
        openai(),
        anthropic(),
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/openai/same-weather.openai.json")),
    );
}

/// Damaged records: each value of each fixture replaced by others in turn. Nothing panics, nothing is lost, nothing that is
/// rejected is written.
#[test]
fn damaged_records_are_harmless() {
    let others = ["null", "\"\"", "\" \"", "[]", "{}", "1", "true", "\"tool_result\"", "\"assistant\"", "\"system\""];
    for (_, text) in WHOLE {
        damaged(text, &others, |damaged| {
            check_conservation(anthropic(), anthropic(), damaged);
            check(damaged, true);
        });
    }
}

#[test]
fn every_order_of_messages_gives_a_valid_request() {
    each_order(
        &[
            r#"{"role":"system","content":"s"}"#,
            r#"{"role":"user","content":"u"}"#,
            r#"{"role":"user","content":" "}"#,
            r#"{"role":"assistant","content":"a "}"#,
            r#"{"role":"assistant","content":""}"#,
            r#"{"role":"assistant","tool_calls":[{"id":"CALL","type":"function","function":{"name":"f","arguments":"{}"}}]}"#,
            r#"{"role":"tool","tool_call_id":"RESULT","content":"r"}"#,
        ],
        4,
        |text| check_conservation(openai(), anthropic(), text),
    );
    each_order(
        &[
            r#"{"role":"system","content":"s"}"#,
            r#"{"role":"user","content":"u"}"#,
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"RESULT"},{"type":"text","text":"u"}]}"#,
            r#"{"role":"user","content":[{"type":"text","text":"u"},{"type":"tool_result","tool_use_id":"RESULT"}]}"#,
            r#"{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"thinking","thinking":"","signature":"c2ln"}]}"#,
            r#"{"role":"assistant","content":[{"type":"tool_use","id":"CALL","name":"f","input":{}}]}"#,
            r#"{"role":"assistant","content":[{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}}]}"#,
        ],
        4,
        |text| check_conservation(anthropic(), anthropic(), text),
    );
}
