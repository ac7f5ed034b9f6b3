//! The record: a stream of events, rows of a store, or a list of messages.

use super::NAME;
use super::source::{events, events_of, rows};
use super::write_events::write_events;
use super::write_message::write_turn;
use super::write_rows::write_rows;
use crate::json::{Layout, Node, Out, Tape};
use crate::lower::{LogShape, Outline, OutlineTool, RunIds};
use crate::model::{Extra, Slot};

/// Prints a conversation.
pub(super) fn print(outline: &Outline<'_>, _dialect: Option<&'static str>, out: &mut Out) {
    match outline.log.shape {
        LogShape::Messages => write_list(outline, out),
        LogShape::Snapshot | LogShape::Events => write_stream(outline, out),
        LogShape::Rows if outline.log.is_source => match rows(outline.conversation) {
            // They have columns of their own.
            Some(rows) => out.array(|out| rows.iter().for_each(|row| out.verbatim(row))),
            None => write_rows(&events(outline.conversation), out),
        },
        LogShape::Rows => {
            let mut draft = Out::new(Layout::Compact);
            write_stream(outline, &mut draft);
            let text = std::str::from_utf8(draft.as_bytes()).unwrap_or_default();
            let events = Tape::new().parse(text).map(events_of).unwrap_or_default();
            write_rows(&events, out);
        }
    }
}

pub(super) fn write_list(outline: &Outline<'_>, out: &mut Out) {
    out.open(b'[');
    outline.turns.iter().for_each(|turn| write_turn(turn, out));
    out.close(b']');
}

/// A run: its start, all messages, the state, its end. What the reader kept of a stream is where it was.
fn write_stream(outline: &Outline<'_>, out: &mut Out) {
    let kept: Vec<_> = outline.record.fields.iter().copied().filter(|extra| extra.slot == Slot::Event).collect();
    let state = outline.record.fields.iter().find(|extra| extra.key.is("state") && extra.slot == Slot::Here);
    out.open(b'[');
    let is_start = |extra: &Extra<'_>| extra.key.is("RUN_STARTED");
    let is_end = |extra: &Extra<'_>| extra.key.is("RUN_FINISHED") || extra.key.is("RUN_ERROR");
    // The messages of all runs go into the last one: a snapshot in each would say the first ones again and again.
    let (before, after) = match kept.iter().rposition(|extra| is_start(extra)) {
        Some(start) => {
            let end = kept.iter().skip(start).position(|extra| is_end(extra)).map(|end| start + end);
            kept.split_at(end.unwrap_or(kept.len()))
        }
        None => (&[][..], kept.as_slice()),
    };
    if let Some(run) = &outline.log.run {
        write_start(run, &outline.request.tools, out);
    }
    for extra in before {
        write_kept(extra, out);
    }
    if outline.log.shape == LogShape::Events {
        write_events(outline, out);
    } else {
        out.open(b'{');
        out.key("type").word("MESSAGES_SNAPSHOT");
        out.key("messages");
        write_list(outline, out);
        out.close(b'}');
    }
    if let Some(state) = state {
        out.object(|out| {
            out.key("type").word("STATE_SNAPSHOT");
            out.key("snapshot").raw(&state.value);
        });
    }
    for extra in after {
        write_kept(extra, out);
    }
    if let Some(run) = &outline.log.run {
        out.open(b'{');
        out.key("type").word("RUN_FINISHED");
        write_ids(run, out);
        out.close(b'}');
    }
    out.close(b']');
}

/// A kept event; the messages of a run's input are in the snapshot.
fn write_kept(extra: &Extra<'_>, out: &mut Out) {
    let mut tape = Tape::new();
    let json = match tape.parse(extra.value.as_str()) {
        Ok(event) if extra.key.is("RUN_STARTED") => without_messages(event),
        _ => None,
    };
    out.verbatim(json.as_deref().unwrap_or(extra.value.as_str()));
}

fn without_messages(event: Node<'_, '_>) -> Option<String> {
    let input = event.get("input").filter(|input| input.get("messages").is_some_and(|list| !list.is_empty()))?;
    let mut out = Out::new(Layout::Compact);
    let copy = |out: &mut Out, key: Node<'_, '_>, value: Node<'_, '_>| {
        out.key_text(&key.text().unwrap_or_default()).verbatim(value.raw());
    };
    out.object(|out| {
        for (key, value) in event.members() {
            if !key.is("input") {
                copy(out, key, value);
                continue;
            }
            out.key("input").object(|out| {
                for (key, value) in input.members() {
                    if key.is("messages") {
                        out.key("messages").array(|_| ());
                    } else {
                        copy(out, key, value);
                    }
                }
            });
        }
    });
    String::from_utf8(std::mem::take(out.bytes_mut())).ok()
}

fn write_start(run: &RunIds<'_>, tools: &[OutlineTool<'_>], out: &mut Out) {
    out.open(b'{');
    out.key("type").word("RUN_STARTED");
    write_ids(run, out);
    if !tools.is_empty() {
        out.key("input").open(b'{');
        write_ids(run, out);
        out.key("messages").array(|_| ());
        write_tools(tools, out);
        out.close(b'}');
    }
    out.close(b'}');
}

fn write_ids(run: &RunIds<'_>, out: &mut Out) {
    out.key("threadId").text(&run.thread);
    out.key("runId").text(&run.id);
}

fn write_tools(tools: &[OutlineTool<'_>], out: &mut Out) {
    if tools.is_empty() {
        return;
    }
    out.key("tools").open(b'[');
    for tool in tools {
        write_tool(tool, out);
    }
    out.close(b']');
}

fn write_tool(tool: &OutlineTool<'_>, out: &mut Out) {
    out.source(tool.spec.at).open(b'{');
    out.key("name").text(&tool.name);
    match &tool.spec.description {
        Some(description) => out.key("description").text(description),
        None if tool.spec.origin == NAME => {}
        None => out.key("description").word(""),
    }
    if let Some(schema) = &tool.schema {
        out.key("parameters").verbatim(schema);
    }
    tool.spec.extras.write(Slot::Here, NAME, out);
    out.close(b'}');
}
