//! A declaration that has only a speaker and a text.

use super::{DeclaredList, RecordFields, Speakers, TurnKind, TurnLists, TurnShape, format};
use crate::format::shared_tests::{BODY, check, convert, format as named, written};
use crate::format::{Fact, Format, Sites};
use crate::json::Tape;
use crate::lower::Facts;
use crate::lower::{Leading, Middle};

struct Talk;

impl DeclaredList for Talk {
    const LISTS: TurnLists = TurnLists {
        name: "talk",
        summary: "turns of `role` and `text`",
        source: "these tests",
        lists: &["turns", "thread"],
        turn: TurnShape { speaker: "role", words: "text", ..TurnShape::TEXT_ONLY },
        speakers: Speakers {
            all: &[("prompter", TurnKind::User), ("assistant", TurnKind::Answer), ("bot", TurnKind::Answer)],
            ..Speakers::TEXT_ONLY
        },
        evidence: "turns of `role` and `text`",
        ..TurnLists::TEXT_ONLY
    };
}

static TALK: Format = format::<Talk>();

/// The same with fields for the id and the system.
struct FieldTestList;

impl DeclaredList for FieldTestList {
    const LISTS: TurnLists = TurnLists {
        name: "field",
        fields: RecordFields { id: Some("key"), system: Some("context"), ..Talk::LISTS.fields },
        ..Talk::LISTS
    };
}

static FIELD: Format = format::<FieldTestList>();

fn to(target: &Format, messages: &str) -> (Result<String, String>, Vec<String>) {
    convert(named("openai"), target, messages, &BODY)
}

const RECORD: &str = r#"{"turns":[{"role":"prompter","text":"q"},{"role":"assistant","text":"a"}]}"#;
const MESSAGES: &str = r#"{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":"a"}]}"#;

#[test]
fn a_declared_list_is_detected_read_and_written() {
    assert_eq!(written(&TALK, &TALK, RECORD, &BODY).0.unwrap(), RECORD);
    assert_eq!(convert(&TALK, named("openai"), RECORD, &BODY), (Ok(MESSAGES.to_owned()), Vec::new()));
    assert_eq!(to(&TALK, MESSAGES), (Ok(RECORD.to_owned()), Vec::new()));
    for (record, is_one) in [
        (RECORD, true),
        (r#"{"thread":[{"role":"bot"},{"role":"bot","text":"a"}]}"#, true),
        (r#"[{"role":"prompter","text":"q"}]"#, true),
        (r#"{"turns":[{"role":"prompter","value":"q"}]}"#, false),
        (r#"{"others":[{"role":"prompter","text":"q"}]}"#, false),
    ] {
        assert_eq!((TALK.score)(Tape::new().parse(record).unwrap()).is_some(), is_one, "{record}");
    }
    assert_eq!(TALK.policy.facts, Facts::of(&[Fact::AnswerFirst]));
    assert!(TALK.shape.media.is_none() && TALK.rules.requires.is_empty() && TALK.policy.media.sources.is_empty());
}

#[test]
fn types_are_checked() {
    for (record, code) in [
        ("{}", "TW101"),
        (r#"{"turns":1}"#, "TW102"),
        (r#"{"turns":[1]}"#, "TW102"),
        (r#"{"turns":[{"text":"q"}]}"#, "TW103"),
        (r#"{"turns":[{"role":"prompter","text":1}]}"#, "TW102"),
        (r#"{"turns":[{"role":"prompter","text":"q","text":"q"}]}"#, "TW007"),
        (r#"{"turns":[],"turns":[]}"#, "TW007"),
    ] {
        assert_eq!(check(&TALK, record, false), (vec![code.to_owned()], true), "{record}");
    }
    let odd = r#"{"turns":[{"role":"prompter","text":"<tool_call>"},{"role":"narrator","text":"x"},{"role":"bot"}]}"#;
    assert_eq!(check(&TALK, odd, false).0, ["TW103 error", "TW105 error"]);
}

#[test]
fn what_the_declaration_has_no_place_for_is_reported() {
    let call = r#"{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}"#;
    let (written, losses) = to(
        &TALK,
        &format!(
            r#"{{"messages":[{{"role":"system","content":"s"}},{{"role":"user","content":[{{"type":"text","text":"q"}},
            {{"type":"image_url","image_url":{{"url":"https://example.com/a.png"}}}}]}},
            {{"role":"assistant","content":null,"tool_calls":[{call}]}},{{"role":"tool","tool_call_id":"c","content":"r"}},
            {{"role":"assistant","content":"a"}}],"tools":[{{"type":"function","function":{{"name":"f"}}}}]}}"#
        ),
    );
    assert_eq!(written.unwrap(), RECORD.replace("\"q\"", r#""s\nq""#));
    let codes: Vec<_> = losses.iter().map(|loss| &loss[..5]).collect();
    assert_eq!(codes, ["TW304", "TW316", "TW322", "TW329", "TW344", "TW347"]);
    let refused = to(&TALK, r#"[{"role":"system","content":"s"}]"#).0.unwrap_err();
    assert!(refused.contains("talk does not accept a system message here"), "{refused}");
    // Tags are words here.
    let record = RECORD.replace("\"a\"", r#""<tool_call>{\"name\":\"f\"}</tool_call>""#);
    assert!(convert(&TALK, named("openai"), &record, &BODY).0.unwrap().contains("<tool_call>"));
}

#[test]
fn fields_of_the_id_and_the_system_are_declared() {
    assert_eq!((FIELD.policy.roles.leading, FIELD.policy.roles.middle), (Leading::Field, Middle::IntoUser));
    let record = RECORD.replacen('{', r#"{"key":"7","context":"s","#, 1);
    assert_eq!(convert(&FIELD, &FIELD, &record, &BODY), (Ok(record.clone()), Vec::new()));
    let system = MESSAGES.replacen('[', r#"[{"role":"system","content":"s"},"#, 1);
    assert_eq!(convert(&FIELD, named("openai"), &record, &BODY).0.unwrap(), system);
    for (format, text, is_found) in [(&FIELD, record.as_str(), true), (&FIELD, "[]", false), (&TALK, RECORD, true)] {
        let (mut tape, mut sites) = (Tape::new(), Sites::default());
        let ids = format.shape.ids.unwrap();
        assert_eq!((ids.walk)(tape.parse(text).unwrap(), &mut sites), is_found);
        assert_eq!(sites.list.len(), usize::from(text == record));
        assert_eq!(ids.scopes.is_empty(), format.name == "talk");
    }
}

#[test]
fn typed_parts_are_read_where_they_may_be() {
    let v1 = named("llamafactory-v1");
    let of = |role: &str, parts: &str| format!(r#"{{"messages":[{{"role":"{role}","content":{parts}}}]}}"#);
    let call = r#"[{"type":"tool_call","value":"{\"name\": \"f\", \"arguments\": {}}"}]"#;
    for (role, parts, code, is_refused) in [
        ("user", r#""q""#, "TW102", true),
        ("user", "[7]", "TW102", true),
        ("user", r#"[{"value":"q"}]"#, "TW103", true),
        ("user", r#"[{"type":"text"}]"#, "TW103", true),
        ("user", r#"[{"type":"text","value":7}]"#, "TW102", true),
        ("user", r#"[{"type":"text","value":"q","value":"q"}]"#, "TW007", true),
        ("user", r#"[{"type":"image","value":"a.png"}]"#, "TW106", false),
        ("user", r#"[{"type":"reasoning","value":"r"}]"#, "TW107", false),
        ("tool", call, "TW107", false),
        ("assistant", r#"[{"type":"tool_call","value":"[]"}]"#, "TW108", false),
    ] {
        let (found, refused) = check(v1, &of(role, parts), false);
        assert!(
            found.iter().any(|found| found.starts_with(code)) && refused == is_refused,
            "{role} {parts}: {found:?}"
        );
    }
    for (record, is_one) in [
        (of("user", r#"[{"type":"text","value":"q"}]"#), true),
        (
            r#"[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"text","value":"a"}]}]"#
                .to_owned(),
            true,
        ),
        (of("user", r#"[{"type":"text","text":"q"}]"#), false),
        (of("user", r#""q""#), false),
    ] {
        assert_eq!((v1.score)(Tape::new().parse(&record).unwrap()).is_some(), is_one, "{record}");
    }
}

#[test]
fn a_tool_may_list_the_results_of_all_calls() {
    let v1 = named("llamafactory-v1");
    let call = r#"{"type":"tool_call","value":"{\"name\": \"f\", \"arguments\": {}}"}"#;
    let record = |results: &str| {
        format!(
            r#"{{"messages":[{{"role":"assistant","content":[{call},{call}]}},{{"role":"tool","content":[{{"type":"text","value":"{results}"}}]}}]}}"#
        )
    };
    let (listed, _) = convert(v1, named("sharegpt"), &record("[1, 2]"), &BODY);
    assert!(listed.unwrap().contains(r#"{"from":"observation","value":"[1, 2]"}"#));
    let (found, _) = check(v1, &record("[1, 2]"), false);
    assert!(!found.iter().any(|found| found.starts_with("TW2")), "{found:?}");
    let (found, _) = check(v1, &record("[1]"), false);
    assert_eq!(found.len(), 1, "{found:?}");
}
