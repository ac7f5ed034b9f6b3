//! langchain: the three forms of a message, chunks, rows, snapshots and streams.

use turnwise::format::by_name;
use turnwise::model::{Conversation, HostedOutcome, MediaSource, Part, dump};
use turnwise::report::Report;

use crate::fixtures::{path, read};

fn fixture(name: &str) -> String {
    std::fs::read_to_string(path("tests/fixtures/langchain").join(name)).unwrap()
}

fn with<R>(text: &str, look: impl FnOnce(&Conversation<'_>) -> R) -> R {
    let format = by_name("langchain").unwrap().0;
    let is_lines = text.trim_end().contains("\n{");
    look(&read(format, text, is_lines, &mut Report::default()).unwrap())
}

/// The roles, with the texts, and the ids of calls and results.
fn outline(conversation: &Conversation<'_>) -> Vec<String> {
    let words = |part: &Part<'_>| match part {
        Part::Text(text) | Part::Refusal(text) => text.text.decode().into_owned(),
        Part::Call(call) => format!("+{}", call.id.as_ref().map(|id| id.decode().into_owned()).unwrap_or_default()),
        Part::Result(it) => format!("-{}", it.call_id.as_ref().map(|id| id.decode().into_owned()).unwrap_or_default()),
        Part::Reasoning(_) => "reasoning".to_owned(),
        Part::Media(media) => media.kind.word().to_owned(),
        Part::Opaque(it) => it.kind.decode().into_owned(),
    };
    let line = |message: &turnwise::model::Message<'_>| {
        let parts: Vec<_> = message.parts.iter().map(words).collect();
        format!("{} {}", message.role.name(), parts.join(",")).trim_end().to_owned()
    };
    conversation.messages.iter().map(line).collect()
}

#[test]
fn the_three_forms_hold_the_same_messages() {
    let dict = with(&fixture("messages-dict.json"), outline);
    assert_eq!(dict[2], "assistant reasoning,Let me look.,+call_1,+call_2");
    assert_eq!(dict[1], "user What is in these?,image,image,document,audio,image");
    assert_eq!(dict[9], "assistant {\"city\":\"Porto\",\"c\":18},invalid_tool_call");
    for other in ["lc-dump.json", "model-dump.json"] {
        assert_eq!(with(&fixture(other), outline), dict, "{other}");
    }
    let lines = fixture("messages-dict-lines.jsonl");
    let format = by_name("langchain").unwrap().0;
    assert_eq!(outline(&read(format, &lines, true, &mut Report::default()).unwrap()), dict);
}

#[test]
fn blocks_without_content_are_read() {
    let found = with(&fixture("js-stored.json"), outline);
    assert_eq!(found[2], "user q,image,image");
    assert_eq!(found[5], "assistant reasoning,done,+c2");
}

#[test]
fn calls_are_read_once_wherever_they_are() {
    let found = with(&fixture("older-calls.json"), outline);
    assert_eq!(found[1..3], ["assistant +call_7", "tool -call_7"]);
    let found = with(&fixture("parts.json"), outline);
    assert!(found.contains(&"tool -call_2".to_owned()) && found[4].ends_with("+call_1,+call_2"), "{found:?}");
    // A result answers a call with broken arguments: the library sends both.
    let text = r#"[{"type":"ai","data":{"content":"","invalid_tool_calls":[{"name":"f","args":"{","id":"c1"}]}},
        {"type":"tool","data":{"content":"bad","tool_call_id":"c1"}}]"#;
    assert_eq!(with(text, outline), ["assistant +c1", "tool -c1"]);
}

#[test]
fn chunks_with_one_id_are_one_message() {
    for (name, first) in
        [("chunks-dict.jsonl", "assistant Hello,+call_5"), ("chunks.jsonl", "assistant Let me look.,+call_1")]
    {
        let text = fixture(name);
        let format = by_name("langchain").unwrap().0;
        let conversation = read(format, &text, true, &mut Report::default()).unwrap();
        assert_eq!(outline(&conversation), [first]);
        assert!(dump(&conversation).contains("Porto"));
    }
    let chunk = |id: &str, text: &str| {
        let content = serde_json::to_string(text).unwrap();
        format!(r#"{{"type":"AIMessageChunk","content":{content},"id":{id}}}"#)
    };
    let list = [chunk("\"a\"", "1"), chunk("\"b\"", "x"), chunk("\"a\"", "2"), chunk("\"b\"", "y")].join(",");
    assert_eq!(with(&format!("[{list}]"), outline), ["assistant 12", "assistant xy"]);
    let list = [chunk("null", "\u{e9}\n"), chunk("null", "\"")].join(",");
    assert_eq!(with(&format!("[{list}]"), outline), ["assistant \u{e9}\n\""]);
}

#[test]
fn sessions_of_rows_are_conversations() {
    let (head, tail) =
        fixture("rows.jsonl").split_once("\n{\"id\": 3").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    let text = format!("{head}\n{{\"id\": 3{}", tail.replace("\"s1\"", "\"s2\""));
    let format = by_name("langchain").unwrap().0;
    let conversation = read(format, &text, true, &mut Report::default()).unwrap();
    let names: Vec<_> = conversation.branches.iter().filter_map(|it| Some(it.name.as_ref()?.decode())).collect();
    assert_eq!(names, ["s1", "s2"]);
    assert_eq!(outline(&conversation), ["user Hello?", "assistant Hello!", "user Weather?", "assistant Sunny."]);
}

#[test]
fn older_snapshots_and_deleted_messages_are_branches() {
    let steps = |name: &str| {
        with(&fixture(name), |conversation| {
            let texts = outline(conversation);
            let of = |branch: usize| -> Vec<String> {
                let steps = conversation.steps(branch);
                steps.iter().filter_map(|step| texts.get(step.message?).cloned()).collect()
            };
            (0..conversation.branches.len()).map(of).collect::<Vec<_>>()
        })
    };
    assert_eq!(
        steps("forked.json"),
        [vec!["user q", "assistant new"], vec!["user q", "assistant old"], vec!["user q"]]
    );
    assert_eq!(
        steps("removed.json"),
        [vec!["user Hello?", "assistant Right."], vec!["user Hello?", "assistant Wrong.", "assistant Right."]]
    );
    assert_eq!(steps("snapshot-history.json").iter().map(Vec::len).collect::<Vec<_>>(), [4, 3, 2, 1, 0]);
}

#[test]
fn of_a_stream_the_last_state_is_read() {
    assert_eq!(with(&fixture("stream-modes.json"), outline), ["user pay", "assistant +c1"]);
    let pairs = r#"[[{"type":"AIMessageChunk","content":"a","id":"1"},{"n":1}],["messages",[{"type":"AIMessageChunk","content":"b","id":"1"},{"n":2}]]]"#;
    assert_eq!(with(pairs, outline), ["assistant ab"]);
}

#[test]
fn files_have_a_detail_and_a_service() {
    let text = r#"[{"type":"human","data":{"content":[
        {"type":"image","file_id":"file-1","extras":{"detail":"low"}}],"response_metadata":{"model_provider":"openai"}}}]"#;
    with(text, |conversation| {
        let message = &conversation.messages[0];
        let Part::Media(media) = &message.parts[0] else { panic!("no file") };
        assert!(matches!(media.source, MediaSource::Remote { service: "openai", .. }));
        assert!(media.detail.as_ref().is_some_and(|detail| detail.is("low")));
        assert!(media.extras.is_empty() && message.extras.fields().iter().all(|extra| extra.is_note));
    });
}

#[test]
fn code_that_ran_too_long_is_told_from_other_failures() {
    let text = r#"[{"type":"ai","data":{"content":[
        {"type":"server_tool_call","id":"s1","name":"code_execution","args":{"code":"loop()"}},
        {"type":"server_tool_result","tool_call_id":"s1","status":"error","output":{"error_code":"execution_time_exceeded"}}]}}]"#;
    with(text, |conversation| {
        let Part::Opaque(result) = &conversation.messages[0].parts[1] else { panic!("no result") };
        let outcome = result.hosted.as_ref().and_then(|hosted| hosted.result.as_ref()?.outcome);
        assert_eq!(outcome.map(|(outcome, _)| outcome), Some(HostedOutcome::TimedOut));
    });
}
