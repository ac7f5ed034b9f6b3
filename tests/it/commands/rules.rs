//! The examples in the documentation of codes are true: a bad one raises its code and no other, a good one nothing, a lossy
//! conversion reports its loss, a rejected one is rejected.

use std::io::Cursor;

use turnwise::format::{Format, WriteOptions, by_name, trainer};
use turnwise::json::Tape;
use turnwise::op::validate::{ValidateOptions, run};
use turnwise::op::{Choice, Input, explain::codes, repair};
use turnwise::report::{Code, Report};
use turnwise::stream::{Flow, Silent, Source};

use crate::fixtures::{read, write};

/// The examples of a code: what the fence says, the text.
fn examples(code: &'static Code) -> Vec<(Vec<&'static str>, String)> {
    let mut examples = Vec::new();
    let mut lines = code.docs().lines();
    while let Some(line) = lines.next() {
        let Some(what) = line.strip_prefix("```json ") else { continue };
        let text: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
        examples.push((what.split(' ').collect(), text.join("\n")));
    }
    examples
}

fn findings(text: &str, format: Option<&str>) -> Vec<&'static str> {
    let target = format.and_then(by_name).and_then(|(format, dialect)| dialect.map(|dialect| (format, Some(dialect))));
    check(text, format, target, None)
}

/// What `validate --extend-select` says that names the code.
fn findings_named(text: &str, code: &Code) -> Vec<&'static str> {
    check(text, None, None, Some(code))
}

/// What `validate --for` says of a record of the same format.
fn findings_for(text: &str, format: &str) -> Vec<&'static str> {
    check(text, Some(format), by_name(format), None)
}

fn check(
    text: &str,
    format: Option<&str>,
    target: Option<(&'static Format, Option<&'static turnwise::format::Dialect>)>,
    asked: Option<&Code>,
) -> Vec<&'static str> {
    let source = Source::from_reader(Cursor::new(text.as_bytes().to_vec()), "example").unwrap();
    let trainer = format.and_then(trainer);
    let named = format.filter(|_| trainer.is_none());
    let named = named.map(|name| by_name(name).unwrap_or_else(|| panic!("{name}")));
    let choice = Choice { format: named.map(|(format, _)| format), ..Choice::default() };
    let input = Input::new(source, &choice).unwrap_or_else(|trouble| panic!("{text}: {trouble}"));
    let mut found = Vec::new();
    let also = asked.into_iter().map(|code| code.id.to_owned()).collect();
    let options = ValidateOptions { target, trainer, also, ..ValidateOptions::default() };
    let mut note = |findings: turnwise::op::validate::Findings| {
        found.extend(findings.diagnostics.iter().map(|it| it.code.id));
        Flow::Continue
    };
    run(input, &options, &mut note, &Silent);
    found.sort_unstable();
    found.dedup();
    found
}

#[test]
fn documentation_examples_are_true() {
    for code in codes() {
        for (what, text) in examples(code) {
            match what.as_slice() {
                ["bad"] => assert_eq!(findings(&text, None), [code.id], "{}: {text}", code.id),
                ["bad", "named"] => assert_eq!(findings_named(&text, code), [code.id], "{}: {text}", code.id),
                ["good", "named"] => assert_eq!(findings_named(&text, code), [""; 0], "{}: {text}", code.id),
                ["bad", format] => assert_eq!(findings(&text, Some(format)), [code.id], "{}: {text}", code.id),
                ["bad", "for", to] => assert_eq!(findings_for(&text, to), [code.id], "{}: {text}", code.id),
                ["good", "for", to] => assert_eq!(findings_for(&text, to), [""; 0], "{}: {text}", code.id),
                ["good"] => assert!(findings(&text, None).is_empty(), "{}: {text}", code.id),
                ["good", format] => assert_eq!(findings(&text, Some(format)), [""; 0], "{}: {text}", code.id),
                // See fixes.rs.
                ["fixed", ..] => {}
                ["lossy", from, "to", to] => {
                    let (mut report, mut result) = convert(&text, from, to, false);
                    if result.is_err() {
                        (report, result) = convert(&text, from, to, true);
                    }
                    let losses: Vec<_> = report.counts().iter().map(|it| it.code.id).collect();
                    assert!(losses.contains(&code.id), "{}: {losses:?} {result:?}", code.id);
                    assert!(result.is_ok(), "{}: {result:?}", code.id);
                }
                ["repaired", from, "to", to] => {
                    let mut report = Report::keeping(u64::MAX);
                    let (from, to) = (by_name(from).unwrap().0, by_name(to).unwrap().0);
                    let mut conversation = read(from, &text, false, &mut Report::default()).unwrap();
                    assert!(repair(&mut conversation, to, &mut Tape::new(), &mut report), "{}", code.id);
                    assert!(report.kept().iter().any(|loss| loss.code.id == code.id), "{}: {text}", code.id);
                    write(to, &conversation, &WriteOptions::default(), &mut report).unwrap();
                }
                ["renamed", format] => assert!(renamed(&text, format).contains(&code.id.to_owned()), "{}", code.id),
                ["refused", from, "to", to] => {
                    let refused = convert(&text, from, to, false).1.unwrap_err();
                    assert_eq!(refused.code().id, code.id);
                }
                other => panic!("{}: {other:?}", code.id),
            }
        }
    }
}

fn convert(text: &str, from: &str, to: &str, is_lossy: bool) -> (Report, Result<String, turnwise::report::Refused>) {
    let mut report = Report::keeping(u64::MAX);
    let conversation = read(by_name(from).unwrap().0, text, false, &mut report).unwrap();
    let options = WriteOptions { is_lossy, ..WriteOptions::default() };
    let result = write(by_name(to).unwrap().0, &conversation, &options, &mut report);
    (report, result)
}

/// What renaming all ids of messages says, or of what the format has instead.
fn renamed(text: &str, format: &str) -> Vec<String> {
    use turnwise::format::ids::Scope;
    use turnwise::op::migrate_ids::{MigrateOptions, Scheme, Scopes};
    let format = by_name(format).unwrap().0;
    let scope = if format.name == "openai" { Scope::Call } else { Scope::Message };
    let all = crate::invariants::migrate_ids::all(Scheme::Uuid5);
    let options = MigrateOptions { scopes: Scopes::Named(vec![scope]), allows_dangling: false, ..all };
    let choice = Choice { format: Some(format), ..Choice::default() };
    let ran = crate::invariants::migrate_ids::migrate(text.as_bytes(), "example", &choice, &options);
    let fatal = ran.done.outcome.fatal.iter().map(|it| it.diagnostic.code.id.to_owned());
    let notes = ran.notes.iter().filter_map(|note| Some(note.split(' ').next()?.to_owned()));
    fatal.chain(notes).collect()
}

#[test]
fn every_rule_and_loss_has_an_example() {
    // Losses that need an option or a format that is not there yet, and limits that would need megabytes.
    let mut without =
        vec!["TW003", "TW004", "TW005", "TW006", "TW010", "TW011", "TW348", "TW349", "TW351", "TW352", "TW365"];
    // What branches, chat lists and copies lose.
    without.extend(["TW324", "TW325", "TW326", "TW327", "TW328"]);
    without.extend(["TW755", "TW798", "TW867", "TW868", "TW869"]);
    // What it takes an option of the command line to see.
    without.push("TW112");
    // What is generated after a conversation is lowered: `history.md`.
    without.push("TW380");
    // What needs a scheme that does not fit, and more ids than a test has.
    without.extend(["TW883", "TW885"]);
    // What needs `--compaction effective`, and a line that ends in the middle.
    without.extend(["TW332", "TW960"]);
    // What only a line that is no JSON value has: `damaged-sessions.md`.
    without.push("TW971");
    // What it takes two sessions to see: `sessions.md`.
    without.extend(["TW970", "TW973"]);
    // What is beside the requests of a log: `envelopes.rs`.
    without.push("TW974");
    // What it takes two inputs to see: `diff_odd.rs`.
    without.extend(turnwise::report::diff::CODES.iter().map(|code| code.id));
    // What is found out while media are fetched or taken out.
    without.extend(turnwise::report::media::CODES.iter().map(|code| code.id));
    // What is wrong with a folder, or before the first byte of a text, does not show in a text.
    without.extend(["TW648", "TW651", "TW652", "TW653", "TW654", "TW972"]);
    for code in codes().into_iter().filter(|code| !without.contains(&code.id)) {
        // Those of commands on event logs are tried in `compact.rs`.
        let has_log = code.docs().contains("```jsonl ") || code.docs().contains("```prompt");
        assert!(has_log || !examples(code).is_empty(), "{} {} has no example", code.id, code.name);
    }
}

#[test]
fn media_beyond_the_limits_of_services_are_found() {
    let image = |megabytes: usize| {
        let data = format!("iVBORw0KGgoA{}", "A".repeat(megabytes * 4_000_000 / 3 / 4 * 4));
        (
            format!(r#"{{"type":"image_url","image_url":{{"url":"data:image/png;base64,{data}"}}}}"#),
            format!(r#"{{"type":"image","source":{{"type":"base64","media_type":"image/png","data":"{data}"}}}}"#),
        )
    };
    let openai = |parts: &[String]| format!(r#"[{{"role":"user","content":[{}]}}]"#, parts.join(","));
    let large = image(21).0;
    assert_eq!(findings(&openai(&[large]), Some("openai")), ["TW923"]);
    let medium = image(18).0;
    assert_eq!(findings(&openai(&vec![medium.clone(); 2]), Some("openai")), [""; 0]);
    assert_eq!(findings(&openai(&vec![medium; 3]), Some("openai")), ["TW923"]);
    let small = image(0).0;
    assert_eq!(findings(&openai(&vec![small.clone(); 500]), Some("openai")), [""; 0]);
    assert_eq!(findings(&openai(&vec![small; 501]), Some("openai")), ["TW923"]);
    let tuned = image(11).0;
    let line =
        format!(r#"{{"messages":[{{"role":"user","content":[{tuned}]}},{{"role":"assistant","content":"y"}}]}}"#);
    assert_eq!(findings(&line, Some("openai:finetune")), ["TW924"]);
    let part = image(3).1;
    let body = |count: usize| {
        let parts = vec![part.clone(); count].join(",");
        format!(r#"{{"max_tokens":1,"messages":[{{"role":"user","content":[{parts}]}}]}}"#)
    };
    assert_eq!(findings(&body(7), Some("anthropic")), [""; 0]);
    assert_eq!(findings(&body(8), Some("anthropic")), ["TW925"]);
}
