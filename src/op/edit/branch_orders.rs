//! `--repair` of a record with branches: the messages are repaired in the order of the record. Each branch then lists
//! its previous messages, and the generated ones that belong to them, in that order.
//!
//! ```json
//! {"items":{"items":[…]},"progressions":{"items":[{"name":"main","order":["…","…"]}]}}
//! ```

use std::collections::HashSet;

use super::super::repair::MessageOrigin;
use super::EditRecord;
use crate::json::{Edit, Span, Text, quoted, sort_edits};
use crate::model::{Branch, BranchStep, Conversation};

/// The edits of the orders of all branches. `None`: a branch has another order than the messages.
pub(super) fn repaired_orders(
    record: &EditRecord<'_, '_, '_>,
    repaired: &Conversation<'_>,
    origins: &[MessageOrigin],
) -> Option<Vec<Edit>> {
    let branches = record.conversation.branches.iter().filter(|branch| !branch.order.is_empty());
    let edits: Option<Vec<_>> = branches.map(|branch| repaired_order(record, branch, repaired, origins)).collect();
    let mut edits = edits?;
    edits.retain(|edit| record.text.get(edit.span.start..edit.span.end) != Some(&edit.text));
    sort_edits(&mut edits);
    Some(edits)
}

fn repaired_order(
    record: &EditRecord<'_, '_, '_>,
    branch: &Branch<'_>,
    repaired: &Conversation<'_>,
    origins: &[MessageOrigin],
) -> Option<Edit> {
    let named: Vec<_> = branch.order.iter().map(|step| step.message).collect::<Option<_>>()?;
    if !named.is_sorted() {
        return None;
    }
    let tokens: Option<Vec<_>> = branch.order.iter().map(|step| Some((span_of(step)?, step))).collect();
    let tokens = tokens?;
    let has: HashSet<usize> = named.iter().copied().collect();
    let source = &record.conversation.messages;
    let mut order: Vec<String> = Vec::new();
    for (message, origin) in repaired.messages.iter().zip(origins) {
        let id = message.details().id.as_ref();
        let own = |(_, step): &&(Span, &BranchStep<'_>)| {
            let own = step.message.and_then(|index| source.get(index)?.details().id.as_ref());
            own.zip(id).is_some_and(|(own, id)| own.same(id))
        };
        match (tokens.iter().find(own), origin) {
            (Some((span, _)), _) => order.push(record.text.get(span.start..span.end)?.to_owned()),
            (None, MessageOrigin::Made(call)) if has.contains(call) => order.push(quoted(&id.map(Text::decode)?)),
            (None, _) => {}
        }
    }
    let ((first, _), (last, _)) = (tokens.first()?, tokens.last()?);
    let span = Span { start: first.start, end: last.end };
    let between = tokens.get(1).and_then(|(second, _)| record.text.get(first.end..second.start)).unwrap_or(",");
    Some(Edit { span, text: order.join(between) })
}

/// The span of the id with its quotes.
fn span_of(step: &BranchStep<'_>) -> Option<Span> {
    let start = step.at.offset()?;
    Some(Span { start, end: start + step.id.token()?.len() + 2 })
}
