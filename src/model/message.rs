//! A message: role, content, and how the content was written.

use super::extras::Extras;
use super::one_or_many::OneOrMany;
use super::output::OutputRequest;
use super::part::{Part, TextPart};
use super::role::Role;
use super::source::Form;
use crate::json::{At, Raw, Text};

/// One message.
#[derive(Clone, Debug, Default)]
pub struct Message<'a> {
    /// Where it was.
    pub at: At,
    /// The role.
    pub role: Role<'a>,
    /// The content parts.
    pub parts: OneOrMany<Part<'a>>,
    /// How the content was written.
    pub form: Form,
    /// The format requires content, and there is none, which the reader reports.
    pub lacks_content: bool,
    /// The number of the source message, if one source message is several here (tool results and text in one turn).
    /// Messages with equal numbers belong together.
    pub turn: Option<u32>,
    /// Fields that few messages have; [`Message::details`] reads them.
    pub details: Option<Box<Details<'a>>>,
    /// The format this message was read from.
    pub origin: &'static str,
    /// Unknown fields.
    pub extras: Extras<'a>,
}

/// Fields that few messages have. Stored separately, because there may be millions of messages.
#[derive(Clone, Debug, Default)]
pub struct Details<'a> {
    /// The id of the message.
    pub id: Option<Text<'a>>,
    /// The name of the speaker.
    pub name: Option<Text<'a>>,
    /// The sender, in formats that route messages.
    pub sender: Option<Text<'a>>,
    /// The recipient, in formats that route messages.
    pub recipient: Option<Text<'a>>,
    /// The time, as written: zone, precision and spelling are those of the source.
    pub time: Option<Text<'a>>,
    /// The program wrote it: neither a person nor the model did.
    pub by_program: Option<ProgramMessage>,
    /// The finish reason.
    pub finish: Option<Finish<'a>>,
    /// How much the message counts in training.
    pub weight: Option<TrainingWeight<'a>>,
    /// The requested structure of the answer, in formats that have it in a message.
    pub output: Option<OutputRequest<'a>>,
    /// The content exactly as its format spelled it, for formats that pack structure into text. Only the writer of the
    /// format in [`Message::origin`] may use it, and only while the parts are unchanged.
    pub verbatim: Option<Text<'a>>,
}

static NO_DETAILS: Details<'static> = Details {
    id: None,
    name: None,
    sender: None,
    recipient: None,
    time: None,
    by_program: None,
    finish: None,
    weight: None,
    output: None,
    verbatim: None,
};

impl<'a> Message<'a> {
    /// This message with other parts.
    #[must_use]
    pub fn with_parts(&self, parts: Vec<Part<'a>>) -> Self {
        Self {
            at: self.at,
            role: self.role.clone(),
            parts: parts.into(),
            form: self.form,
            lacks_content: self.lacks_content,
            turn: self.turn,
            details: self.details.clone(),
            origin: self.origin,
            extras: self.extras.clone(),
        }
    }

    /// The text of a message that was written as a text, and has nothing else. Most messages are that.
    #[inline]
    #[must_use]
    pub fn plain_text(&self) -> Option<&TextPart<'a>> {
        let is_bare = self.details.is_none() && self.extras.is_empty() && self.form == Form::Text;
        match self.parts.as_slice() {
            [Part::Text(text)] if is_bare && text.is_bare() => Some(text),
            _ => None,
        }
    }

    /// The fields that few messages have: id, names, time and more.
    #[inline]
    #[must_use]
    pub fn details(&self) -> &Details<'a> {
        self.details.as_deref().unwrap_or(&NO_DETAILS)
    }

    /// The mutable details.
    pub fn details_mut(&mut self) -> &mut Details<'a> {
        self.details.get_or_insert_default()
    }
}

/// A message that a program wrote into a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramMessage {
    /// An error, a reminder, the words around a command, a context.
    Notice,
    /// A summary of earlier messages, which the model gets instead of them.
    Summary,
}

impl ProgramMessage {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Notice => "notice",
            Self::Summary => "summary",
        }
    }
}

/// How much a message counts in training: 0 leaves it out, 1 is the usual weight of an answer.
#[derive(Clone, Debug)]
pub struct TrainingWeight<'a> {
    /// Where it was.
    pub at: At,
    /// A number, or a boolean that means 1 or 0, as written.
    pub value: Raw<'a>,
}

impl TrainingWeight<'_> {
    /// The weight as a number. `None`: it is neither a number nor a boolean.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        self.as_number().parse().ok().filter(|number: &f64| number.is_finite())
    }

    /// True if a message with this role has this weight anyway: 1 for answers, 0 for others.
    #[must_use]
    pub fn is_usual(&self, role: &Role<'_>) -> bool {
        self.number() == Some(f64::from(u8::from(matches!(role, Role::Assistant))))
    }

    /// The JSON text of the weight as a number, `1` and `0` for booleans.
    #[must_use]
    pub fn as_number(&self) -> &str {
        match self.value.as_str() {
            "true" => "1",
            "false" => "0",
            number => number,
        }
    }
}

/// The finish reason: why the model stopped.
#[derive(Clone, Debug)]
pub struct Finish<'a> {
    /// Where it was.
    pub at: At,
    /// The word, as written: `stop`, `end_turn`, `length`.
    pub reason: Text<'a>,
}
