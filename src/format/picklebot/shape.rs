//! The keys of messages and sessions: where ids are.
//!
//! Messages have none, and a key of that name would be lost when the library stores the session again.

use crate::format::Ids;
use crate::format::ids::{Scope, Shape, Usage};
use crate::format::shape::{Around, CALL, Key, Object, RecordShape, Tagged};

pub(super) static IDS: Ids = Ids {
    scopes: &[(Scope::Call, Shape::Any), (Scope::Conversation, Shape::Any)],
    reason: "messages have no id here, and picklebot drops keys that it does not know when it stores a session again",
    ..Ids::of_calls(|root, sites| RECORD.ids(root, sites))
};

static RECORD: RecordShape = RecordShape {
    item: &MESSAGE,
    object: |root| if root.get("messages").is_some() { &SESSION } else { &MESSAGE },
    lacks: Some((Scope::Conversation, "the id of a session is the name of its file")),
    media: Around::NOWHERE,
};

/// `{"id":"s1","agent_id":"a1","messages":[]}`
static SESSION: Object =
    Object::of(&[Key::id("id", Scope::Conversation, Usage::Names).after(&[]), Key::list("messages", &MESSAGE)]);

/// `{"role":"assistant","content":"","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}`
static MESSAGE: Object = Object::of(&[Key::tag("role"), Key::list("tool_calls", &CALL)]).tagged(
    &["role"],
    &[Tagged::new(&["tool"], &RESULT)],
    &OTHER,
    &OTHER,
);

/// `{"role":"tool","content":"18 degrees","tool_call_id":"c1"}`
static RESULT: Object =
    Object::of(&[Key::id("tool_call_id", Scope::Call, Usage::Points).after(&["tool_calls", "content"]).filled()]);

/// A field that only results have, where somebody put it into another message.
static OTHER: Object = Object::of(&[Key::id("tool_call_id", Scope::Call, Usage::Follows)]);
