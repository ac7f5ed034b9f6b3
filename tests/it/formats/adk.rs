//! adk: rewound turns, calls of the framework, tools that answer twice, and summaries.

use turnwise::format::by_name;
use turnwise::model::{BranchKind, Conversation, Part};
use turnwise::report::Report;

use crate::fixtures::{path, read};
use crate::formats::shared;

fn fixture(name: &str) -> String {
    std::fs::read_to_string(path("tests/fixtures/adk").join(name)).unwrap()
}

fn with<R>(text: &str, look: impl FnOnce(&Conversation<'_>) -> R) -> R {
    look(&read(by_name("adk").unwrap().0, text, false, &mut Report::default()).unwrap())
}

/// The ids of the messages of a branch.
fn ids(conversation: &Conversation<'_>, branch: usize) -> Vec<String> {
    conversation.steps(branch).iter().map(|step| step.id.decode().into_owned()).collect()
}

#[test]
fn rewound_turns_are_abandoned_branches() {
    with(&fixture("rewound-twice.json"), |conversation| {
        let kinds: Vec<_> = conversation.branches.iter().map(|branch| branch.kind).collect();
        assert_eq!(kinds, [BranchKind::Active, BranchKind::Abandoned, BranchKind::Abandoned]);
        assert_eq!(ids(conversation, 0), ["e8", "e9"]);
        assert_eq!(ids(conversation, 1), ["e1", "e2", "e3", "e4"]);
        assert_eq!(ids(conversation, 2), ["e1", "e2", "e6"]);
    });
}

#[test]
fn the_last_of_two_results_stands_after_the_call() {
    with(&fixture("confirmed.json"), |conversation| {
        let names = |part: &Part<'_>| match part {
            Part::Call(call) => Some(format!("call {}", call.name.decode())),
            Part::Result(result) => match result.parts.first() {
                Some(Part::Text(text)) => Some(format!("result {}", text.text.decode())),
                _ => None,
            },
            _ => None,
        };
        assert_eq!(conversation.parts().filter_map(names).collect::<Vec<_>>(), ["call pay", "result Paid."]);
    });
}

#[test]
fn a_summary_stands_for_the_events_up_to_its_end() {
    let event = |id: usize, fields: &str| {
        format!(r#"{{"id":"e{id}","author":"user","invocationId":"i{id}","timestamp":{id},{fields}}}"#)
    };
    let said = |id: usize| event(id, &format!(r#""content":{{"role":"user","parts":[{{"text":"q{id}"}}]}}"#));
    let summary = event(
        4,
        r#""actions":{"compaction":{"startTimestamp":1,"endTimestamp":2,"compactedContent":{"role":"model","parts":[{"text":"s"}]}}}"#,
    );
    let text = format!("[{},{},{},{summary},{}]", said(1), said(2), said(3), said(5));
    with(&text, |conversation| {
        let compaction = conversation.last_compaction(0).unwrap();
        assert_eq!((compaction.steps, compaction.kept, compaction.seen.as_slice()), (3, Some(2), [3].as_slice()));
    });
}

#[test]
fn a_part_with_two_kinds_of_data_is_reported() {
    let text = r#"[{"id":"e1","author":"user","invocationId":"i1","timestamp":1,"content":{"role":"user","parts":[
        {"text":"Hi","inlineData":{"mimeType":"image/png","data":"iVBORw0KGgo="}}]}}]"#;
    let (findings, _) = shared::check(by_name("adk").unwrap().0, text, false);
    assert_eq!(findings, ["TW600 error"]);
}
