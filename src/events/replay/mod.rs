//! Replays events into messages and state, as the library's reducer does. No error is fatal; events without effect are
//! reported.

mod branches;
mod compare;
mod deltas;
mod lenient;
mod message;
pub(in crate::events) mod metadata;
mod open_entities;
mod resume;
mod snapshots;
mod state_limit;
#[cfg(test)]
mod tests;
mod tools;

use crate::events::codes;
use crate::events::kind::{Event, EventType};
use crate::events::tree::budget::PatchBudget;
use crate::events::tree::patch::Document;
use crate::events::tree::patch_error::{Applied, PatchError, PatchLimits};
use crate::events::tree::value::TreeValue;
use crate::json::{Node, Tape, spelled};
use crate::report::{Report, article};
pub(in crate::events) use compare::is_only_copy;
pub use deltas::{DeltaStreak, PlainDelta, PlainDeltas, delta_text};
pub use lenient::lenient;
use message::ReplayMessages;
pub(in crate::events) use message::{ReplayMessage, ReplayRole};
use metadata::merge;
use open_entities::OpenEntities;
pub use state_limit::StateLimit;

/// The options of replaying.
#[derive(Clone, Debug, Default)]
pub struct ReplayOptions {
    /// The initial state as JSON text. By default it is that of the input of the first run, or `{}`.
    pub state: Option<String>,
    /// Keep messages with unknown roles.
    pub keeps_unknown: bool,
    /// The events are folded and not kept, so what has no effect is lost.
    pub is_folding: bool,
    /// The limits of patches.
    pub limits: PatchLimits,
}

/// The messages and state so far.
///
/// ```
/// use turnwise::events::{Event, Replay, ReplayOptions};
/// use turnwise::json::Tape;
/// use turnwise::report::Report;
///
/// let mut replay = Replay::new(&ReplayOptions::default());
/// for line in [
///     r#"{"type":"TEXT_MESSAGE_START","messageId":"m1","role":"user"}"#,
///     r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"caf\u00e9"}"#,
/// ] {
///     let mut tape = Tape::new();
///     replay.event(&Event::of(tape.parse(line)?), &mut Report::default());
/// }
/// assert_eq!(replay.messages(), r#"[{"id":"m1","role":"user","content":"caf\u00e9"}]"#);
/// assert_eq!(replay.state(), "{}");
/// # Ok::<(), turnwise::json::JsonError>(())
/// ```
#[derive(Debug)]
pub struct Replay {
    pub(in crate::events) messages: ReplayMessages,
    pub(in crate::events) open: OpenEntities,
    pub(in crate::events) state: Document,
    /// True while the state may still be initialized from the input of the first run.
    pub(in crate::events) may_start: bool,
    keeps_unknown: bool,
    pub(in crate::events) is_folding: bool,
    pub(in crate::events) limits: PatchLimits,
    budget: PatchBudget,
    /// The patch that was not applied because of a limit.
    beyond: Option<StateLimit>,
    pub(in crate::events) scratch: Tape,
    pub(in crate::events) ending: Ending,
}

/// The open tasks that the last finished run left.
#[derive(Debug, Default)]
pub(in crate::events) struct Ending {
    /// `outcome.interrupts` as it was written.
    pub(in crate::events) interrupts: Option<String>,
    /// Calls without a result, as JSON strings.
    pub(in crate::events) calls: Vec<String>,
    pub(in crate::events) started: Vec<String>,
    pub(in crate::events) answered: std::collections::HashSet<String>,
}

impl Replay {
    /// Creates an empty replay.
    #[must_use]
    pub fn new(options: &ReplayOptions) -> Self {
        Self {
            messages: ReplayMessages::default(),
            open: OpenEntities::default(),
            state: Document::new(options.state.clone().unwrap_or_else(|| "{}".to_owned())),
            may_start: options.state.is_none(),
            keeps_unknown: options.keeps_unknown,
            is_folding: options.is_folding,
            limits: options.limits,
            budget: PatchBudget::new(options.limits),
            beyond: None,
            scratch: Tape::with_max_depth(options.limits.depth.saturating_add(8)),
            ending: Ending::default(),
        }
    }

    /// The messages, a JSON array.
    #[must_use]
    pub fn messages(&self) -> String {
        let mut out = Vec::new();
        self.write_messages(&mut out);
        String::from_utf8(out).unwrap_or_default()
    }

    /// Adds the messages, a JSON array.
    pub fn write_messages(&self, out: &mut Vec<u8>) {
        write_list(self.messages.iter(), out);
    }

    /// The state, JSON text.
    #[must_use]
    pub fn state(&self) -> String {
        self.state.text()
    }

    /// Adds the state.
    pub fn write_state(&self, out: &mut Vec<u8>) {
        self.state.write(out);
    }

    /// The interrupts of the last finished run, a JSON array; `None` if it had none.
    #[must_use]
    pub fn pending_interrupts(&self) -> Option<&str> {
        self.ending.interrupts.as_deref()
    }

    /// The tool calls of the last finished run that have no result, as JSON strings.
    #[must_use]
    pub fn pending_calls(&self) -> &[String] {
        &self.ending.calls
    }

    /// The number of messages.
    #[must_use]
    pub fn message_count(&self) -> usize {
        self.messages.len()
    }

    /// Applies the next event.
    pub fn event(&mut self, event: &Event<'_, '_>, report: &mut Report) {
        use EventType as T;
        if let Some(key) = lenient::content_key(event.kind).filter(|key| event.get(key).is_none()) {
            report.add(&codes::NOT_AN_EVENT, event.node.at(), || {
                let other = lenient::other_key(event.kind).filter(|other| event.get(other).is_some());
                let other = other.map(|other| format!("; `{other}` is another field, --lenient reads it"));
                format!(
                    "{} {} without `{key}`{}",
                    article(event.kind.name()),
                    event.kind.name(),
                    other.unwrap_or_default()
                )
            });
        }
        match event.kind {
            T::TextMessageStart => self.start(event, ReplayRole::Other, report),
            T::ReasoningMessageStart => self.start(event, ReplayRole::Reasoning, report),
            T::TextMessageContent | T::ReasoningMessageContent => self.content(event, report),
            T::TextMessageEnd | T::ReasoningMessageEnd => self.end(event, report),
            T::ToolCallStart => self.call_start(event, report),
            T::ToolCallArgs | T::ToolCallEnd => self.call_piece(event, report),
            T::ToolCallResult => self.result(event),
            T::ReasoningEncryptedValue => self.sealed(event, report),
            T::ActivitySnapshot => self.activity(event),
            T::ActivityDelta => self.activity_delta(event, report),
            T::MessagesSnapshot => self.snapshot(event, report),
            T::StateSnapshot => {
                if let Some(snapshot) = event.get("snapshot") {
                    self.set_state(snapshot);
                }
            }
            T::StateDelta => self.state_delta(event, report),
            T::RunStarted => self.run_started(event, report),
            T::RunFinished => self.run_finished(event),
            _ => {}
        }
        self.open.event(event);
    }

    /// The message that an event refers to: the one with its id or, if it has no id, the open one.
    pub(in crate::events) fn target(&self, event: &Event<'_, '_>, report: &mut Report) -> Option<usize> {
        match event.id() {
            Some(id) => {
                let found = self.messages.find(&spelled(id.token().unwrap_or_default()));
                if found.is_none() {
                    report.add(&codes::NO_TARGET, event.node.at(), || format!("no message has the id `{}`", id.show()));
                }
                found
            }
            None => {
                let open = self.open.only_text();
                match open {
                    Some(id) => report.add(&codes::ID_ASSUMED, event.node.at(), || {
                        format!("no messageId; taken as `{}`, the message that is open", id.show())
                    }),
                    None => report.add(&codes::NO_TARGET, event.node.at(), || {
                        "no messageId, and not exactly one message is open".to_owned()
                    }),
                }
                open.and_then(|id| self.messages.find(&spelled(id.token().unwrap_or_default())))
            }
        }
    }

    /// True if the event may change this message; text and reasoning events do not change activities.
    fn may_write(&self, at: usize, event: &Event<'_, '_>, report: &mut Report) -> bool {
        let is_activity = self.messages.role(at) == Some(ReplayRole::Activity);
        if is_activity {
            report.add(&codes::WRONG_KIND, event.node.at(), || {
                format!("`{}` is an activity; the event has no effect", event.id().unwrap_or_default().show())
            });
        }
        !is_activity
    }

    fn start(&mut self, event: &Event<'_, '_>, role: ReplayRole, report: &mut Report) {
        let Some(id) = event.id() else {
            report.add(&codes::NO_TARGET, event.node.at(), || "a message starts without an id".to_owned());
            return;
        };
        let token = id.token().unwrap_or_default();
        if let Some(at) = self.messages.find(&spelled(token)) {
            if !self.may_write(at, event, report) {
                return;
            }
            let is_reasoning = self.messages.role(at) == Some(ReplayRole::Reasoning);
            if is_reasoning != (role == ReplayRole::Reasoning) {
                report.add(&codes::WRONG_KIND, event.node.at(), || {
                    format!("`{}` is the id of text and of reasoning; they run into one message", id.show())
                });
            }
            self.merge(at, event);
            return;
        }
        let [said, name, owner] = event.node.pick(&["role", "name", "subagentRunId"]);
        let said = said.and_then(|said| said.token());
        let (role, said) = match role {
            ReplayRole::Reasoning => (ReplayRole::Reasoning, "reasoning"),
            _ => match said {
                None | Some("assistant") => (ReplayRole::Assistant, "assistant"),
                Some(other) => (ReplayRole::Other, other),
            },
        };
        let mut value = TreeValue::object([
            ("id", TreeValue::string(token)),
            ("role", TreeValue::string(said)),
            ("content", TreeValue::string("")),
        ]);
        if let Some(object) = value.object_mut() {
            if let Some(name) = name.filter(|name| name.is_string() && role != ReplayRole::Reasoning) {
                object.set("name", TreeValue::of(name));
            }
            if let Some(owner) = owner.filter(Node::is_string) {
                object.set("subagentRunId", TreeValue::of(owner));
            }
            merge(object, event.metadata(), &mut self.scratch);
        }
        self.messages.append(ReplayMessage::new(token, role, value));
    }

    /// Merges an event's metadata into a message.
    fn merge(&mut self, at: usize, event: &Event<'_, '_>) {
        let Some(metadata) = event.metadata() else { return };
        if let Some(message) = self.messages.get_mut(at)
            && let Some(object) = message.value.as_object(&mut self.scratch)
        {
            merge(object, Some(metadata), &mut self.scratch);
        }
    }

    fn content(&mut self, event: &Event<'_, '_>, report: &mut Report) {
        let Some(at) = self.target(event, report).filter(|at| self.may_write(*at, event, report)) else { return };
        self.push_content(at, event.get("delta").and_then(|delta| delta.token()).unwrap_or_default());
        self.merge(at, event);
    }

    fn end(&mut self, event: &Event<'_, '_>, report: &mut Report) {
        if let Some(at) = self.target(event, report).filter(|at| self.may_write(*at, event, report)) {
            self.merge(at, event);
        }
    }

    fn state_delta(&mut self, event: &Event<'_, '_>, report: &mut Report) {
        self.may_start = false;
        let Some(delta) = event.get("delta") else { return };
        let applied = self.state.apply(delta, &mut self.budget, &mut self.scratch);
        report_patch(applied, ("state", "delta"), delta, &mut self.beyond, report);
    }

    fn set_state(&mut self, state: Node<'_, '_>) {
        self.budget.drop_copies(self.state.copied());
        self.budget.bring(state.raw().len());
        self.state = Document::new(state.raw());
        self.may_start = false;
    }

    fn run_started(&mut self, event: &Event<'_, '_>, report: &mut Report) {
        self.ending.started.clear();
        self.ending.answered.clear();
        let Some(input) = event.get("input") else {
            self.may_start = false;
            return;
        };
        let [state, messages] = input.pick(&["state", "messages"]);
        if let Some(state) = state.filter(|state| self.may_start && !state.is_null()) {
            self.set_state(state);
        }
        self.may_start = false;
        for node in messages.into_iter().flat_map(|messages| messages.items()) {
            if let Some(message) = self.read(node, report)
                && message.id.as_ref().is_none_or(|id| self.messages.find(id).is_none())
            {
                self.messages.append(message);
            }
        }
    }

    /// Reads a message of an input or a snapshot.
    pub(in crate::events) fn read(&mut self, node: Node<'_, '_>, report: &mut Report) -> Option<ReplayMessage> {
        if !node.is_object() {
            report.add(&codes::UNKNOWN_MESSAGE, node.at(), || {
                format!("a message is an object, not {}", node.kind().name())
            });
            return None;
        }
        let Some(role) = ReplayRole::of(node) else {
            report.add(&codes::ROLE_ASSUMED, node.at(), || "no role; read as the user's".to_owned());
            let mut message = ReplayMessage::read(node, ReplayRole::Other, &mut self.scratch);
            if let Some(object) = message.value.as_object(&mut self.scratch) {
                object.set("role", TreeValue::string("user"));
            }
            return Some(message);
        };
        if role == ReplayRole::Unknown && !self.keeps_unknown {
            let role = node.get("role").and_then(|role| role.text()).unwrap_or_default();
            report.add(&codes::UNKNOWN_MESSAGE, node.at(), || format!("no role is called `{}`", role.show()));
            return None;
        }
        Some(ReplayMessage::read(node, role, &mut self.scratch))
    }
}

fn write_list<'m>(messages: impl Iterator<Item = &'m ReplayMessage>, out: &mut Vec<u8>) {
    out.push(b'[');
    for (index, message) in messages.enumerate() {
        if index > 0 {
            out.push(b',');
        }
        message.value.write(out);
    }
    out.push(b']');
}

/// Reports that a patch failed or used an index that the RFC forbids. `place` is what is patched, and the key of the
/// patch. A patch that a limit stops is not a finding but an end: see [`Replay::beyond`].
pub(in crate::events) fn report_patch(
    applied: Result<Applied, PatchError>,
    (what, key): (&str, &'static str),
    patch: Node<'_, '_>,
    beyond: &mut Option<StateLimit>,
    report: &mut Report,
) {
    match applied {
        Ok(applied) if applied.is_lax => report.add(&codes::LAX_INDEX, patch.at(), || {
            format!("the patch of the {what} has an array index that RFC 6902 forbids; taken as the library does")
        }),
        Ok(_) => {}
        Err(error) if error.reason.is_limit() => {
            beyond.get_or_insert_with(|| StateLimit::of(error, what, key, patch));
        }
        Err(error) => {
            report.add(&codes::PATCH_FAILED, patch.at(), || format!("the patch of the {what} fails: {error}"));
        }
    }
}
