//! Collects diagnostics: counts all of them, and keeps the first of each code.

use super::accepted::AcceptedPlace;
use super::code::{Code, CodeKind, Severity};
use super::diagnostic::{Diagnostic, Location};
use super::excerpt::{Excerpt, characters};
use super::fix::FindingText;
use super::loss;
use super::names::NameCounts;
use super::refused::Refused;
use crate::json::short_lists;
use crate::json::{At, Node, Text, count_lines, mask_pointer, mask_text, pointers, values_at};

/// The number of diagnostics with a code.
#[derive(Clone, Debug)]
pub struct CodeCount {
    /// The code.
    pub code: &'static Code,
    /// The severity.
    pub severity: Severity,
    /// The count.
    pub count: u64,
    /// The counts by name, for codes about named things such as fields.
    pub names: NameCounts,
}

/// The diagnostics of a run, a file, or a batch of records.
#[derive(Clone, Debug)]
pub struct Report {
    counts: Vec<CodeCount>,
    pub(super) kept: Vec<Diagnostic>,
    /// The maximum number of kept diagnostics of each code.
    pub(super) keep: u64,
    record: u64,
    /// Diagnostics include an excerpt of the text around their place.
    pub(super) has_excerpts: bool,
    /// The index in `kept` of the first diagnostic of the current record.
    record_start: usize,
    /// Null for an absent member, and JSON text for a list, are findings.
    pub(super) names_data_set_forms: bool,
    /// Messages are those of chat templates.
    pub(super) takes_template_forms: bool,
    /// Places where a finding does not hold, sorted.
    pub(super) accepted: Vec<AcceptedPlace>,
}

impl Default for Report {
    fn default() -> Self {
        Self::keeping(20)
    }
}

impl Report {
    /// An empty report that keeps the first `keep` diagnostics of each code.
    #[must_use]
    pub fn keeping(keep: u64) -> Self {
        Self {
            counts: Vec::new(),
            kept: Vec::new(),
            keep,
            record: 0,
            has_excerpts: false,
            record_start: 0,
            names_data_set_forms: false,
            takes_template_forms: false,
            accepted: Vec::new(),
        }
    }

    /// Starts a new record; the diagnostics added after this are about it.
    pub fn start_record(&mut self, record: u64) {
        self.record = record;
        self.record_start = self.kept.len();
    }

    /// The number of the current record.
    pub(crate) fn record(&self) -> u64 {
        self.record
    }

    /// Adds a diagnostic with its code's severity. `message` is only called if the diagnostic is kept.
    #[inline]
    pub fn add<M: Into<FindingText>>(&mut self, code: &'static Code, at: At, message: impl FnOnce() -> M) {
        self.add_as(code, code.severity, at, message);
    }

    /// Adds the loss of a field, which is counted by its key: "the field `user_id` is dropped".
    pub fn drop_field(&mut self, at: At, key: &Text<'_>) {
        self.drop_named_field(at, key, |key| format!("the field `{key}` is dropped"));
    }

    /// Adds the loss of a field, with a message made from the displayed key.
    pub fn drop_named_field(&mut self, at: At, key: &Text<'_>, message: impl FnOnce(&str) -> String) {
        let code = &loss::EXTRA_FIELD;
        self.add(code, at, || message(&key.show()));
        if let Some(count) = self.counts.iter_mut().find(|it| it.code == code && it.severity == code.severity) {
            count.names.add(key);
        }
    }

    /// Adds a diagnostic with another severity than that of its code.
    pub fn add_as<M: Into<FindingText>>(
        &mut self,
        code: &'static Code,
        severity: Severity,
        at: At,
        message: impl FnOnce() -> M,
    ) {
        if !self.accepted.is_empty() && self.is_accepted(code, at) {
            return;
        }
        if self.count(code, severity, 1) <= self.keep {
            let text = message().into();
            self.keep_one(code, severity, at, text, code.help);
        }
    }

    // Not inlined: five hundred places can report something, and few of them ever do.
    #[inline(never)]
    fn keep_one(&mut self, code: &'static Code, severity: Severity, at: At, text: FindingText, help: &'static str) {
        let (message, edit) = (mask_text(text.message), text.edit.map(Box::new));
        let new = Diagnostic::new(code, message);
        self.kept.push(Diagnostic { severity, help, record: self.record, at, edit, ..new });
    }

    /// Adds a rejected record; with its root, the message has the pointers to the earlier losses that caused it.
    pub fn refuse(&mut self, refused: &Refused, root: Option<Node<'_, '_>>) {
        let (code, severity) = (refused.code(), Severity::Error);
        if self.count(code, severity, 1) <= self.keep {
            self.keep_one(code, severity, refused.at(), refused.message_in(root).into(), refused.help());
        }
    }

    #[inline(never)]
    pub(super) fn count(&mut self, code: &'static Code, severity: Severity, more: u64) -> u64 {
        let known = self.counts.iter_mut().find(|count| count.code == code && count.severity == severity);
        if let Some(known) = known {
            known.count += more;
            return known.count;
        }
        self.counts.push(CodeCount { code, severity, count: more, names: NameCounts::default() });
        more
    }

    fn count_all(&mut self, counts: impl Iterator<Item = CodeCount>) {
        for later in counts {
            let known = self.counts.iter_mut().find(|it| it.code == later.code && it.severity == later.severity);
            match known {
                Some(known) => {
                    known.count += later.count;
                    known.names.merge(&later.names);
                }
                None => self.counts.push(later),
            }
        }
    }

    /// True if a diagnostic of the current record was kept but is not located yet.
    #[must_use]
    pub fn has_unlocated(&self) -> bool {
        self.record_start < self.kept.len()
    }

    /// Computes line, column and pointer of the current record's diagnostics, while its text is available.
    ///
    /// `start` is the position of the record in its file.
    pub fn locate(&mut self, root: Option<Node<'_, '_>>, bytes: &[u8], start: &Start) {
        let unlocated = self.kept.get_mut(self.record_start..).unwrap_or_default();
        if unlocated.is_empty() {
            return;
        }
        let mut order: Vec<usize> = (0..unlocated.len()).collect();
        // The place of a diagnostic about the whole record is its start, after white space.
        let first = root.map_or(0, |root| root.span().start);
        let place = |diagnostic: &Diagnostic| diagnostic.at.offset().unwrap_or(0).max(first);
        short_lists::sort_by_key(&mut order, |index| unlocated.get(*index).map(&place));
        let offsets: Vec<usize> = order.iter().filter_map(|index| unlocated.get(*index).map(&place)).collect();
        let mut names = root.map(|root| pointers(root, &offsets)).unwrap_or_default().into_iter();
        let values = root.filter(|_| self.has_excerpts).map(|root| values_at(root, &offsets)).unwrap_or_default();
        let mut values = values.into_iter();
        // The number of characters of the line before `counted`.
        let mut characters_before = start.column - 1;
        let (mut counted, mut lines, mut line_start) = (0, 0, None);
        for (index, at) in order.into_iter().zip(offsets) {
            // Count lines from the last place, so that many places in a long record take linear time.
            let at_most = at.min(bytes.len());
            let between = bytes.get(counted..at_most).unwrap_or_default();
            if let Some(newline) = memchr::memrchr(b'\n', between) {
                lines += count_lines(between);
                line_start = Some(counted + newline + 1);
                characters_before = 0;
            }
            if self.has_excerpts {
                let from = line_start.unwrap_or(0).max(counted);
                characters_before += characters(bytes.get(from..at_most).unwrap_or_default());
            }
            counted = at_most;
            let column = match line_start {
                Some(from) => at.saturating_sub(from) as u64 + 1,
                None => at as u64 + start.column,
            };
            let value = values.next().map(|node| node.span()).filter(|span| span.start == at);
            if let Some(diagnostic) = unlocated.get_mut(index) {
                if self.has_excerpts {
                    let end = value.map_or(at, |span| span.end);
                    let excerpt = Excerpt::new(bytes, line_start.unwrap_or(0), at, end, characters_before + 1);
                    diagnostic.excerpt = Some(Box::new(excerpt));
                }
                diagnostic.location = Some(Location {
                    line: start.line + lines,
                    column,
                    offset: start.offset + at as u64,
                    pointer: mask_pointer(names.next().unwrap_or_default()),
                });
            }
        }
        self.record_start = self.kept.len();
    }

    /// Adds the diagnostics of a later batch or of another file.
    pub fn merge(&mut self, later: &mut Report) {
        for diagnostic in later.kept.drain(..) {
            let so_far = self.counts.iter().find(|it| it.code == diagnostic.code && it.severity == diagnostic.severity);
            // Several of one code in one batch: their number is bounded by the limit of the batch.
            if so_far.map_or(self.keep > 0, |it| it.count < self.keep) {
                self.kept.push(diagnostic);
            }
        }
        self.count_all(later.counts.drain(..));
        later.record_start = 0;
        self.record_start = self.kept.len();
    }

    /// Adds a located diagnostic.
    pub fn keep(&mut self, mut diagnostic: Diagnostic) {
        diagnostic.message = mask_text(diagnostic.message);
        if self.count(diagnostic.code, diagnostic.severity, 1) <= self.keep {
            self.kept.push(diagnostic);
            self.record_start = self.kept.len();
        }
    }

    /// Moves the diagnostics of another report on the current record to this one.
    pub fn append(&mut self, part: &mut Report) {
        let record = self.record;
        for mut diagnostic in part.kept.drain(..) {
            let known = self.counts.iter().find(|it| it.code == diagnostic.code && it.severity == diagnostic.severity);
            if known.is_none_or(|it| it.count < self.keep) {
                diagnostic.record = record;
                self.kept.push(diagnostic);
            }
        }
        self.count_all(part.counts.drain(..));
        part.record_start = 0;
    }

    /// Maps the places of kept diagnostics to the original text, if the checked text was derived from it.
    pub fn move_places(&mut self, to: impl Fn(At) -> At) {
        self.kept.iter_mut().for_each(|diagnostic| diagnostic.at = to(diagnostic.at));
    }

    /// Sets the severity of a code, in the counts and in the kept diagnostics.
    pub fn set_severity(&mut self, code: &'static Code, severity: Severity) {
        let is_other = |count: &mut CodeCount| count.code == code && count.severity != severity;
        let moved: Vec<_> = self.counts.extract_if(.., is_other).collect();
        self.count_all(moved.into_iter().map(|count| CodeCount { severity, ..count }));
        for diagnostic in self.kept.iter_mut().filter(|diagnostic| diagnostic.code == code) {
            diagnostic.severity = severity;
        }
    }

    /// Changes one severity to another in all diagnostics.
    pub fn raise(&mut self, from: Severity, to: Severity) {
        let codes: Vec<_> = self.counts.iter().filter(|count| count.severity == from).map(|count| count.code).collect();
        for code in codes {
            self.set_severity(code, to);
        }
    }

    /// True if nothing was added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Removes and returns the kept diagnostics, to print them as they arrive.
    pub fn drain(&mut self) -> impl Iterator<Item = Diagnostic> {
        self.record_start = 0;
        std::mem::take(&mut self.kept).into_iter()
    }

    /// The diagnostics that were kept, in order.
    #[must_use]
    pub fn kept(&self) -> &[Diagnostic] {
        &self.kept
    }

    /// The count of each code, in the order of first appearance.
    #[must_use]
    pub fn counts(&self) -> &[CodeCount] {
        &self.counts
    }

    /// The number of diagnostics that satisfy a condition.
    #[must_use]
    pub fn total(&self, mut is: impl FnMut(&CodeCount) -> bool) -> u64 {
        self.counts.iter().filter(|count| is(count)).map(|count| count.count).sum()
    }

    /// The number of losses.
    #[must_use]
    pub fn losses(&self) -> u64 {
        self.total(|count| count.code.kind.is_loss())
    }

    /// The number of findings of severity error.
    #[must_use]
    pub fn errors(&self) -> u64 {
        self.total(|count| count.severity == Severity::Error)
    }

    /// The diagnostics that were kept, to be changed.
    pub fn kept_mut(&mut self) -> &mut [Diagnostic] {
        &mut self.kept
    }

    /// Keeps only the diagnostics that satisfy a condition.
    pub fn retain(&mut self, mut is: impl FnMut(&'static Code) -> bool) {
        self.counts.retain(|count| is(count.code));
        self.kept.retain(|diagnostic| is(diagnostic.code));
    }

    /// Removes all diagnostics and keeps the allocated memory.
    pub fn clear(&mut self) {
        self.counts.clear();
        self.kept.clear();
        self.record_start = 0;
    }
}

/// The position of a record in its file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The line, from 1.
    pub line: u64,
    /// The byte column in that line, from 1.
    pub column: u64,
    /// The byte offset in the file, from 0.
    pub offset: u64,
}

impl Start {
    /// The position this many bytes later in the same line.
    #[must_use]
    pub fn after(self, bytes: usize) -> Self {
        Self { line: self.line, column: self.column + bytes as u64, offset: self.offset + bytes as u64 }
    }
}

impl CodeCount {
    /// True for a code of this kind.
    #[must_use]
    pub fn is(&self, kind: CodeKind) -> bool {
        self.code.kind == kind
    }
}

#[cfg(test)]
mod tests {
    use super::super::loss;
    use super::*;
    use crate::json::Tape;

    #[test]
    fn counts_all_and_keeps_the_first() {
        let mut report = Report::keeping(2);
        for index in 0..5 {
            report.add(&loss::REASONING, At::byte(index), || format!("{index}"));
        }
        assert_eq!((report.losses(), report.kept().len()), (5, 2));
        let mut later = report.clone();
        report.merge(&mut later);
        assert_eq!((report.losses(), report.kept().len()), (10, 2));
    }

    #[test]
    fn places_are_worked_out_in_any_order() {
        let text = "{\"a\":\n [1,2]}";
        let mut tape = Tape::new();
        let root = tape.parse(text).unwrap();
        let mut report = Report::default();
        report.start_record(3);
        report.add(&loss::REASONING, At::byte(10), String::new);
        report.add(&loss::REASONING, At::byte(8), String::new);
        report.locate(Some(root), text.as_bytes(), &Start { line: 7, column: 1, offset: 100 });
        let places: Vec<_> = report.kept().iter().map(|it| it.location.clone().unwrap()).collect();
        assert_eq!((places[0].line, places[0].column, places[0].offset), (8, 5, 110));
        assert_eq!((places[0].pointer.as_str(), places[1].pointer.as_str()), ("/a/1", "/a/0"));
    }
}
