//! What every command does with the records of an input, whatever it does with one of them.

mod batch_outcome;
mod failure;

pub use failure::PassFailure;

pub(super) use batch_outcome::{BadRecord, BatchOutcome, bad_record};
