//! The list of messages in a record: the record itself, or `messages` of the input of a run. A stream of events has
//! none.

use super::log_parts::parts;
use super::stream::replayed;
use super::write_events::result_event;
use crate::events::RecordKind;
use crate::events::{EventType, each_event};
use crate::format::listing::{EventListing, InsertSide, Listed, Listing, MessageNodes};
use crate::json::Node;

pub(super) static LISTING: Listing = Listing {
    find,
    log: Some(EventListing {
        messages: |root| (RecordKind::of(root) == Some(RecordKind::Events)).then(|| replayed(root)),
        end,
        event: result_event,
        parts,
    }),
    ..Listing::NONE
};

fn find<'t, 'a>(root: Node<'t, 'a>) -> Listed<'t, 'a> {
    let list = match RecordKind::of(root) {
        Some(RecordKind::Messages) if root.is_array() => Some(root),
        Some(RecordKind::Input) => root.get("messages").filter(Node::is_array),
        Some(RecordKind::Messages | RecordKind::Events) | None => None,
    };
    Listed::bare(list.map_or(MessageNodes::None, MessageNodes::Items))
}

/// The end of the last run, or the last event.
fn end<'t, 'a>(root: Node<'t, 'a>) -> Option<(Node<'t, 'a>, InsertSide)> {
    let (mut end, mut last) = (None, None);
    each_event(root, &mut |event, _| {
        let kind = EventType::of(event);
        if kind == EventType::RunStarted {
            end = None;
        } else if matches!(kind, EventType::RunFinished | EventType::RunError) {
            end = end.or(Some(event));
        }
        last = Some(event);
    });
    let place = end.map(|end| (end, InsertSide::Before)).or(last.map(|last| (last, InsertSide::After)));
    // One event alone is in no list.
    place.filter(|(event, _)| event.span() != root.span())
}
