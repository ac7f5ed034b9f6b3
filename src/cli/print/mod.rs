//! Diagnostics and reports as text and as JSON.

pub(crate) mod findings;
pub(crate) mod github;
pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod page_text;
pub(crate) mod print_args;
pub(crate) mod text;
