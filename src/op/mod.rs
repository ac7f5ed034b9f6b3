//! Floor 7: what each command does, with no command line in it.

mod bad_record;
mod carry;
pub mod compact;
pub mod convert;
pub mod detect;
pub mod diff;
mod edit;
mod events;
pub mod explain;
pub mod file_finding;
mod ids;
mod input;
mod layout;
pub mod lineage;
mod log;
pub mod media;
pub mod migrate_ids;
pub mod normalize;
mod outcome;
mod read;
mod records;
mod repair;
pub mod replay;
mod select_branch;
mod sniff;
pub mod statements;
mod unreadable;
pub mod validate;

pub use carry::{CarryError, Restore, Seekable};
pub use events::{EventEnds, EventFailure, EventInput, EventLayout};
pub use ids::Ids;
pub use input::{Choice, EmbeddedMessages, Input, Trouble};
pub use outcome::{OnError, Outcome};
pub use read::{RawRecord, RawRecords, Unreadable};
pub use repair::repair;
pub use select_branch::{Branches, speak_for};
