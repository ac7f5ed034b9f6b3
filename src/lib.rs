//! Convert, validate, compare and read LLM conversations, with a report of every loss.
//!
#![doc = include_str!("../docs/library.md")]
#![forbid(unsafe_code)]

mod api;

#[doc(inline)]
pub use api::{
    Align, Candidate, Change, ChangeKind, Conversation, Convert, Converted, ConvertedRecords, Detected, Diff, Error,
    ErrorKind, Finding, Loss, LossKind, Media, MediaKind, MediaSource, Message, Part, Reasoning, Record, Records, Role,
    Tool, ToolCall, ToolResult, Validate, convert, detect, diff, formats, records, schema, validate,
};
#[doc(inline)]
pub use format::{Container, Framing};
#[doc(inline)]
pub use op::Ids;
#[doc(inline)]
pub use report::Severity;

// The layers below are for the command line and the benchmarks, and change without notice.
#[doc(hidden)]
pub mod events;
#[doc(hidden)]
pub mod format;
#[doc(hidden)]
pub mod json;
#[doc(hidden)]
pub mod lower;
#[doc(hidden)]
pub mod model;
#[doc(hidden)]
pub mod op;
#[doc(hidden)]
pub mod report;
#[doc(hidden)]
pub mod rule;
#[doc(hidden)]
pub mod statements;
#[doc(hidden)]
pub mod stream;

/// The program of the README is compiled with the documentation's.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
