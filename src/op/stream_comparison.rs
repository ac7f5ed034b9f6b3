//! Compares an output with its input without keeping either.

use std::hash::{DefaultHasher, Hasher as _};

/// Compares two streams of bytes by their hashes: what was read, and what was written.
#[derive(Debug, Default)]
pub(super) struct StreamComparison {
    came: DefaultHasher,
    went: DefaultHasher,
}

impl StreamComparison {
    pub(super) fn came(&mut self, bytes: &[u8]) {
        self.came.write(bytes);
    }

    pub(super) fn went(&mut self, bytes: &[u8]) {
        self.went.write(bytes);
    }

    pub(super) fn is_changed(&self) -> bool {
        self.came.finish() != self.went.finish()
    }
}
