//! Messages of the target's own format, which are kept as they were stored.

use std::borrow::Cow;

use crate::lower::context::Lowering;
use crate::lower::outline::OutlineRole;
use crate::model::{Arguments, Message, ToolCall};
use crate::report::{Refused, loss};

impl<'c> Lowering<'c, '_> {
    /// Records whether a message belongs to the target's own format, and is kept as it was stored.
    pub(super) fn note_stored(&mut self, message: &Message<'_>) {
        self.message.is_stored = self.policy.preserved.messages.role().is_some() && self.policy.holds(message.origin);
    }

    /// The role of a stored message.
    pub(super) fn stored_speaker(&self, message: &Message<'_>) -> Option<OutlineRole> {
        let role = self.policy.preserved.messages.role().filter(|_| self.message.is_stored)?;
        Some(match role(message).decode().as_ref() {
            "system" => OutlineRole::System,
            "assistant" => OutlineRole::Assistant,
            "tool" => OutlineRole::Tool,
            // Other roles are treated as the user.
            _ => OutlineRole::User,
        })
    }

    /// The arguments of a stored call, which the code for requests decodes: any value. `None`: they are kept unchanged.
    pub(super) fn stored_arguments(&mut self, call: &'c ToolCall<'c>) -> Result<Option<Cow<'c, str>>, Refused> {
        if !self.policy.preserved.messages.are_sent() {
            return Ok(None);
        }
        let text = match &call.arguments {
            Arguments::Object(raw) => return Ok(Some(Cow::Borrowed(raw.as_str()))),
            Arguments::Encoded(text) => text.decode_json(),
        };
        if self.scratch.parse(&text).is_ok() {
            return Ok(Some(text));
        }
        if let Some(repaired) = self.policy.tools.calls.repair.and_then(|repair| repair(&text, self.scratch)) {
            self.report.add(&loss::ARGUMENTS, self.conversation.place_of_arguments(call), || {
                format!("the arguments of the call of `{}` are repaired", call.name.show())
            });
            return Ok(Some(Cow::Owned(repaired)));
        }
        let name = self.policy.name;
        let why = format!("the arguments of the call of `{}` are not JSON: {name} fails", call.name.show());
        Err(Refused::new(&loss::CANNOT_HOLD, self.conversation.place_of_arguments(call), why))
    }
}
