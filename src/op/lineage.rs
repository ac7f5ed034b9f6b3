//! `lineage`: the parent of each run of a log.

use super::events::{EventEnds, EventFailure, EventInput, EventVisitor, Listener, drive_each};
use super::outcome::Outcome;
use crate::events::{Event, Issue, Lineage, LineageMode, RunCollector};
use crate::json::{At, Node};
use crate::report::Report;

/// Computes the lineage of a log. Nothing is written; problems are reported to `ends`.
///
/// # Errors
/// Reading failed. Text that is not JSON is not an error here: see [`Outcome::fatal`].
pub fn run(input: EventInput, mode: LineageMode, ends: EventEnds<'_>) -> Result<(Outcome, Lineage), EventFailure> {
    let mut outcome = Outcome { report: Report::keeping(0), ..Outcome::default() };
    let EventEnds { note, progress, .. } = ends;
    let mut runs = RunCollector::default();
    let listener = Listener { note: &mut *note, progress, keep: 20 };
    drive_each(input.into(), listener, 1, &mut outcome, &mut runs)?;
    let lineage = runs.lineage(mode);
    let mut report = Report::keeping(u64::MAX);
    for issue in lineage.issues() {
        report.add(issue.code(), At::NOWHERE, || issue.message(&lineage));
    }
    for diagnostic in report.drain() {
        note(diagnostic);
    }
    outcome.report.merge(&mut report);
    Ok((outcome, lineage))
}

impl EventVisitor for RunCollector {
    fn row(&mut self, object: Option<Node<'_, '_>>, _: &mut Report) {
        if let Some(object) = object {
            self.rows(object);
        }
    }

    fn event(&mut self, event: Event<'_, '_>, _: &mut Report) -> Result<(), EventFailure> {
        self.event(&event);
        Ok(())
    }
}

/// True if a later run of a thread is a root because it names no parent: it most likely continues the run before it.
#[must_use]
pub fn has_later_roots(lineage: &Lineage) -> bool {
    let mut threads = std::collections::HashSet::new();
    let is_root = |index: usize| lineage.parent(index).is_none();
    let mut runs = lineage.runs().iter().enumerate();
    runs.any(|(index, run)| !threads.insert(run.thread.as_ref()) && run.parent.is_none() && is_root(index))
}

/// True if something would prevent a run from being restored.
#[must_use]
pub fn has_errors(lineage: &Lineage) -> bool {
    lineage.issues().iter().any(|issue| matches!(issue, Issue::Duplicate(_) | Issue::Cycle(_)))
}
