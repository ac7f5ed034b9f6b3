//! A pile: messages in order, and facts about the pile itself.
//!
//! ```json
//! {"id":"…","created_at":"…","metadata":{"lion_class":"lionpride.core.pile.Pile"},"item_type":null,"strict_type":false,"items":[…]}
//! ```

use super::image::is_uuid;
use super::message::{check_time, read_message};
use super::read::class;
use super::{CLASS, NAME};
use crate::format::Reading;
use crate::format::shared::{need, refuse_type};
use crate::json::{Node, Text};
use crate::model::{Conversation, Extras, Slot};
use crate::report::{Refused, shape};

/// The fields of every object, in the order in which the library writes them; `node_metadata` is last.
const FIELDS: [&str; 7] = ["id", "created_at", "metadata", "name", "item_type", "strict_type", "node_metadata"];

pub(super) fn read_pile<'a>(
    pile: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    conversation.source.shape = "pile";
    read_id(pile, conversation, reading);
    let items = read_envelope(pile, Slot::Here, "items", &mut conversation.extras, reading)?;
    read_items(pile, items, conversation, reading)
}

/// The id of a pile or a flow is that of the conversation.
pub(super) fn read_id<'a>(object: Node<'_, 'a>, conversation: &mut Conversation<'a>, reading: &mut Reading<'_>) {
    let Some(id) = object.get("id") else { return };
    match id.text() {
        Some(text) => {
            check_id(id, reading);
            (conversation.id, conversation.id_at) = (Some(text), id.at());
        }
        None => {
            reading.report.add(&shape::WRONG_TYPE, id.at(), || "`id` must be a UUID".to_owned());
            conversation.extras.push(NAME, Text::Token("id"), id.to_raw(), id.at());
        }
    }
}

pub(super) fn check_id(id: Node<'_, '_>, reading: &mut Reading<'_>) {
    match id.text() {
        Some(text) if !is_uuid(&text.decode()) => {
            reading.report.add(&shape::BAD_VALUE, id.at(), || format!("`{}` is not a UUID", text.show()));
        }
        Some(_) => {}
        None => reading.report.add(&shape::WRONG_TYPE, id.at(), || "an id must be a UUID".to_owned()),
    }
}

/// Keeps the fields of an object in `slot`; the result is the list or pile in its field `inside`.
///
/// The id of the outermost object is left to others.
pub(super) fn read_envelope<'t, 'a>(
    object: Node<'t, 'a>,
    slot: Slot,
    inside: &str,
    extras: &mut Extras<'a>,
    reading: &mut Reading<'_>,
) -> Result<Node<'t, 'a>, Refused> {
    let (fields, rest) = object.fields(&FIELDS)?;
    for (key, field) in FIELDS.iter().zip(fields) {
        let Some(field) = field else { continue };
        match *key {
            "id" if slot == Slot::Here => continue,
            "id" => check_id(field, reading),
            "created_at" => check_time(field, reading),
            _ => {}
        }
        if is_usual(key, field) {
            extras.note_in(slot, NAME, Text::Token(key), field.to_raw(), field.at());
        } else {
            extras.push_in(slot, NAME, Text::Token(key), field.to_raw(), field.at());
        }
    }
    let known = ["items", "progressions"];
    for (key, value) in rest.unknown().filter(|(key, _)| !known.iter().any(|known| key.is(known))) {
        reading.report.add(&shape::UNKNOWN_FIELD, value.at(), || {
            format!("such an object in {NAME} has no field `{}`", key.show())
        });
        extras.push_in(slot, NAME, key, value.to_raw(), value.at());
    }
    need(object.get(inside), inside, object)
}

/// Fields that objects of their class always have are only a spelling of the list.
fn is_usual(key: &str, value: Node<'_, '_>) -> bool {
    match key {
        "metadata" | "node_metadata" => {
            let class = value.get("lion_class").and_then(|class| class.text());
            value.len() == 1 && class.is_some_and(|class| class.decode().starts_with("lionpride."))
        }
        "item_type" => value.is_null() || (value.is_array() && value.items().all(|class| class.is(CLASS))),
        "strict_type" => value.as_bool().is_some(),
        "name" => value.is_null(),
        _ => false,
    }
}

pub(super) fn read_items<'a>(
    pile: Node<'_, 'a>,
    items: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !items.is_array() {
        return Err(refuse_type(items, "items", "an array of messages"));
    }
    let types = pile.get("item_type");
    conversation.messages.reserve(items.len());
    for item in items.items() {
        conversation.messages.push(read_message(item, reading)?);
        check_class(item, types, reading);
    }
    Ok(())
}

/// A pile loads each item by its class.
pub(super) fn check_class(item: Node<'_, '_>, types: Option<Node<'_, '_>>, reading: &mut Reading<'_>) {
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
