//! `normalize`: removes messages that the history contains from inputs of runs, and restores them.

use super::events::{
    EventEnds, EventFailure, EventLayout, EventLog, EventOut, EventVisitor, Listener, Steps, drive_each, stop_beyond,
};
use super::outcome::Outcome;
use crate::events::{
    Event, EventRow, EventType, LineageMode, NormalizeOptions, NormalizedRun, Normalizer, ReplayOptions,
};
use crate::json::Node;
use crate::report::Report;

/// Options of [`run`].
#[derive(Clone, Debug, Default)]
pub struct LogNormalizeOptions {
    /// The parent of a run without a parent.
    pub mode: LineageMode,
    /// Restore the messages.
    pub is_inverse: bool,
    /// Remove messages with a known id even if they differ.
    pub by_id: bool,
    /// Also restore messages if no mark shows that some were removed.
    pub assumes_normalized: bool,
    /// Also read the shorthand of guides: a state in `state`, a patch in `patch`, messages that are plain texts.
    pub is_lenient: bool,
    /// The layout of the events in the output.
    pub layout: EventLayout,
    /// The maximum number of diagnostics for each code.
    pub keep: u64,
}

/// Normalizes one log. The result lists the changed inputs.
///
/// # Errors
/// Reading or writing failed. Text that is not JSON is not an error here: see [`Outcome::fatal`].
pub fn run<'l>(
    log: impl Into<EventLog<'l>>,
    options: &LogNormalizeOptions,
    ends: EventEnds<'_>,
) -> Result<(Outcome, Vec<NormalizedRun>), EventFailure> {
    let mut outcome = Outcome { report: Report::keeping(0), ..Outcome::default() };
    let EventEnds { write, note, progress } = ends;
    let log = log.into();
    let limits = log.patch_limits();
    let out = EventOut::new(&log, options.layout, write);
    let normalizer = Normalizer::new(NormalizeOptions {
        mode: options.mode,
        is_inverse: options.is_inverse,
        by_id: options.by_id,
        assumes_normalized: options.assumes_normalized,
        replay: ReplayOptions { limits, ..ReplayOptions::default() },
    });
    let steps = Steps::new(limits.depth).lenient(options.is_lenient);
    let listener = Listener { note, progress, keep: options.keep };
    let mut inputs = Inputs { out, normalizer, steps };
    drive_each(log, listener, 1, &mut outcome, &mut inputs)?;
    let Inputs { out, normalizer, .. } = inputs;
    out.finish(&mut outcome)?;
    Ok((outcome, normalizer.runs().to_vec()))
}

struct Inputs<'e> {
    out: EventOut<'e>,
    normalizer: Normalizer,
    steps: Steps,
}

impl EventVisitor for Inputs<'_> {
    fn row(&mut self, object: Option<Node<'_, '_>>, _: &mut Report) {
        match object {
            Some(object) => {
                self.normalizer.rows(object);
                self.out.open_row(EventRow::new(object));
            }
            None => self.out.close_row(),
        }
    }

    fn event(&mut self, event: Event<'_, '_>, report: &mut Report) -> Result<(), EventFailure> {
        let Self { out, normalizer, steps } = self;
        let raw = event.node.raw();
        out.came(raw);
        let is_start = event.kind == EventType::RunStarted;
        if !is_start {
            out.event(raw);
        }
        // Chunks are unchanged; the history needs the events that they stand for.
        let mut quiet = Report::keeping(0);
        normalizer.at_record(report.record());
        steps.step(event, &mut quiet, &mut |made, _| {
            if made.kind != EventType::RunStarted {
                normalizer.feed(made);
            }
        });
        if is_start {
            normalizer.event(&event, &mut |text| out.event(text), report);
        }
        stop_beyond(normalizer.beyond())?;
        out.check()
    }
}
