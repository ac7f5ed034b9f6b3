//! The keys of messages: where ids and media are.
//!
//! Any text is an id, the empty one too; null is none: the library then makes one up on every load.

use crate::format::IdRules;
use crate::format::ids::{IdShape, Scope, Usage};
use crate::format::media::{MediaPlace, TypePlace, text_member};
use crate::format::shape::{CALL, Key, MediaSpelling, MediaWrappers, NOTHING, RecordShape, ShapeObject, Tagged};
use crate::json::Node;
use crate::model::MediaKind;

pub(super) static IDS: IdRules = IdRules {
    scopes: &[(Scope::Message, IdShape::Any), (Scope::Call, IdShape::Any)],
    reason: "a file is a list of messages; nothing is around them",
    ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites))
};

pub(super) static RECORD: RecordShape = RecordShape {
    item: &MESSAGE,
    object: |_| &MESSAGE,
    lacks: None,
    media: MediaWrappers { own: &["content"], through: &["messages", "conversation"] },
};

/// `{"type":"user","id":"m1","content":{"type":"string","value":"hi"}}`
static MESSAGE: ShapeObject = ShapeObject::of(&[
    Key::tag("type"),
    Key::tag("role"),
    Key::id("id", Scope::Message, Usage::Names).after(&["type", "role"]),
    Key::list("tool_calls", &CALL).without_media(),
    Key::object("content", &CONTENT).without_ids(),
])
.tagged(&["type", "role"], &[Tagged::new(&["tool_result", "tool-result"], &RESULT)], &NOTHING, &NOTHING);

/// `{"type":"tool_result","content":"18 degrees","call_id":"c1","function_name":"f"}`
static RESULT: ShapeObject = ShapeObject::of(&[
    Key::id("call_id", Scope::Call, Usage::Points).after(&["content"]).filled(),
    Key::function_name("function_name"),
]);

/// `{"type":"chunks","chunks":[{"type":"text","content":"hi"}]}`
static CONTENT: ShapeObject = ShapeObject::of(&[Key::list("chunks", &CHUNK)]);

/// `{"type":"multimodal","media_type":"image/png","data":"aGk="}`
static CHUNK: ShapeObject =
    ShapeObject::of(&[]).tagged(&["type"], &[Tagged::new(&["multimodal"], &MULTIMODAL)], &NOTHING, &NOTHING);

static MULTIMODAL: ShapeObject = ShapeObject::of(&[Key::media("data", MediaSpelling::Other(place))]);

/// Bytes alone. What they are follows from the media type beside them, if that is there.
fn place<'t, 'a>(chunk: Node<'t, 'a>, part: Node<'t, 'a>, key: &'static str) -> Option<MediaPlace<'t, 'a>> {
    let (_, value) = text_member(chunk, key)?;
    let declared = text_member(chunk, "media_type").map(|(_, value)| value);
    let kind = declared.and_then(|it| it.text()).map(|declared| MediaKind::of(&declared.decode()));
    let place = MediaPlace::bytes(part, kind.unwrap_or(MediaKind::Unknown), value);
    Some(MediaPlace { media_type: declared.map_or(TypePlace::None, TypePlace::Member), ..place })
}
