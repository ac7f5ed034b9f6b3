//! Targets whose messages are steps of a run: an answer, its calls and their results are one step.

use std::collections::HashMap;

use super::Lowering;
use super::call::no_call;
use super::check_order::misplaced;
use super::outline::{Block, OutlineRole};
use super::outline_turn::OutlineTurn;
use crate::json::At;
use crate::report::{Refused, loss};
use crate::rule::{ANSWERED, require};

impl<'c> Lowering<'c, '_> {
    /// Puts each result directly after the answer with its call, and reports those that were elsewhere.
    ///
    /// # Errors
    /// A result answers no call, or a call is not in an answer.
    pub(super) fn join_steps(&mut self, turns: Vec<OutlineTurn<'c>>) -> Result<Vec<OutlineTurn<'c>>, Refused> {
        if !self.policy.steps {
            return Ok(turns);
        }
        self.report.add(&loss::MADE_AGENT, At::byte(0), || "name and version of the agent are made up".to_owned());
        let mut owners = HashMap::new();
        let mut steps: Vec<Vec<OutlineTurn<'c>>> = Vec::new();
        let mut results = Vec::new();
        for turn in turns {
            if turn.speaker == OutlineRole::Tool {
                self.drop_result_time(&turn);
                results.push((turn, steps.len()));
                continue;
            }
            for call in turn.blocks.iter().filter_map(Block::as_call) {
                if turn.speaker != OutlineRole::Assistant {
                    return Err(misplaced(call.call.at, self.policy.name));
                }
                owners.insert(call.number, steps.len());
            }
            steps.push(vec![turn]);
        }
        for (turn, place) in results {
            let result = turn.blocks.iter().find_map(Block::as_result);
            let owner = match result {
                Some(result) => result.call.and_then(|call| owners.get(&call).copied()),
                None => place.checked_sub(1),
            };
            let at = result.map_or(turn.at, |result| result.result.at);
            let step = owner.and_then(|owner| Some((owner, steps.get_mut(owner)?)));
            let Some((owner, step)) = step else {
                require(ANSWERED, self.paired, false)?;
                return Err(no_call(at));
            };
            if owner + 1 != place {
                let why = || "a result belongs to the step of its call, which is not the step before it".to_owned();
                self.report.add(&loss::MOVED, at, why);
            }
            step.push(turn);
        }
        Ok(steps.into_iter().flatten().collect())
    }

    /// A step has one time, that of its answer.
    fn drop_result_time(&mut self, turn: &OutlineTurn<'c>) {
        if let Some(time) = &turn.details().time {
            self.report.add(&loss::TIME, self.conversation.place(time, turn.at), || {
                format!("the time {} of a tool result is dropped", time.show())
            });
        }
    }
}
