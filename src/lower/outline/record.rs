//! The content of an outline next to its messages: members of the record, other answers, the program.

use super::turn::OutlineTurn;
use crate::json::Text;
use crate::model::Extra;
use crate::statements::Statement;

/// The members of a record next to its messages.
#[derive(Debug, Default)]
pub struct OutlineRecord<'c> {
    /// The id of the record, if the target requires one.
    pub id: Option<Text<'c>>,
    /// Extra fields of the record that stay next to the messages.
    pub fields: Vec<&'c Extra<'c>>,
    /// The id and time of the conversation, for targets that require them.
    pub session: Option<SessionPolicy<'c>>,
    /// The model that is written with an answer.
    pub model: Option<AnswerModel<'c>>,
    /// The mode of the target that is written. `None`: the usual one.
    pub mode: Option<Mode>,
}

/// The forms in which a program stores its objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// With the metadata in the usual field.
    Json,
    /// For databases: the metadata in a field with another name.
    Db,
}

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
