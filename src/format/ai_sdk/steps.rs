//! The messages that one message of the SDK becomes: an answer, the results of its calls, the next answer.
//!
//! `[{"type":"tool-f","toolCallId":"c1","state":"output-available","input":{},"output":"18"},{"type":"step-start"},…]`

use super::NAME;
use crate::json::{At, Node, Text};
use crate::model::{Form, Message, Part, Role, Slot};

/// The steps of a message, in order.
#[derive(Debug)]
pub(super) struct AnswerSteps<'a> {
    role: Role<'a>,
    turn: Option<u32>,
    done: Vec<Message<'a>>,
    last: Message<'a>,
    results: Option<Message<'a>>,
    /// The next part is after the results.
    has_ended: bool,
}

impl<'a> AnswerSteps<'a> {
    pub(super) fn new(first: Message<'a>) -> Self {
        Self {
            role: first.role.clone(),
            turn: first.turn,
            done: Vec::new(),
            last: first,
            results: None,
            has_ended: false,
        }
    }

    /// The first message, which has the fields of the whole.
    pub(super) fn first(&mut self) -> &mut Message<'a> {
        self.done.first_mut().unwrap_or(&mut self.last)
    }

    /// True if the calls of the current step have results.
    pub(super) fn has_results(&self) -> bool {
        self.results.is_some()
    }

    /// All parts, of its answers and of the results.
    pub(super) fn parts(&self) -> impl Iterator<Item = &Part<'a>> {
        self.done.iter().chain([&self.last]).chain(&self.results).flat_map(|message| &message.parts)
    }

    /// The same, each with the number of its step.
    pub(super) fn numbered_parts(&self) -> impl Iterator<Item = (usize, &Part<'a>)> {
        let messages = self.done.iter().chain([&self.last]).chain(&self.results);
        let numbered = messages.scan(0_usize, |next, message| {
            let is_answer = !matches!(message.role, Role::Tool);
            let number = if is_answer { *next } else { next.saturating_sub(1) };
            *next += usize::from(is_answer);
            Some((number, message))
        });
        numbered.flat_map(|(number, message)| message.parts.iter().map(move |part| (number, part)))
    }

    /// The number of the current step, from 0.
    pub(super) fn number(&self) -> usize {
        self.done.iter().filter(|message| !matches!(message.role, Role::Tool)).count()
    }

    /// Adds parts to the current step.
    pub(super) fn add(&mut self, parts: impl IntoIterator<Item = Part<'a>>, at: At) {
        if self.has_ended {
            self.end(at);
        }
        self.last.parts.extend(parts.into_iter().collect::<Vec<_>>());
    }

    /// Adds the result of a call. `ends`: parts after it are a step of their own.
    pub(super) fn add_result(&mut self, result: Part<'a>, at: At, ends: bool) {
        let turn = self.turn;
        let results = self.results.get_or_insert_with(|| Message {
            at,
            role: Role::Tool,
            origin: NAME,
            form: Form::Parts,
            turn,
            ..Message::default()
        });
        results.parts.push(result);
        self.has_ended |= ends;
    }

    /// Ends the current step, if there is anything in it.
    pub(super) fn end(&mut self, at: At) {
        self.has_ended = false;
        if self.last.parts.is_empty() && self.results.is_none() {
            return;
        }
        self.begin(self.role.clone(), at);
    }

    /// Ends the current step at a part that says so.
    pub(super) fn end_at(&mut self, part: Node<'_, 'a>) {
        let extras = &mut self.first().extras;
        extras.note_in(Slot::Odd, NAME, Text::Token("step-start"), part.to_raw(), part.at());
        for (key, value) in part.members().filter(|(key, _)| !key.is("type")) {
            if let Some(key) = key.text() {
                extras.push_in(Slot::Item, NAME, key, value.to_raw(), value.at());
            }
        }
        self.end(part.at());
    }

    /// Begins a message of another role.
    pub(super) fn begin(&mut self, role: Role<'a>, at: At) {
        let next = Message { at, role, origin: NAME, form: Form::Parts, turn: self.turn, ..Message::default() };
        self.done.push(std::mem::replace(&mut self.last, next));
        self.done.extend(self.results.take());
        self.has_ended = false;
    }

    /// The message that parts are added to.
    pub(super) fn last(&mut self) -> &mut Message<'a> {
        &mut self.last
    }

    /// Takes over the content of messages that were read from JSON text.
    pub(super) fn replace(&mut self, read: Vec<Message<'a>>) {
        let mut read = read.into_iter();
        let Some(first) = read.next() else { return };
        self.last.parts = first.parts;
        self.last.extras.extend(&first.extras);
        if let Some(time) = first.details.and_then(|details| details.time)
            && self.last.details().time.is_none()
        {
            self.last.details_mut().time = Some(time);
        }
        for message in read {
            self.done.push(std::mem::replace(&mut self.last, message));
        }
    }

    /// All messages, without empty steps after the first one.
    pub(super) fn finish(mut self) -> Vec<Message<'a>> {
        self.done.push(self.last);
        self.done.extend(self.results);
        let mut is_first = true;
        self.done.retain(|message| std::mem::take(&mut is_first) || !message.parts.is_empty());
        self.done
    }
}
