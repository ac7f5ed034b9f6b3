//! Tests with the patches of the fixtures and with hostile ones.

use serde_json::Value as Json;

use super::patch::Document;
use super::patch_error::{Applied, PatchLimits, Reason};
use crate::json::Tape;

fn apply(document: &mut Document, patch: &str) -> Result<Applied, Reason> {
    let (mut tape, mut scratch) = (Tape::new(), Tape::new());
    document.apply(tape.parse(patch).unwrap(), PatchLimits::default(), &mut scratch).map_err(|error| error.reason)
}

fn json(text: &str) -> Json {
    serde_json::from_str(text).unwrap()
}

#[test]
fn the_patches_of_the_fixtures_give_what_the_library_gives() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/ag-ui/patch/json-patch-cases.json");
    let cases = json(&std::fs::read_to_string(path).unwrap());
    let cases = cases.as_array().unwrap();
    assert_eq!(cases.len(), 34);
    for case in cases {
        let mut document = Document::new(case["before"].to_string());
        let applied = apply(&mut document, &case["delta"].to_string());
        assert_eq!(applied.is_ok(), case["applied"].as_bool().unwrap(), "{}", case["name"]);
        assert_eq!(json(&document.text()), case["after"], "{}", case["name"]);
        assert_eq!(applied.is_ok_and(|applied| applied.is_lax), case["name"] == "empty index");
    }
}

#[test]
fn corner_cases_of_the_library() {
    for (before, patch, after) in [
        (r#"{"l":[1,2]}"#, r#"[{"op":"add","path":"/l/01","value":9}]"#, Ok(r#"{"l":[1,9,2]}"#)),
        (r#"{"l":[1,2]}"#, r#"[{"op":"test","path":"/l/01","value":2}]"#, Ok(r#"{"l":[1,2]}"#)),
        (r#"{"l":[1,2]}"#, r#"[{"op":"move","from":"/l/0","path":"/l/7"}]"#, Ok(r#"{"l":[2,1]}"#)),
        (r#"{"l":[1],"a":3}"#, r#"[{"op":"copy","from":"/a","path":"/l/-"}]"#, Ok(r#"{"l":[1,3],"a":3}"#)),
        (r#"{"l":[1]}"#, r#"[{"op":"copy","from":"/l/-","path":"/b"}]"#, Err(Reason::BadIndex)),
        (r#"{"a":1}"#, r#"[{"op":"copy","from":"","path":"/b"}]"#, Ok(r#"{"a":1,"b":{"a":1}}"#)),
        (r#"{"a":{"b":1}}"#, r#"[{"op":"move","from":"/a/b","path":"/a"}]"#, Ok(r#"{"a":1}"#)),
        (r#"{"a":{"b":1}}"#, r#"[{"op":"move","from":"/a","path":""}]"#, Ok(r#"{"b":1}"#)),
        (r#"{"a":1}"#, r#"[{"op":"move","from":"","path":"/a"}]"#, Err(Reason::IntoItself)),
        (r#"{"a":1}"#, r#"[{"op":"move","from":"/z","path":""}]"#, Err(Reason::NotFound)),
        (r#"{"l":[{"q":1},{"r":1}]}"#, r#"[{"op":"move","from":"/l/0","path":"/l/1/x"}]"#, Err(Reason::NotFound)),
        ("5", r#"[{"op":"add","path":"/a","value":1}]"#, Err(Reason::NotFound)),
        (r#"{"a":1}"#, r#"[{"op":"add","path":"/constructor/prototype","value":1}]"#, Err(Reason::Forbidden)),
        (r#"{"a":1}"#, r#"[{"op":"add","path":"b","value":1}]"#, Err(Reason::BadPointer)),
        (r#"{"a":1}"#, r#"[{"op":"add","path":"/b"}]"#, Err(Reason::Malformed)),
        (r#"{"a":1}"#, r#"[{"op":"bad","path":"/b"}]"#, Err(Reason::Malformed)),
        (r#"{"a":1}"#, r#"{"op":"remove","path":"/a"}"#, Err(Reason::NotAPatch)),
        (r#"{"a":1}"#, "[7]", Err(Reason::NotAPatch)),
        (r#"{"caf\u00e9":1.10}"#, r#"[{"op":"test","path":"/café","value":1.1}]"#, Ok(r#"{"caf\u00e9":1.10}"#)),
        (r#"{"\"":1}"#, r#"[{"op":"replace","path":"/\u0022","value":2.0}]"#, Ok(r#"{"\"":2.0}"#)),
    ] {
        let mut document = Document::new(before);
        let applied = apply(&mut document, patch);
        assert_eq!(applied.err(), after.err(), "{before} {patch}");
        assert_eq!(document.text(), after.unwrap_or(before), "{patch}");
    }
}

#[test]
fn a_patch_that_fails_late_changes_nothing() {
    let members: Vec<_> = (0..32).map(|n| format!("\"k{n}\":[{n}]")).collect();
    let before = format!("{{{}}}", members.join(","));
    let failing = r#"{"op":"test","path":"/nope","value":1}"#;
    for patch in [
        r#"{"op":"remove","path":"/k0"},{"op":"add","path":"/x","value":1},{"op":"add","path":"/y","value":1}"#,
        r#"{"op":"add","path":"/x","value":{"l":[]}},{"op":"add","path":"/x/l/0","value":1},{"op":"remove","path":"/k5"}"#,
        r#"{"op":"move","from":"/k3","path":"/k4/0"},{"op":"replace","path":"/k5","value":null}"#,
        r#"{"op":"replace","path":"","value":[]},{"op":"add","path":"/0","value":1},{"op":"remove","path":""}"#,
        r#"{"op":"add","path":"/k1/0","value":0},{"op":"remove","path":"/k1/1"},{"op":"copy","from":"/k1","path":"/k2"}"#,
    ] {
        let mut document = Document::new(before.clone());
        apply(&mut document, &format!("[{patch},{failing}]")).unwrap_err();
        assert_eq!(document.text(), before, "{patch}");
        apply(&mut document, &format!("[{patch}]")).unwrap();
        assert_ne!(document.text(), before, "{patch}");
    }
}

#[test]
fn hostile_patches_are_stopped() {
    let mut document = Document::new(r#"["xxxxxxxxxxxxxxxx"]"#);
    let double = r#"[{"op":"copy","from":"","path":"/-"}]"#;
    let error = (0..2000).find_map(|_| apply(&mut document, double).err());
    assert_eq!(error, Some(Reason::TooLarge));
    let mut document = Document::new(r#"{"a":{}}"#);
    let deeper = r#"[{"op":"add","path":"/t","value":{}},{"op":"move","from":"/a","path":"/t/a"},{"op":"move","from":"/t","path":"/a"}]"#;
    let error = (0..2000).find_map(|_| apply(&mut document, deeper).err());
    assert_eq!(error, Some(Reason::TooDeep));
    let back = r#"[{"op":"add","path":"/t","value":{}},{"op":"move","from":"/a/a","path":"/t/a"},{"op":"move","from":"/t/a","path":"/a/a"}]"#;
    assert!((0..2000).all(|_| apply(&mut document, back).is_ok()), "an estimate of the depth is no reason to fail");
}
