//! Snapshots of the state of a graph, newest first: each repeats the messages of the one before it.
//!
//! ```json
//! {"values":{"messages":[…]},"next":["tools"],"config":{"configurable":{"thread_id":"th1","checkpoint_id":"1f1e8a97"}}}
//! ```

use std::collections::HashMap;

use super::NAME;
use super::history::HistoryReader;
use crate::format::Reading;
use crate::format::shared::keep_exported;
use crate::json::{Node, Text};
use crate::model::{Branch, BranchKind, Conversation, Extras, Slot, Stem};
use crate::report::Refused;

/// True for a snapshot whose state has messages.
pub(super) fn is_snapshot(node: Node<'_, '_>) -> bool {
    let [values, next, config, checkpoint] = node.pick(&["values", "next", "config", "checkpoint"]);
    // The first snapshot of a thread has no values yet.
    let is_state = |values: Node<'_, '_>| values.is_object() && (list_of(node).is_some() || values.is_empty());
    values.is_some_and(is_state) && next.is_some() && config.or(checkpoint).is_some()
}

/// The list of its messages.
fn list_of<'t, 'a>(snapshot: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
    snapshot.get("values")?.get("messages").filter(Node::is_array)
}

/// Where the ids of the thread and of the snapshot are.
fn place<'t, 'a>(snapshot: Node<'t, 'a>, key: &str) -> Option<Node<'t, 'a>> {
    let place = snapshot.pointer("/config/configurable").or_else(|| snapshot.get("checkpoint"))?;
    place.get(key).filter(Node::is_string)
}

/// Reads snapshots: the newest one, and the others as branches.
pub(super) fn read_snapshots<'a>(
    snapshots: &[Node<'_, 'a>],
    reading: &mut Reading<'_>,
) -> Result<Conversation<'a>, Refused> {
    let mut reader = HistoryReader::new();
    let Some((newest, older)) = snapshots.split_first() else { return Ok(reader.finish()) };
    let list = list_of(*newest);
    if let Some(list) = list {
        reader.read_list(list.items(), reading)?;
    }
    if let Some(thread) = place(*newest, "thread_id") {
        (reader.conversation.id, reader.conversation.id_at) = (thread.text(), thread.at());
    }
    keep_fields(*newest, &mut reader.conversation.extras);
    if older.is_empty() {
        return Ok(reader.finish());
    }
    // Messages as written, by their places among the messages of the conversation.
    let mut known: HashMap<&'a str, usize> = HashMap::new();
    let count = reader.conversation.messages.len();
    let is_plain = list.is_none_or(|list| list.len() == count);
    for (node, place) in list.iter().flat_map(Node::items).zip(0..count).filter(|_| is_plain) {
        known.entry(node.raw()).or_insert(place);
    }
    let mut branches = vec![branch_of(*newest, BranchKind::Active, (0..count).collect(), None, &reader)];
    for snapshot in older {
        let mut steps = Vec::new();
        for node in list_of(*snapshot).iter().flat_map(Node::items) {
            let place = match known.get(node.raw()) {
                Some(place) => *place,
                None => {
                    let place = reader.conversation.messages.len();
                    reader.read_one(node, reading)?;
                    known.insert(node.raw(), place);
                    place
                }
            };
            steps.push(place);
        }
        let same = steps.iter().zip(0..count).take_while(|(step, place)| **step == *place).count();
        let stem = Some(Stem { branch: 0, steps: same }).filter(|_| same > 0);
        let own = steps.split_off(same);
        let kind = if own.is_empty() { BranchKind::Part } else { BranchKind::Abandoned };
        branches.push(branch_of(*snapshot, kind, own, stem, &reader));
        // A snapshot that is the beginning of another one is not written, so its fields are those of the record.
        let kept = &mut reader.conversation.extras;
        keep_fields(*snapshot, kept);
        if let Some(list) = list_of(*snapshot) {
            kept.note_in(Slot::Messages, NAME, Text::Token("messages"), list.to_raw(), list.at());
        }
    }
    let mut conversation = reader.finish();
    conversation.branches = branches;
    Ok(conversation)
}

fn branch_of<'a>(
    snapshot: Node<'_, 'a>,
    kind: BranchKind,
    steps: Vec<usize>,
    stem: Option<Stem>,
    reader: &HistoryReader<'a>,
) -> Branch<'a> {
    let id = place(snapshot, "checkpoint_id").and_then(|id| id.text());
    let order = steps.into_iter().filter_map(|place| reader.step(place)).collect();
    Branch { at: snapshot.at(), kind, id, stem, order, ..Branch::default() }
}

/// Keeps the state next to the messages, and what is said about the snapshot.
fn keep_fields<'a>(snapshot: Node<'_, 'a>, fields: &mut Extras<'a>) {
    if !snapshot.is_object() {
        keep_exported(Slot::Event, NAME, Text::Token("snapshot"), snapshot, false, fields);
    }
    for (key, value) in snapshot.members().filter(|(key, value)| !(key.is("values") && value.is_object())) {
        keep_exported(Slot::Envelope, NAME, key.text().unwrap_or(Text::Token("")), value, false, fields);
    }
    let values = snapshot.get("values");
    for (key, value) in
        values.iter().flat_map(Node::members).filter(|(key, value)| !(key.is("messages") && value.is_array()))
    {
        keep_exported(Slot::Here, NAME, key.text().unwrap_or(Text::Token("")), value, false, fields);
    }
}
