//! Options and output of the commands that embed media files or take them out.

use std::sync::Arc;

use super::finder::MediaFinder;
use super::store::MediaStore;
use crate::op::outcome::OnError;
use crate::report::Diagnostic;
use crate::stream::{Progress, SinkError};

/// Whether media are embedded or taken out.
#[derive(Clone, Copy, Debug)]
pub enum MediaTask<'m> {
    /// Bytes take the place of references.
    Inline {
        /// The source of the bytes.
        finder: &'m dyn MediaFinder,
        /// The most bytes of one conversation.
        max_total: u64,
        /// A media file without bytes makes its record a bad one; otherwise the reference stays.
        fails: bool,
    },
    /// References take the place of bytes.
    Extract(&'m MediaStore),
}

/// Options of a run.
#[derive(Clone, Copy, Debug)]
pub struct MediaOptions {
    /// What happens to invalid records.
    pub on_error: OnError,
    /// Keep line ends, blank lines and byte order marks (`--in-place`).
    pub keeps_surroundings: bool,
    /// Other results are before this one, or after it, where it goes.
    pub is_joined: bool,
    /// Nothing is written, so no bytes are read.
    pub is_dry: bool,
    /// Worker threads.
    pub jobs: usize,
    /// The number of diagnostics that are kept for each code.
    pub keep: u64,
    /// Failed media that end the run.
    pub max_failures: Option<u64>,
}

/// The output, and the functions that receive diagnostics.
pub struct MediaEnds<'e> {
    /// Takes the output.
    pub write: &'e mut (dyn FnMut(&[u8]) -> Result<(), SinkError> + Send),
    /// Is given every kept diagnostic, in order.
    pub note: &'e mut (dyn FnMut(Diagnostic) + Send),
    /// Is told how far it is.
    pub progress: &'e dyn Progress,
}

impl std::fmt::Debug for MediaEnds<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MediaEnds").finish_non_exhaustive()
    }
}

/// The sources of media files, and the limits of their size.
#[derive(Clone, Debug)]
pub struct Embedding {
    /// Finds the bytes.
    pub finder: Arc<dyn MediaFinder + Send>,
    /// The most bytes of one conversation.
    pub max_total: u64,
    /// A media file without bytes makes its record a bad one; otherwise it stays a reference.
    pub fails: bool,
}
