//! Reads an input record by record, and writes it with changed media files.

use std::io;
use std::sync::Mutex;

use super::base64::encode;
use super::options::{MediaEnds, MediaOptions, MediaTask};
use super::spool::Spooled;
use super::worker::{BatchOutput, MediaWorker, Next, OutputSegment};
use crate::format::Framing;
use crate::op::Input;
use crate::op::nested::splice;
use crate::op::outcome::Outcome;
use crate::op::pass::{PassFailure, run_pass};
use crate::op::reader::Reader;
use crate::report::Report;
use crate::stream::{Batch, Cut, Flow, RecordContainer, SinkError, Splicer};

/// Runs over one input.
///
/// # Errors
/// Reading or writing failed. A bad record is not an error here: see [`Outcome::fatal`].
pub fn run(
    input: Input,
    task: MediaTask<'_>,
    options: &MediaOptions,
    ends: MediaEnds<'_>,
) -> Result<Outcome, PassFailure> {
    if input.nesting.is_none() {
        return run_with(input, task, options, ends, None);
    }
    let inner = MediaOptions { pass: options.pass.for_nested(), keeps_surroundings: true, ..*options };
    let MediaEnds { write, note, progress } = ends;
    splice(write, options.pass.on_error, |write, splicer| {
        let ends = MediaEnds { write: &mut *write, note: &mut *note, progress };
        run_with(input, task, &inner, ends, Some(splicer))
    })
}

fn run_with(
    input: Input,
    task: MediaTask<'_>,
    options: &MediaOptions,
    ends: MediaEnds<'_>,
    splicer: Option<&Mutex<Splicer<'_>>>,
) -> Result<Outcome, PassFailure> {
    // A line with one message is changed separately, whatever the other lines are.
    let is_cut = input.framing == Framing::Messages;
    let framing = if is_cut { Framing::Lines } else { input.framing };
    let has_mark = input.source.has_mark() && !options.is_joined;
    let (usual, is_fixed, limits) = (input.usual, input.is_fixed, input.limits);
    let is_nested = input.nesting.is_some();
    let mut splitter =
        Input::splitter(input.source, framing, limits, input.nesting).past_long_records(options.pass.goes_on());
    // Bytes that are extracted while reading would be missing in the conversations inside the record.
    let spool = if let (MediaTask::Extract(store), false) = (task, is_nested) { Some(store.spool()) } else { None };
    if let Some(spool) = &spool {
        splitter = splitter.without_long_runs(spool.runs());
    }
    let make = || {
        let reader = Reader::new(usual, is_fixed, limits);
        MediaWorker::new(task, options, framing, reader, is_cut, spool.clone())
    };
    let mut emitter = MediaEmitter {
        options,
        container: if options.keeps_surroundings {
            RecordContainer::new(framing)
        } else {
            RecordContainer::plain(framing)
        },
        ends,
        outcome: Outcome { report: Report::keeping(0), ..Outcome::default() },
    };
    if has_mark {
        emitter.write(b"\xef\xbb\xbf")?;
    }
    let emit = |worker: &mut MediaWorker<'_>, batch: &Batch, _: &Cut| emitter.emit(worker, batch);
    match run_pass(splitter, options.pass.jobs, splicer, make, MediaWorker::run, emit) {
        Ok(()) => emitter.finish(),
        // The data cannot be stored, which is not an error of the input.
        Err(PassFailure::Source(error)) => {
            let kept = spool.as_ref().and_then(|spool| spool.failure());
            Err(kept.map_or(PassFailure::Source(error), PassFailure::Sink))
        }
        Err(failure) => Err(failure),
    }
}

struct MediaEmitter<'o, 'e> {
    options: &'o MediaOptions,
    container: RecordContainer,
    ends: MediaEnds<'e>,
    outcome: Outcome,
}

impl MediaEmitter<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> Result<(), SinkError> {
        self.outcome.bytes_out += bytes.len() as u64;
        if bytes.is_empty() { Ok(()) } else { (self.ends.write)(bytes) }
    }

    fn emit(&mut self, worker: &mut MediaWorker<'_>, batch: &Batch) -> Result<Flow, PassFailure> {
        let written = self.put(worker, batch);
        let kept = worker.failure.take().map_or(Ok(()), Err);
        // Findings are reported even if the record cannot be written.
        worker.results.add_to(&mut self.outcome, batch, self.ends.note);
        self.outcome.is_changed |= worker.is_changed || batch.nested().is_some_and(|nested| nested.is_edited());
        self.ends.progress.advance(batch.real_len(), worker.results.records);
        written?;
        kept?;
        let failures = self.outcome.report.total(|count| super::worker::is_failure(count.code));
        if self.options.max_failures.is_some_and(|most| failures > most) {
            return Err(PassFailure::TooManyMedia(failures));
        }
        Ok(if self.outcome.fatal.is_some() { Flow::Stop } else { Flow::Continue })
    }

    /// Writes the result of a batch.
    fn put(&mut self, worker: &mut MediaWorker<'_>, batch: &Batch) -> Result<(), PassFailure> {
        let bytes = batch.bytes();
        let BatchOutput { own, segments } = &mut worker.output;
        for segment in segments.drain(..) {
            match segment {
                OutputSegment::Bytes(range) => self.write(bytes.get(range).unwrap_or_default())?,
                OutputSegment::Own(range) => self.write(own.get(range).unwrap_or_default())?,
                OutputSegment::Run(run, is_inside) => self.run(&run, is_inside)?,
                OutputSegment::Separator(range, next) => self.gap(bytes.get(range).unwrap_or_default(), next)?,
                OutputSegment::Media(found, spelling) if !self.options.is_dry => {
                    let (write, written) = (&mut self.ends.write, &mut self.outcome.bytes_out);
                    let mut file = found.blob.open().map_err(PassFailure::Gone)?;
                    let size = encode(&mut file, spelling, &mut |text| {
                        *written += text.len() as u64;
                        write(text).map_err(PassFailure::Sink)
                    })?;
                    if size != found.size {
                        return Err(PassFailure::Gone(io::Error::other("it has another size now")));
                    }
                }
                OutputSegment::Media(..) => {}
            }
        }
        Ok(())
    }

    /// Writes extracted bytes at their original place.
    fn run(&mut self, run: &Spooled, is_inside: bool) -> Result<(), PassFailure> {
        if self.options.is_dry {
            return Ok(());
        }
        let (write, written) = (&mut self.ends.write, &mut self.outcome.bytes_out);
        run.text(&mut |text| {
            for piece in text.split_inclusive(|byte| *byte == b'\\' && is_inside) {
                // In a string, each backslash is escaped.
                let more: &[u8] = if is_inside && piece.ends_with(b"\\") { b"\\" } else { b"" };
                *written += (piece.len() + more.len()) as u64;
                write(piece)?;
                write(more)?;
            }
            Ok(())
        })
    }

    /// Text between records, and whether the record after it is kept.
    fn gap(&mut self, text: &[u8], next: Next) -> Result<(), SinkError> {
        let Self { container, ends, outcome, .. } = self;
        let write = &mut |bytes: &[u8]| {
            outcome.bytes_out += bytes.len() as u64;
            (ends.write)(bytes)
        };
        container.gap(text, write)?;
        match next {
            Next::Record => container.record(write)?,
            Next::Nothing => container.drop_record(),
            Next::End => {}
        }
        Ok(())
    }

    /// Writes the text after the last record.
    fn finish(mut self) -> Result<Outcome, PassFailure> {
        if self.outcome.fatal.is_none() {
            let Self { container, ends, outcome, .. } = &mut self;
            container.finish(&mut |bytes: &[u8]| {
                outcome.bytes_out += bytes.len() as u64;
                (ends.write)(bytes)
            })?;
        }
        Ok(self.outcome)
    }
}
