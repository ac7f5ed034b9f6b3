//! Checks a record by converting it, and reports the findings at their places in the record.
//!
//! ```text
//! weather.openai.jsonl:1:412: warning TW511 as anthropic: the last message is an assistant message at /messages/3
//! ```

use crate::format::{Dialect, Format, Reading};
use crate::json::{Node, Out, Tape};
use crate::lower::{RequestSettings, check_foreign_request};
use crate::report::{Diagnostic, Report, Severity};
use crate::rule::{self, INCOMPLETE_REQUEST, pairs::PairedCalls};

/// The result of a conversion, whose buffers are used again for the next record.
#[derive(Debug)]
pub(super) struct ConvertedText {
    /// The text, with the source places of its parts.
    pub(super) out: Out,
    tape: Tape,
}

impl ConvertedText {
    pub(super) fn new() -> Self {
        Self { out: Out::mapped(), tape: Tape::new() }
    }
}

/// A record that was converted.
pub(super) struct ConvertedRecord<'t, 'a, 'w> {
    /// The record.
    pub(super) root: Node<'t, 'a>,
    /// Its settings, if it may be a request.
    pub(super) settings: Option<&'static RequestSettings>,
    /// The result of the conversion.
    pub(super) text: &'w mut ConvertedText,
    /// The format of the result.
    pub(super) to: &'static Format,
    /// Its dialect.
    pub(super) dialect: Option<&'static Dialect>,
}

impl ConvertedRecord<'_, '_, '_> {
    /// Applies the rules of the target to the record as it would be sent. False: the record has only messages.
    pub(super) fn check(self, report: &mut Report, scratch: &mut Tape) -> bool {
        let Self { root, settings, text: ConvertedText { out, tape }, to, dialect } = self;
        // The tape of the record is needed until its findings are located.
        let Some(written) = tape.parse_written(out) else { return true };
        let mut is_request = to.policy.record.settings.is_none();
        let as_target = |message: &str| ["as ", to.name, ": ", message].concat();
        if let (Some(source), Some(target)) = (settings, to.policy.record.settings) {
            let has_other_keys = dialect.is_some();
            is_request =
                check_foreign_request(root, source, (target, written, has_other_keys), &mut |code, at, why| {
                    // A missing field can be added when the request is made; a wrong value must be corrected.
                    let is_missing = code.id == INCOMPLETE_REQUEST.code.id;
                    let severity = if is_missing { Severity::Warning } else { Severity::Error };
                    report.add_as(code, severity, at, || as_target(&why.message));
                });
        }
        let mut reading = Reading { report: &mut Report::keeping(0), scratch, columns: None, programs: None };
        let Ok(mut conversation) = (to.read)(written, &mut reading) else { return is_request };
        conversation.source.text = written.raw();
        let mut found = Report::keeping(u64::MAX);
        let paired = PairedCalls::new(&conversation);
        rule::check_paired(to.rules.own, &paired, true, &mut found);
        if let Some(dialect) = dialect {
            rule::check_paired(dialect.rules, &paired, true, &mut found);
        }
        for finding in found.drain() {
            let at = out.map().and_then(|map| map.place(written, finding.at)).unwrap_or(root.at());
            report.add_found(Diagnostic { at, message: as_target(&finding.message), edit: None, ..finding });
        }
        is_request
    }
}
