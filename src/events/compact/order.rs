//! Whether moving events may change what they replay to.
//!
//! Exact replaying of both streams would hold the conversation in memory. Most moves cannot matter (a `STEP_STARTED`
//! after a message), and those that may are few.

use crate::events::kind::{Event, EventType};

/// What moving an event past others can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing.
    None,
    /// It goes on with a message or call that it names.
    Piece,
    /// It makes a message or a call: the order of these is the order of messages.
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
            // What chunks stand for depends on everything around them; the older shapes have no ids.
            kind if kind.is_chunk() || kind.is_removed() => Self::Barrier,
            _ => Self::None,
        }
    }
}

/// Follows the order in which events leave.
#[derive(Debug, Default)]
pub(super) struct Order {
    piece: u64,
    maker: u64,
    barrier: u64,
    is_moved: bool,
}

impl Order {
    /// An event leaves that stands for those numbered `from` to `to`.
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

    /// Something happened that order does not show.
    pub(super) fn doubt(&mut self) {
        self.is_moved = true;
    }

    pub(super) fn is_moved(&self) -> bool {
        self.is_moved
    }
}
