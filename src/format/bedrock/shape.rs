//! The keys of bodies, messages and blocks: where ids and media are.

use super::kind::words;
use super::policy::CALL_IDS;
use super::request::SETTINGS;
use super::score::is_response;
use super::tool_block::{HOSTED, ORDINARY_RESULT};
use crate::format::IdRules;
use crate::format::ids::{IdShape, Scope, Usage};
use crate::format::shape::{Key, MediaSpelling, MediaWrappers, RecordShape, ShapeObject, Tagged, ValueType};
use crate::model::MediaKind;
use ValueType::{
    All, Any, AnyList, AnyObject, Cases, Either, FilledList, FilledText, Has, HasNo, Items, List, Listed, Matching,
    Members, Not, Null, Object, Only, Tag, Text, Union, Words,
};

pub(super) static IDS: IdRules = IdRules {
    scopes: &[(Scope::Call, IdShape::Rule(CALL_IDS))],
    reason: "a message of the API has a role and content, and the API accepts nothing else",
    ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites))
};

pub(super) static RECORD: RecordShape = RecordShape {
    item: &MESSAGE,
    object: |root| if is_response(root) { &RESPONSE } else { &BODY },
    lacks: None,
    media: MediaWrappers { own: &["role"], through: &["messages", "output", "message", "modelInput", "modelOutput"] },
};

/// A list of messages, a response, or a body.
pub(super) static RECORD_TYPE: ValueType = Cases(
    &[
        (AnyList, List(&Object(&MESSAGE))),
        (
            Members(&[Key::must(
                "output",
                All(&[
                    AnyObject,
                    Members(&[Key::must(
                        "message",
                        All(&[AnyObject, Members(&[Key::must("role", Any), Key::must("content", AnyList)])]),
                    )]),
                ]),
            )]),
            Object(&RESPONSE),
        ),
    ],
    &Object(&BODY),
);

/// `{"modelId":"amazon.nova-pro-v1:0","messages":[{"role":"user","content":[{"text":"hi"}]}]}`
static BODY: ShapeObject = ShapeObject::of(&[
    Key::list("messages", &MESSAGE).takes(List(&Object(&MESSAGE))).needed(),
    Key::may("system", List(&SYSTEM_BLOCK)),
    Key::may("toolConfig", Object(&TOOL_CONFIG)),
    Key::may("outputConfig", NOT_NULL),
])
.named("body", "The body of a request.")
.with_settings(&SETTINGS);

const NOT_NULL: ValueType = Not(&Null);

static TOOL_CONFIG: ShapeObject = ShapeObject::of(&[Key::must("tools", FilledList(&TOOL))]);

static TOOL: ValueType = Union(&[
    Key::may("toolSpec", Object(&TOOL_SPEC)),
    Key::may("cachePoint", CACHE_POINT),
    Key::may("systemTool", NOT_NULL),
]);

static TOOL_SPEC: ShapeObject = ShapeObject::of(&[
    Key::must("name", Text),
    Key::may("description", FilledText),
    Key::must("inputSchema", Union(&[Key::may("json", AnyObject)])),
])
.named("tool", "A tool that may be called.");

const CACHE_POINT: ValueType = Only(&[Key::must("type", Words(&["default"])), Key::may("ttl", Words(&["5m", "1h"]))]);

// Each block is an object with one member. Which ones are allowed depends on where it is.

pub(super) static SYSTEM_BLOCK: ValueType = Union(&[
    Key::may("text", Text),
    Key::may("cachePoint", CACHE_POINT),
    Key::may("guardContent", NOT_NULL),
    Key::may("toolAddition", NOT_NULL),
    Key::may("toolRemoval", NOT_NULL),
]);

pub(super) static USER_BLOCK: ValueType = Union(&[
    Key::may("text", Text),
    Key::may("image", Object(&IMAGE)),
    Key::may("document", Object(&DOCUMENT)),
    Key::may("video", Object(&VIDEO)),
    Key::may("audio", Object(&AUDIO)),
    Key::may("toolResult", Object(&TOOL_RESULT)),
    Key::may("cachePoint", CACHE_POINT),
    Key::may("guardContent", NOT_NULL),
    Key::may("searchResult", NOT_NULL),
]);

pub(super) static ANSWER_BLOCK: ValueType = Union(&[
    Key::may("text", Text),
    Key::may("toolUse", Object(&TOOL_USE)),
    // The service itself ran this tool.
    Key::may("toolResult", All(&[AnyObject, HOSTED_RESULT])),
    Key::may(
        "reasoningContent",
        Union(&[Key::may("redactedContent", Text), Key::may("reasoningText", Object(&REASONING))]),
    ),
    Key::may("citationsContent", Object(&CITED)),
    Key::may("cachePoint", CACHE_POINT),
    Key::may("guardContent", NOT_NULL),
    Key::may("audio", Object(&AUDIO)),
]);

pub(super) static RESULT_BLOCK: ValueType = Union(&[
    Key::may("text", Text),
    Key::may("json", AnyObject),
    Key::may("image", Object(&IMAGE)),
    Key::may("document", Object(&DOCUMENT)),
    Key::may("video", Object(&VIDEO)),
    Key::may("searchResult", NOT_NULL),
]);

const ORDINARY_RESULT_TYPE: ValueType = Tag("type", &[ORDINARY_RESULT]);
const HOSTED_RESULT: ValueType = All(&[Members(&[Key::must("type", NOT_NULL)]), Not(&ORDINARY_RESULT_TYPE)]);

/// With the type of hosted calls, the service executed it.
static TOOL_USE: ShapeObject = ShapeObject::of(&[Key::may("type", NOT_NULL)])
    .checked(&[Cases(
        &[(Tag("type", &[HOSTED]), Any)],
        &Members(&[Key::must("toolUseId", Text), Key::must("name", Text), Key::must("input", AnyObject)]),
    )])
    .named("tool-use", "A call of a tool.");

static TOOL_RESULT: ShapeObject = ShapeObject::of(&[Key::may("type", NOT_NULL)])
    .checked(&[Cases(
        &[(HOSTED_RESULT, Any)],
        &Members(&[
            Key::must("toolUseId", Text),
            Key::must("content", List(&RESULT_BLOCK)),
            Key::may("status", Words(&["success", "error"])),
        ]),
    )])
    .named("tool-result", "What a tool gave back.");

static REASONING: ShapeObject = ShapeObject::of(&[Key::must("text", Text), Key::may("signature", Text)]);

/// Sources of nothing are kept as they are.
static CITED: ShapeObject = ShapeObject::of(&[]).checked(&[Cases(
    &[(Either(&[HasNo(&["content"]), Members(&[Key::may("content", Items(&[]))])]), Any)],
    &Members(&[Key::may("content", FilledList(&Union(&[Key::may("text", Text)]))), Key::may("citations", AnyList)]),
)]);

static IMAGE: ShapeObject =
    ShapeObject::of(&[Key::must("format", Listed(|| words(MediaKind::Image))), Key::must("source", MEDIA_SOURCE)])
        .named("image", "An image.");
static VIDEO: ShapeObject =
    ShapeObject::of(&[Key::must("format", Listed(|| words(MediaKind::Video))), Key::must("source", MEDIA_SOURCE)])
        .named("video", "A video.");
static AUDIO: ShapeObject =
    ShapeObject::of(&[Key::must("format", Listed(|| words(MediaKind::Audio))), Key::must("source", MEDIA_SOURCE)])
        .named("audio", "A sound.");

static DOCUMENT: ShapeObject = ShapeObject::of(&[
    Key::may("format", Listed(|| words(MediaKind::Document))),
    Key::must(
        "source",
        Union(&[
            Key::may("bytes", Text),
            Key::may("text", Text),
            Key::may("s3Location", S3_LOCATION),
            Key::may("content", NOT_NULL),
        ]),
    ),
])
.checked(&[Cases(&[(Members(&[Key::must("source", Has(&["content"]))]), Any)], &Members(&[Key::must("name", Text)]))])
.named("document", "A document.");

const MEDIA_SOURCE: ValueType = Union(&[Key::may("bytes", Text), Key::may("s3Location", S3_LOCATION)]);
const S3_LOCATION: ValueType =
    All(&[AnyObject, Members(&[Key::must("uri", Matching("^s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/|$)"))])]);

/// `{"output":{"message":{"role":"assistant","content":[{"text":"hello"}]}},"stopReason":"end_turn"}`
static RESPONSE: ShapeObject =
    ShapeObject::of(&[Key::object("output", &OUTPUT).takes(Object(&OUTPUT)), Key::may("stopReason", Text)])
        .named("response", "The answer of the API.");

static OUTPUT: ShapeObject = ShapeObject::of(&[Key::object("message", &MESSAGE).takes(Object(&MESSAGE))]);

/// `{"role":"user","content":[{"text":"hi"}]}`
static MESSAGE: ShapeObject = ShapeObject::of(&[
    Key::list("content", &BLOCK).needed(),
    Key::must("role", Words(&["user", "assistant", "system"])).about("The speaker."),
])
.checked(&[Cases(
    &[
        (Tag("role", &["user"]), Members(&[Key::may("content", FilledList(&USER_BLOCK))])),
        (Tag("role", &["assistant"]), Members(&[Key::may("content", FilledList(&ANSWER_BLOCK))])),
    ],
    &Members(&[Key::may("content", FilledList(&SYSTEM_BLOCK))]),
)])
.named("message", "One message.");

/// A block has one of these keys: `{"toolUse":{"toolUseId":"c1","name":"f","input":{}}}`.
pub(super) static BLOCK: ShapeObject = ShapeObject::of(&[
    Key::object("toolUse", &CALL).without_media(),
    Key::object("image", &FILE).of(MediaKind::Image).without_ids(),
    Key::object("document", &FILE).of(MediaKind::Document).without_ids(),
    Key::object("video", &FILE).of(MediaKind::Video).without_ids(),
    Key::object("audio", &FILE).of(MediaKind::Audio).without_ids(),
    Key::object("toolResult", &RESULT),
    Key::any("text"),
    Key::any("reasoningContent"),
    Key::any("citationsContent"),
    Key::any("cachePoint"),
    Key::any("guardContent"),
    Key::any("searchResult"),
    Key::any("toolAddition"),
    Key::any("toolRemoval"),
])
.plain(&["text"], "");

/// `{"toolUseId":"c1","name":"f","input":{}}`. If the service executed it, its id is kept.
static CALL: ShapeObject =
    ShapeObject::of(&[Key::tag("type")]).tagged(&["type"], &[Tagged::new(&[HOSTED], &KEPT)], &NAMED, &NAMED);

static NAMED: ShapeObject =
    ShapeObject::of(&[Key::id("toolUseId", Scope::Call, Usage::Names).after(&[]).filled(), Key::function_name("name")]);

/// `{"toolUseId":"c1","content":[{"text":"18 degrees"}]}`
static RESULT: ShapeObject = ShapeObject::of(&[Key::tag("type"), Key::list("content", &BLOCK).without_ids()]).tagged(
    &["type"],
    &[Tagged::new(&[ORDINARY_RESULT], &POINTS)],
    &KEPT,
    &POINTS,
);

static POINTS: ShapeObject = ShapeObject::of(&[Key::id("toolUseId", Scope::Call, Usage::Points).after(&[]).filled()]);
static KEPT: ShapeObject = ShapeObject::of(&[Key::id("toolUseId", Scope::Call, Usage::Kept)]);

/// `{"format":"png","source":{"bytes":"aGk="}}`
static FILE: ShapeObject = ShapeObject::of(&[Key::object("source", &SOURCE)]);

/// Bytes alone: what is in S3 only the service can open.
static SOURCE: ShapeObject =
    ShapeObject::of(&[Key::media("bytes", MediaSpelling::Base64), Key::object("s3Location", &S3)]);

static S3: ShapeObject = ShapeObject::of(&[Key::media("uri", MediaSpelling::Remote)]);
