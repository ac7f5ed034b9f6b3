//! Ids of calls inside strings: the messages and the statements of one chat get the same ones, and no other byte changes.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use turnwise::format::ids::Scope;
use turnwise::format::{Format, Framing, WriteOptions, by_name};
use turnwise::json::{At, NestedJson, Tape, quoted};
use turnwise::op::Choice;
use turnwise::op::migrate_ids::{MigrateOptions, Scheme, Scopes, Which};
use turnwise::report::Report;
use turnwise::statements::{Keyword, read_call, read_list, read_result};

use crate::fixtures::write;
use crate::invariants::migrate_ids::{all, check, migrate};
use crate::invariants::random::{Dice, conversation};

const IDS: [&str; 8] = ["call_1", "c\"2", "é", "a\\b", "=id=", "\u{1f600}", "c/1", "id"];

fn format(name: &str) -> &'static Format {
    by_name(name).unwrap().0
}

/// A string with random JSON spelling.
fn spelled(dice: &mut Dice, text: &str) -> String {
    let plain = quoted(text);
    match dice.below(4) {
        0 => plain,
        1 => plain.replace('/', "\\/"),
        // As Python does.
        2 => plain.chars().fold(String::new(), |mut made, found| {
            if found.is_ascii() {
                made.push(found);
            } else {
                found.encode_utf16(&mut [0; 2]).iter().for_each(|unit| write!(made, "\\u{unit:04x}").unwrap());
            }
            made
        }),
        _ => {
            text.encode_utf16().fold("\"".to_owned(), |mut made, unit| {
                match u8::try_from(unit).ok().filter(|byte| byte.is_ascii_alphanumeric() && dice.chance(70)) {
                    Some(byte) => made.push(char::from(byte)),
                    None => write!(made, "\\u{unit:04x}").unwrap(),
                }
                made
            }) + "\""
        }
    }
}

/// Calls and answers, as messages and as statements.
fn lists(dice: &mut Dice) -> (String, String) {
    let (mut messages, mut statements) =
        (Vec::new(), vec![r#"{"msg_no":0,"keyword":".prompt","value":"\"name\":\"n\""}"#.to_owned()]);
    for _ in 0..=dice.below(4) {
        let id = IDS[dice.below(IDS.len())];
        let own = spelled(dice, id);
        messages.push(format!(
            r#"{{"role": "assistant", "content": [{{"type": "tool", "id": {own}, "name": "f", "arguments": {{}}}}]}}"#
        ));
        let own = spelled(dice, id);
        messages.push(format!(
            r#"{{"role":"tool","content":[{{"tool_use_id":{own},"type":"tool_result","content":"id=x"}}]}}"#
        ));
        let value = spelled(dice, &format!("f(a=\"x id=y\")  id= {id} "));
        statements.push(format!(r#"{{"msg_no": 1, "keyword": ".tool_call", "value": {value}}}"#));
        let value = spelled(dice, &format!("id=no  id={id}\tname=f\nid=z"));
        statements.push(format!(r#"{{"keyword":".tool_result","value":{value},"msg_no":2}}"#));
    }
    (format!("[{}]", messages.join(", ")), format!("[{}]", statements.join(",")))
}

/// A row, or an export of one, with the columns as texts or opened.
fn row(dice: &mut Dice) -> String {
    let (messages, statements) = lists(dice);
    let column = |dice: &mut Dice, text: &str| if dice.chance(70) { spelled(dice, text) } else { text.to_owned() };
    let row = format!(
        r#"{{"chat_id":"0badcafe","messages_json":{}, "statements_json" : {}}}"#,
        column(dice, &messages),
        column(dice, &statements)
    );
    match dice.below(3) {
        0 => format!(r#"{{"success":true,"data":[{{"chat":{row},"messages":{messages},"statements":{statements}}}]}}"#),
        _ => row,
    }
}

/// All ids of calls, in the order of the places.
fn ids(record: &str) -> Vec<String> {
    let (mut tape, mut found) = (Tape::new(), Vec::new());
    let root = tape.parse(record).unwrap();
    let entry = root.pointer("/data/0");
    let rows = [entry.and_then(|entry| entry.get("chat")), entry, Some(root)];
    for row in rows.into_iter().flatten() {
        for key in ["messages_json", "messages"] {
            let Some(column) = row.get(key) else { continue };
            let inside = NestedJson::of(column.raw(), At::byte(0));
            let mut inner = Tape::new();
            for part in inner.parse(inside.text()).unwrap().items().flat_map(|it| it.get("content").unwrap().items()) {
                let id = part.get("id").or_else(|| part.get("tool_use_id")).unwrap();
                found.push(id.text().unwrap().decode().into_owned());
            }
        }
        for key in ["statements_json", "statements"] {
            let Some(column) = row.get(key) else { continue };
            let inside = NestedJson::of(column.raw(), At::byte(0));
            found.extend(ids_of_statements(inside.text()));
        }
    }
    found
}

fn ids_of_statements(list: &str) -> Vec<String> {
    let mut tape = Tape::new();
    let statements = read_list(tape.parse(list).unwrap(), &mut Vec::new()).unwrap();
    let id = |it: &turnwise::statements::Statement| match it.keyword {
        Keyword::ToolCall => read_call(&it.value).unwrap().id,
        Keyword::ToolResult => Some(read_result(&it.value).unwrap().id),
        _ => None,
    };
    statements.iter().filter_map(id).collect()
}

/// Equal ids stay equal, different ones different, and none is what it was.
fn assert_renamed(old: &[String], new: &[String], record: &str) {
    assert_eq!(old.len(), new.len(), "{record}");
    let (mut there, mut back) = (BTreeMap::new(), BTreeMap::new());
    for (old, new) in old.iter().zip(new) {
        assert_eq!(there.entry(old).or_insert(new), &new, "{record}");
        assert_eq!(back.entry(new).or_insert(old), &old, "{record}");
        assert_ne!(old, new, "{record}");
    }
}

fn document(name: &str) -> Choice {
    Choice { format: Some(format(name)), framing: Some(Framing::Document), ..Choice::default() }
}

fn calls(options: MigrateOptions) -> MigrateOptions {
    MigrateOptions { scopes: Scopes::Named(vec![Scope::Call]), ..options }
}

#[test]
fn messages_and_statements_of_a_chat_get_the_same_ids() {
    let mut dice = Dice(61);
    for round in 0..400 {
        let record = row(&mut dice);
        for scheme in [Scheme::Uuid5, Scheme::Sequence("a\"\\é/".to_owned())] {
            let there =
                check(record.as_bytes(), &format!("row {round}"), &document("keprompt-chat"), &calls(all(scheme)));
            let made = String::from_utf8(there.out).unwrap();
            let (old, new) = (ids(&record), ids(&made));
            assert!(!old.is_empty());
            assert_renamed(&old, &new, &record);
        }
        let (_, list) = lists(&mut dice);
        let there = check(list.as_bytes(), "list", &document("keprompt-statements"), &calls(all(Scheme::Uuid5)));
        let made = String::from_utf8(there.out).unwrap();
        assert_renamed(&ids_of_statements(&list), &ids_of_statements(&made), &list);
    }
}

#[test]
fn random_chats_with_their_programs_come_home() {
    let (mut dice, mut tried) = (Dice(62), 0);
    for round in 0..200 {
        let made = conversation(&mut dice);
        let options = WriteOptions { is_lossy: true, ..WriteOptions::default() };
        let as_text = |name| write(format(name), &made, &options, &mut Report::default());
        let (Ok(messages), Ok(statements)) = (as_text("keprompt"), as_text("keprompt-statements")) else { continue };
        let (messages, statements) = (spelled(&mut dice, &messages), spelled(&mut dice, &statements));
        let record = format!(r#"{{"chat_id":"a","messages_json":{messages},"statements_json":{statements}}}"#);
        let there = check(record.as_bytes(), &format!("chat {round}"), &document("keprompt-chat"), &all(Scheme::Uuid7));
        tried += there.done.renamed;
        assert!(there.done.outcome.is_changed);
    }
    assert!(tried > 100, "{tried}");
}

#[test]
fn what_has_no_place_is_refused_with_the_reason() {
    let row = |messages: &str, statements: &str| {
        let (messages, statements) = (quoted(messages), quoted(statements));
        format!(r#"{{"chat_id":"a","messages_json":{messages},"statements_json":{statements}}}"#)
    };
    let call = |id: &str| {
        format!(r#"[{{"role":"assistant","content":[{{"type":"tool","id":"{id}","name":"f","arguments":{{}}}}]}}]"#)
    };
    let spaced = Scheme::Sequence("a b".to_owned());
    for (record, name, scheme, wanted) in [
        (row(&call(""), "[]"), "keprompt-chat", Scheme::Uuid5, "a call without an id"),
        (row(&call("c"), "[}"), "keprompt-chat", Scheme::Uuid5, "is not JSON"),
        (row("[", "[]"), "keprompt-chat", Scheme::Uuid5, "is not JSON"),
        (row(&call("c"), "[]"), "keprompt-chat", spaced, "without white space"),
        (row(r#"[{"content":[{"type":"tool","id":"a","id":"b"}]}]"#, "[]"), "keprompt-chat", Scheme::Uuid5, "twice"),
        (quoted(".prompt \"name\":\"n\"\n"), "keprompt-prompt", Scheme::Uuid5, "a .prompt file is text"),
    ] {
        let ran = migrate(record.as_bytes(), "x", &document(name), &calls(all(scheme)));
        let fatal = ran.done.outcome.fatal.unwrap_or_else(|| panic!("{record}"));
        assert!(fatal.diagnostic.message.contains(wanted), "{}: {record}", fatal.diagnostic.message);
        assert_eq!(ran.out, b"");
    }
    // Whoever asks for all scopes gets those that are there.
    let record = row(&call(""), "[}");
    check(record.as_bytes(), "x", &document("keprompt-chat"), &all(Scheme::Uuid5));
}

#[test]
fn calls_of_programs_without_ids_get_some_and_lose_them_again() {
    let list = r#"[{"msg_no":0,"keyword":".tool_call","value":"f() id="},{"msg_no":1,"keyword":".tool_call","value":"g() id= "},{"msg_no":2,"keyword":".tool_result","value":"id= name=g\n1"},{"msg_no":3,"keyword":".tool_result","value":"id= name=f"}]"#;
    let options = MigrateOptions { which: Which::Missing, ..calls(all(Scheme::Sequence("c".to_owned()))) };
    let there = check(list.as_bytes(), "x", &document("keprompt-statements"), &options);
    assert_eq!(ids_of_statements(&String::from_utf8(there.out).unwrap()), ["c1", "c2", "c2", "c1"]);
}
