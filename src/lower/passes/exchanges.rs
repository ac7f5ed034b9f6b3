//! Targets with alternating questions and answers: conversations that begin or end differently.

use super::turns::made;
use crate::lower::options::LoweringOptions;
use crate::lower::outline::{OutlineRole, OutlineTurn};
use crate::lower::policy::{Exchanges, Policy};
use crate::model::OneOrMany;
use crate::report::{Refused, Report, loss};

/// Makes the last turn an answer. Earlier passes checked that the first turn is a question, and that turns alternate.
///
/// # Errors
/// The last turn is a question, and `--lossy` was not given; or there are several questions and the target accepts only
/// one.
pub(super) fn end_in_answer(
    turns: &mut Vec<OutlineTurn<'_>>,
    options: &LoweringOptions,
    policy: &Policy,
    report: &mut Report,
) -> Result<(), Refused> {
    let name = policy.name;
    let Some(at) =
        turns.last().map(|last| last.at).filter(|_| matches!(policy.turns.exchanges, Exchanges::Each | Exchanges::One))
    else {
        return Ok(());
    };
    if turns.last().is_some_and(|last| last.speaker == OutlineRole::User) {
        if !options.is_lossy {
            let why =
                format!("{name} needs an assistant message at the end; the conversation ends with a user message");
            return Err(Refused::new(&loss::CANNOT_HOLD, at, why).helping("--lossy writes an empty assistant message"));
        }
        report.add(&loss::MADE_ANSWER, at, || "an empty answer to the last question is generated".to_owned());
        turns.push(made(OutlineRole::Assistant, OneOrMany::default()));
    }
    let second = turns.get(2).filter(|_| policy.turns.exchanges == Exchanges::One);
    second.map_or(Ok(()), |turn| {
        let why = format!("{name} supports one question and its answer; the conversation has more");
        let help = "choose a target that supports conversations (see `turnwise formats`)";
        Err(Refused::new(&loss::CANNOT_HOLD, turn.at, why).helping(help))
    })
}
