//! `.prompt` files, read as keprompt's parser reads them.
//!
//! ```text
//! .prompt "name":"hello", "version":"1.0"
//! .user Hello
//! <<who>>!
//! ```
//!
//! Blank lines and indentation are removed, a line without a keyword continues the text before it, and a missing end
//! (`.exec`, `.exit`) is added.

use super::python::{is_space, strip};
use super::statement::{Keyword, Statement};
use super::{StatementFinding, codes};
use crate::json::At;
use crate::report::{Refused, nearest};

/// A parsed program, with the findings about its text.
#[derive(Clone, Debug, Default)]
pub struct ParsedProgram {
    /// Its statements, including those that completion added.
    pub statements: Vec<Statement>,
    /// Findings about text that is read differently than it looks.
    pub findings: Vec<StatementFinding>,
}

/// Reads the text of a `.prompt` file.
///
/// With `is_documented`, lines after `.tool_result` are its body, as the manual says; keprompt's parser makes user text
/// of them.
///
/// # Errors
/// keprompt would not load it: the first statement is not `.prompt`, or no line starts in the first column.
pub fn parse_prompt(text: &str, is_documented: bool) -> Result<ParsedProgram, Refused> {
    let lines = lines(text);
    let is_indented = |(_, line): &(usize, &str)| line.chars().next().is_none_or(is_space);
    let Some(last) = lines.iter().rposition(|line| !is_indented(line)) else {
        let message = if strip(text).is_empty() { "the file holds no statement" } else { "every line is indented" };
        return Err(Refused::new(&codes::EMPTY_PROGRAM, At::byte(0), message));
    };
    let (kept, ending) = lines.split_at(last + 1);
    let mut program = ParsedProgram::default();
    let first = kept.iter().find(|(_, line)| !strip(line).is_empty());
    if let Some((at, line)) = first.filter(|(_, line)| !strip(line).starts_with(".prompt ")) {
        let message = format!("the first statement must be `.prompt`, this is `{}`", super::value::short(strip(line)));
        return Err(Refused::new(&codes::NO_PROMPT, At::byte(*at), message));
    }
    for (at, line) in kept {
        program.line(*at, strip(line), is_documented);
    }
    for (at, line) in ending.iter().filter(|(_, line)| !strip(line).is_empty()) {
        let message = format!("the indented line `{}` at the end is not read", super::value::short(strip(line)));
        program.find(&codes::INDENTED_END, *at, message);
    }
    let is_complete = program.complete();
    if !is_complete {
        let at = program.statements.iter().rev().map(|it| it.at).find(|at| *at != At::NOWHERE);
        let message = "the program ends without `.exec` or `.exit`: KePrompt adds a call of the model".to_owned();
        program.findings.push(StatementFinding::new(&codes::CALL_ADDED, at.unwrap_or(At::NOWHERE), message));
    }
    Ok(program)
}

/// True if a text must be a program: its first line starts with `.prompt`, or with another keyword or a misspelled `.prompt`, as that
/// of a program which cannot be loaded.
#[must_use]
pub fn starts_program(text: &str) -> bool {
    let first = text.trim_start_matches(is_space);
    if !first.starts_with('.') {
        return false;
    }
    let prompt = Keyword::Prompt.word();
    let word = first.split(is_space).next().unwrap_or_default();
    word.starts_with(prompt) || Keyword::of(&word.to_ascii_lowercase()).is_some() || nearest(word, [prompt]).is_some()
}

/// The lines of a text with their places, as files are read: `\r\n` and `\r` end a line, too.
fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut lines = Vec::new();
    let mut start = 0;
    while let Some(rest) = text.get(start..).filter(|rest| !rest.is_empty()) {
        let length = memchr::memchr2(b'\n', b'\r', rest.as_bytes()).unwrap_or(rest.len());
        lines.push((start, rest.get(..length).unwrap_or_default()));
        let is_pair = rest.get(length..).is_some_and(|end| end.starts_with("\r\n"));
        start += length + if is_pair { 2 } else { 1 };
    }
    lines
}

impl ParsedProgram {
    fn find(&mut self, code: &'static crate::report::Code, at: usize, message: String) {
        self.findings.push(StatementFinding::new(code, At::byte(at), message));
    }

    fn line(&mut self, at: usize, line: &str, is_documented: bool) {
        if line.is_empty() {
            return;
        }
        let (word, value) = line.split_once(' ').unwrap_or((line, ""));
        let keyword = Keyword::of(word);
        if keyword.is_none() && looks_like_keyword(word) {
            let message = format!("`{}` is not a keyword: the line is text", super::value::short(word));
            self.find(&codes::UNKNOWN_KEYWORD, at, message);
        }
        let (keyword, value) = keyword.map_or((Keyword::Text, line), |keyword| (keyword, value));
        if keyword == Keyword::Text {
            let last = self.statements.last_mut();
            if let Some(last) = last.filter(|last| last.keyword.takes_lines()) {
                last.value.push('\n');
                last.value.push_str(value);
                trim(&mut last.value);
                return;
            }
            let last = self.statements.last_mut();
            if let Some(last) = last.filter(|last| last.keyword == Keyword::ToolResult) {
                if is_documented {
                    last.value.push('\n');
                    last.value.push_str(value);
                    return;
                }
                let message = "the body of this tool result is read as a text, which the user sends".to_owned();
                self.find(&codes::RESULT_BODY, at, message);
            }
        }
        self.statements.push(Statement { keyword, value: value.to_owned(), at: At::byte(at) });
    }

    /// Adds the missing end. Returns false if a call of the model was added.
    fn complete(&mut self) -> bool {
        let last = self.statements.last().map(|last| last.keyword);
        if last != Some(Keyword::Exec) && last != Some(Keyword::Exit) {
            self.statements.push(Statement::new(Keyword::Exec, ""));
        }
        if last != Some(Keyword::Exit) {
            self.statements.push(Statement::new(Keyword::Exit, ""));
        }
        matches!(last, Some(Keyword::Exec | Keyword::Exit))
    }
}

/// True for a dot and a word, as in old programs: `.llm`.
fn looks_like_keyword(word: &str) -> bool {
    let rest = word.strip_prefix('.').unwrap_or_default();
    !rest.is_empty() && rest.chars().all(|character| character.is_alphanumeric() || matches!(character, '_' | '#'))
        || rest.starts_with('#')
}

/// `str.strip` in place.
fn trim(text: &mut String) {
    text.truncate(text.trim_end_matches(is_space).len());
    let start = text.len() - text.trim_start_matches(is_space).len();
    text.drain(..start);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<(&'static str, String)> {
        let program = parse_prompt(text, false).unwrap();
        program.statements.into_iter().map(|it| (it.keyword.word(), it.value)).collect()
    }

    #[test]
    fn lines_go_on_with_texts_and_with_nothing_else() {
        let text = ".prompt \"n\":1\n.tool_result id=c name=f\nbody\n\n  more \n.user\r\rq\n.#x\n.exec\n .late";
        let wanted = [
            (".prompt", "\"n\":1"),
            (".tool_result", "id=c name=f"),
            (".text", "body\nmore"),
            (".user", "q\n.#x"),
            (".exec", ""),
            (".exit", ""),
        ];
        assert_eq!(of(text), wanted.map(|(word, value)| (word, value.to_owned())));
        let codes: Vec<_> = parse_prompt(text, false).unwrap().findings.iter().map(|it| it.code.id).collect();
        assert_eq!(codes, [codes::RESULT_BODY.id, codes::UNKNOWN_KEYWORD.id, codes::INDENTED_END.id]);
        let documented = parse_prompt(text, true).unwrap().statements;
        assert_eq!(documented[1].value, "id=c name=f\nbody\nmore");
    }

    #[test]
    fn places_are_those_of_the_lines() {
        let program = parse_prompt("\n\r\n.prompt x\r\n  .user a\n.print\n", false).unwrap();
        let places: Vec<_> = program.statements.iter().map(|it| it.at.offset()).collect();
        assert_eq!(places, [Some(3), Some(14), Some(24), None, None]);
    }

    #[test]
    fn what_does_not_load_is_refused() {
        for (text, code) in
            [("", "TW831"), (" \n .prompt x\n", "TW831"), ("x\n.prompt y", "TW830"), (".prompt\tx", "TW830")]
        {
            assert_eq!(parse_prompt(text, false).unwrap_err().code().id, code, "{text:?}");
        }
    }
}
