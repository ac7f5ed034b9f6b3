//! Which branches of a conversation are written, and the conversation with the messages of one of them.

use crate::json::short_lists;
use std::collections::HashSet;

use crate::json::{At, Text};
use crate::model::{Branch, BranchKind, Conversation, Extras, Message, ProgramMessage, Rating, RecordSource};
use crate::report::{Refused, Report, loss};

/// The branches of a conversation that are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Branches {
    /// The first one; all of them if the format stays the same.
    #[default]
    Active,
    /// Each as a record.
    All,
    /// All of them in one record, for formats with branches.
    Tree,
    /// The branch with this name or id, or with this number after `leaf:`.
    Named(String),
}

/// The branches of a session, and the part of them that is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BranchChoice {
    /// The branches.
    pub branches: Branches,
    /// Write the final context of the model, without messages that a program replaced by a summary.
    pub is_effective: bool,
    /// Conversations of sub-agents are written as records after their session.
    pub has_sidechains: bool,
}

impl BranchChoice {
    /// The name of the selected branch.
    pub(super) fn name(&self) -> Option<&str> {
        match &self.branches {
            Branches::Named(name) => Some(name),
            Branches::Active | Branches::All | Branches::Tree => None,
        }
    }
}

/// The indexes of the branches to be written. `None`: the conversation is written unchanged.
pub(super) fn chosen(
    choice: &BranchChoice,
    conversation: &Conversation<'_>,
    is_same: bool,
) -> Result<Option<Vec<usize>>, Refused> {
    let all = &conversation.branches;
    let others = conversation.other_answers();
    if !others.is_empty() {
        return chosen_answer(&choice.branches, conversation);
    }
    let refuse = |message: String| Err(Refused::new(&loss::CANNOT_HOLD, At::byte(0), message));
    let is_own = |place: &usize| all.get(*place).is_some_and(is_of_session);
    let mut places: Vec<usize> = match &choice.branches {
        Branches::Active | Branches::Tree if is_same && !choice.is_effective && !choice.has_sidechains => {
            return Ok(None);
        }
        Branches::Tree if !all.is_empty() => return refuse("the target does not support branches".to_owned()),
        Branches::Active | Branches::Tree => active(all),
        Branches::All => (0..all.len()).filter(is_own).collect(),
        Branches::Named(name) => {
            let found = named(name, conversation);
            if found.is_empty() && all.is_empty() {
                return refuse(format!("no branch `{name}`: the conversation has no branches"));
            }
            if found.is_empty() {
                let names: Vec<_> = all.iter().map(name_of).collect();
                return refuse(format!("no branch `{name}`; there is {}", shortened(&names)));
            }
            found
        }
    };
    if choice.has_sidechains {
        let is_sidechain = |place: &usize| all.get(*place).is_some_and(|branch| branch.kind == BranchKind::Sidechain);
        let is_new = |place: &usize| is_sidechain(place) && !places.contains(place);
        let sidechains: Vec<_> = (0..all.len()).filter(is_new).collect();
        places.extend(sidechains);
    }
    Ok((!places.is_empty()).then_some(places))
}

/// The branches that a program would continue: the first one, or one for each conversation of a log.
pub(super) fn active(all: &[Branch<'_>]) -> Vec<usize> {
    let active: Vec<usize> =
        all.iter().zip(0..).filter(|(branch, _)| branch.kind == BranchKind::Active).map(|(_, place)| place).collect();
    if active.is_empty() { (!all.is_empty()).then_some(0).into_iter().collect() } else { active }
}

/// True for a branch that is neither that of a sub-agent nor a part of another one.
fn is_of_session(branch: &Branch<'_>) -> bool {
    !matches!(branch.kind, BranchKind::Sidechain | BranchKind::Part)
}

/// The branches with this name or id, or the one with this number in the order of the file. The name of a conversation
/// stands for its active branch.
fn named(name: &str, conversation: &Conversation<'_>) -> Vec<usize> {
    let all = &conversation.branches;
    let is = |text: &Option<Text<'_>>| text.as_ref().is_some_and(|own| own.is(name));
    let with = |found: &dyn Fn(&Branch<'_>) -> bool| -> Vec<usize> {
        all.iter().zip(0..).filter(|(branch, _)| found(branch)).map(|(_, place)| place).collect()
    };
    let numbered = || {
        let number: usize = name.strip_prefix("leaf:")?.parse().ok()?;
        leaves(all).get(number.checked_sub(1)?).copied()
    };
    let by_name = with(&|branch| is(&branch.name));
    if let Some(first) = by_name.first() {
        return vec![*first];
    }
    let by_id = with(&|branch| is(&branch.id));
    match by_id.as_slice() {
        // Several conversations may each have a branch with this id.
        [first, ..] if all.get(*first).is_none_or(|branch| branch.name.is_none()) => vec![*first],
        [_, ..] => by_id,
        [] => numbered().into_iter().collect(),
    }
}

/// The branches that `leaf:1`, `leaf:2` and so on refer to: those of the session, in the order of their last messages
/// in the file.
pub(super) fn leaves(all: &[Branch<'_>]) -> Vec<usize> {
    let mut leaves: Vec<usize> = (0..all.len()).filter(|place| all.get(*place).is_some_and(is_of_session)).collect();
    short_lists::sort_by_key(&mut leaves, |place| Some(all.get(*place)?.order.last()?.at));
    leaves
}

/// The label of a branch: its name, or else its id; in a tree of messages, its id.
fn name_of(branch: &Branch<'_>) -> String {
    let (name, id) = (branch.name.as_ref(), branch.id.as_ref());
    let is_of_tree = matches!(branch.kind, BranchKind::Active | BranchKind::Abandoned | BranchKind::Part);
    if is_of_tree { id.or(name) } else { name.or(id) }.map(Text::show).unwrap_or_default()
}

/// The first of many names.
fn shortened(names: &[String]) -> String {
    const SHOWN: usize = 20;
    let shown = names.get(..SHOWN).unwrap_or(names).join(", ");
    if names.len() > SHOWN { format!("{shown} and {} more", names.len() - SHOWN) } else { shown }
}

/// The same for compared answers: those of the conversation come first. One is selected only on request: the target may
/// support all of them, and otherwise drops the others.
fn chosen_answer(branches: &Branches, conversation: &Conversation<'_>) -> Result<Option<Vec<usize>>, Refused> {
    let own = conversation.preference.iter().map(|preference| &preference.rating);
    let names: Vec<_> =
        own.chain(conversation.other_answers().iter().map(|answer| &answer.rating)).map(Rating::name).collect();
    match branches {
        Branches::Active | Branches::Tree => Ok(None),
        Branches::All => Ok(Some((0..names.len()).collect())),
        Branches::Named(name) => match names.iter().position(|own| own == name) {
            Some(place) => Ok(Some(vec![place])),
            None => {
                let message = format!("no branch `{name}`; the answers are {}", names.join(", "));
                Err(Refused::new(&loss::CANNOT_HOLD, At::byte(0), message))
            }
        },
    }
}

/// Reduces the conversation to one of its answers.
fn select_answer(conversation: &mut Conversation<'_>, place: usize, is_rest_said: bool, report: &mut Report) {
    let answers = conversation.other_answers();
    let selected = place.checked_sub(1).and_then(|place| answers.get(place));
    if !is_rest_said {
        let own = conversation.preference.as_ref().filter(|_| selected.is_some());
        let own = own.and_then(|preference| {
            let first = conversation.messages.get(preference.start)?;
            Some((first.at, preference.rating.name()))
        });
        let others = answers.iter().zip(1..).filter(|(_, index)| *index != place);
        let others = others.map(|(answer, _)| (At::byte(answer.span.start), answer.rating.name()));
        for (at, name) in own.into_iter().chain(others) {
            report.add(&loss::BRANCH, at, || format!("the answer `{name}` is dropped"));
        }
    }
    match selected {
        Some(answer) => *conversation = conversation.with_answer(answer),
        None => conversation.preference.iter_mut().for_each(|preference| preference.others.clear()),
    }
}

/// A branch of a record that is written.
#[derive(Clone, Copy, Debug)]
pub(in crate::op) struct ChosenBranch<'w> {
    /// Its index.
    pub(in crate::op) index: usize,
    /// All branches that are written, each as a separate record: content of other branches is reported once.
    pub(in crate::op) written: &'w [usize],
    /// Write the final context of the model.
    pub(in crate::op) is_effective: bool,
}

impl ChosenBranch<'_> {
    /// Only the first branch.
    pub(in crate::op) const FIRST: Self = Self { index: 0, written: &[0], is_effective: false };
}

/// Reduces the conversation to the messages of that branch.
pub(super) fn select(conversation: &mut Conversation<'_>, branch: ChosenBranch<'_>, report: &mut Report) {
    let place = branch.index;
    let is_rest_said = branch.written.len() > 1;
    if !conversation.other_answers().is_empty() {
        return select_answer(conversation, place, is_rest_said, report);
    }
    if conversation.branches.get(place).is_some_and(|branch| branch.kind != BranchKind::Stored) {
        *conversation = selected(conversation, branch, report);
        return;
    }
    let branches = std::mem::take(&mut conversation.branches);
    conversation.source.shape = "branch";
    let Some(branch) = branches.get(place) else { return };
    for (other, count) in branches.iter().zip(0..) {
        let name = other.name.as_ref().map(Text::show).unwrap_or_default();
        if count == place {
            report.add(&loss::BRANCH, other.at, || format!("only the messages of the branch `{name}` are written"));
        } else if !is_rest_said {
            report.add(&loss::BRANCH, other.at, || format!("the branch `{name}` is dropped"));
        }
    }
    let mut messages: Vec<_> = std::mem::take(&mut conversation.messages).into_iter().map(Some).collect();
    conversation.messages = own_messages(branch, |place| messages.get_mut(place)?.take(), report);
    if !is_rest_said {
        for left in messages.into_iter().flatten() {
            report.add(&loss::BRANCH, left.at, || "a message of other branches is dropped".to_owned());
        }
    }
}

/// The conversation with the messages of only one branch: see [`select`]. No other message of a tree is copied.
pub(super) fn selected<'a>(
    conversation: &Conversation<'a>,
    chosen: ChosenBranch<'_>,
    report: &mut Report,
) -> Conversation<'a> {
    let ChosenBranch { index: place, written, is_effective } = chosen;
    let Some(branch) = conversation.branches.get(place).filter(|branch| branch.kind != BranchKind::Stored) else {
        let has_answers = !conversation.other_answers().is_empty();
        if let Some(branch) = conversation.branches.get(place).filter(|_| written.len() > 1 && !has_answers) {
            return stored(conversation, branch, report);
        }
        let mut copy = conversation.clone();
        select(&mut copy, chosen, report);
        return copy;
    };
    // The first record reported the other branches, and lines that are not messages.
    let is_first = written.first().is_none_or(|first| *first == place);
    if is_first {
        report_left_out(conversation, written, report);
    }
    let mut order: Vec<usize> = conversation.steps(place).iter().filter_map(|step| step.message).collect();
    if let Some(compaction) = conversation.last_compaction(place).filter(|_| is_effective) {
        let mut rest = order.split_off(compaction.steps.min(order.len()));
        let is_summary = |message: &usize| {
            let message = conversation.messages.get(*message);
            message.is_some_and(|message| message.details().by_program == Some(ProgramMessage::Summary))
        };
        let mut kept = compaction.kept.map(|kept| order.split_off(kept.min(order.len()))).unwrap_or_default();
        kept.retain(|message| !is_summary(message));
        let seen: HashSet<usize> = compaction.seen.iter().copied().collect();
        rest.retain(|message| !seen.contains(message));
        let count = order.iter().filter(|message| !seen.contains(message)).count();
        report.add(&loss::COMPACTED, compaction.at, || {
            let messages = if count == 1 { "message" } else { "messages" };
            format!("{count} {messages} before the summary are dropped: the model no longer received them")
        });
        order = compaction.seen.iter().copied().chain(kept).chain(rest).collect();
    }
    let mut messages: Vec<_> = order.iter().filter_map(|place| conversation.messages.get(*place).cloned()).collect();
    // The model received the summary instead of the messages before it.
    for message in messages.iter_mut().filter(|_| is_effective) {
        if message.details().by_program == Some(ProgramMessage::Summary) {
            message.details_mut().by_program = None;
        }
    }
    let (tools, output) = match branch.request.as_deref() {
        None => (conversation.tools.clone(), conversation.output.clone()),
        Some(request) => {
            let tools = request.tools.iter().filter_map(|index| conversation.tools.get(*index));
            (tools.cloned().collect(), request.output.clone())
        }
    };
    let mut extras = if is_first { conversation.extras.clone() } else { Extras::default() };
    extras.extend(&branch.extras);
    let own_id = branch.name.clone().map(|id| (id, branch.at));
    let (id, id_at) = own_id.map_or((conversation.id.clone(), conversation.id_at), |(id, at)| (Some(id), at));
    Conversation {
        source: RecordSource { shape: "branch", ..conversation.source },
        id,
        id_at,
        messages,
        branches: Vec::new(),
        sidechains: conversation.sidechains.clone().filter(|_| is_first),
        preference: None,
        tools,
        output,
        extras,
        ..*conversation
    }
}

/// The same for one of several stored branches: copying all messages for each would take quadratic time.
fn stored<'a>(conversation: &Conversation<'a>, branch: &Branch<'a>, report: &mut Report) -> Conversation<'a> {
    let name = branch.name.as_ref().map(Text::show).unwrap_or_default();
    report.add(&loss::BRANCH, branch.at, || format!("only the messages of the branch `{name}` are written"));
    let messages = own_messages(branch, |place| conversation.messages.get(place).cloned(), report);
    Conversation {
        source: RecordSource { shape: "branch", ..conversation.source },
        id: conversation.id.clone(),
        messages,
        branches: Vec::new(),
        sidechains: conversation.sidechains.clone(),
        preference: conversation.preference.clone(),
        tools: conversation.tools.clone(),
        output: conversation.output.clone(),
        extras: conversation.extras.clone(),
        ..*conversation
    }
}

/// The messages of a stored branch, each once.
fn own_messages<'a>(
    branch: &Branch<'_>,
    mut get: impl FnMut(usize) -> Option<Message<'a>>,
    report: &mut Report,
) -> Vec<Message<'a>> {
    let mut seen = HashSet::new();
    let mut messages = Vec::with_capacity(branch.order.len());
    for step in &branch.order {
        let Some(place) = step.message else { continue };
        if seen.insert(place) {
            messages.extend(get(place));
        } else {
            report.add(&loss::BRANCH, step.at, || {
                format!("`{}` is in the order twice; it is written once", step.id.show())
            });
        }
    }
    messages
}

/// One finding for each branch that is not written.
fn report_left_out(conversation: &Conversation<'_>, written: &[usize], report: &mut Report) {
    let mut needed: HashSet<usize> = HashSet::new();
    for place in written {
        // The stems of written branches are written.
        let mut next = Some(*place);
        while let Some(index) = next.filter(|index| needed.insert(*index)) {
            next = conversation.branches.get(index).and_then(|branch| branch.stem).map(|stem| stem.branch);
        }
    }
    let taken = written.first().and_then(|place| conversation.branches.get(*place)).map(name_of).unwrap_or_default();
    let is_written: HashSet<usize> = written.iter().copied().collect();
    for (branch, index) in conversation.branches.iter().zip(0..) {
        if is_written.contains(&index) || branch.kind == BranchKind::Part {
            continue;
        }
        let (name, count) = (name_of(branch), branch.order.len());
        let messages = if count == 1 { "message" } else { "messages" };
        let own = if branch.stem.is_some() || needed.contains(&index) { " of its own" } else { "" };
        match branch.kind {
            BranchKind::Sidechain => report_sidechain(branch.at, &name, count, own, report),
            BranchKind::Part => {}
            BranchKind::Stored | BranchKind::Active | BranchKind::Abandoned => {
                let what = if branch.kind == BranchKind::Active { "active" } else { "abandoned" };
                report.add(&loss::BRANCH, branch.at, || {
                    format!(
                        "the {what} branch that ends in `{name}` is dropped: {count} {messages}{own}; `{taken}` is written"
                    )
                });
            }
        }
    }
}

/// Drops the conversations of sub-agents in the record.
pub(super) fn leave_sidechains(conversation: &mut Conversation<'_>, report: &mut Report) {
    for (at, sidechain) in conversation.take_sidechains() {
        let name = sidechain.id.as_ref().map(Text::show).unwrap_or_default();
        report_sidechain(at, &name, sidechain.messages.len(), "", report);
    }
}

fn report_sidechain(at: At, name: &str, count: usize, own: &str, report: &mut Report) {
    let messages = if count == 1 { "message" } else { "messages" };
    report.add(&loss::SIDECHAIN, at, || {
        format!("the conversation of the sub-agent `{name}` is dropped: {count} {messages}{own}")
    });
}
