//! The keys of bodies, messages and blocks: where ids and media are.

use super::policy::CALL_IDS;
use super::score::is_response;
use crate::format::IdRules;
use crate::format::ids::{IdShape, Scope, Usage};
use crate::format::shape::{Key, MediaSpelling, MediaWrappers, RecordShape, ShapeObject};
use crate::model::MediaKind;

pub(super) static IDS: IdRules = IdRules {
    scopes: &[(Scope::Call, IdShape::Rule(CALL_IDS))],
    reason: "a message of the API has a role and content, and nothing else is accepted beside them",
    ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites))
};

pub(super) static RECORD: RecordShape = RecordShape {
    item: &MESSAGE,
    object: |root| if is_response(root) { &RESPONSE } else { &BODY },
    lacks: None,
    media: MediaWrappers { own: &["role"], through: &["messages", "output", "message", "modelInput", "modelOutput"] },
};

/// `{"modelId":"amazon.nova-pro-v1:0","messages":[{"role":"user","content":[{"text":"hi"}]}]}`
static BODY: ShapeObject = ShapeObject::of(&[Key::list("messages", &MESSAGE)]);

/// `{"output":{"message":{"role":"assistant","content":[{"text":"hello"}]}},"stopReason":"end_turn"}`
static RESPONSE: ShapeObject = ShapeObject::of(&[Key::object("output", &OUTPUT)]);

static OUTPUT: ShapeObject = ShapeObject::of(&[Key::object("message", &MESSAGE)]);

/// `{"role":"user","content":[{"text":"hi"}]}`
static MESSAGE: ShapeObject = ShapeObject::of(&[Key::list("content", &BLOCK), Key::any("role")]);

/// A block has one of these keys: `{"toolUse":{"toolUseId":"c1","name":"f","input":{}}}`.
pub(super) static BLOCK: ShapeObject = ShapeObject::of(&[
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

/// `{"toolUseId":"c1","name":"f","input":{}}`. With a type, the service executed it, and its id is kept.
static CALL: ShapeObject = ShapeObject::of(&[Key::tag("type")]).tagged(&["type"], &[], &KEPT, &NAMED);

static NAMED: ShapeObject =
    ShapeObject::of(&[Key::id("toolUseId", Scope::Call, Usage::Names).after(&[]).filled(), Key::function_name("name")]);

/// `{"toolUseId":"c1","content":[{"text":"18 degrees"}]}`
static RESULT: ShapeObject = ShapeObject::of(&[Key::tag("type"), Key::list("content", &BLOCK).without_ids()]).tagged(
    &["type"],
    &[],
    &KEPT,
    &POINTS,
);

static POINTS: ShapeObject = ShapeObject::of(&[Key::id("toolUseId", Scope::Call, Usage::Points).after(&[]).filled()]);
static KEPT: ShapeObject = ShapeObject::of(&[Key::id("toolUseId", Scope::Call, Usage::Kept)]);

/// `{"format":"png","source":{"bytes":"aGk="}}`
static FILE: ShapeObject = ShapeObject::of(&[Key::object("source", &SOURCE)]);

/// Bytes alone: what is in S3 only the service can open.
static SOURCE: ShapeObject =
    ShapeObject::of(&[Key::media("bytes", MediaSpelling::Base64), Key::object("s3Location", &S3)]);

static S3: ShapeObject = ShapeObject::of(&[Key::media("uri", MediaSpelling::Remote)]);
