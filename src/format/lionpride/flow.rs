//! A flow: a pile of messages, and branches that name some of them in an order.
//!
//! ```json
//! {"id":"…","name":null,"items":{"items":[…]},"progressions":{"items":[{"id":"…","name":"main","order":["…"],"session_id":"…"}]}}
//! ```

use std::collections::HashMap;

use super::NAME;
use super::image::uuid_digits;
use super::pile::{check_id, read_envelope, read_id, read_items};
use crate::format::Reading;
use crate::format::shared::{need, refuse_type};
use crate::json::Node;
use crate::model::{Branch, BranchStep, Conversation, Message, Slot};
use crate::report::{Refused, shape};

pub(super) fn read_flow<'a>(
    flow: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    conversation.source.shape = "flow";
    read_id(flow, conversation, reading);
    let pile = read_envelope(flow, Slot::Here, "items", &mut conversation.extras, reading)?;
    let branches = need(flow.get("progressions"), "progressions", flow)?;
    for (object, key) in [(pile, "items"), (branches, "progressions")] {
        if !object.is_object() {
            return Err(refuse_type(object, key, "a pile"));
        }
    }
    let items = read_envelope(pile, Slot::Messages, "items", &mut conversation.extras, reading)?;
    read_items(pile, items, conversation, reading)?;
    let list = read_envelope(branches, Slot::Branches, "items", &mut conversation.extras, reading)?;
    if !list.is_array() {
        return Err(refuse_type(list, "progressions.items", "an array of branches"));
    }
    let places = MessagePlaces::of(&conversation.messages);
    for branch in list.items() {
        let branch = read_branch(branch, &places, reading)?;
        conversation.branches.push(branch);
    }
    Ok(())
}

/// The indexes of messages by the digits of their ids.
struct MessagePlaces(HashMap<String, usize>);

impl MessagePlaces {
    fn of(messages: &[Message<'_>]) -> Self {
        let ids = messages
            .iter()
            .zip(0..)
            .filter_map(|(message, place)| Some((uuid_digits(&message.details().id.as_ref()?.decode())?, place)));
        Self(ids.collect())
    }

    fn step<'a>(&self, node: Node<'_, 'a>) -> Option<BranchStep<'a>> {
        let id = node.text()?;
        let message = uuid_digits(&id.decode()).and_then(|digits| self.0.get(&digits).copied());
        Some(BranchStep { at: node.at(), id, message })
    }
}

fn read_branch<'a>(
    node: Node<'_, 'a>,
    places: &MessagePlaces,
    reading: &mut Reading<'_>,
) -> Result<Branch<'a>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "branch", "an object"));
    }
    let mut branch = Branch { at: node.at(), ..Branch::default() };
    for (key, value) in node.members() {
        let Some(key) = key.text() else { continue };
        match key.decode().as_ref() {
            "order" => read_order(value, places, &mut branch, reading)?,
            "id" if value.is_string() => {
                check_id(value, reading);
                branch.id = value.text();
            }
            "name" if value.is_string() => branch.name = value.text(),
            "system_message" if value.is_string() => branch.system = places.step(value),
            _ => branch.extras.push(NAME, key, value.to_raw(), value.at()),
        }
    }
    let class = super::read::class(node);
    let is_branch = class.is_some_and(|class| class.decode().ends_with(".Branch"));
    if is_branch && node.get("session_id").is_none_or(|id| id.is_null()) {
        reading
            .report
            .add(&shape::MISSING_FIELD, node.at(), || "`session_id` is missing: a Branch does not load".to_owned());
    }
    Ok(branch)
}

fn read_order<'a>(
    order: Node<'_, 'a>,
    places: &MessagePlaces,
    branch: &mut Branch<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !order.is_array() {
        return Err(refuse_type(order, "order", "an array of ids"));
    }
    for id in order.items() {
        let Some(step) = places.step(id) else { return Err(refuse_type(id, "order", "an array of ids")) };
        if step.message.is_none() {
            reading.report.add(&shape::BAD_VALUE, id.at(), || {
                format!("the branch names `{}`, which is not a message of the flow", step.id.show())
            });
        }
        branch.order.push(step);
    }
    Ok(())
}
