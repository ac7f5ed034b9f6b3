//! The keys of events, messages and the inputs of runs: where ids and media are.
//!
//! What belongs to the application is not looked into: state and its patches, activities, custom and raw events,
//! `forwardedProps`. Interrupts belong to the run that they end: their ids are of its scope, and what resumes them, maybe in
//! another log, points to them.

use crate::events::RecordKind;
use crate::format::ids::{IdShape, Scope, Usage};
use crate::format::media::{self, MediaPlace, MediaState, TypePlace, Word, column, text_member};
use crate::format::shape::{
    CALL, Key, MediaPair, MediaSpelling, MediaWrappers, NOTHING, PairType, RecordShape, ShapeObject, Tagged,
};
use crate::format::{IdRules, Sites};
use crate::json::Node;
use crate::model::MediaKind;

pub(super) static IDS: IdRules = IdRules {
    scopes: &[
        (Scope::Message, IdShape::Any),
        (Scope::Call, IdShape::Any),
        (Scope::Run, IdShape::Any),
        (Scope::Thread, IdShape::Any),
    ],
    conversation: Scope::Thread,
    // The same message or call comes up in many events.
    is_unique: false,
    calls_name_messages: true,
    ..IdRules::of_calls(ids)
};

fn ids(root: Node<'_, '_>, sites: &mut Sites) -> bool {
    let object = match RecordKind::of(root) {
        Some(RecordKind::Events) => &EVENT,
        Some(RecordKind::Input) => &INPUT,
        Some(RecordKind::Messages) | None if root.is_array() => &MESSAGE,
        // In a log, anything that is not an event is ignored.
        _ => return root.get("type").is_some(),
    };
    if root.is_array() {
        root.items().for_each(|item| _ = object.ids(item, sites));
    } else {
        object.ids(root, sites);
    }
    // Ids of sealed reasoning are bound to what is sealed; what is named by an empty one cannot be pointed to by all fields
    // that would point to another one.
    let (text, start) = (root.raw(), root.span().start);
    let of_parts = |scope| matches!(scope, Scope::Message | Scope::Call);
    for site in sites.list.iter_mut().filter(|site| !site.is_missing && of_parts(site.scope)) {
        let token = site.span().start.checked_sub(start).and_then(|at| text.get(at..));
        if token.is_some_and(|token| token.starts_with("\"\"") || token.starts_with("\"rs_")) {
            site.usage = Usage::Kept;
        }
    }
    true
}

/// Columns of a row of a store that contain JSON as text.
const COLUMNS: [&str; 3] = ["events", "input", "messages"];

pub(super) fn places(root: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    for row in std::iter::once(root).filter(Node::is_object).chain(root.items().filter(Node::is_object)) {
        for text in row.pick(&COLUMNS).into_iter().flatten().filter(Node::is_string) {
            column(text, |root, each| RECORD.media(root, each), each);
        }
    }
    RECORD.media(root, each);
}

static RECORD: RecordShape = RecordShape {
    item: &MESSAGE,
    object: |_| &EVENT,
    lacks: None,
    // A message and the event of a result both have content.
    media: MediaWrappers { own: &["content"], through: &["events", "input", "messages", "message"] },
};

// What goes on from the event before it with the same number.
const TEXT: u8 = 1;
const THOUGHT: u8 = 2;
const SPAN: u8 = 3;
const CALLED: u8 = 4;
const RUN: u8 = 5;
const THREAD: u8 = 6;

/// `{"type":"TEXT_MESSAGE_START","messageId":"m1","role":"assistant"}`, or a row of a store.
static EVENT: ShapeObject = ShapeObject::of(&[Key::tag("type"), Key::object("metadata", &METADATA)]).tagged(
    &["type"],
    &[
        Tagged::new(&["TEXT_MESSAGE_START"], &ShapeObject::of(&[AGENT, MESSAGE_ID.begins(TEXT)])),
        Tagged::new(
            &["TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"],
            &ShapeObject::of(&[AGENT, MESSAGE_ID.goes_on(TEXT)]),
        ),
        Tagged::new(&["REASONING_MESSAGE_START"], &ShapeObject::of(&[AGENT, MESSAGE_ID.begins(THOUGHT)])),
        Tagged::new(
            &["REASONING_MESSAGE_CONTENT", "REASONING_MESSAGE_END"],
            &ShapeObject::of(&[AGENT, MESSAGE_ID.goes_on(THOUGHT)]),
        ),
        Tagged::new(&["REASONING_START"], &ShapeObject::of(&[AGENT, MESSAGE_ID.begins(SPAN)])),
        Tagged::new(&["REASONING_END"], &ShapeObject::of(&[AGENT, MESSAGE_ID.goes_on(SPAN)])),
        Tagged::new(
            &["TEXT_MESSAGE_CHUNK", "REASONING_MESSAGE_CHUNK", "ACTIVITY_SNAPSHOT", "ACTIVITY_DELTA"],
            &ShapeObject::of(&[AGENT, Key::id("messageId", Scope::Message, Usage::Names).text()]),
        ),
        Tagged::new(&["TOOL_CALL_START"], &ShapeObject::of(&[AGENT, CALL_ID.begins(CALLED), PARENT])),
        Tagged::new(&["TOOL_CALL_ARGS", "TOOL_CALL_END"], &ShapeObject::of(&[AGENT, CALL_ID.goes_on(CALLED)])),
        Tagged::new(
            &["TOOL_CALL_CHUNK"],
            &ShapeObject::of(&[AGENT, Key::id("toolCallId", Scope::Call, Usage::Names).text(), PARENT]),
        ),
        Tagged::new(&["TOOL_CALL_RESULT"], &RESULT),
        Tagged::new(&["REASONING_ENCRYPTED_VALUE"], &SEALED),
        Tagged::new(&["MESSAGES_SNAPSHOT"], &ShapeObject::of(&[AGENT, Key::list("messages", &MESSAGE)])),
        Tagged::new(&["RUN_STARTED"], &STARTED),
        Tagged::new(&["RUN_FINISHED"], &FINISHED),
        Tagged::new(&["SUBAGENT_STARTED"], &AGENT_STARTED),
        Tagged::new(&["SUBAGENT_FINISHED"], &ShapeObject::of(&[AGENT, Key::object("outcome", &OUTCOME)])),
        Tagged::new(&["STATE_SNAPSHOT", "STATE_DELTA", "STEP_STARTED", "STEP_FINISHED"], &OF_AGENT),
        Tagged::new(&["RUN_ERROR", "SUBAGENT_ERROR", "THINKING_START", "THINKING_END"], &OF_AGENT),
        Tagged::new(&["THINKING_TEXT_MESSAGE_START", "THINKING_TEXT_MESSAGE_CONTENT"], &OF_AGENT),
        Tagged::new(&["THINKING_TEXT_MESSAGE_END"], &OF_AGENT),
    ],
    &NOTHING,
    &ROW,
);

const AGENT: Key = Key::id("subagentRunId", Scope::Run, Usage::Names).text();
static OF_AGENT: ShapeObject = ShapeObject::of(&[AGENT]);

const MESSAGE_ID: Key = Key::id("messageId", Scope::Message, Usage::Names).after(&["type"]);
const CALL_ID: Key = Key::id("toolCallId", Scope::Call, Usage::Names).after(&["type"]);

/// An empty id is absent; an id that no message has makes a new message.
const PARENT: Key = Key::id("parentMessageId", Scope::Message, Usage::Names)
    .only(|_, id| is_text(id) && !id.is_some_and(|id| id.is("")));

/// `{"type":"TOOL_CALL_RESULT","messageId":"m2","toolCallId":"c1","content":"18 degrees"}`
static RESULT: ShapeObject = ShapeObject::of(&[
    AGENT,
    MESSAGE_ID,
    Key::id("toolCallId", Scope::Call, Usage::Points).after(&["messageId", "type"]),
]);

/// `{"type":"REASONING_ENCRYPTED_VALUE","subtype":"tool-call","entityId":"c1","encryptedValue":"…"}`
static SEALED: ShapeObject = ShapeObject::of(&[
    AGENT,
    Key::id("entityId", Scope::Call, Usage::Points).only(|event, id| is_text(id) && is_of_call(event)),
    Key::id("entityId", Scope::Message, Usage::Points).only(|event, id| is_text(id) && !is_of_call(event)),
]);

fn is_text(id: Option<Node<'_, '_>>) -> bool {
    id.is_some_and(|id| id.is_string())
}

fn is_of_call(event: Node<'_, '_>) -> bool {
    event.get("subtype").is_some_and(|subtype| subtype.is("tool-call"))
}

const THREAD_ID: Key = Key::id("threadId", Scope::Thread, Usage::Names).after(&["type"]);
const RUN_ID: Key = Key::id("runId", Scope::Run, Usage::Names).after(&["threadId", "type"]);
const PARENT_RUN: Key = Key::id("parentRunId", Scope::Run, Usage::Lineage);

/// `{"type":"RUN_STARTED","threadId":"t1","runId":"r1","input":{}}`
static STARTED: ShapeObject =
    ShapeObject::of(&[THREAD_ID.begins(THREAD), RUN_ID.begins(RUN), PARENT_RUN, AGENT, Key::object("input", &INPUT)]);

/// `{"type":"RUN_FINISHED","threadId":"t1","runId":"r1"}`
static FINISHED: ShapeObject =
    ShapeObject::of(&[THREAD_ID.goes_on(THREAD), RUN_ID.goes_on(RUN), AGENT, Key::object("outcome", &OUTCOME)]);

/// `{"type":"interrupt","interrupts":[{"id":"i1","toolCallId":"c1"}],"pendingToolCallIds":["c1"]}`
static OUTCOME: ShapeObject = ShapeObject::of(&[
    Key::id("pendingToolCallIds", Scope::Call, Usage::Points).listed().text(),
    Key::id("interruptIds", Scope::Run, Usage::Lineage).listed(),
    Key::list("interrupts", &INTERRUPT),
]);

static INTERRUPT: ShapeObject = ShapeObject::of(&[
    Key::id("id", Scope::Run, Usage::Names).text(),
    Key::id("toolCallId", Scope::Call, Usage::Points).text(),
    AGENT,
]);

/// `{"type":"SUBAGENT_STARTED","subagentRunId":"a1","parentToolCallId":"c1"}`
static AGENT_STARTED: ShapeObject = ShapeObject::of(&[
    AGENT,
    Key::id("parentSubagentRunId", Scope::Run, Usage::Lineage),
    Key::id("parentToolCallId", Scope::Call, Usage::Points).text(),
    PARENT,
]);

/// `{"turnwise":{"inputMessageIds":["m1"]}}`
static METADATA: ShapeObject = ShapeObject::of(&[Key::object("turnwise", &MARKS)]);
static MARKS: ShapeObject = ShapeObject::of(&[Key::id("inputMessageIds", Scope::Message, Usage::Lineage).listed()]);

/// `{"thread_id":"t1","run_id":"r1","events":[]}`
static ROW: ShapeObject = ShapeObject::of(&[
    Key::id("thread_id", Scope::Thread, Usage::Names).text(),
    Key::id("run_id", Scope::Run, Usage::Names).text(),
    Key::id("parent_run", Scope::Run, Usage::Lineage),
    Key::id("threadId", Scope::Thread, Usage::Names).text(),
    Key::list("events", &EVENT),
]);

/// `{"threadId":"t1","runId":"r2","parentRunId":"r1","messages":[],"resume":[{"interruptId":"i1"}]}`
static INPUT: ShapeObject = ShapeObject::of(&[
    Key::id("threadId", Scope::Thread, Usage::Names).text(),
    Key::id("runId", Scope::Run, Usage::Names).text(),
    PARENT_RUN,
    Key::list("resume", &RESUMED),
    Key::list("messages", &MESSAGE),
]);

static RESUMED: ShapeObject = ShapeObject::of(&[Key::id("interruptId", Scope::Run, Usage::Lineage)]);

/// `{"id":"m1","role":"user","content":[{"type":"text","text":"hi"}]}`
static MESSAGE: ShapeObject = ShapeObject::of(&[
    Key::tag("role"),
    Key::id("id", Scope::Message, Usage::Names).after(&[]),
    AGENT,
    Key::list("toolCalls", &CALL).without_media(),
    Key::list("content", &PART).without_ids(),
])
.tagged(&["role"], &[Tagged::new(&["tool"], &TOOL)], &NOTHING, &NOTHING);

static TOOL: ShapeObject =
    ShapeObject::of(&[Key::id("toolCallId", Scope::Call, Usage::Points).after(&["role", "id"]).filled()]);

/// `{"type":"image","source":{"type":"url","value":"https://example.com/a.png"}}`
static PART: ShapeObject = ShapeObject::of(&[]).tagged(
    &["type"],
    &[
        Tagged::new(&["image"], &ShapeObject::of(&[Key::object("source", &SOURCE).of(MediaKind::Image)])),
        Tagged::new(&["audio"], &ShapeObject::of(&[Key::object("source", &SOURCE).of(MediaKind::Audio)])),
        Tagged::new(&["video"], &ShapeObject::of(&[Key::object("source", &SOURCE).of(MediaKind::Video)])),
        Tagged::new(&["document"], &ShapeObject::of(&[Key::object("source", &SOURCE).of(MediaKind::Document)])),
        Tagged::new(&["binary"], &BINARY),
    ],
    &NOTHING,
    &NOTHING,
);

/// `{"type":"data","value":"aGk=","mimeType":"image/png"}`
static SOURCE: ShapeObject = ShapeObject::of(&[]).tagged(
    &["type"],
    &[
        Tagged::new(
            &["data"],
            &ShapeObject::of(&[Key::media("value", MediaSpelling::Pair(&PAIR, MediaState::Inline))]),
        ),
        Tagged::new(
            &["url"],
            &ShapeObject::of(&[Key::media("value", MediaSpelling::Pair(&PAIR, MediaState::Reference))]),
        ),
        // A service has it; nobody else can fetch it.
        Tagged::new(&["file"], &ShapeObject::of(&[Key::media("value", MediaSpelling::Remote)])),
    ],
    &NOTHING,
    &NOTHING,
);

static PAIR: MediaPair = MediaPair {
    tag: Some(("type", "data", "url")),
    keys: ("value", "value"),
    media_type: PairType::Beside("mimeType"),
};

/// `{"type":"binary","mimeType":"image/png","data":"…"}`, where the media type says what it is.
static BINARY: ShapeObject = ShapeObject::of(&[Key::media("mimeType", MediaSpelling::Other(binary))]);

fn binary<'t, 'a>(object: Node<'t, 'a>, part: Node<'t, 'a>, mime: &'static str) -> Option<MediaPlace<'t, 'a>> {
    let (state, (key, value)) = match text_member(object, "data") {
        Some(data) => (MediaState::Inline, data),
        None => (MediaState::Reference, text_member(object, "url")?),
    };
    let (_, declared) = text_member(object, mime)?;
    Some(MediaPlace {
        key: Some(key),
        state,
        holds: media::AllowedMedia::Both,
        media_type: TypePlace::Member(declared),
        words: [Some(Word { token: key, bytes: "data", reference: "url", object: Some(object) }), None],
        ..MediaPlace::bytes(part, MediaKind::of(&declared.text()?.decode()), value)
    })
}
