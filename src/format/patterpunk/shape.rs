//! The keys of messages: where ids and media are.
//!
//! Any text is an id, the empty one too; null is none: the library then makes one up on every load.

use super::message::FINISH_REASONS;
use crate::format::IdRules;
use crate::format::ids::{IdShape, Scope, Usage};
use crate::format::media::{MediaPlace, TypePlace, text_member};
use crate::format::shape::{
    CALL, Key, MediaSpelling, MediaWrappers, NOTHING, RecordShape, ShapeObject, Tagged, ValueType,
};
use crate::json::Node;
use crate::model::MediaKind;
use ValueType::{
    All, Any, AnyList, AnyObject, Below, Cases, Either, Flag, HasNo, List, Matching, Members, Not, Null, Number,
    Object, Tag, Text, Words,
};

pub(super) static IDS: IdRules = IdRules {
    scopes: &[(Scope::Message, IdShape::Any), (Scope::Call, IdShape::Any)],
    reason: "a file is a list of messages; nothing is around them",
    ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites))
};

pub(super) static RECORD: RecordShape = RecordShape {
    item: &MESSAGE,
    object: |_| &MESSAGE,
    lacks: None,
    media: MediaWrappers { own: &["content"], through: &["messages", "conversation"] },
};

/// A list of messages, or one message.
pub(super) static RECORD_TYPE: ValueType = Cases(&[(AnyList, List(&Object(&MESSAGE)))], &Object(&MESSAGE));

const KINDS: ValueType =
    Words(&["system", "user", "assistant", "tool_call", "tool-call", "tool_result", "tool-result"]);

/// The kind is in `type`, or in `role` if that says nothing.
const SAYS: ValueType = Members(&[Key::must("type", Not(&NOTHING_SAID))]);
const NOTHING_SAID: ValueType = Either(&[Null, Words(&[""])]);

const FLAG_OR_NULL: ValueType = Either(&[Flag, Null]);
const NUMBER_OR_NULL: ValueType = Either(&[Number, Null]);

static SYSTEM_KIND: ShapeObject =
    ShapeObject::of(&[Key::must("content", WORDS)]).named("system-message", "What the system says.");

static USER_KIND: ShapeObject =
    ShapeObject::of(&[Key::must("content", WORDS), Key::may("allow_tool_calls", FLAG_OR_NULL), OUTPUT])
        .named("user-message", "What the user says.");

static ANSWER_KIND: ShapeObject = ShapeObject::of(&[
    Key::must("content", WORDS),
    THINKING,
    Key::may("thinking_token_count", NUMBER_OR_NULL),
    Key::may("finish_reason", Either(&[Words(&FINISH_REASONS), Null])),
    Key::may("provider_data", Either(&[All(&[AnyObject, HasNo(&["self"])]), Null])),
    OUTPUT,
])
.named("assistant-message", "What the model says.");

static CALL_KIND: ShapeObject = ShapeObject::of(&[
    Key::must("tool_calls", List(&Object(&TOOL_CALL))),
    THINKING,
    Key::may("thinking_token_count", NUMBER_OR_NULL),
])
.named("call-message", "Calls of the model.");

static RESULT_KIND: ShapeObject = ShapeObject::of(&[
    Key::must("content", Text),
    Key::may("call_id", ValueType::TEXT_OR_NULL),
    Key::may("function_name", ValueType::TEXT_OR_NULL),
    Key::may("is_error", FLAG_OR_NULL),
])
.named("result-message", "What a tool gave back.");

static OF_TYPE: ValueType = All(&[
    Members(&[Key::must("type", KINDS)]),
    Cases(
        &[
            (Tag("type", &["system"]), Object(&SYSTEM_KIND)),
            (Tag("type", &["user"]), Object(&USER_KIND)),
            (Tag("type", &["assistant"]), Object(&ANSWER_KIND)),
            (Tag("type", &["tool_call", "tool-call"]), Object(&CALL_KIND)),
        ],
        &Object(&RESULT_KIND),
    ),
]);

static OF_ROLE: ValueType = All(&[
    Members(&[Key::must("role", KINDS)]),
    Cases(
        &[
            (Tag("role", &["system"]), Object(&SYSTEM_KIND)),
            (Tag("role", &["user"]), Object(&USER_KIND)),
            (Tag("role", &["assistant"]), Object(&ANSWER_KIND)),
            (Tag("role", &["tool_call", "tool-call"]), Object(&CALL_KIND)),
        ],
        &Object(&RESULT_KIND),
    ),
]);

const OUTPUT: Key = Key::may("structured_output", OUTPUT_OR_NULL);
const OUTPUT_OR_NULL: ValueType = Either(&[
    All(&[
        AnyObject,
        Members(&[
            Key::may("schema", Either(&[AnyObject, Null])),
            Key::may("class_ref", Either(&[Matching("^([^.]|$)"), Null])),
        ]),
    ]),
    Null,
]);

const THINKING: Key = Key::may("thinking_blocks", BLOCKS_OR_NULL);
const BLOCKS_OR_NULL: ValueType = Either(&[
    List(&All(&[
        AnyObject,
        Cases(
            &[(
                Members(&[Key::must("type", Words(&["thinking"])), Key::must("thinking", Text)]),
                Members(&[Key::may("signature", ValueType::TEXT_OR_NULL)]),
            )],
            &Any,
        ),
    ])),
    Null,
]);

static TOOL_CALL: ShapeObject = ShapeObject::of(&[
    Key::must("id", Text),
    Key::may("type", ValueType::TEXT_OR_NULL),
    Key::must("function", Object(&ShapeObject::of(&[Key::must("name", Text), Key::must("arguments", Text)]))),
])
.named("tool-call", "A call of a tool.");

const WORDS: ValueType = Either(&[
    Text,
    Object(&ShapeObject::of(&[Key::must("type", Words(&["string", "chunks"]))]).checked(&[Cases(
        &[(Tag("type", &["string"]), Members(&[Key::must("value", Text)]))],
        &Members(&[Key::must("chunks", List(&CHUNK_TYPE))]),
    )])),
]);

const CHUNK_TYPE: ValueType =
    Object(&ShapeObject::of(&[Key::must("type", Words(&["text", "cache", "multimodal"]))]).checked(&[Cases(
        &[
            (
                Tag("type", &["cache"]),
                Members(&[
                    Key::must("content", Text),
                    Key::may("cacheable", FLAG_OR_NULL),
                    Key::may("ttl_seconds", Either(&[Below(86_400_000_000_000.0), Null])),
                ]),
            ),
            (
                Tag("type", &["multimodal"]),
                Members(&[
                    Key::must("data", Text).about("The bytes, in base64."),
                    Key::may("media_type", ValueType::TEXT_OR_NULL),
                    Key::may("filename", ValueType::TEXT_OR_NULL),
                ]),
            ),
        ],
        &Members(&[Key::must("content", Text)]),
    )]));

/// `{"type":"user","id":"m1","content":{"type":"string","value":"hi"}}`
static MESSAGE: ShapeObject = ShapeObject::of(&[
    Key::tag("type"),
    Key::tag("role"),
    Key::id("id", Scope::Message, Usage::Names).after(&["type", "role"]).takes(ValueType::TEXT_OR_NULL),
    Key::list("tool_calls", &CALL).without_media(),
    Key::object("content", &CONTENT).without_ids(),
])
.tagged(&["type", "role"], &[Tagged::new(&["tool_result", "tool-result"], &RESULT)], &NOTHING, &NOTHING)
.checked(&[Cases(&[(SAYS, All(std::slice::from_ref(&OF_TYPE)))], &OF_ROLE)])
.named("message", "One message.");

/// `{"type":"tool_result","content":"18 degrees","call_id":"c1","function_name":"f"}`
static RESULT: ShapeObject = ShapeObject::of(&[
    Key::id("call_id", Scope::Call, Usage::Points).after(&["content"]).filled(),
    Key::function_name("function_name"),
]);

/// `{"type":"chunks","chunks":[{"type":"text","content":"hi"}]}`
static CONTENT: ShapeObject = ShapeObject::of(&[Key::list("chunks", &CHUNK)]);

/// `{"type":"multimodal","media_type":"image/png","data":"aGk="}`
static CHUNK: ShapeObject =
    ShapeObject::of(&[]).tagged(&["type"], &[Tagged::new(&["multimodal"], &MULTIMODAL)], &NOTHING, &NOTHING);

static MULTIMODAL: ShapeObject = ShapeObject::of(&[Key::media("data", MediaSpelling::Other(place))]);

/// Bytes alone. What they are follows from the media type next to them, if that is there.
fn place<'t, 'a>(chunk: Node<'t, 'a>, part: Node<'t, 'a>, key: &'static str) -> Option<MediaPlace<'t, 'a>> {
    let (_, value) = text_member(chunk, key)?;
    let declared = text_member(chunk, "media_type").map(|(_, value)| value);
    let kind = declared.and_then(|it| it.text()).map(|declared| MediaKind::of(&declared.decode()));
    let place = MediaPlace::bytes(part, kind.unwrap_or(MediaKind::Unknown), value);
    Some(MediaPlace { media_type: declared.map_or(TypePlace::None, TypePlace::Member), ..place })
}
