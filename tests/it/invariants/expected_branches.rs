//! Trees of messages as they were written down by hand next to their fixtures, in `tests/fixtures/expected`, and as they are read.

use std::fs;

use serde_json::Value;
use turnwise::format::by_name;
use turnwise::model::{Branch, BranchKind, Conversation, Message, Part};
use turnwise::report::Report;

use crate::fixtures::{path, read};

fn expected(name: &str) -> Value {
    let text = fs::read_to_string(path("tests/fixtures/expected").join(name)).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn words(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()).collect()
}

fn id_of(message: &Message<'_>) -> String {
    message.details().id.as_ref().map(|id| id.decode().into_owned()).unwrap_or_default()
}

/// The ids of the messages of a branch, those of its stem included.
fn way(conversation: &Conversation<'_>, branch: usize) -> Vec<String> {
    if conversation.branches.is_empty() {
        return conversation.messages.iter().map(id_of).collect();
    }
    conversation.steps(branch).iter().map(|step| step.id.decode().into_owned()).collect()
}

fn leaves(conversation: &Conversation<'_>) -> Vec<String> {
    let branches = 0..conversation.branches.len().max(1);
    let mut leaves: Vec<_> = branches.filter_map(|branch| way(conversation, branch).pop()).collect();
    leaves.sort();
    leaves
}

#[test]
fn chatgpt_has_the_expected_paths() {
    let text = fs::read_to_string(path("tests/fixtures/chatgpt/conversations.jsonl")).unwrap();
    let all = expected("chatgpt-conversations.json");
    let all = all.as_array().unwrap();
    assert_eq!(all.len(), text.lines().count());
    for (line, expected) in text.lines().zip(all) {
        let record: Value = serde_json::from_str(line).unwrap();
        let conversation = read(by_name("chatgpt").unwrap().0, line, false, &mut Report::default()).unwrap();
        // Roots have no message.
        let is_said = |node: &String| record["mapping"][node]["message"].is_object();
        let active: Vec<_> = words(&expected["active_path"]).into_iter().filter(is_said).collect();
        assert_eq!(way(&conversation, 0), active);
        assert_eq!(leaves(&conversation), words(&expected["leaves"]));
        if expected["branch_points"].is_array() {
            let last_shared = |branch: &Branch<'_>| {
                let stem = branch.stem?;
                way(&conversation, stem.branch).get(stem.steps.checked_sub(1)?).cloned()
            };
            let mut points: Vec<_> = conversation.branches.iter().filter_map(last_shared).collect();
            points.sort();
            let mut wanted = words(&expected["branch_points"]);
            wanted.sort();
            assert_eq!(points, wanted);
        }
    }
}

#[test]
fn claude_code_has_the_expected_tree() {
    let text = fs::read_to_string(path("tests/fixtures/claude-code/five-traps.jsonl")).unwrap();
    let expected = expected("claude-code-session.json");
    let mut report = Report::keeping(u64::MAX);
    let conversation = read(by_name("claude-code").unwrap().0, &text, true, &mut report).unwrap();
    let message = |id: &str| conversation.messages.iter().find(|it| id_of(it) == id).unwrap();

    // Among the leaves by `parentUuid` one is a result of a call, which is rejoined with its answer, one is no message, and after one the
    // message goes on whose parent is missing.
    let phantoms = expected["phantom_parents"].as_object().unwrap();
    let results = expected["tool_results"].as_object().unwrap();
    let mut wanted: Vec<_> = words(&expected["leaves"]);
    wanted.retain(|leaf| !results.values().any(|result| result == leaf));
    wanted.retain(|leaf| conversation.messages.iter().any(|it| id_of(it) == *leaf));
    for phantom in phantoms.keys() {
        let branch = (0..conversation.branches.len()).map(|branch| way(&conversation, branch));
        let branch = branch.into_iter().find(|way| way.contains(phantom)).unwrap();
        let place = branch.iter().position(|id| id == phantom).unwrap();
        wanted.retain(|leaf| *leaf != branch[place - 1]);
    }
    wanted.sort();
    assert_eq!(leaves(&conversation), wanted);

    // A parent that is missing, and a last line that is truncated, are warnings.
    let found: Vec<_> = report.kept().iter().map(|it| (it.code.id, it.message.clone())).collect();
    for parent in phantoms.values() {
        let name = format!("`{}`", parent.as_str().unwrap());
        assert!(found.iter().any(|(code, message)| *code == "TW963" && message.contains(&name)), "{found:?}");
    }
    assert_eq!(expected["torn_last_line"], found.iter().any(|(code, _)| *code == "TW960"));

    // The lines of one answer are one message.
    for lines in expected["one_assistant_turn_spread_over"].as_object().unwrap().values() {
        let [first, others @ ..] = &*words(lines) else { panic!("{lines}") };
        assert_eq!(message(first).parts.len(), 1 + others.len());
        assert!(others.iter().all(|other| conversation.messages.iter().all(|it| id_of(it) != *other)));
    }
    // Results are on the active path of their calls, even where their parent is another line.
    let active = way(&conversation, 0);
    for (call, line) in results {
        let line = line.as_str().unwrap();
        let answers = |part: &Part<'_>| matches!(part, Part::Result(it) if it.call_id.as_ref().unwrap().is(call));
        assert!(message(line).parts.iter().any(answers) && active.iter().any(|id| id == line), "{call} {line}");
    }
    // The compaction is after the messages that it replaced, and the summary is the first one after it.
    let compaction = &expected["compaction"];
    let place = active.iter().position(|id| compaction["summary"] == id.as_str()).unwrap();
    let steps: Vec<_> = conversation.branches[0].compactions.iter().map(|it| it.steps).collect();
    assert_eq!(steps, [place]);
    assert_eq!(compaction["logical_parent"], active[place - 1].as_str());
    // A sub-agent is a conversation of its own.
    let side = conversation.branches.iter().position(|branch| branch.kind == BranchKind::Sidechain).unwrap();
    assert_eq!(way(&conversation, side), words(&expected["sidechain"]));
}
