//! `statements replay`: executes some statements of a chat again, after the earlier ones.

use super::run::{ExecPolicy, ProgramOptions, Ran, finish, prepare};
use super::subject::Subject;
use crate::json::{Layout, Out, Text};
use crate::statements::{Answers, FileReader, Interpreter, Note, Recorded, RunOptions, Speaker, Statement};

/// The statements to replay, and the printed messages.
#[derive(Clone, Copy, Debug)]
pub struct StatementReplayOptions {
    /// The first statement.
    pub from: usize,
    /// The index after the last statement.
    pub to: usize,
    /// Print the earlier messages, too.
    pub is_splice: bool,
}

/// The state of a chat before a statement.
#[derive(Clone, Debug, Default)]
pub(super) struct ChatState {
    /// The number of recorded messages.
    pub kept: usize,
    /// The number of parts of the last message.
    pub pieces: usize,
    /// The variables, as a JSON object.
    pub variables: String,
    /// The number of earlier `.exec` statements.
    pub calls: usize,
}

/// The number of messages of the statements before `at`, by the numbers of the messages. After a reply, all old
/// messages have the same number, which is not evidence.
fn numbered(notes: &[Note], at: usize) -> Option<usize> {
    let mut last = 0;
    for (index, note) in notes.iter().enumerate() {
        let number = note.number.filter(|number| *number >= last)?;
        let is_asked = matches!(note.speaker, Speaker::User | Speaker::System);
        if index > 0 && is_asked && number == last {
            return None;
        }
        last = number;
    }
    Some(notes.iter().take_while(|note| note.number.is_some_and(|number| number <= at)).count())
}

/// Runs the statements before `at` with the recorded answers. Returns the number of recorded messages at that point.
fn go_to(interpreter: &mut Interpreter<'_>, subject: &Subject, recorded: &mut Recorded<'_>, at: usize) -> usize {
    let statements = subject.statements.as_deref().unwrap_or_default();
    let notes = subject.notes.as_deref().unwrap_or_default();
    let is_recorded = std::mem::replace(&mut interpreter.leniency.is_recorded, true);
    let mut take = |index: usize, statements: &[Statement], interpreter: &Interpreter<'_>| {
        recorded.take(index, statements, interpreter)
    };
    let options = RunOptions { to: at, goes_on: true, ..RunOptions::default() };
    interpreter.run(statements, options, &mut Answers::From(&mut take));
    interpreter.leniency.is_recorded = is_recorded;
    numbered(notes, at).unwrap_or(interpreter.messages.len()).min(notes.len())
}

/// The state of a chat before a statement.
pub(super) fn state_at(subject: &Subject, at: usize) -> ChatState {
    let mut interpreter = Interpreter::new(None);
    let statements = subject.statements.as_deref().unwrap_or_default();
    let options = ProgramOptions {
        policy: ExecPolicy::Skip,
        params: Vec::new(),
        goes_on: true,
        files: None,
        file_name: String::new(),
    };
    prepare(&mut interpreter, subject, statements, &options);
    let mut recorded = Recorded::new(subject.notes.as_deref().unwrap_or_default());
    let kept = go_to(&mut interpreter, subject, &mut recorded, at);
    let last = interpreter.messages.last().filter(|_| interpreter.messages.len() == kept);
    let mut out = Out::new(Layout::Spaced);
    out.object(|out| {
        for (name, value) in interpreter.variables.entries() {
            value.write(out.key_text(&Text::owned(name.as_str())));
        }
    });
    ChatState {
        kept,
        pieces: last.map_or(usize::MAX, |note| note.pieces.len()),
        calls: interpreter.interactions,
        variables: String::from_utf8(std::mem::take(out.bytes_mut())).unwrap_or_default(),
    }
}

/// Executes some statements of a chat again.
pub fn replay(subject: &Subject, options: &mut ProgramOptions<'_>, which: StatementReplayOptions) -> Ran {
    let statements = subject.statements.as_deref().unwrap_or_default();
    let notes = subject.notes.as_deref().unwrap_or_default();
    let files = options.files.take();
    let mut interpreter = Interpreter::new(files.map(|files| files as &mut dyn FileReader));
    prepare(&mut interpreter, subject, statements, options);
    let mut own = Recorded::new(notes);
    let kept = go_to(&mut interpreter, subject, &mut own, which.from);
    if interpreter.fault.is_some() {
        return finish(interpreter, statements, &|index| subject.raw(index), 0, subject.findings.clone());
    }
    // As they were recorded, if that is known.
    if numbered(notes, which.from).is_some() {
        interpreter.messages = notes.get(..kept).unwrap_or_default().to_vec();
    }
    let before = (interpreter.messages.len(), interpreter.messages.last().map_or(0, |note| note.pieces.len()));
    let run = RunOptions { from: which.from, to: which.to, goes_on: false };
    let mut raws = subject.raws.clone();
    match &options.policy {
        ExecPolicy::Skip => interpreter.run(statements, run, &mut Answers::Skip),
        ExecPolicy::Stub => interpreter.run(statements, run, &mut Answers::Stub),
        ExecPolicy::From(source) => {
            let is_own = source.raws == subject.raws;
            let mut other = Recorded::new(source.notes.as_deref().unwrap_or_default());
            other.go_on(if is_own { kept } else { 0 }, interpreter.messages.len());
            let first = raws.len();
            let mut take = |index: usize, statements: &[Statement], interpreter: &Interpreter<'_>| {
                let mut taken = other.take(index, statements, interpreter);
                for note in &mut taken {
                    note.recorded = note.recorded.map(|index| index + first);
                }
                taken
            };
            interpreter.run(statements, run, &mut Answers::From(&mut take));
            raws.extend(source.raws.iter().cloned());
        }
    }
    // An earlier message that was extended is a new one.
    let grown = before.0.checked_sub(1).and_then(|last| interpreter.messages.get(last));
    let is_grown = grown.is_some_and(|note| note.pieces.len() > before.1);
    let from = if which.is_splice { 0 } else { before.0 - usize::from(is_grown) };
    finish(interpreter, statements, &|index| raws.get(index).cloned(), from, subject.findings.clone())
}
