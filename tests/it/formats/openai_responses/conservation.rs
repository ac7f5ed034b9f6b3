//! The conservation invariant: what is not in the output is in the report, and the output is valid.

use super::{WHOLE, check, responses};
use crate::formats::shared::{check_conservation, damaged, each_order, format};

#[test]
fn nothing_is_lost_in_silence() {
    for (_, text) in WHOLE {
        for to in ["openai", "patterpunk"] {
            check_conservation(responses(), format(to), text);
        }
    }
    for (name, text) in [
        (
            "openai",
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/openai/same-weather.openai.json")),
        ),
        (
            "anthropic",
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/anthropic/same-weather.anthropic.json")),
        ),
        ("anthropic", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/anthropic/media.json"))),
    ] {
        check_conservation(format(name), responses(), text);
    }
}

/// Damaged records: each value of each fixture replaced by others in turn. Nothing panics, nothing is lost, nothing that is
/// rejected is written.
#[test]
fn damaged_records_are_harmless() {
    let others =
        ["null", "\"\"", "\" \"", "[]", "{}", "1", "\"input_text\"", "\"assistant\"", "\"reasoning\"", "\"message\""];
    // The longer ones hold nothing here that the shorter ones do not.
    for (_, text) in WHOLE.iter().filter(|(_, text)| text.len() < 3_000) {
        damaged(text, &others, |damaged| {
            check_conservation(responses(), format("openai"), damaged);
            check(damaged, true);
        });
    }
}

/// All orders of a few kinds of items, to a certain length.
#[test]
fn every_order_of_items_is_conserved() {
    let kinds = [
        r#"{"role":"system","content":"s"}"#,
        r#"{"role":"user","content":[{"type":"input_text","text":"u"}]}"#,
        r#"{"role":"assistant","content":"a"}"#,
        r#"{"type":"message","id":"msg_N","role":"assistant","status":"completed","content":[{"type":"output_text","text":"b","annotations":[]},{"type":"refusal","refusal":"c"}]}"#,
        r#"{"type":"reasoning","id":"rs_N","summary":[{"type":"summary_text","text":"r"}],"encrypted_content":"eA=="}"#,
        r#"{"type":"function_call","call_id":"CALL","name":"f","arguments":"{}"}"#,
        r#"{"type":"function_call_output","call_id":"RESULT","output":"r"}"#,
        r#"{"type":"item_reference","id":"msg_0"}"#,
    ];
    each_order(&kinds, 4, |text| {
        check_conservation(responses(), format("openai"), text);
        check_conservation(responses(), format("anthropic"), text);
    });
}
