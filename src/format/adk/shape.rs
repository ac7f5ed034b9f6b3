//! The keys of sessions and events: where ids and media are. Parts are those of gemini.

use super::fields::{given, is_framework_part};
use super::rows::TABLE;
use crate::format::IdRules;
use crate::format::gemini::shape::PART;
use crate::format::ids::{IdShape, Scope, Sites, Usage};
use crate::format::media::MediaPlace;
use crate::format::shape::{Key, MediaWrappers, RecordShape, ShapeObject};
use crate::format::shared::rows;
use crate::json::Node;

pub(super) static IDS: IdRules = IdRules {
    scopes: &[(Scope::Call, IdShape::Any), (Scope::Message, IdShape::Any), (Scope::Conversation, IdShape::Any)],
    reason: "an invocation is a turn of the person, and rewinding names it",
    // A tool that runs for long answers its call several times.
    is_unique: false,
    ..IdRules::of_calls(record_ids)
};

fn record_ids(root: Node<'_, '_>, sites: &mut Sites) -> bool {
    if !TABLE.has_rows(root) {
        return ids(root, sites);
    }
    let is_read = TABLE.ids(root, sites, |event, sites| _ = ids(event, sites));
    // The column repeats the id of the event.
    for row in rows(root) {
        sites.value(Scope::Message, Usage::Follows, row.get("id"));
    }
    is_read
}

/// Calls `each` with the media files of a record.
pub(super) fn media(root: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    if TABLE.has_rows(root) {
        TABLE.media(root, |event, each| EVENT.media(event, each), each);
    } else {
        RECORD.media(root, each);
    }
}

/// The ids of events and parts, and those of calls that a call of the framework contains.
fn ids(root: Node<'_, '_>, sites: &mut Sites) -> bool {
    let is_one = RECORD.ids(root, sites);
    let list = if root.is_array() { Some(root) } else { root.get("events") };
    let alone = Some(root).filter(|_| list.is_none());
    for event in list.iter().flat_map(Node::items).chain(alone) {
        let actions = event.get("actions");
        let requests = REQUESTS.iter().filter_map(|key| actions?.get(key));
        for (call, _) in requests.flat_map(|requests| requests.members()) {
            sites.value(Scope::Call, Usage::Follows, Some(call));
        }
        let parts = event.get("content").and_then(|content| content.get("parts"));
        for part in parts.iter().flat_map(Node::items).filter(|part| is_framework_part(*part)) {
            let call = given(part, &["functionCall", "function_call"]).and_then(|call| call.get("args"));
            let original = call.and_then(|args| given(args, &["originalFunctionCall", "original_function_call"]));
            sites.value(Scope::Call, Usage::Follows, original.and_then(|original| original.get("id")));
        }
    }
    is_one
}

/// Objects whose keys are ids of calls.
const REQUESTS: &[&str] =
    &["requestedToolConfirmations", "requested_tool_confirmations", "requestedAuthConfigs", "requested_auth_configs"];

static RECORD: RecordShape = RecordShape {
    item: &EVENT,
    object: |root| if root.get("events").is_some() { &SESSION } else { &EVENT },
    lacks: Some((Scope::Conversation, "events alone do not name their session")),
    media: MediaWrappers { own: &["content"], through: &["events"] },
};

/// `{"id":"s1","appName":"app","userId":"u1","events":[]}`
static SESSION: ShapeObject =
    ShapeObject::of(&[Key::id("id", Scope::Conversation, Usage::Names).after(&[]), Key::list("events", &EVENT)]);

/// `{"id":"e1","author":"user","content":{"role":"user","parts":[{"text":"Hi"}]}}`
static EVENT: ShapeObject = ShapeObject::of(&[
    Key::id("id", Scope::Message, Usage::Names).after(&[]),
    Key::object("content", &CONTENT),
    Key::id("longRunningToolIds", Scope::Call, Usage::Points).or("long_running_tool_ids").listed().text(),
]);

static CONTENT: ShapeObject = ShapeObject::of(&[Key::list("parts", &PART)]);
