//! Processes logs of events one event at a time: they may be larger than memory.

use super::data_set;
use super::input::Input;
use super::outcome::{Outcome, count_format};
use super::records::{RecordPiece, each_piece, text_of};
use super::secrets::check_secrets;
use super::validate::{Findings, ValidateOptions};
use crate::events::{Checker, FORMAT, RecordKind, each_event, sse};
use crate::format::Framing;
use crate::format::sessions::report_damaged_line;
use crate::json::{DamagedLine, Node, Span, Tape};
use crate::report::{Code, Diagnostic, Location, Refused, Report, Severity, Start, session};
use crate::rule::SECRET;
use crate::stream::{Batch, Cut, Flow, Progress, SourceError, Splitter, without_foreign_bytes};

/// True for a log whose events can be read one by one: lines, frames, or items of an array.
pub(super) fn is_log(input: &Input) -> bool {
    if input.usual.is_none_or(|format| format.name != FORMAT) {
        return false;
    }
    let head = input.source.head();
    match input.framing {
        Framing::Messages | Framing::Sse => true,
        Framing::Document if head.trim_start().starts_with('[') => {
            let mut tape = Tape::with_max_depth(input.limits.depth);
            tape.parse_prefix(head).0.is_some_and(|root| RecordKind::of(root) == Some(RecordKind::Events))
        }
        Framing::Document | Framing::Lines | Framing::Array | Framing::Folder => false,
    }
}

/// Checks a log.
pub(super) fn validate(
    input: Input,
    options: &ValidateOptions,
    note: &mut (dyn FnMut(Findings) -> Flow + Send),
    progress: &dyn Progress,
    outcome: &mut Outcome,
) -> Result<(), SourceError> {
    let (framing, limits) = (input.framing, input.limits);
    let mut splitter = Splitter::of_log(input.source, framing, limits);
    let mut work = LogValidator {
        options,
        framing,
        tape: Tape::with_max_depth(limits.depth),
        checker: Checker::default().lenient(options.is_lenient),
        part: Report::keeping(options.keep),
        report: Report::keeping(options.keep).with_excerpts(options.has_excerpts),
        broken: None,
        truncated: None,
    };
    let mut batch = Batch::default();
    loop {
        let cut = splitter.next(&mut batch)?;
        if matches!(cut, Cut::End) {
            break;
        }
        outcome.records_in = 1;
        each_piece(&batch, framing, |piece| work.piece(&piece));
        if let Some((refused, start, _)) = super::records::broken(&batch, &cut) {
            work.refuse(&refused, batch.json(), &start);
        }
        outcome.bytes_in += batch.bytes().len() as u64;
        progress.advance(batch.bytes().len() as u64, 0);
        let flow = work.tell(0, note, outcome);
        if flow == Flow::Stop || !matches!(cut, Cut::Batch) {
            break;
        }
    }
    work.finish();
    work.tell(outcome.records_in, note, outcome);
    if let Some(code) = work.broken {
        outcome.failed.add(code);
    }
    if outcome.records_in > 0 {
        count_format(&mut outcome.formats, FORMAT, 1);
    }
    Ok(())
}

struct LogValidator<'o> {
    options: &'o ValidateOptions,
    framing: Framing,
    tape: Tape,
    checker: Checker,
    /// The findings of one event.
    part: Report,
    report: Report,
    /// The code of the first piece that is not JSON.
    broken: Option<&'static Code>,
    /// A truncated line. If it is the last one, the writer may still be running.
    truncated: Option<(DamagedLine, Vec<u8>, Start)>,
}

impl LogValidator<'_> {
    fn piece(&mut self, piece: &RecordPiece<'_>) -> bool {
        self.end_truncated(false);
        let is_line = self.framing == Framing::Messages;
        if let Some(text) = without_foreign_bytes(piece.json).filter(|_| is_line) {
            self.damaged_line(piece, &text);
            return true;
        }
        let text = match text_of(piece) {
            Ok(text) => text,
            Err(refused) => {
                self.refuse(&refused, piece.json, &piece.start);
                return true;
            }
        };
        if self.framing == Framing::Sse && sse::is_sentinel(text) {
            self.checker.sentinel(&mut self.part);
            self.close(piece.json, &piece.start);
            return true;
        }
        let Self { tape, checker, part, options, .. } = self;
        match tape.parse(text) {
            Ok(root) => {
                check(root, piece.start, checker, part);
                if options.wants(SECRET.code) {
                    check_secrets(piece, Some(tape), true, part);
                }
                if !part.is_empty() {
                    self.close(piece.json, &piece.start);
                }
            }
            Err(_) if is_line => self.damaged_line(piece, piece.json),
            Err(error) => self.refuse(&Refused::json(&error), piece.json, &piece.start),
        }
        true
    }

    /// Checks the complete events of a line. The library rejects such lines, so findings are errors.
    fn damaged_line(&mut self, piece: &RecordPiece<'_>, bytes: &[u8]) {
        let Self { tape, checker, part, truncated, .. } = self;
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        let damaged = match tape.parse_lines(text) {
            Ok(root) => {
                root.items().for_each(|event| check(event, piece.start, checker, part));
                root.damaged_lines().to_vec()
            }
            Err(error) => {
                let _ = tape.parse_prefix(text);
                vec![DamagedLine { span: Span { start: 0, end: text.len() }, error: Some(error), is_last: true }]
            }
        };
        for damaged in damaged {
            if damaged.is_last && damaged.error.is_some_and(|error| error.is_end()) {
                *truncated = Some((damaged, bytes.to_vec(), piece.start));
            } else {
                report_damaged_line(&damaged, false, part);
            }
        }
        if self.options.wants(SECRET.code) {
            check_secrets(piece, None, false, part);
        }
        self.close_line(bytes, &piece.start);
    }

    /// Reports the previous line, if it is truncated.
    fn end_truncated(&mut self, is_last: bool) {
        let Some((damaged, bytes, start)) = self.truncated.take() else { return };
        report_damaged_line(&damaged, is_last, &mut self.part);
        self.close_line(&bytes, &start);
    }

    fn close_line(&mut self, bytes: &[u8], start: &Start) {
        for code in [&session::ODD_LINE, &session::DAMAGED_LINE, &session::TRUNCATED_LINE] {
            self.part.set_severity(code, Severity::Error);
        }
        self.close(bytes, start);
    }

    fn refuse(&mut self, refused: &Refused, bytes: &[u8], start: &Start) {
        self.broken.get_or_insert(refused.code());
        self.part.refuse(refused, None);
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        let _ = self.tape.parse_prefix(text);
        self.close(bytes, start);
    }

    /// Filters the findings about an event and sets their places.
    fn close(&mut self, bytes: &[u8], start: &Start) {
        self.filter();
        self.report.start_record(0);
        self.report.append(&mut self.part);
        let root = std::str::from_utf8(bytes).ok().and_then(|text| self.tape.root(text));
        self.report.locate(root, bytes, start);
    }

    fn filter(&mut self) {
        if self.options.is_strict {
            self.part.raise(Severity::Warning, Severity::Error);
        }
        self.options.set_levels(&mut self.part);
        let options = self.options;
        self.part.retain(|code| options.wants(code));
    }

    /// Adds the findings about the whole log.
    fn finish(&mut self) {
        self.end_truncated(true);
        for late in self.checker.finish() {
            let offset = late.place.at.offset().unwrap_or(0) as u64;
            let start = late.place.start;
            let location = Location {
                line: start.line,
                column: start.column + offset,
                offset: start.offset + offset,
                pointer: String::new(),
            };
            let (at, location) = (late.place.at, Some(location));
            self.part.keep(Diagnostic { at, location, ..Diagnostic::new(late.code, late.message) });
        }
        self.filter();
        self.report.start_record(0);
        self.report.append(&mut self.part);
    }

    fn tell(&mut self, records: u64, note: &mut (dyn FnMut(Findings) -> Flow + Send), outcome: &mut Outcome) -> Flow {
        let diagnostics: Vec<_> = self.report.drain().collect();
        let flow = if diagnostics.is_empty() && records == 0 {
            Flow::Continue
        } else {
            note(Findings { first: 0, records, diagnostics, goes_on: records == 0 })
        };
        outcome.report.merge(&mut self.report);
        flow
    }
}

fn check(root: Node<'_, '_>, start: Start, checker: &mut Checker, report: &mut Report) {
    // A line may be a row of a store, which contains many events.
    checker.rows(root);
    each_event(root, &mut |event, row| checker.event(event, row, start, report));
    data_set::check_json(root, Severity::Warning, None, report);
}

/// Checks a record of events, or of messages without events. True if there is nothing more to check.
pub(super) fn check_record(root: Node<'_, '_>, start: &Start, is_lenient: bool, report: &mut Report) -> bool {
    let mut checker = Checker::default().lenient(is_lenient);
    match RecordKind::of(root) {
        Some(RecordKind::Events) => {
            check(root, *start, &mut checker, report);
            for late in checker.finish() {
                report.add(late.code, late.place.at, || late.message);
            }
            true
        }
        Some(RecordKind::Messages) => checker.messages(root, report),
        Some(RecordKind::Input) => checker.input(root, report),
        None => false,
    }
}
