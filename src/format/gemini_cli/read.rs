//! Reads a session.

use std::collections::HashMap;

use super::NAME;
use super::earlier::covers;
use super::lines::{GeminiLine, TYPES};
use super::log::GeminiLog;
use super::record::{is_nothing, read_fields, read_record};
use super::write::{NO_TIME, UNKNOWN};
use crate::format::Reading;
use crate::format::sessions::{KeptLines, report_damaged_lines, report_odd_line, report_unread};
use crate::format::shared::{keep_member, time};
use crate::json::{Node, Text};
use crate::model::{Conversation, Message, Part, RecordSource, Slot};
use crate::report::{Refused, shape};

/// What most answers repeat.
const REPEATED: &[&str] = &["model"];

/// The ids of calls that have results, with the first of each.
pub(super) type AnsweredCalls<'t, 'a> = HashMap<String, Option<Node<'t, 'a>>>;

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let items: Vec<_> = if root.is_array() { root.items().collect() } else { vec![root] };
    let is_session = |line: &Node<'_, '_>| !matches!(GeminiLine::of(*line), GeminiLine::Odd | GeminiLine::Unknown);
    if !items.is_empty() && !items.iter().any(is_session) {
        let why =
            format!("a session is an object with `messages`, or a header and records; found {}", root.kind().name());
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), why));
    }
    let mut conversation =
        Conversation { origin: NAME, source: RecordSource::shaped("session"), ..Conversation::default() };
    let mut lines = KeptLines::new(NAME, REPEATED);
    let mut log = GeminiLog::default();
    let mut facts = Metadata::default();
    for line in items {
        read_line(line, &mut log, &mut lines, &mut facts, &mut conversation, reading);
    }
    facts.keep(&mut conversation);
    let answered = answered(&log);
    let mut messages = Vec::with_capacity(log.records.len());
    let mut repeated = Vec::new();
    for (number, node) in log.states().enumerate() {
        let mut own = Vec::new();
        if let Some(node) = node {
            let start = conversation.extras.fields().len();
            let read = read_record(node, number, &answered, &mut lines, &mut own, &mut conversation, reading);
            if matches!(read, Ok(true)) {
                repeated.push(node);
            } else if let Err(refused) = read {
                own.clear();
                report_unread(&refused, "the record has no message", reading.report);
                if conversation.extras.fields().len() == start {
                    lines.keep_line(node, &mut conversation);
                }
            }
        }
        messages.push(own);
    }
    take_repeated(repeated, &mut messages, &mut lines);
    log.build(messages, &mut conversation);
    report_damaged_lines(root, reading.report);
    Ok(conversation)
}

/// What the header and later lines say about the session: the last value counts.
#[derive(Debug, Default)]
struct Metadata<'t, 'a> {
    values: Vec<(Text<'a>, Node<'t, 'a>)>,
    places: HashMap<String, usize>,
}

impl<'t, 'a> Metadata<'t, 'a> {
    fn set(&mut self, key: Text<'a>, value: Node<'t, 'a>, conversation: &mut Conversation<'a>) {
        let next = self.values.len();
        let place = *self.places.entry(key.decode().into_owned()).or_insert(next);
        match self.values.get_mut(place) {
            Some((key, old)) => {
                let is_time = old.text().is_some_and(|time| time::is_iso(&time.decode()));
                if is_time || covers(value, *old) {
                    conversation.extras.note(NAME, key.clone(), old.to_raw(), old.at());
                } else {
                    conversation.extras.push_in(Slot::Earlier, NAME, key.clone(), old.to_raw(), old.at());
                }
                *old = value;
            }
            None => self.values.push((key, value)),
        }
    }

    fn keep(self, conversation: &mut Conversation<'a>) {
        for (key, value) in self.values {
            let is_made = value.is(NO_TIME) || (key.is("projectHash") && value.is(UNKNOWN)) || value.is("main");
            if key.is("sessionId") && value.is_string() {
                (conversation.id, conversation.id_at) = (value.text(), value.at());
            } else if is_made {
                conversation.extras.note(NAME, key, value.to_raw(), value.at());
            } else {
                keep_member(Slot::Here, NAME, key, value, &mut conversation.extras);
            }
        }
    }
}

fn read_line<'t, 'a>(
    line: Node<'t, 'a>,
    log: &mut GeminiLog<'t, 'a>,
    lines: &mut KeptLines<'a>,
    facts: &mut Metadata<'t, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) {
    let kind = GeminiLine::of(line);
    match kind {
        GeminiLine::Header | GeminiLine::Set => {
            let members = if kind == GeminiLine::Set { line.get("$set") } else { Some(line) };
            for (key, value) in members.iter().flat_map(Node::members) {
                let Some(key) = key.text() else { continue };
                if key.is("messages") && value.is_array() {
                    log.set(value, conversation);
                } else {
                    facts.set(key, value, conversation);
                }
            }
            if kind == GeminiLine::Set {
                for (key, value) in line.members().filter(|(key, _)| !key.is("$set")) {
                    let Some(key) = key.text() else { continue };
                    keep_member(Slot::Event, NAME, key, value, &mut conversation.extras);
                }
            }
        }
        GeminiLine::Rewind => {
            let key = Text::Token("$rewindTo");
            if line.get("$rewindTo").and_then(|id| id.text()).is_some_and(|id| log.rewind(&id)) {
                conversation.extras.note_in(Slot::Event, NAME, key, line.to_raw(), line.at());
            } else {
                conversation.extras.push_in(Slot::Event, NAME, key, line.to_raw(), line.at());
            }
        }
        GeminiLine::Record => log.add(line, conversation),
        GeminiLine::Unknown => {
            let first = line.members().next().and_then(|(key, _)| key.text());
            let kind = line.get("type").filter(Node::is_string);
            let word = kind.and_then(|kind| kind.text()).or(first).unwrap_or_default();
            let at = kind.map_or(line.at(), |kind| kind.at());
            lines.name_unknown(&word, at, TYPES, reading.report);
            lines.keep_line(line, conversation);
        }
        GeminiLine::Odd => {
            report_odd_line(line, reading.report);
            lines.keep_line(line, conversation);
        }
    }
}

/// The calls whose results are in the answers themselves, and these results: records of the user repeat them.
fn answered<'t, 'a>(log: &GeminiLog<'t, 'a>) -> AnsweredCalls<'t, 'a> {
    let calls = log.states().flatten().filter_map(|node| node.get("toolCalls")).flat_map(|calls| calls.items());
    let answered = calls.filter_map(|call| {
        let result = call.get("result").filter(|result| !is_nothing(*result))?;
        let id = call.get("id")?.text()?.decode().into_owned();
        Some((id, result.items().find(|part| part.get("functionResponse").is_some())))
    });
    answered.collect()
}

/// Gives the message of a result the id, the time and the fields of the record that repeats it.
fn take_repeated<'a>(repeated: Vec<Node<'_, 'a>>, messages: &mut [Vec<Message<'a>>], lines: &mut KeptLines<'a>) {
    if repeated.is_empty() {
        return;
    }
    let mut places = HashMap::new();
    for message in messages.iter_mut().flatten() {
        if let Some(Part::Result(result)) = message.parts.first()
            && let Some(id) = &result.call_id
        {
            places.entry(id.decode().into_owned()).or_insert(message);
        }
    }
    for node in repeated {
        let first = node.get("content").and_then(|content| content.items().next());
        let id = first.and_then(|part| part.get("functionResponse")?.get("id")?.text());
        let Some(message) = id.and_then(|id| places.get_mut(id.decode().as_ref())) else { continue };
        let before = message.details().time.clone();
        let mut own = Message::default();
        read_fields(node, &["content"], &mut own, lines);
        let is_time = own.details().time.as_ref().is_some_and(|time| time::is_iso(&time.decode()));
        for extra in own.extras.fields().iter().filter(|extra| !extra.is_note) {
            message.extras.push_in(extra.slot, NAME, extra.key.clone(), extra.value.clone(), extra.at);
        }
        for (key, is_known) in [("id", message.details().id.is_some()), ("timestamp", before.is_some() && !is_time)] {
            if let Some(value) = node.get(key).filter(|value| is_known && value.is_string() && !value.is(NO_TIME)) {
                message.extras.push_in(Slot::Odd, NAME, Text::Token(key), value.to_raw(), value.at());
            }
        }
        let details = message.details_mut();
        // Its place is that of the result.
        details.id = details.id.take().or_else(|| own.details().id.as_ref().map(|id| Text::owned(id.decode())));
        details.time = before.or_else(|| own.details().time.clone());
    }
}
