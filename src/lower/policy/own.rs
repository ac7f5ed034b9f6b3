//! Rules that no other format has: functions of the format's own module.

use crate::lower::outline::Outline;
use crate::lower::own_context::OwnContext;
use crate::report::Refused;

/// Changes an outline and reports what is lost, or rejects the conversation.
pub type OwnRule = for<'c> fn(&mut OwnContext<'c, '_>, &mut Outline<'c>) -> Result<(), Refused>;

/// Whether the record that a conversation was read from is written unchanged; then the outline contains that.
pub type OwnSource = for<'c> fn(&mut OwnContext<'c, '_>, &mut Outline<'c>) -> Result<bool, Refused>;

/// The rules of one format, in the order in which they work.
#[derive(Clone, Copy, Debug)]
pub struct OwnRules {
    /// Before anything else: a record that still contains its source.
    pub source: OwnSource,
    /// When the messages are in order, and everything else is missing.
    pub messages: OwnRule,
    /// When the definitions of tools exist, but not the request for structured output and the settings.
    pub tools: OwnRule,
    /// When everything outside the messages exists. The texts of messages are still separate.
    pub record: OwnRule,
    /// When the texts are final.
    pub written: OwnRule,
}

impl OwnRules {
    /// The format has no such rules.
    pub const NONE: Self = Self {
        source: |_, _| Ok(false),
        messages: |_, _| Ok(()),
        tools: |_, _| Ok(()),
        record: |_, _| Ok(()),
        written: |_, _| Ok(()),
    };
}
