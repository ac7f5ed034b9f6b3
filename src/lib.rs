//! turnwise as a library: conversations with language models, read, checked and written without losing anything in
//! silence.
//!
//! From the ground up, each module knows only those above it in this list:
//!
//! - [`json`]: one pass over a record into a flat list of nodes; strings stay as they were written.
//! - [`report`]: codes, diagnostics, and the report that collects them.
//! - [`model`]: conversations, messages, parts. Text borrows from the record.
//! - [`rule`]: what a conversation must not do, whatever its format.
//! - [`events`]: event streams, one event at a time.
//! - [`statements`]: programs that make messages, and the way back.
//! - [`mod@lower`]: what becomes of each fact of a conversation in a target.
//! - [`mod@format`]: the formats, as values in a table; detection; what each can hold.
//! - [`stream`]: files as batches of whole records, worked on in parallel, written in order.
//! - [`op`]: what the commands do: convert, validate, detect, explain, media.
//!
//! ```
//! use turnwise::format::{Reading, by_name};
//! use turnwise::json::Tape;
//! use turnwise::report::Report;
//!
//! let text = r#"{"messages":[{"role":"user","content":"caf\u00e9"}]}"#;
//! let (openai, _) = by_name("openai").expect("it is in the table");
//! let (mut tape, mut report) = (Tape::new(), Report::default());
//! let root = tape.parse(text)?;
//! let mut reading = Reading { report: &mut report, scratch: &mut Tape::new() };
//! let conversation = (openai.read)(root, &mut reading)?;
//! assert_eq!(conversation.messages.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/library.rs` converts a whole file.
#![forbid(unsafe_code)]

pub mod events;
pub mod format;
pub mod json;
pub mod lower;
pub mod model;
pub mod op;
pub mod report;
pub mod rule;
pub mod statements;
pub mod stream;
