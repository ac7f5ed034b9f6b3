//! What readers of sessions share: lines that are no messages, lines that nobody can read, facts that lines repeat.

use std::collections::{HashMap, HashSet};

use crate::format::Reading;
use crate::json::{At, Node, Text};
use crate::model::{Conversation, Extras, Slot};
use crate::report::{Report, nearest, session};

/// What was found in the lines of a session so far.
#[derive(Debug)]
pub struct KeptLines<'a> {
    origin: &'static str,
    /// Fields that most lines repeat: they are facts where they change.
    repeated: &'static [&'static str],
    last: HashMap<&'static str, &'a str>,
    unknown: HashSet<String>,
}

impl<'a> KeptLines<'a> {
    /// Lines of the format `origin`.
    #[must_use]
    pub fn new(origin: &'static str, repeated: &'static [&'static str]) -> Self {
        Self { origin, repeated, last: HashMap::new(), unknown: HashSet::new() }
    }

    /// Keeps a field that the model has no place for. A repeated value of an earlier line is no fact.
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
        if self.unknown.insert(kind.decode().into_owned()) {
            report.add(&session::UNKNOWN_LINE, at, || {
                let meant = nearest(&kind.decode(), known.iter().copied());
                let question = meant.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
                format!("lines of the type `{}` are kept and not understood{question}", kind.show())
            });
        }
    }

    /// Keeps a line that is no message.
    pub fn keep_line(&self, line: Node<'_, 'a>, conversation: &mut Conversation<'a>) {
        let key = line.get("type").and_then(|kind| kind.text()).unwrap_or(Text::Token("line"));
        conversation.extras.push_in(Slot::Event, self.origin, key, line.to_raw(), line.at());
    }
}

/// Reports the lines of a session that are not JSON, and are left out.
pub fn report_damaged(root: Node<'_, '_>, reading: &mut Reading<'_>) {
    for damaged in root.damaged_lines() {
        let (start, error) = (At::byte(damaged.span.start), damaged.error);
        let at = if error.offset < damaged.span.end { At::byte(error.offset) } else { start };
        if damaged.is_last && error.is_end() {
            reading
                .report
                .add(&session::TRUNCATED_LINE, start, || "the last line is truncated and is left out".to_owned());
        } else {
            reading.report.add(&session::DAMAGED_LINE, at, || format!("the line is not JSON and is left out: {error}"));
        }
    }
}
