//! An archive of HTTP requests (HAR): each entry with a request to a service and its answer is a conversation. An entry whose
//! messages are the beginning of a later one is a part of that conversation.
//!
//! ```json
//! {"log":{"entries":[{"request":{"postData":{"text":"{\"messages\":[…]}"}},"response":{"content":{"text":"{\"choices\":[…]}"}}}]}}
//! ```

use super::NAME;
use super::envelope::envelope_of;
use super::read::read_entry;
use crate::format::Reading;
use crate::format::sessions::report_unread;
use crate::format::shared::keep_other_members;
use crate::json::{Node, Text};
use crate::model::{Branch, BranchKind, BranchStep, Conversation, Message, Slot, same};
use crate::report::{Refused, shape};

/// The number of later entries that an entry is compared with.
const NEXT: usize = 8;

/// The entries of an archive.
pub(super) fn entries<'t, 'a>(root: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
    root.get("log")?.get("entries").filter(Node::is_array)
}

pub(super) fn read<'a>(
    root: Node<'_, 'a>,
    entries: Node<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Conversation<'a>, Refused> {
    let (mut found, mut unread) = (Vec::new(), Vec::new());
    for entry in entries.items() {
        let read = envelope_of(entry).map(|envelope| read_entry(envelope, entry, reading));
        match read {
            Some(Ok(conversation)) => found.push((entry, conversation)),
            Some(Err(refused)) => {
                report_unread(&refused, "the entry is dropped", reading.report);
                unread.push(entry);
            }
            None => unread.push(entry),
        }
    }
    let is_repeated: Vec<bool> = (0..found.len()).map(|index| is_in_later(index, &found)).collect();
    let mut is_repeated = is_repeated.into_iter();
    found.retain(|(entry, _)| {
        let is_kept = !is_repeated.next().unwrap_or_default();
        if !is_kept {
            unread.push(*entry);
        }
        is_kept
    });
    let are_several = found.len() > 1;
    let mut found = found.into_iter();
    let Some((entry, mut whole)) = found.next() else {
        let message = "no entry of this archive has a request to a service that turnwise knows";
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), message));
    };
    if are_several {
        let branch = branch_of(entry, &whole, 0, &mut Vec::new());
        whole.branches.push(branch);
        whole.extras = crate::model::Extras::default();
        for (entry, mut other) in found {
            let start = whole.messages.len();
            let branch = branch_of(entry, &other, start, &mut whole.tools);
            whole.branches.push(branch);
            whole.messages.append(&mut other.messages);
        }
    }
    let origin = whole.origin;
    let mut taken: Vec<_> = entries.items().map(|entry| entry.at()).collect();
    taken.sort_unstable();
    let is_known = |_: &Text<'_>, _: Node<'_, '_>| false;
    for (key, value) in root.members() {
        let key = key.text().unwrap_or_default();
        keep_other_members(key, value, &taken, Slot::Envelope, origin, &is_known, &mut whole.extras);
    }
    for entry in unread {
        whole.extras.push_in(Slot::Event, origin, Text::Token("entries"), entry.to_raw(), entry.at());
    }
    Ok(whole)
}

/// A conversation of an archive with several. Its fields and the tools that the others do not have go with it.
fn branch_of<'a>(
    entry: Node<'_, 'a>,
    conversation: &Conversation<'a>,
    start: usize,
    tools: &mut Vec<crate::model::ToolSpec<'a>>,
) -> Branch<'a> {
    let mut extras = conversation.extras.clone();
    for tool in &conversation.tools {
        match tools.iter().find(|known| known.name.same(&tool.name)) {
            None => tools.push(tool.clone()),
            Some(known) => {
                let schema =
                    |tool: &crate::model::ToolSpec<'a>| tool.parameters.as_ref().map(|it| it.as_str().to_owned());
                if let Some(parameters) = tool.parameters.as_ref().filter(|_| schema(known) != schema(tool)) {
                    extras.push_in(Slot::Envelope, NAME, tool.name.clone(), parameters.clone(), tool.at);
                }
            }
        }
    }
    let steps = (start..).zip(&conversation.messages).map(|(index, message)| BranchStep {
        at: message.at,
        id: message.details().id.clone().unwrap_or(Text::Token("")),
        message: Some(index),
    });
    Branch { at: entry.at(), kind: BranchKind::Active, order: steps.collect(), extras, ..Branch::default() }
}

/// True if a later entry begins with the messages of this one.
fn is_in_later<'a>(index: usize, all: &[(Node<'_, 'a>, Conversation<'a>)]) -> bool {
    let Some((_, one)) = all.get(index) else { return false };
    let later = all.iter().skip(index + 1).take(NEXT);
    later.map(|(_, other)| other).any(|other| {
        one.messages.len() < other.messages.len()
            && one.origin == other.origin
            && one.messages.iter().zip(&other.messages).all(|(one, other)| are_same(one, other))
    })
}

fn are_same<'a>(one: &Message<'a>, other: &Message<'a>) -> bool {
    same(&super::read::bare(one), &super::read::bare(other))
}
