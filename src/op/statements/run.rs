//! `statements run`: the messages of a program.

use super::subject::Subject;
use crate::json::{Layout, reformat};
use crate::statements::{
    Answers, FileReader, Interpreter, Recorded, RunOptions, Statement, StatementFinding, Value, at_start,
};

/// The source of the answers for `.exec`.
#[derive(Clone, Debug)]
pub enum ExecPolicy {
    /// No answers.
    Skip,
    /// `[exec N]`
    Stub,
    /// These recorded messages.
    From(Box<Subject>),
}

/// Options of a run.
pub struct ProgramOptions<'o> {
    /// The source of the answers.
    pub policy: ExecPolicy,
    /// Variables that the caller sets.
    pub params: Vec<(String, Value)>,
    /// Continue after `.exit`.
    pub goes_on: bool,
    /// The files that it may read.
    pub files: Option<&'o mut dyn FileReader>,
    /// The name of its file, for `<<VM.filename>>`.
    pub file_name: String,
}

impl std::fmt::Debug for ProgramOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProgramOptions").field("policy", &self.policy).finish_non_exhaustive()
    }
}

/// The result of a run.
#[derive(Debug, Default)]
pub struct Ran {
    /// The messages, as compact JSON; empty if they cannot be written.
    pub json: Option<String>,
    /// The findings.
    pub findings: Vec<StatementFinding>,
    /// The reason why it ended early: a finding at the statement, or at the message that cannot be written.
    pub fault: Option<StatementFinding>,
}

/// Runs the statements of a subject.
pub fn run(subject: &Subject, options: &mut ProgramOptions<'_>) -> Ran {
    let statements = subject.statements.as_deref().unwrap_or_default();
    let files = options.files.take();
    let mut interpreter = Interpreter::new(files.map(|files| files as &mut dyn FileReader));
    prepare(&mut interpreter, subject, statements, options);
    let run_options = RunOptions { goes_on: options.goes_on, ..RunOptions::default() };
    let raws = execute(&mut interpreter, statements, run_options, &options.policy);
    finish(interpreter, statements, &|index| raws.get(index).cloned(), 0, subject.findings.clone())
}

/// Sets the initial variables and names.
pub(super) fn prepare(
    interpreter: &mut Interpreter<'_>,
    subject: &Subject,
    statements: &[Statement],
    options: &ProgramOptions<'_>,
) {
    if !subject.variables.entries().is_empty() {
        interpreter.variables = at_start(&subject.variables, statements);
        interpreter.fallback = subject.variables.clone();
    }
    for (name, value) in &options.params {
        interpreter.variables.set(name, value.clone());
    }
    interpreter.program.file_name = subject.file_name.clone().unwrap_or_else(|| options.file_name.clone());
    interpreter.leniency.is_recorded = matches!(options.policy, ExecPolicy::From(_));
    if let Some(id) = &subject.chat_id {
        interpreter.program.chat_id.clone_from(id);
    }
}

/// Executes statements; returns the text of the recorded messages.
pub(super) fn execute(
    interpreter: &mut Interpreter<'_>,
    statements: &[Statement],
    options: RunOptions,
    policy: &ExecPolicy,
) -> Vec<String> {
    match policy {
        ExecPolicy::Skip => interpreter.run(statements, options, &mut Answers::Skip),
        ExecPolicy::Stub => interpreter.run(statements, options, &mut Answers::Stub),
        ExecPolicy::From(source) => {
            let mut recorded = Recorded::new(source.notes.as_deref().unwrap_or_default());
            let mut take = |index: usize, statements: &[Statement], interpreter: &Interpreter<'_>| {
                recorded.take(index, statements, interpreter)
            };
            interpreter.run(statements, options, &mut Answers::From(&mut take));
            return source.raws.clone();
        }
    }
    Vec::new()
}

/// Writes the messages of the interpreter, and reports its findings.
pub(super) fn finish(
    mut interpreter: Interpreter<'_>,
    statements: &[Statement],
    raw: &dyn Fn(usize) -> Option<String>,
    from: usize,
    mut findings: Vec<StatementFinding>,
) -> Ran {
    let written = interpreter.write(raw, from);
    findings.append(&mut interpreter.findings);
    let at = |index: usize| statements.get(index).map(|statement| statement.at).unwrap_or_default();
    let fault = interpreter.fault.map(|(index, fault)| {
        let word = statements.get(index).map_or("", |statement| statement.keyword.word());
        StatementFinding::new(fault.code, at(index), format!("statement {index} (`{word}`): {}", fault.message))
    });
    match written {
        Ok(json) => Ran { json: Some(json), findings, fault },
        Err((index, error)) => {
            let note = interpreter.messages.get(index);
            let place = note.map(|note| note.at).unwrap_or_default();
            let message = format!("message {index} cannot be written: {}", error.message);
            Ran { json: None, findings, fault: fault.or(Some(StatementFinding::new(error.code, place, message))) }
        }
    }
}

/// JSON in this layout, with a line end.
#[must_use]
pub fn laid_out(json: &str, layout: Layout) -> Vec<u8> {
    let mut out = Vec::with_capacity(json.len() + 1);
    reformat(json, layout, 0, &mut out);
    out.push(b'\n');
    out
}
