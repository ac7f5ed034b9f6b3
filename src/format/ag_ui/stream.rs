//! A stream of events as a conversation: replayed, with everything kept that is not a message.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::NAME;
use super::event_values::EventValues;
use super::kept_events::is_kept_whole;
use super::log_runs::LogRuns;
use super::message::{MessageBuilder, place_of};
use crate::events::codes;
use crate::events::{
    Checker, DeltaStreak, Event, EventType, Expand, PlainDelta, PlainDeltas, Replay, ReplayOptions, RunCollector,
    StateLimit, StoreRow, Upgrade, each_entry, events_of_entry, has_events, is_row,
};
use crate::format::Reading;
use crate::format::sessions::refuse_characters;
use crate::json::{At, Node, Raw, Tape, Text};
use crate::model::{Conversation, Slot};
use crate::report::{Code, Refused, Report, session, shape};

/// The first places of messages and calls, by their ids.
pub(super) type FirstPlaces = HashMap<String, At>;

/// What the replay says of an event, or a part of one, that has no effect.
const NO_EFFECT: &[&Code] = &[&codes::NO_TARGET, &codes::WRONG_KIND, &codes::PATCH_FAILED, &codes::UNKNOWN_MESSAGE];

pub(super) struct EventReader<'a, 'r> {
    upgrade: Upgrade,
    expand: Expand,
    pub(super) replay: Replay,
    /// What is known about each thread. All events of a log that is one conversation are of the first one.
    pub(super) threads: Vec<ThreadMessages>,
    /// The index of the thread of the current event.
    pub(super) thread: usize,
    /// The place of the last state.
    pub(super) state_at: Option<At>,
    beyond: Option<StateLimit>,
    pub(super) conversation: Conversation<'a>,
    pub(super) report: &'r mut Report,
    pub(super) scratch: &'r mut Tape,
}

/// The messages of a thread.
#[derive(Debug, Default)]
pub(super) struct ThreadMessages {
    pub(super) places: FirstPlaces,
    /// Messages that events made or snapshots and inputs brought, in their order.
    pub(super) made: Vec<MadeMessage>,
}

pub(super) fn read_events<'a>(
    root: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let LogSurvey { runs, has_rows } = survey(root)?;
    let mut reader = EventReader::new(std::mem::take(conversation), reading);
    match LogRuns::collected(root, runs) {
        Some(runs) => reader.read_runs(root, &runs)?,
        None => {
            if has_rows {
                reader.wrappers(root);
            }
            reader.read_all(root);
            reader.end()?;
            let text = reader.replay.messages();
            let ids = reader.add_messages(&text)?;
            reader.report_dropped(0, &ids.into_iter().collect());
        }
    }
    *conversation = reader.conversation;
    Ok(())
}

/// The messages that the events of a record make, as a list.
pub(super) fn replayed(root: Node<'_, '_>) -> String {
    let mut reading =
        Reading { report: &mut Report::keeping(0), scratch: &mut Tape::new(), columns: None, programs: None };
    let mut reader = EventReader::new(Conversation::default(), &mut reading);
    reader.read_all(root);
    reader.replay.messages()
}

/// A message that an event made.
#[derive(Debug)]
pub(super) struct MadeMessage {
    id: String,
    at: At,
}

pub(super) fn new_replay() -> Replay {
    Replay::new(&ReplayOptions { keeps_unknown: true, ..ReplayOptions::default() })
}

/// The result of the first walk over a log, before its events are replayed.
struct LogSurvey {
    runs: RunCollector,
    /// It has objects around its events.
    has_rows: bool,
}

/// Adds a delta to a streak, if both are there and of the same message.
#[inline(always)]
fn is_added(delta: Option<&PlainDelta<'_>>, streak: Option<&mut DeltaStreak<'_>>) -> bool {
    delta.zip(streak).is_some_and(|(delta, streak)| streak.add(delta))
}

/// Collects the runs of a log.
///
/// # Errors
/// Something among the events is none.
fn survey(root: Node<'_, '_>) -> Result<LogSurvey, Refused> {
    let (mut runs, mut first_refused, mut first_damaged) = (RunCollector::default(), None, None);
    let (mut has_event, mut has_rows, mut deltas) = (false, root.is_object(), PlainDeltas::default());
    let mut add = |node: Node<'_, '_>, row: Option<StoreRow<'_, '_>>| {
        runs.event(&Event::of(node).in_row(row));
        if let Err(refused) = refuse_characters(node) {
            first_damaged.get_or_insert(refused);
            return;
        }
        has_event = true;
        if first_refused.is_none() && !(node.is_object() && node.get("type").is_some_and(|kind| kind.is_string())) {
            let found = node.kind().name();
            let message = format!("an event is an object with a string `type`; found {found}");
            first_refused = Some(Refused::new(&shape::NOT_A_CONVERSATION, node.at(), message));
        }
    };
    let mut has_delta = false;
    each_entry(root, &mut |entry| {
        if deltas.find(entry).is_some() {
            has_delta = true;
        } else {
            has_rows |= has_events(entry);
            events_of_entry(entry, &mut add);
        }
    });
    let damaged = first_damaged.filter(|_| !has_event && !has_delta);
    first_refused.or(damaged).map_or(Ok(LogSurvey { runs, has_rows }), Err)
}

impl<'a, 'r> EventReader<'a, 'r> {
    fn new(conversation: Conversation<'a>, reading: &'r mut Reading<'_>) -> Self {
        Self {
            upgrade: Upgrade::default(),
            expand: Expand::default(),
            replay: new_replay(),
            threads: vec![ThreadMessages::default()],
            thread: 0,
            state_at: None,
            beyond: None,
            conversation,
            report: &mut *reading.report,
            scratch: &mut *reading.scratch,
        }
    }

    /// Replays all events of a record, in their order.
    fn read_all(&mut self, root: Node<'_, 'a>) {
        let (mut streak, mut deltas) = (None::<DeltaStreak<'_>>, PlainDeltas::default());
        each_entry(root, &mut |entry| {
            // Nearly all entries are such deltas, and none of them contains events.
            if is_added(deltas.find(entry).as_ref(), streak.as_mut()) {
                return;
            }
            events_of_entry(entry, &mut |node, _| {
                let delta = deltas.find(node);
                if is_added(delta.as_ref(), streak.as_mut()) {
                    return;
                }
                if let Some(streak) = streak.take() {
                    self.replay.add_streak(&streak);
                }
                if self.is_event(node) {
                    let event = Event::of(node);
                    self.keep(event);
                    self.name_places(event);
                    self.replay(event);
                }
                // A chunk that is open ends with the next event.
                streak = delta.filter(|_| !self.expand.is_open()).and_then(|delta| self.replay.streak(&delta));
            });
        });
        if let Some(streak) = streak {
            self.replay.add_streak(&streak);
        }
    }

    /// False for a line that was damaged, which is reported.
    pub(super) fn is_event(&mut self, node: Node<'_, '_>) -> bool {
        let refused = refuse_characters(node).err();
        if let Some(refused) = &refused {
            self.report.add(&session::DAMAGED_LINE, refused.at(), || {
                "the line has no event: the keys of the object are numbers".to_owned()
            });
        }
        refused.is_none()
    }

    /// Begins to replay other events than those so far.
    pub(super) fn start_over(&mut self) {
        (self.upgrade, self.expand) = (Upgrade::default(), Expand::default());
    }

    /// Keeps the state; fails if a limit stopped it.
    pub(super) fn end(&mut self) -> Result<(), Refused> {
        if let Some(beyond) = &self.beyond {
            return Err(beyond.refused());
        }
        if let Some(at) = self.state_at {
            let state = Raw::owned(self.replay.state());
            self.conversation.extras.push(NAME, Text::Token("state"), state, at);
        }
        Ok(())
    }

    /// Adds messages of the current thread, a JSON array. Returns their ids.
    pub(super) fn add_messages(&mut self, text: &str) -> Result<Vec<String>, Refused> {
        let Self { threads, thread, conversation, report, scratch, .. } = self;
        let places = threads.get(*thread).map(|thread| &thread.places);
        let mut reading = Reading { report, scratch, columns: None, programs: None };
        let mut tape = Tape::new();
        let list = tape.parse(text).map_err(|error| Refused::json(&error))?;
        let mut messages = MessageBuilder::default();
        conversation.messages.reserve(list.len());
        let mut ids = Vec::new();
        for message in list.items() {
            let id = message.get("id");
            let at = places.map_or(At::NOWHERE, |places| place_of(id, places));
            ids.extend(id.and_then(|id| id.text()).map(|id| id.decode_json().into_owned()));
            let refused = messages.add(message, EventValues::owned(at), conversation, &mut reading).err();
            if let Some(refused) = refused {
                return Err(Refused::new(refused.code(), at, refused.message()));
            }
        }
        messages.flush(conversation);
        Ok(ids)
    }

    /// Messages that a later snapshot took out are not a part of the conversation; somebody may miss them.
    pub(super) fn report_dropped(&mut self, thread: usize, kept: &HashSet<String>) {
        let Self { threads, report, .. } = self;
        let made = threads.get(thread).into_iter().flat_map(|thread| &thread.made);
        for message in made.filter(|message| !kept.contains(&message.id)) {
            let id = Text::owned(message.id.as_str());
            report.add(Checker::DROPPED, message.at, || {
                format!("the message `{}` is not in a later snapshot", id.show())
            });
        }
    }

    /// Reads the objects around events.
    pub(super) fn wrappers(&mut self, root: Node<'_, 'a>) {
        if root.is_object() {
            self.wrapper(root);
        }
        for row in root.items().filter(|item| is_row(*item)) {
            self.wrapper(row);
        }
    }

    /// Reads the object around the events: the thread is the conversation, other fields are kept.
    fn wrapper(&mut self, node: Node<'_, 'a>) {
        let mut events = node.get("events").into_iter().flat_map(|events| events.items());
        let start = events.find(|event| EventType::of(*event) == EventType::RunStarted);
        let says = |key: &str, value: Node<'_, '_>| {
            let own = start.and_then(|start| start.get(key)).and_then(|own| own.text());
            own.zip(value.text()).is_some_and(|(own, value)| own.same(&value))
        };
        for (key, value) in node.members() {
            let is_thread = key.is("thread_id") || key.is("threadId");
            match value.text() {
                _ if key.is("events") => {}
                Some(thread) if is_thread && self.is_thread(&thread) => self.name_thread(thread, value.at()),
                _ => {
                    // The run itself says so too.
                    let is_said = (key.is("run_id") && says("runId", value))
                        || (key.is("parent_run") && says("parentRunId", value));
                    let key = key.text().unwrap_or_default();
                    let (extras, at) = (&mut self.conversation.extras, value.at());
                    if is_said {
                        extras.note_in(Slot::Envelope, NAME, key, value.to_raw(), at);
                    } else {
                        extras.push_in(Slot::Envelope, NAME, key, value.to_raw(), at);
                    }
                }
            }
        }
    }

    /// True for the thread of the log, or where it has none so far.
    fn is_thread(&self, thread: &Text<'_>) -> bool {
        self.conversation.id.as_ref().is_none_or(|id| id.same(thread))
    }

    pub(super) fn name_thread(&mut self, thread: Text<'a>, at: At) {
        if self.conversation.id.is_none() {
            self.conversation.id = Some(thread);
            self.conversation.id_at = at;
        }
    }

    /// Replays an event. What has no effect is kept.
    pub(super) fn replay(&mut self, event: Event<'_, 'a>) {
        let at = event.node.at();
        let today = self.upgrade.step(event, &mut |_, _| ());
        if matches!(today, Cow::Borrowed(_)) && !event.kind.is_chunk() && !self.expand.is_open() {
            if !self.take(event, at) {
                self.keep_without_effect(event);
            }
            return;
        }
        let mut made = Vec::new();
        if let Ok(node) = self.scratch.parse(&today) {
            // What is wrong with a chunk is said by `validate`; what can be made from it was.
            let _ = self.expand.step(Event::of(node), &mut |text| made.push(text.to_owned()));
        }
        let (mut tape, mut has_effect) = (Tape::new(), true);
        for text in made {
            if let Ok(node) = tape.parse(&text) {
                has_effect &= self.take(Event::of(node), at);
            }
        }
        if !has_effect {
            self.keep_without_effect(event);
        }
    }

    /// Replays an event. False: some of it has no effect.
    fn take(&mut self, event: Event<'_, '_>, at: At) -> bool {
        let mut found = Report::keeping(u64::MAX);
        self.replay.event(&event, &mut found);
        if self.beyond.is_none()
            && let Some(beyond) = self.replay.beyond()
        {
            // The place of an event that was made from another is that of the other.
            let at = if event.node.at() == at { beyond.at } else { at };
            self.beyond = Some(StateLimit { at, ..beyond.clone() });
        }
        let has_effect = !found.counts().iter().any(|count| NO_EFFECT.contains(&count.code));
        for finding in found.drain() {
            self.report.add_as(finding.code, finding.severity, at, || finding.message);
        }
        has_effect
    }

    /// Keeps an event that is in no message, unless it is kept anyway.
    fn keep_without_effect(&mut self, event: Event<'_, 'a>) {
        if !is_kept_whole(event.kind) {
            self.keep_event(event);
        }
    }

    /// Remembers where messages were named first, and what else an event says.
    pub(super) fn name_places(&mut self, event: Event<'_, 'a>) {
        use EventType as T;
        let Some(ThreadMessages { places, made }) = self.threads.get_mut(self.thread) else { return };
        let mut name = |node: Option<Node<'_, 'a>>, at: At, makes: bool| {
            let Some(id) = node.and_then(|node| node.text()).map(|id| id.decode_json().into_owned()) else { return };
            if makes && !places.contains_key(&id) {
                made.push(MadeMessage { id: id.clone(), at });
            }
            places.entry(id).or_insert(at);
        };
        let at = event.node.at();
        let makes = matches!(
            event.kind,
            T::TextMessageStart
                | T::TextMessageChunk
                | T::ReasoningMessageStart
                | T::ReasoningMessageChunk
                | T::ToolCallResult
                | T::ActivitySnapshot
        );
        let [message, parent, call, messages, input] =
            event.node.pick(&["messageId", "parentMessageId", "toolCallId", "messages", "input"]);
        name(message, at, makes);
        name(parent, at, false);
        name(call, at, false);
        for list in [messages, input.and_then(|input| input.get("messages"))].into_iter().flatten() {
            for message in list.items() {
                name(message.get("id"), message.at(), true);
            }
        }
    }
}
