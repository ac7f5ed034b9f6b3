//! Values of kinds that nobody expects do not vanish: each member of each fixture gets, one at a time, an object, a list, a text
//! and a number in the place of its value. The record is rejected, or what stands there is a fact, so that a conversion names it.

use std::collections::BTreeMap;

use turnwise::json::{Node, Span, Tape};
use turnwise::model::walk::{FactKind, facts};
use turnwise::report::Report;

use crate::fixtures::{read, samples};
use crate::invariants::readers::is_log;

/// A value that is in no fixture.
const MARK: &str = "7340961250";

/// The mark as a time, in milliseconds and in seconds since 1970.
const MARK_AS_TIME: [&str; 2] = ["1970-03-26T23:09:21.250Z", "2202-08-17T19:54:10"];

fn odd_values() -> [(&'static str, String); 5] {
    [
        ("an object", format!("{{\"odd\":\"{MARK}\"}}")),
        ("a list", format!("[\"{MARK}\"]")),
        ("a list of objects", format!("[{{\"odd\":\"{MARK}\"}}]")),
        ("a text", format!("\"{MARK}\"")),
        ("a number", MARK.to_owned()),
    ]
}

/// What no fact holds, and why: the beginning of a path.
const NO_FACTS: [(&str, &str); 21] = [
    // Branches are ways through messages, and are reported as branches.
    ("lionpride", "/progressions"),
    // The rows of a session are a branch, with its name.
    ("adk", "/*/session_id"),
    ("ai-sdk", "/*/threadId"),
    ("ai-sdk", "/*/thread_id"),
    ("langchain", "/*/session_id"),
    ("openai-agents", "/*/session_id"),
    // Chunks with one index are joined.
    ("langchain", "/*/content/*/index"),
    ("lionpride", "/metadata/lion_class"),
    // The number of a message is its place.
    ("keprompt-statements", "/*/msg_no"),
    // A cache hint that is switched off asks for nothing.
    ("patterpunk", "/*/content/chunks/*/ttl_seconds"),
    // A message whose content is a piece of others has the role of those.
    ("keprompt", "/*/role"),
    ("keprompt-chat", "/messages_json/*/role"),
    // What a statement that is not text of a message holds is part of the statement, not of what it makes.
    ("keprompt-statements", "/*/value"),
    // The lines of one answer have an id and a time each; the answer has those of the first.
    ("claude-code", "/*/uuid"),
    ("claude-code", "/*/timestamp"),
    // A parent that is not in the file is a warning.
    ("claude-code", "/*/parentUuid"),
    // What the program made of the arguments of a call, which are next to it, and of what its tool gave back.
    ("openhands", "/*/action"),
    ("openhands", "/*/args"),
    ("openhands", "/*/tool_call_metadata"),
    ("openhands", "/*/observation"),
    ("swe-agent", "/history/*/action"),
];

#[test]
fn mistyped_members_do_not_vanish() {
    let mut lost: BTreeMap<String, String> = BTreeMap::new();
    for sample in samples().iter().filter(|sample| sample.text.len() < 12_000) {
        let mut tape = Tape::new();
        let root = crate::fixtures::parse(&mut tape, &sample.text, sample.is_sequence).unwrap();
        // Events of logs are what messages are made of; what a log must be, its checker says.
        if is_log(sample, root) {
            continue;
        }
        let mut places = Vec::new();
        members(root, "", &mut places);
        for (path, span) in places {
            let is_none = |(format, start): &(&str, &str)| *format == sample.format.name && path.starts_with(start);
            if NO_FACTS.iter().any(is_none) {
                continue;
            }
            for (kind, odd) in odd_values() {
                let (before, rest) = sample.text.split_at(span.start);
                let text = format!("{before}{odd}{}", &rest[span.end - span.start..]);
                let Ok(conversation) = read(sample.format, &text, sample.is_sequence, &mut Report::default()) else {
                    continue;
                };
                let mut is_there = false;
                facts(&conversation, &mut |fact| {
                    is_there |= fact.value.contains(MARK)
                        || (fact.kind == FactKind::Time
                            && MARK_AS_TIME.iter().any(|time| fact.value.starts_with(time)));
                });
                if !is_there {
                    let of = format!("{} {path}: {kind}", sample.format.name);
                    lost.entry(of).or_insert_with(|| sample.name());
                }
            }
        }
    }
    let report: Vec<_> = lost.iter().map(|(what, sample)| format!("{what} ({sample})")).collect();
    assert!(report.is_empty(), "{} vanish:\n{}", report.len(), report.join("\n"));
}

/// The paths and places of the values of all members, those in lists included.
fn members(node: Node<'_, '_>, path: &str, places: &mut Vec<(String, Span)>) {
    for (key, value) in node.members() {
        let path = format!("{path}/{}", key.text().unwrap_or_default().decode_json());
        places.push((path.clone(), value.span()));
        members(value, &path, places);
    }
    for item in node.items() {
        members(item, &format!("{path}/*"), places);
    }
}
