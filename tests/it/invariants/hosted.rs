//! Tools that a service ran: which calls are written, with which result, and what is reported.

use turnwise::format::{WriteOptions, by_name};
use turnwise::report::{Report, loss};

use crate::fixtures::{read, write};

const CALL: &str = r#"{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"x"}}"#;
const RESULT: &str = r#"{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[{"type":"web_search_result","url":"https://example.com/","title":"t","encrypted_content":"e"}]}"#;
const TEXT: &str = r#"{"type":"text","text":"a"}"#;

/// The output, and the codes of the losses.
fn convert(from: &str, source: &str, to: &str) -> (String, Vec<&'static str>) {
    let conversation = read(by_name(from).unwrap().0, source, false, &mut Report::default()).unwrap();
    let mut report = Report::keeping(u64::MAX);
    let text = write(by_name(to).unwrap().0, &conversation, &WriteOptions::default(), &mut report).unwrap();
    (text, report.kept().iter().map(|it| it.code.id).collect())
}

/// A conversation of anthropic with these answers.
fn answers(lists: &[&[&str]]) -> String {
    let answers = lists.iter().map(|list| format!(r#",{{"role":"assistant","content":[{}]}}"#, list.join(",")));
    format!(r#"[{{"role":"user","content":"q"}}{}]"#, answers.collect::<String>())
}

#[test]
fn a_search_is_written_with_its_result() {
    for source in [answers(&[&[CALL, RESULT, TEXT]]), answers(&[&[CALL], &[RESULT, TEXT]])] {
        let (text, codes) = convert("anthropic", &source, "openai-responses");
        assert!(text.contains(r#""type":"web_search_call","id":"ws_"#), "{text}");
        let action = r#"{"type":"search","query":"x","sources":[{"type":"url","url":"https://example.com/"}]}"#;
        assert!(text.contains(action), "{text}");
        assert!(!codes.contains(&loss::OPAQUE_PART.id), "{codes:?}");
        let (back, _) = convert("openai-responses", &text, "anthropic");
        assert!(
            back.contains(r#""name":"web_search","input":{"query":"x"}"#) && back.contains(r#""content":[]"#),
            "{back}"
        );
    }
}

#[test]
fn half_of_a_call_is_dropped_and_reported() {
    let other = CALL.replace("srvtoolu_1", "srvtoolu_2");
    for (list, count) in
        [(vec![CALL, TEXT], 1), (vec![RESULT, TEXT], 1), (vec![RESULT, CALL, TEXT], 2), (vec![&other, RESULT, TEXT], 2)]
    {
        let (text, codes) = convert("anthropic", &answers(&[&list]), "openai-responses");
        assert!(!text.contains("web_search_call"), "{text}");
        assert_eq!(codes.iter().filter(|code| **code == loss::OPAQUE_PART.id).count(), count, "{list:?}");
    }
}

/// A part that says something else than the documentation is one that only its own format supports.
#[test]
fn odd_parts_stay_opaque() {
    let odd = [
        (CALL, r#"{"query":"x"}"#, r#"{"query":5}"#),
        (CALL, r#""web_search""#, r#""web_fetch""#),
        (RESULT, r#""https://example.com/""#, "null"),
        (RESULT, r#""web_search_result""#, r#""page""#),
    ];
    for (part, before, after) in odd {
        let changed = part.replace(before, after);
        let list = if part == CALL { [&changed, RESULT, TEXT] } else { [CALL, &changed, TEXT] };
        let (text, codes) = convert("anthropic", &answers(&[&list]), "openai-responses");
        assert!(!text.contains("web_search_call"), "{text}");
        assert_eq!(codes.iter().filter(|code| **code == loss::OPAQUE_PART.id).count(), 2, "{changed}");
    }
}

#[test]
fn a_program_may_leave_out_the_id() {
    let item = r#"{"type":"web_search_call","status":"completed","action":{"type":"search","query":"x"}}"#;
    let source = format!(r#"[{{"role":"user","content":"q"}},{item},{{"role":"assistant","content":"a"}}]"#);
    let (text, codes) = convert("openai-responses", &source, "anthropic");
    assert!(text.contains(r#""id":"srvtoolu_"#) && codes.contains(&loss::MADE_CALL_ID.id), "{text} {codes:?}");
}

#[test]
fn code_has_its_outcome_and_one_text_where_there_is_one() {
    let call = r#"{"type":"server_tool_use","id":"srvtoolu_1","name":"code_execution","input":{"code":"1/0"}}"#;
    let result = r#"{"type":"code_execution_tool_result","tool_use_id":"srvtoolu_1","content":{"type":"code_execution_result","stdout":"a","stderr":"b","return_code":2,"content":[]}}"#;
    let (text, codes) = convert("anthropic", &answers(&[&[call, result, TEXT]]), "gemini");
    assert!(text.contains(r#""outcome":"OUTCOME_FAILED","output":"a\nb""#), "{text}");
    // The return code and the two texts.
    assert!(codes.contains(&loss::EXTRA_FIELD.id) && codes.contains(&loss::JOINED.id), "{codes:?}");
    let (_, codes) = convert("anthropic", &answers(&[&[call, result, TEXT]]), "openai-responses");
    assert_eq!(codes.iter().filter(|code| **code == loss::OPAQUE_PART.id).count(), 2, "{codes:?}");
}

/// Two calls with one id are two calls, each with its result.
#[test]
fn one_id_of_two_calls_becomes_two_ids() {
    let again = RESULT.replace("example.com", "example.org");
    let other = CALL.replace("\"x\"", "\"y\"");
    for lists in [
        vec![vec![CALL, RESULT, &other, &again]],
        vec![vec![CALL, &other, RESULT, &again]],
        vec![vec![CALL, RESULT], vec![&other, &again]],
    ] {
        let lists: Vec<&[&str]> = lists.iter().map(Vec::as_slice).collect();
        let (text, codes) = convert("anthropic", &answers(&lists), "openai-responses");
        let ids: Vec<_> = text.split(r#""id":""#).skip(1).filter(|rest| rest.starts_with("ws_")).collect();
        let ids: Vec<_> = ids.iter().map(|rest| &rest[..rest.find('"').unwrap()]).collect();
        assert!(ids.len() == 2 && ids[0] != ids[1], "{text}");
        for (query, page) in [("x", "com"), ("y", "org")] {
            assert!(
                text.contains(&format!(
                    r#""query":"{query}","sources":[{{"type":"url","url":"https://example.{page}/""#
                )),
                "{text}"
            );
        }
        assert!(!codes.contains(&loss::OPAQUE_PART.id), "{codes:?}");
        // Back again, and from a target whose ids are good ones that repeat.
        let same = text.replace(ids[1], ids[0]);
        let (back, codes) = convert("openai-responses", &same, "anthropic");
        let calls = back.matches(r#""type":"server_tool_use","id":""#).count();
        let first = back.split(r#""tool_use_id":""#).nth(1).unwrap();
        assert_eq!((calls, back.matches(&first[..first.find('"').unwrap()]).count()), (2, 2), "{back}");
        assert!(codes.contains(&loss::ID_REWRITTEN.id), "{codes:?}");
        assert_eq!(convert("openai-responses", &same, "openai-responses").0.matches(ids[0]).count(), 2);
    }
}
