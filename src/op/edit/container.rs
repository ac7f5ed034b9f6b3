//! `--container` if the format stays the same: the list of messages, or the body, is copied from the record.

use super::dropped::{KeptItems, report_dropped};
use super::new_messages::MessagePrinter;
use super::splice::Spliced;
use super::{EditRecord, Stop};
use crate::format::listing::{Listed, MessageNodes};
use crate::format::{Container, Containing, NamedBranch, WriteOptions};
use crate::json::{At, Node, Span, Tape, sort_edits};
use crate::lower::BareLists;
use crate::model::{Message, RecordSource};
use crate::report::{Refused, Report, loss};

/// Puts the messages of the record into a container of its program. `None`: they already are.
///
/// `branch` is the name of the selected branch, if there is one.
pub(super) fn contain(
    record: &EditRecord<'_, '_, '_>,
    container: Container,
    branch: Option<&str>,
    report: &mut Report,
) -> Result<Option<Spliced>, Stop> {
    let Some(program) = record.format.program.filter(|_| !record.is_sequence) else { return Err(Stop::Cannot) };
    let order = (0..record.conversation.messages.len()).collect();
    let branches: Vec<_> = branch.map(|name| NamedBranch { name: name.to_owned(), order }).into_iter().collect();
    let id = record.conversation.id.as_ref().map(|id| id.decode().into_owned());
    let source = RecordSource { text: record.text, ..record.conversation.source };
    let containing = Containing { container, branches: &branches, id: id.as_deref(), source };
    let mut edits = (program.contain)(record.root, &containing);
    if edits.is_empty() {
        return Ok(None);
    }
    sort_edits(&mut edits);
    let mut kept = KeptItems::default();
    let mut start = 0;
    for edit in edits.iter().filter(|edit| edit.text.is_empty()) {
        kept.spans.push(Span { start, end: edit.span.start });
        start = edit.span.end;
    }
    kept.spans.push(Span { start, end: record.text.len() });
    kept.spans.retain(|span| span.start < span.end);
    report_dropped(record, &kept, report);
    Ok(Some(Spliced::of_edits(record.text.len(), edits)))
}

/// Converts the record to a list or a body. `None`: it already is one, or the format has no such container.
pub(super) fn change_container(
    record: &EditRecord<'_, '_, '_>,
    options: &WriteOptions,
    scratch: &mut Tape,
    report: &mut Report,
) -> Result<Option<Spliced>, Stop> {
    let Some(listing) = record.format.shape.listing.filter(|_| !record.is_sequence) else { return Ok(None) };
    let listed = (listing.find)(record.root);
    let mut cut = RecordCut { record: *record, made: Spliced::default(), kept: KeptItems::default() };
    match (options.container, listed.body) {
        (Container::Kept | Container::Pile | Container::Flow, _) => return Ok(None),
        (_, None) if listing.key.is_empty() && matches!(listed.messages, MessageNodes::None) => return Ok(None),
        (Container::List, _) if record.format.policy.record.lists == BareLists::Never => return Ok(None),
        (Container::List, _) => {
            if matches!(listed.messages, MessageNodes::Items(list) if list.span() == record.root.span()) {
                return Ok(None);
            }
            cut.list(&listed, options, scratch, report)?;
        }
        (Container::Body, _) if listing.key.is_empty() => return Ok(None),
        (Container::Body, Some(body)) if body.span() == record.root.span() => return Ok(None),
        (Container::Body, Some(body)) => cut.keep(body.span()),
        (Container::Body, None) => {
            cut.add("{");
            for (key, value) in &listed.settings {
                cut.keep(Span { start: key.span().start, end: value.span().end });
                cut.add(",");
            }
            cut.add(&format!("\"{}\":", listing.key));
            cut.list(&listed, options, scratch, report)?;
            cut.add("}");
        }
    }
    report_dropped(record, &cut.kept, report);
    Ok(Some(cut.made))
}

/// A record from which pieces are copied.
struct RecordCut<'r, 't, 'a> {
    record: EditRecord<'r, 't, 'a>,
    made: Spliced,
    kept: KeptItems,
}

impl<'r, 'a> RecordCut<'r, '_, 'a> {
    fn keep(&mut self, span: Span) {
        self.made.keep(span);
        self.kept.spans.push(span);
    }

    fn add(&mut self, text: &str) {
        self.made.add(text, At::byte(0));
    }

    /// Adds the list of messages.
    fn list(
        &mut self,
        listed: &Listed<'_, '_>,
        options: &WriteOptions,
        scratch: &mut Tape,
        report: &mut Report,
    ) -> Result<(), Refused> {
        match listed.messages {
            MessageNodes::Items(node) | MessageNodes::One(node) => self.kept.spans.push(node.span()),
            MessageNodes::Members(object, keys) => self.kept.spans.extend(members(object, keys)),
            MessageNodes::None => {}
        }
        let outside = self.outside(listed)?;
        if let ([], MessageNodes::Items(list)) = (outside, listed.messages) {
            self.made.keep(list.span());
            return Ok(());
        }
        self.add("[");
        let mut is_first = true;
        if !outside.is_empty() {
            // The system prompt is outside the list, or a text replaces the list.
            let at = outside.first().map_or(At::byte(0), |message| message.at);
            let mut printer = MessagePrinter::new(&self.record, options, scratch);
            for item in printer.list(outside, report)? {
                self.made.add(if is_first { "" } else { "," }, at);
                self.made.add(item, at);
                is_first = false;
            }
        }
        self.kept.messages = outside.iter().map(|message| message.at).collect();
        match listed.messages {
            MessageNodes::Items(list) => {
                for item in list.items() {
                    self.add(if is_first { "" } else { "," });
                    self.made.keep(item.span());
                    is_first = false;
                }
            }
            MessageNodes::One(message) => {
                self.add(if is_first { "" } else { "," });
                self.made.keep(message.span());
            }
            MessageNodes::Members(object, keys) => {
                self.add(if is_first { "{" } else { ",{" });
                for (span, index) in members(object, keys).zip(0..) {
                    self.add(if index == 0 { "" } else { "," });
                    self.made.keep(span);
                }
                self.add("}");
            }
            MessageNodes::None => {}
        }
        self.add("]");
        Ok(())
    }

    /// The messages that are not in the list.
    fn outside(&mut self, listed: &Listed<'_, '_>) -> Result<&'r [Message<'a>], Refused> {
        let messages = self.record.conversation.messages.as_slice();
        let (outside, inside) = match (listed.messages, messages.split_last()) {
            (MessageNodes::One(_) | MessageNodes::Members(..), Some((only, before))) => {
                // Facts about the message as a whole.
                self.kept.spans.extend(only.at.offset().map(|start| Span { start, end: start + 1 }));
                return Ok(before);
            }
            _ => messages.split_at(messages.iter().take_while(|message| !self.kept.has(message.at)).count()),
        };
        match inside.iter().find(|message| !self.kept.has(message.at)) {
            Some(message) => {
                Err(Refused::new(&loss::CANNOT_HOLD, message.at, "a message after the list cannot be part of it"))
            }
            // An answer that was stopped before it began does not count.
            None if outside.iter().all(|message| message.parts.is_empty()) => Ok(&[]),
            None => Ok(outside),
        }
    }
}

/// The spans of the members with these keys, in the order of the text.
fn members(object: Node<'_, '_>, keys: &'static [&'static str]) -> impl Iterator<Item = Span> {
    let wanted = object.members().filter(|(key, _)| keys.iter().any(|wanted| key.is(wanted)));
    wanted.map(|(key, value)| Span { start: key.span().start, end: value.span().end })
}
