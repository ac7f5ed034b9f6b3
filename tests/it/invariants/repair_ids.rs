//! Ids of calls that are empty, repeated or of no call, results that are missing or elsewhere: after `--repair` the target's
//! own `validate` finds nothing, with and without `--for`, or the record was rejected. For every target and for every format
//! that stays.

use std::io::Cursor;

use turnwise::format::{FORMATS, Fact, WriteOptions, by_name};
use turnwise::op::convert::{ConvertEnds, ConvertOptions, run};
use turnwise::op::{Choice, Input};
use turnwise::report::Report;
use turnwise::stream::{Silent, Source};

use crate::fixtures::{read, write};
use crate::formats::accepted::errors;

const USER: &str = r#"{"role":"user","content":"q"}"#;

fn calls(ids: &[Option<&str>]) -> String {
    let call = |id: Option<&str>| {
        let id = id.map(|id| format!(r#""id":"{id}","#)).unwrap_or_default();
        format!(r#"{{{id}"type":"function","function":{{"name":"f","arguments":"{{}}"}}}}"#)
    };
    let calls: Vec<_> = ids.iter().copied().map(call).collect();
    format!(r#"{{"role":"assistant","content":null,"tool_calls":[{}]}}"#, calls.join(","))
}

fn result(id: Option<&str>) -> String {
    let id = id.map(|id| format!(r#","tool_call_id":"{id}""#)).unwrap_or_default();
    format!(r#"{{"role":"tool","content":"r"{id}}}"#)
}

fn histories() -> Vec<(&'static str, Vec<String>)> {
    let (user, c1) = (|| USER.to_owned(), Some("c1"));
    let empty = || r#"{"role":"user","content":""}"#.to_owned();
    let answer = || r#"{"role":"assistant","content":"ok"}"#.to_owned();
    vec![
        ("half answered", vec![user(), calls(&[c1, Some("c2")]), result(c1)]),
        ("half answered, goes on", vec![user(), calls(&[c1, Some("c2")]), result(c1), user()]),
        ("of no call", vec![user(), calls(&[c1]), result(Some("zz"))]),
        ("result without an id", vec![user(), calls(&[c1]), result(None)]),
        ("nothing has an id", vec![user(), calls(&[None, None]), result(None), result(None)]),
        ("empty ids", vec![user(), calls(&[Some(""), Some("")]), result(Some("")), result(Some(""))]),
        ("repeated at once", vec![user(), calls(&[c1, c1]), result(c1), result(c1)]),
        ("repeated, answered once", vec![user(), calls(&[c1, c1]), result(c1), user()]),
        ("repeated later", vec![user(), calls(&[c1]), result(c1), calls(&[c1]), result(c1), user()]),
        ("two results", vec![user(), calls(&[c1]), result(c1), result(c1)]),
        ("an empty question", vec![empty(), answer(), user()]),
        ("too early", vec![user(), result(c1), calls(&[c1]), user()]),
        ("too late", vec![user(), calls(&[c1]), user(), result(c1), user()]),
        ("no result", vec![user(), calls(&[c1]), user()]),
        ("no call", vec![user(), result(Some("zz")), user()]),
    ]
}

/// What `convert --repair` writes; `None` if it rejects the record, with a reason.
fn repaired(text: &str, from: &str, to: &str) -> Option<String> {
    let source = Source::from_reader(Cursor::new(text.as_bytes().to_vec()), "history").unwrap();
    let choice = Choice { format: by_name(from).map(|(format, _)| format), ..Choice::default() };
    let (target, dialect) = by_name(to).unwrap();
    let mut options = ConvertOptions::new(target);
    options.content.repair = true;
    options.write.dialect = dialect.map(|dialect| dialect.name);
    let mut out = Vec::new();
    let mut write = |bytes: &[u8]| {
        out.extend_from_slice(bytes);
        Ok(())
    };
    let ends = ConvertEnds { write: &mut write, note: &mut |_| {}, carry: None, restore: None, progress: &Silent };
    let outcome = run(Input::new(source, &choice).unwrap(), &options, ends).unwrap();
    outcome.fatal.is_none().then(|| String::from_utf8(out).unwrap())
}

/// What repair cannot know: limits that the user must give, and that training data end in an answer.
fn is_about_ids(code: &&'static str) -> bool {
    !matches!(*code, "TW518" | "TW560" | "TW561")
}

fn assert_clean(text: &str, name: &str, what: &str) {
    let format = name.split(':').next().unwrap();
    for is_sent in [false, true] {
        let found: Vec<_> = errors(text, format, is_sent).into_iter().filter(is_about_ids).collect();
        assert!(found.is_empty(), "{what}, sent {is_sent}: {found:?}\n{text}");
    }
}

#[test]
fn every_target_takes_a_repaired_history() {
    let dialects = ["openai:mistral", "openai:litellm", "openai:batch"];
    for (what, messages) in histories() {
        let text = format!(r#"{{"model":"m","messages":[{}]}}"#, messages.join(","));
        for name in FORMATS.iter().filter(|format| format.can_write()).map(|format| format.name).chain(dialects) {
            if let Some(written) = repaired(&text, "openai", name) {
                assert_clean(&written, name, &format!("{what}, to {name}"));
            } else {
                // Rows want an answer at the end, and the text of a program has no results. Mistral rejects a message of the
                // user directly after a result (3230), and repair generates no answer between them.
                let is_refused = matches!(name, "alpaca" | "keprompt-prompt" | "rows" | "openai:mistral");
                assert!(is_refused, "{what}, to {name}");
            }
        }
    }
}

/// Damages done to the text of a record with the calls `call_a`, `call_b` and `call_c`, the last two in one answer.
fn damages(text: &str) -> Vec<(&'static str, String)> {
    let last = |new: &str| {
        let place = text.rfind("call_c").unwrap_or_default();
        format!("{}{new}{}", &text[..place], &text[place + 6..])
    };
    vec![
        ("repeated in an answer", text.replace("call_c", "call_b")),
        ("repeated later", text.replace("call_b", "call_a")),
        ("all the same", text.replace("call_b", "call_a").replace("call_c", "call_a")),
        ("an empty id", text.replace("call_c", "")),
        ("empty ids", text.replace("call_b", "").replace("call_c", "")),
        ("a result with an empty id", last("")),
        ("a result of no call", last("zz")),
    ]
}

#[test]
fn records_that_stay_in_their_format_are_repaired() {
    let (b, c) = (Some("call_b"), Some("call_c"));
    let answer = r#"{"role":"assistant","content":"end"}"#.to_owned();
    let a = Some("call_a");
    let messages =
        [USER.to_owned(), calls(&[a]), result(a), calls(&[b, c]), result(b), result(c), answer, USER.to_owned()];
    let text = format!(r#"{{"model":"m","messages":[{}]}}"#, messages.join(","));
    let conversation = read(by_name("openai").unwrap().0, &text, false, &mut Report::default()).unwrap();
    let mut formats = 0;
    for format in FORMATS.iter().filter(|format| format.can_write() && format.policy.has(Fact::CallIds)) {
        // The text of a program has no results.
        let written = write(format, &conversation, &WriteOptions::default(), &mut Report::default());
        let Some(mut record) = written.ok().filter(|record| record.contains("call_c")) else { continue };
        // The messages of a chat are damaged, not its statements.
        if let Some((messages, _)) = record.split_once(",\"vm_state_json\"") {
            record = format!("{messages}}}");
        }
        formats += 1;
        // A result that is in its call has no id that could be damaged.
        let is_nested = record.matches("call_c").count() == 1;
        for (what, damaged) in
            damages(&record).into_iter().filter(|(what, _)| !(is_nested && what.starts_with("a result")))
        {
            let what = format!("{what}, {}", format.name);
            let calls = &format.policy.tools.calls;
            // Its ids are in two columns, and nothing says which empty one is which.
            let may_lack = format.name == "keprompt-chat" || (!calls.missing_ids.are_made() && calls.ids.is_none());
            let Some(repaired) = repaired(&damaged, format.name, format.name) else {
                // A statement with an empty id cannot be executed.
                assert!(format.name == "keprompt-statements" && what.contains("empty id"), "{what}");
                continue;
            };
            assert!(
                repaired != damaged || (may_lack && what.contains("empty id")),
                "{what}: nothing was repaired\n{damaged}"
            );
            assert_clean(&repaired, format.name, &what);
            let again = self::repaired(&repaired, format.name, format.name);
            assert_eq!(again.as_deref(), Some(&*repaired), "{what}: once is enough");
        }
    }
    assert!(formats >= 10, "{formats}");
}
