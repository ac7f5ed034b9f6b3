//! The keys of bodies, messages and blocks: where ids and media are.

use super::policy::CALL_IDS;
use super::score::is_response;
use crate::format::Ids;
use crate::format::ids::{Scope, Shape, Usage};
use crate::format::shape::{Around, Key, MediaSpelling, Object, RecordShape};
use crate::model::MediaKind;

pub(super) static IDS: Ids = Ids {
    scopes: &[(Scope::Call, Shape::Rule(CALL_IDS))],
    reason: "a message of the API has a role and content, and nothing else is accepted beside them",
    ..Ids::of_calls(|root, sites| RECORD.ids(root, sites))
};

pub(super) static RECORD: RecordShape = RecordShape {
    item: &MESSAGE,
    object: |root| if is_response(root) { &RESPONSE } else { &BODY },
    lacks: None,
    media: Around { own: &["role"], through: &["messages", "output", "message", "modelInput", "modelOutput"] },
};

/// `{"modelId":"amazon.nova-pro-v1:0","messages":[{"role":"user","content":[{"text":"hi"}]}]}`
static BODY: Object = Object::of(&[Key::list("messages", &MESSAGE)]);

/// `{"output":{"message":{"role":"assistant","content":[{"text":"hello"}]}},"stopReason":"end_turn"}`
static RESPONSE: Object = Object::of(&[Key::object("output", &OUTPUT)]);

static OUTPUT: Object = Object::of(&[Key::object("message", &MESSAGE)]);

/// `{"role":"user","content":[{"text":"hi"}]}`
static MESSAGE: Object = Object::of(&[Key::list("content", &BLOCK), Key::any("role")]);

/// A block has one of these keys: `{"toolUse":{"toolUseId":"c1","name":"f","input":{}}}`.
pub(super) static BLOCK: Object = Object::of(&[
    Key::object("toolUse", &CALL).without_media(),
    Key::object("image", &FILE).of(MediaKind::Image).without_ids(),
    Key::object("document", &FILE).of(MediaKind::Document).without_ids(),
    Key::object("video", &FILE).of(MediaKind::Video).without_ids(),
    Key::object("audio", &FILE).of(MediaKind::Audio).without_ids(),
    Key::object("toolResult", &RESULT),
    Key::any("text"),
    Key::any("reasoningContent"),
    Key::any("citationsContent"),
    Key::any("cachePoint"),
    Key::any("guardContent"),
    Key::any("searchResult"),
    Key::any("toolAddition"),
    Key::any("toolRemoval"),
])
.plain(&["text"], "");

/// `{"toolUseId":"c1","name":"f","input":{}}`. Of a type, the service ran it, and knows it by this id.
static CALL: Object = Object::of(&[Key::tag("type")]).tagged(&["type"], &[], &KEPT, &NAMED);

static NAMED: Object =
    Object::of(&[Key::id("toolUseId", Scope::Call, Usage::Names).after(&[]).filled(), Key::function_name("name")]);

/// `{"toolUseId":"c1","content":[{"text":"18 degrees"}]}`
static RESULT: Object =
    Object::of(&[Key::tag("type"), Key::list("content", &BLOCK).without_ids()]).tagged(&["type"], &[], &KEPT, &POINTS);

static POINTS: Object = Object::of(&[Key::id("toolUseId", Scope::Call, Usage::Points).after(&[]).filled()]);
static KEPT: Object = Object::of(&[Key::id("toolUseId", Scope::Call, Usage::Kept)]);

/// `{"format":"png","source":{"bytes":"aGk="}}`
static FILE: Object = Object::of(&[Key::object("source", &SOURCE)]);

/// Bytes alone: what is in S3 only the service can open.
static SOURCE: Object = Object::of(&[Key::media("bytes", MediaSpelling::Base64), Key::object("s3Location", &S3)]);

static S3: Object = Object::of(&[Key::media("uri", MediaSpelling::Remote)]);
