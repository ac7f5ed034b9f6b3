//! Diagnostics and reports as text and as JSON.

pub(crate) mod findings;
pub(crate) mod github;
pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod text;
