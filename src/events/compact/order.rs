//! Detects whether moving events may change the result of replaying them.
//!
//! Replaying both streams and comparing them would need the whole conversation in memory. Most moves are harmless (a
//! `STEP_STARTED` after a message), and those that may matter are rare.

use crate::events::kind::{Event, EventType};

/// What can change if an event is moved past others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing.
    None,
    /// It continues a message or call that it names.
    Piece,
    /// It creates a message or a call: the order of these events is the order of the messages.
    Maker,
    /// It may change any message.
    Barrier,
}

impl Effect {
    pub(super) fn of(event: &Event<'_, '_>) -> Self {
        use EventType as T;
        match event.kind {
            T::TextMessageContent | T::TextMessageEnd | T::ToolCallArgs | T::ToolCallEnd => Self::Piece,
            T::TextMessageStart | T::ToolCallStart | T::ToolCallResult => Self::Maker,
            T::RunStarted if event.get("input").is_some_and(|input| input.get("messages").is_some()) => Self::Maker,
            T::MessagesSnapshot
            | T::ActivitySnapshot
            | T::ActivityDelta
            | T::ReasoningMessageStart
            | T::ReasoningMessageContent
            | T::ReasoningMessageEnd
            | T::ReasoningEncryptedValue => Self::Barrier,
            // The expansion of chunks depends on the events around them; the removed types have no ids.
            kind if kind.is_chunk() || kind.is_removed() => Self::Barrier,
            _ => Self::None,
        }
    }
}

/// Tracks the order in which events are emitted.
#[derive(Debug, Default)]
pub(super) struct Order {
    piece: u64,
    maker: u64,
    barrier: u64,
    is_moved: bool,
}

impl Order {
    /// Records that an event is emitted that replaces the events numbered `from` to `to`.
    pub(super) fn leave(&mut self, effect: Effect, from: u64, to: u64) {
        match effect {
            Effect::None => {}
            Effect::Piece => {
                self.is_moved |= from < self.barrier;
                self.piece = self.piece.max(to);
            }
            Effect::Maker => {
                self.is_moved |= from < self.maker;
                self.maker = self.maker.max(to);
            }
            Effect::Barrier => {
                self.is_moved |= from < self.maker || from < self.piece;
                (self.maker, self.barrier) = (self.maker.max(to), self.barrier.max(to));
            }
        }
    }

    /// Records a possible change that the order of events does not show.
    pub(super) fn doubt(&mut self) {
        self.is_moved = true;
    }

    pub(super) fn is_moved(&self) -> bool {
        self.is_moved
    }
}
