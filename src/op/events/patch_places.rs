//! The places of the patches of a log in its file, for a limit that is reached when the log is replayed from memory.

use super::super::outcome::{Fatal, Outcome};
use crate::events::StateLimit;
use crate::json::Node;
use crate::report::{Report, Start};

/// The starts of the records with events that can enlarge the state or a message, by event number.
#[derive(Debug, Default)]
pub(in crate::op) struct PatchPlaces(Vec<(u64, Start)>);

impl PatchPlaces {
    pub(super) fn note(&mut self, number: u64, event: Node<'_, '_>, start: &Start) {
        let grows =
            |kind: Node<'_, '_>| ["STATE_DELTA", "ACTIVITY_DELTA", "MESSAGES_SNAPSHOT"].iter().any(|it| kind.is(it));
        if event.get("type").is_some_and(grows) {
            self.0.push((number, *start));
        }
    }

    /// Ends the run at a patch that was replayed from memory. Its place is the record; the message contains the pointer
    /// in the event.
    pub(in crate::op) fn end(&self, limit: &StateLimit, outcome: &mut Outcome) {
        let number = limit.event.unwrap_or_default();
        let found = self.0.binary_search_by_key(&number, |(number, _)| *number);
        let start = found
            .ok()
            .and_then(|at| self.0.get(at))
            .map_or(Start { line: 1, column: 1, offset: 0 }, |(_, start)| *start);
        let refused = limit.refused();
        let mut report = Report::keeping(1);
        report.start_record(number);
        report.refuse(&refused, None);
        report.locate(None, &[], &start);
        if let Some(diagnostic) = report.drain().next() {
            outcome.end_with(Fatal { diagnostic, help: refused.help() });
        }
    }
}
