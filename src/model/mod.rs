//! Layer 2: the format-independent model of conversations. No vendor's field names here.
//!
//! Text borrows from the record it was read from. The place of something is an [`At`](crate::json::At), a byte offset;
//! line, column and pointer are computed only when it is shown.

mod answers;
mod branch;
mod conversation;
mod dump;
mod extras;
mod hosted;
mod media;
mod message;
mod moved;
mod name_uuid;
mod one_or_many;
mod output;
mod part;
mod preference;
mod role;
mod source;
mod tool;
pub mod walk;

pub use branch::{Branch, BranchKind, BranchRequest, BranchStep, Compaction, Stem};
pub use conversation::{Conversation, Sidechains};
pub use dump::{dump, same};
pub use extras::{Extra, Extras, Slot};
pub use hosted::{Hosted, HostedOutcome, HostedResult, HostedSource, HostedTool, PlacedText};
pub use media::{Media, MediaKind, MediaSource, is_extracted};
pub use message::{Details, Finish, Message, ProgramMessage, TrainingWeight};
pub use name_uuid::uuid_v5;
pub use one_or_many::OneOrMany;
pub use output::OutputRequest;
pub use part::{CacheHint, Citations, Opaque, Part, Reasoning, Signature, TextDetails, TextPart, Ttl};
pub use preference::{Answer, Preference, Rating, Verdict};
pub use role::Role;
pub use source::{EarlierMessages, Form, RecordSource, SourceQuirks, Surrogates};
pub use tool::{Arguments, CallKind, PACKED, ToolCall, ToolKind, ToolResult, ToolSpec};
