//! System texts and media files of results that wait for the next words of the user.

use super::Lowering;
use super::outline::{Block, Speaker};
use super::outline_turn::Turn;
use super::policy::Middle;
use super::turns::made;
use crate::report::loss;

/// What waits for a place.
#[derive(Default)]
struct Waiting<'c> {
    blocks: Vec<Block<'c>>,
    /// Media files are among them: these may not wait longer than to the next answer.
    has_files: bool,
}

impl<'c> Waiting<'c> {
    /// A message of the user with what waits.
    fn turn(&mut self) -> Turn<'c> {
        self.has_files = false;
        made(Speaker::User, self.blocks.drain(..).collect())
    }
}

impl<'c> Lowering<'c, '_> {
    /// Puts what may not stay in its place to the next words of the user.
    pub(super) fn place_waiting(&mut self, turns: Vec<Turn<'c>>) -> Vec<Turn<'c>> {
        let mut placed: Vec<Turn<'c>> = Vec::with_capacity(turns.len());
        let mut waiting = Waiting::default();
        for mut turn in turns {
            match turn.speaker {
                Speaker::System if self.policy.roles.middle == Middle::IntoWords => {
                    for block in &turn.blocks {
                        self.report.add(&loss::MOVED, block.at(), || {
                            "a system message may not be here; its text moves into a message of the user".to_owned()
                        });
                    }
                    self.drop_own(turn.extras);
                    waiting.blocks.extend(turn.blocks);
                    continue;
                }
                Speaker::Assistant if waiting.has_files => placed.push(waiting.turn()),
                Speaker::User if !turn.ends_in_results && !waiting.blocks.is_empty() => {
                    let before = waiting.turn().blocks;
                    let after = std::mem::replace(&mut turn.blocks, before);
                    turn.blocks.append(after);
                    turn.is_list = true;
                }
                Speaker::System | Speaker::Developer | Speaker::User | Speaker::Assistant | Speaker::Tool => {}
            }
            waiting.has_files |= turn.has_moved();
            waiting.blocks.append(&mut turn.take_moved());
            self.push_turn(&mut placed, turn);
        }
        if !waiting.blocks.is_empty() {
            place_rest(&mut placed, waiting);
        }
        placed
    }
}

/// Puts the media files of results into a message of the user after them: nothing may come between results.
pub(super) fn place_after_results(turns: Vec<Turn<'_>>) -> Vec<Turn<'_>> {
    if !turns.iter().any(Turn::has_moved) {
        return turns;
    }
    let mut placed = Vec::with_capacity(turns.len() + 1);
    let mut files = Vec::new();
    for mut turn in turns {
        if turn.speaker != Speaker::Tool && !files.is_empty() {
            placed.push(made(Speaker::User, files.drain(..).collect()));
        }
        files.append(&mut turn.take_moved());
        placed.push(turn);
    }
    if !files.is_empty() {
        placed.push(made(Speaker::User, files.into()));
    }
    placed
}

/// What still waits at the end goes to the last words of the user, or after the last results.
fn place_rest<'c>(turns: &mut Vec<Turn<'c>>, mut waiting: Waiting<'c>) {
    let last = turns.iter().rposition(|turn| turn.speaker == Speaker::User);
    match last.and_then(|index| Some((index, turns.get_mut(index)?))) {
        Some((_, turn)) if !turn.has_results() => turn.blocks.extend(waiting.blocks),
        Some((index, _)) => turns.insert(index + 1, waiting.turn()),
        None => turns.push(waiting.turn()),
    }
}
