//! Compares compacted fixture streams with the output of the library.

use serde_json::{Value as Json, json};

use crate::events::{DeltaCompactor, Event, Expand, FoldOptions, FoldScope, PatchLimits, SnapshotFolder};
use crate::json::Tape;
use crate::report::Report;

fn read(name: &str) -> String {
    let path = format!("{}/tests/fixtures/ag-ui/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn parsed(text: &str) -> Json {
    serde_json::from_str(text).unwrap()
}

fn deltas(lines: &str) -> (Vec<String>, bool) {
    let mut compactor = DeltaCompactor::new(PatchLimits::default());
    let (mut out, mut report) = (Vec::new(), Report::default());
    let mut emit = |event: &str| out.push(event.to_owned());
    for line in lines.lines() {
        compactor.event(&Event::of(Tape::new().parse(line).unwrap()), &mut emit, &mut report);
    }
    compactor.finish(&mut emit);
    let is_moved = compactor.is_moved();
    (out, is_moved)
}

#[test]
fn deltas_are_joined_as_the_library_does() {
    let index = parsed(&read("streams/index.json"));
    let names = index.as_object().unwrap().keys().map(|name| format!("streams/{name}"));
    for name in names.chain(["seed/message".to_owned(), "seed/message-and-state".to_owned()]) {
        let (out, is_moved) = deltas(&read(&format!("{name}.jsonl")));
        let made: Vec<_> = out.iter().map(|event| parsed(event)).collect();
        assert_eq!(Json::Array(made), parsed(&read(&format!("{name}.compact-deltas.json"))), "{name}");
        let differs = ["streams/interleaved", "streams/error-leaves-open"].contains(&name.as_str());
        assert!(is_moved || !differs, "{name}");
        let again = deltas(&out.join("\n")).0;
        assert!(again == out || name == "streams/error-leaves-open", "{name}");
    }
}

fn fold(lines: &str, scope: FoldScope) -> Vec<String> {
    let (mut folder, mut expand) =
        (SnapshotFolder::new(FoldOptions { scope, ..FoldOptions::default() }), Expand::default());
    let mut report = Report::default();
    for line in lines.lines() {
        let mut tape = Tape::new();
        let event = Event::of(tape.parse(line).unwrap());
        expand
            .step(event, &mut |text| _ = folder.event(&Event::of(Tape::new().parse(text).unwrap()), &mut report))
            .unwrap();
    }
    let mut out = Vec::new();
    folder.finish(&mut |_, event| out.push(event.to_owned()), &mut report).unwrap();
    out
}

#[test]
fn snapshots_are_those_of_the_fixtures() {
    let index = parsed(&read("streams/index.json"));
    let names = index.as_object().unwrap().keys().map(|name| format!("streams/{name}"));
    let seeds = ["seed/message", "seed/message-and-state", "seed/loose"].map(str::to_owned);
    let mut cases: Vec<_> =
        names.chain(seeds).map(|name| (name.clone(), FoldScope::Tip, format!("{name}.compact-snapshot"))).collect();
    cases.push(("streams/multirun".into(), FoldScope::Run, "streams/multirun.compact-snapshot-run".into()));
    for (scope, end) in [(FoldScope::Tip, "tip"), (FoldScope::Run, "run"), (FoldScope::Thread, "thread")] {
        cases.push(("lineage/tree".into(), scope, format!("lineage/tree.compact-{end}")));
    }
    for (name, scope, expected) in cases {
        let out = fold(&read(&format!("{name}.jsonl")), scope);
        let made: Vec<_> = out.iter().map(|event| parsed(event)).collect();
        assert_eq!(Json::Array(made), parsed(&read(&format!("{expected}.json"))), "{expected}");
        assert_eq!(fold(&out.join("\n"), scope), out, "{expected} again");
    }
}

#[test]
fn what_a_snapshot_took_away_while_it_was_open_stays_away() {
    let lines = concat!(
        r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}"#,
        "\n",
        r#"{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"f","parentMessageId":"m"}"#,
        "\n",
        r#"{"type":"TEXT_MESSAGE_START","messageId":"x"}"#,
        "\n",
        r#"{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m","role":"assistant","content":"a"}]}"#,
        "\n"
    );
    let out = fold(lines, FoldScope::Tip);
    assert_eq!(
        out[1..],
        [
            r#"{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"f"}"#,
            r#"{"type":"TEXT_MESSAGE_START","messageId":"x"}"#,
            r#"{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m","role":"assistant","content":"a"}]}"#,
        ]
    );
    assert_eq!(fold(&out.join("\n"), FoldScope::Tip), out);
    assert_eq!(replayed(&out.join("\n")), replayed(lines));
}

#[test]
fn long_runs_are_condensed_and_fold_to_the_same() {
    let run = |run: usize| {
        let parent = if run > 1 { json!("r1") } else { Json::Null };
        let mut events =
            vec![json!({"type": "RUN_STARTED", "threadId": "t", "runId": format!("r{run}"), "parentRunId": parent})];
        for n in 0..3000 {
            let text = format!("{n}-{}", "x".repeat(400));
            let patch = json!([{"op": "add", "path": format!("/k{}", n % 7), "value": text}]);
            events.push(json!({"type": "STATE_DELTA", "delta": patch}));
            let id = format!("a{run}-{}", n % 5);
            events
                .push(json!({"type": "ACTIVITY_SNAPSHOT", "messageId": id, "activityType": "P", "content": {"n": n}}));
        }
        events.push(json!({"type": "TEXT_MESSAGE_START", "messageId": format!("open{run}")}));
        events.iter().map(|event| format!("{event}\n")).collect::<Vec<_>>().concat()
    };
    let runs = [run(1), run(2), run(3)];
    let out = fold(&runs.concat(), FoldScope::Run);
    let pairs: Vec<_> = out.iter().filter(|event| event.contains("SNAPSHOT\"")).map(|event| parsed(event)).collect();
    assert_eq!(pairs.len(), 6);
    for (index, way) in [runs[0].clone(), runs[0].clone() + &runs[1], runs[0].clone() + &runs[2]].iter().enumerate() {
        let [messages, state] = replayed(way);
        assert_eq!(pairs[2 * index]["messages"], messages, "run {index}");
        assert_eq!(pairs[2 * index + 1]["snapshot"], state, "run {index}");
    }
    assert!(out.last().unwrap().contains("open3"));
}

fn replayed(lines: &str) -> [Json; 2] {
    let mut replay = crate::events::Replay::new(&crate::events::ReplayOptions::default());
    for line in lines.lines() {
        replay.event(&Event::of(Tape::new().parse(line).unwrap()), &mut Report::default());
    }
    [parsed(&replay.messages()), parsed(&replay.state())]
}
