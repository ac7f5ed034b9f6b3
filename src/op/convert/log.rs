//! Event logs that stay event logs: they are processed event by event, so they may be larger than memory.
//!
//! Converts a log whose framing does not change: each event is checked, and the bytes are copied.

use super::super::bad_record::fatal;
use super::super::events::{EventEnds, EventFailure, EventInput, EventLayout, EventLog, EventOut, Listener, drive};
use super::super::input::Input;
use super::super::log::is_log;
use super::super::outcome::{OnError, Outcome, count_format};
use super::super::records::{RecordPiece, each_piece, parse, text_of};
use super::super::secrets::check_secrets;
use super::plan::{is_own, is_same};
use super::{ConvertEnds, ConvertOptions, SecretHandling};
use crate::events::{FORMAT, sse};
use crate::format::Framing;
use crate::json::Tape;
use crate::op::pass::PassFailure;
use crate::report::{Refused, Report, Start};
use crate::stream::{Batch, Cut, Splitter};

/// True if the input is a log and only its framing or layout changes.
pub(super) fn applies(input: &Input, options: &ConvertOptions, ends: &ConvertEnds<'_>) -> bool {
    is_same(input, options)
        && is_log(input)
        && options.pass.on_error == OnError::Stop
        && !options.content.repair
        && options.selection.times.is_unbounded()
        && ends.carry.is_none()
        && ends.restore.is_none()
        && out_framing(input, options).is_some()
}

/// True if the rows of a log may be coalesced before it is converted: nothing needs its bytes or the places of all its rows.
pub(super) fn can_be_coalesced(input: &Input, options: &ConvertOptions, ends: &ConvertEnds<'_>) -> bool {
    input.framing == Framing::Messages
        && input.usual.is_some_and(|format| format.name == FORMAT)
        && !is_own(input, options)
        && input.nesting.is_none()
        && options.pass.on_error == OnError::Stop
        && options.task.is_convert()
        && options.keeps_branches()
        && options.content.embedding.is_none()
        && matches!(options.content.secrets, SecretHandling::Ignored)
        && ends.carry.is_none()
        && ends.restore.is_none()
}

/// The framing of the events in the output. `None` if the output is not a log.
fn out_framing(input: &Input, options: &ConvertOptions) -> Option<Framing> {
    match options.output.framing_for(input) {
        framing @ (Framing::Messages | Framing::Sse) => Some(framing),
        // One record: the array of the events, with the layout of a value.
        Framing::Document => options.output.layout.is_none().then_some(Framing::Document),
        Framing::Lines | Framing::Array | Framing::Folder => None,
    }
}

pub(super) fn run(input: Input, options: &ConvertOptions, mut ends: ConvertEnds<'_>) -> Result<Outcome, PassFailure> {
    let framing = out_framing(&input, options).unwrap_or(input.framing);
    if framing == input.framing && options.output.layout.is_none() {
        return copy(input, options, &mut ends);
    }
    let Input { source, framing: own, layout, limits, .. } = input;
    // The log is one record: without some of its events, it would be another log.
    let log = EventLog::from(EventInput { source, framing: own, layout, limits, skips_bad: false });
    let framing = if framing == Framing::Document { Framing::Array } else { framing };
    let layout = EventLayout {
        framing: Some(framing),
        layout: options.output.layout,
        compares: false,
        keeps_mark: !options.others.is_joined,
    };
    let EventEnds { write, note, progress } = EventEnds { write: ends.write, note: ends.note, progress: ends.progress };
    let mut outcome = Outcome { report: Report::keeping(0), ..Outcome::default() };
    let mut out = EventOut::new(&log, layout, write);
    let listener = Listener { note, progress, keep: options.pass.keep };
    let done = drive(log, listener, &mut outcome, &mut |event, _| {
        out.event(event.node.raw());
        out.check()
    });
    let done = done.and_then(|_| out.finish(&mut outcome));
    one_record(&mut outcome);
    match done {
        Err(EventFailure::Sink(error)) => Err(PassFailure::Sink(error)),
        Err(EventFailure::Source(error)) => Err(PassFailure::Source(error)),
        // It was checked before: only reading and writing can fail.
        Ok(()) | Err(_) => Ok(outcome),
    }
}

/// All events of a log are one conversation.
fn one_record(outcome: &mut Outcome) {
    outcome.records_in = outcome.records_in.min(1);
    outcome.records_out = if outcome.fatal.is_none() { outcome.records_in } else { 0 };
    if outcome.records_in > 0 {
        count_format(&mut outcome.formats, FORMAT, 1);
    }
}

fn copy(input: Input, options: &ConvertOptions, ends: &mut ConvertEnds<'_>) -> Result<Outcome, PassFailure> {
    let (framing, limits) = (input.framing, input.limits);
    let mut outcome = Outcome { report: Report::keeping(0), ..Outcome::default() };
    if !options.others.is_joined && input.source.has_mark() {
        (ends.write)(b"\xef\xbb\xbf").map_err(PassFailure::Sink)?;
        outcome.bytes_out += 3;
    }
    let mut splitter = Splitter::of_log(input.source, framing, limits);
    let mut tape = Tape::with_max_depth(limits.depth);
    let mut batch = Batch::default();
    loop {
        let cut = splitter.next(&mut batch).map_err(PassFailure::Source)?;
        if matches!(cut, Cut::End) {
            break;
        }
        outcome.records_in = 1;
        let mut failure: Option<(Refused, Start, Vec<u8>)> = None;
        each_piece(&batch, framing, |piece| {
            let checked = text_of(&piece).and_then(|text| {
                let checked = match framing {
                    Framing::Sse if sse::is_sentinel(text) => Ok(()),
                    // A line is one event, not a sequence of values.
                    Framing::Messages => tape.parse(text).map(|_| ()),
                    Framing::Lines | Framing::Array | Framing::Document | Framing::Sse | Framing::Folder => {
                        parse(&mut tape, &piece, text, None).map(|_| ())
                    }
                };
                checked.map_err(|error| Refused::json(&error))
            });
            failure = checked.err().map(|refused| (refused, piece.start, piece.json.to_vec()));
            failure.is_none()
        });
        if options.content.secrets.is_reported() {
            each_piece(&batch, framing, |piece| {
                tell_secrets(&piece, options.pass.keep, &mut tape, ends, &mut outcome);
                true
            });
        }
        let broken = super::super::records::broken(&batch, &cut);
        let failure = failure.or(broken.map(|(refused, start, _)| (refused, start, batch.json().to_vec())));
        outcome.bytes_in += batch.bytes().len() as u64;
        if let Some((refused, start, bytes)) = failure {
            if let Some(fatal) = fatal(&refused, &bytes, &start, &mut tape) {
                outcome.end_with(fatal);
            }
            break;
        }
        (ends.write)(batch.bytes()).map_err(PassFailure::Sink)?;
        outcome.bytes_out += batch.bytes().len() as u64;
        ends.progress.advance(batch.bytes().len() as u64, 0);
        if !matches!(cut, Cut::Batch) {
            break;
        }
    }
    one_record(&mut outcome);
    Ok(outcome)
}

/// Reports the secrets of an event.
fn tell_secrets(
    piece: &RecordPiece<'_>,
    keep: u64,
    tape: &mut Tape,
    ends: &mut ConvertEnds<'_>,
    outcome: &mut Outcome,
) {
    let mut found = Report::keeping(keep);
    check_secrets(piece, None, false, &mut found);
    if found.is_empty() {
        return;
    }
    let root = std::str::from_utf8(piece.json).ok().and_then(|text| tape.parse_prefix(text).0);
    found.locate(root, piece.json, &piece.start);
    found.drain().for_each(|diagnostic| (ends.note)(diagnostic));
    outcome.report.merge(&mut found);
}
