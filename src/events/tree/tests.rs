//! Tests with the patches of the fixtures and with hostile ones.

use serde_json::Value as Json;

use super::budget::PatchBudget;
use super::patch::Document;
use super::patch_error::{Applied, PatchLimits, Reason};
use crate::json::Tape;

fn apply(document: &mut Document, patch: &str) -> Result<Applied, Reason> {
    let (mut tape, mut scratch) = (Tape::new(), Tape::new());
    let mut budget = PatchBudget::new(PatchLimits::default());
    document.apply(tape.parse(patch).unwrap(), &mut budget, &mut scratch).map_err(|error| error.reason)
}

/// The number of the patch, of many equal ones with one budget, that a limit stops, and why.
fn stopped(before: &str, patches: &[&str], limits: PatchLimits) -> Option<(usize, Reason)> {
    let (mut tape, mut scratch) = (Tape::new(), Tape::new());
    let (mut document, mut budget) = (Document::new(before), PatchBudget::new(limits));
    let error = patches.iter().cycle().take(20_000).enumerate().find_map(|(at, patch)| {
        let before = budget;
        let error = document.apply(tape.parse(patch).unwrap(), &mut budget, &mut scratch).err();
        assert!(error.is_none() || before.spent().is_none());
        error.map(|error| (at, error.reason))
    });
    if let Some((_, reason)) = error.filter(|(_, reason)| reason.is_limit()) {
        assert_eq!(budget.spent(), Some(reason));
        let again =
            document.apply(tape.parse(r#"[{"op":"add","path":"/z","value":1}]"#).unwrap(), &mut budget, &mut scratch);
        assert_eq!(again.unwrap_err().reason, reason, "what follows is stopped at once");
    }
    error
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
    let most = PatchLimits { bytes: 1 << 16, steps: 1 << 22, ..PatchLimits::default() };
    let long = format!("[{}1]", "1,".repeat(40_000));
    for (before, patch) in [
        (r#"["xxxxxxxxxxxxxxxx"]"#, r#"[{"op":"copy","from":"","path":"/-"}]"#),
        (r#"{"a":[1]}"#, r#"[{"op":"copy","from":"/a","path":"/a/-"}]"#),
        (r#"{"a":[1]}"#, r#"[{"op":"copy","from":"/a","path":"/a/0"}]"#),
        (r#"{"a":{"b":[[1]]}}"#, r#"[{"op":"copy","from":"/a/b/0","path":"/a/b/0/-"}]"#),
        (r#"{"a":1}"#, r#"[{"op":"copy","from":"","path":"/b"},{"op":"move","from":"/b","path":"/a"}]"#),
        // The copy is moved away, so that the next one finds its place free.
        (r#"{"a":[1],"l":[]}"#, r#"[{"op":"copy","from":"/a","path":"/b"},{"op":"move","from":"/b","path":"/a/-"}]"#),
    ] {
        let (at, reason) = stopped(before, &[patch], most).unwrap();
        assert!(matches!(reason, Reason::TooLarge | Reason::TooDeep), "{patch} {reason:?}");
        assert!(at < 2000, "{patch} {at}");
    }
    for (before, patch) in [
        // Half of the items move.
        (
            format!(r#"{{"l":{long}}}"#),
            r#"[{"op":"add","path":"/l/20000","value":1},{"op":"remove","path":"/l/20000"}]"#,
        ),
        (format!(r#"{{"l":{long}}}"#), r#"[{"op":"move","from":"/l/20000","path":"/l/19999"}]"#),
        // The list is shared, so it is copied before it changes.
        (
            format!(r#"{{"l":{long}}}"#),
            r#"[{"op":"copy","from":"/l","path":"/k"},{"op":"add","path":"/k/-","value":1}]"#,
        ),
        (format!(r#"{{"l":"{}"}}"#, "x".repeat(5000)), r#"[{"op":"test","path":"/l","value":"y"}]"#),
    ] {
        let most = PatchLimits { bytes: 1 << 20, ..most };
        let found = stopped(&before, &[patch], most);
        let is_test = patch.contains("test");
        assert_eq!(
            found.map(|found| found.1),
            Some(if is_test { Reason::TestFailed } else { Reason::TooManySteps }),
            "{patch}"
        );
    }
    let mut document = Document::new(r#"{"a":{}}"#);
    let deeper = r#"[{"op":"add","path":"/t","value":{}},{"op":"move","from":"/a","path":"/t/a"},{"op":"move","from":"/t","path":"/a"}]"#;
    let error = (0..2000).find_map(|_| apply(&mut document, deeper).err());
    assert_eq!(error, Some(Reason::TooDeep));
    let back = r#"[{"op":"add","path":"/t","value":{}},{"op":"move","from":"/a/a","path":"/t/a"},{"op":"move","from":"/t/a","path":"/a/a"}]"#;
    assert!((0..2000).all(|_| apply(&mut document, back).is_ok()), "an estimate of the depth is no reason to fail");
}

#[test]
fn copies_that_are_replaced_again_are_within_the_limit() {
    let most = PatchLimits { bytes: 1 << 14, steps: 1 << 24, ..PatchLimits::default() };
    let state = format!(r#"{{"now":{{"text":"{}","n":[1,2]}},"last":null}}"#, "x".repeat(1000));
    let front = r#"[{"op":"add","path":"/l/0","value":1},{"op":"add","path":"/l/-","value":1}]"#;
    assert_eq!(stopped(&format!("{{\"l\":[{}1]}}", "1,".repeat(40_000)), &[front], most), None);
    let patch = r#"[{"op":"copy","from":"/now","path":"/last"},{"op":"add","path":"/now/n/0","value":7},{"op":"remove","path":"/now/n/1"}]"#;
    assert_eq!(stopped(&state, &[patch], most), None);
    // A log that brings many values may have as many bytes of copies.
    let patch = format!(r#"[{{"op":"add","path":"/now/n","value":"{}"}}]"#, "y".repeat(200));
    assert_eq!(stopped(&state, &[&patch, r#"[{"op":"copy","from":"/now","path":"/last"}]"#], most), None);
}

#[test]
fn measuring_the_depth_of_many_copies_takes_linear_time() {
    let most = PatchLimits { depth: 8, steps: 0, ..PatchLimits::default() };
    let copy = r#"[{"op":"copy","from":"/b","path":"/a/-"}]"#;
    assert_eq!(stopped(r#"{"a":[],"b":{}}"#, &[copy], most), None);
}

#[test]
fn copies_share_and_do_not_change_each_other() {
    let mut document = Document::new(r#"{"a":{"l":[1,[2]],"k":"v"}}"#);
    apply(&mut document, r#"[{"op":"copy","from":"/a","path":"/b"}]"#).unwrap();
    apply(&mut document, r#"[{"op":"add","path":"/b/l/1/-","value":3},{"op":"remove","path":"/a/k"}]"#).unwrap();
    apply(&mut document, r#"[{"op":"copy","from":"/b/l","path":"/a/l"},{"op":"replace","path":"/b/l/0","value":9}]"#)
        .unwrap();
    assert_eq!(document.text(), r#"{"a":{"l":[1,[2,3]]},"b":{"l":[9,[2,3]],"k":"v"}}"#);
    let equal = r#"[{"op":"test","path":"","value":{"b":{"k":"\u0076","l":[9.0,[2,3]]},"a":{"l":[1,[2,3]]}}}]"#;
    apply(&mut document, equal).unwrap();
    for other in ["{}", "[]", r#"{"a":{"l":[1,[2,3]]}}"#, r#"{"a":{"l":[1,[2,3]]},"b":{"l":[9,[2,3]],"j":"v"}}"#] {
        let patch = format!(r#"[{{"op":"test","path":"","value":{other}}}]"#);
        assert_eq!(apply(&mut document, &patch), Err(Reason::TestFailed), "{other}");
    }
}
