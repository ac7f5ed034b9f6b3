//! Rules about times and words.

use super::NAME;
use super::time::{Iso, iso};
use crate::format::shared::python_to_json;
use crate::json::{Node, Tape, Text, quoted};
use crate::model::{Conversation, Part, Role, TextPart};
use crate::report::{FindingText, SuggestedEdit};
use crate::rule::{RuleReport, rule};

rule! {
    TIME "TW643" "picklebot-time" Warning time
    "a line has no timestamp, an invalid one, or one earlier than the line above"
    "write `timestamp` as Python's isoformat() does: 2026-03-08T23:16:36.000137"
}

fn time(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let mut before: Option<String> = None;
    let mut is_said = false;
    for message in &conversation.messages {
        let Some(time) = &message.details().time else {
            // The wrong kind was reported when it was read. Once is enough: usually no line has one.
            if !is_said && message.extras.get(NAME, "timestamp").is_none() {
                found.at(message.at, || "the line has no `timestamp`; picklebot shows the time of reading".to_owned());
                is_said = true;
            }
            continue;
        };
        match iso(time) {
            None => found.at(found.place(time, message.at), || format!("timestamp `{}` is not a date", time.show())),
            Some(Iso::Zoned) => {}
            Some(Iso::Local) => {
                // Without zones, and with a fraction or none, the texts sort as the times do.
                let text = time.decode().replace(' ', "T");
                if let Some(before) = before.as_ref().filter(|before| **before > text) {
                    found.at(found.place(time, message.at), || {
                        format!("timestamp `{text}` is before that of the line above, `{before}`")
                    });
                }
                before = Some(text);
            }
        }
    }
}

rule! {
    PYTHON_TEXT "TW644" "picklebot-python-text" Warning python_text
    "a text looks like the output of Python's str() for a value"
    "find out what the value was: null next to tool calls is written as the empty string, a list as its texts"
    => Unsafe Suggested
}

fn python_text(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for message in &conversation.messages {
        let has_calls = message.parts.iter().any(is_call);
        for part in &message.parts {
            match part {
                Part::Text(text) if has_calls && text.text.is("None") => {
                    let message = "text `None` next to tool calls looks like a converted null".to_owned();
                    let edit = Some(SuggestedEdit::Value("\"\"".to_owned()));
                    found.at_with(text.at, FindingText::new(message, edit));
                }
                Part::Text(text) => check_literal(text, found),
                Part::Result(result) => {
                    for part in &result.parts {
                        if let Part::Text(text) = part {
                            check_literal(text, found);
                        }
                    }
                }
                Part::Call(_) | Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => {}
            }
        }
    }
}

fn check_literal(text: &TextPart<'_>, found: &mut RuleReport<'_, '_>) {
    if is_literal(&text.text) {
        let message = format!("the text looks like a Python value: {}", text.text.show());
        let edit = texts_of(&text.text.decode()).map(|words| SuggestedEdit::Value(quoted(&words)));
        found.at_with(text.at, FindingText::new(message, edit));
    }
}

/// The texts of a list of content parts, one after the other. `None`: it is something else, or there is more in it.
fn texts_of(literal: &str) -> Option<String> {
    let json = python_to_json(literal)?;
    let mut tape = Tape::new();
    let list = tape.parse(&json).ok().filter(Node::is_array)?;
    let texts = list.items().map(|part| {
        let is_text = part.len() == 2 && part.get("type").is_some_and(|kind| kind.is("text"));
        Some(part.get("text").filter(|_| is_text)?.text()?.decode().into_owned())
    });
    texts.collect()
}

/// A dict, or a list of them, in Python's spelling.
fn is_literal(text: &Text<'_>) -> bool {
    if !text.token().is_none_or(|token| token.starts_with(['{', '[', '\\'])) {
        return false;
    }
    let text = text.decode();
    if !(text.starts_with("{'") || text.starts_with("[{'")) {
        return false;
    }
    text.starts_with("[{'type':") || (text.starts_with(['{', '[']) && python_to_json(&text).is_some())
}

rule! {
    SYSTEM_LINE "TW645" "picklebot-system-line" Warning system_line
    "a system line is stored"
    "remove it before picklebot continues the session: it adds its own system prompt to every request"
}

fn system_line(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for message in conversation.messages.iter().filter(|message| matches!(message.role, Role::System)) {
        found.at(message.at, || "picklebot adds its own system prompt; this becomes a second one".to_owned());
    }
}

/// True for what is in `tool_calls`.
fn is_call(part: &Part<'_>) -> bool {
    match part {
        Part::Call(_) => true,
        Part::Opaque(it) => it.origin == NAME,
        Part::Text(_) | Part::Reasoning(_) | Part::Result(_) | Part::Media(_) | Part::Refusal(_) => false,
    }
}
