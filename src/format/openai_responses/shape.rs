//! The keys of records, items and parts: where ids and media are.
//!
//! The `id` of an item is not ours. The service gave it, its prefix counts, and a reasoning item is bound to its own
//! and to the item after it: none of these is ever renamed.

use super::policy::CALL_IDS;
use super::score::is_response;
use crate::format::IdRules;
use crate::format::ids::{IdShape, Scope, Usage};
use crate::format::media::{AllowedMedia, MediaPlace, MediaState, Word, text_member};
use crate::format::shape::{Key, MediaSpelling, MediaWrappers, NOTHING, RecordShape, ShapeObject, Tagged};
use crate::json::Node;
use crate::model::MediaKind;

pub(super) static IDS: IdRules = IdRules {
    scopes: &[(Scope::Call, IdShape::Rule(CALL_IDS))],
    reason: "ids of items, responses and conversations are the service's own: a reasoning item is refused under another id",
    ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites))
};

pub(super) static RECORD: RecordShape = RecordShape {
    item: &ITEM,
    object: |root| if is_response(root.get("object"), root.get("output")) { &RESPONSE } else { &LINE },
    lacks: None,
    media: MediaWrappers {
        // Messages may be written without a type; everything else that is an item has one.
        own: &["role", "call_id", "type"],
        through: &["input", "output", "body", "response", "request", "messages", "items"],
    },
};

/// A body, or a line of a batch: `{"custom_id":"1","body":{"input":[]}}`.
static LINE: ShapeObject = ShapeObject::of(&[
    Key::list("input", &ITEM),
    Key::list("output", &ITEM),
    Key::object("body", &BODY),
    Key::object("response", &ANSWER),
]);

/// `{"status_code":200,"body":{"object":"response","output":[]}}`
static ANSWER: ShapeObject = ShapeObject::of(&[Key::object("body", &BODY)]);

/// `{"model":"gpt-5.1","input":[{"role":"user","content":"hi"}]}`
static BODY: ShapeObject = ShapeObject::of(&[Key::list("input", &ITEM), Key::list("output", &ITEM)]);

/// `{"object":"response","output":[]}`. What the answer was made from may be beside it.
static RESPONSE: ShapeObject =
    ShapeObject::of(&[Key::list("output", &ITEM), Key::list("input", &ITEM), Key::list("instructions", &ITEM)]);

/// `{"type":"message","role":"user","content":[{"type":"input_text","text":"hi"}]}`
static ITEM: ShapeObject = ShapeObject::of(&[Key::tag("type"), Key::list("content", &PART).without_ids()])
    .tagged(
        &["type"],
        &[
            Tagged::new(&["function_call", "custom_tool_call"], &CALL),
            Tagged::new(&["function_call_output", "custom_tool_call_output"], &OUTPUT),
            // Programs run at the service.
            Tagged::new(&["program", "program_output"], &PROGRAM),
            Tagged::new(&["image_generation_call"], &GENERATED),
            Tagged::ending("_output", &OTHER_OUTPUT),
        ],
        &OTHER,
        &UNTYPED,
    )
    .plain(&["role", "content"], "");

/// `{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"}`
static CALL: ShapeObject = ShapeObject::of(&[
    Key::id("call_id", Scope::Call, Usage::Names).after(&["type"]).filled(),
    Key::function_name("name"),
]);

/// `{"type":"function_call_output","call_id":"c1","output":"18 degrees"}`, or with a list of parts.
static OUTPUT: ShapeObject = ShapeObject::of(&[
    Key::id("call_id", Scope::Call, Usage::Points).after(&["type"]).filled(),
    Key::function_name("name"),
    Key::list("output", &PART).without_ids(),
]);

static PROGRAM: ShapeObject = ShapeObject::of(&[Key::id("call_id", Scope::Call, Usage::Kept)]);

/// `{"type":"image_generation_call","result":"aGk="}`
static GENERATED: ShapeObject = ShapeObject::of(&[Key::media("result", MediaSpelling::Base64).of(MediaKind::Image)]);

/// `{"type":"computer_call_output","call_id":"c1","output":{"type":"computer_screenshot","image_url":"data:image/png;base64,aGk="}}`
static OTHER_OUTPUT: ShapeObject = ShapeObject::of(&[
    Key::id("call_id", Scope::Call, Usage::Points).text(),
    Key::list("output", &PART).without_ids(),
    Key::object("output", &PART).without_ids(),
]);

/// `{"type":"shell_call","call_id":"c1"}`
static OTHER: ShapeObject = ShapeObject::of(&[Key::id("call_id", Scope::Call, Usage::Names).text()]);

/// An item of unknown type: its `call_id` follows that of the call.
static UNTYPED: ShapeObject = ShapeObject::of(&[Key::id("call_id", Scope::Call, Usage::Follows)]);

/// `{"type":"input_image","image_url":"https://example.com/a.png"}`
static PART: ShapeObject = ShapeObject::of(&[]).tagged(
    &["type"],
    &[Tagged::new(&["input_image", "computer_screenshot"], &IMAGE), Tagged::new(&["input_file"], &FILE)],
    &NOTHING,
    &NOTHING,
);

static IMAGE: ShapeObject = ShapeObject::of(&[Key::media("image_url", MediaSpelling::Url).of(MediaKind::Image)]);

/// `{"type":"input_file","file_url":"https://example.com/a.pdf"}`
static FILE: ShapeObject = ShapeObject::of(&[
    Key::media("file_data", MediaSpelling::Other(file)),
    Key::media("file_url", MediaSpelling::Other(file)),
]);

/// Bytes and references have a key each, and readers take both of them at either.
fn file<'t, 'a>(object: Node<'t, 'a>, part: Node<'t, 'a>, name: &'static str) -> Option<MediaPlace<'t, 'a>> {
    let is_data = name == "file_data";
    if !is_data && text_member(object, "file_data").is_some() {
        return None;
    }
    let (key, value) = text_member(object, name)?;
    let place = MediaPlace::url(part, MediaKind::Document, value);
    let is_swapped = (place.state == MediaState::Reference) == is_data;
    let word = Word { token: key, bytes: "file_data", reference: "file_url", object: Some(object) };
    // Bytes in the field of URLs would come back in their own.
    let is_stuck = is_swapped && place.state == MediaState::Inline;
    let holds = if is_stuck { AllowedMedia::References } else { AllowedMedia::Both };
    Some(MediaPlace { key: Some(key), holds, words: [Some(word).filter(|_| !is_swapped), None], ..place })
}
