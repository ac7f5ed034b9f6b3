//! Changes of messages that are not items of a list: in columns, each of which is edited as a separate record, or in
//! events, where new messages become events.

use crate::json::short_lists;
use std::collections::HashMap;

use super::super::repair::needs_order;
use super::splice::Spliced;
use super::{EditFn, EditRecord, Stop};
use crate::format::Reading;
use crate::format::listing::{EventListing, InsertSide, MessageColumns};
use crate::json::{At, Edit, NestedJson, Node, Span, Tape};
use crate::model::Conversation;
use crate::report::{Refused, Report};

/// Applies a change to the messages of a record, wherever they are stored.
pub(super) fn change(
    record: &EditRecord<'_, '_, '_>,
    change: &EditFn<'_>,
    scratch: &mut Tape,
    report: &mut Report,
) -> Result<Option<Spliced>, Stop> {
    let listing = record.format.shape.listing;
    if let Some(columns) = listing.and_then(|listing| listing.columns.as_ref()) {
        return change_columns(record, columns, change, scratch, report);
    }
    let log = listing.and_then(|listing| listing.log.as_ref());
    match log.and_then(|log| Some((log, (log.messages)(record.root)?))) {
        Some((log, list)) => change_log(record, log, &list, change, scratch, report),
        None => change(record, scratch, report),
    }
}

fn change_log(
    record: &EditRecord<'_, '_, '_>,
    log: &EventListing,
    list: &str,
    change: &EditFn<'_>,
    scratch: &mut Tape,
    report: &mut Report,
) -> Result<Option<Spliced>, Stop> {
    let (mut tape, mut part) = (Tape::new(), report.alike());
    let root = tape.parse(list).map_err(|error| Refused::json(&error))?;
    let mut reading = Reading { report: &mut Report::keeping(0), scratch, columns: None, programs: None };
    let mut made = record.format.read_record(root, &mut reading)?;
    made.source.text = list;
    let held = EditRecord { conversation: &made, root, text: list, is_sequence: false, ..*record };
    let Some(step) = change(&held, scratch, &mut part)? else { return Ok(None) };
    let (beside, side) = (log.end)(record.root).ok_or(Stop::Cannot)?;
    let places = LogPlaces::of(&made, record.conversation);
    part.move_places(|at| places.find(at));
    let events = new_events(log, root, &step.text(list)).ok_or(Stop::Cannot)?;
    let Span { start, end } = beside.span();
    let between = between(record, beside);
    let events = events.join(between);
    let (place, text) = match side {
        InsertSide::Before => (start, events + between),
        InsertSide::After => (end, between.to_owned() + &events),
    };
    let edit = Edit { span: Span { start: place, end: place }, text };
    let added = Spliced::of_edits(record.text.len(), vec![edit]);
    let text = added.text(record.text);
    // Its program may put the message elsewhere.
    let root = if record.is_sequence { tape.parse_sequence(&text) } else { tape.parse(&text) };
    let root = root.map_err(|error| Refused::json(&error))?;
    let mut reading = Reading { report: &mut Report::keeping(0), scratch, columns: None, programs: None };
    if needs_order(&record.format.read_record(root, &mut reading)?, record.format) {
        return Err(Stop::Cannot);
    }
    report.append(&mut part);
    Ok(Some(added))
}

/// The events that change a list of messages into another one. `None`: existing events would have to be removed or
/// moved.
fn new_events(log: &EventListing, before: Node<'_, '_>, after: &str) -> Option<Vec<String>> {
    let (mut tape, mut events) = (Tape::new(), Vec::new());
    let mut rest = before.items().peekable();
    for item in tape.parse(after).ok()?.items() {
        if rest.next_if(|old| old.raw() == item.raw()).is_none() {
            events.push((log.event)(item)?);
        }
    }
    rest.next().is_none().then_some(events)
}

/// The separator between an event and the one before it.
fn between<'a>(record: &EditRecord<'_, '_, 'a>, event: Node<'_, '_>) -> &'a str {
    let is_line = record.is_sequence && record.root.items().any(|item| item.span() == event.span());
    let usual = if is_line { "\n" } else { "," };
    let before = record.text.get(..event.span().start).unwrap_or_default();
    let separator = before.trim_end_matches(|byte: char| byte == ',' || byte.is_ascii_whitespace());
    // The first event of a list comes after a bracket.
    let separator =
        before.get(separator.len()..).filter(|separator| !separator.is_empty() && (is_line || separator.contains(',')));
    separator.unwrap_or(usual)
}

/// Maps places in the messages of an event log to places in the log.
struct LogPlaces {
    exact: HashMap<At, At>,
    messages: Vec<(At, At)>,
}

impl LogPlaces {
    /// `made`: the messages that the events produce; `read`: the same, as read from the log.
    fn of(made: &Conversation<'_>, read: &Conversation<'_>) -> Self {
        let both = || made.messages.iter().zip(&read.messages);
        let parts = both().flat_map(|(made, read)| made.parts.iter().zip(&read.parts));
        Self {
            exact: parts.map(|(made, read)| (made.at(), read.at())).collect(),
            messages: both().map(|(made, read)| (made.at, read.at)).collect(),
        }
    }

    fn find(&self, at: At) -> At {
        let message = || self.messages.partition_point(|(made, _)| *made <= at).checked_sub(1);
        let found = self.exact.get(&at).copied();
        found.or_else(|| Some(self.messages.get(message()?)?.1)).unwrap_or(At::byte(0))
    }
}

fn change_columns(
    record: &EditRecord<'_, '_, '_>,
    columns: &MessageColumns,
    change: &EditFn<'_>,
    scratch: &mut Tape,
    report: &mut Report,
) -> Result<Option<Spliced>, Stop> {
    let mut changed = Vec::new();
    for (column, index) in (columns.find)(record.root).into_iter().zip(0..) {
        let inside = NestedJson::of(column.raw(), column.at());
        let (mut tape, mut part) = (Tape::new(), report.alike());
        // The program does not treat these as messages.
        if inside.text().is_empty() || column.is_null() {
            continue;
        }
        let root = tape.parse(inside.text()).map_err(|error| Refused::json(&error))?;
        let mut reading = Reading { report: &mut Report::keeping(0), scratch, columns: None, programs: None };
        let mut conversation = (columns.format.read)(root, &mut reading)?;
        conversation.source.text = inside.text();
        let held = EditRecord {
            format: columns.format,
            conversation: &conversation,
            root,
            text: inside.text(),
            is_sequence: false,
        };
        let step = change(&held, scratch, &mut part)?;
        if index == 0 {
            part.move_places(|at| at.offset().map_or(at, |offset| inside.at(offset)));
            report.append(&mut part);
        }
        changed.extend(step.map(|step| step.inside(&inside)));
    }
    if changed.is_empty() {
        return Ok(None);
    }
    short_lists::sort_by_key(&mut changed, |(span, _)| *span);
    let (mut made, mut done) = (Spliced::default(), 0);
    for (span, pieces) in changed {
        made.keep(Span { start: done, end: span.start });
        made.append(pieces);
        done = span.end;
    }
    made.keep(Span { start: done, end: record.text.len() });
    Ok(Some(made))
}
