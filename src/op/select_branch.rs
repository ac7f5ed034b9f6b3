//! Before another format's writer: which branch, and what the source's own program would say.

use std::collections::HashSet;

use crate::format::{Format, Speaking};
use crate::json::{At, Tape};
use crate::model::{Branch, Conversation};
use crate::report::{Refused, Report, loss};

/// The branches of a conversation that are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Branches {
    /// The first one; all of them where the format stays the same.
    #[default]
    Active,
    /// Each as a record.
    All,
    /// All of them in one record, which only a format with branches can hold.
    Tree,
    /// The one with this name or id.
    Named(String),
}

/// The places of the branches to be written. `None`: the conversation is written as it is.
pub(super) fn chosen(
    branches: &Branches,
    conversation: &Conversation<'_>,
    is_same: bool,
) -> Result<Option<Vec<usize>>, Refused> {
    let all = &conversation.branches;
    let refuse = |message: String| Err(Refused::new(&loss::CANNOT_HOLD, At::byte(0), message));
    match branches {
        Branches::Active | Branches::Tree if is_same => Ok(None),
        Branches::Tree if !all.is_empty() => refuse("the target has no place for branches".to_owned()),
        Branches::Active | Branches::Tree => Ok((!all.is_empty()).then(|| vec![0])),
        Branches::All => Ok((!all.is_empty()).then(|| (0..all.len()).collect())),
        Branches::Named(name) => {
            let has_name = |branch: &Branch<'_>| branch.name.as_ref().is_some_and(|own| own.is(name));
            let has_id = |branch: &Branch<'_>| branch.id.as_ref().is_some_and(|own| own.is(name));
            match all.iter().position(has_name).or_else(|| all.iter().position(has_id)) {
                Some(place) => Ok(Some(vec![place])),
                None if all.is_empty() => refuse(format!("no branch `{name}`: the conversation has no branches")),
                None => {
                    let names: Vec<_> = all.iter().filter_map(|branch| Some(branch.name.as_ref()?.show())).collect();
                    refuse(format!("no branch `{name}`; there is {}", names.join(", ")))
                }
            }
        }
    }
}

/// Makes the conversation one with the messages of that branch alone.
///
/// `is_rest_said`: the other branches are written too, each as a record of its own.
pub(super) fn select(conversation: &mut Conversation<'_>, place: usize, is_rest_said: bool, report: &mut Report) {
    let branches = std::mem::take(&mut conversation.branches);
    conversation.shape = "branch";
    let Some(branch) = branches.get(place) else { return };
    for (other, count) in branches.iter().zip(0..) {
        let name = other.name.as_ref().map(crate::json::Text::show).unwrap_or_default();
        if count == place {
            report.add(&loss::BRANCH, other.at, || format!("of the branch `{name}` only the messages are written"));
        } else if !is_rest_said {
            report.add(&loss::BRANCH, other.at, || format!("the branch `{name}` is dropped"));
        }
    }
    let mut messages: Vec<_> = std::mem::take(&mut conversation.messages).into_iter().map(Some).collect();
    let mut seen = HashSet::new();
    for step in &branch.order {
        let Some(place) = step.message else { continue };
        if seen.insert(place) {
            conversation.messages.extend(messages.get_mut(place).and_then(Option::take));
        } else {
            report.add(&loss::BRANCH, step.at, || {
                format!("`{}` is in the order twice; it is written once", step.id.show())
            });
        }
    }
    if !is_rest_said {
        for left in messages.into_iter().flatten() {
            report.add(&loss::BRANCH, left.at, || "a message of other branches is dropped".to_owned());
        }
    }
}

/// Renders the messages as the program of the source sends them, if the target is another format. `tape` holds the
/// record.
pub(super) fn speak(
    conversation: &mut Conversation<'_>,
    from: &Format,
    to: &Format,
    tape: &Tape,
    speaking: Speaking,
    report: &mut Report,
) {
    if from.name == to.name {
        return;
    }
    if let Some(program) = from.program
        && let Some(root) = tape.root(conversation.source)
    {
        (program.speak)(
            conversation,
            root,
            &Speaking { is_service: to.is_service, has_mixed: to.policy.has_mixed_answers(), ..speaking },
            report,
        );
    }
}

/// Reads for another format as `convert` does: the first branch, spoken by its program.
pub fn speak_for(conversation: &mut Conversation<'_>, from: &Format, to: &Format, tape: &Tape, report: &mut Report) {
    if from.name != to.name && !conversation.branches.is_empty() {
        select(conversation, 0, false, report);
    }
    let speaking = Speaking {
        is_service: to.is_service,
        has_mixed: to.policy.has_mixed_answers(),
        words: crate::format::ChatText::Rendered,
        now: None,
    };
    speak(conversation, from, to, tape, speaking, report);
}
