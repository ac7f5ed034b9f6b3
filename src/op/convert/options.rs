//! The options of a conversion.

use std::sync::Arc;

use super::super::ids::Ids;
use super::super::input::Input;
use super::super::layout::OutputArrangement;
use super::super::outcome::OnError;
use super::super::pass::PassOptions;
use super::super::select_branch::{BranchChoice, Branches};
use super::super::time_range::TimeRange;
use crate::format::{ChatText, Container, Format, Framing, LogShape, WriteOptions, folder_of};
use crate::json::SetMember;
use crate::op::media::Embedding;
use crate::statements::ProgramReading;
use crate::stream::Redactor;

/// Options of [`super::run`].
#[derive(Clone, Debug)]
pub struct ConvertOptions {
    /// The target.
    pub to: &'static Format,
    /// Options of the writer.
    pub write: WriteOptions,
    /// The task for each record.
    pub task: Task,
    /// The conversations that are written.
    pub selection: ConversationSelection,
    /// What happens to the content of conversations.
    pub content: ContentOptions,
    /// What happens to the members of records.
    pub members: MemberOptions,
    /// Texts and times that the input does not have.
    pub generated: GeneratedContent,
    /// The way in which programs are read.
    pub programs: Option<Arc<ProgramReading>>,
    /// How records are processed.
    pub pass: PassOptions,
    /// The codes of allowed losses: a record with any other loss is a bad record. `None`: losses are only reported.
    pub strict: Option<Vec<String>>,
    /// The arrangement of records in the output.
    pub output: OutputArrangement,
    /// What differs if the command has other inputs, too.
    pub others: OtherInputs,
}

/// The conversations that are written.
#[derive(Clone, Debug, Default)]
pub struct ConversationSelection {
    /// The branches that are written.
    pub branches: BranchChoice,
    /// Conversations without a message in this time range are skipped.
    pub times: TimeRange,
}

/// What happens to the content of conversations.
#[derive(Clone, Debug, Default)]
pub struct ContentOptions {
    /// Repair histories that services reject.
    pub repair: bool,
    /// Whether ids are kept, dropped or generated.
    pub ids: Ids,
    /// References to media files become bytes.
    pub embedding: Option<Embedding>,
    /// What is done about keys, tokens and passwords in the input.
    pub secrets: SecretHandling,
}

/// What happens to the members of records.
#[derive(Clone, Debug, Default)]
pub struct MemberOptions {
    /// Keys of members of the source records that are copied to the output records.
    pub copied: Vec<String>,
    /// Members that are set in the output records.
    pub set: Vec<SetMember>,
    /// Records become rows of a table, or such rows become records again. `None`: neither.
    pub profile: Option<Profile>,
}

impl MemberOptions {
    /// True if records are also changed before they are read, or after they are written.
    pub(super) fn changes_records(&self) -> bool {
        !self.set.is_empty() || self.profile.is_some()
    }
}

/// Texts and times that the input does not have.
#[derive(Clone, Copy, Debug, Default)]
pub struct GeneratedContent {
    /// The text that a chat service receives.
    pub words: ChatText,
    /// The present time, in seconds since 1970. `None`: the time of the clock.
    pub now: Option<i64>,
    /// The time, in seconds since 1970, of messages without one, if the target's program generates another one at each
    /// reading and no message has a time. `None`: such messages are written without one.
    pub missing_times: Option<i64>,
}

/// What differs if the command has other inputs, too.
#[derive(Clone, Copy, Debug, Default)]
pub struct OtherInputs {
    /// The output also contains other results, before or after this one.
    pub is_joined: bool,
    /// Compute [`ConversionResults::message_keys`](crate::op::ConversionResults::message_keys).
    pub has_message_keys: bool,
}

/// What is done about keys, tokens and passwords in the input.
#[derive(Clone, Debug, Default)]
pub enum SecretHandling {
    /// They are not searched for.
    #[default]
    Ignored,
    /// They are findings.
    Reported,
    /// They are replaced before any other step.
    Redacted(Redactor),
}

impl SecretHandling {
    /// True if they are findings.
    pub(super) fn is_reported(&self) -> bool {
        matches!(self, Self::Reported)
    }
}

/// The task for each record.
#[derive(Clone, Debug)]
pub enum Task {
    /// Convert it.
    Convert,
    /// Write the chat list that its program would send.
    List(ListTask),
    /// Copy its messages, with new ids.
    Copy(CopyTask),
}

impl ConvertOptions {
    /// A conversion to `to` with default options.
    #[must_use]
    pub fn new(to: &'static Format) -> Self {
        Self {
            to,
            write: WriteOptions { container: Container::Kept, ..WriteOptions::default() },
            task: Task::Convert,
            selection: ConversationSelection::default(),
            content: ContentOptions::default(),
            members: MemberOptions::default(),
            generated: GeneratedContent::default(),
            programs: None,
            pass: PassOptions::default(),
            strict: None,
            output: OutputArrangement::default(),
            others: OtherInputs::default(),
        }
    }

    /// The framing in which the target stores a conversation of another format, if that has one message per line.
    #[must_use]
    pub fn own_framing(&self, input: &Input) -> Option<Framing> {
        let is_other = input.usual.is_some_and(|format| format.name != self.to.name);
        let is_free = self.write.container == Container::Kept;
        let is_file = folder_of(self.to).is_some() || self.to.framing.is_session;
        (is_free && is_other && is_file).then_some(Framing::Messages)
    }

    /// The framing of piles and flows for an input with one message per line.
    #[must_use]
    pub fn container_framing(&self, input: &Input) -> Option<Framing> {
        let is_value = self.write.container.is_of_program() && input.framing == Framing::Messages;
        let framing =
            if self.selection.branches.branches == Branches::All { Framing::Lines } else { Framing::Document };
        is_value.then_some(framing)
    }

    /// Records of the target's format need no writing: their bytes are the result.
    pub(super) fn is_copy(&self) -> bool {
        self.is_edit() && self.asks_nothing()
    }

    /// The setting that the target requires is set by the user.
    pub(super) fn sets_needed(&self) -> bool {
        let needed = self.to.policy.record.settings.and_then(|settings| settings.place(settings.needs?.0));
        needed.is_some_and(|row| self.members.set.iter().any(|set| set.is_at(row.path)))
    }

    pub(super) fn asks_nothing(&self) -> bool {
        self.keeps_container()
            && self.content.ids == Ids::Keep
            && self.write.mode.is_none()
            && self.write.dialect.is_none()
            && self.content.embedding.is_none()
            && self.keeps_branches()
    }

    /// The dialect differs from the format only in members next to the messages.
    pub(super) fn is_dialect_edit(&self) -> bool {
        let dialect = self.to.dialect(self.write.dialect);
        dialect.is_some_and(|dialect| dialect.edit.is_some())
    }

    /// Records of the target's format stay in their container.
    pub(super) fn keeps_container(&self) -> bool {
        let has_bodies = self.to.shape.listing.is_some_and(|listing| !listing.key.is_empty());
        let is_body = self.write.container == Container::Body && !has_bodies;
        // A session has one container: its lines.
        self.write.container == Container::Kept || is_body || self.to.framing.is_session
    }

    /// Records may be dropped.
    pub(super) fn leaves_out(&self) -> bool {
        self.pass.on_error == OnError::Skip || !self.selection.times.is_unbounded()
    }

    /// A record may become several.
    pub(super) fn writes_several(&self) -> bool {
        self.selection.branches.branches == Branches::All || self.selection.branches.has_sidechains
    }

    /// Records of the target's format keep all of their branches.
    pub(super) fn keeps_branches(&self) -> bool {
        let BranchChoice { branches, is_effective, has_sidechains } = &self.selection.branches;
        matches!(branches, Branches::Active | Branches::Tree) && !is_effective && !has_sidechains
    }

    /// Records of the target's format are not rewritten: the requested changes are edits of their bytes.
    pub(super) fn is_edit(&self) -> bool {
        (self.write.dialect.is_none() || self.is_dialect_edit()) && self.keeps_records()
    }

    /// Records of the target's format are converted one by one, and programs do not become lists or the reverse.
    pub(super) fn keeps_records(&self) -> bool {
        self.write.log == LogShape::Snapshot
            && self.task.is_convert()
            // A program is text.
            && (!self.to.is_text() || self.asks_nothing())
    }
}

impl Task {
    /// True if records are converted, and no other task is set.
    pub(super) fn is_convert(&self) -> bool {
        matches!(self, Self::Convert)
    }
}

/// A chat list instead of a conversion.
#[derive(Clone, Debug, Default)]
pub struct ListTask {
    /// Prepare the history, instead of writing message by message.
    pub is_prepared: bool,
    /// Write contents as the program stores them.
    pub is_contents: bool,
    /// Ids of the messages, in order.
    pub order: Option<Vec<String>>,
    /// JSON of the content of the next message.
    pub new: Option<String>,
    /// JSON Schema of the class that is requested for the answer.
    pub schema: Option<String>,
}

/// A message that replaces another one in a fork.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMessage {
    /// The id of the replaced message.
    pub id: String,
    /// The new message: `{"content":{…}}`, optionally with metadata, a sender and a recipient.
    pub json: String,
}

/// Copies instead of a conversion.
#[derive(Clone, Debug, Default)]
pub struct CopyTask {
    /// Ids of the messages; empty: all messages.
    pub messages: Vec<String>,
    /// The sender of the copies.
    pub sender: Option<String>,
    /// Name of the branch that a fork gets.
    pub name: Option<String>,
    /// Id of the last message that a fork copies from its source.
    pub until: Option<String>,
    /// Messages that differ in the fork: the id of each, and the new message as JSON.
    pub replace: Vec<NewMessage>,
}

/// The purpose of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// For their format; rows become records again.
    None,
    /// For tables: rows whose columns have one type each.
    Arrow,
}
