//! `validate --fix`: edits on the bytes of records that correct findings.
//!
//! A code determines whether and how its findings can be fixed ([`crate::report::Fix`]). The edits of a record are
//! applied together, the record is checked again, and a change that causes a new finding is undone.

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
