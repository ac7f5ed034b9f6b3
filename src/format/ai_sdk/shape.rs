//! The keys of messages and parts: where ids and media files are.

use super::data::is_address;
use crate::format::IdRules;
use crate::format::ids::{IdShape, Scope, Usage};
use crate::format::media::MediaPlace;
use crate::format::shape::{Key, MediaSpelling, MediaWrappers, NOTHING, RecordShape, ShapeObject, Tagged};
use crate::json::Node;
use crate::model::{MediaKind, is_extracted};

pub(super) static IDS: IdRules = IdRules {
    scopes: &[(Scope::Call, IdShape::Any), (Scope::Conversation, IdShape::Any), (Scope::Message, IdShape::Any)],
    ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites))
};

pub(super) fn places(root: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    RECORD.media(root, each);
}

static RECORD: RecordShape = RecordShape {
    item: &MESSAGE,
    object: |root| if root.get("role").is_some() { &MESSAGE } else { &BODY },
    lacks: None,
    media: MediaWrappers { own: &["role"], through: &["messages"] },
};

/// `{"id":"chat","messages":[]}`
static BODY: ShapeObject = ShapeObject::of(&[
    Key::id("id", Scope::Conversation, Usage::Names).text().after(&[]),
    Key::list("messages", &MESSAGE),
]);

/// `{"id":"m1","role":"user","parts":[{"type":"text","text":"hi"}]}`
static MESSAGE: ShapeObject = ShapeObject::of(&[
    Key::id("id", Scope::Message, Usage::Names).text(),
    Key::list("parts", &PART),
    Key::list("content", &PART),
    Key::list("toolInvocations", &CALL),
    Key::list("experimental_attachments", &ATTACHMENT),
]);

/// Rows of Mastra have the parts in their content.
///
/// `{"type":"tool-f","toolCallId":"c1","state":"output-available","input":{},"output":"18"}`
static PART: ShapeObject = ShapeObject::of(&[
    Key::list("parts", &PART),
    Key::list("toolInvocations", &CALL),
    Key::list("experimental_attachments", &ATTACHMENT),
])
.tagged(
    &["type"],
    &[
        Tagged::new(&["tool-result"], &RESULT),
        Tagged::new(&["tool-approval-request"], &RESULT),
        Tagged::new(&["tool-call"], &CALL),
        Tagged::new(&["tool-invocation"], &HOLDER),
        Tagged::new(&["file", "image"], &ATTACHMENT),
        Tagged::new(&["text", "reasoning", "step-start"], &NOTHING),
    ],
    &CALL,
    &NOTHING,
);

static CALL: ShapeObject = ShapeObject::of(&[
    Key::id("toolCallId", Scope::Call, Usage::Names).text().filled(),
    Key::function_name("toolName"),
]);

static RESULT: ShapeObject = ShapeObject::of(&[Key::id("toolCallId", Scope::Call, Usage::Points).text().filled()]);

static HOLDER: ShapeObject = ShapeObject::of(&[Key::object("toolInvocation", &CALL)]);

/// `{"type":"file","mediaType":"image/png","url":"https://example.com/a.png"}`
static ATTACHMENT: ShapeObject = ShapeObject::of(&[
    Key::media("url", MediaSpelling::Url),
    Key::media("image", MediaSpelling::Other(data_place)),
    Key::media("data", MediaSpelling::Other(data_place)),
]);

/// A URL, or a `data:` URL. Bare base64 stays where it is: what it was taken out into could not be told from a `data:` URL.
fn data_place<'t, 'a>(object: Node<'t, 'a>, part: Node<'t, 'a>, key: &'static str) -> Option<MediaPlace<'t, 'a>> {
    let value = object.get(key).filter(Node::is_string)?;
    let text = value.text()?;
    let kind = if key == "image" { MediaKind::Image } else { MediaKind::Unknown };
    (is_address(&text) || is_extracted(&text)).then(|| MediaPlace::url(part, kind, value))
}
