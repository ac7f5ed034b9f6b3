//! Messages that are new in a record: the format's own writer prints a list with them, and its last items are taken.

use super::EditRecord;
use crate::format::listing::MessageNodes;
use crate::format::{Container, LogShape, WriteOptions, Writing, write_record};
use crate::json::{At, Layout, Out, Tape, Text};
use crate::lower::surrogates;
use crate::model::{
    Conversation, Form, Message, OneOrMany, Part, RecordSource, Role, Surrogates, TextPart, ToolResult,
};
use crate::report::{Refused, Report, loss};

/// Prints messages with the writer of the format.
pub(super) struct MessagePrinter<'p, 'r, 't, 'a> {
    pub(super) record: &'p EditRecord<'r, 't, 'a>,
    pub(super) options: &'p WriteOptions,
    pub(super) scratch: &'p mut Tape,
    /// Searched once, not for each message.
    surrogates: Surrogates,
}

impl<'p, 'r, 't, 'a> MessagePrinter<'p, 'r, 't, 'a> {
    pub(super) fn new(record: &'p EditRecord<'r, 't, 'a>, options: &'p WriteOptions, scratch: &'p mut Tape) -> Self {
        Self { record, options, scratch, surrogates: surrogates(record.text, false) }
    }

    /// The JSON of these messages as items of a list.
    ///
    /// While they are printed, a message of the user follows them: then no format rejects the end of the list.
    pub(super) fn list(&mut self, messages: &[Message<'_>], report: &mut Report) -> Result<Vec<String>, Refused> {
        let mut items = self.print([messages, &[user("x")]].concat(), report)?;
        items.pop();
        Ok(items)
    }

    /// The JSON of a text of the user.
    pub(super) fn words(&mut self, words: &Message<'_>) -> Result<Vec<String>, Refused> {
        self.print(vec![words.clone()], &mut Report::keeping(0))
    }

    /// The JSON of a result that was generated for a call of the message `source`.
    pub(super) fn result(
        &mut self,
        source: &Message<'_>,
        result: &Message<'_>,
        report: &mut Report,
    ) -> Result<Vec<String>, Refused> {
        let is_call = |part: &&Part<'_>| part.at() == result.at;
        // Calls are in the order of the text; reasoning may be before them.
        let first = source.parts.partition_point(|part| part.at() < result.at);
        let mut parts: Vec<_> = source.parts.iter().skip(first).take_while(is_call).cloned().collect();
        if parts.is_empty() {
            parts = source.parts.iter().filter(is_call).cloned().collect();
        }
        let call = source.with_parts(parts);
        let mut own = report.alike();
        let items = self.after(Some(call), result, &mut own)?;
        // A call without an id gets none, but its result does.
        own.retain(|code| code == &loss::MADE_CALL_ID);
        report.append(&mut own);
        Ok(items)
    }

    /// The JSON of a message that comes after a call.
    pub(super) fn after(
        &mut self,
        call: Option<Message<'_>>,
        message: &Message<'_>,
        report: &mut Report,
    ) -> Result<Vec<String>, Refused> {
        let call = call.map(|call| Message { form: Form::Unknown, turn: None, ..call });
        let mut messages: Vec<_> = [user("x")].into_iter().chain(call).collect();
        let (mut before, mut own) = (report.alike(), report.alike());
        let count = self.print(messages.clone(), &mut before)?.len();
        messages.push(message.clone());
        let items = self.print(messages, &mut own)?;
        own.retain(|code| code == &loss::MADE_CALL_ID || before.counts().iter().all(|count| count.code != code));
        report.append(&mut own);
        Ok(items.into_iter().skip(count).collect())
    }

    fn print(&mut self, messages: Vec<Message<'_>>, report: &mut Report) -> Result<Vec<String>, Refused> {
        let conversation = Conversation {
            origin: self.record.format.name,
            source: RecordSource {
                text: self.record.text,
                surrogates: self.surrogates,
                ..RecordSource::shaped("list")
            },
            messages,
            ..Conversation::default()
        };
        let options =
            WriteOptions { container: Container::List, dialect: None, log: LogShape::Messages, ..*self.options };
        let mut out = Out::new(Layout::Compact);
        let mut writing = Writing::new(&mut out, report, &options, self.scratch);
        write_record(self.record.format, &conversation, &mut writing)?;
        let text = std::str::from_utf8(out.as_bytes()).unwrap_or_default();
        let root = self.scratch.parse(text).map_err(|error| Refused::json(&error))?;
        // Some formats have no bare lists.
        let list = match self.record.format.shape.listing.map(|listing| (listing.find)(root).messages) {
            Some(MessageNodes::Items(list)) => list,
            _ => root,
        };
        Ok(list.items().map(|item| item.raw().to_owned()).collect())
    }
}

/// A message with a result that has this text.
pub(super) fn tool(words: &str) -> Message<'static> {
    let Message { parts, .. } = user(words);
    let result = ToolResult { call_id: Some(Text::Token("x")), parts, form: Form::Text, ..ToolResult::default() };
    Message { role: Role::Tool, parts: OneOrMany::one(Part::from(result)), ..Message::default() }
}

/// A message of the user with this text.
pub(super) fn user(words: &str) -> Message<'static> {
    let words = TextPart::new(Text::owned(words), At::NOWHERE);
    Message { role: Role::User, form: Form::Parts, parts: OneOrMany::one(Part::Text(words)), ..Message::default() }
}
