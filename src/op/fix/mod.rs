//! `validate --fix`: edits on the bytes of records that correct findings.
//!
//! A code says whether its findings can be fixed, and how ([`crate::report::Fix`]). The edits of a record are made
//! together, the record is checked again, and a change that gives a new finding is not made.

mod edits;
mod media;
mod run;
mod site;

use std::collections::HashMap;

use self::edits::{FixedText, disjoint, edits_of};
use super::edit::{EditRecord, Edited, Wanted, edit};
use super::ids::Ids;
use super::records::{RecordPiece, format_of, parse, read_as, text_of};
use super::validate::{CheckedInput, ValidateOptions, ValidateWorker};
use crate::format::{Container, Format, Reading, WriteOptions};
use crate::json::{Edit, Tape, apply};
use crate::report::{Diagnostic, FixMethod, FixSafety, Report};
use crate::statements::starts_program;

pub use self::run::{FixEnds, FixFailure, FixOptions, FixResult, FixedRecord, run};

/// Says which findings are known and stay: those of a baseline.
pub type IsKnown<'o> = dyn Fn(&Diagnostic) -> bool + Sync + 'o;

/// The number of rounds in which the edits of a record are made: one edit may need another one before it.
const MOST_ROUNDS: usize = 100;

/// Fixes records.
pub(super) struct RecordFixer<'o> {
    options: &'o ValidateOptions,
    known: Option<&'o IsKnown<'o>>,
    usual: Option<&'static Format>,
    is_fixed: bool,
    checker: Box<ValidateWorker<'o>>,
    tape: Tape,
    scratch: Tape,
}

/// A record with some of its findings fixed.
struct FixState {
    /// The new text, if there is one.
    text: Option<String>,
    findings: Report,
    /// The record cannot be read; its only finding says why.
    is_refused: bool,
}

impl<'o> RecordFixer<'o> {
    pub(super) fn new(input: &CheckedInput<'o>, known: Option<&'o IsKnown<'o>>) -> Self {
        Self {
            options: input.options,
            known,
            usual: input.usual,
            is_fixed: input.is_fixed,
            checker: Box::new(ValidateWorker::new(input, None)),
            tape: Tape::with_max_depth(input.limits.depth),
            scratch: Tape::with_max_depth(input.limits.depth),
        }
    }

    /// Marks the findings of a record that can be fixed.
    pub(super) fn mark(&mut self, piece: &RecordPiece<'_>, findings: &mut Report, is_refused: bool) {
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

    /// The text of a record with everything fixed that can be, and whether a change was not made because it would give a new
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
            && text_of(piece).is_ok_and(|text| !starts_program(text))
    }

    /// How a finding may be fixed: nothing for those that nobody asked for.
    fn method(&self, finding: &Diagnostic) -> Option<(FixSafety, FixMethod)> {
        let method = finding.code.fix.method().filter(|(_, method)| *method != FixMethod::RemoveRecord)?;
        self.is_wanted(finding).then_some(method)
    }

    fn is_wanted(&self, finding: &Diagnostic) -> bool {
        self.options.wants(finding.code) && !self.known.is_some_and(|known| known(finding))
    }

    /// Makes edits up to this kind until there are no more. True: one was not made, because it would give a new finding.
    fn improve(&mut self, piece: &RecordPiece<'_>, state: &mut FixState, most: FixSafety) -> bool {
        for _ in 0..MOST_ROUNDS {
            let text = state.text.take();
            let old = text.as_deref().or(text_of(piece).ok()).unwrap_or_default();
            let attempts = self.attempts(piece, old, &state.findings, most);
            let has_any = !attempts.is_empty();
            let better = attempts.into_iter().find_map(|new| self.attempt(piece, old, new, state));
            let is_done = better.is_none();
            match better {
                Some(better) => *state = better,
                None => state.text = text,
            }
            if is_done {
                return has_any;
            }
        }
        false
    }

    /// The texts to try: with all edits, then with each alone.
    fn attempts(&mut self, piece: &RecordPiece<'_>, text: &str, findings: &Report, most: FixSafety) -> Vec<String> {
        let shape = RecordPiece { bytes: text.as_bytes(), json: text.as_bytes(), separator: b"", ..*piece };
        let mut methods: Vec<(FixMethod, Vec<&Diagnostic>)> = Vec::new();
        for finding in findings.kept() {
            let Some((_, method)) = self.method(finding).filter(|(safety, _)| *safety <= most) else { continue };
            match methods.iter_mut().find(|(known, _)| *known == method) {
                Some((_, list)) => list.push(finding),
                None => methods.push((method, vec![finding])),
            }
        }
        let Ok(root) = parse(&mut self.tape, &shape, text) else { return Vec::new() };
        let Ok(format) = format_of(root, self.usual, self.is_fixed, piece.is_sequence) else { return Vec::new() };
        let record = FixedText { root, text, format, is_sequence: piece.is_sequence };
        let groups: Vec<_> = methods.iter().flat_map(|(method, list)| edits_of(*method, list, &record)).collect();
        let mut texts = Vec::new();
        let mut add = |mut edits: Vec<Edit>| texts.extend(apply(text, &mut edits).ok().filter(|new| new != text));
        if groups.len() > 1 && groups.len() <= MOST_ALONE {
            add(disjoint(groups.clone()));
            groups.into_iter().for_each(&mut add);
        } else {
            add(disjoint(groups));
        }
        if texts.is_empty() && methods.iter().any(|(method, _)| *method == FixMethod::Repair) {
            texts.extend(repaired(&record, &mut self.scratch));
        }
        texts
    }

    /// A record with this text, if it has fewer findings and no new one.
    fn attempt(&mut self, piece: &RecordPiece<'_>, old: &str, new: String, state: &FixState) -> Option<FixState> {
        if new == old {
            return None;
        }
        let shape = RecordPiece { bytes: new.as_bytes(), json: new.as_bytes(), separator: b"", ..*piece };
        let (findings, is_refused) = self.checker.findings_of(&shape, self.known.is_some());
        self.checker.forget();
        let is_better = if state.is_refused {
            // What was wrong with the rest was not known.
            !is_refused || first(&findings) != first(&state.findings)
        } else {
            !is_refused
                && is_better(&state.findings, &findings)
                && self.hidden(&state.findings) == self.hidden(&findings)
        };
        is_better.then_some(FixState { text: Some(new), findings, is_refused })
    }

    /// The number of findings that the repair would fix and nobody asked for: they stay.
    fn hidden(&self, findings: &Report) -> usize {
        let is_hidden = |finding: &&Diagnostic| {
            finding.code.fix.method().is_some_and(|(_, method)| method == FixMethod::Repair) && !self.is_wanted(finding)
        };
        findings.kept().iter().filter(is_hidden).count()
    }
}

/// The number of edits that are tried one by one where all together give a new finding.
const MOST_ALONE: usize = 64;

fn first(findings: &Report) -> Option<(&'static str, &str)> {
    findings.kept().first().map(|finding| (finding.code.id, finding.message.as_str()))
}

/// True if there are fewer findings, and of no code more than before.
fn is_better(before: &Report, after: &Report) -> bool {
    let of_code = |report: &Report, id: &str| report.total(|count| count.code.id == id);
    let has_new = after.counts().iter().any(|count| of_code(after, count.code.id) > of_code(before, count.code.id));
    !has_new && after.total(|_| true) < before.total(|_| true)
}

/// The text of a record that `convert --repair` would write where the format stays.
fn repaired(record: &FixedText<'_, '_>, scratch: &mut Tape) -> Option<String> {
    let FixedText { root, text, format, is_sequence } = *record;
    let mut losses = Report::keeping(0);
    let mut conversation = read_as(format, root, &mut Reading { report: &mut losses, scratch }).ok()?;
    conversation.source = text;
    let record = EditRecord { format, conversation: &conversation, root, text, is_sequence };
    let write = WriteOptions { container: Container::Kept, ..WriteOptions::default() };
    let wanted = Wanted { branch: None, embedding: None, repair: true, ids: Ids::Keep, write };
    match edit(&record, &wanted, scratch, &mut losses).ok()? {
        Edited::Text(new) => Some(new),
        Edited::Same | Edited::Cannot => None,
    }
}
