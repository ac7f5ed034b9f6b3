//! `--repair`: drops parts that a service rejects without their counterpart.
//!
//! ```json
//! {"role":"assistant","content":[{"type":"advisor_tool_result","tool_use_id":"srvtoolu_1","content":{}},{"type":"text","text":"a"}]}
//! ```

use std::collections::HashSet;

use super::repair::MessageOrigin;
use crate::format::Format;
use crate::json::At;
use crate::lower::drop_part;
use crate::model::{Conversation, Message, Part};
use crate::report::Report;
use crate::rule::{PAIRS, Rule, check};

/// The places of parts that the target rejects without their counterpart: calls of hosted tools, and their results.
pub(super) fn orphan_blocks(conversation: &Conversation<'_>, target: &Format) -> HashSet<At> {
    let is_pair = |rule: &&Rule| PAIRS.iter().any(|pair| pair.code.id == rule.code.id);
    let rules: Vec<_> = target.rules.requires.iter().copied().filter(|rule| !is_pair(rule)).collect();
    if rules.is_empty() || !conversation.parts().any(|part| matches!(part, Part::Opaque(_))) {
        return HashSet::new();
    }
    let mut found = Report::keeping(u64::MAX);
    check(&rules, conversation, false, &mut found);
    found.kept().iter().map(|finding| finding.at).collect()
}

/// Removes such parts. Returns the places of messages that became empty; `None` if there are no such parts.
pub(super) fn drop_orphan_blocks(
    conversation: &mut Conversation<'_>,
    target: &Format,
    report: &mut Report,
) -> Option<HashSet<At>> {
    let orphans = orphan_blocks(conversation, target);
    let mut emptied = HashSet::new();
    for message in conversation.messages.iter_mut().filter(|_| !orphans.is_empty()) {
        let count = message.parts.len();
        for part in std::mem::take(&mut message.parts) {
            if let Part::Opaque(it) = &part
                && orphans.contains(&it.at)
            {
                drop_part(it, report);
            } else {
                message.parts.push(part);
            }
        }
        if count > 0 && message.parts.is_empty() {
            emptied.insert(message.at);
        }
    }
    (!orphans.is_empty()).then_some(emptied)
}

/// Removes messages that became empty. `origins`: the origin of each message; `None`: all are messages of the input.
pub(super) fn remove_emptied(
    emptied: &HashSet<At>,
    conversation: &mut Conversation<'_>,
    origins: Option<Vec<MessageOrigin>>,
) -> Vec<MessageOrigin> {
    let mut origins = origins.unwrap_or_else(|| vec![MessageOrigin::Kept; conversation.messages.len()]);
    if emptied.is_empty() {
        return origins;
    }
    let is_left = |origin: MessageOrigin, message: &Message<'_>| {
        origin != MessageOrigin::Kept || !message.parts.is_empty() || !emptied.contains(&message.at)
    };
    let messages = std::mem::take(&mut conversation.messages);
    let mut left = Vec::with_capacity(messages.len());
    for (message, origin) in messages.into_iter().zip(std::mem::take(&mut origins)) {
        if is_left(origin, &message) {
            left.push(origin);
            conversation.messages.push(message);
        }
    }
    left
}
