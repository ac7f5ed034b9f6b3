//! `statements diff`: compares the messages of a chat's statements with the recorded ones.

use super::subject::Subject;
use crate::json::{Layout, Out};
use crate::statements::{ComparedMessage, Comparison, FileReader, Match, StatementChat, compare};

/// Compares the statements of one file with the messages of another, or of the same one.
#[must_use]
pub fn diff(program: &Subject, messages: &Subject, goes_on: bool, files: Option<&mut dyn FileReader>) -> Comparison {
    let variables = if program.variables.entries().is_empty() { &messages.variables } else { &program.variables };
    let all = program.statements.as_deref().unwrap_or_default();
    // Statements that were not executed yet have no messages.
    let executed = program.ip.filter(|ip| *ip > 0).and_then(|ip| all.get(..ip)).unwrap_or(all);
    let chat = StatementChat {
        statements: executed,
        notes: messages.notes.as_deref().unwrap_or_default(),
        variables,
        id: program.chat_id.as_deref().or(messages.chat_id.as_deref()),
        file_name: program.file_name.as_deref().or(messages.file_name.as_deref()),
        goes_on,
    };
    let mut comparison = compare(&chat, files);
    comparison.entries.extend(comparison.unanswered.iter().map(|index| ComparedMessage {
        kind: Match::OnlyStatements,
        role: "assistant",
        statement: Some(*index),
        message: None,
        detail: "no answer is recorded".to_owned(),
    }));
    comparison
}

/// A comparison for people: a line for each message, and a line for each difference.
#[must_use]
pub fn lines(comparison: &Comparison) -> String {
    let mut text = String::new();
    for entry in &comparison.entries {
        let mark = match entry.kind {
            Match::Same => '=',
            Match::Text | Match::Parts => '~',
            Match::OnlyStatements => '-',
            Match::OnlyMessages => '+',
        };
        let number =
            |what: &str, index: Option<usize>| index.map(|index| format!("{what} {index}")).unwrap_or_default();
        let (statement, message) = (number("statement", entry.statement), number("message", entry.message));
        text.push_str(&format!("{mark} {statement:<14} {message:<12} {:<10} {}\n", entry.role, entry.kind.name()));
        if !entry.detail.is_empty() {
            text.push_str(&format!("    {}\n", entry.detail));
        }
    }
    text
}

/// The same as JSON.
#[must_use]
pub fn json(comparison: &Comparison) -> String {
    let mut out = Out::new(Layout::Compact);
    write_comparison(None, comparison, &mut out);
    String::from_utf8(std::mem::take(out.bytes_mut())).unwrap_or_default()
}

/// The comparisons of several chats, with their ids, as JSON.
#[must_use]
pub fn json_of_chats(chats: &[(String, Comparison)]) -> String {
    let mut out = Out::new(Layout::Compact);
    out.object(|out| {
        out.key("chats").array(|out| chats.iter().for_each(|(id, it)| write_comparison(Some(id), it, out)));
        let differ = chats.iter().filter(|(_, comparison)| !comparison.is_same()).count();
        out.key("summary").object(|out| {
            out.key("equal").verbatim(&(chats.len() - differ).to_string());
            out.key("different").verbatim(&differ.to_string());
        });
    });
    String::from_utf8(std::mem::take(out.bytes_mut())).unwrap_or_default()
}

fn write_comparison(id: Option<&str>, comparison: &Comparison, out: &mut Out) {
    out.object(|out| {
        if let Some(id) = id {
            out.key("chat").string(id);
        }
        out.key("messages").array(|out| comparison.entries.iter().for_each(|entry| write(entry, out)));
        let differ = comparison.entries.iter().filter(|entry| entry.kind != Match::Same).count();
        out.key("summary").object(|out| {
            out.key("equal").verbatim(&(comparison.entries.len() - differ).to_string());
            out.key("different").verbatim(&differ.to_string());
        });
    });
}

fn write(entry: &ComparedMessage, out: &mut Out) {
    out.object(|out| {
        out.key("kind").word(match entry.kind {
            Match::Same => "equal",
            Match::Text => "text",
            Match::Parts => "parts",
            Match::OnlyStatements => "only-statements",
            Match::OnlyMessages => "only-messages",
        });
        out.key("role").word(entry.role);
        for (key, index) in [("statement", entry.statement), ("message", entry.message)] {
            match index {
                Some(index) => out.key(key).verbatim(&index.to_string()),
                None => out.key(key).null(),
            }
        }
        if !entry.detail.is_empty() {
            out.key("detail").string(&entry.detail);
        }
    });
}
