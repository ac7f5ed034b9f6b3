//! Events that services and compatible programs send, and what they become.

use super::*;

fn fold(text: &str) -> Vec<FoldedAnswer> {
    let mut tape = Tape::new();
    let first = text.lines().next().unwrap_or_default();
    let kind = stream_kind(tape.parse(first).unwrap()).unwrap();
    let mut folding = Folding::new(kind, 1 << 20);
    let mut answers = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        folding.event(text, Start { line, column: 1, offset: 0 }, &mut |answer| answers.push(answer));
    }
    folding.end(&mut |answer| answers.push(answer));
    answers
}

fn one(text: &str) -> (String, Vec<&'static str>) {
    let mut answers = fold(text);
    assert_eq!(answers.len(), 1, "{answers:?}");
    let answer = answers.remove(0);
    (answer.text, answer.notes.iter().map(|note| note.code.id).collect())
}

#[test]
fn spellings_survive() {
    let (text, codes) = one(concat!(
        r#"{"object":"chat.completion.chunk","choices":[{"delta":{"content":"caf\u00e9 \ud83d"}}],"created":1.10}"#,
        "\n",
        r#"{"choices":[{"delta":{"content":"\ude00/\/"},"finish_reason":"stop"}]}"#
    ));
    assert!(text.contains(r#""content":"caf\u00e9 \ud83d\ude00/\/""#) && text.contains(r#""created":1.10"#), "{text}");
    assert!(codes.is_empty(), "{codes:?}");
}

fn chat(delta: &str, end: &str) -> String {
    format!(
        r#"{{"id":"c","object":"chat.completion.chunk","choices":[{{"index":0,"delta":{delta},"finish_reason":{end}}}]}}"#
    )
}

#[test]
fn calls_are_joined_however_they_are_numbered() {
    let call = |delta: &str| chat(&format!(r#"{{"tool_calls":[{delta}]}}"#), "null");
    let one = r#""type":"function","function":{"name":"f","arguments":"{\"a\":1}"}"#;
    let two = r#""type":"function","function":{"name":"g","arguments":"{}"}"#;
    for lines in [
        // Each with its id in each piece.
        vec![
            call(r#"{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":"{\"a\":"}}"#),
            call(r#"{"index":1,"id":"b","type":"function","function":{"name":"g","arguments":"{"}}"#),
            call(r#"{"index":0,"id":"a","function":{"name":"f","arguments":"1}"}}"#),
            call(r#"{"index":1,"id":"b","function":{"name":"g","arguments":"}"}}"#),
        ],
        // Whole, all with one number, or without one.
        vec![call(&format!(r#"{{"index":0,"id":"a",{one}}}"#)), call(&format!(r#"{{"index":0,"id":"b",{two}}}"#))],
        vec![call(&format!(r#"{{"id":"a",{one}}},{{"id":"b",{two}}}"#))],
        // Pieces without a number continue the last call.
        vec![
            call(r#"{"id":"a","type":"function","function":{"name":"f","arguments":"{\"a\":"}}"#),
            call(r#"{"function":{"arguments":"1}"}}"#),
            call(&format!(r#"{{"id":"b",{two}}}"#)),
        ],
        // The second one comes first.
        vec![call(&format!(r#"{{"index":1,"id":"b",{two}}}"#)), call(&format!(r#"{{"index":0,"id":"a",{one}}}"#))],
    ] {
        let text = format!("{}\n{}", lines.join("\n"), chat("{}", "\"tool_calls\""));
        let (text, codes) = self::one(&text);
        let expected = format!(r#""content":null,"tool_calls":[{{"id":"a",{one}}},{{"id":"b",{two}}}]}}"#);
        assert!(text.contains(&expected) && codes.is_empty(), "{codes:?} {text}");
    }
}

#[test]
fn other_pieces_of_chat_answers() {
    for (lines, expected) in [
        (
            vec![chat(r#"{"function_call":{"name":"f","arguments":"{"}}"#, "null"), chat(r#"{"function_call":{"arguments":"}"}}"#, "\"function_call\"")],
            r#""function_call":{"name":"f","arguments":"{}"}"#,
        ),
        (
            vec![chat(r#"{"audio":{"id":"u","data":"QQ","transcript":"a"}}"#, "null"), chat(r#"{"audio":{"data":"==","transcript":"b","expires_at":1}}"#, "\"stop\"")],
            r#""content":null,"audio":{"id":"u","data":"QQ==","transcript":"ab","expires_at":1}"#,
        ),
        (
            vec![chat(r#"{"content":"a"}"#, "null"), chat(r#"{"content":[{"type":"thinking"}]}"#, "null"), chat(r#"{"content":"b"}"#, "\"stop\"")],
            r#""content":[{"type":"text","text":"a"},{"type":"thinking"},{"type":"text","text":"b"}]"#,
        ),
        (vec![chat(r#"{"content":""}"#, "\"stop\"")], r#""message":{"role":"assistant","content":""}"#),
        (
            vec![r#"{"id":"c","choices":[{"index":1,"delta":{"content":"2"},"finish_reason":"stop"},{"index":0,"delta":{"content":"1"},"finish_reason":"stop","logprobs":{"content":[{"token":"1"}]}}]}"#.to_owned()],
            r#""choices":[{"index":0,"message":{"role":"assistant","content":"1"},"logprobs":{"content":[{"token":"1"}]},"finish_reason":"stop"},{"index":1,"message":{"role":"assistant","content":"2"},"finish_reason":"stop"}]"#,
        ),
    ] {
        let (text, codes) = one(&lines.join("\n"));
        assert!(text.contains(expected) && codes.is_empty(), "{codes:?} {text}");
    }
}

#[test]
fn unusual_streams_are_noted() {
    let start = r#"{"type":"message_start","message":{"role":"assistant","content":[]}}"#;
    let stop = r#"{"type":"message_stop"}"#;
    let delta = |text: &str| format!(r#"{{"type":"content_block_delta","index":0,"delta":{text}}}"#);
    let open = r#"{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}"#;
    let text = r#"{"type":"text_delta","text":"x"}"#;
    let cut = r#"{"type":"input_json_delta","partial_json":"{\"a\":"}"#;
    let joined = |lines: &[&str]| lines.join("\n");
    for (lines, expected) in [
        (joined(&[start]), vec!["TW980"]),
        (joined(&[&delta(text), stop]), vec!["TW985", "TW980"]),
        (joined(&[start, "{", stop]), vec!["TW981"]),
        (joined(&[start, r#"{"type":"mood"}"#, &delta(r#"{"type":"mood_delta"}"#), stop]), vec!["TW982", "TW985"]),
        (joined(&[start, stop, &delta(text)]), vec!["TW983", "TW985"]),
        (joined(&[start, r#"{"type":"error","error":{"type":"overloaded_error"}}"#]), vec!["TW984", "TW980"]),
        (joined(&[start, open, &delta(cut), stop]), vec!["TW986"]),
        (joined(&[start, stop, stop, r#"{"type":"ping"}"#]), vec![]),
        (joined(&[&chat("{}", "\"stop\""), &chat("{}", "\"length\"")]), vec!["TW983"]),
        (
            joined(&[
                r#"{"messageStart":{"role":"assistant"}}"#,
                r#"{"moodStart":{}}"#,
                r#"{"throttlingException":{"message":"slow"}}"#,
            ]),
            vec!["TW982", "TW984", "TW980"],
        ),
        (joined(&[r#"{"type":"response.output_text.delta","output_index":0,"delta":"x"}"#]), vec!["TW985", "TW980"]),
        (
            joined(&[r#"{"type":"response.created","response":{}}"#, r#"{"type":"response.mood.delta","delta":"x"}"#]),
            vec!["TW980", "TW982"],
        ),
        (
            joined(&[
                r#"{"type":"response.mood.delta","delta":"x"}"#,
                r#"{"type":"response.completed","response":{"output":[{"type":"message"}]}}"#,
            ]),
            vec![],
        ),
    ] {
        assert_eq!(one(&lines).1, expected, "{lines}");
    }
    let many = format!("{start}\n{}{stop}", "{\"type\":\"mood\"}\n".repeat(100));
    let answer = fold(&many).remove(0);
    assert_eq!((answer.notes.len(), answer.notes.iter().map(|note| 1 + note.more).sum::<u64>()), (KEPT, 100));
}

#[test]
fn pieces_of_items_that_never_ended_are_joined() {
    let (text, codes) = one(concat!(
        r#"{"type":"response.created","response":{"id":"r","output":[]}}"#,
        "\n",
        r#"{"type":"response.output_item.added","output_index":0,"item":{"type":"reasoning","id":"a","summary":[]}}"#,
        "\n",
        r#"{"type":"response.reasoning_summary_part.added","output_index":0,"summary_index":0,"part":{"type":"summary_text","text":""}}"#,
        "\n",
        r#"{"type":"response.reasoning_summary_text.delta","output_index":0,"summary_index":0,"delta":"Two."}"#,
        "\n",
        r#"{"type":"response.output_item.added","output_index":1,"item":{"type":"function_call","call_id":"c","name":"f","arguments":""}}"#,
        "\n",
        r#"{"type":"response.function_call_arguments.delta","output_index":1,"delta":"{\"a\":"}"#,
    ));
    let expected = r#""output":[{"type":"reasoning","id":"a","summary":[{"type":"summary_text","text":"Two."}]},{"type":"function_call","call_id":"c","name":"f","arguments":"{\"a\":"}]"#;
    assert!(text.contains(expected), "{text}");
    assert_eq!(codes, ["TW980", "TW986"]);
}

#[test]
fn cited_texts_of_converse_have_blocks_of_their_own() {
    let (text, codes) = one(concat!(
        r#"{"messageStart":{"role":"assistant"}}"#,
        "\n",
        r#"{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"text":"x"}}}"#,
        "\n",
        r#"{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"citation":{"title":"t"}},"p":"ab"}}"#,
        "\n",
        r#"{"contentBlockStart":{"contentBlockIndex":1,"start":{"toolUse":{"toolUseId":"a","name":"f"}}}}"#,
        "\n",
        r#"{"messageStop":{"stopReason":"end_turn"},"p":"a"}"#,
    ));
    let expected = r#""content":[{"citationsContent":{"content":[{"text":"x"}],"citations":[{"title":"t"}]}},{"toolUse":{"toolUseId":"a","name":"f","input":{}}}]"#;
    assert!(text.contains(expected) && codes.is_empty(), "{codes:?} {text}");
}
