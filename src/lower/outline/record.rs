//! The content of an outline next to its messages: other answers, the session, the program.

use super::turn::OutlineTurn;
use crate::json::Text;
use crate::statements::Statement;

/// The end of an outline: the start of its answer, and the other answers.
#[derive(Debug, Default)]
pub struct OutlineAnswers<'c> {
    /// The index of the first turn of the answer. Earlier turns are the prompt.
    pub start: usize,
    /// The turns of the other answers, without the prompt.
    pub others: Vec<Vec<OutlineTurn<'c>>>,
    /// Calls and results of the other answers are tags in the text of their messages.
    pub is_tagged: bool,
}

/// A program that is written.
#[derive(Debug)]
pub enum ProgramOutline<'c> {
    /// The text of the source.
    Source(&'c str),
    /// Statements.
    Statements(Vec<Statement>),
    /// A text.
    Text(String),
}

/// The id and time of a conversation, for targets that require them.
#[derive(Debug)]
pub struct SessionPolicy<'c> {
    /// Its id, generated if it has none.
    pub id: Text<'c>,
    /// The first time of a message, if the target can read it.
    pub time: Option<&'c Text<'c>>,
}

/// The model that wrote the answer of a record with a single answer.
#[derive(Debug)]
pub struct AnswerModel<'c> {
    /// Its name.
    pub name: Text<'c>,
    /// The provider, if the name contains it or has the prefix of one of its models.
    pub provider: Option<Text<'c>>,
    /// The name does not contain the provider yet.
    pub is_bare: bool,
}

/// The part of an event stream that is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogShape {
    /// A run with one snapshot of all messages.
    #[default]
    Snapshot,
    /// A run with each message as start, content and end.
    Events,
    /// Only the list of messages.
    Messages,
    /// Rows of a store, one per run.
    Rows,
}
