//! The messages of a rollout in their order, with what was rolled back and what was replaced.

use crate::format::sessions::{TreeUnit, ways};
use crate::json::{At, Text};
use crate::model::{BranchStep, Compaction, Conversation, Message, Role};

/// A message, or a place where earlier ones were replaced by others.
#[derive(Debug, Default)]
struct CodexStep<'a> {
    messages: Vec<Message<'a>>,
    compaction: Option<At>,
}

/// The messages of a rollout: the current path, and the turns that were rolled back.
#[derive(Debug, Default)]
pub(super) struct CodexTurns<'a> {
    steps: Vec<CodexStep<'a>>,
    units: Vec<TreeUnit>,
    /// The path to the last step.
    path: Vec<usize>,
    /// The messages that the next items may join.
    pub(super) open: Vec<Message<'a>>,
    has_compactions: bool,
}

impl<'a> CodexTurns<'a> {
    /// What comes next is a message of its own.
    pub(super) fn close(&mut self) {
        for message in std::mem::take(&mut self.open) {
            self.add(CodexStep { messages: vec![message], compaction: None });
        }
    }

    fn add(&mut self, step: CodexStep<'a>) {
        let index = self.units.len();
        let parent = self.path.last().copied();
        self.units.push(TreeUnit { parent, lane: 0, messages: step.messages.len(), last: index });
        self.steps.push(step);
        self.path.push(index);
    }

    /// These messages replace all earlier ones for the model.
    pub(super) fn compact(&mut self, at: At, messages: Vec<Message<'a>>) {
        self.close();
        self.has_compactions = true;
        self.add(CodexStep { messages, compaction: Some(at) });
    }

    /// Cuts off the last turns of the user.
    pub(super) fn roll_back(&mut self, turns: usize) {
        self.close();
        let is_turn = |index: &usize| {
            let message = self.steps.get(*index).and_then(|step| step.messages.first());
            message.is_some_and(|message| matches!(message.role, Role::User) && message.details().by_program.is_none())
        };
        let starts = self.path.iter().rev().enumerate().filter(|(_, index)| is_turn(index));
        let cut = starts.take(turns).last().map_or(0, |(from_end, _)| from_end + 1);
        self.path.truncate(self.path.len() - cut);
    }

    /// Puts the messages into the conversation: those of the active branch first.
    pub(super) fn build(mut self, conversation: &mut Conversation<'a>) {
        self.close();
        let has_tip = self.path.last().is_some_and(|last| {
            last + 1 == self.units.len() && self.units.last().is_some_and(|unit| unit.messages > 0)
        });
        let is_cut = !has_tip && !self.units.is_empty();
        if is_cut {
            // The active branch may end in the middle of another one: a step without messages is its end.
            let (index, parent) = (self.units.len(), self.path.last().copied());
            self.units.push(TreeUnit { parent, lane: 0, messages: 1, last: index });
            self.steps.push(CodexStep::default());
        }
        let ways = ways(&self.units);
        let is_plain = ways.len() <= 1 && !self.has_compactions && !is_cut;
        for way in &ways {
            let mut branch = way.branch();
            let mut steps = way.shared_steps();
            for index in &way.units {
                let Some(step) = self.steps.get_mut(*index) else { continue };
                if let Some(at) = step.compaction {
                    branch.compactions.push(Compaction { at, steps, ..Compaction::default() });
                }
                for message in std::mem::take(&mut step.messages) {
                    let id = Text::owned(format!("message-{}", conversation.messages.len() + 1));
                    if branch.order.is_empty() {
                        branch.at = message.at;
                    }
                    let place = Some(conversation.messages.len());
                    branch.order.push(BranchStep { at: message.at, id: id.clone(), message: place });
                    conversation.messages.push(message);
                    branch.id = Some(id);
                    steps += 1;
                }
            }
            if !is_plain {
                conversation.branches.push(branch);
            }
        }
    }
}
