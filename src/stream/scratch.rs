//! A folder for what is needed only while a run lasts.

use std::io;
use std::path::Path;

use super::sink::{forget, remember};

/// A folder that goes with its owner, or with the process.
#[derive(Debug)]
pub struct Scratch(tempfile::TempDir);

impl Scratch {
    /// A new folder that only its owner can read, where the system keeps such things.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn new() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("turnwise-").tempdir()?;
        remember(folder.path());
        Ok(Self(folder))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        forget(self.0.path());
    }
}
