//! Selects the events of some conversations of a log.

use crate::format::Framing;
use crate::format::listing::{EventListing, LogPart};
use crate::model::Conversation;
use crate::op::reader::Reader;
use crate::op::select_branch::active;

/// The events of each conversation of a log; empty if there is only one.
pub(super) fn parts_of(
    log: &EventListing,
    reader: &Reader,
    conversation: &Conversation<'_>,
    text: &str,
) -> Vec<LogPart> {
    let (active, mut parts) = (active(&conversation.branches), Vec::new());
    if let (Some(root), 2..) = (reader.tape.root(text), active.len()) {
        (log.parts)(root, &active, &mut |part| parts.push(part));
    }
    parts
}

/// The framing of the log.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartTexts {
    pub(super) framing: Framing,
    /// It is a single list.
    pub(super) is_array: bool,
}

impl PartTexts {
    /// The events of some conversations, in the order of the log.
    pub(super) fn text(self, parts: &[&LogPart]) -> String {
        let mut items: Vec<(usize, &str)> = Vec::new();
        for part in parts {
            let mut start = 0;
            for item in &part.items {
                let from = part.pieces.partition_point(|piece| piece.start < start);
                let from = part.pieces.get(from).map_or(0, |piece| piece.from);
                items.push((from, part.text.get(start..*item).unwrap_or_default()));
                start = item + 1;
            }
        }
        items.sort_unstable_by_key(|(from, _)| *from);
        items.dedup();
        let lines: Vec<&str> = items.into_iter().map(|(_, item)| item).collect();
        if self.framing == Framing::Document && self.is_array {
            return format!("[{}]", lines.join(",\n"));
        }
        let (before, after) = if self.framing == Framing::Sse { ("data: ", "\n\n") } else { ("", "\n") };
        lines.iter().flat_map(|line| [before, *line, after]).collect()
    }
}
