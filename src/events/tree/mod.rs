//! JSON values that change: a tree whose untouched parts stay text, patches of it, and comparison by meaning.

pub(in crate::events) mod equality;
pub(in crate::events) mod object;
pub(in crate::events) mod patch;
pub(in crate::events) mod patch_error;
mod pointer;
#[cfg(test)]
mod tests;
mod undo;
pub(in crate::events) mod value;
