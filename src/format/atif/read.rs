//! Detects runs, and reads the fields outside the steps.

use super::NAME;
use super::shape::RECORD_TYPE;
use super::step::read_step;
use super::tools::read_tools;
use crate::format::shared::{extras, extras_in, keep_member, need_conversation, need_messages, refuse_type};
use crate::format::{Reading, Score};
use crate::json::{Node, Text};
use crate::model::{Conversation, RecordSource, Sidechains, Slot};
use crate::report::Refused;

/// What every version begins with.
pub(super) const VERSION: &str = "ATIF-v";

/// The member with the runs of sub-agents.
const EMBEDDED: &str = "subagent_trajectories";

pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    if !root.is_object() {
        return None;
    }
    let [version, agent, steps] = root.pick(&["schema_version", "agent", "steps"]);
    if is_version(version) {
        return Some(Score::new(252, "`schema_version` begins with `ATIF-v`"));
    }
    let is_step = |step: Node<'_, '_>| step.get("step_id").is_some() && step.get("source").is_some();
    let is_run = agent.is_some_and(|agent| agent.is_object()) && steps.is_some_and(|steps| steps.items().any(is_step));
    is_run.then(|| Score::new(242, "`agent` next to `steps` with `step_id` and `source`"))
}

fn is_version(version: Option<Node<'_, '_>>) -> bool {
    version.and_then(|version| version.text()).is_some_and(|version| version.decode().starts_with(VERSION))
}

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let mut conversation = read_run(root, false, reading)?;
    conversation.sidechains = read_embedded(root, reading);
    RECORD_TYPE.check("record", root, NAME, reading);
    Ok(conversation)
}

/// The runs of sub-agents, and those inside them. `None`: there are none, or one that is not readable.
fn read_embedded<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Option<Box<Sidechains<'a>>> {
    let list = root.get(EMBEDDED)?;
    let mut conversations = Vec::new();
    let mut waiting = vec![list.items()];
    while let Some(runs) = waiting.last_mut() {
        let Some(run) = runs.next() else {
            waiting.pop();
            continue;
        };
        let mut conversation = read_run(run, true, reading).ok()?;
        if let Some(list) = run.get(EMBEDDED).filter(Node::is_array) {
            // They are conversations of their own, too.
            conversation.extras.retain(|extra| extra.at != list.at());
            waiting.push(list.items());
        }
        conversations.push((run.at(), conversation));
    }
    (!conversations.is_empty()).then(|| Box::new(Sidechains { at: list.at(), conversations }))
}

/// A run. `is_embedded`: its session is that of the run around it, so its own id is that of the document.
fn read_run<'a>(root: Node<'_, 'a>, is_embedded: bool, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    need_conversation(root, "an object with `steps`")?;
    let mut conversation =
        Conversation { origin: NAME, source: RecordSource::shaped("run"), ..Conversation::default() };
    let ([version, session, document, agent, steps], rest) =
        root.fields(&["schema_version", "session_id", "trajectory_id", "agent", "steps"])?;
    let steps = need_messages(steps, "steps", root)?;
    if !steps.is_array() {
        return Err(refuse_type(steps, "steps", "an array"));
    }
    if let Some(version) = version {
        let key = Text::Token("schema_version");
        // Another format says nothing about it.
        if is_version(Some(version)) {
            conversation.extras.note(NAME, key, version.to_raw(), version.at());
        } else {
            keep_member(Slot::Here, NAME, key, version, &mut conversation.extras);
        }
    }
    // A run may have several documents; where it has no id, that of the document is the only one.
    let mut ids = [("session_id", session), ("trajectory_id", document)];
    if is_embedded {
        ids.reverse();
    }
    for (key, id) in ids {
        let Some(id) = id else { continue };
        match id.text().filter(|_| conversation.id.is_none()) {
            Some(text) => (conversation.id, conversation.id_at) = (Some(text), id.at()),
            None => keep_member(Slot::Here, NAME, Text::Token(key), id, &mut conversation.extras),
        }
    }
    if let Some(agent) = agent {
        read_agent(agent, &mut conversation, reading)?;
    }
    extras(&rest, NAME, &mut conversation.extras);
    conversation.messages.reserve(steps.len());
    for (step, index) in steps.items().zip(0..) {
        read_step(step, index, &mut conversation.messages, reading)?;
    }
    Ok(conversation)
}

/// `{"name":"a","version":"1","model_name":"m","tool_definitions":[]}`
fn read_agent<'a>(
    agent: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !agent.is_object() {
        keep_member(Slot::Here, NAME, Text::Token("agent"), agent, &mut conversation.extras);
        return Ok(());
    }
    let ([tools], rest) = agent.fields(&["tool_definitions"])?;
    extras_in(Slot::Config, &rest, NAME, &mut conversation.extras);
    match tools {
        Some(tools) if tools.is_array() && !tools.is_empty() => read_tools(tools, &mut conversation.tools, reading)?,
        Some(tools) if tools.is_array() => {
            let key = Text::Token("tool_definitions");
            conversation.extras.note_in(Slot::Config, NAME, key, tools.to_raw(), tools.at());
        }
        Some(tools) => {
            keep_member(Slot::Config, NAME, Text::Token("tool_definitions"), tools, &mut conversation.extras);
        }
        None => {}
    }
    Ok(())
}
