//! The keys of runs, steps, calls, results and parts: their types, ids and media.

use crate::format::IdRules;
use crate::format::ids::{IdShape, Scope, Usage};
use crate::format::media::MediaPlace;
use crate::format::shape::{Key, MediaSpelling, MediaWrappers, RecordShape, ShapeObject, ValueType};
use crate::json::Node;
use crate::model::MediaKind;
use ValueType::{AnyObject, Either, FilledList, Flag, List, Null, Number, Object, Text, Whole, Words};

pub(super) static IDS: IdRules = IdRules {
    scopes: &[(Scope::Call, IdShape::Any), (Scope::Conversation, IdShape::Any)],
    reason: "steps are numbered, and other keys are rejected",
    ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites))
};

pub(super) static RECORD: RecordShape = RecordShape {
    item: &STEP,
    object: |_| &RUN,
    lacks: None,
    // Those of embedded runs too.
    media: MediaWrappers { own: &["message", "observation"], through: &["steps", "subagent_trajectories"] },
};

pub(super) static RECORD_TYPE: ValueType = Object(&RUN);

/// The versions that there are.
pub(super) const VERSIONS: &[&str] = &[
    "ATIF-v1.0",
    "ATIF-v1.1",
    "ATIF-v1.2",
    "ATIF-v1.3",
    "ATIF-v1.4",
    "ATIF-v1.5",
    "ATIF-v1.6",
    "ATIF-v1.7",
    "ATIF-v1.8",
];

const TEXT: ValueType = ValueType::TEXT_OR_NULL;
const COUNT: ValueType = Either(&[Whole(0, i64::MAX), Null]);
const WHOLE: ValueType = Either(&[Whole(i64::MIN, i64::MAX), Null]);
const NUMBER: ValueType = Either(&[Number, Null]);
const EXTRA: Key = Key::may("extra", Either(&[AnyObject, Null])).about("Data of the producer.");

/// `{"schema_version":"ATIF-v1.8","agent":{"name":"a","version":"1"},"steps":[]}`
static RUN: ShapeObject = ShapeObject::of(&[
    Key::id("session_id", Scope::Conversation, Usage::Names)
        .text()
        .takes(TEXT)
        .about("The run; documents may share it."),
    Key::list("steps", &STEP).takes(FilledList(&Object(&STEP))).needed(),
    Key::list("subagent_trajectories", &EMBEDDED).without_media().takes(Either(&[List(&Object(&EMBEDDED)), Null])),
    Key::may("schema_version", Words(VERSIONS)),
    Key::may("trajectory_id", TEXT).about("This document."),
    Key::must("agent", Object(&AGENT)),
    Key::may("notes", TEXT),
    Key::may("final_metrics", Either(&[Object(&TOTALS), Null])),
    Key::may("continued_trajectory_ref", TEXT),
    EXTRA,
])
.closed()
.named("run", "A run of an agent.");

/// A run in another one. Its id of a session may be that of the whole.
static EMBEDDED: ShapeObject = ShapeObject::of(&[
    Key::list("steps", &STEP).takes(FilledList(&Object(&STEP))).needed(),
    Key::list("subagent_trajectories", &EMBEDDED).without_media().takes(Either(&[List(&Object(&EMBEDDED)), Null])),
    Key::may("session_id", TEXT),
    Key::may("schema_version", Words(VERSIONS)),
    Key::may("trajectory_id", TEXT).about("This document."),
    Key::must("agent", Object(&AGENT)),
    Key::may("notes", TEXT),
    Key::may("final_metrics", Either(&[Object(&TOTALS), Null])),
    Key::may("continued_trajectory_ref", TEXT),
    EXTRA,
])
.closed()
.named("embedded-run", "A run of a sub-agent.");

static AGENT: ShapeObject = ShapeObject::of(&[
    Key::must("name", Text),
    Key::must("version", Text),
    Key::may("model_name", TEXT),
    Key::may("tool_definitions", Either(&[List(&AnyObject), Null])).about("Functions as chat APIs define them."),
    EXTRA,
])
.closed()
.named("agent", "The program that ran.");

static TOTALS: ShapeObject = ShapeObject::of(&[
    Key::may("total_prompt_tokens", WHOLE),
    Key::may("total_completion_tokens", WHOLE),
    Key::may("total_cached_tokens", WHOLE),
    Key::may("total_cost_usd", NUMBER),
    Key::may("total_steps", COUNT),
    EXTRA,
])
.closed()
.named("final-metrics", "Sums over all steps.");

/// `{"step_id":1,"source":"user","message":"hi"}`
static STEP: ShapeObject = ShapeObject::of(&[
    Key::list("message", &PART).without_ids().takes(Either(&[Text, List(&Object(&PART))])).needed(),
    Key::list("tool_calls", &CALL).without_media().takes(Either(&[List(&Object(&CALL)), Null])),
    Key::object("observation", &OBSERVATION).takes(Either(&[Object(&OBSERVATION), Null])),
    Key::must("step_id", Whole(1, i64::MAX)).about("Its number, from 1."),
    Key::must("source", Words(&["system", "user", "agent"])).about("The speaker."),
    Key::may("timestamp", TEXT),
    Key::may("model_name", TEXT),
    Key::may("reasoning_effort", Either(&[Text, Number, Null])),
    Key::may("reasoning_content", TEXT),
    Key::may("metrics", Either(&[Object(&METRICS), Null])),
    Key::may("is_copied_context", Either(&[Flag, Null])),
    Key::may("llm_call_count", COUNT),
    EXTRA,
])
.closed()
.named("step", "One step.");

static METRICS: ShapeObject = ShapeObject::of(&[
    Key::may("prompt_tokens", WHOLE),
    Key::may("completion_tokens", WHOLE),
    Key::may("cached_tokens", WHOLE),
    Key::may("cost_usd", NUMBER),
    Key::may("prompt_token_ids", Either(&[List(&Whole(i64::MIN, i64::MAX)), Null])),
    Key::may("completion_token_ids", Either(&[List(&Whole(i64::MIN, i64::MAX)), Null])),
    Key::may("logprobs", Either(&[List(&Number), Null])),
    EXTRA,
])
.closed()
.named("metrics", "What a step cost.");

/// `{"tool_call_id":"c1","function_name":"f","arguments":{}}`
static CALL: ShapeObject = ShapeObject::of(&[
    Key::id("tool_call_id", Scope::Call, Usage::Names).after(&[]).filled().takes(Text).needed(),
    Key::function_name("function_name").takes(Text).needed(),
    Key::must("arguments", AnyObject),
    EXTRA,
])
.closed()
.named("tool-call", "A call of a tool.");

static OBSERVATION: ShapeObject =
    ShapeObject::of(&[Key::list("results", &RESULT).takes(List(&Object(&RESULT))).needed()])
        .closed()
        .named("observation", "What the environment gave back.");

/// `{"source_call_id":"c1","content":"12"}`
static RESULT: ShapeObject = ShapeObject::of(&[
    Key::id("source_call_id", Scope::Call, Usage::Points).text().filled().takes(TEXT),
    Key::list("content", &PART).without_ids().takes(Either(&[Text, List(&Object(&PART)), Null])),
    Key::may("subagent_trajectory_ref", Either(&[List(&Object(&REFERENCE)), Null])),
    EXTRA,
])
.closed()
.named("result", "The result of a call, or something else that was observed.");

static REFERENCE: ShapeObject = ShapeObject::of(&[
    Key::may("trajectory_id", TEXT),
    Key::may("session_id", TEXT),
    Key::may("trajectory_path", TEXT),
    EXTRA,
])
.closed()
.named("reference", "The run of a sub-agent, embedded or in another file.");

/// `{"type":"text","text":"hi"}`
static PART: ShapeObject = ShapeObject::of(&[
    Key::object("source", &SOURCE).without_ids().takes(Either(&[Object(&SOURCE), Null])),
    Key::must("type", Words(&["text", "image", "audio"])),
    Key::may("text", TEXT),
])
.closed()
.named("part", "A piece of content.");

static SOURCE: ShapeObject = ShapeObject::of(&[
    Key::media("path", MediaSpelling::Other(place)).takes(Text).needed(),
    Key::must("media_type", Text),
    Key::may("duration_sec", NUMBER),
])
.closed()
.named("source", "The source of an image or audio file.");

/// A path, a URL or a data URL. The media type next to it is that of the file in any case.
fn place<'t, 'a>(source: Node<'t, 'a>, part: Node<'t, 'a>, key: &'static str) -> Option<MediaPlace<'t, 'a>> {
    let value = source.get(key).filter(Node::is_string)?;
    let is_sound = part.get("type").is_some_and(|kind| kind.is("audio"));
    let kind = if is_sound { MediaKind::Audio } else { MediaKind::Image };
    Some(MediaPlace::url(part, kind, value))
}
