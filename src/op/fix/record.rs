//! The edits that correct the findings of one record.

use std::collections::HashMap;

use super::super::reader::format_of;
use super::super::records::{RecordPiece, parse, text_of};
use super::super::validate::{CheckedInput, MarkFixable, ValidateWorker};
use super::conversation::{call_ids, message_ids, repaired, schema_nulls, schema_types};
use super::edits::{FixedText, disjoint, edits_of};
use crate::format::{Format, starts_text};
use crate::json::{Edit, Tape, apply};
use crate::report::{Diagnostic, FixMethod, FixSafety, Report};

/// Determines which findings are known and not fixed: those of a baseline.
pub type IsKnown<'o> = dyn Fn(&Diagnostic) -> bool + Sync + 'o;

/// The maximum number of times that a record is checked again: one edit may require another one before it.
const MOST_ATTEMPTS: usize = 256;
/// The maximum number of bytes of a record that are processed in total, to find edits and to check it again.
const MOST_WORK: usize = 1 << 30;

/// Fixes records.
pub(in crate::op) struct RecordFixer<'o> {
    input: CheckedInput<'o>,
    known: Option<&'o IsKnown<'o>>,
    /// Checks records again; this is rarely necessary.
    checker: Option<Box<ValidateWorker<'o>>>,
    tape: Tape,
    scratch: Tape,
}

/// A record with some of its findings fixed.
struct FixState {
    /// The new text, if there is one.
    text: Option<String>,
    findings: Report,
    /// The record cannot be read; its only finding is the reason.
    is_refused: bool,
}

impl<'o> RecordFixer<'o> {
    pub(in crate::op) fn new(input: &CheckedInput<'o>, known: Option<&'o IsKnown<'o>>) -> Self {
        Self {
            input: *input,
            known,
            checker: None,
            tape: Tape::with_max_depth(input.limits.depth),
            scratch: Tape::with_max_depth(input.limits.depth),
        }
    }

    /// The text of a record with all possible fixes, and whether a change was undone because it would cause a new
    /// finding.
    pub(super) fn fix(
        &mut self,
        piece: &RecordPiece<'_>,
        (findings, is_refused): (Report, bool),
        most: FixSafety,
    ) -> (Option<(String, Report)>, bool) {
        if !self.can_start(piece, &findings, most) {
            return (None, false);
        }
        let mut state = FixState { text: None, findings, is_refused };
        let mut is_blocked = false;
        for safety in [FixSafety::Safe, FixSafety::Unsafe].into_iter().filter(|safety| *safety <= most) {
            is_blocked |= self.improve(piece, &mut state, safety);
        }
        (state.text.map(|text| (text, state.findings)), is_blocked)
    }

    fn can_start(&self, piece: &RecordPiece<'_>, findings: &Report, most: FixSafety) -> bool {
        let can = |finding: &Diagnostic| self.method(finding).is_some_and(|(safety, _)| safety <= most);
        findings.kept().iter().any(can)
            && piece.json == piece.bytes
            && piece.entry.is_none()
            && !piece.is_error_object()
            && text_of(piece).is_ok_and(|text| !starts_text(text))
    }

    /// How a finding may be fixed: `None` if its fix was not requested.
    fn method(&self, finding: &Diagnostic) -> Option<(FixSafety, FixMethod)> {
        let can =
            |method| method != FixMethod::RemoveRecord && (method != FixMethod::Suggested || finding.edit.is_some());
        let method = finding.code.fix.method().filter(|(_, method)| can(*method))?;
        self.is_wanted(finding).then_some(method)
    }

    fn is_wanted(&self, finding: &Diagnostic) -> bool {
        self.input.options.selects(finding.code) && !self.known.is_some_and(|known| known(finding))
    }

    /// Applies edits up to this kind until there are no more. True: one was undone, because it would cause a new
    /// finding.
    fn improve(&mut self, piece: &RecordPiece<'_>, state: &mut FixState, most: FixSafety) -> bool {
        let mut is_blocked = false;
        let (mut left, mut work) = (MOST_ATTEMPTS, MOST_WORK);
        while left > 0 && work > 0 {
            let text = state.text.take();
            let old = text.as_deref().or(text_of(piece).ok()).unwrap_or_default();
            let wanted = self.wanted(&state.findings, most);
            if wanted.is_empty() {
                state.text = text;
                break;
            }
            let attempts = self.attempts(piece, old, &wanted);
            work = work.saturating_sub(old.len());
            let needs_repair = wanted.iter().any(|(method, _)| *method == FixMethod::Repair);
            is_blocked = false;
            let mut better = None;
            let edited = attempts.into_iter().map(|mut edits| apply(old, &mut edits).ok());
            for new in edited.map(Some).chain(needs_repair.then_some(None)) {
                let new = new.unwrap_or_else(|| self.repaired(piece, old));
                let Some(new) = new.filter(|new| new != old && left > 0 && work > 0) else { continue };
                (left, work) = (left - 1, work.saturating_sub(new.len()));
                better = self.attempt(piece, new, state);
                is_blocked |= better.is_none();
                if better.is_some() {
                    break;
                }
            }
            let Some(better) = better else {
                state.text = text;
                break;
            };
            *state = better;
        }
        is_blocked
    }

    /// The findings that may be fixed, by method.
    fn wanted<'f>(&self, findings: &'f Report, most: FixSafety) -> Vec<(FixMethod, Vec<&'f Diagnostic>)> {
        let mut methods: Vec<(FixMethod, Vec<&Diagnostic>)> = Vec::new();
        for finding in findings.kept() {
            let Some((_, method)) = self.method(finding).filter(|(safety, _)| *safety <= most) else { continue };
            match methods.iter_mut().find(|(known, _)| *known == method) {
                Some((_, list)) => list.push(finding),
                None => methods.push((method, vec![finding])),
            }
        }
        methods
    }

    /// The edits to try: all together, then those of each finding separately.
    fn attempts(
        &mut self,
        piece: &RecordPiece<'_>,
        text: &str,
        wanted: &[(FixMethod, Vec<&Diagnostic>)],
    ) -> Vec<Vec<Edit>> {
        let (tape, scratch) = (&mut self.tape, &mut self.scratch);
        let Some(record) = fixed_text(piece, text, tape, (self.input.usual, self.input.is_fixed)) else {
            return Vec::new();
        };
        let dialect = self.input.options.target.filter(|(to, _)| to.name == record.format.name);
        let policy = record.format.policy_of(dialect.and_then(|(_, dialect)| dialect).map(|dialect| dialect.name));
        let mut groups = Vec::new();
        for (method, list) in wanted {
            if *method == FixMethod::CallIds {
                groups.push(call_ids(&record, policy));
            } else if *method == FixMethod::MessageIds {
                groups.push(message_ids(&record));
            } else if *method == FixMethod::SchemaTypes {
                groups.push(schema_types(&record, scratch));
            } else if *method == FixMethod::SchemaNulls {
                groups.push(schema_nulls(&record, scratch));
            } else {
                groups.extend(edits_of(*method, list, &record));
            }
        }
        groups.retain(|edits| !edits.is_empty());
        let mut attempts = vec![disjoint(groups.clone())];
        if groups.len() > 1 && groups.len() <= MOST_ALONE {
            attempts.extend(groups);
        }
        attempts
    }

    fn repaired(&mut self, piece: &RecordPiece<'_>, text: &str) -> Option<String> {
        let record = fixed_text(piece, text, &mut self.tape, (self.input.usual, self.input.is_fixed))?;
        repaired(&record, &mut self.scratch)
    }

    /// A record with this text, if it has fewer findings and no new one.
    fn attempt(&mut self, piece: &RecordPiece<'_>, new: String, state: &FixState) -> Option<FixState> {
        let checker = self.checker.get_or_insert_with(|| Box::new(ValidateWorker::new(&self.input, None)));
        let (findings, is_refused) = checker.findings_of(&with_text(piece, &new), self.known.is_some());
        checker.forget();
        let is_better = if state.is_refused {
            // The findings of the rest are unknown.
            !is_refused || is_elsewhere(&state.findings, &findings)
        } else {
            !is_refused
                && is_better(&state.findings, &findings)
                && self.hidden(&state.findings) == self.hidden(&findings)
        };
        is_better.then_some(FixState { text: Some(new), findings, is_refused })
    }

    /// The number of findings that the repair would fix without a request: they remain.
    fn hidden(&self, findings: &Report) -> usize {
        let is_hidden = |finding: &&Diagnostic| {
            finding.code.fix.method().is_some_and(|(_, method)| method == FixMethod::Repair) && !self.is_wanted(finding)
        };
        findings.kept().iter().filter(is_hidden).count()
    }
}

impl MarkFixable for RecordFixer<'_> {
    fn mark(&mut self, piece: &RecordPiece<'_>, findings: &mut Report, is_refused: bool) {
        if !self.can_start(piece, findings, FixSafety::Unsafe) {
            return;
        }
        let mut state = FixState { text: None, findings: findings.clone(), is_refused };
        for safety in [FixSafety::Safe, FixSafety::Unsafe] {
            self.improve(piece, &mut state, safety);
            let mut left: HashMap<_, u64> = HashMap::new();
            for finding in state.findings.kept() {
                *left.entry((finding.code.id, finding.message.as_str())).or_default() += 1;
            }
            for finding in findings.kept_mut() {
                match left.get_mut(&(finding.code.id, finding.message.as_str())) {
                    Some(count) if *count > 0 => *count -= 1,
                    _ => finding.fix = finding.fix.or(Some(safety)),
                }
            }
        }
    }
}

/// The record with another text.
pub(super) fn with_text<'a>(piece: &RecordPiece<'_>, text: &'a str) -> RecordPiece<'a> {
    let (bytes, json) = (text.as_bytes(), text.as_bytes());
    let RecordPiece { start, is_sequence, is_marked, is_json_line, .. } = *piece;
    RecordPiece { bytes, json, start, is_sequence, is_marked, is_json_line, ..RecordPiece::default() }
}

/// The current state of a record.
fn fixed_text<'t, 'a>(
    piece: &RecordPiece<'_>,
    text: &'a str,
    tape: &'t mut Tape,
    (usual, is_fixed): (Option<&'static Format>, bool),
) -> Option<FixedText<'t, 'a>> {
    let is_sequence = piece.is_sequence;
    let root = parse(tape, &with_text(piece, text), text, usual).ok()?;
    let format = format_of(root, usual, is_fixed, is_sequence).ok()?;
    Some(FixedText { root, text, format, is_sequence })
}

/// The maximum number of edits that are tried one by one if all together cause a new finding.
const MOST_ALONE: usize = 64;

/// True if a record that still cannot be read has fewer findings, or the same number with another first one.
fn is_elsewhere(before: &Report, after: &Report) -> bool {
    let first = |findings: &Report| findings.kept().first().map(|it| (it.code.id, it.message.clone(), it.at));
    let (old, new) = (before.total(|_| true), after.total(|_| true));
    new < old || (new == old && first(before) != first(after))
}

/// True if there are fewer findings in total, and not more of any code.
fn is_better(before: &Report, after: &Report) -> bool {
    let of_code = |report: &Report, id: &str| report.total(|count| count.code.id == id);
    let has_new = after.counts().iter().any(|count| of_code(after, count.code.id) > of_code(before, count.code.id));
    !has_new && after.total(|_| true) < before.total(|_| true)
}
