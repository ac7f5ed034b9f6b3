//! The keys of bodies, contents and parts: where ids and media are.
//!
//! A call and its response may lack an id. Parts of tools that the service runs itself have ids too, which are its own.

use super::read::line_of;
use super::request::SETTINGS;
use crate::format::IdRules;
use crate::format::ids::{Scope, Usage};
use crate::format::media::{AllowedMedia, MediaPlace, MediaState, TypePlace, Word, member, own_key, text_member};
use crate::format::shape::{Key, MediaSpelling, MediaWrappers, RecordShape, ShapeObject, ValueType};
use crate::json::Node;
use crate::model::MediaKind;
use ValueType::{
    All, Any, AnyList, AnyObject, Cases, Either, FilledList, FilledText, First, Flag, Has, HasNo, HasValue, Items,
    List, Members, Not, Null, Object, OneOf, Text, Words,
};

pub(super) static IDS: IdRules = IdRules {
    reason: "a content of the API has a role and parts, and the API accepts nothing else",
    ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites))
};

pub(super) static RECORD: RecordShape = RecordShape {
    item: &CONTENT,
    object: |root| if line_of(root).is_some() { &BATCH_LINE } else { &BODY },
    lacks: None,
    media: MediaWrappers {
        own: &["parts"],
        through: &[
            "contents",
            "content",
            "candidates",
            "request",
            "response",
            "systemInstruction",
            "system_instruction",
            "body",
            "generateContentRequest",
        ],
    },
};

/// The chunks of a streamed answer, a list of contents, a response, or a body.
pub(super) static RECORD_TYPE: ValueType = Cases(
    &[
        (ValueType::FirstOf(&CHUNK_MARK), List(&Object(&CHUNK))),
        (AnyList, CONTENTS),
        (
            All(&[HasNo(&["contents", "candidates", "response"]), Members(&[Key::must("request", AnyObject)])]),
            Object(&BATCH_LINE),
        ),
        (All(&[HasNo(&["contents"]), Has(&["candidates"])]), Object(&RESPONSE)),
    ],
    &Object(&BODY),
);

/// A response, or a chunk that contains no more than the usage.
static CHUNK_MARK: ValueType = Either(&[
    Object(&ShapeObject::of(&[Key::must("candidates", Any)])),
    Object(&ShapeObject::of(&[
        Key::must("responseId", Text).or("response_id"),
        Key::any("usageMetadata").or("usage_metadata").needed(),
    ])),
]);

static CHUNK: ShapeObject = ShapeObject::of(&[Key::may("candidates", First(&Object(&CANDIDATE)))])
    .named("chunk", "A piece of a streamed answer.");

static BATCH_LINE: ShapeObject =
    ShapeObject::of(&[Key::object("request", &BODY).takes(Object(&BODY)).needed(), Key::any("key")])
        .named("batch-line", "A line of a batch: a request with a key.");

static RESPONSE: ShapeObject = ShapeObject::of(&[Key::must("candidates", First(&Object(&CANDIDATE)))])
    .named("response", "The answer of the API. Its first candidate is read.");

/// One content alone needs no role and no list.
const CONTENTS: ValueType =
    Either(&[Object(&CONTENT), Items(&[Object(&CONTENT)]), List(&All(&[Object(&CONTENT), HasValue("role")]))]);

/// A body or a response: `{"contents":[{"role":"user","parts":[{"text":"hi"}]}]}`.
static BODY: ShapeObject = ShapeObject::of(&[
    Key::list("contents", &CONTENT).takes(CONTENTS).needed(),
    Key::list("candidates", &CANDIDATE),
    SYSTEM,
    TOOLS,
])
.checked(&[Cases(
    &[(
        HasNo(&["systemInstruction", "system_instruction", "tools"]),
        Members(&[Key::may("config", Members(&[SYSTEM, TOOLS])).about("The settings, as the SDK has them.")]),
    )],
    &Any,
)])
.named("body", "The body of a request.")
.with_settings(&SETTINGS);

const SYSTEM_TYPE: ValueType = Either(&[Text, Object(&SYSTEM_CONTENT), Null]);
const TOOLS_TYPE: ValueType = Either(&[Object(&TOOL), List(&Object(&TOOL)), Null]);
const SYSTEM: Key = Key::may("systemInstruction", SYSTEM_TYPE).or("system_instruction");
const TOOLS: Key = Key::may("tools", TOOLS_TYPE);

static SYSTEM_CONTENT: ShapeObject =
    ShapeObject::of(&[Key::must("parts", Either(&[Object(&SYSTEM_PART), FilledList(&Object(&SYSTEM_PART))]))])
        .named("system", "What the system says.");

static TOOL: ShapeObject = ShapeObject::of(&[Key::may(
    "functionDeclarations",
    Either(&[Object(&DECLARATION), List(&Object(&DECLARATION)), Not(&Either(&[AnyObject, AnyList]))]),
)
.or("function_declarations")])
.named("tool", "Functions that may be called, and tools of the service.");

static DECLARATION: ShapeObject = ShapeObject::of(&[
    Key::must("name", Text),
    Key::may("description", ValueType::TEXT_OR_NULL),
    Key::may("parameters", Either(&[AnyObject, Null])),
    Key::may("parametersJsonSchema", Either(&[AnyObject, Null])).or("parameters_json_schema"),
])
.checked(&[Not(&All(&[
    HasValue("parameters"),
    Either(&[HasValue("parametersJsonSchema"), HasValue("parameters_json_schema")]),
]))])
.named("declaration", "A function: a name, and a schema of the arguments.");

/// `{"content":{"role":"model","parts":[{"text":"hello"}]},"finishReason":"STOP"}`
static CANDIDATE: ShapeObject =
    ShapeObject::of(&[Key::object("content", &CONTENT).takes(Either(&[Object(&ANSWER), Null]))])
        .named("candidate", "One answer.");

/// It may lack parts, if it was cut off.
static ANSWER: ShapeObject = ShapeObject::of(&[Key::may("role", ROLE), Key::may("parts", Any)]).checked(&[Cases(
    &[(IS_USER, Members(&[Key::may("parts", USER_PARTS)]))],
    &Members(&[Key::may("parts", MODEL_PARTS)]),
)]);

const ROLE: ValueType = Either(&[Words(&["user", "model", "function"]), Null]);
const IS_USER: ValueType = ValueType::Tag("role", &["user", "function"]);
const IS_MODEL: ValueType = ValueType::Tag("role", &["model"]);
const USER_PARTS: ValueType = Either(&[Object(&USER_PART), FilledList(&Object(&USER_PART))]);
const MODEL_PARTS: ValueType = Either(&[Object(&MODEL_PART), FilledList(&Object(&MODEL_PART))]);

/// `{"role":"user","parts":[{"text":"hi"}]}`
/// In a list there may also be the chunks of a streamed answer: `{"candidates":[],"responseId":"r"}`.
static CONTENT: ShapeObject = ShapeObject::of(&[
    Key::list("parts", &PART).needed(),
    Key::list("candidates", &CANDIDATE),
    Key::may("role", ROLE).about("The speaker."),
])
.checked(&[Cases(
    &[(IS_MODEL, Members(&[Key::may("parts", MODEL_PARTS)]))],
    &Members(&[Key::may("parts", USER_PARTS)]),
)])
.named("content", "One message.");

/// A part with exactly one member that says what it is. Of others nothing is read.
pub(in crate::format) static DATA_PART: ShapeObject = ShapeObject::of(&[])
    .checked(&[OneOf(&[
        HasValue("text"),
        HasValue("inlineData"),
        HasValue("inline_data"),
        HasValue("fileData"),
        HasValue("file_data"),
        HasValue("functionCall"),
        HasValue("function_call"),
        HasValue("functionResponse"),
        HasValue("function_response"),
        HasValue("executableCode"),
        HasValue("executable_code"),
        HasValue("codeExecutionResult"),
        HasValue("code_execution_result"),
        HasValue("toolCall"),
        HasValue("tool_call"),
        HasValue("toolResponse"),
        HasValue("tool_response"),
    ])])
    .named("data-part", "A part with exactly one member, which names its type. Other parts are ignored.");

static SYSTEM_PART: ShapeObject = ShapeObject::of(&[])
    .checked(&[Object(&PART), Cases(&[(Object(&DATA_PART), HasValue("text"))], &Any)])
    .named("system-part", "A part of what the system says.");

static USER_PART: ShapeObject = ShapeObject::of(&[])
    .checked(&[
        Object(&PART),
        Cases(&[(Object(&DATA_PART), Not(&Either(&[HasValue("functionCall"), HasValue("function_call")])))], &Any),
    ])
    .named("user-part", "A part of what the user says.");

static MODEL_PART: ShapeObject = ShapeObject::of(&[])
    .checked(&[
        Object(&PART),
        Cases(
            &[(Object(&DATA_PART), Not(&Either(&[HasValue("functionResponse"), HasValue("function_response")])))],
            &Any,
        ),
    ])
    .named("model-part", "A part of what the model says.");

static RESPONSE_PART: ShapeObject = ShapeObject::of(&[])
    .checked(&[
        Object(&PART),
        Cases(
            &[(
                Object(&DATA_PART),
                Either(&[HasValue("inlineData"), HasValue("inline_data"), HasValue("fileData"), HasValue("file_data")]),
            )],
            &Any,
        ),
    ])
    .named("response-part", "A part of what a function gave back.");

/// What is read of a part whose data is this.
static READ_PART: ShapeObject = ShapeObject::of(&[
    Key::may("text", ValueType::TEXT_OR_NULL),
    Key::may("inlineData", Either(&[Object(&BYTES), Null])).or("inline_data"),
    Key::may("fileData", Either(&[Object(&FILE), Null])).or("file_data"),
    Key::may("functionCall", Either(&[Object(&CALL), Null])).or("function_call"),
    Key::may("functionResponse", Either(&[Object(&RESPONSE_OF), Null])).or("function_response"),
]);

const BESIDE: ValueType = Members(&[
    Key::may("thought", Either(&[Flag, Null])),
    Key::may("thoughtSignature", ValueType::TEXT_OR_NULL).or("thought_signature"),
]);

static BYTES: ShapeObject = ShapeObject::of(&[
    Key::must("data", Text).about("The bytes, in base64."),
    Key::must("mimeType", FilledText).or("mime_type"),
    Key::may("displayName", ValueType::TEXT_OR_NULL).or("display_name"),
])
.named("inline-data", "A media file.");

static FILE: ShapeObject = ShapeObject::of(&[
    Key::must("fileUri", Text).or("file_uri"),
    Key::may("mimeType", ValueType::TEXT_OR_NULL).or("mime_type"),
    Key::may("displayName", ValueType::TEXT_OR_NULL).or("display_name"),
])
.named("file-data", "A media file by its address.");

/// `{"functionCall":{"id":"c1","name":"f","args":{}}}`
pub(in crate::format) static PART: ShapeObject = ShapeObject::of(&[
    Key::object("functionCall", &CALL).or("function_call").without_media(),
    Key::media("inlineData", MediaSpelling::Other(place)).or("inline_data"),
    Key::media("fileData", MediaSpelling::Other(place)).or("file_data"),
    Key::object("functionResponse", &RESPONSE_OF).or("function_response"),
    Key::object("executableCode", &SERVER).or("executable_code").without_media(),
    Key::object("codeExecutionResult", &SERVER).or("code_execution_result").without_media(),
    Key::object("toolCall", &SERVER).or("tool_call").without_media(),
    Key::object("toolResponse", &SERVER).or("tool_response").without_media(),
])
.plain(&["text"], "")
.checked(&[Cases(
    &[(
        All(&[
            Object(&DATA_PART),
            Not(&Either(&[
                HasValue("executableCode"),
                HasValue("executable_code"),
                HasValue("codeExecutionResult"),
                HasValue("code_execution_result"),
                HasValue("toolCall"),
                HasValue("tool_call"),
                HasValue("toolResponse"),
                HasValue("tool_response"),
            ])),
        ]),
        All(&[Object(&READ_PART), BESIDE]),
    )],
    &Any,
)])
.named("part", "A part: text, a call, a response, a media file, or what the service made.");

/// `{"id":"c1","name":"f","args":{}}`. An empty id counts as none.
static CALL: ShapeObject = ShapeObject::of(&[
    Key::id("id", Scope::Call, Usage::Names).after(&[]).filled().takes(ValueType::TEXT_OR_NULL),
    Key::function_name("name").takes(Text).needed(),
    Key::may("args", Either(&[AnyObject, Null])),
])
.named("function-call", "A call of a function.");

/// `{"id":"c1","name":"f","response":{"output":"18 degrees"}}`
static RESPONSE_OF: ShapeObject = ShapeObject::of(&[
    Key::id("id", Scope::Call, Usage::Points).after(&[]).filled().takes(ValueType::TEXT_OR_NULL),
    Key::function_name("name").takes(Text).needed(),
    Key::list("parts", &PART).without_ids().takes(Either(&[List(&Object(&RESPONSE_PART)), Null])),
    Key::must("response", AnyObject),
])
.named("function-response", "What a function gave back.");

/// `{"id":"c1","language":"PYTHON","code":"1"}`
static SERVER: ShapeObject = ShapeObject::of(&[Key::id("id", Scope::Call, Usage::Kept)]);

/// The words for both states, in both spellings, and that of the media type.
type MediaKeys = (&'static str, &'static str, &'static str, &'static str, &'static str);

const SPELLINGS: [MediaKeys; 2] = [
    ("inlineData", "fileData", "data", "fileUri", "mimeType"),
    ("inline_data", "file_data", "data", "file_uri", "mime_type"),
];

/// The key of the part and the key inside it change together, in one spelling or the other.
fn place<'t, 'a>(part: Node<'t, 'a>, _: Node<'t, 'a>, name: &'static str) -> Option<MediaPlace<'t, 'a>> {
    SPELLINGS.into_iter().find_map(|(inline, file, data, uri, mime)| {
        let (which, key, blob) = own_key(part, &[inline, file])?;
        let (state, own, name_inside) = match which {
            0 => (MediaState::Inline, "inlineData", data),
            _ => (MediaState::Reference, "fileData", uri),
        };
        let (inner, value) = text_member(blob, name_inside).filter(|_| own == name)?;
        let declared = member(blob, mime).map(|(_, value)| value);
        let is_text = declared.is_none_or(|declared| declared.is_string());
        let kind = declared.and_then(|declared| declared.text()).map(|declared| MediaKind::of(&declared.decode()));
        let place = MediaPlace::bytes(part, kind.unwrap_or(MediaKind::Unknown), value);
        is_text.then_some(MediaPlace {
            key: Some(inner),
            state,
            holds: AllowedMedia::Both,
            media_type: declared.map_or(TypePlace::Missing(mime), TypePlace::Member),
            words: [
                Some(Word { token: key, bytes: inline, reference: file, object: Some(part) }),
                Some(Word { token: inner, bytes: data, reference: uri, object: Some(blob) }),
            ],
            ..place
        })
    })
}
