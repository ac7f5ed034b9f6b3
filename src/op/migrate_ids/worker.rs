//! Works on the records of a batch.

use std::borrow::Cow;

use super::super::records::{Fatal, OnError, Piece, broken, count_format, each_piece, format_of, parse, text_of};
use super::Job;
use super::map::{Known, write_line};
use super::plan::{Line, Made, Planner};
use super::splice::{splice, without_returns};
use crate::format::ids::Sites;
use crate::format::{Format, Framing, PlainRecords};
use crate::json::{At, Node, Tape, pointers};
use crate::report::{Refused, Report, Severity, Start, ids as codes};
use crate::stream::{Batch, Cut, Limits};

/// A line of the map, with the place that it is about.
#[derive(Debug)]
pub(super) struct Placed {
    pub(super) line: Line,
    pub(super) pointer: String,
    /// Counted in the batch: of the input, of the output.
    pub(super) record: u64,
    pub(super) out: u64,
}

/// One thread's buffers, and what came of its batch.
pub(super) struct Worker<'j> {
    pub(super) job: &'j Job<'j>,
    planner: Planner<'j>,
    tape: Tape,
    plain: PlainRecords,
    usual: Option<&'static Format>,
    is_fixed: bool,
    out: Vec<u8>,
    /// How much of the batch is in `out`, changed or not.
    done: usize,
    /// So far the output is the input.
    is_same: bool,
    /// What stands before the first record that is written, if nothing else comes before it.
    lead: usize,
    /// The list was opened, and nothing is in it yet.
    is_open: bool,
    /// Records of all batches; only where one worker sees all of them.
    seen: u64,
    pub(super) report: Report,
    part: Report,
    lines: Vec<Placed>,
    pub(super) records: u64,
    pub(super) written: u64,
    pub(super) failed: u64,
    pub(super) misfits: u64,
    pub(super) counts: [u64; 3],
    pub(super) formats: Vec<(&'static str, u64)>,
    pub(super) fatal: Option<Fatal>,
}

impl<'j> Worker<'j> {
    pub(super) fn new(job: &'j Job<'j>, usual: Option<&'static Format>, is_fixed: bool, limits: Limits) -> Self {
        let options = job.options;
        Self {
            job,
            planner: planner(job),
            tape: Tape::with_max_depth(limits.depth),
            plain: PlainRecords::default(),
            usual,
            is_fixed,
            out: Vec::new(),
            done: 0,
            is_same: true,
            lead: 0,
            is_open: false,
            seen: 0,
            report: Report::keeping(options.keep),
            part: Report::keeping(options.keep),
            lines: Vec::new(),
            records: 0,
            written: 0,
            failed: 0,
            misfits: 0,
            counts: [0; 3],
            formats: Vec::new(),
            fatal: None,
        }
    }

    pub(super) fn run(&mut self, batch: &Batch, cut: &Cut) {
        self.out.clear();
        self.lines.clear();
        (self.done, self.is_same, self.lead, self.is_open) = (0, true, 0, false);
        (self.records, self.written, self.failed, self.misfits) = (0, 0, 0, 0);
        self.counts = [0; 3];
        each_piece(batch, self.job.framing, |piece| self.record(batch, &piece));
        if self.fatal.is_none()
            && let Some((refused, start)) = broken(batch, cut)
        {
            self.report.start_record(self.records);
            self.fail(&refused, batch.bytes(), &start, None);
        }
        if self.fatal.is_none() && !self.is_same {
            self.copy_to(batch, batch.bytes().len());
        }
    }

    /// The bytes for a batch. `is_first`: nothing of the batches before was written.
    pub(super) fn output<'o>(&'o self, batch: &'o Batch, is_first: bool) -> Cow<'o, [u8]> {
        let bytes = batch.bytes();
        let all = match (self.is_same, &self.fatal) {
            (false, _) => self.out.as_slice(),
            (true, None) => bytes,
            (true, Some(_)) => bytes.get(..self.done).unwrap_or_default(),
        };
        // A comma before the first item belongs to one that was left out.
        let is_cut =
            is_first && self.job.framing == Framing::Array && batch.offset > 3 && self.written + self.failed > 0;
        let all = all.get(if is_cut { self.lead } else { 0 }..).unwrap_or_default();
        let is_lines = matches!(self.job.framing, Framing::Lines | Framing::Messages);
        if is_lines && !self.job.options.keeps_surroundings {
            return without_returns(all).map_or(Cow::Borrowed(all), Cow::Owned);
        }
        Cow::Borrowed(all)
    }

    /// The lines of the map for a batch.
    pub(super) fn map_lines(&self, name: &str, records: u64, out: u64) -> Vec<u8> {
        let mut text = Vec::new();
        for placed in &self.lines {
            write_line(&placed.line, name, (records + placed.record, out + placed.out), &placed.pointer, &mut text);
        }
        text
    }

    fn copy_to(&mut self, batch: &Batch, end: usize) {
        self.out.extend_from_slice(batch.bytes().get(self.done..end).unwrap_or_default());
        self.done = end;
    }

    fn record(&mut self, batch: &Batch, piece: &Piece<'_>) -> bool {
        self.report.start_record(self.records);
        let number = self.records;
        self.records += 1;
        let planned = self.plan(piece);
        self.seen += 1;
        let start = usize::try_from(piece.start.offset - batch.offset).unwrap_or(0);
        let end = start + piece.bytes.len();
        if let Err(refused) = planned {
            self.part.clear();
            return self.fail(&refused, piece.json, &piece.start, Some((batch, piece)));
        }
        self.before(batch, start);
        let Made { changes, counts, .. } = &self.planner.made;
        if changes.is_empty() {
            self.done = if self.is_same { end } else { self.done };
        } else {
            self.counts.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            self.leave(batch, start);
            splice(piece.bytes, &self.planner.made, &mut self.out);
            self.done = end;
            if !self.planner.made.lines.is_empty() {
                let root = std::str::from_utf8(piece.json).ok().and_then(|text| self.tape.root(text));
                let out = self.written + self.failed_lines();
                let placed = place(&mut self.planner.made.lines, root, "");
                let placed = placed.map(|(line, pointer)| Placed { line, pointer, record: number, out });
                self.lines.extend(placed);
            }
        }
        self.written += 1;
        if !self.part.is_empty() {
            self.report.append(&mut self.part);
        }
        if self.report.has_fresh() {
            let root = std::str::from_utf8(piece.json).ok().and_then(|text| self.tape.root(text));
            self.report.locate(root, piece.json, &piece.start);
        }
        true
    }

    /// What stands before a record of a list goes with it, unless it is the first one that is written.
    fn before(&mut self, batch: &Batch, start: usize) {
        if self.is_open && self.job.framing == Framing::Array {
            self.leave(batch, self.done);
            self.done = start;
        }
        self.is_open = false;
        if self.written + self.failed_lines() == 0 && self.is_same {
            self.lead = start;
        }
    }

    /// From here on the output is not the input any more.
    fn leave(&mut self, batch: &Batch, end: usize) {
        if std::mem::take(&mut self.is_same) {
            self.done = 0;
        }
        self.copy_to(batch, end);
    }

    fn plan(&mut self, piece: &Piece<'_>) -> Result<(), Refused> {
        let text = text_of(piece).map_err(|error| Refused::json(&error))?;
        let root = parse(&mut self.tape, piece, text).map_err(|error| Refused::json(&error))?;
        let (usual, is_fixed) = (self.usual, self.is_fixed);
        let format = self.plain.format(root, || format_of(root, usual, is_fixed, piece.is_sequence))?;
        count_format(&mut self.formats, format.name, 1);
        let Some(ids) = format.ids else {
            let message = format!("where ids stand in {} is not known", format.name);
            return Err(Refused::new(&codes::NO_PLACE, At::byte(0), message));
        };
        let options = self.job.options;
        let known = options.map.as_ref().map(|map| map.record(self.job.file, self.seen));
        if let Some(known) = known.as_ref().filter(|_| options.is_reverse) {
            self.planner.undo((root, text), ids, known, "");
            self.misfits += u64::from(known.lines > 0 && self.planner.made.changes.is_empty());
            return Ok(());
        }
        self.planner.known = known.unwrap_or_default();
        self.planner.plan((root, text), (ids, format.name), &mut self.part, None)
    }

    /// Failed records that stand in the output as error objects.
    fn failed_lines(&self) -> u64 {
        if self.job.options.on_error == OnError::Emit { self.failed } else { 0 }
    }

    /// A bad record: the run ends, or it is left out, or an object stands in its place.
    fn fail(&mut self, refused: &Refused, bytes: &[u8], start: &Start, place: Option<(&Batch, &Piece<'_>)>) -> bool {
        let Some(mut diagnostic) =
            super::super::bad::refusal(refused, self.records.saturating_sub(1), bytes, start, &mut self.tape)
        else {
            return false;
        };
        diagnostic.severity = Severity::Error;
        let (Some((batch, piece)), false) = (place, self.job.options.on_error == OnError::Stop) else {
            self.fatal = Some(Fatal { diagnostic, help: refused.help() });
            return false;
        };
        let from = usize::try_from(piece.start.offset - batch.offset).unwrap_or(0);
        let end = from + piece.bytes.len();
        if self.job.options.on_error == OnError::Emit {
            self.before(batch, from);
            self.leave(batch, from);
            let json = super::super::bad::error_object(&diagnostic, piece.bytes);
            self.out.extend_from_slice(json.as_bytes());
            self.done = end;
        } else {
            self.skip(batch, piece, (from, end));
        }
        self.failed += 1;
        self.report.keep(diagnostic);
        true
    }

    /// Leaves a record out, with what separates it from the others.
    fn skip(&mut self, batch: &Batch, piece: &Piece<'_>, (start, end): (usize, usize)) {
        match self.job.framing {
            Framing::Lines => {
                self.leave(batch, start);
                let rest = batch.bytes().get(end..).unwrap_or_default();
                let line_end = rest.iter().take_while(|byte| **byte == b'\r').count();
                self.done = end + line_end + usize::from(rest.get(line_end) == Some(&b'\n'));
            }
            Framing::Array => {
                let is_first = self.written == 0 && !self.is_open && batch.offset <= 3 && self.failed == 0;
                self.leave(batch, if is_first { start } else { start - piece.gap.len() });
                self.is_open |= is_first;
                self.done = end;
            }
            Framing::Document | Framing::Messages | Framing::Sse | Framing::Folder => {
                self.leave(batch, 0);
                self.done = batch.bytes().len();
            }
        }
    }
}

/// A planner with empty buffers.
pub(super) fn planner<'j>(job: &'j Job<'j>) -> Planner<'j> {
    Planner {
        options: job.options,
        maker: job.maker,
        map: job.options.map.as_ref().filter(|_| !job.options.is_reverse),
        known: Known::default(),
        base: String::new(),
        is_one_line: job.framing == Framing::Sse,
        sites: Sites::default(),
        made: Made::default(),
    }
}

/// The lines of a record with the places that they are about.
pub(super) fn place<'l>(
    lines: &'l mut Vec<Line>,
    root: Option<Node<'_, '_>>,
    base: &'l str,
) -> impl Iterator<Item = (Line, String)> + 'l {
    lines.sort_by_key(|line| line.at);
    let offsets: Vec<_> = lines.iter().map(|line| line.at).collect();
    let found = root.map(|root| pointers(root, &offsets)).unwrap_or_default();
    lines.drain(..).zip(found).map(move |(line, pointer)| {
        let key = line.key.map(|key| format!("/{key}")).unwrap_or_default();
        let pointer = format!("{base}{pointer}{key}{}", line.inner);
        (line, pointer)
    })
}
