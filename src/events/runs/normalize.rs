//! Input normalization: removes messages from a run's input that the history already has, and restores them.

use std::collections::{HashMap, HashSet};

use super::chain::{Before, RunStore};
use super::lineage::LineageMode;
use super::log::own_mark;
use super::rewrite::{remove_marks, set_mark, set_messages};
use crate::events::codes;
use crate::events::kind::{Event, EventType};
use crate::events::replay::{Replay, ReplayOptions, ReplayRole, StateLimit, is_only_copy};
use crate::events::tree::value::TreeValue;
use crate::json::{Node, Tape, spelled};
use crate::report::Report;

/// The number of branches whose messages are kept; beyond it they are replayed again.
const MOST_LIVE: usize = 1024;

/// The options of normalizing.
#[derive(Clone, Debug, Default)]
pub struct NormalizeOptions {
    /// The run that a run without a parent continues.
    pub mode: LineageMode,
    /// Restore the messages instead of removing them.
    pub is_inverse: bool,
    /// Remove messages with a known id even if their content differs.
    pub by_id: bool,
    /// Restore messages even if no mark says that some were removed.
    pub assumes_normalized: bool,
    /// Limits of replaying.
    pub replay: ReplayOptions,
}

/// The result for the input of one run. Ids are JSON strings, `null` for messages without one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NormalizedRun {
    /// The id of the run, a JSON string too.
    pub run: String,
    /// Messages that the history has.
    pub removed: Vec<String>,
    /// Messages that stay.
    pub kept: Vec<String>,
    /// Messages that have a known id and other content.
    pub differ: Vec<String>,
    /// The history followed by the kept messages is the input, so no list of ids is needed.
    pub is_exact: bool,
}

impl NormalizedRun {
    /// The same as a JSON object.
    #[must_use]
    pub fn json(&self) -> String {
        let Self { run, removed, kept, differ, is_exact } = self;
        let list = |ids: &[String]| format!("[{}]", ids.join(","));
        let (removed, kept, differ) = (list(removed), list(kept), list(differ));
        format!("{{\"runId\":{run},\"removed\":{removed},\"kept\":{kept},\"differ\":{differ},\"exact\":{is_exact}}}")
    }
}

/// Normalizes the inputs of a stream of events, or restores them. Other events are copied unchanged.
#[derive(Debug)]
pub struct Normalizer {
    options: NormalizeOptions,
    store: RunStore,
    /// The messages and the state so far of runs that no other run continues yet.
    live: HashMap<usize, Replay>,
    beyond: Option<StateLimit>,
    scratch: Tape,
    /// The inputs that changed.
    runs: Vec<NormalizedRun>,
}

impl Normalizer {
    /// Creates a normalizer for a new stream.
    #[must_use]
    pub fn new(options: NormalizeOptions) -> Self {
        let before = Before::Parents(options.mode);
        let mut replay = options.replay.clone();
        replay.keeps_unknown = true;
        let scratch = Tape::with_max_depth(replay.limits.depth.saturating_add(8));
        let store = RunStore::new(before, replay);
        Self { store, live: HashMap::new(), beyond: None, scratch, runs: Vec::new(), options }
    }

    /// The inputs that changed so far.
    #[must_use]
    pub fn runs(&self) -> &[NormalizedRun] {
        &self.runs
    }

    /// Sets the number of the next event.
    pub fn at_record(&mut self, number: u64) {
        self.store.at_record(number);
    }

    /// The patch that a limit stopped; what comes after it cannot be compared with the history.
    #[must_use]
    pub fn beyond(&self) -> Option<&StateLimit> {
        self.beyond.as_ref().or_else(|| self.store.beyond())
    }

    /// Takes in the rows of a store that have no events.
    pub fn rows(&mut self, root: Node<'_, '_>) {
        self.store.rows(root);
    }

    /// Processes the next event and passes it to `emit`, changed or not.
    pub fn event(&mut self, event: &Event<'_, '_>, emit: &mut dyn FnMut(&str), report: &mut Report) {
        if event.kind != EventType::RunStarted {
            self.feed(event);
            emit(event.node.raw());
            return;
        }
        let mut quiet = Report::keeping(0);
        let Some(run) = self.store.event(event) else { return };
        let parent = self.store.known_parent();
        let live = parent.and_then(|parent| self.live.remove(&parent));
        let mut replay = live.unwrap_or_else(|| {
            let chain = self.store.chain_to(parent);
            self.store.replay(&chain, &mut quiet)
        });
        let changed = if self.options.is_inverse {
            self.put_back(event, &replay, report)
        } else {
            self.take_out(event, &replay, report)
        };
        apply(event, &mut replay, &mut self.beyond);
        if self.live.len() >= MOST_LIVE {
            self.live.clear();
        }
        self.live.insert(run, replay);
        emit(changed.as_deref().unwrap_or(event.node.raw()));
    }

    /// Adds an event that does not start a run to the history.
    pub fn feed(&mut self, event: &Event<'_, '_>) {
        let run = self.store.event(event);
        // A row may begin a run without an event that says so.
        match run.and_then(|run| self.live.get_mut(&run)) {
            Some(replay) => apply(event, replay, &mut self.beyond),
            None => self.live.clear(),
        }
    }

    fn take_out(&mut self, event: &Event<'_, '_>, history: &Replay, report: &mut Report) -> Option<String> {
        let messages = event.get("input")?.get("messages").filter(Node::is_array)?;
        let mut run =
            NormalizedRun { run: event.get("runId").map_or("null", |id| id.raw()).to_owned(), ..Default::default() };
        let (mut kept, mut original) = (Vec::new(), Vec::new());
        for message in messages.items() {
            let id = message.get("id").filter(Node::is_string);
            let name = id.map_or("null", |id| id.raw()).to_owned();
            original.push(name.clone());
            let known = id.and_then(|id| history.find_message(&spelled(id.token().unwrap_or_default())));
            let known = known.filter(|known| {
                known.role != ReplayRole::Activity && ReplayRole::of(message) != Some(ReplayRole::Activity)
            });
            let is_same = known.is_some_and(|known| {
                let text = known.value.text();
                self.scratch.parse(&text).is_ok_and(|known| is_only_copy(message, known))
            });
            if known.is_some() && !is_same {
                run.differ.push(name.clone());
                report.add(&codes::EDITED_COPY, message.at(), || {
                    format!("the message {name} of the input differs from the one with this id in the history")
                });
            }
            if known.is_some() && (is_same || self.options.by_id) {
                run.removed.push(name);
            } else {
                run.kept.push(name);
                kept.push(message);
            }
        }
        if run.removed.is_empty() {
            return None;
        }
        let meant = without(history, &run.kept).map(|(id, _)| id).chain(run.kept.iter().cloned());
        run.is_exact = meant.map(spelling).eq(original.iter().cloned().map(spelling));
        let mut changed = TreeValue::of(event.node);
        set_messages(&mut changed, kept.into_iter().map(TreeValue::of).collect(), &mut self.scratch);
        set_mark(&mut changed, "normalized", TreeValue::raw("true"), &mut self.scratch);
        if !run.is_exact {
            let list = format!("[{}]", original.join(","));
            set_mark(&mut changed, "inputMessageIds", TreeValue::raw(list), &mut self.scratch);
        }
        self.runs.push(run);
        Some(changed.text())
    }

    fn put_back(&mut self, event: &Event<'_, '_>, history: &Replay, report: &mut Report) -> Option<String> {
        let is_marked = own_mark(event, "normalized").and_then(|mark| mark.as_bool()) == Some(true);
        if !is_marked && !self.options.assumes_normalized {
            return None;
        }
        let kept = event.get("input")?.get("messages").filter(Node::is_array)?;
        let list = own_mark(event, "inputMessageIds").filter(|list| is_marked && list.is_array());
        let id_of =
            |message: Node<'_, '_>| message.get("id").filter(Node::is_string).map_or("null", |id| id.raw()).to_owned();
        let mut messages: Vec<TreeValue> = Vec::new();
        if let Some(list) = list {
            let mut by_id: HashMap<String, Vec<Node<'_, '_>>> = HashMap::new();
            for message in kept.items() {
                by_id.entry(spelling(id_of(message))).or_default().push(message);
            }
            // Messages with the same id, or without one, are used in order.
            #[expect(clippy::iter_over_hash_type, reason = "each list by itself")]
            for messages in by_id.values_mut() {
                messages.reverse();
            }
            for id in list.items() {
                let wanted = spelling(id.raw().to_owned());
                let own = by_id.get_mut(&wanted).and_then(Vec::pop).map(TreeValue::of);
                let found = own.or_else(|| {
                    let known = id.token().and_then(|id| history.find_message(&spelled(id)));
                    known.map(|known| TreeValue::raw(known.value.text()))
                });
                match found {
                    Some(message) => messages.push(message),
                    None => report.add(&codes::NO_TARGET, id.at(), || {
                        format!("the message {} of the input is in no run before", id.raw())
                    }),
                }
            }
        } else {
            let ids: Vec<_> = kept.items().map(id_of).collect();
            messages.extend(without(history, &ids).map(|(_, text)| TreeValue::raw(text)));
            messages.extend(kept.items().map(TreeValue::of));
        }
        if !is_marked && messages.len() == kept.len() {
            return None;
        }
        self.runs.push(NormalizedRun {
            run: event.get("runId").map_or("null", |id| id.raw()).to_owned(),
            kept: kept.items().map(id_of).collect(),
            is_exact: true,
            ..NormalizedRun::default()
        });
        let mut changed = TreeValue::of(event.node);
        set_messages(&mut changed, messages, &mut self.scratch);
        remove_marks(&mut changed, &["normalized", "inputMessageIds"], &mut self.scratch);
        Some(changed.text())
    }
}

/// The normalized form of an id that is a JSON string or `null`.
fn spelling(id: String) -> String {
    if id.contains('\\') { spelled(&id).into_owned() } else { id }
}

/// The history without activities and without the messages with these ids: id and text.
fn without<'h>(history: &'h Replay, ids: &[String]) -> impl Iterator<Item = (String, String)> + use<'h> {
    let ids: HashSet<_> = ids.iter().filter(|id| *id != "null").cloned().map(spelling).collect();
    let messages = history.all_messages().filter(|message| message.role != ReplayRole::Activity);
    messages.filter_map(move |message| {
        let id = message.id.as_ref().map_or_else(|| "null".to_owned(), |id| format!("\"{id}\""));
        (!ids.contains(&id)).then(|| (id, message.value.text()))
    })
}

fn apply(event: &Event<'_, '_>, replay: &mut Replay, beyond: &mut Option<StateLimit>) {
    replay.event(event, &mut Report::keeping(0));
    if beyond.is_none() {
        *beyond = replay.beyond().cloned();
    }
}
