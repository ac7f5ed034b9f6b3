//! Messages that are new in a record: the format's own writer prints a list of them, and its items are taken.

use super::Record;
use crate::format::{Container, WriteOptions, Writing};
use crate::json::{At, Layout, Out, Tape, Text};
use crate::model::{Conversation, Few, Form, Message, Part, Role, TextPart};
use crate::report::{Refused, Report};

/// The JSON of these messages as items of a list, and where they come from.
///
/// A message of the user follows them while they are printed: no format refuses a list for how it ends then.
pub(super) fn write_list(
    record: &Record<'_, '_, '_>,
    messages: &[Message<'_>],
    options: &WriteOptions,
    scratch: &mut Tape,
    report: &mut Report,
) -> Result<Vec<(String, At)>, Refused> {
    let Some(writer) = record.format.write else { return Ok(Vec::new()) };
    let mut messages = messages.to_vec();
    let at = messages.first().map_or(At::byte(0), |message| message.at);
    messages.push(user("x"));
    let conversation = Conversation {
        source: record.text,
        origin: record.format.name,
        shape: "list",
        messages,
        ..Conversation::default()
    };
    let options = WriteOptions { container: Container::List, dialect: None, ..*options };
    let mut out = Out::new(Layout::Compact);
    writer(&conversation, &mut Writing::new(&mut out, report, &options, scratch))?;
    let text = std::str::from_utf8(out.as_bytes()).unwrap_or_default();
    let list = scratch.parse(text).map_err(|error| Refused::json(&error))?;
    let count = list.len().saturating_sub(1);
    Ok(list.items().take(count).map(|item| (item.raw().to_owned(), at)).collect())
}

/// A message of the user with these words.
pub(super) fn user(words: &str) -> Message<'static> {
    let words = TextPart::new(Text::Owned(words.to_owned()), At::NOWHERE);
    Message { role: Role::User, form: Form::Text, parts: Few::one(Part::Text(words)), ..Message::default() }
}
