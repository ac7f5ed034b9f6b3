//! Layer 0: JSON as bytes.
//!
//! One pass over a record gives a flat list of nodes ([`Tape`]), which [`Node`] gives access to. Strings stay as they
//! were written ([`Text`]), and so do whole values ([`Raw`]), so numbers, escapes, key order and spacing are kept.
//! Nothing here depends on conversations.
//!
//! ```
//! use turnwise::json::Tape;
//!
//! let mut tape = Tape::new();
//! let root = tape.parse(r#"{"n": 1.10, "s": "caf\u00e9"}"#)?;
//! let n = root.get("n").map(|node| node.raw());
//! assert_eq!(n, Some("1.10"));
//! # Ok::<(), turnwise::json::JsonError>(())
//! ```

mod base64_run;
mod block;
mod block_copy;
mod canonical;
mod coalesced_rows;
mod duplicate;
mod each_value;
mod equality;
mod error;
mod escape;
mod escape_style;
mod fields;
mod flat;
mod harmful;
mod key_index;
mod known_strings;
mod layout;
mod line_separators;
mod lines;
mod nested_json;
mod node;
mod out;
mod outer_space;
mod pattern;
mod place;
mod pointer;
mod quoted;
mod raw;
mod scalar;
mod scan;
mod secrets;
mod set_member;
pub mod short_lists;
mod source_map;
mod span;
mod split;
mod string_traits;
mod tape;
mod text;
mod unicode_row;
mod utf8;

pub use base64_run::base64_length;
pub use canonical::canonical_value;
pub(crate) use canonical::{canonical_json, number_value};
pub use coalesced_rows::{CoalescedRows, RemovedRows, RowCoalescer};
pub use duplicate::{RepeatedKeys, duplicate_keys, each_half, lone_surrogates, replace_halves};
pub(crate) use equality::{same_as_written, same_value, spelled};
pub use error::{JsonError, Problem};
pub use fields::{DuplicateKey, Fields};
pub use flat::Flat;
pub use harmful::{is_harmful, push_json_escape};
pub(crate) use key_index::{KeyIndex, key_bucket};
pub use layout::{Layout, minify, reformat};
pub use line_separators::LineSeparatorFilter;
pub use lines::{DamagedLine, SUBSTITUTE};
pub use nested_json::NestedJson;
pub use node::{Items, Kind, Members, Node};
pub use out::Out;
pub use pattern::{PatternMatch, PointerPattern, UnreadString};
pub use place::{count_lines, each_pointer, line_and_column, pointers, values_at};
pub use pointer::push_segment;
pub(crate) use pointer::segment_key;
pub(crate) use quoted::escaped;
pub use quoted::{escape_into, quoted};
pub use raw::Raw;
pub use secrets::{Redaction, Secret, SecretNumbers, mask_bytes, mask_pointer, mask_text, secrets, secrets_of};
pub use set_member::SetMember;
pub use source_map::SourceMap;
pub use span::{At, Edit, RecordText, Span, apply, sort_edits};
pub use split::{ArrayMark, ArrayScanner, is_space};
pub use string_traits::StringTraits;
pub use tape::{MAX_DEPTH, MAX_RECORD, Tape};
pub use text::Text;
pub use utf8::utf8_text;
