//! A message: who, what, and how it was written down.

use super::conversation::OutputRequest;
use super::extras::Extras;
use super::one_or_many::OneOrMany;
use super::part::Part;
use super::role::Role;
use crate::json::{At, Text};

/// One message.
#[derive(Clone, Debug, Default)]
pub struct Message<'a> {
    /// Where it was.
    pub at: At,
    /// Who speaks.
    pub role: Role<'a>,
    /// What it says.
    pub parts: OneOrMany<Part<'a>>,
    /// How the content was written.
    pub form: Form,
    /// Which message of the source this came from, where one message of the source is several here (tool results and
    /// text in one turn). Equal numbers belong together.
    pub turn: Option<u32>,
    /// What only some messages have; [`Message::details`] reads it.
    pub details: Option<Box<Details<'a>>>,
    /// The format this message was read from.
    pub origin: &'static str,
    /// Fields nobody claimed.
    pub extras: Extras<'a>,
}

/// What only some messages have. Kept apart, because there may be millions of messages.
#[derive(Clone, Debug, Default)]
pub struct Details<'a> {
    /// The id of the message.
    pub id: Option<Text<'a>>,
    /// The name of the speaker.
    pub name: Option<Text<'a>>,
    /// Who it is from, where a format routes messages.
    pub sender: Option<Text<'a>>,
    /// Who it is for, where a format routes messages.
    pub recipient: Option<Text<'a>>,
    /// When, as written: zone, precision and spelling belong to the source.
    pub time: Option<Text<'a>>,
    /// Why the model stopped here.
    pub finish: Option<Finish<'a>>,
    /// The shape asked of the answer, where a format asks for it in a message.
    pub output: Option<OutputRequest<'a>>,
    /// The content exactly as its format spelled it, where structure is packed into text. Only the writer of the format
    /// named by [`Message::origin`] may use it, and only while the parts are unchanged.
    pub verbatim: Option<Text<'a>>,
}

static NO_DETAILS: Details<'static> = Details {
    id: None,
    name: None,
    sender: None,
    recipient: None,
    time: None,
    finish: None,
    output: None,
    verbatim: None,
};

impl<'a> Message<'a> {
    /// What only some messages have: its id, names, time and more.
    #[inline]
    #[must_use]
    pub fn details(&self) -> &Details<'a> {
        self.details.as_deref().unwrap_or(&NO_DETAILS)
    }

    /// The same, to be changed.
    pub fn details_mut(&mut self) -> &mut Details<'a> {
        self.details.get_or_insert_default()
    }
}

/// How a format wrote content down: several spellings mean the same, and writing it back should give the same one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Nothing is known: made here.
    #[default]
    Unknown,
    /// The field was not there.
    Absent,
    /// `null`
    Null,
    /// `"text"`; without a text part it was the empty string beside something else.
    Text,
    /// `[{"type":"text",…}]`
    Parts,
}

/// Why the model stopped.
#[derive(Clone, Debug)]
pub struct Finish<'a> {
    /// Where it was.
    pub at: At,
    /// The word, as written: `stop`, `end_turn`, `length`.
    pub reason: Text<'a>,
}
