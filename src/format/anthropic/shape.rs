//! The keys of messages, blocks and bodies: where ids and media are, and what only this format has.
//!
//! Calls that the service executed itself (`server_tool_use` and its results) have ids of the service, so these are
//! kept.

use super::media::IMAGE_TYPES;
use super::policy::CALL_IDS;
use super::read::{is_response, line_of};
use super::request::SETTINGS;
use crate::format::IdRules;
use crate::format::ids::{IdShape, Scope, Usage};
use crate::format::media::MediaState;
use crate::format::shape::{
    Clue, Key, MediaPair, MediaSpelling, MediaWrappers, NOTHING, PairType, RecordShape, ShapeObject, Tagged, ValueType,
};
use crate::model::MediaKind;
use ValueType::{
    All, Any, AnyList, AnyObject, Cases, Either, FilledList, Flag, HasNo, List, Matching, Members, Null, Object, Only,
    Tag, Text, Words,
};

pub(super) static IDS: IdRules = IdRules {
    scopes: &[(Scope::Call, IdShape::Rule(CALL_IDS))],
    reason: "a message of the API has a role and content, and the API accepts nothing else",
    ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites))
};

pub(super) static RECORD: RecordShape = RecordShape {
    item: &MESSAGE,
    object: |root| match line_of(root) {
        Some(_) => &BATCH_LINE,
        None if is_response(root) => &MESSAGE,
        None => &BODY,
    },
    lacks: None,
    media: MediaWrappers { own: &["role"], through: &["messages", "params", "body", "request", "result", "message"] },
};

/// A list of messages, a response or its content alone, or a body.
pub(super) static RECORD_TYPE: ValueType = Cases(
    &[
        (AnyList, List(&Object(&MESSAGE))),
        (All(&[HasNo(&["messages"]), Members(&[Key::must("params", AnyObject)])]), Object(&BATCH_LINE)),
        (
            Members(&[
                Key::must("type", Words(&["message"])),
                Key::must("role", Words(&["assistant"])),
                Key::must("content", AnyList),
            ]),
            Object(&RESPONSE),
        ),
        (All(&[HasNo(&["messages", "type", "role"]), Members(&[Key::must("content", AnyList)])]), Object(&RESPONSE)),
    ],
    &Object(&BODY),
);

static BATCH_LINE: ShapeObject =
    ShapeObject::of(&[Key::object("params", &BODY).takes(Object(&BODY)).needed(), Key::any("custom_id")])
        .named("batch-line", "A line of a batch: a request with an id.");

static RESPONSE: ShapeObject =
    ShapeObject::of(&[Key::must("content", List(&ANSWER_BLOCK))]).named("response", "The answer of the API.");

/// `{"model":"claude-opus-4-8","max_tokens":1024,"messages":[{"role":"user","content":"hi"}]}`
static BODY: ShapeObject = ShapeObject::of(&[
    Key::list("messages", &MESSAGE).takes(List(&Object(&MESSAGE))).needed(),
    Key::may("system", Either(&[Text, List(&SYSTEM_BLOCK), Null])),
    Key::may("tools", Either(&[List(&Object(&TOOL)), Null])),
])
.named("body", "The body of a request.")
.with_settings(&SETTINGS);

/// A function, or a tool of the service, which has another type.
static TOOL: ShapeObject = ShapeObject::of(&[])
    .checked(&[Cases(
        &[(All(&[Members(&[Key::must("type", Text)]), ValueType::Not(&Tag("type", &["custom"]))]), Any)],
        &Members(&[
            Key::must("name", Text),
            Key::may("description", ValueType::TEXT_OR_NULL),
            Key::must("input_schema", AnyObject),
            CACHE,
        ]),
    )])
    .named("tool", "A tool that may be called.");

const CACHE: Key = Key::may("cache_control", CACHE_MARK);

/// `{"type":"ephemeral","ttl":"1h"}`
const CACHE_MARK: ValueType =
    Either(&[Only(&[Key::must("type", Words(&["ephemeral"])), Key::may("ttl", Words(&["5m", "1h"]))]), Null]);

// The types of blocks that are allowed, by place.
pub(super) const SYSTEM_BLOCKS: &[&str] = &["text", "tool_addition", "tool_removal"];
pub(super) const USER_BLOCKS: &[&str] = &[
    "text",
    "image",
    "document",
    "search_result",
    "tool_result",
    "container_upload",
    "tool_addition",
    "tool_removal",
    "compaction",
    "mcp_tool_listing",
];
/// Next to the tools that the service runs.
pub(super) const ANSWER_BLOCKS: &[&str] =
    &["text", "thinking", "redacted_thinking", "tool_use", "compaction", "fallback", "mcp_tool_listing"];
pub(super) const RESULT_BLOCKS: &[&str] = &["text", "image", "document", "search_result", "tool_reference"];

static SYSTEM_BLOCK: ValueType = All(&[Object(&BLOCK), Tag("type", SYSTEM_BLOCKS)]);
static USER_BLOCK: ValueType = All(&[Object(&BLOCK), Tag("type", USER_BLOCKS)]);
static RESULT_BLOCK: ValueType = All(&[Object(&BLOCK), Tag("type", RESULT_BLOCKS)]);
static ANSWER_BLOCK: ValueType = All(&[
    Object(&BLOCK),
    Members(&[Key::must("type", Either(&[Words(ANSWER_BLOCKS), Matching("(.tool_use|_tool_result)$")]))]),
]);

/// `{"role":"assistant","content":[{"type":"text","text":"hi"}]}`
pub(in crate::format) static MESSAGE: ShapeObject = ShapeObject::of(&[
    Key::list("content", &BLOCK).needed(),
    Key::any("role").takes(Words(&["user", "assistant", "system"])).needed(),
    Key::any("type").clue(Clue::ForeignText),
    Key::any("tool_calls").clue(Clue::Foreign),
    Key::any("function_call").clue(Clue::Foreign),
])
.tagged(
    &["role"],
    &[
        Tagged::new(&["tool", "function", "developer"], &NOTHING).clue(Clue::Foreign),
        Tagged::new(&["system"], &SYSTEM_MESSAGE).clue(Clue::ForeignFirst),
        Tagged::new(&["user"], &USER_MESSAGE),
        Tagged::new(&["assistant"], &ANSWER_MESSAGE),
    ],
    &NOTHING,
    &NOTHING,
)
.plain(&["role", "content"], "")
.named("message", "One message.");

static SYSTEM_MESSAGE: ShapeObject =
    ShapeObject::of(&[Key::may("content", Either(&[Text, FilledList(&SYSTEM_BLOCK)]))]);
static USER_MESSAGE: ShapeObject = ShapeObject::of(&[Key::may("content", Either(&[Text, FilledList(&USER_BLOCK)]))]);
/// Only the last one may be empty.
static ANSWER_MESSAGE: ShapeObject = ShapeObject::of(&[Key::may("content", Either(&[Text, List(&ANSWER_BLOCK)]))]);

// Routers take it for models of this service too, and usually there is more to tell them by.
const CACHED: Clue = Clue::Own(120, "a block with `cache_control`");

const OWN: Clue = Clue::Own(220, "a block of a type only this API has");

/// `{"type":"tool_use","id":"toolu_1","name":"f","input":{}}`
static BLOCK: ShapeObject = ShapeObject::of(&[
    Key::tag("type").takes(Text).needed().about("What the block is."),
    Key::any("text"),
    Key::any("value").clue(Clue::ForeignWithout("text")),
    Key::any("cache_control").clue(CACHED),
])
.tagged(
    &["type"],
    &[
        Tagged::new(&["tool_use"], &CALL).clue(OWN),
        Tagged::new(&["tool_result"], &RESULT).clue(OWN),
        Tagged::new(&["server_tool_use"], &SERVER_CALL).clue(OWN),
        Tagged::new(&["mcp_tool_use"], &SERVER_CALL),
        Tagged::ending("_tool_result", &SERVER_RESULT).clue(OWN),
        Tagged::new(&["image"], &IMAGE),
        Tagged::new(&["document"], &DOCUMENT),
        Tagged::new(&["thinking"], &THINKING).clue(OWN),
        Tagged::new(&["redacted_thinking"], &REDACTED).clue(OWN),
        Tagged::new(&["container_upload"], &SERVER_RESULT).clue(OWN),
        Tagged::new(&["text"], &WORDS),
        Tagged::new(&["image_url", "input_audio", "file", "refusal"], &SERVER_RESULT).clue(Clue::Foreign),
        Tagged::new(&["document_url", "video_url"], &SERVER_RESULT).clue(Clue::Foreign),
    ],
    &SERVER_RESULT,
    &NOTHING,
)
.plain(&["type", "text"], "")
.named("block", "A content block.");

static WORDS: ShapeObject =
    ShapeObject::of(&[KEPT_ID, Key::must("text", Text), CACHE, Key::may("citations", Either(&[AnyList, Null]))]);

static REDACTED: ShapeObject = ShapeObject::of(&[KEPT_ID, Key::must("data", Text)]);

const KEPT_ID: Key = Key::id("tool_use_id", Scope::Call, Usage::Kept);

/// `{"type":"tool_use","id":"toolu_1","name":"f","input":{}}`
static CALL: ShapeObject = ShapeObject::of(&[
    Key::id("id", Scope::Call, Usage::Names).after(&["type"]).filled().takes(Text).needed(),
    Key::function_name("name").takes(Text).needed(),
    Key::must("input", AnyObject),
    CACHE,
]);

/// `{"type":"tool_result","tool_use_id":"toolu_1","content":"18 degrees","is_error":false}`
static RESULT: ShapeObject = ShapeObject::of(&[
    Key::id("tool_use_id", Scope::Call, Usage::Points).after(&["type"]).filled().takes(Text).needed(),
    Key::list("content", &BLOCK).without_ids().takes(Either(&[Text, List(&RESULT_BLOCK)])),
    Key::may("is_error", Either(&[Flag, Null])),
    CACHE,
]);

/// `{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}}`
static SERVER_CALL: ShapeObject =
    ShapeObject::of(&[Key::id("id", Scope::Call, Usage::Kept), Key::any("name"), Key::any("input")]);

/// `{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[]}`, and unknown blocks.
static SERVER_RESULT: ShapeObject = ShapeObject::of(&[KEPT_ID]);

/// `{"type":"thinking","thinking":"Two cities.","signature":"c2ln"}`. That of mistral is a list of chunks.
static THINKING: ShapeObject = ShapeObject::of(&[
    KEPT_ID,
    Key::must("thinking", Text).clue(Clue::ForeignList),
    Key::may("signature", ValueType::TEXT_OR_NULL),
]);

/// `{"type":"image","source":{"type":"url","url":"https://example.com/a.png"}}`
static IMAGE: ShapeObject = ShapeObject::of(&[
    Key::object("source", &SOURCE).of(MediaKind::Image).without_ids().clue(OWN).takes(IMAGE_SOURCE).needed(),
    CACHE,
]);

const IMAGE_SOURCE: ValueType = Either(&[
    Object(
        &ShapeObject::of(&[
            Key::must("type", Words(&["base64"])),
            Key::must("media_type", Words(&IMAGE_TYPES)),
            Key::must("data", Text),
        ])
        .checked(&[HasNo(&["url", "file_id"])]),
    ),
    URL_SOURCE,
    FILE_SOURCE,
]);

const URL_SOURCE: ValueType =
    Object(&ShapeObject::of(&[Key::must("type", Words(&["url"])), Key::must("url", Text)]).checked(&[HasNo(&[
        "data",
        "media_type",
        "file_id",
    ])]));

const FILE_SOURCE: ValueType =
    Object(&ShapeObject::of(&[Key::must("type", Words(&["file"])), Key::must("file_id", Text)]).checked(&[HasNo(&[
        "data",
        "media_type",
        "url",
    ])]));

const BYTES_OR_TEXT_SOURCE: ValueType = Object(
    &ShapeObject::of(&[
        Key::must("type", Words(&["base64", "text"])),
        Key::must("media_type", Text),
        Key::must("data", Text),
    ])
    .checked(&[
        HasNo(&["url", "file_id"]),
        Cases(
            &[(Tag("type", &["base64"]), Tag("media_type", &["application/pdf"]))],
            &Tag("media_type", &["text/plain"]),
        ),
    ]),
);

/// `{"type":"document","source":{"type":"url","url":"https://example.com/a.pdf"}}`
static DOCUMENT: ShapeObject =
    ShapeObject::of(&[Key::object("source", &SOURCE).of(MediaKind::Document).without_ids().clue(OWN).needed()])
        .checked(&[Cases(
            &[(Members(&[Key::must("source", CONTENT_SOURCE)]), Any)],
            &Members(&[
                Key::may("source", Either(&[BYTES_OR_TEXT_SOURCE, URL_SOURCE, FILE_SOURCE])),
                Key::may("title", ValueType::TEXT_OR_NULL),
                CACHE,
            ]),
        )]);

/// Blocks in a document: nothing more is read of it.
const CONTENT_SOURCE: ValueType = Object(&ShapeObject::of(&[Key::must("type", Words(&["content"]))]));

/// `{"type":"base64","media_type":"image/png","data":"aGk="}`
static SOURCE: ShapeObject = ShapeObject::of(&[Key::any("type"), Key::any("media_type")]).tagged(
    &["type"],
    &[Tagged::new(&["base64"], &BYTES), Tagged::new(&["url"], &ADDRESS), Tagged::new(&["content"], &CONTENT)],
    &NOTHING,
    &NOTHING,
);

static BYTES: ShapeObject = ShapeObject::of(&[Key::media("data", MediaSpelling::Pair(&PAIR, MediaState::Inline))]);
static ADDRESS: ShapeObject = ShapeObject::of(&[Key::media("url", MediaSpelling::Pair(&PAIR, MediaState::Reference))]);
static CONTENT: ShapeObject = ShapeObject::of(&[Key::list("content", &BLOCK)]);

static PAIR: MediaPair = MediaPair {
    tag: Some(("type", "base64", "url")),
    keys: ("data", "url"),
    media_type: PairType::Before("media_type"),
};
