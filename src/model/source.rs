//! The record that a conversation was read from: its text, and what was found out about it while it was read.

use crate::json::CoalescedRows;

/// The record of a conversation. Readers set its shape and quirks, those who read records all else.
#[derive(Clone, Copy, Debug, Default)]
pub struct RecordSource<'a> {
    /// The text of the record, from which generated ids are derived.
    pub text: &'a str,
    /// The rows that were coalesced in `text`: generated ids are derived from the text before.
    pub coalesced: Option<&'a CoalescedRows>,
    /// Which of the conversations of the record it is, from 0. Their generated ids differ.
    pub part: usize,
    /// The container of its format that the record was in: `list`, `body`, … Only that format's writer uses it.
    pub shape: &'static str,
    /// A byte order mark precedes the text.
    pub has_byte_order_mark: bool,
    /// Where the text has escapes of surrogates.
    pub surrogates: Surrogates,
    /// What its format or program does differently from others.
    pub quirks: SourceQuirks,
}

/// Escapes `\uD…` in a record, which may be halves of surrogate pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Surrogates {
    /// Not looked for yet.
    #[default]
    Unchecked,
    /// No string of the record has one; JSON text inside strings may.
    NotInStrings,
    /// Neither strings nor JSON text inside strings have one.
    Absent,
    /// There are some.
    Present,
}

/// What a format or program does differently from all others, so that other targets must know it.
#[derive(Clone, Copy, Debug, Default)]
pub struct SourceQuirks {
    /// Its format has calls without ids; generated ids are marked so that converting back removes them.
    pub is_without_ids: bool,
    /// Its program never sends the cache marks of assistant messages, so other formats ignore them.
    pub has_unsent_marks: bool,
    /// The name of ordinary calls of Python code that its service ran.
    pub service_code: Option<&'static str>,
    /// Where the messages before those of the record are.
    pub earlier: EarlierMessages,
}

/// Where the messages before those of a record are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EarlierMessages {
    /// There are none, or they are in the record.
    #[default]
    Here,
    /// The service stores them, so a result may answer a call that is not here.
    AtService,
    /// A service stores them, and the target is another one, which does not have them.
    LeftBehind,
}

impl RecordSource<'_> {
    /// A record in this container of its format.
    #[must_use]
    pub const fn shaped(shape: &'static str) -> Self {
        let quirks = SourceQuirks {
            is_without_ids: false,
            has_unsent_marks: false,
            service_code: None,
            earlier: EarlierMessages::Here,
        };
        Self {
            text: "",
            coalesced: None,
            part: 0,
            shape,
            has_byte_order_mark: false,
            surrogates: Surrogates::Unchecked,
            quirks,
        }
    }
}

/// How the content was written: several spellings have the same meaning, and writing it back should give the same one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Unknown: the content is not from the input.
    #[default]
    Unknown,
    /// The field was absent.
    Absent,
    /// `null`
    Null,
    /// `"text"`; without a text part it was the empty string, with other parts in other fields.
    Text,
    /// `[{"type":"text",…}]`
    Parts,
}
