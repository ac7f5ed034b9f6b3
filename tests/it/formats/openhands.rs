//! openhands: actions of one response are one answer, in every container, and in older releases.

use turnwise::format::by_name;
use turnwise::model::{Conversation, Part, dump};
use turnwise::report::Report;

use crate::fixtures::{path, read};

fn fixture(name: &str) -> String {
    std::fs::read_to_string(path("tests/fixtures/openhands").join(name)).unwrap()
}

fn with<R>(text: &str, look: impl FnOnce(&Conversation<'_>) -> R) -> R {
    let format = by_name("openhands").unwrap().0;
    look(&read(format, text, false, &mut Report::default()).unwrap())
}

/// The roles, with the ids of calls and results.
fn outline(conversation: &Conversation<'_>) -> Vec<String> {
    let id = |part: &Part<'_>| match part {
        Part::Call(call) => call.id.as_ref().map(|id| id.decode().into_owned()),
        Part::Result(result) => result.call_id.as_ref().map(|id| id.decode().into_owned()),
        _ => None,
    };
    let line = |message: &turnwise::model::Message<'_>| {
        let ids: Vec<_> = message.parts.iter().filter_map(id).collect();
        format!("{} {}", message.role.name(), ids.join(",")).trim_end().to_owned()
    };
    conversation.messages.iter().map(line).collect()
}

#[test]
fn actions_of_one_response_are_one_answer() {
    let found = with(&fixture("events-1.58.json"), outline);
    assert_eq!(found, ["system", "user", "assistant", "user", "assistant c1,c2", "tool c2", "tool c1", "assistant"]);
    let found = with(&fixture("tools.json"), outline);
    assert_eq!(found, ["system", "user", "assistant c1,c2", "tool c2", "tool c1", "assistant"]);
}

#[test]
fn results_of_older_releases_name_what_caused_them() {
    let found = with(&fixture("older.json"), outline);
    let calls = ["assistant c1,c2", "tool c1", "tool c2", "assistant 6", "tool 6", "assistant"];
    assert_eq!(found, [&["system", "user"][..], &calls].concat());
}

#[test]
fn every_container_holds_the_same_messages() {
    let array = fixture("events-1.58.json");
    let items = format!(r#"{{"items":{array},"next_page_id":null}}"#);
    let messages = |conversation: &Conversation<'_>| dump(conversation).replace("next_page_id", "");
    let strip = |text: String| text.lines().filter(|line| !line.contains("Envelope")).collect::<Vec<_>>().join("\n");
    assert_eq!(strip(with(&array, messages)), strip(with(&items, messages)));
}

#[test]
fn events_that_are_no_messages_are_kept() {
    let kinds = with(&fixture("tools.json"), |conversation| {
        conversation.extras.fields().iter().map(|extra| extra.key.decode().into_owned()).collect::<Vec<_>>()
    });
    assert_eq!(kinds, ["Condensation", "PauseEvent"]);
}
