//! Assigns recorded messages to the `.exec` that made them.

use std::collections::{HashMap, HashSet};

use super::interpreter::Interpreter;
use super::message::{MessagePiece, Note, Speaker};
use super::statement::{Keyword, Statement};
use super::value::VariableList;

/// The maximum distance of an answer from its expected index.
const WINDOW: usize = 200;

/// The messages of a chat, and how many of them are assigned to statements.
#[derive(Debug)]
pub struct Recorded<'r> {
    notes: &'r [Note],
    /// The first message of each number.
    numbers: HashMap<usize, usize>,
    /// The first message that is not assigned to a statement.
    next: usize,
    /// How many messages the interpreter had when `next` was set.
    made: usize,
}

impl<'r> Recorded<'r> {
    /// Recorded messages.
    #[must_use]
    pub fn new(notes: &'r [Note]) -> Self {
        let mut numbers = HashMap::new();
        for (index, note) in notes.iter().enumerate() {
            if let Some(number) = note.number {
                numbers.entry(number).or_insert(index);
            }
        }
        Self { notes, numbers, next: 0, made: 0 }
    }

    /// The messages of the `.exec` at an index: by their numbers while these are usable, or else by their order.
    pub fn take(&mut self, index: usize, statements: &[Statement], interpreter: &Interpreter<'_>) -> Vec<Note> {
        let (start, end) = self.by_number(index).unwrap_or_else(|| self.by_order(index, statements, interpreter));
        let mut taken: Vec<Note> = self.notes.get(start..end).unwrap_or_default().to_vec();
        for (note, source) in taken.iter_mut().zip(start..) {
            note.source = Some(source);
        }
        if let Some(last) = taken.last_mut() {
            unmerge(last, index, statements);
        }
        (self.next, self.made) = (end.max(self.next), interpreter.messages.len() + taken.len());
        taken
    }

    /// The run of answers whose number is that of the statement. After a reply all old messages have one number, so
    /// the first of them must be an answer, and the message before it must have another number.
    fn by_number(&self, index: usize) -> Option<(usize, usize)> {
        let is_own = |note: &Note| note.number == Some(index + 1);
        let start = *self.numbers.get(&(index + 1)).filter(|start| **start >= self.next)?;
        let first = self.notes.get(start)?;
        let before = start.checked_sub(1).and_then(|before| self.notes.get(before));
        let is_first = first.speaker == Speaker::Assistant && before.is_none_or(|before| !is_own(before));
        if !is_first {
            return None;
        }
        let run = self.notes.get(start..)?.iter();
        let is_answer = |note: &&Note| is_own(note) && matches!(note.speaker, Speaker::Assistant | Speaker::Tool);
        Some((start, start + run.take_while(is_answer).count()))
    }

    /// An answer after the messages that the statements made since the last one; and, as long as the tools answered,
    /// their results and the answer to them.
    fn by_order(&self, index: usize, statements: &[Statement], interpreter: &Interpreter<'_>) -> (usize, usize) {
        let new_messages = interpreter.messages.get(self.made..).unwrap_or_default();
        let is = |at: usize, speaker: Speaker| self.notes.get(at).is_some_and(|note| note.speaker == speaker);
        let asked = new_messages.last().map(|note| note.speaker);
        let fits = |at: usize| {
            let before = at.checked_sub(1).and_then(|before| self.notes.get(before)).map(|note| note.speaker);
            is(at, Speaker::Assistant) && (asked.is_none() || at == self.next || before == asked)
        };
        let expected = self.next + new_messages.len();
        // Search near the expected index: inserted or removed messages shift it.
        let mut near = (0..WINDOW).flat_map(|far| [expected.checked_sub(far), expected.checked_add(far)]).flatten();
        let found = near.find(|at| (self.next..self.notes.len()).contains(at) && fits(*at));
        let Some(start) = found else { return (self.next, self.next) };
        // A result of a later statement was not made by the interpreter.
        let own: Vec<&str> = statements
            .iter()
            .skip(index + 1)
            .take_while(|statement| statement.keyword != Keyword::Exec)
            .filter(|statement| statement.keyword == Keyword::ToolResult)
            .filter_map(|statement| statement.value.split_whitespace().rev().find_map(|word| word.strip_prefix("id=")))
            .collect();
        let is_foreign = |at: usize| {
            let pieces = self.notes.get(at).map_or(&[][..], |note| &note.pieces);
            pieces.iter().any(|piece| matches!(piece, MessagePiece::Result { id, .. } if own.contains(&id.as_str())))
        };
        let mut end = start + 1;
        while is(end, Speaker::Tool) && !is_foreign(end) {
            end += if is(end + 1, Speaker::Assistant) { 2 } else { 1 };
        }
        (start, end)
    }

    /// Records that this many recorded messages are assigned, for this many messages of the interpreter.
    pub fn go_on(&mut self, next: usize, made: usize) {
        (self.next, self.made) = (next, made);
    }

    /// The number of messages before the first that is not assigned to an `.exec`.
    #[must_use]
    pub fn next(&self) -> usize {
        self.next
    }
}

/// Removes from an answer the pieces that later statements will append to it again.
fn unmerge(note: &mut Note, index: usize, statements: &[Statement]) {
    let mut more = 0;
    for statement in statements.iter().skip(index + 1) {
        more += match statement.keyword {
            Keyword::Text | Keyword::ToolCall | Keyword::Include => 1,
            Keyword::Assistant => usize::from(!statement.value.is_empty()),
            Keyword::Cmd => usize::from(!statement.value.contains(" as ")),
            Keyword::Comment
            | Keyword::Clear
            | Keyword::Debug
            | Keyword::Functions
            | Keyword::Print
            | Keyword::Prompt
            | Keyword::Set
            | Keyword::Exit => 0,
            Keyword::Exec | Keyword::Image | Keyword::System | Keyword::ToolResult | Keyword::User => break,
        };
    }
    // The answer itself has at least one piece.
    let kept = note.pieces.len().saturating_sub(more).max(note.pieces.len().min(1));
    if kept < note.pieces.len() {
        note.pieces.truncate(kept);
        note.places.truncate(kept);
        note.recorded = None;
    }
}

/// Names that statements set themselves: the recorded values are not those at the start of the chat.
fn assigned(statements: &[Statement]) -> HashSet<String> {
    let mut names: HashSet<String> = ["last_response", "context_usage"].into_iter().map(str::to_owned).collect();
    for statement in statements {
        match statement.keyword {
            Keyword::Set => {
                names.extend(statement.value.split(' ').next().map(str::to_owned));
            }
            Keyword::Cmd => {
                names.extend(statement.value.rsplit_once(" as ").map(|(_, name)| name.trim().to_owned()));
            }
            Keyword::Exec if !statement.value.trim().is_empty() => {
                names.insert("model".to_owned());
            }
            Keyword::Assistant
            | Keyword::Clear
            | Keyword::Comment
            | Keyword::Debug
            | Keyword::Exec
            | Keyword::Exit
            | Keyword::Functions
            | Keyword::Image
            | Keyword::Include
            | Keyword::Print
            | Keyword::Prompt
            | Keyword::System
            | Keyword::Text
            | Keyword::ToolCall
            | Keyword::ToolResult
            | Keyword::User => {}
        }
    }
    names
}

/// The variables that a recorded chat had at its start, as far as they can be determined.
#[must_use]
pub fn at_start(recorded: &VariableList, statements: &[Statement]) -> VariableList {
    let assigned = assigned(statements);
    let mut start = VariableList::new();
    for (name, value) in recorded.entries().iter().filter(|(name, _)| !assigned.contains(name)) {
        start.set(name, value.clone());
    }
    start
}
