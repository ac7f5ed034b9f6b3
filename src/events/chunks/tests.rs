//! Tests of expanding chunks.

use super::*;
use crate::json::Tape;

fn expand(lines: &[&str]) -> (Vec<String>, Vec<ChunkRule>) {
    let (mut tape, mut expand, mut events, mut faults) = (Tape::new(), Expand::default(), Vec::new(), Vec::new());
    for line in lines {
        let event = Event::of(tape.parse(line).unwrap());
        faults.extend(expand.step(event, &mut |text| events.push(text.to_owned())).err().map(|fault| fault.rule));
    }
    (events, faults)
}

fn events(lines: &[&str]) -> Vec<String> {
    let (events, faults) = expand(lines);
    assert_eq!(faults, []);
    events
}

#[test]
fn another_id_ends_the_message_before() {
    assert_eq!(
        events(&[
            r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"a","role":"user","delta":"1","timestamp":5}"#,
            r#"{"type":"TEXT_MESSAGE_CHUNK","delta":"2","x":1.10}"#,
            r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"b","metadata":{"k":1},"y":2}"#,
            r#"{"type":"TEXT_MESSAGE_CHUNK","metadata":{"k":2}}"#,
            r#"{"type":"RUN_FINISHED"}"#,
        ]),
        [
            r#"{"type":"TEXT_MESSAGE_START","messageId":"a","role":"user"}"#,
            r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"a","delta":"1"}"#,
            r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"a","delta":"2","x":1.10}"#,
            r#"{"type":"TEXT_MESSAGE_END","messageId":"a"}"#,
            r#"{"type":"TEXT_MESSAGE_START","messageId":"b","role":"assistant","metadata":{"k":1},"y":2}"#,
            r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"b","delta":"","metadata":{"k":2}}"#,
            r#"{"type":"TEXT_MESSAGE_END","messageId":"b"}"#,
            r#"{"type":"RUN_FINISHED"}"#,
        ]
    );
}

#[test]
fn agents_have_lanes_of_their_own() {
    let found = events(&[
        r#"{"type":"TOOL_CALL_CHUNK","toolCallId":"c","toolCallName":"f","subagentRunId":"s"}"#,
        r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"a","delta":"1"}"#,
        r#"{"type":"TOOL_CALL_CHUNK","delta":"{}"}"#,
        r#"{"type":"RAW","event":1}"#,
        r#"{"type":"STEP_STARTED","stepName":"x"}"#,
        r#"{"type":"SUBAGENT_FINISHED","subagentRunId":"s"}"#,
    ]);
    assert_eq!(found[0], r#"{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"f","subagentRunId":"s"}"#);
    assert_eq!(found[3], r#"{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"{}","subagentRunId":"s"}"#);
    assert_eq!(found[5], r#"{"type":"TEXT_MESSAGE_END","messageId":"a"}"#);
    assert_eq!(found[7], r#"{"type":"TOOL_CALL_END","toolCallId":"c","subagentRunId":"s"}"#);
}

#[test]
fn an_empty_id_is_an_id_and_other_things_are_faults() {
    let open = r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"","delta":"1"}"#;
    assert_eq!(events(&[open, open]).len(), 3);
    for (chunk, rule) in [
        (r#"{"type":"TEXT_MESSAGE_CHUNK","role":"user"}"#, ChunkRule::RoleChanged),
        (r#"{"type":"TEXT_MESSAGE_CHUNK","name":"n"}"#, ChunkRule::NameChanged),
        (r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"","subagentRunId":"s"}"#, ChunkRule::Owner),
        (r#"{"type":"TOOL_CALL_CHUNK"}"#, ChunkRule::ToolNoId),
        (r#"{"type":"TOOL_CALL_CHUNK","toolCallId":"c"}"#, ChunkRule::ToolNoName),
        (r#"{"type":"REASONING_MESSAGE_CHUNK"}"#, ChunkRule::ReasoningNoId),
        (r#"{"type":"TEXT_MESSAGE_CHUNK","subagentRunId":"s"}"#, ChunkRule::TextNoId),
    ] {
        assert_eq!(expand(&[open, chunk]).1, [rule], "{chunk}");
    }
    let of =
        |agent: &str| format!(r#"{{"type":"TEXT_MESSAGE_CHUNK","messageId":"{agent}","subagentRunId":"{agent}"}}"#);
    let last = r#"{"type":"TEXT_MESSAGE_CHUNK","delta":"x"}"#;
    assert_eq!(expand(&[&of("a"), &of("b"), last]).1, [ChunkRule::Ambiguous]);
}
