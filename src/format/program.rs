//! Functions of the program of a format in addition to keeping conversations: it makes the list that a chat service gets, and
//! it copies messages.

use super::container::Container;
use super::writing::Writing;
use crate::json::{Edit, Node};
use crate::lower::Mode;
use crate::model::{Conversation, Message, RecordSource};
use crate::report::{Refused, Report};

/// The doings of a program.
#[derive(Debug)]
pub struct Program {
    /// The format of the chat lists that it sends.
    pub sends: &'static str,
    /// Makes the messages what the program would say to a service, before they are written in another format.
    pub speak: SpeakFn,
    /// Writes the chat list that the program would send.
    pub list: ListFn,
    /// The changes in a copy of a message, with the reference to the original.
    pub copy: CopyFn,
    /// Adds a branch with the same messages.
    pub fork: ForkFn,
    /// Converts a record to another form of the program.
    pub form: FormFn,
    /// Puts the messages of a record into a pile or a flow.
    pub contain: ContainFn,
}

/// The node is the record that the conversation was read from; messages may have been omitted since.
pub type SpeakFn = for<'t, 'a> fn(&mut Conversation<'a>, Node<'t, 'a>, &Speaking, &mut Report);

/// Writes the list of a record.
pub type ListFn = fn(Node<'_, '_>, &ListOptions<'_>, &mut Writing<'_>) -> Result<(), Refused>;

/// The changes in a copy of a message, and in the object that it was read from.
pub type CopyFn = for<'t, 'a> fn(&Message<'a>, Node<'t, 'a>, &Copying) -> Vec<NewMember<'t, 'a>>;

/// A member that an object gets, or another value for one that it has.
#[derive(Clone, Debug)]
pub struct NewMember<'t, 'a> {
    /// The object; it is not empty.
    pub object: Node<'t, 'a>,
    /// The key.
    pub key: &'static str,
    /// JSON.
    pub value: String,
    /// The place of a new member: after the first of these that exists, else first.
    pub after: &'static [&'static str],
}

/// Adds a branch to a record, with the messages of one that it has: the one with this index.
pub type ForkFn = fn(Node<'_, '_>, &Conversation<'_>, usize, &Forking<'_>) -> Vec<Edit>;

/// A fork of a branch.
#[derive(Debug)]
pub struct Forking<'f> {
    /// Its name.
    pub name: &'f str,
    /// Its id and time, and the sender of replaced messages.
    pub copying: &'f Copying,
    /// The number of messages that it takes from its source, replaced ones included.
    pub count: usize,
    /// Messages that are others in the fork.
    pub replaced: &'f [ReplacedMessage<'f>],
}

/// A message of a fork that replaces one of its source.
#[derive(Clone, Debug)]
pub struct ReplacedMessage<'f> {
    /// The index of the replaced one in the branch.
    pub step: usize,
    /// The id of the new one.
    pub id: String,
    /// The new one as JSON: its content, and possibly metadata, a sender and a recipient.
    pub new: &'f str,
}

/// The changes that convert a record to a mode.
pub type FormFn = fn(Node<'_, '_>, Mode, &mut Report) -> Vec<Edit>;

/// The edits that put the messages of a record into another container; none if they are in it.
pub type ContainFn = fn(Node<'_, '_>, &Containing<'_>) -> Vec<Edit>;

/// A container of a program, and what is in it next to the messages.
#[derive(Clone, Copy, Debug)]
pub struct Containing<'c> {
    /// A pile or a flow.
    pub container: Container,
    /// The branches of a flow. None: one with all messages.
    pub branches: &'c [NamedBranch],
    /// The id of the conversation, which becomes that of the container if the program takes it.
    pub id: Option<&'c str>,
    /// The record from which all other ids are derived.
    pub source: RecordSource<'c>,
}

/// A branch: its name, and the indexes of its messages.
#[derive(Clone, Debug)]
pub struct NamedBranch {
    /// The name.
    pub name: String,
    /// The indexes in the list of messages, in order.
    pub order: Vec<usize>,
}

/// For whom a program speaks.
#[derive(Clone, Copy, Debug)]
pub struct Speaking {
    /// A chat service is to get the messages.
    pub is_service: bool,
    /// The target holds words and calls in one message.
    pub has_mixed: bool,
    /// Which words.
    pub words: ChatText,
    /// The present time, in seconds since 1970. `None`: the clock's.
    pub now: Option<i64>,
}

/// Which words a chat service gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChatText {
    /// The text that the program would send.
    #[default]
    Rendered,
    /// The bare words; what the program adds to them has no place.
    Plain,
}

/// Options of a chat list.
#[derive(Clone, Debug, Default)]
pub struct ListOptions<'o> {
    /// The history is prepared as the program does before it sends it, rather than written message by message.
    pub is_prepared: bool,
    /// Contents are written as the program stores them, rather than as the service gets them.
    pub is_contents: bool,
    /// The name or id of the branch; `None`: the first one.
    pub branch: Option<&'o str>,
    /// Ids of the messages, in order, instead of a branch.
    pub order: Option<&'o [String]>,
    /// The content of what is to be said next.
    pub new: Option<Node<'o, 'o>>,
    /// JSON Schema of the class that the answer must have.
    pub schema: Option<Node<'o, 'o>>,
    /// The present time, in seconds since 1970. `None`: the clock's.
    pub now: Option<i64>,
}

/// Options of a copy.
#[derive(Clone, Debug)]
pub struct Copying {
    /// The id of the copy.
    pub id: String,
    /// When it is made: `2025-06-01T12:00:00+00:00`.
    pub now: String,
    /// The sender; `None`: that of the message.
    pub sender: Option<String>,
}
