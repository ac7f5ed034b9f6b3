//! Rules about the fields of a session: its source, its number of messages.

use super::NAME;
use super::entry::{LISTED, UNLISTED};
use super::rules_index::text;
use crate::model::Conversation;
use crate::report::{FindingText, SuggestedEdit};
use crate::rule::{RuleReport, rule};

rule! {
    MESSAGE_COUNT "TW649" "picklebot-message-count" Warning message_count
    "`message_count` is not the number of messages"
    "write the number of lines in the session's file"
    => Safe Suggested
}

fn message_count(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let Some(count) = conversation.extras.get(NAME, "message_count") else { return };
    let count_text = count.value.as_str().trim_matches('"').trim();
    let lines = conversation.messages.len();
    // What is not a number at all is said elsewhere.
    if count_text.parse::<i128>().is_ok_and(|count_text| usize::try_from(count_text) != Ok(lines)) {
        let message = format!("`message_count` is {count_text}, and the session has {lines} messages");
        found.at_with(count.at, FindingText::new(message, Some(SuggestedEdit::Value(lines.to_string()))));
    }
}

rule! {
    SOURCE "TW650" "picklebot-source" Warning source
    "picklebot does not recognize the source of a session, so the session cannot be resumed"
    "write where the session comes from: `platform-cli:cli-user`, `cron:ID`, `agent:ID`, `platform-telegram:USER:CHAT`, …"
}

fn source(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if let Some((source, at)) = text(conversation, "source") {
        if !is_known(&source.decode()) {
            found.at(at, || format!("no part of picklebot is called `{}`", source.show()));
        }
    } else if let Some(extra) = conversation.extras.get(NAME, "source") {
        found.at(extra.at, || format!("the source is {}, which becomes a text no session has", extra.value.as_str()));
    }
}

/// True if the library makes a source of it again.
fn is_known(source: &str) -> bool {
    let Some((space, rest)) = source.split_once(':') else { return source == "platform-cli" };
    match space {
        "agent" | "cron" | "platform-cli" => true,
        "platform-ws" => !rest.is_empty(),
        "platform-telegram" | "platform-discord" => rest.split(':').count() == 2,
        _ => false,
    }
}

/// True if a conversation was read from lines of one message each: the first message is the first thing in the text.
pub(super) fn is_lines(conversation: &Conversation<'_>) -> bool {
    let source = conversation.source.text;
    let blank = source.len() - source.trim_start().len();
    matches!(conversation.source.shape, "list" | LISTED | UNLISTED)
        && conversation.messages.first().is_some_and(|first| first.at.offset() == Some(blank))
}
