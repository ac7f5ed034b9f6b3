//! Options and output of the commands that embed or extract media files.

use std::sync::Arc;

use super::finder::MediaFinder;
use super::store::MediaStore;
use crate::op::pass::PassOptions;
use crate::report::Diagnostic;
use crate::stream::{Progress, SinkError};

/// Whether media files are embedded or extracted.
#[derive(Clone, Copy, Debug)]
pub enum MediaTask<'m> {
    /// Bytes replace references.
    Inline {
        /// The source of the bytes.
        finder: &'m dyn MediaFinder,
        /// The maximum number of bytes in one conversation.
        max_total: u64,
        /// A media file without bytes makes its record a bad one; otherwise the reference is kept.
        fails: bool,
    },
    /// References replace bytes.
    Extract(&'m MediaStore),
}

/// Options of a run.
#[derive(Clone, Copy, Debug)]
pub struct MediaOptions {
    /// How records are processed.
    pub pass: PassOptions,
    /// Keep line ends, blank lines and byte order marks (`--in-place`).
    pub keeps_surroundings: bool,
    /// The output also contains other results, before or after this one.
    pub is_joined: bool,
    /// The output is not written, so no bytes are read.
    pub is_dry: bool,
    /// The maximum number of failed media files.
    pub max_failures: Option<u64>,
}

/// The output, and the functions that receive diagnostics.
pub struct MediaEnds<'e> {
    /// Receives the output.
    pub write: &'e mut (dyn FnMut(&[u8]) -> Result<(), SinkError> + Send),
    /// Receives every kept diagnostic, in order.
    pub note: &'e mut (dyn FnMut(Diagnostic) + Send),
    /// Receives the progress.
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
    /// The maximum number of bytes in one conversation.
    pub max_total: u64,
    /// A media file without bytes makes its record a bad one; otherwise it stays a reference.
    pub fails: bool,
}
