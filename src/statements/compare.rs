//! Compares the messages that statements would make with the recorded ones.

use super::files::FileReader;
use super::interpreter::{Answers, Interpreter, RunOptions};
use super::message::{MessagePiece, Note};
use super::recorded::{Recorded, at_start};
use super::statement::Statement;
use super::statement_error::StatementError;
use super::value::{Value, VariableList, short};

/// A chat: its statements and its recorded messages.
#[derive(Clone, Copy, Debug)]
pub struct StatementChat<'c> {
    /// The statements.
    pub statements: &'c [Statement],
    /// The recorded messages.
    pub notes: &'c [Note],
    /// The variables as they were saved.
    pub variables: &'c VariableList,
    /// The id of the chat.
    pub id: Option<&'c str>,
    /// The file of its program.
    pub file_name: Option<&'c str>,
    /// What is after `.exit` was executed, too.
    pub goes_on: bool,
}

/// How a message of the statements and a recorded one relate to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// They are equal.
    Same,
    /// A text differs.
    Text,
    /// Their parts differ in kind, number or content.
    Parts,
    /// The statements make it, but it is not recorded.
    OnlyStatements,
    /// It is recorded, but no statement makes it.
    OnlyMessages,
}

impl Match {
    /// The name in output: `text differs`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Same => "equal",
            Self::Text => "text differs",
            Self::Parts => "parts differ",
            Self::OnlyStatements => "only in statements",
            Self::OnlyMessages => "only in messages",
        }
    }
}

/// One entry of a comparison.
#[derive(Clone, Debug)]
pub struct ComparedMessage {
    /// How they relate to each other.
    pub kind: Match,
    /// The role of the message.
    pub role: &'static str,
    /// The statement that makes or requests it.
    pub statement: Option<usize>,
    /// The recorded message.
    pub message: Option<usize>,
    /// What differs.
    pub detail: String,
}

/// The result of a comparison.
#[derive(Debug)]
pub struct Comparison {
    /// Statements after `.exit` were executed, too.
    pub entries: Vec<ComparedMessage>,
    /// The statement that failed, and why.
    pub fault: Option<(usize, StatementError)>,
    /// The number of executed `.exec`.
    pub interactions: usize,
    /// The `.exec` for which no answer is recorded.
    pub unanswered: Vec<usize>,
    /// The last response of `.exec` or `.cmd`.
    pub last_response: Option<String>,
    /// Name and version of the program.
    pub meta: (Value, Value),
}

impl Comparison {
    /// True if nothing differs.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.entries.iter().all(|entry| entry.kind == Match::Same)
    }
}

/// Runs the statements of a chat with its recorded answers, and compares the messages.
#[must_use]
pub fn compare(chat: &StatementChat<'_>, files: Option<&mut dyn FileReader>) -> Comparison {
    let mut interpreter = Interpreter::new(files.map(|files| files as &mut dyn FileReader));
    interpreter.variables = at_start(chat.variables, chat.statements);
    interpreter.fallback = chat.variables.clone();
    interpreter.leniency.is_recorded = true;
    if let Some(id) = chat.id {
        id.clone_into(&mut interpreter.program.chat_id);
    }
    if let Some(name) = chat.file_name {
        name.clone_into(&mut interpreter.program.file_name);
    }
    let mut recorded = Recorded::new(chat.notes);
    let mut unanswered = Vec::new();
    let mut take = |index: usize, statements: &[Statement], interpreter: &Interpreter<'_>| {
        let taken = recorded.take(index, statements, interpreter);
        if taken.is_empty() {
            unanswered.push(index);
        }
        taken
    };
    let options = RunOptions { goes_on: chat.goes_on, ..RunOptions::default() };
    interpreter.run(chat.statements, options, &mut Answers::From(&mut take));
    let settled = interpreter.settled();
    let entries =
        StatementAligner { raw: &interpreter.messages, made: &settled, notes: chat.notes, entries: Vec::new() }.align();
    let last_response = match interpreter.variables.get("last_response") {
        Some(Value::Text(text)) => Some(text.clone()),
        _ => None,
    };
    Comparison {
        entries,
        fault: interpreter.fault.take(),
        interactions: interpreter.interactions,
        unanswered,
        last_response,
        meta: (interpreter.program.name, interpreter.program.version),
    }
}

/// How many messages ahead an equal one is searched for.
const WINDOW: usize = 50;

struct StatementAligner<'n> {
    /// The messages of the statements before and after late substitution.
    raw: &'n [Note],
    made: &'n [Note],
    notes: &'n [Note],
    entries: Vec<ComparedMessage>,
}

impl StatementAligner<'_> {
    fn align(mut self) -> Vec<ComparedMessage> {
        let (mut from, mut done) = (0, 0);
        // Answers are recorded messages themselves: they anchor the alignment of the other messages.
        for (index, note) in self.made.iter().enumerate() {
            let Some(source) = note.source else { continue };
            self.between((from, index), (done, source));
            self.pair(index, source);
            (from, done) = (index + 1, source + 1);
        }
        self.between((from, self.made.len()), (done, self.notes.len()));
        self.entries
    }

    fn difference(&self, made: usize, note: usize) -> Option<MessageDifference<'_>> {
        difference(self.raw.get(made)?, self.made.get(made)?, self.notes.get(note)?)
    }

    fn is_same(&self, made: usize, note: usize) -> bool {
        let speaks = |list: &[Note], index: usize| list.get(index).map(|note| note.speaker);
        if speaks(self.made, made) != speaks(self.notes, note) {
            return false;
        }
        let pieces = |list: &'_ [Note], index: usize| list.get(index).map_or(0, |note| note.pieces.len());
        let is_read = |piece: &MessagePiece| !matches!(piece, MessagePiece::Unread { .. });
        let is_plain = self.made.get(made).is_some_and(|note| note.pieces.iter().all(is_read));
        (!is_plain || pieces(self.made, made) == pieces(self.notes, note)) && self.difference(made, note).is_none()
    }

    fn pair(&mut self, made: usize, note: usize) {
        let (kind, detail) = self.difference(made, note).map_or((Match::Same, String::new()), |it| it.told());
        self.push(kind, Some(made), Some(note), detail);
    }

    fn push(&mut self, kind: Match, made: Option<usize>, message: Option<usize>, detail: String) {
        let own = made.and_then(|index| self.made.get(index));
        let other = message.and_then(|index| self.notes.get(index));
        let role = own.or(other).map_or("", |note| note.speaker.word());
        let statement = own.and_then(|note| note.statement);
        self.entries.push(ComparedMessage { kind, role, statement, message, detail });
    }

    fn between(&mut self, (mut from, to): (usize, usize), (mut done, end): (usize, usize)) {
        while from < to || done < end {
            if from < to && done < end {
                if self.is_same(from, done) {
                    self.pair(from, done);
                    (from, done) = (from + 1, done + 1);
                    continue;
                }
                let is_later = (done..end.min(done + WINDOW)).any(|later| self.is_same(from, later));
                let is_earlier = (from..to.min(from + WINDOW)).any(|later| self.is_same(later, done));
                let speaks = |list: &[Note], index: usize| list.get(index).map(|note| note.speaker);
                let is_kin = speaks(self.made, from) == speaks(self.notes, done);
                if !is_later && !is_earlier && is_kin {
                    self.pair(from, done);
                    (from, done) = (from + 1, done + 1);
                    continue;
                }
                if is_later || (!is_earlier && end - done > to - from) {
                    self.push(Match::OnlyMessages, None, Some(done), String::new());
                    done += 1;
                    continue;
                }
            }
            if from < to {
                self.push(Match::OnlyStatements, Some(from), None, String::new());
                from += 1;
            } else {
                self.push(Match::OnlyMessages, None, Some(done), String::new());
                done += 1;
            }
        }
    }
}

/// The first difference between a message of the statements and a recorded one. Most callers only check if there is
/// one.
enum MessageDifference<'n> {
    Missing(usize, &'n MessagePiece),
    Text(usize, &'n str, &'n str),
    Became(usize, &'n MessagePiece, &'n MessagePiece),
    Added(usize, &'n MessagePiece),
}

impl MessageDifference<'_> {
    fn told(&self) -> (Match, String) {
        match self {
            Self::Missing(index, piece) => {
                let lost = if matches!(piece, MessagePiece::Image(_) | MessagePiece::File(_)) {
                    " (keprompt drops images when it loads a chat)"
                } else {
                    ""
                };
                (Match::Parts, format!("part {index} is missing: {}{lost}", show(piece)))
            }
            Self::Text(at, text, other) => (Match::Text, format!("part {at}: {}", words(text, other))),
            Self::Became(at, piece, other) => {
                (Match::Parts, format!("part {at}: {} became {}", show(piece), show(other)))
            }
            Self::Added(at, piece) => (Match::Parts, format!("part {at} is added: {}", show(piece))),
        }
    }
}

fn difference<'n>(raw: &Note, made: &'n Note, note: &'n Note) -> Option<MessageDifference<'n>> {
    let mut at = 0;
    for (index, piece) in made.pieces.iter().enumerate() {
        let Some(other) = note.pieces.get(at) else {
            if matches!(piece, MessagePiece::Unread { is_many: true }) {
                continue;
            }
            return Some(MessageDifference::Missing(index, piece));
        };
        let is_text = matches!(other, MessagePiece::Text { .. });
        let is_equal = piece.same(other) || raw.pieces.get(index).is_some_and(|raw| raw.same(other));
        match piece {
            _ if is_equal => {}
            MessagePiece::File(_) if matches!(other, MessagePiece::Image(_)) => {}
            MessagePiece::Unread { is_many: false } if is_text => {}
            MessagePiece::Unread { is_many: true } => {
                let next = made.pieces.get(index + 1);
                let follows = |other: &MessagePiece| next.is_some_and(|next| next.same(other));
                while note
                    .pieces
                    .get(at)
                    .is_some_and(|other| matches!(other, MessagePiece::Text { .. }) && !follows(other))
                {
                    at += 1;
                }
                continue;
            }
            MessagePiece::Text { text, .. } if is_text => {
                let MessagePiece::Text { text: other, .. } = other else { continue };
                return Some(MessageDifference::Text(at, text, other));
            }
            MessagePiece::Text { .. }
            | MessagePiece::Image(_)
            | MessagePiece::File(_)
            | MessagePiece::Call(_)
            | MessagePiece::Result { .. }
            | MessagePiece::Unread { .. } => {
                return Some(MessageDifference::Became(at, piece, other));
            }
        }
        at += 1;
    }
    Some(MessageDifference::Added(at, note.pieces.get(at)?))
}

/// An excerpt of two texts, starting shortly before they differ.
fn words(text: &str, other: &str) -> String {
    let equal: usize = text.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let start = equal.saturating_sub(20);
    let cut = |text: &str| {
        let rest: String = text.chars().skip(start).take(80).collect();
        format!("`{}{}`", if start > 0 { "…" } else { "" }, line(&rest))
    };
    format!("{} became {}", cut(text), cut(other))
}

/// Text of the input on one line.
fn line(text: &str) -> String {
    short(text).replace('\n', "\\n")
}

fn show(piece: &MessagePiece) -> String {
    match piece {
        MessagePiece::Text { text, .. } => format!("the text `{}`", line(text)),
        MessagePiece::Call(call) => {
            format!(
                "the call {}({}) `{}`",
                short(&call.name),
                short(&call.arguments),
                call.id.as_deref().unwrap_or("null")
            )
        }
        MessagePiece::Result { id, content, .. } => format!("the result of `{}`: `{}`", line(id), line(content)),
        MessagePiece::Image(_) | MessagePiece::File(_) | MessagePiece::Unread { .. } => piece.name().to_owned(),
    }
}
