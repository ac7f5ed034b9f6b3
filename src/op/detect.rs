//! `detect`: the format, the confidence, and the reason.

use super::input::Input;
use super::nested::each_value;
use super::recorded_stream;
use crate::events::sse;
use crate::format::{Candidate, Detected, Framing, Score, score_all};
use crate::json::{Node, Tape};

/// The format and framing of an input.
#[derive(Debug)]
pub struct Detection {
    /// The framing of its records.
    pub framing: Framing,
    /// The detected format; none for an input without records.
    pub format: Option<&'static str>,
    /// All formats that match its first record, best first.
    pub candidates: Vec<Candidate>,
    /// Several formats match equally well.
    pub is_tie: bool,
    /// The places of the conversations in the records.
    pub at: Vec<String>,
}

impl Detection {
    /// The confidence in percent.
    #[must_use]
    pub fn confidence(&self) -> u32 {
        let best = self.candidates.first().map_or(0, |it| u32::from(it.score.value));
        let many = u32::try_from(self.candidates.len()).unwrap_or(1).max(1);
        if self.is_tie { 100 / many } else { best * 100 / 255 }
    }
}

/// Detects the format and the framing from the beginning of an input.
#[must_use]
pub fn of_input(input: &Input) -> Detection {
    let mut candidates = fits(input, input.limits.depth);
    if let Some(Detected::One(found)) = input.source.folded().map(|stream| recorded_stream::found(stream.kind)) {
        candidates = vec![found];
    }
    // No line is a complete record; the first message determined the format.
    if let (true, true, Some(format)) = (input.framing.is_pieces(), candidates.is_empty(), input.usual) {
        candidates.push(Candidate { format, score: Score::new(Score::SURE, "every line is one message") });
    }
    if let (Framing::Folder, Some(format)) = (input.framing, input.usual) {
        candidates = vec![Candidate { format, score: Score::new(Score::SURE, "a folder of sessions with its index") }];
    }
    Detection {
        framing: input.record_framing(),
        at: input.nesting.iter().flat_map(|it| it.patterns()).map(|pattern| pattern.as_str().to_owned()).collect(),
        format: input.usual.map(|format| format.name),
        candidates,
        is_tie: !input.ties.is_empty(),
    }
}

/// The formats that match the record that determined the format: the first record that this format matches best, else
/// the first one.
fn fits(input: &Input, depth: usize) -> Vec<Candidate> {
    let mut tape = Tape::with_max_depth(depth);
    let head = input.source.head();
    let mut first = Vec::new();
    if crate::format::starts_text(head) {
        return score_all(tape.parse_foreign(head));
    }
    if let Some(nesting) = &input.nesting {
        for pattern in nesting.patterns() {
            each_value(head, nesting.framing(), pattern, &mut |value| {
                has_told(input, value, &mut first);
            });
        }
        return first;
    }
    match input.framing {
        Framing::Lines | Framing::Messages => {
            let lines = head.split('\n').filter(|line| !line.trim().is_empty());
            for line in lines {
                if tape.parse_prefix(line).0.is_some_and(|root| has_told(input, root, &mut first)) {
                    break;
                }
            }
        }
        Framing::Array => {
            let root = tape.parse_prefix(head).0;
            root.and_then(|root| root.items().find(|item| has_told(input, *item, &mut first)));
        }
        Framing::Sse | Framing::Document | Framing::Folder => {
            let frame = if input.framing == Framing::Sse { sse::first(head) } else { String::new() };
            let root = tape.parse_prefix(if frame.is_empty() { head } else { &frame }).0;
            root.map(|root| has_told(input, root, &mut first));
        }
    }
    first
}

/// Keeps the formats that match a record, if none are kept yet or the record determined the format; true if it did.
fn has_told(input: &Input, root: Node<'_, '_>, kept: &mut Vec<Candidate>) -> bool {
    let found = score_all(root);
    let is_usual = |it: &Candidate| input.usual.is_some_and(|usual| usual.name == it.format.name);
    let is_told = found.first().is_some_and(is_usual) && input.ties.is_empty();
    if is_told || kept.is_empty() {
        *kept = found;
    }
    is_told
}
