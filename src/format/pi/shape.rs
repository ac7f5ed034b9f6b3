//! The keys of entries: where ids of calls are.

use crate::format::IdRules;
use crate::format::ids::{Scope, Usage};
use crate::format::shape::{Key, MediaWrappers, NOTHING, RecordShape, ShapeObject, Tagged};

pub(super) static IDS: IdRules = IdRules {
    reason: "ids of entries are those of a tree of messages, and other entries name them",
    ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites))
};

static RECORD: RecordShape =
    RecordShape { item: &ENTRY, object: |_| &ENTRY, lacks: None, media: MediaWrappers::NOWHERE };

/// `{"type":"message","id":"19e9416c","message":{"role":"user","content":"Hi"}}`
static ENTRY: ShapeObject = ShapeObject::of(&[Key::object("message", &MESSAGE)]);

static MESSAGE: ShapeObject = ShapeObject::of(&[Key::list("content", &PART)]).tagged(
    &["role"],
    &[Tagged::new(&["toolResult"], &RESULT)],
    &NOTHING,
    &NOTHING,
);

/// `{"type":"toolCall","id":"call_1","name":"bash","arguments":{"command":"ls"}}`
static PART: ShapeObject =
    ShapeObject::of(&[]).tagged(&["type"], &[Tagged::new(&["toolCall"], &CALL)], &NOTHING, &NOTHING);

static CALL: ShapeObject =
    ShapeObject::of(&[Key::id("id", Scope::Call, Usage::Names).after(&["type"]).filled(), Key::function_name("name")]);

/// `{"role":"toolResult","toolCallId":"call_1","toolName":"bash","content":[],"isError":false}`
static RESULT: ShapeObject = ShapeObject::of(&[
    Key::id("toolCallId", Scope::Call, Usage::Points).after(&["role"]).filled(),
    Key::function_name("toolName"),
]);
