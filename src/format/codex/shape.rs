//! The keys of lines: where ids are.

use crate::format::IdRules;
use crate::format::ids::{Scope, Usage};
use crate::format::openai_responses::shape::{CALL, ITEM, OUTPUT};
use crate::format::shape::ValueType::{
    self, All, Any, AnyObject, Containing, Either, Has, HasNo, Members, Not, Tag, Text,
};
use crate::format::shape::{Key, MediaWrappers, RecordShape, ShapeObject, Tagged};

pub(super) static IDS: IdRules = IdRules {
    reason: "ids of items and turns are those of the service and of the program, and other lines name them",
    ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites))
};

static RECORD: RecordShape = RecordShape { item: &LINE, object: |_| &LINE, lacks: None, media: MediaWrappers::NOWHERE };

/// Lines, of which one at least may have a message, or one such line. What is odd in another one is a warning.
pub(super) static RECORD_TYPE: ValueType = Either(&[
    Containing(&All(&[AnyObject, Members(&[Key::must("type", Text)]), Not(&Tag("type", WITHOUT_WORDS))])),
    All(&[AnyObject, Tag("type", &["response_item", "event_msg", "compacted"]), ENVELOPE]),
    All(&[
        AnyObject,
        Tag("type", &["item.completed"]),
        HasNo(&["payload"]),
        Members(&[Key::must("item", All(&[AnyObject, Has(&["type"])]))]),
    ]),
]);

const ENVELOPE: ValueType = Members(&[Key::must("timestamp", Any), Key::must("payload", AnyObject)]);

/// Types of lines and items without text.
const WITHOUT_WORDS: &[&str] = &[
    "session_meta",
    "turn_context",
    "world_state",
    "token_usage_record",
    "inter_agent_communication",
    "ghost_snapshot",
    "other",
    "thread.started",
    "turn.started",
    "turn.completed",
];

/// `{"type":"response_item","payload":{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"}}`, or the item alone.
static LINE: ShapeObject =
    ShapeObject::of(&[Key::object("payload", &PAYLOAD)]).tagged(&["type"], ITEMS, &FOLLOWS, &FOLLOWS);

/// `{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"}`
static PAYLOAD: ShapeObject =
    ShapeObject::of(&[Key::list("replacement_history", &ITEM)]).tagged(&["type"], ITEMS, &FOLLOWS, &FOLLOWS);

const ITEMS: &[Tagged] = &[
    Tagged::new(&["function_call", "custom_tool_call", "local_shell_call"], &CALL),
    Tagged::new(&["function_call_output", "custom_tool_call_output"], &OUTPUT),
];

/// `{"type":"exec_command_end","call_id":"c1"}`
static FOLLOWS: ShapeObject = ShapeObject::of(&[Key::id("call_id", Scope::Call, Usage::Follows)]);
