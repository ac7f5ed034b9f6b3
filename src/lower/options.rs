//! What users ask of a conversion.

use crate::lower::outline::{LogShape, Mode};
use crate::lower::policy::RequestSettings;

/// Options of [`lower`](super::lower).
#[derive(Clone, Copy, Debug, Default)]
pub struct LoweringOptions {
    /// Write the bare list of messages.
    pub is_list: bool,
    /// Write reasoning as visible text if the target has no reasoning.
    pub is_reasoning_text: bool,
    /// Drop and report content that the target rejects, instead of rejecting the record.
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
