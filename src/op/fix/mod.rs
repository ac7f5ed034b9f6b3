//! `validate --fix`: edits on the bytes of records that correct findings.
//!
//! A code says whether its findings can be fixed, and how ([`crate::report::Fix`]). The edits of a record are made
//! together, the record is checked again, and a change that gives a new finding is not made.

mod conversation;
mod edits;
mod index;
mod media;
mod record;
mod run;
mod site;

pub(super) use edits::{FixedText, suggested_edits};
pub use index::{IndexLine, index_lines};
pub use record::IsKnown;
pub(super) use record::RecordFixer;
pub use run::{FixEnds, FixOptions, FixResult, FixedRecord, run};
