//! The part of a policy about tool calls and their results.

use crate::json::Tape;
use crate::lower::ids::{rewrite_id, short_name};
use crate::model::MediaKind;

/// Ids, names and arguments of calls.
#[derive(Clone, Copy, Debug)]
pub struct Calls {
    /// The rule for ids. `None`: ids are kept, and missing ones remain missing.
    pub ids: Option<IdRule>,
    /// What happens to missing ids, if there is no rule for ids.
    pub missing_ids: MissingIds,
    /// Records of these formats may lack ids, and get none.
    pub without_ids: &'static [&'static str],
    /// The rule for names of tools.
    pub names: Option<NameRule>,
    /// The kinds of arguments.
    pub arguments: ArgumentKind,
    /// Repairs arguments that are not JSON.
    pub repair: Option<fn(&str, &mut Tape) -> Option<String>>,
    /// How readers find the calls of results without ids.
    pub order: CallOrder,
    /// Function calls of the older kind are kept; otherwise they become tool calls.
    pub keeps_legacy: bool,
    /// The families whose signatures calls may have, besides those of
    /// [`ReasoningRules::families`](super::ReasoningRules::families).
    pub families: &'static [&'static str],
}

impl Calls {
    /// Calls stay as they are.
    pub const BASE: Self = Self {
        ids: None,
        missing_ids: MissingIds::Keep,
        without_ids: &[],
        names: None,
        arguments: ArgumentKind::Any,
        repair: None,
        order: CallOrder::Free,
        keeps_legacy: false,
        families: &[],
    };
}

/// The rule for ids. Other ids are rewritten, on calls and results.
#[derive(Clone, Copy, Debug)]
pub struct IdRule {
    /// The rule as a phrase: `nine letters and digits`.
    pub words: &'static str,
    /// Characters that are allowed in an id: ASCII letters and digits, and others.
    pub is_good: fn(char) -> bool,
    /// The maximum length of an id, in characters.
    pub limit: usize,
    /// What happens to other ids.
    pub others: OtherIds,
    /// Whether several calls may have the same id.
    pub repeats: IdRepeats,
}

/// What happens to ids that violate a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherIds {
    /// They are rewritten.
    Rewritten,
    /// The excluded characters are removed.
    Stripped,
    /// All ids have the same length, the limit: others are replaced by derived ids.
    Replaced,
}

/// Whether several calls may have the same id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdRepeats {
    /// They may.
    Taken,
    /// Later calls get another id, although the service accepts an id again after its call is answered.
    TakenAfterAnswer,
    /// Later calls get another id.
    Never,
}

impl IdRule {
    /// Any text that is not empty, for one call only.
    pub const ANY: Self = Self {
        words: "a text",
        is_good: |_| true,
        limit: usize::MAX,
        others: OtherIds::Rewritten,
        repeats: IdRepeats::Never,
    };

    /// Nine letters and digits, as in models of Mistral.
    pub const NINE: Self = Self {
        words: "nine letters and digits",
        is_good: |found| found.is_ascii_alphanumeric(),
        limit: 9,
        others: OtherIds::Replaced,
        ..Self::ANY
    };

    /// True if all ids have the length of the limit.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.others == OtherIds::Replaced
    }

    /// True for an allowed id.
    #[must_use]
    pub fn holds(&self, id: &str) -> bool {
        // No text has more characters than bytes.
        let is_short = id.len() <= self.limit && !self.is_exact();
        let length = || id.chars().count();
        let fits = if self.is_exact() { length() == self.limit } else { is_short || length() <= self.limit };
        fits && !id.is_empty() && are_good(id, self.is_good)
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
    /// Characters that are allowed in a name: ASCII letters and digits, and others.
    pub is_good: fn(char) -> bool,
    /// The maximum length of a name, in characters.
    pub limit: usize,
    /// The rule as a phrase.
    pub words: &'static str,
}

impl NameRule {
    /// The rule of most services: at most 64 characters.
    pub const SHORT: Self =
        Self { is_good: is_word_character, limit: 64, words: "letters, digits, `_` and `-` only, at most 64" };

    /// The same, at most 128.
    pub const LONG: Self =
        Self { is_good: is_word_character, limit: 128, words: "letters, digits, `_` and `-` only, at most 128" };

    /// True for an allowed name.
    #[must_use]
    pub fn holds(&self, name: &str) -> bool {
        let is_short = name.len() <= self.limit || name.chars().count() <= self.limit;
        is_short && !name.is_empty() && are_good(name, self.is_good)
    }
}

/// The kinds of arguments of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// All.
    Any,
    /// All; free text becomes the member `input` of an object if the target has no calls with free text.
    Wrapped,
    /// The same, and the JSON text of an object becomes that object.
    Opened,
    /// A JSON object; of stored calls ([`PreservedContent::messages`](super::PreservedContent::messages)) any value.
    Object,
    /// A JSON value: an object if they are one, and otherwise the text or value.
    Value,
}

/// Tool results.
#[derive(Clone, Copy, Debug)]
pub struct Results {
    /// Media files in results.
    pub media: ResultMedia,
    /// What a failed result must have next to its error flag.
    pub failed: FailedResults,
    /// Texts that are the JSON text of a value.
    pub values: ResultValues,
    /// Names on results.
    pub names: ResultNames,
    /// A result is one string: its texts are joined with this separator, in JSON notation; they come before its media
    /// files.
    pub join: Option<&'static str>,
    /// Results of calls with free text are a separate kind, which has no name.
    pub custom: bool,
    /// The places of cache marks in a result.
    pub mark: ResultMark,
}

impl Results {
    /// Results contain text only.
    pub const BASE: Self = Self {
        media: ResultMedia::Drop,
        failed: FailedResults::Flag,
        values: ResultValues::Text,
        names: ResultNames::None,
        join: None,
        custom: false,
        mark: ResultMark::Own,
    };
}

/// What a failed result has next to its error flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailedResults {
    /// Nothing is required.
    Flag,
    /// A text that states the failure; it is generated if the source has none.
    Message,
    /// It needs content. Success is written, too, if the source states it.
    Status,
    /// It needs content; an empty value, such as `{}`, is not content.
    Value,
    /// It needs content of texts only: its media files move after the results. A result that is one plain text is
    /// written even if that text is blank.
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
    /// The same. Calls are separate turns, or tags in the text of their message. Readers find the calls of results by
    /// order, or among tags by name; a conversation whose results they would pair with the wrong calls is rejected.
    TurnsOrTags,
    /// The same, and calls are always in the text of their message.
    Tags,
}

impl CallOrder {
    /// True if readers find the calls of results only by position.
    pub(crate) const fn is_by_place(self) -> bool {
        matches!(self, Self::TurnsOrTags | Self::Tags)
    }
}

/// What happens to calls and results without ids, if no rule for ids generates them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingIds {
    /// They have none.
    Keep,
    /// The same. Ids that were generated for records without ids are dropped again, if calls and results can be paired
    /// without them.
    Drop,
    /// Ids are generated. A result that answers no call remains without one.
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
    /// A value is written as a value if it is the whole result.
    Any,
}

/// The places of cache marks in a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultMark {
    /// On the result, but not on the blocks in it.
    Own,
    /// On the result and on the blocks in it.
    OwnAndBlocks,
    /// On its blocks. The mark of the result moves to its last text; a result without texts has none.
    LastText,
}

/// Names on results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultNames {
    /// None are written.
    None,
    /// Their own names are kept in records of the format itself, even if it has no field for names.
    Own,
    /// Their own names.
    Keep,
    /// Their own names, or else that of their call.
    Fill,
    /// The name of their call, or else their own.
    OfCall,
    /// The name of their call; a result that answers no call is rejected.
    Needed,
}

/// What happens to media files in results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultMedia {
    /// They are kept.
    Keep,
    /// These kinds are kept, others are dropped.
    Only(&'static [MediaKind]),
    /// Images and PDF files whose bytes are in the output are kept. Others move to the start of the next message of the
    /// user without tool results, or into a new message.
    KeepImages,
    /// These kinds are kept. Others move into a message of the user directly after the results.
    MoveAfter(&'static [MediaKind]),
    /// They are dropped.
    Drop,
}

/// The bytes of [`is_word_character`].
#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation, reason = "the compiler runs it, and looks")]
const IS_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || matches!(byte as u8, b'_' | b'-');
        byte += 1;
    }
    table
};

/// True if all characters are allowed. Most are letters and digits, which every rule allows.
fn are_good(text: &str, is_good: fn(char) -> bool) -> bool {
    // No branch for each byte: the position of the next `_` is unpredictable.
    let is_word = |byte: u8| IS_WORD.get(usize::from(byte)) == Some(&true);
    if text.bytes().fold(true, |all, byte| all & is_word(byte)) && is_good('_') && is_good('-') {
        return true;
    }
    text.chars().all(|found| found.is_ascii_alphanumeric() || is_good(found))
}

/// Letters, digits, `_` and `-`.
#[must_use]
pub fn is_word_character(found: char) -> bool {
    found.is_ascii_alphanumeric() || matches!(found, '_' | '-')
}
