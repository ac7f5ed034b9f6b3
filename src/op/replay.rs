//! `replay`: the messages and the state that the events of a log, or of one branch of it, add up to.

use super::events::{EventEnds, EventFailure, EventLayout, EventLog, EventOut, Listener, Steps, drive, stop_beyond};
use super::outcome::Outcome;
use crate::events::{Before, Event, EventType, Issue, Lineage, LineageMode, Replay, ReplayOptions, RunStore, codes};
use crate::json::{At, Layout, Out, Text, reformat};
use crate::report::Report;

/// What happens to several runs with one id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnDuplicate {
    /// Say so and stop.
    #[default]
    Refuse,
    /// Take the first one.
    First,
    /// Take the last one.
    Last,
    /// Take all of them, one after the other.
    All,
}

/// What is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Show {
    /// An object with messages, state, and what is left to do.
    #[default]
    All,
    /// The messages.
    Messages,
    /// The state.
    State,
    /// The events of the branch, as they are.
    Events,
}

/// Options of [`run`].
#[derive(Clone, Debug, Default)]
pub struct LogReplayOptions {
    /// The run to restore; nothing: the whole log.
    pub run: Option<String>,
    /// Its thread, where several have a run of this id.
    pub thread: Option<String>,
    /// What is printed.
    pub show: Show,
    /// The parent of a run that names none.
    pub mode: LineageMode,
    /// What happens to several runs with one id.
    pub on_duplicate: OnDuplicate,
    /// A parent may be missing.
    pub allows_missing: bool,
    /// Read what guides write, too: a state in `state`, a patch in `patch`, messages that are plain texts.
    pub is_lenient: bool,
    /// The layout of the output.
    pub layout: EventLayout,
    /// The number of diagnostics that are kept for each code.
    pub keep: u64,
}

/// Replays one log.
///
/// # Errors
/// Reading or writing failed, or the run cannot be restored. Text that is not JSON is no error here: see
/// [`Outcome::fatal`].
pub fn run<'l>(
    log: impl Into<EventLog<'l>>,
    options: &LogReplayOptions,
    ends: EventEnds<'_>,
) -> Result<Outcome, EventFailure> {
    let log = log.into();
    let mut outcome = Outcome { report: Report::keeping(0), ..Outcome::default() };
    let EventEnds { write: output, note, progress } = ends;
    let limits = log.patch_limits();
    let replay_options = ReplayOptions { limits, ..ReplayOptions::default() };
    let mut steps = Steps::new(limits.depth).lenient(options.is_lenient);
    if options.run.is_none() && options.show != Show::Events {
        let mut replay = Replay::new(&replay_options);
        let listener = Listener { note, progress, keep: options.keep };
        drive(log, listener, &mut outcome, &mut |node, report| {
            steps.step(node, report, &mut |event, report| replay.event(event, report));
            stop_beyond(replay.beyond())
        })?;
        if outcome.fatal.is_none() {
            write(&replay, options, output, &mut outcome)?;
        }
        return Ok(outcome);
    }
    let mut store = RunStore::new(Before::Parents(options.mode), replay_options);
    let mut texts = RunTexts::default();
    let mut out = EventOut::new(&log, options.layout, output);
    let listener = Listener { note: &mut *note, progress, keep: options.keep };
    let patches = drive(log, listener, &mut outcome, &mut |node, report| {
        if options.show == Show::Events {
            out.came(node.raw());
            texts.add(&Event::of(node));
        }
        let mut quiet = Report::keeping(0);
        store.at_record(report.record());
        steps.step(node, &mut quiet, &mut |event, _| {
            store.event(event);
        });
        stop_beyond(store.beyond())
    })?;
    if outcome.fatal.is_some() {
        return Ok(outcome);
    }
    let lineage = store.lineage(options.mode);
    let mut report = Report::keeping(options.keep.max(1));
    let chain = match &options.run {
        Some(run) => chain(run, options, &lineage, &mut report)?,
        None => (0..lineage.runs().len()).collect(),
    };
    if options.run.is_some() && store.is_compacted_away(&chain, &lineage) {
        let tips = chain.last().map(|run| store.tips_below(*run, &lineage)).unwrap_or_default();
        let names: Vec<_> =
            tips.iter().filter_map(|tip| Some(format!("`{}`", lineage.runs().get(*tip)?.name()))).collect();
        let message = format!("compacted away; nearest tips: {}", names.join(", "));
        return Err(EventFailure::run(&codes::COMPACTED_AWAY, message));
    }
    if options.show == Show::Events {
        for text in texts.of(&chain) {
            out.event(text);
        }
        out.finish(&mut outcome)?;
    } else {
        let replay = store.replay(&chain, &mut report);
        if let Some(limit) = replay.beyond() {
            patches.end(limit, &mut outcome);
            return Ok(outcome);
        }
        let mut bytes = Vec::new();
        render(&replay, options, &mut bytes);
        outcome.records_out = chain.len() as u64;
        outcome.is_changed = true;
        out.plain(&bytes, &mut outcome)?;
    }
    for diagnostic in report.drain() {
        note(diagnostic);
    }
    outcome.report.merge(&mut report);
    Ok(outcome)
}

fn write(
    replay: &Replay,
    options: &LogReplayOptions,
    write: &mut crate::stream::Write<'_>,
    outcome: &mut Outcome,
) -> Result<(), EventFailure> {
    let mut bytes = Vec::new();
    render(replay, options, &mut bytes);
    outcome.records_out = 1;
    outcome.is_changed = true;
    outcome.bytes_out = bytes.len() as u64;
    write(&bytes).map_err(EventFailure::Sink)
}

/// The requested values as JSON, on one line or indented.
fn render(replay: &Replay, options: &LogReplayOptions, bytes: &mut Vec<u8>) {
    let mut out = Vec::new();
    match options.show {
        Show::Messages => replay.write_messages(&mut out),
        Show::State => replay.write_state(&mut out),
        Show::All | Show::Events => {
            out.extend_from_slice(b"{\"messages\":");
            replay.write_messages(&mut out);
            out.extend_from_slice(b",\"state\":");
            replay.write_state(&mut out);
            let mut rest = Out::new(Layout::Compact);
            rest.key("pendingInterrupts").verbatim(replay.pending_interrupts().unwrap_or("[]"));
            rest.key("pendingToolCalls").array(|out| replay.pending_calls().iter().for_each(|id| out.verbatim(id)));
            out.push(b',');
            out.extend_from_slice(rest.as_bytes());
            out.push(b'}');
        }
    }
    match (options.layout.layout, std::str::from_utf8(&out)) {
        (Some(layout), Ok(text)) => reformat(text, layout, 0, bytes),
        _ => bytes.append(&mut out),
    }
    bytes.push(b'\n');
}

/// The runs from the root to the one that was asked for.
fn chain(
    run: &str,
    options: &LogReplayOptions,
    lineage: &Lineage,
    report: &mut Report,
) -> Result<Vec<usize>, EventFailure> {
    let is = |id: Option<&String>, wanted: &str| id.is_some_and(|id| Text::Token(id).is(wanted));
    let found: Vec<usize> = lineage
        .runs()
        .iter()
        .enumerate()
        .filter(|(_, it)| is(it.id.as_ref(), run))
        .filter(|(_, it)| options.thread.as_ref().is_none_or(|thread| is(it.thread.as_ref(), thread)))
        .map(|(index, _)| index)
        .collect();
    let threads: std::collections::HashSet<_> =
        found.iter().filter_map(|index| lineage.runs().get(*index)).map(|run| run.thread.as_ref()).collect();
    let (Some(first), Some(last)) = (found.first().copied(), found.last().copied()) else {
        let message = format!("no run is called `{run}` (turnwise lineage lists them)");
        return Err(EventFailure::Run { code: None, message });
    };
    if threads.len() > 1 {
        let message = format!("{} threads have a run `{run}`; say which with --thread", threads.len());
        return Err(EventFailure::Run { code: None, message });
    }
    let wanted = if options.on_duplicate == OnDuplicate::Last { last } else { first };
    let Some(chain) = lineage.chain(wanted) else {
        let cycle = lineage.issues().iter().find(|issue| matches!(issue, Issue::Cycle(_)));
        let message = cycle.map(|cycle| cycle.message(lineage)).unwrap_or_default();
        let message = format!("the parents of run `{run}` lead in a circle: {message}");
        return Err(EventFailure::run(&codes::PARENT_CYCLE, message));
    };
    let orphan = chain.first().copied().filter(|root| lineage.is_orphan(*root));
    if let Some(orphan) = orphan {
        let issue = Issue::Missing(orphan);
        if !options.allows_missing {
            let message = issue.message(lineage);
            let message = format!("{message}; --allow-missing-parent goes on without it");
            return Err(EventFailure::run(&codes::MISSING_PARENT, message));
        }
        report.add(&codes::MISSING_PARENT, At::NOWHERE, || issue.message(lineage));
    }
    with_duplicates(chain, options, lineage)
}

/// The chain with what was decided about runs of one id.
fn with_duplicates(
    chain: Vec<usize>,
    options: &LogReplayOptions,
    lineage: &Lineage,
) -> Result<Vec<usize>, EventFailure> {
    let key = |run: usize| lineage.runs().get(run).map(|run| (run.thread.as_ref(), run.id.as_ref()));
    let mut twins: std::collections::HashMap<_, Vec<usize>> = std::collections::HashMap::new();
    for run in 0..lineage.runs().len() {
        twins.entry(key(run)).or_default().push(run);
    }
    let mut whole = Vec::new();
    for run in chain {
        let same = twins.get(&key(run)).map_or(&[][..], Vec::as_slice);
        let has_name = lineage.runs().get(run).is_some_and(|run| run.id.is_some());
        match options.on_duplicate {
            _ if same.len() < 2 || !has_name => whole.push(run),
            OnDuplicate::Refuse => {
                let name = lineage.runs().get(run).map(crate::events::LineageRun::name).unwrap_or_default();
                let count = same.len();
                let message =
                    format!("run `{name}` is there {count} times; decide with --on-duplicate first, last or all");
                return Err(EventFailure::run(&codes::DUPLICATE_RUN, message));
            }
            OnDuplicate::First => whole.extend(same.first()),
            OnDuplicate::Last => whole.extend(same.last()),
            OnDuplicate::All => whole.extend(same),
        }
    }
    Ok(whole)
}

/// The events of all runs, as they are.
#[derive(Debug, Default)]
struct RunTexts {
    prelude: Vec<(EventType, bool, String)>,
    runs: Vec<Vec<(EventType, bool, String)>>,
}

impl RunTexts {
    fn add(&mut self, event: &Event<'_, '_>) {
        if event.kind == EventType::RunStarted {
            self.runs.push(Vec::new());
        }
        let mark = event.metadata().and_then(|metadata| metadata.get("turnwise")).and_then(|own| own.get("cumulative"));
        let is_snapshot = matches!(event.kind, EventType::MessagesSnapshot | EventType::StateSnapshot);
        let is_cumulative = is_snapshot && mark.and_then(|mark| mark.as_bool()) == Some(true);
        let run = self.runs.last_mut().unwrap_or(&mut self.prelude);
        run.push((event.kind, is_cumulative, event.node.raw().to_owned()));
    }

    /// The events of these runs. Of snapshots that stand for all before them only the last one of each kind is there.
    fn of(&self, chain: &[usize]) -> Vec<&str> {
        let runs = chain.iter().filter_map(|run| self.runs.get(*run));
        let all: Vec<_> = self.prelude.iter().chain(runs.flatten()).collect();
        let last = |kind: EventType| all.iter().rposition(|(own, is_cumulative, _)| *is_cumulative && *own == kind);
        let last = [last(EventType::MessagesSnapshot), last(EventType::StateSnapshot)];
        let is_in = |index: usize, is_cumulative: bool| !is_cumulative || last.contains(&Some(index));
        let kept = all.iter().enumerate().filter(|(index, (_, is_cumulative, _))| is_in(*index, *is_cumulative));
        kept.map(|(_, (_, _, text))| text.as_str()).collect()
    }
}
