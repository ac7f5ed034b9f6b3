//! What the tests of declared formats share: a record in and out, and what is found in it.

use super::{Container, Format, LogShape, Reading, WriteOptions, Writing, by_name};
use crate::json::{Layout, Out, Tape};
use crate::report::{Refused, Report};
use crate::rule;

/// A request body.
pub(super) const BODY: WriteOptions = WriteOptions {
    dialect: None,
    container: Container::Body,
    is_reasoning_text: false,
    is_lossy: false,
    mode: None,
    log: LogShape::Snapshot,
    drops_settings: false,
    has_needed: false,
};

pub(super) fn format(name: &str) -> &'static Format {
    by_name(name).unwrap().0
}

/// Codes of the report with their severity: `TW301 warning`.
pub(super) fn codes(report: &Report) -> Vec<String> {
    let mut codes: Vec<_> = report.kept().iter().map(|it| format!("{} {}", it.code.id, it.severity.name())).collect();
    codes.sort();
    codes.dedup();
    codes
}

/// Reads with one format and writes with another: the text, or why not, and the report.
pub(super) fn written(
    from: &Format,
    to: &Format,
    text: &str,
    options: &WriteOptions,
) -> (Result<String, Refused>, Report) {
    let (mut tape, mut scratch, mut report) = (Tape::new(), Tape::new(), Report::keeping(1000));
    let root = tape.parse(text).unwrap();
    let read =
        (from.read)(root, &mut Reading { report: &mut report, scratch: &mut scratch, columns: None, programs: None });
    let mut conversation = read.unwrap_or_else(|refused| panic!("{refused}"));
    conversation.source.text = text;
    let mut report = Report::keeping(1000);
    let mut out = Out::new(Layout::Compact);
    let mut writing = Writing::new(&mut out, &mut report, options, &mut scratch);
    let result = crate::format::write_record(to, &conversation, &mut writing);
    let text = String::from_utf8(out.as_bytes().to_vec()).unwrap();
    (result.map(|()| text), report)
}

/// The same with codes.
pub(super) fn convert(
    from: &Format,
    to: &Format,
    text: &str,
    options: &WriteOptions,
) -> (Result<String, String>, Vec<String>) {
    let (text, report) = written(from, to, text, options);
    (text.map_err(|refused| format!("{} {refused}", refused.code().id)), codes(&report))
}

/// What reading and all rules find, and whether the record was rejected.
pub(super) fn check(format: &Format, text: &str, is_sending: bool) -> (Vec<String>, bool) {
    let (mut tape, mut scratch, mut report) = (Tape::new(), Tape::new(), Report::keeping(1000));
    let root = tape.parse(text).unwrap();
    match (format.read)(
        root,
        &mut Reading { report: &mut report, scratch: &mut scratch, columns: None, programs: None },
    ) {
        Ok(conversation) => {
            rule::check(rule::RULES, &conversation, is_sending, &mut report);
            rule::check(format.rules.own, &conversation, is_sending, &mut report);
            (codes(&report), false)
        }
        Err(refused) => (vec![refused.code().id.to_owned()], true),
    }
}
