//! Targets whose messages are steps of a run: an answer, its calls and their results are one step.

use std::collections::HashMap;

use super::check_order::misplaced;
use crate::json::{At, short_lists};
use crate::lower::call::no_call;
use crate::lower::longest_increasing::longest_increasing;
use crate::lower::outline::{Block, OutlineRole, OutlineTurn};
use crate::lower::policy::{Policy, StepRule};
use crate::model::Conversation;
use crate::report::{Refused, Report, loss};
use crate::rule::pairs::PairedCalls;
use crate::rule::{ANSWERED, require};

/// Puts each result directly after the answer with its call, and reports those that were elsewhere.
///
/// # Errors
/// A result answers no call, or a call is not in an answer.
pub(super) fn join_steps<'c>(
    turns: Vec<OutlineTurn<'c>>,
    paired: &PairedCalls<'c>,
    policy: &Policy,
    report: &mut Report,
) -> Result<Vec<OutlineTurn<'c>>, Refused> {
    let is_run = match policy.turns.steps {
        StepRule::None => return Ok(turns),
        StepRule::Run => true,
        StepRule::Parts => false,
    };
    if is_run {
        report.add(&loss::MADE_AGENT, At::byte(0), || "name and version of the agent are generated".to_owned());
    }
    let mut owners = HashMap::new();
    let mut steps: Vec<Vec<OutlineTurn<'c>>> = Vec::new();
    let mut results = Vec::new();
    for turn in turns {
        if turn.speaker == OutlineRole::Tool {
            if is_run {
                drop_result_time(&turn, paired.conversation, report);
            }
            results.push((turn, steps.len()));
            continue;
        }
        for call in turn.blocks.iter().filter_map(Block::as_call) {
            if turn.speaker != OutlineRole::Assistant {
                return Err(misplaced(call.call.at, policy.name));
            }
            owners.insert(call.number, steps.len());
        }
        steps.push(vec![turn]);
    }
    for (turn, place) in results {
        let result = turn.blocks.iter().find_map(Block::as_result);
        let owner = match result {
            Some(result) => result.call.and_then(|call| owners.get(&call).copied()),
            None => place.checked_sub(1).filter(|_| is_run),
        };
        let at = result.map_or(turn.at, |result| result.result.at);
        let step = owner.and_then(|owner| Some((owner, steps.get_mut(owner)?)));
        let Some((owner, step)) = step else {
            require(ANSWERED, paired, false)?;
            return Err(no_call(at));
        };
        if owner + 1 != place {
            let why = || "a result belongs to the step of its call, which is not the step before it".to_owned();
            report.add(&loss::MOVED, at, why);
        }
        step.push(turn);
    }
    if !is_run {
        steps.iter_mut().try_for_each(|step| sort_step(step, paired, report))?;
    }
    Ok(steps.into_iter().flatten().collect())
}

/// Puts the results of a step in the order of its calls.
///
/// # Errors
/// A call has several results.
fn sort_step<'c>(step: &mut [OutlineTurn<'c>], paired: &PairedCalls<'c>, report: &mut Report) -> Result<(), Refused> {
    let Some((_, results)) = step.split_first_mut() else { return Ok(()) };
    let result_of =
        |turn: &OutlineTurn<'c>| turn.blocks.iter().find_map(Block::as_result).map(|it| (it.call, it.result.at));
    let (calls, places): (Vec<_>, Vec<_>) = results.iter().filter_map(result_of).unzip();
    let ranks: Vec<_> = calls.iter().map(|call| call.map_or(0, |call| call + 1)).collect();
    for (at, _) in places.into_iter().zip(longest_increasing(&ranks)).filter(|(_, stays)| !stays) {
        report.add(&loss::REORDERED, at, || "results are in the order of their calls".to_owned());
    }
    short_lists::sort_by_key(results, |turn| result_of(turn).map(|(call, _)| call));
    let twice = results.windows(2).find_map(|pair| {
        let [first, second] = pair else { return None };
        let (first, second) = (result_of(first)?, result_of(second)?);
        (first.0 == second.0).then_some(second.1)
    });
    match twice {
        Some(at) => {
            require(ANSWERED, paired, false)?;
            Err(no_call(at))
        }
        None => Ok(()),
    }
}

/// A step has a single time, that of its answer.
fn drop_result_time(turn: &OutlineTurn<'_>, conversation: &Conversation<'_>, report: &mut Report) {
    if let Some(time) = &turn.details().time {
        report.add(&loss::TIME, conversation.place(time, turn.at), || {
            format!("the time {} of a tool result is dropped", time.show())
        });
    }
}
