//! `diff`: what changed between two versions of conversations, whatever their formats.
//!
//! Files are looked through once: a hash and a place for each record. Records that are equal to the byte are not read
//! again; of the others, messages that are equal to the byte are not looked into. What is left is compared as facts of
//! the model (`facts`): messages find their counterparts (`align`), and parts and texts theirs (`parts`, `words`).

mod align;
mod change;
mod compare;
mod compared_records;
mod conversation_facts;
mod conversation_fields;
mod conversation_key;
mod facts;
mod hash;
mod hosted;
mod lcs;
mod lines;
mod moved_parts;
mod myers;
mod names;
mod only_in_b;
mod options;
mod order;
mod pair;
mod parts;
mod patch;
mod printed_lines;
mod record;
mod result;
mod run;
mod shown;
mod similar;
mod spelling;
mod split;
mod store;
mod value;
mod view;
mod words;

pub use change::{ChangeKind, ChangePlace, Counts, RecordChange, ShownValue};
pub use compared_records::{ComparedRecords, RecordRef};
pub(super) use conversation_key::{ConversationKeys, KeySeeds};
pub use lines::{LineTag, tagged};
pub use only_in_b::{NewMessages, new_messages};
pub use options::{Align, Class, DiffOptions, Ignore};
pub use patch::patch;
pub use record::{MessageRow, RowKind};
pub use run::{DiffInput, DiffSummary, OnPair, run};
pub(super) use value::{NumberEquality, value_key};
pub use words::{Stretch, WordMarker};

use crate::report::Diagnostic;
use crate::stream::SourceError;

/// Why two inputs cannot be compared. The number says which: 0 is A, 1 is B.
#[derive(Debug)]
#[non_exhaustive]
pub enum DiffFailure {
    /// Reading an input failed.
    Source(usize, SourceError),
    /// A record cannot be understood: what and where, and what to do about it.
    Record(usize, Box<(Diagnostic, &'static str)>),
    /// A record is not where it was.
    Lost(usize),
    /// Writing the result failed.
    Write(std::io::Error),
}

impl DiffFailure {
    /// The input that the failure is about.
    #[must_use]
    pub fn side(&self) -> Option<usize> {
        match self {
            Self::Source(side, _) | Self::Record(side, _) | Self::Lost(side) => Some(*side),
            Self::Write(_) => None,
        }
    }
}

impl std::fmt::Display for DiffFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Source(_, error) => error.fmt(f),
            Self::Record(_, what) => f.write_str(&what.0.message),
            Self::Lost(_) => f.write_str("a record is not where it was: the file changed while it was read"),
            Self::Write(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DiffFailure {}
