//! The keys of lines: where ids are.

use crate::format::IdRules;
use crate::format::anthropic::shape::MESSAGE;
use crate::format::shape::ValueType::{
    self, All, Any, AnyList, AnyObject, Either, Has, HasNo, List, Members, Tag, Text,
};
use crate::format::shape::{Key, MediaWrappers, RecordShape, ShapeObject};

pub(super) static IDS: IdRules = IdRules {
    reason: "ids of lines are those of a tree of messages, and other lines name them",
    ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites))
};

static RECORD: RecordShape = RecordShape { item: &LINE, object: |_| &WEB, lacks: None, media: MediaWrappers::NOWHERE };

/// Lines, or an object with them. What is odd in one is a warning.
pub(super) static RECORD_TYPE: ValueType = Either(&[
    AnyList,
    All(&[AnyObject, Members(&[Key::must("loglines", List(&Any))])]),
    All(&[AnyObject, Members(&[Key::must("type", Text)]), LINE_ALONE]),
]);

/// What tells that an object is a line of a session, and not a record of something else.
const LINE_ALONE: ValueType = All(&[
    HasNo(&["projectHash"]),
    Either(&[
        All(&[
            Members(&[Key::must("sessionId", Text)]),
            Either(&[
                Has(&["parentUuid"]),
                Has(&["isSidechain"]),
                Has(&["uuid"]),
                Has(&["leafUuid"]),
                HAS_MESSAGE,
                Tag("type", super::lines::BESIDE),
            ]),
        ]),
        Has(&["parentUuid", "isSidechain"]),
        All(&[Has(&["uuid"]), HAS_MESSAGE, Tag("type", &["user", "assistant"])]),
        All(&[Has(&["leafUuid"]), Tag("type", &["summary"])]),
        All(&[Has(&["snapshot"]), Tag("type", &["file-history-snapshot"])]),
        All(&[
            Members(&[Key::must("session_id", Text)]),
            Either(&[Has(&["uuid"]), Has(&["subtype"])]),
            Tag("type", super::lines::STREAM),
        ]),
    ]),
]);

const HAS_MESSAGE: ValueType = Members(&[Key::must("message", All(&[AnyObject, Has(&["role"])]))]);

/// `{"type":"user","message":{"role":"user","content":"Hi"},"uuid":"u1"}`
static LINE: ShapeObject = ShapeObject::of(&[Key::object("message", &MESSAGE)]);

/// `{"loglines":[{"type":"user","message":{"role":"user","content":"Hi"}}]}`
static WEB: ShapeObject = ShapeObject::of(&[Key::list("loglines", &LINE), Key::object("message", &MESSAGE)]);
