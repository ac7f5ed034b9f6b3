//! Before another format's writer: which branch, and what the source's own program would say.

use std::collections::HashSet;

use crate::format::{Format, Speaking};
use crate::json::{At, Tape};
use crate::model::{Branch, Conversation, Rating};
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
    let others = conversation.other_answers();
    if !others.is_empty() {
        return chosen_answer(branches, conversation);
    }
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

/// The same for answers that are compared: those of the conversation come first. Nothing is chosen unless it is asked for:
/// the target may hold all of them, and drops the others if it does not.
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

/// Makes the conversation one with one of its answers.
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

/// Makes the conversation one with the messages of that branch alone.
///
/// `is_rest_said`: the other branches are written too, each as a record of its own.
pub(super) fn select(conversation: &mut Conversation<'_>, place: usize, is_rest_said: bool, report: &mut Report) {
    if !conversation.other_answers().is_empty() {
        return select_answer(conversation, place, is_rest_said, report);
    }
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
