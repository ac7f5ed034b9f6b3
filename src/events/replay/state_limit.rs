//! A patch that would make the state far larger than its log: `{"op":"copy","from":"/a","path":"/a/-"}`, 60 times.

use super::Replay;
use crate::events::codes;
use crate::events::tree::patch_error::{PatchError, Reason};
use crate::json::{At, Node};
use crate::report::Refused;

/// The operation at which the budget of a log ends. What comes after it is not known, so the log cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateLimit {
    /// The number of the event, where it is replayed from memory.
    pub event: Option<u64>,
    /// The place of the operation in its record.
    pub at: At,
    /// What is wrong, and where in the event: `/delta/0`.
    pub message: String,
}

impl StateLimit {
    /// What to do about it. It works for every command, because a snapshot counts as much as it is long.
    pub const HELP: &'static str =
        "if the log is intended, write a STATE_SNAPSHOT event instead of the patches; otherwise remove them";

    pub(in crate::events) fn of(error: PatchError, what: &str, key: &str, patch: Node<'_, '_>) -> Self {
        let at = patch.items().nth(error.operation).map_or(patch.at(), |operation| operation.at());
        let pointer = format!("/{key}/{}", error.operation);
        let message = format!("the patch of the {what} is not applied, from {pointer} on: {error}");
        Self { event: None, at, message }
    }

    /// The same as a refusal.
    #[must_use]
    pub fn refused(&self) -> Refused {
        Refused::new(&codes::PATCH_FAILED, self.at, self.message.clone()).helping(Self::HELP)
    }
}

impl Replay {
    /// The patch that a limit stopped; the result is not that of the log then.
    #[must_use]
    pub fn beyond(&self) -> Option<&StateLimit> {
        self.beyond.as_ref()
    }

    /// Names the event that is replayed next, for [`Replay::beyond`].
    pub(in crate::events) fn stopped_at(&mut self, event: u64) {
        if let Some(beyond) = &mut self.beyond {
            beyond.event.get_or_insert(event);
        }
    }

    /// Counts a copy of a message, which is there once more.
    pub(super) fn copy_message(&mut self, bytes: usize, at: At) -> bool {
        if self.budget.add_copy(bytes).is_ok() {
            return true;
        }
        self.beyond.get_or_insert_with(|| StateLimit {
            event: None,
            at,
            message: "the snapshot is not applied: many messages have one id, and each would get its content"
                .to_owned(),
        });
        false
    }
}

impl Reason {
    /// True if a limit of what patches may cost was reached.
    pub(in crate::events) fn is_limit(self) -> bool {
        matches!(self, Self::TooLarge | Self::TooManySteps)
    }
}
