//! Goes through the events of a log, whatever stands around them.

use super::super::records::{Fatal, Outcome, Piece, each_piece, parse, text_of};
use super::{EventFailure, EventInput};
use crate::events::{Holds, codes, each_event};
use crate::format::Framing;
use crate::json::{Node, Tape};
use crate::report::{Diagnostic, Refused, Report, Severity, Start};
use crate::stream::{Batch, Cut, Progress, Splitter};

/// Where diagnostics go while a log is read.
pub(in crate::op) struct Listener<'l> {
    pub(in crate::op) note: &'l mut (dyn FnMut(Diagnostic) + Send),
    pub(in crate::op) progress: &'l dyn Progress,
    /// How many diagnostics of each code are kept.
    pub(in crate::op) keep: u64,
}

/// What is done with events.
pub(in crate::op) trait Each {
    /// Takes in the text of a line, a frame or an item, if it is an event of the usual kind and needs no parsing.
    fn quick(&mut self, _: &str) -> bool {
        false
    }

    /// Takes in an event.
    fn event(&mut self, event: Node<'_, '_>, report: &mut Report) -> Result<(), EventFailure>;
}

/// Takes in events one way.
struct Plain<'p>(&'p mut dyn FnMut(Node<'_, '_>, &mut Report) -> Result<(), EventFailure>);

impl Each for Plain<'_> {
    fn event(&mut self, event: Node<'_, '_>, report: &mut Report) -> Result<(), EventFailure> {
        (self.0)(event, report)
    }
}

/// Calls `each` with every event, in order. What is no JSON ends the run: see [`Outcome::fatal`].
pub(in crate::op) fn drive(
    input: EventInput,
    listener: Listener<'_>,
    outcome: &mut Outcome,
    each: &mut dyn FnMut(Node<'_, '_>, &mut Report) -> Result<(), EventFailure>,
) -> Result<(), EventFailure> {
    drive_each(input, listener, outcome, &mut Plain(each))
}

/// The same for more than one way.
pub(in crate::op) fn drive_each<E: Each>(
    input: EventInput,
    listener: Listener<'_>,
    outcome: &mut Outcome,
    each: &mut E,
) -> Result<(), EventFailure> {
    let EventInput { source, framing, limits, .. } = input;
    let is_object = source.head().trim_start().starts_with('{');
    let mut splitter = if framing == Framing::Document && is_object {
        Splitter::new(source, framing, limits)
    } else {
        Splitter::of_log(source, framing, limits)
    };
    let mut run = Run {
        listener,
        tape: Tape::with_max_depth(limits.depth),
        report: Report::default(),
        outcome,
        each,
        failure: None,
        is_first: true,
    };
    run.report = Report::keeping(run.listener.keep);
    let mut batch = Batch::default();
    loop {
        let cut = splitter.next(&mut batch).map_err(EventFailure::Source)?;
        if matches!(cut, Cut::End) {
            return Ok(());
        }
        let before = run.outcome.records_in;
        let mut is_going_on = true;
        // Once for all lines: most are short.
        let whole = simdutf8::basic::from_utf8(batch.json()).ok();
        each_piece(&batch, Framing::Lines, |piece| {
            is_going_on = run.quick(&piece, whole) || run.piece(&piece);
            is_going_on
        });
        if let (Cut::Broken(error), true) = (&cut, is_going_on) {
            let start = Start { line: batch.line, column: batch.column + 1, offset: batch.offset };
            run.fatal(&Refused::json(error), batch.bytes(), &start);
            is_going_on = false;
        }
        run.outcome.bytes_in += batch.bytes().len() as u64;
        run.listener.progress.advance(batch.bytes().len() as u64, run.outcome.records_in - before);
        if let Some(failure) = run.failure.take() {
            return Err(failure);
        }
        if !is_going_on {
            return Ok(());
        }
    }
}

struct Run<'r, 'l, E> {
    listener: Listener<'l>,
    tape: Tape,
    report: Report,
    outcome: &'r mut Outcome,
    each: &'r mut E,
    failure: Option<EventFailure>,
    is_first: bool,
}

impl<E: Each> Run<'_, '_, E> {
    /// Takes in a line the short way, if it can go that way.
    #[inline]
    fn quick(&mut self, piece: &Piece<'_>, whole: Option<&str>) -> bool {
        let Some(whole) = whole else { return false };
        let start = (piece.json.as_ptr() as usize).wrapping_sub(whole.as_ptr() as usize);
        let text = whole.get(start..start.wrapping_add(piece.json.len()));
        let is_taken = !self.is_first && text.is_some_and(|text| self.each.quick(text));
        self.outcome.records_in += u64::from(is_taken);
        is_taken
    }

    /// Takes in a line, a frame, an item, or a whole file. False ends the run.
    fn piece(&mut self, piece: &Piece<'_>) -> bool {
        let mut tape = std::mem::take(&mut self.tape);
        let is_going_on = self.parsed(piece, &mut tape);
        self.tape = tape;
        is_going_on
    }

    fn parsed(&mut self, piece: &Piece<'_>, tape: &mut Tape) -> bool {
        let text = match text_of(piece) {
            Ok(text) => text,
            Err(error) => return self.fatal(&Refused::json(&error), piece.bytes, &piece.start),
        };
        if crate::events::sse::is_sentinel(text) {
            return true;
        }
        let root = match parse(tape, piece, text) {
            Ok(root) => root,
            Err(error) => return self.fatal(&Refused::json(&error), piece.bytes, &piece.start),
        };
        if std::mem::take(&mut self.is_first) {
            let is_message = root.get("role").is_some() && root.get("type").is_none();
            let what = match Holds::of(root) {
                Some(Holds::Messages) => Some("messages"),
                Some(Holds::Input) => Some("the input of a run"),
                _ if is_message => Some("messages"),
                _ => None,
            };
            if let Some(what) = what {
                self.failure = Some(EventFailure::NoEvents(what));
                return false;
            }
        }
        each_event(root, &mut |event| {
            if self.failure.is_some() {
                return;
            }
            self.report.start_record(self.outcome.records_in);
            self.outcome.records_in += 1;
            if !event.get("type").is_some_and(|kind| kind.is_string()) {
                self.report.add(&codes::NOT_AN_EVENT, event.at(), || {
                    let what = if event.is_object() { "an object without a type" } else { event.kind().name() };
                    format!("{what} is no event")
                });
            }
            self.failure = self.each.event(event, &mut self.report).err();
            if self.report.has_fresh() {
                self.report.locate(Some(root), piece.bytes, &piece.start);
            }
        });
        self.hand_on();
        self.failure.is_none()
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

    fn fatal(&mut self, refused: &Refused, bytes: &[u8], start: &Start) -> bool {
        let mut report = Report::keeping(1);
        report.start_record(self.outcome.records_in);
        report.add_as(refused.code(), Severity::Error, refused.at(), || refused.message().to_owned());
        report.locate(None, bytes, start);
        if let Some(diagnostic) = report.drain().next() {
            self.outcome.fatal = Some(Fatal { diagnostic, help: refused.help() });
            self.outcome.failed += 1;
        }
        false
    }
}
