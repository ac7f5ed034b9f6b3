//! Messages that are empty after their content was dropped, because the target cannot represent it.

use super::details::{holds, report_details};
use super::facts::report_facts;
use crate::json::{At, Tape};
use crate::lower::context::Lowering;
use crate::lower::options::LoweringOptions;
use crate::lower::policy::{EmptyMessages, Fact, Policy};
use crate::model::{Message, Part, Role};
use crate::report::{Refused, Report, loss, shape};
use crate::rule::pairs::PairedCalls;

/// The index of the first message with content that the target supports, without instructions.
#[must_use]
pub fn first_message_with_content(paired: &PairedCalls<'_>, policy: &Policy, scratch: &mut Tape) -> Option<usize> {
    let (options, mut report) = (LoweringOptions { is_lossy: true, ..LoweringOptions::default() }, Report::keeping(0));
    let contents = report_facts(paired, policy, &options, &mut report);
    let mut lowering = Lowering::new(paired, policy, &options, scratch, &mut report, contents);
    let messages = paired.conversation.messages.iter().enumerate();
    let mut candidates = messages.filter(|(_, message)| !message.role.is_instruction());
    candidates.find(|(index, message)| lowering.says(message, *index)).map(|(index, _)| index)
}

impl<'c> Lowering<'c, '_> {
    fn says(&mut self, message: &'c Message<'c>, index: usize) -> bool {
        if matches!(message.role, Role::Tool) && !self.policy.has(Fact::Calls) {
            return false;
        }
        self.note_stored(message);
        let is_empty = self.blocks(message, index).is_ok_and(|blocks| blocks.is_empty());
        !is_empty || !(had_content(message) || self.policy.turns.empty != EmptyMessages::Keep)
    }

    /// Drops a message of another format that lacks required content, with `--lossy`. True: it was dropped.
    pub(super) fn leave_out_silent(&mut self, message: &Message<'_>) -> Result<bool, Refused> {
        if !message.parts.is_empty() || self.policy.holds(message.origin) {
            return Ok(false);
        }
        if !self.options.is_lossy {
            let why = format!(
                "the message of role {} has no content, which {} requires",
                message.role.name(),
                message.origin
            );
            return Err(Refused::new(&shape::MISSING_FIELD, message.at, why)
                .helping("--lossy drops the message and reports it"));
        }
        self.drop_empty(message);
        Ok(true)
    }

    /// Drops a message without content.
    pub(super) fn drop_empty(&mut self, message: &Message<'_>) {
        let role = message.role.name();
        let what = || format!("a message of role {role} without content is dropped");
        self.report.add(&loss::EMPTY_MESSAGE, message.at, what);
        self.drop_own(&message.extras);
        let (policy, details) = (self.policy, message.details());
        report_details(message, self.conversation, self.report, |fact| holds(policy, fact, message.origin));
        if let Some(asked) = details.output.as_ref().filter(|_| policy.has(Fact::MessageOutput)) {
            let what = || "the structured-output request is dropped".to_owned();
            self.report.add(&loss::OUTPUT_REQUEST, asked.at, what);
        }
        self.note_lost(message);
    }

    /// Records the content of a dropped message, for the error message if the record is rejected.
    pub(super) fn note_lost(&mut self, message: &Message<'_>) {
        self.emptied.extend(message.parts.iter().filter_map(cause));
    }
}

/// True if the message had content other than blank texts.
pub(super) fn had_content(message: &Message<'_>) -> bool {
    message.parts.iter().any(|part| cause(part).is_some())
}

/// The description of a part that was dropped; `None` for a blank text.
fn cause(part: &Part<'_>) -> Option<(At, String)> {
    let what = match part {
        Part::Text(text) if text.text.is_blank() => return None,
        Part::Text(_) | Part::Refusal(_) => "a text".to_owned(),
        Part::Reasoning(_) => "reasoning".to_owned(),
        Part::Call(call) => format!("the call of `{}`", call.name.show()),
        Part::Result(_) => "a tool result".to_owned(),
        Part::Media(media) => media.kind.name().to_owned(),
        Part::Opaque(it) => format!("the part `{}`", it.kind.show()),
    };
    Some((part.at(), format!("{what} was dropped")))
}
