//! The kind of a record, and the events in it, in any container.

use super::kind::EventType;
use super::row::{StoreRow, is_row};
use crate::json::Node;

/// The kind of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordKind {
    /// Events: a list, lines, an object with `events`, or database rows with such a list each.
    Events,
    /// Messages.
    Messages,
    /// The input of a run: `{"threadId":…,"runId":…,"messages":[…]}`.
    Input,
}

/// The number of list items that are inspected.
const LOOK: usize = 50;

/// True for an event: an object whose type is known or spelled like an event type.
#[must_use]
pub fn is_event(node: Node<'_, '_>) -> bool {
    if EventType::of(node) != EventType::Unknown {
        return true;
    }
    let Some(kind) = node.get("type").and_then(|kind| kind.token()) else { return false };
    let is_upper = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    kind.contains('_') && kind.bytes().all(is_upper) && node.get("role").is_none()
}

/// True for an object around a list of events.
#[inline(always)]
#[must_use]
pub fn has_events(node: Node<'_, '_>) -> bool {
    // Nearly all events are a few strings.
    !node.has_scalars_only() && has_event_list(node)
}

fn has_event_list(node: Node<'_, '_>) -> bool {
    node.get("events").is_some_and(|events| events.is_array()) && !node.get("type").is_some_and(|kind| kind.is_string())
}

impl RecordKind {
    /// Detects the kind of a record. `None` if it is neither of them.
    #[must_use]
    pub fn of(root: Node<'_, '_>) -> Option<Self> {
        if root.is_array() {
            let mut items = root.items().take(LOOK);
            return items.find_map(|item| match item {
                item if is_event(item) || has_events(item) => Some(Self::Events),
                item if item.get("role").is_some() && item.get("type").is_none() => Some(Self::Messages),
                _ => None,
            });
        }
        if is_event(root) || has_events(root) {
            return Some(Self::Events);
        }
        let is_input = root.get("messages").is_some_and(|messages| messages.is_array())
            && (root.get("threadId").is_some() || root.get("runId").is_some());
        is_input.then_some(Self::Input)
    }
}

/// Calls `visit` with every event of a record, in order, including those in rows and in objects with `events`. Events of
/// rows come with their row.
///
/// ```
/// use turnwise::events::each_event;
/// use turnwise::json::Tape;
///
/// let (mut tape, mut count) = (Tape::new(), 0);
/// let root = tape.parse(r#"[{"run_id":"r1","events":[{"type":"RAW","event":1}]}]"#)?;
/// each_event(root, &mut |_, row| count += usize::from(row.is_some()));
/// assert_eq!(count, 1);
/// # Ok::<(), turnwise::json::JsonError>(())
/// ```
pub fn each_event<'t, 'a>(root: Node<'t, 'a>, visit: &mut dyn FnMut(Node<'t, 'a>, Option<StoreRow<'t, 'a>>)) {
    each_entry(root, &mut |entry| events_of_entry(entry, visit));
}

/// Calls `visit` with every entry of a record: events and the objects around events.
pub fn each_entry<'t, 'a>(root: Node<'t, 'a>, visit: &mut dyn FnMut(Node<'t, 'a>)) {
    if root.is_array() { root.items().for_each(visit) } else { visit(root) }
}

/// Calls `visit` with the events in an object around events, or with the entry, which is an event.
pub fn events_of_entry<'t, 'a>(entry: Node<'t, 'a>, visit: &mut dyn FnMut(Node<'t, 'a>, Option<StoreRow<'t, 'a>>)) {
    match Some(entry).filter(|entry| has_events(*entry)).and_then(|entry| entry.get("events")) {
        Some(events) => {
            let is_row = is_row(entry);
            for (event, place) in events.items().zip(0_usize..) {
                visit(event, is_row.then(|| StoreRow::new(entry, place == 0)));
            }
        }
        None => visit(entry, None),
    }
}
