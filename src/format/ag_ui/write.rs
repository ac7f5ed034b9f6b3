//! The record: a stream of events, a list of messages, or the input of a run.

use super::NAME;
use super::write_message::{Ids, write_message};
use crate::events::{Holds, each_event};
use crate::format::shared::{IdMaker, Links, write_extras};
use crate::format::{Container, LogShape, Reading, Writing};
use crate::json::{Layout, Node, Out, Tape, Text};
use crate::model::{Conversation, Extra, Slot, ToolKind, same};
use crate::report::{Refused, Report, loss};

pub(super) fn write(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let maker = IdMaker::new(conversation.source);
    let links = Links::of(conversation, &maker);
    links.report(conversation, writing.report);
    let ids = Ids { maker, links };
    let is_kept = writing.options.container == Container::Kept
        && conversation.origin == NAME
        && writing.options.log == LogShape::Snapshot;
    match conversation.shape {
        "messages" if is_kept => write_list(conversation, &ids, writing),
        "input" if is_kept => write_input(conversation, &ids, writing),
        "events" if is_kept && write_unchanged(conversation, writing) => Ok(()),
        _ => match writing.options.log {
            LogShape::Messages => {
                drop_rest(conversation, writing);
                write_list(conversation, &ids, writing)
            }
            LogShape::Snapshot | LogShape::Events => write_stream(conversation, &ids, writing),
            LogShape::Rows => super::write_rows::write_rows(conversation, &ids, writing),
        },
    }
}

/// The events as they were, if the conversation is still what they give.
pub(super) fn write_unchanged(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> bool {
    let is_same = with_source(conversation, |root| {
        if root.is_object() {
            writing.out.verbatim(root.raw());
        } else {
            writing.out.array(|out| root.items().for_each(|item| out.verbatim(item.raw())));
        }
    });
    if is_same {
        writing.place_all(conversation);
    }
    is_same
}

/// Calls `each` with the source of the conversation, if the conversation is still what it gives. False if it is not.
pub(super) fn with_source(conversation: &Conversation<'_>, each: impl FnOnce(Node<'_, '_>)) -> bool {
    if conversation.origin != NAME || conversation.shape != "events" {
        return false;
    }
    let (mut one, mut many) = (Tape::new(), Tape::new());
    let source = conversation.source;
    let Ok(root) = one.parse(source).or_else(|_| many.parse_sequence(source)) else { return false };
    // One event is a log of one line.
    let mut reading = Reading { report: &mut Report::keeping(0), scratch: &mut Tape::new() };
    let is_same = super::read::read(root, &mut reading).is_ok_and(|fresh| same(&fresh, conversation));
    if is_same && (root.is_array() || Holds::of(root) == Some(Holds::Events)) {
        each(root);
        return true;
    }
    false
}

pub(super) fn write_list(
    conversation: &Conversation<'_>,
    ids: &Ids<'_>,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    writing.out.open(b'[');
    for (index, message) in conversation.messages.iter().enumerate() {
        write_message(message, index, ids, writing)?;
    }
    writing.out.close(b']');
    Ok(())
}

fn write_input(conversation: &Conversation<'_>, ids: &Ids<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    writing.out.open(b'{');
    if let Some(id) = &conversation.id {
        writing.out.key("threadId").text(id);
    }
    writing.out.key("messages");
    write_list(conversation, ids, writing)?;
    write_tools(conversation, writing);
    write_extras(&conversation.extras, NAME, writing);
    writing.out.close(b'}');
    Ok(())
}

/// The schema of a tool that takes free text.
const FREE_TEXT: &str = r#"{"type":"object","properties":{"input":{"type":"string"}},"required":["input"]}"#;

fn write_tools(conversation: &Conversation<'_>, writing: &mut Writing<'_>) {
    let tools: Vec<_> = conversation.tools.iter().filter(|tool| tool.raw.is_none()).collect();
    if tools.is_empty() {
        return;
    }
    writing.out.key("tools").open(b'[');
    for tool in tools {
        writing.out.open(b'{');
        writing.out.key("name").text(&tool.name);
        match &tool.description {
            Some(description) => writing.out.key("description").text(description),
            None if tool.origin == NAME => {}
            None => writing.out.key("description").word(""),
        }
        if tool.kind == ToolKind::Custom {
            writing.report.add(&loss::CUSTOM_CALL, tool.at, || {
                format!("the free text of the tool `{}` becomes the member `input` of an object", tool.name.show())
            });
            writing.out.key("parameters").verbatim(FREE_TEXT);
        } else if let Some(parameters) = &tool.parameters {
            writing.out.key("parameters").raw(parameters);
        }
        write_extras(&tool.extras, NAME, writing);
        writing.out.close(b'}');
    }
    writing.out.close(b']');
}

/// Reports what a list of messages has no place for.
fn drop_rest(conversation: &Conversation<'_>, writing: &mut Writing<'_>) {
    if writing.options.log == LogShape::Messages {
        if let Some(id) = &conversation.id {
            let id = id.show();
            writing.report.add(&loss::CONVERSATION_ID, conversation.id_at, || format!("the thread `{id}` is dropped"));
        }
        for tool in conversation.tools.iter().filter(|tool| !tool.is_in_text && tool.raw.is_none()) {
            let name = tool.name.show();
            writing.report.add(&loss::TOOLS, tool.at, || format!("the definition of `{name}` is dropped"));
        }
    }
}

/// A run: its start, all messages, the state, its end. What the reader kept of a stream stands where it stood.
pub(super) fn write_stream(
    conversation: &Conversation<'_>,
    ids: &Ids<'_>,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    let kept: Vec<_> = conversation.extras.in_slot(NAME, Slot::Event).collect();
    let state = conversation.extras.get(NAME, "state");
    writing.out.open(b'[');
    let is_start = |extra: &Extra<'_>| extra.key.is("RUN_STARTED");
    let is_end = |extra: &Extra<'_>| extra.key.is("RUN_FINISHED") || extra.key.is("RUN_ERROR");
    // The messages of all runs go into the last one: a snapshot in each would say the first ones again and again.
    let last_start = kept.iter().rposition(|extra| is_start(extra));
    let (before, after) = match last_start {
        Some(start) => {
            let end = kept.iter().skip(start).position(|extra| is_end(extra)).map(|end| start + end);
            kept.split_at(end.unwrap_or(kept.len()))
        }
        None => (&[][..], kept.as_slice()),
    };
    let made = (last_start.is_none()).then(|| RunIds::of(conversation, ids, writing));
    if let Some(run) = &made {
        run.write_start(conversation, writing);
    }
    for extra in before {
        write_kept(extra, writing);
    }
    if writing.options.log == LogShape::Events {
        super::write_events::write_events(conversation, ids, writing)?;
    } else {
        writing.out.open(b'{');
        writing.out.key("type").word("MESSAGES_SNAPSHOT");
        writing.out.key("messages");
        write_list(conversation, ids, writing)?;
        writing.out.close(b'}');
    }
    if let Some(state) = state {
        writing.out.object(|out| {
            out.key("type").word("STATE_SNAPSHOT");
            out.key("snapshot").raw(&state.value);
        });
        writing.place(state);
    }
    for extra in after {
        write_kept(extra, writing);
    }
    if let Some(run) = &made {
        run.write_end(writing);
    }
    writing.out.close(b']');
    Ok(())
}

/// A kept event; the messages of a run's input are in the snapshot.
fn write_kept(extra: &Extra<'_>, writing: &mut Writing<'_>) {
    let json = match writing.scratch.parse(extra.value.as_str()) {
        Ok(event) if extra.key.is("RUN_STARTED") => without_messages(event),
        _ => None,
    };
    writing.out.verbatim(json.as_deref().unwrap_or(extra.value.as_str()));
    writing.place(extra);
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

/// The ids of the run that is written.
pub(super) struct RunIds {
    thread: Text<'static>,
    run: Text<'static>,
}

impl RunIds {
    pub(super) fn of(conversation: &Conversation<'_>, ids: &Ids<'_>, writing: &mut Writing<'_>) -> Self {
        let run = ids.maker.run();
        let kept = conversation.extras.get(NAME, "runId").and_then(|extra| {
            let id = extra.value.as_str().strip_prefix('"')?.strip_suffix('"')?;
            writing.place(extra);
            Some(id.to_owned())
        });
        let what = match (&conversation.id, &kept) {
            (None, None) => Some("the ids of thread and run are"),
            (None, Some(_)) => Some("the id of the thread is"),
            (Some(_), None) => Some("the id of the run is"),
            (Some(_), Some(_)) => None,
        };
        if let Some(what) = what {
            let at = conversation.messages.first().map_or(conversation.id_at, |message| message.at);
            writing.report.add(&loss::MADE_THREAD_ID, at, || format!("{what} made up"));
        }
        let thread = conversation.id.clone().map_or_else(|| Text::Owned(ids.maker.thread()), Text::into_owned);
        Self { thread, run: kept.map_or(Text::Owned(run), Text::OwnedToken) }
    }

    pub(super) fn write_start(&self, conversation: &Conversation<'_>, writing: &mut Writing<'_>) {
        writing.out.open(b'{');
        writing.out.key("type").word("RUN_STARTED");
        self.write_ids(writing);
        if conversation.tools.iter().any(|tool| tool.raw.is_none()) {
            writing.out.key("input").open(b'{');
            self.write_ids(writing);
            writing.out.key("messages").array(|_| ());
            write_tools(conversation, writing);
            writing.out.close(b'}');
        }
        writing.out.close(b'}');
    }

    pub(super) fn write_end(&self, writing: &mut Writing<'_>) {
        writing.out.open(b'{');
        writing.out.key("type").word("RUN_FINISHED");
        self.write_ids(writing);
        writing.out.close(b'}');
    }

    fn write_ids(&self, writing: &mut Writing<'_>) {
        writing.out.key("threadId").text(&self.thread);
        writing.out.key("runId").text(&self.run);
    }
}

/// All events of a source, for writers that put something else around them.
pub(super) fn events_of(root: Node<'_, '_>) -> Vec<String> {
    let mut events = Vec::new();
    each_event(root, &mut |node| events.push(node.raw().to_owned()));
    events
}
