//! Where a record keeps its messages, and which part of it is a request body.
//!
//! ```json
//! {"custom_id":"1","body":{"model":"gpt-5.1","messages":[{"role":"user","content":"hi"}]}}
//! ```
//!
//! Here the list is `/body/messages`, and the body is `/body`. Code that changes the container of a record, or adds and moves
//! messages in it, needs to know nothing else about the format.

use super::definition::Format;
use crate::json::{At, Node};

/// How a format keeps messages.
#[derive(Debug)]
pub struct Listing {
    /// The key of the list in a request body: `messages`. Empty: the format has no bodies.
    pub key: &'static str,
    /// The key of the content blocks of a message, where calls and results are blocks: `content`. Empty: they are
    /// messages, or members of messages.
    pub blocks: &'static str,
    /// Blocks with results are in messages of role `tool`, and not in those of the user.
    pub has_tool_messages: bool,
    /// Finds the messages of a record.
    pub find: FindFn,
    /// The messages are in columns, each a record of another format.
    pub columns: Option<MessageColumns>,
    /// The record may be a log.
    pub log: Option<EventListing>,
}

impl Listing {
    /// A record that has no list of messages; the others are made from it.
    pub const NONE: Self = Self {
        key: "",
        blocks: "",
        has_tool_messages: false,
        find: |_| Listed { messages: MessageNodes::None, body: None, settings: Vec::new(), has_files: false },
        columns: None,
        log: None,
    };
}

/// Values that contain the messages of a record: lists, or texts with the JSON of lists. All contain the same.
///
/// `{"chat_id":"0badcafe","messages_json":"[{\"role\": \"user\", …}]"}`
#[derive(Debug)]
pub struct MessageColumns {
    /// The format of such a list.
    pub format: &'static Format,
    /// Finds them; findings are reported in the first one.
    pub find: for<'t, 'a> fn(Node<'t, 'a>) -> Vec<Node<'t, 'a>>,
}

/// How a record of a dialect differs from a request body of its format, where that is a matter of members alone.
#[derive(Debug)]
pub struct BodyEdit {
    /// The members of the body that stay.
    pub keeps: fn(&str) -> bool,
    /// Members that the body has with these values, as JSON.
    pub sets: &'static [(&'static str, &'static str)],
    /// The body is a member of a line, which has a member with an id and these others, as JSON.
    pub line: Option<BodyLine>,
    /// Records of this shape are such ones already: `batch`.
    pub own: &'static str,
    /// Why no other record can become one.
    pub refuses: Option<&'static str>,
    /// Why the last message must be an answer.
    pub ends_in_answer: Option<&'static str>,
    /// A member of bodies that need not end in one.
    pub ends_freely: Option<&'static str>,
}

/// The members around the body in a line of a batch.
#[derive(Debug)]
pub struct BodyLine {
    /// The key of the id.
    pub id: &'static str,
    /// The other members.
    pub members: &'static str,
    /// The key of the body.
    pub body: &'static str,
}

impl BodyEdit {
    /// A body as it is; the others are made from it.
    pub const SAME: Self = Self {
        keeps: |_| true,
        sets: &[],
        line: None,
        own: "",
        refuses: None,
        ends_in_answer: None,
        ends_freely: None,
    };
}

/// A record of events, which make the messages. A new result of a call is one more event; where its program puts it does
/// not depend on the place of that event. Messages that go away or move are not an edit of a log: its events say what happened,
/// and no event says that a message is elsewhere.
#[derive(Debug)]
pub struct EventListing {
    /// The list of messages that the events make, as a record of the same format. `None`: it is not a log.
    pub messages: fn(Node<'_, '_>) -> Option<String>,
    /// The event before which a new one is put, or after which. `None`: there is no list of events.
    pub end: for<'t, 'a> fn(Node<'t, 'a>) -> Option<(Node<'t, 'a>, InsertSide)>,
    /// The event that makes a message of the list. `None`: only results have one.
    pub event: fn(Node<'_, '_>) -> Option<String>,
    /// Calls a function with the parts of a log of several conversations: the events of each of these branches.
    pub parts: fn(Node<'_, '_>, &[usize], &mut dyn FnMut(LogPart)),
}

/// The events of one conversation of a log, as they are in it: a value on each line.
#[derive(Clone, Debug, Default)]
pub struct LogPart {
    /// The text.
    pub text: String,
    /// Where its pieces begin in it, and where they are in the log, in order.
    pub pieces: Vec<LogPiece>,
    /// Where its values end.
    pub items: Vec<usize>,
}

/// A piece of a log in a part of it.
#[derive(Clone, Copy, Debug)]
pub struct LogPiece {
    /// Its offset in the part.
    pub start: usize,
    /// Its offset in the log.
    pub from: usize,
}

impl LogPart {
    /// Adds a piece of the log.
    pub fn add(&mut self, text: &str, from: usize) {
        self.pieces.push(LogPiece { start: self.text.len(), from });
        self.text.push_str(text);
    }

    /// Ends a value.
    pub fn end_item(&mut self) {
        self.items.push(self.text.len());
        self.text.push('\n');
    }

    /// The place in the log of a place in the part.
    #[must_use]
    pub fn place(&self, at: At) -> At {
        let Some(offset) = at.offset() else { return at };
        let after = self.pieces.partition_point(|piece| piece.start <= offset);
        let piece = after.checked_sub(1).and_then(|last| self.pieces.get(last));
        piece.map_or(at, |piece| At::byte(piece.from + (offset - piece.start)))
    }
}

/// Where a new event is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsertSide {
    /// Before another one.
    Before,
    /// After it.
    After,
}

/// Finds the messages of a record.
pub type FindFn = for<'t, 'a> fn(Node<'t, 'a>) -> Listed<'t, 'a>;

/// The messages of a record, and what of the record belongs in a request body.
#[derive(Clone, Debug)]
pub struct Listed<'t, 'a> {
    /// The messages.
    pub messages: MessageNodes<'t, 'a>,
    /// The request body that the record is or holds.
    pub body: Option<Node<'t, 'a>>,
    /// For an answer: the members, key and value, that belong in a body made from it.
    pub settings: Vec<(Node<'t, 'a>, Node<'t, 'a>)>,
    /// Media files are elsewhere in the record, and belong to the messages by their order.
    pub has_files: bool,
}

/// The messages of a record.
#[derive(Clone, Copy, Debug)]
pub enum MessageNodes<'t, 'a> {
    /// The items of a list.
    Items(Node<'t, 'a>),
    /// One message.
    One(Node<'t, 'a>),
    /// One message, whose members are among others in an object: those with these keys.
    Members(Node<'t, 'a>, &'static [&'static str]),
    /// There is no list: a text is in its place, or nothing.
    None,
}

impl<'t, 'a> Listed<'t, 'a> {
    /// Messages that are not a part of a body.
    #[must_use]
    pub fn bare(messages: MessageNodes<'t, 'a>) -> Self {
        Self { messages, body: None, settings: Vec::new(), has_files: false }
    }

    /// The list `key` of a request body.
    #[must_use]
    pub fn body(body: Node<'t, 'a>, key: &str) -> Self {
        let list = body.get(key).filter(Node::is_array);
        Self {
            messages: list.map_or(MessageNodes::None, MessageNodes::Items),
            body: Some(body),
            settings: Vec::new(),
            has_files: false,
        }
    }

    /// An answer, and which of its strings belong in a request.
    #[must_use]
    pub fn answer(messages: MessageNodes<'t, 'a>, answer: Node<'t, 'a>, settings: &[&str]) -> Self {
        let is_setting = |key: Node<'_, '_>| settings.iter().any(|setting| key.is(setting));
        let settings = answer.members().filter(|(key, value)| is_setting(*key) && value.is_string()).collect();
        Self { messages, body: None, settings, has_files: false }
    }
}

/// A list of messages, one message, or an object with a list of them.
pub(super) fn list_or<'t, 'a>(root: Node<'t, 'a>, list: Option<Node<'t, 'a>>) -> Listed<'t, 'a> {
    Listed::bare(match list.filter(Node::is_array) {
        _ if root.is_array() => MessageNodes::Items(root),
        Some(list) => MessageNodes::Items(list),
        None => MessageNodes::One(root),
    })
}
