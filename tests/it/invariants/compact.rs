//! Event logs: whatever is compacted, cut, normalized or framed replays to the same, and no log makes a panic.

use std::io::Cursor;

use serde_json::{Value, json};
use turnwise::events::{FoldScope, LineageMode, codes};
use turnwise::format::Framing;
use turnwise::json::PointerPattern;
use turnwise::op::{
    Choice, EventEnds, EventFailure, EventInput, EventLayout, Input, OnError, Outcome, PassOptions, Places, compact,
    lineage, normalize, replay, run_inside,
};
use turnwise::report::Diagnostic;
use turnwise::stream::{Limits, Silent, Source};

use crate::invariants::random::Dice;

/// What a command gave: its output, what it said, how it went.
struct Done {
    out: String,
    said: Vec<Diagnostic>,
    outcome: Result<Outcome, EventFailure>,
}

impl Done {
    fn events(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    fn codes(&self) -> Vec<&'static str> {
        self.said.iter().map(|diagnostic| diagnostic.code.id).collect()
    }
}

fn run(text: &str, work: impl FnOnce(EventInput, EventEnds<'_>) -> Result<Outcome, EventFailure>) -> Done {
    run_within(Limits::default(), text, work)
}

fn run_within(
    limits: Limits,
    text: &str,
    work: impl FnOnce(EventInput, EventEnds<'_>) -> Result<Outcome, EventFailure>,
) -> Done {
    let source = Source::from_reader(Cursor::new(text.as_bytes().to_vec()), "log.jsonl").unwrap();
    let input = EventInput::new(source, None, limits);
    let (mut out, mut said) = (Vec::new(), Vec::new());
    let outcome = work(
        input,
        EventEnds {
            write: &mut |bytes| {
                out.extend_from_slice(bytes);
                Ok(())
            },
            note: &mut |diagnostic| said.push(diagnostic),
            progress: &Silent,
        },
    );
    Done { out: String::from_utf8(out).unwrap(), said, outcome }
}

fn compacted(text: &str, options: &compact::CompactOptions) -> Done {
    run(text, |input, ends| compact::run(input, options, ends))
}

fn options(level: compact::CompactLevel, scope: FoldScope) -> compact::CompactOptions {
    let layout = EventLayout { framing: Some(Framing::Lines), ..EventLayout::default() };
    compact::CompactOptions {
        level,
        scope,
        mode: LineageMode::Previous,
        layout,
        keep: 1000,
        ..compact::CompactOptions::default()
    }
}

fn folded(text: &str) -> String {
    compacted(text, &options(compact::CompactLevel::Snapshot, FoldScope::Tip)).out
}

fn replayed(text: &str) -> Value {
    let done = run(text, |input, ends| replay::run(input, &replay::LogReplayOptions::default(), ends));
    let all: Value = serde_json::from_str(&done.out).unwrap();
    json!([all["messages"], all["state"]])
}

fn normalized(text: &str, is_inverse: bool) -> Done {
    let layout = EventLayout { framing: Some(Framing::Lines), ..EventLayout::default() };
    let options = normalize::LogNormalizeOptions {
        is_inverse,
        mode: LineageMode::Previous,
        layout,
        keep: 1000,
        ..Default::default()
    };
    run(text, |input, ends| normalize::run(input, &options, ends).map(|(outcome, _)| outcome))
}

fn values(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A well-formed stream: what is open ends before its run does, or with an error; snapshots come while nothing is open.
struct Stream {
    dice: Dice,
    events: Vec<Value>,
    open: Vec<(&'static str, String)>,
    runs: usize,
    messages: usize,
    /// Messages that a client would send back.
    known: Vec<Value>,
}

impl Stream {
    fn new(seed: u64) -> Self {
        Self { dice: Dice(seed), events: Vec::new(), open: Vec::new(), runs: 0, messages: 0, known: Vec::new() }
    }

    fn text(mut self) -> String {
        self.start();
        for _ in 0..5 + self.dice.below(30) {
            self.step();
        }
        self.events.iter().map(|event| format!("{event}\n")).collect()
    }

    fn start(&mut self) {
        self.runs += 1;
        let id = format!("r{}", self.runs);
        self.messages += 1;
        let new = json!({"id": format!("u{}", self.messages), "role": "user", "content": "q"});
        let mut messages = if self.dice.chance(50) { self.known.clone() } else { Vec::new() };
        messages.push(new.clone());
        self.known.push(new);
        let mut event = json!({"type": "RUN_STARTED", "threadId": "t", "runId": id,
            "input": {"threadId": "t", "runId": id, "messages": messages, "tools": [], "context": []}});
        if self.runs > 1 && self.dice.chance(60) {
            event["parentRunId"] = json!(format!("r{}", self.runs - 1));
        }
        self.events.push(event);
    }

    fn step(&mut self) {
        let event = match self.dice.below(12) {
            0 | 1 => self.open_one(),
            2..=5 if !self.open.is_empty() => {
                let (kind, id) = self.open[self.dice.below(self.open.len())].clone();
                let delta = ["a", "\u{e9}\n", "", "\"x\""][self.dice.below(4)];
                match kind {
                    "TEXT" => json!({"type": "TEXT_MESSAGE_CONTENT", "messageId": id, "delta": delta}),
                    "CALL" => json!({"type": "TOOL_CALL_ARGS", "toolCallId": id, "delta": delta}),
                    _ => json!({"type": "REASONING_MESSAGE_CONTENT", "messageId": id, "delta": delta}),
                }
            }
            6 | 7 if !self.open.is_empty() => {
                let (kind, id) = self.open.swap_remove(self.dice.below(self.open.len()));
                match kind {
                    "TEXT" => {
                        json!({"type": "TEXT_MESSAGE_END", "messageId": id, "metadata": {"n": self.dice.below(3)}})
                    }
                    "CALL" => json!({"type": "TOOL_CALL_END", "toolCallId": id}),
                    _ => json!({"type": "REASONING_MESSAGE_END", "messageId": id}),
                }
            }
            8 => {
                json!({"type": "STATE_DELTA", "delta": [{"op": "add", "path": format!("/k{}", self.dice.below(4)), "value": 1}]})
            }
            9 => json!({"type": "STATE_SNAPSHOT", "snapshot": {"n": self.dice.below(9)}}),
            10 => json!({"type": "CUSTOM", "name": "c", "value": null}),
            _ => {
                let ends = if self.open.is_empty() { ["RUN_FINISHED", "RUN_ERROR"] } else { ["RUN_ERROR"; 2] };
                let kind = ends[self.dice.below(2)];
                self.open.clear();
                let id = format!("r{}", self.runs);
                self.events.push(match kind {
                    "RUN_ERROR" => json!({"type": kind, "message": "cut"}),
                    _ => json!({"type": kind, "threadId": "t", "runId": id}),
                });
                return self.start();
            }
        };
        self.events.push(event);
    }

    fn open_one(&mut self) -> Value {
        self.messages += 1;
        let kind = ["TEXT", "CALL", "REASONING"][self.dice.below(3)];
        let id = format!("{}{}", kind.to_lowercase(), self.messages);
        self.open.push((kind, id.clone()));
        match kind {
            "TEXT" => json!({"type": "TEXT_MESSAGE_START", "messageId": id, "role": "assistant"}),
            "CALL" => json!({"type": "TOOL_CALL_START", "toolCallId": id, "toolCallName": "f"}),
            _ => json!({"type": "REASONING_MESSAGE_START", "messageId": id, "role": "reasoning"}),
        }
    }
}

fn streams() -> impl Iterator<Item = String> {
    (1..160).map(|seed| Stream::new(seed).text())
}

#[test]
fn folding_keeps_what_a_log_replays_to_and_is_done_once() {
    for text in streams() {
        for scope in [FoldScope::Tip, FoldScope::Run, FoldScope::Thread] {
            let done = compacted(&text, &options(compact::CompactLevel::Snapshot, scope));
            assert_eq!(replayed(&done.out), replayed(&text), "{scope:?}\n{text}\n{}", done.out);
            let again = compacted(&done.out, &options(compact::CompactLevel::Snapshot, scope)).out;
            assert_eq!(again, done.out, "{scope:?}\n{text}");
        }
    }
}

#[test]
fn a_log_may_be_folded_piece_by_piece() {
    for (index, text) in streams().enumerate() {
        let lines: Vec<_> = text.lines().collect();
        let cut = index % lines.len() + 1;
        let whole = folded(&text);
        let first = folded(&lines[..cut].iter().map(|line| format!("{line}\n")).collect::<String>());
        let rest: String = lines[cut..].iter().map(|line| format!("{line}\n")).collect();
        assert_eq!(values(&folded(&(first.clone() + &rest))), values(&whole), "cut at {cut}\n{text}\nfirst:\n{first}");
    }
}

#[test]
fn joining_says_when_the_result_replays_to_something_else() {
    let joining = options(compact::CompactLevel::Deltas, FoldScope::Tip);
    let mut differing = 0;
    for text in streams() {
        let done = compacted(&text, &joining);
        let differs = replayed(&done.out) != replayed(&text);
        differing += usize::from(differs);
        assert_eq!(done.codes().contains(&codes::REPLAY_DIFFERS.id), differs, "{text}\n{}", done.out);
    }
    assert!(differing > 5, "the streams never overlap");
}

#[test]
fn normal_inputs_are_smaller_replay_to_the_same_and_come_back() {
    let mut smaller = 0;
    for text in streams() {
        let done = normalized(&text, false);
        smaller += usize::from(done.out.len() < text.len());
        assert_eq!(replayed(&done.out), replayed(&text), "{text}");
        assert_eq!(normalized(&done.out, false).out, done.out, "{text}");
        let back = normalized(&done.out, true);
        assert_eq!(back.events(), values(&text), "{}", done.out);
    }
    assert!(smaller > 10, "no history is sent twice");
}

#[test]
fn every_framing_gives_the_same_events() {
    let text: String = (1..40).map(|seed| Stream::new(seed).text()).collect::<String>().repeat(12);
    let joining = options(compact::CompactLevel::Deltas, FoldScope::Tip);
    let lines = compacted(&text, &joining).events();
    let array = format!("[{}]", text.trim_end().replace('\n', ",\n "));
    let frames =
        |end: &str| text.lines().map(|line| format!("event: x{end}data: {line}{end}{end}")).collect::<String>();
    assert!(text.len() > 600_000, "the log is cut into several batches");
    for (name, text) in [("array", array), ("frames", frames("\n")), ("CRLF", frames("\r\n")), ("CR", frames("\r"))] {
        assert_eq!(compacted(&text, &joining).events(), lines, "{name}");
    }
    let threads = compact::CompactOptions { jobs: 4, ..joining };
    let long = text.repeat(2);
    assert_eq!(
        compacted(&long, &threads).out,
        compacted(&long, &compact::CompactOptions { jobs: 1, ..threads.clone() }).out
    );
    let torn = format!("{text}{{\"type\":");
    assert!(compacted(&torn, &threads).outcome.unwrap().fatal.is_some());
}

#[test]
fn rows_of_a_store_are_one_log() {
    let row = |run: &str| {
        json!({"thread_id": "t", "run_id": run, "events": [
            {"type": "RUN_STARTED", "threadId": "t", "runId": run},
            {"type": "TEXT_MESSAGE_START", "messageId": run},
            {"type": "TEXT_MESSAGE_CONTENT", "messageId": run, "delta": "a"}]})
    };
    let all =
        json!([{"id": "a", "role": "assistant", "content": "a"}, {"id": "b", "role": "assistant", "content": "a"}]);
    for text in [format!("{}\n{}\n", row("a"), row("b")), json!([row("a"), row("b")]).to_string()] {
        assert_eq!(replayed(&text)[0], all, "{text}");
    }
    assert_eq!(replayed(&row("a").to_string())[0], json!([all[0]]));
}

#[test]
fn a_log_in_a_record_becomes_what_it_becomes_alone() {
    let inside = |text: &str, level: compact::CompactLevel| {
        let source = Source::from_reader(Cursor::new(text.as_bytes().to_vec()), "rows.jsonl").unwrap();
        let pattern = PointerPattern::parse("/log").unwrap();
        let choice = Choice { at: Some(Places::At(vec![pattern])), ..Choice::default() };
        let input = Input::new(source, &choice).unwrap();
        let options = compact::CompactOptions {
            layout: EventLayout { compares: true, ..EventLayout::default() },
            ..options(level, FoldScope::Tip)
        };
        let mut out = Vec::new();
        let ends = EventEnds {
            write: &mut |bytes| {
                out.extend_from_slice(bytes);
                Ok(())
            },
            note: &mut |_| (),
            progress: &Silent,
        };
        let how = PassOptions { on_error: OnError::Stop, jobs: 2, keep: 0 };
        run_inside(input, how, ends, &|log, ends| compact::run(log, &options, ends)).unwrap();
        String::from_utf8(out).unwrap()
    };
    for level in [compact::CompactLevel::Snapshot, compact::CompactLevel::Deltas] {
        let logs: Vec<String> = streams().take(60).collect();
        let record = |events: Vec<Value>, is_text: bool| {
            let log = if is_text { json!(Value::Array(events).to_string()) } else { Value::Array(events) };
            json!({"id": 1.5, "log": log}).to_string() + "\n"
        };
        for is_text in [false, true] {
            let rows: String = logs.iter().map(|log| record(values(log), is_text)).collect();
            let expected =
                logs.iter().map(|log| record(compacted(log, &options(level, FoldScope::Tip)).events(), is_text));
            let expected: Vec<String> = expected.collect();
            let given = inside(&rows, level);
            for (given, expected) in given.lines().zip(&expected) {
                let (given, expected): (Value, Value) =
                    (serde_json::from_str(given).unwrap(), serde_json::from_str(expected).unwrap());
                let log = |row: &Value| {
                    row["log"].as_str().map_or(row["log"].clone(), |it| serde_json::from_str(it).unwrap())
                };
                assert_eq!(log(&given), log(&expected));
            }
            assert_eq!(given.lines().count(), expected.len());
        }
    }
}

#[test]
fn what_is_no_log_is_refused() {
    for text in [
        r#"[{"role":"user","content":"a"}]"#,
        r#"{"threadId":"t","runId":"r","messages":[]}"#,
        r#"{"role":"user","content":"a"}"#,
    ] {
        let done = compacted(text, &compact::CompactOptions::default());
        assert!(matches!(done.outcome, Err(EventFailure::NoEvents(_))), "{text}");
    }
    let done = compacted("{\"type\":\"RAW\",\"event\":1}\n{\"type\":\n", &compact::CompactOptions::default());
    let fatal = done.outcome.unwrap().fatal.unwrap().diagnostic;
    assert_eq!((fatal.record, fatal.location.unwrap().line), (1, 2));
}

#[test]
fn hostile_logs_neither_hang_nor_fill_memory() {
    let deep = format!("{}1{}", "[".repeat(1000), "]".repeat(1000));
    let doubling = r#"{"type":"STATE_DELTA","delta":[{"op":"copy","from":"","path":"/-"}]}"#;
    let many = |line: &dyn Fn(usize) -> String| (0..3_000).map(|n| line(n) + "\n").collect::<String>();
    for text in [
        format!("{{\"type\":\"STATE_SNAPSHOT\",\"snapshot\":{deep}}}\n{}", format!("{doubling}\n").repeat(50)),
        format!("{{\"type\":\"STATE_SNAPSHOT\",\"snapshot\":[\"x\"]}}\n{}", format!("{doubling}\n").repeat(18)),
        many(&|n| format!(r#"{{"type":"TEXT_MESSAGE_START","messageId":"{n}"}}"#)),
        many(&|n| format!(r#"{{"type":"TEXT_MESSAGE_CONTENT","messageId":"{n}","delta":"a"}}"#))
            + &many(&|_| r#"{"type":"RAW","event":1}"#.to_owned()),
        r#"{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"f"}"#.to_owned()
            + "\n"
            + &many(&|n| format!(r#"{{"type":"TOOL_CALL_RESULT","messageId":"{n}","toolCallId":"c","content":"r"}}"#)),
        many(&|n| {
            format!(r#"{{"type":"TOOL_CALL_START","toolCallId":"{n}","toolCallName":"f","parentMessageId":"m"}}"#)
        }) + &many(&|n| format!(r#"{{"type":"TOOL_CALL_ARGS","toolCallId":"{n}","delta":"a"}}"#)),
        many(&|n| format!(r#"{{"type":"RUN_STARTED","threadId":"t","runId":"{n}"}}"#)),
        many(&|n| format!(r#"{{"type":"STATE_DELTA","delta":[{{"op":"add","path":"/k{n}","value":{n}}}]}}"#)),
    ] {
        // A log ends with an error where its state doubles beyond this size.
        let limits = Limits { record: 4 << 20, ..Limits::default() };
        for level in [compact::CompactLevel::Snapshot, compact::CompactLevel::Deltas] {
            let options = options(level, FoldScope::Tip);
            let done = run_within(limits, &text, |input, ends| compact::run(input, &options, ends));
            let fatal = done.outcome.unwrap().fatal.map(|fatal| fatal.diagnostic.code.id);
            assert_eq!(fatal, text.contains(&deep).then_some("TW780"));
            assert!(done.out.len() < text.len() + (8 << 20));
        }
        let replayed =
            run_within(limits, &text, |input, ends| replay::run(input, &replay::LogReplayOptions::default(), ends));
        assert!(replayed.outcome.is_ok() && replayed.out.len() < 8 << 20);
        run(&text, |input, ends| lineage::run(input, LineageMode::Previous, ends).map(|(outcome, _)| outcome))
            .outcome
            .unwrap();
        normalized(&text, false);
    }
}

#[test]
fn damaged_logs_never_panic() {
    let mut dice = Dice(7);
    for text in streams().take(30) {
        for _ in 0..10 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=dice.below(3) {
                let at = dice.below(bytes.len());
                bytes[at] = b"{}[]\",:0aN\\\n"[dice.below(12)];
            }
            let Ok(text) = String::from_utf8(bytes) else { continue };
            for level in [compact::CompactLevel::Snapshot, compact::CompactLevel::Deltas] {
                drop(compacted(&text, &options(level, FoldScope::Run)).outcome);
            }
            drop(normalized(&text, true).outcome);
        }
    }
}

#[test]
fn examples_of_the_codes_are_true() {
    for code in codes::CODES {
        let mut lines = code.docs().lines();
        while let Some(line) = lines.next() {
            let Some(command) = line.strip_prefix("```jsonl ") else { continue };
            let text: String =
                lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
            let mut options = options(compact::CompactLevel::Snapshot, FoldScope::Tip);
            let done = match command {
                "replay" => {
                    let options = replay::LogReplayOptions { keep: 9, ..replay::LogReplayOptions::default() };
                    run(&text, |input, ends| replay::run(input, &options, ends))
                }
                "lineage" => {
                    run(&text, |input, ends| lineage::run(input, LineageMode::Explicit, ends).map(|(it, _)| it))
                }
                "normalize" => normalized(&text, false),
                _ => {
                    if command == "compact-deltas" {
                        options.level = compact::CompactLevel::Deltas;
                    }
                    options.keeps_input = command == "compact-keep-input";
                    compacted(&text, &options)
                }
            };
            assert_eq!(done.codes(), [code.id], "{}: {text}", code.id);
        }
    }
}

#[test]
fn branches_are_restored_or_the_reason_is_named() {
    let tree = std::fs::read_to_string(crate::fixtures::path("tests/fixtures/ag-ui/lineage/tree.jsonl")).unwrap();
    let restored = |text: &str, run_id: &str, more: &dyn Fn(&mut replay::LogReplayOptions)| {
        let mut options =
            replay::LogReplayOptions { run: Some(run_id.to_owned()), ..replay::LogReplayOptions::default() };
        more(&mut options);
        run(text, |input, ends| replay::run(input, &options, ends))
    };
    let refusal = |done: Done| done.outcome.unwrap_err().to_string();
    let tip = folded(&tree);
    let of = |text: &str, run: &str| serde_json::from_str::<Value>(&restored(text, run, &|_| ()).out).unwrap();
    assert_eq!(of(&tip, "run4"), of(&tree, "run4"));
    assert!(refusal(restored(&tip, "run2", &|_| ())).starts_with("compacted away; nearest tips: `run4`"));
    assert!(refusal(restored(&tree, "run9", &|_| ())).contains("no run is called `run9`"));
    let all = compacted(&tree, &options(compact::CompactLevel::Snapshot, FoldScope::Run)).out;
    for run in ["run1", "run2", "run3", "run5"] {
        assert_eq!(of(&all, run), of(&tree, run), "{run}");
    }
    let events = |options: &mut replay::LogReplayOptions| options.show = replay::Show::Events;
    let branch = restored(&all, "run5", &events).out;
    assert_eq!(branch.matches("MESSAGES_SNAPSHOT").count(), 1, "only the last cumulative snapshot stays: {branch}");

    let orphan = "{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"b\",\"parentRunId\":\"a\"}\n";
    assert!(refusal(restored(orphan, "b", &|_| ())).contains("--allow-missing-parent"));
    assert!(restored(orphan, "b", &|options| options.allows_missing = true).outcome.is_ok());
    let twice = "{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"a\"}\n{\"type\":\"TEXT_MESSAGE_START\",\"messageId\":\"m\"}\n"
        .repeat(2)
        .replacen("\"m\"", "\"first\"", 1);
    assert!(refusal(restored(&twice, "a", &|_| ())).contains("--on-duplicate"));
    for (which, ids) in [
        (replay::OnDuplicate::First, vec!["first"]),
        (replay::OnDuplicate::Last, vec!["m"]),
        (replay::OnDuplicate::All, vec!["first", "m"]),
    ] {
        let done = restored(&twice, "a", &|options| options.on_duplicate = which);
        let found: Value = serde_json::from_str(&done.out).unwrap();
        let found: Vec<_> = found["messages"].as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap()).collect();
        assert_eq!(found, ids);
    }
    let cycle = std::fs::read_to_string(crate::fixtures::path("tests/fixtures/ag-ui/lineage/cycle.jsonl")).unwrap();
    assert!(refusal(restored(&cycle, "d", &|_| ())).contains("lead in a circle"));
    assert!(matches!(compacted(&cycle, &compact::CompactOptions::default()).outcome, Err(EventFailure::Cycle(_))));
}

#[test]
fn what_guides_write_is_named_and_read_if_asked() {
    let text = concat!(
        r#"{"type":"RUN_STARTED","runId":"r","input":{"messages":["Hi"]}}"#,
        "\n",
        r#"{"type":"STATE_SNAPSHOT","state":{"n":1}}"#,
        "\n",
        r#"{"type":"STATE_DELTA","patch":{"op":"replace","path":"/n","value":2}}"#,
        "\n"
    );
    let replay_it = |is_lenient: bool| {
        let options = replay::LogReplayOptions { is_lenient, keep: 9, ..replay::LogReplayOptions::default() };
        run(text, |input, ends| replay::run(input, &options, ends))
    };
    let strict = replay_it(false);
    assert_eq!(strict.codes(), ["TW787", "TW799", "TW799"]);
    assert!(strict.said[1].message.contains("`state` is another field"), "{}", strict.said[1].message);
    let all: Value = serde_json::from_str(&replay_it(true).out).unwrap();
    assert_eq!((&all["messages"], &all["state"]), (&json!([{"role": "user", "content": "Hi"}]), &json!({"n": 2})));
    let mut options = options(compact::CompactLevel::Snapshot, FoldScope::Tip);
    options.is_lenient = true;
    assert_eq!(compacted(text, &options).events()[1]["snapshot"], json!({"n": 2}));
}
