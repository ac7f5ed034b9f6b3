//! Tasks other than conversion: chat lists as a program sends them, copies with new ids.

use std::collections::HashSet;

use uuid::Uuid;

use super::super::edit::{Copies, EditRecord, copy, with_edits};
use super::super::ids::Ids;
use super::super::records::RecordPiece;
use super::super::select_branch::{Branches, ChosenBranch, chosen, select};
use super::options::{CopyTask, ListTask};
use super::worker::ConvertWorker;
use crate::format::{Copying, FORMATS, Fact, Format, Framing, ListOptions, Program, Writing, iso_time, write_record};
use crate::json::{At, Layout, Out, Tape};
use crate::model::{Conversation, Message, uuid_v5};
use crate::report::{Refused, loss};

/// The format whose program generates chat lists, for records of formats without a program.
fn speaker(format: &'static Format) -> Option<(&'static Format, &'static Program)> {
    let own = std::iter::once(&format).chain(FORMATS);
    own.into_iter().find_map(|format| Some((*format, format.program?)))
}

/// An id in the notation of the program.
pub(super) fn normal_id(format: &Format, id: &str) -> String {
    format.shape.ids.and_then(|ids| (ids.normal)(id)).unwrap_or_else(|| id.to_owned())
}

impl ConvertWorker<'_> {
    /// Writes the chat list of a record.
    pub(super) fn list(
        &mut self,
        piece: &RecordPiece<'_>,
        task: &ListTask,
        format: &'static Format,
        conversation: &Conversation<'_>,
    ) -> Result<(), Refused> {
        let Some((speaker, program)) = speaker(format) else {
            return Err(Refused::new(&loss::CANNOT_HOLD, At::byte(0), "no program makes a chat list of such a record"));
        };
        let mut tapes = (Tape::new(), Tape::new(), Tape::new());
        let branch = match &self.plan.options.selection.branches.branches {
            Branches::Named(name) => Some(name.as_str()),
            Branches::Active | Branches::All | Branches::Tree => None,
        };
        let parsed = |json: &Option<String>| json.clone().unwrap_or_default();
        let (new, schema) = (parsed(&task.new), parsed(&task.schema));
        let list = ListOptions {
            is_prepared: task.is_prepared,
            is_contents: task.is_contents,
            branch,
            order: task.order.as_deref(),
            new: tapes.0.parse(&new).ok(),
            schema: tapes.1.parse(&schema).ok(),
            now: self.plan.options.generated.now,
        };
        // Messages of another format first become those of the program.
        let mut own = Out::new(Layout::Compact);
        let is_own = speaker.name == format.name;
        if !is_own {
            if !task.is_prepared {
                let text = format!("`prepare` renders {} conversations; this is {}", speaker.name, format.name);
                return Err(Refused::new(&loss::CANNOT_HOLD, At::byte(0), text));
            }
            let write = crate::format::WriteOptions::default();
            let mut writing = Writing::new(&mut own, &mut self.part, &write, &mut self.reader.scratch);
            write_record(speaker, conversation, &mut writing)?;
        }
        let text = std::str::from_utf8(own.as_bytes()).unwrap_or_default();
        let root = if is_own { self.reader.tape.root(conversation.source.text) } else { tapes.2.parse(text).ok() };
        let Some(root) = root else { return Ok(()) };
        self.draft.start_value();
        let options = self.plan.options.write;
        let mut losses = crate::report::Report::keeping(u64::MAX);
        let report = if is_own { &mut self.part } else { &mut losses };
        let mut writing = Writing::new(&mut self.draft, report, &options, &mut self.reader.scratch);
        (program.list)(root, &list, &mut writing)?;
        // Places in a generated text only identify the record.
        for loss in losses.kept() {
            let message = loss.message.clone();
            self.part.add(loss.code, At::byte(0), || message);
        }
        self.finish_draft(piece);
        Ok(())
    }

    /// Copies messages, or gives a branch a fork.
    pub(super) fn copies(
        &mut self,
        piece: &RecordPiece<'_>,
        task: &CopyTask,
        format: &'static Format,
        conversation: &Conversation<'_>,
    ) -> Result<(), Refused> {
        let branches = &self.plan.options.selection.branches;
        if let Some(program) = format.program.filter(|_| !conversation.branches.is_empty() && task.messages.is_empty())
        {
            let forks = self.forks(conversation, task, format, program)?;
            self.put(piece, &with_edits(conversation.source.text, forks), piece.is_sequence);
            return Ok(());
        }
        if task.is_fork() {
            let refused = Refused::new(&loss::CANNOT_HOLD, At::byte(0), "the record has no branches to fork");
            return Err(refused.helping("convert it to a flow: turnwise convert --to lionpride --container flow"));
        }
        if conversation.source.shape == "contents" {
            let refused =
                Refused::new(&loss::CANNOT_HOLD, At::byte(0), "contents without messages around them have no ids");
            return Err(refused.helping("convert them to messages: turnwise convert --to lionpride --container pile"));
        }
        let source = conversation.source.text;
        let Some(root) = self.reader.tape.root(source) else { return Ok(()) };
        let record = EditRecord { format, conversation, root, text: source, is_sequence: piece.is_sequence };
        let mut selected = conversation.clone();
        if let Branches::Named(_) = branches.branches {
            let places = chosen(branches, conversation, false)?;
            let place = places.and_then(|places| places.first().copied()).unwrap_or_default();
            let branch = ChosenBranch { index: place, written: &[], is_effective: false };
            select(&mut selected, branch, &mut crate::report::Report::default());
        }
        let is_whole = task.messages.is_empty() && !matches!(branches.branches, Branches::Named(_));
        let copies = Copies {
            messages: self.copied(&selected, task, format)?,
            // Otherwise two records would have the same id.
            record_id: is_whole.then(|| {
                let old = conversation.id.as_ref().map(|id| id.decode().into_owned());
                let is_renamed = old.is_some() && format.policy.has(Fact::MessageIds);
                if is_renamed { self.new_id(source, old.as_deref(), usize::MAX) } else { String::new() }
            }),
            is_list: self.plan.frame.framing == Framing::Messages,
        };
        let (text, is_same_shape) = copy(&record, &copies, &mut self.part)?;
        self.report_copies(&copies, format);
        self.put(piece, &text, piece.is_sequence && is_same_shape);
        Ok(())
    }

    /// The copied messages, and the options of the copy.
    fn copied<'c, 'a>(
        &self,
        conversation: &'c Conversation<'a>,
        task: &CopyTask,
        format: &Format,
    ) -> Result<Vec<(&'c Message<'a>, Copying)>, Refused> {
        let mut wanted: HashSet<String> = task.messages.iter().map(|id| normal_id(format, id)).collect();
        let is_all = wanted.is_empty();
        let mut is_wanted = |message: &&Message<'_>| {
            is_all || message.details().id.as_ref().is_some_and(|id| wanted.remove(&normal_id(format, &id.decode())))
        };
        let messages: Vec<_> = conversation.messages.iter().filter(|message| is_wanted(message)).collect();
        if let Some(missing) = task.messages.iter().find(|id| wanted.contains(&normal_id(format, id))) {
            let text = match &self.plan.options.selection.branches.branches {
                Branches::Named(branch) => format!("no message of the branch `{branch}` has the id `{missing}`"),
                Branches::Active | Branches::All | Branches::Tree => format!("no message has the id `{missing}`"),
            };
            return Err(Refused::new(&loss::CANNOT_HOLD, At::byte(0), text));
        }
        let now = iso_time(self.plan.options.generated.now);
        let has_ids = format.policy.has(Fact::MessageIds);
        let copying = |(message, place): (&'c Message<'a>, usize)| {
            let old = message.details().id.as_ref().map(|id| id.decode().into_owned());
            let id = if has_ids { self.new_id(conversation.source.text, old.as_deref(), place) } else { String::new() };
            (message, Copying { id, now: now.clone(), sender: task.sender.clone() })
        };
        Ok(messages.into_iter().zip(0..).map(copying).collect())
    }

    /// Reports content that copies cannot represent.
    fn report_copies(&mut self, copies: &Copies<'_, '_>, format: &Format) {
        if format.program.is_some() {
            return;
        }
        for (message, copying) in &copies.messages {
            let report = &mut self.part;
            report.add(&loss::LINEAGE, message.at, || "the message that was copied is not recorded".to_owned());
            if let Some(sender) = &copying.sender {
                report.add(&loss::NAME, message.at, || format!("the sender `{sender}` is dropped"));
            }
        }
    }

    pub(super) fn new_id(&self, source: &str, old: Option<&str>, place: usize) -> String {
        match (self.plan.options.content.ids, old) {
            (Ids::Stable, Some(old)) => uuid_v5(&Uuid::NAMESPACE_OID, format!("copy of {old}").as_bytes()).to_string(),
            (Ids::Stable, None) => crate::format::shared::IdMaker::new(source).message(place, 1),
            (Ids::Keep | Ids::New, _) => Uuid::new_v4().to_string(),
        }
    }
}
