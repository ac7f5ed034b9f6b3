//! Logs of several requests. Each entry with a request to a service and its answer is a conversation; an entry whose messages
//! are the beginning of a later one is a part of that conversation.

use std::collections::HashMap;

use super::keep_other_members;
use crate::format::Reading;
use crate::format::sessions::report_unread;
use crate::json::{Node, Text};
use crate::model::{Branch, BranchKind, BranchRequest, BranchStep, Conversation, Message, Slot, ToolSpec, same};
use crate::report::{Refused, shape};

/// The number of later entries that an entry is compared with.
const NEXT: usize = 8;

/// The entries of a log.
pub struct LogEntries<'t, 'a> {
    pub all: Vec<Node<'t, 'a>>,
    /// The name of an entry in reports.
    pub name: &'static str,
    /// Reads an entry. `None`: it has no request and no answer.
    pub read: EntryReader,
}

/// Reads an entry of a log.
pub(super) type EntryReader =
    for<'t, 'a> fn(Node<'t, 'a>, &mut Reading<'_>) -> Option<Result<Conversation<'a>, Refused>>;

/// Reads the entries of a log. One that a later one continues is not a conversation of its own.
pub fn read_entries<'a>(
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
        let mut tools = ToolTable::default();
        let branch = branch_of(entry, &mut whole, 0, &mut tools);
        whole.branches.push(branch);
        for (entry, mut other) in found {
            let branch = branch_of(entry, &mut other, whole.messages.len(), &mut tools);
            whole.branches.push(branch);
            whole.messages.append(&mut other.messages);
        }
        whole.tools = tools.tools;
    }
    let origin = whole.origin;
    let mut taken: Vec<_> = all.iter().map(Node::at).collect();
    taken.sort_unstable();
    let is_known = |_: &Text<'_>, _: Node<'_, '_>| false;
    let members = root.members().map(|(key, value)| (key.text().unwrap_or_default(), value));
    let items = root.items().map(|item| (Text::Token(name), item));
    let is_entry = taken.binary_search(&root.at()).is_ok();
    for (key, value) in members.chain(items).filter(|_| !is_entry) {
        keep_other_members(key, value, &taken, Slot::Envelope, origin, &is_known, &mut whole.extras);
    }
    for entry in unread {
        whole.extras.push_in(Slot::Event, origin, Text::Token(name), entry.to_raw(), entry.at());
    }
    Ok(whole)
}

/// One of several conversations: its messages stay in it, all else goes into its branch.
fn branch_of<'a>(
    entry: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    start: usize,
    tools: &mut ToolTable<'a>,
) -> Branch<'a> {
    let steps = (start..).zip(&conversation.messages).map(|(index, message)| BranchStep {
        at: message.at,
        id: message.details().id.clone().unwrap_or(Text::Token("")),
        message: Some(index),
    });
    let order = steps.collect();
    let asked = std::mem::take(&mut conversation.tools).into_iter().map(|tool| tools.add(tool)).collect();
    let request = BranchRequest { tools: asked, output: conversation.output.take() };
    Branch {
        at: entry.at(),
        kind: BranchKind::Active,
        name: conversation.id.take(),
        order,
        request: Some(Box::new(request)),
        extras: std::mem::take(&mut conversation.extras),
        ..Branch::default()
    }
}

/// The tools of several conversations. Those that are alike are in it once.
#[derive(Default)]
struct ToolTable<'a> {
    tools: Vec<ToolSpec<'a>>,
    known: HashMap<String, usize>,
}

impl<'a> ToolTable<'a> {
    /// Adds a tool, and returns its index.
    fn add(&mut self, tool: ToolSpec<'a>) -> usize {
        let next = self.tools.len();
        let is_plain = tool.extras.fields().is_empty() && tool.cache.is_none() && tool.raw.is_none();
        let index = if is_plain {
            let ToolSpec { kind, name, description, parameters, strict, .. } = &tool;
            let strict = strict.map(|(strict, _)| strict);
            let description = description.as_ref().map(Text::decode).unwrap_or_default();
            let schema = parameters.as_ref().map_or("", |schema| schema.as_str());
            let key = format!("{kind:?} {strict:?} {}\n{description}\n{schema}", name.decode());
            *self.known.entry(key).or_insert(next)
        } else {
            next
        };
        if index == next {
            self.tools.push(tool);
        }
        index
    }
}

/// True if a later conversation begins with the messages of an earlier one, and has more.
fn continues<'a>(later: &Conversation<'a>, earlier: &Conversation<'a>) -> bool {
    earlier.messages.len() < later.messages.len()
        && earlier.origin == later.origin
        && earlier.messages.iter().zip(&later.messages).all(|(one, other)| are_same(one, other))
}

fn are_same<'a>(one: &Message<'a>, other: &Message<'a>) -> bool {
    same(&bare(one), &bare(other))
}

/// A message without what only its format has.
#[must_use]
pub fn bare<'a>(message: &Message<'a>) -> Conversation<'a> {
    let bare = Message { role: message.role.clone(), parts: message.parts.clone(), ..Message::default() };
    Conversation { messages: vec![bare], ..Conversation::default() }
}
