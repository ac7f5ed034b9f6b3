//! The input of writers: turns of blocks. The target can represent every block.

mod block;
mod hosted;
mod log;
mod raw;
mod record;
mod request;
mod turn;

pub use block::{
    Block, CacheMark, FileSource, Lifetime, MediaBlock, OutlineCall, OutlineRole, ResultBlock, TextBlock, TextForm,
    is_full_message, items,
};
pub use hosted::{HostedBlock, HostedPart, WriteHosted};
pub use log::{LogShape, OutlineLog, RunIds};
pub use raw::RawBlock;
pub use record::{AnswerModel, Mode, OutlineAnswers, OutlineRecord, ProgramOutline, SessionPolicy};
pub use request::{OutlineRequest, OutlineTool, Output, SettingMember};
pub use turn::OutlineTurn;

use crate::model::Conversation;

/// A conversation in the form of its target, which can represent everything in it.
#[derive(Debug)]
pub struct Outline<'c> {
    /// The source: extra fields, the id, branches.
    pub conversation: &'c Conversation<'c>,
    /// The members of the record next to the messages.
    pub record: OutlineRecord<'c>,
    /// Only the list of messages is written, without a container.
    pub is_list: bool,
    /// The system texts, if the target has a field for them.
    pub system: Vec<Block<'c>>,
    /// They are written as a list of blocks.
    pub is_system_list: bool,
    /// It contains halves of surrogate pairs, which the target rejects: U+FFFD is written for each.
    pub has_halves: bool,
    /// The messages.
    pub turns: Vec<OutlineTurn<'c>>,
    /// Calls and results are tags in the text of their message; otherwise calls are separate turns.
    pub is_tagged: bool,
    /// Tool definitions, the request for structured output, and settings.
    pub request: OutlineRequest<'c>,
    /// The event stream that is written, for targets that are logs of events.
    pub log: OutlineLog<'c>,
    /// The program that generates the messages, if the target stores it.
    pub program: Option<ProgramOutline<'c>>,
    /// The start of its answer, and other answers to the same prompt.
    pub answers: OutlineAnswers<'c>,
}

impl<'c> Outline<'c> {
    /// The turns before the answer at the end, and those of the answer.
    #[must_use]
    pub fn prompt_and_answer(&self) -> (&[OutlineTurn<'c>], &[OutlineTurn<'c>]) {
        self.turns.split_at_checked(self.answers.start).unwrap_or((&self.turns, &[]))
    }
}
