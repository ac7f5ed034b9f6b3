//! The columns of a record by which a trainer finds out what it is.
//!
//! `{"messages":[…],"prompt":"…"}` is neither a conversation nor a prompt for TRL.

use super::{Trainer, TrainerReport};
use crate::format::Format;
use crate::json::Node;
use crate::report::Severity;
use crate::rule::TRAINER_RECORD;

/// What a trainer finds in the columns of a record.
#[derive(Debug)]
pub(super) struct ReadColumns {
    /// Columns that it looks at. One of the sets below must be what a record has of them.
    pub(super) known: &'static [&'static str],
    /// The sets of columns that it reads. None: any.
    pub(super) sets: &'static [&'static [&'static str]],
    /// It reads messages that are JSON text.
    pub(super) reads_text: bool,
}

/// Reports a record that the trainer does not read; true if it does.
pub(super) fn check(root: Node<'_, '_>, format: &Format, found: &mut TrainerReport<'_>) -> bool {
    let Trainer { program, formats, columns, lists, .. } = found.trainer;
    if let Some((name, setting)) = formats.reads_with.iter().find(|(name, _)| *name == format.name) {
        found.add(TRAINER_RECORD.code, Severity::Warning, root.at(), || {
            format!("{program} reads {name} only where {setting} is set")
        });
        return false;
    }
    let known = formats.known().collect::<Vec<_>>().join(", ");
    let mut refuse = |at, why: String| {
        found.add(TRAINER_RECORD.code, Severity::Error, at, || format!("{program} {why}"));
        false
    };
    let advice = format!("convert --to {}", formats.convert_to);
    let has_text = columns.known.contains(&"text") && root.get("text").is_some_and(|text| text.is_string());
    if !formats.reads.contains(&format.name) && !has_text {
        let name = format.name;
        return refuse(root.at(), format!("does not read {name}, but {known}: {advice}"));
    }
    if !root.is_object() {
        return refuse(root.at(), format!("reads objects with columns, not a list of messages: {advice}"));
    }
    let has: Vec<&str> = columns.known.iter().copied().filter(|key| root.get(key).is_some()).collect();
    let is_set = |set: &&[&str]| has.len() == set.len() && has.iter().all(|key| set.contains(key));
    if !columns.sets.is_empty() && !columns.sets.iter().any(is_set) {
        let what = if has.is_empty() { "no column that it trains on".to_owned() } else { has.join(", ") };
        return refuse(root.at(), format!("does not train on records with {what}: {advice}"));
    }
    let texts = || lists.iter().filter_map(|keys| root.get(keys.list)).find(Node::is_string);
    let is_turns = |text: Node<'_, '_>| text.text().is_some_and(|text| text.decode().trim_start().starts_with('['));
    if let Some(text) = texts().filter(|text| !columns.reads_text && is_turns(*text)) {
        return refuse(text.at(), format!("does not read messages that are JSON text: {advice}"));
    }
    true
}
