//! Rules about the index and the files that it names.

use super::NAME;
use super::entry::{DIFFERS, LISTED, MISSING, UNLISTED};
use crate::json::{At, Tape, Text};
use crate::model::{Conversation, Slot};
use crate::rule::{RuleReport, rule};

rule! {
    INDEX_LINE "TW651" "picklebot-index-line" Error index_line
    "picklebot cannot read a line of the index, and removes it when it writes the index again"
    "write `id`, `agent_id`, `source`, `created_at` and `updated_at`, all of them strings, on every line"
}

fn index_line(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if conversation.source.shape != LISTED {
        return;
    }
    let start = conversation.extras.of(NAME).first().map(|extra| extra.at).unwrap_or_default();
    for key in ["agent_id", "source", "created_at", "updated_at"] {
        match conversation.extras.get(NAME, key) {
            None if key == "source" => {
                found.at(start, || "the session has no `source` in the index (written before March 2026)".to_owned());
            }
            None => found.at(start, || format!("the session has no `{key}` in the index")),
            // Any value becomes a text there.
            Some(extra) if key == "source" || extra.value.as_str().starts_with('"') => {}
            Some(extra) => found.at(extra.at, || format!("`{key}` must be a text, found {}", extra.value.as_str())),
        }
    }
    if let Some(title) = conversation.extras.get(NAME, "title")
        && !title.value.is_null()
        && !title.value.as_str().starts_with('"')
    {
        found.at(title.at, || format!("`title` must be a text or null, found {}", title.value.as_str()));
    }
    if let Some(count) = conversation.extras.get(NAME, "message_count")
        && !Tape::new().parse(count.value.as_str()).is_ok_and(super::entry_write::is_count)
    {
        found.at(count.at, || format!("`message_count` must be a number, found {}", count.value.as_str()));
    }
}

rule! {
    UNLISTED_SESSION "TW652" "picklebot-unlisted-session" Warning unlisted_session
    "no line of the index lists a session"
    "add its line to index.jsonl; `convert --to picklebot --framing folder` writes one for each"
}

fn unlisted_session(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if conversation.source.shape == UNLISTED {
        let at = conversation.extras.get(NAME, "id").map(|id| id.at).unwrap_or_default();
        found.at(at, || "no line of the index has this session; picklebot does not list it".to_owned());
    }
}

rule! {
    MISSING_FILE "TW653" "picklebot-missing-file" Warning missing_file
    "a session of the index has no file, or a piece of it is missing"
    "look for the file in a backup; the session is read without it"
}

fn missing_file(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let Some(missing) = conversation.extras.find_mark(NAME, MISSING) else { return };
    found.at(missing.at, || match missing.value.as_str() {
        "0" => "the session has no file".to_owned(),
        piece => format!("piece {piece} of the session has no file"),
    });
}

rule! {
    INDEX_DIFFERS "TW654" "picklebot-index-differs" Warning index_differs
    "the index and the file of a session contradict each other"
    "correct the wrong one; turnwise uses the file of the session"
}

fn index_differs(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for differs in conversation.extras.in_slot(NAME, Slot::Mark).filter(|mark| mark.key.is(DIFFERS)) {
        found.at(differs.at, || format!("the index has another value than the file: {}", differs.value.as_str()));
    }
}

/// The text of a field of the session.
pub(super) fn text<'c>(conversation: &'c Conversation<'_>, key: &str) -> Option<(Text<'c>, At)> {
    let extra = conversation.extras.get(NAME, key)?;
    let token = extra.value.as_str().strip_prefix('"')?.strip_suffix('"')?;
    Some((Text::Token(token), extra.at))
}
