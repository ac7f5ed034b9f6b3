//! What the library makes of the streams of the fixtures.

use serde_json::Value as Json;

use crate::events::{DeltaCompactor, Event, Expand, FoldOptions, Folder, PatchLimits, Scope};
use crate::json::Tape;
use crate::report::Report;

fn read(name: &str) -> String {
    let path = format!("{}/tests/fixtures/ag-ui/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn json(text: &str) -> Json {
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
    let index = json(&read("streams/index.json"));
    let names = index.as_object().unwrap().keys().map(|name| format!("streams/{name}"));
    for name in names.chain(["seed/message".to_owned(), "seed/message-and-state".to_owned()]) {
        let (out, is_moved) = deltas(&read(&format!("{name}.jsonl")));
        let made: Vec<_> = out.iter().map(|event| json(event)).collect();
        assert_eq!(Json::Array(made), json(&read(&format!("{name}.compact-deltas.json"))), "{name}");
        let differs = ["streams/interleaved", "streams/error-leaves-open"].contains(&name.as_str());
        assert!(is_moved || !differs, "{name}");
        let again = deltas(&out.join("\n")).0;
        assert!(again == out || name == "streams/error-leaves-open", "{name}");
    }
}

fn fold(lines: &str, scope: Scope) -> Vec<String> {
    let (mut folder, mut expand) = (Folder::new(FoldOptions { scope, ..FoldOptions::default() }), Expand::default());
    let mut report = Report::default();
    for line in lines.lines() {
        let mut tape = Tape::new();
        let event = Event::of(tape.parse(line).unwrap());
        expand
            .step(event, &mut |text| folder.event(&Event::of(Tape::new().parse(text).unwrap()), &mut report))
            .unwrap();
    }
    let mut out = Vec::new();
    folder.finish(&mut |event| out.push(event.to_owned()), &mut report).unwrap();
    out
}

#[test]
fn snapshots_are_those_of_the_fixtures() {
    let index = json(&read("streams/index.json"));
    let names = index.as_object().unwrap().keys().map(|name| format!("streams/{name}"));
    let seeds = ["seed/message", "seed/message-and-state", "seed/loose"].map(str::to_owned);
    let mut cases: Vec<_> =
        names.chain(seeds).map(|name| (name.clone(), Scope::Tip, format!("{name}.compact-snapshot"))).collect();
    cases.push(("streams/multirun".into(), Scope::Run, "streams/multirun.compact-snapshot-run".into()));
    for (scope, end) in [(Scope::Tip, "tip"), (Scope::Run, "run"), (Scope::Thread, "thread")] {
        cases.push(("lineage/tree".into(), scope, format!("lineage/tree.compact-{end}")));
    }
    for (name, scope, expected) in cases {
        let out = fold(&read(&format!("{name}.jsonl")), scope);
        let made: Vec<_> = out.iter().map(|event| json(event)).collect();
        assert_eq!(Json::Array(made), json(&read(&format!("{expected}.json"))), "{expected}");
        assert_eq!(fold(&out.join("\n"), scope), out, "{expected} again");
    }
}
