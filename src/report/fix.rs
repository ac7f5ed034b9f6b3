//! Fixes: whether `validate --fix` can correct the findings of a code, and the edits that do it.

use std::borrow::Cow;

use super::code::Code;
use crate::json::Text;

/// Whether the findings of a code can be fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fix {
    /// No edit is known that is right for all of them.
    None,
    /// The record means the same to every reader; `--fix` applies it.
    Safe(FixMethod),
    /// The record means something else afterwards; `--fix --unsafe-fixes` applies it.
    Unsafe(FixMethod),
}

/// How a finding is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixMethod {
    /// The finding has the edit, if there is one: [`FindingText`].
    Suggested,
    /// U+2028, U+2029 and U+0085 become escapes.
    EscapeSeparators,
    /// Halves of surrogate pairs become U+FFFD.
    ReplaceHalves,
    /// U+0000 is removed.
    RemoveNul,
    /// A member is removed that repeats an earlier one, value and all.
    RemoveRepeatedMember,
    /// An item of a list is removed that repeats an earlier one byte for byte.
    RemoveRepeatedItem,
    /// The member or item at the place is removed.
    RemoveValue,
    /// The innermost item of a list that contains the place is removed, if the list has others.
    RemoveItem,
    /// White space at the beginning and end of the string is removed.
    Trim,
    /// White space at the end of the string is removed.
    TrimEnd,
    /// Base64 of another alphabet, without padding or with white space becomes standard base64.
    StandardBase64,
    /// The media type becomes that of the bytes.
    MediaType,
    /// Ids of calls that the service rejects get new ones, with all references.
    CallIds,
    /// Messages without an id get one.
    MessageIds,
    /// Types of schemas that Python names get the names of JSON Schema.
    SchemaTypes,
    /// Members of schemas with null for a schema or for the value of a keyword are removed.
    SchemaNulls,
    /// Blank lines are removed from a file that is one record.
    RemoveBlankLines,
    /// The last line gets a line end.
    AddLineEnd,
    /// The conversation is repaired as `convert --repair` does.
    Repair,
    /// The record is removed from its file.
    RemoveRecord,
}

/// The severity of a change: the first kind changes no meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FixSafety {
    /// `--fix` applies it.
    Safe,
    /// `--fix --unsafe-fixes` applies it.
    Unsafe,
}

impl FixSafety {
    /// The word used in JSON output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Unsafe => "unsafe",
        }
    }
}

impl Fix {
    /// How, and how safe; nothing if there is no fix.
    #[must_use]
    pub fn method(self) -> Option<(FixSafety, FixMethod)> {
        match self {
            Self::None => None,
            Self::Safe(method) => Some((FixSafety::Safe, method)),
            Self::Unsafe(method) => Some((FixSafety::Unsafe, method)),
        }
    }
}

impl Code {
    /// How safe a fix of this code is, in words; nothing if there is none.
    #[must_use]
    pub fn fix_words(&self) -> Option<&'static str> {
        let (safety, method) = self.fix.method()?;
        Some(match (safety, method) {
            (FixSafety::Safe, FixMethod::Suggested) => "`--fix`, where the value to write is certain",
            (FixSafety::Unsafe, FixMethod::Suggested) => "`--fix --unsafe-fixes`, where one answer is likely",
            (FixSafety::Safe, _) => "`--fix`",
            (FixSafety::Unsafe, FixMethod::Repair) => {
                "`--fix --unsafe-fixes`, which repairs as `convert --repair` does"
            }
            (FixSafety::Unsafe, _) => "`--fix --unsafe-fixes`",
        })
    }
}

/// The edit that corrects a finding, at its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuggestedEdit {
    /// The value becomes this JSON.
    Value(String),
    /// The key of the value becomes this word.
    Key(String),
    /// The value is removed, with its key.
    Remove,
}

/// The message of a finding, with the edit that corrects it, if one is certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingText {
    /// The message.
    pub message: String,
    /// The edit.
    pub edit: Option<SuggestedEdit>,
}

impl From<String> for FindingText {
    fn from(message: String) -> Self {
        Self { message, edit: None }
    }
}

impl FindingText {
    /// A message with the edit that corrects the finding.
    #[must_use]
    pub fn new(message: String, edit: Option<SuggestedEdit>) -> Self {
        Self { message, edit }
    }
}

/// The edit that makes a number of a string with the text of one: `"0.5"`.
#[must_use]
pub fn number_of_text(text: &Text<'_>) -> Option<String> {
    let number: Cow<'_, str> = text.decode();
    let is_number = number.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    let node_is_number = || {
        let mut tape = crate::json::Tape::new();
        tape.parse(&number).is_ok_and(|root| root.kind() == crate::json::Kind::Number)
    };
    (is_number && number.trim() == number && node_is_number()).then(|| number.into_owned())
}
