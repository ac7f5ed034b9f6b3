//! Statements that keprompt's parser does not take, and that no text can show.

use crate::json::At;
use crate::model::Conversation;
use crate::rule::{Rule, RuleReport};
use crate::statements::codes;

pub(in crate::format) static TEXT_RULES: &[&Rule] = &[&MARK];

static MARK: Rule = Rule { code: &codes::NO_PROMPT, check: Some(mark) };

fn mark(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if conversation.source.has_byte_order_mark
        && conversation.origin == super::TEXT
        && conversation.source.shape == "file"
    {
        found.at(At::byte(0), || "keprompt does not load a program after a byte order mark".to_owned());
    }
}
