//! `convert`: reads any format, writes another, and reports everything the target cannot hold.
//!
//! If format, framing and layout stay the same, records are checked and their bytes are copied.

mod branches;
mod edited;
mod embed;
mod emitter;
mod failed_records;
mod kept_members;
mod log;
mod losses;
mod message_keys;
mod options;
mod profile;
mod record_text;
mod restore;
mod session;
mod set;
mod spilled;
mod task;
mod worker;

pub use embed::Embedding;
use emitter::ConvertEmitter;
pub(super) use losses::{LossCounter, LossPlan};
pub use options::{ConvertOptions, Task};
pub use profile::Profile;
pub use task::{CopyTask, ListTask};
use worker::ConvertWorker;

use std::sync::{Arc, Mutex};

use super::carry::{Restore, header};
use super::input::Input;
use super::layout::OutputFrame;
use super::nested::{emit_into, inner_on_error, splice};
use super::outcome::{OnError, Outcome};
use super::records::Reader;
use crate::format::Framing;
use crate::op::pass::PassFailure;
use crate::report::Diagnostic;
use crate::stream::{Progress, SessionOutput, SinkError, Splicer, Write, run_in_order};

/// Takes a session and the bytes of its file.
pub type WriteSession<'e> = dyn FnMut(SessionOutput, &[u8]) -> Result<(), SinkError> + Send + 'e;

/// The output, and the functions that receive diagnostics.
pub struct ConvertEnds<'e> {
    /// Takes the output.
    pub write: &'e mut Write<'e>,
    /// Takes the carry file, if one is wanted.
    pub carry: Option<&'e mut Write<'e>>,
    /// The carry file to restore from, if there is one.
    pub restore: Option<Restore>,
    /// Is given every kept diagnostic, in order.
    pub note: &'e mut (dyn FnMut(Diagnostic) + Send),
    /// Is told how far it is.
    pub progress: &'e dyn Progress,
}

impl std::fmt::Debug for ConvertEnds<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ConvertEnds").finish_non_exhaustive()
    }
}

/// Converts one input.
///
/// # Errors
/// Reading or writing failed. A bad record is not an error here: see [`Outcome::fatal`].
pub fn run(input: Input, options: &ConvertOptions, ends: ConvertEnds<'_>) -> Result<Outcome, PassFailure> {
    if input.nesting.is_some() {
        return run_nested(input, options, ends);
    }
    run_with(input, options, ends, None, None)
}

/// Converts one input to sessions of a folder, which `write` takes one by one, in order.
///
/// # Errors
/// Like [`run`], with a folder of sessions as the output.
pub fn run_to_folder<'e>(
    input: Input,
    options: &ConvertOptions,
    ends: ConvertEnds<'e>,
    write: &'e mut WriteSession<'e>,
) -> Result<Outcome, PassFailure> {
    // A folder has no place for lines that say what was wrong.
    let on_error = if options.on_error == OnError::Emit { OnError::Skip } else { options.on_error };
    let options = ConvertOptions { framing: Some(Framing::Folder), on_error, ..options.clone() };
    run_with(input, &options, ends, Some(write), None)
}

/// Converts the conversations inside of records.
fn run_nested(input: Input, options: &ConvertOptions, ends: ConvertEnds<'_>) -> Result<Outcome, PassFailure> {
    let ConvertEnds { write, carry, restore, note, progress } = ends;
    let inner = ConvertOptions {
        on_error: inner_on_error(options.on_error),
        keeps_surroundings: true,
        framing: None,
        layout: None,
        ..options.clone()
    };
    let nesting = input.nesting.map(|nesting| Arc::new(nesting.passing_empty()));
    let input = Input { nesting, ..input };
    splice(write, options.on_error, PassFailure::Sink, |write, splicer| {
        let mut to_carry = carry.map(|carry| move |bytes: &[u8]| carry(bytes));
        let carry = to_carry.as_mut().map(|carry| carry as _);
        let ends = ConvertEnds { write: &mut *write, carry, restore, note: &mut *note, progress };
        run_with(input, &inner, ends, None, Some(splicer))
    })
}

fn run_with<'e>(
    mut input: Input,
    options: &ConvertOptions,
    ends: ConvertEnds<'e>,
    sessions: Option<&'e mut WriteSession<'e>>,
    splicer: Option<&Mutex<Splicer<'_>>>,
) -> Result<Outcome, PassFailure> {
    let Some(redactor) = &options.redact else { return run_all(input, options, ends, sessions, splicer) };
    input.source.redact(redactor.clone());
    let mut outcome = run_all(input, options, ends, sessions, splicer)?;
    outcome.redacted = redactor.take_counts();
    outcome.is_changed |= !outcome.redacted.is_empty();
    Ok(outcome)
}

fn run_all<'e>(
    input: Input,
    options: &ConvertOptions,
    mut ends: ConvertEnds<'e>,
    sessions: Option<&'e mut WriteSession<'e>>,
    splicer: Option<&Mutex<Splicer<'_>>>,
) -> Result<Outcome, PassFailure> {
    if sessions.is_none() && options.set.is_empty() && options.profile.is_none() && log::applies(&input, options, &ends)
    {
        return log::run(input, options, ends);
    }
    let restore = ends.restore.take();
    let has_mark = match &restore {
        Some(restore) => restore.has_mark(),
        None => input.source.has_mark() && keeps_mark(&input, options),
    };
    let (is_restoring, is_carrying) = (restore.is_some(), ends.carry.is_some());
    let plan = OutputPlan::new(&input, options, restore, is_carrying);
    let mark: &[u8] = if has_mark { b"\xef\xbb\xbf" } else { b"" };
    let mut emitter = ConvertEmitter::new(&plan, ends, sessions);
    emitter.faults(input.source.faults());
    emitter.write(mark);
    if is_carrying {
        let from = input.usual.map_or("", |format| format.name);
        emitter.carry(header(from, options.to.name, input.source.has_mark()).as_bytes());
    }
    let (usual, is_fixed, limits) = (input.usual, input.is_fixed, input.limits);
    let make = || ConvertWorker::new(&plan, Reader::new(usual, is_fixed, limits));
    let goes_on = options.on_error != OnError::Stop;
    let splitter = Input::splitter(input.source, input.framing, limits, input.nesting).past_long_records(goes_on);
    // When restoring, the order of the records decides what is between them.
    let jobs = if is_restoring { 1 } else { options.jobs };
    run_in_order(splitter, jobs, make, ConvertWorker::run, |worker, batch, cut| {
        let flow = emit_into(splicer, batch, || emitter.emit(worker, batch, cut));
        flow.unwrap_or_else(|error| emitter.fail(error))
    })
    .map_err(PassFailure::Source)?;
    emitter.finish()
}

/// A byte order mark stays where the format does.
fn keeps_mark(input: &Input, options: &ConvertOptions) -> bool {
    let is_same = options.task.is_convert() && is_own(input, options);
    options.keeps_surroundings || (is_same && !options.is_joined && options.framing != Some(Framing::Folder))
}

/// Records are copied: of the format that is asked for, and with nothing to do.
fn is_same(input: &Input, options: &ConvertOptions) -> bool {
    options.is_copy() && is_own(input, options)
}

/// Records stay in their format and container. What a dialect changes is inside of them.
fn stays(input: &Input, options: &ConvertOptions) -> bool {
    options.keeps_records() && options.keeps_container() && options.keeps_branches() && is_own(input, options)
}

fn is_own(input: &Input, options: &ConvertOptions) -> bool {
    input.usual.is_some_and(|format| format.name == options.to.name)
}

/// The options, and what follows from them for the bytes of the output.
struct OutputPlan<'o> {
    options: &'o ConvertOptions,
    frame: OutputFrame,
    /// The text between records is copied too.
    keeps_gaps: bool,
    /// Records may be dropped out of it.
    drops: bool,
    input_framing: Framing,
    restore: Option<Mutex<Restore>>,
    is_carrying: bool,
    /// The conversations are inside of records.
    is_nested: bool,
    /// They are inside of a single one, which is the whole input.
    is_one_document: bool,
    /// Bytes that all branches of one record may become.
    most_branches: usize,
}

impl<'o> OutputPlan<'o> {
    fn new(input: &Input, options: &'o ConvertOptions, restore: Option<Restore>, is_carrying: bool) -> Self {
        // Messages are lines of one record: another format's record is one value.
        let is_kept = match options.task {
            Task::Convert => stays(input, options) && options.write.dialect.is_none(),
            Task::Copy(_) => true,
            Task::List(_) => false,
        };
        let is_one_value = input.framing.is_pieces() && !is_kept;
        let framing = options.framing.unwrap_or(match input.framing {
            Framing::Messages | Framing::Sse if is_one_value && options.writes_several() => Framing::Lines,
            // A session of which something was left out is a session.
            Framing::Messages
                if is_one_value && options.to.is_session && is_own(input, options) && options.keeps_container() =>
            {
                Framing::Messages
            }
            Framing::Messages | Framing::Sse if is_one_value => Framing::Document,
            Framing::Folder => Framing::Lines,
            // One record becomes several.
            Framing::Document if options.task.is_convert() && options.writes_several() && !is_own(input, options) => {
                Framing::Lines
            }
            Framing::Lines | Framing::Array | Framing::Document | Framing::Messages | Framing::Sse => input.framing,
        });
        let frame = OutputFrame::new(framing, options.layout.unwrap_or(input.layout), input.has_item_lines);
        let keeps_gaps = framing == input.framing
            && options.layout.is_none()
            && options.profile.is_none()
            && match framing {
                Framing::Lines => options.keeps_surroundings || (!options.is_joined && stays(input, options)),
                Framing::Array | Framing::Document | Framing::Messages => stays(input, options),
                Framing::Sse => is_same(input, options),
                Framing::Folder => false,
            };
        Self {
            options,
            frame,
            // The text around the records comes from the carry file.
            keeps_gaps: keeps_gaps || restore.is_some(),
            drops: keeps_gaps && restore.is_none() && options.leaves_out(),
            input_framing: input.framing,
            restore: restore.map(Mutex::new),
            is_carrying,
            is_nested: input.nesting.is_some(),
            is_one_document: input.record_framing() == Framing::Document,
            most_branches: input.limits.record,
        }
    }
}
