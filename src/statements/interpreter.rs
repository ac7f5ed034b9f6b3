//! Executes statements, without a model.

use super::files::FileReader;
use super::message::{MessagePiece, Note, Speaker};
use super::statement::{Keyword, Statement};
use super::statement_error::StatementError;
use super::value::{RunBudget, Value, VariableList, substitute};
use super::{StatementFinding, codes};
use crate::json::{At, Layout, Out};
use crate::report::{Code, Severity};

/// The source of the answers of `.exec`.
pub enum Answers<'m> {
    /// There are none.
    Skip,
    /// `[exec N]`
    Stub,
    /// The function returns the messages of the statement at this index. It receives the statements and the messages so
    /// far.
    From(&'m mut TakeFn<'m>),
}

/// Returns the recorded messages of the `.exec` at an index.
pub type TakeFn<'m> = dyn FnMut(usize, &[Statement], &Interpreter<'_>) -> Vec<Note> + 'm;

impl std::fmt::Debug for Answers<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Skip => "Skip",
            Self::Stub => "Stub",
            Self::From(_) => "From",
        })
    }
}

/// Which statements to execute.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions {
    /// The first one.
    pub from: usize,
    /// One past the last one.
    pub to: usize,
    /// Continue after `.exit`: the statements after it are the next turn of a chat.
    pub goes_on: bool,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self { from: 0, to: usize::MAX, goes_on: false }
    }
}

/// The state of a run.
pub struct Interpreter<'m> {
    /// The variables.
    pub variables: VariableList,
    /// Values for undefined names.
    pub fallback: VariableList,
    /// The messages so far.
    pub messages: Vec<Note>,
    /// The number of the next statement.
    pub ip: usize,
    /// Where the statement that is executed was.
    pub(super) at: At,
    /// How many `.exec` were executed.
    pub interactions: usize,
    /// The names of the program and its chat, for `<<VM.…>>`.
    pub program: ProgramNames,
    /// The last executed statement, and why it failed, if it did.
    pub fault: Option<(usize, StatementError)>,
    /// The findings about the run.
    pub findings: Vec<StatementFinding>,
    /// Which statements are not checked.
    pub leniency: Leniency,
    /// Reads files. `None`: files are not read.
    pub files: Option<&'m mut dyn FileReader>,
    pub(super) budget: RunBudget,
}

/// The names of a program and its chat.
#[derive(Clone, Debug)]
pub struct ProgramNames {
    /// The name of the program, once `.prompt` was executed: `<<VM.prompt_name>>`.
    pub name: Value,
    /// Its version: `<<VM.prompt_version>>`.
    pub version: Value,
    /// The file of the program: `<<VM.filename>>`.
    pub file_name: String,
    /// The id of the chat: `<<VM.chat_id>>`.
    pub chat_id: String,
}

impl Default for ProgramNames {
    fn default() -> Self {
        Self {
            name: Value::Text(String::new()),
            version: Value::Text(String::new()),
            file_name: String::new(),
            chat_id: "00000000".to_owned(),
        }
    }
}

/// Which statements are not checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Leniency {
    /// The chat is a recorded one: statements that keprompt has executed are not checked.
    pub is_recorded: bool,
    /// Undefined names stay unchanged, with a warning: they may be defined later.
    pub is_lenient: bool,
}

impl Leniency {
    /// True if functions that are not defined are accepted.
    pub(super) fn accepts_all_functions(self) -> bool {
        self.is_recorded || self.is_lenient
    }
}

impl std::fmt::Debug for Interpreter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Interpreter").field("ip", &self.ip).field("messages", &self.messages).finish_non_exhaustive()
    }
}

impl<'m> Interpreter<'m> {
    /// Creates an interpreter.
    #[must_use]
    pub fn new(files: Option<&'m mut dyn FileReader>) -> Self {
        Self {
            variables: VariableList::new(),
            fallback: VariableList::default(),
            messages: Vec::new(),
            ip: 0,
            at: At::NOWHERE,
            interactions: 0,
            program: ProgramNames::default(),
            fault: None,
            findings: Vec::new(),
            leniency: Leniency::default(),
            files,
            budget: RunBudget::default(),
        }
    }

    /// Executes statements. It stops at the first that fails, and [`Interpreter::fault`] has the reason.
    pub fn run(&mut self, statements: &[Statement], options: RunOptions, answers: &mut Answers<'_>) {
        let end = options.to.min(statements.len());
        for index in options.from..end {
            let Some(statement) = statements.get(index) else { break };
            (self.ip, self.at) = (index + 1, statement.at);
            let done = self.step(index, statement);
            if statement.keyword == Keyword::Exec {
                self.exec(index, statements, answers);
            }
            if let Err(fault) = done {
                self.fault = Some((index, fault));
                return;
            }
            if statement.keyword == Keyword::Exit && !options.goes_on {
                if let Some(next) = statements.get(index + 1).filter(|_| index + 1 < end) {
                    let message =
                        format!("{} of the program is after `.exit` and not executed", count(end - index - 1));
                    self.findings.push(StatementFinding::new(&codes::AFTER_EXIT, next.at, message));
                }
                return;
            }
        }
    }

    /// Adds a finding about the statement at an index.
    pub(super) fn say(&mut self, code: &'static Code, index: usize, statement: &Statement, message: &str) {
        let message = format!("statement {index} (`{}`): {message}", statement.keyword.word());
        self.findings.push(StatementFinding::new(code, statement.at, message));
    }

    /// Replaces names by values.
    pub(super) fn substitute(&mut self, text: &str) -> Result<String, StatementError> {
        let mut budget = std::mem::take(&mut self.budget);
        let vm = |name: &str| self.property(name);
        let done = substitute(text, [&self.variables, &self.fallback], &vm, &mut budget);
        self.budget = budget;
        match done {
            Err(fault) if self.leniency.is_lenient && fault.code == &codes::VARIABLE => {
                let mut finding = StatementFinding::new(fault.code, self.at, fault.message);
                finding.severity = Severity::Warning;
                if !self.findings.iter().take(200).any(|known| known.message == finding.message) {
                    self.findings.push(finding);
                }
                Ok(text.to_owned())
            }
            done => done,
        }
    }

    /// The value of `<<VM.…>>`. Null counts as absent.
    fn property(&self, name: &str) -> Option<Value> {
        let value = match name {
            "chat_id" => Value::Text(self.program.chat_id.clone()),
            "filename" => Value::Text(self.program.file_name.clone()),
            "model_name" | "provider" => Value::Text(String::new()),
            "interaction_no" => Value::Json(self.interactions.to_string()),
            "ip" => Value::Json(self.ip.to_string()),
            "cost_in" | "cost_out" | "total_cost" | "toks_in" | "toks_out" | "total_tokens" => {
                Value::Json("0".to_owned())
            }
            "prompt_name" => self.program.name.clone(),
            "prompt_version" => self.program.version.clone(),
            "api_key" => Value::Text("***HIDDEN***".to_owned()),
            _ => return None,
        };
        Some(value).filter(|value| *value != Value::Json("null".to_owned()))
    }

    /// Adds pieces to the last message if it has this role, or else in a new message.
    pub(super) fn add(&mut self, speaker: Speaker, pieces: Vec<MessagePiece>) {
        let places = vec![self.at; pieces.len()];
        match self.messages.last_mut().filter(|last| last.speaker == speaker) {
            Some(last) => {
                if !pieces.is_empty() {
                    last.recorded = None;
                    last.pieces.extend(pieces);
                    last.places.extend(places);
                }
            }
            None => self.messages.push(Note { pieces, places, at: self.at, ..Note::new(speaker, self.ip) }),
        }
    }

    fn exec(&mut self, index: usize, statements: &[Statement], answers: &mut Answers<'_>) {
        self.interactions += 1;
        if let Some(statement) = statements.get(index) {
            self.check_exec(index, statement);
        }
        let mut notes = match answers {
            Answers::Skip => return,
            Answers::Stub => {
                let mut note = Note::new(Speaker::Assistant, self.ip);
                (note.at, note.places) = (self.at, vec![self.at]);
                note.pieces.push(MessagePiece::late(format!("[exec {}]", self.interactions)));
                (note.model, note.provider) = ("stub/model".to_owned(), "stub".to_owned());
                vec![note]
            }
            Answers::From(take) => take(index, statements, self),
        };
        for note in &mut notes {
            note.statement = Some(index);
        }
        let words: String = notes.iter().map(Note::words).collect();
        self.variables.set("last_response", Value::Text(words));
        self.messages.append(&mut notes);
    }

    /// The messages as JSON, with the current values of variables. `raw` is the text of a recorded message.
    ///
    /// # Errors
    /// A variable in a text is not defined: keprompt cannot save this. The error has the number of the message.
    pub fn write(
        &mut self,
        raw: &dyn Fn(usize) -> Option<String>,
        from: usize,
    ) -> Result<String, (usize, StatementError)> {
        let notes = std::mem::take(&mut self.messages);
        let mut out = Out::new(Layout::Compact);
        let mut fault = None;
        out.open(b'[');
        for (index, note) in notes.iter().enumerate().skip(from) {
            if let Some(raw) = note.recorded.and_then(raw) {
                out.verbatim(&raw);
                continue;
            }
            let written = note.write(&mut out, &mut |text, is_final| {
                if is_final { Ok(text.to_owned()) } else { self.substitute(text) }
            });
            if let Err(error) = written {
                fault = Some((index, error));
                break;
            }
        }
        out.close(b']');
        self.messages = notes;
        match fault {
            Some(fault) => Err(fault),
            None => Ok(String::from_utf8(std::mem::take(out.bytes_mut())).unwrap_or_default()),
        }
    }

    /// The messages with the current values of variables in all texts, for comparing. Undefined variables stay
    /// unchanged.
    pub fn settled(&mut self) -> Vec<Note> {
        let mut notes = self.messages.clone();
        for piece in notes.iter_mut().flat_map(|note| &mut note.pieces) {
            if let MessagePiece::Text { text, is_final: false } = piece
                && let Ok(settled) = self.substitute(text)
            {
                *piece = MessagePiece::Text { text: settled, is_final: true };
            }
        }
        notes
    }
}

fn count(statements: usize) -> String {
    if statements == 1 { "1 statement".to_owned() } else { format!("{statements} statements") }
}
