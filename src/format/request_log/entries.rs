//! Logs of several requests: an archive of HTTP requests (HAR), or the rows of one session. Each entry with a request to a
//! service and its answer is a conversation. An entry whose messages are the beginning of a later one is a part of that
//! conversation.
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
use crate::model::{Branch, BranchKind, BranchStep, Conversation, Message, Slot, ToolSpec, same};
use crate::report::{Refused, shape};

/// The number of later entries that an entry is compared with.
const NEXT: usize = 8;

/// The entries of a log.
pub(in crate::format) struct LogEntries<'t, 'a> {
    pub(in crate::format) all: Vec<Node<'t, 'a>>,
    /// The name of an entry in reports.
    pub(in crate::format) name: &'static str,
    /// Reads an entry. `None`: it has no request and no answer.
    pub(in crate::format) read: EntryReader,
}

type EntryReader = for<'t, 'a> fn(Node<'t, 'a>, &mut Reading<'_>) -> Option<Result<Conversation<'a>, Refused>>;

fn read_request<'a>(entry: Node<'_, 'a>, reading: &mut Reading<'_>) -> Option<Result<Conversation<'a>, Refused>> {
    envelope_of(entry).map(|envelope| read_entry(envelope, entry, reading))
}

impl<'t, 'a> LogEntries<'t, 'a> {
    /// Those of an archive.
    pub(super) fn of_archive(root: Node<'t, 'a>) -> Option<Self> {
        let list = root.get("log")?.get("entries").filter(Node::is_array)?;
        Some(Self { all: list.items().collect(), name: "entry", read: read_request })
    }

    /// The rows of a session: lines, not the items of an array.
    pub(super) fn of_session(root: Node<'t, 'a>) -> Option<Self> {
        let is_row = |item: Node<'_, '_>| item.is_object() && envelope_of(item).is_some();
        let is_session = root.is_array() && root.raw().starts_with('{') && root.items().any(is_row);
        is_session.then(|| Self { all: root.items().collect(), name: "row", read: read_request })
    }
}

/// Reads the entries of a log. One that a later one continues is not a conversation of its own.
pub(in crate::format) fn read_entries<'a>(
    root: Node<'_, 'a>,
    LogEntries { all, name, read }: &LogEntries<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Conversation<'a>, Refused> {
    let (mut found, mut unread) = (Vec::new(), Vec::new());
    for entry in all.iter().copied() {
        match read(entry, reading) {
            Some(Ok(conversation)) => found.push((entry, conversation)),
            Some(Err(refused)) => {
                report_unread(&refused, &format!("the {name} is dropped"), reading.report);
                unread.push(entry);
            }
            None => unread.push(entry),
        }
    }
    let mut kept: Vec<(Node<'_, 'a>, Conversation<'a>)> = Vec::new();
    while let Some((entry, conversation)) = found.pop() {
        let mut later = kept.iter_mut().rev().take(NEXT).map(|(_, later)| later);
        match later.find(|later| continues(later, &conversation)) {
            None => kept.push((entry, conversation)),
            Some(later) => {
                unread.push(entry);
                // A row may have the messages alone, and an earlier one the tools.
                let is_known = |tool: &ToolSpec<'a>| later.tools.iter().any(|known| known.name.same(&tool.name));
                let tools: Vec<_> = conversation.tools.into_iter().filter(|tool| !is_known(tool)).collect();
                later.tools.extend(tools);
            }
        }
    }
    kept.reverse();
    unread.sort_by_key(Node::at);
    let are_several = kept.len() > 1;
    let mut found = kept.into_iter();
    let Some((entry, mut whole)) = found.next() else {
        let message = format!("no {name} of this log has a request to a service that turnwise knows");
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
    let mut taken: Vec<_> = all.iter().map(Node::at).collect();
    taken.sort_unstable();
    let is_known = |_: &Text<'_>, _: Node<'_, '_>| false;
    let is_entry = |node: &Node<'_, '_>| taken.binary_search(&node.at()).is_ok();
    let records = root.items().chain((!root.is_array()).then_some(root)).filter(|record| !is_entry(record));
    for (key, value) in records.flat_map(|record| record.members()) {
        let key = key.text().unwrap_or_default();
        keep_other_members(key, value, &taken, Slot::Envelope, origin, &is_known, &mut whole.extras);
    }
    for entry in unread {
        whole.extras.push_in(Slot::Event, origin, Text::Token(name), entry.to_raw(), entry.at());
    }
    Ok(whole)
}

/// A conversation of an archive with several. Its fields and the tools that the others do not have go with it.
fn branch_of<'a>(
    entry: Node<'_, 'a>,
    conversation: &Conversation<'a>,
    start: usize,
    tools: &mut Vec<ToolSpec<'a>>,
) -> Branch<'a> {
    let mut extras = conversation.extras.clone();
    for tool in &conversation.tools {
        match tools.iter().find(|known| known.name.same(&tool.name)) {
            None => tools.push(tool.clone()),
            Some(known) => {
                let schema = |tool: &ToolSpec<'a>| tool.parameters.as_ref().map(|it| it.as_str().to_owned());
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

/// True if a later conversation begins with the messages of an earlier one, and has more.
fn continues<'a>(later: &Conversation<'a>, earlier: &Conversation<'a>) -> bool {
    earlier.messages.len() < later.messages.len()
        && earlier.origin == later.origin
        && earlier.messages.iter().zip(&later.messages).all(|(one, other)| are_same(one, other))
}

fn are_same<'a>(one: &Message<'a>, other: &Message<'a>) -> bool {
    same(&super::read::bare(one), &super::read::bare(other))
}
