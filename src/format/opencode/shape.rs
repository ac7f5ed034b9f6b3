//! The keys of messages and parts: where ids of calls are.

use crate::format::IdRules;
use crate::format::ids::{Scope, Usage};
use crate::format::shape::{Key, MediaWrappers, NOTHING, RecordShape, ShapeObject, Tagged};

pub(super) static IDS: IdRules = IdRules {
    reason: "the program makes the ids of sessions, messages and parts, and sorts by them",
    ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites))
};

static RECORD: RecordShape =
    RecordShape { item: &MESSAGE, object: |_| &EXPORT, lacks: None, media: MediaWrappers::NOWHERE };

/// `{"info":{"id":"ses_1"},"messages":[]}`
static EXPORT: ShapeObject = ShapeObject::of(&[Key::list("messages", &MESSAGE)]);

/// `{"info":{"id":"msg_1","role":"user"},"parts":[]}`
static MESSAGE: ShapeObject = ShapeObject::of(&[Key::list("parts", &PART)]);

/// `{"type":"tool","callID":"call_1","tool":"bash","state":{"status":"pending","input":{}}}`
static PART: ShapeObject = ShapeObject::of(&[]).tagged(&["type"], &[Tagged::new(&["tool"], &CALL)], &NOTHING, &NOTHING);

static CALL: ShapeObject = ShapeObject::of(&[
    Key::id("callID", Scope::Call, Usage::Names).after(&["type"]).filled(),
    Key::function_name("tool"),
]);
