//! turnwise as a library.
#![forbid(unsafe_code)]
pub mod format;
pub mod json;
pub mod model;
pub mod op;
pub mod report;
pub mod rule;
pub mod stream;
