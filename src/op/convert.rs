//! `convert`: reads any format, writes another, and reports everything the target could not hold.
//!
//! Where format, framing and layout stay the same, records are checked and their bytes copied.

use super::ids::{Ids, renew};
use super::input::Input;
use super::layout::Frame;
use super::records::{Fatal, OnError, Outcome, Piece, Reader, broken, count_format, each_piece};
use crate::format::{Container, Feature, Format, Framing, WriteOptions, Writing, report_unsupported};
use crate::json::{Layout, Out, quoted};
use crate::model::Conversation;
use crate::report::{Diagnostic, Refused, Report, Severity, Start};
use crate::rule;
use crate::stream::{Batch, Cut, Flow, Progress, SinkError, SourceError, Splitter, in_turns};

/// What to do.
#[derive(Clone, Debug)]
pub struct Options {
    /// The target.
    pub to: &'static Format,
    /// How to write it.
    pub write: WriteOptions,
    /// What happens to ids.
    pub ids: Ids,
    /// What a bad record does.
    pub on_error: OnError,
    /// The output's framing; `None`: the input's.
    pub framing: Option<Framing>,
    /// The output's layout; `None`: the input's.
    pub layout: Option<Layout>,
    /// Keep blank lines, line ends and byte order marks (`--in-place`).
    pub keeps_surroundings: bool,
    /// Worker threads.
    pub jobs: usize,
    /// How many diagnostics of each code are kept.
    pub keep: u64,
}

impl Options {
    /// Conversion to `to` with everything else as usual.
    #[must_use]
    pub fn new(to: &'static Format) -> Self {
        Self {
            to,
            write: WriteOptions::default(),
            ids: Ids::Keep,
            on_error: OnError::Stop,
            framing: None,
            layout: None,
            keeps_surroundings: false,
            jobs: 1,
            keep: 20,
        }
    }

    /// Records of the target's own format need no writing: their bytes are what was asked for.
    fn is_copy(&self) -> bool {
        self.write.dialect.is_none() && self.write.container != Container::List && self.ids == Ids::Keep
    }
}

/// Why a conversion could not go on.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// The input could not be read.
    Source(SourceError),
    /// The output could not be written.
    Sink(SinkError),
    /// `--framing document` holds one record, and there are more.
    ManyRecords,
}

/// Where the output goes, and who hears of diagnostics.
pub struct Ends<'e> {
    /// Takes the output.
    pub write: &'e mut (dyn FnMut(&[u8]) -> Result<(), SinkError> + Send),
    /// Hears every kept diagnostic, in order.
    pub note: &'e mut (dyn FnMut(Diagnostic) + Send),
    /// Hears how far it is.
    pub progress: &'e dyn Progress,
}

impl std::fmt::Debug for Ends<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ends").finish_non_exhaustive()
    }
}

/// Converts one input.
///
/// # Errors
/// Reading or writing failed. A bad record is no error here: see [`Outcome::fatal`].
pub fn run(input: Input, options: &Options, ends: Ends<'_>) -> Result<Outcome, Failure> {
    let framing = options.framing.unwrap_or(match input.framing {
        // Messages are lines of one record: another format's record is one value.
        Framing::Messages if !is_same(&input, options) => Framing::Document,
        framing => framing,
    });
    let frame = Frame::new(framing, options.layout.unwrap_or(input.layout), input.has_item_lines);
    let keeps_gaps = framing == input.framing
        && options.layout.is_none()
        && match framing {
            Framing::Lines => options.keeps_surroundings,
            Framing::Array => options.on_error != OnError::Skip && is_same(&input, options),
            Framing::Document | Framing::Messages => is_same(&input, options),
        };
    let plan = Plan { options, frame, keeps_gaps, input_framing: input.framing };
    let mark: &[u8] = if options.keeps_surroundings && input.source.has_mark() { b"\xef\xbb\xbf" } else { b"" };
    let mut emitter = Emitter { plan: &plan, ends, outcome: Outcome::default(), failure: None };
    emitter.outcome.report = Report::keeping(0);
    emitter.write(mark);
    let (usual, is_fixed, limits) = (input.usual, input.is_fixed, input.limits);
    let make = || Worker::new(&plan, Reader::new(usual, is_fixed, limits));
    let splitter = Splitter::new(input.source, input.framing, limits);
    in_turns(splitter, options.jobs, make, Worker::run, |worker, batch, cut| emitter.emit(worker, batch, cut))
        .map_err(Failure::Source)?;
    emitter.finish()
}

fn is_same(input: &Input, options: &Options) -> bool {
    options.is_copy() && input.usual.is_some_and(|format| format.name == options.to.name)
}

struct Plan<'o> {
    options: &'o Options,
    frame: Frame,
    /// What stands around records is copied too.
    keeps_gaps: bool,
    input_framing: Framing,
}

/// One thread's buffers, and what came of its batch.
struct Worker<'p> {
    plan: &'p Plan<'p>,
    reader: Reader,
    out: Out,
    draft: Out,
    report: Report,
    part: Report,
    /// So far the output is the input: nothing was written to `out`, these many bytes of the batch stand for it.
    verbatim: Option<usize>,
    records: u64,
    written: u64,
    failed: u64,
    formats: Vec<(&'static str, u64)>,
    fatal: Option<Fatal>,
}

impl<'p> Worker<'p> {
    fn new(plan: &'p Plan<'p>, reader: Reader) -> Self {
        let layout = match plan.frame.layout {
            Layout::Pretty(_) => Layout::Compact,
            layout => layout,
        };
        Self {
            plan,
            reader,
            out: Out::new(layout),
            draft: Out::new(layout),
            report: Report::keeping(plan.options.keep),
            part: Report::keeping(plan.options.keep),
            verbatim: None,
            records: 0,
            written: 0,
            failed: 0,
            formats: Vec::new(),
            fatal: None,
        }
    }

    fn run(&mut self, batch: &Batch, cut: &Cut) {
        self.out.clear();
        let is_lines = self.plan.frame.framing == Framing::Lines && self.plan.input_framing == Framing::Lines;
        self.verbatim = (self.plan.keeps_gaps || is_lines).then_some(0);
        (self.records, self.written, self.failed) = (0, 0, 0);
        let done = each_piece(batch, self.plan.input_framing, |piece| self.record(batch, piece));
        if self.fatal.is_none()
            && let Some((refused, start)) = broken(batch, cut)
        {
            self.report.start_record(self.records);
            self.refuse(&refused, batch.bytes(), &start, None);
            return;
        }
        self.end(batch, done);
    }

    /// What stands behind the last record.
    fn end(&mut self, batch: &Batch, done: usize) {
        let rest = batch.bytes().get(done..).unwrap_or_default();
        if self.plan.keeps_gaps && self.fatal.is_none() {
            match &mut self.verbatim {
                Some(end) => *end = batch.bytes().len(),
                None => self.out.bytes_mut().extend_from_slice(rest),
            }
        } else if let Some(end) = &mut self.verbatim
            && *end == done
            && rest.first() == Some(&b'\n')
            && done > 0
        {
            *end += 1;
        }
    }

    fn record(&mut self, batch: &Batch, piece: Piece<'_>) -> bool {
        self.report.start_record(self.records);
        self.records += 1;
        let before = self.out.len();
        match self.convert(batch, &piece) {
            Ok(()) => {
                self.written += 1;
                if !self.part.is_empty() {
                    self.report.append(&mut self.part);
                    let root = std::str::from_utf8(piece.bytes).ok().and_then(|text| self.reader.tape.root(text));
                    self.report.locate(root, piece.bytes, &piece.start);
                }
                true
            }
            Err(refused) => {
                self.part.clear();
                if self.verbatim.is_none() {
                    self.out.truncate(before);
                }
                self.refuse(&refused, piece.bytes, &piece.start, Some((batch, &piece)))
            }
        }
    }

    /// Converts or copies one record into `out`.
    fn convert(&mut self, batch: &Batch, piece: &Piece<'_>) -> Result<(), Refused> {
        let options = self.plan.options;
        let (format, conversation, text) = self.reader.read(piece, &mut self.part)?;
        count_format(&mut self.formats, format.name, 1);
        let is_same = format.name == options.to.name;
        if is_same && options.is_copy() {
            if options.layout.is_none() {
                self.copy(batch, piece);
            } else {
                self.leave_verbatim(batch, piece);
                self.before(piece);
                self.plan.frame.lay_out(text, &mut self.out);
                self.after();
            }
            return Ok(());
        }
        self.write(batch, piece, conversation, is_same)
    }

    fn write(
        &mut self,
        batch: &Batch,
        piece: &Piece<'_>,
        mut conversation: Conversation<'_>,
        is_same: bool,
    ) -> Result<(), Refused> {
        let options = self.plan.options;
        let mut write = options.write;
        if is_same && write.container == Container::Body && write.dialect.is_none() {
            write.container = Container::Kept;
        }
        require(options.to, &conversation)?;
        renew(&mut conversation, options.ids, options.to.support.has(Feature::MessageIds), &mut self.part);
        report_unsupported(&conversation, options.to, &write, &mut self.part);
        self.leave_verbatim(batch, piece);
        self.before(piece);
        let Some(writer) = options.to.write else { return Ok(()) };
        let is_pretty = matches!(self.plan.frame.layout, Layout::Pretty(_));
        let out = if is_pretty { &mut self.draft } else { &mut self.out };
        out.start_value();
        let mut writing = Writing { out, report: &mut self.part, options: &write, scratch: &mut self.reader.scratch };
        writer(&conversation, &mut writing)?;
        if is_pretty {
            let text = std::str::from_utf8(self.draft.as_bytes()).unwrap_or_default();
            self.plan.frame.lay_out(text, &mut self.out);
            self.draft.clear();
        }
        self.after();
        Ok(())
    }

    /// Takes the record over as it is.
    fn copy(&mut self, batch: &Batch, piece: &Piece<'_>) {
        let is_clean_gap = self.plan.keeps_gaps || piece.gap.is_empty() || piece.gap == b"\n";
        match &mut self.verbatim {
            Some(end) if is_clean_gap => *end = end_of(batch, piece),
            _ => {
                self.leave_verbatim(batch, piece);
                self.before(piece);
                self.out.bytes_mut().extend_from_slice(piece.bytes);
                self.after();
            }
        }
    }

    /// From this record on the output is not the input any more: what was taken over so far is copied now.
    fn leave_verbatim(&mut self, batch: &Batch, piece: &Piece<'_>) {
        let Some(end) = self.verbatim.take() else { return };
        let bytes = batch.bytes();
        self.out.bytes_mut().extend_from_slice(bytes.get(..end).unwrap_or_default());
        if end > 0 && !self.plan.keeps_gaps {
            self.out.bytes_mut().push(b'\n');
        }
        let _ = piece;
    }

    fn before(&mut self, piece: &Piece<'_>) {
        if self.plan.keeps_gaps {
            self.out.bytes_mut().extend_from_slice(piece.gap);
        } else if self.plan.frame.framing != Framing::Lines && self.written + self.failed_lines() > 0 {
            self.out.bytes_mut().extend_from_slice(self.plan.frame.separator.as_bytes());
        }
    }

    fn after(&mut self) {
        if !self.plan.keeps_gaps && self.plan.frame.framing == Framing::Lines {
            self.out.bytes_mut().push(b'\n');
        }
    }

    /// Failed records that stand in the output as error objects.
    fn failed_lines(&self) -> u64 {
        if self.plan.options.on_error == OnError::Emit { self.failed } else { 0 }
    }

    /// A bad record: the run ends, or it is left out, or an object stands in its place.
    fn refuse(&mut self, refused: &Refused, bytes: &[u8], start: &Start, place: Option<(&Batch, &Piece<'_>)>) -> bool {
        let mut single = Report::keeping(1);
        single.start_record(self.records.saturating_sub(1));
        single.refuse(refused);
        let root = std::str::from_utf8(bytes).ok().and_then(|text| self.reader.tape.parse_prefix(text).0);
        single.locate(root, bytes, start);
        let Some(mut diagnostic) = single.drain().next() else { return false };
        diagnostic.severity = Severity::Error;
        let (Some((batch, piece)), false) = (place, self.plan.options.on_error == OnError::Stop) else {
            self.fatal = Some(Fatal { diagnostic, help: refused.help() });
            return false;
        };
        if self.plan.options.on_error == OnError::Emit {
            self.leave_verbatim(batch, piece);
            self.before(piece);
            let json = error_object(&diagnostic, piece.bytes);
            self.out.bytes_mut().extend_from_slice(json.as_bytes());
            self.after();
        } else {
            self.leave_verbatim(batch, piece);
        }
        self.failed += 1;
        self.report.keep(diagnostic);
        true
    }
}

/// One past the last byte of a piece in its batch.
fn end_of(batch: &Batch, piece: &Piece<'_>) -> usize {
    usize::try_from(piece.start.offset - batch.offset).unwrap_or(0) + piece.bytes.len()
}

/// Rules of the target that a record must not break, or no valid output exists.
fn require(target: &'static Format, conversation: &Conversation<'_>) -> Result<(), Refused> {
    if target.requires.is_empty() || !conversation.parts().any(is_link) {
        return Ok(());
    }
    let mut found = Report::keeping(1);
    rule::check(target.requires, conversation, false, &mut found);
    let error = found.kept().iter().find(|diagnostic| diagnostic.severity == Severity::Error);
    match error {
        Some(error) => Err(Refused::new(error.code, error.at, error.message.clone())),
        None => Ok(()),
    }
}

fn is_link(part: &crate::model::Part<'_>) -> bool {
    matches!(part, crate::model::Part::Call(_) | crate::model::Part::Result(_))
}

/// What `--on-error emit` puts in the place of a bad record.
fn error_object(diagnostic: &Diagnostic, raw: &[u8]) -> String {
    let location = diagnostic.location.clone().unwrap_or_default();
    format!(
        r#"{{"$turnwise_error":{{"code":"{}","message":{},"line":{},"pointer":{}}},"raw":{}}}"#,
        diagnostic.code.id,
        quoted(&diagnostic.message),
        location.line,
        quoted(&location.pointer),
        quoted(&String::from_utf8_lossy(raw)),
    )
}

/// Brings results together, in order.
struct Emitter<'p, 'e> {
    plan: &'p Plan<'p>,
    ends: Ends<'e>,
    outcome: Outcome,
    failure: Option<Failure>,
}

impl Emitter<'_, '_> {
    fn write(&mut self, bytes: &[u8]) {
        if self.failure.is_none() && !bytes.is_empty() {
            self.outcome.bytes_out += bytes.len() as u64;
            if let Err(error) = (self.ends.write)(bytes) {
                self.failure = Some(Failure::Sink(error));
            }
        }
    }

    fn emit(&mut self, worker: &mut Worker<'_>, batch: &Batch, _: &Cut) -> Flow {
        let bytes = batch.bytes();
        let kept = worker.verbatim.and_then(|end| bytes.get(..end));
        let out = kept.unwrap_or_else(|| worker.out.as_bytes());
        let in_output = worker.written + worker.failed_lines();
        let before = self.outcome.records_out
            + if worker.plan.options.on_error == OnError::Emit { self.outcome.failed } else { 0 };
        if !self.plan.keeps_gaps && self.plan.frame.framing != Framing::Lines && in_output > 0 {
            let frame = &self.plan.frame;
            let glue = if before == 0 { &frame.open } else { &frame.separator };
            if frame.framing == Framing::Document && before + in_output > 1 {
                self.failure = Some(Failure::ManyRecords);
                return Flow::Stop;
            }
            self.write(glue.as_bytes());
        }
        self.outcome.is_changed |= kept.map_or(out != bytes, |kept| kept.len() != bytes.len());
        self.write(out);
        self.account(worker, bytes.len() as u64);
        if self.failure.is_some() || self.outcome.fatal.is_some() { Flow::Stop } else { Flow::Continue }
    }

    fn account(&mut self, worker: &mut Worker<'_>, bytes: u64) {
        let records = self.outcome.records_in;
        if let Some(mut fatal) = worker.fatal.take() {
            fatal.diagnostic.record += records;
            self.outcome.fatal = Some(fatal);
            self.outcome.failed += 1;
        }
        for mut diagnostic in worker.report.drain() {
            diagnostic.record += records;
            (self.ends.note)(diagnostic);
        }
        self.outcome.report.merge(&mut worker.report);
        self.outcome.records_in += worker.records;
        self.outcome.records_out += worker.written;
        self.outcome.failed += worker.failed;
        self.outcome.bytes_in += bytes;
        for (name, count) in worker.formats.drain(..) {
            count_format(&mut self.outcome.formats, name, count);
        }
        self.ends.progress.advance(bytes, worker.records);
    }

    fn finish(mut self) -> Result<Outcome, Failure> {
        if self.failure.is_none() && self.outcome.fatal.is_none() && !self.plan.keeps_gaps {
            let frame = &self.plan.frame;
            let is_empty = self.outcome.records_out + self.outcome.failed == 0;
            match frame.framing {
                Framing::Array if is_empty => self.write(b"[]\n"),
                Framing::Array => self.write(frame.close.as_bytes()),
                Framing::Document | Framing::Messages if !is_empty => self.write(frame.close.as_bytes()),
                Framing::Lines | Framing::Document | Framing::Messages => {}
            }
        }
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(self.outcome),
        }
    }
}
