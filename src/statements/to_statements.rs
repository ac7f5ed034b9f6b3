//! Converts messages to statements that make the same messages when they are executed.
//!
//! ```text
//! {"role":"user","content":[{"type":"text","text":"Hi"}]}    =>    .user Hi
//! ```

use std::collections::HashSet;

use super::call::write_call;
use super::codes;
use super::message::{MessagePiece, Note, Speaker};
use super::python::is_space;
use super::statement::{Keyword, Statement};
use super::value::short;
use crate::json::{At, Layout, Out};
use crate::report::{Code, article};

/// Receives the code, the place and a description of what cannot be written as statements.
pub type Lost<'l> = dyn FnMut(&'static Code, At, String) + 'l;

/// The options of the conversion.
pub struct BackOptions<'b> {
    /// The name of the program.
    pub name: &'b str,
    /// Its version.
    pub version: &'b str,
    /// Returns the file of an image, if it has one.
    pub image: &'b mut dyn FnMut(&str) -> Option<String>,
}

impl std::fmt::Debug for BackOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BackOptions").field("name", &self.name).field("version", &self.version).finish_non_exhaustive()
    }
}

/// Writes messages as statements. They end with `.exit`, so that no model is called.
pub fn to_statements(notes: &[Note], options: &mut BackOptions<'_>, lost: &mut Lost<'_>) -> Vec<Statement> {
    let mut builder = StatementBuilder { statements: Vec::new(), last: None, at: At::NOWHERE, options, lost };
    builder.head(notes);
    for (index, note) in notes.iter().enumerate() {
        builder.note(index, note);
    }
    builder.at = At::NOWHERE;
    builder.push(Keyword::Exit, String::new());
    builder.statements
}

/// Writes the messages of the system and the user as statements; the model gives the others (`.exec`), as it did in a chat.
pub fn exec_statements(notes: &[Note], options: &mut BackOptions<'_>) -> Vec<Statement> {
    let mut lost = |_: &'static Code, _, _| {};
    let mut builder =
        StatementBuilder { statements: Vec::new(), last: None, at: At::NOWHERE, options, lost: &mut lost };
    builder.head(notes);
    let is_answer = |note: &Note| matches!(note.speaker, Speaker::Assistant | Speaker::Tool);
    let mut is_answered = false;
    for (index, note) in notes.iter().enumerate() {
        match is_answer(note) {
            true if !is_answered => builder.push(Keyword::Exec, String::new()),
            true => {}
            false => builder.note(index, note),
        }
        is_answered = is_answer(note);
        builder.last = Some(note.speaker);
    }
    builder.push(Keyword::Exit, String::new());
    builder.statements
}

struct StatementBuilder<'b, 'o, 'l> {
    statements: Vec<Statement>,
    /// The role of the last message that the statements make.
    last: Option<Speaker>,
    at: At,
    options: &'b mut BackOptions<'o>,
    lost: &'b mut Lost<'l>,
}

impl StatementBuilder<'_, '_, '_> {
    fn push(&mut self, keyword: Keyword, value: String) {
        self.statements.push(Statement { keyword, value, at: self.at });
    }

    /// Writes `.prompt`, and other delimiters if a text has the usual ones, which would be read as variables.
    fn head(&mut self, notes: &[Note]) {
        let mut out = Out::new(Layout::Compact);
        out.key("name").string(self.options.name);
        let mut meta = out.written().into_owned();
        out = Out::new(Layout::Compact);
        out.key("version").string(self.options.version);
        meta.push_str(", ");
        meta.push_str(&out.written());
        self.push(Keyword::Prompt, meta);
        let texts = || {
            notes.iter().flat_map(|note| &note.pieces).filter_map(|piece| match piece {
                MessagePiece::Text { text, .. } | MessagePiece::File(text) => Some(text.as_str()),
                MessagePiece::Image(_)
                | MessagePiece::Call(_)
                | MessagePiece::Result { .. }
                | MessagePiece::Unread { .. } => None,
            })
        };
        let has_name = |text: &str| {
            let first = memchr::memmem::find(text.as_bytes(), b">>");
            first.is_some_and(|end| text.get(..end).is_some_and(|front| front.contains("<<")))
        };
        if !texts().any(has_name) {
            return;
        }
        let usual = [("{{", "}}"), ("[[", "]]"), ("<%", "%>")].map(|(open, close)| (open.to_owned(), close.to_owned()));
        let is_unused = |(_, close): &(String, String)| !texts().any(|text| text.contains(close));
        let (open, close) = usual.into_iter().find(is_unused).unwrap_or_else(|| {
            // All words are collected at once: texts may have any number of candidates.
            let taken: HashSet<&str> = texts().flat_map(|text| text.split('>').skip(1)).collect();
            let free =
                (1_u32..=u32::MAX).find(|number| !taken.contains(number.to_string().as_str())).unwrap_or_default();
            (format!("<{free}<"), format!(">{free}>"))
        });
        // Not reset at the end: texts are substituted again whenever the messages are written.
        self.push(Keyword::Set, format!("Prefix {open}"));
        self.push(Keyword::Set, format!("Postfix {close}"));
    }

    fn note(&mut self, index: usize, note: &Note) {
        self.at = note.at;
        let is_merged = self.last == Some(note.speaker);
        let mut has_started = is_merged;
        if is_merged {
            let message = format!("message {index} becomes a part of the {} message before it", note.speaker.word());
            (self.lost)(&codes::MERGED, note.at, message);
        }
        for (number, piece) in note.pieces.iter().enumerate() {
            self.at = note.place(number);
            if let Some(missing) = self.piece(index, note.speaker, piece, has_started) {
                let role = note.speaker.word();
                let message =
                    format!("message {index}: {} in {} {role} message {missing}", piece.name(), article(role));
                let code =
                    if matches!(piece, MessagePiece::Image(_)) { &codes::IMAGE_LEFT } else { &codes::NO_STATEMENT };
                (self.lost)(code, self.at, message);
            } else {
                has_started = true;
            }
        }
        self.at = note.at;
        match opening(note.speaker) {
            Some(keyword) if !has_started => self.push(keyword, String::new()),
            None if !has_started => {
                let message = format!("message {index}: a tool message without results has no statement");
                (self.lost)(&codes::NO_STATEMENT, note.at, message);
                return;
            }
            _ => {}
        }
        self.last = Some(note.speaker);
    }

    /// Writes a piece; returns the reason if it has no statement.
    fn piece(
        &mut self,
        index: usize,
        speaker: Speaker,
        piece: &MessagePiece,
        has_started: bool,
    ) -> Option<&'static str> {
        match (piece, speaker) {
            (MessagePiece::Text { text, .. }, _) => {
                let Some(keyword) = opening(speaker) else { return Some("would become a message of the user") };
                if text.is_empty() {
                    if !has_started {
                        self.push(keyword, String::new());
                    }
                    self.push(Keyword::Text, String::new());
                } else {
                    self.push(keyword, text.clone());
                }
            }
            (MessagePiece::File(path), Speaker::User) => self.push(Keyword::Image, path.clone()),
            (MessagePiece::Image(url), Speaker::User) => match (self.options.image)(url) {
                Some(path) => self.push(Keyword::Image, path),
                None => return Some("has no file"),
            },
            (MessagePiece::Call(call), Speaker::Assistant) => {
                let (lost, at) = (&mut *self.lost, self.at);
                let value =
                    write_call(call, &mut |code, message| lost(code, at, format!("message {index}: {message}")));
                self.push(Keyword::ToolCall, value);
            }
            (MessagePiece::Result { id, name, content }, Speaker::Tool) => self.result(index, id, name, content),
            (
                MessagePiece::Image(_)
                | MessagePiece::File(_)
                | MessagePiece::Call(_)
                | MessagePiece::Result { .. }
                | MessagePiece::Unread { .. },
                _,
            ) => {
                return Some("has no statement");
            }
        }
        None
    }

    fn result(&mut self, index: usize, id: &str, name: &str, content: &str) {
        let plain_id: String = id.split(is_space).collect();
        if plain_id.is_empty() || plain_id != id {
            let message = format!("message {index}: the call id `{}` cannot be written in a statement", short(id));
            (self.lost)(&codes::CALL_ID, self.at, message);
        }
        let plain_name: String = name.split(is_space).collect();
        if name.is_empty() {
            let message = format!("message {index}: no call says which function gave the result of `{}`", short(id));
            (self.lost)(&codes::MADE_FUNCTION, self.at, message);
        } else if plain_name != name {
            let message =
                format!("message {index}: the function name `{}` cannot be written in a statement", short(name));
            (self.lost)(&codes::CALL_NAME, self.at, message);
        }
        let or = |text: String, other: &str| if text.is_empty() { other.to_owned() } else { text };
        let mut value = format!("id={} name={}", or(plain_id, "none"), or(plain_name, "unknown"));
        if !content.is_empty() {
            value.push('\n');
            value.push_str(content);
        }
        self.push(Keyword::ToolResult, value);
    }
}

/// The statement that starts a message of a role, and adds a text to it.
fn opening(speaker: Speaker) -> Option<Keyword> {
    match speaker {
        Speaker::System => Some(Keyword::System),
        Speaker::User => Some(Keyword::User),
        Speaker::Assistant => Some(Keyword::Assistant),
        Speaker::Tool => None,
    }
}
