//! Layer 1: codes, diagnostics, and the report that collects them.
//!
//! Nothing here prints or depends on the model.

mod accepted;
mod code;
mod counts;
mod data_set_forms;
mod diagnostic;
pub mod diff;
mod drawn_tree;
mod excerpt;
mod failures;
mod fix;
pub mod ids;
pub mod loss;
pub mod media;
mod names;
mod refused;
pub mod session;
pub mod shape;
pub mod stream;
mod suggest;
pub mod syntax;
mod within;
mod words;

pub use accepted::AcceptedPlace;
pub use code::{Code, CodeKind, Severity};
pub(crate) use code::{code, codes};
pub use counts::{CodeCount, Report, Start};
pub use diagnostic::{Diagnostic, Location};
pub use drawn_tree::{DrawnNode, dot_graph, mermaid_graph, text_tree};
pub use excerpt::Excerpt;
pub use failures::{Failures, is_error_object};
pub use fix::{FindingText, Fix, FixMethod, FixSafety, SuggestedEdit, number_of_text};
pub use names::NameCounts;
pub use refused::Refused;
pub use suggest::{is_short_for, misspelled_key, nearest, unknown_kind, unknown_part, unknown_role, unknown_word};
pub use words::article;
