//! The input of writers: turns of blocks. The target holds every block.

mod block;
mod hosted;
mod raw;
mod record;
mod request;
mod turn;

pub use block::{
    Block, CacheMark, FileSource, Lifetime, MediaBlock, OutlineCall, OutlineRole, ResultBlock, TextBlock, TextForm,
    is_full_message, items,
};
pub use hosted::{HostedBlock, HostedPart, WriteHosted};
pub use raw::RawBlock;
pub use record::{AnswerModel, LogShape, OutlineAnswers, ProgramOutline, SessionPolicy};
pub use request::{OutlineTool, Output, SettingMember};
pub use turn::OutlineTurn;

use crate::json::Text;
use crate::model::{Conversation, Extra};

/// A conversation in the form of its target. Nothing in it is without a place.
#[derive(Debug)]
pub struct Outline<'c> {
    /// The source: extra fields, the id, branches.
    pub conversation: &'c Conversation<'c>,
    /// The id of the record, where the target needs one.
    pub id: Option<Text<'c>>,
    /// Extra fields of the record that stay next to the messages.
    pub fields: Vec<&'c Extra<'c>>,
    /// Only the list of messages is written, without a container.
    pub is_list: bool,
    /// The texts of the system, where they have a field of their own.
    pub system: Vec<Block<'c>>,
    /// They are written as a list of blocks.
    pub is_system_list: bool,
    /// Halves of surrogate pairs are in it, which the target does not take: U+FFFD is written for each.
    pub has_halves: bool,
    /// The messages.
    pub turns: Vec<OutlineTurn<'c>>,
    /// Calls and results are tags among the words of their message; otherwise calls are turns of their own.
    pub is_tagged: bool,
    /// The tools that are defined.
    pub tools: Vec<OutlineTool<'c>>,
    /// The shape asked of the answer.
    pub output: Option<Output<'c>>,
    /// Settings of the request: members and their JSON text.
    pub settings: Vec<SettingMember>,
    /// The part of a stream of events that is written.
    pub log: LogShape,
    /// The model that is named with an answer.
    pub model: Option<AnswerModel<'c>>,
    /// The id and time of the conversation, for targets that need them.
    pub session: Option<SessionPolicy<'c>>,
    /// The program that makes the messages, where that is written.
    pub program: Option<ProgramOutline<'c>>,
    /// The mode of the target that is written. `None`: the usual one.
    pub mode: Option<Mode>,
    /// The run that is written, where the target needs one and the record has none.
    pub run: Option<RunIds<'c>>,
    /// The events of the source are written as they were.
    pub is_source: bool,
    /// Where its answer starts, and other answers to the same prompt.
    pub answers: OutlineAnswers<'c>,
}

/// The forms in which a program writes its objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// With the metadata in their usual place.
    Json,
    /// For databases: the metadata under a name of their own.
    Db,
}

/// The ids of a run.
#[derive(Debug)]
pub struct RunIds<'c> {
    /// The thread that it belongs to: the conversation.
    pub thread: Text<'c>,
    /// Its own.
    pub id: Text<'c>,
}

impl<'c> Outline<'c> {
    /// The turns before the answer at the end, and those of the answer.
    #[must_use]
    pub fn prompt_and_answer(&self) -> (&[OutlineTurn<'c>], &[OutlineTurn<'c>]) {
        self.turns.split_at_checked(self.answers.start).unwrap_or((&self.turns, &[]))
    }
}
