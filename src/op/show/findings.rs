//! Findings of `validate`, at the messages that they are about.

use std::collections::HashMap;

use super::view::ConversationView;
use crate::format::Framing;
use crate::model::Conversation;
use crate::op::input::Input;
use crate::op::read::RawRecord;
use crate::op::validate::{CheckedInput, ValidateOptions, ValidateWorker};
use crate::report::{Report, Severity};

/// A finding.
#[derive(Clone, Debug)]
pub struct FindingView {
    /// Its severity.
    pub severity: Severity,
    /// `TW203`
    pub code: &'static str,
    /// The message.
    pub message: String,
}

/// Checks records one by one.
pub(super) struct RecordChecker<'o> {
    worker: ValidateWorker<'o>,
    framing: Framing,
}

impl<'o> RecordChecker<'o> {
    pub(super) fn new(input: &Input, options: &'o ValidateOptions) -> Self {
        let checked = CheckedInput::new(input, options);
        Self { worker: ValidateWorker::new(&checked, None), framing: input.framing }
    }

    /// The findings of a record.
    pub(super) fn check(&mut self, record: &RawRecord) -> Report {
        let (found, _) = self.worker.findings_of(&record.piece(self.framing), false);
        self.worker.forget();
        found
    }
}

/// Puts findings at the messages in which they are, or else at the conversation. `all`: the conversation with the messages that are
/// not shown, whose findings are not shown either.
pub(super) fn put(view: &mut ConversationView, found: &Report, shown: &Conversation<'_>, all: &Conversation<'_>) {
    let mut starts: Vec<usize> = all.messages.iter().filter_map(|message| message.at.offset()).collect();
    starts.sort_unstable();
    let places =
        shown.messages.iter().zip(0_usize..).filter_map(|(message, place)| Some((message.at.offset()?, place)));
    let places: HashMap<usize, usize> = places.collect();
    for found in found.kept() {
        let finding = FindingView { severity: found.severity, code: found.code.id, message: found.message.clone() };
        let before = found.at.offset().map_or(0, |offset| starts.partition_point(|start| *start <= offset));
        let Some(start) = before.checked_sub(1).and_then(|index| starts.get(index)) else {
            view.findings.push(finding);
            continue;
        };
        if let Some(message) = places.get(start).and_then(|place| view.messages.get_mut(*place)) {
            message.findings.push(finding);
        }
    }
}
