//! A log that a command processes: an input, or a value inside a record (`--at`).

use crate::events::PatchLimits;
use crate::format::{Framing, find_framing};
use crate::json::{Layout, Tape};
use crate::op::records::RecordPiece;
use crate::stream::{Limits, Source};

/// An event log that is ready to be read.
#[derive(Debug)]
pub struct EventInput {
    /// The bytes.
    pub source: Source,
    /// The framing of the events.
    pub framing: Framing,
    /// The layout of the events.
    pub layout: Layout,
    /// Limits for events.
    pub limits: Limits,
    /// Invalid JSON and oversized events are skipped and reported; otherwise they end the run.
    pub skips_bad: bool,
}

impl EventInput {
    /// Detects the framing of the events in a source, unless it is given.
    #[must_use]
    pub fn new(source: Source, framing: Option<Framing>, limits: Limits) -> Self {
        let head = source.head();
        let framing = framing.unwrap_or_else(|| {
            let first = head.trim_start().split('\n').next().unwrap_or_default();
            // A slow pipe may have delivered only one line so far; the framing is lines unless the data shows another
            // one.
            let is_line = || first.starts_with('{') && Tape::new().parse(first).is_ok();
            let found = find_framing(head, source.is_whole(), source.extension());
            if head.trim().is_empty() || (found == Framing::Document && is_line()) { Framing::Lines } else { found }
        });
        let layout = Layout::of(head);
        Self { source, framing, layout, limits, skips_bad: false }
    }

    /// The default framing of the output: that of the input.
    #[must_use]
    pub fn own_framing(&self) -> Framing {
        match self.framing {
            // A list, or an object with a list.
            Framing::Document | Framing::Array => Framing::Array,
            Framing::Lines | Framing::Messages | Framing::Folder => Framing::Lines,
            Framing::Sse => Framing::Sse,
        }
    }
}

/// An event log.
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

    /// True if the whole log is one object.
    pub(super) fn is_object(&self) -> bool {
        match &self.0 {
            LogSource::Input(input) => {
                input.framing == Framing::Document && input.source.head().trim_start().starts_with('{')
            }
            LogSource::Inside(piece, _) => piece.json.trim_ascii_start().starts_with(b"{"),
        }
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
