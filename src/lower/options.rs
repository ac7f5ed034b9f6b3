//! What users ask of a conversion.

use crate::lower::outline::{LogShape, Mode};
use crate::lower::policy::RequestSettings;

/// Options of [`lower`](super::lower).
#[derive(Clone, Copy, Debug, Default)]
pub struct LoweringOptions {
    /// Write the bare list of messages.
    pub is_list: bool,
    /// Write reasoning as visible text where it has no place of its own.
    pub is_reasoning_text: bool,
    /// Omit and report what would otherwise make the record unwritable.
    pub is_lossy: bool,
    /// The part of a stream of events that is written.
    pub log: LogShape,
    /// The mode of the target that is written.
    pub mode: Option<Mode>,
    /// The settings of the source's format, where they are carried over.
    pub settings: Option<&'static RequestSettings>,
    /// The setting that the target needs is supplied later.
    pub has_needed: bool,
}
