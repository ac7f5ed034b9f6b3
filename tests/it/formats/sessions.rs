//! Sessions: what hostile files cost, and what damaged ones keep.

use std::fmt::Write as _;
use std::io::Cursor;
use std::time::{Duration, Instant};

use turnwise::format::{Format, by_name};
use turnwise::model::{BranchKind, Conversation};
use turnwise::op::convert::{ConvertEnds, ConvertOptions};
use turnwise::op::{Branches, Choice, Input, convert};
use turnwise::report::{Diagnostic, Report};
use turnwise::stream::{Silent, Source};

use crate::fixtures::read;

fn claude_code() -> &'static Format {
    by_name("claude-code").unwrap().0
}

/// A line of a user, or of the model where its number is odd.
fn line(id: usize, parent: Option<usize>) -> String {
    let parent = parent.map_or("null".to_owned(), |parent| format!("\"u{parent}\""));
    let role = if id.is_multiple_of(2) { "user" } else { "assistant" };
    format!(
        r#"{{"parentUuid":{parent},"isSidechain":false,"sessionId":"s","type":"{role}","message":{{"role":"{role}","content":[{{"type":"text","text":"t{id}"}}]}},"uuid":"u{id}"}}"#
    )
}

fn chain(length: usize) -> Vec<String> {
    (0..length).map(|id| line(id, id.checked_sub(1))).collect()
}

fn conversation(text: &str) -> (Conversation<'_>, Vec<Diagnostic>) {
    let mut report = Report::keeping(u64::MAX);
    let conversation = read(claude_code(), text, true, &mut report).unwrap();
    (conversation, report.drain().collect())
}

/// Converts a file; the output, and the ids of the codes in the report.
fn converted(text: &str, to: &str, branches: Branches) -> (String, Vec<&'static str>) {
    let source = Source::from_reader(Cursor::new(text.as_bytes().to_vec()), "a.jsonl").unwrap();
    let input = Input::new(source, &Choice::default()).unwrap();
    let mut options = ConvertOptions::new(by_name(to).unwrap().0);
    options.selection.branches.branches = branches;
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

/// The least time of three that a text takes, and that of one ten times as long, with room for a busy machine.
fn is_linear(make: impl Fn(usize) -> String, size: usize) {
    let measured = |text: &str| {
        let start = Instant::now();
        conversation(text);
        start.elapsed()
    };
    let time = |text: &str| (0..3).map(|_| measured(text)).min().unwrap();
    let (short, long) = (make(size), make(size * 10));
    let (one, ten) = (time(&short), time(&long));
    assert!(ten < (one + Duration::from_millis(20)) * 40, "{size} lines take {one:?}, ten times as many {ten:?}");
}

#[test]
fn long_and_tangled_sessions_take_linear_time() {
    is_linear(|size| chain(size).join("\n"), 2000);
    is_linear(|size| chain(size).into_iter().rev().collect::<Vec<_>>().join("\n"), 1000);
    is_linear(|size| (0..size).map(|id| line(id, Some((id + 1) % size))).collect::<Vec<_>>().join("\n"), 1000);
    let forks = |size: usize| chain(20).into_iter().chain((100..100 + size).map(|id| line(id, Some(5))));
    is_linear(|size| forks(size).collect::<Vec<_>>().join("\n"), 1000);
    let comb = |size: usize| (0..size).flat_map(|id| [line(id, id.checked_sub(1)), line(1_000_000 + id, Some(id))]);
    is_linear(|size| comb(size).collect::<Vec<_>>().join("\n"), 500);
    let one = |id: usize| {
        format!(
            r#"{{"sessionId":"s","type":"assistant","message":{{"id":"m","role":"assistant","content":[]}},"uuid":"u{id}","x":{id}}}"#
        )
    };
    is_linear(|size| (0..size).map(one).collect::<Vec<_>>().join("\n"), 1000);
}

#[test]
fn forks_cost_their_own_messages() {
    let text = chain(1000).into_iter().chain((2000..6000).map(|id| line(id, Some(997)))).collect::<Vec<_>>().join("\n");
    let (conversation, _) = conversation(&text);
    assert_eq!((conversation.messages.len(), conversation.branches.len()), (5000, 4001));
    assert!(conversation.branches.iter().skip(1).all(|branch| branch.order.len() <= 2 && branch.stem.is_some()));
    let steps = |branch| conversation.steps(branch).len();
    assert_eq!((steps(0), steps(1), steps(2)), (999, 1000, 999));
}

/// A line that is damaged, wherever it is, costs that line.
#[test]
fn a_damaged_line_costs_one_line() {
    let lines = chain(6);
    for place in 0..6 {
        for (cut, is_last) in [(20, place == 5), (lines[place].len() - 1, place == 5)] {
            let mut text = String::new();
            for (index, line) in lines.iter().enumerate() {
                let line = if index == place { &line[..cut] } else { line };
                let _ = write!(text, "{line}{}", if index == 5 { "" } else { "\n" });
            }
            let (conversation, found) = conversation(&text);
            assert_eq!(conversation.messages.len(), 5, "{text}");
            let code = if is_last { "TW960" } else { "TW961" };
            assert!(found.iter().any(|it| it.code.id == code), "{text}: no {code}");
            let (same, _) = converted(&text, "claude-code", Branches::Active);
            assert_eq!(same, text);
        }
    }
}

#[test]
fn what_was_left_is_named_and_can_be_chosen() {
    let mut lines = chain(4);
    lines.extend([line(10, Some(1)), line(11, Some(10)), line(12, Some(1))]);
    let text = lines.join("\n");
    let (active, codes) = converted(&text, "chatml", Branches::Active);
    assert!(active.contains("t12") && !active.contains("t10") && !active.contains("t2\""), "{active}");
    assert_eq!(codes.iter().filter(|code| **code == "TW324").count(), 2);
    for (name, wanted) in [("leaf:1", "t3"), ("leaf:2", "t11"), ("leaf:3", "t12"), ("u3", "t3"), ("u11", "t11")] {
        let (chosen, _) = converted(&text, "chatml", Branches::Named(name.to_owned()));
        assert!(chosen.contains(wanted) && chosen.contains("t0"), "{name}: {chosen}");
    }
    let (all, codes) = converted(&text, "chatml", Branches::All);
    assert_eq!(all.lines().count(), 3, "{all}");
    assert!(!codes.contains(&"TW324"));
}

/// Evidence is looked for in all of the first lines.
#[test]
fn sessions_are_found_by_their_content() {
    let own = chain(2).join("\n");
    for first in [
        r#"{"type":"summary","summary":"x","leafUuid":"u1"}"#,
        r#"{"type":"file-history-snapshot","messageId":"u1","snapshot":{}}"#,
        r#"{"type":"newer","value":1}"#,
        "\"words\"",
        "42",
        "{\"trunc",
    ] {
        let source = Source::from_reader(Cursor::new(format!("{first}\n{own}\n").into_bytes()), "a").unwrap();
        let input = Input::new(source, &Choice::default()).unwrap();
        assert_eq!(input.usual.map(|format| format.name), Some("claude-code"), "{first}");
    }
}

#[test]
fn sub_agents_are_conversations_of_their_own() {
    let side = |id: usize, agent: &str| {
        line(id, None).replace("\"isSidechain\":false", &format!("\"isSidechain\":true,\"agentId\":\"{agent}\""))
    };
    let text = [line(0, None), side(2, "a"), side(4, "b"), line(1, Some(0))].join("\n");
    let (conversation, _) = conversation(&text);
    let kinds: Vec<_> = conversation.branches.iter().map(|branch| (branch.kind, branch.order.len())).collect();
    assert_eq!(kinds, [(BranchKind::Active, 2), (BranchKind::Sidechain, 1), (BranchKind::Sidechain, 1)]);
}
