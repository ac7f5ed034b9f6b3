//! gemini-cli: logs whose records replace each other, and results that are in them twice.

use turnwise::format::by_name;
use turnwise::model::{BranchKind, Conversation, Part, ProgramMessage};
use turnwise::report::Report;

use crate::fixtures::{path, read};

fn with<R>(name: &str, look: impl FnOnce(&Conversation<'_>) -> R) -> (R, Vec<&'static str>) {
    let text = std::fs::read_to_string(path("tests/fixtures/gemini-cli").join(name)).unwrap();
    let mut report = Report::keeping(u64::MAX);
    let conversation = read(by_name("gemini-cli").unwrap().0, &text, name.ends_with('l'), &mut report).unwrap();
    let found = look(&conversation);
    (found, report.drain().map(|it| it.code.id).collect())
}

/// The roles of the messages, with what calls and results are of.
fn outline(conversation: &Conversation<'_>) -> Vec<String> {
    let id = |part: &Part<'_>| match part {
        Part::Call(call) => call.id.as_ref().map(|id| id.decode().into_owned()),
        Part::Result(result) => result.call_id.as_ref().map(|id| id.decode().into_owned()),
        _ => None,
    };
    let said = conversation.messages.iter().filter(|message| message.details().by_program.is_none());
    said.map(|message| {
        let ids: Vec<_> = message.parts.iter().filter_map(id).collect();
        format!("{} {}", message.role.name(), ids.join(",")).trim_end().to_owned()
    })
    .collect()
}

#[test]
fn the_last_state_of_a_record_counts_in_its_first_place() {
    let (found, codes) = with("log.jsonl", |conversation| {
        let ids: Vec<_> = conversation.steps(0).iter().map(|step| step.id.decode().into_owned()).collect();
        assert_eq!(ids, ["ctx", "a", "b", "d", "e"]);
        assert_eq!(conversation.branches[1].kind, BranchKind::Abandoned);
        assert_eq!(conversation.branches[1].id.as_ref().unwrap().decode(), "c");
        assert_eq!(conversation.messages[0].details().by_program, Some(ProgramMessage::Notice));
        let Some(Part::Text(text)) = conversation.messages[2].parts.first() else { panic!("no text") };
        text.text.decode().into_owned()
    });
    assert_eq!((found.as_str(), codes.len()), ("partial then whole", 0));
}

#[test]
fn results_that_are_there_twice_count_once() {
    let (found, codes) = with("log-0.61.jsonl", outline);
    let id = "list_directory__list_directory_1795358105448_0";
    let wanted = ["user".to_owned(), format!("assistant {id}"), format!("tool {id}"), "assistant".to_owned()];
    assert_eq!((found, codes.len()), (wanted.to_vec(), 0));
    assert_eq!(with("tools.jsonl", outline).0, ["user", "assistant c1,c2,c3", "tool c1", "tool c2", "assistant"]);
    assert_eq!(with("session.json", outline).0, ["user", "assistant read_file-1", "tool read_file-1", "assistant"]);
}

#[test]
fn damage_costs_what_is_damaged() {
    let (count, mut codes) = with("damaged.jsonl", |conversation| conversation.messages.len());
    codes.sort_unstable();
    assert_eq!((count, codes), (1, vec!["TW960", "TW961"]));
}
