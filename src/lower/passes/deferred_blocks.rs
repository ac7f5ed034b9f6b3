//! System texts and media files of results that move to the next message of the user.

use super::turns::made;
use crate::lower::context::Lowering;
use crate::lower::outline::{Block, OutlineRole, OutlineTurn};
use crate::lower::policy::Middle;
use crate::report::loss;

/// Blocks that move to the next message of the user.
#[derive(Default)]
struct DeferredBlocks<'c> {
    blocks: Vec<Block<'c>>,
    /// They include media files, which are placed before the next answer.
    has_files: bool,
}

impl<'c> DeferredBlocks<'c> {
    /// A message of the user with the deferred blocks.
    fn turn(&mut self) -> OutlineTurn<'c> {
        self.has_files = false;
        made(OutlineRole::User, self.blocks.drain(..).collect())
    }
}

impl<'c> Lowering<'c, '_> {
    /// Moves system texts and media files of results if the target rejects them in their places.
    pub(super) fn place_deferred(&mut self, turns: Vec<OutlineTurn<'c>>) -> Vec<OutlineTurn<'c>> {
        let mut placed: Vec<OutlineTurn<'c>> = Vec::with_capacity(turns.len());
        let mut deferred = DeferredBlocks::default();
        for mut turn in turns {
            match turn.speaker {
                OutlineRole::System if self.policy.roles.middle == Middle::IntoWords => {
                    for block in &turn.blocks {
                        self.report.add(&loss::MOVED, block.at(), || {
                            "a system message may not be here; its text moves into a message of the user".to_owned()
                        });
                    }
                    self.drop_own(turn.extras);
                    self.drop_details(turn.message);
                    deferred.blocks.extend(turn.blocks);
                    continue;
                }
                OutlineRole::Assistant if deferred.has_files => placed.push(deferred.turn()),
                OutlineRole::User if !turn.ends_in_results && !deferred.blocks.is_empty() => {
                    let before = deferred.turn().blocks;
                    let after = std::mem::replace(&mut turn.blocks, before);
                    turn.blocks.append(after);
                    turn.is_list = true;
                }
                OutlineRole::System
                | OutlineRole::Developer
                | OutlineRole::User
                | OutlineRole::Assistant
                | OutlineRole::Tool => {}
            }
            deferred.has_files |= turn.has_moved();
            deferred.blocks.append(&mut turn.take_moved());
            self.push_turn(&mut placed, turn);
        }
        if !deferred.blocks.is_empty() {
            place_rest(&mut placed, deferred);
        }
        placed
    }
}

/// Puts the media files of results into a message of the user after them: nothing may be between results.
pub(super) fn place_after_results(turns: Vec<OutlineTurn<'_>>) -> Vec<OutlineTurn<'_>> {
    if !turns.iter().any(OutlineTurn::has_moved) {
        return turns;
    }
    let mut placed = Vec::with_capacity(turns.len() + 1);
    let mut files = Vec::new();
    for mut turn in turns {
        if turn.speaker != OutlineRole::Tool && !files.is_empty() {
            placed.push(made(OutlineRole::User, files.drain(..).collect()));
        }
        files.append(&mut turn.take_moved());
        placed.push(turn);
    }
    if !files.is_empty() {
        placed.push(made(OutlineRole::User, files.into()));
    }
    placed
}

/// Blocks that remain at the end go into the last message of the user, or after the last results.
fn place_rest<'c>(turns: &mut Vec<OutlineTurn<'c>>, mut deferred: DeferredBlocks<'c>) {
    let last = turns.iter().rposition(|turn| turn.speaker == OutlineRole::User);
    match last.and_then(|index| Some((index, turns.get_mut(index)?))) {
        Some((_, turn)) if !turn.has_results() => turn.blocks.extend(deferred.blocks),
        Some((index, _)) => turns.insert(index + 1, deferred.turn()),
        None => turns.push(deferred.turn()),
    }
}
