//! `replay`: the messages and the state after the events of a log, or of one branch of it.

mod chain;
mod run_texts;
mod threads;

use self::chain::chain;
use self::run_texts::RunTexts;
use self::threads::Threads;
use super::events::{
    EventEnds, EventFailure, EventLayout, EventLog, EventOut, EventVisitor, Listener, Steps, drive_each, stop_beyond,
};
use super::outcome::Outcome;
use crate::events::{Before, Event, Lineage, LineageMode, LineageRun, Replay, ReplayOptions, RunStore, codes};
use crate::json::{Layout, Node, Out, Text, reformat};
use crate::report::Report;

/// What happens to several runs with the same id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnDuplicate {
    /// Reports them and stops.
    #[default]
    Refuse,
    /// Uses the first one.
    First,
    /// Uses the last one.
    Last,
    /// Uses all of them, in order.
    All,
}

/// The printed values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Show {
    /// An object with messages, state, and open work.
    #[default]
    All,
    /// The messages.
    Messages,
    /// The state.
    State,
    /// The events of the branch, unchanged.
    Events,
}

/// Options of [`run`].
#[derive(Clone, Debug, Default)]
pub struct LogReplayOptions {
    /// The run to restore; `None`: all runs of each thread.
    pub run: Option<String>,
    /// The thread to restore, or that of the run, if several threads have a run with this id.
    pub thread: Option<String>,
    /// The number of the last event that is used, from 1.
    pub until: Option<u64>,
    /// Print the result after each event.
    pub steps: bool,
    /// The printed values.
    pub show: Show,
    /// The parent of a run without a parent.
    pub mode: LineageMode,
    /// What happens to several runs with the same id.
    pub on_duplicate: OnDuplicate,
    /// A parent may be missing.
    pub allows_missing: bool,
    /// Also read the shorthand of guides: a state in `state`, a patch in `patch`, messages that are plain texts.
    pub is_lenient: bool,
    /// The layout of the output.
    pub layout: EventLayout,
    /// The maximum number of diagnostics for each code.
    pub keep: u64,
}

/// Replays one log.
///
/// # Errors
/// Reading or writing failed, or the run cannot be restored. Text that is not JSON is not an error here: see
/// [`Outcome::fatal`].
pub fn run<'l>(
    log: impl Into<EventLog<'l>>,
    options: &LogReplayOptions,
    ends: EventEnds<'_>,
) -> Result<Outcome, EventFailure> {
    let log = log.into();
    let mut outcome = Outcome { report: Report::keeping(0), ..Outcome::default() };
    let is_whole = options.run.is_none() && options.show != Show::Events;
    if is_whole {
        whole_threads(log, options, ends, &mut outcome)?;
    } else {
        some_runs(log, options, ends, &mut outcome)?;
    }
    Ok(outcome)
}

/// Replays each thread, event by event.
fn whole_threads(
    log: EventLog<'_>,
    options: &LogReplayOptions,
    EventEnds { write, note, progress }: EventEnds<'_>,
    outcome: &mut Outcome,
) -> Result<(), EventFailure> {
    let replay = ReplayOptions { limits: log.patch_limits(), ..ReplayOptions::default() };
    let mut threads = Threads::new(options, replay, ReplayOut { options, write, bytes: 0 });
    drive_each(log, Listener { note, progress, keep: options.keep }, 1, outcome, &mut threads)?;
    if outcome.fatal.is_none() && !options.steps {
        outcome.records_out = threads.finish()?;
    }
    outcome.is_changed = true;
    outcome.bytes_out = threads.out.bytes;
    Ok(())
}

/// Prints the events of a run and its parents, or replays them.
fn some_runs(
    log: EventLog<'_>,
    options: &LogReplayOptions,
    EventEnds { write: output, note, progress }: EventEnds<'_>,
    outcome: &mut Outcome,
) -> Result<(), EventFailure> {
    let limits = log.patch_limits();
    let replay = ReplayOptions { limits, ..ReplayOptions::default() };
    let mut branch = BranchReader {
        store: RunStore::new(Before::Parents(options.mode), replay.clone()),
        texts: RunTexts::default(),
        out: EventOut::new(&log, options.layout, &mut *output),
        steps: Steps::new(limits.depth).lenient(options.is_lenient),
        options,
    };
    let listener = Listener { note: &mut *note, progress, keep: options.keep };
    let patches = drive_each(log, listener, 1, outcome, &mut branch)?;
    if outcome.fatal.is_some() {
        return Ok(());
    }
    let BranchReader { store, texts, mut out, mut steps, .. } = branch;
    let lineage = store.lineage(options.mode);
    let mut report = Report::keeping(options.keep.max(1));
    let chain = match &options.run {
        Some(run) => chain(run, options, &lineage, &mut report)?,
        None => of_thread(options, lineage.runs())?,
    };
    if options.run.is_some() && store.is_compacted_away(&chain, &lineage) {
        return Err(compacted_away(&store, &chain, &lineage));
    }
    if options.show == Show::Events {
        texts.write(&chain, &mut out);
        out.finish(outcome)?;
    } else if options.steps {
        drop(out);
        let mut out = ReplayOut { options, write: output, bytes: 0 };
        let mut replay = Replay::new(&replay);
        texts.replay(&chain, &mut steps, &mut replay, &mut |number, event, replay| {
            outcome.records_out += 1;
            out.step(number, event, replay)
        })?;
        (outcome.is_changed, outcome.bytes_out) = (true, out.bytes);
    } else {
        let replay = store.replay(&chain, &mut report);
        if let Some(limit) = replay.beyond() {
            patches.end(limit, outcome);
            return Ok(());
        }
        drop(out);
        let mut out = ReplayOut { options, write: output, bytes: 0 };
        outcome.records_out = chain.len() as u64;
        out.result(None, &replay)?;
        (outcome.is_changed, outcome.bytes_out) = (true, out.bytes);
    }
    for diagnostic in report.drain() {
        note(diagnostic);
    }
    outcome.report.merge(&mut report);
    Ok(())
}

fn compacted_away(store: &RunStore, chain: &[usize], lineage: &Lineage) -> EventFailure {
    let tips = chain.last().map(|run| store.tips_below(*run, lineage)).unwrap_or_default();
    let names: Vec<_> = tips.iter().filter_map(|tip| Some(format!("`{}`", lineage.runs().get(*tip)?.name()))).collect();
    let message = format!("compacted away; nearest tips: {}", names.join(", "));
    EventFailure::run(&codes::COMPACTED_AWAY, message)
}

/// The runs of the requested thread, or all.
fn of_thread(options: &LogReplayOptions, runs: &[LineageRun]) -> Result<Vec<usize>, EventFailure> {
    let Some(thread) = &options.thread else { return Ok((0..runs.len()).collect()) };
    let is_own = |run: &LineageRun| run.thread.as_ref().is_some_and(|id| Text::Token(id).is(thread));
    let own: Vec<usize> = runs.iter().enumerate().filter(|(_, run)| is_own(run)).map(|(index, _)| index).collect();
    if own.is_empty() { Err(no_thread(thread)) } else { Ok(own) }
}

fn no_thread(thread: &str) -> EventFailure {
    let message = format!("no thread is called `{thread}` (turnwise lineage lists them)");
    EventFailure::Run { code: None, message }
}

/// Reads the runs of a log.
struct BranchReader<'o, 'e> {
    store: RunStore,
    texts: RunTexts,
    out: EventOut<'e>,
    steps: Steps,
    options: &'o LogReplayOptions,
}

impl EventVisitor for BranchReader<'_, '_> {
    fn row(&mut self, object: Option<Node<'_, '_>>, _: &mut Report) {
        if let Some(object) = object {
            self.store.rows(object);
        }
        if self.options.show == Show::Events {
            self.texts.row(object);
        }
    }

    fn event(&mut self, event: Event<'_, '_>, report: &mut Report) -> Result<(), EventFailure> {
        let Self { store, texts, out, steps, options } = self;
        let number = report.record() + 1;
        if options.until.is_some_and(|until| number > until) {
            return Ok(());
        }
        if options.show == Show::Events {
            out.came(event.node.raw());
        }
        let mut quiet = Report::keeping(0);
        store.at_record(report.record());
        let mut run = None;
        steps.step(event, &mut quiet, &mut |event, _| run = store.event(event));
        if options.show == Show::Events || options.steps {
            texts.add(run, number, event);
        }
        stop_beyond(store.beyond())
    }
}

/// The printed values, and the output.
struct ReplayOut<'o, 'e> {
    options: &'o LogReplayOptions,
    write: &'e mut crate::stream::Write<'e>,
    bytes: u64,
}

impl ReplayOut<'_, '_> {
    /// Prints the state after an event.
    fn step(&mut self, number: u64, event: &Event<'_, '_>, replay: &Replay) -> Result<(), EventFailure> {
        let mut start = Out::new(Layout::Compact);
        start.key("event").verbatim(&number.to_string());
        start.key("type").text(&event.text("type").unwrap_or_default());
        self.object(start.as_bytes(), replay)
    }

    /// Prints the end of a thread; `thread`: its name, if there are several.
    fn result(&mut self, thread: Option<&str>, replay: &Replay) -> Result<(), EventFailure> {
        let mut start = Out::new(Layout::Compact);
        if let Some(thread) = thread {
            start.key("threadId").text(&Text::Token(thread));
        }
        let mut list = Vec::new();
        match self.options.show {
            Show::Messages => replay.write_messages(&mut list),
            Show::State => replay.write_state(&mut list),
            Show::All | Show::Events => return self.object(start.as_bytes(), replay),
        }
        self.line(list)
    }

    fn object(&mut self, start: &[u8], replay: &Replay) -> Result<(), EventFailure> {
        let show = self.options.show;
        let mut out = b"{".to_vec();
        out.extend_from_slice(start);
        let key = |out: &mut Vec<u8>, key: &str| {
            if out.len() > 1 {
                out.push(b',');
            }
            out.extend_from_slice(format!("\"{key}\":").as_bytes());
        };
        if show != Show::State {
            key(&mut out, "messages");
            replay.write_messages(&mut out);
        }
        if show != Show::Messages {
            key(&mut out, "state");
            replay.write_state(&mut out);
        }
        if show == Show::All {
            key(&mut out, "pendingInterrupts");
            out.extend_from_slice(replay.pending_interrupts().unwrap_or("[]").as_bytes());
            let mut calls = Out::new(Layout::Compact);
            calls.array(|out| replay.pending_calls().iter().for_each(|id| out.verbatim(id)));
            key(&mut out, "pendingToolCalls");
            out.extend_from_slice(calls.as_bytes());
        }
        out.push(b'}');
        self.line(out)
    }

    /// One value on one line, or indented.
    fn line(&mut self, mut value: Vec<u8>) -> Result<(), EventFailure> {
        let mut bytes = Vec::new();
        match (self.options.layout.layout, std::str::from_utf8(&value)) {
            (Some(layout), Ok(text)) => reformat(text, layout, 0, &mut bytes),
            _ => bytes.append(&mut value),
        }
        bytes.push(b'\n');
        self.bytes += bytes.len() as u64;
        (self.write)(&bytes).map_err(EventFailure::Sink)
    }
}
