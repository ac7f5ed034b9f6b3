//! Rows of a store: one a run, `{"thread_id":…,"run_id":…,"parent_run":…,"events":[…]}`.

use super::write::{events_of, with_source, write_stream};
use super::write_message::Ids;
use crate::events::EventType;
use crate::format::{LogShape, WriteOptions, Writing};
use crate::json::{Layout, Out, Tape};
use crate::model::{Conversation, Slot};
use crate::report::Refused;

pub(super) fn write_rows(
    conversation: &Conversation<'_>,
    ids: &Ids<'_>,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    let mut events = Vec::new();
    if with_source(conversation, |root| events = events_of(root)) {
        // What was around the events has no place in a row, but for the ids of the run.
        conversation.each_extras(&mut |extras| {
            for extra in extras.of(super::NAME) {
                if extra.slot != Slot::Envelope || extra.key.is("run_id") || extra.key.is("parent_run") {
                    writing.place(extra);
                }
            }
        });
    } else {
        let options = WriteOptions { log: LogShape::Snapshot, ..*writing.options };
        let mut draft = Out::new(Layout::Compact);
        writing.aside(&mut draft, &options, |inner| write_stream(conversation, ids, inner))?;
        let text = std::str::from_utf8(draft.as_bytes()).unwrap_or_default();
        let root = writing.scratch.parse(text).map_err(|error| Refused::json(&error))?;
        events = events_of(root);
    }
    let mut tape = Tape::new();
    let mut is_start = |text: &String| tape.parse(text).is_ok_and(|node| EventType::of(node) == EventType::RunStarted);
    let mut starts: Vec<_> = events.iter().enumerate().filter(|(_, text)| is_start(text)).map(|(at, _)| at).collect();
    // What comes before the first run goes with it.
    let first = starts.first().copied();
    if let Some(start) = starts.first_mut() {
        *start = 0;
    } else if !events.is_empty() {
        starts.push(0);
    }
    writing.out.open(b'[');
    for (place, start) in starts.iter().enumerate() {
        let end = starts.get(place + 1).copied().unwrap_or(events.len());
        let run = if place == 0 { first } else { Some(*start) };
        writing.out.open(b'{');
        open_row(run.and_then(|run| events.get(run)), writing);
        for text in events.get(*start..end).unwrap_or_default() {
            writing.out.verbatim(text);
        }
        writing.out.close(b']');
        writing.out.close(b'}');
    }
    writing.out.close(b']');
    Ok(())
}

/// The fields of a row, and its list of events, open. `start` is the event that starts its run.
fn open_row(start: Option<&String>, writing: &mut Writing<'_>) {
    let mut tape = Tape::new();
    if let Some(node) = start.and_then(|text| tape.parse(text).ok()) {
        for (key, field) in [("thread_id", "threadId"), ("run_id", "runId")] {
            if let Some(value) = node.get(field) {
                writing.out.key(key).verbatim(value.raw());
            }
        }
        match node.get("parentRunId") {
            Some(parent) => writing.out.key("parent_run").verbatim(parent.raw()),
            None => writing.out.key("parent_run").null(),
        }
    }
    writing.out.key("events").open(b'[');
}
