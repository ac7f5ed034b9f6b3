//! The keys of lists, piles, flows, messages and branches: where ids and images are.
//!
//! All ids are UUIDs. A message is named by its `id`. To it point the `order` and the `system_message` of branches,
//! `request_id` of the results (a call has the id of its message), and `clone_from` in the metadata of its copies. A branch is
//! a thread here. Its `session_id` is that of a session, which is a file of its own.

use super::image::{is_uuid, uuid_digits};
use crate::format::IdRules;
use crate::format::ids::{IdShape, Scope, Usage};
use crate::format::shape::{Key, MediaSpelling, MediaWrappers, RecordShape, ShapeObject, ValueType};
use crate::json::Node;
use crate::model::MediaKind;
use ValueType::{
    All, Any, AnyList, AnyObject, Cases, Either, FilledList, Flag, Has, HasNo, HasValue, Items, List, Matching,
    Members, Not, Null, Number, Object, Only, Text, Whole, Words,
};

pub(super) static IDS: IdRules = IdRules {
    scopes: &[(Scope::Message, IdShape::Uuid), (Scope::Thread, IdShape::Uuid), (Scope::Conversation, IdShape::Uuid)],
    reason: "a call has the id of its message: use --scope message; there are no runs",
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

/// A list of messages, one message, a flow, or a pile.
pub(super) static RECORD_TYPE: ValueType = Cases(
    &[
        (AnyList, List(&MESSAGE_OR_CONTENT)),
        (Has(&["content"]), Object(&MESSAGE)),
        (Has(&["items", "progressions"]), Object(&FLOW)),
    ],
    &Object(&PILE),
);

/// A message, or a content without one around it.
static MESSAGE_OR_CONTENT: ValueType =
    Cases(&[(Has(&["content"]), Object(&MESSAGE)), (Either(&CONTENT_KEYS), Object(&CONTENT))], &Object(&MESSAGE));
const CONTENT_KEYS: [ValueType; 12] = [
    Has(&["instruction"]),
    Has(&["context"]),
    Has(&["request_model"]),
    Has(&["tool_schemas"]),
    Has(&["images"]),
    Has(&["assistant_response"]),
    Has(&["result"]),
    Has(&["error"]),
    Has(&["function"]),
    Has(&["arguments"]),
    Has(&["system_message"]),
    Has(&["system_datetime"]),
];

/// A UUID in any form that Python reads.
const UUID: ValueType = Matching("^(urn:|uuid:|[{}])*-*([0-9a-fA-F]-*){32}[{}]*$");

/// A number or a time; the pattern takes the 31st of every month.
const TIME: ValueType = Either(&[
    Number,
    Flag,
    Matching("^\\s*[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?\\s*$"),
    Matching("^[0-9]{4}-?(0[1-9]|1[0-2])-?(0[1-9]|[12][0-9]|3[01])(.[0-9]{2}[0-9:.,]*(Z|[+-][0-9:.,]+)?)?$"),
]);

const METADATA: ValueType =
    Either(&[All(&[AnyObject, Members(&[Key::may("lion_class", CLASS)])]), Text, Null, Items(&[]), Whole(0, 0)]);
const CLASS: ValueType = Either(&[Text, Null, Flag, Items(&[]), Only(&[]), Whole(0, 0)]);

/// Messages of a pile are loaded by their class.
static LOADED: ValueType =
    All(&[Object(&MESSAGE), Cases(&[(CLASS_IN_METADATA, LOADED_BY_METADATA)], &LOADED_BY_NODE_METADATA)]);
const CLASS_IN_METADATA: ValueType =
    Members(&[Key::must("metadata", All(&[AnyObject, Members(&[Key::must("lion_class", Text)])]))]);
const LOADED_BY_METADATA: ValueType =
    Members(&[Key::must("metadata", Members(&[Key::must("lion_class", Matching("^lionpride\\."))]))]);
const LOADED_BY_NODE_METADATA: ValueType = Members(&[Key::must(
    "node_metadata",
    All(&[AnyObject, Members(&[Key::must("lion_class", Matching("^lionpride\\."))])]),
)]);

/// The class Node has no sender and no recipient. Next to `metadata`, the other one is ignored.
const IS_NODE: ValueType = Cases(
    &[(Has(&["metadata"]), Members(&[Key::must("metadata", NODE_CLASS)]))],
    &Members(&[Key::must("node_metadata", NODE_CLASS)]),
);
const NODE_CLASS: ValueType = All(&[AnyObject, Members(&[Key::must("lion_class", Matching("(^|\\.)Node$"))])]);

/// Set to something else than the values that the library does not write.
const IS_SET: ValueType = Not(&Either(&[Null, Words(&[""]), Items(&[]), Only(&[])]));

static IMAGES: ValueType = Either(&[
    List(&All(&[Matching("^[hH][tT][tT][pP][sS]?://[^/?#]"), Not(&Matching("\u{0}|%00"))])),
    Null,
    Words(&[""]),
    Only(&[]),
]);

static BRANCH_TYPE: ShapeObject = ShapeObject::of(&[
    Key::may("order", List(&Text)).about("The ids of messages."),
    Key::may("id", Either(&[UUID, Not(&Text)])),
])
.checked(&[Cases(
    &[(
        Either(&[
            Members(&[Key::must("metadata", BRANCH_CLASS)]),
            All(&[Not(&CLASS_IN_METADATA), Members(&[Key::must("node_metadata", BRANCH_CLASS)])]),
        ]),
        HasValue("session_id"),
    )],
    &Any,
)])
.named("branch", "A branch: messages in an order.");
const BRANCH_CLASS: ValueType = All(&[AnyObject, Members(&[Key::must("lion_class", Matching("\\.Branch$"))])]);

const CREATED: Key = Key::may("created_at", TIME);

const ID: Key = Key::id("id", Scope::Conversation, Usage::Names).after(&[]);

/// `{"id":"…","items":[]}`
static PILE: ShapeObject =
    ShapeObject::of(&[ID.takes(UUID), Key::list("items", &MESSAGE).takes(List(&LOADED)).needed(), CREATED])
        .named("pile", "Messages in order.");

/// `{"id":"…","items":{"items":[]},"progressions":{"items":[]}}`
static FLOW: ShapeObject = ShapeObject::of(&[
    ID.takes(UUID),
    Key::object("items", &MESSAGES).takes(Object(&PILE)).needed(),
    Key::object("progressions", &BRANCHES).takes(Object(&BRANCHES)).needed(),
    CREATED,
])
.named("flow", "A pile of messages, and branches that name some of them in an order.");

static MESSAGES: ShapeObject = ShapeObject::of(&[Key::list("items", &MESSAGE)]);
static BRANCHES: ShapeObject = ShapeObject::of(&[
    Key::list("items", &BRANCH).takes(List(&Object(&BRANCH_TYPE))).needed(),
    Key::may("id", UUID),
    CREATED,
]);

/// `{"id":"…","content":{"instruction":"hi"},"metadata":{},"sender":"user"}`
static MESSAGE: ShapeObject = ShapeObject::of(&[
    Key::id("id", Scope::Message, Usage::Names)
        .after(&[])
        .only(|message, _| message.get("content").is_some())
        .takes(UUID),
    Key::media("images", MediaSpelling::Address).of(MediaKind::Image),
    Key::object("content", &CONTENT).takes(Object(&CONTENT)).needed(),
    Key::object("metadata", &COPY).without_media().takes(METADATA),
    Key::object("node_metadata", &COPY).without_media().takes(METADATA),
    // A branch may have said or heard it.
    Key::id("sender", Scope::Thread, Usage::Follows).only(is_branch).takes(ValueType::TEXT_OR_NULL),
    Key::id("recipient", Scope::Thread, Usage::Follows).only(is_branch).takes(ValueType::TEXT_OR_NULL),
    CREATED,
    Key::may("embedding", Either(&[Text, FilledList(&Either(&[Number, Flag])), Null]))
        .about("Numbers, or JSON text of them."),
])
.closed()
.checked(&[Cases(&[(IS_NODE, HasNo(&["sender", "recipient"]))], &Any), HasNo(&["images"])])
.named("message", "One message.");

fn is_branch(_: Node<'_, '_>, party: Option<Node<'_, '_>>) -> bool {
    party.and_then(|id| id.text()).is_some_and(|id| is_uuid(&id.decode()))
}

/// `{"request_id":"…","result":18}`. The library does not load `data:` URLs.
static CONTENT: ShapeObject = ShapeObject::of(&[
    Key::id("request_id", Scope::Message, Usage::Points).only(|content, id| {
        let is_result = content.get("result").or_else(|| content.get("error")).is_some();
        is_result && id.is_some_and(|id| id.is_string())
    }),
    Key::media("images", MediaSpelling::Address).of(MediaKind::Image).takes(All(std::slice::from_ref(&IMAGES))),
])
.checked(&[Not(&Members(&[Key::must("system_datetime", IS_SET), Key::must("datetime_factory", IS_SET)]))]);

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
