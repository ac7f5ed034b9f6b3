//! The events of one run that replaying needs, with the deltas of a message joined.

use std::collections::HashMap;

use crate::events::kind::{Event, EventType};
use crate::events::replay::Replay;
use crate::events::replay::metadata::merge_into;
use crate::events::tree::value::TreeValue;
use crate::json::{Node, Tape, spelled};
use crate::report::Report;

/// The number of bytes of events from which on a replayed result may be smaller.
const PATIENCE: usize = 1 << 20;

#[derive(Debug)]
enum LogEntry {
    /// An event.
    Event(String),
    /// An event with a delta that can still be extended.
    Piece(String),
    /// A snapshot that includes all snapshots of its kind before it.
    Cumulative(EventType, String),
    /// A start event that reopens an entity after a checkpoint.
    Open(String),
    /// The run ended.
    End,
}

/// Messages and state that replace the events before them.
#[derive(Debug)]
struct Checkpoint {
    messages: String,
    state: String,
}

/// The events of one run that change messages or state.
#[derive(Debug, Default)]
pub(in crate::events) struct RunLog {
    checkpoint: Option<Checkpoint>,
    entries: Vec<(u64, LogEntry)>,
    bytes: usize,
    next_look: usize,
    /// The indexes of the deltas that can be extended, by the id of their message or call.
    tails: HashMap<(bool, String), usize>,
    /// It has events that change messages.
    pub(in crate::events) has_messages: bool,
    /// It has events that change the state.
    pub(in crate::events) has_state: bool,
    /// It has a snapshot that covers earlier runs.
    pub(in crate::events) has_cumulative: bool,
    /// The metadata of its snapshots of messages, and of its state events.
    pub(in crate::events) metadata: [Option<TreeValue>; 2],
}

impl RunLog {
    /// Adds an event, if replaying needs it.
    pub(in crate::events) fn push(&mut self, number: u64, event: &Event<'_, '_>, scratch: &mut Tape) {
        use EventType as T;
        let is_message = is_message_event(event.kind);
        self.has_messages |= is_message && !matches!(event.kind, T::ReasoningStart | T::ReasoningEnd);
        match event.kind {
            T::StateSnapshot | T::StateDelta | T::MessagesSnapshot => {
                let is_messages = event.kind == T::MessagesSnapshot;
                self.has_state |= !is_messages;
                let [of_messages, of_state] = &mut self.metadata;
                merge_into(if is_messages { of_messages } else { of_state }, event.metadata(), scratch);
                self.tails.clear();
                if event.is_cumulative() {
                    self.has_cumulative = true;
                    self.add(number, LogEntry::Cumulative(event.kind, event.node.raw().to_owned()));
                } else {
                    self.add(number, LogEntry::Event(event.node.raw().to_owned()));
                }
            }
            T::RunStarted => self.add(number, LogEntry::Event(event.node.raw().to_owned())),
            T::RunFinished | T::RunError => {
                self.tails.clear();
                self.add(number, LogEntry::End);
            }
            T::TextMessageContent | T::ReasoningMessageContent | T::ToolCallArgs => self.piece(number, event),
            _ if is_message => {
                // The event may create what it names, so later deltas must not be joined with earlier ones.
                for key in ["messageId", "toolCallId", "parentMessageId"] {
                    if let Some(id) = event.get(key).and_then(|id| id.token()) {
                        self.tails.remove(&(false, spelled(id).into_owned()));
                        self.tails.remove(&(true, spelled(id).into_owned()));
                    }
                }
                self.add(number, LogEntry::Event(event.node.raw().to_owned()));
            }
            _ => {}
        }
    }

    fn piece(&mut self, number: u64, event: &Event<'_, '_>) {
        let [id, delta, metadata] = event.node.pick(&[event.kind.id_key().unwrap_or_default(), "delta", "metadata"]);
        let (id, delta) = (id.and_then(|id| id.token()), delta.and_then(|delta| delta.token()));
        let (Some(id), Some(delta), None) = (id, delta, metadata) else {
            if let Some(id) = id {
                self.tails.remove(&(event.kind == EventType::ToolCallArgs, spelled(id).into_owned()));
            } else {
                self.tails.clear();
            }
            self.add(number, LogEntry::Event(event.node.raw().to_owned()));
            return;
        };
        let key = (event.kind == EventType::ToolCallArgs, spelled(id).into_owned());
        if let Some((_, LogEntry::Piece(text))) = self.tails.get(&key).and_then(|at| self.entries.get_mut(*at)) {
            text.push_str(delta);
            self.bytes += delta.len();
            return;
        }
        let id_key = event.kind.id_key().unwrap_or_default();
        let text = format!("{{\"type\":\"{}\",\"{id_key}\":\"{id}\",\"delta\":\"{delta}", event.kind.name());
        self.tails.insert(key, self.entries.len());
        self.add(number, LogEntry::Piece(text));
    }

    fn add(&mut self, number: u64, entry: LogEntry) {
        self.bytes += match &entry {
            LogEntry::Event(text) | LogEntry::Piece(text) | LogEntry::Cumulative(_, text) => text.len() + 64,
            LogEntry::Open(_) | LogEntry::End => 64,
        };
        self.entries.push((number, entry));
    }

    /// True if the log is long enough that its replayed result may be smaller.
    pub(in crate::events) fn is_long(&self) -> bool {
        self.bytes > self.next_look.max(PATIENCE)
    }

    /// Replaces the events by their replayed result, if that is smaller. `replay` has replayed the run and all before
    /// it.
    pub(in crate::events) fn condense(&mut self, replay: &Replay) {
        let (messages, state) = (replay.messages(), replay.state());
        let starts: Vec<String> = replay.open_starts().into_iter().flatten().collect();
        // The starts are replayed each time, too: where they are many, as much must come before the next look.
        let of_starts: usize = starts.iter().map(|start| start.len() + 64).sum();
        self.next_look = 2 * (messages.len() + state.len()) + 3 * of_starts + PATIENCE;
        if self.bytes <= self.next_look {
            // All events are replayed at the next look, too: without twice as many, looks would take quadratic time.
            self.next_look = self.next_look.max(2 * self.bytes);
            return;
        }
        self.tails.clear();
        self.entries.clear();
        self.bytes = of_starts;
        self.checkpoint = Some(Checkpoint { messages, state });
        self.entries.extend(starts.into_iter().map(|start| (0, LogEntry::Open(start))));
    }
}

/// True for events that build messages, spans of reasoning included.
pub(in crate::events) fn is_message_event(kind: EventType) -> bool {
    use EventType as T;
    matches!(
        kind,
        T::TextMessageStart
            | T::TextMessageContent
            | T::TextMessageEnd
            | T::ToolCallStart
            | T::ToolCallArgs
            | T::ToolCallEnd
            | T::ToolCallResult
            | T::ReasoningStart
            | T::ReasoningEnd
            | T::ReasoningMessageStart
            | T::ReasoningMessageContent
            | T::ReasoningMessageEnd
            | T::ReasoningEncryptedValue
            | T::ActivitySnapshot
            | T::ActivityDelta
            | T::MessagesSnapshot
    )
}

/// Replays consecutive logs. Of snapshots that cover all earlier runs only the last one is applied.
pub(in crate::events) fn replay_logs(logs: &[&RunLog], replay: &mut Replay, report: &mut Report) {
    let mut tape = Tape::with_max_depth(replay.limits.depth.saturating_add(8));
    let from = logs.iter().rposition(|log| log.checkpoint.is_some()).unwrap_or(0);
    let logs = logs.get(from..).unwrap_or_default();
    if let Some(checkpoint) = logs.first().and_then(|log| log.checkpoint.as_ref()) {
        replay.load(&checkpoint.messages, &checkpoint.state);
    }
    let mut last: [Option<(usize, usize)>; 2] = [None; 2];
    for (at, log) in logs.iter().enumerate() {
        for (index, (_, entry)) in log.entries.iter().enumerate() {
            match entry {
                LogEntry::Cumulative(EventType::MessagesSnapshot, _) => last[0] = Some((at, index)),
                LogEntry::Cumulative(..) => last[1] = Some((at, index)),
                _ => {}
            }
        }
    }
    for (at, log) in logs.iter().enumerate() {
        for (index, (number, entry)) in log.entries.iter().enumerate() {
            report.start_record(*number);
            let closed;
            let text = match entry {
                LogEntry::Event(text) => text,
                LogEntry::Piece(text) => {
                    closed = format!("{text}\"}}");
                    &closed
                }
                LogEntry::Cumulative(_, text) => {
                    if !last.contains(&Some((at, index))) {
                        continue;
                    }
                    text
                }
                LogEntry::Open(text) => {
                    if let Ok(root) = tape.parse(text) {
                        replay.reopen(&Event::of(root));
                    }
                    continue;
                }
                LogEntry::End => {
                    replay.close();
                    continue;
                }
            };
            if let Ok(root) = tape.parse(text) {
                replay.event(&Event::of(root), report);
                replay.stopped_at(*number);
            }
            if replay.beyond().is_some() {
                return;
            }
        }
    }
}

/// The members of `metadata.turnwise` of an event.
pub(in crate::events) fn own_mark<'t, 'a>(event: &Event<'t, 'a>, key: &str) -> Option<Node<'t, 'a>> {
    event.metadata()?.get("turnwise")?.get(key)
}
