//! What services accept gives no error, and what they reject does: the bodies in `accepted.md`.

use std::io::Cursor;

use serde_json::Value;
use turnwise::format::{FORMATS, WriteOptions, by_name};
use turnwise::op::validate::{ValidateOptions, run};
use turnwise::op::{Choice, Input};
use turnwise::report::{Report, Severity};
use turnwise::rule::request_types::RequestTypes;
use turnwise::stream::{Flow, Silent, Source};

use crate::fixtures::{files, read, write};

/// The codes of the errors that `validate` finds in a text, alone and as it would be sent.
pub fn errors(text: &str, format: &str, is_sent: bool) -> Vec<&'static str> {
    errors_of(text, format, is_sent.then_some(format))
}

fn errors_of(text: &str, format: &str, target: Option<&str>) -> Vec<&'static str> {
    let source = Source::from_reader(Cursor::new(text.as_bytes().to_vec()), "body").unwrap();
    let (found, _) = by_name(format).unwrap_or_else(|| panic!("{format}"));
    let choice = Choice { format: Some(found), ..Choice::default() };
    let input = Input::new(source, &choice).unwrap_or_else(|trouble| panic!("{text}: {trouble}"));
    let options = ValidateOptions { target: target.and_then(by_name), ..ValidateOptions::default() };
    let mut codes = Vec::new();
    let mut note = |findings: turnwise::op::validate::Findings| {
        let is_error = |severity| severity == Severity::Error;
        codes.extend(findings.diagnostics.iter().filter(|it| is_error(it.severity)).map(|it| it.code.id));
        Flow::Continue
    };
    run(input, &options, &mut note, &Silent);
    codes
}

/// Conversion repairs a body and reports it, or rejects it; `validate --for` reports the same, and nothing about what was written.
fn assert_converted(text: &str, cell: &str) {
    let (target, fate) = cell.split_once('=').unwrap();
    let (from, to) = (by_name("openai").unwrap().0, by_name(target).unwrap().0);
    let conversation = read(from, text, false, &mut Report::default()).unwrap();
    let mut report = Report::default();
    let written = write(to, &conversation, &WriteOptions::default(), &mut report);
    let sent = errors_of(text, "openai", Some(target));
    if fate == "refused" {
        assert!(written.is_err() && sent == ["TW390"], "{cell}: {sent:?} {written:?}\n{text}");
        return;
    }
    let written = written.unwrap_or_else(|refused| panic!("{cell}: {refused:?}\n{text}"));
    let is_reported = fate == "taken" || report.counts().iter().any(|count| count.code.id == fate);
    assert!(is_reported, "{cell}: {:?}\n{text}", report.counts());
    assert_eq!((errors(&written, target, false), sent), (vec![], vec![]), "{cell}: {written}\n{text}");
}

#[test]
fn bodies_are_judged_as_services_judge_them() {
    let mut count = 0;
    let mut lines = include_str!("accepted.md").lines();
    while let Some(line) = lines.next() {
        let Some(what) = line.strip_prefix("```json ") else { continue };
        let text: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
        let text = text.join("\n");
        count += 1;
        match what.split(' ').collect::<Vec<_>>().as_slice() {
            ["accepted", format, others @ ..] => {
                assert_eq!(errors(&text, format, false), [""; 0], "{text}");
                assert_eq!(errors(&text, format, true), [""; 0], "--for {format}: {text}");
                for other in others {
                    let from = by_name(format).unwrap().0;
                    let (to, dialect) = by_name(other).unwrap_or_else(|| panic!("{other}"));
                    let conversation = read(from, &text, false, &mut Report::default()).unwrap();
                    let options = WriteOptions { dialect: dialect.map(|it| it.name), ..WriteOptions::default() };
                    let written = write(to, &conversation, &options, &mut Report::default());
                    assert!(written.is_ok(), "{other}: {written:?}\n{text}");
                }
            }
            ["refused", format, code] => {
                assert!(errors(&text, format, false).contains(code), "{code}: {text}");
                assert!(errors(&text, format, true).contains(code), "--for {format} {code}: {text}");
            }
            ["refused-by", format, code] => {
                assert!(errors(&text, format, true).contains(code), "--for {format} {code}: {text}");
            }
            ["from-openai", cells @ ..] => cells.iter().for_each(|cell| assert_converted(&text, cell)),
            other => panic!("{other:?}"),
        }
    }
    assert!(count > 60, "{count}");
}

/// The valid documents of each service have no error, alone and as they would be sent.
#[test]
fn valid_documents_have_no_errors() {
    let mut count = 0;
    for format in FORMATS.iter().filter(|format| format.is_service()) {
        let ends = [format!(".{}.json", format.name), format!(".{}-response.json", format.name)];
        // Some blocks of hosted tools are odd on purpose.
        let named = |path: &std::path::Path| {
            let path = path.to_string_lossy();
            ends.iter().any(|end| path.ends_with(end)) && !path.contains("/hosted.")
        };
        for path in files(format).into_iter().filter(|path| named(path)) {
            let text = std::fs::read_to_string(&path).unwrap();
            for is_sent in [false, true] {
                assert_eq!(errors(&text, format.name, is_sent), [""; 0], "{}, sent: {is_sent}", path.display());
            }
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}

/// The keywords of the schemas that the types of requests are written in. `description` and the like are not among them.
const KEYWORDS: &[&str] = &[
    "$ref",
    "type",
    "enum",
    "const",
    "nullable",
    "anyOf",
    "allOf",
    "if",
    "then",
    "else",
    "not",
    "items",
    "minItems",
    "maxItems",
    "properties",
    "required",
    "additionalProperties",
    "minProperties",
    "maxProperties",
    "minLength",
    "maxLength",
    "pattern",
];

/// A schema that cannot be applied finds nothing, so all of it must be known.
#[test]
fn the_types_of_requests_can_be_applied() {
    let mut count = 0;
    for (format, settings) in FORMATS.iter().filter_map(|format| Some((format.name, format.policy.record.settings?))) {
        let file = crate::fixtures::path("src/format").join(format.replace('-', "_")).join("request.json");
        let text = settings.types.text();
        assert!(
            std::fs::read_to_string(file).unwrap() == text,
            "{format}: request_types.py --write packs request.json"
        );
        let root: Value = serde_json::from_str(&text).unwrap();
        for schema in root["$defs"].as_object().unwrap().values() {
            assert_known(schema, &root);
        }
        assert!(RequestTypes::new(&settings.types).is_some());
        count += 1;
    }
    assert_eq!(count, 5);
}

fn assert_known(schema: &Value, root: &Value) {
    for (key, rule) in schema.as_object().into_iter().flatten() {
        assert!(KEYWORDS.contains(&key.as_str()), "{key}");
        match key.as_str() {
            "$ref" => assert!(root.pointer(&rule.as_str().unwrap()[1..]).is_some(), "{rule}"),
            "properties" => rule.as_object().unwrap().values().for_each(|inner| assert_known(inner, root)),
            "anyOf" | "allOf" => rule.as_array().unwrap().iter().for_each(|inner| assert_known(inner, root)),
            _ => assert_known(rule, root),
        }
    }
}
