//! Rows in and out: those of a format, and those of a declaration that has only a question and an answer.

use super::{DeclaredRows, Rows, format};
use crate::format::shape::RowField;
use crate::format::shared_tests::{BODY, check, convert, format as named, written};
use crate::format::{Format, WriteOptions};
use crate::json::Tape;
use crate::lower::Exchanges;

struct PromptAndAnswer;

impl DeclaredRows for PromptAndAnswer {
    const ROWS: Rows = Rows {
        name: "pair",
        aliases: &[],
        shape: "row",
        summary: "a question and its answer",
        source: "these tests",
        fields: &[RowField::id("id"), RowField::user("prompt"), RowField::answer("completion")],
        others: &[],
        evidence: "`prompt` with `completion`",
        no_ids: "",
    };
}

static PAIR: Format = format::<PromptAndAnswer>();

const LOSSY: WriteOptions = WriteOptions { is_lossy: true, ..BODY };

fn to(target: &Format, messages: &str, options: &WriteOptions) -> (Result<String, String>, Vec<String>) {
    convert(named("openai"), target, messages, options)
}

#[test]
fn texts_of_the_user_are_one_with_line_ends() {
    let alpaca = named("alpaca");
    for (row, content) in [
        (r#"{"instruction":"a","input":"b","output":"c"}"#, r#""a\nb""#),
        (r#"{"input":"b","output":"c","instruction":"\u00e9"}"#, r#""\u00e9\nb""#),
        (r#"{"instruction":"a","input":"","output":"c"}"#, r#""a""#),
        (r#"{"instruction":"a","input":null,"output":"c"}"#, r#""a""#),
        (r#"{"instruction":"","input":"b","output":"c"}"#, r#""b""#),
        (r#"{"instruction":"","output":"c"}"#, r#""""#),
    ] {
        let messages =
            format!(r#"{{"messages":[{{"role":"user","content":{content}}},{{"role":"assistant","content":"c"}}]}}"#);
        assert_eq!(convert(alpaca, named("openai"), row, &BODY), (Ok(messages), Vec::new()), "{row}");
    }
}

#[test]
fn everything_before_the_last_exchange_is_history() {
    let row = r#"{"instruction":"3","input":"","output":"c","system":"S","history":[["1","a"],["2","b"]]}"#;
    let alpaca = named("alpaca");
    let messages = convert(alpaca, named("openai"), row, &BODY).0.unwrap();
    assert_eq!(to(alpaca, &messages, &BODY), (Ok(row.to_owned()), Vec::new()));
}

#[test]
fn types_are_checked() {
    for (row, code) in [
        ("[]", "TW101"),
        (r#"{"output":"a"}"#, "TW103"),
        (r#"{"instruction":1,"output":"a"}"#, "TW102"),
        (r#"{"instruction":"q","input":[],"output":"a"}"#, "TW102"),
        (r#"{"instruction":"q","output":{}}"#, "TW102"),
        (r#"{"instruction":"q","output":"a","system":1}"#, "TW102"),
        (r#"{"instruction":"q","output":"a","history":"h"}"#, "TW102"),
        (r#"{"instruction":"q","output":"a","history":[["q","a","b"]]}"#, "TW108"),
        (r#"{"instruction":"q","output":"a","history":[["q",1]]}"#, "TW108"),
        (r#"{"instruction":"q","output":"a","output":"b"}"#, "TW007"),
    ] {
        assert_eq!(check(named("alpaca"), row, false), (vec![code.to_owned()], true), "{row}");
    }
    for (row, codes) in [
        (r#"{"instruction":"q"}"#, "TW103 error"),
        (r#"{"instruction":"q","output":""}"#, "TW206 warning"),
        (r#"{"instruction":"q","input":"nan","output":"a"}"#, "TW108 warning"),
    ] {
        assert_eq!(check(named("alpaca"), row, false), (vec![codes.to_owned()], false), "{row}");
    }
}

#[test]
fn what_no_row_can_hold_is_reported_or_refused() {
    let alpaca = named("alpaca");
    let (user, answer) = (r#"{"role":"user","content":"q"}"#, r#"{"role":"assistant","content":"a"}"#);
    let row = |row: &str| Ok(row.to_owned());
    let plain = row(r#"{"instruction":"q","input":"","output":"a"}"#);
    let call = r#"{"role":"assistant","content":"b","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]}"#;
    let result = r#"{"role":"tool","tool_call_id":"c","content":"r"}"#;
    for (messages, expected, losses) in [
        (
            format!("[{user},{call},{result},{answer}]"),
            row(r#"{"instruction":"q","input":"","output":"b\na"}"#),
            &["TW329", "TW347", "TW367"][..],
        ),
        (
            format!("[{user},{user},{answer}]"),
            row(r#"{"instruction":"q\nq","input":"","output":"a"}"#),
            &["TW347", "TW367"],
        ),
        (
            format!(r#"[{user},{answer},{{"role":"system","content":"s"}},{user},{answer}]"#),
            row(r#"{"instruction":"s\nq","input":"","output":"a","history":[["q","a"]]}"#),
            &["TW344", "TW347"],
        ),
        (format!(r#"[{user},{{"role":"assistant","content":"a","name":"n"}}]"#), plain.clone(), &["TW309"]),
    ] {
        let losses: Vec<_> = losses.iter().map(|code| format!("{code} warning")).collect();
        assert_eq!(to(alpaca, &messages, &BODY), (expected, losses), "{messages}");
    }
    let refused = |messages: String, options: &WriteOptions| to(alpaca, &messages, options).0.unwrap_err();
    assert!(refused(format!("[{user}]"), &BODY).contains("ends with a user message"));
    assert!(refused(format!("[{answer}]"), &LOSSY).contains("begin with an assistant message"));
    assert!(refused(r#"[{"role":"system","content":"s"}]"#.to_owned(), &LOSSY).contains("no question"));
    let made = to(alpaca, &format!("[{user}]"), &LOSSY);
    assert_eq!(made, (row(r#"{"instruction":"q","input":"","output":""}"#), vec!["TW384 warning".to_owned()]));
}

#[test]
fn a_declaration_says_what_a_row_can_hold() {
    assert_eq!(PAIR.policy.turns.exchanges, Exchanges::One);
    let row = r#"{"id":"7","prompt":"q","completion":"a"}"#;
    assert_eq!(written(&PAIR, &PAIR, row, &BODY).0.unwrap(), row);
    assert!((PAIR.score)(Tape::new().parse(row).unwrap()).is_some());
    assert!((PAIR.score)(Tape::new().parse(r#"{"prompt":[],"completion":"a"}"#).unwrap()).is_none());
    let (user, answer) = (r#"{"role":"user","content":"q"}"#, r#"{"role":"assistant","content":"a"}"#);
    let (text, losses) = to(&PAIR, &format!(r#"[{{"role":"system","content":"s"}},{user},{answer}]"#), &BODY);
    assert_eq!(text, Ok(r#"{"prompt":"s\nq","completion":"a"}"#.to_owned()));
    assert_eq!(losses, ["TW344 warning", "TW347 warning"]);
    let (text, _) = to(&PAIR, &format!("[{user},{answer},{user},{answer}]"), &LOSSY);
    assert!(text.unwrap_err().contains("one question"));
}
