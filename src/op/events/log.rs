//! A log that a command works on: an input, or a value inside of a record (`--at`).

use super::EventInput;
use crate::events::PatchLimits;
use crate::format::Framing;
use crate::json::Layout;
use crate::op::records::RecordPiece;
use crate::stream::Limits;

/// A log of events.
#[derive(Debug)]
pub struct EventLog<'l>(pub(super) LogSource<'l>);

#[derive(Debug)]
pub(super) enum LogSource<'l> {
    Input(EventInput),
    Inside(RecordPiece<'l>, Limits),
}

impl From<EventInput> for EventLog<'_> {
    fn from(input: EventInput) -> Self {
        Self(LogSource::Input(input))
    }
}

impl<'l> EventLog<'l> {
    pub(super) fn inside(piece: RecordPiece<'l>, limits: Limits) -> Self {
        Self(LogSource::Inside(piece, limits))
    }

    pub(super) fn is_inside(&self) -> bool {
        matches!(self.0, LogSource::Inside(..))
    }

    /// The default framing of the output.
    pub(super) fn own_framing(&self) -> Framing {
        match &self.0 {
            LogSource::Input(input) => input.own_framing(),
            LogSource::Inside(..) => Framing::Array,
        }
    }

    /// The layout of the events.
    pub(super) fn layout(&self) -> Layout {
        match &self.0 {
            LogSource::Input(input) => input.layout,
            LogSource::Inside(..) => Layout::Compact,
        }
    }

    pub(super) fn has_mark(&self) -> bool {
        matches!(&self.0, LogSource::Input(input) if input.source.has_mark())
    }

    /// The limits for the state that patches make.
    pub(in crate::op) fn patch_limits(&self) -> PatchLimits {
        let (LogSource::Input(EventInput { limits, .. }) | LogSource::Inside(_, limits)) = &self.0;
        PatchLimits::within(limits.depth, limits.record)
    }
}
