//! Findings of `validate`, attached to their messages.

use std::collections::HashMap;

use super::view::ConversationView;
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
}

impl<'o> RecordChecker<'o> {
    pub(super) fn new(input: &Input, options: &'o ValidateOptions) -> Self {
        let checked = CheckedInput::new(input, options);
        Self { worker: ValidateWorker::new(&checked, None) }
    }

    /// The findings of a record.
    pub(super) fn check(&mut self, record: &RawRecord) -> Report {
        let (found, _) = self.worker.findings_of(&record.piece(), false);
        self.worker.forget();
        found
    }
}

/// The findings of a record: those of each message, by the offset of the message, and those of the conversation.
pub(super) struct PlacedFindings {
    messages: HashMap<usize, Vec<FindingView>>,
    others: Vec<FindingView>,
}

impl PlacedFindings {
    /// `all`: the conversation including hidden messages, whose findings are also hidden.
    pub(super) fn new(found: &Report, all: &Conversation<'_>) -> Self {
        let sidechains = all.sidechains.iter().flat_map(|it| &it.conversations).flat_map(|(_, it)| &it.messages);
        let mut starts: Vec<usize> =
            all.all_messages().chain(sidechains).filter_map(|message| message.at.offset()).collect();
        starts.sort_unstable();
        let (mut messages, mut others): (HashMap<usize, Vec<FindingView>>, _) = (HashMap::new(), Vec::new());
        for found in found.kept() {
            let finding = FindingView { severity: found.severity, code: found.code.id, message: found.message.clone() };
            let before = found.at.offset().map_or(0, |offset| starts.partition_point(|start| *start <= offset));
            match before.checked_sub(1).and_then(|index| starts.get(index)) {
                Some(start) => messages.entry(*start).or_default().push(finding),
                None => others.push(finding),
            }
        }
        Self { messages, others }
    }

    /// Attaches the findings to the messages that contain them, or else to the conversation.
    pub(super) fn put(&self, view: &mut ConversationView) {
        view.findings.clone_from(&self.others);
        for message in view.messages_mut().filter(|message| message.same_as.is_none()) {
            let own = message.offset.and_then(|offset| self.messages.get(&offset));
            message.findings.extend(own.into_iter().flatten().cloned());
        }
    }
}
