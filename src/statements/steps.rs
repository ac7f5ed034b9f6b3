//! What each statement does to the interpreter.

use base64::Engine as _;

use super::call::{read_call, read_result};
use super::codes;
use super::files::media_type;
use super::interpreter::Interpreter;
use super::message::{MessagePiece, Speaker};
use super::program::prompt_meta;
use super::python::strip;
use super::statement::{Keyword, Statement};
use super::statement_error::StatementError;
use super::value::{Value, short};
use crate::json::{Node, Tape};

/// The names of keprompt's own functions, and their module.
const FUNCTIONS: &[&str] = &["execcmd", "readfile", "write_base64_file", "writefile", "wwwget"];
const MODULE: &str = "keprompt_builtins";

/// Settings that version 3 only accepts inside `llm_options`.
const OLD_OPTIONS: &[&str] = &["temperature", "max_tokens", "top_p", "top_k"];

type StepResult = Result<(), StatementError>;

impl Interpreter<'_> {
    /// Executes a statement that is not a `.exec`.
    pub(super) fn step(&mut self, index: usize, statement: &Statement) -> StepResult {
        let value = &statement.value;
        match statement.keyword {
            Keyword::System => self.speak(Speaker::System, value),
            Keyword::Assistant => self.speak(Speaker::Assistant, value),
            Keyword::User => {
                let text = self.substitute(value)?;
                let pieces = if value.is_empty() { Vec::new() } else { vec![MessagePiece::late(text)] };
                self.add(Speaker::User, pieces);
            }
            Keyword::Text => self.text(value)?,
            Keyword::ToolCall => {
                let call = read_call(value)?;
                self.add(Speaker::Assistant, vec![MessagePiece::Call(call)]);
            }
            Keyword::ToolResult => {
                let head = read_result(value)?;
                let piece = MessagePiece::Result { id: head.id, name: head.name, content: head.content };
                self.add(Speaker::Tool, vec![piece]);
            }
            Keyword::Prompt => self.prompt(value)?,
            Keyword::Set => self.set(value)?,
            Keyword::Image => self.image(index, statement)?,
            Keyword::Include => self.include(index, statement)?,
            Keyword::Cmd => self.cmd(index, statement)?,
            Keyword::Functions => {
                functions(value).or_else(|fault| {
                    let is_fine = self.leniency.accepts_all_functions();
                    if is_fine { Ok(()) } else { Err(fault) }
                })?;
            }
            Keyword::Print => {
                self.substitute(value)?;
            }
            Keyword::Debug => self.debug(value)?,
            Keyword::Clear => {
                list(value)?;
                self.say(&codes::NOT_EXECUTED, index, statement, "it deletes files, and is not executed");
            }
            Keyword::Comment | Keyword::Exit | Keyword::Exec => {}
        }
        Ok(())
    }

    fn speak(&mut self, speaker: Speaker, value: &str) {
        self.add(speaker, if value.is_empty() { Vec::new() } else { vec![MessagePiece::late(value)] });
    }

    /// Adds text to the last message, whatever its role.
    fn append(&mut self, text: String) -> StepResult {
        self.append_piece(MessagePiece::late(text))
    }

    fn append_piece(&mut self, piece: MessagePiece) -> StepResult {
        let Some(last) = self.messages.last_mut() else {
            return Err(StatementError::new(
                &codes::NOTHING_BEFORE,
                "there is no message that the text could go to".to_owned(),
            ));
        };
        last.recorded = None;
        last.pieces.push(piece);
        last.places.push(self.at);
        Ok(())
    }

    fn text(&mut self, value: &str) -> StepResult {
        if self.messages.last().is_some_and(|last| last.speaker == Speaker::Tool) {
            self.add(Speaker::User, vec![MessagePiece::late(value)]);
            return Ok(());
        }
        self.append(value.to_owned())
    }

    fn prompt(&mut self, value: &str) -> StepResult {
        let meta = prompt_meta(value)?;
        (self.program.name, self.program.version) = (meta.name, meta.version);
        let empty = Value::Json("{}".to_owned());
        for (name, value) in meta.params.entries() {
            let known = self.variables.get(name);
            if known.is_none_or(|known| name == "llm_options" && *known == empty) {
                self.variables.set(name, value.clone());
            }
        }
        Ok(())
    }

    fn set(&mut self, value: &str) -> StepResult {
        let bad = |what: &str| Err(StatementError::new(&codes::SET_SYNTAX, format!("{what} in `{}`", short(value))));
        let Some((name, text)) = value.split_once(' ').filter(|_| !strip(value).is_empty()) else {
            return bad("no value after the name");
        };
        let name = strip(name);
        if name.is_empty() {
            return bad("no name");
        }
        let text = self.substitute(strip(text))?;
        self.variables.set(name, Value::Text(text));
        Ok(())
    }

    /// The bytes of a file; `None`, with a finding, if files are not read.
    fn read(&mut self, path: &str, index: usize, statement: &Statement) -> Result<Option<Vec<u8>>, StatementError> {
        let Some(files) = self.files.as_deref_mut() else {
            let message = format!("the file `{}` is not read", short(path));
            self.say(&codes::FILE_NOT_READ, index, statement, &message);
            return Ok(None);
        };
        let failed = |error| StatementError::new(&codes::FILE, format!("`{}`: {error}", short(path)));
        let bytes = files.read(path).map_err(failed)?;
        self.budget.take(bytes.len())?;
        Ok(Some(bytes))
    }

    /// The text of a file as `readfile` returns it: line ends are `\n`, and white space around it is removed.
    fn read_text(&mut self, path: &str, index: usize, statement: &Statement) -> Result<Option<String>, StatementError> {
        let Some(bytes) = self.read(path, index, statement)? else { return Ok(None) };
        let Ok(text) = String::from_utf8(bytes) else {
            return Err(StatementError::new(&codes::FILE, format!("`{}`: it is not UTF-8", short(path))));
        };
        let text = if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text };
        Ok(Some(strip(&text).to_owned()))
    }

    fn image(&mut self, index: usize, statement: &Statement) -> StepResult {
        let path = self.substitute(&statement.value)?;
        let Some(bytes) = self.read(&path, index, statement)? else {
            self.add(Speaker::User, vec![MessagePiece::File(path)]);
            return Ok(());
        };
        let kind = media_type(&path).unwrap_or("None");
        let data = base64::engine::general_purpose::STANDARD.encode(bytes);
        self.add(Speaker::User, vec![MessagePiece::Image(format!("data:{kind};base64,{data}"))]);
        Ok(())
    }

    fn include(&mut self, index: usize, statement: &Statement) -> StepResult {
        let path = self.substitute(&statement.value)?;
        let paths = match self.files.as_deref_mut() {
            Some(files) if path.contains(['*', '?', '[']) => {
                let mut found = files
                    .matches(&path)
                    .map_err(|error| StatementError::new(&codes::FILE, format!("`{}`: {error}", short(&path))))?;
                found.sort_unstable();
                found
            }
            _ => vec![path],
        };
        for path in paths {
            let is_many = path.contains(['*', '?', '[']);
            let text = self.read_text(&path, index, statement)?;
            self.append_piece(text.map_or(MessagePiece::Unread { is_many }, MessagePiece::late))?;
        }
        Ok(())
    }

    fn cmd(&mut self, index: usize, statement: &Statement) -> StepResult {
        let bad = |what: &str| StatementError::new(&codes::COMMAND, format!("{what} in `{}`", short(&statement.value)));
        let mut value = strip(&statement.value);
        let mut variable = None;
        if let Some((call, name)) = value.rsplit_once(" as ") {
            let name = strip(name);
            let is_start = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
            let bytes = name.as_bytes();
            let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
            if !bytes.first().is_some_and(is_start) || !bytes.iter().all(is_word) {
                return Err(bad(&format!("`{}` is not a name for a variable", short(name))));
            }
            (value, variable) = (strip(call), Some(name));
        }
        let Some((function, arguments)) = value.split_once('(') else { return Err(bad("no `(`")) };
        let function = strip(function);
        let arguments =
            arguments.char_indices().next_back().and_then(|(at, _)| arguments.get(..at)).unwrap_or_default();
        let mut read: Vec<(&str, &str)> = Vec::new();
        for argument in arguments.split(',').filter(|_| !arguments.is_empty()) {
            let Some((key, value)) = argument.split_once('=') else {
                return Err(bad(&format!("no `=` in the argument `{}`", short(argument))));
            };
            read.push((strip(key), strip(value)));
        }
        let is_ours = function == "readfile";
        if !is_ours {
            if !FUNCTIONS.contains(&function) && !self.leniency.accepts_all_functions() {
                return Err(bad(&format!("the function `{}` is not defined", short(function))));
            }
            let message = "no command but `readfile` is executed: its result is missing";
            self.say(&codes::NOT_EXECUTED, index, statement, message);
        }
        let file = read.iter().rev().find(|(key, _)| *key == "filename").map(|(_, value)| *value);
        let text = match file.filter(|_| read.iter().all(|(key, _)| *key == "filename")) {
            _ if !is_ours => None,
            Some(file) => self.read_text(file, index, statement)?,
            None => return Err(bad("`readfile` takes one argument, filename")),
        };
        if let Some(text) = &text {
            self.variables.set("last_response", Value::Text(text.clone()));
        }
        match (variable, text) {
            (Some(name), Some(text)) => self.variables.set(name, Value::Text(text)),
            (Some(_), None) => {}
            (None, _) if self.messages.is_empty() => {}
            (None, text) => {
                self.append_piece(text.map_or(MessagePiece::Unread { is_many: false }, MessagePiece::late))?;
            }
        }
        Ok(())
    }

    fn debug(&mut self, value: &str) -> StepResult {
        let value = match value {
            "" => "[\"all\"]".to_owned(),
            _ if value.starts_with('[') => value.to_owned(),
            _ => format!("[{value}]"),
        };
        let mut tape = Tape::new();
        let root = list_node(&value, &mut tape)?;
        let has = |word: &str| root.items().any(|item| item.is(word));
        if has("all") || has("header") {
            return Err(StatementError::new(&codes::BAD_LIST, "KePrompt fails when it prints its header".to_owned()));
        }
        if has("messages") {
            if self.messages.iter().any(|note| note.speaker == Speaker::Tool) {
                return Err(StatementError::new(
                    &codes::BAD_LIST,
                    "KePrompt fails when it prints a tool message".to_owned(),
                ));
            }
            let texts: Vec<String> = self.messages.iter().flat_map(|note| &note.pieces).filter_map(late).collect();
            for text in texts {
                self.substitute(&text)?;
            }
        }
        Ok(())
    }

    /// Reports what would make the real `.exec` fail.
    pub(super) fn check_exec(&mut self, index: usize, statement: &Statement) {
        let is_recorded = self.leniency.is_recorded;
        let old: Vec<&str> = OLD_OPTIONS.iter().copied().filter(|name| self.variables.get(name).is_some()).collect();
        if !old.is_empty() {
            let message = format!("{} must be inside llm_options: KePrompt 3.1 ends here", old.join(", "));
            self.say(&codes::OLD_OPTIONS, index, statement, &message);
        }
        let value = strip(&statement.value).to_owned();
        match self.substitute(&value) {
            Err(fault) => self.say(&codes::BAD_EXEC, index, statement, &fault.message),
            Ok(json) if json.starts_with('{') => {
                let mut tape = Tape::new();
                let parsed = tape.parse(&json);
                match parsed {
                    Ok(params) if is_recorded => self.variables.extend(params),
                    Ok(_) => {}
                    Err(error) => {
                        self.say(&codes::BAD_EXEC, index, statement, &format!("its value is not JSON: {error}"));
                    }
                }
            }
            Ok(model) if !model.is_empty() && is_recorded => self.variables.set("model", Value::Text(model)),
            Ok(_) => {}
        }
    }
}

fn late(piece: &MessagePiece) -> Option<String> {
    if let MessagePiece::Text { text, is_final: false } = piece { Some(text.clone()) } else { None }
}

fn list_node<'t, 'a>(value: &'a str, tape: &'t mut Tape) -> Result<Node<'t, 'a>, StatementError> {
    let bad = |message: String| StatementError::new(&codes::BAD_LIST, message);
    let root = tape.parse(value).map_err(|error| bad(format!("`{}` is not JSON: {error}", short(value))))?;
    if root.is_array() { Ok(root) } else { Err(bad(format!("`{}` is not a list", short(value)))) }
}

fn list(value: &str) -> StepResult {
    list_node(value, &mut Tape::new()).map(|_| ())
}

/// `.functions`: names of functions that the model may call.
fn functions(value: &str) -> StepResult {
    let bad = |message: String| Err(StatementError::new(&codes::FUNCTIONS, message));
    if strip(value).is_empty() {
        return bad("at least one function must be named".to_owned());
    }
    for spec in value.split(',').map(strip).filter(|spec| !spec.is_empty()) {
        let (module, name) = spec.rsplit_once('.').unwrap_or((MODULE, spec));
        let is_known = FUNCTIONS.contains(&name) || (name == "*" && spec.contains('.'));
        if module == MODULE && !is_known {
            return bad(format!("the function `{}` is not defined", short(spec)));
        }
        if module != MODULE {
            return bad(format!("the module `{}` is not defined", short(module)));
        }
    }
    Ok(())
}
