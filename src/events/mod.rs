//! Layer 3: event streams of AG-UI, one event at a time.
//!
//! An event is the text of a JSON object. Events that are copied keep their bytes; new events are new texts.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "there are 36 types of events, and most code is about a few of them"
)]

pub mod aws_frames;
mod binary;
mod check;
mod chunks;
mod event_row;
mod kind;
pub mod legacy;
mod lineage_check;
mod memory;
mod open_ids;
mod owners;
mod record_kind;
mod rewrite;
mod row;
mod rules;
mod rules_chunk;
mod rules_lineage;
mod rules_open;
mod rules_owner;
mod rules_run;
mod rules_schema;
mod rules_shape;
mod rules_transcript;
mod schema;
mod sequence_check;
pub mod sse;
mod thread_check;
mod transcript_check;

pub mod codes;
mod compact;
mod replay;
mod runs;
mod tree;

pub use check::{Checker, EventPlace, LateFinding};
pub use chunks::{ChunkFault, ChunkRule, Expand};
pub use event_row::EventRow;
pub use kind::{Event, EventType};
pub use legacy::Upgrade;
pub use memory::Memory;
pub use record_kind::{RecordKind, each_entry, each_event, events_of_entry, has_events, is_event};
pub use row::{StartedRun, StoreRow, is_row};
pub use rules::RULES;
pub use schema::{define_schemas, event_type_schema};

pub use compact::{CycleError, DeltaCompactor, FoldFailure, FoldOptions, FoldScope, SnapshotFolder};
pub use replay::{DeltaStreak, PlainDelta, PlainDeltas, Replay, ReplayOptions, StateLimit, delta_text, lenient};
pub use runs::{
    Before, Issue, Lineage, LineageMode, LineageRun, NormalizeOptions, NormalizedRun, Normalizer, RunCollector,
    RunStore, Status,
};
pub use tree::budget::PatchBudget;
pub use tree::patch::Document;
pub use tree::patch_error::{Applied, PatchError, PatchLimits, Reason};

/// The name of the format whose records are such streams.
pub const FORMAT: &str = "ag-ui";
