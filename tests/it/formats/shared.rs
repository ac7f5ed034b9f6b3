//! What the tests of the formats share: a record in and out, what is found in it, and the invariant that nothing is
//! lost silently.

use std::collections::HashSet;

use turnwise::format::{Container, Format, Reading, WriteOptions, Writing, by_name};
use turnwise::json::{At, Kind, Layout, Node, Out, Span, Tape};
use turnwise::lower::{Meaning, SentSetting, Setting};
use turnwise::model::Conversation;
use turnwise::model::walk::{FactKind, facts};
use turnwise::report::{Refused, Report, Severity};
use turnwise::rule;

pub(super) use crate::fixtures::KEPT;

/// A request body.
pub(super) const BODY: WriteOptions = WriteOptions { container: Container::Body, ..KEPT };

pub(super) fn format(name: &str) -> &'static Format {
    by_name(name).unwrap().0
}

/// Codes of the report with their severity: `TW301 warning`.
pub(super) fn codes(report: &Report) -> Vec<String> {
    let mut codes: Vec<_> = report.kept().iter().map(|it| format!("{} {}", it.code.id, it.severity.name())).collect();
    codes.sort();
    codes.dedup();
    codes
}

/// Reads with one format and writes with another: the text, or why not, and the report.
pub(super) fn written(
    from: &Format,
    to: &Format,
    text: &str,
    options: &WriteOptions,
) -> (Result<String, Refused>, Report) {
    let (mut tape, mut scratch, mut report) = (Tape::new(), Tape::new(), Report::keeping(1000));
    let root = tape.parse(text).unwrap();
    let read =
        (from.read)(root, &mut Reading { report: &mut report, scratch: &mut scratch, columns: None, programs: None });
    let mut conversation = read.unwrap_or_else(|refused| panic!("{refused}"));
    conversation.source.text = text;
    let mut report = Report::keeping(1000);
    let mut out = Out::new(Layout::Compact);
    let mut writing = Writing::new(&mut out, &mut report, options, &mut scratch);
    let result = turnwise::format::write_record(to, &conversation, &mut writing);
    let text = String::from_utf8(out.as_bytes().to_vec()).unwrap();
    (result.map(|()| text), report)
}

/// The same with codes.
pub(super) fn convert(
    from: &Format,
    to: &Format,
    text: &str,
    options: &WriteOptions,
) -> (Result<String, String>, Vec<String>) {
    let (text, report) = written(from, to, text, options);
    (text.map_err(|refused| format!("{} {refused}", refused.code().id)), codes(&report))
}

/// A request body of another format's record, without errors, and the losses.
pub(super) fn convert_validly(from: &Format, to: &'static Format, text: &str) -> (String, Vec<String>) {
    let (text, losses) = convert(from, to, text, &BODY);
    let text = text.unwrap();
    let (findings, _) = check(to, &text, false);
    assert!(!findings.iter().any(|it| it.ends_with("error")), "{findings:?} in {text}");
    (text, losses)
}

/// What reading and all rules find, and whether the record was rejected.
pub(super) fn check(format: &Format, text: &str, is_sending: bool) -> (Vec<String>, bool) {
    let (mut tape, mut scratch, mut report) = (Tape::new(), Tape::new(), Report::keeping(1000));
    let root = tape.parse(text).unwrap();
    match (format.read)(
        root,
        &mut Reading { report: &mut report, scratch: &mut scratch, columns: None, programs: None },
    ) {
        Ok(conversation) => {
            rule::check(rule::RULES, &conversation, is_sending, &mut report);
            rule::check(format.rules.own, &conversation, is_sending, &mut report);
            (codes(&report), false)
        }
        Err(refused) => (vec![refused.code().id.to_owned()], true),
    }
}

/// The same JSON with sorted keys and everything else as it was written.
pub(super) fn canonical(text: &str) -> String {
    fn add(node: Node<'_, '_>, to: &mut String) {
        match node.kind() {
            Kind::Object => {
                let mut members: Vec<_> = node.members().map(|(key, value)| (key.raw(), value)).collect();
                members.sort_by_key(|(key, _)| *key);
                to.push('{');
                for (key, value) in members {
                    to.push_str(key);
                    to.push(':');
                    add(value, to);
                    to.push(',');
                }
                to.push('}');
            }
            Kind::Array => {
                to.push('[');
                for item in node.items() {
                    add(item, to);
                    to.push(',');
                }
                to.push(']');
            }
            Kind::Null | Kind::Bool | Kind::Number | Kind::String => to.push_str(node.raw()),
        }
    }
    let (mut tape, mut result) = (Tape::new(), String::new());
    add(tape.parse(text).unwrap(), &mut result);
    result
}

/// Every fact of the input is in the output, or a loss is reported at its place or inside its part or message; and what is
/// written is valid.
pub(super) fn check_conservation(from: &'static Format, to: &'static Format, text: &str) {
    let (mut tape, mut scratch, mut report) = (Tape::new(), Tape::new(), Report::keeping(10_000));
    let Ok(root) = tape.parse(text) else { return };
    let read =
        (from.read)(root, &mut Reading { report: &mut report, scratch: &mut scratch, columns: None, programs: None });
    let Ok(mut conversation) = read else { return };
    conversation.source.text = text;
    let mut found = Report::keeping(0);
    rule::check(to.rules.requires, &conversation, false, &mut found);
    if found.errors() > 0 {
        return;
    }
    let mut all = Vec::new();
    facts_of(&conversation, &mut |kind, value, homes: &[At]| all.push((kind, value, homes.to_vec())));
    for options in [KEPT, BODY, WriteOptions { is_reasoning_text: true, is_lossy: true, ..KEPT }] {
        let mut report = Report::keeping(10_000);
        let mut out = Out::new(Layout::Compact);
        let mut writing = Writing::new(&mut out, &mut report, &options, &mut scratch);
        if turnwise::format::write_record(to, &conversation, &mut writing).is_err() {
            continue;
        }
        let written = std::str::from_utf8(out.as_bytes()).unwrap();
        let mut second = Tape::new();
        let root = second.parse(written).unwrap_or_else(|error| panic!("{error}: {written}"));
        let mut again = Report::keeping(10_000);
        let read =
            (to.read)(root, &mut Reading { report: &mut again, scratch: &mut scratch, columns: None, programs: None });
        let output = read.unwrap_or_else(|refused| panic!("{refused}: {written}"));
        rule::check(to.rules.own, &output, false, &mut again);
        // What was odd in a record of its own may stay; what comes from elsewhere is written right.
        let was_odd = |id: &str| from.name == to.name && check(to, text, false).0.iter().any(|it| it.starts_with(id));
        let mut errors = again.kept().iter().filter(|it| it.severity == Severity::Error);
        let bad = errors.find(|it| !was_odd(it.code.id));
        assert!(bad.is_none(), "{bad:?}\n{text}\n{written}");
        let mut facts = HashSet::new();
        facts_of(&output, &mut |kind, value, _| {
            facts.insert((kind, value));
        });
        let places: HashSet<_> = report.kept().iter().map(|it| it.at).collect();
        let settings = (from.policy.record.settings.zip(to.policy.record.settings)).map(|(source, target)| {
            (source.sent(&conversation, &mut Tape::new()), target.sent(&output, &mut Tape::new()))
        });
        let (sent, got) = settings.unwrap_or_default();
        let span_at = |start: usize| {
            let mut value = serde_json::Deserializer::from_str(&text[start..]).into_iter::<serde_json::Value>();
            value.next();
            start..start + value.byte_offset()
        };
        // A loss is at the place of the fact, or at a member of it.
        let is_reported = |home: &At| {
            let lies_in = |start: usize| {
                let span = span_at(start);
                places.iter().any(|at| at.offset().is_some_and(|at| span.contains(&at)))
            };
            places.contains(home) || home.offset().is_some_and(lies_in)
        };
        // Each member of a setting is in the output, or a loss is reported at its place.
        let is_setting = |homes: &[At]| {
            let Some(start) = homes.first().and_then(|at| at.offset()) else { return false };
            let span = span_at(start);
            let inside = |at: At| at.offset().is_some_and(|at| span.contains(&at));
            let mut members = sent.iter().filter(|it| inside(it.at)).peekable();
            members.peek().is_some() && members.all(|it| is_carried(it, &got) || places.contains(&it.at))
        };
        for &(kind, ref value, ref homes) in &all {
            // An empty text may be written as no text , and an absent flag means the same. The name on a
            // result is the name of its call.
            let says_nothing = (matches!(kind, FactKind::Text | FactKind::Reasoning) && value.is_empty())
                || (kind == FactKind::ErrorFlag && value == "false")
                || (kind == FactKind::ResultName && facts.contains(&(FactKind::CallName, value.clone())));
            let is_kept = (kind == FactKind::Extra && is_setting(homes))
                || says_nothing
                || facts.contains(&(kind, value.clone()))
                || homes.iter().any(is_reported);
            assert!(is_kept, "{kind:?} {value} of {text}\nis not in {written}\n{:?}", codes(&report));
        }
    }
}

/// The setting is among those of the output.
fn is_carried(it: &SentSetting, got: &[SentSetting]) -> bool {
    let is_same = |other: &SentSetting| match (&it.meaning, &other.meaning) {
        (Some(Meaning::Value(Setting::User | Setting::OlderUser, _, value)), Some(Meaning::Value(other, _, same))) => {
            matches!(other, Setting::User | Setting::OlderUser) && value == same
        }
        (Some(Meaning::Value(setting, _, value)), Some(Meaning::Value(other, _, same))) => {
            setting == other && value == same
        }
        (Some(Meaning::Choice(choice)), Some(Meaning::Choice(other))) => choice == other,
        _ => false,
    };
    it.meaning == Some(Meaning::Part) || got.iter().any(is_same)
}

/// Facts with the places at which their loss may be reported.
fn facts_of(conversation: &Conversation<'_>, visit: &mut dyn FnMut(FactKind, String, &[At])) {
    let mut starts: Vec<At> = Vec::new();
    for message in &conversation.messages {
        starts.push(message.at);
        starts.extend(message.parts.iter().map(turnwise::model::Part::at));
    }
    starts.extend(conversation.tools.iter().map(|tool| tool.at));
    starts.sort();
    facts(conversation, &mut |fact| {
        let before = starts.iter().rev().find(|start| **start <= fact.at).copied();
        let is_json = Tape::new().parse(&fact.value).is_ok();
        let value = if is_json { canonical(&fact.value) } else { fact.value.to_string() };
        visit(fact.kind, value, &[fact.at, before.unwrap_or(fact.at)]);
    });
}

/// The text with each of its values replaced by each of the others in turn.
pub(super) fn damaged(text: &str, others: &[&str], mut visit: impl FnMut(&str)) {
    fn collect(node: Node<'_, '_>, spans: &mut Vec<Span>) {
        spans.push(node.span());
        node.items().for_each(|item| collect(item, spans));
        node.members().for_each(|(_, value)| collect(value, spans));
    }
    let (mut tape, mut spans) = (Tape::new(), Vec::new());
    collect(tape.parse(text).unwrap(), &mut spans);
    for span in spans {
        for other in others {
            visit(&format!("{}{other}{}", &text[..span.start], &text[span.end..]));
        }
    }
}

/// All orders of a few kinds of messages, `length` of them. Of `CALL` and `RESULT` the n-th become the same id, of `_N` the
/// place.
pub(super) fn each_order(kinds: &[&str], length: u32, mut visit: impl FnMut(&str)) {
    for mut number in 0..kinds.len().pow(length) {
        let mut messages = Vec::new();
        for place in 0..length {
            messages.push(kinds[number % kinds.len()].replace("_N", &format!("_{place}")));
            number /= kinds.len();
        }
        let mut text = format!("[{}]", messages.join(","));
        for mark in ["CALL", "RESULT"] {
            let mut id = 0;
            while text.contains(mark) {
                text = text.replacen(mark, &format!("c{id}"), 1);
                id += 1;
            }
        }
        visit(&text);
    }
}
