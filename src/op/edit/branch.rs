//! `--branch` if the format stays the same: the messages of one branch are copied from the record, in order, as a list.

use super::super::select_branch::{ChosenBranch, selected};
use super::dropped::{KeptItems, report_dropped};
use super::record::{EditRecord, Stop};
use super::splice::Spliced;
use crate::format::listing::MessageNodes;
use crate::json::{At, Node, Span};
use crate::report::Report;

/// Replaces the record by the list of the messages of one branch.
pub(super) fn select_branch(
    record: &EditRecord<'_, '_, '_>,
    branch: ChosenBranch<'_>,
    report: &mut Report,
) -> Result<Option<Spliced>, Stop> {
    let listing = record.format.shape.listing.ok_or(Stop::Cannot)?;
    let MessageNodes::Items(list) = (listing.find)(record.root).messages else { return Err(Stop::Cannot) };
    let selected = selected(record.conversation, branch, report);
    let items: Vec<_> = list.items().collect();
    let item_of = |at: At| items.get(items.partition_point(|item| item.at() <= at).checked_sub(1)?).copied();
    let (mut made, mut kept) = (Spliced::default(), KeptItems::default());
    made.add("[", At::byte(0));
    for (message, count) in selected.messages.iter().zip(0..) {
        let span = item_of(message.at).map(|item: Node<'_, '_>| item.span()).ok_or(Stop::Cannot)?;
        made.add(if count == 0 { "" } else { "," }, message.at);
        made.keep(Span { start: space_before(record.text, span.start), end: span.end });
        kept.spans.push(span);
    }
    let end = list.span().end;
    made.keep(Span { start: space_before(record.text, end - 1), end });
    report_dropped(&EditRecord { conversation: &selected, ..*record }, &kept, report);
    Ok(Some(made))
}

/// The offset of the white space before a place.
fn space_before(text: &str, place: usize) -> usize {
    text.get(..place).map_or(place, |before| before.trim_ascii_end().len())
}
