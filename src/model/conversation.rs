//! A conversation and what was asked of its model.

use super::branch::Branch;
use super::extras::Extras;
use super::message::Message;
use super::part::Part;
use super::tool::{Arguments, ToolCall, ToolSpec};
use crate::json::{At, Raw, RecordText, Text};

/// One conversation: messages in order, the tools offered to the model, and everything else that was there.
#[derive(Clone, Debug, Default)]
pub struct Conversation<'a> {
    /// The text of the record, from which made-up ids are derived.
    pub source: &'a str,
    /// A byte order mark was before the text.
    pub is_marked: bool,
    /// No string of the record has an escape `\uD…`, which may be half of a surrogate pair; JSON text in a string may.
    pub has_no_halves: bool,
    /// The format it was read from.
    pub origin: &'static str,
    /// Which of its format's containers the record was: `list`, `body`, … Only that format's writer looks at it.
    pub shape: &'static str,
    /// The id of the conversation.
    pub id: Option<Text<'a>>,
    /// Where the id was.
    pub id_at: At,
    /// The messages.
    pub messages: Vec<Message<'a>>,
    /// Ways through the messages; empty where there is one, all of them in their order.
    pub branches: Vec<Branch<'a>>,
    /// The tools the model may call.
    pub tools: Vec<ToolSpec<'a>>,
    /// Its format has calls without ids, so made-up ones are such that they can be left out again on the way back.
    pub is_without_ids: bool,
    /// Earlier messages are kept by its service, so a result may answer a call that is not here.
    pub continues: bool,
    /// Its program never sends the cache marks of assistant messages, so they mean nothing elsewhere.
    pub has_unsent_marks: bool,
    /// It did, and goes to another service, which has not kept that.
    pub is_cut_off: bool,
    /// The shape asked of the answer.
    pub output: Option<Box<OutputRequest<'a>>>,
    /// Fields nobody claimed.
    pub extras: Extras<'a>,
}

/// A request for an answer of a certain shape.
#[derive(Clone, Debug, Default)]
pub struct OutputRequest<'a> {
    /// Where it was.
    pub at: At,
    /// JSON Schema of the answer.
    pub schema: Option<Raw<'a>>,
    /// A name for the schema.
    pub name: Option<Text<'a>>,
    /// Whether the answer must follow the schema, and where that was said. `None`: nothing was said.
    pub strict: Option<(bool, At)>,
    /// The class the schema was made from, such as `myapp.models.Report`. Never imported.
    pub class: Option<Text<'a>>,
    /// Fields nobody claimed.
    pub extras: Extras<'a>,
}

impl OutputRequest<'_> {
    /// Where it was said that the answer must follow the schema.
    #[must_use]
    pub fn strict_at(&self) -> Option<At> {
        self.strict.and_then(|(is_strict, at)| is_strict.then_some(at))
    }
}

impl<'a> Conversation<'a> {
    /// Where a text is in the record, or else the place `at` of what it belongs to: `/messages/0/name` and `/messages/0`.
    #[must_use]
    pub fn place(&self, text: &Text<'_>, at: At) -> At {
        text.token().map_or(at, |token| self.place_of(token, at))
    }

    /// The same of the arguments of a call.
    #[must_use]
    pub fn place_of_arguments(&self, call: &ToolCall<'_>) -> At {
        match &call.arguments {
            Arguments::Encoded(text) => self.place(text, call.at),
            Arguments::Object(raw) => self.place_of(raw.as_str(), call.at),
        }
    }

    fn place_of(&self, text: &str, at: At) -> At {
        // What is before it is not a member of it: a call may have the id of its message.
        let span =
            RecordText::new(self.source).span_of(text).filter(|span| at.offset().is_none_or(|at| at < span.start));
        let Some(span) = span else { return at };
        // A string begins with its quote.
        let before = span.start.checked_sub(1);
        At::byte(before.filter(|&at| self.source.as_bytes().get(at) == Some(&b'"')).unwrap_or(span.start))
    }

    /// True for the answer of a service alone, as it was recorded: nothing can have followed it yet.
    #[must_use]
    pub fn is_answer(&self) -> bool {
        matches!(self.shape, "response" | "completion" | "batch-result")
    }

    /// It goes to another service than the one that kept what came before.
    pub fn leave_service(&mut self) {
        self.is_cut_off |= std::mem::take(&mut self.continues);
    }

    /// All parts of all messages, in order, those inside tool results not included.
    pub fn parts(&self) -> impl Iterator<Item = &Part<'a>> {
        self.messages.iter().flat_map(|message| &message.parts)
    }
}
