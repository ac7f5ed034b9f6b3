//! The keys of messages, blocks and bodies: where ids and media are, and what only this format has.
//!
//! Calls that the service executed itself (`server_tool_use` and its results) have ids of the service, so these are
//! kept.

use super::policy::CALL_IDS;
use super::read::is_response;
use crate::format::IdRules;
use crate::format::ids::{IdShape, Scope, Usage};
use crate::format::media::MediaState;
use crate::format::shape::{
    Clue, Key, MediaPair, MediaSpelling, MediaWrappers, NOTHING, PairType, RecordShape, ShapeObject, Tagged,
};
use crate::model::MediaKind;

pub(super) static IDS: IdRules = IdRules {
    scopes: &[(Scope::Call, IdShape::Rule(CALL_IDS))],
    reason: "a message of the API has a role and content, and nothing else is accepted beside them",
    ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites))
};

pub(super) static RECORD: RecordShape = RecordShape {
    item: &MESSAGE,
    object: |root| if is_response(root) { &MESSAGE } else { &BODY },
    lacks: None,
    media: MediaWrappers { own: &["role"], through: &["messages", "params", "body", "request", "result", "message"] },
};

/// `{"model":"claude-opus-4-8","max_tokens":1024,"messages":[{"role":"user","content":"hi"}]}`
static BODY: ShapeObject = ShapeObject::of(&[Key::list("messages", &MESSAGE)]);

/// `{"role":"assistant","content":[{"type":"text","text":"hi"}]}`
pub(super) static MESSAGE: ShapeObject = ShapeObject::of(&[
    Key::list("content", &BLOCK),
    Key::any("role"),
    Key::any("type").clue(Clue::ForeignText),
    Key::any("tool_calls").clue(Clue::Foreign),
    Key::any("function_call").clue(Clue::Foreign),
])
.tagged(
    &["role"],
    &[
        Tagged::new(&["tool", "function", "developer"], &NOTHING).clue(Clue::Foreign),
        Tagged::new(&["system"], &NOTHING).clue(Clue::ForeignFirst),
    ],
    &NOTHING,
    &NOTHING,
)
.plain(&["role", "content"], "");

// Routers take it for models of this service too, and usually there is more to tell them by.
const CACHED: Clue = Clue::Own(120, "a block with `cache_control`");

const OWN: Clue = Clue::Own(220, "a block of a type only this API has");

/// `{"type":"tool_use","id":"toolu_1","name":"f","input":{}}`
static BLOCK: ShapeObject = ShapeObject::of(&[
    Key::tag("type"),
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
        Tagged::new(&["redacted_thinking", "container_upload"], &SERVER_RESULT).clue(OWN),
        Tagged::new(&["image_url", "input_audio", "file", "refusal"], &SERVER_RESULT).clue(Clue::Foreign),
        Tagged::new(&["document_url", "video_url"], &SERVER_RESULT).clue(Clue::Foreign),
    ],
    &SERVER_RESULT,
    &NOTHING,
)
.plain(&["type", "text"], "");

/// `{"type":"tool_use","id":"toolu_1","name":"f","input":{}}`
static CALL: ShapeObject = ShapeObject::of(&[
    Key::id("id", Scope::Call, Usage::Names).after(&["type"]).filled(),
    Key::function_name("name"),
    Key::any("input"),
]);

/// `{"type":"tool_result","tool_use_id":"toolu_1","content":"18 degrees","is_error":false}`
static RESULT: ShapeObject = ShapeObject::of(&[
    Key::id("tool_use_id", Scope::Call, Usage::Points).after(&["type"]).filled(),
    Key::list("content", &BLOCK).without_ids(),
    Key::any("is_error"),
]);

/// `{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}}`
static SERVER_CALL: ShapeObject =
    ShapeObject::of(&[Key::id("id", Scope::Call, Usage::Kept), Key::any("name"), Key::any("input")]);

/// `{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[]}`, and unknown blocks.
static SERVER_RESULT: ShapeObject = ShapeObject::of(&[Key::id("tool_use_id", Scope::Call, Usage::Kept)]);

/// `{"type":"thinking","thinking":"Two cities.","signature":"c2ln"}`. That of mistral is a list of chunks.
static THINKING: ShapeObject =
    ShapeObject::of(&[Key::any("thinking").clue(Clue::ForeignList), Key::id("tool_use_id", Scope::Call, Usage::Kept)]);

/// `{"type":"image","source":{"type":"url","url":"https://example.com/a.png"}}`
static IMAGE: ShapeObject =
    ShapeObject::of(&[Key::object("source", &SOURCE).of(MediaKind::Image).without_ids().clue(OWN)]);

/// `{"type":"document","source":{"type":"url","url":"https://example.com/a.pdf"}}`
static DOCUMENT: ShapeObject =
    ShapeObject::of(&[Key::object("source", &SOURCE).of(MediaKind::Document).without_ids().clue(OWN)]);

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
