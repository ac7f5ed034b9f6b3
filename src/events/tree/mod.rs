//! JSON values that change: a tree whose untouched parts stay text, patches of it, and comparison by meaning.

pub(in crate::events) mod object;
pub(in crate::events) mod patch;
pub(in crate::events) mod patch_error;
mod pointer;
pub(in crate::events) mod same;
#[cfg(test)]
mod tests;
mod undo;
pub(in crate::events) mod value;
