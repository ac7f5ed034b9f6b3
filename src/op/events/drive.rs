//! Reads a log event by event, whatever its framing.

use super::super::outcome::{Fatal, Outcome};
use super::super::records::{RecordPiece, parse, text_of};
use super::PatchPlaces;
use super::log::LogSource;
use super::scan::{Scan, ScanStep, Scanner, Usual};
use super::{EventFailure, EventInput, EventLog};
use crate::events::{Event, RecordKind, codes, each_event, has_events};
use crate::json::{Node, Tape};
use crate::report::{Diagnostic, Refused, Report, Start};
use crate::stream::{Batch, Cut, Flow, Limits, Progress, Splitter, run_in_order};

/// Receives diagnostics while a log is read.
pub(in crate::op) struct Listener<'l> {
    pub(in crate::op) note: &'l mut (dyn FnMut(Diagnostic) + Send),
    pub(in crate::op) progress: &'l dyn Progress,
    /// The maximum number of diagnostics for each code.
    pub(in crate::op) keep: u64,
}

/// Handles the events of a log.
pub(in crate::op) trait EventVisitor {
    /// Reads common events without parsing, on several threads. `None` if there are no such events.
    fn scanner(&self) -> Option<Scanner> {
        None
    }

    /// Receives a common event, and its whole text.
    fn usual(&mut self, _: &str, _: Usual<'_>) {}

    /// Receives the object that contains the next events, `None` after the last one.
    fn row(&mut self, _: Option<Node<'_, '_>>, _: &mut Report) {}

    /// Receives any other event.
    fn event(&mut self, event: Event<'_, '_>, report: &mut Report) -> Result<(), EventFailure>;
}

/// Receives all events with one function.
struct Plain<'p>(&'p mut Plainly<'p>);

/// A function that receives an event.
pub(in crate::op) type Plainly<'p> = dyn FnMut(Event<'_, '_>, &mut Report) -> Result<(), EventFailure> + Send + 'p;

impl EventVisitor for Plain<'_> {
    fn event(&mut self, event: Event<'_, '_>, report: &mut Report) -> Result<(), EventFailure> {
        (self.0)(event, report)
    }
}

/// Calls `each` with every event, in order. Text that is not JSON ends the run: see [`Outcome::fatal`].
pub(in crate::op) fn drive<'p>(
    log: EventLog<'_>,
    listener: Listener<'_>,
    outcome: &mut Outcome,
    each: &'p mut Plainly<'p>,
) -> Result<PatchPlaces, EventFailure> {
    drive_each(log, listener, 1, outcome, &mut Plain(each))
}

/// The same for several functions, with threads that search for common events.
pub(in crate::op) fn drive_each<E: EventVisitor + Send>(
    log: EventLog<'_>,
    listener: Listener<'_>,
    jobs: usize,
    outcome: &mut Outcome,
    each: &mut E,
) -> Result<PatchPlaces, EventFailure> {
    let is_object = log.is_object();
    let input = match log.0 {
        LogSource::Input(input) => input,
        LogSource::Inside(piece, limits) => {
            let mut run = EventLoop::new(listener, limits, outcome, each);
            run.piece(&piece);
            let EventLoop { failure, patches, .. } = run;
            return failure.map_or(Ok(patches), Err);
        }
    };
    let EventInput { source, framing, limits, skips_bad, .. } = input;
    let splitter =
        if is_object { Splitter::new(source, framing, limits) } else { Splitter::of_log(source, framing, limits) };
    let splitter = splitter.past_long_records(skips_bad);
    let scanner = each.scanner();
    let mut run = EventLoop { skips_bad, ..EventLoop::new(listener, limits, outcome, each) };
    let jobs = if scanner.is_some() { jobs } else { 1 };
    let emit = |scan: &mut Scan, batch: &Batch, cut: &Cut| run.batch(scan, batch, cut);
    run_in_order(splitter, jobs, || Scan::new(scanner), Scan::work, emit).map_err(EventFailure::Source)?;
    let EventLoop { failure, patches, .. } = run;
    failure.map_or(Ok(patches), Err)
}

struct EventLoop<'r, 'l, E> {
    listener: Listener<'l>,
    tape: Tape,
    report: Report,
    outcome: &'r mut Outcome,
    each: &'r mut E,
    failure: Option<EventFailure>,
    patches: PatchPlaces,
    is_first: bool,
    skips_bad: bool,
}

impl<'r, 'l, E: EventVisitor> EventLoop<'r, 'l, E> {
    fn new(listener: Listener<'l>, limits: Limits, outcome: &'r mut Outcome, each: &'r mut E) -> Self {
        Self {
            report: Report::keeping(listener.keep),
            listener,
            tape: Tape::with_max_depth(limits.depth),
            outcome,
            each,
            failure: None,
            patches: PatchPlaces::default(),
            is_first: true,
            skips_bad: false,
        }
    }

    fn batch(&mut self, scan: &mut Scan, batch: &Batch, cut: &Cut) -> Flow {
        let before = self.outcome.records_in;
        let whole = simdutf8::basic::from_utf8(batch.json()).unwrap_or_default();
        let mut is_going_on = true;
        for step in scan.steps() {
            is_going_on = match step {
                ScanStep::Usual(found) => {
                    if let Some((text, usual)) = found.read(whole) {
                        self.each.usual(text, usual);
                        self.outcome.records_in += 1;
                        self.is_first = false;
                    }
                    true
                }
                ScanStep::Other(piece) => self.piece(&piece.read(batch)),
            };
            if !is_going_on {
                break;
            }
        }
        if let (Cut::Broken(error), true) = (cut, is_going_on) {
            let start = Start { line: batch.start.line, column: batch.start.column + 1, offset: batch.start.offset };
            self.fatal(&Refused::json(error), batch.bytes(), &start);
            is_going_on = false;
        }
        self.outcome.bytes_in += batch.bytes().len() as u64;
        self.listener.progress.advance(batch.bytes().len() as u64, self.outcome.records_in - before);
        if is_going_on && self.failure.is_none() { Flow::Continue } else { Flow::Stop }
    }

    /// Processes a line, a frame, an item, or a whole file. False ends the run.
    fn piece(&mut self, piece: &RecordPiece<'_>) -> bool {
        let mut tape = std::mem::take(&mut self.tape);
        let is_going_on = self.parsed(piece, &mut tape);
        self.tape = tape;
        is_going_on
    }

    fn parsed(&mut self, piece: &RecordPiece<'_>, tape: &mut Tape) -> bool {
        let text = match text_of(piece) {
            Ok(text) => text,
            Err(refused) => return self.bad(&refused, piece),
        };
        if crate::events::sse::is_sentinel(text) {
            return true;
        }
        let root = match parse(tape, piece, text, None) {
            Ok(root) => root,
            Err(error) => return self.bad(&Refused::json(&error), piece),
        };
        if std::mem::take(&mut self.is_first) {
            let is_message = root.get("role").is_some() && root.get("type").is_none();
            let what = match RecordKind::of(root) {
                Some(RecordKind::Messages) => Some("messages"),
                Some(RecordKind::Input) => Some("the input of a run"),
                _ if is_message => Some("messages"),
                _ => None,
            };
            if let Some(what) = what {
                self.failure = Some(EventFailure::NoEvents(what));
                return false;
            }
        }
        let parts = if root.is_array() { root.items().collect() } else { vec![root] };
        for part in parts {
            let is_object = has_events(part);
            if is_object {
                self.each.row(Some(part), &mut self.report);
            }
            each_event(part, &mut |event, row| self.one(Event::of(event).in_row(row), root, piece));
            if is_object && self.failure.is_none() {
                self.each.row(None, &mut self.report);
            }
        }
        self.hand_on();
        match self.failure.take() {
            Some(EventFailure::Beyond(limit)) if limit.event.is_some() => {
                self.patches.end(&limit, self.outcome);
                false
            }
            Some(EventFailure::Beyond(limit)) => self.refuse(&limit.refused(), Some(root), piece.bytes, &piece.start),
            failure => {
                self.failure = failure;
                self.failure.is_none()
            }
        }
    }

    fn one(&mut self, event: Event<'_, '_>, root: Node<'_, '_>, piece: &RecordPiece<'_>) {
        if self.failure.is_some() {
            return;
        }
        self.report.start_record(self.outcome.records_in);
        self.outcome.records_in += 1;
        let node = event.node;
        if !node.get("type").is_some_and(|kind| kind.is_string()) {
            self.report.add(&codes::NOT_AN_EVENT, node.at(), || {
                let what = if node.is_object() { "an object without a type" } else { node.kind().name() };
                format!("{what} is not an event")
            });
        }
        self.patches.note(self.report.record(), node, &piece.start);
        self.failure = self.each.event(event, &mut self.report).err();
        if self.report.has_unlocated() {
            self.report.locate(Some(root), piece.bytes, &piece.start);
        }
    }

    fn hand_on(&mut self) {
        if self.report.is_empty() {
            return;
        }
        for diagnostic in self.report.drain() {
            (self.listener.note)(diagnostic);
        }
        self.outcome.report.merge(&mut self.report);
    }

    /// A piece without an event: it is skipped, or the run ends.
    fn bad(&mut self, refused: &Refused, piece: &RecordPiece<'_>) -> bool {
        if !self.skips_bad {
            return self.fatal(refused, piece.bytes, &piece.start);
        }
        self.report.start_record(self.outcome.records_in);
        self.report.refuse(refused, None);
        self.report.locate(None, piece.bytes, &piece.start);
        self.outcome.records_in += 1;
        self.outcome.failed.add(refused.code());
        self.hand_on();
        true
    }

    fn fatal(&mut self, refused: &Refused, bytes: &[u8], start: &Start) -> bool {
        self.refuse(refused, None, bytes, start)
    }

    fn refuse(&mut self, refused: &Refused, root: Option<Node<'_, '_>>, bytes: &[u8], start: &Start) -> bool {
        let mut report = Report::keeping(1);
        report.start_record(self.outcome.records_in);
        report.refuse(refused, root);
        report.locate(root, bytes, start);
        if let Some(diagnostic) = report.drain().next() {
            self.outcome.end_with(Fatal { diagnostic, help: refused.help() });
        }
        false
    }
}
