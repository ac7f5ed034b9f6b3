//! What a format is: a value with its name, its policy, and the functions that read and print its records.
//!
//! ```text
//! static FORMAT: Format = Format {
//!     about: FormatAbout { summary: "…", source: "…", ..FormatAbout::NONE },
//!     ..Format::new("acme", Family::Export, score, read)
//! };
//! ```

use super::dialect::Dialect;
use super::family::Family;
use super::ids::IdRules;
use super::listing::Listing;
use super::media::MediaFn;
use super::program::Program;
use super::reading::Reading;
use super::rows::Rows;
use super::score::Score;
use super::shape::SchemaFn;
use super::signs::{KeySet, RecordSign};
use crate::json::{Node, Out};
use crate::lower::{Outline, Policy};
use crate::model::Conversation;
use crate::report::{FixMethod, Refused, Severity};
use crate::rule::Rule;

/// A shape in which programs keep conversations.
#[derive(Debug)]
pub struct Format {
    /// As users say it: `openai`.
    pub name: &'static str,
    /// Who keeps conversations in it.
    pub family: Family,
    /// What help and documentation say about it.
    pub about: FormatAbout,
    /// Named variants that can be written: `openai:finetune`.
    pub dialects: &'static [Dialect],
    /// The policy: it decides losses, and is printed by `formats` and in the readme.
    pub policy: Policy,
    /// The score of a value as a record of this format.
    pub score: fn(Node<'_, '_>) -> Option<Score>,
    /// How records are arranged in its files.
    pub framing: FramingRules,
    /// Reads a record.
    pub read: ReadFn,
    /// Prints a conversation in the form of this format. `None`: it can only be read; its policy is [`Policy::BASE`] with its name.
    pub print: Option<PrintFn>,
    /// The rules for its conversations.
    pub rules: FormatRules,
    /// What its own program does with conversations in addition to keeping them.
    pub program: Option<&'static Program>,
    /// The places of ids, messages and media files in its records, and their JSON Schema.
    pub shape: FormatShape,
}

/// What help and documentation say about a format.
#[derive(Clone, Copy, Debug)]
pub struct FormatAbout {
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// One line.
    pub summary: &'static str,
    /// Which program and version defines the shape.
    pub source: &'static str,
}

impl FormatAbout {
    /// Nothing.
    pub const NONE: Self = Self { aliases: &[], summary: "", source: "" };
}

/// How records are arranged in the files of a format, apart from the usual framings: lines, arrays, documents.
#[derive(Clone, Copy, Debug)]
pub struct FramingRules {
    /// A line of JSONL may be one message instead of one conversation: `Some` says how to tell.
    pub is_message: Option<fn(Node<'_, '_>) -> bool>,
    /// A file is a session of lines (`is_message`): one damaged line does not make the others unreadable.
    pub is_session: bool,
    /// The session of a row, if neighbouring rows of one session are one record.
    pub session_of: Option<SessionOf>,
    /// A record may be a text file: true for the beginning of one. `None`: records are JSON.
    pub starts_text: Option<fn(&str) -> bool>,
}

impl FramingRules {
    /// Each JSON value is a record.
    pub const NONE: Self = Self { is_message: None, is_session: false, session_of: None, starts_text: None };
}

/// The rules for the conversations of a format.
#[derive(Clone, Copy, Debug)]
pub struct FormatRules {
    /// The rules of its own program or service.
    pub own: &'static [&'static Rule],
    /// Rules a conversation must not break before it is written; the record is rejected otherwise.
    pub requires: &'static [&'static Rule],
}

impl FormatRules {
    /// There are none.
    pub const NONE: Self = Self { own: &[], requires: &[] };
    /// Calls must have results: the base for declarations with [`Format::service`] and [`Format::session`].
    pub const PAIRED: Self = Self { requires: crate::rule::PAIRING, ..Self::NONE };
}

/// The shape of the records of a format: the places of ids, messages and media files, and the JSON Schema.
#[derive(Clone, Copy, Debug)]
pub struct FormatShape {
    /// The places of ids in its records.
    pub ids: Option<&'static IdRules>,
    /// The place of the messages in its records. `None`: a record keeps its container.
    pub listing: Option<&'static Listing>,
    /// The places of media files in its records. `None`: it has none.
    pub media: Option<MediaFn>,
    /// Prints the JSON Schema of a record. `None`: its records are not JSON.
    pub schema: Option<SchemaFn>,
    /// Each record and message has one of these signs; others are not examined. Empty: all are.
    pub(super) signs: &'static [RecordSign],
    /// The columns that the user named, in rows alone.
    pub columns: Option<&'static Rows>,
}

impl FormatShape {
    /// Nothing is declared.
    pub const NONE: Self = Self { ids: None, listing: None, media: None, schema: None, signs: &[], columns: None };
    /// Records are sessions of lines, in which no list of messages can be replaced: the base for declarations with
    /// [`Format::session`].
    pub const SESSION: Self = Self { listing: Some(&Listing::NONE), ..Self::NONE };
}

/// Finds the session of a row of a log.
pub type SessionOf = for<'t, 'a> fn(Node<'t, 'a>) -> RowSession<'a>;

/// The session or thread, and the trace of a row of a log, as they are written: `"s1"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowSession<'a> {
    /// The session or thread.
    pub session: Option<&'a str>,
    /// The trace. It counts where a row has no session.
    pub trace: Option<&'a str>,
    /// It has no messages, such as the run of a tool, and belongs to the row before it.
    pub is_beside: bool,
}

/// Turns a record into the model. Fails only if it cannot be understood; what is odd becomes a diagnostic in the report.
pub type ReadFn = for<'t, 'a> fn(Node<'t, 'a>, &mut Reading<'_>) -> Result<Conversation<'a>, Refused>;

/// Prints a conversation in the form of its target, as one JSON value. The dialect is one of the format's own.
pub type PrintFn = fn(&Outline<'_>, Option<&'static str>, &mut Out);

impl Format {
    /// The dialect with this name.
    #[must_use]
    pub fn dialect(&self, name: Option<&str>) -> Option<&'static Dialect> {
        self.dialects.iter().find(|dialect| Some(dialect.name) == name)
    }

    /// True if its library generates ids for messages without one, as older releases stored them.
    #[must_use]
    pub fn makes_message_ids(&self) -> bool {
        let method = |rule: &Rule| rule.code.fix.method().map(|(_, method)| method);
        self.rules.own.iter().any(|rule| method(rule) == Some(FixMethod::MessageIds))
    }

    /// `session_of`, if a row is a request to a model or a step next to one. In other formats a row is a message.
    #[must_use]
    pub fn sessions_of_requests(&self) -> Option<SessionOf> {
        self.framing.session_of.filter(|_| self.framing.is_message.is_none())
    }

    /// True if a record may be a text that is not JSON.
    #[must_use]
    pub fn is_text(&self) -> bool {
        self.framing.starts_text.is_some()
    }

    /// False for a message with these keys that cannot be one of this format.
    pub(super) fn may_have(&self, keys: KeySet) -> bool {
        self.shape.signs.is_empty() || self.shape.signs.iter().any(|sign| sign.may_be_in(keys))
    }

    /// True if a chat service takes it: what other programs would send to a service is written, rather than what they
    /// store.
    #[must_use]
    pub const fn is_service(&self) -> bool {
        matches!(self.family, Family::Service)
    }

    /// False for formats that can only be read.
    #[must_use]
    pub fn can_write(&self) -> bool {
        self.print.is_some()
    }

    /// The policy of the dialect with this name, or of the format itself.
    #[must_use]
    pub fn policy_of(&self, dialect: Option<&str>) -> &Policy {
        self.dialect(dialect).and_then(|dialect| dialect.policy).unwrap_or(&self.policy)
    }

    /// The severity of a rule of its service: other services of the format may accept what is only stored.
    #[must_use]
    pub fn refusal(&self, is_sending: bool) -> Severity {
        let is_shared = self.dialects.iter().any(|dialect| dialect.is_other_service);
        if is_shared && !is_sending { Severity::Warning } else { Severity::Error }
    }

    /// Reads a record.
    ///
    /// # Errors
    /// It cannot be understood.
    pub fn read_record<'a>(&self, root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
        reading.columns = self.shape.columns;
        (self.read)(root, reading)
    }

    /// A format that has only a reader, unless it says how it is written.
    #[must_use]
    pub const fn new(
        name: &'static str,
        family: Family,
        score: fn(Node<'_, '_>) -> Option<Score>,
        read: ReadFn,
    ) -> Self {
        Self {
            name,
            family,
            about: FormatAbout::NONE,
            dialects: &[],
            policy: Policy { name, ..Policy::BASE },
            score,
            framing: FramingRules::NONE,
            read,
            print: None,
            rules: FormatRules::NONE,
            program: None,
            shape: FormatShape::NONE,
        }
    }

    /// A format of a chat service, which rejects calls without results.
    #[must_use]
    pub const fn service(
        name: &'static str,
        score: fn(Node<'_, '_>) -> Option<Score>,
        read: ReadFn,
        print: PrintFn,
    ) -> Self {
        Self { print: Some(print), rules: FormatRules::PAIRED, ..Self::new(name, Family::Service, score, read) }
    }

    /// A format whose files are sessions of lines: one damaged line does not make the others unreadable.
    #[must_use]
    pub const fn session(
        name: &'static str,
        score: fn(Node<'_, '_>) -> Option<Score>,
        is_line: fn(Node<'_, '_>) -> bool,
        read: ReadFn,
    ) -> Self {
        Self {
            framing: FramingRules { is_message: Some(is_line), is_session: true, ..FramingRules::NONE },
            rules: FormatRules::PAIRED,
            shape: FormatShape::SESSION,
            ..Self::new(name, Family::Session, score, read)
        }
    }
}
