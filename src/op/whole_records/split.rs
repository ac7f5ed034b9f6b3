//! `split`: writes the records of a file to several files in a new folder.

use std::path::{Path, PathBuf};

use super::super::input::Input;
use super::super::outcome::Outcome;
use super::WholeOptions;
use super::drive::{Examined, Examiner, LogDivision, PassedRecord, ReadRecord, RecordListener, Taker, drive};
use super::part_names::{UniqueNames, safe_name};
use super::parts::{PartContainer, PartFiles, part_path};
use super::record_id::record_id;
use crate::format::Framing;
use crate::op::pass::PassFailure;
use crate::report::Diagnostic;
use crate::stream::{Progress, SinkError};

/// The rule for the end of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitBy {
    /// After this number of records.
    Records(u64),
    /// Before a record that would exceed this number of bytes.
    Size(u64),
    /// After each record. The names of the parts are the ids.
    Each,
}

/// An input and the names of its parts.
#[derive(Clone, Copy, Debug)]
pub struct SplitInput<'i> {
    /// The path of the input below the named folder, without its extension: `sub/chats`.
    pub stem: &'i str,
    /// The input is read as JSON Lines, and the parts are JSON Lines.
    pub is_lines: bool,
}

/// A folder of parts.
#[derive(Debug)]
pub struct RecordSplit {
    by: SplitBy,
    files: PartFiles,
    names: UniqueNames,
}

struct SplitExaminer(SplitBy);

impl Examiner for SplitExaminer {
    type Found = Option<String>;

    fn examine(&mut self, record: &mut ReadRecord<'_, '_>) -> Option<String> {
        let is_wanted = self.0 == SplitBy::Each;
        is_wanted.then(|| record_id(record.conversation, record.scratch)).flatten()
    }

    fn division(&self) -> LogDivision<Option<String>> {
        if self.0 == SplitBy::Each { LogDivision::Each } else { LogDivision::Whole }
    }

    fn join(&self, first: Option<String>, next: Option<String>) -> Option<String> {
        first.or(next)
    }
}

/// Receives the records of one input.
struct PartTaker<'s> {
    split: &'s mut RecordSplit,
    container: PartContainer,
    stem: String,
    extension: String,
    /// The number of parts and records of the input so far, including dropped records.
    parts: u64,
    records: u64,
    is_opened: bool,
    was_kept: bool,
}

impl PartTaker<'_> {
    fn add(&mut self, record: &PassedRecord<'_>, id: Option<String>) -> Result<(), PassFailure> {
        if self.split.by == SplitBy::Each {
            return self.add_alone(record, id);
        }
        let is_full = match (self.split.files.size(), self.split.by) {
            (Some((_, records)), SplitBy::Records(most)) => records >= most,
            (Some((written, _)), SplitBy::Size(most)) => {
                // The last line may get a line end.
                let line_end = record.line_end.len().max(usize::from(self.container.is_lines));
                let added = record.gap.len() + record.bytes.len() + line_end + self.container.closing.len();
                written.saturating_add(added as u64) > most
            }
            (_, _) => false,
        };
        if is_full {
            self.split.files.close(&self.container.closing)?;
        }
        if self.split.files.size().is_none() {
            self.parts += 1;
        }
        let name = || part_path(&self.stem, self.parts, &self.extension);
        self.split.files.add(record, name, &mut self.container)
    }

    /// A file with only this record. It is a document, even if the input is lines or an array.
    fn add_alone(&mut self, record: &PassedRecord<'_>, id: Option<String>) -> Result<(), PassFailure> {
        let name = match id {
            Some(id) => safe_name(&id),
            None => {
                let stem = self.stem.rsplit(['/', '\\']).next().unwrap_or_default();
                safe_name(&format!("{stem}-{:05}", self.records))
            }
        };
        let name = self.split.names.unique(&name);
        self.parts += 1;
        let path = PathBuf::from(format!("{name}.{}", self.extension));
        if !matches!(self.container.framing, Framing::Lines | Framing::Array) {
            // A log has several conversations.
            if self.split.files.size().is_some() {
                self.split.files.close(b"")?;
            }
            return self.split.files.add(record, || path, &mut self.container);
        }
        let line_end = if record.line_end.is_empty() { b"\n" } else { record.line_end };
        let alone = PassedRecord { gap: b"", line_end, ..*record };
        let mut document = PartContainer { framing: Framing::Document, mark: b"", ..self.container.clone() };
        self.split.files.add(&alone, || path, &mut document)?;
        self.split.files.close(b"")
    }

    /// Ends the input: the last part has the same end as the input.
    fn end(self, tail: &[u8]) -> Result<(), PassFailure> {
        let Self { split, container, .. } = self;
        if let Some((written, records)) = split.files.size() {
            let fits = match split.by {
                SplitBy::Size(most) => written.saturating_add(tail.len() as u64) <= most || records == 1,
                SplitBy::Records(_) | SplitBy::Each => true,
            };
            let is_array = container.framing == Framing::Array;
            let tail = if fits && (self.was_kept || is_array) { tail } else { &container.closing };
            split.files.close(tail)?;
        }
        if split.by == SplitBy::Each { Ok(()) } else { split.files.widen(&self.stem, &self.extension, self.parts) }
    }
}

impl Taker<Option<String>> for PartTaker<'_> {
    fn take(&mut self, record: &PassedRecord<'_>, examined: Examined<Option<String>>) -> Result<bool, PassFailure> {
        self.records += 1;
        if !std::mem::replace(&mut self.is_opened, true) {
            self.container.open(record.gap);
        }
        self.was_kept = !matches!(examined, Examined::Failed);
        match examined {
            Examined::Conversation(id) => self.add(record, id)?,
            Examined::Other => self.add(record, None)?,
            Examined::Replaced(object) => {
                let is_last_line = record.line_end.is_empty() && self.container.framing != Framing::Array;
                let line_end = if is_last_line { b"\n" } else { record.line_end };
                self.add(&PassedRecord { bytes: object.as_bytes(), line_end, ..*record }, None)?;
            }
            Examined::Failed => {}
        }
        Ok(self.was_kept)
    }

    fn end_batch(&mut self) -> Result<(), PassFailure> {
        Ok(())
    }
}

impl RecordSplit {
    /// Creates the folder, which must not exist, or be empty.
    ///
    /// # Errors
    /// The folder exists and is not empty, or no folder can be created next to it.
    pub fn open(target: &Path, by: SplitBy) -> Result<Self, SinkError> {
        Ok(Self { by, files: PartFiles::open(target)?, names: UniqueNames::default() })
    }

    /// Splits an input.
    ///
    /// # Errors
    /// Reading or writing failed. A bad record is not an error here: see [`Outcome::fatal`].
    pub fn add(
        &mut self,
        input: Input,
        names: SplitInput<'_>,
        options: WholeOptions,
        note: &mut (dyn FnMut(Diagnostic) + Send),
        progress: &dyn Progress,
    ) -> Result<Outcome, PassFailure> {
        let (framing, by) = (input.record_framing(), self.by);
        let is_each_json = by == SplitBy::Each && matches!(framing, Framing::Lines | Framing::Array);
        let usual = if framing == Framing::Document || framing == Framing::Array { "json" } else { "jsonl" };
        let extension = match input.source.extension() {
            _ if is_each_json => "json",
            "" => usual,
            own => own,
        };
        let extension = extension.to_owned();
        let stem = if by == SplitBy::Each { names.stem.to_owned() } else { self.files.stem(names.stem) };
        let mark: &[u8] = if input.source.has_mark() { b"\xef\xbb\xbf" } else { b"" };
        let container = PartContainer {
            framing,
            mark,
            opening: Vec::new(),
            closing: Vec::new(),
            is_lines: names.is_lines && !is_each_json,
        };
        let mut taker = PartTaker {
            split: self,
            container,
            stem,
            extension,
            parts: 0,
            records: 0,
            is_opened: false,
            was_kept: true,
        };
        let listener = RecordListener { note, progress };
        let (outcome, tail) = drive(input, options.pass, listener, || SplitExaminer(by), &mut taker)?;
        if outcome.fatal.is_none() {
            taker.end(&tail)?;
        }
        Ok(outcome)
    }

    /// Moves the folder to its final place. Without this call, it is deleted. Returns the number of files.
    ///
    /// # Errors
    /// The system reports an error, or the target was created meanwhile.
    pub fn finish(self) -> Result<u64, SinkError> {
        self.files.finish()
    }
}
