//! Code that the commands on records share: workers that process batches in order, the counts of a batch, bad records,
//! and the reasons why a run ends early.

mod batch_outcome;
mod failure;
mod options;
mod run;

pub use failure::PassFailure;
pub use options::PassOptions;

pub(super) use batch_outcome::{BadRecord, BatchOutcome, bad_record};
pub(super) use run::run_pass;
