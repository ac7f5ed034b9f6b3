//! Floor 6: what each command does, with no command line in it.

mod carry;
pub mod convert;
pub mod detect;
pub mod explain;
mod ids;
mod input;
mod layout;
mod records;
mod repair;
mod speech;
pub mod validate;

pub use carry::{CarryError, Restore, Seekable};
pub use ids::Ids;
pub use input::{Choice, Input, Trouble};
pub use records::{OnError, Outcome};
pub use repair::repair;
pub use speech::{Branches, speech};
