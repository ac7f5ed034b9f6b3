//! Logs of events, event by event: they may be longer than memory. What comes up again is remembered for a while (`past`).

use super::super::input::Input;
use super::super::log::is_log;
use super::super::records::{Fatal, OnError, Piece, count_format, each_piece, text_of};
use super::map::{Known, write_line};
use super::past::Past;
use super::plan::Planner;
use super::splice::{splice, without_returns};
use super::worker::{place, planner};
use super::{Done, Ends, Failure, Job, Options};
use crate::events::{FORMAT, sse};
use crate::format::{Format, Framing, by_name};
use crate::json::Tape;
use crate::report::{Refused, Report, Severity};
use crate::stream::{Batch, Cut, Splitter};

/// True if the input is a log that can be gone through.
pub(super) fn applies(input: &Input, options: &Options) -> bool {
    is_log(input) && options.on_error == OnError::Stop
}

pub(super) fn run(
    input: Input,
    name: &str,
    job: &Job<'_>,
    mut ends: Ends<'_>,
    mut done: Done,
) -> Result<Done, Failure> {
    let limits = input.limits;
    let Some(format) = by_name(FORMAT).map(|(format, _)| format) else { return Ok(done) };
    let mut splitter = Splitter::of_log(input.source, job.framing, limits);
    let options = job.options;
    let mut work = Work {
        job,
        format,
        planner: planner(job),
        known: options.map.as_ref().map(|map| map.record(job.file, 0)),
        past: Past::default(),
        tape: Tape::with_max_depth(limits.depth),
        part: Report::keeping(options.keep),
        number: 0,
        out: Vec::new(),
        lines: Vec::new(),
        bad: None,
    };
    if !options.is_reverse {
        work.planner.known = work.known.take().unwrap_or_default();
    }
    let mut batch = Batch::default();
    loop {
        let cut = splitter.next(&mut batch).map_err(Failure::Source)?;
        if matches!(cut, Cut::End) {
            break;
        }
        done.outcome.records_in = 1;
        work.batch(&batch, &cut, name, &mut done);
        let out = work.output();
        done.outcome.is_changed |= *out != *batch.bytes();
        done.outcome.bytes_in += batch.bytes().len() as u64;
        done.outcome.bytes_out += out.len() as u64;
        (ends.write)(&out).map_err(Failure::Sink)?;
        if let Some(write) = ends.map.as_mut().filter(|_| !work.lines.is_empty()) {
            write(&work.lines).map_err(Failure::Sink)?;
        }
        for diagnostic in work.part.drain() {
            (ends.note)(diagnostic);
        }
        done.outcome.report.merge(&mut work.part);
        ends.progress.advance(batch.bytes().len() as u64, 0);
        if work.bad.is_some() || !matches!(cut, Cut::Batch) {
            break;
        }
    }
    done.outcome.fatal = work.end();
    done.outcome.failed = u64::from(done.outcome.fatal.is_some());
    done.outcome.records_out = done.outcome.records_in - done.outcome.failed.min(done.outcome.records_in);
    let is_misfit = work.known.is_some_and(|known| known.lines > 0) && done.renamed == 0;
    done.misfits = u64::from(is_misfit);
    if done.outcome.records_in > 0 {
        count_format(&mut done.outcome.formats, FORMAT, 1);
    }
    Ok(done)
}

struct Work<'j> {
    job: &'j Job<'j>,
    format: &'static Format,
    planner: Planner<'j>,
    /// What the map says, where it is undone.
    known: Option<Known>,
    past: Past,
    tape: Tape,
    part: Report,
    /// Of the next event.
    number: u64,
    out: Vec<u8>,
    lines: Vec<u8>,
    bad: Option<Fatal>,
}

impl Work<'_> {
    fn batch(&mut self, batch: &Batch, cut: &Cut, name: &str, done: &mut Done) {
        self.out.clear();
        self.lines.clear();
        let mut copied = 0;
        each_piece(batch, self.job.framing, |piece| {
            let start = usize::try_from(piece.start.offset - batch.offset).unwrap_or(0);
            if let Err(refused) = self.event(&piece, name) {
                self.bad = self.fatal(&refused, &piece);
                self.out.extend_from_slice(batch.bytes().get(copied..start).unwrap_or_default());
                copied = batch.bytes().len();
                return false;
            }
            let made = &self.planner.made;
            if !made.changes.is_empty() {
                done.count(made.counts);
                self.out.extend_from_slice(batch.bytes().get(copied..start).unwrap_or_default());
                splice(piece.bytes, made, &mut self.out);
                copied = start + piece.bytes.len();
            }
            true
        });
        self.out.extend_from_slice(batch.bytes().get(copied..).unwrap_or_default());
        if let (Some((refused, start)), None) = (super::super::records::broken(batch, cut), &self.bad) {
            let found = super::super::bad::refusal(&refused, 0, batch.json(), &start, &mut self.tape);
            self.bad = found.map(|diagnostic| Fatal { diagnostic, help: refused.help() });
        }
    }

    fn event(&mut self, piece: &Piece<'_>, name: &str) -> Result<(), Refused> {
        self.planner.made.clear();
        let text = text_of(piece).map_err(|error| Refused::json(&error))?;
        if self.job.framing == Framing::Sse && sse::is_sentinel(text) {
            return Ok(());
        }
        let root = self.tape.parse(text).map_err(|error| Refused::json(&error))?;
        let number = self.number;
        self.number += 1;
        let Some(ids) = self.format.ids else { return Ok(()) };
        if let Some(known) = &self.known {
            self.planner.undo((root, text), ids, known, &format!("/{number}"));
            return Ok(());
        }
        let planner = &mut self.planner;
        if !planner.known.places.is_empty() {
            planner.base = format!("/{number}");
        }
        self.part.start_record(0);
        planner.plan((root, text), (ids, self.format.name), &mut self.part, Some(&mut self.past))?;
        if self.part.has_fresh() {
            self.part.locate(Some(root), piece.json, &piece.start);
        }
        for (name, diagnostic) in std::mem::take(&mut self.past.fresh) {
            let mut one = Report::keeping(1);
            one.add(diagnostic.code, diagnostic.at, || diagnostic.message);
            one.locate(Some(root), piece.json, &piece.start);
            for mut placed in one.drain() {
                if let Some(location) = &mut placed.location {
                    location.pointer.insert_str(0, &format!("/{number}"));
                }
                self.past.wait(name.clone(), placed);
            }
        }
        if !planner.made.lines.is_empty() {
            let base = format!("/{number}");
            for (line, pointer) in place(&mut planner.made.lines, Some(root), &base) {
                write_line(&line, name, (0, 0), &pointer, &mut self.lines);
            }
        }
        Ok(())
    }

    fn fatal(&mut self, refused: &Refused, piece: &Piece<'_>) -> Option<Fatal> {
        let diagnostic = super::super::bad::refusal(refused, 0, piece.json, &piece.start, &mut self.tape)?;
        Some(Fatal { diagnostic, help: refused.help() })
    }

    fn output(&self) -> std::borrow::Cow<'_, [u8]> {
        let is_lines = self.job.framing == Framing::Messages;
        let stripped = if is_lines && !self.job.options.keeps_surroundings { without_returns(&self.out) } else { None };
        stripped.map_or(std::borrow::Cow::Borrowed(&self.out), std::borrow::Cow::Owned)
    }

    /// What ended the run, or a reference to what never came.
    fn end(&mut self) -> Option<Fatal> {
        if self.bad.is_some() {
            return self.bad.take();
        }
        let mut waiting = self.past.end().into_iter();
        let (_, mut diagnostic) = waiting.next()?;
        let others: Vec<String> = waiting.map(|(other, _)| other).collect();
        if !others.is_empty() {
            let shown: Vec<_> =
                others.iter().take(4).map(|it| format!("`{}`", crate::json::Text::Owned(it.clone()).show())).collect();
            let more = if others.len() > 4 { format!(" and {} more", others.len() - 4) } else { String::new() };
            diagnostic.message.push_str(&format!(", and nothing has {}{more}", shown.join(", ")));
        }
        diagnostic.severity = Severity::Error;
        let help = diagnostic.code.help;
        Some(Fatal { diagnostic, help })
    }
}
