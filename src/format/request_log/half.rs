//! One half of a record: a request or an answer, read by the reader of its own format.
//!
//! `{"choices":[…]}`, `[{"role":"user","content":"hi"}]`, one message, or the JSON text of these in a string.

use super::half_kinds::{is_chat_completion, is_dump, is_json};
use super::half_text::{SentAnswer, decoded, sent_answer};
use crate::format::plain_records::is_plain;
use crate::format::services::SERVICES;
use crate::format::shared::failure;
use crate::format::{Format, Reading, by_name, foreign};
use crate::json::{At, NestedJson, Node, Tape, Text};
use crate::model::{Conversation, Form, Message, OneOrMany, Part, RecordSource, Role, Slot, TextPart};
use crate::report::{Refused, Start, shape};

/// What a half is, and how it is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Half {
    /// `request` or `answer`.
    pub(super) name: &'static str,
    /// The speaker of words without one.
    pub(super) is_answer: bool,
    /// A string that is not JSON is what was said.
    pub(super) has_words: bool,
    /// The format of the other half: it is that of plain messages, too.
    pub(super) usual: Option<&'static str>,
}

/// True for values that say nothing: `null`, `{}`, `[]`, `""`, and the text of those.
pub(super) fn is_blank(value: Node<'_, '_>) -> bool {
    let is_none = |text: &str| matches!(text.trim(), "" | "{}" | "[]" | "null");
    match value.text() {
        Some(text) => is_none(&text.decode()),
        None => value.is_null() || (value.is_empty() && (value.is_object() || value.is_array())),
    }
}

impl Half {
    /// Reads a half.
    pub(super) fn read<'a>(self, value: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
        if let Some(text) = value.text() {
            let inside = NestedJson::of(value.raw(), value.at());
            if let Some(decoded) = decoded(inside.text()) {
                let place = |_: At| value.at();
                return match sent_answer(&decoded) {
                    Some(sent) => self.read_sent(sent, &place, reading),
                    None => self.read_text(&decoded, &place, reading),
                };
            }
            if let Some(sent) = sent_answer(inside.text()) {
                let place = |at: At| at.offset().map_or(at, |offset| inside.at(offset));
                return self.read_sent(sent, &place, reading);
            }
            if is_json(inside.text()) {
                let place = |at: At| at.offset().map_or(at, |offset| inside.at(offset));
                match self.read_text(inside.text(), &place, reading) {
                    Err(refused) if self.has_words && refused.code().id.starts_with("TW0") => {}
                    other => return other,
                }
            }
            if self.has_words {
                return Ok(self.words(text, value.at()));
            }
            return Err(self.unknown(value));
        }
        self.read_value(value, reading)
    }

    /// Reads an answer that was sent as events. `place` maps the places in their text.
    fn read_sent<'r>(
        self,
        sent: SentAnswer,
        place: &dyn Fn(At) -> At,
        reading: &mut Reading<'_>,
    ) -> Result<Conversation<'r>, Refused> {
        let folded = match sent {
            SentAnswer::List(list) => return self.read_text(&list, place, reading),
            SentAnswer::Folded(folded) => folded,
        };
        let in_text = |start: Start| At::byte(usize::try_from(start.offset).unwrap_or(usize::MAX));
        for note in &folded.notes {
            reading.report.add(note.code, place(in_text(note.place)), || note.message.clone());
        }
        let of_event = |at: At| {
            let Some(offset) = at.offset() else { return at };
            let before = folded.marks.partition_point(|(mark, _)| *mark <= offset).checked_sub(1);
            let mark = before.and_then(|before| folded.marks.get(before));
            mark.map_or(at, |(_, start)| place(in_text(*start)))
        };
        self.read_text(&folded.text, &of_event, reading)
    }

    fn read_value<'a>(self, value: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
        if let Some(format) = self.format_of(value) {
            return format.read_record(value, reading);
        }
        if let Some(found) = foreign(value) {
            let message = format!("the {} looks like {}, which turnwise does not read", self.name, found.name);
            return Err(Refused::new(&shape::NOT_A_CONVERSATION, value.at(), message).helping(found.advice));
        }
        if value.is_array() {
            return self.read_list(value, reading);
        }
        // One message of LangChain: a dump.
        if let Some((format, _)) =
            by_name(LANGCHAIN).filter(|(format, _)| format.framing.is_message.is_some_and(|is| is(value)))
        {
            return format.read_record(value, reading);
        }
        // One message, alone or with settings around it.
        let message = [Some(value), value.get("message")].into_iter().flatten().find(|it| it.get("role").is_some());
        if let Some(message) = message {
            let start = message.span().start;
            let place = |at: At| at.offset().map_or(at, |offset| At::byte(start + offset.saturating_sub(1)));
            let list = format!("[{}]", message.raw());
            // A list that no format fits would be read as its first message, which is this one.
            if !Tape::new().parse(&list).is_ok_and(|list| self.format_of(list).is_some()) {
                return Err(self.unknown(value));
            }
            let mut read = self.read_text(&list, &place, reading)?;
            let is_silent = read.messages.iter().all(|message| message.parts.is_empty());
            if is_silent && message.get("content").is_none() {
                return Err(self.unknown(value));
            }
            for (key, other) in value.members().filter(|(key, _)| message.at() != value.at() && !key.is("message")) {
                read.extras.push_in(
                    Slot::Answer,
                    read.origin,
                    key.text().unwrap_or_default(),
                    other.to_raw(),
                    other.at(),
                );
            }
            return Ok(read);
        }
        match value.get("text").filter(|_| self.has_words && value.get("tool_calls").is_none_or(|it| is_blank(it))) {
            Some(text) if text.is_string() => {
                let mut read = self.words(text.text().unwrap_or_default(), text.at());
                for (key, other) in value.members().filter(|(key, _)| !key.is("text")) {
                    let key = key.text().unwrap_or_default();
                    read.extras.push_in(Slot::Answer, read.origin, key, other.to_raw(), other.at());
                }
                Ok(read)
            }
            _ => Err(self.unknown(value)),
        }
    }

    /// Several answers, as `DSPy` lists them: the first one, with the others among the fields.
    fn read_list<'a>(self, list: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
        let mut items = list.items();
        let Some(first) = items.next().filter(|first| self.is_answer && !first.is_array()) else {
            return Err(self.unknown(list));
        };
        let mut read = self.read(first, reading)?;
        for other in items {
            read.extras.push_in(Slot::Choices, read.origin, Text::Token("outputs"), other.to_raw(), other.at());
        }
        Ok(read)
    }

    /// Reads JSON text, which does not outlive this function.
    fn read_text<'r>(
        self,
        text: &str,
        place: &dyn Fn(At) -> At,
        reading: &mut Reading<'_>,
    ) -> Result<Conversation<'r>, Refused> {
        let mut tape = Tape::new();
        let root = tape.parse(text).map_err(|error| Refused::json(&error).moved(place))?;
        if self.format_of(root).is_none() && root.is_array() && !self.is_answer {
            return Err(self.unknown(root).moved(place));
        }
        let mut found = reading.report.alike();
        let mut inner = Reading { report: &mut found, scratch: &mut Tape::new(), columns: None, programs: None };
        let read = self.read_value(root, &mut inner).map_err(|refused| refused.moved(place))?;
        found.move_places(place);
        reading.report.append(&mut found);
        let at = place(root.at());
        let read = Some(read).filter(|read| read.branches.is_empty()).and_then(|read| read.moved(place));
        read.ok_or_else(|| self.refuse(at, "it has branches, which are not read in JSON text"))
    }

    /// The service that a half is for or from.
    fn format_of(self, value: Node<'_, '_>) -> Option<&'static Format> {
        let is_openai = |format: &&&Format| format.name == OPENAI;
        // Most halves: nothing has to be compared.
        if self.usual.is_none_or(|usual| usual == OPENAI) && (is_plain(value) || is_chat_completion(value)) {
            return SERVICES.iter().find(is_openai).copied();
        }
        // Runs of LangSmith have messages of its library.
        let langchain = by_name(LANGCHAIN).map(|(format, _)| format);
        if is_dump(value)
            && let Some(is_message) = langchain.and_then(|format| format.framing.is_message)
            && value.each().next().is_some_and(is_message)
        {
            return langchain;
        }
        let formats = SERVICES.iter().copied().chain(langchain);
        let scores = formats.filter_map(|format| Some(((format.score)(value)?.value, format)));
        let scores: Vec<_> = scores.collect();
        let best = scores.iter().map(|(score, _)| *score).max();
        let is_usual = |format: &Format| Some(format.name) == self.usual;
        let mut all = scores.iter().filter(|(score, _)| Some(*score) == best).map(|(_, format)| *format);
        let found = all.clone().find(|it| is_usual(it)).or_else(|| all.clone().find(|it| it.name == OPENAI));
        // Proxies omit what the object is.
        let bare = || SERVICES.iter().find(is_openai).copied().filter(|_| value.get("choices").is_some());
        found.or_else(|| all.next()).or_else(bare)
    }

    fn words(self, text: Text<'_>, at: At) -> Conversation<'_> {
        let role = if self.is_answer { Role::Assistant } else { Role::User };
        let mut message = Message { at, origin: OPENAI, role, form: Form::Text, ..Message::default() };
        message.parts = OneOrMany::one(Part::Text(TextPart::new(text, at)));
        Conversation {
            origin: OPENAI,
            source: RecordSource::shaped("list"),
            messages: vec![message],
            ..Conversation::default()
        }
    }

    fn unknown(self, value: Node<'_, '_>) -> Refused {
        match failure(value) {
            Some(why) if self.is_answer => self.refuse(value.at(), &format!("the request failed: {why}")),
            _ => self.refuse(value.at(), "no known format fits it"),
        }
    }

    pub(super) fn refuse(self, at: At, why: &str) -> Refused {
        Refused::new(&shape::NOT_A_CONVERSATION, at, format!("the {} cannot be read: {why}", self.name))
    }
}

/// The format of messages that fit several.
const OPENAI: &str = "openai";

/// A format that is not that of a service.
const LANGCHAIN: &str = "langchain";
