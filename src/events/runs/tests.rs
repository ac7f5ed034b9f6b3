//! Tests of lineages, branches and normalized inputs of the fixtures.

use serde_json::Value as Json;

use crate::events::{
    Before, Event, LineageMode, NormalizeOptions, NormalizedRun, Normalizer, ReplayOptions, RunCollector, RunStore,
};
use crate::json::Tape;
use crate::report::Report;

fn read(name: &str) -> String {
    let path = format!("{}/tests/fixtures/ag-ui/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn json(text: &str) -> Json {
    serde_json::from_str(text).unwrap()
}

fn events(lines: &str, mut each: impl FnMut(&Event<'_, '_>)) {
    for line in lines.lines() {
        each(&Event::of(Tape::new().parse(line).unwrap()));
    }
}

#[test]
fn lineages_are_those_of_the_fixtures() {
    for name in [
        "cycle",
        "duplicate-run",
        "forward-parent",
        "missing-parent",
        "self-parent",
        "tree",
        "two-roots",
        "two-threads",
        "unfinished",
    ] {
        let mut runs = RunCollector::default();
        events(&read(&format!("lineage/{name}.jsonl")), |event| _ = runs.event(event));
        let lineage = runs.lineage(LineageMode::Explicit);
        assert_eq!(json(&lineage.json()), json(&read(&format!("lineage/{name}.lineage.json"))), "{name}");
        for run in 0..lineage.runs().len() {
            assert!(lineage.tree().contains(&lineage.runs()[run].name()), "{name}: {}", lineage.tree());
        }
    }
}

#[test]
fn a_run_without_a_parent_goes_on_from_the_one_before() {
    let mut runs = RunCollector::default();
    events(&read("lineage/two-roots.jsonl"), |event| _ = runs.event(event));
    let lineage = runs.lineage(LineageMode::Previous);
    assert_eq!((lineage.parent(0), lineage.parent(1), lineage.parent(2)), (None, Some(0), Some(0)));
}

#[test]
fn a_branch_is_restored_along_its_parents() {
    let mut store = RunStore::new(Before::Parents(LineageMode::Explicit), ReplayOptions::default());
    events(&read("lineage/tree.jsonl"), |event| {
        store.event(event);
    });
    let lineage = store.lineage(LineageMode::Explicit);
    for run in [0, 2, 3, 4] {
        let expected = json(&read(&format!("lineage/tree.restore-run{}.json", run + 1)));
        let chain = lineage.chain(run).unwrap();
        let names: Vec<_> = chain.iter().map(|run| Json::from(lineage.runs()[*run].name())).collect();
        assert_eq!(Json::Array(names), expected["chain"]);
        let replay = store.replay(&chain, &mut Report::default());
        assert_eq!(json(&replay.messages()), expected["messages"]);
        assert_eq!(json(&replay.state()), expected["state"]);
    }
}

fn normalize(lines: &str, is_inverse: bool) -> (Vec<String>, Vec<NormalizedRun>) {
    let options = NormalizeOptions { is_inverse, ..NormalizeOptions::default() };
    let (mut normalizer, mut out) = (Normalizer::new(options), Vec::new());
    let mut report = Report::default();
    events(lines, |event| normalizer.event(event, &mut |text| out.push(text.to_owned()), &mut report));
    (out, normalizer.runs().to_vec())
}

#[test]
fn inputs_are_normalized_and_put_back() {
    for name in ["already", "edited", "extra-metadata", "full", "reordered", "truncated"] {
        let lines = read(&format!("lineage/norm-{name}.jsonl"));
        let expected = json(&read(&format!("lineage/norm-{name}.normalized.json")));
        let (out, runs) = normalize(&lines, false);
        let started: Vec<_> = out.iter().filter(|event| event.contains("RUN_STARTED")).collect();
        assert_eq!(json(started[1]), expected["runStarted"], "{name}");
        let report: Vec<_> = runs.iter().map(|run| json(&run.json())).collect();
        assert_eq!(Json::Array(report), expected["report"], "{name}");
        assert_eq!(normalize(&out.join("\n"), false).0, out, "{name}");
        let back: Vec<_> = normalize(&out.join("\n"), true).0.iter().map(|event| json(event)).collect();
        assert_eq!(back, lines.lines().map(json).collect::<Vec<_>>(), "{name}");
    }
    let (out, _) = normalize(&read("seed/normalize.jsonl"), false);
    let out: Vec<_> = out.iter().map(|event| json(event)).collect();
    assert_eq!(Json::Array(out), json(&read("seed/normalize.normalized.json")));
}

#[test]
fn a_long_thread_is_no_endless_staircase() {
    let line = |n: usize| format!("{{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"r{n}\"}}");
    let lines = (0..3000).map(line).collect::<Vec<_>>().join("\n");
    let mut runs = RunCollector::default();
    events(&lines, |event| _ = runs.event(event));
    let tree = runs.lineage(LineageMode::Previous).tree();
    assert!(tree.lines().count() == 3000 && tree.len() < 600_000, "{}", tree.len());
    assert!(tree.ends_with("r2999 (open, 1 event, depth 2999)\n"), "{}", &tree[tree.len() - 200..]);
}

#[test]
fn logs_with_many_open_messages_are_condensed_rarely() {
    let mut store = RunStore::new(Before::All, ReplayOptions::default());
    let mut tape = Tape::new();
    let mut add = |text: String| {
        store.event(&Event::of(tape.parse(&text).unwrap()));
        store.condensed
    };
    // The starts of the open messages are longer than the messages are.
    let long = "n".repeat(900);
    for id in 0..4000 {
        add(format!(r#"{{"type":"TEXT_MESSAGE_START","messageId":"{id}","role":"user","{long}":1}}"#));
    }
    let mut count = 0;
    for id in (0..4000).chain(0..4000) {
        count = add(format!(r#"{{"type":"TEXT_MESSAGE_CONTENT","messageId":"{id}","delta":"a"}}"#));
    }
    assert!(count < 10, "{count} times");
}

#[test]
fn logs_of_which_replaying_leaves_half_are_condensed_rarely() {
    let mut store = RunStore::new(Before::All, ReplayOptions::default());
    let mut tape = Tape::new();
    let mut add = |text: String| {
        store.event(&Event::of(tape.parse(&text).unwrap()));
        store.condensed
    };
    let delta = "d".repeat(200);
    let mut count = 0;
    for id in 0..20_000 {
        add(format!(r#"{{"type":"TEXT_MESSAGE_START","messageId":"{id}","role":"user"}}"#));
        count = add(format!(r#"{{"type":"TEXT_MESSAGE_CONTENT","messageId":"{id}","delta":"{delta}"}}"#));
    }
    assert!((1..=4).contains(&count), "{count} times");
}
