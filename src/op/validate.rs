//! `validate`: syntax, shape, then rules. With a target: would it accept this?

use foldhash::quality::RandomState;

use super::data_set::{self, RecordFingerprint, SeenRecords};
use super::file_finding;
use super::input::Input;
use super::outcome::{Outcome, count_format};
use super::records::{Reader, RecordPiece, attach, broken, each_piece, format_of, parse, read_as, text_of};
use super::select_branch::speak_for;
use crate::format::{Dialect, Format, Framing, Reading, WriteOptions, Writing};
use crate::json::{At, Layout, Out, Tape, duplicate_keys, lone_surrogates};
use crate::lower::{Policy, check_body, check_request, has_misnamed_image};
use crate::model::Conversation;
use crate::report::{Code, CodeKind, Diagnostic, Failures, Refused, Report, Severity, shape, syntax};
use crate::rule;
use crate::stream::{Batch, Cut, Flow, Progress, SourceError, Splitter, run_in_order};

/// Options of a check.
#[derive(Clone, Debug)]
pub struct ValidateOptions {
    /// Would this target accept it?
    pub target: Option<(&'static Format, Option<&'static Dialect>)>,
    /// Codes to look for: ids, prefixes or names; empty means all.
    pub select: Vec<String>,
    /// Codes to leave out.
    pub ignore: Vec<String>,
    /// Severities of codes: of ids, prefixes or names. The last one that fits counts.
    pub levels: Vec<(String, Severity)>,
    /// Warnings are errors.
    pub is_strict: bool,
    /// Logs of events may begin in the middle, as guides show them.
    pub is_lenient: bool,
    /// Worker threads.
    pub jobs: usize,
    /// The number of findings that are kept for each code.
    pub keep: u64,
    /// Findings have the text around their places.
    pub has_excerpts: bool,
}

impl Default for ValidateOptions {
    fn default() -> Self {
        Self {
            target: None,
            select: Vec::new(),
            ignore: Vec::new(),
            levels: Vec::new(),
            is_strict: false,
            is_lenient: false,
            jobs: 1,
            keep: 1000,
            has_excerpts: false,
        }
    }
}

impl ValidateOptions {
    pub(super) fn wants(&self, code: &Code) -> bool {
        !self.ignores(code) && (self.select.is_empty() || self.select.iter().any(|pattern| code.matches(pattern)))
    }

    /// Gives what was found the severities that were chosen.
    pub(super) fn set_levels(&self, report: &mut Report) {
        for (pattern, severity) in &self.levels {
            let codes = report.counts().iter().map(|count| count.code).filter(|code| code.matches(pattern));
            for code in codes.collect::<Vec<_>>() {
                report.set_severity(code, *severity);
            }
        }
    }

    fn ignores(&self, code: &Code) -> bool {
        self.ignore.iter().any(|pattern| code.matches(pattern))
    }
}

/// The findings of consecutive records.
#[derive(Debug)]
pub struct Findings {
    /// The number of the first of them.
    pub first: u64,
    /// The number of the records. 0: the findings are about the file as a whole, or about the index of a folder.
    pub records: u64,
    /// The findings, in order.
    pub diagnostics: Vec<Diagnostic>,
    /// The record is a log, and goes on: more of it will be heard.
    pub goes_on: bool,
}

/// Checks one input. `note` is told what was found, in order; it says whether it wants more. An input that cannot be read to
/// its end has a finding at that place.
pub fn run(
    input: Input,
    options: &ValidateOptions,
    note: &mut (dyn FnMut(Findings) -> Flow + Send),
    progress: &dyn Progress,
) -> Outcome {
    if let Some(diagnostic) = file_finding::of_lines(&input) {
        return of_file(diagnostic, options, note);
    }
    let mut outcome = Outcome { report: Report::keeping(0), ..Outcome::default() };
    if let Err(error) = check_all(input, options, note, progress, &mut outcome) {
        outcome.add(&mut of_file(file_finding::of_source(&error), options, note));
    }
    outcome
}

/// The outcome for a file of which nothing, or nothing more, can be checked. The finding is kept whatever is selected, unless
/// its code is ignored.
pub fn of_file(
    diagnostic: Diagnostic,
    options: &ValidateOptions,
    note: &mut (dyn FnMut(Findings) -> Flow + Send),
) -> Outcome {
    let mut outcome = Outcome { report: Report::keeping(0), ..Outcome::default() };
    if !options.ignores(diagnostic.code) {
        outcome.report.keep(diagnostic.clone());
        note(Findings { first: 0, records: 0, diagnostics: vec![diagnostic], goes_on: false });
    }
    outcome
}

fn check_all(
    input: Input,
    options: &ValidateOptions,
    note: &mut (dyn FnMut(Findings) -> Flow + Send),
    progress: &dyn Progress,
    outcome: &mut Outcome,
) -> Result<(), SourceError> {
    if super::log::is_log(&input) && options.target.is_none_or(|(to, _)| to.name == crate::events::FORMAT) {
        return super::log::validate(input, options, note, progress, outcome);
    }
    let (usual, is_fixed, limits, framing) = (input.usual, input.is_fixed, input.limits, input.framing);
    let hasher = RandomState::default();
    let mut seen = SeenRecords::default();
    let make = || ValidateWorker {
        options,
        hasher,
        keys: Vec::new(),
        is_one: !matches!(framing, Framing::Lines | Framing::Array),
        usual,
        is_fixed,
        reader: Reader::new(usual, is_fixed, limits),
        report: Report::keeping(options.keep).with_excerpts(options.has_excerpts),
        part: Report::keeping(options.keep),
        out: Out::new(Layout::Compact),
        records: 0,
        failed: Failures::default(),
        only_messages: 0,
        formats: Vec::new(),
        keeps_broken_pairs: false,
        is_converted: false,
    };
    if let Some(history) = input.source.history()
        && file_finding::of_folder(&history.faults, options, outcome, note) == Flow::Stop
    {
        return Ok(());
    }
    let splitter = Splitter::new(input.source, framing, limits).past_long_records(true);
    let work = |worker: &mut ValidateWorker<'_>, batch: &Batch, cut: &Cut| {
        worker.records = 0;
        worker.failed.clear();
        each_piece(batch, framing, |piece| worker.record(&piece));
        if let Some((refused, start)) = broken(batch, cut) {
            worker.part.start_record(worker.records);
            worker.finding(&refused, batch.bytes());
            worker.close(batch.bytes(), &start);
        }
    };
    run_in_order(splitter, options.jobs, make, work, |worker, batch, _| {
        let mut diagnostics: Vec<_> = worker.report.drain().collect();
        for diagnostic in &mut diagnostics {
            diagnostic.record += outcome.records_in;
            batch.place(diagnostic);
        }
        let repeated = seen.add(worker.keys.drain(..), outcome.records_in, options);
        diagnostics.extend(data_set::close(repeated, options, &mut outcome.report));
        diagnostics.sort_by_key(|diagnostic| diagnostic.record);
        outcome.has_uncompared = seen.is_full();
        let flow = note(Findings { first: outcome.records_in, records: worker.records, diagnostics, goes_on: false });
        outcome.report.merge(&mut worker.report);
        outcome.records_in += worker.records;
        outcome.failed.merge(&worker.failed);
        outcome.only_messages += std::mem::take(&mut worker.only_messages);
        outcome.bytes_in += batch.bytes().len() as u64;
        for (name, count) in worker.formats.drain(..) {
            count_format(&mut outcome.formats, name, count);
        }
        progress.advance(batch.bytes().len() as u64, worker.records);
        flow
    })
}

struct ValidateWorker<'o> {
    options: &'o ValidateOptions,
    hasher: RandomState,
    /// What the records of a batch are compared by.
    keys: Vec<RecordFingerprint>,
    /// The file is one record.
    is_one: bool,
    usual: Option<&'static Format>,
    is_fixed: bool,
    reader: Reader,
    report: Report,
    part: Report,
    out: Out,
    records: u64,
    failed: Failures,
    /// Records that are no whole requests, although they were judged as such.
    only_messages: u64,
    formats: Vec<(&'static str, u64)>,
    keeps_broken_pairs: bool,
    /// The record is judged by what it would be converted to.
    is_converted: bool,
}

impl ValidateWorker<'_> {
    fn record(&mut self, piece: &RecordPiece<'_>) -> bool {
        self.part.start_record(self.records);
        self.report.start_record(self.records);
        self.records += 1;
        self.keeps_broken_pairs = false;
        self.is_converted = false;
        if let Err(refused) = self.check(piece) {
            self.finding(&refused, piece.json);
        }
        self.close(piece.json, &piece.start);
        true
    }

    fn finding(&mut self, refused: &Refused, bytes: &[u8]) {
        self.failed.add(refused.code());
        let root = simdutf8::basic::from_utf8(bytes).ok().and_then(|text| self.reader.tape.root(text));
        self.part.refuse(refused, root);
    }

    /// Filters and places what was found in a record.
    fn close(&mut self, bytes: &[u8], start: &crate::report::Start) {
        if self.part.is_empty() {
            return;
        }
        let options = self.options;
        if self.keeps_broken_pairs {
            for rule in rule::PAIRING {
                self.part.set_severity(rule.code, Severity::Warning);
            }
        }
        if let (Some((_, dialect)), false) = (options.target, self.is_converted) {
            // A store may keep fields nobody reads; a service refuses them.
            self.part.set_severity(&shape::UNKNOWN_FIELD, Severity::Error);
            if !dialect.is_some_and(|dialect| dialect.is_other_service) {
                self.part.set_severity(&shape::COMPATIBLE_FIELD, Severity::Error);
            }
        }
        if options.is_strict {
            self.part.raise(Severity::Warning, Severity::Error);
        }
        options.set_levels(&mut self.part);
        self.part.retain(|code| options.wants(code));
        self.report.append(&mut self.part);
        let root = simdutf8::basic::from_utf8(bytes).ok().and_then(|text| self.reader.tape.root(text));
        self.report.locate(root, bytes, start);
    }

    fn check(&mut self, piece: &RecordPiece<'_>) -> Result<(), Refused> {
        let text = text_of(piece).map_err(|error| Refused::json(&error))?;
        let root = parse(&mut self.reader.tape, piece, text).map_err(|error| Refused::json(&error))?;
        if let (true, Some(error)) = (piece.is_error_object(), root.get("$turnwise_error")) {
            let [code, message] =
                ["code", "message"].map(|key| error.get(key).and_then(|it| it.text()).unwrap_or_default());
            let message = format!("this record failed before: {} ({})", message.show(), code.show());
            return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), message));
        }
        let report = &mut self.part;
        let (usual, is_fixed) = (self.usual, self.is_fixed);
        let format = self.reader.plain.format(root, || format_of(root, usual, is_fixed, piece.is_sequence))?;
        count_format(&mut self.formats, format.name, 1);
        if format.name == crate::events::FORMAT && super::log::check_record(root, &piece.start, report) {
            return Ok(());
        }
        let mut conversation = read_as(format, root, &mut Reading { report, scratch: &mut self.reader.scratch })?;
        conversation.source = text;
        conversation.is_marked = piece.is_marked;
        attach(piece, format, false, &mut conversation, report, &mut self.reader.scratch);
        if !self.is_one {
            let place = (self.records - 1, piece.start.after(root.span().start));
            self.keys.push(RecordFingerprint::new(place, text, &conversation, format, self.hasher));
        }
        data_set::check_text(text, report);
        duplicate_keys(root, &mut |key, at| {
            report.add(&syntax::DUPLICATE_KEY, at, || format!("the key `{key}` appears here twice"));
        });
        lone_surrogates(root, &mut |at| {
            report.add(&syntax::LONE_SURROGATE, at, || "half of a surrogate pair, which is not a character".to_owned());
        });
        let target = self.options.target;
        // Some libraries take calls without results and results without calls.
        self.is_converted = target.is_some_and(|(to, _)| to.name != format.name);
        if self.is_converted {
            conversation.leave_service();
        }
        self.keeps_broken_pairs = target.map_or(format, |(to, _)| to).requires.is_empty();
        rule::check(rule::RULES, &conversation, target.is_some(), report);
        let mut own = report.alike();
        rule::check(format.rules, &conversation, target.is_some() && !self.is_converted, &mut own);
        if self.is_converted {
            // What the conversion does not repair is found in what it gives.
            own.raise(Severity::Error, Severity::Warning);
        }
        report.append(&mut own);
        if !self.is_converted && format.is_service {
            let policy = format.policy_of(target.and_then(|(_, dialect)| dialect).map(|dialect| dialect.name));
            refusals(&conversation, policy, format.refusal(target.is_some()), (report, &mut self.reader.scratch));
        }
        let Some((to, dialect)) = target else { return Ok(()) };
        if let Some(dialect) = dialect {
            rule::check(dialect.rules, &conversation, true, report);
        }
        if let (Some(settings), false) = (format.policy.settings, self.is_converted) {
            let mut note = |code: &'static Code, at: At, why: String| report.add_as(code, Severity::Error, at, || why);
            let is_request = check_request(root, settings, dialect.is_some(), &mut note);
            self.only_messages += u64::from(!is_request);
        }
        if to.name == format.name {
            return Ok(());
        }
        let policy = to.policy_of(dialect.map(|dialect| dialect.name));
        // Another format would get what the conversion gives; what it cannot take shows there.
        let options = WriteOptions { dialect: dialect.map(|dialect| dialect.name), ..WriteOptions::default() };
        let mut losses = Report::keeping(0);
        speak_for(&mut conversation, format, to, &self.reader.tape, &mut losses);
        self.out.clear();
        let mut writing = Writing::new(&mut self.out, &mut losses, &options, &mut self.reader.scratch);
        to.write_record(&conversation, &mut writing)?;
        // What the conversion repairs.
        refusals(&conversation, policy, Severity::Warning, (report, &mut self.reader.scratch));
        self.check_converted(to, dialect);
        Ok(())
    }

    /// Applies the rules of the target to the record as it would be sent. The places are those of another text, so the
    /// findings name the whole record.
    fn check_converted(&mut self, to: &Format, dialect: Option<&'static Dialect>) {
        let mut found = Report::keeping(u64::MAX);
        let converted = std::str::from_utf8(self.out.as_bytes()).unwrap_or_default();
        // The record itself has been read; its tape is free until it is located.
        let mut tape = Tape::new();
        let Ok(root) = tape.parse(converted) else { return };
        let mut reading = Reading { report: &mut Report::keeping(0), scratch: &mut self.reader.scratch };
        let Ok(conversation) = (to.read)(root, &mut reading) else { return };
        rule::check(to.rules, &conversation, true, &mut found);
        if let Some(dialect) = dialect {
            rule::check(dialect.rules, &conversation, true, &mut found);
        }
        for finding in found.kept() {
            let message = format!("as {}: {}", to.name, finding.message);
            self.part.add_as(finding.code, finding.severity, At::byte(0), || message);
        }
    }
}

/// Reports what a service refuses in a body, by its policy.
fn refusals(
    conversation: &Conversation<'_>,
    policy: &Policy,
    severity: Severity,
    (report, scratch): (&mut Report, &mut Tape),
) {
    check_body(conversation, policy, scratch, &mut |code, at, why| report.add_as(code, severity, at, || why));
    if !policy.text.has_halves {
        report.set_severity(&syntax::LONE_SURROGATE, severity);
    }
    if !policy.files.any_type && has_misnamed_image(conversation) {
        report.set_severity(rule::MEDIA_TYPE.code, severity);
    }
}

/// True for findings: everything but losses.
#[must_use]
pub fn is_finding(code: &Code) -> bool {
    matches!(code.kind, CodeKind::Syntax | CodeKind::Shape | CodeKind::Rule)
}
