//! Whether calls and results are where the target wants them. A conversation that has no such order is refused.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::Lowering;
use super::outline::{Block, Speaker, Turn};
use super::policy::Adjacency;
use crate::json::{At, Text};
use crate::report::{Refused, loss};

impl<'c> Lowering<'c, '_> {
    pub(super) fn check_order(&self, turns: &[Turn<'c>]) -> Result<(), Refused> {
        match self.policy.turns.adjacency {
            Adjacency::Free | Adjacency::Exact => Ok(()),
            Adjacency::Next => check_next(turns),
            Adjacency::NextUser => self.check_next_user(turns),
        }
    }

    /// All calls of an answer are answered in the next turn of the user, and nothing else is.
    fn check_next_user(&self, turns: &[Turn<'_>]) -> Result<(), Refused> {
        let name = self.policy.name;
        let mut open: HashMap<Cow<'_, str>, At> = HashMap::new();
        for turn in turns.iter().filter(|turn| turn.speaker != Speaker::System) {
            for block in &turn.blocks {
                match block {
                    Block::Call(call) => {
                        if turn.speaker != Speaker::Assistant {
                            let why = format!("{name} takes tool calls in answers only");
                            return Err(Refused::new(&loss::CANNOT_HOLD, call.call.at, why));
                        }
                        open.insert(decoded(call.id.as_ref()), call.call.at);
                    }
                    Block::Result(it) => {
                        if turn.speaker != Speaker::User || open.remove(&decoded(it.id.as_ref())).is_none() {
                            let id = it.id.as_ref().map(Text::show).unwrap_or_default();
                            let why = format!(
                                "the result of `{id}` must be in the user message directly after the answer with its call"
                            );
                            return Err(Refused::new(&loss::CANNOT_HOLD, it.result.at, why));
                        }
                    }
                    _ => {}
                }
            }
            // Only at the very end may results be missing.
            let first = open.iter().min_by_key(|(_, at)| at.offset());
            if let Some((id, at)) = first.filter(|_| turn.speaker == Speaker::User) {
                let why = format!("the call `{id}` has no result in the user message after it");
                return Err(Refused::new(&loss::CANNOT_HOLD, *at, why));
            }
        }
        Ok(())
    }
}

/// Results are in the turn of the user directly after their calls, before everything else in it. Messages of one speaker
/// in a row are one turn.
fn check_next(turns: &[Turn<'_>]) -> Result<(), Refused> {
    let mut open: HashSet<Cow<'_, str>> = HashSet::new();
    let mut before = Speaker::User;
    let mut is_closed = true;
    for turn in turns {
        match turn.speaker {
            Speaker::Assistant => {
                if before != Speaker::Assistant {
                    open.clear();
                }
                is_closed = false;
            }
            Speaker::System | Speaker::Developer => is_closed = true,
            Speaker::User | Speaker::Tool => {}
        }
        before = turn.speaker;
        for block in &turn.blocks {
            match block {
                Block::Call(call) => {
                    open.insert(decoded(call.id.as_ref()));
                }
                Block::Result(it) => {
                    if is_closed || !open.remove(&decoded(it.id.as_ref())) {
                        let id = it.id.as_ref().map(Text::show).unwrap_or_default();
                        let why = format!(
                            "the result of `{id}` must come directly after the answer with its call, before all else"
                        );
                        return Err(Refused::new(&loss::CANNOT_HOLD, it.result.at, why));
                    }
                }
                _ => is_closed |= turn.speaker == Speaker::User,
            }
        }
        // Only at the very end may results be missing; a text that moved there makes it no end any more.
        if is_closed && !open.is_empty() {
            let why = "a call has no result, and something other than results follows it";
            return Err(Refused::new(&loss::CANNOT_HOLD, turn.at, why));
        }
    }
    Ok(())
}

fn decoded<'t>(id: Option<&'t Text<'_>>) -> Cow<'t, str> {
    id.map(Text::decode).unwrap_or_default()
}
