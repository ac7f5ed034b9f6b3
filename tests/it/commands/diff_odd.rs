//! `diff` and odd inputs: numbers in other spellings, keys and ids that stand twice, halves of letters, many equal messages.

use serde_json::Value;
use turnwise::format::{Framing, by_name};
use turnwise::op::diff::{Align, ChangeKind, Class, DiffOptions, DiffSummary, Ignore, new_messages, patch, run};

use crate::commands::diff::{differ, side};
use crate::invariants::random::Dice;

fn of(a: &str, b: &str, options: &DiffOptions) -> (Vec<String>, DiffSummary) {
    let openai = Some(by_name("openai").unwrap().0);
    let framing = Some(Framing::Document);
    let (changes, summary) = differ(side(a, openai, framing), side(b, openai, framing), options);
    (changes.iter().map(|it| format!("{} {}", it.kind.name(), it.path)).collect(), summary)
}

fn patch_of(a: &str, b: &str) -> (bool, Value) {
    let mut text = Vec::new();
    let document = Some(Framing::Document);
    let is_same = patch(side(a, None, document), side(b, None, document), &DiffOptions::default(), &mut |bytes| {
        text.extend_from_slice(bytes);
        Ok(())
    });
    (is_same.unwrap(), serde_json::from_slice(&text).unwrap())
}

fn call(arguments: &str) -> String {
    format!(
        r#"[{{"role":"user","content":"q"}},{{"role":"assistant","content":null,"tool_calls":[{{"id":"c1","type":"function","function":{{"name":"f","arguments":{}}}}}],"x":{arguments}}}]"#,
        Value::from(arguments)
    )
}

/// Numbers count as they are written: to many programs 1 and 1.0 are two things, and no digit is lost.
#[test]
fn numbers_in_another_spelling_differ() {
    let options = DiffOptions::default();
    for (one, other) in [("1.0", "1.00"), ("1", "1.0"), ("1e0", "1"), ("-0", "0"), ("1E5", "1e5"), ("1e300", "10e299")]
    {
        let (a, b) = (call(&format!("{{\"n\":{one}}}")), call(&format!("{{\"n\":{other}}}")));
        let (changes, summary) = of(&a, &b, &options);
        assert_eq!(changes, ["edit extra/x/n", "edit call/arguments/n"], "{one} {other}");
        assert!(!summary.is_same());
        let (is_same, operations) = patch_of(&a, &b);
        assert!(!is_same && operations.as_array().unwrap().len() == 2, "{operations}");
        assert_eq!(of(&a, &a, &options).0, [""; 0]);
    }
}

/// Which of two members with one key counts is up to the reader; so none is taken for the other.
#[test]
fn keys_that_stand_twice_are_replaced_as_a_whole() {
    let (a, b) = (call(r#"{"k":1,"k":2}"#), call(r#"{"k":2,"k":1}"#));
    assert_eq!(of(&a, &b, &DiffOptions::default()).0.len(), 2);
    let array = |item: &str| format!(r#"[{{"role":"user","content":"q","x":[{item},{{"z":0}}]}}]"#);
    let (a, b) = (array(r#"{"k":1,"k":2}"#), array(r#"{"k":2,"k":1}"#));
    let (is_same, operations) = patch_of(&a, &b);
    assert_eq!((is_same, &operations[0]["path"]), (false, &Value::from("/0/x/0")), "{operations}");
    assert_eq!(operations[0]["op"], "replace");
}

#[test]
fn half_of_a_letter_is_no_text_about_it() {
    let text = |words: &str| format!(r#"[{{"role":"user","content":"x {words} y"}}]"#);
    let halves = [r"\ud800", r"\udc00", r"\\ud800", r"\ufffd", "\u{fffd}x"];
    for (i, one) in halves.iter().enumerate() {
        for (j, other) in halves.iter().enumerate() {
            let (changes, _) = of(&text(one), &text(other), &DiffOptions::default());
            assert_eq!(changes.is_empty(), i == j, "{one} {other}: {changes:?}");
        }
    }
}

#[test]
fn pointers_of_patches_are_escaped() {
    let value = |number: usize| format!(r#"[{{"role":"user","content":"q","a/b":{{"m~n":{{"":[{number}]}}}}}}]"#);
    let (_, operations) = patch_of(&value(1), &value(2));
    assert_eq!(operations, serde_json::json!([{"op":"replace","path":"/0/a~1b/m~0n//0","value":2}]));
}

#[test]
fn ids_that_repeat_are_counted() {
    let chat = |ids: &[(&str, &str)]| {
        let messages: Vec<_> =
            ids.iter().map(|(id, text)| format!(r#"{{"id":"{id}","role":"user","content":"{text}"}}"#)).collect();
        format!(r#"{{"threadId":"t","messages":[{}]}}"#, messages.join(","))
    };
    let ag_ui = Some(by_name("ag-ui").unwrap().0);
    let document = Some(Framing::Document);
    let found =
        |a: &str, b: &str, options: &DiffOptions| differ(side(a, ag_ui, document), side(b, ag_ui, document), options);
    let a = chat(&[("m1", "alpha beta gamma"), ("m1", "one two three"), ("m2", "x")]);
    let b = chat(&[("m1", "one two three"), ("m1", "alpha beta gamma"), ("m2", "y")]);
    let (changes, summary) = found(&a, &b, &DiffOptions::default());
    let kinds: Vec<_> = changes.iter().map(|it| it.kind).collect();
    assert_eq!(
        (summary.repeated, kinds.as_slice()),
        (1, [ChangeKind::Move, ChangeKind::Edit].as_slice()),
        "{changes:?}"
    );
    // By ids alone: the first is the first.
    let (changes, summary) = found(&a, &b, &DiffOptions { align: Align::Id, ..DiffOptions::default() });
    let kinds: Vec<_> = changes.iter().map(|it| it.kind).collect();
    assert_eq!((summary.repeated, kinds.as_slice()), (1, [ChangeKind::Edit; 3].as_slice()), "{changes:?}");
    let mut ignore = Ignore::default();
    ignore.add(Class::Ids);
    assert_eq!(found(&a, &b, &DiffOptions { ignore, ..DiffOptions::default() }).1.repeated, 0);
}

/// Records find their counterparts by some of their messages; which ones does not depend on the run.
#[test]
fn long_records_find_each_other_in_the_same_way_each_time() {
    let mut dice = Dice(11);
    let mut record = |shared: &[String]| {
        let own: Vec<_> =
            (0..30).map(|_| format!("own {}", dice.below(1_000_000))).chain(shared.iter().cloned()).collect();
        let messages: Vec<_> = own.iter().map(|text| format!(r#"{{"role":"user","content":"{text}"}}"#)).collect();
        format!("{{\"messages\":[{}]}}", messages.join(","))
    };
    let shared: Vec<Vec<String>> = (0..12).map(|n| (0..6).map(|m| format!("shared {n} {m}")).collect()).collect();
    let a: Vec<_> = shared.iter().map(|words| record(words)).collect();
    let b: Vec<_> = shared.iter().rev().map(|words| record(words)).collect();
    let (a, b) = (a.join("\n"), b.join("\n"));
    let pairs = || {
        let mut found = Vec::new();
        let lines = Some(Framing::Lines);
        let number = |it: &Option<turnwise::op::diff::RecordRef>| it.as_ref().map(|it| it.record);
        run(side(&a, None, lines), side(&b, None, lines), &DiffOptions::default(), &mut |pair| {
            found.push((number(&pair.a), number(&pair.b)));
            true
        })
        .unwrap();
        found
    };
    let first = pairs();
    assert!((0..5).all(|_| pairs() == first));
}

#[test]
fn many_equal_messages_and_tools_end_in_time() {
    let many = |count: usize, text: &str| {
        let messages: Vec<_> = (0..count).map(|_| format!(r#"{{"role":"user","content":"{text}"}}"#)).collect();
        format!("[{}]", messages.join(","))
    };
    let (changes, _) = of(&many(20_000, "same"), &many(19_990, "same"), &DiffOptions::default());
    assert_eq!(changes, ["delete "; 10]);
    let tools = |letter: &str| {
        let tools: Vec<_> = (0..20_000)
            .map(|n| format!(r#"{{"type":"function","function":{{"name":"{letter}{n}","parameters":{{}}}}}}"#))
            .collect();
        format!(r#"{{"messages":[{{"role":"user","content":"q"}}],"tools":[{}]}}"#, tools.join(","))
    };
    assert_eq!(of(&tools("a"), &tools("b"), &DiffOptions::default()).0.len(), 40_000);
    // All of them new, in their order.
    let chat = |letter: &str| {
        let messages: Vec<_> = (0..20_000).map(|n| format!(r#"{{"role":"user","content":"{letter} {n}"}}"#)).collect();
        format!("{{\"messages\":[{}]}}", messages.join(","))
    };
    let mut new = Vec::new();
    let count = new_messages(
        side(&chat("a"), None, None),
        side(&chat("b"), None, None),
        &DiffOptions::default(),
        &mut |bytes| {
            new.extend_from_slice(bytes);
            Ok(())
        },
    );
    let expected: String = (0..20_000).map(|n| format!("{{\"role\":\"user\",\"content\":\"b {n}\"}}\n")).collect();
    assert_eq!((count.unwrap().messages, String::from_utf8(new).unwrap() == expected), (20_000, true));
}
