//! Rules that no other format has: functions of the format's own module.

use crate::lower::outline::Outline;
use crate::lower::own_context::OwnContext;
use crate::report::Refused;

/// Changes an outline and reports what is lost, or rejects the conversation.
pub type OwnRule = for<'c> fn(&mut OwnContext<'c, '_>, &mut Outline<'c>) -> Result<(), Refused>;

/// Whether the record that a conversation was read from is written as it was; then the outline says so.
pub type OwnSource = for<'c> fn(&mut OwnContext<'c, '_>, &mut Outline<'c>) -> Result<bool, Refused>;

/// The rules of one format, in the order in which they work.
#[derive(Clone, Copy, Debug)]
pub struct OwnRules {
    /// Before anything else: a record that still says what it was read from.
    pub source: OwnSource,
    /// When the messages are in their order; nothing is next to them yet.
    pub messages: OwnRule,
    /// When the definitions of tools are there, and neither the request for structured output nor settings.
    pub tools: OwnRule,
    /// When everything outside the messages is there. The texts of messages are still one by one.
    pub record: OwnRule,
    /// When the texts are as they are written.
    pub written: OwnRule,
}

impl OwnRules {
    /// The format has none.
    pub const NONE: Self = Self {
        source: |_, _| Ok(false),
        messages: |_, _| Ok(()),
        tools: |_, _| Ok(()),
        record: |_, _| Ok(()),
        written: |_, _| Ok(()),
    };
}
