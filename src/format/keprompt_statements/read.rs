//! Which values are programs, and what they make.

use std::collections::HashSet;

use super::build::build;
use super::{NAME, TEXT};
use crate::format::{Reading, Score};
use crate::json::{At, Layout, NestedJson, Node, Out, Raw, Text, minify};
use crate::model::{Conversation, Slot};
use crate::report::{Refused, shape};
use crate::statements::{ParsedProgram, list_json, parse_prompt, read_list, starts_program, write_statement};

pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    let first = root.items().next().filter(|_| root.is_array())?;
    let keyword = first.get("keyword").and_then(|keyword| keyword.text())?;
    let is_statement = keyword.decode().starts_with('.') && first.get("value").is_some();
    is_statement.then(|| Score::new(250, "a list of objects with `keyword` and `value`"))
}

pub(in crate::format) fn score_text(root: Node<'_, '_>) -> Option<Score> {
    let is_program = match root.text() {
        Some(text) => starts_program(&text.decode()),
        None => starts_program(root.raw()),
    };
    is_program.then(|| Score::new(250, "the first line is a statement"))
}

/// The key of the note with the text of a list, for writing it unchanged.
pub(super) const SOURCE: &str = "source";

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let mut findings = Vec::new();
    let statements = read_list(root, &mut findings)?;
    let program = ParsedProgram { statements, findings };
    let raws: Vec<&str> = root.items().map(|item| item.raw()).collect();
    let mut conversation = build(&program, NAME, &|index| raws.get(index).map(|raw| Raw::borrowed(raw)), reading)?;
    conversation.source.shape = "list";
    let kept: HashSet<At> = conversation.extras.fields().iter().map(|extra| extra.at).collect();
    let is_numbered = |item: Node<'_, '_>| item.get("msg_no").is_some_and(|it| it.raw().parse::<u64>().is_ok());
    for (index, item) in root.items().enumerate() {
        // The program does not look at other keys.
        if (item.len() > 3 || !is_numbered(item)) && !kept.contains(&item.at()) {
            let key = Text::owned(format!("statement {index}"));
            conversation.extras.push_in(Slot::Event, NAME, key, item.to_raw(), item.at());
        }
    }
    conversation.extras.mark(NAME, SOURCE, root.to_raw(), root.at());
    Ok(conversation)
}

pub(in crate::format) fn read_text<'a>(
    root: Node<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Conversation<'a>, Refused> {
    let is_string = root.is_string();
    if !is_string && !starts_program(root.raw()) {
        let message = format!("a program is text that starts with `.prompt`; found {}", root.kind().name());
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), message));
    }
    // A program in a string: its places are those of the string.
    let inside = NestedJson::of(root.raw(), root.at());
    let place = |at: At| match at.offset() {
        Some(offset) if is_string => inside.at(offset),
        _ => at,
    };
    let is_documented = reading.programs.is_some_and(|programs| programs.is_documented);
    let parsed = parse_prompt(inside.text(), is_documented);
    let mut program = parsed.map_err(|it| Refused::new(it.code(), place(it.at()), it.message()))?;
    for statement in &mut program.statements {
        statement.at = place(statement.at);
    }
    for finding in &mut program.findings {
        finding.at = place(finding.at);
    }
    let own = |index: usize| {
        let statement = program.statements.get(index)?;
        let mut out = Out::new(Layout::Compact);
        write_statement(statement, index, &mut out);
        Some(Raw::owned(String::from_utf8(std::mem::take(out.bytes_mut())).ok()?))
    };
    // The program would understand the text differently: a list is meant.
    let origin = if is_documented { NAME } else { TEXT };
    let mut conversation = build(&program, origin, &own, reading)?;
    conversation.source.shape = if is_string { "string" } else { "file" };
    let source = match is_string {
        _ if is_documented => {
            let mut list = Vec::new();
            minify(&list_json(&program.statements), &mut list);
            Raw::owned(String::from_utf8(list).unwrap_or_default())
        }
        true => root.to_raw(),
        false => Raw::owned(crate::json::quoted(root.raw())),
    };
    conversation.extras.mark(origin, SOURCE, source, root.at());
    Ok(conversation)
}
