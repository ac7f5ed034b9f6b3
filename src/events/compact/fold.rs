//! `compact --level snapshot`: folds events into one snapshot of the messages and one of the state.
//!
//! Replaying the result gives the same messages and state. Events that are kept (runs, steps, custom events) keep their
//! order.

use std::collections::HashSet;

use crate::events::codes;
use crate::events::kind::{Event, EventType};
use crate::events::replay::metadata::merge_into;
use crate::events::replay::{Replay, ReplayOptions, StateLimit};
use crate::events::runs::{Before, Issue, Lineage, LineageMode, LineageRun, RunStore, is_message_event};
use crate::events::runs::{input_ids, remove_marks, set_mark, without_input};
use crate::events::tree::value::TreeValue;
use crate::json::{At, Node, Tape, spelled};
use crate::report::{Report, article};

/// The runs that get snapshots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FoldScope {
    /// The leaves: runs that no other run continues. Each snapshot includes all runs before it.
    #[default]
    Tip,
    /// All runs, so that each can be restored.
    Run,
    /// The last run of each thread; parents are ignored.
    Thread,
}

/// The options of folding.
#[derive(Clone, Debug, Default)]
pub struct FoldOptions {
    /// The runs that get snapshots.
    pub scope: FoldScope,
    /// The run that a run without a parent continues.
    pub mode: LineageMode,
    /// Do not change the input of runs.
    pub keeps_input: bool,
    /// Limits of replaying.
    pub replay: ReplayOptions,
}

/// Some runs are their own ancestors, so their order is undefined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CycleError {
    /// The message for the user.
    pub message: String,
}

/// Why a log cannot be folded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoldFailure {
    /// Runs are their own ancestors.
    Cycle(CycleError),
    /// The patches would make the state far larger than the log.
    Beyond(StateLimit),
}

/// The events of a run that are kept.
#[derive(Debug, Default)]
struct KeptRun {
    start: Option<String>,
    events: Vec<String>,
    /// The index of the first end of the run in the kept events.
    end: Option<usize>,
}

/// Folds a stream of events.
#[derive(Debug)]
pub struct SnapshotFolder {
    options: FoldOptions,
    store: RunStore,
    prelude: KeptRun,
    runs: Vec<KeptRun>,
    scratch: Tape,
}

/// The snapshots of one run.
#[derive(Debug, Default)]
struct RunSnapshots {
    texts: Vec<String>,
    /// The ids of all messages, in order.
    ids: Vec<Option<String>>,
    replayed: Option<Replayed>,
}

#[derive(Debug)]
struct Replayed {
    messages: String,
    state: String,
    /// Start events that reopen open messages and calls: those before the snapshots, and those after them.
    starts: [Vec<String>; 2],
}

impl SnapshotFolder {
    /// Creates a folder for a new stream.
    #[must_use]
    pub fn new(options: FoldOptions) -> Self {
        let before = if options.scope == FoldScope::Thread { Before::All } else { Before::Parents(options.mode) };
        let mut replay = options.replay.clone();
        (replay.keeps_unknown, replay.is_folding) = (true, true);
        let scratch = Tape::with_max_depth(replay.limits.depth.saturating_add(8));
        Self { store: RunStore::new(before, replay), prelude: KeptRun::default(), runs: Vec::new(), scratch, options }
    }

    /// Sets the number of the next event.
    pub fn at_record(&mut self, number: u64) {
        self.store.at_record(number);
    }

    /// The patch that a limit stopped while the log was read.
    #[must_use]
    pub fn beyond(&self) -> Option<&StateLimit> {
        self.store.beyond()
    }

    /// Takes in the rows of a store that have no events.
    pub fn rows(&mut self, root: Node<'_, '_>) {
        self.store.rows(root);
    }

    /// Adds the next event. Returns the index of its run; `None` before the first run.
    pub fn event(&mut self, event: &Event<'_, '_>, report: &mut Report) -> Option<usize> {
        let run = self.store.event(event);
        while run.is_some_and(|run| run >= self.runs.len()) {
            self.runs.push(KeptRun::default());
        }
        let kept = run.and_then(|run| self.runs.get_mut(run)).unwrap_or(&mut self.prelude);
        if event.kind == EventType::RunStarted {
            kept.start = Some(event.node.raw().to_owned());
            return run;
        }
        if is_folded(event.kind) {
            report_lost(event, report);
            return run;
        }
        if matches!(event.kind, EventType::RunFinished | EventType::RunError) && kept.end.is_none() {
            kept.end = Some(kept.events.len());
        }
        kept.events.push(event.node.raw().to_owned());
        run
    }

    /// Passes the events of the compacted log to `emit`, with the index of their run.
    ///
    /// # Errors
    /// Some runs are their own ancestors, and the scope needs the ancestors of a run; or the state grows too much.
    pub fn finish(mut self, emit: &mut dyn FnMut(Option<usize>, &str), report: &mut Report) -> Result<(), FoldFailure> {
        let lineage = self.store.lineage(self.options.mode);
        if self.options.scope != FoldScope::Thread {
            if let Some(cycle) = lineage.issues().iter().find(|issue| matches!(issue, Issue::Cycle(_))) {
                return Err(FoldFailure::Cycle(CycleError { message: cycle.message(&lineage) }));
            }
            for issue in lineage.issues().iter().filter(|issue| matches!(issue, Issue::Missing(_))) {
                report.add(issue.code(), At::NOWHERE, || issue.message(&lineage));
            }
        }
        let count = self.runs.len();
        let covered: Vec<usize> = match self.options.scope {
            FoldScope::Tip => lineage.leaves().collect(),
            FoldScope::Run => (0..count).collect(),
            FoldScope::Thread => last_of_threads(self.store.runs()),
        };
        let mut pairs: Vec<Option<RunSnapshots>> = (0..count).map(|_| None).collect();
        let chains: Vec<(usize, Vec<usize>)> =
            covered.iter().filter_map(|run| Some((*run, self.chain(*run, &lineage)?))).collect();
        // First replay all covered runs: whether a root keeps its input depends on the results of all of them.
        for (run, chain) in &chains {
            let mut own = Report::keeping(20);
            let pair = Self::replay(&self.store.replay(chain, &mut own))?;
            report.merge(&mut own);
            if let Some(place) = pairs.get_mut(*run) {
                *place = Some(pair);
            }
        }
        let emptied = self.empty_inputs(&chains, &pairs, report);
        for (run, chain) in &chains {
            let is_emptied = chain.iter().any(|run| emptied.contains(run));
            if let Some(Some(pair)) = pairs.get_mut(*run) {
                let has_end = self.runs.get(*run).is_some_and(|kept| kept.end.is_some());
                pair.texts = self.texts(pair, chain, is_emptied, has_end);
            }
        }
        let prelude = if count == 0 { Some(self.prelude_pair(report)?) } else { None };
        write(&self.prelude, prelude.as_ref(), &mut |event| emit(None, event));
        for ((kept, pair), run) in self.runs.iter().zip(&pairs).zip(0..) {
            write(kept, pair.as_ref(), &mut |event| emit(Some(run), event));
        }
        Ok(())
    }

    fn chain(&self, run: usize, lineage: &Lineage) -> Option<Vec<usize>> {
        if self.options.scope == FoldScope::Thread { Some(self.store.thread_until(run)) } else { lineage.chain(run) }
    }

    fn prelude_pair(&mut self, report: &mut Report) -> Result<RunSnapshots, FoldFailure> {
        let mut own = Report::keeping(20);
        let mut pair = Self::replay(&self.store.replay(&[], &mut own))?;
        report.merge(&mut own);
        pair.texts = self.texts(&pair, &[], false, self.prelude.end.is_some());
        Ok(pair)
    }

    fn replay(replay: &Replay) -> Result<RunSnapshots, FoldFailure> {
        if let Some(beyond) = replay.beyond() {
            return Err(FoldFailure::Beyond(beyond.clone()));
        }
        let ids = replay.all_messages().map(|message| message.id.clone()).collect();
        let replayed = Replayed { messages: replay.messages(), state: replay.state(), starts: replay.open_starts() };
        Ok(RunSnapshots { texts: Vec::new(), ids, replayed: Some(replayed) })
    }

    /// Takes the messages out of the inputs that would come back in another order. The result is which runs these are.
    fn empty_inputs(
        &mut self,
        chains: &[(usize, Vec<usize>)],
        pairs: &[Option<RunSnapshots>],
        report: &mut Report,
    ) -> HashSet<usize> {
        let mut roots: HashSet<usize> = HashSet::new();
        let mut failed_runs: HashSet<usize> = HashSet::new();
        for (run, chain) in chains {
            let Some(root) = chain.first() else { continue };
            roots.insert(*root);
            let (Some(kept), Some(Some(pair))) = (self.runs.get(*root), pairs.get(*run)) else { continue };
            if !failed_runs.contains(root) && !is_beginning(kept, pair, &mut self.scratch) {
                failed_runs.insert(*root);
            }
        }
        let mut emptied = HashSet::new();
        for (run, kept) in self.runs.iter_mut().enumerate() {
            if roots.contains(&run) && !failed_runs.contains(&run) {
                continue;
            }
            let Some(changed) = kept.start.as_ref().and_then(|start| without_input(start, &mut self.scratch)) else {
                continue;
            };
            if self.options.keeps_input {
                report.start_record(0);
                report.add(&codes::INPUT_KEPT, At::NOWHERE, || {
                    let name = self.store.runs().get(run).map(LineageRun::name).unwrap_or_default();
                    format!("the input of run `{name}` stays, and is replayed before the snapshot")
                });
            } else {
                kept.start = Some(changed);
                emptied.insert(run);
            }
        }
        emptied
    }

    /// The snapshot events of a run, and the start events that reopen open messages and calls.
    fn texts(&mut self, pair: &RunSnapshots, chain: &[usize], is_emptied: bool, has_end: bool) -> Vec<String> {
        let Some(replayed) = &pair.replayed else { return Vec::new() };
        let logs = self.store.logs(chain);
        let has_messages = logs.iter().any(|log| log.has_messages) || is_emptied;
        let has_state = logs.iter().any(|log| log.has_state);
        let is_cumulative = chain.len() > 1 || (self.options.scope == FoldScope::Run && !chain.is_empty());
        let mut metadata: [Option<TreeValue>; 2] = [None, None];
        for log in logs {
            for (merged, own) in metadata.iter_mut().zip(&log.metadata) {
                let text = own.as_ref().map(TreeValue::text);
                let mut tape = Tape::with_max_depth(self.options.replay.limits.depth.saturating_add(8));
                if let Some(node) = text.as_ref().and_then(|text| tape.parse(text).ok()) {
                    merge_into(merged, Some(node), &mut self.scratch);
                }
            }
        }
        let [of_messages, of_state] = metadata;
        let [before, behind] = &replayed.starts;
        let mut texts = if has_end { Vec::new() } else { before.clone() };
        if has_messages {
            let text = format!("{{\"type\":\"MESSAGES_SNAPSHOT\",\"messages\":{}", replayed.messages);
            texts.push(self.close(text, of_messages, is_cumulative));
        }
        if has_state {
            let text = format!("{{\"type\":\"STATE_SNAPSHOT\",\"snapshot\":{}", replayed.state);
            texts.push(self.close(text, of_state, is_cumulative));
        }
        if !has_end {
            texts.extend(behind.iter().cloned());
        }
        texts
    }

    fn close(&mut self, text: String, metadata: Option<TreeValue>, is_cumulative: bool) -> String {
        let mut holder = TreeValue::object(metadata.map(|metadata| ("metadata", metadata)));
        remove_marks(&mut holder, &["cumulative"], &mut self.scratch);
        if is_cumulative {
            set_mark(&mut holder, "cumulative", TreeValue::raw("true"), &mut self.scratch);
        }
        let metadata = holder.as_object(&mut self.scratch).and_then(|holder| holder.get("metadata"));
        match metadata {
            Some(metadata) => format!("{text},\"metadata\":{}}}", metadata.text()),
            None => text + "}",
        }
    }
}

fn last_of_threads(runs: &[LineageRun]) -> Vec<usize> {
    let mut threads = HashSet::new();
    let mut last: Vec<usize> =
        (0..runs.len()).rev().filter(|run| threads.insert(runs.get(*run).map(|run| &run.thread))).collect();
    last.reverse();
    last
}

/// True if the input of a root run is a prefix of the snapshot, so that replaying both gives the order of the snapshot.
fn is_beginning(kept: &KeptRun, pair: &RunSnapshots, scratch: &mut Tape) -> bool {
    let Some(ids) = kept.start.as_ref().and_then(|start| input_ids(scratch.parse(start).ok()?)) else { return true };
    let token = |id: &String| id.get(1..id.len().saturating_sub(1)).map(|token| spelled(token).into_owned());
    let wanted: Vec<Option<String>> = ids.iter().map(|id| token(id).filter(|_| id != "null")).collect();
    let own: HashSet<_> = wanted.iter().flatten().collect();
    let (first, rest) = pair.ids.split_at(wanted.len().min(pair.ids.len()));
    first == wanted && own.len() == wanted.len() && !rest.iter().flatten().any(|id| own.contains(id))
}

/// Writes the kept events of a run, with the snapshots before its end.
fn write(kept: &KeptRun, pair: Option<&RunSnapshots>, emit: &mut dyn FnMut(&str)) {
    let texts = pair.map(|pair| pair.texts.as_slice()).unwrap_or_default();
    let place = kept.end.unwrap_or(kept.events.len());
    let (before, behind) = kept.events.split_at(place.min(kept.events.len()));
    let start = kept.start.as_slice();
    for text in start.iter().chain(before).chain(texts).chain(behind) {
        emit(text);
    }
}

fn is_folded(kind: EventType) -> bool {
    is_message_event(kind) || matches!(kind, EventType::StateSnapshot | EventType::StateDelta)
}

/// Reports the fields of a folded event that neither a message nor a snapshot can hold.
fn report_lost(event: &Event<'_, '_>, report: &mut Report) {
    use EventType as T;
    let is_bare = matches!(event.kind, T::ReasoningStart | T::ReasoningEnd | T::ReasoningEncryptedValue);
    for (key, value) in event.node.members() {
        let name = spelled(key.token().unwrap_or_default());
        let is_known = match name.as_ref() {
            "metadata" => !is_bare,
            "type" | "messageId" | "toolCallId" | "toolCallName" | "parentMessageId" | "delta" | "role" | "name"
            | "subagentRunId" | "content" | "snapshot" | "messages" | "activityType" | "replace" | "patch"
            | "subtype" | "entityId" | "encryptedValue" => true,
            _ => false,
        };
        if !is_known {
            report.add(&codes::FOLDED, value.at(), || {
                format!("`{name}` of {} {} is not in the compacted log", article(event.kind.name()), event.kind.name())
            });
        }
    }
}
