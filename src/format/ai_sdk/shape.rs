//! The keys of messages and parts: where ids and media files are.

use super::data::is_address;
use super::detect::is_version_2_text;
use crate::format::IdRules;
use crate::format::ids::{IdShape, Scope, Sites, Usage};
use crate::format::media::{MediaPlace, TypePlace, column};
use crate::format::shape::{Key, MediaSpelling, MediaWrappers, NOTHING, RecordShape, ShapeObject, Tagged};
use crate::json::Node;
use crate::model::{MediaKind, is_extracted};

pub(super) static IDS: IdRules = IdRules {
    scopes: &[(Scope::Call, IdShape::Any), (Scope::Conversation, IdShape::Any), (Scope::Message, IdShape::Any)],
    // Messages of version 4 have their calls twice.
    is_unique: false,
    ..IdRules::of_calls(ids)
};

/// The ids of messages, and those of rows whose content is JSON text.
fn ids(root: Node<'_, '_>, sites: &mut Sites) -> bool {
    let mut is_one = RECORD.ids(root, sites);
    let list = if root.is_array() { Some(root) } else { root.get("messages") };
    let alone = Some(root).filter(|_| list.is_none());
    for message in list.iter().flat_map(Node::items).chain(alone) {
        let text = message.get("content").filter(|content| is_version_2_text(*content));
        is_one |= text.is_some_and(|text| sites.open(text, |content, sites| _ = PART.ids(content, sites)));
    }
    is_one
}

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
    Key::list("content", &PART).without_media(),
    Key::other("content", |_, _| (), content).without_ids(),
    Key::list("toolInvocations", &CALL),
    Key::list("experimental_attachments", &ATTACHMENT),
]);

/// The media files of a content, which may be JSON text.
fn content(content: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    if is_version_2_text(content) {
        return column(content, |content, each| PART.media(content, each), each);
    }
    content.each().for_each(|part| PART.media(part, each));
}

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

static RESULT: ShapeObject = ShapeObject::of(&[
    Key::id("toolCallId", Scope::Call, Usage::Points).text().filled(),
    Key::object("output", &OUTPUT).without_ids(),
]);

/// `{"type":"content","value":[{"type":"image-data","data":"aGk=","mediaType":"image/png"}]}`
static OUTPUT: ShapeObject =
    ShapeObject::of(&[]).tagged(&["type"], &[Tagged::new(&["content"], &RETURNED)], &NOTHING, &NOTHING);

static RETURNED: ShapeObject = ShapeObject::of(&[Key::list(
    "value",
    &ShapeObject::of(&[]).tagged(
        &["type"],
        &[
            Tagged::new(&["media", "file-data", "image-data"], &DATA),
            Tagged::new(&["file-url", "image-url"], &ShapeObject::of(&[Key::media("url", MediaSpelling::Url)])),
        ],
        &NOTHING,
        &NOTHING,
    ),
)]);

static DATA: ShapeObject = ShapeObject::of(&[Key::media("data", MediaSpelling::Other(bytes))]);

/// Base64 with the media type next to it.
fn bytes<'t, 'a>(object: Node<'t, 'a>, part: Node<'t, 'a>, key: &'static str) -> Option<MediaPlace<'t, 'a>> {
    let value = object.get(key).filter(|value| value.is_string() && !value.text().is_some_and(|it| is_address(&it)))?;
    Some(typed_bytes(object, part, MediaKind::Unknown, value))
}

/// Base64 of the type that an object declares.
fn typed_bytes<'t, 'a>(
    object: Node<'t, 'a>,
    part: Node<'t, 'a>,
    kind: MediaKind,
    value: Node<'t, 'a>,
) -> MediaPlace<'t, 'a> {
    let declared = ["mediaType", "mimeType"].iter().find_map(|key| object.get(key)).filter(Node::is_string);
    let kind = declared.and_then(|it| it.text()).map_or(kind, |it| MediaKind::of(&it.decode()));
    let media_type = declared.map_or(TypePlace::None, TypePlace::Member);
    MediaPlace { media_type, ..MediaPlace::bytes(part, kind, value) }
}

static HOLDER: ShapeObject = ShapeObject::of(&[Key::object("toolInvocation", &CALL)]);

/// `{"type":"file","mediaType":"image/png","url":"https://example.com/a.png"}`
static ATTACHMENT: ShapeObject = ShapeObject::of(&[
    Key::media("url", MediaSpelling::Url),
    Key::media("image", MediaSpelling::Other(data_place)),
    Key::media("data", MediaSpelling::Other(data_place)),
]);

/// A URL, or a `data:` URL. Bare base64 stays where it is: what it was taken out into could not be told from a `data:` URL.
/// Version 7 has an object, which says what it is: `{"type":"url","url":"https://example.com/a.png"}`.
fn data_place<'t, 'a>(object: Node<'t, 'a>, part: Node<'t, 'a>, key: &'static str) -> Option<MediaPlace<'t, 'a>> {
    let kind = if key == "image" { MediaKind::Image } else { MediaKind::Unknown };
    let value = object.get(key)?;
    if value.get("type").is_some_and(|kind| kind.is("url")) {
        return Some(MediaPlace::url(part, kind, value.get("url").filter(Node::is_string)?));
    }
    if value.get("type").is_some_and(|kind| kind.is("data")) {
        return Some(typed_bytes(object, part, kind, value.get("data").filter(Node::is_string)?));
    }
    let text = value.text()?;
    (is_address(&text) || is_extracted(&text)).then(|| MediaPlace::url(part, kind, value))
}
