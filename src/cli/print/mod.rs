//! Diagnostics and reports as text and as JSON.

pub(crate) mod diff;
pub(crate) mod findings;
pub(crate) mod fix_diff;
pub(crate) mod github;
pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod lineage;
pub(crate) mod show;
pub(crate) mod stats;
pub(crate) mod text;
