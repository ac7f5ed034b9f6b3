//! The keys of lines: where ids of calls are.

use crate::format::IdRules;
use crate::format::ids::{Scope, Usage};
use crate::format::shape::{Key, MediaWrappers, NOTHING, RecordShape, ShapeObject, Tagged};

pub(super) static IDS: IdRules =
    IdRules { reason: "messages have no ids", ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites)) };

static RECORD: RecordShape = RecordShape { item: &LINE, object: |_| &LINE, lacks: None, media: MediaWrappers::NOWHERE };

/// `{"type":"message","message":{"role":"user","content":"Hi"}}`
static LINE: ShapeObject = ShapeObject::of(&[Key::object("message", &MESSAGE)]);

static MESSAGE: ShapeObject = ShapeObject::of(&[]).tagged(
    &["role"],
    &[Tagged::new(&["assistant"], &ANSWER), Tagged::new(&["tool"], &RESULT)],
    &NOTHING,
    &NOTHING,
);

static ANSWER: ShapeObject = ShapeObject::of(&[Key::list("toolCalls", &CALL)]);

/// `{"id":"c1","function":{"name":"f","arguments":"{}"}}`
static CALL: ShapeObject = ShapeObject::of(&[
    Key::id("id", Scope::Call, Usage::Names).after(&[]).filled(),
    Key::object("function", &FUNCTION),
]);

static FUNCTION: ShapeObject = ShapeObject::of(&[Key::function_name("name")]);

/// `{"role":"tool","content":"18 degrees","toolCallId":"c1"}`
static RESULT: ShapeObject =
    ShapeObject::of(&[Key::id("toolCallId", Scope::Call, Usage::Points).after(&["role"]).filled()]);
