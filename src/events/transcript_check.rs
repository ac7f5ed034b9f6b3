//! Checks the conversation that events build: results without calls, ids of two messages, snapshots that drop messages.
//!
//! The findings are warnings: none of them stops the library.

mod known;
mod known_calls;

use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher;

use known::{KnownMessage, TranscriptRole};
use known_calls::KnownCalls;

use super::check::{EventPlace, FindingSink};
use super::codes;
use super::kind::{Event, EventType};
use super::memory::Memory;
use super::open_ids::list;
use super::replay::StateLimit;
use super::rules_shape::{LEFT_OPEN, RUN_IDS_DIFFER, TIMESTAMP_BACK};
use super::rules_transcript as rule;
use super::sequence_check::SequenceCheck;
use super::tree::budget::PatchBudget;
use super::tree::patch::Document;
use crate::json::{At, Node, Tape, Text};

/// The state of the conversation that the checks need.
#[derive(Debug, Default)]
pub(super) struct TranscriptCheck {
    run: Option<(String, String)>,
    timestamp: Option<f64>,
    messages: Memory<KnownMessage>,
    calls: KnownCalls,
    next_message: u64,
    /// The number of current messages that a snapshot must not drop.
    alive: u64,
    epoch: u64,
    state: Option<Document>,
    activities: Memory<Document>,
    budget: PatchBudget,
    scratch: Tape,
}

fn word(event: Event<'_, '_>, key: &str) -> Option<String> {
    event.text(key).map(|text| text.decode_json().into_owned())
}

fn show(text: &str) -> String {
    Text::owned(text).show()
}

impl TranscriptCheck {
    /// Notes that the conversation began earlier, and that nothing is known about that part.
    pub(super) fn forget(&mut self) {
        self.messages.forget();
        self.calls.forget();
    }

    /// Checks an event on its own, as it was written.
    pub(super) fn event(&mut self, event: Event<'_, '_>, place: EventPlace, sink: &mut FindingSink<'_>) {
        if let Some(node) = event.get("timestamp")
            && let Ok(time) = node.raw().parse::<f64>()
        {
            if self.timestamp.is_some_and(|before| time < before) {
                sink.add(TIMESTAMP_BACK.code, node.at(), || "the timestamp is earlier than the one before".to_owned());
            }
            self.timestamp = Some(time);
        }
        match event.kind {
            EventType::RunStarted => self.run = word(event, "threadId").zip(word(event, "runId")),
            EventType::RunFinished => {
                let own = word(event, "threadId").zip(word(event, "runId"));
                if let (Some(own), Some(known)) = (own, self.run.take())
                    && own != known
                {
                    sink.add(RUN_IDS_DIFFER.code, place.at, || {
                        format!("`{}` is finished and `{}` was started", show(&own.1), show(&known.1))
                    });
                }
            }
            _ => {}
        }
    }

    /// Applies an event in the current shape, chunks expanded, to the conversation. `at` is the place of its findings.
    pub(super) fn replay(
        &mut self,
        event: Event<'_, '_>,
        sequence: &SequenceCheck,
        at: At,
        sink: &mut FindingSink<'_>,
    ) {
        match event.kind {
            EventType::TextMessageStart => self.start(event, TranscriptRole::Text, at, sink),
            EventType::ReasoningMessageStart => self.start(event, TranscriptRole::Reasoning, at, sink),
            EventType::TextMessageContent | EventType::ReasoningMessageContent => {
                self.content(event, sequence, at, sink);
            }
            EventType::ToolCallStart => self.call(event),
            EventType::ToolCallArgs => {
                if let Some(id) = event.id() {
                    self.calls.append(&id.decode_json(), &event.text("delta").unwrap_or_default().decode_json());
                }
            }
            EventType::ToolCallEnd => self.call_ends(event, at, sink),
            EventType::ToolCallResult => self.result(event, at, sink),
            EventType::ActivitySnapshot => {
                self.start(event, TranscriptRole::Activity, at, sink);
                self.activity(event);
            }
            EventType::ActivityDelta | EventType::StateDelta => self.patch(event, at, sink),
            EventType::StateSnapshot => {
                self.budget.drop_copies(self.state.as_ref().map_or(0, Document::copied));
                self.state = event.get("snapshot").map(|state| self.budget.document(state));
            }
            EventType::MessagesSnapshot => self.snapshot(event, sequence, at, sink),
            EventType::RunStarted => self.input(event, at, sink),
            EventType::RunFinished => {
                let pending = self.calls.pending();
                if !pending.is_empty() {
                    let ids = list(pending);
                    sink.add(rule::CALL_PENDING.code, at, || format!("no result yet for {ids}"));
                }
                self.calls.end_run();
            }
            EventType::RunError => {
                if let Some(open) = sequence.is_in_run().then(|| sequence.open()).flatten() {
                    sink.add(LEFT_OPEN.code, at, || format!("open when the run fails: {open}"));
                }
                self.calls.end_run();
            }
            _ => {}
        }
    }

    fn activity(&mut self, event: Event<'_, '_>) {
        let (Some(id), Some(content)) = (event.id(), event.get("content")) else { return };
        let id = id.decode_json();
        let is_kept = event.get("replace").and_then(|node| node.as_bool()) == Some(false);
        if !is_kept || self.activities.get(id.as_ref()).is_none() {
            let document = self.budget.document(content);
            self.activities.insert(id.as_ref(), document);
        }
    }

    fn patch(&mut self, event: Event<'_, '_>, at: At, sink: &mut FindingSink<'_>) {
        let is_state = event.kind == EventType::StateDelta;
        let key = if is_state { "delta" } else { "patch" };
        let document = if is_state {
            Some(self.state.get_or_insert_with(|| Document::new("{}")))
        } else {
            event.id().and_then(|id| self.activities.get(id.decode_json().as_ref()))
        };
        let (Some(document), Some(patch)) = (document, event.get(key).filter(Node::is_array)) else { return };
        // What follows a patch that a limit stopped is not known: it is said once.
        if self.budget.spent().is_none()
            && let Err(error) = document.apply(patch, &mut self.budget, &mut self.scratch)
        {
            let place = patch.items().nth(error.operation).map_or(at, |operation| operation.at());
            let at = if at == event.node.at() { place } else { at };
            if error.reason.is_limit() {
                return sink.add_error(&codes::PATCH_FAILED, at, || {
                    format!("{error}; patches from here on are not checked: {}", StateLimit::HELP)
                });
            }
            sink.add(&codes::PATCH_FAILED, at, || error.to_string());
        }
    }

    fn learn(&mut self, id: &str, role: TranscriptRole, content: Option<Node<'_, '_>>) {
        self.next_message += 1;
        let mut text = DefaultHasher::new();
        if let Some(words) = content.and_then(|content| content.text()) {
            text.write(words.decode_json().as_bytes());
        }
        let has_parts = content.is_some_and(|content| content.is_array());
        let (order, epoch) = (self.next_message, self.epoch);
        self.alive += u64::from(matches!(role, TranscriptRole::Text | TranscriptRole::Tool));
        self.messages.insert(id, KnownMessage { role, has_parts, text, order, epoch });
    }

    fn is_alive(&self, known: &KnownMessage) -> bool {
        known.epoch == self.epoch || matches!(known.role, TranscriptRole::Activity | TranscriptRole::Reasoning)
    }

    fn alive(&mut self, id: &str) -> Option<KnownMessage> {
        let known = self.messages.get(id)?.clone();
        self.is_alive(&known).then_some(known)
    }

    fn start(&mut self, event: Event<'_, '_>, role: TranscriptRole, at: At, sink: &mut FindingSink<'_>) {
        let Some(id) = event.id().map(|id| id.decode_json().into_owned()) else { return };
        match self.alive(&id) {
            None => self.learn(&id, role, None),
            Some(known) if known.role != role => sink.add(rule::ID_OF_TWO_ROLES.code, at, || {
                format!("the id `{}` is that of {} already", show(&id), known.role.name())
            }),
            Some(_) => {}
        }
    }

    fn content(&mut self, event: Event<'_, '_>, sequence: &SequenceCheck, at: At, sink: &mut FindingSink<'_>) {
        let Some(id) = event.id() else { return };
        let id = id.decode_json();
        if sequence.has_text(&id) {
            self.more(&id, &event.text("delta").unwrap_or_default(), at, sink);
        }
    }

    /// Appends a delta to an open message.
    pub(super) fn more(&mut self, id: &str, delta: &Text<'_>, at: At, sink: &mut FindingSink<'_>) {
        let epoch = self.epoch;
        let Some(known) = self.messages.get(id) else { return };
        if known.epoch != epoch && known.role == TranscriptRole::Text {
            return sink.add(&codes::NO_TARGET, at, || {
                format!("the message `{}` is not in the conversation any more", show(id))
            });
        }
        if std::mem::take(&mut known.has_parts) {
            known.text = DefaultHasher::new();
            sink.add(rule::TEXT_INTO_PARTS.code, at, || format!("the message `{}` has parts", show(id)));
        }
        known.text.write(delta.decode_json().as_bytes());
    }

    fn call(&mut self, event: Event<'_, '_>) {
        let Some(id) = event.id().map(|id| id.decode_json().into_owned()) else { return };
        self.calls.start(id);
    }

    fn call_ends(&mut self, event: Event<'_, '_>, at: At, sink: &mut FindingSink<'_>) {
        let Some(id) = event.id() else { return };
        let Some(arguments) = self.calls.end(&id.decode_json()) else { return };
        if !arguments.is_empty() && self.scratch.parse(&arguments).is_err() {
            sink.add(rule::ARGUMENTS_NOT_JSON.code, at, || format!("the arguments of `{}` are not JSON", id.show()));
        }
    }

    fn result(&mut self, event: Event<'_, '_>, at: At, sink: &mut FindingSink<'_>) {
        if let Some(id) = event.id().map(|id| id.decode_json().into_owned()) {
            match self.alive(&id) {
                None => self.learn(&id, TranscriptRole::Tool, event.get("content")),
                Some(known) if known.role != TranscriptRole::Tool => sink.add(rule::ID_OF_TWO_ROLES.code, at, || {
                    format!("the id `{}` is that of {} already", show(&id), known.role.name())
                }),
                Some(_) => {}
            }
        }
        let Some(call) = word(event, "toolCallId") else { return };
        match self.calls.answer(&call) {
            None if self.calls.has_forgotten() => {}
            None => sink.add(rule::RESULT_UNKNOWN_CALL.code, at, || format!("no call has the id `{}`", show(&call))),
            Some(1) => {}
            Some(_) => {
                sink.add(rule::SECOND_RESULT.code, at, || format!("the call `{}` has a result already", show(&call)));
            }
        }
    }

    /// Records the calls and results of messages that are in snapshots or inputs.
    fn learn_calls(&mut self, message: Node<'_, '_>) {
        for call in message.get("toolCalls").iter().flat_map(Node::items) {
            let Some(id) = call.get("id").and_then(|id| id.text()) else { continue };
            self.calls.learn(&id.decode_json());
        }
        if TranscriptRole::of(message) == TranscriptRole::Tool
            && let Some(id) = message.get("toolCallId").and_then(|id| id.text())
        {
            self.calls.settle(&id.decode_json());
        }
    }

    fn snapshot(&mut self, event: Event<'_, '_>, sequence: &SequenceCheck, at: At, sink: &mut FindingSink<'_>) {
        let Some(list) = event.get("messages") else { return };
        let (mut seen, mut order, mut kept, mut is_reordered) = (HashSet::new(), 0, 0, false);
        let mut new_ids = Vec::new();
        for message in list.items().filter(Node::is_object) {
            self.learn_calls(message);
            let Some(id) = message.get("id").and_then(|id| id.text()).map(|id| id.decode_json().into_owned()) else {
                continue;
            };
            if !seen.insert(id.clone()) {
                sink.add(rule::REPEATED_ID.code, at, || format!("the id `{}` comes twice", show(&id)));
                continue;
            }
            if let Some(content) =
                message.get("content").filter(|_| TranscriptRole::of(message) == TranscriptRole::Activity)
            {
                let document = self.budget.document(content);
                self.activities.insert(id.as_str(), document);
            }
            let known = self.alive(&id);
            if let Some(known) = &known {
                is_reordered |= known.order < order;
                order = known.order;
                kept += u64::from(matches!(known.role, TranscriptRole::Text | TranscriptRole::Tool));
            }
            new_ids.push((id, TranscriptRole::of(message), message.get("content"), known.map(|known| known.order)));
        }
        if is_reordered {
            sink.add(rule::SNAPSHOT_REORDERS.code, at, || "known messages are in another order".to_owned());
        }
        // The loss of an open message is reported when its next delta arrives.
        let is_partial = kept < self.alive && !self.messages.has_forgotten() && sequence.is_idle();
        if is_partial && !event.is_cumulative() {
            let missing = self.alive - kept;
            sink.add(rule::SNAPSHOT_DROPS.code, at, || format!("{missing} known messages are not in the snapshot"));
        }
        self.epoch += 1;
        self.alive = 0;
        for (id, role, content, order) in new_ids {
            self.learn(&id, role, content);
            if let (Some(order), Some(known)) = (order, self.messages.get(id.as_str())) {
                known.order = order;
            }
        }
    }

    fn input(&mut self, event: Event<'_, '_>, at: At, sink: &mut FindingSink<'_>) {
        if self.state.is_none() {
            let state = event.get("input").and_then(|input| input.get("state")).filter(|state| !state.is_null());
            self.state = state.map(|state| self.budget.document(state));
        }
        let list = event.get("input").and_then(|input| input.get("messages"));
        let mut seen = HashSet::new();
        for message in list.iter().flat_map(Node::items).filter(Node::is_object) {
            self.learn_calls(message);
            let Some(id) = message.get("id").and_then(|id| id.text()).map(|id| id.decode_json().into_owned()) else {
                continue;
            };
            if !seen.insert(id.clone()) {
                sink.add(rule::REPEATED_ID.code, at, || format!("the id `{}` comes twice", show(&id)));
                continue;
            }
            let content = message.get("content");
            let Some(known) = self.alive(&id) else {
                self.learn(&id, TranscriptRole::of(message), content);
                continue;
            };
            let words = content.and_then(|content| content.text());
            if let Some(words) = words.filter(|_| !known.has_parts && known.role != TranscriptRole::Activity) {
                let mut own = DefaultHasher::new();
                own.write(words.decode_json().as_bytes());
                if own.finish() != known.text.finish() {
                    sink.add(&codes::EDITED_COPY, at, || {
                        format!("the message `{}` has another text than before", show(&id))
                    });
                }
            }
        }
    }
}
