//! Compares replayed fixture streams with the output of the library.

use serde_json::Value as Json;

use crate::events::{Event, Replay, ReplayOptions};
use crate::json::Tape;
use crate::report::Report;

fn read(name: &str) -> String {
    let path = format!("{}/tests/fixtures/ag-ui/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn json(text: &str) -> Json {
    serde_json::from_str(text).unwrap()
}

fn replay(lines: &str) -> (Replay, Report) {
    let (mut replay, mut report) = (Replay::new(&ReplayOptions::default()), Report::default());
    for line in lines.lines() {
        replay.event(&Event::of(Tape::new().parse(line).unwrap()), &mut report);
    }
    (replay, report)
}

#[test]
fn streams_replay_to_what_the_library_says() {
    let index = json(&read("streams/index.json"));
    for (name, _) in index.as_object().unwrap().iter().filter(|(name, _)| *name != "chunks") {
        let (replay, _) = replay(&read(&format!("streams/{name}.jsonl")));
        assert_eq!(json(&replay.messages()), json(&read(&format!("streams/{name}.messages.json"))), "{name}");
        assert_eq!(json(&replay.state()), json(&read(&format!("streams/{name}.state.json"))), "{name}");
    }
    let (replay, report) = replay(&read("seed/loose.jsonl"));
    assert_eq!(json(&replay.messages()), json(&read("seed/loose.messages.json")));
    assert_eq!(report.counts().iter().map(|count| count.code.id).collect::<Vec<_>>(), ["TW785"]);
}
