//! What records and their messages must be. Blocks of services are stored as they came, so little is demanded of them.

use crate::format::shape::ValueType::{
    self, All, Any, AnyList, AnyObject, Cases, Containing, Either, FilledList, FilledText, FirstOf, Has, HasNo, List,
    Matching, Members, Not, Null, Object, Only, Tag, Text, Words,
};
use crate::format::shape::{Key, ShapeObject};

/// A list of messages, rows, snapshots or events; a snapshot, a state, a message, or a row.
pub(super) static RECORD_TYPE: ValueType = Cases(
    &[
        (FirstOf(&IS_SNAPSHOT), List(&SNAPSHOT_ITEM)),
        (FirstOf(&IS_ROW), List(&Object(&ROW))),
        (FirstOf(&AnyList), Any),
        (AnyList, List(&Object(&MESSAGE))),
        (Object(&SNAPSHOT), Object(&SNAPSHOT_OR_OTHER)),
        (
            All(&[AnyObject, Members(&[Key::must("messages", AnyList)])]),
            Members(&[Key::may("messages", List(&Object(&MESSAGE)))]),
        ),
        (Object(&IS_MESSAGE), Object(&MESSAGE)),
    ],
    &Object(&ROW),
);

static IS_SNAPSHOT: ValueType = Object(&SNAPSHOT);

static SNAPSHOT_ITEM: ValueType = Either(&[Object(&SNAPSHOT_OR_OTHER), Not(&AnyObject)]);

/// The first snapshot of a thread has no values yet.
static SNAPSHOT: ShapeObject = ShapeObject::of(&[
    Key::must("values", Either(&[Only(&[]), Object(&ShapeObject::of(&[Key::must("messages", AnyList)]))])),
    Key::any("next").needed(),
])
.checked(&[Either(&[Has(&["config"]), Has(&["checkpoint"])])])
.named("snapshot-shape", "What makes an object a snapshot.");

static SNAPSHOT_OR_OTHER: ShapeObject = ShapeObject::of(&[Key::may(
    "values",
    Members(&[Key::may("messages", Either(&[Not(&AnyList), List(&Object(&MESSAGE))]))]),
)])
.named("snapshot", "A snapshot of the state of a graph.");

static IS_ROW: ValueType = All(&[Not(&Object(&IS_MESSAGE)), Object(&ROW_COLUMN)]);

/// The column of a row has a message, or the JSON text of one.
static ROW_COLUMN: ShapeObject = ShapeObject::of(&[])
    .checked(&[Either(&[
        All(&[Has(&["session_id"]), Members(&[Key::must("message", Matching(r"^\{"))])]),
        All(&[Has(&["session_id"]), Members(&[Key::must("message", Object(&IS_MESSAGE))])]),
        Members(&[Key::must("message", All(&[Object(&IS_MESSAGE), WRAPPED]))]),
    ])])
    .named("row-shape", "What makes an object a row: its column has a message, or the JSON text of one.");

const WRAPPED: ValueType = Either(&[IS_DUMP, IS_DICT]);

static ROW: ShapeObject = ShapeObject::of(&[Key::must("message", Either(&[Text, Object(&MESSAGE)]))])
    .checked(&[Object(&ROW_COLUMN)])
    .named("row", "A row of a message store.");

/// `{"lc":1,"type":"constructor","id":["langchain","schema","messages","AIMessage"],"kwargs":{}}`
const IS_DUMP: ValueType = All(&[AnyObject, Has(&["lc"]), Members(&[Key::must("kwargs", AnyObject)])]);
/// `{"type":"ai","data":{}}`
const IS_DICT: ValueType = All(&[AnyObject, Members(&[Key::must("data", AnyObject)])]);

const CLASS: ValueType = Matching("^(Human|AI|System|Developer|Tool|Function|Chat|Remove)Message(Chunk)?$");
const CHUNK_CLASS: ValueType = Matching("^(Human|AI|System|Developer|Tool|Function|Chat|Remove)MessageChunk$");
const TYPE: ValueType = Either(&[
    Words(&["human", "ai", "system", "developer", "tool", "function", "chat", "generic", "remove"]),
    CHUNK_CLASS,
]);
const IS_CHAT: ValueType = Tag("type", &["chat", "generic", "ChatMessageChunk"]);
const IS_REMOVAL: ValueType = Tag("type", &["remove", "RemoveMessageChunk"]);

/// One of the three forms of a message.
static IS_MESSAGE: ShapeObject = ShapeObject::of(&[])
    .checked(&[Cases(
        &[
            (IS_DUMP, Members(&[Key::must("id", All(&[AnyList, Containing(&CLASS)]))])),
            (IS_DICT, Members(&[Key::must("type", TYPE)])),
        ],
        &All(&[
            Members(&[Key::must("type", TYPE)]),
            Either(&[HasNo(&["role"]), IS_CHAT]),
            Either(&[Has(&["content"]), Has(&["content_blocks"]), All(&[IS_REMOVAL, Has(&["id"])])]),
        ]),
    )])
    .named("message-shape", "What makes an object a message.");

/// Chunks are joined before they are read.
static MESSAGE: ShapeObject = ShapeObject::of(&[])
    .checked(&[
        Object(&IS_MESSAGE),
        Cases(
            &[
                (IS_DUMP, Object(&DUMP)),
                (All(&[IS_DICT, IS_ANSWER]), Members(&[Key::may("data", Object(&ANSWER))])),
                (All(&[IS_DICT, IS_RESULT]), Members(&[Key::may("data", Object(&RESULT))])),
                (All(&[IS_DICT, IS_OLD_RESULT]), Members(&[Key::may("data", Object(&OLD_RESULT))])),
                (All(&[IS_DICT, IS_OF_ROLE]), Members(&[Key::may("data", Object(&CHAT))])),
                (All(&[IS_DICT, IS_WORDS]), Members(&[Key::may("data", Object(&FIELDS))])),
                (IS_DICT, Any),
                (IS_ANSWER, Object(&ANSWER)),
                (IS_RESULT, Object(&RESULT)),
                (IS_OLD_RESULT, Object(&OLD_RESULT)),
                (IS_OF_ROLE, Object(&CHAT)),
                (IS_WORDS, Object(&FIELDS)),
            ],
            &Any,
        ),
    ])
    .named("message", "A message: as dict, as dump of `load`, or flat.");

const IS_ANSWER: ValueType = Tag("type", &["ai"]);
const IS_RESULT: ValueType = Tag("type", &["tool"]);
const IS_OLD_RESULT: ValueType = Tag("type", &["function"]);
const IS_OF_ROLE: ValueType = Tag("type", &["chat", "generic"]);
const IS_WORDS: ValueType = Tag("type", &["human", "system", "developer"]);

static DUMP: ShapeObject = ShapeObject::of(&[])
    .checked(&[Cases(
        &[
            (Members(&[Key::must("id", Containing(&CHUNK_CLASS))]), Any),
            (
                Members(&[Key::must("id", Containing(&Matching("^AIMessage$")))]),
                Members(&[Key::may("kwargs", Object(&ANSWER))]),
            ),
            (
                Members(&[Key::must("id", Containing(&Matching("^ToolMessage$")))]),
                Members(&[Key::may("kwargs", Object(&RESULT))]),
            ),
            (
                Members(&[Key::must("id", Containing(&Matching("^FunctionMessage$")))]),
                Members(&[Key::may("kwargs", Object(&OLD_RESULT))]),
            ),
            (
                Members(&[Key::must("id", Containing(&Matching("^ChatMessage$")))]),
                Members(&[Key::may("kwargs", Object(&CHAT))]),
            ),
            (Members(&[Key::must("id", Containing(&Matching("^RemoveMessage$")))]), Any),
        ],
        &Members(&[Key::may("kwargs", Object(&FIELDS))]),
    )])
    .named("dump", "A message as dump of `load`.");

static FIELDS: ShapeObject = ShapeObject::of(&[ID, NAME])
    .checked(&[Cases(
        &[(HAS_CONTENT, Members(&[Key::may("content", Either(&[Text, List(&ITEM)]))]))],
        &Members(&[Key::must("content_blocks", Either(&[Text, List(&ITEM)]))]),
    )])
    .named("fields", "What a message says.");

const ID: Key = Key::may("id", ValueType::TEXT_OR_NULL);
const NAME: Key = Key::may("name", ValueType::TEXT_OR_NULL);
const HAS_CONTENT: ValueType = Members(&[Key::must("content", Not(&Null))]);

static RESULT: ShapeObject = ShapeObject::of(&[Key::must("tool_call_id", Text)])
    .checked(&[Object(&FIELDS)])
    .named("result", "What a tool gave back.");

static OLD_RESULT: ShapeObject = ShapeObject::of(&[Key::may("tool_call_id", ValueType::TEXT_OR_NULL)])
    .checked(&[Object(&FIELDS)])
    .named("old-result", "What a function gave back, in older data.");

static CHAT: ShapeObject = ShapeObject::of(&[Key::must("role", Text)])
    .checked(&[Cases(&[(Tag("role", &["assistant", "ai"]), Object(&ANSWER))], &Object(&FIELDS))])
    .named("chat-fields", "What a message with a role says.");

static ANSWER: ShapeObject = ShapeObject::of(&[
    ID,
    NAME,
    Key::may("tool_calls", Either(&[Not(&AnyList), List(&Object(&CALL))])),
    Key::may("invalid_tool_calls", Either(&[Not(&AnyList), List(&AnyObject)])),
])
.checked(&[
    Cases(
        &[
            (HAS_CONTENT, Members(&[Key::may("content", Either(&[Text, List(&ANSWER_ITEM)]))])),
            (Has(&["content_blocks"]), Members(&[Key::may("content_blocks", Either(&[Text, List(&ANSWER_ITEM)]))])),
        ],
        &HAS_PARTS,
    ),
    // The reader uses the old form of calls only if there are no calls in the new form.
    Cases(&[(HAS_CALLS, Any), (HAS_BOTH, Any)], &Members(&[Key::may("additional_kwargs", OLDER)])),
])
.named("answer", "What the model said.");

/// Calls next to the content.
const HAS_PARTS: ValueType = Either(&[
    LISTED,
    Members(&[Key::must(
        "additional_kwargs",
        All(&[
            AnyObject,
            Either(&[
                Members(&[Key::must("reasoning_content", FilledText)]),
                Members(&[Key::must("refusal", FilledText)]),
                Members(&[Key::must("function_call", AnyObject)]),
                Members(&[Key::must("tool_calls", CALLS)]),
            ]),
        ]),
    )]),
]);

const LISTED: ValueType = Either(&[
    Members(&[Key::must("tool_calls", FilledList(&Any))]),
    Members(&[Key::must("invalid_tool_calls", FilledList(&Any))]),
]);

const HAS_CALLS: ValueType = Either(&[
    LISTED,
    Members(&[Key::must("content", COPIES)]),
    All(&[Not(&HAS_CONTENT), Members(&[Key::must("content_blocks", COPIES)])]),
]);

const COPIES: ValueType = All(&[
    AnyList,
    Containing(&All(&[AnyObject, Members(&[Key::must("type", Words(CALL_TYPES)), Key::must("name", Text)])])),
]);
const CALL_TYPES: &[&str] = &["tool_call", "tool_use", "function_call", "tool_call_chunk", "invalid_tool_call"];

/// The first of both counts.
const HAS_BOTH: ValueType = Members(&[Key::must(
    "additional_kwargs",
    Members(&[Key::must("function_call", AnyObject), Key::must("tool_calls", CALLS)]),
)]);

const CALLS: ValueType = All(&[AnyList, Containing(&All(&[AnyObject, Has(&["function"])]))]);

const OLDER: ValueType = Members(&[
    Key::may("tool_calls", Either(&[Not(&AnyList), List(&Members(&[Key::may("function", FUNCTION)]))])),
    Key::may("function_call", Either(&[Not(&AnyObject), FUNCTION])),
]);
const FUNCTION: ValueType = Object(&ShapeObject::of(&[Key::must("name", Text), Key::any("arguments").needed()]));

static CALL: ShapeObject = ShapeObject::of(&[Key::must("name", Text)]).named("call", "A call of a tool.");

/// A text, or a block.
static ITEM: ValueType = Either(&[Text, Object(&BLOCK)]);
static ANSWER_ITEM: ValueType = Either(&[Text, Object(&ANSWER_BLOCK)]);

/// Calls are in answers alone.
static ANSWER_BLOCK: ShapeObject = ShapeObject::of(&[])
    .checked(&[Cases(&[(Tag("type", CALL_TYPES), Any)], &Object(&BLOCK))])
    .named("answer-block", "A block of an answer, which may be a call.");

static BLOCK: ShapeObject = ShapeObject::of(&[])
    .checked(&[Cases(
        &[(
            All(&[
                Tag("type", &["non_standard"]),
                Members(&[Key::must(
                    "value",
                    All(&[AnyObject, Members(&[Key::must("type", Not(&Words(&["non_standard"])))])]),
                )]),
            ]),
            Members(&[Key::may("value", Object(&KNOWN_BLOCK))]),
        )],
        &Object(&KNOWN_BLOCK),
    )])
    .named("block", "A block of content: of the library, or of a service.");

static KNOWN_BLOCK: ShapeObject = ShapeObject::of(&[])
    .checked(&[Cases(
        &[
            (Tag("type", &["text", "input_text", "output_text"]), Members(&[Key::may("text", TEXT_OR_NULL)])),
            (Tag("type", &["reasoning"]), Members(&[Key::may("reasoning", TEXT_OR_NULL)])),
            (Tag("type", &["thinking"]), Members(&[Key::may("thinking", TEXT_OR_NULL)])),
            (Tag("type", &["refusal"]), Members(&[Key::may("refusal", TEXT_OR_NULL)])),
            (Tag("type", &["image_url"]), Members(&[Key::may("image_url", Either(&[TEXT_OR_NULL, Object(&ADDRESS)]))])),
            (Tag("type", KNOWN), Any),
            (Members(&[Key::must("type", Matching("(.tool_use|_tool_result)$"))]), Any),
            (All(&[Tag("type", &["image", "document"]), Has(&["source"])]), Any),
            (All(&[Tag("type", &["file"]), Has(&["file"])]), Any),
            (Tag("type", &["image", "audio", "video", "file", "text-plain", "media"]), MEDIA),
        ],
        &Not(&Any),
    )])
    .named("known-block", "A text, reasoning, a media file, or what a service made.");

/// `{"url":"https://example.com/a.png","detail":"low"}`
static ADDRESS: ShapeObject = ShapeObject::of(&[Key::may("url", TEXT_OR_NULL)]);

const TEXT_OR_NULL: ValueType = Either(&[Text, Null]);
const KNOWN: &[&str] = &["redacted_thinking", "server_tool_call", "server_tool_result", "input_audio"];

/// Something says where the file is.
const MEDIA: ValueType = Either(&[
    All(&[Either(&[Tag("type", &["text-plain"]), Tag("source_type", &["text"])]), Members(&[Key::must("text", Text)])]),
    Members(&[Key::must("base64", Text)]),
    All(&[HasNo(&["base64"]), Members(&[Key::must("data", Text)])]),
    Members(&[Key::must("url", Text)]),
    All(&[HasNo(&["url"]), Members(&[Key::must("file_uri", Text)])]),
    Members(&[Key::must("file_id", Text)]),
    All(&[HasNo(&["file_id"]), Members(&[Key::must("fileId", Text)])]),
    All(&[HasNo(&["file_id", "fileId"]), Tag("source_type", &["id"]), Members(&[Key::must("id", Text)])]),
]);
