//! The keys of messages and parts: where ids and media are.
//!
//! Calls that the service executed itself have ids of the service, so these are kept.

use super::content::{ITEMS, KNOWN_SERVICES};
use super::{request, response};
use crate::format::IdRules;
use crate::format::ids::{Scope, Usage};
use crate::format::media::{AllowedMedia, MediaPlace, MediaState, TypePlace, Word, member, own_key, text_member};
use crate::format::shape::{Key, MediaSpelling, MediaWrappers, NOTHING, RecordShape, ShapeObject, Tagged, ValueType};
use crate::json::Node;
use crate::model::MediaKind;
use ValueType::{All, Any, AnyObject, Cases, Either, List, Members, Not, Object, Tag, Text, Words};

pub(super) static IDS: IdRules = IdRules {
    reason: "messages have no ids, and those of runs and answers belong to the program and to the service",
    ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites))
};

pub(super) static RECORD: RecordShape = RecordShape {
    item: &MESSAGE,
    object: |_| &MESSAGE,
    lacks: None,
    media: MediaWrappers { own: &["parts"], through: &[] },
};

/// A list of messages, or one message.
pub(super) static RECORD_TYPE: ValueType = Either(&[List(&Object(&MESSAGE)), Object(&MESSAGE)]);

/// `{"kind":"request","parts":[{"part_kind":"user-prompt","content":"Hi"}]}`
static MESSAGE: ShapeObject = ShapeObject::of(&[
    Key::list("parts", &PART).needed(),
    Key::must("kind", Words(&["request", "response"])).about("Whether the model gets the message, or wrote it."),
])
.checked(&[Cases(
    &[(Tag("kind", &["request"]), Members(&[Key::may("parts", List(&REQUEST_PART))]))],
    &Members(&[Key::may("parts", List(&RESPONSE_PART))]),
)])
.named("message", "A request to the model, or its response.");

static REQUEST_PART: ValueType = All(&[
    Object(&PART),
    Members(&[Key::must("part_kind", Either(&[Words(request::PARTS), Words(request::CHANGES)]))]),
    Not(&Tag("part_kind", &["text"])),
]);

static RESPONSE_PART: ValueType = All(&[
    Object(&PART),
    Members(&[Key::must("part_kind", Either(&[Words(response::PARTS), Words(response::OF_SERVICE)]))]),
]);

/// `{"part_kind":"text","content":"Hello."}`
static PART: ShapeObject = ShapeObject::of(&[Key::tag("part_kind").takes(Text).needed()])
    .tagged(
        &["part_kind"],
        &[
            Tagged::new(&["user-prompt"], &PROMPT),
            Tagged::new(&["tool-call"], &CALL),
            Tagged::new(&["tool-return"], &RESULT),
            Tagged::new(&["retry-prompt"], &RETRY),
            Tagged::new(&["builtin-tool-call", "builtin-tool-return"], &OF_SERVICE),
            Tagged::new(&["file"], &FILE),
            Tagged::new(&["speech"], &SPEECH),
            Tagged::new(&["text", "thinking", "system-prompt"], &WORDS),
            Tagged::new(&["retry-feedback"], &FEEDBACK),
        ],
        &NOTHING,
        &NOTHING,
    )
    .named("part", "A part of a message.");

static WORDS: ShapeObject = ShapeObject::of(&[Key::must("content", Text)]);

static FEEDBACK: ShapeObject = ShapeObject::of(&[Key::must("content", Any)]);

static PROMPT: ShapeObject = ShapeObject::of(&[Key::list("content", &ITEM)
    .without_ids()
    .takes(Either(&[Text, List(&Either(&[Text, Object(&ITEM)]))]))
    .needed()]);

/// `{"part_kind":"tool-call","tool_name":"f","args":{},"tool_call_id":"c1"}`
static CALL: ShapeObject = ShapeObject::of(&[
    Key::id("tool_call_id", Scope::Call, Usage::Names)
        .after(&["args", "tool_name"])
        .filled()
        .takes(ValueType::TEXT_OR_NULL),
    Key::function_name("tool_name").takes(Text).needed(),
]);

/// `{"part_kind":"tool-return","tool_name":"f","content":"18 degrees","tool_call_id":"c1"}`
static RESULT: ShapeObject = ShapeObject::of(&[
    Key::id("tool_call_id", Scope::Call, Usage::Points)
        .after(&["content", "tool_name"])
        .filled()
        .takes(ValueType::TEXT_OR_NULL),
    Key::function_name("tool_name").takes(Text).needed(),
    Key::list("content", &RETURNED).without_ids().needed(),
]);

/// Without the name of a tool it answers no call, and has a generated id.
static RETRY: ShapeObject = ShapeObject::of(&[
    Key::id("tool_call_id", Scope::Call, Usage::Points)
        .only(|part, id| id.is_some() && part.get("tool_name").is_some_and(|name| name.is_string())),
    Key::function_name("tool_name"),
    Key::must("content", Any),
])
.checked(&[Cases(
    &[(Members(&[Key::must("tool_name", Text)]), Members(&[Key::may("tool_call_id", ValueType::TEXT_OR_NULL)]))],
    &Any,
)]);

static OF_SERVICE: ShapeObject = ShapeObject::of(&[Key::id("tool_call_id", Scope::Call, Usage::Kept)]);

static FILE: ShapeObject =
    ShapeObject::of(&[Key::object("content", &BYTES).without_ids().takes(Object(&BYTES)).needed()]);
static SPEECH: ShapeObject =
    ShapeObject::of(&[Key::object("audio", &BYTES).without_ids().takes(Either(&[Not(&AnyObject), Object(&BYTES)]))]);

/// `{"kind":"binary","data":"aGk=","media_type":"image/png"}`: the library has no URL there.
static BYTES: ShapeObject = ShapeObject::of(&[Key::media("data", MediaSpelling::Other(bytes)).takes(Text).needed()]);

fn bytes<'t, 'a>(object: Node<'t, 'a>, part: Node<'t, 'a>, key: &'static str) -> Option<MediaPlace<'t, 'a>> {
    let (_, value) = text_member(object, key)?;
    let (kind, declared) = declared(object)?;
    Some(MediaPlace { media_type: declared, ..MediaPlace::bytes(part, kind, value) })
}

/// The kind of a file by its media type, and the place of the type.
fn declared<'t, 'a>(object: Node<'t, 'a>) -> Option<(MediaKind, TypePlace<'t, 'a>)> {
    let Some((_, value)) = member(object, "media_type") else {
        return Some((MediaKind::Unknown, TypePlace::Missing("media_type")));
    };
    if value.is_null() {
        return Some((MediaKind::Unknown, TypePlace::None));
    }
    Some((MediaKind::of(&value.text()?.decode()), TypePlace::Member(value)))
}

/// `{"kind":"image-url","url":"https://example.com/a.png"}`
static ITEM: ShapeObject = ShapeObject::of(&[Key::any("kind").takes(Words(ITEMS)).needed()]).tagged(
    &["kind"],
    &[
        Tagged::new(&["binary"], &ShapeObject::of(&[DATA.takes(Text).needed()])),
        Tagged::new(
            &["image-url", "audio-url", "video-url", "document-url"],
            &ShapeObject::of(&[URL.takes(Text).needed()]),
        ),
        Tagged::new(&["text-content", "structured-content"], &WORDS),
        Tagged::new(&["uploaded-file"], &UPLOADED),
    ],
    &NOTHING,
    &NOTHING,
);

const DATA: Key = Key::media("data", MediaSpelling::Other(place));
const URL: Key = Key::media("url", MediaSpelling::Other(place));

static UPLOADED: ShapeObject = ShapeObject::of(&[])
    .checked(&[Cases(&[(Tag("provider_name", KNOWN_SERVICES), Members(&[Key::must("file_id", Text)]))], &Any)]);

/// Any value that a tool returned, with media files in it.
static RETURNED: ShapeObject = ShapeObject::of(&[Key::any("kind")]).tagged(
    &["kind"],
    &[
        Tagged::new(&["binary"], &ShapeObject::of(&[DATA])),
        Tagged::new(&["image-url", "audio-url", "video-url", "document-url"], &ShapeObject::of(&[URL])),
    ],
    &NOTHING,
    &NOTHING,
);

/// The words for references, by kind.
const URLS: [(&str, MediaKind); 4] =
    [("image-url", MediaKind::Image), ("audio-url", MediaKind::Audio), ("video-url", MediaKind::Video), DOCUMENT];
const DOCUMENT: (&str, MediaKind) = ("document-url", MediaKind::Document);

/// The kind of the item and the key change together.
fn place<'t, 'a>(item: Node<'t, 'a>, part: Node<'t, 'a>, name: &'static str) -> Option<MediaPlace<'t, 'a>> {
    let word = item.get("kind")?;
    let (which, key, value) = own_key(item, &["data", "url"])?;
    let (by_type, media_type) = declared(item)?;
    let known = URLS.iter().find(|(url, _)| word.is(url));
    let is_right = value.is_string() && key.is(name) && (which == 0) == known.is_none();
    let kind = known.map_or(by_type, |(_, kind)| *kind);
    let (reference, _) = URLS.iter().find(|(_, of_url)| *of_url == kind).unwrap_or(&DOCUMENT);
    if !is_right {
        return None;
    }
    let place = match which {
        0 => MediaPlace { state: MediaState::Inline, ..MediaPlace::bytes(part, kind, value) },
        _ => MediaPlace { is_data_url: false, ..MediaPlace::url(part, kind, value) },
    };
    Some(MediaPlace {
        key: Some(key),
        holds: AllowedMedia::Both,
        media_type,
        words: [
            Some(Word { token: word, bytes: "binary", reference, object: None }),
            Some(Word { token: key, bytes: "data", reference: "url", object: Some(item) }),
        ],
        ..place
    })
}
