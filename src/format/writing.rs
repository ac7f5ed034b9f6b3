//! What is needed to write a conversation in a format: where the text and the losses go, and the options.

use super::container::Container;
use crate::json::{Out, Tape};
use crate::lower::{LogShape, Mode};
use crate::report::Report;

/// The state of a writer.
#[derive(Debug)]
pub struct Writing<'w> {
    /// Receives the text.
    pub out: &'w mut Out,
    /// Receives losses.
    pub report: &'w mut Report,
    /// The options.
    pub options: &'w WriteOptions,
    /// For JSON inside strings.
    pub scratch: &'w mut Tape,
}

impl<'w> Writing<'w> {
    /// Everything that is needed to write a conversation.
    pub fn new(out: &'w mut Out, report: &'w mut Report, options: &'w WriteOptions, scratch: &'w mut Tape) -> Self {
        Self { out, report, options, scratch }
    }
}

/// Options of a writer.
#[derive(Clone, Copy, Debug, Default)]
pub struct WriteOptions {
    /// The dialect, one of the format's own.
    pub dialect: Option<&'static str>,
    /// Which container to write.
    pub container: Container,
    /// Write reasoning as visible text where it has no place of its own.
    pub is_reasoning_text: bool,
    /// Omit and report what would otherwise make the record unwritable.
    pub is_lossy: bool,
    /// Which of its forms to write, where its program has several. `None`: the one it was read in, or the usual one.
    pub mode: Option<Mode>,
    /// The part of an event stream that is written.
    pub log: LogShape,
    /// Drop the settings of requests, also those that the target has in common with the source.
    pub drops_settings: bool,
    /// A setting that the target needs is added to the output later.
    pub has_needed: bool,
}
