//! `sort`: sorts conversations by time, id or length.

use super::super::input::Input;
use super::super::outcome::Outcome;
use super::WholeOptions;
use super::drive::{Examined, Examiner, PassedRecord, ReadRecord, RecordListener, Taker, drive};
use super::joined::ResultContainer;
use super::slots::Arrangement;
use super::sort_keys::{SortBy, sort_key};
use crate::op::pass::PassFailure;
use crate::report::Diagnostic;
use crate::stream::{Progress, Write};

/// The options of a sort.
#[derive(Clone, Copy, Debug)]
pub struct SortOptions {
    /// The sort key.
    pub by: SortBy,
    /// In descending order. The sort is stable.
    pub is_reversed: bool,
    /// The number of bytes of memory for records; further records are in a temporary file.
    pub memory: usize,
}

/// Conversations of one or more inputs that are sorted.
#[derive(Debug)]
pub struct RecordSort {
    options: SortOptions,
    records: Arrangement,
    without_key: u64,
}

/// The result of a sort.
#[derive(Clone, Copy, Debug)]
pub struct SortResult {
    /// The number of bytes of the output.
    pub bytes_out: u64,
    /// A record was moved.
    pub is_moved: bool,
    /// Conversations that are last because they have no time, or no id.
    pub without_key: u64,
}

struct SortExaminer(SortBy);

impl Examiner for SortExaminer {
    type Found = Option<Vec<u8>>;

    fn examine(&mut self, record: &mut ReadRecord<'_, '_>) -> Option<Vec<u8>> {
        sort_key(self.0, record.conversation, record.scratch)
    }

    /// The first conversation with a key is used.
    fn join(&self, first: Option<Vec<u8>>, next: Option<Vec<u8>>) -> Option<Vec<u8>> {
        first.or(next)
    }
}

impl Taker<Option<Vec<u8>>> for RecordSort {
    fn take(&mut self, record: &PassedRecord<'_>, examined: Examined<Option<Vec<u8>>>) -> Result<bool, PassFailure> {
        self.records.joined.see(record, !matches!(examined, Examined::Failed));
        match examined {
            Examined::Conversation(key) => {
                self.without_key += u64::from(key.is_none());
                self.records.add(key, record.bytes)?;
            }
            Examined::Other => self.records.add(None, record.bytes)?,
            Examined::Replaced(object) => self.records.add(None, object.as_bytes())?,
            Examined::Failed => return Ok(false),
        }
        self.records.add_slot(record)?;
        Ok(true)
    }

    fn end_batch(&mut self) -> Result<(), PassFailure> {
        Ok(())
    }
}

impl RecordSort {
    /// An empty sort.
    #[must_use]
    pub fn new(options: SortOptions) -> Self {
        Self {
            options,
            records: Arrangement::new(options.memory, options.is_reversed, ResultContainer::Same),
            without_key: 0,
        }
    }

    /// Adds the records of an input. If there are several inputs, their records are lines.
    ///
    /// # Errors
    /// Reading failed, or a temporary file cannot be written. A bad record is not an error here: see [`Outcome::fatal`].
    pub fn add(
        &mut self,
        input: Input,
        options: WholeOptions,
        note: &mut (dyn FnMut(Diagnostic) + Send),
        progress: &dyn Progress,
    ) -> Result<Outcome, PassFailure> {
        let by = self.options.by;
        self.records.joined.begin(input.record_framing(), input.source.has_mark());
        let listener = RecordListener { note, progress };
        let (outcome, tail) = drive(input, options.pass, listener, || SortExaminer(by), self)?;
        self.records.joined.end(&tail);
        Ok(outcome)
    }

    /// Writes the records in order.
    ///
    /// # Errors
    /// The output cannot be written, or a temporary file cannot be read.
    pub fn finish(self, write: &mut Write<'_>, progress: &dyn Progress) -> Result<SortResult, PassFailure> {
        let (mut last, mut is_moved) = (None, false);
        let bytes_out = self.records.finish(write, progress, |read| {
            let mut text = Vec::new();
            let number = read(&mut text)?;
            is_moved |= number.is_some() && number < last;
            last = number;
            Ok(number.map(|_| text))
        })?;
        Ok(SortResult { bytes_out, is_moved, without_key: self.without_key })
    }
}
