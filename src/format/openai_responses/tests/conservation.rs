//! The conservation law: what is not in the output is in the report, and the output is valid.

use std::collections::HashSet;

use super::{BODY, KEPT, WHOLE, canonical, check, codes, format, responses};
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
        if to.name == "openai-responses" {
            rule::check(to.rules, &output, false, &mut again);
            // What was odd in a record of its own may stay; what comes from elsewhere is written right.
            let was_odd = |id: &str| from.name == to.name && check(text, false).0.iter().any(|it| it.starts_with(id));
            let is_bad = |id: &str| !was_odd(id);
            let bad = again.kept().iter().find(|it| it.severity == Severity::Error && is_bad(it.code.id));
            assert!(bad.is_none(), "{bad:?}\n{text}\n{written}");
        }
        let mut facts = HashSet::new();
        facts_of(&output, &mut |kind, value, _| {
            facts.insert((kind, value));
        });
        let places: HashSet<_> = report.kept().iter().map(|it| it.at).collect();
        facts_of(&conversation, &mut |kind, value, homes: &[At]| {
            // An empty text says nothing: others may write it as no text at all.
            if matches!(kind, FactKind::Text | FactKind::Reasoning) && value.is_empty() {
                return;
            }
            // The name on a result is the name of its call.
            if kind == FactKind::ResultName && facts.contains(&(FactKind::CallName, value.clone())) {
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
        for to in ["openai-responses", "openai", "patterpunk"] {
            check_conservation(responses(), format(to), text);
        }
    }
    for (name, text) in [
        ("openai", include_str!("../../../../tests/fixtures/openai/same-weather.openai.json")),
        ("anthropic", include_str!("../../../../tests/fixtures/anthropic/same-weather.anthropic.json")),
        ("anthropic", include_str!("../../../../tests/fixtures/anthropic/media.json")),
    ] {
        check_conservation(format(name), responses(), text);
    }
}

/// Damaged records: each value of each fixture replaced by others in turn. Nothing panics, nothing is lost, nothing that is
/// refused is written.
#[test]
fn damaged_records_are_harmless() {
    let others =
        ["null", "\"\"", "\" \"", "[]", "{}", "1", "\"input_text\"", "\"assistant\"", "\"reasoning\"", "\"message\""];
    for (_, text) in WHOLE {
        let mut tape = Tape::new();
        let mut spans = Vec::new();
        collect(tape.parse(text).unwrap(), &mut spans);
        for span in spans {
            // The longer ones hold nothing here that the shorter ones do not.
            for other in others.iter().filter(|_| text.len() < 3_000) {
                let damaged = format!("{}{other}{}", &text[..span.start], &text[span.end..]);
                check_conservation(responses(), responses(), &damaged);
                check_conservation(responses(), format("openai"), &damaged);
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

/// All orders of a few kinds of items, to a certain length: what is written reads as the same items.
#[test]
fn every_order_of_items_comes_back() {
    let kinds = [
        r#"{"role":"system","content":"s"}"#,
        r#"{"role":"user","content":[{"type":"input_text","text":"u"}]}"#,
        r#"{"role":"assistant","content":"a"}"#,
        r#"{"type":"message","id":"msg_N","role":"assistant","status":"completed","content":[{"type":"output_text","text":"b","annotations":[]},{"type":"refusal","refusal":"c"}]}"#,
        r#"{"type":"reasoning","id":"rs_N","summary":[{"type":"summary_text","text":"r"}],"encrypted_content":"eA=="}"#,
        r#"{"type":"function_call","call_id":"CALL","name":"f","arguments":"{}"}"#,
        r#"{"type":"function_call_output","call_id":"RESULT","output":"r"}"#,
        r#"{"type":"item_reference","id":"msg_0"}"#,
    ];
    for mut number in 0..kinds.len().pow(4) {
        let mut items = Vec::new();
        for place in 0..4 {
            items.push(kinds[number % kinds.len()].replace("_N", &format!("_{place}")));
            number /= kinds.len();
        }
        let mut text = format!("[{}]", items.join(","));
        // The n-th call and the n-th result have the same id.
        for mark in ["CALL", "RESULT"] {
            let mut id = 0;
            while text.contains(mark) {
                text = text.replacen(mark, &format!("c{id}"), 1);
                id += 1;
            }
        }
        let (written, losses) = super::convert(responses(), responses(), &text, &KEPT);
        match written {
            Ok(written) => {
                assert_eq!(canonical(&written), canonical(&text));
                assert!(losses.is_empty(), "{losses:?}");
            }
            Err(error) => assert!(error.contains("refuses reasoning"), "{error}"),
        }
        check_conservation(responses(), format("openai"), &text);
        check_conservation(responses(), format("anthropic"), &text);
    }
}
