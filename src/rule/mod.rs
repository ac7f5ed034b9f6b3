//! Layer 3: rules that hold for every format, one file each.
//!
//! A rule checks one conversation, keeps no state between records, and never prints. To add one, add a file and a line
//! in [`RULES`].

/// A rule with its code: name, id, code name, severity, check, summary, help, and an optional fix (`=> Safe Trim`). The
/// text is in `docs/codes/`.
/// Without a check, the code is reported by another rule, or by a pass that does not work on conversations.
macro_rules! rule {
    (@check) => { None };
    (@check $check:ident) => { Some($check) };
    ($name:ident $id:literal $text:literal $severity:ident $($check:ident)? $summary:literal $help:literal $(=> $($fix:ident)*)?) => {
        pub(super) static $name: $crate::rule::Rule = $crate::rule::Rule {
            code: &$crate::report::code! { $id $text Rule $severity $summary $help $(=> $($fix)*)? },
            check: $crate::rule::rule!(@check $($check)?),
        };
    };
}
pub(crate) use rule;

mod arguments_not_json;
mod bad_base64;
mod body;
mod call_without_result;
mod data_set;
mod duplicate_call_id;
mod duplicate_message_id;
mod empty_call_id;
mod empty_message;
mod extracted_media;
mod image_pixels;
mod json_schema;
mod media_type_mismatch;
pub mod pairs;
pub mod pixels;
pub mod request_types;
mod result_before_call;
mod result_without_call;
pub mod sniff;
pub(crate) mod tool_schema;
mod training;
mod undeclared_tool;
mod unfit_answer;
mod unfit_arguments;

use crate::json::{At, Text};
use crate::model::{Conversation, Media};
use crate::report::{Code, FindingText, Refused, Report, Severity};
use pairs::{CallPairs, PairedCalls};

/// Checks a conversation and reports findings.
pub type CheckFn = for<'c> fn(&'c Conversation<'c>, &mut RuleReport<'_, 'c>);

/// One rule about conversations.
#[derive(Debug)]
pub struct Rule {
    /// The code that it reports.
    pub code: &'static Code,
    /// The check. If there is none, another check reports the code.
    pub check: Option<CheckFn>,
}

/// The report of a rule.
#[derive(Debug)]
pub struct RuleReport<'r, 'c> {
    report: &'r mut Report,
    code: &'static Code,
    /// Computed once for all rules.
    paired: &'r PairedCalls<'c>,
    /// The conversation is about to be sent, not stored: services reject some things that may be stored.
    pub is_sending: bool,
}

impl<'r, 'c> RuleReport<'r, 'c> {
    /// The pairs of calls and results.
    #[must_use]
    pub fn pairs(&self) -> &'r CallPairs<'c, 'c> {
        self.paired.pairs()
    }

    /// True if two calls have the same id.
    #[must_use]
    pub fn has_repeated_ids(&self) -> bool {
        self.paired.has_repeated_ids()
    }

    /// All media files, including those in results.
    #[must_use]
    pub fn media(&self) -> &'r [&'c Media<'c>] {
        &self.paired.pairs().media
    }

    /// Adds a finding at this place.
    pub fn at(&mut self, at: At, message: impl FnOnce() -> String) {
        self.report.add(self.code, at, message);
    }

    /// Adds a finding with the edit that corrects it.
    pub fn at_with(&mut self, at: At, text: FindingText) {
        self.report.add(self.code, at, || text);
    }

    /// The place of a text, or of its parent.
    #[must_use]
    pub fn place(&self, text: &Text<'_>, at: At) -> At {
        self.paired.conversation.place(text, at)
    }

    /// Adds a finding with another code, for a rule that checks several things at once.
    pub fn at_code(&mut self, code: &'static Code, at: At, message: impl FnOnce() -> String) {
        self.report.add(code, at, message);
    }

    /// Adds a finding with this severity.
    pub fn at_as(&mut self, severity: Severity, at: At, message: impl FnOnce() -> String) {
        self.report.add_as(self.code, severity, at, message);
    }
}

/// The rules for all formats, sorted by code.
pub static RULES: &[&Rule] = &[
    &duplicate_message_id::RULE,
    &duplicate_call_id::RULE,
    &result_without_call::RULE,
    &call_without_result::RULE,
    &result_before_call::RULE,
    &empty_message::RULE,
    &arguments_not_json::RULE,
    &bad_base64::RULE,
    &media_type_mismatch::RULE,
    &image_pixels::RULE,
    &extracted_media::RULE,
    &undeclared_tool::RULE,
    &unfit_arguments::RULE,
    &unfit_answer::RULE,
];

/// The rules about calls and results: services reject a history that violates them.
pub static PAIRING: &[&Rule] = &PAIRS;
/// The same rules for lists that also have others.
pub const PAIRS: [&Rule; 4] =
    [&duplicate_call_id::RULE, &result_without_call::RULE, &call_without_result::RULE, &result_before_call::RULE];

/// The rule about results without a call, for targets that accept all other orders.
pub static ANSWERED: &[&Rule] = &[&result_without_call::RULE];

/// The rules about request bodies, from the policies of services.
pub static BODY: &[&Rule] = &[
    &body::TOOL_TWICE,
    &body::SCHEMA,
    &tool_schema::NULLS,
    &body::MEDIA,
    &body::BAD_SETTING,
    &body::INCOMPLETE_REQUEST,
    &request_types::UNFIT_REQUEST,
    &data_set::LINE_SEPARATOR,
    &data_set::NUL,
    &data_set::DUPLICATE_ID,
    &data_set::DUPLICATE_RECORD,
    &data_set::MIXED_FORMATS,
    &data_set::TYPE_CHANGES,
    &data_set::DUPLICATE_LINE_ID,
    &data_set::NUMBER_SPELLING,
    &training::RECORD,
    &training::ROLE,
    &training::ORDER,
    &training::LAST,
    &training::CONTENT,
    &training::MEDIA_COUNT,
    &training::MASK,
    &training::TOOLS,
    &training::FEW_EXAMPLES,
    &data_set::SECRET,
];
/// Two tools have the same name.
pub const TOOL_TWICE: &Rule = &body::TOOL_TWICE;
/// The service rejects the schema.
pub const SCHEMA: &Rule = &body::SCHEMA;
/// The service rejects the form or place of a media file.
pub const MEDIA: &Rule = &body::MEDIA;
/// A character that some programs treat as a line end.
pub const LINE_SEPARATOR: &Rule = &data_set::LINE_SEPARATOR;
/// The character U+0000.
pub const NUL: &Rule = &data_set::NUL;
/// Two records have the same conversation id.
pub const DUPLICATE_ID: &Rule = &data_set::DUPLICATE_ID;
/// A duplicate record in the file.
pub const DUPLICATE_RECORD: &Rule = &data_set::DUPLICATE_RECORD;
/// Records in several formats.
pub const MIXED_FORMATS: &Rule = &data_set::MIXED_FORMATS;
/// A field with values of several types.
pub const TYPE_CHANGES: &Rule = &data_set::TYPE_CHANGES;
/// The rule about duplicate ids in a batch.
pub const DUPLICATE_LINE_ID: &Rule = &data_set::DUPLICATE_LINE_ID;
/// A key, a token or a password.
pub const SECRET: &Rule = &data_set::SECRET;
/// A number with an exponent, or a signed zero.
pub const NUMBER_SPELLING: &Rule = &data_set::NUMBER_SPELLING;
/// The rules about records that a trainer reads.
pub static TRAINING: &[&Rule] = training::TRAINING;
/// A trainer does not read a record.
pub const TRAINER_RECORD: &Rule = &training::RECORD;
/// A role that a trainer does not support.
pub const TRAINER_ROLE: &Rule = &training::ROLE;
/// Messages that do not take turns, for a trainer.
pub const TRAINER_ORDER: &Rule = &training::ORDER;
/// The last message is not the assistant's, as a trainer requires.
pub const TRAINER_LAST: &Rule = &training::LAST;
/// Content in a form that a trainer rejects.
pub const TRAINER_CONTENT: &Rule = &training::CONTENT;
/// The number of placeholders differs from the number of files, for a trainer.
pub const TRAINER_MEDIA_COUNT: &Rule = &training::MEDIA_COUNT;
/// A mark that a trainer does not read.
pub const TRAINER_MASK: &Rule = &training::MASK;
/// Tools or arguments in a form that a trainer rejects.
pub const TRAINER_TOOLS: &Rule = &training::TOOLS;
/// A training file with too few examples.
pub const FEW_EXAMPLES: &Rule = &training::FEW_EXAMPLES;
/// A setting with a wrong value.
pub const BAD_SETTING: &Rule = &body::BAD_SETTING;
/// A request without a required field.
pub const INCOMPLETE_REQUEST: &Rule = &body::INCOMPLETE_REQUEST;
/// A call has no result.
pub const CALL_WITHOUT_RESULT: &Rule = &call_without_result::RULE;

/// A value is not of the type that the SDK declares.
pub const UNFIT_REQUEST: &Rule = &request_types::UNFIT_REQUEST;

/// The rule about media types that differ from those of the bytes, which some services reject.
pub const MEDIA_TYPE: &Rule = &media_type_mismatch::RULE;

/// The rule about empty ids of calls, for programs that pair calls and results by ids.
pub const EMPTY_CALL_ID: &Rule = &empty_call_id::RULE;

/// The rule about schemas of tools, for services, which check them; programs that store conversations do not.
pub const TOOL_SCHEMA: &Rule = &tool_schema::RULE;

/// The rule about null in schemas of tools, for services that check schemas.
pub const TOOL_SCHEMA_NULLS: &Rule = &tool_schema::NULLS;

/// The shape of a record that is one message of a conversation.
pub const SINGLE_MESSAGE: &str = "message";

/// Runs rules over a conversation.
pub fn check(rules: &[&'static Rule], conversation: &Conversation<'_>, is_sending: bool, report: &mut Report) {
    check_paired(rules, &PairedCalls::new(conversation), is_sending, report);
}

/// Runs rules with calls and results that are already paired.
pub fn check_paired(rules: &[&'static Rule], paired: &PairedCalls<'_>, is_sending: bool, report: &mut Report) {
    // One message of a conversation, without the calls and results of the other messages.
    let is_alone = paired.conversation.source.shape == SINGLE_MESSAGE && !is_sending;
    let is_checked = |rule: &Rule| !(is_alone && PAIRS.iter().any(|pair| pair.code == rule.code));
    run_rules(rules, &is_checked, paired, is_sending, report);
}

fn run_rules(
    rules: &[&'static Rule],
    is_checked: &dyn Fn(&Rule) -> bool,
    paired: &PairedCalls<'_>,
    is_sending: bool,
    report: &mut Report,
) {
    for rule in rules.iter().filter(|rule| is_checked(rule)) {
        let Some(check) = rule.check else { continue };
        let mut found = RuleReport { report: &mut *report, code: rule.code, paired, is_sending };
        check(paired.conversation, &mut found);
    }
}

/// Runs the rules about calls and results before a conversation is written.
///
/// # Errors
/// The first error that a rule finds.
pub fn require(rules: &[&'static Rule], paired: &PairedCalls<'_>, is_sending: bool) -> Result<(), Refused> {
    let has_links =
        |pairs: &CallPairs<'_, '_>| pairs.has_opaque || !pairs.calls.is_empty() || !pairs.results.is_empty();
    if rules.is_empty() || !has_links(paired.pairs()) {
        return Ok(());
    }
    let mut found = Report::keeping(1);
    run_rules(rules, &|_| true, paired, is_sending, &mut found);
    match found.kept().iter().find(|finding| finding.severity == Severity::Error) {
        Some(error) => {
            let refused = Refused::new(error.code, error.at, error.message.clone());
            let is = |rule: &Rule| std::ptr::eq(error.code, rule.code);
            Err(if is(&result_without_call::RULE) {
                refused.helping("--repair turns it into user text; or keep the call with its result, or remove both")
            } else if is(&call_without_result::RULE) {
                refused.helping("--repair generates a result; or add the result, or remove the call")
            } else {
                refused
            })
        }
        None => Ok(()),
    }
}
