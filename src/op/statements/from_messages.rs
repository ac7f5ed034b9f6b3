//! `statements from-messages`: messages as a program that reproduces them.

use std::collections::BTreeMap;

use super::subject::Subject;
use crate::json::At;
use crate::report::Severity;
use crate::statements::{
    Answers, BackOptions, Interpreter, MessagePiece, Note, RunOptions, Statement, StatementFinding, codes, image_file,
    list_json, prompt_text, to_statements,
};

/// The messages that are converted to statements.
#[derive(Debug)]
pub struct BackInput<'b> {
    /// The messages.
    pub subject: &'b Subject,
    /// The folder for images, as statements refer to it.
    pub media_dir: Option<&'b str>,
    /// Write the text of a `.prompt` file.
    pub is_text: bool,
}

/// A program that reproduces messages.
#[derive(Debug, Default)]
pub struct ProgramBuilder {
    /// The text, or the list as JSON.
    pub output: String,
    /// Files for images: their names below the folder, and their bytes.
    pub media: BTreeMap<String, Vec<u8>>,
    /// Facts that statements cannot express.
    pub findings: Vec<StatementFinding>,
}

/// Builds a program from messages, runs it, and compares its messages with them.
#[must_use]
pub fn from_messages(input: &BackInput<'_>) -> ProgramBuilder {
    let notes = input.subject.notes.as_deref().unwrap_or_default();
    let mut builder = ProgramBuilder::default();
    let mut findings = Vec::new();
    facts(notes, &mut findings);
    let (name, version) = input.subject.meta.clone().unwrap_or_else(|| {
        let message = "the program is called `conversation`, version `0`".to_owned();
        findings.push(StatementFinding::new(&codes::MADE_META, At::NOWHERE, message));
        ("conversation".to_owned(), "0".to_owned())
    });
    let mut media = BTreeMap::new();
    let mut lost = |code, at, message| findings.push(StatementFinding::new(code, at, message));
    let mut image = |url: &str| {
        let folder = input.media_dir?;
        let (name, bytes) = image_file(url)?;
        media.insert(name.clone(), bytes);
        Some(format!("{}/{name}", folder.trim_end_matches('/')))
    };
    let mut options = BackOptions { name: &name, version: &version, image: &mut image };
    let statements = to_statements(notes, &mut options, &mut lost);
    builder.output = if input.is_text { prompt_text(&statements, &mut lost) } else { list_json(&statements) + "\n" };
    if findings.iter().all(|finding| !is_change(finding)) {
        verify(notes, &statements, &mut findings);
    }
    (builder.media, builder.findings) = (media, findings);
    builder
}

/// Losses that are known to change the messages of the program.
fn is_change(finding: &StatementFinding) -> bool {
    ![codes::MESSAGE_FACT.id, codes::MADE_META.id, codes::MADE_FUNCTION.id].contains(&finding.code.id)
}

/// Reports the facts of messages other than role and parts.
fn facts(notes: &[Note], findings: &mut Vec<StatementFinding>) {
    for (index, note) in notes.iter().enumerate() {
        let mut what: Vec<String> = Vec::new();
        for (key, value) in [("model_name", &note.model), ("provider", &note.provider)] {
            if !value.is_empty() {
                what.push(format!("{key} `{value}`"));
            }
        }
        what.extend(note.extras.iter().map(|key| format!("`{key}`")));
        // The number is that of a statement of another program: it has no meaning in the new one.
        let is_number = what.is_empty();
        what.extend(note.number.map(|number| format!("stmt_no {number}")));
        if !what.is_empty() {
            let message = format!("message {index}: {} has no statement", what.join(", "));
            let mut finding = StatementFinding::new(&codes::MESSAGE_FACT, note.at, message);
            finding.severity = if is_number { Severity::Note } else { finding.severity };
            findings.push(finding);
        }
    }
}

/// Runs the program and checks that it reproduces the messages. Otherwise nothing may be lost silently.
fn verify(notes: &[Note], statements: &[Statement], findings: &mut Vec<StatementFinding>) {
    let mut interpreter = Interpreter::new(None);
    interpreter.run(statements, RunOptions::default(), &mut Answers::Skip);
    let made = interpreter.settled();
    let same = |one: &Note, other: &Note| {
        one.speaker == other.speaker
            && one.pieces.len() == other.pieces.len()
            && one.pieces.iter().zip(&other.pieces).all(|(a, b)| match (a, b) {
                (MessagePiece::Image(_), MessagePiece::File(_)) => true,
                _ => a.same(b),
            })
    };
    for (index, note) in notes.iter().enumerate() {
        if !made.get(index).is_some_and(|made| same(note, made)) {
            let message = format!("message {index}: the program makes another one");
            findings.push(StatementFinding::new(&codes::NOT_SAME, note.at, message));
            return;
        }
    }
}
