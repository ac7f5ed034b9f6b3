//! Scans a batch, on any thread, for events that need no parsing:
//! `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"a"}`.

use crate::format::Framing;
use crate::json::RecordText;
use crate::op::records::{RecordPiece, each_piece};
use crate::report::Start;
use crate::stream::{Batch, Cut};

/// The common event of a log: a piece of a text or of the arguments of a call, without metadata.
#[derive(Clone, Copy, Debug)]
pub(in crate::op) struct Usual<'a> {
    pub(in crate::op) is_call: bool,
    /// Tokens.
    pub(in crate::op) id: &'a str,
    pub(in crate::op) delta: &'a str,
}

/// Reads an event, if it is a common one.
pub(in crate::op) type Scanner = for<'a> fn(&'a str) -> Option<Usual<'a>>;

/// The span of a text in its batch.
#[derive(Clone, Copy, Debug)]
struct BatchSpan {
    start: u32,
    end: u32,
}

impl BatchSpan {
    fn of(part: &str, whole: &str) -> Option<Self> {
        let span = RecordText::new(whole).span_of(part)?;
        Some(Self { start: u32::try_from(span.start).ok()?, end: u32::try_from(span.end).ok()? })
    }

    fn read(self, whole: &str) -> Option<&str> {
        whole.get(usize::try_from(self.start).ok()?..usize::try_from(self.end).ok()?)
    }
}

/// A common event, by its places.
#[derive(Clone, Copy, Debug)]
pub(in crate::op) struct UsualEvent {
    is_call: bool,
    text: BatchSpan,
    id: BatchSpan,
    delta: BatchSpan,
}

impl UsualEvent {
    pub(in crate::op) fn read(self, whole: &str) -> Option<(&str, Usual<'_>)> {
        let usual = Usual { is_call: self.is_call, id: self.id.read(whole)?, delta: self.delta.read(whole)? };
        Some((self.text.read(whole)?, usual))
    }
}

/// Anything else, by its place.
#[derive(Clone, Copy, Debug)]
pub(in crate::op) struct Other {
    from: usize,
    to: usize,
    start: Start,
}

impl Other {
    pub(in crate::op) fn read(self, batch: &Batch) -> RecordPiece<'_> {
        RecordPiece {
            bytes: batch.bytes().get(self.from..self.to).unwrap_or_default(),
            json: batch.json().get(self.from..self.to).unwrap_or_default(),
            start: self.start,
            ..RecordPiece::default()
        }
    }
}

/// A line, frame or item.
#[derive(Clone, Copy, Debug)]
pub(in crate::op) enum ScanStep {
    Usual(UsualEvent),
    Other(Other),
}

/// The result of scanning a batch.
#[derive(Debug)]
pub(in crate::op) struct Scan {
    scanner: Option<Scanner>,
    steps: Vec<ScanStep>,
}

impl Scan {
    pub(in crate::op) fn new(scanner: Option<Scanner>) -> Self {
        Self { scanner, steps: Vec::new() }
    }

    /// Scans a batch.
    pub(in crate::op) fn work(&mut self, batch: &Batch, _: &Cut) {
        self.steps.clear();
        // Once for all lines: most lines are short.
        let whole = self.scanner.and_then(|_| simdutf8::basic::from_utf8(batch.json()).ok());
        let base = batch.bytes().as_ptr() as usize;
        let Self { scanner, steps } = self;
        each_piece(batch, Framing::Lines, |piece| {
            let from = (piece.bytes.as_ptr() as usize).saturating_sub(base);
            let to = from + piece.bytes.len();
            let found = || {
                let (whole, scanner) = (whole?, (*scanner)?);
                let text = whole.get(from..to)?;
                let Usual { is_call, id, delta } = scanner(text)?;
                let place = |part: &str| BatchSpan::of(part, whole);
                Some(UsualEvent { is_call, text: place(text)?, id: place(id)?, delta: place(delta)? })
            };
            steps.push(match found() {
                Some(found) => ScanStep::Usual(found),
                None => ScanStep::Other(Other { from, to, start: piece.start }),
            });
            true
        });
    }

    pub(in crate::op) fn steps(&self) -> impl Iterator<Item = ScanStep> + '_ {
        self.steps.iter().copied()
    }
}
