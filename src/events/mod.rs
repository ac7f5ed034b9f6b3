//! Floor 3: event streams of AG-UI, one event at a time.
//!
//! An event is the text of a JSON object. What is only passed on keeps its bytes; what is made here is a new text.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "there are 36 types of events, and most code is about a few of them"
)]

mod binary;
mod check;
mod chunks;
mod holds;
mod kind;
pub mod legacy;
mod lineage_check;
mod machine;
mod memory;
mod open;
mod owners;
mod rewrite;
mod rules;
mod rules_chunk;
mod rules_lineage;
mod rules_open;
mod rules_owner;
mod rules_run;
mod rules_schema;
mod rules_shape;
mod rules_story;
mod schema;
pub mod sse;
mod story;

pub mod codes;
mod compact;
mod replay;
mod runs;
mod tree;

pub use check::{Checker, Late, Place};
pub use chunks::{ChunkFault, ChunkRule, Expand};
pub use holds::{Holds, each_event, is_event, is_row};
pub use kind::{Event, EventType};
pub use legacy::Upgrade;
pub use memory::Memory;
pub use rules::RULES;

pub use compact::{CycleError, DeltaCompactor, FoldOptions, Folder, Scope};
pub use replay::{Replay, ReplayOptions, lenient};
pub use runs::{
    Before, Issue, Lineage, LineageMode, NormalizeOptions, NormalizedRun, Normalizer, Run, RunStore, Runs, Status,
};
pub use tree::fault::{Applied, PatchError, PatchLimits, Reason};
pub use tree::patch::Document;

/// The name of the format whose records are such streams.
pub const FORMAT: &str = "ag-ui";
