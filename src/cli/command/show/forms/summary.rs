//! One-line summaries of conversations, messages, media files and findings.

use turnwise::op::branch_tree::ShownBranch;
use turnwise::op::show::{AboutConversation, ConversationView, FindingView, MediaView, MessageView};

use crate::cli::print::text;

/// `image/png, 640×480, 12,345 bytes, chart.png`
pub(super) fn media_words(media: &MediaView) -> String {
    let kind = if media.kind == "unknown" { "file" } else { media.kind };
    let mut words = vec![media.media_type.clone().unwrap_or_else(|| kind.to_owned())];
    words.extend(media.pixels.map(|(width, height)| format!("{width}×{height}")));
    words.extend(media.bytes.map(|bytes| text::count(bytes, "byte")));
    words.extend(media.name.clone());
    words.extend(media.place.clone());
    words.join(", ")
}

/// The summary of a conversation: its place, format, id and size.
pub(super) fn title(view: &ConversationView, name: &str) -> String {
    let AboutConversation { record, line, format, id, model } = &view.about;
    let mut words = vec![format!("{name}:{line}"), format!("record {record}"), (*format).to_owned()];
    words.extend(model.clone());
    words.extend(id.clone());
    words.push(text::count(view.count as u64, "message"));
    if !view.branches.is_empty() {
        words.push(branches(view.branches.len() + 1));
    } else if let Some(ShownBranch { kind, leaf, name, .. }) = &view.main {
        let leaf = leaf.map(|leaf| format!("leaf:{leaf}"));
        words.push([Some((*kind).to_owned()), leaf, name.clone()].into_iter().flatten().collect::<Vec<_>>().join(" "));
    }
    if view.other_branches > 0 {
        words.push(format!("{} not shown", branches(view.other_branches)));
    }
    words.join(" · ")
}

pub(super) fn branches(count: usize) -> String {
    if count == 1 { "1 branch".to_owned() } else { format!("{} branches", text::number(count as u64)) }
}

/// `error TW203 no call has the id c9`
pub(super) fn finding_words(finding: &FindingView) -> String {
    format!("{} {} {}", finding.severity.name(), finding.code, finding.message)
}

/// The summary of a message in addition to its role: name, time, model.
pub(super) fn details(message: &MessageView) -> Vec<String> {
    let program = message.by_program.map(|word| format!("{word} of the program"));
    [message.name.clone(), program, message.time.clone(), message.model.clone()]
        .into_iter()
        .flatten()
        .filter(|word| !word.is_empty())
        .collect()
}
