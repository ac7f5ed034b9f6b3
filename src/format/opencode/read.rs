//! Detects exports, and reads the session.

use super::NAME;
use super::message::read_message;
use super::part::ExportIds;
use super::write::is_made;
use crate::format::sessions::KeptLines;
use crate::format::shared::{extras_in, keep_member, need_conversation, need_messages, refuse_type};
use crate::format::{Reading, Score};
use crate::json::{Node, Text};
use crate::model::{Branch, BranchKind, BranchStep, Compaction, Conversation, ProgramMessage, RecordSource, Slot};
use crate::report::Refused;

/// What most messages repeat.
const REPEATED: &[&str] = &["modelID", "providerID", "model", "agent", "mode", "path"];

pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    let [info, messages] = root.pick(&["info", "messages"]);
    let id = info.and_then(|info| info.get("id")?.text())?;
    let is_message = |message: Node<'_, '_>| message.get("parts").is_some() && message.get("info").is_some();
    let messages = messages.filter(Node::is_array)?;
    let is_export = id.decode().starts_with("ses_") && (messages.is_empty() || messages.items().any(is_message));
    is_export.then(|| Score::new(245, "`info.id` begins with `ses_`"))
}

pub(super) fn read<'a>(root: Node<'_, 'a>, _: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    need_conversation(root, "an object with `info` and `messages`")?;
    let ([info, messages], rest) = root.fields(&["info", "messages"])?;
    let messages = need_messages(messages, "messages", root)?;
    if !messages.is_array() {
        return Err(refuse_type(messages, "messages", "an array"));
    }
    let mut conversation =
        Conversation { origin: NAME, source: RecordSource::shaped("export"), ..Conversation::default() };
    extras_in(Slot::Envelope, &rest, NAME, &mut conversation.extras);
    for (info, (key, value)) in info.iter().flat_map(|info| info.members().map(move |member| (*info, member))) {
        let Some(key) = key.text() else { continue };
        if key.is("id") && value.is_string() {
            (conversation.id, conversation.id_at) = (value.text(), value.at());
        } else if is_made(info, &key, value) || (key.is("time") && is_first_time(value, messages)) {
            conversation.extras.note(NAME, key, value.to_raw(), value.at());
        } else {
            keep_member(Slot::Here, NAME, key, value, &mut conversation.extras);
        }
    }
    if let Some(info) = info.filter(|info| !info.is_object()) {
        keep_member(Slot::Envelope, NAME, Text::Token("info"), info, &mut conversation.extras);
    }
    let mut lines = KeptLines::new(NAME, REPEATED);
    let session = info.and_then(|info| info.get("id")).filter(Node::is_string).map(|id| id.raw());
    let mut ids = ExportIds { session, ..ExportIds::default() };
    for (node, number) in messages.items().zip(0..) {
        read_message(node, number, &mut lines, &mut ids, &mut conversation)?;
    }
    add_compactions(&mut conversation);
    Ok(conversation)
}

/// True for a time that is that of the first message and no other.
fn is_first_time(times: Node<'_, '_>, messages: Node<'_, '_>) -> bool {
    let created = messages.items().find_map(|message| message.get("info")?.get("time")?.get("created"));
    created.is_some_and(|created| times.is_object() && times.members().all(|(_, value)| value.raw() == created.raw()))
}

/// Summaries are what the model got instead of the messages before them.
fn add_compactions(conversation: &mut Conversation<'_>) {
    let mut branch = Branch { kind: BranchKind::Active, ..Branch::default() };
    for (message, steps) in conversation.messages.iter().zip(0..) {
        if message.details().by_program == Some(ProgramMessage::Summary) {
            branch.compactions.push(Compaction { at: message.at, steps, ..Compaction::default() });
        }
        let id = message.details().id.clone();
        branch.id = id.clone().or(branch.id);
        branch.order.push(BranchStep { at: message.at, id: id.unwrap_or_default(), message: Some(steps) });
    }
    if !branch.compactions.is_empty() {
        branch.at = conversation.messages.first().map_or(branch.at, |message| message.at);
        conversation.branches.push(branch);
    }
}
