//! What services accept gives no error, and what they refuse does: the bodies in `accepted.md`.

use std::io::Cursor;

use turnwise::format::{WriteOptions, by_name};
use turnwise::op::validate::{Options, run};
use turnwise::op::{Choice, Input};
use turnwise::report::{Report, Severity};
use turnwise::stream::{Flow, Silent, Source};

use crate::fixtures::{read, write};

/// The codes of the errors that `validate` finds in a text, alone and as it would be sent.
fn errors(text: &str, format: &str, is_sent: bool) -> Vec<&'static str> {
    let source = Source::from_reader(Cursor::new(text.as_bytes().to_vec()), "body").unwrap();
    let (found, dialect) = by_name(format).unwrap_or_else(|| panic!("{format}"));
    let choice = Choice { format: Some(found), ..Choice::default() };
    let input = Input::new(source, &choice).unwrap_or_else(|trouble| panic!("{text}: {trouble}"));
    let options = Options { target: is_sent.then_some((found, dialect)), ..Options::default() };
    let mut codes = Vec::new();
    let mut note = |findings: turnwise::op::validate::Findings| {
        let is_error = |severity| severity == Severity::Error;
        codes.extend(findings.diagnostics.iter().filter(|it| is_error(it.severity)).map(|it| it.code.id));
        Flow::Continue
    };
    run(input, &options, &mut note, &Silent).unwrap();
    codes
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
            other => panic!("{other:?}"),
        }
    }
    assert!(count > 60, "{count}");
}
