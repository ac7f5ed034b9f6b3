//! Which values are records of this format, and the list or pile around the messages.

use super::image::is_uuid;
use super::kind::Kind;
use super::message::{check_time, read_message};
use super::{CLASS, NAME};
use crate::format::detect::LOOK;
use crate::format::shared::{need, refuse_type};
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
    root.get("items").filter(Node::is_array).and_then(score_items)
}

fn score_items(list: Node<'_, '_>) -> Option<Score> {
    let mut found = None;
    for item in list.items().take(LOOK) {
        if !item.is_object() || item.get("role").is_some() || item.get("type").is_some() {
            return None;
        }
        found = found.or_else(|| clear(item));
    }
    found
}

/// What only a message of this format has.
fn clear(item: Node<'_, '_>) -> Option<Score> {
    let content = item.get("content").filter(Node::is_object)?;
    if class(item).is_some_and(|class| class.decode().rsplit('.').next() == Some("Message")) {
        return Some(Score::new(240, "`lion_class` of a message"));
    }
    Kind::of(content).map(|_| Score::new(210, "`content` is an object with keys of lionpride"))
}

/// The class that an object says it is of.
fn class<'a>(object: Node<'_, 'a>) -> Option<Text<'a>> {
    ["metadata", "node_metadata"].iter().find_map(|key| object.get(key)?.get("lion_class")?.text())
}

/// True for one message that only this format has: a line of a file may hold just that.
pub(super) fn is_message(node: Node<'_, '_>) -> bool {
    node.get("role").is_none() && node.get("type").is_none() && clear(node).is_some()
}

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let mut conversation = Conversation { origin: NAME, ..Conversation::default() };
    if root.is_array() {
        conversation.shape = "list";
        conversation.messages.reserve(root.len());
        for message in root.items() {
            conversation.messages.push(read_message(message, reading)?);
        }
    } else if root.get("content").is_some() {
        conversation.shape = "message";
        conversation.messages.push(read_message(root, reading)?);
    } else if root.get("items").is_some() && root.get("progressions").is_none() {
        read_pile(root, &mut conversation, reading)?;
    } else {
        let message = match class(root).as_ref().map(Text::decode) {
            Some(class) if class.ends_with(".Session") => {
                "a Session dump has no messages; save session.conversations".to_owned()
            }
            _ if root.get("progressions").is_some() => {
                "a Flow holds several branches; only the pile in its `items` is a conversation".to_owned()
            }
            _ => format!("a conversation is a list of messages, a message or a pile; found {}", root.kind().name()),
        };
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), message));
    }
    Ok(conversation)
}

fn read_pile<'a>(
    pile: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let ([id, created, metadata, db, types, strict, items], rest) =
        pile.fields(&["id", "created_at", "metadata", "node_metadata", "item_type", "strict_type", "items"])?;
    let items = need(items, "items", pile)?;
    if !items.is_array() {
        return Err(refuse_type(items, "items", "an array of messages"));
    }
    conversation.shape = "pile";
    let extras = &mut conversation.extras;
    match id.and_then(|id| Some((id, id.text()?))) {
        Some((node, text)) => {
            if !is_uuid(&text.decode()) {
                reading.report.add(&shape::BAD_VALUE, node.at(), || format!("`{}` is no UUID", text.show()));
            }
            (conversation.id, conversation.id_at) = (Some(text), node.at());
        }
        None => {
            if let Some(id) = id {
                reading.report.add(&shape::WRONG_TYPE, id.at(), || "`id` must be a UUID".to_owned());
                extras.push(NAME, Text::Token("id"), id.to_raw(), id.at());
            }
        }
    }
    if let Some(created) = created {
        check_time(created, reading);
    }
    // What a pile of messages always says is only how the list was spelled.
    let is_usual = |key: &str, value: Node<'_, '_>| match key {
        "metadata" | "node_metadata" => value.len() == 1 && value.get("lion_class").is_some(),
        "item_type" => value.items().all(|class| class.is(CLASS)),
        "strict_type" => value.as_bool().is_some(),
        _ => false,
    };
    let known = [("created_at", created), ("metadata", metadata), ("node_metadata", db), ("item_type", types)];
    for (key, field) in known.into_iter().chain([("strict_type", strict)]) {
        match field {
            Some(field) if is_usual(key, field) => extras.note(NAME, Text::Token(key), field.to_raw(), field.at()),
            Some(field) => extras.push(NAME, Text::Token(key), field.to_raw(), field.at()),
            None => {}
        }
    }
    crate::format::shared::unknown_fields(reading, &rest, NAME, "a pile", extras);
    conversation.messages.reserve(items.len());
    for item in items.items() {
        conversation.messages.push(read_message(item, reading)?);
        check_class(item, types, reading);
    }
    Ok(())
}

/// A pile loads each item by its class.
fn check_class(item: Node<'_, '_>, types: Option<Node<'_, '_>>, reading: &mut Reading<'_>) {
    let Some(class) = class(item) else {
        reading.report.add(&shape::MISSING_FIELD, item.at(), || {
            "`metadata.lion_class` is missing: a pile loads its items by it".to_owned()
        });
        return;
    };
    let class = class.decode();
    if !class.starts_with("lionpride.") {
        reading.report.add(&shape::BAD_VALUE, item.at(), || format!("a pile cannot load the class `{class}`"));
    } else if types.is_some_and(|types| !types.is_empty() && types.items().all(|wanted| !wanted.is(&class))) {
        reading.report.add(&shape::BAD_VALUE, item.at(), || format!("`item_type` does not name the class `{class}`"));
    }
}
