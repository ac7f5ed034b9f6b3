//! The keys of run states and rows: where ids and media are. Items are those of openai-responses.

use super::rows::TABLE;
use super::run_state::is_state;
use crate::format::IdRules;
use crate::format::ids::Sites;
use crate::format::linked_ids::add_linked;
use crate::format::media::MediaPlace;
use crate::format::openai_responses::shape::{IDS as RESPONSE_IDS, ITEM};
use crate::format::shape::ValueType::{
    self, All, Any, AnyList, AnyObject, Cases, Either, Has, List, Members, Not, Object, Tag, Text,
};
use crate::format::shape::{Key, ShapeObject};
use crate::json::Node;

pub(super) static IDS: IdRules = IdRules {
    // A state repeats its items.
    is_unique: false,
    walk: ids,
    ..RESPONSE_IDS
};

/// Rows, one row, or a state.
pub(super) static RECORD_TYPE: ValueType = Cases(
    &[
        (AnyList, List(&Object(&ROW))),
        (All(&[Has(&["session_id"]), Members(&[Key::must("message_data", Text)])]), Object(&ROW)),
    ],
    &Object(&STATE),
);

static ROW: ShapeObject = ShapeObject::of(&[Key::must("message_data", Text).about("The JSON of an item.")])
    .named("row", "A row of a session.");

/// `{"original_input":"Hi","generated_items":[]}`
static STATE: ShapeObject = ShapeObject::of(&[
    Key::list("original_input", &ITEM).takes(Either(&[Text, List(&Object(&ITEM))])),
    Key::list("generated_items", &RUN_ITEM).takes(List(&Object(&RUN_ITEM))),
    Key::list("session_items", &RUN_ITEM),
    Key::list("model_responses", &RESPONSE),
    Key::object("last_model_response", &RESPONSE),
])
.checked(&[Either(&[Has(&["original_input"]), Has(&["generated_items"])])])
.named("state", "The state of a run: its input, and the items of its agents.");

/// `{"type":"tool_call_item","raw_item":{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"}}`
static RUN_ITEM: ShapeObject = ShapeObject::of(&[Key::object("raw_item", &ITEM)])
    .checked(&[Cases(
        &[(Tag("type", &["tool_approval_item"]), Any)],
        &Members(&[Key::may("raw_item", Either(&[Object(&ITEM), Not(&AnyObject)]))]),
    )])
    .named("run-item", "An item of a run. A call that waits for its approval repeats another item.");

static RESPONSE: ShapeObject = ShapeObject::of(&[Key::list("output", &ITEM)]);

/// Keys of a state with calls that wait, that were made, or that were approved.
const LINKS: &[&str] = &["call_id", "tool_invocations", "approved", "rejected", "rejection_messages"];

/// Lists the ids of rows or of a state. False: it is neither.
fn ids(root: Node<'_, '_>, sites: &mut Sites) -> bool {
    if is_state(root) {
        STATE.ids(root, sites);
        add_linked(root, LINKS, sites);
        return true;
    }
    TABLE.ids(root, sites, |item, sites| _ = ITEM.ids(item, sites))
}

/// Calls `each` with the media files of rows or of a state.
pub(super) fn media(root: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    if is_state(root) {
        return STATE.media(root, each);
    }
    TABLE.media(root, |item, each| ITEM.media(item, each), each);
}
