//! Floor 3: event streams of AG-UI, one event at a time.
//!
//! An event is the text of a JSON object. What is only passed on keeps its bytes; what is made here is a new text.

mod binary;
mod chunks;
mod kind;
pub mod legacy;
mod rewrite;

pub mod codes;
mod replay;
mod tree;

pub use chunks::{ChunkFault, ChunkRule, Expand};
pub use kind::{Event, EventType};
pub use legacy::Upgrade;

pub use replay::{Replay, ReplayOptions};
pub use tree::patch::{Applied, Document, PatchError, PatchLimits, Reason};
