//! Joins the state events between two run boundaries: those after the last snapshot become one snapshot.

use crate::events::kind::{Event, EventType};
use crate::events::replay::metadata::merge_into;
use crate::events::replay::{StateLimit, report_patch};
use crate::events::tree::budget::PatchBudget;
use crate::events::tree::patch::Document;
use crate::events::tree::value::TreeValue;
use crate::json::Tape;
use crate::report::Report;

/// The state events since the last start or end of a run.
#[derive(Debug, Default)]
pub(super) struct StateWindow {
    /// Deltas before the first snapshot: they apply to an unknown state.
    deltas: Vec<String>,
    /// The state after the first snapshot.
    state: Option<Document>,
    metadata: Option<TreeValue>,
}

impl StateWindow {
    /// `budget` and `beyond` are those of the log: windows end, and the budget goes on.
    pub(super) fn event(
        &mut self,
        event: &Event<'_, '_>,
        (budget, beyond): (&mut PatchBudget, &mut Option<StateLimit>),
        scratch: &mut Tape,
        report: &mut Report,
    ) {
        merge_into(&mut self.metadata, event.metadata(), scratch);
        if event.kind == EventType::StateSnapshot {
            self.deltas.clear();
            let snapshot = event.get("snapshot").map_or("null", |snapshot| snapshot.raw());
            budget.drop_copies(self.state.as_ref().map_or(0, Document::copied));
            budget.bring(snapshot.len());
            self.state = Some(Document::new(snapshot));
        } else if let (Some(state), Some(delta)) = (&mut self.state, event.get("delta")) {
            report_patch(state.apply(delta, budget, scratch), ("state", "delta"), delta, beyond, report);
        } else if self.state.is_none() {
            self.deltas.push(event.node.raw().to_owned());
        }
    }

    pub(super) fn flush(&mut self, emit: &mut dyn FnMut(&str)) {
        let window = std::mem::take(self);
        let Some(state) = window.state else {
            for delta in &window.deltas {
                emit(delta);
            }
            return;
        };
        let mut text = b"{\"type\":\"STATE_SNAPSHOT\",\"snapshot\":".to_vec();
        state.write(&mut text);
        if let Some(metadata) = &window.metadata {
            text.extend_from_slice(b",\"metadata\":");
            metadata.write(&mut text);
        }
        text.push(b'}');
        emit(&String::from_utf8(text).unwrap_or_default());
    }
}
