//! Where the images of events are.

use crate::format::shape::{Key, MediaSpelling, MediaWrappers, RecordShape, ShapeObject};
use crate::model::MediaKind;

pub(super) static RECORD: RecordShape = RecordShape {
    item: &EVENT,
    object: |_| &EVENT,
    lacks: None,
    media: MediaWrappers { own: &["kind", "action", "observation"], through: &["items"] },
};

/// `{"kind":"MessageEvent","llm_message":{"content":[]}}`, and of older releases `{"action":"message","args":{"image_urls":[]}}`
static EVENT: ShapeObject = ShapeObject::of(&[
    Key::object("llm_message", &MESSAGE).without_ids(),
    Key::object("observation", &MESSAGE).without_ids(),
    Key::object("args", &PART).without_ids(),
]);

static MESSAGE: ShapeObject = ShapeObject::of(&[Key::list("content", &PART).without_ids()]);

static PART: ShapeObject = ShapeObject::of(&[Key::media("image_urls", MediaSpelling::Url).of(MediaKind::Image)]);
