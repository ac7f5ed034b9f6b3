//! `compact`: a smaller, equivalent log.

use super::events::{
    EventEnds, EventFailure, EventLayout, EventLog, EventOut, EventVisitor, Scanner, Steps, Usual, drive_each,
    stop_beyond,
};
use super::outcome::Outcome;
use crate::events::{
    DeltaCompactor, Event, EventRow, FoldFailure, FoldOptions, FoldScope, LineageMode, PatchLimits, Replay,
    ReplayOptions, SnapshotFolder, codes,
};
use crate::json::{At, Flat, Node, Tape};
use crate::report::Report;

/// The degree of compaction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CompactLevel {
    /// Fold events into snapshots.
    #[default]
    Snapshot,
    /// Join deltas, as the library does.
    Deltas,
}

/// Options of [`run`].
#[derive(Clone, Debug, Default)]
pub struct CompactOptions {
    /// The degree of compaction.
    pub level: CompactLevel,
    /// The runs that get snapshots.
    pub scope: FoldScope,
    /// The parent of a run without a parent.
    pub mode: LineageMode,
    /// Do not change the inputs of runs.
    pub keeps_input: bool,
    /// Expand chunks before deltas are joined.
    pub expands_chunks: bool,
    /// Also read the shorthand of guides: a state in `state`, a patch in `patch`, messages that are plain texts.
    pub is_lenient: bool,
    /// The layout of the events in the output.
    pub layout: EventLayout,
    /// The maximum number of diagnostics for each code.
    pub keep: u64,
    /// Worker threads.
    pub jobs: usize,
}

/// The maximum number of bytes of events that are kept for a comparison of the replays before and after, if joining
/// moved events.
const KEPT: usize = 64 << 20;

/// Compacts one log.
///
/// # Errors
/// Reading or writing failed, or the log cannot be compacted. Text that is not JSON is not an error here: see
/// [`Outcome::fatal`].
pub fn run<'l>(
    log: impl Into<EventLog<'l>>,
    options: &CompactOptions,
    ends: EventEnds<'_>,
) -> Result<Outcome, EventFailure> {
    let log = log.into();
    let mut outcome = Outcome { report: Report::keeping(0), ..Outcome::default() };
    let EventEnds { write, note, progress } = ends;
    let ends = EventEnds { write, note: &mut *note, progress };
    let limits = log.patch_limits();
    let mut late = Report::keeping(options.keep);
    match options.level {
        CompactLevel::Snapshot => fold(log, options, limits, ends, &mut outcome, &mut late)?,
        CompactLevel::Deltas => join(log, options, limits, ends, &mut outcome, &mut late)?,
    }
    for diagnostic in late.drain() {
        note(diagnostic);
    }
    outcome.report.merge(&mut late);
    Ok(outcome)
}

fn fold(
    log: EventLog<'_>,
    options: &CompactOptions,
    limits: PatchLimits,
    EventEnds { write, note, progress }: EventEnds<'_>,
    outcome: &mut Outcome,
    late: &mut Report,
) -> Result<(), EventFailure> {
    let out = EventOut::new(&log, options.layout, write);
    let steps = Steps::new(limits.depth).lenient(options.is_lenient);
    let replay = ReplayOptions { limits, ..ReplayOptions::default() };
    let folder = SnapshotFolder::new(FoldOptions {
        scope: options.scope,
        mode: options.mode,
        keeps_input: options.keeps_input,
        replay,
    });
    let listener = super::events::Listener { note, progress, keep: options.keep };
    let mut fold = Fold { out, steps, folder, rows: Vec::new(), starts: Vec::new() };
    let patches = drive_each(log, listener, 1, outcome, &mut fold)?;
    let Fold { mut out, folder, rows, starts, .. } = fold;
    if outcome.fatal.is_none() {
        let mut rows = KeptRows { rows: rows.into_iter(), opened: 0 };
        let finished = folder.finish(
            &mut |run, event| {
                rows.open(run.and_then(|run| starts.get(run)), &mut out);
                out.event(event);
            },
            late,
        );
        match finished {
            Err(FoldFailure::Beyond(limit)) => patches.end(&limit, outcome),
            done => {
                done?;
                rows.finish(&mut out);
            }
        }
        for _ in 0..out.emptied_rows() {
            late.add(&codes::ROW_FOLDED, At::NOWHERE, || {
                "the events of a row were folded into another row; it stays, without events".to_owned()
            });
        }
    }
    out.finish(outcome)
}

struct Fold<'e> {
    out: EventOut<'e>,
    steps: Steps,
    folder: SnapshotFolder,
    rows: Vec<EventRow>,
    /// The place where each run began.
    starts: Vec<RunStart>,
}

/// The place where a run began.
#[derive(Clone, Copy, Debug, Default)]
struct RunStart {
    /// The number of rows up to and including that place.
    rows: usize,
    is_in_row: bool,
}

impl EventVisitor for Fold<'_> {
    fn row(&mut self, object: Option<Node<'_, '_>>, _: &mut Report) {
        match object {
            Some(object) => {
                self.folder.rows(object);
                self.out.open_row(EventRow::new(object));
            }
            None => self.rows.extend(self.out.take_row()),
        }
    }

    fn event(&mut self, event: Event<'_, '_>, report: &mut Report) -> Result<(), EventFailure> {
        let Self { out, steps, folder, rows, starts } = self;
        out.came(event.node.raw());
        folder.at_record(report.record());
        let is_in_row = out.has_row();
        steps.step(event, report, &mut |event, report| {
            let run = folder.event(event, report);
            while run.is_some_and(|run| run >= starts.len()) {
                starts.push(RunStart { rows: rows.len() + usize::from(is_in_row), is_in_row });
            }
        });
        stop_beyond(folder.beyond())
    }
}

/// The rows of the log, which are written in order.
struct KeptRows {
    rows: std::vec::IntoIter<EventRow>,
    opened: usize,
}

impl KeptRows {
    /// Advances to the row in which a run began. Everything before the first run belongs to the first row.
    fn open(&mut self, start: Option<&RunStart>, out: &mut EventOut<'_>) {
        let start = start.copied().unwrap_or(RunStart { rows: 1, is_in_row: true });
        while self.opened < start.rows
            && let Some(row) = self.rows.next()
        {
            out.close_row();
            out.open_row(row);
            self.opened += 1;
        }
        if !start.is_in_row {
            out.close_row();
        }
    }

    fn finish(self, out: &mut EventOut<'_>) {
        for row in self.rows {
            out.close_row();
            out.open_row(row);
        }
        out.close_row();
    }
}

fn join(
    log: EventLog<'_>,
    options: &CompactOptions,
    limits: PatchLimits,
    EventEnds { write, note, progress }: EventEnds<'_>,
    outcome: &mut Outcome,
    late: &mut Report,
) -> Result<(), EventFailure> {
    let mut join = Join {
        out: EventOut::new(&log, options.layout, write),
        steps: (options.expands_chunks || options.is_lenient)
            .then(|| Steps::new(limits.depth).lenient(options.is_lenient).expanding(options.expands_chunks)),
        compactor: DeltaCompactor::new(limits),
        kept: KeptEvents::default(),
    };
    let listener = super::events::Listener { note, progress, keep: options.keep };
    drive_each(log, listener, options.jobs.max(1), outcome, &mut join)?;
    let Join { mut out, mut compactor, kept, .. } = join;
    if outcome.fatal.is_none() {
        compactor.finish(&mut |event| out.event(event));
        if compactor.is_moved() {
            kept.judge(options, limits, late);
        }
    }
    out.finish(outcome)
}

struct Join<'e> {
    out: EventOut<'e>,
    steps: Option<Steps>,
    compactor: DeltaCompactor,
    kept: KeptEvents,
}

/// Reads a piece of a message or of arguments, if it has no metadata.
fn usual(text: &str) -> Option<Usual<'_>> {
    if let Some(["TEXT_MESSAGE_CONTENT", id, delta]) = Flat::strings(text, ["type", "messageId", "delta"]) {
        return Some(Usual { is_call: false, id, delta });
    }
    let flat = Flat::parse(text)?;
    let delta = flat.string("delta")?;
    match flat.string("type")? {
        "TEXT_MESSAGE_CONTENT" => Some(Usual { is_call: false, id: flat.string("messageId")?, delta }),
        "TOOL_CALL_ARGS" => Some(Usual { is_call: true, id: flat.string("toolCallId")?, delta }),
        _ => None,
    }
}

impl EventVisitor for Join<'_> {
    fn scanner(&self) -> Option<Scanner> {
        self.steps.is_none().then_some(usual)
    }

    fn usual(&mut self, text: &str, Usual { is_call, id, delta }: Usual<'_>) {
        if is_call {
            self.compactor.call_piece(id, delta);
        } else {
            self.compactor.text_piece(id, delta);
        }
        self.out.came(text);
        self.kept.add(text);
    }

    fn row(&mut self, object: Option<Node<'_, '_>>, _: &mut Report) {
        let Self { out, compactor, .. } = self;
        // A message that continues in another row is joined separately in each row.
        compactor.finish(&mut |event| out.event(event));
        match object {
            Some(object) => out.open_row(EventRow::new(object)),
            None => out.close_row(),
        }
    }

    fn event(&mut self, event: Event<'_, '_>, report: &mut Report) -> Result<(), EventFailure> {
        let Self { out, steps, compactor, kept } = self;
        out.came(event.node.raw());
        kept.add(event.node.raw());
        match steps {
            None => compactor.event(&event, &mut |event| out.event(event), report),
            Some(steps) => steps.step(event, report, &mut |event, report| {
                compactor.event(event, &mut |event| out.event(event), report);
            }),
        }
        stop_beyond(compactor.beyond())?;
        out.check()
    }
}

/// The events, unless there are too many.
#[derive(Debug, Default)]
struct KeptEvents {
    text: String,
    ends: Vec<usize>,
    is_full: bool,
}

impl KeptEvents {
    fn add(&mut self, event: &str) {
        if self.is_full {
            return;
        }
        if self.text.len() + event.len() > KEPT {
            *self = Self { is_full: true, ..Self::default() };
            return;
        }
        self.text.push_str(event);
        self.ends.push(self.text.len());
    }

    fn events(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let event = self.text.get(start..*end).unwrap_or_default();
            start = *end;
            event
        })
    }

    /// Reports whether the output replays to another result.
    fn judge(&self, options: &CompactOptions, limits: PatchLimits, report: &mut Report) {
        if self.is_full {
            report.add(&codes::REPLAY_DIFFERS, At::NOWHERE, || {
                "events of messages that overlap were moved; the log is too long to find out whether that changes what it \
                 replays to"
                    .to_owned()
            });
            return;
        }
        let options_of = ReplayOptions { limits, ..ReplayOptions::default() };
        let (mut before, mut after) = (Replay::new(&options_of), Replay::new(&options_of));
        let steps = || Steps::new(limits.depth).lenient(options.is_lenient);
        let (mut first, mut second, mut third) = (steps(), steps().expanding(options.expands_chunks), steps());
        let mut quiet = Report::keeping(0);
        let mut compactor = DeltaCompactor::new(limits);
        let (mut tape, mut made) = (Tape::with_max_depth(limits.depth), Tape::with_max_depth(limits.depth + 8));
        let mut events: Vec<String> = Vec::new();
        for text in self.events() {
            let Ok(node) = tape.parse(text) else { continue };
            first.step(Event::of(node), &mut quiet, &mut |event, report| before.event(event, report));
            let mut emit = |event: &str| events.push(event.to_owned());
            if options.expands_chunks || options.is_lenient {
                let compactor = &mut compactor;
                second
                    .step(Event::of(node), &mut quiet, &mut |event, report| compactor.event(event, &mut emit, report));
            } else {
                compactor.event(&Event::of(node), &mut emit, &mut quiet);
            }
        }
        compactor.finish(&mut |event| events.push(event.to_owned()));
        for text in &events {
            if let Ok(node) = made.parse(text) {
                third.step(Event::of(node), &mut quiet, &mut |event, report| after.event(event, report));
            }
        }
        if !before.is_same(&after) {
            report.add(&codes::REPLAY_DIFFERS, At::NOWHERE, || {
                "the result replays to other messages, or to the same in another order".to_owned()
            });
        }
    }
}
