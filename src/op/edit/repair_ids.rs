//! `--repair` of ids if the format stays the same: calls and results without an id get one, and calls with a repeated
//! id get a new one.

use super::super::migrate_ids::{IdFormat, NewIds, renew};
use super::super::repair::{needs_ids, repeated_ids, report_repeated};
use super::splice::Spliced;
use super::{EditRecord, Stop};
use crate::json::{Edit, RecordText as Source, Tape, sort_edits};
use crate::model::Part;
use crate::report::{Report, loss};
use crate::rule::pairs::PairedCalls;

/// Gives calls and results without an id the one that pairs them.
pub(super) fn fill_ids(record: &EditRecord<'_, '_, '_>, report: &mut Report) -> Result<Option<Spliced>, Stop> {
    let Some(ids) = record.format.shape.ids.filter(|_| needs_ids(record.format)) else { return Ok(None) };
    let paired = PairedCalls::new(record.conversation);
    let lacks = |part: &Part<'_>| match part {
        Part::Call(call) => call.id().is_none(),
        Part::Result(result) => result.call_id().is_none(),
        Part::Text(_) | Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => false,
    };
    let linked = || record.conversation.parts().filter(|part| matches!(part, Part::Call(_) | Part::Result(_)));
    // Some services have no ids, and records from them lack ids.
    let may_lack = record.format.policy.tools.calls.without_ids.contains(&record.format.name);
    if !linked().any(lacks) || (may_lack && linked().all(lacks)) {
        return Ok(None);
    }
    let renewed = match renew(record.tree(), IdFormat { ids, name: record.format.name }, NewIds::MissingCalls) {
        // Programs work without ids that cannot be written; services do not.
        Err(_) if !record.format.is_service() => return Ok(None),
        renewed => renewed?,
    };
    if renewed.edits.is_empty() {
        return Ok(None);
    }
    for (at, id) in &renewed.made {
        report.add(&loss::MADE_CALL_ID, *at, || format!("the call id `{id}` is generated"));
    }
    let pairs = paired.pairs();
    for answer in pairs.results.iter().filter(|answer| answer.call.is_some() && answer.result.call_id().is_none()) {
        report.add(&loss::MADE_CALL_ID, answer.result.at, || {
            "the result gets the id of the call that it seems to answer".to_owned()
        });
    }
    Ok(Some(Spliced::of_edits(record.text.len(), renewed.edits)))
}

/// Gives a call with a repeated id a new one, and its result the same.
pub(super) fn part_ids(
    record: &EditRecord<'_, '_, '_>,
    _: &mut Tape,
    report: &mut Report,
) -> Result<Option<Spliced>, Stop> {
    let renamed = repeated_ids(record.conversation, record.format);
    if renamed.is_empty() {
        return Ok(None);
    }
    let source = Source::new(record.text);
    let mut edits = Vec::new();
    for (place, new) in &renamed {
        let message = record.conversation.messages.get(place.0).ok_or(Stop::Cannot)?;
        let (id, at) = match message.parts.get(place.1) {
            Some(Part::Call(call)) => (call.id.as_ref(), call.at),
            Some(Part::Result(result)) => (result.call_id.as_ref(), result.at),
            _ => return Err(Stop::Cannot),
        };
        // A result without an id gets that of its call later.
        let Some(id) = id.filter(|id| !id.is_empty()) else { continue };
        let span = id.token().and_then(|token| source.span_of(token)).ok_or(Stop::Cannot)?;
        report_repeated(id, new, at, report);
        edits.push(Edit { span, text: new.clone() });
    }
    sort_edits(&mut edits);
    // A call and its result may share an id.
    edits.dedup_by_key(|edit| edit.span);
    Ok(Some(Spliced::of_edits(record.text.len(), edits)))
}
