//! The keys of messages: where ids and media are.

use super::snapshot::is_snapshot;
use super::stored::StoredMessage;
use crate::format::IdRules;
use crate::format::ids::{IdShape, Scope, Sites, Usage};
use crate::format::media::{MediaPlace, MediaState, TypePlace, column, text_member};
use crate::format::shape::{
    CALL, Key, MediaPair, MediaSpelling, MediaWrappers, NOTHING, PairType, RecordShape, ShapeObject, Tagged,
};
use crate::json::Node;
use crate::model::MediaKind;

pub(super) static IDS: IdRules = IdRules {
    scopes: &[(Scope::Message, IdShape::Any), (Scope::Call, IdShape::Any)],
    reason: "a file is a list of messages; ids of threads and checkpoints are those of the graph's store",
    // A call is named in `tool_calls` and in the content, and chunks share the id of their message.
    is_unique: false,
    ..IdRules::of_calls(ids)
};

/// Lists the ids of a record. Snapshots and streams repeat messages, so every message in them is looked at.
fn ids(root: Node<'_, '_>, sites: &mut Sites) -> bool {
    let is_graph = |node: Node<'_, '_>| is_snapshot(node) || node.is_array();
    if is_graph(root) && (root.is_object() || root.items().next().is_some_and(is_graph)) {
        let mut waiting = vec![root];
        while let Some(node) = waiting.pop() {
            if StoredMessage::sure(node).is_some() {
                ITEM.ids(node, sites);
                continue;
            }
            waiting.extend(node.items().chain(node.members().map(|(_, value)| value)));
        }
        return true;
    }
    let mut is_one = RECORD.ids(root, sites);
    for message in rows(root).filter_map(StoredMessage::column) {
        is_one = true;
        if !message.is_string() {
            ITEM.ids(message, sites);
        } else if !sites.open(message, |message, sites| _ = ITEM.ids(message, sites)) {
            sites.lacks = Some((Scope::Call, "the message of a row is not JSON"));
        }
    }
    is_one
}

/// Calls `each` with the places of media in a record.
pub(super) fn media(root: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    if rows(root).next().is_none_or(|row| StoredMessage::column(row).is_none()) {
        return RECORD.media(root, each);
    }
    for row in rows(root) {
        let message = StoredMessage::column(row).unwrap_or(row);
        column(message, |message, each| RECORD.media(message, each), each);
    }
}

fn rows<'t, 'a>(root: Node<'t, 'a>) -> impl Iterator<Item = Node<'t, 'a>> {
    root.items().chain(Some(root).filter(|root| !root.is_array()))
}

static RECORD: RecordShape = RecordShape {
    item: &ITEM,
    object: |root| if root.get("messages").or(root.get("values")).is_some() { &STATE } else { &ITEM },
    lacks: None,
    media: MediaWrappers {
        own: &["content", "content_blocks"],
        through: &["messages", "values", "data", "kwargs", "message"],
    },
};

/// `{"values":{"messages":[]},"next":[]}`
static STATE: ShapeObject = ShapeObject::of(&[Key::list("messages", &ITEM), Key::object("values", &VALUES)]);

static VALUES: ShapeObject = ShapeObject::of(&[Key::list("messages", &ITEM)]);

/// `{"type":"human","data":{"content":"hi","id":"h1"}}`
static ITEM: ShapeObject = ShapeObject::of(&[Key::object("data", &FIELDS), Key::object("kwargs", &FIELDS)]).tagged(
    &["type"],
    &[
        Tagged::new(&["tool", "function"], &FLAT_RESULT),
        Tagged::new(&["ai"], &FLAT_ANSWER),
        Tagged::new(&["AIMessageChunk"], &FLAT_CHUNK),
        Tagged::new(&["human", "system", "developer", "chat", "generic", "remove"], &FLAT),
        Tagged::ending("MessageChunk", &FLAT),
    ],
    &NOTHING,
    &BARE,
);

/// What is left of a message inside its wrapper.
static BARE: ShapeObject =
    ShapeObject::of(&[Key::list("content", &BLOCK).without_ids(), Key::list("content_blocks", &BLOCK).without_ids()]);

const ID: Key = Key::id("id", Scope::Message, Usage::Names).text();

static FIELDS: ShapeObject = ShapeObject::of(&[
    ID,
    Key::id("tool_call_id", Scope::Call, Usage::Points).filled().text(),
    Key::list("tool_calls", &TOOL_CALL).without_media(),
    Key::list("invalid_tool_calls", &TOOL_CALL).without_media(),
    Key::list("tool_call_chunks", &TOOL_CALL).without_media(),
    Key::list("content", &BLOCK),
    Key::list("content_blocks", &BLOCK),
    Key::object("additional_kwargs", &KWARGS).without_media(),
]);

static FLAT: ShapeObject = ShapeObject::of(&[ID, Key::list("content", &BLOCK), Key::list("content_blocks", &BLOCK)]);

static FLAT_RESULT: ShapeObject = ShapeObject::of(&[
    ID,
    Key::id("tool_call_id", Scope::Call, Usage::Points).filled().text(),
    Key::list("content", &BLOCK),
    Key::function_name("name"),
]);

static FLAT_ANSWER: ShapeObject = ShapeObject::of(&[
    ID,
    Key::list("tool_calls", &TOOL_CALL).without_media(),
    Key::list("invalid_tool_calls", &TOOL_CALL).without_media(),
    Key::list("content", &BLOCK),
    Key::list("content_blocks", &BLOCK),
    Key::object("additional_kwargs", &KWARGS).without_media(),
]);

static FLAT_CHUNK: ShapeObject = ShapeObject::of(&[
    ID,
    Key::list("tool_calls", &TOOL_CALL).without_media(),
    Key::list("invalid_tool_calls", &TOOL_CALL).without_media(),
    Key::list("tool_call_chunks", &TOOL_CALL).without_media(),
    Key::list("content", &BLOCK),
    Key::list("content_blocks", &BLOCK),
]);

static KWARGS: ShapeObject = ShapeObject::of(&[Key::list("tool_calls", &CALL)]);

/// `{"name":"look","args":{"city":"Porto"},"id":"call_1","type":"tool_call"}`
static TOOL_CALL: ShapeObject =
    ShapeObject::of(&[Key::id("id", Scope::Call, Usage::Names).filled().text(), Key::function_name("name")]);

/// A call in the content. Those of the Responses API have the id of the item, too:
/// `{"type":"function_call","id":"fc_1","call_id":"call_1","name":"look","arguments":"{}"}`
static BLOCK_CALL: ShapeObject = ShapeObject::of(&[
    Key::id("call_id", Scope::Call, Usage::Names).filled().text(),
    Key::id("id", Scope::Call, Usage::Names).filled().only(is_own_id),
    Key::function_name("name"),
]);

/// True for the id of a call that has no other one.
fn is_own_id(call: Node<'_, '_>, id: Option<Node<'_, '_>>) -> bool {
    id.is_some_and(|id| id.is_string()) && !call.get("call_id").is_some_and(|other| other.is_string())
}

/// `{"type":"image","base64":"aGk=","mime_type":"image/png"}`
static BLOCK: ShapeObject = ShapeObject::of(&[]).tagged(
    &["type"],
    &[
        Tagged::new(&["tool_call", "tool_use", "function_call", "tool_call_chunk", "invalid_tool_call"], &BLOCK_CALL),
        Tagged::new(&["image"], &IMAGE),
        Tagged::new(&["audio", "video", "file", "document"], &FILE),
        Tagged::new(&["image_url"], &IMAGE_URL),
        Tagged::new(&["input_audio"], &INPUT_AUDIO),
    ],
    &NOTHING,
    &NOTHING,
);

const BYTES: Key = Key::media("base64", MediaSpelling::Other(bytes));
const JS_BYTES: Key = Key::media("data", MediaSpelling::Other(bytes));
const URL: Key = Key::media("url", MediaSpelling::Url);

static IMAGE: ShapeObject = ShapeObject::of(&[
    BYTES.of(MediaKind::Image),
    JS_BYTES.of(MediaKind::Image),
    URL.of(MediaKind::Image),
    Key::object("source", &SOURCE).of(MediaKind::Image).without_ids(),
]);

static FILE: ShapeObject = ShapeObject::of(&[BYTES, JS_BYTES, URL, Key::object("source", &SOURCE).without_ids()]);

/// `{"type":"image_url","image_url":{"url":"https://example.com/a.png"}}`, or with a string.
static IMAGE_URL: ShapeObject =
    ShapeObject::of(&[Key::media("image_url", MediaSpelling::Other(image_url)).of(MediaKind::Image)]);

/// `{"data":"UklGRg==","format":"wav"}`
static INPUT_AUDIO: ShapeObject =
    ShapeObject::of(&[Key::object("input_audio", &ShapeObject::of(&[Key::media("data", MediaSpelling::Base64)]))
        .of(MediaKind::Audio)
        .without_ids()]);

/// `{"type":"base64","media_type":"image/png","data":"aGk="}`
static SOURCE: ShapeObject = ShapeObject::of(&[]).tagged(
    &["type"],
    &[
        Tagged::new(
            &["base64"],
            &ShapeObject::of(&[Key::media("data", MediaSpelling::Pair(&PAIR, MediaState::Inline))]),
        ),
        Tagged::new(
            &["url"],
            &ShapeObject::of(&[Key::media("url", MediaSpelling::Pair(&PAIR, MediaState::Reference))]),
        ),
    ],
    &NOTHING,
    &NOTHING,
);

static PAIR: MediaPair = MediaPair {
    tag: Some(("type", "base64", "url")),
    keys: ("data", "url"),
    media_type: PairType::Before("media_type"),
};

/// Bytes with the media type next to them.
fn bytes<'t, 'a>(block: Node<'t, 'a>, part: Node<'t, 'a>, key: &'static str) -> Option<MediaPlace<'t, 'a>> {
    let (_, value) = text_member(block, key)?;
    let declared = ["mime_type", "mimeType"].iter().find_map(|key| text_member(block, key)).map(|(_, value)| value);
    let kind = declared.and_then(|it| it.text()).map(|declared| MediaKind::of(&declared.decode()));
    let place = MediaPlace::bytes(part, kind.unwrap_or(MediaKind::Unknown), value);
    Some(MediaPlace { media_type: declared.map_or(TypePlace::None, TypePlace::Member), ..place })
}

fn image_url<'t, 'a>(block: Node<'t, 'a>, part: Node<'t, 'a>, key: &'static str) -> Option<MediaPlace<'t, 'a>> {
    let image = block.get(key)?;
    let url = if image.is_string() { image } else { text_member(image, "url")?.1 };
    Some(MediaPlace::url(part, MediaKind::Image, url))
}
