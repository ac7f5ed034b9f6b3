//! What a conversation must keep to before it is written.

use crate::format::Format;
use crate::model::{Conversation, Part};
use crate::report::{Refused, Report, Severity};
use crate::rule;

/// Rules of the target that a record must not break, or no valid output exists.
pub(super) fn require(target: &'static Format, conversation: &Conversation<'_>) -> Result<(), Refused> {
    if target.requires.is_empty() || !conversation.parts().any(is_link) {
        return Ok(());
    }
    let mut found = Report::keeping(1);
    rule::check(target.requires, conversation, false, &mut found);
    let error = found.kept().iter().find(|diagnostic| diagnostic.severity == Severity::Error);
    match error {
        Some(error) => Err(Refused::new(error.code, error.at, error.message.clone())),
        None => Ok(()),
    }
}

fn is_link(part: &Part<'_>) -> bool {
    matches!(part, Part::Call(_) | Part::Result(_))
}
