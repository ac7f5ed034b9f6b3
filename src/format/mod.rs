//! Floor 5: the formats. One folder each, with the same rooms: `mod.rs` (facts), `read.rs`, `write.rs`, `rules.rs`.
//!
//! A format is a value, not a type: it can be listed, compared, printed and tested as a table. Add one: a declaration of `rows`
//! or `turn_lists`, or a folder; and a line in `registry.rs`.

mod accepted;
mod ag_ui;
mod alpaca;
mod anthropic;
mod atif;
mod bedrock;
mod chat_text;
mod chatgpt;
mod chatml;
mod claude_ai;
mod claude_code;
mod codex;
pub mod columns;
mod constructors;
mod container;
mod detect;
mod detect_sample;
mod dialect;
mod family;
mod folder;
mod foreign;
mod foreign_formats;
mod framing;
mod gemini;
mod gemini_cli;
mod gemma;
mod harmony;
mod hf;
mod hf_sts;
mod human_assistant;
pub mod ids;
mod keprompt;
mod keprompt_chat;
mod keprompt_company;
mod keprompt_prompt;
mod keprompt_statements;
mod lionpride;
pub mod listing;
mod llama3;
mod llamafactory_v1;
mod media;
mod missing_member;
mod mistral_text;
mod ms_swift;
mod nested;
mod openai;
mod openai_responses;
mod opencode;
mod openhands;
mod patterpunk;
mod pi;
mod picklebot;
mod program;
mod registry;
mod request_log;
pub mod rows;
mod schema;
mod score;
pub mod sessions;
pub mod shape;
pub mod shared;
mod sharegpt;
mod signs;
mod swe_agent;
pub mod trainers;
pub mod turn_lists;
mod zephyr;

#[cfg(test)]
mod shared_tests;

use crate::lower::Outline;
pub use crate::lower::{Fact, FactSupport, LogShape, Mode, Policy};
pub use accepted::AcceptedForm;
pub use claude_code::AgentSession;
pub use container::Container;
pub use detect::{Candidate, Detected, PlainRecords, detect, has_covering, keep_covering, refuse_silent, score_all};
pub use dialect::Dialect;
pub use family::Family;
pub use folder::{AttachFn, Attached, DescribeFn, FOLDERS, Folder, SessionEntry, SessionName, folder_of, is_file_name};
pub use foreign::{foreign, response_id};
pub(crate) use foreign_formats::GEMINI_STREAMS;
pub use foreign_formats::{FOREIGN, ForeignFormat};
pub use framing::{Framing, find_framing, session_format};
pub use ids::{IdRules, Site, Sites, Usage};
pub use listing::Listing;
pub use media::{AllowedMedia, InlineEdits, MediaFn, MediaPlace, MediaState, TypePlace, Word};
pub use program::{
    ChatText, CopyFn, Copying, ForkFn, FormFn, ListFn, ListOptions, NewMember, Program, SpeakFn, Speaking, iso_time,
    utc_now, utc_seconds,
};
pub use registry::{FORMATS, SENT, by_name, names, programmed, read_by_name, sent_names, writable, writable_names};
pub use schema::SchemaFn;
pub use score::Score;
pub(crate) use shared::batch_failure;
pub(crate) use shared::time::{IsoTime, epoch_seconds, read_iso};
pub use trainers::{TRAINERS, Trainer, trainer};

/// Losses that only some formats have.
pub static OWN_LOSSES: &[&crate::report::Code] = &[&keprompt::MODEL_NAME];

use crate::json::{Node, Out, Tape};
use crate::model::Conversation;
use crate::report::{Refused, Report, Severity};
use crate::rule::Rule;
use crate::rule::pairs::PairedCalls;

/// A shape in which programs keep conversations.
#[derive(Debug)]
pub struct Format {
    /// As users say it: `openai`.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// One line.
    pub summary: &'static str,
    /// Who keeps conversations in it.
    pub family: Family,
    /// Which program and version defines the shape.
    pub source: &'static str,
    /// Named variants that can be written: `openai:finetune`.
    pub dialects: &'static [Dialect],
    /// The policy: it decides losses, and is printed by `formats` and in the readme.
    pub policy: Policy,
    /// The score of a value as a record of this format.
    pub score: fn(Node<'_, '_>) -> Option<Score>,
    /// A line of JSONL may be one message instead of one conversation: `Some` says how to tell.
    pub is_message: Option<fn(Node<'_, '_>) -> bool>,
    /// Reads a record.
    pub read: ReadFn,
    /// Prints a conversation in the form of this format. `None`: it can only be read; its policy is [`Policy::BASE`] with its name.
    pub print: Option<PrintFn>,
    /// The rules of its own program or service.
    pub rules: &'static [&'static Rule],
    /// Rules a conversation must not break before it is written; the record is refused otherwise.
    pub requires: &'static [&'static Rule],
    /// A chat service takes it: what other programs would send to a service is written, rather than what they store.
    pub is_service: bool,
    /// What its own program does with conversations beside keeping them.
    pub program: Option<&'static Program>,
    /// The places of ids in its records.
    pub ids: Option<&'static IdRules>,
    /// The place of the messages in its records. `None`: a record keeps its container.
    pub listing: Option<&'static Listing>,
    /// The places of media files in its records. `None`: it has none.
    pub media: Option<MediaFn>,
    /// Prints the JSON Schema of a record. `None`: its records are not JSON.
    pub schema: Option<SchemaFn>,
    /// A record may be a text file: true for the beginning of one. `None`: records are JSON.
    pub starts_text: Option<fn(&str) -> bool>,
    /// A file is a session of lines (`is_message`), of which a damaged one does not make the others unreadable.
    pub is_session: bool,
    /// The columns that the user named, in rows alone.
    pub columns: Option<&'static rows::Rows>,
}

impl Format {
    /// The dialect with this name.
    #[must_use]
    pub fn dialect(&self, name: Option<&str>) -> Option<&'static Dialect> {
        self.dialects.iter().find(|dialect| Some(dialect.name) == name)
    }

    /// True if a record may be a text that is not JSON.
    #[must_use]
    pub fn is_text(&self) -> bool {
        self.starts_text.is_some()
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
        reading.columns = self.columns;
        (self.read)(root, reading)
    }

    /// Writes a conversation as one JSON value, and reports what is lost.
    ///
    /// # Errors
    /// The format has no valid form for it.
    pub fn write_record(&self, conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
        self.write_paired(&PairedCalls::new(conversation), writing)
    }

    /// The dialect that a record with several answers is of: the format's own lines of preferences stay that.
    fn own_dialect(&self, conversation: &Conversation<'_>, options: &WriteOptions) -> Option<&'static str> {
        let is_own = conversation.origin == self.name && !conversation.other_answers().is_empty();
        let is_kept = is_own && options.container != Container::List;
        self.dialects.iter().map(|dialect| dialect.name).find(|name| is_kept && *name == conversation.source.shape)
    }

    /// The same, where calls and results may be paired already.
    ///
    /// # Errors
    /// The format has no valid form for it.
    pub fn write_paired(&self, paired: &PairedCalls<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
        let dialect = writing.options.dialect.or_else(|| self.own_dialect(paired.conversation, writing.options));
        let policy = self.policy_of(dialect);
        let code = policy_of(paired.conversation.origin).and_then(|policy| policy.service_code);
        match crate::lower::with_hosted_code(paired, code, policy, writing.report) {
            Some(hosted) => self.write_lowered(&PairedCalls::new(&hosted), dialect, policy, writing),
            None => self.write_lowered(paired, dialect, policy, writing),
        }
    }

    fn write_lowered(
        &self,
        paired: &PairedCalls<'_>,
        dialect: Option<&'static str>,
        policy: &Policy,
        writing: &mut Writing<'_>,
    ) -> Result<(), Refused> {
        let Some(print) = self.print else {
            let why = format!("{} can only be read", self.name);
            return Err(Refused::new(&crate::report::loss::CANNOT_HOLD, crate::json::At::byte(0), why));
        };
        let options = crate::lower::LoweringOptions {
            is_list: writing.options.container == Container::List,
            is_reasoning_text: writing.options.is_reasoning_text,
            is_lossy: writing.options.is_lossy,
            log: writing.options.log,
            mode: writing.options.mode,
            settings: settings_of(paired.conversation.origin).filter(|_| !writing.options.drops_settings),
            has_needed: writing.options.has_needed,
        };
        let others = crate::lower::held_answers(paired.conversation, policy);
        let others: Vec<_> = others.iter().map(PairedCalls::new).collect();
        let answers = (paired, others.as_slice());
        let outline = crate::lower::lower_with_answers(answers, policy, &options, writing.scratch, writing.report)?;
        let start = writing.out.len();
        match self.columns {
            Some(rows) => rows::print_row(rows, &outline, writing.out),
            None => print(&outline, dialect, writing.out),
        }
        if outline.has_halves {
            replace_halves(start, writing.out);
        }
        Ok(())
    }
}

/// True if a text that is not JSON begins like a record of a format.
#[must_use]
pub fn starts_text(text: &str) -> bool {
    let first = text.trim_start();
    if first.starts_with(['{', '"']) || (first.starts_with('[') && !first.starts_with("[INST]")) {
        return false;
    }
    FORMATS.iter().filter_map(|format| format.starts_text).any(|starts| starts(text))
}

/// The settings of requests of the format with this name.
#[must_use]
pub fn settings_of(name: &str) -> Option<&'static crate::lower::RequestSettings> {
    policy_of(name)?.settings
}

fn policy_of(name: &str) -> Option<&'static Policy> {
    Some(&FORMATS.iter().find(|format| format.name == name)?.policy)
}

/// The columns of the formats that have rows of a table.
static ROWS: &[(&str, &columns::ProfileColumns)] = &[(openai::NAME, &openai::ROW)];

/// The columns of a record of a format as a row of a table.
#[must_use]
pub fn columns_of(format: &Format) -> Option<&'static columns::ProfileColumns> {
    ROWS.iter().find(|(name, _)| *name == format.name).map(|(_, columns)| *columns)
}

/// All columns that rows may have.
pub fn row_columns() -> impl Iterator<Item = &'static columns::ProfileColumns> {
    ROWS.iter().map(|(_, columns)| *columns)
}

/// Writes U+FFFD for halves of surrogate pairs in what was written after `start`.
fn replace_halves(start: usize, out: &mut Out) {
    let written = out.as_bytes().get(start..).and_then(|written| std::str::from_utf8(written).ok());
    if let Some(whole) = written.and_then(crate::json::replace_halves) {
        out.replace(start, &whole);
    }
}

/// Turns a record into the model. Fails only if it cannot be understood; what is odd becomes a diagnostic in the report.
pub type ReadFn = for<'t, 'a> fn(Node<'t, 'a>, &mut Reading<'_>) -> Result<Conversation<'a>, Refused>;

/// Prints a conversation in the form of its target, as one JSON value. The dialect is one of the format's own.
pub type PrintFn = fn(&Outline<'_>, Option<&'static str>, &mut Out);

/// The state of a reader.
#[derive(Debug)]
pub struct Reading<'r> {
    /// Receives findings.
    pub report: &'r mut Report,
    /// For JSON inside strings.
    pub scratch: &'r mut Tape,
    /// The columns of rows, if the user named them.
    pub columns: Option<&'static rows::Rows>,
}

impl Reading<'_> {
    /// True for null, with which data frames fill members that a record does not have; in requests it is a value.
    #[must_use]
    #[inline]
    pub fn is_absent(&self, node: Node<'_, '_>) -> bool {
        node.is_null() && !self.report.names_data_set_forms()
    }
}

/// The state of a writer.
#[derive(Debug)]
pub struct Writing<'w> {
    /// Receives the text.
    pub out: &'w mut Out,
    /// Receives losses.
    pub report: &'w mut Report,
    /// The options.
    pub options: &'w WriteOptions,
    /// For JSON inside strings.
    pub scratch: &'w mut Tape,
}

impl<'w> Writing<'w> {
    /// Everything that is needed to write a conversation.
    pub fn new(out: &'w mut Out, report: &'w mut Report, options: &'w WriteOptions, scratch: &'w mut Tape) -> Self {
        Self { out, report, options, scratch }
    }
}

/// Options of a writer.
#[derive(Clone, Copy, Debug, Default)]
pub struct WriteOptions {
    /// The dialect, one of the format's own.
    pub dialect: Option<&'static str>,
    /// Which container to write.
    pub container: Container,
    /// Write reasoning as visible text where it has no place of its own.
    pub is_reasoning_text: bool,
    /// Leave out and report what would otherwise make the record unwritable.
    pub is_lossy: bool,
    /// Which of its forms to write, where its program has several. `None`: the one it was read in, or the usual one.
    pub mode: Option<Mode>,
    /// The part of an event stream that is written.
    pub log: LogShape,
    /// Drop the settings of requests, also those that the target has in common with the source.
    pub drops_settings: bool,
    /// A setting that the target needs is added to the output later.
    pub has_needed: bool,
}
