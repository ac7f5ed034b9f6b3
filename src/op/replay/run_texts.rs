//! The events of all runs, unchanged.

use crate::events::{Event, EventRow, EventType, Replay};
use crate::json::{Node, Tape};
use crate::op::events::{EventFailure, EventOut, Steps, stop_beyond};
use crate::report::Report;

/// An event of a run.
#[derive(Debug)]
struct RunEvent {
    kind: EventType,
    /// A snapshot that replaces all earlier events.
    is_cumulative: bool,
    /// Its number in the log, from 1.
    number: u64,
    /// The index of its row.
    row: Option<usize>,
    text: String,
}

/// The events, by the index of their run.
#[derive(Debug, Default)]
pub(super) struct RunTexts {
    prelude: Vec<RunEvent>,
    runs: Vec<Vec<RunEvent>>,
    rows: Vec<EventRow>,
    is_in_row: bool,
}

impl RunTexts {
    /// Begins or ends a row.
    pub(super) fn row(&mut self, object: Option<Node<'_, '_>>) {
        self.is_in_row = object.is_some();
        self.rows.extend(object.map(EventRow::new));
    }

    pub(super) fn add(&mut self, run: Option<usize>, number: u64, event: Event<'_, '_>) {
        let is_cumulative = event.is_cumulative();
        let row = self.rows.len().checked_sub(1).filter(|_| self.is_in_row);
        while run.is_some_and(|run| run >= self.runs.len()) {
            self.runs.push(Vec::new());
        }
        let list = run.and_then(|run| self.runs.get_mut(run)).unwrap_or(&mut self.prelude);
        let text = event.node.raw().to_owned();
        list.push(RunEvent { kind: event.kind, is_cumulative, number, row, text });
    }

    /// The events of these runs. Of snapshots that replace all earlier events, only the last one of each kind is
    /// included.
    fn of(&self, chain: &[usize]) -> Vec<&RunEvent> {
        let runs = chain.iter().filter_map(|run| self.runs.get(*run));
        let all: Vec<_> = self.prelude.iter().chain(runs.flatten()).collect();
        let last = |kind: EventType| all.iter().rposition(|event| event.is_cumulative && event.kind == kind);
        let last = [last(EventType::MessagesSnapshot), last(EventType::StateSnapshot)];
        let is_in = |index: usize, event: &RunEvent| !event.is_cumulative || last.contains(&Some(index));
        let kept = all.iter().enumerate().filter(|(index, event)| is_in(*index, event));
        kept.map(|(_, event)| *event).collect()
    }

    /// Writes the events of these runs; those of rows are written in their rows.
    pub(super) fn write(&self, chain: &[usize], out: &mut EventOut<'_>) {
        let mut open = None;
        for event in self.of(chain) {
            if event.row != open {
                out.close_row();
                if let Some(row) = event.row.and_then(|row| self.rows.get(row)) {
                    out.open_row(row.clone());
                }
                open = event.row;
            }
            out.event(&event.text);
        }
        out.close_row();
    }

    /// Replays the events of these runs one by one.
    pub(super) fn replay(
        &self,
        chain: &[usize],
        steps: &mut Steps,
        replay: &mut Replay,
        each: &mut dyn FnMut(u64, &Event<'_, '_>, &Replay) -> Result<(), EventFailure>,
    ) -> Result<(), EventFailure> {
        let (mut tape, mut quiet) = (Tape::with_max_depth(usize::MAX), Report::keeping(0));
        for RunEvent { number, text, .. } in self.of(chain) {
            let Ok(node) = tape.parse(text) else { continue };
            steps.step(Event::of(node), &mut quiet, &mut |event, report| replay.event(event, report));
            stop_beyond(replay.beyond())?;
            each(*number, &Event::of(node), replay)?;
        }
        Ok(())
    }
}
