//! `convert`: reads any format, writes another, and reports everything that the target cannot represent.
//!
//! If format, framing and layout stay the same, records are checked and their bytes are copied.

mod branches;
mod contained;
mod edited;
mod embed;
mod emitter;
mod failed_records;
mod forks;
mod kept_members;
mod log;
mod losses;
mod made_times;
mod message_keys;
mod options;
mod plan;
mod profile;
mod record_text;
mod restore;
mod session;
mod set;
mod spilled;
mod task;
mod worker;

use emitter::ConvertEmitter;
pub(super) use losses::{LossCounter, LossPlan};
pub use options::{
    ContentOptions, ConversationSelection, ConvertOptions, CopyTask, GeneratedContent, ListTask, MemberOptions,
    NewMessage, OtherInputs, Profile, SecretHandling, Task,
};
pub use plan::{ConvertEnds, WriteSession};
use plan::{OutputPlan, keeps_mark};
use worker::ConvertWorker;

use std::sync::{Arc, Mutex};

use super::carry::header;
use super::input::Input;
use super::layout::OutputArrangement;
use super::nested::splice;
use super::outcome::{OnError, Outcome};
use super::reader::Reader;
use crate::events::delta_text;
use crate::format::Framing;
use crate::op::pass::{PassFailure, PassOptions, run_pass};
use crate::stream::Splicer;

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

/// Converts one input to sessions of a folder, which `write` receives one by one, in order.
///
/// # Errors
/// Like [`run`], with a folder of sessions as the output.
pub fn run_to_folder<'e>(
    input: Input,
    options: &ConvertOptions,
    ends: ConvertEnds<'e>,
    write: &'e mut WriteSession<'e>,
) -> Result<Outcome, PassFailure> {
    // A folder cannot contain error lines.
    let on_error = if options.pass.on_error == OnError::Emit { OnError::Skip } else { options.pass.on_error };
    let pass = PassOptions { on_error, ..options.pass };
    let output = OutputArrangement { framing: Some(Framing::Folder), ..options.output };
    let options = ConvertOptions { pass, output, ..options.clone() };
    run_with(input, &options, ends, Some(write), None)
}

/// Converts the conversations inside records.
fn run_nested(input: Input, options: &ConvertOptions, ends: ConvertEnds<'_>) -> Result<Outcome, PassFailure> {
    let ConvertEnds { write, carry, restore, note, progress } = ends;
    let inner =
        ConvertOptions { pass: options.pass.for_nested(), output: OutputArrangement::nested(), ..options.clone() };
    let nesting = input.nesting.map(|nesting| Arc::new(nesting.passing_empty()));
    let input = Input { nesting, ..input };
    splice(write, options.pass.on_error, |write, splicer| {
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
    let SecretHandling::Redacted(redactor) = &options.content.secrets else {
        return run_all(input, options, ends, sessions, splicer);
    };
    input.source.redact(redactor.clone());
    let mut outcome = run_all(input, options, ends, sessions, splicer)?;
    outcome.conversion.redacted = redactor.take_counts();
    outcome.is_changed |= !outcome.conversion.redacted.is_empty();
    Ok(outcome)
}

fn run_all<'e>(
    mut input: Input,
    options: &ConvertOptions,
    mut ends: ConvertEnds<'e>,
    sessions: Option<&'e mut WriteSession<'e>>,
    splicer: Option<&Mutex<Splicer<'_>>>,
) -> Result<Outcome, PassFailure> {
    if sessions.is_none() && !options.members.changes_records() && log::applies(&input, options, &ends) {
        return log::run(input, options, ends);
    }
    if log::can_be_coalesced(&input, options, &ends) {
        input.source.coalesce_rows(delta_text, input.limits.record);
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
    emitter.write(mark)?;
    if is_carrying {
        input.source.keep_stream_text();
        let from = input.usual.map_or("", |format| format.name);
        emitter.carry(header(from, options.to.name, input.source.has_mark()).as_bytes())?;
    }
    let (usual, is_fixed, limits) = (input.usual, input.is_fixed, input.limits);
    let make = || {
        let programs = options.programs.clone();
        ConvertWorker::new(&plan, Reader { programs, ..Reader::new(usual, is_fixed, limits) })
    };
    let splitter = Input::splitter(input.source, input.framing, limits, input.nesting);
    let splitter = splitter.past_long_records(options.pass.goes_on());
    // A carry file restores each request by itself.
    let has_rows = matches!(input.framing, Framing::Lines | Framing::Array);
    let joins_rows = plan.joins_rows || (has_rows && !is_carrying);
    let splitter = splitter.joining_rows(usual.filter(|_| joins_rows));
    // When restoring, the order of the records determines the text between them.
    let jobs = if is_restoring { 1 } else { options.pass.jobs };
    run_pass(splitter, jobs, splicer, make, ConvertWorker::run, |worker, batch, _| emitter.emit(worker, batch))?;
    emitter.finish()
}
