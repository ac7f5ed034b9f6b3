//! What the model makes of AG-UI, and AG-UI of the model.

use turnwise::format::{Container, Format, LogShape, Reading, WriteOptions, Writing, by_name};
use turnwise::json::{Layout, Out, Tape};
use turnwise::model::{Conversation, Part, Role};
use turnwise::report::{Refused, Report};

fn ag_ui() -> &'static Format {
    by_name("ag-ui").unwrap().0
}

fn read<'a>(format: &Format, text: &'a str, report: &mut Report) -> Result<Conversation<'a>, Refused> {
    let mut tape = Tape::new();
    let root = tape.parse_sequence(text).unwrap();
    let root = root.items().next().filter(|_| root.len() == 1).unwrap_or(root);
    let mut conversation =
        (format.read)(root, &mut Reading { report, scratch: &mut Tape::new(), columns: None, programs: None })?;
    conversation.source.text = text;
    Ok(conversation)
}

/// The output and the codes of what was lost or generated.
fn convert(from: &str, to: &str, text: &str, log: LogShape) -> (String, Vec<&'static str>) {
    let (from, to) = (by_name(from).unwrap().0, by_name(to).unwrap().0);
    let conversation = read(from, text, &mut Report::default()).unwrap();
    let mut report = Report::keeping(99);
    let options = WriteOptions { log, container: Container::List, ..WriteOptions::default() };
    let mut out = Out::new(Layout::Compact);
    let mut scratch = Tape::new();
    let mut writing = Writing::new(&mut out, &mut report, &options, &mut scratch);
    turnwise::format::write_record(to, &conversation, &mut writing).unwrap();
    let mut codes: Vec<_> = report.counts().iter().map(|count| count.code.id).collect();
    codes.sort_unstable();
    (String::from_utf8(out.as_bytes().to_vec()).unwrap(), codes)
}

fn messages(from: &str, text: &str) -> (String, Vec<&'static str>) {
    convert(from, "ag-ui", text, LogShape::Messages)
}

#[test]
fn thoughts_go_with_the_answer_that_they_led_to_and_come_back_as_they_were() {
    let text = r#"[{"id":"r1","role":"reasoning","content":"hm","encryptedValue":"e"},{"id":"a1","role":"assistant","content":"x"},{"id":"r2","role":"reasoning","content":"so"}]"#;
    let conversation = read(ag_ui(), text, &mut Report::default()).unwrap();
    let kinds: Vec<Vec<_>> =
        conversation.messages.iter().map(|message| message.parts.iter().map(Part::name).collect()).collect();
    assert_eq!(kinds, [vec!["reasoning", "text"], vec!["reasoning"]]);
    assert_eq!(messages("ag-ui", text), (text.to_owned(), vec![]));
}

#[test]
fn what_only_ag_ui_knows_is_kept_there_and_named_elsewhere() {
    let text = r#"[{"id":"p1","role":"activity","activityType":"plan","content":{"n":1.10}},{"id":"u1","role":"user","content":"q","metadata":{"k":null},"subagentRunId":"s"}]"#;
    assert_eq!(messages("ag-ui", text), (text.to_owned(), vec![]));
    let (openai, codes) = convert("ag-ui", "openai", text, LogShape::Snapshot);
    assert!(openai.ends_with(r#"{"role":"user","content":"q"}]"#), "{openai}");
    assert_eq!(codes, ["TW310", "TW313", "TW314", "TW322"]);
}

#[test]
fn a_stream_is_what_it_replays_to() {
    let text = concat!(
        r#"{"type":"RUN_STARTED","threadId":"t","runId":"r","input":{"threadId":"t","runId":"r","messages":[{"id":"u1","role":"user","content":"q"}],"tools":[{"name":"f","description":"d","parameters":{}}]}}"#,
        "\n",
        r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"a1","delta":"caf"}"#,
        "\n",
        r#"{"type":"TEXT_MESSAGE_CHUNK","delta":"\u00e9","timestamp":5}"#,
        "\n",
        r#"{"type":"STATE_SNAPSHOT","snapshot":{"n":1}}"#,
        "\n",
        r#"{"type":"STATE_DELTA","delta":[{"op":"replace","path":"/n","value":2}]}"#,
        "\n",
        r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r"}"#,
    );
    let conversation = read(ag_ui(), text, &mut Report::default()).unwrap();
    assert_eq!(conversation.id.as_ref().map(|id| id.decode().into_owned()).as_deref(), Some("t"));
    assert_eq!(conversation.tools.len(), 1);
    assert!(matches!(conversation.messages[1].role, Role::Assistant));
    assert_eq!(conversation.extras.get("ag-ui", "state").unwrap().value.as_str(), r#"{"n":2}"#);
    assert_eq!(
        messages("ag-ui", text).0,
        r#"[{"id":"u1","role":"user","content":"q"},{"id":"a1","role":"assistant","content":"caf\u00e9"}]"#
    );
    // A loss each: two runs' events, the state, a timestamp; ids; the thread.
    assert_eq!(convert("ag-ui", "sharegpt", text, LogShape::Snapshot).1, ["TW310", "TW313"]);
    let (stream, codes) = convert("ag-ui", "ag-ui", text, LogShape::Snapshot);
    assert!(stream.contains(r#"{"type":"STATE_SNAPSHOT","snapshot":{"n":2}}"#), "{stream}");
    assert_eq!(codes, ["TW313"], "{stream}");
}

#[test]
fn what_a_snapshot_takes_out_is_named() {
    let text = concat!(
        r#"{"type":"TEXT_MESSAGE_START","messageId":"m1"}"#,
        "\n",
        r#"{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m2","role":"user","content":"x"}]}"#,
    );
    let mut report = Report::default();
    assert_eq!(read(ag_ui(), text, &mut report).unwrap().messages.len(), 1);
    let found: Vec<_> = report.kept().iter().map(|it| (it.code.name, it.message.as_str())).collect();
    assert_eq!(found, [("ag-ui-snapshot-drops", "the message `m1` is not in a later snapshot")]);
}

#[test]
fn what_no_message_holds_is_joined_reordered_or_named() {
    let text = r#"{"max_tokens":9,"messages":[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"f","input":{"a":1.10}},{"type":"text","text":"wait"}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"no","is_error":true},{"type":"text","text":"and?"}]}]}"#;
    let (written, codes) = messages("anthropic", text);
    assert!(
        written.contains(
            r#""toolCalls":[{"id":"t1","type":"function","function":{"name":"f","arguments":"{\"a\":1.10}"}}]"#
        )
    );
    assert!(
        written.contains(r#""role":"tool","toolCallId":"t1","content":"no","error":"the tool failed"}"#),
        "{written}"
    );
    assert_eq!(codes, ["TW313", "TW345", "TW371", "TW378"]);
}

#[test]
fn rows_hold_a_run_each() {
    let run = |id: &str, parent: &str| {
        format!(
            "{{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"{id}\"{parent}}}\n\
             {{\"type\":\"CUSTOM\",\"name\":\"n\",\"value\":1}}\n\
             {{\"type\":\"RUN_FINISHED\",\"threadId\":\"t\",\"runId\":\"{id}\"}}\n"
        )
    };
    let text = run("r1", "") + &run("r2", r#","parentRunId":"r1""#);
    let (rows, codes) = convert("ag-ui", "ag-ui", &text, LogShape::Rows);
    let start = r#"[{"thread_id":"t","run_id":"r1","parent_run":null,"events":[{"type":"RUN_STARTED""#;
    assert!(rows.starts_with(start) && rows.contains(r#"{"thread_id":"t","run_id":"r2","parent_run":"r1","events":["#));
    assert_eq!(codes, [""; 0]);
    // And back: rows are the same conversation.
    assert_eq!(convert("ag-ui", "ag-ui", &rows, LogShape::Rows), (rows.clone(), vec![]));
}
