//! Diagnostics and reports as text and as JSON.

pub(crate) mod json;
pub(crate) mod text;
