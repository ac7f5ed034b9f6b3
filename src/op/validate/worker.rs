//! Checks the records of a batch.

use foldhash::quality::RandomState;

use super::converted::{ConvertedRecord, ConvertedText};
use super::options::ValidateOptions;
use super::requests::{check_types, refusals, request_types};
use super::training::{is_for_training, taught_calls};
use crate::format::{Dialect, Format, Framing, Reading, WriteOptions, Writing, write_paired};
use crate::json::{At, Node, RecordText, Tape};
use crate::lower::{IdRepeats, check_request};
use crate::model::Conversation;
use crate::op::data_set::{self, RecordFingerprint};
use crate::op::input::Input;
use crate::op::pass::BatchOutcome;
use crate::op::reader::{Reader, attach, detect_record, read_as, surrogates_of, unless_row};
use crate::op::records::{RecordPiece, broken, each_piece, parse, text_of};
use crate::op::secrets::check_secrets;
use crate::op::source_program::{speak_for, speaks};
use crate::op::type_changes::{TypeWalk, TypedRecord};
use crate::report::{Code, FindingText, Refused, Report, Severity, Start, shape};
use crate::rule::{self, pairs::PairedCalls, request_types::RequestTypes};
use crate::stream::{Batch, Cut, Limits};

/// The data that the workers of an input share.
#[derive(Clone, Copy, Debug)]
pub(in crate::op) struct CheckedInput<'o> {
    pub(in crate::op) options: &'o ValidateOptions,
    pub(in crate::op) hasher: RandomState,
    pub(in crate::op) framing: Framing,
    pub(in crate::op) usual: Option<&'static Format>,
    pub(in crate::op) is_fixed: bool,
    pub(in crate::op) limits: Limits,
}

impl<'o> CheckedInput<'o> {
    pub(in crate::op) fn new(input: &Input, options: &'o ValidateOptions) -> Self {
        let (framing, usual, is_fixed, limits) = (input.framing, input.usual, input.is_fixed, input.limits);
        Self { options, hasher: RandomState::default(), framing, usual, is_fixed, limits }
    }
}

/// Marks the findings of a record that can be fixed.
pub(in crate::op) trait MarkFixable: Send {
    /// Marks them. `is_refused`: the record cannot be read, and its only finding is the reason.
    fn mark(&mut self, piece: &RecordPiece<'_>, findings: &mut Report, is_refused: bool);
}

/// The criteria for the current record.
#[derive(Clone, Copy, Debug, Default)]
struct Judged {
    /// Its format permits calls without results and results without calls.
    keeps_broken_pairs: bool,
    /// By the result of its conversion.
    is_converted: bool,
}

/// A record that was checked.
struct CheckedPiece<'b> {
    /// Its text, if it is one.
    text: Option<&'b str>,
    /// It was rejected, and only the reason is known.
    is_refused: bool,
}

pub(in crate::op) struct ValidateWorker<'o> {
    options: &'o ValidateOptions,
    hasher: RandomState,
    /// The keys by which the records of a batch are compared.
    pub(in crate::op) keys: Vec<RecordFingerprint>,
    /// The types of their fields. `None` for checks of fixed text.
    pub(in crate::op) types: Option<TypeWalk>,
    /// The file is a single record.
    is_one: bool,
    reader: Reader,
    pub(in crate::op) results: BatchOutcome,
    part: Report,
    written: ConvertedText,
    judged: Judged,
    /// Determines which findings can be fixed.
    marker: Option<Box<dyn MarkFixable + 'o>>,
    /// The types of the requests of the target.
    request_types: Option<RequestTypes>,
}

impl<'o> ValidateWorker<'o> {
    pub(in crate::op) fn new(input: &CheckedInput<'o>, marker: Option<Box<dyn MarkFixable + 'o>>) -> Self {
        let CheckedInput { options, hasher, framing, usual, is_fixed, limits } = *input;
        Self {
            options,
            hasher,
            keys: Vec::new(),
            types: marker.is_some().then(|| TypeWalk::new(hasher, options.has_excerpts)),
            is_one: !matches!(framing, Framing::Lines | Framing::Array),
            reader: Reader::new(usual, is_fixed, limits),
            results: BatchOutcome {
                report: Report::keeping(options.keep).with_excerpts(options.has_excerpts),
                ..BatchOutcome::keeping(0)
            },
            part: Report::keeping(options.keep),
            written: ConvertedText::new(),
            judged: Judged::default(),
            marker,
            request_types: request_types(options),
        }
    }

    /// Checks the records of a batch.
    pub(in crate::op) fn run(&mut self, batch: &Batch, cut: &Cut, framing: Framing) {
        self.results.begin();
        each_piece(batch, framing, |piece| self.record(&piece));
        if let Some((refused, start, bytes)) = broken(batch, cut) {
            self.part.start_record(self.results.records);
            let text = simdutf8::basic::from_utf8(bytes).ok();
            // Parse these bytes: the tape still holds the previous record.
            self.reader.tape.parse_prefix(text.unwrap_or_default());
            self.finding(&refused, bytes);
            self.close(text, bytes, &start);
        }
    }

    fn record(&mut self, piece: &RecordPiece<'_>) -> bool {
        let CheckedPiece { text, is_refused } = self.check_piece(piece);
        if let Some(marker) = &mut self.marker {
            marker.mark(piece, &mut self.part, is_refused);
        }
        self.close(text, piece.json, &piece.start);
        true
    }

    /// Collects the findings of a record in `part`.
    fn check_piece<'b>(&mut self, piece: &RecordPiece<'b>) -> CheckedPiece<'b> {
        self.part.start_record(self.results.records);
        self.results.start_record();
        self.judged = Judged::default();
        self.reader.tape.forget();
        let readable = text_of(piece);
        let text = readable.as_ref().ok().copied();
        let checked = match readable.and_then(|text| self.check(piece, text)) {
            // A note, as for everything that readers skip.
            Err(refused) if refused.is_row() => {
                self.part.add(refused.code(), refused.at(), || refused.message().to_owned());
                Ok(())
            }
            checked => checked,
        };
        if let Err(refused) = &checked {
            self.finding(refused, piece.json);
        }
        if self.options.wants(rule::SECRET.code) {
            check_secrets(piece, Some(&self.reader.tape), checked.is_ok(), &mut self.part);
        }
        CheckedPiece { text, is_refused: checked.is_err() }
    }

    /// The findings of a record, whether they were requested or not, and whether it was rejected. `is_placed`: with
    /// line, column and pointer.
    pub(in crate::op) fn findings_of(&mut self, piece: &RecordPiece<'_>, is_placed: bool) -> (Report, bool) {
        let CheckedPiece { text, is_refused } = self.check_piece(piece);
        if is_placed && self.part.has_unlocated() {
            let root = text.and_then(|text| self.reader.tape.root(text));
            self.part.locate(root, piece.json, &piece.start);
        }
        let fresh = self.part.alike();
        (std::mem::replace(&mut self.part, fresh), is_refused)
    }

    /// Resets the counts of earlier records.
    pub(in crate::op) fn forget(&mut self) {
        self.results.begin();
        self.results.formats.clear();
        self.keys.clear();
    }

    /// Checks this text instead of the last record.
    pub(in crate::op) fn replace_last(&mut self, piece: &RecordPiece<'_>) {
        self.results.records = self.results.records.saturating_sub(1);
        let record = self.results.records;
        self.keys.pop_if(|key| key.record == record);
        self.findings_of(piece, false);
    }

    fn finding(&mut self, refused: &Refused, bytes: &[u8]) {
        self.results.failed.add(refused.code());
        let root = self.reader.root(bytes);
        self.part.refuse(refused, root);
    }

    /// Filters the findings of a record and sets their places.
    fn close(&mut self, text: Option<&str>, bytes: &[u8], start: &Start) {
        if self.part.is_empty() {
            return;
        }
        let options = self.options;
        if self.judged.keeps_broken_pairs {
            for rule in rule::PAIRING {
                self.part.set_severity(rule.code, Severity::Warning);
            }
        }
        if let (Some((_, dialect)), false) = (options.target, self.judged.is_converted) {
            // A store may contain unused fields; a service rejects them.
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
        self.results.report.append(&mut self.part);
        let root = text.and_then(|text| self.reader.tape.root(text));
        self.results.report.locate(root, bytes, start);
    }

    fn check<'b>(&mut self, piece: &RecordPiece<'b>, text: &'b str) -> Result<(), Refused> {
        let root =
            parse(&mut self.reader.tape, piece, text, self.reader.usual).map_err(|error| Refused::json(&error))?;
        if let (true, Some(error)) = (piece.is_error_object(), root.get("$turnwise_error")) {
            self.results.failed.add_error_line();
            return Err(failed_before(root, error));
        }
        let report = &mut self.part;
        piece.report_source(report);
        let (usual, is_fixed) = (self.reader.usual, self.reader.is_fixed);
        let (format, plain) = detect_record(&mut self.reader.plain, piece, root, usual, is_fixed)?;
        self.results.count_format(format);
        let is_lenient = self.options.is_lenient;
        if format.name == crate::events::FORMAT && crate::op::log::check_record(root, &piece.start, is_lenient, report)
        {
            return Ok(());
        }
        let is_request = self.options.target.is_some_and(|(to, _)| to.name == format.name);
        report.name_data_set_forms(is_request);
        let dialect = self.options.target.and_then(|(_, dialect)| dialect).filter(|_| is_request);
        let places =
            dialect.zip(format.shape.listing).map(|(dialect, listing)| dialect.accepted_places(root, listing.key));
        let mut places = places.unwrap_or_default();
        report.accept(places.clone());
        let mut reading = Reading { report, scratch: &mut self.reader.scratch, columns: None, programs: None };
        let look = plain.as_ref().map(|plain| plain.look);
        let mut conversation = match plain {
            Some(plain) => plain.conversation,
            None => read_as(format, root, &mut reading).map_err(|refused| unless_row(piece, root, usual, refused))?,
        };
        if self.options.target.is_some_and(|(to, dialect)| is_for_training(to, dialect)) {
            places.extend(taught_calls(&conversation));
            report.accept(places);
        }
        conversation.source.text = text;
        conversation.source.has_byte_order_mark = piece.is_marked;
        conversation.source.surrogates = surrogates_of(root.traits());
        attach(piece, format, false, &mut conversation, report, &mut self.reader.scratch);
        // Messages of conversations may be equal, and of several kinds.
        let is_compared = !self.is_one && conversation.source.shape != rule::SINGLE_MESSAGE;
        if is_compared {
            let place = (self.results.records - 1, piece.start.after(root.span().start));
            let mut key = RecordFingerprint::new(place, text, &conversation, format, self.hasher);
            let noted = (self.options.has_excerpts, self.hasher);
            key.note_line(root, (&piece.start, piece.json), format, noted);
            self.keys.push(key);
        }
        data_set::check_text(text, root.traits(), report);
        let target = self.options.target;
        // A wrong value is rejected, and it is unknown which of the two is used.
        let is_own = target.is_some_and(|(to, _)| to.name == format.name);
        let different = if is_own { Severity::Error } else { Severity::Warning };
        let walk = self.types.as_mut().filter(|_| is_compared && self.options.wants(rule::TYPE_CHANGES.code));
        let (record, bytes, start) = (self.results.records - 1, piece.json, &piece.start);
        let typed = walk.map(|walk| TypedRecord { walk, look, record, bytes, start });
        data_set::check_json(root, different, typed, report);
        if self.options.names(rule::NUMBER_SPELLING.code) {
            data_set::check_numbers(root, report);
        }
        // Some libraries permit calls without results and results without calls.
        self.judged.is_converted = target.is_some_and(|(to, _)| to.name != format.name);
        if self.judged.is_converted {
            conversation.leave_service();
        }
        self.judged.keeps_broken_pairs = target.map_or(format, |(to, _)| to).rules.requires.is_empty();
        let judged = (self.options, self.judged.is_converted);
        let paired = paired_calls(&conversation, target);
        check_conversation(&paired, format, judged, (report, &mut self.reader.scratch));
        for answer in conversation.other_answers() {
            let mut found = Report::keeping(u64::MAX);
            let ends = (&mut found, &mut self.reader.scratch);
            check_conversation(&paired_calls(&conversation.with_answer(answer), target), format, judged, ends);
            report.add_within(&mut found, answer.span);
        }
        if let Some(trainer) = self.options.trainer {
            trainer.check(root, format, report);
        }
        let Some((to, dialect)) = target else { return Ok(()) };
        if let (Some(settings), false) = (format.policy.record.settings, self.judged.is_converted) {
            let mut note =
                |code: &'static Code, at: At, why: FindingText| report.add_as(code, Severity::Error, at, || why);
            let is_request = check_request(root, settings, dialect.is_some(), &mut note);
            self.results.only_messages += u64::from(!is_request);
            if let (Some(types), Some(request)) = (&mut self.request_types, settings.request_in(root)) {
                check_types(types, request, report);
            }
        }
        if to.name == format.name {
            return Ok(());
        }
        if !speaks(&conversation, format) {
            return self.check_as_target(&paired, format, text);
        }
        drop(paired);
        speak_for(&mut conversation, format, to, &self.reader.tape, &mut Report::keeping(0));
        self.check_as_target(&PairedCalls::new(&conversation), format, text)
    }

    /// Checks a record of another format: the target would receive its conversion, so unsupported content is found there.
    fn check_as_target(
        &mut self,
        paired: &PairedCalls<'_>,
        format: &'static Format,
        text: &str,
    ) -> Result<(), Refused> {
        let Some((to, dialect)) = self.options.target else { return Ok(()) };
        let policy = to.policy_of(dialect.map(|dialect| dialect.name));
        let options = WriteOptions { dialect: dialect.map(|dialect| dialect.name), ..WriteOptions::default() };
        let (mut losses, scratch) = (Report::keeping(0), &mut self.reader.scratch);
        self.written.out.start_record(RecordText::new(text));
        write_paired(to, paired, &mut Writing::new(&mut self.written.out, &mut losses, &options, scratch))?;
        // Problems that the conversion repairs.
        refusals(paired, policy, Severity::Warning, (&mut self.part, scratch));
        let Some(root) = self.reader.tape.root(text) else { return Ok(()) };
        let text = &mut self.written;
        let converted = ConvertedRecord { root, settings: format.policy.record.settings, text, to, dialect };
        self.results.only_messages += u64::from(!converted.check(&mut self.part, scratch));
        Ok(())
    }
}

/// The reason why a record cannot be read that an earlier run wrote instead of another one.
fn failed_before(root: Node<'_, '_>, error: Node<'_, '_>) -> Refused {
    let [code, message] = ["code", "message"].map(|key| error.get(key).and_then(|it| it.text()).unwrap_or_default());
    let message = format!("this record failed before: {} ({})", message.show(), code.show());
    Refused::new(&shape::NOT_A_CONVERSATION, root.at(), message)
}

/// The calls of a conversation, for rules that depend on the target.
fn paired_calls<'c>(
    conversation: &'c Conversation<'c>,
    target: Option<(&'static Format, Option<&'static Dialect>)>,
) -> PairedCalls<'c> {
    let policy = target.map(|(format, dialect)| format.policy_of(dialect.map(|dialect| dialect.name)));
    let repeats = policy.and_then(|policy| policy.tools.calls.ids).map(|ids| ids.repeats);
    let mut paired = PairedCalls::new(conversation);
    paired.may_return = repeats == Some(IdRepeats::TakenAfterAnswer);
    paired
}

/// The rules for all formats, and those of the format and the dialect of the check.
fn check_conversation(
    paired: &PairedCalls<'_>,
    format: &'static Format,
    (options, is_converted): (&ValidateOptions, bool),
    (report, scratch): (&mut Report, &mut Tape),
) {
    let target = options.target;
    let policy = target.map(|(format, dialect)| format.policy_of(dialect.map(|dialect| dialect.name)));
    rule::check_paired(rule::RULES, paired, target.is_some(), report);
    if policy.is_some_and(|policy| policy.tools.schema_rules.are_checked()) {
        rule::check_paired(&[rule::TOOL_SCHEMA_NULLS], paired, !is_converted, report);
    }
    let mut own = report.alike();
    let is_enforced = options.trainer.is_some_and(|trainer| trainer.formats.enforces.contains(&format.name));
    let is_sending = is_enforced || target.is_some() && !is_converted;
    rule::check_paired(format.rules.own, paired, is_sending, &mut own);
    if is_converted {
        // Problems that the conversion does not repair are found in its result.
        own.raise(Severity::Error, Severity::Warning);
    }
    report.append(&mut own);
    let dialect = target.and_then(|(_, dialect)| dialect);
    if !is_converted && format.is_service() {
        let policy = format.policy_of(dialect.map(|dialect| dialect.name));
        refusals(paired, policy, format.refusal(target.is_some()), (report, scratch));
    }
    if let Some(dialect) = dialect {
        rule::check_paired(dialect.rules, paired, true, report);
    }
}
