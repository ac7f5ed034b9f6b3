//! Processes logs of events one event at a time: they may be larger than memory. Recent ids are kept for a while
//! (`history`).

use super::super::bad_record::fatal;
use super::super::input::Input;
use super::super::log::is_log;
use super::super::outcome::{Fatal, OnError, count_format};
use super::super::records::{RecordPiece, each_piece, text_of};
use super::id_history::IdHistory;
use super::map::{MappedRecord, write_line};
use super::plan::Planner;
use super::record_tree::{IdFormat, RecordTree};
use super::relayout::LogForm;
use super::splice::{ENOUGH, JoinedPieces, without_returns};
use super::worker::{LONG, planner};
use super::{InputContext, MigrateEnds, MigrateOptions, MigrateResult};
use crate::events::{FORMAT, sse};
use crate::format::{Format, Framing, by_name};
use crate::json::{Tape, quoted};
use crate::op::pass::PassFailure;
use crate::op::stream_comparison::StreamComparison;
use crate::report::{Refused, Report, Severity};
use crate::stream::{Batch, Cut, SinkError, Splitter};

/// True if the input is a log whose events can be read one by one.
pub(super) fn applies(input: &Input, options: &MigrateOptions) -> bool {
    is_log(input) && options.pass.on_error == OnError::Stop
}

pub(super) fn run(
    input: Input,
    name: &str,
    job: &InputContext<'_>,
    mut ends: MigrateEnds<'_>,
    mut done: MigrateResult,
) -> Result<MigrateResult, PassFailure> {
    let limits = input.limits;
    let Some(format) = by_name(FORMAT).map(|(format, _)| format) else { return Ok(done) };
    let mut splitter = Splitter::of_log(input.source, job.framing, limits);
    let options = job.options;
    let mut work = LogMigration {
        job,
        format,
        planner: planner(job),
        known: options.map.as_ref().zip(format.shape.ids).map(|(map, ids)| map.record(job.file, 0, ids)),
        history: IdHistory::default(),
        tape: Tape::with_max_depth(limits.depth),
        part: Report::keeping(options.pass.keep),
        number: 0,
        buffers: LogBuffers::default(),
        form: job.form.as_ref().map(super::relayout::Relayout::of_log),
        name: quoted(name),
        failure: None,
    };
    let mut compared = StreamComparison::default();
    if !options.is_reverse {
        work.planner.known = work.known.take().unwrap_or_default();
    }
    let mut batch = Batch::default();
    loop {
        let cut = splitter.next(&mut batch).map_err(PassFailure::Source)?;
        if matches!(cut, Cut::End) {
            break;
        }
        done.outcome.records_in = 1;
        work.batch(&batch, &cut, &mut ends, &mut done).map_err(PassFailure::Sink)?;
        done.outcome.bytes_in += batch.bytes().len() as u64;
        if work.form.is_some() {
            compared.came(batch.bytes());
            compared.went(&work.buffers.out);
        }
        work.flush(&mut ends, &mut done).map_err(PassFailure::Sink)?;
        for diagnostic in work.part.drain() {
            (ends.note)(diagnostic);
        }
        done.outcome.report.merge(&mut work.part);
        ends.progress.advance(batch.bytes().len() as u64, 0);
        if work.failure.is_some() || !matches!(cut, Cut::Batch) {
            break;
        }
    }
    done.outcome.fatal = work.end();
    if let Some(form) = work.form.as_ref().filter(|_| done.outcome.fatal.is_none()) {
        let close = form.close().as_bytes();
        compared.went(close);
        done.outcome.bytes_out += close.len() as u64;
        done.outcome.is_changed = compared.is_changed();
        if !close.is_empty() {
            (ends.write)(close).map_err(PassFailure::Sink)?;
        }
    }
    done.outcome.records_out = done.outcome.records_in.saturating_sub(done.outcome.failed.total());
    let is_misfit = work.known.is_some_and(|known| known.lines > 0) && done.renamed == 0;
    done.misfits = u64::from(is_misfit);
    if done.outcome.records_in > 0 {
        count_format(&mut done.outcome.formats, FORMAT, 1);
    }
    Ok(done)
}

/// The reason why an event was not planned.
enum Stopped {
    Refused(Refused),
    Sink(SinkError),
}

impl From<Refused> for Stopped {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

struct LogMigration<'j> {
    job: &'j InputContext<'j>,
    format: &'static Format,
    planner: Planner<'j>,
    /// The map, if it is undone.
    known: Option<MappedRecord>,
    history: IdHistory,
    tape: Tape,
    part: Report,
    /// The next event.
    number: u64,
    buffers: LogBuffers,
    /// The arrangement of events in the output, if it differs from that of the input.
    form: Option<LogForm<'j>>,
    /// The name of the input in the map, as JSON.
    name: String,
    failure: Option<Fatal>,
}

/// Text that is not written yet, and the buffer of an event.
#[derive(Default)]
struct LogBuffers {
    /// The output.
    out: Vec<u8>,
    /// Lines of the map.
    lines: Vec<u8>,
    /// The event with its changes.
    changed: Vec<u8>,
}

impl LogMigration<'_> {
    fn batch(
        &mut self,
        batch: &Batch,
        cut: &Cut,
        ends: &mut MigrateEnds<'_>,
        done: &mut MigrateResult,
    ) -> Result<(), SinkError> {
        self.buffers.out.clear();
        let (mut copied, mut written) = (0, Ok(()));
        each_piece(batch, self.job.framing, |piece| {
            let start = usize::try_from(piece.start.offset - batch.start.offset).unwrap_or(0);
            let planned = self.event(&piece, ends);
            if self.form.is_none() && (planned.is_err() || self.planner.made.is_changed) {
                self.buffers.out.extend_from_slice(batch.bytes().get(copied..start).unwrap_or_default());
                copied = start + piece.bytes.len();
            }
            match planned {
                Ok(is_event) => {
                    done.count(self.planner.made.counts);
                    done.outcome.is_changed |= self.planner.made.is_changed;
                    written = self.put(&piece, is_event, ends, done);
                }
                Err(Stopped::Refused(refused)) => {
                    self.failure = fatal(&refused, piece.json, &piece.start, &mut self.tape);
                    copied = batch.bytes().len();
                }
                Err(Stopped::Sink(error)) => written = Err(error),
            }
            written.is_ok() && self.failure.is_none()
        });
        written?;
        if self.form.is_none() {
            self.buffers.out.extend_from_slice(batch.bytes().get(copied..).unwrap_or_default());
        }
        if let (Some((refused, start, _)), None) = (super::super::records::broken(batch, cut), &self.failure) {
            self.failure = fatal(&refused, batch.json(), &start, &mut self.tape);
        }
        Ok(())
    }

    /// Writes an event with its changes to the output; a long one is flushed at once.
    fn put(
        &mut self,
        piece: &RecordPiece<'_>,
        is_event: bool,
        ends: &mut MigrateEnds<'_>,
        done: &mut MigrateResult,
    ) -> Result<(), SinkError> {
        let text = simdutf8::basic::from_utf8(piece.json).unwrap_or_default();
        let is_one_line = self.planner.is_one_line;
        if let Some(form) = self.form.as_mut().filter(|_| is_event) {
            self.buffers.changed.clear();
            let changed = &mut self.buffers.changed;
            self.planner.made.splice(piece.json, text, false, &mut |bytes| changed.extend_from_slice(bytes));
            form.event(simdutf8::basic::from_utf8(changed).unwrap_or_default(), &mut self.buffers.out);
        } else if self.form.is_none() && self.planner.made.is_changed && piece.bytes.len() >= LONG {
            self.flush(ends, done)?;
            let mut joined = JoinedPieces::new(ends.write);
            self.planner.made.splice(piece.bytes, text, is_one_line, &mut |bytes| joined.add(bytes));
            done.outcome.bytes_out += joined.finish()?;
        } else if self.form.is_none() && self.planner.made.is_changed {
            let out = &mut self.buffers.out;
            self.planner.made.splice(piece.bytes, text, is_one_line, &mut |bytes| out.extend_from_slice(bytes));
        }
        Ok(())
    }

    /// Flushes the output.
    fn flush(&mut self, ends: &mut MigrateEnds<'_>, done: &mut MigrateResult) -> Result<(), SinkError> {
        let out = self.output();
        done.outcome.bytes_out += out.len() as u64;
        done.outcome.is_changed |= out.len() != self.buffers.out.len();
        if !out.is_empty() {
            (ends.write)(&out)?;
        }
        self.buffers.out.clear();
        if let Some(write) = ends.map.as_mut().filter(|_| !self.buffers.lines.is_empty()) {
            write(&self.buffers.lines)?;
        }
        self.buffers.lines.clear();
        Ok(())
    }

    /// Plans an event, and collects its lines of the map. False: it is not an event.
    fn event(&mut self, piece: &RecordPiece<'_>, ends: &mut MigrateEnds<'_>) -> Result<bool, Stopped> {
        self.planner.made.clear();
        let text = text_of(piece)?;
        if self.job.framing == Framing::Sse && sse::is_sentinel(text) {
            return Ok(false);
        }
        let root = self.tape.parse(text).map_err(|error| Refused::json(&error))?;
        let number = self.number;
        self.number += 1;
        let Some(ids) = self.format.shape.ids else { return Ok(true) };
        if let Some(known) = &self.known {
            self.planner.undo(RecordTree { root, text }, ids, known, &format!("/{number}"));
            return Ok(true);
        }
        let planner = &mut self.planner;
        if !planner.known.places.is_empty() {
            planner.base = format!("/{number}");
        }
        self.part.start_record(0);
        let (tree, format) = (RecordTree { root, text }, IdFormat { ids, name: self.format.name });
        planner.plan(tree, format, &mut self.part, Some(&mut self.history))?;
        if self.part.has_unlocated() {
            self.part.locate(Some(root), piece.json, &piece.start);
        }
        for (name, diagnostic) in std::mem::take(&mut self.history.unresolved) {
            let mut one = Report::keeping(1);
            one.add(diagnostic.code, diagnostic.at, || diagnostic.message);
            one.locate(Some(root), piece.json, &piece.start);
            for mut placed in one.drain() {
                if let Some(location) = &mut placed.location {
                    location.pointer.insert_str(0, &format!("/{number}"));
                }
                self.history.wait(name.clone(), placed);
            }
        }
        if let Some(write) = ends.map.as_mut().filter(|_| planner.made.has_lines) {
            let (lines, name, base, mut tail) =
                (&mut self.buffers.lines, &self.name, format!("/{number}"), String::new());
            let mut written = Ok(());
            planner.made.lines(RecordTree { root, text }, &base, &mut |place| {
                tail.clear();
                place.write(&mut tail);
                write_line(name, 0, 0, &tail, lines);
                if lines.len() > ENOUGH && written.is_ok() {
                    written = write(lines);
                    lines.clear();
                }
            });
            written.map_err(Stopped::Sink)?;
        }
        Ok(true)
    }

    fn output(&self) -> std::borrow::Cow<'_, [u8]> {
        let is_lines = self.job.framing == Framing::Messages && self.form.is_none();
        let stripped = if is_lines && !self.job.options.output.keeps_surroundings {
            without_returns(&self.buffers.out)
        } else {
            None
        };
        stripped.map_or(std::borrow::Cow::Borrowed(&self.buffers.out), std::borrow::Cow::Owned)
    }

    /// The reason why the run ended, or a reference whose target is missing.
    fn end(&mut self) -> Option<Fatal> {
        if self.failure.is_some() {
            return self.failure.take();
        }
        let mut waiting = self.history.end().into_iter();
        let (_, mut diagnostic) = waiting.next()?;
        let others: Vec<String> = waiting.map(|(other, _)| other).collect();
        if !others.is_empty() {
            let shown: Vec<_> =
                others.iter().take(4).map(|it| format!("`{}`", crate::json::Text::owned(it.as_str()).show())).collect();
            let more = if others.len() > 4 { format!(" and {} more", others.len() - 4) } else { String::new() };
            diagnostic.message.push_str(&format!(", and nothing has {}{more}", shown.join(", ")));
        }
        diagnostic.severity = Severity::Error;
        let help = diagnostic.code.help;
        Some(Fatal { diagnostic, help })
    }
}
