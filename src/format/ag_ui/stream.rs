//! A stream of events as a conversation: replayed, with everything kept that is not a message.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::NAME;
use super::event_values::EventValues;
use super::message::{MessageBuilder, place_of};
use super::read::read_tools;
use crate::events::codes;
use crate::events::{
    Checker, Event, EventType, Expand, Replay, ReplayOptions, StateLimit, Upgrade, each_event, is_row, legacy,
};
use crate::format::Reading;
use crate::format::sessions::refuse_characters;
use crate::json::{At, Node, Raw, Tape, Text};
use crate::model::{Conversation, Slot};
use crate::report::{Code, Refused, Report, session, shape};

/// The first places of messages and calls, by their ids.
type FirstPlaces = HashMap<String, At>;

/// Fields of events that are strings.
const WORDS: &[&str] =
    &["messageId", "parentMessageId", "role", "delta", "toolCallId", "toolCallName", "entityId", "subagentRunId"];

/// What the replay says of an event, or a part of one, that has no effect.
const NO_EFFECT: &[&Code] = &[&codes::NO_TARGET, &codes::WRONG_KIND, &codes::PATCH_FAILED, &codes::UNKNOWN_MESSAGE];

struct EventReader<'a, 'r> {
    upgrade: Upgrade,
    expand: Expand,
    replay: Replay,
    places: FirstPlaces,
    /// Messages that events made or snapshots and inputs brought, in their order.
    made: Vec<MadeMessage>,
    /// The place of the last state.
    state_at: Option<At>,
    beyond: Option<StateLimit>,
    conversation: Conversation<'a>,
    report: &'r mut Report,
    scratch: &'r mut Tape,
}

pub(super) fn read_events<'a>(
    root: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if let Some(first_refused) = odd_event(root) {
        return Err(first_refused);
    }
    let stream = EventReader::of(root, std::mem::take(conversation), reading);
    if let Some(beyond) = &stream.beyond {
        return Err(beyond.refused());
    }
    let EventReader { replay, places, made, state_at, conversation: mut filled, .. } = stream;
    if let Some(at) = state_at {
        filled.extras.push(NAME, Text::Token("state"), Raw::owned(replay.state()), at);
    }
    let text = replay.messages();
    *conversation = filled;
    let mut tape = Tape::new();
    let list = tape.parse(&text).map_err(|error| Refused::json(&error))?;
    report_dropped(list, &made, reading.report);
    let mut messages = MessageBuilder::default();
    conversation.messages.reserve(list.len());
    for message in list.items() {
        let at = place_of(message.get("id"), &places);
        let refused = messages.add(message, EventValues::owned(at), conversation, reading).err();
        if let Some(refused) = refused {
            return Err(Refused::new(refused.code(), at, refused.message()));
        }
    }
    messages.flush(conversation);
    Ok(())
}

/// The messages that the events of a record make, as a list.
pub(super) fn replayed(root: Node<'_, '_>) -> String {
    let mut reading =
        Reading { report: &mut Report::keeping(0), scratch: &mut Tape::new(), columns: None, programs: None };
    EventReader::of(root, Conversation::default(), &mut reading).replay.messages()
}

/// A message that an event made.
#[derive(Debug)]
struct MadeMessage {
    id: String,
    at: At,
}

/// Messages that a later snapshot took out are not a part of the conversation; somebody may miss them.
fn report_dropped(list: Node<'_, '_>, made: &[MadeMessage], report: &mut Report) {
    let id = |message: Node<'_, '_>| message.get("id")?.text().map(|id| id.decode_json().into_owned());
    let kept: HashSet<String> = list.items().filter_map(id).collect();
    for message in made.iter().filter(|message| !kept.contains(&message.id)) {
        let id = Text::owned(message.id.as_str());
        report.add(Checker::DROPPED, message.at, || format!("the message `{}` is not in a later snapshot", id.show()));
    }
}

/// The first thing among the events that is none.
fn odd_event(root: Node<'_, '_>) -> Option<Refused> {
    let (mut first_refused, mut first_damaged) = (None, None);
    let mut has_event = false;
    each_event(root, &mut |node| {
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
    });
    first_refused.or(first_damaged.filter(|_| !has_event))
}

impl<'a, 'r> EventReader<'a, 'r> {
    /// Replays all events of a record.
    fn of(root: Node<'_, 'a>, conversation: Conversation<'a>, reading: &'r mut Reading<'_>) -> Self {
        let mut stream = Self {
            upgrade: Upgrade::default(),
            expand: Expand::default(),
            replay: Replay::new(&ReplayOptions { keeps_unknown: true, ..ReplayOptions::default() }),
            places: HashMap::new(),
            made: Vec::new(),
            state_at: None,
            beyond: None,
            conversation,
            report: &mut *reading.report,
            scratch: &mut *reading.scratch,
        };
        if root.is_object() {
            stream.wrapper(root);
        }
        for row in root.items().filter(|item| is_row(*item)) {
            stream.wrapper(row);
        }
        each_event(root, &mut |node| match refuse_characters(node) {
            Ok(()) => stream.event(Event::of(node)),
            Err(refused) => stream.report.add(&session::DAMAGED_LINE, refused.at(), || {
                "the line has no event: the keys of the object are numbers".to_owned()
            }),
        });
        stream
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

    fn name_thread(&mut self, thread: Text<'a>, at: At) {
        if self.conversation.id.is_none() {
            self.conversation.id = Some(thread);
            self.conversation.id_at = at;
        }
    }

    fn event(&mut self, event: Event<'_, 'a>) {
        self.keep(event);
        let at = event.node.at();
        let today = self.upgrade.step(event, &mut |_, _| ());
        if matches!(today, Cow::Borrowed(_)) && !event.kind.is_chunk() && !self.expand.is_open() {
            self.name_places(event);
            if !self.take(event, at) {
                self.keep_without_effect(event);
            }
            return;
        }
        self.name_places(event);
        let mut made = Vec::new();
        if let Ok(node) = self.scratch.parse(&today) {
            // What is wrong with a chunk is said by `validate`; what can be made of it was.
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
        let at = event.node.at();
        if !self.conversation.extras.fields().last().is_some_and(|last| last.at == at && last.slot == Slot::Event) {
            self.keep_event(event);
        }
    }

    /// Remembers where messages were named first, and what else an event says.
    fn name_places(&mut self, event: Event<'_, 'a>) {
        use EventType as T;
        let mut name = |node: Option<Node<'_, 'a>>, at: At, makes: bool| {
            let Some(id) = node.and_then(|node| node.text()).map(|id| id.decode_json().into_owned()) else { return };
            if makes && !self.places.contains_key(&id) {
                self.made.push(MadeMessage { id: id.clone(), at });
            }
            self.places.entry(id).or_insert(at);
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

    /// Keeps what is not a message.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the others are parts of messages")]
    fn keep(&mut self, event: Event<'_, 'a>) {
        use EventType as T;
        let node = event.node;
        match event.kind {
            T::RunStarted => {
                if let Some(thread) = event.get("threadId")
                    && let Some(text) = thread.text()
                {
                    self.name_thread(text, thread.at());
                }
                if let Some(tools) = event.get("input").and_then(|input| input.get("tools"))
                    && !tools.is_empty()
                    && legacy::input(node, &mut |_, _| ()).is_none()
                {
                    read_tools(tools, EventValues::borrowed(), &mut self.conversation);
                }
                self.keep_event(event);
            }
            T::StateSnapshot | T::StateDelta => {
                self.state_at = Some(node.at());
                self.keep_details(event);
            }
            T::RunFinished
            | T::RunError
            | T::StepStarted
            | T::StepFinished
            | T::Custom
            | T::Raw
            | T::SubagentStarted
            | T::SubagentFinished
            | T::SubagentError
            | T::ReasoningStart
            | T::ReasoningEnd
            | T::ThinkingStart
            | T::ThinkingEnd
            | T::Unknown => self.keep_event(event),
            _ => self.keep_details(event),
        }
    }

    fn keep_event(&mut self, event: Event<'_, 'a>) {
        let key = event.text("type").unwrap_or_default();
        self.conversation.extras.push_in(Slot::Event, NAME, key, event.node.to_raw(), event.node.at());
    }

    /// Keeps the fields of an event beside its part in a message.
    fn keep_details(&mut self, event: Event<'_, 'a>) {
        for (key, value) in event.node.members() {
            // State and seals have no message that would take their metadata.
            let is_state = matches!(event.kind, EventType::StateSnapshot | EventType::StateDelta);
            let is_seal = event.kind == EventType::ReasoningEncryptedValue;
            let is_words = !is_state && event.kind != EventType::ActivityDelta && WORDS.iter().any(|word| key.is(word));
            let is_odd = (is_words && !value.is_string())
                || (key.is("metadata") && !value.is_object())
                || (key.is("role") && event.kind == EventType::ReasoningMessageStart && !value.is("reasoning"))
                || (key.is("role") && event.kind == EventType::ToolCallResult && !value.is("tool"))
                || (key.is("subtype") && is_seal && !(value.is("message") || value.is("tool-call")));
            let is_detail = is_odd
                || key.is("timestamp")
                || key.is("rawEvent")
                || ((is_state || is_seal) && key.is("metadata"))
                || (is_state && key.is("subagentRunId"))
                || !event.kind.has_field(key);
            if is_detail && !value.is_null() {
                let key = key.text().unwrap_or_default();
                self.conversation.extras.push_in(Slot::Detail, NAME, key, value.to_raw(), value.at());
            }
        }
    }
}
