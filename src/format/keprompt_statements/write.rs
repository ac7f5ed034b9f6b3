//! A conversation as a program that makes its messages.

use std::collections::HashMap;

use super::notes::notes;
use super::read::{SOURCE, read, read_text};
use super::{NAME, TEXT};
use crate::format::{Reading, Writing};
use crate::json::{At, Inside, Tape};
use crate::model::{Conversation, Extra, Part, Slot, same};
use crate::report::{Code, Refused, Report, loss};
use crate::statements::{
    BackOptions, Keyword, Statement, codes, parse_prompt, prompt_text, read_list, to_statements, write_statement,
};

pub(super) fn write(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    if let Some(source) = unchanged(conversation, NAME) {
        writing.out.verbatim(source);
        writing.place_all(conversation);
        return Ok(());
    }
    let statements = match unchanged(conversation, TEXT) {
        Some(source) => {
            writing.place_all(conversation);
            parse_prompt(Inside::of(source, At::byte(0)).text(), false)?.statements
        }
        None => statements(conversation, writing)?,
    };
    writing.out.array(|out| {
        for (number, statement) in statements.iter().enumerate() {
            write_statement(statement, number, out);
        }
    });
    Ok(())
}

pub(super) fn write_text(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    if let Some(source) = unchanged(conversation, TEXT) {
        writing.out.verbatim(source);
        writing.place_all(conversation);
        return Ok(());
    }
    if let Some(source) = unchanged(conversation, NAME) {
        let mut tape = Tape::new();
        let root = tape.parse(source).map_err(|error| Refused::json(&error))?;
        let list = read_list(root, &mut Vec::new())?;
        let text = prompt_text(&list, &mut |_, _, _| {});
        let values = |list: &[Statement]| list.iter().map(|it| (it.keyword, it.value.clone())).collect::<Vec<_>>();
        if parse_prompt(&text, false).is_ok_and(|program| values(&program.statements) == values(&list)) {
            for extra in conversation.extras.of(NAME) {
                // Other keys than the three have no place in a text.
                if tape.parse(extra.value.as_str()).is_ok_and(|root| root.is_object() && root.len() <= 3) {
                    writing.place(extra);
                }
            }
            writing.out.string(&text);
            return Ok(());
        }
    }
    let statements = statements(conversation, writing)?;
    let mut lost: Vec<(&'static Code, At, String)> = Vec::new();
    let text = prompt_text(&statements, &mut |code, at, message| lost.push((code, at, message)));
    let texts = if lost.is_empty() { HashMap::new() } else { texts_of_results(conversation) };
    for (code, at, message) in lost {
        if !writing.options.is_lossy {
            let refused = Refused::new(&loss::CANNOT_HOLD, at, format!("{message}: a `.prompt` file cannot hold it"));
            return Err(refused.helping("write keprompt-statements, which can; --lossy changes it and reports that"));
        }
        // A result that is left out is lost where its texts stand.
        let here = [at];
        let texts = texts.get(&at).filter(|_| code == &codes::RESULT_LEFT).map_or(&here[..], Vec::as_slice);
        for at in texts {
            writing.report.add(code, *at, || message.clone());
        }
    }
    writing.out.string(&text);
    Ok(())
}

/// The places of the parts of each result that has any, by its own place.
fn texts_of_results(conversation: &Conversation<'_>) -> HashMap<At, Vec<At>> {
    let results = conversation.parts().filter_map(|part| match part {
        Part::Result(result) => Some((result.at, result.parts.iter().map(Part::at).collect::<Vec<_>>())),
        Part::Text(_) | Part::Reasoning(_) | Part::Call(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => {
            None
        }
    });
    results.filter(|(_, texts)| !texts.is_empty()).collect()
}

/// The program that a conversation was read from, if it still is what that makes.
fn unchanged<'c>(conversation: &'c Conversation<'_>, origin: &'static str) -> Option<&'c str> {
    let source = conversation.extras.find_mark(origin, SOURCE)?.value.as_str();
    let mut tape = Tape::new();
    let root = tape.parse(source).ok()?;
    let mut reading = Reading { report: &mut Report::keeping(0), scratch: &mut Tape::new() };
    let mut fresh = if origin == NAME { read(root, &mut reading).ok()? } else { read_text(root, &mut reading).ok()? };
    fresh.shape = conversation.shape;
    same(&fresh, conversation).then_some(source)
}

/// Statements made of the messages.
fn statements(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<Vec<Statement>, Refused> {
    let header = header(conversation);
    let notes = notes(conversation, writing)?;
    let mut refused = None;
    let report = &mut *writing.report;
    let mut lost = |code: &'static Code, at: At, message: String| {
        let code = match code.id {
            id if id == codes::ARGUMENT.id => &loss::ARGUMENTS,
            id if id == codes::CALL_NAME.id || id == codes::NO_STATEMENT.id || id == codes::IMAGE_LEFT.id => {
                refused.get_or_insert_with(|| Refused::new(&loss::CANNOT_HOLD, at, message.clone()));
                return;
            }
            _ => code,
        };
        report.add(code, at, || message);
    };
    let mut options = BackOptions { name: "conversation", version: "0", image: &mut |_| None };
    let mut statements = to_statements(&notes, &mut options, &mut lost);
    if let Some(refused) = refused {
        return Err(refused);
    }
    match (header, statements.first_mut()) {
        (Some((extra, value)), Some(first)) if first.keyword == Keyword::Prompt => {
            first.value = value;
            writing.place(extra);
        }
        _ => {
            let message = || "the program is called `conversation`, version `0`".to_owned();
            writing.report.add(&codes::MADE_META, At::NOWHERE, message);
        }
    }
    Ok(statements)
}

/// The statement that names the program, where there is one that says nothing else: the field and its value.
fn header<'c, 'a>(conversation: &'c Conversation<'a>) -> Option<(&'c Extra<'a>, String)> {
    let extras = &conversation.extras;
    let extra = [NAME, TEXT].into_iter().find_map(|origin| extras.get_in(Slot::Event, origin, "statement 0"))?;
    let mut tape = Tape::new();
    let statement = tape.parse(extra.value.as_str()).ok()?;
    let value = statement.get("value").and_then(|value| value.text())?.decode_json().into_owned();
    let is_prompt = statement.len() == 3 && statement.get("keyword").is_some_and(|word| word.is(".prompt"));
    let mut tape = Tape::new();
    let object = format!("{{{value}}}");
    let says = tape.parse(&object).ok()?;
    let is_named = ["name", "version"].iter().all(|key| says.get(key).is_some_and(|it| it.is_string()));
    (is_prompt && is_named && says.len() == 2 && !value.contains('\n')).then_some((extra, value))
}
