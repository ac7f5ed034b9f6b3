//! `detect`: which format, how sure, and why.

use super::input::{Choice, Input, Trouble};
use crate::events::sse;
use crate::format::{Candidate, Framing, Score, score_all};
use crate::json::Tape;
use crate::stream::Source;

/// What was found out about an input.
#[derive(Debug)]
pub struct Finding {
    /// How records lie in it.
    pub framing: Framing,
    /// The format that is taken; none for an input without records.
    pub format: Option<&'static str>,
    /// All formats that fit its first record, best first.
    pub candidates: Vec<Candidate>,
    /// Several fit equally well.
    pub is_tie: bool,
}

/// Looks at the beginning of an input.
///
/// # Errors
/// No format fits, or it is not JSON.
pub fn run(source: Source, choice: &Choice) -> Result<Finding, Trouble> {
    let input = Input::new(source, choice)?;
    let mut tape = Tape::with_max_depth(choice.limits.depth);
    let head = input.source.head();
    let text = match input.framing {
        Framing::Lines | Framing::Messages => head.split('\n').find(|line| !line.trim().is_empty()).unwrap_or_default(),
        Framing::Array | Framing::Document | Framing::Folder | Framing::Sse => head,
    };
    let frame = if input.framing == Framing::Sse { sse::first(head) } else { String::new() };
    let (root, _) = tape.parse_prefix(if frame.is_empty() { text } else { &frame });
    let first = match input.framing {
        Framing::Array => root.and_then(|root| root.items().next()),
        Framing::Lines | Framing::Document | Framing::Messages | Framing::Folder | Framing::Sse => root,
    };
    let is_program = crate::statements::starts_program(head);
    let first = if is_program { Some(tape.parse_foreign(head)) } else { first };
    let mut candidates = first.map(score_all).unwrap_or_default();
    // No line is a record of its own; the format was told by the first message.
    if let (true, true, Some(format)) = (input.framing.is_pieces(), candidates.is_empty(), input.usual) {
        candidates.push(Candidate { format, score: Score::new(Score::SURE, "every line is one message") });
    }
    if let (Framing::Folder, Some(format)) = (input.framing, input.usual) {
        candidates = vec![Candidate { format, score: Score::new(Score::SURE, "a folder of sessions with its index") }];
    }
    Ok(Finding {
        framing: input.framing,
        format: input.usual.map(|format| format.name),
        candidates,
        is_tie: !input.ties.is_empty(),
    })
}
