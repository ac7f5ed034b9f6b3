//! The input of writers: turns of blocks. The target can represent every block.

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

/// A conversation in the form of its target, which can represent everything in it.
#[derive(Debug)]
pub struct Outline<'c> {
    /// The source: extra fields, the id, branches.
    pub conversation: &'c Conversation<'c>,
    /// The id of the record, if the target requires one.
    pub id: Option<Text<'c>>,
    /// Extra fields of the record that stay next to the messages.
    pub fields: Vec<&'c Extra<'c>>,
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
    /// The tools that are defined.
    pub tools: Vec<OutlineTool<'c>>,
    /// The requested schema of the answer.
    pub output: Option<Output<'c>>,
    /// Settings of the request: members and their JSON text.
    pub settings: Vec<SettingMember>,
    /// The part of a stream of events that is written.
    pub log: LogShape,
    /// The model that is written with an answer.
    pub model: Option<AnswerModel<'c>>,
    /// The id and time of the conversation, for targets that require them.
    pub session: Option<SessionPolicy<'c>>,
    /// The program that generates the messages, if the target stores it.
    pub program: Option<ProgramOutline<'c>>,
    /// The mode of the target that is written. `None`: the usual one.
    pub mode: Option<Mode>,
    /// The run that is written, if the target requires one and the record has none.
    pub run: Option<RunIds<'c>>,
    /// The events of the source are written as they were.
    pub is_source: bool,
    /// The start of its answer, and other answers to the same prompt.
    pub answers: OutlineAnswers<'c>,
}

/// The forms in which a program stores its objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// With the metadata in the usual field.
    Json,
    /// For databases: the metadata in a field with another name.
    Db,
}

/// The ids of a run.
#[derive(Debug)]
pub struct RunIds<'c> {
    /// The thread that it belongs to: the conversation.
    pub thread: Text<'c>,
    /// Its own id.
    pub id: Text<'c>,
}

impl<'c> Outline<'c> {
    /// The turns before the answer at the end, and those of the answer.
    #[must_use]
    pub fn prompt_and_answer(&self) -> (&[OutlineTurn<'c>], &[OutlineTurn<'c>]) {
        self.turns.split_at_checked(self.answers.start).unwrap_or((&self.turns, &[]))
    }
}
