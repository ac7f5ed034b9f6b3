//! A dialect whose records are bodies with other members, or lines around bodies.
//!
//! `{"custom_id":"1","method":"POST","url":"/v1/chat/completions","body":{"model":"m","messages":[…]}}`

use super::EditRecord;
use super::dropped::{KeptItems, report_dropped};
use super::splice::Spliced;
use crate::format::listing::BodyEdit;
use crate::format::shared::IdMaker;
use crate::json::{At, Span, quoted};
use crate::model::Role;
use crate::report::{Refused, Report, loss};

/// Rejects a record that cannot become one of the dialect.
pub(super) fn check(record: &EditRecord<'_, '_, '_>, edit: &BodyEdit) -> Result<(), Refused> {
    if let Some(why) = edit.refuses {
        return Err(Refused::new(&loss::CANNOT_HOLD, At::byte(0), why));
    }
    let last = record.conversation.messages.last();
    let is_free = edit.ends_freely.is_some_and(|key| record.root.get(key).is_some());
    match edit.ends_in_answer.filter(|_| !is_free && !last.is_some_and(|last| matches!(last.role, Role::Assistant))) {
        Some(why) => Err(Refused::new(&loss::CANNOT_HOLD, last.map_or(At::NOWHERE, |last| last.at), why)),
        None => Ok(()),
    }
}

/// Converts a body to the dialect. `source`: the text of the record before any change, from which an id is derived.
pub(super) fn change_body(
    record: &EditRecord<'_, '_, '_>,
    edit: &BodyEdit,
    source: &str,
    report: &mut Report,
) -> Option<Spliced> {
    let body = record.root;
    let (mut made, mut kept) = (Spliced::default(), KeptItems::default());
    let mut is_changed = edit.line.is_some();
    let Span { start, end } = body.span();
    made.keep(Span { start: 0, end: start });
    if let Some(line) = &edit.line {
        let id = record.conversation.id.as_ref().map(|id| format!("\"{}\"", id.spelling()));
        let id = id.unwrap_or_else(|| quoted(&IdMaker::new(source).message(0, 0)));
        made.add(format!("{{\"{}\":{id},{},\"{}\":", line.id, line.members, line.body), At::byte(start));
    }
    made.keep(Span { start, end: start + 1 });
    let mut done = None;
    for (key, value) in edit.sets.iter().filter(|(key, _)| body.get(key).is_none()) {
        let comma = if body.is_empty() { "" } else { "," };
        made.add(format!("\"{key}\":{value}{comma}"), At::byte(start));
        is_changed = true;
    }
    for (index, (key, value)) in body.members().enumerate() {
        let name = key.text().unwrap_or_default().decode().into_owned();
        if !(edit.keeps)(&name) {
            is_changed = true;
            continue;
        }
        let (key, value) = (key.span(), value.span());
        match done {
            None if index == 0 => made.keep(Span { start: start + 1, end: key.start }),
            None => {}
            Some((before, end)) if before + 1 == index => made.keep(Span { start: end, end: key.start }),
            Some(_) => made.add(",", At::byte(key.start)),
        }
        done = Some((index, value.end));
        let old = record.text.get(value.start..value.end);
        match edit.sets.iter().find(|(set, new)| *set == name && Some(*new) != old) {
            Some((_, new)) => {
                made.keep(Span { start: key.start, end: value.start });
                made.add(*new, At::byte(value.start));
                is_changed = true;
            }
            None => {
                let member = Span { start: key.start, end: value.end };
                made.keep(member);
                kept.spans.push(member);
            }
        }
    }
    made.keep(Span { start: end - 1, end });
    if edit.line.is_some() {
        made.add("}", At::byte(start));
    }
    made.keep(Span { start: end, end: record.text.len() });
    if !is_changed {
        return None;
    }
    report_dropped(record, &kept, report);
    Some(made)
}
