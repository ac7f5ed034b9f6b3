//! pi: the way from the last entry, what the model was sent of it, and damaged trees.

use std::io::Cursor;

use turnwise::format::by_name;
use turnwise::model::{BranchKind, Conversation, ProgramMessage};
use turnwise::op::convert::{ConvertEnds, ConvertOptions};
use turnwise::op::{Choice, Input, convert};
use turnwise::report::{Diagnostic, Report};
use turnwise::stream::{Silent, Source};

use crate::fixtures::{path, read};

fn fixture(name: &str) -> String {
    std::fs::read_to_string(path("tests/fixtures/pi").join(name)).unwrap()
}

fn with<R>(text: &str, look: impl FnOnce(&Conversation<'_>) -> R) -> (R, Vec<&'static str>) {
    let mut report = Report::keeping(u64::MAX);
    let found = look(&read(by_name("pi").unwrap().0, text, true, &mut report).unwrap());
    (found, report.drain().map(|it| it.code.id).collect())
}

fn steps(conversation: &Conversation<'_>, branch: usize) -> Vec<String> {
    conversation.steps(branch).iter().map(|step| step.id.decode().into_owned()).collect()
}

/// The output in `to`, and the codes of the report.
fn converted(text: &str, to: &str, is_effective: bool) -> (String, Vec<&'static str>) {
    let source = Source::from_reader(Cursor::new(text.as_bytes().to_vec()), "a.jsonl").unwrap();
    let input = Input::new(source, &Choice::default()).unwrap();
    let mut options = ConvertOptions::new(by_name(to).unwrap().0);
    options.selection.branches.is_effective = is_effective;
    let (mut out, mut codes) = (Vec::new(), Vec::new());
    let mut write = |bytes: &[u8]| {
        out.extend_from_slice(bytes);
        Ok(())
    };
    let mut note = |diagnostic: Diagnostic| codes.push(diagnostic.code.id);
    let ends = ConvertEnds { write: &mut write, note: &mut note, carry: None, restore: None, progress: &Silent };
    let outcome = convert::run(input, &options, ends).unwrap();
    assert!(outcome.fatal.is_none(), "{:?}", outcome.fatal.map(|fatal| fatal.diagnostic.message));
    (String::from_utf8(out).unwrap(), codes)
}

#[test]
fn the_last_entry_of_the_file_is_the_end_of_the_way() {
    let (found, codes) = with(&fixture("branches.jsonl"), |conversation| {
        let kinds: Vec<_> = conversation.branches.iter().map(|branch| branch.kind).collect();
        assert_eq!(kinds, [BranchKind::Active, BranchKind::Abandoned]);
        let own: Vec<_> = conversation.branches[1].order.iter().map(|step| step.id.decode().into_owned()).collect();
        assert_eq!(own, ["00000007", "00000008"]);
        let never: Vec<_> = conversation
            .messages
            .iter()
            .filter(|message| message.details().by_program == Some(ProgramMessage::Notice))
            .map(|message| message.details().id.as_ref().unwrap().decode().into_owned())
            .collect();
        assert_eq!(never, ["0000000a"]);
        steps(conversation, 0)
    });
    let wanted = ["02", "03", "04", "05", "06", "09", "0a", "0b", "0c", "0d", "0e", "0f"];
    assert_eq!(found, wanted.map(|id| format!("000000{id}")));
    assert!(codes.is_empty(), "{codes:?}");
}

/// As pi 0.73.1 sent it when it resumed the file.
#[test]
fn the_model_gets_the_summary_then_what_was_kept() {
    let (text, codes) = converted(&fixture("branches.jsonl"), "openai", true);
    let places: Vec<_> = ["Files were listed.", "Kept question", "Kept answer.", "And now?"]
        .iter()
        .map(|words| text.find(words).unwrap_or_else(|| panic!("no {words}: {text}")))
        .collect();
    assert!(places.is_sorted(), "{text}");
    assert_eq!(text.matches("\"role\"").count(), 4, "{text}");
    assert!(codes.contains(&"TW332"), "{codes:?}");
    let (text, codes) = converted(&fixture("branches.jsonl"), "openai", false);
    assert!(
        text.contains("List files") && text.contains("Remember the list.") && !text.contains("Abandoned"),
        "{text}"
    );
    assert!(!text.contains("/repo") && !text.contains("Files were listed."), "{text}");
    assert_eq!(codes.iter().filter(|code| **code == "TW331").count(), 2, "{codes:?}");
}

#[test]
fn the_way_may_end_before_other_messages() {
    let text = fixture("branches.jsonl").replace("\"parentId\":\"0000000f\"", "\"parentId\":\"00000006\"");
    let (found, _) = with(&text, |conversation| (steps(conversation, 0), conversation.branches.len()));
    assert_eq!(found, (["02", "03", "04", "05", "06"].map(|id| format!("000000{id}")).to_vec(), 3));
}

#[test]
fn plain_lists_of_the_first_version_are_read() {
    let (found, codes) = with(&fixture("version-1.jsonl"), |conversation| {
        let compaction = conversation.last_compaction(0).unwrap();
        (conversation.steps(0).len(), compaction.steps, compaction.kept)
    });
    assert_eq!((found, codes.len()), ((5, 3, Some(1)), 0));
    let (text, _) = converted(&fixture("version-1.jsonl"), "chatml", true);
    let places: Vec<_> = ["It was begun.", "From a hook.", "Ran `false`", "exited with code 1", "Go on"]
        .iter()
        .map(|words| text.find(words).unwrap_or_else(|| panic!("no {words}: {text}")))
        .collect();
    assert!(places.is_sorted() && !text.contains("First"), "{text}");
}

#[test]
fn damage_costs_what_is_damaged() {
    let text = fixture("damaged.jsonl");
    let (count, mut codes) = with(&text, |conversation| conversation.messages.len());
    codes.sort_unstable();
    assert_eq!((count, codes), (3, vec!["TW960", "TW961", "TW963", "TW964", "TW965"]));
    assert_eq!(converted(&text, "pi", false).0, text);
}

/// Compactions that each keep all that was before them cost no more than others.
#[test]
fn many_compactions_take_linear_memory() {
    let mut text = String::from("{\"type\":\"session\",\"version\":3,\"id\":\"s\",\"cwd\":\"/\"}\n");
    for id in 0..4000_usize {
        let parent = id.checked_sub(1).map_or("null".to_owned(), |parent| format!("\"{parent}\""));
        let line = match id % 2 {
            0 => format!("\"type\":\"custom_message\",\"content\":\"{id}\""),
            _ => "\"type\":\"compaction\",\"summary\":\"x\",\"firstKeptEntryId\":\"0\"".to_owned(),
        };
        text.push_str(&format!("{{{line},\"id\":\"{id}\",\"parentId\":{parent},\"timestamp\":\"\"}}\n"));
    }
    let (size, _) = with(&text, |conversation| {
        conversation.branches[0].compactions.iter().map(|compaction| compaction.seen.len()).sum::<usize>()
    });
    assert_eq!(size, 2000);
}
