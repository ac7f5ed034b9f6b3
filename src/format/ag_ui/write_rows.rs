//! Rows of a store: one a run, `{"thread_id":…,"run_id":…,"parent_run":…,"events":[…]}`.

use crate::events::EventType;
use crate::json::{Out, Tape};

pub(super) fn write_rows(events: &[String], out: &mut Out) {
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
    out.open(b'[');
    for (place, start) in starts.iter().enumerate() {
        let end = starts.get(place + 1).copied().unwrap_or(events.len());
        let run = if place == 0 { first } else { Some(*start) };
        out.open(b'{');
        open_row(run.and_then(|run| events.get(run)), out);
        for text in events.get(*start..end).unwrap_or_default() {
            out.verbatim(text);
        }
        out.close(b']');
        out.close(b'}');
    }
    out.close(b']');
}

/// The fields of a row, and its list of events, open. `start` is the event that starts its run.
fn open_row(start: Option<&String>, out: &mut Out) {
    let mut tape = Tape::new();
    if let Some(node) = start.and_then(|text| tape.parse(text).ok()) {
        for (key, field) in [("thread_id", "threadId"), ("run_id", "runId")] {
            if let Some(value) = node.get(field) {
                out.key(key).verbatim(value.raw());
            }
        }
        match node.get("parentRunId") {
            Some(parent) => out.key("parent_run").verbatim(parent.raw()),
            None => out.key("parent_run").null(),
        }
    }
    out.key("events").open(b'[');
}
