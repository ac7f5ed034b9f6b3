//! Modes of cutting a source into records.

use crate::format::Framing;

/// The mode of cutting a source into records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SplitMode {
    Lines,
    Items,
    Whole,
    /// The same for lines of one message each: bytes that are not UTF-8 damage their line alone.
    WholeLines,
    /// The whole file is one record, of server-sent events.
    WholeFrames,
    Frames,
    /// A session at a time.
    Folder,
}

impl SplitMode {
    /// Into records.
    pub(super) fn of_file(framing: Framing) -> Self {
        match framing {
            Framing::Lines => Self::Lines,
            Framing::Array => Self::Items,
            Framing::Document => Self::Whole,
            Framing::Messages => Self::WholeLines,
            Framing::Sse => Self::WholeFrames,
            Framing::Folder => Self::Folder,
        }
    }

    /// Into the events of a log.
    pub(super) fn of_log(framing: Framing) -> Self {
        match framing {
            Framing::Lines | Framing::Messages => Self::Lines,
            Framing::Array | Framing::Document => Self::Items,
            Framing::Sse => Self::Frames,
            Framing::Folder => Self::Folder,
        }
    }
}
