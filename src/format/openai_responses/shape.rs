//! The keys of records, items and parts: where ids and media are.
//!
//! The `id` of an item is not ours. The service gave it, its prefix counts, and a reasoning item is bound to its own
//! and to the item after it: none of these is ever renamed.

use super::item::OPAQUE;
use super::policy::CALL_IDS;
use super::request::SETTINGS;
use super::score::is_response;
use crate::format::IdRules;
use crate::format::ids::{IdShape, Scope, Usage};
use crate::format::media::{AllowedMedia, MediaPlace, MediaState, Word, text_member};
use crate::format::shape::{Key, MediaSpelling, MediaWrappers, NOTHING, RecordShape, ShapeObject, Tagged, ValueType};
use crate::json::Node;
use crate::model::MediaKind;
use ValueType::{
    All, Any, AnyList, AnyObject, Cases, Either, FilledList, Has, HasNo, HasValue, List, Matching, Members, Not, Null,
    Object, Tag, Text, Words,
};

pub(in crate::format) static IDS: IdRules = IdRules {
    scopes: &[(Scope::Call, IdShape::Rule(CALL_IDS))],
    reason: "ids of items, responses and conversations are the service's own: a reasoning item is rejected under another id",
    ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites))
};

pub(super) static RECORD: RecordShape = RecordShape {
    item: &ITEM,
    object: |root| if is_response(root.get("object"), root.get("output")) { &RESPONSE } else { &LINE },
    lacks: None,
    media: MediaWrappers {
        // Messages may be written without a type; everything else that is an item has one.
        own: &["role", "call_id", "type"],
        through: &["input", "output", "body", "response", "request", "messages", "items"],
    },
};

/// A list of items, a line of a batch or of its results, a response, or a body.
pub(super) static RECORD_TYPE: ValueType = Cases(
    &[
        (AnyList, FilledList(&Object(&ITEM))),
        (Either(&[Has(&["custom_id", "body"]), Has(&["url", "body"])]), Object(&BATCH_LINE)),
        (Has(&["custom_id", "response"]), Object(&BATCH_RESULT)),
        (Members(&[Key::must("object", Words(&["response"])), Key::must("output", AnyList)]), Object(&ANSWER_BODY)),
    ],
    &REQUEST,
);

static BATCH_LINE: ShapeObject =
    ShapeObject::of(&[Key::must("body", REQUEST)]).named("batch-line", "A line of a batch: a request with an id.");

static BATCH_RESULT: ShapeObject =
    ShapeObject::of(&[Key::must("response", Object(&ShapeObject::of(&[Key::must("body", Object(&ANSWER_BODY))])))])
        .named("batch-result", "A line of the results of a batch: an answer with the id of its request.");

/// A list of items is not empty, unless the service has earlier ones.
const REQUEST: ValueType = All(&[
    Object(&REQUEST_BODY),
    Cases(
        &[(Either(&[HasValue("previous_response_id"), HasValue("conversation")]), Any)],
        &Members(&[Key::may("input", Either(&[Text, FilledList(&Any)]))]),
    ),
]);

static REQUEST_BODY: ShapeObject = ShapeObject::of(&[
    Key::must("input", Either(&[Text, List(&Object(&ITEM))])),
    Key::may("instructions", ValueType::TEXT_OR_NULL),
    TOOLS,
])
.named("body", "The body of a request.")
.with_settings(&SETTINGS);

static ANSWER_BODY: ShapeObject = ShapeObject::of(&[
    Key::must("output", List(&Object(&ITEM))),
    Key::may("instructions", Either(&[Text, AnyList, Null])),
    TOOLS,
])
.named("response", "The answer of the API.");

const TOOLS: Key = Key::may("tools", TOOLS_TYPE);
const TOOLS_TYPE: ValueType = Either(&[List(&Object(&TOOL)), Null]);

/// A function, free text, or a tool of the service.
static TOOL: ShapeObject = ShapeObject::of(&[Key::must("type", Text)])
    .checked(&[Cases(
        &[(
            Tag("type", &["function", "custom"]),
            Members(&[
                Key::must("name", Text),
                Key::may("description", ValueType::TEXT_OR_NULL),
                Key::may("parameters", Either(&[AnyObject, Null])),
            ]),
        )],
        &Any,
    )])
    .named("tool", "A tool that may be called.");

/// A body, or a line of a batch: `{"custom_id":"1","body":{"input":[]}}`.
static LINE: ShapeObject = ShapeObject::of(&[
    Key::list("input", &ITEM),
    Key::list("output", &ITEM),
    Key::object("body", &BODY),
    Key::object("response", &ANSWER),
]);

/// `{"status_code":200,"body":{"object":"response","output":[]}}`
static ANSWER: ShapeObject = ShapeObject::of(&[Key::object("body", &BODY)]);

/// `{"model":"gpt-5.1","input":[{"role":"user","content":"hi"}]}`
static BODY: ShapeObject = ShapeObject::of(&[Key::list("input", &ITEM), Key::list("output", &ITEM)]);

/// `{"object":"response","output":[]}`. What the answer was made from may be next to it.
static RESPONSE: ShapeObject =
    ShapeObject::of(&[Key::list("output", &ITEM), Key::list("input", &ITEM), Key::list("instructions", &ITEM)]);

/// `{"type":"message","role":"user","content":[{"type":"input_text","text":"hi"}]}`
pub(in crate::format) static ITEM: ShapeObject = ShapeObject::of(&[
    Key::tag("type").takes(ValueType::TEXT_OR_NULL).about("What the item is. Messages may lack it."),
    Key::list("content", &PART).without_ids(),
])
.tagged(
    &["type"],
    &[
        Tagged::new(&["function_call", "custom_tool_call"], &CALL),
        Tagged::new(&["function_call_output", "custom_tool_call_output"], &OUTPUT),
        // Programs run at the service.
        Tagged::new(&["program", "program_output"], &PROGRAM),
        Tagged::new(&["image_generation_call"], &GENERATED),
        Tagged::ending("_output", &OTHER_OUTPUT),
    ],
    &OTHER,
    &UNTYPED,
)
.plain(&["role", "content"], "")
.checked(&[Cases(
    &[
        (
            // A message without a type, or a reference to an item of the service.
            Either(&[HasNo(&["type"]), Members(&[Key::may("type", Null)])]),
            Cases(&[(Has(&["role"]), Object(&MESSAGE))], &Members(&[Key::must("id", Text)])),
        ),
        (Tag("type", &["message"]), Object(&MESSAGE)),
        (Tag("type", &["reasoning"]), Object(&REASONING)),
        (Tag("type", &["function_call"]), Object(&FUNCTION_CALL)),
        (Tag("type", &["custom_tool_call"]), Object(&CUSTOM_CALL)),
        (Tag("type", &["function_call_output", "custom_tool_call_output"]), Object(&CALL_OUTPUT)),
    ],
    &Members(&[Key::must("type", Words(&OPAQUE)), Key::may("id", ValueType::TEXT_OR_NULL)]),
)])
.named("item", "A message, reasoning, a call or its output, or what the service made.");

const ID: Key = Key::may("id", ValueType::TEXT_OR_NULL);
const STATUS: Key = Key::may("status", Either(&[Words(&["completed", "in_progress", "incomplete"]), Null]));
const NAMESPACE: Key = Key::may("namespace", ValueType::TEXT_OR_NULL);

static MESSAGE: ShapeObject = ShapeObject::of(&[
    Key::may("type", Words(&["message"])),
    Key::must("role", Words(&["user", "assistant", "system", "developer"])).about("The speaker."),
    Key::must("content", Any),
    ID,
    STATUS,
    Key::may("phase", Either(&[Words(&["commentary", "final_answer"]), Null])),
])
.checked(&[Cases(
    &[(Tag("role", &["assistant"]), Members(&[Key::may("content", Either(&[Text, List(&ANSWER_PART)]))]))],
    &Members(&[Key::may("content", Either(&[Text, FilledList(&INPUT_PART)]))]),
)])
.named("message", "One message.");

static INPUT_PART: ValueType = All(&[Object(&PART), Tag("type", &["input_text", "input_image", "input_file"])]);
static ANSWER_PART: ValueType = All(&[Object(&PART), Tag("type", &["output_text", "refusal"])]);

static REASONING: ShapeObject = ShapeObject::of(&[
    ID,
    STATUS,
    Key::must("summary", List(&SUMMARY_TEXT)),
    Key::may("content", Either(&[List(&REASONING_TEXT), Null])),
    Key::may("encrypted_content", ValueType::TEXT_OR_NULL),
])
.checked(&[Either(&[Has(&["id"]), Members(&[Key::must("encrypted_content", Text)])])])
.named("reasoning", "What the model thought: an id or the sealed text, and a summary.");

const SUMMARY_TEXT: ValueType =
    All(&[AnyObject, Members(&[Key::must("type", Words(&["summary_text"])), Key::must("text", Text)])]);
const REASONING_TEXT: ValueType =
    All(&[AnyObject, Members(&[Key::must("type", Words(&["reasoning_text"])), Key::must("text", Text)])]);

static FUNCTION_CALL: ShapeObject = ShapeObject::of(&[
    Key::must("arguments", Text).about("A string that contains JSON."),
    Key::must("call_id", Text),
    Key::must("name", Text),
    ID,
    STATUS,
    NAMESPACE,
])
.named("function-call", "A call of a function.");

static CUSTOM_CALL: ShapeObject = ShapeObject::of(&[
    Key::must("input", Text),
    Key::must("call_id", Text),
    Key::must("name", Text),
    ID,
    STATUS,
    NAMESPACE,
])
.named("custom-call", "A call of a tool that accepts any text.");

static CALL_OUTPUT: ShapeObject = ShapeObject::of(&[
    Key::must("output", Either(&[Text, List(&INPUT_PART)])),
    Key::must("call_id", Text),
    Key::may("name", ValueType::TEXT_OR_NULL),
    ID,
    STATUS,
    NAMESPACE,
])
.named("call-output", "What a tool gave back.");

/// `{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"}`
pub(in crate::format) static CALL: ShapeObject = ShapeObject::of(&[
    Key::id("call_id", Scope::Call, Usage::Names).after(&["type"]).filled(),
    Key::function_name("name"),
]);

/// `{"type":"function_call_output","call_id":"c1","output":"18 degrees"}`, or with a list of parts.
pub(in crate::format) static OUTPUT: ShapeObject = ShapeObject::of(&[
    Key::id("call_id", Scope::Call, Usage::Points).after(&["type"]).filled(),
    Key::function_name("name"),
    Key::list("output", &PART).without_ids(),
]);

static PROGRAM: ShapeObject = ShapeObject::of(&[Key::id("call_id", Scope::Call, Usage::Kept)]);

/// `{"type":"image_generation_call","result":"aGk="}`
static GENERATED: ShapeObject = ShapeObject::of(&[Key::media("result", MediaSpelling::Base64).of(MediaKind::Image)]);

/// `{"type":"computer_call_output","call_id":"c1","output":{"type":"computer_screenshot","image_url":"data:image/png;base64,aGk="}}`
static OTHER_OUTPUT: ShapeObject = ShapeObject::of(&[
    Key::id("call_id", Scope::Call, Usage::Points).text(),
    Key::list("output", &PART).without_ids(),
    Key::object("output", &PART).without_ids(),
]);

/// `{"type":"shell_call","call_id":"c1"}`
static OTHER: ShapeObject = ShapeObject::of(&[Key::id("call_id", Scope::Call, Usage::Names).text()]);

/// An item of unknown type: its `call_id` follows that of the call.
static UNTYPED: ShapeObject = ShapeObject::of(&[Key::id("call_id", Scope::Call, Usage::Follows)]);

/// `{"type":"input_image","image_url":"https://example.com/a.png"}`
static PART: ShapeObject = ShapeObject::of(&[Key::must("type", Text)])
    .tagged(
        &["type"],
        &[
            Tagged::new(&["input_image"], &INPUT_IMAGE),
            Tagged::new(&["computer_screenshot"], &IMAGE),
            Tagged::new(&["input_file"], &FILE),
            Tagged::new(&["input_text", "output_text"], &WORDS),
            Tagged::new(&["refusal"], &REFUSAL),
        ],
        &NOTHING,
        &NOTHING,
    )
    .named("part", "A content part.");

static WORDS: ShapeObject = ShapeObject::of(&[Key::must("text", Text), ANNOTATIONS]);
static REFUSAL: ShapeObject = ShapeObject::of(&[Key::must("refusal", Text), ANNOTATIONS]);
const ANNOTATIONS: Key = Key::may("annotations", Either(&[AnyList, Null]));

static IMAGE: ShapeObject = ShapeObject::of(&[Key::media("image_url", MediaSpelling::Url).of(MediaKind::Image)]);

static INPUT_IMAGE: ShapeObject = ShapeObject::of(&[
    Key::media("image_url", MediaSpelling::Url).of(MediaKind::Image).takes(ValueType::TEXT_OR_NULL),
    Key::may("file_id", ValueType::TEXT_OR_NULL),
    Key::may("detail", Either(&[Words(&["auto", "low", "high", "original"]), Null])),
])
.checked(&[Either(&[Members(&[Key::must("image_url", Text)]), Members(&[Key::must("file_id", Text)])])]);

/// `{"type":"input_file","file_url":"https://example.com/a.pdf"}`
static FILE: ShapeObject = ShapeObject::of(&[
    Key::media("file_data", MediaSpelling::Other(file)).takes(Either(&[FILE_DATA, Null])),
    Key::media("file_url", MediaSpelling::Other(file)).takes(ValueType::TEXT_OR_NULL),
    Key::may("file_id", ValueType::TEXT_OR_NULL),
    Key::may("filename", ValueType::TEXT_OR_NULL),
    Key::may("detail", Either(&[Words(&["auto", "low", "high"]), Null])),
])
.checked(&[
    Either(&[
        Members(&[Key::must("file_data", Text)]),
        Members(&[Key::must("file_url", Text)]),
        Members(&[Key::must("file_id", Text)]),
    ]),
    Either(&[Has(&["filename"]), Not(&Members(&[Key::must("file_data", Matching("^data:[^,]{0,292};base64,"))]))]),
]);

/// A data URL, or the name of a file that was taken out of the record.
const FILE_DATA: ValueType = Matching("^(data:|[0-9a-f]{64}\\.[a-z0-9]{2,4}(#|$))");

/// Bytes and references have a key each, and readers take both of them at either.
fn file<'t, 'a>(object: Node<'t, 'a>, part: Node<'t, 'a>, name: &'static str) -> Option<MediaPlace<'t, 'a>> {
    let is_data = name == "file_data";
    if !is_data && text_member(object, "file_data").is_some() {
        return None;
    }
    let (key, value) = text_member(object, name)?;
    let place = MediaPlace::url(part, MediaKind::Document, value);
    let is_swapped = (place.state == MediaState::Reference) == is_data;
    let word = Word { token: key, bytes: "file_data", reference: "file_url", object: Some(object) };
    // Bytes in the field of URLs would come back in their own.
    let is_stuck = is_swapped && place.state == MediaState::Inline;
    let holds = if is_stuck { AllowedMedia::References } else { AllowedMedia::Both };
    Some(MediaPlace { key: Some(key), holds, words: [Some(word).filter(|_| !is_swapped), None], ..place })
}
