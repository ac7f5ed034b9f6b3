//! `merge --messages`: merges records of one conversation into one record.

use std::collections::HashMap;
use std::sync::Arc;

use super::super::diff::KeySeeds;
use super::super::input::Input;
use super::super::outcome::Outcome;
use super::drive::{Examined, Examiner, PassedRecord, ReadRecord, RecordListener, Taker, drive};
use super::joined::ResultContainer;
use super::merge::in_container;
use super::message_list::JoinedConversation;
use super::record_id::record_id;
use super::slots::{Arrangement, ReadSorted};
use super::{WholeEnds, WholeOptions};
use crate::format::{Format, Framing};
use crate::json::Tape;
use crate::op::pass::PassFailure;
use crate::report::{Diagnostic, Report, Start};
use crate::stream::Progress;

/// The criterion for records of one conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupBy {
    /// Those with the same id.
    Id,
    /// All records.
    All,
}

/// How messages are merged.
#[derive(Clone, Copy, Debug)]
pub struct MessageMergeOptions {
    /// The criterion for records of one conversation.
    pub by: GroupBy,
    /// The container of the result.
    pub container: ResultContainer,
    /// A single conversation remains a document if the inputs are documents.
    pub keeps_document: bool,
    /// The number of bytes of memory for records; further records are in a temporary file.
    pub memory: usize,
    /// The maximum number of losses for each code.
    pub keep: u64,
}

/// The result of a merge.
#[derive(Clone, Debug)]
pub struct MessageMergeResult {
    /// Repeated messages, which are not added again.
    pub repeated: u64,
    /// Conversations without an id, which are not merged.
    pub without_id: u64,
    /// The fields of later records that the result lacks.
    pub losses: Report,
    /// The number of bytes of the output.
    pub bytes_out: u64,
}

/// Records that are merged into conversations.
#[derive(Debug)]
pub struct MessageMerge {
    options: MessageMergeOptions,
    records: Arrangement,
    seeds: Arc<KeySeeds>,
    /// The number of the first record by id: about 50 bytes for each.
    firsts: HashMap<u128, u64>,
    /// The number of the first conversation.
    first: Option<u64>,
    added: u64,
    groups: u64,
    without_id: u64,
    inputs: Vec<Arc<str>>,
    formats: Vec<&'static Format>,
    is_documents: bool,
}

/// The properties of a record that determine whether it can be merged.
struct PartFound {
    id: Option<u128>,
    format: &'static Format,
    start: Start,
    /// It has one list of messages: no compared answers, no branches.
    is_one_list: bool,
}

struct PartExaminer(GroupBy, Arc<KeySeeds>);

impl Examiner for PartExaminer {
    type Found = PartFound;

    fn examine(&mut self, record: &mut ReadRecord<'_, '_>) -> PartFound {
        let conversation = record.conversation;
        let id = match self.0 {
            GroupBy::Id => record_id(conversation, record.scratch).map(|id| self.1.of_text(&id)),
            GroupBy::All => None,
        };
        let is_compared = conversation.preference.as_ref().is_some_and(|it| !it.others.is_empty());
        let is_one_list = conversation.branches.len() <= 1 && !is_compared;
        PartFound { id, format: record.format, start: record.start, is_one_list }
    }
}

/// The numbers before the bytes of a record in the sort.
#[derive(Clone, Copy, Debug, Default)]
struct PartHead {
    /// The number of the first record of its conversation.
    group: u64,
    input: u64,
    /// One more than the index of its format; 0: it is not a conversation that can be merged.
    format: u64,
    line: u64,
    column: u64,
    offset: u64,
}

/// The number of bytes of the numbers.
const HEAD: usize = 48;

impl PartHead {
    fn bytes(&self) -> [u8; HEAD] {
        let mut bytes = [0; HEAD];
        let numbers = [self.group, self.input, self.format, self.line, self.column, self.offset];
        for (to, number) in bytes.chunks_exact_mut(8).zip(numbers) {
            to.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    fn read(bytes: &[u8]) -> Self {
        let mut numbers = bytes.chunks_exact(8).map(|chunk| chunk.try_into().map_or(0, u64::from_le_bytes));
        let mut next = || numbers.next().unwrap_or_default();
        Self { group: next(), input: next(), format: next(), line: next(), column: next(), offset: next() }
    }
}

impl Taker<PartFound> for MessageMerge {
    fn take(&mut self, record: &PassedRecord<'_>, examined: Examined<PartFound>) -> Result<bool, PassFailure> {
        let number = self.added;
        let mut head =
            PartHead { group: number, input: (self.inputs.len() as u64).saturating_sub(1), ..PartHead::default() };
        let object;
        let bytes = match examined {
            Examined::Conversation(found) => {
                let Start { line, column, offset } = found.start;
                head = PartHead { group: self.group(found.id), line, column, offset, ..head };
                head.format = if found.is_one_list { self.format(found.format) } else { 0 };
                record.bytes
            }
            Examined::Other => record.bytes,
            Examined::Replaced(text) => {
                object = text;
                object.as_bytes()
            }
            Examined::Failed => {
                self.records.joined.see(record, false);
                return Ok(false);
            }
        };
        let is_first = head.group == number;
        self.records.joined.see(record, is_first);
        if is_first {
            self.records.add_slot(record)?;
            self.groups += 1;
        }
        self.added += 1;
        self.records.add(Some(head.group.to_be_bytes().to_vec()), &[&head.bytes(), bytes].concat())?;
        Ok(is_first)
    }

    fn end_batch(&mut self) -> Result<(), PassFailure> {
        Ok(())
    }
}

impl MessageMerge {
    /// An empty merge.
    #[must_use]
    pub fn new(options: MessageMergeOptions) -> Self {
        Self {
            options,
            records: Arrangement::new(options.memory, false, options.container),
            seeds: Arc::default(),
            firsts: HashMap::new(),
            first: None,
            added: 0,
            groups: 0,
            without_id: 0,
            inputs: Vec::new(),
            formats: Vec::new(),
            is_documents: true,
        }
    }

    /// The number of the first record of the conversation to which the next record belongs.
    fn group(&mut self, id: Option<u128>) -> u64 {
        match (self.options.by, id) {
            (GroupBy::All, _) => *self.first.get_or_insert(self.added),
            (GroupBy::Id, Some(id)) => *self.firsts.entry(id).or_insert(self.added),
            (GroupBy::Id, None) => {
                self.without_id += 1;
                self.added
            }
        }
    }

    fn format(&mut self, format: &'static Format) -> u64 {
        let known = self.formats.iter().position(|known| known.name == format.name);
        let index = known.unwrap_or_else(|| {
            self.formats.push(format);
            self.formats.len() - 1
        });
        index as u64 + 1
    }

    /// Adds the records of an input, whose name is used in messages.
    ///
    /// # Errors
    /// Reading failed, or a temporary file cannot be written. A bad record is not an error here: see [`Outcome::fatal`].
    pub fn add(
        &mut self,
        input: Input,
        name: &str,
        options: WholeOptions,
        note: &mut (dyn FnMut(Diagnostic) + Send),
        progress: &dyn Progress,
    ) -> Result<Outcome, PassFailure> {
        self.inputs.push(name.into());
        self.is_documents &= input.framing == Framing::Document;
        self.records.joined.begin(input.framing, input.source.has_mark());
        let (by, seeds) = (self.options.by, Arc::clone(&self.seeds));
        let listener = RecordListener { note, progress };
        let make = || PartExaminer(by, Arc::clone(&seeds));
        let (outcome, tail) = drive(input, options.pass, listener, make, self)?;
        self.records.joined.end(&tail);
        Ok(outcome)
    }

    /// Writes the conversations, each at the position of its first record.
    ///
    /// # Errors
    /// Records cannot become one conversation, the output cannot be written, or a temporary file cannot be read.
    pub fn finish(self, ends: WholeEnds<'_>) -> Result<MessageMergeResult, PassFailure> {
        let WholeEnds { write, note, progress } = ends;
        let is_document = self.options.keeps_document && self.is_documents && self.groups == 1 && self.inputs.len() > 1;
        let container = if is_document { ResultContainer::Same } else { self.options.container };
        let losses = Report::keeping(self.options.keep);
        let (inputs, formats) = (self.inputs, self.formats);
        let mut joiner = PartJoiner {
            inputs,
            formats,
            tape: Tape::new(),
            other: Tape::new(),
            ahead: None,
            repeated: 0,
            losses,
            note,
        };
        let bytes_out = self.records.finish(write, progress, |read| {
            let Some(bytes) = joiner.next(read)? else { return Ok(None) };
            let bytes = if is_document { bytes.strip_suffix(b"\n").unwrap_or(&bytes) } else { &bytes };
            Ok(Some(in_container(container, bytes)?.into_owned()))
        })?;
        let PartJoiner { repeated, losses, .. } = joiner;
        Ok(MessageMergeResult { repeated, without_id: self.without_id, losses, bytes_out })
    }
}

/// Merges consecutive records.
struct PartJoiner<'n> {
    inputs: Vec<Arc<str>>,
    formats: Vec<&'static Format>,
    tape: Tape,
    other: Tape,
    /// The first record of the next conversation.
    ahead: Option<(PartHead, Vec<u8>)>,
    repeated: u64,
    losses: Report,
    note: &'n mut (dyn FnMut(Diagnostic) + Send),
}

impl PartJoiner<'_> {
    fn next(&mut self, read: &mut ReadSorted<'_>) -> Result<Option<Vec<u8>>, PassFailure> {
        let Some((head, bytes)) = self.ahead.take().map_or_else(|| read_part(read), |part| Ok(Some(part)))? else {
            return Ok(None);
        };
        let mut joined = None;
        while let Some((later, more)) = read_part(read)? {
            if later.group != head.group {
                self.ahead = Some((later, more));
                break;
            }
            let mut conversation = match joined.take() {
                Some(conversation) => conversation,
                None => self.begin(head, &bytes)?,
            };
            self.append(&mut conversation, head, later, &more)?;
            joined = Some(conversation);
        }
        let Some(conversation) = joined else { return Ok(Some(bytes)) };
        self.repeated += conversation.repeated;
        Ok(Some(conversation.finish().into_bytes()))
    }

    fn format(&self, head: PartHead) -> Option<&'static Format> {
        self.formats.get(usize::try_from(head.format.checked_sub(1)?).ok()?).copied()
    }

    fn input(&self, head: PartHead) -> Option<&Arc<str>> {
        self.inputs.get(usize::try_from(head.input).ok()?)
    }

    fn refuse(&self, head: PartHead, why: &str) -> PassFailure {
        let input = self.input(head).map_or("", |name| &**name);
        PassFailure::NotOne(format!("{input}:{}:{}: {why}", head.line, head.column))
    }

    fn begin(&mut self, head: PartHead, bytes: &[u8]) -> Result<JoinedConversation, PassFailure> {
        let (format, text) = (self.format(head), std::str::from_utf8(bytes).ok());
        let begun = format.zip(text).and_then(|(format, text)| JoinedConversation::begin(text, format, &mut self.tape));
        begun.ok_or_else(|| self.refuse(head, NO_LIST))
    }

    fn append(
        &mut self,
        conversation: &mut JoinedConversation,
        first: PartHead,
        later: PartHead,
        bytes: &[u8],
    ) -> Result<(), PassFailure> {
        let (format, before) = (self.format(later), self.format(first));
        if let (Some(format), Some(before)) = (format, before)
            && format.name != before.name
        {
            let why = format!(
                "this record is {0}, and the first one of the conversation is {1}; name the format of all with --from {1}, or \
                 convert it first (turnwise convert --to {1})",
                format.name, before.name
            );
            return Err(self.refuse(later, &why));
        }
        let root = std::str::from_utf8(bytes).ok().and_then(|text| self.other.parse(text).ok());
        let mut report = self.losses.alike();
        let Some(root) = root.filter(|root| format.is_some() && conversation.append(*root, &mut report)) else {
            return Err(self.refuse(later, NO_LIST));
        };
        let start = Start { line: later.line, column: later.column, offset: later.offset };
        report.locate(Some(root), bytes, &start);
        for diagnostic in report.drain() {
            let file = self.inputs.get(usize::try_from(later.input).unwrap_or_default()).cloned();
            (self.note)(Diagnostic { file, ..diagnostic });
        }
        self.losses.merge(&mut report);
        Ok(())
    }
}

/// The reason why a record cannot be merged with another one.
const NO_LIST: &str = "this record is a part of a conversation, but has no single list of messages to which others can be added; \
                       turnwise convert makes such records, for example with --to openai";

fn read_part(read: &mut ReadSorted<'_>) -> Result<Option<(PartHead, Vec<u8>)>, PassFailure> {
    let mut bytes = Vec::new();
    if read(&mut bytes)?.is_none() {
        return Ok(None);
    }
    let head = PartHead::read(&bytes);
    bytes.drain(..HEAD.min(bytes.len()));
    Ok(Some((head, bytes)))
}
