//! A request with its answer next to it is one conversation, whatever keeps it.

use std::process::Command;

use base64::Engine as _;

use crate::fixtures::path;

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_turnwise")).args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn convert(record: &str, framing: &str) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(if framing == "lines" { "a.jsonl" } else { "a.json" });
    let text = match framing {
        "lines" => format!("{record}\r\n{record}\r\n"),
        "array" => format!("[{record},\n {record}]"),
        _ => record.to_owned(),
    };
    std::fs::write(&file, text).unwrap();
    run(&["convert", "--isolated", "-v", "--to", "openai", file.to_str().unwrap()])
}

const ASKED: &str = r#"{"model":"m","messages":[{"role":"user","content":"the question"}]}"#;
const ANSWERED: &str = r#"{"choices":[{"message":{"role":"assistant","content":"the answer"}}]}"#;

/// Records of each kind, with `Q` and `A` for the halves, and `"Q"` and `"A"` for their JSON text.
const RECORDS: &[&str] = &[
    r#"{"call_type":"x","spend":1,"messages":[],"proxy_server_request":Q,"response":A}"#,
    r#"{"call_type":"x","spend":1,"messages":"[]","proxy_server_request":"Q","response":"A"}"#,
    r#"{"id":"o","trace_id":"t","type":"GENERATION","input":Q,"output":A}"#,
    r#"{"id":"o","traceId":"t","type":"GENERATION","input":"Q","output":"A"}"#,
    r#"{"run_type":"llm","inputs":Q,"outputs":A,"extra":{}}"#,
    r#"{"request_body":Q,"response_body":A}"#,
    r#"{"request_body":"Q","response_body":"A"}"#,
    r#"{"request":{"method":"POST","postData":{"text":"Q"}},"response":{"status":200,"content":{"text":"A"}}}"#,
    r#"{"request":{"body":Q},"response":{"body":A}}"#,
    r#"{"latency":1,"response":A,"request":Q}"#,
    r#"{"custom_id":"a","url":"/v1","body":Q,"response":{"status_code":200,"body":A}}"#,
];

#[test]
fn every_kind_of_log_is_one_conversation() {
    for record in RECORDS {
        let quoted = |json: &str| serde_json::to_string(json).unwrap();
        let record = record.replace("\"Q\"", &quoted(ASKED)).replace("\"A\"", &quoted(ANSWERED));
        let record = record.replace(":Q", &format!(":{ASKED}")).replace(":A", &format!(":{ANSWERED}"));
        for framing in ["document", "lines", "array"] {
            let (code, out, err) = convert(&record, framing);
            assert_eq!(code, Some(0), "{record} {err}");
            let count = if framing == "document" { 1 } else { 2 };
            let (asked, answered) = (out.matches("the question").count(), out.matches("the answer").count());
            assert_eq!((asked, answered), (count, count), "{record} as {framing}: {out} {err}");
        }
    }
}

/// Runs of tools and spans beside the calls of a model.
#[test]
fn rows_without_a_request_are_losses() {
    let call =
        |trace: u8| format!(r#"{{"run_type":"llm","trace_id":"{trace}","inputs":{ASKED},"outputs":{ANSWERED}}}"#);
    let tool = r#"{"run_type":"tool","trace_id":"9","inputs":{"city":"Porto"},"outputs":{"output":"18"}}"#;
    let span = r#"{"type":"SPAN","trace_id":"8","input":{"x":1},"output":null}"#;
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let rows = [&call(1), tool, span, &call(2), &call(3), tool];
    for (at, rows, separator) in
        [(0, &rows[..], "\n"), (1, &rows[1..], "\n"), (2, &rows[..], ",\n"), (3, &rows[1..], ",")]
    {
        let text = rows.join(separator);
        let is_array = separator.contains(',');
        let (name, text) = if is_array { ("json", format!("[{text}]\n")) } else { ("jsonl", format!("{text}\n")) };
        let input = file(&format!("{at}.{name}"));
        std::fs::write(&input, &text).unwrap();
        let calls = rows.iter().filter(|row| row.contains("llm")).count();
        let (code, out, err) = run(&["convert", "--isolated", "--to", "openai", &input]);
        assert_eq!((code, out.matches("the answer").count()), (Some(0), calls), "{err}");
        assert!(err.contains("row 3") && !err.contains("TW974"), "{err}");
        // For a carry file, each row is a record.
        let [carried, written] = ["s-carry", "s-written"].map(|name| file(&format!("{name}{at}")));
        for (allowed, code) in [("TW313", 1), ("TW313,TW974", 0)] {
            let strict = ["convert", "--isolated", "--strict", "--allow", allowed, "--to", "openai", &input];
            assert_eq!(run(&strict).0, Some(0), "{allowed}");
            let (found, _, err) = run(&[&strict[..], &["--carry", &carried, "-o", &written]].concat());
            assert_eq!(found, Some(code), "{allowed}: {err}");
            assert!(code == 0 || err.contains("TW974 row-without-request"), "{err}");
        }
        if is_array {
            // A row inside a record stays in it.
            let inside = file(&format!("{at}.inside.json"));
            std::fs::write(&inside, format!(r#"{{"data":{text}}}"#)).unwrap();
            let (code, out, err) = run(&["convert", "--isolated", "--at", "/data/*", "--to", "openai", &inside]);
            let kept = rows.iter().filter(|row| !row.contains("llm")).all(|row| out.contains(row));
            assert!(code == Some(0) && kept && out.matches("the answer").count() == calls, "{out}{err}");
            assert!(!err.contains("TW974") && !out.contains("run_type\":\"llm"), "{out}{err}");
            let [carried, written, restored] =
                ["i-carry", "i-written", "i-restored"].map(|name| file(&format!("{name}{at}")));
            let there =
                ["convert", "--isolated", "--at", "/data/*", "--to", "openai", "--carry", &carried, "-o", &written];
            assert_eq!(run(&[&there[..], &[&inside]].concat()).0, Some(0));
            let back = ["convert", "--isolated", "--at", "/data/*", "--to", "request-log", "--restore", &carried];
            assert_eq!(run(&[&back[..], &[&written, "-o", &restored]].concat()).0, Some(0));
            assert_eq!(std::fs::read_to_string(&restored).unwrap(), std::fs::read_to_string(&inside).unwrap());
            let set = ["convert", "--isolated", "--at", "/data/*", "--to", "openai", "--set", "/model=m", &inside];
            let set = run(&set).1;
            assert!(
                set.matches(r#""model":"m""#).count() == calls
                    && rows.iter().all(|row| row.contains("llm") || set.contains(row)),
                "{set}"
            );
            let (code, named, err) = run(&["convert", "--isolated", "--to", "openai", &inside]);
            assert!(code == Some(2) && named.is_empty() && err.contains("--at '/data/*'"), "{err}");
            assert_eq!(run(&["validate", "--isolated", "--at", "/data/*", &inside]).0, Some(0));
        }
        // Such a row is a part of the record before it.
        for (place, with) in [("Porto", "Faro"), ("the answer", "another one")] {
            let other = file(&format!("{at}.{with}.{name}"));
            std::fs::write(&other, text.replace(place, with)).unwrap();
            let (found, _, err) = run(&["diff", "--isolated", &input, &other]);
            assert!(found == Some(1) && !err.contains("TW974"), "{err}");
        }
        let (code, out, err) = run(&["validate", "--isolated", &input]);
        let notes = out.matches(": note TW974 ").count();
        assert_eq!((code, notes), (Some(0), rows.len() - calls), "{out}{err}");
        for command in ["stats", "show", "dedupe"] {
            let (code, _, err) = run(&[command, "--isolated", &input]);
            assert_eq!(code, Some(0), "{command}: {err}");
        }
        let [carried, written, restored] = ["carry", "written", "restored"].map(|name| file(&format!("{name}{at}")));
        let convert = ["convert", "--isolated", "--to"];
        let there = run(&[&convert[..], &["openai", "--carry", &carried, &input, "-o", &written]].concat());
        assert_eq!(there.0, Some(0), "{}", there.2);
        let back = run(&[&convert[..], &["request-log", "--restore", &carried, &written, "-o", &restored]].concat());
        assert_eq!(back.0, Some(0), "{}", back.2);
        assert_eq!(std::fs::read_to_string(&restored).unwrap(), text);
    }
}

/// A invariant: the words of the answer are in the output, or the report names the place where they are.
#[test]
fn an_answer_is_written_or_reported() {
    let answers = [
        (r#"{"type":"message","role":"assistant","content":[{"type":"text","text":"words"}]}"#, true),
        (r#"{"candidates":[{"content":{"role":"model","parts":[{"text":"words"}]},"finishReason":"STOP"}]}"#, true),
        (r#"{"role":"assistant","content":"words"}"#, true),
        (r#"[{"role":"assistant","content":"words"}]"#, true),
        (r#"{"error":{"message":"words"}}"#, false),
        (r#"{"unknown":"words"}"#, false),
        (r#""data: {}""#, false),
        (r#"{"choices":[{"text":"words"}]}"#, false),
    ];
    for (answer, is_read) in answers {
        let record = format!(r#"{{"request":{ASKED},"response":{answer}}}"#);
        let (code, out, err) = convert(&record, "document");
        assert_eq!(code, Some(0), "{record} {err}");
        assert_eq!((out.contains("words"), err.contains("TW338")), (is_read, !is_read), "{record}: {out} {err}");
        assert!(is_read || err.contains("/response"), "{err}");
    }
}

#[test]
fn one_half_is_enough_and_other_answers_are_reported() {
    let alone = r#"{"call_type":"x","spend":1,"messages":{},"response":A}"#.replace(":A", &format!(":{ANSWERED}"));
    assert!(convert(&alone, "lines").1.contains("the answer"));
    let (_, out, err) =
        convert(r#"{"call_type":"x","spend":1,"messages":[{"role":"user","content":"q"}],"response":{}}"#, "");
    assert!(out.contains("\"q\"") && !err.contains("TW338"), "{out} {err}");
    let several = r#"{"messages":[{"role":"user","content":"q"}],"kwargs":{},"outputs":["one","two"]}"#;
    let (_, out, err) = convert(several, "document");
    assert!(out.contains("one") && err.contains("/outputs/1"), "{out} {err}");
}

#[test]
fn other_records_are_no_logs() {
    for record in [
        r#"{"instruction":"i","input":"x","output":"y"}"#,
        r#"{"id":"r","object":"response","output":[],"input":[]}"#,
        r#"{"messages":[{"role":"user","content":"q"}],"output":"a file","response":3}"#,
        r#"{"input":{"messages":[{"role":"user","content":"q"}]},"preferred_output":[{"role":"assistant","content":"a"}],"non_preferred_output":[{"role":"assistant","content":"b"}]}"#,
        r#"{"prompt":[{"role":"user","content":"q"}],"completion":[{"role":"assistant","content":"a"}]}"#,
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.json");
        std::fs::write(&file, record).unwrap();
        assert_ne!(run(&["detect", "--isolated", file.to_str().unwrap()]).1.trim(), "request-log", "{record}");
    }
}

#[test]
fn recorded_logs() {
    for case in ["41-litellm-spend-log.json", "42-langfuse-generation.json"] {
        let file = path("tests/fixtures/cases").join(case);
        let file = file.to_str().unwrap();
        let (code, shown, _) = run(&["show", "--isolated", file]);
        assert!(code == Some(0) && shown.contains("Hello"), "{case}: {shown}");
        let (code, out, err) = run(&["convert", "--isolated", "--to", "anthropic", file]);
        assert!(code == Some(0) && out.contains("Hello") && out.contains("Hi"), "{case}: {out} {err}");
    }
    let file = path("tests/fixtures/cases/41-litellm-spend-log.json");
    let (code, out, _) =
        run(&["convert", "--isolated", "--at", "/response", "--to", "anthropic", file.to_str().unwrap()]);
    assert!(code == Some(0) && out.contains("Hello"), "{out}");
}

/// A row of a spend log: a session, and what was asked and answered, in turns.
fn row(session: &str, said: &[&str]) -> String {
    let role = |index: usize| if index.is_multiple_of(2) { "user" } else { "assistant" };
    let message = |(index, text): (usize, &&str)| format!(r#"{{"role":"{}","content":"{text}"}}"#, role(index));
    let mut messages: Vec<_> = said.iter().enumerate().map(message).collect();
    let answer = messages.pop().unwrap();
    let (messages, answer) = (messages.join(","), format!(r#"{{"choices":[{{"message":{answer}}}]}}"#));
    format!(r#"{{"call_type":"x","spend":1,{session}"messages":[{messages}],"response":{answer}}}"#)
}

/// What the conversations say that `convert` makes of these lines, in order.
fn said(lines: &[String], options: &[&str]) -> (Vec<String>, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log.jsonl");
    std::fs::write(&file, lines.join("\n")).unwrap();
    let arguments = [&["convert", "--isolated", "-v", "-t", "openai"], options, &[file.to_str().unwrap()]].concat();
    let (code, out, err) = run(&arguments);
    assert_eq!(code, Some(0), "{err}");
    let texts = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        let messages = value["messages"].as_array().unwrap().iter();
        messages.map(|message| message["content"].as_str().unwrap().to_owned()).collect::<Vec<_>>().join(" ")
    };
    (out.lines().map(texts).collect(), err)
}

#[test]
fn neighbouring_rows_of_a_session_are_one_record() {
    const ONE: &str = r#""session_id":"s1","#;
    const TWO: &str = r#""session_id":"s2","#;
    let lines = [
        row(ONE, &["a", "b"]),
        row(ONE, &["a", "b", "c", "d"]),
        row(TWO, &["a", "b"]),
        String::new(),
        row(TWO, &["e", "f"]),
        row("", &["a", "b"]),
        row("", &["a", "b", "c", "d"]),
        row(ONE, &["a", "b"]),
        row(ONE, &["a", "b", "c", "d", "e", "f"]),
    ];
    let expected = ["a b c d", "a b", "e f", "a b", "a b c d", "a b c d e f"];
    for options in [&["-j", "1"][..], &["-j", "2"]] {
        let (found, err) = said(&lines, options);
        assert_eq!(found, expected, "{err}");
        assert_eq!(err.matches("the field `row` is dropped").count(), 2, "{err}");
    }
    let lines: Vec<_> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    assert_eq!(said(&lines, &["--lines"]).0.len(), lines.len());
}

#[test]
fn a_row_without_a_session_belongs_to_its_trace() {
    let keys = [
        r#""trace_id":"t1","sessionId":"s","#,
        r#""trace_id":"t1","#,
        r#""trace_id":"t2","sessionId":"s","#,
        r#""trace_id":"t2","sessionId":"other","#,
    ];
    let said_so_far = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let lines: Vec<_> = keys.iter().zip(1..).map(|(keys, turns)| row(keys, &said_so_far[..2 * turns])).collect();
    let (found, err) = said(&lines, &[]);
    assert_eq!(found, ["a b c d e f", "a b c d e f g h"], "{err}");
}

#[test]
fn several_conversations_of_a_record_keep_what_they_have_apart() {
    const FIRST: &str = r#"{"call_type":"x","spend":1,"session_id":"s","team":"one","messages":[{"role":"user","content":"a"}],"proxy_server_request":{"messages":[{"role":"user","content":"a"}],"tools":[{"type":"function","function":{"name":"look","parameters":{"type":"object"}}}]},"response":{"choices":[{"message":{"role":"assistant","content":"b"}}]}}"#;
    const SECOND: &str = r#"{"call_type":"x","spend":1,"session_id":"s","user":"two","messages":[{"role":"user","content":"c"}],"response":{"choices":[{"message":{"role":"assistant","content":"d"}}]}}"#;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log.jsonl");
    std::fs::write(&file, [FIRST, SECOND].join("\n")).unwrap();
    let (_, out, err) = run(&["convert", "--isolated", "-v", "-t", "openai", file.to_str().unwrap()]);
    let lines: Vec<_> = out.lines().collect();
    assert_eq!(lines.len(), 2, "{out}");
    assert!(lines[0].contains("look") && !lines[1].contains("look"), "{out}");
    for field in ["team", "user", "/0/spend", "/1/spend"] {
        assert!(err.contains(field), "{field}: {err}");
    }
}

#[test]
fn lines_of_spans_are_the_conversation_of_their_trace() {
    let spans: Vec<serde_json::Value> =
        serde_json::from_str(&std::fs::read_to_string(path("tests/fixtures/otel/real-sdk.json")).unwrap()).unwrap();
    let lines: Vec<_> = spans.iter().map(ToString::to_string).collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("spans.jsonl");
    std::fs::write(&file, lines.join("\n")).unwrap();
    let (code, out, err) = run(&["convert", "--isolated", "-t", "openai", file.to_str().unwrap()]);
    assert_eq!((code, out.lines().count()), (Some(0), 1), "{out} {err}");
    assert!(out.contains("Let me check.") && out.contains("12 C.") && out.contains("get_weather"), "{out}");
    // A span without messages is not a conversation.
    std::fs::write(&file, &lines[1]).unwrap();
    let (code, _, err) = run(&["convert", "--isolated", "-t", "openai", file.to_str().unwrap()]);
    assert_eq!(code, Some(2), "{err}");
}

#[test]
fn messages_after_many_other_spans_are_found() {
    let file = path("tests/fixtures/otel/late-messages.json");
    let text = std::fs::read_to_string(&file).unwrap();
    let (code, out, err) = run(&["convert", "--isolated", "-t", "openai", file.to_str().unwrap()]);
    assert_eq!((code, out.lines().count()), (Some(0), 1), "{out} {err}");
    // Many exports, as lines and as a list.
    let folder = tempfile::tempdir().unwrap();
    let lines = folder.path().join("exports.jsonl");
    let none = std::fs::read_to_string(path("tests/fixtures/otel/broken-no-messages.json")).unwrap();
    std::fs::write(&lines, format!("{}{text}", none.repeat(13))).unwrap();
    let (_, out, err) = run(&["detect", "--isolated", lines.to_str().unwrap()]);
    assert!(out.contains("otel"), "{out} {err}");
}

#[test]
fn rows_of_two_sessions_are_two_conversations() {
    let row = |session: &str, id: &str, author: &str, role: &str| {
        let content = format!(r#"{{\"role\":\"{role}\",\"parts\":[{{\"text\":\"{id}\"}}]}}"#);
        let event =
            format!(r#"{{\"id\":\"{id}\",\"invocation_id\":\"i\",\"author\":\"{author}\",\"content\":{content}}}"#);
        format!(r#"{{"id":"{id}","session_id":"{session}","invocation_id":"i","event_data":"{event}"}}"#)
    };
    let rows = [("s1", "a", "user"), ("s1", "b", "front"), ("s2", "c", "user"), ("s2", "d", "front")]
        .map(|(session, id, author)| row(session, id, author, if author == "user" { "user" } else { "model" }));
    let expected = [["a", "b"], ["c", "d"]].map(|[question, answer]| {
        format!(
            r#"{{"messages":[{{"role":"user","content":"{question}"}},{{"role":"assistant","name":"front","content":"{answer}"}}]}}"#
        ) + "\n"
    });
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("a.json", format!("[{}]", rows.join(","))), ("b.jsonl", rows.join("\n"))] {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        let (code, out, err) = run(&["convert", "--isolated", "-q", "-t", "openai", file.to_str().unwrap()]);
        assert_eq!((code, out), (Some(0), expected.concat()), "{name}: {err}");
        // Ids are renamed in all rows together.
        let (code, out, err) = run(&["migrate-ids", "--isolated", "-q", "--which", "all", file.to_str().unwrap()]);
        let is_left = out.contains(r#""id":"a""#) || out.contains(r#"\"id\":\"a\""#);
        assert!(code == Some(0) && !is_left, "{name}: {out} {err}");
    }
}

/// What a stream of each service says, by the file that recorded it.
const STREAMS: &[(&str, &str)] = &[
    ("openai-chat.sse", "Let me look."),
    ("openai-chat.jsonl", "Let me look."),
    ("azure-chat.sse", "Hi"),
    ("openrouter.sse", "Hi."),
    ("openai-responses.sse", "Let me look."),
    ("openai-responses.jsonl", "Let me look."),
    ("anthropic.sse", "Let me look."),
    ("anthropic.jsonl", "Let me look."),
    ("gemini.sse", "Let me look."),
    ("gemini-array.json", "Let me look."),
    ("ollama-chat.jsonl", "Hi"),
    ("bedrock-converse.jsonl", "Let me look."),
    ("bedrock-converse.bin", "Let me look."),
];

#[test]
fn streams_are_read_in_the_bodies_of_all_logs() {
    for (name, said) in STREAMS {
        let bytes = std::fs::read(path("tests/fixtures/streams").join(name)).unwrap();
        let base64 = base64::engine::general_purpose::STANDARD.encode(&bytes);
        for body in std::str::from_utf8(&bytes).into_iter().chain([base64.as_str()]) {
            let quoted = |text: &str| serde_json::to_string(text).unwrap();
            for record in RECORDS.iter().filter(|record| record.contains("\"A\"")) {
                let record = record.replace("\"Q\"", &quoted(ASKED)).replace("\"A\"", &quoted(body));
                let (code, out, err) = convert(&record, "document");
                let is_whole = out.contains("the question") && out.contains(&format!("\"{said}\""));
                assert!(code == Some(0) && is_whole, "{name}: {record}\n{out}{err}");
            }
        }
    }
}

/// Rows with one message each, `C` for the conversation, `I` for the id and `TEXT` for the text.
const ROWS: &[(&str, &str)] = &[
    (
        "ai-sdk",
        r#"{"id":"I","chatId":"C","role":"user","parts":[{"type":"text","text":"TEXT"}],"attachments":[],"createdAt":"2026-11-25T08:00:00.000Z"}"#,
    ),
    (
        "ai-sdk",
        r#"{"id":"I","thread_id":"C","resourceId":"r","role":"user","type":"v2","content":"{\"format\":2,\"parts\":[{\"type\":\"text\",\"text\":\"TEXT\"}]}"}"#,
    ),
    (
        "claude-code",
        r#"{"type":"user","message":{"role":"user","content":"TEXT"},"parent_tool_use_id":null,"session_id":"C","uuid":"I"}"#,
    ),
    ("librechat", r#"{"messageId":"I","conversationId":"C","sender":"User","isCreatedByUser":true,"text":"TEXT"}"#),
    ("a2a", r#"{"messageId":"I","contextId":"C","role":"ROLE_USER","parts":[{"text":"TEXT"}]}"#),
    ("openai-agents", r#"{"id":1,"session_id":"C","message_data":"{\"role\":\"user\",\"content\":\"TEXT\"}"}"#),
    ("langchain", r#"{"id":1,"session_id":"C","message":"{\"type\":\"human\",\"data\":{\"content\":\"TEXT\"}}"}"#),
];

#[test]
fn rows_of_each_conversation_are_a_record() {
    for (format, row) in ROWS {
        let row = |conversation: &str, id: &str, text: &str| {
            let row = row.replace("\"C\"", &format!("\"{conversation}\"")).replace("\"I\"", &format!("\"{id}\""));
            row.replace("TEXT", text)
        };
        let rows = [row("c1", "m1", "one"), row("c1", "m2", "two"), row("c2", "m3", "three"), row("c2", "m4", "four")];
        let array = format!("[{}]", rows.join(",\n"));
        // A list of lines of Claude Code is one session.
        for text in [rows.join("\n") + "\n"].into_iter().chain(Some(array).filter(|_| *format != "claude-code")) {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("rows.json");
            std::fs::write(&file, &text).unwrap();
            let (code, out, err) = run(&["convert", "--isolated", "-q", "--to", "openai", file.to_str().unwrap()]);
            assert_eq!(code, Some(0), "{format}: {err}");
            let said = |line: &str| ["one", "two", "three", "four"].map(|word| line.contains(&format!("\"{word}\"")));
            let found: Vec<_> = out.lines().map(said).collect();
            assert_eq!(found, [[true, true, false, false], [false, false, true, true]], "{format}: {text}{out}");
        }
    }
}

#[test]
fn rows_of_an_array_are_joined_like_lines() {
    let row = |session: &str, messages: &str| {
        format!(
            r#"{{"call_type":"x","spend":1,"session_id":"{session}","messages":[{messages}],"response":{{"choices":[{{"message":{{"role":"assistant","content":"ok"}}}}]}}}}"#
        )
    };
    let said = |text: &str| format!(r#"{{"role":"user","content":"{text}"}}"#);
    let (first, second) = (said("one"), said("two"));
    let longer = format!(r#"{first},{{"role":"assistant","content":"ok"}},{second}"#);
    let rows = [row("a", &first), row("a", &longer), row("b", &said("three"))];
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: String| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let lines = write("rows.jsonl", rows.join("\n") + "\n");
    let arrays = [
        write("rows.json", format!("[{}]", rows.join(","))),
        write("pretty.json", format!("[\n  {}\n]\n", rows.join(",\n  "))),
    ];
    let convert = |file: &str| run(&["convert", "--isolated", "-v", "--to", "openai", "--framing", "lines", file]);
    let (_, expected, report) = convert(&lines);
    assert_eq!(expected.lines().count(), 2, "{expected}");
    for array in &arrays {
        let (code, found, losses) = convert(array);
        assert_eq!((code, &found), (Some(0), &expected), "{array}");
        assert_eq!(losses.lines().count(), report.lines().count(), "{losses}\n{report}");
        for command in ["stats", "show"] {
            let (code, out, err) = run(&[command, "--isolated", array]);
            assert!(code == Some(0) && !format!("{out}{err}").contains("3 conversations"), "{command:?}: {out}{err}");
        }
        assert_eq!(run(&["diff", "--isolated", "-q", &lines, array]).0, Some(0), "{array}");
    }
}
