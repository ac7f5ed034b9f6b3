//! The part of a policy about tool calls and their results.

use crate::json::Tape;
use crate::lower::ids::{rewrite_id, short_name};
use crate::lower::outline::WriteHosted;
use crate::model::{HostedTool, MediaKind};

/// Ids, names and arguments of calls.
#[derive(Clone, Copy, Debug)]
pub struct Calls {
    /// The rule for ids. `None`: ids are kept, and missing ones stay missing.
    pub ids: Option<IdRule>,
    /// Ids that are missing, even if ids may be anything.
    pub missing_ids: MissingIds,
    /// Records of these formats have no ids where there are none, and get none.
    pub without_ids: &'static [&'static str],
    /// The rule for names of tools.
    pub names: Option<NameRule>,
    /// The kinds of arguments.
    pub arguments: ArgumentKind,
    /// Repairs the text of arguments that are not JSON.
    pub repair: Option<fn(&str, &mut Tape) -> Option<String>>,
    /// How readers find the calls of results without ids.
    pub order: CallOrder,
    /// Function calls of the older kind stay what they are; otherwise they become tool calls.
    pub keeps_legacy: bool,
    /// The families whose signatures calls may have, besides those of the policy.
    pub families: &'static [&'static str],
}

/// The rule for ids. Other ids are rewritten, on calls and results.
#[derive(Clone, Copy, Debug)]
pub struct IdRule {
    /// The rule in words: `nine letters and digits`.
    pub words: &'static str,
    /// Characters that may be in one.
    pub is_good: fn(char) -> bool,
    /// The longest id, in characters.
    pub limit: usize,
    /// What happens to other ids.
    pub others: OtherIds,
    /// Whether several calls may have one id.
    pub repeats: IdRepeats,
}

/// What happens to ids that a rule does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherIds {
    /// They are rewritten.
    Rewritten,
    /// Characters that the rule excludes are removed from them.
    Stripped,
    /// All ids are as long as the limit: others are replaced by ones made of them.
    Replaced,
}

/// Whether several calls may have one id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdRepeats {
    /// They may.
    Taken,
    /// Later calls get another, though the service takes an id again after the call that had it is answered.
    TakenAfterAnswer,
    /// Later calls get another.
    Never,
}

impl IdRule {
    /// Any text that is not empty, for one call.
    pub const ANY: Self = Self {
        words: "a text",
        is_good: |_| true,
        limit: usize::MAX,
        others: OtherIds::Rewritten,
        repeats: IdRepeats::Never,
    };

    /// Nine letters and digits, as models of Mistral have them.
    pub const NINE: Self = Self {
        words: "nine letters and digits",
        is_good: |found| found.is_ascii_alphanumeric(),
        limit: 9,
        others: OtherIds::Replaced,
        ..Self::ANY
    };

    /// True if all ids are as long as the limit.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.others == OtherIds::Replaced
    }

    /// True for an id that may be.
    #[must_use]
    pub fn holds(&self, id: &str) -> bool {
        // No text has more characters than bytes.
        let is_short = id.len() <= self.limit && !self.is_exact();
        let length = || id.chars().count();
        let fits = if self.is_exact() { length() == self.limit } else { is_short || length() <= self.limit };
        fits && !id.is_empty() && id.chars().all(self.is_good)
    }

    /// The id that replaces one that is not allowed.
    pub(crate) fn rewritten(&self, id: &str) -> Option<String> {
        if self.holds(id) {
            return None;
        }
        Some(match self.others {
            OtherIds::Stripped => {
                let rest: String = id.chars().filter(|found| (self.is_good)(*found)).collect();
                if rest.is_empty() { "none".to_owned() } else { rest }
            }
            OtherIds::Replaced => short_name(id, self.limit),
            OtherIds::Rewritten => rewrite_id(id, self.is_good, self.limit),
        })
    }
}

/// The rule for names of tools.
#[derive(Clone, Copy, Debug)]
pub struct NameRule {
    /// Characters that may be in one.
    pub is_good: fn(char) -> bool,
    /// The longest name, in characters.
    pub limit: usize,
    /// The rule in words.
    pub words: &'static str,
}

impl NameRule {
    /// The rule of most services: at most 64 characters.
    pub const SHORT: Self =
        Self { is_good: is_word_character, limit: 64, words: "letters, digits, `_` and `-` only, at most 64" };

    /// The same, at most 128.
    pub const LONG: Self =
        Self { is_good: is_word_character, limit: 128, words: "letters, digits, `_` and `-` only, at most 128" };

    /// True for a name that may be.
    #[must_use]
    pub fn holds(&self, name: &str) -> bool {
        !name.is_empty() && name.chars().all(self.is_good) && name.chars().count() <= self.limit
    }
}

/// The kinds of arguments of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// All.
    Any,
    /// All; free text is the member `input` of an object, if the target has no calls with free text.
    Wrapped,
    /// The same, and a JSON object where they are the text of one.
    Opened,
    /// A JSON object; of stored calls ([`Policy::stored`](super::Policy::stored)) any value.
    Object,
    /// A JSON value: an object where they are one, and otherwise the text or value that they are.
    Value,
}

/// Tool results.
#[derive(Clone, Copy, Debug)]
pub struct Results {
    /// Media files in results.
    pub media: ResultMedia,
    /// What a result that failed must have next to its error flag.
    pub failed: FailedResults,
    /// Texts that are the JSON text of a value which a tool gave back.
    pub values: ResultValues,
    /// Names on results.
    pub names: ResultNames,
    /// A result is one string: its texts are pieces of it, with this between them, spelled as in JSON; they come before
    /// its media files.
    pub join: Option<&'static str>,
    /// Results of calls with free text are of a kind of their own, which has no name.
    pub custom: bool,
    /// The places of cache marks in a result.
    pub mark: ResultMark,
}

/// What a result that failed has next to its error flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailedResults {
    /// Nothing is asked of it.
    Flag,
    /// A text says that it failed, which is generated where the source has none.
    Message,
    /// It needs content. The success of a result is written, too, where the source has it.
    Status,
    /// It needs content; an empty value, such as `{}`, is none.
    Value,
    /// It needs content, which is texts only: its media files move after the results. A result that is one plain text is
    /// written even if that is blank.
    Texts,
}

impl FailedResults {
    /// True if the error flag of an empty result is dropped.
    pub(crate) const fn needs_content(self) -> bool {
        matches!(self, Self::Status | Self::Value | Self::Texts)
    }
}

/// How readers find the calls of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallOrder {
    /// Results may be in any order.
    Free,
    /// Results are in the order of their calls.
    Sorted,
    /// The same. Calls are turns of their own, or tags among the words of their message. Readers find the calls of results by
    /// order, or by their names among tags; a conversation whose results they would take for others is rejected.
    TurnsOrTags,
    /// The same, and calls are always among the words of their message.
    Tags,
}

impl CallOrder {
    /// True if readers find the calls of results by their place alone.
    pub(crate) const fn is_by_place(self) -> bool {
        matches!(self, Self::TurnsOrTags | Self::Tags)
    }
}

/// What happens to calls and results without ids, where no rule for ids makes some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingIds {
    /// They have none.
    Keep,
    /// The same. Ids that were generated for records without ids are omitted again, if calls and results can be matched
    /// without.
    Drop,
    /// Ids are generated. A result that answers no call stays without one.
    Make,
    /// Ids are generated. A result that answers no call is rejected.
    Need,
}

impl MissingIds {
    /// True if ids are generated.
    #[must_use]
    pub const fn are_made(self) -> bool {
        matches!(self, Self::Make | Self::Need)
    }
}

/// What happens to JSON values in results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultValues {
    /// They are texts.
    Text,
    /// Objects are objects.
    Objects,
    /// A value is written as a value, if it is the whole result.
    Any,
}

/// The places of cache marks in a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultMark {
    /// On the result, and not on the blocks in it.
    Own,
    /// On the result, and on the blocks in it.
    OwnAndBlocks,
    /// On its blocks. That of the result goes to its last text; one without texts has none.
    LastText,
}

/// Names on results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultNames {
    /// None are written.
    None,
    /// Their own stay where the record is one of the format itself, even without a place for names.
    Own,
    /// Their own.
    Keep,
    /// Their own, or else that of their call.
    Fill,
    /// That of their call, or else their own.
    OfCall,
    /// That of their call; a result that answers no call is rejected.
    Needed,
}

/// What happens to media files in results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultMedia {
    /// They stay.
    Keep,
    /// These kinds stay, others are dropped.
    Only(&'static [MediaKind]),
    /// Images and PDF whose bytes are in the output stay, others move to the start of the next message of the user without
    /// tool results, or into a message of their own.
    KeepImages,
    /// Those of these kinds stay, others move into a message of the user directly after the results.
    MoveAfter(&'static [MediaKind]),
    /// They are dropped.
    Drop,
}

/// Letters, digits, `_` and `-`.
#[must_use]
pub fn is_word_character(found: char) -> bool {
    found.is_ascii_alphanumeric() || matches!(found, '_' | '-')
}

/// The form in which a target writes such calls. [`Fact::HostedSearches`](super::Fact::HostedSearches) and
/// [`Fact::HostedCode`](super::Fact::HostedCode) name the tools.
#[derive(Clone, Copy, Debug)]
pub struct HostedRules {
    /// The prefix of ids. `None`: a call needs no id.
    pub id_prefix: Option<&'static str>,
    /// What results have next to their text.
    pub results: HostedFields,
    /// Writes the part of a call of the tool, and that of its result if it is another one.
    pub write: fn(HostedTool) -> (WriteHosted, Option<WriteHosted>),
}

/// What results of such calls have next to their text, which is the output of code, its error messages, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostedFields {
    /// Nothing.
    Text,
    /// Error messages of code are apart from its output, and code that took too long has neither.
    Errors,
    /// A search has the URLs of the pages that it found, and a flag that it failed.
    Pages,
}
