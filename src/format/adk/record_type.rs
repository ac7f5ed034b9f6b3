//! What a session and its events must be. Of parts that the framework stores, less is demanded than the API demands.

use super::fields::FRAMEWORK;
use crate::format::gemini::shape::DATA_PART;
use crate::format::shape::ValueType::{
    self, All, Any, AnyList, AnyObject, Cases, Either, FirstOf, Has, HasNo, List, Members, Not, Null, Number, Object,
    Tag, Text, True, Words,
};
use crate::format::shape::{Key, ShapeObject};

/// A list of events or of rows, one of these, or a session.
pub(super) static RECORD_TYPE: ValueType = Cases(
    &[
        (FirstOf(&IS_ROW), List(&Object(&ROW))),
        (AnyList, List(&Object(&EVENT))),
        (IS_ROW, Object(&ROW)),
        (All(&[AnyObject, HasNo(&["events"]), IS_EVENT]), Object(&EVENT)),
    ],
    &Object(&SESSION),
);

const IS_ROW: ValueType =
    All(&[AnyObject, Has(&["session_id"]), Members(&[Key::must("event_data", Either(&[Text, AnyObject]))])]);

static ROW: ShapeObject = ShapeObject::of(&[
    Key::must("event_data", Either(&[Text, Object(&EVENT)])).about("The JSON of an event, or the event.")
])
.named("row", "A row of the table of events.");

const IS_EVENT: ValueType = All(&[
    Members(&[Key::must("author", Text)]),
    Cases(
        &[(Has(&["invocationId"]), Members(&[Key::must("invocationId", Text)]))],
        &Members(&[Key::must("invocation_id", Text)]),
    ),
]);

static SESSION: ShapeObject = ShapeObject::of(&[
    Key::must("events", List(&Object(&EVENT))),
    Key::any("id").about("The id of the session."),
    Key::any("appName").or("app_name"),
    Key::any("userId").or("user_id"),
    Key::any("state"),
])
.named("session", "A session: its events, in order.");

static EVENT: ShapeObject = ShapeObject::of(&[
    Key::any("author").about("The name of the agent, or `user`."),
    Key::any("invocationId").or("invocation_id").about("The turn that it belongs to."),
    Key::any("timestamp").about("Seconds since 1970."),
])
.checked(&[Cases(
    &[
        (REWINDS, Any),
        (Members(&[Key::must("partial", True)]), Any),
        (All(&[Tag("author", &["user"]), COMPACTED]), Object(&SUMMARY_OF_USER)),
        (COMPACTED, Object(&SUMMARY_OF_AGENT)),
        (Tag("author", &["user"]), Members(&[Key::may("content", Either(&[Null, Object(&USER_CONTENT)]))])),
    ],
    &Members(&[Key::may("content", Either(&[Null, Object(&AGENT_CONTENT)]))]),
)])
.named("event", "What a person or an agent said or did.");

/// An event that takes back a turn has no message.
const REWINDS: ValueType = Object(&ShapeObject::of(&[Key::must(
    "actions",
    All(&[
        AnyObject,
        Cases(
            &[(Has(&["rewindBeforeInvocationId"]), Members(&[Key::must("rewindBeforeInvocationId", Text)]))],
            &Members(&[Key::must("rewind_before_invocation_id", Text)]),
        ),
    ]),
)]));

/// A summary is in place of the content.
const COMPACTED: ValueType = Object(&ShapeObject::of(&[Key::must(
    "actions",
    Object(&ShapeObject::of(&[Key::must(
        "compaction",
        All(&[
            AnyObject,
            Cases(
                &[(Has(&["compactedContent"]), Members(&[Key::must("compactedContent", AnyObject)]))],
                &Members(&[Key::must("compacted_content", AnyObject)]),
            ),
            Cases(
                &[(Has(&["endTimestamp"]), Members(&[Key::must("endTimestamp", Number)]))],
                &Members(&[Key::must("end_timestamp", Number)]),
            ),
        ]),
    )])),
)]));

static SUMMARY_OF_USER: ShapeObject =
    ShapeObject::of(&[Key::may("actions", Members(&[Key::may("compaction", Object(&USER_COMPACTION))]))]);
static SUMMARY_OF_AGENT: ShapeObject =
    ShapeObject::of(&[Key::may("actions", Members(&[Key::may("compaction", Object(&AGENT_COMPACTION))]))]);

static USER_COMPACTION: ShapeObject = ShapeObject::of(&[]).checked(&[Cases(
    &[(Has(&["compactedContent"]), Members(&[Key::may("compactedContent", Object(&USER_CONTENT))]))],
    &Members(&[Key::may("compacted_content", Object(&USER_CONTENT))]),
)]);
static AGENT_COMPACTION: ShapeObject = ShapeObject::of(&[]).checked(&[Cases(
    &[(Has(&["compactedContent"]), Members(&[Key::may("compactedContent", Object(&AGENT_CONTENT))]))],
    &Members(&[Key::may("compacted_content", Object(&AGENT_CONTENT))]),
)]);

/// A content without a role has that of the author.
static USER_CONTENT: ShapeObject = ShapeObject::of(&[])
    .checked(&[Cases(
        &[(Object(&UNREAD), Any), (Tag("role", &["model"]), Object(&MODEL_PARTS))],
        &All(&[ROLE, Object(&USER_PARTS)]),
    )])
    .named("user-content", "What the user said, as the API has it.");

static AGENT_CONTENT: ShapeObject = ShapeObject::of(&[])
    .checked(&[Cases(
        &[(Object(&UNREAD), Any), (Tag("role", &["user"]), Object(&USER_PARTS))],
        &All(&[ROLE, Object(&MODEL_PARTS)]),
    )])
    .named("agent-content", "What an agent said, as the API has it.");

/// Nothing, or only calls of the framework.
static UNREAD: ShapeObject = ShapeObject::of(&[Key::may("parts", Either(&[Null, List(&Object(&FRAMEWORK_PART))]))])
    .named("framework-content", "Nothing, or only calls of the framework.");
static USER_PARTS: ShapeObject = ShapeObject::of(&[Key::may("parts", List(&Object(&USER_PART)))])
    .named("user-parts", "Parts of what the user said.");
static MODEL_PARTS: ShapeObject = ShapeObject::of(&[Key::may("parts", List(&Object(&MODEL_PART)))])
    .named("model-parts", "Parts of what an agent said.");

const ROLE: ValueType = Members(&[Key::may("role", Either(&[Words(&["user", "model"]), Null]))]);

static USER_PART: ShapeObject =
    ShapeObject::of(&[]).checked(&[Either(&[Object(&FRAMEWORK_PART), All(&[Object(&PART), Object(&WITH_RESULT)])])]);
static MODEL_PART: ShapeObject =
    ShapeObject::of(&[]).checked(&[Either(&[Object(&FRAMEWORK_PART), All(&[Object(&PART), Object(&WITH_CALL)])])]);

static FRAMEWORK_PART: ShapeObject = ShapeObject::of(&[])
    .checked(&[Cases(
        &[
            (Has(&["functionCall"]), Members(&[Key::must("functionCall", FRAMEWORK_CALL)])),
            (Has(&["function_call"]), Members(&[Key::must("function_call", FRAMEWORK_CALL)])),
            (Has(&["functionResponse"]), Members(&[Key::must("functionResponse", FRAMEWORK_CALL)])),
            (Has(&["function_response"]), Members(&[Key::must("function_response", FRAMEWORK_CALL)])),
        ],
        &Not(&Any),
    )])
    .named("framework-part", "A call of the framework, which asks a person, or the answer.");

const FRAMEWORK_CALL: ValueType = Object(&ShapeObject::of(&[Key::must("name", Words(FRAMEWORK))]));

/// What is read of every part.
static PART: ShapeObject = ShapeObject::of(&[])
    .checked(&[Cases(
        &[(
            Object(&DATA_PART),
            Members(&[
                Key::may("text", ValueType::TEXT_OR_NULL),
                Key::may("inlineData", Either(&[BYTES, Null])).or("inline_data"),
                Key::may("fileData", Either(&[FILE, Null])).or("file_data"),
            ]),
        )],
        &Any,
    )])
    .named("part", "A part of a content: text, a media file, a call, a response.");

const BYTES: ValueType = Object(&ShapeObject::of(&[Key::must("data", Text)]));
const FILE: ValueType = Object(&ShapeObject::of(&[Key::must("fileUri", Text).or("file_uri")]));

/// A response in an answer is kept whole, and so is a call in what the user said.
static WITH_CALL: ShapeObject = ShapeObject::of(&[])
    .checked(&[Cases(&[(Object(&DATA_PART), Members(&[Key::may("functionCall", CALL).or("function_call")]))], &Any)]);

const CALL: ValueType = Either(&[Object(&ShapeObject::of(&[Key::must("name", Text)])), Null]);

static WITH_RESULT: ShapeObject = ShapeObject::of(&[]).checked(&[Cases(
    &[(
        Object(&DATA_PART),
        Members(&[Key::may("functionResponse", Either(&[Object(&RESULT), Null])).or("function_response")]),
    )],
    &Any,
)]);

static RESULT: ShapeObject =
    ShapeObject::of(&[Key::must("name", Text), Key::may("parts", Either(&[Not(&AnyList), List(&Object(&PART))]))]);
