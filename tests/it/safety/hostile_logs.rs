//! Event logs whose patches ask for far more than the log holds: `{"op":"copy","from":"/a","path":"/a/-"}`, 200 times.

use std::fmt::Write as _;
use std::process::{Command, Output};

fn turnwise(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_turnwise")).args(arguments).output().unwrap()
}

/// A log that begins with these events and has this patch of its state 200 times.
fn log(name: &str, head: &[&str], event: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    let mut text = String::new();
    for line in head {
        writeln!(text, "{line}").unwrap();
    }
    for _ in 0..200 {
        writeln!(text, "{event}").unwrap();
    }
    text.push_str("{\"type\":\"RUN_FINISHED\",\"threadId\":\"t\",\"runId\":\"r\"}\n");
    std::fs::write(&path, text).unwrap();
    (folder, path.to_str().unwrap().to_owned())
}

const START: &str = r#"{"type":"RUN_STARTED","threadId":"t","runId":"r","input":{"threadId":"t","runId":"r","state":{},"messages":[{"id":"u","role":"user","content":"Hi"}],"tools":[],"context":[],"forwardedProps":{}}}"#;
const STATE: &str = r#"{"type":"STATE_SNAPSHOT","snapshot":{"a":[1]}}"#;
const DOUBLING: &str = r#"{"type":"STATE_DELTA","delta":[{"op":"copy","from":"/a","path":"/a/-"}]}"#;

/// The commands that replay a log, without its name.
const REPLAYING: &[&[&str]] = &[
    &["replay"],
    &["replay", "--run", "r"],
    &["replay", "--state"],
    &["compact"],
    &["compact", "--scope", "run"],
    &["compact", "--level", "deltas"],
    &["convert", "--to", "openai"],
    &["show"],
];

#[test]
fn logs_whose_patches_double_the_state_are_stopped_at_the_patch() {
    let activity = r#"{"type":"ACTIVITY_SNAPSHOT","messageId":"m","activityType":"plan","content":{"a":[1]}}"#;
    let of_activity = r#"{"type":"ACTIVITY_DELTA","messageId":"m","activityType":"plan","patch":[{"op":"test","path":"/a/0","value":1},{"op":"copy","from":"/a","path":"/a/0"},{"op":"move","from":"/a/1","path":"/a/0"}]}"#;
    let two_steps = r#"{"type":"STATE_DELTA","delta":[{"op":"copy","from":"/a","path":"/b"},{"op":"move","from":"/b","path":"/a/-"}]}"#;
    for (head, event, pointer) in [
        (&[START, STATE][..], DOUBLING, "/delta/0"),
        (&[START, STATE], two_steps, "/delta/0"),
        (&[START, activity], of_activity, "/patch/1"),
    ] {
        let (_folder, path) = log("doubling.jsonl", head, event);
        for command in REPLAYING {
            if command.contains(&"deltas") && event == of_activity {
                // The patches of activities are copied.
                continue;
            }
            let output = turnwise(&[command, &[path.as_str()][..]].concat());
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{command:?} {event}: {said}");
            assert!(output.stdout.len() < 10_000, "{command:?} {event}");
            assert!(said.contains("copies too much") && said.contains("TW780"), "{command:?} {event}: {said}");
            assert!(said.contains(&format!("{path}:")) && said.contains(pointer), "{command:?} {event}: {said}");
            assert!(said.contains("STATE_SNAPSHOT"), "{command:?} {event}: {said}");
        }
        let output = turnwise(&["validate", &path]);
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert_eq!(said.matches("copies too much").count(), 1, "what follows is not known: {said}");
        assert!(said.contains(&format!("at {pointer}")) && said.contains(": error TW780"), "{said}");
    }
}

#[test]
fn the_budget_of_a_log_goes_on_from_run_to_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.jsonl");
    // Each run ends before the limit; all together are beyond it.
    let mut text = format!("{START}\n{STATE}\n{DOUBLING}\n");
    for _ in 0..60 {
        text.push_str("{\"type\":\"RUN_FINISHED\",\"threadId\":\"t\",\"runId\":\"r\"}\n");
        text.push_str("{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"r\"}\n");
        text.push_str(DOUBLING);
        text.push('\n');
    }
    std::fs::write(&path, text).unwrap();
    for command in [&["replay"][..], &["compact", "--scope", "thread"], &["convert", "--to", "openai"], &["normalize"]]
    {
        let output = turnwise(&[command, &[path.to_str().unwrap()][..]].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{command:?}: {said}");
        assert!(said.contains("copies too much"), "{command:?}: {said}");
    }
}

#[test]
fn the_advice_for_a_state_that_grows_too_much_works() {
    // The same state, said by a snapshot: it counts as much as it is long.
    let big = format!(r#"{{"type":"STATE_SNAPSHOT","snapshot":{{"a":["{}"]}}}}"#, "x".repeat(1 << 20));
    let copy = r#"{"type":"STATE_DELTA","delta":[{"op":"copy","from":"/a","path":"/b"},{"op":"copy","from":"/a","path":"/c"}]}"#;
    let (_folder, path) = log("snapshot.jsonl", &[START, &big], copy);
    for command in REPLAYING.iter().filter(|command| command.first() != Some(&"show")) {
        let output = turnwise(&[command, &[path.as_str()][..]].concat());
        assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn long_lists_that_grow_at_their_beginning_and_copies_that_are_replaced_are_usual() {
    let mut text = format!("{START}\n{STATE}\n");
    for number in 0..3000 {
        writeln!(
            text,
            r#"{{"type":"STATE_DELTA","delta":[{{"op":"add","path":"/a/0","value":{{"n":{number}}}}},{{"op":"copy","from":"/a/0","path":"/last"}},{{"op":"replace","path":"/last/n","value":{number}}}]}}"#
        )
        .unwrap();
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("usual.jsonl");
    std::fs::write(&path, text).unwrap();
    let output = turnwise(&["replay", "--state", path.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let state: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(state["a"].as_array().unwrap().len(), 3001);
    assert_eq!(state["last"]["n"], 2999);
}

#[test]
fn bytes_that_are_not_utf8_are_refused_beside_the_data_of_frames() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.sse");
    let start = br#"data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}"#;
    let end = br#"data: {"type":"RUN_FINISHED","threadId":"t","runId":"r"}"#;
    for line in
        [&b": a\xffb"[..], b"event: a\xffb", b"id: a\xffb", b"retry: 1\xff", b"a\xffb: 1", b"\xc3", b"datax\xff: {}"]
    {
        for text in [
            [&start[..], b"\n\n", line, b"\n\n", end, b"\n\n"].concat(),
            [&start[..], b"\r\n\r\n", line, b"\r\n", end, b"\r\n\r\n"].concat(),
            [&start[..], b"\n\n", end, b"\n", line].concat(),
        ] {
            std::fs::write(&path, &text).unwrap();
            let offset = std::str::from_utf8(&text).unwrap_err().valid_up_to();
            for command in [
                &["convert", "--from", "ag-ui", "--to", "openai"][..],
                &["replay"],
                &["compact"],
                &["normalize"],
                &["show"],
            ] {
                let output = turnwise(&[command, &[path.to_str().unwrap()][..]].concat());
                let said = String::from_utf8(output.stderr).unwrap();
                assert_eq!(output.status.code(), Some(2), "{command:?} {text:?}: {said}");
                assert!(
                    said.contains(&format!("invalid UTF-8 (TW003, byte {})", offset + 1)),
                    "{command:?} {text:?}: {said}"
                );
            }
            let output = turnwise(&["validate", path.to_str().unwrap()]);
            assert!(String::from_utf8(output.stdout).unwrap().contains("TW003"), "{text:?}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn pipes_in_folders_are_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let events = folder.path().join("chat/events");
    std::fs::create_dir_all(&events).unwrap();
    let message = r#"{"id":"1","timestamp":"2026-01-01T00:00:00","source":"user","kind":"MessageEvent","llm_message":{"role":"user","content":[{"type":"text","text":"Hi"}]}}"#;
    std::fs::write(events.join("event-00000-a.json"), message).unwrap();
    let pipe = |path: std::path::PathBuf| assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    pipe(folder.path().join("chat/base_state.json"));
    pipe(events.join("event-00001-b.json"));
    pipe(folder.path().join("a.jsonl"));
    pipe(folder.path().join("turnwise.toml"));
    for command in [&["convert", "--to", "openai"][..], &["validate"], &["show"], &["detect"], &["stats"]] {
        let output = turnwise(&[command, &[folder.path().to_str().unwrap()][..]].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{command:?}: {said}");
        for name in ["base_state.json", "event-00001-b.json", "a.jsonl"] {
            assert!(said.contains(&format!("{name} is ")), "{command:?} {name}: {said}");
        }
    }
    // The index and the sessions of a folder with an index, and the cache of fetched files.
    let sessions = folder.path().join("sessions");
    std::fs::create_dir_all(sessions.join("messages")).unwrap();
    pipe(sessions.join("conversations.jsonl"));
    pipe(sessions.join("messages/a.jsonl"));
    let output = turnwise(&["validate", "--input-framing", "folder", sessions.to_str().unwrap()]);
    assert!(output.status.code().is_some_and(|code| code <= 2));
}
