//! The keys of records: where ids of calls are.

use crate::format::IdRules;
use crate::format::gemini::shape::PART;
use crate::format::ids::{Scope, Usage};
use crate::format::shape::{Key, MediaWrappers, RecordShape, ShapeObject};

pub(super) static IDS: IdRules = IdRules {
    reason: "ids of records say which one replaces which, and the program makes those of sessions",
    ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites))
};

static RECORD: RecordShape = RecordShape { item: &LINE, object: |_| &LINE, lacks: None, media: MediaWrappers::NOWHERE };

/// A record, or a line or session with records: `{"$set":{"messages":[]}}`, `{"sessionId":"5f0c…","messages":[]}`.
static LINE: ShapeObject = ShapeObject::of(&[
    Key::list("content", &PART),
    Key::list("toolCalls", &CALL),
    Key::list("messages", &RECORD_OBJECT),
    Key::object("$set", &SET),
]);

static SET: ShapeObject = ShapeObject::of(&[Key::list("messages", &RECORD_OBJECT)]);

static RECORD_OBJECT: ShapeObject = ShapeObject::of(&[Key::list("content", &PART), Key::list("toolCalls", &CALL)]);

/// `{"id":"c1","name":"f","args":{},"result":[{"functionResponse":{"id":"c1","name":"f","response":{}}}]}`
static CALL: ShapeObject = ShapeObject::of(&[
    Key::id("id", Scope::Call, Usage::Names).after(&[]).filled(),
    Key::function_name("name"),
    Key::list("result", &PART),
]);
