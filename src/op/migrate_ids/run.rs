//! Migrates the ids of one input.

use std::sync::Mutex;

use super::emitter::MigrateEmitter;
use super::log;
use super::options::{InputContext, MigrateEnds, MigrateOptions, MigrateResult};
use super::relayout::Relayout;
use super::scheme::{IdGenerator, IdNumbers, Scheme};
use super::worker::MigrateWorker;
use crate::json::quoted;
use crate::op::input::Input;
use crate::op::layout::OutputArrangement;
use crate::op::nested;
use crate::op::outcome::OnError;
use crate::op::pass::{PassFailure, run_pass};
use crate::op::stream_comparison::StreamComparison;
use crate::report::Report;
use crate::stream::{Flow, RecordContainer, Splicer};

/// Migrates the ids of one input. `name` is its name in the map, `numbers` the last numbers of sequences.
///
/// # Errors
/// Reading or writing failed, or the map is not about this input. A bad record is not an error here: see
/// [`Outcome::fatal`](crate::op::Outcome::fatal).
pub fn run(
    input: Input,
    name: &str,
    options: &MigrateOptions,
    numbers: &Mutex<IdNumbers>,
    ends: MigrateEnds<'_>,
) -> Result<MigrateResult, PassFailure> {
    if input.nesting.is_none() {
        return run_with(input, name, options, numbers, ends, None);
    }
    let inner =
        MigrateOptions { pass: options.pass.for_nested(), output: OutputArrangement::nested(), ..options.clone() };
    let MigrateEnds { write, map, note, progress } = ends;
    nested::splice(write, options.pass.on_error, |write, splicer| {
        let mut to_map = map.map(|map| move |bytes: &[u8]| map(bytes));
        let map = to_map.as_mut().map(|map| map as _);
        let ends = MigrateEnds { write: &mut *write, map, note: &mut *note, progress };
        run_with(input, name, &inner, numbers, ends, Some(splicer))
    })
}

fn run_with(
    input: Input,
    name: &str,
    options: &MigrateOptions,
    numbers: &Mutex<IdNumbers>,
    ends: MigrateEnds<'_>,
    splicer: Option<&Mutex<Splicer<'_>>>,
) -> Result<MigrateResult, PassFailure> {
    let file = options.map.as_ref().map(|map| map.file(name, options.has_others));
    let file = file.transpose().map_err(PassFailure::Map)?.unwrap_or(0);
    let maker = IdGenerator::new(&options.scheme, options.namespace, options.target, numbers);
    let form = Relayout::of(&input, options);
    let job = InputContext { options, maker: &maker, file, framing: input.framing, form };
    if input.source.has_mark() && (options.output.keeps_surroundings || !options.has_others) {
        (ends.write)(b"\xef\xbb\xbf").map_err(PassFailure::Sink)?;
    }
    let mut done = MigrateResult::default();
    done.outcome.report = Report::keeping(0);
    if log::applies(&input, options) {
        return log::run(input, name, &job, ends, done);
    }
    let (usual, is_fixed, limits) = (input.usual, input.is_fixed, input.limits);
    let make = || MigrateWorker::new(&job, usual, is_fixed, limits);
    let splitter = Input::splitter(input.source, input.framing, limits, input.nesting);
    let splitter = splitter.past_long_records(options.pass.goes_on());
    // Numbers are assigned in the order of the records, and a map counts them.
    let is_counting = matches!(options.scheme, Scheme::Sequence(_)) || options.map.is_some();
    let jobs = if is_counting { 1 } else { options.pass.jobs };
    let mut emitter = MigrateEmitter {
        name: quoted(name),
        job: &job,
        done,
        ends,
        compared: StreamComparison::default(),
        container: (options.pass.on_error == OnError::Skip && job.form.is_none())
            .then(|| RecordContainer::new(job.framing)),
    };
    run_pass(splitter, jobs, splicer, make, MigrateWorker::run, |worker, batch, _| {
        emitter.emit(worker, batch)?;
        Ok::<_, PassFailure>(if emitter.done.outcome.fatal.is_some() { Flow::Stop } else { Flow::Continue })
    })?;
    emitter.finish()
}
