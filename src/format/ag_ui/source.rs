//! Records of events as they were read.

use super::NAME;
use crate::events::{RecordKind, each_event, is_row};
use crate::format::Reading;
use crate::json::{Node, Tape};
use crate::model::{Conversation, same};
use crate::report::Report;

/// True for a record of events that still says what its source says.
pub(super) fn is_unchanged(conversation: &Conversation<'_>) -> bool {
    let mut is_same = false;
    with_source(conversation, |root| {
        // One event is a log of one line.
        let mut reading =
            Reading { report: &mut Report::keeping(0), scratch: &mut Tape::new(), columns: None, programs: None };
        is_same = super::read::read(root, &mut reading).is_ok_and(|fresh| same(&fresh, conversation))
            && (root.is_array() || RecordKind::of(root) == Some(RecordKind::Events));
    });
    is_same
}

/// The rows of a source whose events are all in rows of a store.
pub(super) fn rows(conversation: &Conversation<'_>) -> Option<Vec<String>> {
    let mut rows = None;
    with_source(conversation, |root| {
        let items: Vec<_> = if root.is_array() { root.items().collect() } else { vec![root] };
        let are_rows = !items.is_empty() && items.iter().all(|item| is_row(*item));
        rows = are_rows.then(|| items.iter().map(|row| row.raw().to_owned()).collect());
    });
    rows
}

/// All events of the source.
pub(super) fn events(conversation: &Conversation<'_>) -> Vec<String> {
    let mut events = Vec::new();
    with_source(conversation, |root| events = events_of(root));
    events
}

/// All events in a record.
pub(super) fn events_of(root: Node<'_, '_>) -> Vec<String> {
    let mut events = Vec::new();
    each_event(root, &mut |node, _| events.push(node.raw().to_owned()));
    events
}

fn with_source(conversation: &Conversation<'_>, each: impl FnOnce(Node<'_, '_>)) {
    if conversation.origin != NAME || conversation.source.shape != "events" {
        return;
    }
    let (mut one, mut many) = (Tape::new(), Tape::new());
    let source = conversation.source.text;
    if let Ok(root) = one.parse(source).or_else(|_| many.parse_sequence(source)) {
        each(root);
    }
}
