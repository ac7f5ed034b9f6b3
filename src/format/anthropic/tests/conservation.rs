//! The conservation law: what is not in the output is in the report, and the output is valid.

use std::collections::HashSet;

use super::{BODY, KEPT, WHOLE, anthropic, canonical, check, codes, openai};
use crate::format::{Format, Reading, WriteOptions, Writing, report_unsupported};
use crate::json::{At, Layout, Node, Out, Span, Tape};
use crate::model::Conversation;
use crate::model::walk::{FactKind, facts};
use crate::report::{Report, Severity};
use crate::rule;

/// Every fact of the input is in the output, or a loss is reported at its place or inside its part or message.
fn check_conservation(from: &'static Format, to: &'static Format, text: &str) {
    let (mut tape, mut scratch, mut report) = (Tape::new(), Tape::new(), Report::keeping(10_000));
    let Ok(root) = tape.parse(text) else { return };
    let read = (from.read)(root, &mut Reading { report: &mut report, scratch: &mut scratch });
    let Ok(mut conversation) = read else { return };
    conversation.source = text;
    let mut found = Report::keeping(0);
    rule::check(to.requires, &conversation, false, &mut found);
    if found.errors() > 0 {
        return;
    }
    for options in [KEPT, BODY, WriteOptions { is_reasoning_text: true, is_lossy: true, ..KEPT }] {
        let mut report = Report::keeping(10_000);
        report_unsupported(&conversation, to, &options, &mut report);
        let mut out = Out::new(Layout::Compact);
        let mut writing = Writing { out: &mut out, report: &mut report, options: &options, scratch: &mut scratch };
        if (to.write.unwrap())(&conversation, &mut writing).is_err() {
            continue;
        }
        let written = std::str::from_utf8(out.as_bytes()).unwrap();
        let mut second = Tape::new();
        let root = second.parse(written).unwrap_or_else(|error| panic!("{error}: {written}"));
        let mut again = Report::keeping(10_000);
        let read = (to.read)(root, &mut Reading { report: &mut again, scratch: &mut scratch });
        let output = read.unwrap_or_else(|refused| panic!("{refused}: {written}"));
        if to.name == "anthropic" {
            rule::check(to.rules, &output, false, &mut again);
            // What was odd in a record of its own may stay; what comes from elsewhere is written right.
            let is_bad = |id: &str| id.starts_with("TW5") || from.name != to.name;
            let bad = again.kept().iter().find(|it| is_bad(it.code.id) && it.severity == Severity::Error);
            assert!(bad.is_none(), "{bad:?}\n{text}\n{written}");
        }
        let mut facts = HashSet::new();
        facts_of(&output, &mut |kind, value, _| {
            facts.insert((kind, value));
        });
        let places: HashSet<_> = report.kept().iter().map(|it| it.at).collect();
        facts_of(&conversation, &mut |kind, value, homes: &[At]| {
            // A flag that is not there says the same.
            if kind == FactKind::ErrorFlag && value == "false" {
                return;
            }
            let is_kept = facts.contains(&(kind, value.clone())) || homes.iter().any(|at| places.contains(at));
            assert!(is_kept, "{kind:?} {value} of {text}\nis not in {written}\n{:?}", codes(&report));
        });
    }
}

/// Facts with the places at which their loss may be reported.
fn facts_of(conversation: &Conversation<'_>, visit: &mut dyn FnMut(FactKind, String, &[At])) {
    let mut starts: Vec<At> = Vec::new();
    for message in &conversation.messages {
        starts.push(message.at);
        starts.extend(message.parts.iter().map(crate::model::Part::at));
    }
    starts.extend(conversation.tools.iter().map(|tool| tool.at));
    starts.sort();
    facts(conversation, &mut |fact| {
        let before = starts.iter().rev().find(|start| **start <= fact.at).copied();
        let value = canonical_or(&fact.value);
        visit(fact.kind, value, &[fact.at, before.unwrap_or(fact.at)]);
    });
}

fn canonical_or(value: &str) -> String {
    let mut tape = Tape::new();
    if tape.parse(value).is_ok() { canonical(value) } else { value.to_owned() }
}

#[test]
fn nothing_is_lost_in_silence() {
    for (_, text) in WHOLE {
        check_conservation(anthropic(), anthropic(), text);
        check_conservation(anthropic(), openai(), text);
    }
    check_conservation(
        openai(),
        anthropic(),
        include_str!("../../../../tests/fixtures/anthropic/same-weather.openai.json"),
    );
}

/// Damaged records: each value of each fixture replaced by others in turn. Nothing panics, nothing is lost, nothing that is
/// refused is written.
#[test]
fn damaged_records_are_harmless() {
    let others = ["null", "\"\"", "\" \"", "[]", "{}", "1", "true", "\"tool_result\"", "\"assistant\"", "\"system\""];
    for (_, text) in WHOLE {
        let mut tape = Tape::new();
        let mut spans = Vec::new();
        collect(tape.parse(text).unwrap(), &mut spans);
        for span in spans {
            for other in others {
                let damaged = format!("{}{other}{}", &text[..span.start], &text[span.end..]);
                check_conservation(anthropic(), anthropic(), &damaged);
                check(&damaged, true);
            }
        }
    }
}

fn collect(node: Node<'_, '_>, spans: &mut Vec<Span>) {
    spans.push(node.span());
    node.items().for_each(|item| collect(item, spans));
    node.members().for_each(|(_, value)| collect(value, spans));
}

/// All orders of a few kinds of messages, to a certain length.
fn each_order(from: &'static Format, kinds: &[&str], length: u32) {
    let count = kinds.len().pow(length);
    for mut number in 0..count {
        let mut messages = Vec::new();
        for _ in 0..length {
            messages.push(kinds[number % kinds.len()]);
            number /= kinds.len();
        }
        let mut text = format!("[{}]", messages.join(","));
        // The n-th call and the n-th result have the same id.
        for mark in ["CALL", "RESULT"] {
            let mut id = 0;
            while text.contains(mark) {
                text = text.replacen(mark, &format!("c{id}"), 1);
                id += 1;
            }
        }
        check_conservation(from, anthropic(), &text);
    }
}

#[test]
fn every_order_of_messages_gives_a_valid_request() {
    each_order(
        openai(),
        &[
            r#"{"role":"system","content":"s"}"#,
            r#"{"role":"user","content":"u"}"#,
            r#"{"role":"user","content":" "}"#,
            r#"{"role":"assistant","content":"a "}"#,
            r#"{"role":"assistant","content":""}"#,
            r#"{"role":"assistant","tool_calls":[{"id":"CALL","type":"function","function":{"name":"f","arguments":"{}"}}]}"#,
            r#"{"role":"tool","tool_call_id":"RESULT","content":"r"}"#,
        ],
        4,
    );
    each_order(
        anthropic(),
        &[
            r#"{"role":"system","content":"s"}"#,
            r#"{"role":"user","content":"u"}"#,
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"RESULT"},{"type":"text","text":"u"}]}"#,
            r#"{"role":"user","content":[{"type":"text","text":"u"},{"type":"tool_result","tool_use_id":"RESULT"}]}"#,
            r#"{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"thinking","thinking":"","signature":"c2ln"}]}"#,
            r#"{"role":"assistant","content":[{"type":"tool_use","id":"CALL","name":"f","input":{}}]}"#,
            r#"{"role":"assistant","content":[{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}}]}"#,
        ],
        4,
    );
}
