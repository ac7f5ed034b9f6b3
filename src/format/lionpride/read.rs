//! Which values are records of this format, and where their messages are.
//!
//! A list may hold contents without the messages around them, as `Message(content=…)` takes them:
//! `[{"instruction":"hi"},{"assistant_response":"hello"}]`.

use super::NAME;
use super::flow::read_flow;
use super::kind::ContentType;
use super::message::{read_bare, read_message};
use super::pile::read_pile;
use crate::format::{Reading, Score};
use crate::json::{Node, Text};
use crate::model::Conversation;
use crate::report::{Refused, shape};

pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    if root.is_array() {
        return score_items(root);
    }
    let class = class(root).map(|class| class.decode().into_owned()).unwrap_or_default();
    if [".Pile", ".Flow", ".Session"].iter().any(|end| class.starts_with("lionpride.") && class.ends_with(end)) {
        return Some(Score::new(240, "`lion_class` of a pile, a flow or a session"));
    }
    items(root).filter(Node::is_array).and_then(score_items)
}

fn score_items(list: Node<'_, '_>) -> Option<Score> {
    let mut found = None;
    for item in list.items() {
        if !item.is_object() || item.get("type").is_some() || (item.get("role").is_some() && clear(item).is_none()) {
            return None;
        }
        found = found.or_else(|| clear(item));
    }
    found.or_else(|| score_contents(list))
}

/// Contents alone. Rows of other formats have instructions, too, but each with an answer next to it.
fn score_contents(list: Node<'_, '_>) -> Option<Score> {
    let (mut has_own, mut has_instruction) = (false, false);
    for item in list.items() {
        let kind = ContentType::of_bare(item)?;
        if !item.members().all(|(key, _)| kind.keys().iter().any(|known| key.is(known))) {
            return None;
        }
        has_own |= matches!(kind, ContentType::Answer | ContentType::System);
        has_instruction |= kind == ContentType::Instruction;
    }
    let value = if has_own { 210 } else { Score::PLAIN };
    (has_own || has_instruction).then(|| Score::new(value, "contents of lionpride, without messages around them"))
}

/// What only a message of this format has.
fn clear(item: Node<'_, '_>) -> Option<Score> {
    let content = item.get("content").filter(Node::is_object)?;
    if class(item).is_some_and(|class| class.decode().rsplit('.').next() == Some("Message")) {
        return Some(Score::new(240, "`lion_class` of a message"));
    }
    ContentType::of(content).map(|_| Score::new(210, "`content` is an object with keys of lionpride"))
}

/// The content of a message, or the node itself where it is a content alone.
pub(super) fn content_of<'t, 'a>(message: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
    message.get("content").or_else(|| ContentType::of_bare(message).map(|_| message))
}

/// The class that an object says it is of.
pub(super) fn class<'a>(object: Node<'_, 'a>) -> Option<Text<'a>> {
    ["metadata", "node_metadata"].iter().find_map(|key| object.get(key)?.get("lion_class")?.text())
}

/// True for one message that only this format has: a line of a file may hold just that.
pub(super) fn is_message(node: Node<'_, '_>) -> bool {
    node.get("type").is_none() && clear(node).is_some()
}

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let mut conversation = Conversation { origin: NAME, ..Conversation::default() };
    if root.is_array() {
        let is_bare = root.items().any(|item| ContentType::of_bare(item).is_some());
        conversation.source.shape = if is_bare { "contents" } else { "list" };
        conversation.messages.reserve(root.len());
        for message in root.items() {
            conversation.messages.push(match ContentType::of_bare(message) {
                Some(kind) => read_bare(message, kind, reading)?,
                None => read_message(message, reading)?,
            });
        }
    } else if root.get("content").is_some() {
        conversation.source.shape = "message";
        conversation.messages.push(read_message(root, reading)?);
    } else if root.get("items").is_some() && root.get("progressions").is_some() {
        read_flow(root, &mut conversation, reading)?;
    } else if root.get("items").is_some() {
        read_pile(root, &mut conversation, reading)?;
    } else {
        let message = match class(root).as_ref().map(Text::decode) {
            Some(class) if class.ends_with(".Session") => {
                "a Session dump has no messages; save session.conversations".to_owned()
            }
            _ => format!(
                "a conversation is a list of messages, a message, a pile or a flow; found {}",
                root.kind().name()
            ),
        };
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), message));
    }
    Ok(conversation)
}

/// The messages of a record, in the order in which they are read.
pub(super) fn messages<'t, 'a>(root: Node<'t, 'a>) -> Vec<Node<'t, 'a>> {
    if root.is_array() {
        return root.items().collect();
    }
    if root.get("content").is_some() {
        return vec![root];
    }
    items(root).iter().flat_map(Node::items).collect()
}

/// The list of messages of a pile, or of the pile in a flow.
pub(super) fn items<'t, 'a>(root: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
    let items = root.get("items");
    if root.get("progressions").is_some() { items.and_then(|pile| pile.get("items")) } else { items }
}
