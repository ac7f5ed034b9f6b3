//! What readers of sessions share: lines that are not messages, lines that nobody can read, facts that lines repeat.

use std::collections::{HashMap, HashSet};

use crate::json::{At, DamagedLine, Node, Text};
use crate::model::{Conversation, Extras, Message, Part, Slot};
use crate::report::{Refused, Report, nearest, session, shape};

/// What was found in the lines of a session so far.
#[derive(Debug)]
pub struct KeptLines<'a> {
    origin: &'static str,
    /// Fields that most lines repeat: they are facts where they change.
    repeated: &'static [&'static str],
    last: HashMap<&'static str, &'a str>,
    unknown: UnknownTypes,
}

/// The types of lines that are not known. Each is reported once.
#[derive(Debug, Default)]
pub struct UnknownTypes(HashSet<String>);

impl UnknownTypes {
    /// Reports `what` ("lines") of this type, which may mean one of those that are known.
    pub fn name(&mut self, kind: &Text<'_>, what: &str, at: At, known: &[&str], report: &mut Report) {
        if self.0.insert(kind.decode().into_owned()) {
            report.add(&session::UNKNOWN_LINE, at, || {
                let meant = nearest(&kind.decode(), known.iter().copied());
                let question = meant.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
                format!("{what} of the type `{}` are kept and not understood{question}", kind.show())
            });
        }
    }
}

/// Keeps a line of the format `origin` that is not a message.
pub fn keep_line<'a>(line: Node<'_, 'a>, origin: &'static str, conversation: &mut Conversation<'a>) {
    let key = line.get("type").and_then(|kind| kind.text()).unwrap_or(Text::Token("line"));
    conversation.extras.push_in(Slot::Event, origin, key, line.to_raw(), line.at());
}

/// True if a message has only texts, and `is_own` accepts each of them.
#[must_use]
pub fn is_text_alone(message: &Message<'_>, is_own: fn(&str) -> bool) -> bool {
    let is_own_part = |part: &Part<'_>| matches!(part, Part::Text(text) if is_own(&text.text.decode()));
    !message.parts.is_empty() && message.parts.iter().all(is_own_part)
}

impl<'a> KeptLines<'a> {
    /// Lines of the format `origin`.
    #[must_use]
    pub fn new(origin: &'static str, repeated: &'static [&'static str]) -> Self {
        Self { origin, repeated, last: HashMap::new(), unknown: UnknownTypes::default() }
    }

    /// Keeps a field that the model cannot represent. A repeated value of an earlier line is not a fact.
    pub fn keep(&mut self, slot: Slot, key: Text<'a>, value: Node<'_, 'a>, extras: &mut Extras<'a>) {
        let name = self.repeated.iter().find(|name| key.is(name));
        let is_same = name.is_some_and(|name| self.last.insert(name, value.raw()) == Some(value.raw()));
        if is_same || value.is_null() {
            extras.note_in(slot, self.origin, key, value.to_raw(), value.at());
        } else {
            extras.push_in(slot, self.origin, key, value.to_raw(), value.at());
        }
    }

    /// Reports a line of a type that is not known, once for each type.
    pub fn name_unknown(&mut self, kind: &Text<'_>, at: At, known: &[&str], report: &mut Report) {
        self.unknown.name(kind, "lines", at, known, report);
    }

    /// Keeps a line that is not a message.
    pub fn keep_line(&self, line: Node<'_, 'a>, conversation: &mut Conversation<'a>) {
        keep_line(line, self.origin, conversation);
    }
}

/// Rejects an object whose keys are numbers: a program has written a text character by character, not a message.
///
/// # Errors
/// It is one.
pub fn refuse_characters(object: Node<'_, '_>) -> Result<(), Refused> {
    let is_number = |key: &str| key.bytes().all(|byte| byte.is_ascii_digit()) && !key.is_empty();
    match object.members().find(|(key, _)| key.text().is_some_and(|key| is_number(&key.decode()))) {
        Some((key, _)) => Err(Refused::new(
            &shape::WRONG_TYPE,
            key.at(),
            "the keys of the message are numbers: no role, and no content",
        )),
        None => Ok(()),
    }
}

/// Reports what is not JSON in the lines of a session, and is not read.
pub fn report_damaged_lines(root: Node<'_, '_>, report: &mut Report) {
    for damaged in root.damaged_lines() {
        report_damaged_line(damaged, damaged.is_last, report);
    }
}

/// Reports what is not JSON in a line, which may be the last one.
pub fn report_damaged_line(damaged: &DamagedLine, is_last: bool, report: &mut Report) {
    let start = At::byte(damaged.span.start);
    match damaged.error {
        None => report
            .add(&session::ODD_LINE, start, || "the line is not one JSON object; all that is in it is read".to_owned()),
        Some(error) if is_last && error.is_end() => {
            report.add(&session::TRUNCATED_LINE, start, || "the last line is truncated and is not read".to_owned());
        }
        Some(error) => {
            let at = if error.offset < damaged.span.end { At::byte(error.offset) } else { start };
            report.add(&session::DAMAGED_LINE, at, || format!("the line is not JSON and is not read: {error}"));
        }
    }
}
