//! What trainers do with records, as data: `tests/interop/trainers.jsonl` has a record, a trainer, and the codes that it must have
//! there. `tests/interop/trainers.py` gives the same records to the trainers themselves.

use turnwise::format::TRAINERS;
use turnwise::{Severity, Validate, convert, validate};

use crate::fixtures::path;

struct Case {
    trainer: String,
    codes: Vec<String>,
    record: String,
}

fn cases() -> Vec<Case> {
    let text = std::fs::read_to_string(path("tests/interop/trainers.jsonl")).unwrap();
    let case = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        let codes = value["codes"].as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned()).collect();
        Case { trainer: value["for"].as_str().unwrap().to_owned(), codes, record: value["record"].to_string() }
    };
    text.lines().map(case).collect()
}

/// The codes of findings that are no notes, once each.
fn codes_for(record: &str, trainer: &str) -> Vec<&'static str> {
    let findings = validate(record, &Validate::new().target(trainer)).unwrap();
    let mut codes: Vec<_> =
        findings.iter().filter(|it| it.severity != Severity::Note).map(|finding| finding.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

#[test]
fn records_have_the_codes_of_their_trainers() {
    let wrong: Vec<_> = cases()
        .into_iter()
        .map(|case| (codes_for(&case.record, &case.trainer), case))
        .filter(|(found, case)| *found != case.codes)
        .map(|(found, case)| format!("{} {}: {found:?}, not {:?}", case.trainer, case.record, case.codes))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_trainer_has_good_records_and_bad_ones() {
    for trainer in TRAINERS {
        let cases: Vec<_> = cases().into_iter().filter(|case| case.trainer == trainer.name).collect();
        assert!(cases.iter().any(|case| case.codes.is_empty()), "{}", trainer.name);
        assert!(cases.iter().any(|case| !case.codes.is_empty()), "{}", trainer.name);
        assert!(trainer.source.contains(char::is_numeric), "{} has no version", trainer.name);
    }
}

#[test]
fn what_a_trainer_does_not_read_is_converted_as_the_message_says() {
    let unread: Vec<_> = cases().into_iter().filter(|case| case.codes == ["TW232"]).collect();
    assert!(unread.len() > 4);
    for case in unread {
        let findings = validate(&case.record, &Validate::new().target(&case.trainer)).unwrap();
        let said = findings.iter().find(|finding| finding.code == "TW232").unwrap();
        let to = said.message.rsplit_once("convert --to ").unwrap().1;
        let text = String::from_utf8(convert(&case.record, None, to).unwrap().bytes).unwrap();
        assert_eq!(codes_for(&text, &case.trainer), [""; 0], "{}: {text}", case.trainer);
    }
}
