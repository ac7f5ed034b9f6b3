//! Mutable JSON values: a tree whose unchanged parts stay text, JSON Patch on it, and semantic comparison.

pub(in crate::events) mod budget;
mod measure;
pub(in crate::events) mod object;
pub(in crate::events) mod patch;
pub(in crate::events) mod patch_error;
mod pointer;
#[cfg(test)]
mod tests;
mod undo;
pub(in crate::events) mod value;
