//! Reads the lines of a rollout.

use std::collections::HashSet;

use super::NAME;
use super::copies::{EventWords, ItemWords};
use super::events::{add_event, add_result};
use super::exec::{ExecLine, add_exec_item, completed};
use super::items::{add_line_fields, read_replacement, read_rollout_item};
use super::line_kind::{CodexLine, is_item};
use super::turns::CodexTurns;
use crate::format::Reading;
use crate::format::openai_responses::item::Seen;
use crate::format::openai_responses::rollout_line::is_line;
use crate::format::sessions::{UnknownTypes, keep_line, report_damaged_lines, report_odd_line, report_unread};
use crate::json::{Node, Text};
use crate::model::{
    Conversation, Form, Message, OneOrMany, Part, ProgramMessage, RecordSource, Role, Slot, TextPart, ToolResult,
};
use crate::report::{Refused, session, shape};

/// The lines of a rollout.
#[derive(Default)]
struct Rollout<'t, 'a> {
    items: ItemWords,
    completed: HashSet<String>,
    turns: CodexTurns<'a>,
    seen: Seen,
    /// Calls without an output so far, in the order of the file.
    calls: Vec<Text<'a>>,
    unknown: UnknownTypes,
    /// The model of the turn, and that of the last answer.
    model: Option<Node<'t, 'a>>,
    last_model: Option<&'a str>,
    has_meta: bool,
    /// The number of the last line, and whether that of the current one follows it.
    number: u64,
    is_next: bool,
}

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let mut conversation =
        Conversation { origin: NAME, source: RecordSource::shaped("session"), ..Conversation::default() };
    let lines: Vec<_> = if root.is_array() {
        root.items().collect()
    } else if is_line(root) {
        vec![root]
    } else {
        let message = format!("a rollout is a line an item or event; found {}", root.kind().name());
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), message));
    };
    let (items, completed) = (ItemWords::of(&lines), completed(&lines));
    let mut rollout = Rollout { items, completed, ..Rollout::default() };
    report_history(&lines, reading);
    for line in &lines {
        rollout.line(*line, &mut conversation, reading);
    }
    rollout.turns.build(&mut conversation);
    report_damaged_lines(root, reading.report);
    let is_said = |message: &Message<'_>| message.details().by_program != Some(ProgramMessage::Notice);
    if !conversation.messages.iter().any(is_said) {
        let count = lines.len();
        let message = format!("no message is in the {count} lines of the session");
        return Err(Refused::new(&session::NO_MESSAGES, root.at(), message));
    }
    Ok(conversation)
}

impl<'t, 'a> Rollout<'t, 'a> {
    fn line(&mut self, line: Node<'t, 'a>, conversation: &mut Conversation<'a>, reading: &mut Reading<'_>) {
        let payload = line.get("payload").unwrap_or(line);
        if let Some(ordinal) = line.get("ordinal") {
            // Lines may be missing.
            let number: Option<u64> = ordinal.raw().parse().ok();
            self.is_next = number.is_some_and(|number| (self.number..self.number.saturating_add(64)).contains(&number));
            self.number = number.unwrap_or(self.number);
        }
        let read = match CodexLine::of(line) {
            CodexLine::Meta => return self.meta(line, payload, conversation),
            CodexLine::Item => self.item(line, payload, reading),
            CodexLine::Event => return self.event(line, payload, conversation, reading),
            CodexLine::Turn => {
                self.model = payload.get("model").filter(Node::is_string).or(self.model);
                return keep_line(line, NAME, conversation);
            }
            CodexLine::Compacted => self.compacted(line, payload, conversation, reading),
            CodexLine::Exec => return self.exec(line, conversation),
            CodexLine::Beside => return keep_line(line, NAME, conversation),
            CodexLine::Unknown => {
                self.name_unknown(line, "lines", reading);
                return keep_line(line, NAME, conversation);
            }
            CodexLine::Odd => {
                report_odd_line(line, reading.report);
                return keep_line(line, NAME, conversation);
            }
        };
        if let Err(refused) = read {
            report_unread(&refused, "the line has no item", reading.report);
            keep_line(line, NAME, conversation);
        }
    }

    /// The id of the session, and fields of their own. In a fork, the first one counts.
    fn meta(&mut self, line: Node<'t, 'a>, payload: Node<'t, 'a>, conversation: &mut Conversation<'a>) {
        if std::mem::replace(&mut self.has_meta, true) {
            return keep_line(line, NAME, conversation);
        }
        let time = payload.get("timestamp").map(|time| time.raw());
        for (key, value) in payload.members() {
            let Some(key) = key.text() else { continue };
            let text = value.text();
            match key.decode().as_ref() {
                "id" if text.is_some() => (conversation.id, conversation.id_at) = (text, value.at()),
                "session_id" if payload.get("id").is_some_and(|id| id.raw() == value.raw()) => {
                    conversation.extras.note(NAME, key.clone(), value.to_raw(), value.at());
                }
                _ if value.is_null() => conversation.extras.note(NAME, key.clone(), value.to_raw(), value.at()),
                _ => conversation.extras.push(NAME, key.clone(), value.to_raw(), value.at()),
            }
        }
        if payload.at() == line.at() {
            return;
        }
        for (key, value) in line.members().filter(|(key, _)| !key.is("payload")) {
            let Some(key) = key.text() else { continue };
            let is_known = match key.decode().as_ref() {
                "type" => true,
                "ordinal" => self.is_next,
                "timestamp" => Some(value.raw()) == time,
                _ => false,
            };
            if is_known || value.is_null() {
                conversation.extras.note_in(Slot::Envelope, NAME, key, value.to_raw(), value.at());
            } else {
                conversation.extras.push_in(Slot::Envelope, NAME, key, value.to_raw(), value.at());
            }
        }
    }

    fn item(&mut self, line: Node<'t, 'a>, item: Node<'t, 'a>, reading: &mut Reading<'_>) -> Result<(), Refused> {
        if !is_item(item) {
            self.name_unknown(item, "items", reading);
        }
        let count = self.turns.open.len();
        let parts = self.turns.open.last().map_or(0, |message| message.parts.len());
        read_rollout_item(item, &mut self.seen, &mut self.turns.open, reading)?;
        let is_bare = item.at() == line.at();
        if !is_bare {
            add_line_fields(line, &mut self.turns.open, count, self.is_next);
        }
        self.note_calls(count, parts);
        self.note_model(count);
        Ok(())
    }

    /// Remembers the calls of an item that have no output.
    fn note_calls(&mut self, count: usize, parts: usize) {
        let joined = count.checked_sub(1).and_then(|last| self.turns.open.get(last));
        let new = joined.iter().flat_map(|message| message.parts.iter().skip(parts));
        let new = new.chain(self.turns.open.iter().skip(count).flat_map(|message| &message.parts));
        let ids = new.filter_map(|part| match part {
            Part::Call(call) => call.id().cloned(),
            Part::Text(_)
            | Part::Reasoning(_)
            | Part::Result(_)
            | Part::Media(_)
            | Part::Refusal(_)
            | Part::Opaque(_) => None,
        });
        self.calls.extend(ids.filter(|id| !self.items.answered.contains(id.decode().as_ref())));
    }

    /// An answer says which model gave it, where that changed.
    fn note_model(&mut self, count: usize) {
        let Some(model) = self.model.filter(|model| self.last_model != Some(model.raw())) else { return };
        let Some(message) = self.turns.open.iter_mut().skip(count).find(|it| matches!(it.role, Role::Assistant)) else {
            return;
        };
        self.last_model = Some(model.raw());
        message.extras.push_in(Slot::Answer, NAME, Text::Token("model"), model.to_raw(), model.at());
    }

    fn event(
        &mut self,
        line: Node<'t, 'a>,
        payload: Node<'t, 'a>,
        conversation: &mut Conversation<'a>,
        reading: &mut Reading<'_>,
    ) {
        let is = |word: &str| payload.get("type").is_some_and(|kind| kind.is(word));
        if !self.items.has_messages {
            let count = self.turns.open.len();
            if add_event(payload, &self.items, &mut self.turns.open) {
                add_line_fields(line, &mut self.turns.open, count, self.is_next);
                return self.note_model(count);
            }
        } else if let Some(words) = EventWords::of(payload)
            && self.items.is_copied(words.speaker)
            && !self.items.has(&words)
        {
            let at = words.texts.first().map_or(payload.at(), |(_, node)| node.at());
            reading.report.add(&session::COPY_DIFFERS, at, || {
                "the event contains content that no item of the file has; the items are read".to_owned()
            });
        }
        if is("thread_rolled_back") {
            let turns = payload.get("num_turns").and_then(|turns| turns.raw().parse().ok()).unwrap_or(0);
            self.turns.roll_back(turns);
            self.calls.clear();
        } else if is("turn_aborted") {
            self.abort(payload, reading);
        }
        keep_event(line, payload, conversation);
    }

    /// The program tells the model that calls were aborted, and so do their results here.
    fn abort(&mut self, payload: Node<'t, 'a>, reading: &mut Reading<'_>) {
        for id in std::mem::take(&mut self.calls) {
            reading.report.add(&session::ABORTED_CALL, payload.at(), || {
                format!("the turn was aborted before the call `{}` had a result: `aborted` is taken for it", id.show())
            });
            let text = TextPart::new(Text::Token("aborted"), payload.at());
            let parts = OneOrMany::one(Part::Text(text));
            let result =
                ToolResult { at: payload.at(), call_id: Some(id), parts, form: Form::Text, ..ToolResult::default() };
            add_result(result, &mut self.turns.open);
        }
    }

    fn compacted(
        &mut self,
        line: Node<'t, 'a>,
        payload: Node<'t, 'a>,
        conversation: &mut Conversation<'a>,
        reading: &mut Reading<'_>,
    ) -> Result<(), Refused> {
        let mut messages = read_replacement(payload, reading)?;
        if messages.is_empty() {
            keep_line(line, NAME, conversation);
        }
        add_line_fields(line, &mut messages, 0, self.is_next);
        let has_history = payload.get("replacement_history").is_some_and(|history| !history.is_null());
        for (key, value) in payload.members() {
            let Some(key) = key.text() else { continue };
            let is_read = key.is("replacement_history") || (key.is("message") && !has_history && value.is_string());
            if value.is("") {
                conversation.extras.note_in(Slot::Detail, NAME, key, value.to_raw(), value.at());
            } else if !is_read && !value.is_null() {
                conversation.extras.push_in(Slot::Detail, NAME, key, value.to_raw(), value.at());
            }
        }
        self.turns.compact(line.at(), messages);
        Ok(())
    }

    fn exec(&mut self, line: Node<'t, 'a>, conversation: &mut Conversation<'a>) {
        if conversation.id.is_none()
            && let Some(id) = line.get("thread_id").filter(Node::is_string)
        {
            (conversation.id, conversation.id_at) = (id.text(), id.at());
            for (key, value) in line.members().filter(|(key, _)| !key.is("thread_id")) {
                let Some(key) = key.text() else { continue };
                if key.is("type") || value.is_null() {
                    conversation.extras.note_in(Slot::Envelope, NAME, key, value.to_raw(), value.at());
                } else {
                    conversation.extras.push_in(Slot::Envelope, NAME, key, value.to_raw(), value.at());
                }
            }
            return;
        }
        match add_exec_item(line, &self.completed, &mut self.turns.open) {
            ExecLine::Added => {}
            ExecLine::Repeated | ExecLine::Beside => keep_line(line, NAME, conversation),
        }
    }

    /// Names each type of lines or items once.
    fn name_unknown(&mut self, named: Node<'t, 'a>, what: &str, reading: &mut Reading<'_>) {
        let Some(kind) = named.get("type").and_then(|kind| kind.text()) else { return };
        self.unknown.name(&kind, what, named.at(), &[], reading.report);
    }
}

/// A fork may point to its beginning in another file instead of holding it.
fn report_history<'t, 'a>(lines: &[Node<'t, 'a>], reading: &mut Reading<'_>) {
    let metas = || lines.iter().filter(|line| CodexLine::of(**line) == CodexLine::Meta);
    let of = |line: &Node<'t, 'a>, key| {
        line.get("payload").unwrap_or(*line).get(key).filter(|value: &Node<'_, '_>| !value.is_null())
    };
    let Some(first) = metas().next() else { return };
    let is_copied =
        |parent: &Node<'_, '_>| metas().skip(1).any(|line| of(line, "id").is_some_and(|id| id.raw() == parent.raw()));
    let parent = of(first, "history_base").or_else(|| of(first, "forked_from_id").filter(|id| !is_copied(id)));
    if let Some(parent) = parent {
        reading.report.add(&session::HISTORY_ELSEWHERE, parent.at(), || {
            let id = parent.text().map(|id| format!(" `{}`", id.show())).unwrap_or_default();
            format!("the conversation began in another session{id}, which is not in this file")
        });
    }
}

/// The same for an event, which has a name of its own.
fn keep_event<'a>(line: Node<'_, 'a>, payload: Node<'_, 'a>, conversation: &mut Conversation<'a>) {
    let kind = payload.get("type").or(line.get("type")).and_then(|kind| kind.text());
    conversation.extras.push_in(Slot::Event, NAME, kind.unwrap_or(Text::Token("event")), line.to_raw(), line.at());
}
