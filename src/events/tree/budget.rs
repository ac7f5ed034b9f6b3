//! What the patches of a log may cost: `{"op":"copy","from":"/a","path":"/a/-"}` doubles a list, so a log of 2 KB could
//! ask for 800 MB.

use super::patch::Document;
use super::patch_error::{PatchLimits, Reason};
use crate::json::Node;

/// The steps that every byte of the log allows in addition to [`PatchLimits::steps`].
const STEPS_A_BYTE: usize = 64;

/// The budget of all patches of one log. It is not renewed between runs, states and activities.
#[derive(Clone, Copy, Debug, Default)]
pub struct PatchBudget {
    limits: PatchLimits,
    /// Bytes of the values and patches that the log holds.
    brought: usize,
    /// An upper bound of the bytes that are there because of copies.
    copied: usize,
    steps: usize,
    spent: Option<Reason>,
}

impl PatchBudget {
    /// A budget with these limits.
    #[must_use]
    pub fn new(limits: PatchLimits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// The limit of nesting.
    pub(super) fn depth(&self) -> usize {
        self.limits.depth
    }

    /// Counts bytes of values or patches in the log. Each allows one more copied byte.
    pub(in crate::events) fn bring(&mut self, bytes: usize) {
        self.brought = self.brought.saturating_add(bytes);
    }

    /// A value of the log, which allows as much more as it is long.
    pub(in crate::events) fn document(&mut self, value: Node<'_, '_>) -> Document {
        self.bring(value.raw().len());
        Document::new(value.raw())
    }

    /// Counts bytes or nodes that an operation looks at or moves.
    pub(super) fn spend(&mut self, steps: usize) {
        self.steps = self.steps.saturating_add(steps);
    }

    /// Counts copied bytes.
    pub(super) fn copy(&mut self, bytes: usize) {
        self.copied = self.copied.saturating_add(bytes);
    }

    /// Takes back copied bytes that are not there any more.
    pub(in crate::events) fn drop_copies(&mut self, bytes: usize) {
        self.copied = self.copied.saturating_sub(bytes);
    }

    /// Counts copied bytes, unless they are too many.
    pub(in crate::events) fn add_copy(&mut self, bytes: usize) -> Result<(), Reason> {
        if self.is_beyond(bytes) {
            return Err(self.too_large());
        }
        self.copy(bytes);
        Ok(())
    }

    /// True if this many more copied bytes exceed the budget.
    pub(super) fn is_beyond(&self, bytes: usize) -> bool {
        self.copied.saturating_add(bytes) > self.limits.bytes.saturating_add(self.brought)
    }

    /// Why no more patches are applied. Without it, each further patch of a hostile log would reach the limit again.
    #[must_use]
    pub fn spent(&self) -> Option<Reason> {
        self.spent
    }

    pub(super) fn check(&mut self) -> Result<(), Reason> {
        let most = self.limits.steps.saturating_add(self.brought.saturating_mul(STEPS_A_BYTE));
        if self.spent.is_none() && self.steps > most {
            self.spent = Some(Reason::TooManySteps);
        }
        self.spent.map_or(Ok(()), Err)
    }

    pub(super) fn too_large(&mut self) -> Reason {
        *self.spent.insert(Reason::TooLarge)
    }
}
