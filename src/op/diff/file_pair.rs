//! The two inputs of a comparison, and their records.

use foldhash::quality::RandomState;
use std::path::Path;

use super::failure::DiffFailure;
use super::options::DiffOptions;
use super::store::{PHASES, RecordStore};
use crate::format::Format;
use crate::model::Conversation;
use crate::op::bad_record::diagnose;
use crate::op::input::Input;
use crate::op::reader::Reader;
use crate::report::{Failures, Report, session};
use crate::stream::Progress;

/// One of the two inputs.
pub struct DiffInput<'p> {
    /// The input.
    pub input: Input,
    /// The path, if the input can be opened again.
    pub path: Option<&'p Path>,
    /// Receives the progress: at the end, as many bytes as the input has.
    pub progress: Option<&'p dyn Progress>,
}

impl std::fmt::Debug for DiffInput<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DiffInput").field("input", &self.input).field("path", &self.path).finish_non_exhaustive()
    }
}

/// Both files, and the data that all their comparisons share.
pub(super) struct FilePair<'k> {
    pub(super) a: RecordStore,
    pub(super) b: RecordStore,
    /// One reader for each side. Its buffers are used for all records.
    pub(super) readers: (Reader, Reader),
    /// Records that are not in memory, one of each side.
    pub(super) buffers: (Vec<u8>, Vec<u8>),
    /// The skipped records of A and of B.
    pub(super) failed: [Failures; 2],
    /// The rows of A and of B that are not requests. They are skipped, too.
    pub(super) rows: [Report; 2],
    pub(super) progress: [Option<&'k dyn Progress>; 2],
    pub(super) hasher: RandomState,
    pub(super) options: &'k DiffOptions,
}

impl FilePair<'_> {
    /// The number of records of both, including skipped ones.
    pub(super) fn records(&self) -> [u64; 2] {
        let skipped = |side: usize| {
            let failed = self.failed.get(side).map_or(0, Failures::total);
            failed + self.rows.get(side).map_or(0, |rows| rows.total(|_| true))
        };
        [self.a.entries.len() as u64 + skipped(0), self.b.entries.len() as u64 + skipped(1)]
    }

    /// This pass has processed a record of A (0) or B (1).
    pub(super) fn done(&self, side: usize, index: usize) {
        let store = if side == 0 { &self.a } else { &self.b };
        if let (Some(progress), Some(entry)) = (self.progress.get(side).copied().flatten(), store.entries.get(index)) {
            progress.advance(entry.len as u64 / PHASES, 0);
        }
    }

    /// Reads a record, processes it and the report of what reading omitted, and frees it.
    pub(super) fn with<R>(
        &mut self,
        side: usize,
        index: usize,
        look: &mut dyn FnMut(&'static Format, &Conversation<'_>, &Report) -> R,
    ) -> Result<R, DiffFailure> {
        let Self { a, b, readers, buffers, .. } = self;
        let (store, reader, buffer) =
            if side == 0 { (a, &mut readers.0, &mut buffers.0) } else { (b, &mut readers.1, &mut buffers.1) };
        let mut unread = Report::keeping(0);
        let bytes = bytes(store, index, buffer, side)?;
        let (format, conversation, _) = read(store, reader, index, bytes, side, &mut unread)?;
        let result = look(format, &conversation, &unread);
        store.keep_format(index, format);
        Ok(result)
    }
}

/// The bytes of a record; `buffer` is for those that are not in memory.
pub(super) fn bytes<'b>(
    store: &'b RecordStore,
    index: usize,
    buffer: &'b mut Vec<u8>,
    side: usize,
) -> Result<&'b [u8], DiffFailure> {
    store.read(index, buffer).map_err(|error| DiffFailure::Source(side, error))
}

pub(super) type Understood<'b> = (&'static Format, Conversation<'b>, &'b str);

pub(super) fn read<'b>(
    store: &'b RecordStore,
    reader: &mut Reader,
    index: usize,
    buffer: &'b [u8],
    side: usize,
    unread: &mut Report,
) -> Result<Understood<'b>, DiffFailure> {
    let lost = || DiffFailure::Lost(side);
    let piece = store.piece(index, buffer).ok_or_else(lost)?;
    let mut found = Report::keeping(0);
    let known = store.format(index);
    let (format, mut conversation, text) = reader.read_as_known(&piece, known, &mut found).map_err(|refused| {
        let diagnostic = diagnose(&refused, piece.json, &store.start(index), index as u64);
        DiffFailure::Record(side, Box::new((diagnostic, refused.help())))
    })?;
    found.retain(|code| code.kind.is_loss());
    unread.merge(&mut found);
    conversation.append_other_answers();
    Ok((format, conversation, text))
}

/// Reads both inputs and indexes their records.
pub(super) fn open<'k>(
    a: DiffInput<'k>,
    b: DiffInput<'k>,
    options: &'k DiffOptions,
    hasher: RandomState,
) -> Result<FilePair<'k>, DiffFailure> {
    let is_short = |side: &DiffInput<'_>| side.input.source.size().is_some_and(|size| size < 1 << 20);
    let progress = [a.progress, b.progress];
    let (a, b) = if options.jobs < 2 || is_short(&a) || is_short(&b) {
        (RecordStore::new(a, options, hasher, 0)?, RecordStore::new(b, options, hasher, 1)?)
    } else {
        std::thread::scope(|scope| {
            let second = scope.spawn(|| RecordStore::new(b, options, hasher, 1));
            let first = RecordStore::new(a, options, hasher, 0)?;
            Ok((first, second.join().map_err(|_| DiffFailure::Lost(1))??))
        })?
    };
    let reader = |store: &RecordStore| Reader::new(store.usual, store.is_fixed, store.limits);
    let readers = (reader(&a), reader(&b));
    Ok(FilePair {
        a,
        b,
        readers,
        buffers: Default::default(),
        failed: Default::default(),
        rows: [Report::keeping(0), Report::keeping(0)],
        progress,
        hasher,
        options,
    })
}

/// Skips the rows of logs that are not requests, and with `--on-error skip` all records that cannot be read.
pub(super) fn leave_out(files: &mut FilePair<'_>) -> Result<(), DiffFailure> {
    let FilePair { a, b, readers, failed, rows, options, .. } = files;
    let of_sides = [&mut readers.0, &mut readers.1].into_iter().zip(failed.iter_mut().zip(rows));
    for ((side, store), (reader, (failed, rows))) in [a, b].into_iter().enumerate().zip(of_sides) {
        if !options.skips && store.usual.and_then(Format::sessions_of_requests).is_none() {
            continue;
        }
        let mut kept = Vec::with_capacity(store.entries.len());
        for index in 0..store.entries.len() {
            let mut buffer = Vec::new();
            let bytes = bytes(store, index, &mut buffer, side)?;
            match read(store, reader, index, bytes, side, &mut Report::keeping(0)) {
                Err(DiffFailure::Record(_, what)) if what.0.code.id == session::ROW_WITHOUT_REQUEST.id => {
                    kept.push(false);
                    rows.add(what.0.code, what.0.at, String::new);
                }
                Err(DiffFailure::Record(_, what)) if options.skips => {
                    kept.push(false);
                    failed.add(what.0.code);
                }
                // One that cannot be read fails when it is compared.
                Ok(_) | Err(DiffFailure::Record(..)) => kept.push(true),
                Err(failure) => return Err(failure),
            }
        }
        let mut kept = kept.into_iter();
        store.entries.retain(|_| kept.next().unwrap_or(true));
    }
    Ok(())
}
