//! Processes the records of a batch. The bytes of media files are only referenced; they are read when the batch is
//! written.

use crate::json::short_lists;
use std::ops::Range;
use std::sync::Arc;

use super::announce::announce;
use super::base64::Spelling;
use super::extract::{RunsByToken, extract};
use super::finder::{MediaBytes, MediaFinder};
use super::inline::{MediaBudget, Splice, inline};
use super::options::{MediaOptions, MediaTask};
use super::spool::{Spool, Spooled, SpooledAt};
use crate::format::{Format, Framing, MediaPlace};
use crate::op::pass::{BadRecord, BatchOutcome, bad_record};
use crate::op::reader::Reader;
use crate::op::records::{RecordPiece, broken, each_piece, text_of};
use crate::report::{Code, Refused, Report, Severity, media};
use crate::stream::{Batch, Cut, SinkError, TooLong};

/// A piece of the output.
#[derive(Debug)]
pub(super) enum OutputSegment {
    /// The batch's text.
    Bytes(Range<usize>),
    /// The worker's own text.
    Own(Range<usize>),
    /// The text before a record, or after the last one of a batch.
    Separator(Range<usize>, Next),
    /// The bytes of a media file.
    Media(Box<MediaBytes>, Spelling),
    /// The bytes of a placeholder. `true`: in a string in which each backslash has to be escaped.
    Run(Arc<Spooled>, bool),
}

/// The element after a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// A record of the output.
    Record,
    /// A dropped record.
    Nothing,
    /// The end of the batch.
    End,
}

/// Data that was extracted from a batch, and the tokens that replace it.
struct BatchRuns {
    spool: Option<Arc<Spool>>,
    places: Vec<SpooledAt>,
    by_token: RunsByToken,
}

/// The output of a batch.
#[derive(Default)]
pub(super) struct BatchOutput {
    /// Text that is not in the input.
    pub(super) own: Vec<u8>,
    pub(super) segments: Vec<OutputSegment>,
}

pub(super) struct MediaWorker<'p> {
    task: MediaTask<'p>,
    options: &'p MediaOptions,
    framing: Framing,
    reader: Reader,
    /// Records are pieces of one record, of the usual format.
    is_cut: bool,
    part: Report,
    splices: Vec<Splice>,
    runs: BatchRuns,
    pub(super) output: BatchOutput,
    pub(super) results: BatchOutcome,
    pub(super) failure: Option<SinkError>,
    pub(super) is_changed: bool,
}

/// True for the codes of media files that are still references.
pub(super) fn is_failure(code: &'static Code) -> bool {
    code.severity == Severity::Error && media::CODES.contains(&code)
}

impl<'p> MediaWorker<'p> {
    pub(super) fn new(
        task: MediaTask<'p>,
        options: &'p MediaOptions,
        framing: Framing,
        reader: Reader,
        is_cut: bool,
        spool: Option<Arc<Spool>>,
    ) -> Self {
        Self {
            runs: BatchRuns { spool, places: Vec::new(), by_token: RunsByToken::new() },
            task,
            options,
            framing,
            reader,
            is_cut,
            part: Report::keeping(options.pass.keep),
            splices: Vec::new(),
            output: BatchOutput::default(),
            results: BatchOutcome::keeping(options.pass.keep),
            failure: None,
            is_changed: false,
        }
    }

    pub(super) fn run(&mut self, batch: &Batch, cut: &Cut) {
        self.output.own.clear();
        self.output.segments.clear();
        self.results.begin();
        self.is_changed = false;
        self.claim(batch);
        if let MediaTask::Inline { finder, .. } = self.task
            && finder.is_slow()
        {
            each_piece(batch, self.framing, |piece| self.announce(&piece, finder));
        }
        let done = each_piece(batch, self.framing, |piece| self.record(&piece));
        if self.results.fatal.is_none()
            && self.failure.is_none()
            && let Some((refused, start, bytes)) = broken(batch, cut)
        {
            self.refuse(&BadRecord { refused: &refused, bytes, start: &start, piece: None });
            return;
        }
        if self.results.fatal.is_none() && done < batch.bytes().len() {
            self.output.segments.push(OutputSegment::Separator(done..batch.bytes().len(), Next::End));
        }
    }

    /// Moves the extracted data of the batch to the output.
    fn claim(&mut self, batch: &Batch) {
        self.runs.by_token.clear();
        self.runs.places.clear();
        if let Some(spool) = self.runs.spool.as_ref().filter(|_| !batch.changes.runs.is_empty()) {
            self.runs.places = spool.claim(batch);
            self.runs.by_token =
                self.runs.places.iter().map(|place| (place.word.clone(), Arc::clone(&place.run))).collect();
        }
    }

    /// Announces the references that will be requested.
    fn announce(&mut self, piece: &RecordPiece<'_>, finder: &dyn MediaFinder) -> bool {
        let Some(text) = text_of(piece).ok().filter(|_| !piece.is_error_object()) else { return true };
        let mut quiet = Report::keeping(0);
        if let Ok(format) = self.understand(piece, text, &mut quiet) {
            announce(&self.reader.tape, piece, format, finder);
        }
        true
    }

    /// Parses a piece and returns its format.
    fn understand(
        &mut self,
        piece: &RecordPiece<'_>,
        text: &str,
        report: &mut Report,
    ) -> Result<&'static Format, Refused> {
        match (self.reader.usual, self.is_cut) {
            (Some(format), true) => {
                self.reader.parse(piece, text)?;
                Ok(format)
            }
            _ => self.reader.read(piece, report).map(|(format, ..)| format),
        }
    }

    fn record(&mut self, piece: &RecordPiece<'_>) -> bool {
        self.results.start_record();
        match self.one(piece) {
            Ok(format) => {
                if let Some(format) = format {
                    self.results.count_format(format);
                }
                self.keep(piece);
                self.results.written += 1;
                self.results.add_found(&mut self.part, &self.reader, piece);
                self.failure.is_none()
            }
            Err(refused) => {
                self.part.clear();
                self.splices.clear();
                if refused.is_row() {
                    self.keep(piece);
                    self.results.written += 1;
                    return self.failure.is_none();
                }
                let piece = self.without_runs(piece);
                self.refuse(&bad_record(&refused, &piece))
            }
        }
    }

    /// Computes the splices of a record.
    fn one(&mut self, piece: &RecordPiece<'_>) -> Result<Option<&'static Format>, Refused> {
        self.splices.clear();
        let text = text_of(piece)?;
        if piece.is_error_object() {
            self.results.failed.add_error_line();
            self.reader.parse(piece, text)?;
            return Ok(None);
        }
        let mut quiet = Report::keeping(0);
        let format = match self.understand(piece, text, &mut quiet) {
            // A damaged line of a session is unchanged.
            Err(_) if self.is_cut && self.reader.usual.is_some_and(|usual| usual.framing.is_session) => {
                return Ok(self.reader.usual);
            }
            understood => understood?,
        };
        let (Some(media), Some(root)) = (format.shape.media, self.reader.tape.root(text)) else {
            return Ok(Some(format));
        };
        let Self { task, splices, part, failure, runs, .. } = self;
        let mut refused = None;
        let max_total = if let MediaTask::Inline { max_total, .. } = task { *max_total } else { 0 };
        let mut budget = MediaBudget { left: max_total };
        media(root, &mut |place: MediaPlace<'_, '_>| {
            if refused.is_some() || failure.is_some() {
                return;
            }
            match task {
                MediaTask::Extract(store) => match extract(&place, text, (store, &runs.by_token), part) {
                    Ok(edits) => splices.extend(edits.into_iter().map(Splice::from)),
                    Err(error) => *failure = Some(error),
                },
                MediaTask::Inline { finder, fails, .. } => match inline(&place, text, *finder, &mut budget, part) {
                    Ok(more) => splices.extend(more),
                    Err(missing) if *fails => {
                        refused = Some(Refused::new(missing.code, place.at(place.value), missing.message));
                    }
                    Err(missing) => part.add(missing.code, place.at(place.value), || missing.message),
                },
            }
        });
        refused.map_or(Ok(Some(format)), Err)
    }

    /// Adds the record to the output, with its splices.
    fn keep(&mut self, piece: &RecordPiece<'_>) {
        let start = piece.offset();
        self.output.segments.push(OutputSegment::Separator(start - piece.separator.len()..start, Next::Record));
        self.is_changed |= !self.splices.is_empty();
        short_lists::sort_by_key(&mut self.splices, |splice| (splice.span.start, splice.span.end));
        let mut done = 0;
        let mut splices = std::mem::take(&mut self.splices);
        for splice in splices.drain(..) {
            if splice.span.start > done {
                self.copy(start + done..start + splice.span.start);
            }
            done = splice.span.end;
            let texts = [splice.before, splice.after];
            let [before, after] = texts.map(|text| {
                let from = self.output.own.len();
                self.output.own.extend_from_slice(text.as_bytes());
                from..self.output.own.len()
            });
            self.output.segments.push(OutputSegment::Own(before));
            if let Some((found, spelling)) = splice.bytes {
                self.output.segments.push(OutputSegment::Media(found, spelling));
                self.output.segments.push(OutputSegment::Own(after));
            }
        }
        self.splices = splices;
        self.copy(start + done..start + piece.bytes.len());
    }

    /// Adds bytes of the batch, and the data that was extracted from them.
    fn copy(&mut self, range: Range<usize>) {
        let mut done = range.start;
        let first = self.runs.places.partition_point(|place| place.at.start < range.start);
        for place in self.runs.places.iter().skip(first).take_while(|place| place.at.end <= range.end) {
            self.output.segments.push(OutputSegment::Bytes(done..place.at.start));
            self.output.segments.push(OutputSegment::Run(Arc::clone(&place.run), false));
            done = place.at.end;
        }
        self.output.segments.push(OutputSegment::Bytes(done..range.end));
    }

    /// A record that is not UTF-8 is replaced by an object with its bytes in base64, which cannot contain extracted
    /// data: only the text before that is kept.
    fn without_runs<'b>(&self, piece: &RecordPiece<'b>) -> RecordPiece<'b> {
        let words =
            self.runs.places.iter().filter_map(|place| memchr::memmem::find(piece.bytes, place.word.as_bytes()));
        match words.min().and_then(|first| piece.bytes.get(..first)) {
            Some(bytes) if simdutf8::basic::from_utf8(piece.bytes).is_err() => {
                let limit = piece.too_long.map_or(bytes.len(), |it| it.limit);
                RecordPiece { bytes, too_long: Some(TooLong { limit, is_cut: true }), ..*piece }
            }
            _ => *piece,
        }
    }

    /// Adds the object that replaces a bad record, with the data that was extracted from it.
    fn emit(&mut self, text: &str) {
        let (mut rest, mut after_runs) = (text, Vec::new());
        let from = self.output.own.len();
        self.output.own.extend_from_slice(text.as_bytes());
        // The record is the last member.
        for place in self.runs.places.iter().rev() {
            if let Some((before, after)) = rest.rsplit_once(place.word.as_str()) {
                let end = from + rest.len();
                after_runs.push(OutputSegment::Own(end - after.len()..end));
                after_runs.push(OutputSegment::Run(Arc::clone(&place.run), true));
                rest = before;
            }
        }
        self.output.segments.push(OutputSegment::Own(from..from + rest.len()));
        self.output.segments.extend(after_runs.into_iter().rev());
    }

    /// A bad record: the run ends (false), or it is skipped, or an error object replaces it.
    fn refuse(&mut self, bad: &BadRecord<'_, '_>) -> bool {
        let separator = |next| {
            bad.piece.map(|piece| {
                let start = piece.offset();
                OutputSegment::Separator(start - piece.separator.len()..start, next)
            })
        };
        let Some(failed) = self.results.refuse(bad, self.options.pass.on_error, &mut self.reader.tape) else {
            self.output.segments.extend(separator(Next::Nothing).filter(|_| self.framing == Framing::Lines));
            return false;
        };
        self.output.segments.extend(separator(if failed.object.is_some() { Next::Record } else { Next::Nothing }));
        if let Some(object) = &failed.object {
            self.emit(object);
        }
        self.is_changed = true;
        self.results.add_failed(failed);
        true
    }
}
