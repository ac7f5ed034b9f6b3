//! The keys of lists, piles, flows, messages and branches: where ids and images are.
//!
//! All ids are UUIDs. A message is named by its `id`. To it point the `order` and the `system_message` of branches,
//! `request_id` of the results (a call has the id of its message), and `clone_from` in the metadata of its copies. A branch is
//! a thread here. Its `session_id` is that of a session, which is a file of its own.

use super::image::{is_uuid, uuid_digits};
use crate::format::IdRules;
use crate::format::ids::{IdShape, Scope, Usage};
use crate::format::shape::{Key, MediaSpelling, MediaWrappers, RecordShape, ShapeObject};
use crate::json::Node;
use crate::model::MediaKind;

pub(super) static IDS: IdRules = IdRules {
    scopes: &[(Scope::Message, IdShape::Uuid), (Scope::Thread, IdShape::Uuid), (Scope::Conversation, IdShape::Uuid)],
    reason: "a call has the id of its message: say --scope message; runs are not known here",
    normal: |id| {
        let digits = uuid_digits(id)?;
        Some(uuid::Uuid::try_parse(&digits).ok()?.to_string())
    },
    ..IdRules::of_calls(|root, sites| {
        RECORD.ids(root, sites) || ["content", "items"].iter().any(|key| root.get(key).is_some())
    })
};

pub(super) static RECORD: RecordShape = RecordShape {
    item: &MESSAGE,
    object: |root| match root.pick(&["content", "progressions"]) {
        [Some(_), _] => &MESSAGE,
        [None, Some(_)] => &FLOW,
        [None, None] => &PILE,
    },
    lacks: Some((Scope::Conversation, "a list of messages has no id; a pile or a flow has one")),
    media: MediaWrappers { own: &["content"], through: &["items"] },
};

const ID: Key = Key::id("id", Scope::Conversation, Usage::Names).after(&[]);

/// `{"id":"…","items":[]}`
static PILE: ShapeObject = ShapeObject::of(&[ID, Key::list("items", &MESSAGE)]);

/// `{"id":"…","items":{"items":[]},"progressions":{"items":[]}}`
static FLOW: ShapeObject =
    ShapeObject::of(&[ID, Key::object("items", &MESSAGES), Key::object("progressions", &BRANCHES)]);

static MESSAGES: ShapeObject = ShapeObject::of(&[Key::list("items", &MESSAGE)]);
static BRANCHES: ShapeObject = ShapeObject::of(&[Key::list("items", &BRANCH)]);

/// `{"id":"…","content":{"instruction":"hi"},"metadata":{},"sender":"user"}`
static MESSAGE: ShapeObject = ShapeObject::of(&[
    Key::id("id", Scope::Message, Usage::Names).after(&[]),
    Key::object("content", &CONTENT),
    Key::object("metadata", &COPY).without_media(),
    Key::object("node_metadata", &COPY).without_media(),
    // A branch may have said or heard it.
    Key::id("sender", Scope::Thread, Usage::Follows).only(is_branch),
    Key::id("recipient", Scope::Thread, Usage::Follows).only(is_branch),
]);

fn is_branch(_: Node<'_, '_>, party: Option<Node<'_, '_>>) -> bool {
    party.and_then(|id| id.text()).is_some_and(|id| is_uuid(&id.decode()))
}

/// `{"request_id":"…","result":18}`. The library refuses to load `data:` URLs.
static CONTENT: ShapeObject = ShapeObject::of(&[
    Key::id("request_id", Scope::Message, Usage::Points).only(|content, id| {
        let is_result = content.get("result").or_else(|| content.get("error")).is_some();
        is_result && id.is_some_and(|id| id.is_string())
    }),
    Key::media("images", MediaSpelling::Address).of(MediaKind::Image),
]);

static COPY: ShapeObject = ShapeObject::of(&[Key::id("clone_from", Scope::Message, Usage::Lineage)]);

/// `{"id":"…","order":["…"],"session_id":"…"}`
static BRANCH: ShapeObject = ShapeObject::of(&[
    Key::id("id", Scope::Thread, Usage::Names).after(&[]),
    Key::id("order", Scope::Message, Usage::Points).listed().text(),
    Key::id("system_message", Scope::Message, Usage::Points).text(),
    Key::object("metadata", &FORK),
    Key::object("node_metadata", &FORK),
    Key::id("session_id", Scope::Conversation, Usage::Lineage).text(),
]);

static FORK: ShapeObject = ShapeObject::of(&[Key::object("forked_from", &SOURCE)]);
static SOURCE: ShapeObject = ShapeObject::of(&[Key::id("branch_id", Scope::Thread, Usage::Lineage)]);
