//! `compact --level deltas`: joins deltas in the same way as the library's `compactEvents`.
//!
//! Memory use is bounded by the open messages: deltas are joined as tokens when they arrive, and emitted when their
//! message ends.

use super::entry::Entries;
use super::order::{Effect, Order};
use super::window::StateWindow;
use crate::events::codes;
use crate::events::kind::{Event, EventType};
use crate::events::replay::StateLimit;
use crate::events::tree::budget::PatchBudget;
use crate::events::tree::patch_error::PatchLimits;
use crate::json::Tape;
use crate::report::Report;

const TEXT: [&str; 2] = ["TEXT_MESSAGE_CONTENT", "messageId"];
const CALL: [&str; 2] = ["TOOL_CALL_ARGS", "toolCallId"];

/// Joins the deltas of a stream of events.
///
/// ```
/// use turnwise::events::{DeltaCompactor, Event, PatchLimits};
/// use turnwise::json::Tape;
/// use turnwise::report::Report;
///
/// let (mut out, mut report) = (Vec::new(), Report::default());
/// let mut emit = |event: &str| out.push(event.to_owned());
/// let mut compactor = DeltaCompactor::new(PatchLimits::default());
/// for line in [
///     r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"caf"}"#,
///     r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"\u00e9"}"#,
/// ] {
///     compactor.event(&Event::of(Tape::new().parse(line)?), &mut emit, &mut report);
/// }
/// compactor.finish(&mut emit);
/// assert_eq!(out, [r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"caf\u00e9"}"#]);
/// # Ok::<(), turnwise::json::JsonError>(())
/// ```
#[derive(Debug)]
pub struct DeltaCompactor {
    texts: Entries,
    calls: Entries,
    window: StateWindow,
    order: Order,
    /// The number of events so far.
    number: u64,
    /// True after a chunk, whose expansion depends on all events before and after it.
    has_chunks: bool,
    budget: PatchBudget,
    beyond: Option<StateLimit>,
    scratch: Tape,
}

impl DeltaCompactor {
    /// Creates a compactor for a new stream.
    #[must_use]
    pub fn new(limits: PatchLimits) -> Self {
        Self {
            texts: Entries::default(),
            calls: Entries::default(),
            window: StateWindow::default(),
            order: Order::default(),
            number: 0,
            has_chunks: false,
            budget: PatchBudget::new(limits),
            beyond: None,
            scratch: Tape::with_max_depth(limits.depth.saturating_add(8)),
        }
    }

    /// Fast path for a delta of an open text message: `id` and `delta` are tokens.
    #[inline]
    pub fn text_piece(&mut self, id: &str, delta: &str) {
        self.number += 1;
        self.texts.entry(id).piece(self.number, delta, None, &mut self.scratch);
    }

    /// Fast path for a delta of tool call arguments.
    #[inline]
    pub fn call_piece(&mut self, id: &str, delta: &str) {
        self.number += 1;
        self.calls.entry(id).piece(self.number, delta, None, &mut self.scratch);
    }

    /// Adds the next event, and passes the events that are complete to `emit`.
    pub fn event(&mut self, event: &Event<'_, '_>, emit: &mut dyn FnMut(&str), report: &mut Report) {
        use EventType as T;
        match event.kind {
            T::TextMessageContent | T::ToolCallArgs => self.piece(event, emit, report),
            T::TextMessageStart | T::ToolCallStart => self.start(event, emit),
            T::TextMessageEnd | T::ToolCallEnd => self.end(event, emit, report),
            T::RunStarted | T::RunFinished | T::RunError => {
                self.number += 1;
                self.window.flush(emit);
                self.order.leave(self.effect(event), self.number, self.number);
                emit(event.node.raw());
            }
            T::StateSnapshot | T::StateDelta => {
                self.number += 1;
                let Self { window, budget, beyond, scratch, .. } = self;
                window.event(event, (budget, beyond), scratch, report);
            }
            _ => self.other(event, emit),
        }
    }

    fn effect(&self, event: &Event<'_, '_>) -> Effect {
        if self.has_chunks { Effect::Barrier } else { Effect::of(event) }
    }

    fn other(&mut self, event: &Event<'_, '_>, emit: &mut dyn FnMut(&str)) {
        self.number += 1;
        self.has_chunks |= event.kind.is_chunk();
        let (effect, text) = (self.effect(event), event.node.raw());
        if !self.texts.wait(self.number, effect, text) && !self.calls.wait(self.number, effect, text) {
            self.order.leave(effect, self.number, self.number);
            emit(text);
        }
    }

    fn start(&mut self, event: &Event<'_, '_>, emit: &mut dyn FnMut(&str)) {
        let Some(id) = event.id() else { return self.other(event, emit) };
        self.number += 1;
        let is_text = event.kind == EventType::TextMessageStart;
        let entries = if is_text { &mut self.texts } else { &mut self.calls };
        let is_again = entries.entry(id.token().unwrap_or_default()).start(self.number, event, &mut self.scratch);
        entries.started();
        if is_again {
            self.order.doubt();
        }
    }

    /// The id of a delta or end event; if it is absent, the id of the only open entry.
    fn id(&self, event: &Event<'_, '_>, report: &mut Report) -> Option<String> {
        if let Some(id) = event.id() {
            return id.token().map(str::to_owned);
        }
        let is_text = event.kind.id_key() == Some("messageId");
        let only = if is_text { self.texts.only() } else { None };
        match &only {
            Some(id) => report.add(&codes::ID_ASSUMED, event.node.at(), || {
                format!("no messageId; taken as `{id}`, the message that is open")
            }),
            None => report.add(&codes::NO_TARGET, event.node.at(), || "no id; the event stays as it is".to_owned()),
        }
        only
    }

    fn piece(&mut self, event: &Event<'_, '_>, emit: &mut dyn FnMut(&str), report: &mut Report) {
        let Some(id) = self.id(event, report) else { return self.other(event, emit) };
        self.number += 1;
        let [delta, metadata] = event.node.pick(&["delta", "metadata"]);
        let delta = delta.and_then(|delta| delta.token()).unwrap_or_default();
        let is_text = event.kind == EventType::TextMessageContent;
        let entries = if is_text { &mut self.texts } else { &mut self.calls };
        let metadata = metadata.filter(crate::json::Node::is_object);
        entries.entry(&id).piece(self.number, delta, metadata, &mut self.scratch);
    }

    fn end(&mut self, event: &Event<'_, '_>, emit: &mut dyn FnMut(&str), report: &mut Report) {
        let Some(id) = self.id(event, report) else { return self.other(event, emit) };
        self.number += 1;
        let is_text = event.kind == EventType::TextMessageEnd;
        let (entries, keys) = if is_text { (&mut self.texts, TEXT) } else { (&mut self.calls, CALL) };
        let end = (self.number, event.node.raw());
        entries.take(&id).flush(keys, Some(end), &mut self.order, emit);
    }

    /// Emits everything that is still open.
    pub fn finish(&mut self, emit: &mut dyn FnMut(&str)) {
        for (entries, keys) in [(&mut self.texts, TEXT), (&mut self.calls, CALL)] {
            for entry in entries.drain() {
                entry.flush(keys, None, &mut self.order, emit);
            }
        }
        self.window.flush(emit);
    }

    /// The patch that a limit stopped; the result is not that of the log then.
    #[must_use]
    pub fn beyond(&self) -> Option<&StateLimit> {
        self.beyond.as_ref()
    }

    /// True if events were moved in a way that may change the result of replaying them. If false, the result is the
    /// same.
    #[must_use]
    pub fn is_moved(&self) -> bool {
        self.order.is_moved()
    }
}
