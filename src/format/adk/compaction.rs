//! Summaries that the framework puts in place of earlier events.
//!
//! ```json
//! {"author":"user","actions":{"compaction":{"startTimestamp":1.5,"endTimestamp":4,
//!  "compactedContent":{"role":"model","parts":[{"text":"They talked about Oslo."}]}}}}
//! ```

use super::fields::given;
use crate::format::shared::time::epoch_seconds;
use crate::json::{At, Node};
use crate::model::{Branch, BranchKind, BranchStep, Compaction, Conversation, Message, ProgramMessage};

/// The summary in an event, and the time of the last event that it stands for.
pub(super) fn compacted<'t, 'a>(event: Node<'t, 'a>) -> Option<(Node<'t, 'a>, f64)> {
    let compaction = given(event.get("actions")?, &["compaction"])?;
    let content = given(compaction, &["compactedContent", "compacted_content"])?;
    let end = given(compaction, &["endTimestamp", "end_timestamp"])?.raw().parse().ok()?;
    content.is_object().then_some((content, end))
}

/// A summary that was read.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownCompaction {
    /// The event.
    pub(super) at: At,
    /// The time of the last event that it stands for.
    pub(super) end: f64,
}

/// Marks the places of summaries in the active branch. A conversation of one branch gets that branch.
pub(super) fn add_compactions(known: &[KnownCompaction], conversation: &mut Conversation<'_>) {
    if known.is_empty() {
        return;
    }
    let messages = &conversation.messages;
    if conversation.branches.is_empty() {
        let step = |(message, index): (&Message<'_>, usize)| BranchStep {
            at: message.at,
            id: message.details().id.clone().unwrap_or_default().into_owned(),
            message: Some(index),
        };
        let order: Vec<_> = messages.iter().zip(0..).map(step).collect();
        let id = order.last().map(|last| last.id.clone());
        let at = order.first().map_or(At::NOWHERE, |first| first.at);
        conversation.branches.push(Branch { at, kind: BranchKind::Active, id, order, ..Branch::default() });
    }
    let Some(branch) = conversation.branches.first_mut() else { return };
    let mut next = known.iter().peekable();
    let (mut seen, mut kept) = (Vec::new(), 0);
    for (steps, index) in branch.order.iter().map(|step| step.message).enumerate() {
        let Some((index, message)) = index.and_then(|index| Some((index, messages.get(index)?))) else { continue };
        if message.details().by_program != Some(ProgramMessage::Summary) {
            continue;
        }
        // Summaries that were rewound are before this one.
        while next.next_if(|known| known.at < message.at).is_some() {}
        let Some(known) = next.next_if(|known| known.at == message.at) else { continue };
        seen.push(index);
        let is_replaced = |step: &BranchStep<'_>| {
            let message = step.message.and_then(|index| messages.get(index));
            let time = message.and_then(|message| message.details().time.as_ref()).map(|time| time.decode());
            time.and_then(|time| epoch_seconds(&time)).is_none_or(|time| time <= known.end)
        };
        while kept < steps && branch.order.get(kept).is_some_and(is_replaced) {
            kept += 1;
        }
        let kept = Some(kept).filter(|kept| *kept < steps);
        branch.compactions.push(Compaction { at: message.at, steps, seen: seen.clone(), kept });
    }
}
