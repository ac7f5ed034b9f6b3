//! The keys of messages and sessions: where ids are.
//!
//! Messages have none, and a key of that name would be lost when the library stores the session again.

use crate::format::IdRules;
use crate::format::ids::{IdShape, Scope, Usage};
use crate::format::shape::{CALL, Key, MediaWrappers, RecordShape, ShapeObject, Tagged, ValueType};
use ValueType::{All, AnyList, AnyObject, Cases, Either, Has, HasNo, List, Null, Object, Text, Words};

pub(super) static IDS: IdRules = IdRules {
    scopes: &[(Scope::Call, IdShape::Any), (Scope::Conversation, IdShape::Any)],
    reason: "messages have no id here, and picklebot drops unknown keys when it stores a session again",
    ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites))
};

static RECORD: RecordShape = RecordShape {
    item: &MESSAGE,
    object: |root| if root.get("messages").is_some() { &SESSION } else { &MESSAGE },
    lacks: Some((Scope::Conversation, "the id of a session is the name of its file")),
    media: MediaWrappers::NOWHERE,
};

/// A list of messages, one message, or a session.
pub(super) static RECORD_TYPE: ValueType = Cases(
    &[
        (AnyList, List(&Object(&MESSAGE))),
        (Either(&[Has(&["role"]), All(&[Has(&["timestamp"]), HasNo(&["messages"])])]), Object(&MESSAGE)),
    ],
    &Object(&SESSION),
);

/// `{"id":"s1","agent_id":"a1","messages":[]}`
static SESSION: ShapeObject = ShapeObject::of(&[
    Key::id("id", Scope::Conversation, Usage::Names).after(&[]),
    Key::list("messages", &MESSAGE).takes(List(&Object(&MESSAGE))).needed(),
])
.named("session", "A session: its messages, and facts about it.");

/// `{"role":"assistant","content":"","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}`
static MESSAGE: ShapeObject = ShapeObject::of(&[
    Key::tag("role").takes(Words(&["user", "assistant", "system", "tool"])).needed().about("The speaker."),
    Key::list("tool_calls", &CALL).takes(Either(&[List(&AnyObject), Null])),
    Key::must("content", Text),
    Key::may("timestamp", Text),
    Key::may("tool_call_id", ValueType::TEXT_OR_NULL),
])
.tagged(&["role"], &[Tagged::new(&["tool"], &RESULT)], &OTHER, &OTHER)
.named("message", "One message.");

/// `{"role":"tool","content":"18 degrees","tool_call_id":"c1"}`
static RESULT: ShapeObject =
    ShapeObject::of(&[Key::id("tool_call_id", Scope::Call, Usage::Points).after(&["tool_calls", "content"]).filled()]);

/// A field that only results have, where somebody put it into another message.
static OTHER: ShapeObject = ShapeObject::of(&[Key::id("tool_call_id", Scope::Call, Usage::Follows)]);
