//! Recorded streams of services: the events of an answer become the answer as the service gives it in one piece.
//!
//! ```text
//! {"object":"chat.completion.chunk","choices":[{"delta":{"content":"Hel"}}]}
//! {"object":"chat.completion.chunk","choices":[{"delta":{"content":"lo"}}]}   ─►  {"choices":[{"message":{"content":"Hello"}}]}
//! ```
//!
//! The text of the answer is what the format of the service reads. Strings are joined as they are spelled, numbers and
//! arguments are copied.

mod blocks;
mod chat;
mod chat_call;
mod converse;
mod messages;
mod ollama;
mod partial_args;
mod piece;
mod response_item;
mod responses;

pub(super) use partial_args::PartialArguments;
use piece::{FoldedText, Piece, PlacedPiece};

use crate::events::aws_frames::DAMAGED;
use crate::events::sse::is_sentinel;
use crate::json::{Node, Tape};
use crate::report::{Code, Start, stream};

/// A kind of stream.
#[derive(Debug)]
pub struct StreamKind {
    /// What it is called in messages: `a Chat Completions stream`.
    pub name: &'static str,
    /// The format of its answers.
    pub format: &'static str,
    /// True for an event that only streams of this kind have.
    is_event: fn(Node<'_, '_>) -> bool,
    /// Starts an empty answer.
    begin: fn() -> Box<dyn AnswerFold>,
}

/// All kinds.
static KINDS: &[&StreamKind] = &[&chat::KIND, &messages::KIND, &responses::KIND, &converse::KIND, &ollama::KIND];

/// The kind of the streams that are sent in binary frames.
pub static BINARY: &StreamKind = &converse::KIND;

/// The kind of stream that a value is an event of.
#[must_use]
pub fn stream_kind(event: Node<'_, '_>) -> Option<&'static StreamKind> {
    KINDS.iter().copied().find(|kind| event.is_object() && (kind.is_event)(event))
}

/// An answer that a stream gave.
#[derive(Debug, Default)]
pub struct FoldedAnswer {
    /// The answer, on one line.
    pub text: String,
    /// Offsets in the text, in order, each with the event that the value there comes from.
    pub marks: Vec<(usize, Start)>,
    /// What is unusual about the stream.
    pub notes: Vec<FoldNote>,
    /// The event that showed its end belongs to the next one.
    pub is_before_event: bool,
}

/// Something unusual in a stream.
#[derive(Clone, Debug)]
pub struct FoldNote {
    /// Its code.
    pub code: &'static Code,
    /// The event.
    pub place: Start,
    /// The description.
    pub message: String,
    /// Later ones with the same code, which are only counted.
    pub more: u64,
}

/// The notes about an answer: the first ones with each code.
#[derive(Debug, Default)]
struct FoldNotes(Vec<FoldNote>);

/// The number of notes with the same code that are kept.
const KEPT: usize = 32;

impl FoldNotes {
    fn add(&mut self, code: &'static Code, place: Start, message: impl FnOnce() -> String) {
        let mut alike = self.0.iter_mut().filter(|note| note.code == code);
        match alike.nth(KEPT - 1) {
            Some(last) => last.more += 1,
            None => self.0.push(FoldNote { code, place, message: message(), more: 0 }),
        }
    }
}

/// What an event is to the answer that is being read.
enum EventUse {
    /// A part of it.
    Taken,
    /// The first event of the next answer.
    Next,
    /// No event of this kind of stream.
    Foreign,
}

/// An answer that is being read.
trait AnswerFold: Send + std::fmt::Debug {
    /// What an event is to this answer.
    fn judge(&self, event: Node<'_, '_>) -> EventUse;

    /// Adds an event of this answer.
    fn add(&mut self, event: Node<'_, '_>, place: Start, notes: &mut FoldNotes);

    /// The answer. `last`: the last event.
    fn finish(self: Box<Self>, last: Start, notes: &mut FoldNotes) -> Piece;

    /// The bytes that it takes, about.
    fn size(&self) -> usize;
}

/// The message of a note about an event of an unknown type.
fn unknown_event(name: &str) -> String {
    format!("the event `{name}` is unknown and dropped")
}

/// Joins the events of a file.
#[derive(Debug)]
pub struct Folding {
    kind: &'static StreamKind,
    answer: Option<Box<dyn AnswerFold>>,
    notes: FoldNotes,
    tape: Tape,
    /// The bytes of the longest answer.
    limit: usize,
    /// The bytes of events since the size of the answer was looked at.
    unmeasured: usize,
    /// The answer is longer than allowed, and grows no more.
    is_full: bool,
    first: Start,
    last: Start,
}

impl Folding {
    /// Joins the events of this kind of stream into answers of at most about `limit` bytes.
    #[must_use]
    pub fn new(kind: &'static StreamKind, limit: usize) -> Self {
        Self {
            kind,
            answer: None,
            notes: FoldNotes::default(),
            tape: Tape::new(),
            limit,
            unmeasured: 0,
            is_full: false,
            first: Start::default(),
            last: Start::default(),
        }
    }

    /// Reads an event. `found` receives completed answers, and values that are not events.
    pub fn event(&mut self, text: &str, place: Start, found: &mut dyn FnMut(FoldedAnswer)) {
        if is_sentinel(text) {
            return self.end(found);
        }
        if let Some(why) = text.strip_prefix(DAMAGED) {
            return self.damaged(place, why);
        }
        let mut tape = std::mem::take(&mut self.tape);
        match tape.parse(text) {
            Ok(event) => self.value(event, place, found),
            Err(error) => self.damaged(place, &format!("not JSON: {error}")),
        }
        self.tape = tape;
    }

    /// Notes an event that cannot be read.
    pub fn damaged(&mut self, place: Start, why: &str) {
        if self.answer.is_none() {
            (self.first, self.last) = (place, place);
        }
        self.answer.get_or_insert_with(self.kind.begin);
        self.notes.add(&stream::DAMAGED_EVENT, place, || format!("this event is {why}"));
    }

    fn value(&mut self, event: Node<'_, '_>, place: Start, found: &mut dyn FnMut(FoldedAnswer)) {
        self.measure(event.raw().len());
        let mut used = match &self.answer {
            Some(answer) => answer.judge(event),
            None => EventUse::Next,
        };
        if !matches!(used, EventUse::Taken) {
            self.end(&mut |answer| found(FoldedAnswer { is_before_event: true, ..answer }));
            used = (self.kind.begin)().judge(event);
        }
        if matches!(used, EventUse::Foreign) {
            match stream_kind(event) {
                Some(kind) => self.kind = kind,
                None => {
                    let text = piece::one_line(event.raw());
                    return found(FoldedAnswer { text, marks: vec![(0, place)], ..FoldedAnswer::default() });
                }
            }
        }
        self.last = place;
        if self.answer.is_none() {
            self.first = place;
        }
        let answer = self.answer.get_or_insert_with(self.kind.begin);
        if !self.is_full {
            answer.add(event, place, &mut self.notes);
        }
    }

    /// An answer that is longer than allowed grows no more. It is rejected by its length; its end is still found.
    fn measure(&mut self, length: usize) {
        self.unmeasured += length;
        if self.unmeasured > self.limit / 4 {
            self.unmeasured = 0;
            self.is_full = self.answer.as_ref().is_some_and(|answer| answer.size() > self.limit);
        }
    }

    /// The stream is over: `found` takes the last answer.
    pub fn end(&mut self, found: &mut dyn FnMut(FoldedAnswer)) {
        (self.is_full, self.unmeasured) = (false, 0);
        let Some(answer) = self.answer.take() else { return };
        let mut notes = std::mem::take(&mut self.notes);
        let piece = answer.finish(self.last, &mut notes);
        let mut out = FoldedText::default();
        out.placed(&PlacedPiece { place: self.first, piece });
        found(FoldedAnswer { text: out.text, marks: out.marks, notes: notes.0, is_before_event: false });
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
