//! Reads an input record by record, and writes it with other media.

use std::io;
use std::sync::Mutex;

use super::base64::encode;
use super::finder::MediaFinder;
use super::spool::Spooled;
use super::store::MediaStore;
use super::worker::{MediaWorker, Next, OutputSegment};
use crate::format::Framing;
use crate::op::Input;
use crate::op::nested::{emit_into, inner_on_error, splice};
use crate::op::outcome::{OnError, Outcome};
use crate::op::pass::PassFailure;
use crate::report::{Diagnostic, Report};
use crate::stream::{Batch, Cut, Flow, Progress, SinkError, Splicer, run_in_order};

/// Whether media are embedded or taken out.
#[derive(Clone, Copy, Debug)]
pub enum MediaTask<'m> {
    /// Bytes take the place of references.
    Inline {
        /// The source of the bytes.
        finder: &'m dyn MediaFinder,
        /// The most bytes of one conversation.
        max_total: u64,
        /// A media file without bytes makes its record a bad one; otherwise the reference stays.
        fails: bool,
    },
    /// References take the place of bytes.
    Extract(&'m MediaStore),
}

/// Options of a run.
#[derive(Clone, Copy, Debug)]
pub struct MediaOptions {
    /// What happens to invalid records.
    pub on_error: OnError,
    /// Keep line ends, blank lines and byte order marks (`--in-place`).
    pub keeps_surroundings: bool,
    /// Other results are before this one, or after it, where it goes.
    pub is_joined: bool,
    /// Nothing is written, so no bytes are read.
    pub is_dry: bool,
    /// Worker threads.
    pub jobs: usize,
    /// The number of diagnostics that are kept for each code.
    pub keep: u64,
    /// Failed media that end the run.
    pub max_failures: Option<u64>,
}

/// The output, and the functions that receive diagnostics.
pub struct MediaEnds<'e> {
    /// Takes the output.
    pub write: &'e mut (dyn FnMut(&[u8]) -> Result<(), SinkError> + Send),
    /// Is given every kept diagnostic, in order.
    pub note: &'e mut (dyn FnMut(Diagnostic) + Send),
    /// Is told how far it is.
    pub progress: &'e dyn Progress,
}

impl std::fmt::Debug for MediaEnds<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MediaEnds").finish_non_exhaustive()
    }
}

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
    let inner = MediaOptions { on_error: inner_on_error(options.on_error), keeps_surroundings: true, ..*options };
    let MediaEnds { write, note, progress } = ends;
    splice(write, options.on_error, PassFailure::Sink, |write, splicer| {
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
    // A line of one message is changed alone, whatever the others are.
    let is_cut = input.framing == Framing::Messages;
    let framing = if is_cut { Framing::Lines } else { input.framing };
    let has_mark = input.source.has_mark() && !options.is_joined;
    let (usual, is_fixed, limits) = (input.usual, input.is_fixed, input.limits);
    let goes_on = options.on_error != OnError::Stop;
    let is_nested = input.nesting.is_some();
    let mut splitter = Input::splitter(input.source, framing, limits, input.nesting).past_long_records(goes_on);
    // What is taken out of a record on its way in would be missing around the conversations inside of it.
    let spool = if let (MediaTask::Extract(store), false) = (task, is_nested) { Some(store.spool()) } else { None };
    if let Some(spool) = &spool {
        splitter = splitter.without_long_runs(spool.runs());
    }
    let make = || MediaWorker::new(task, options, framing, (usual, is_fixed, limits), is_cut, spool.clone());
    let mut emitter = MediaEmitter {
        options,
        framing,
        ends,
        outcome: Outcome { report: Report::keeping(0), ..Outcome::default() },
        failure: None,
        has_written: false,
        last: Next::End,
        has_comma: false,
    };
    if has_mark {
        emitter.write(b"\xef\xbb\xbf");
    }
    let done = run_in_order(splitter, options.jobs, make, MediaWorker::run, |worker, batch, cut| {
        let flow = emit_into(splicer, batch, || emitter.emit(worker, batch, cut));
        flow.unwrap_or_else(|error| {
            emitter.failure.get_or_insert(PassFailure::Sink(error));
            Flow::Stop
        })
    });
    if let Err(error) = done {
        // What was read cannot be kept, which is not a fault of the input.
        let kept = spool.as_ref().and_then(|spool| spool.failure());
        return Err(kept.map_or(PassFailure::Source(error), PassFailure::Sink));
    }
    match emitter.failure {
        Some(failure) => Err(failure),
        None => Ok(emitter.outcome),
    }
}

struct MediaEmitter<'o, 'e> {
    options: &'o MediaOptions,
    framing: Framing,
    ends: MediaEnds<'e>,
    outcome: Outcome,
    failure: Option<PassFailure>,
    /// A record was written.
    has_written: bool,
    /// What the last segment was followed by.
    last: Next,
    /// A comma is written before the next record, unless that is left out.
    has_comma: bool,
}

impl MediaEmitter<'_, '_> {
    fn write(&mut self, bytes: &[u8]) {
        if self.failure.is_none() && !bytes.is_empty() {
            self.outcome.bytes_out += bytes.len() as u64;
            self.failure = (self.ends.write)(bytes).err().map(PassFailure::Sink);
        }
    }

    fn emit(&mut self, worker: &mut MediaWorker<'_>, batch: &Batch, _: &Cut) -> Flow {
        let bytes = batch.bytes();
        for segment in worker.segments.drain(..) {
            match segment {
                OutputSegment::Bytes(range) => self.write(bytes.get(range).unwrap_or_default()),
                OutputSegment::Own(range) => self.write(worker.own.get(range).unwrap_or_default()),
                OutputSegment::Run(run, is_inside) => self.run(&run, is_inside),
                OutputSegment::Separator(range, next) => self.separator(bytes.get(range).unwrap_or_default(), next),
                OutputSegment::Media(found, spelling) => {
                    if self.failure.is_none() && !self.options.is_dry {
                        let (write, written) = (&mut self.ends.write, &mut self.outcome.bytes_out);
                        let result = found.blob.open().map_err(PassFailure::Gone).and_then(|mut file| {
                            encode(&mut file, spelling, &mut |text| {
                                *written += text.len() as u64;
                                write(text).map_err(PassFailure::Sink)
                            })
                        });
                        self.failure = match result {
                            Ok(size) if size == found.size => None,
                            Ok(_) => Some(PassFailure::Gone(io::Error::other("it has another size now"))),
                            Err(failure) => Some(failure),
                        };
                    }
                }
            }
        }
        if let Some(failure) = worker.failure.take() {
            self.failure = self.failure.take().or(Some(PassFailure::Sink(failure)));
        }
        self.account(worker, batch);
        if self.failure.is_some() || self.outcome.fatal.is_some() { Flow::Stop } else { Flow::Continue }
    }

    /// Writes what was taken out of a record and belongs where it was.
    fn run(&mut self, run: &Spooled, is_inside: bool) {
        if self.failure.is_some() || self.options.is_dry {
            return;
        }
        let (write, written) = (&mut self.ends.write, &mut self.outcome.bytes_out);
        let result = run.text(&mut |text| {
            for piece in text.split_inclusive(|byte| *byte == b'\\' && is_inside) {
                // Inside of a string, each backslash has another one before it.
                let more: &[u8] = if is_inside && piece.ends_with(b"\\") { b"\\" } else { b"" };
                *written += (piece.len() + more.len()) as u64;
                write(piece)?;
                write(more)?;
            }
            Ok::<(), PassFailure>(())
        });
        self.failure = result.err();
    }

    fn separator(&mut self, separator: &[u8], next: Next) {
        let (last, is_first) = (self.last, !self.has_written);
        self.last = next;
        self.has_written |= next == Next::Record;
        let mut separator = separator;
        if self.framing == Framing::Array && self.options.on_error == OnError::Skip {
            if next == Next::Record && std::mem::take(&mut self.has_comma) && !separator.contains(&b',') {
                self.write(b",");
            }
            if let (Next::End, Some(rest)) = (next, separator.strip_suffix(b",")) {
                separator = rest;
                self.has_comma |= self.has_written;
            }
        }
        match self.framing {
            // One line in, one line out, ended as lines are.
            Framing::Lines if !self.options.keeps_surroundings => {
                if last == Next::Record && separator.contains(&b'\n') {
                    self.write(b"\n");
                }
            }
            // The end of a line that is left out goes with it.
            Framing::Lines if last == Next::Nothing => {}
            // The comma belongs to the record after it; the bracket is written with the first one.
            Framing::Array if next == Next::Nothing && !separator.contains(&b'[') => {}
            Framing::Array if next == Next::Record && is_first && self.outcome.bytes_out > 0 => {
                let space = separator.iter().position(|byte| *byte == b',').map_or(separator, |_| &[][..]);
                self.write(space);
            }
            Framing::Lines
            | Framing::Array
            | Framing::Document
            | Framing::Messages
            | Framing::Sse
            | Framing::Folder => self.write(separator),
        }
    }

    fn account(&mut self, worker: &mut MediaWorker<'_>, batch: &Batch) {
        worker.results.add_to(&mut self.outcome, batch, self.ends.note);
        self.outcome.is_changed |= worker.is_changed || batch.nested().is_some_and(|nested| nested.is_edited());
        let failures = self.outcome.report.total(|count| super::worker::is_failure(count.code));
        if self.options.max_failures.is_some_and(|most| failures > most) && self.failure.is_none() {
            self.failure = Some(PassFailure::TooManyMedia(failures));
        }
        self.ends.progress.advance(batch.real_len(), worker.results.records);
    }
}
