//! Statements as the text of a `.prompt` file. It has no escapes: text that a line cannot represent is changed and reported.

use super::codes;
use super::parse::parse_prompt;
use super::python::{is_space, strip};
use super::statement::{Keyword, Statement};
use super::to_statements::Lost;

/// Writes a program as text. Changes are reported to `lost`.
pub fn prompt_text(statements: &[Statement], lost: &mut Lost<'_>) -> String {
    let mut text = String::new();
    for (index, statement) in statements.iter().enumerate() {
        let mut value = statement.value.clone();
        let word = statement.keyword.word();
        if statement.keyword == Keyword::ToolResult {
            let (head, body) = value.split_once('\n').unwrap_or((&value, ""));
            if !body.is_empty() {
                let message = format!("statement {index} (`{word}`): the result is dropped");
                lost(&codes::RESULT_LEFT, statement.at, message);
            }
            value = head.to_owned();
        }
        // Without a statement before it, a text would continue the last statement.
        let follows = index.checked_sub(1).and_then(|before| statements.get(before)).map(|before| before.keyword);
        let is_joined = statement.keyword == Keyword::Text && follows.is_some_and(Keyword::takes_lines);
        let lines = lines(&value, statement.keyword.takes_lines());
        let read = read_back(statement.keyword, &lines);
        // Appended to another statement, an empty text adds nothing.
        if (is_joined && !value.is_empty()) || read.as_deref() != Some(value.as_str()) {
            let what = if is_joined { "the text is joined with the one before it" } else { "its lines are changed" };
            lost(&codes::LINES, statement.at, format!("statement {index} (`{word}`): {what}"));
        }
        text.push_str(word);
        text.push_str(&lines);
        text.push('\n');
    }
    text
}

/// A value in the form that follows its keyword: the first line, and continuation lines.
fn lines(value: &str, takes_lines: bool) -> String {
    let mut out = String::new();
    let mut is_first = true;
    for line in value.split(['\n', '\r']) {
        if std::mem::take(&mut is_first) {
            let line = line.trim_end_matches(is_space);
            if !line.is_empty() {
                out.push(' ');
                out.push_str(line);
            }
            continue;
        }
        let line = strip(line);
        if line.is_empty() {
            continue;
        }
        let word = line.split(' ').next().unwrap_or_default();
        // A line that starts with a keyword would be a statement: it is joined to the line before.
        out.push(if takes_lines && Keyword::of(word).is_none() { '\n' } else { ' ' });
        out.push_str(line);
    }
    out
}

/// The value that the parser reads from these lines.
fn read_back(keyword: Keyword, lines: &str) -> Option<String> {
    let head = if keyword == Keyword::Prompt { "" } else { ".prompt x\n" };
    let text = format!("{head}{}{lines}\n.exit\n", keyword.word());
    let program = parse_prompt(&text, false).ok()?;
    let statement = program.statements.into_iter().nth(usize::from(keyword != Keyword::Prompt))?;
    (statement.keyword == keyword && !lines.ends_with(is_space)).then_some(statement.value)
}
