//! The keys of records, messages and parts: where ids and media are, and what only this format has.

use super::request::SETTINGS;
use crate::format::IdRules;
use crate::format::ids::{Scope, Usage};
use crate::format::shape::{
    CALL, Clue, Key, MediaSpelling, MediaWrappers, NOTHING, RecordShape, ShapeObject, Tagged, ValueType,
};
use crate::model::MediaKind;
use ValueType::{
    All, Any, AnyList, AnyObject, Cases, Either, FilledList, First, Has, HasNo, HasValue, List, Members, Not, Null,
    Object, Tag, Text, Words,
};

pub(super) static IDS: IdRules = IdRules {
    reason: "messages of the API have no id, and it rejects unknown fields",
    ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites))
};

pub(super) static RECORD: RecordShape = RecordShape {
    item: &MESSAGE,
    object: |_| &LINE,
    lacks: None,
    media: MediaWrappers {
        own: &["role"],
        through: &[
            "messages",
            "body",
            "input",
            "preferred_output",
            "non_preferred_output",
            "request",
            "response",
            "choices",
            "message",
            "chosen",
            "rejected",
        ],
    },
};

/// A list of messages, a line of a batch or of preferences, a completion, or a body.
pub(super) static RECORD_TYPE: ValueType = Cases(
    &[
        (AnyList, MESSAGES),
        (Either(&[Has(&["custom_id", "body"]), Has(&["url", "body"])]), Object(&BATCH_LINE)),
        (Has(&["custom_id", "response"]), Object(&BATCH_RESULT)),
        (Has(&["preferred_output", "input"]), Object(&PREFERENCE)),
        (All(&[Has(&["choices"]), HasNo(&["messages"])]), Object(&COMPLETION)),
    ],
    &Object(&BODY),
);

const MESSAGES: ValueType = List(&Object(&MESSAGE));

static BATCH_LINE: ShapeObject = ShapeObject::of(&[Key::must("body", Object(&BODY))])
    .named("batch-line", "A line of a batch: a request with an id.");

static BATCH_RESULT: ShapeObject =
    ShapeObject::of(&[Key::must("response", Object(&ShapeObject::of(&[Key::must("body", Object(&COMPLETION))])))])
        .named("batch-result", "A line of the results of a batch: an answer with the id of its request.");

static PREFERENCE: ShapeObject = ShapeObject::of(&[
    Key::must("input", Object(&BODY)),
    Key::may("preferred_output", Either(&[MESSAGES, Null])),
    Key::may("non_preferred_output", Either(&[MESSAGES, Null])),
])
.named("preference", "A training record: a request, and a good and a bad answer.");

static COMPLETION: ShapeObject = ShapeObject::of(&[Key::must("choices", First(&Object(&CHOICE)))])
    .named("completion", "A completion: the answer of the API. Its first choice is read.");

/// A body, a completion, or a line of a batch or of preferences: `{"custom_id":"1","body":{"messages":[]}}`.
static LINE: ShapeObject = ShapeObject::of(&[
    Key::list("messages", &MESSAGE),
    Key::list("preferred_output", &MESSAGE),
    Key::list("non_preferred_output", &MESSAGE),
    Key::list("choices", &CHOICE),
    Key::object("body", &BODY),
    Key::object("response", &ANSWER),
    Key::object("input", &BODY),
]);

/// `{"status_code":200,"body":{"choices":[]}}`
static ANSWER: ShapeObject = ShapeObject::of(&[Key::object("body", &BODY)]);

/// `{"model":"gpt-5.1","messages":[{"role":"user","content":"hi"}]}`
static BODY: ShapeObject = ShapeObject::of(&[
    Key::list("messages", &MESSAGE).takes(MESSAGES).needed(),
    Key::list("choices", &CHOICE),
    Key::may("tools", TOOLS),
    Key::may("functions", Either(&[List(&Object(&FUNCTION)), PACKED_LIST, Null])),
])
.named("body", "The body of a request.")
.with_settings(&SETTINGS);

/// Tools, also as JSON text.
pub(in crate::format) const TOOLS: ValueType = Either(&[List(&Object(&TOOL)), PACKED_LIST, Null]);

/// JSON text of a list, as data sets have it, or nothing.
const PACKED_LIST: ValueType = ValueType::Matching(r"^\s*(\[.*\]\s*)?$");

/// A function, free text, or a tool of the service.
static TOOL: ShapeObject = ShapeObject::of(&[])
    .checked(&[Cases(
        &[
            (
                All(&[HasValue("function"), Not(&HasValue("custom"))]),
                Members(&[TOOL_KIND, Key::may("function", Object(&FUNCTION))]),
            ),
            (
                All(&[HasValue("custom"), Not(&HasValue("function"))]),
                Members(&[TOOL_KIND, Key::may("custom", Object(&FUNCTION))]),
            ),
        ],
        &Any,
    )])
    .named("tool", "A tool that may be called.");

const TOOL_KIND: Key = Key::may("type", Either(&[Words(&["function", "custom"]), Null]));

static FUNCTION: ShapeObject = ShapeObject::of(&[
    Key::must("name", Text),
    Key::may("description", ValueType::TEXT_OR_NULL),
    Key::may("parameters", Either(&[AnyObject, Null])),
])
.named("function", "What can be called: a name, and a JSON Schema of the arguments.");

/// `{"index":0,"message":{"role":"assistant","content":"hello"},"finish_reason":"stop"}`
static CHOICE: ShapeObject = ShapeObject::of(&[Key::object("message", &MESSAGE).takes(Object(&MESSAGE)).needed()])
    .named("choice", "One answer.");

const OWN_CALLS: Clue = Clue::Own(220, "an assistant message with `tool_calls`");
// Messages of ag-ui have names too, next to ids.
const NAMED: Clue = Clue::Own(50, "a message with `name`");
const OWN_FIELD: Clue = Clue::Own(160, "a message with `refusal`, `annotations`, `weight` or `reasoning_content`");
const OWN_ROLE: Clue = Clue::Own(220, "a message of role `tool`, `function` or `developer`");

/// `{"role":"user","content":"hi"}`
pub(super) static MESSAGE: ShapeObject = ShapeObject::of(&[
    Key::tag("role")
        .takes(Words(&["system", "developer", "user", "assistant", "tool", "function"]))
        .needed()
        .about("The speaker."),
    Key::list("tool_calls", &CALL).without_media().clue(OWN_CALLS),
    Key::list("content", &PART).without_ids(),
    // Images of ollama are next to the text, bare.
    Key::media("images", MediaSpelling::Base64).of(MediaKind::Image),
    Key::any("function_call").clue(OWN_CALLS),
    Key::any("name").clue(NAMED),
    Key::any("refusal").clue(OWN_FIELD),
    Key::any("reasoning_content").clue(OWN_FIELD),
    Key::any("reasoning_details").clue(OWN_FIELD),
    Key::any("annotations").clue(OWN_FIELD),
    Key::any("weight").clue(OWN_FIELD),
    Key::any("type").clue(Clue::ForeignText),
])
.tagged(
    &["role"],
    &[
        Tagged::new(&["tool"], &RESULT).clue(OWN_ROLE),
        Tagged::new(&["user"], &USER),
        Tagged::new(&["assistant"], &ASSISTANT),
        Tagged::new(&["function"], &FUNCTION_RESULT).clue(OWN_ROLE),
        Tagged::new(&["developer"], &INSTRUCTION).clue(OWN_ROLE),
        Tagged::new(&["tool_call", "tool_result"], &OTHER).clue(Clue::Foreign),
        Tagged::new(&["system"], &INSTRUCTION).clue(Clue::Own(150, "a message of role `system` in the list")),
    ],
    &OTHER,
    &OTHER,
)
.plain(&["role", "content"], "tool")
.named("message", "One message.");

/// A field that only results have, where somebody put it into another message.
pub(in crate::format) const MISPLACED_ID: Key = Key::id("tool_call_id", Scope::Call, Usage::Follows);

pub(in crate::format) static OTHER: ShapeObject = ShapeObject::of(&[MISPLACED_ID]);

pub(in crate::format) const NAME: Key = Key::may("name", ValueType::TEXT_OR_NULL).about("The name of the speaker.");

static INSTRUCTION: ShapeObject = ShapeObject::of(&[MISPLACED_ID, Key::must("content", Either(&[Text, TEXTS])), NAME]);

static USER: ShapeObject = ShapeObject::of(&[MISPLACED_ID, Key::must("content", Either(&[Text, USER_PARTS])), NAME]);

static ASSISTANT: ShapeObject = ShapeObject::of(&[
    MISPLACED_ID,
    Key::may("content", Either(&[Text, ANSWER_PARTS, Null])),
    NAME,
    Key::may("refusal", ValueType::TEXT_OR_NULL),
    Key::may("tool_calls", Either(&[List(&Object(&TOOL_CALL)), Null])),
    Key::may("function_call", Either(&[Object(&FUNCTION_CALL), NO_CALL, Null])).about("A call of the older API."),
])
.checked(&[Either(&[
    HasValue("content"),
    HasValue("refusal"),
    HasValue("tool_calls"),
    HasValue("function_call"),
    HasValue("audio"),
])]);

// Links to documents, videos and sounds are allowed everywhere: other services take them.
const TEXTS: ValueType = List(&All(&[Object(&PART), Tag("type", &["text", "document_url", "video_url", "audio_url"])]));
const RESULT_PARTS: ValueType =
    List(&All(&[Object(&PART), Tag("type", &["text", "image_url", "document_url", "video_url", "audio_url"])]));
const ANSWER_PARTS: ValueType = List(&All(&[
    Object(&PART),
    Tag("type", &["text", "refusal", "thinking", "document_url", "video_url", "audio_url"]),
]));
const USER_PARTS: ValueType = List(&All(&[
    Object(&PART),
    Tag("type", &["text", "image_url", "input_audio", "file", "document_url", "video_url", "audio_url"]),
]));

/// Some servers write it next to `tool_calls`.
pub(in crate::format) const NO_CALL: ValueType = ValueType::Only(&[
    Key::may("name", Either(&[Words(&[""]), Null])),
    Key::may("arguments", Either(&[Words(&[""]), Null])),
]);

pub(in crate::format) static FUNCTION_CALL: ShapeObject =
    ShapeObject::of(&[Key::must("name", Text), Key::must("arguments", Text).about("A string that contains JSON.")]);

/// Without a type, arguments may be an object, as ollama writes them.
static TOOL_CALL: ShapeObject =
    ShapeObject::of(&[Key::must("id", Text), Key::may("type", Either(&[Words(&["function", "custom"]), Null]))])
        .checked(&[Cases(
            &[
                (
                    All(&[HasValue("function"), Not(&HasValue("type"))]),
                    Members(&[Key::may("function", Object(&UNTYPED_CALL))]),
                ),
                (HasValue("function"), Members(&[Key::may("function", Object(&FUNCTION_CALL))])),
            ],
            &Members(&[Key::must("custom", Object(&CUSTOM_CALL))]),
        )])
        .named("tool-call", "A call of a tool.");

static UNTYPED_CALL: ShapeObject =
    ShapeObject::of(&[Key::must("name", Text), Key::must("arguments", Either(&[Text, AnyObject]))]);

pub(in crate::format) static CUSTOM_CALL: ShapeObject =
    ShapeObject::of(&[Key::must("name", Text), Key::must("input", Text)]);

/// `{"role":"tool","tool_call_id":"c1","content":"18 degrees"}`
static RESULT: ShapeObject = ShapeObject::of(&[
    Key::id("tool_call_id", Scope::Call, Usage::Points).after(&["role"]).filled().takes(Text).needed(),
    Key::function_name("name").takes(ValueType::TEXT_OR_NULL),
    Key::must("content", Either(&[Text, RESULT_PARTS])),
]);

/// `{"role":"function","name":"f","content":"18 degrees"}`
pub(in crate::format) static FUNCTION_RESULT: ShapeObject = ShapeObject::of(&[
    MISPLACED_ID.takes(ValueType::TEXT_OR_NULL),
    Key::must("name", Text),
    Key::may("content", Either(&[Text, RESULT_PARTS, Null])),
]);

const OWN_PART: Clue = Clue::Own(220, "a part of type `image_url`, `input_audio`, `file` or `refusal`");

/// `{"type":"text","text":"hi"}`
pub(in crate::format) static PART: ShapeObject =
    ShapeObject::of(&[Key::must("type", Text), Key::any("text"), Key::any("value").clue(Clue::ForeignWithout("text"))])
        .tagged(
            &["type"],
            &[
                Tagged::new(&["image_url"], &IMAGE).clue(OWN_PART),
                Tagged::new(&["document_url"], &DOCUMENT).clue(OWN_PART),
                Tagged::new(&["video_url"], &VIDEO).clue(OWN_PART),
                Tagged::new(&["audio_url"], &SOUND_URL).clue(OWN_PART),
                Tagged::new(&["thinking"], &THINKING),
                Tagged::new(&["input_audio"], &AUDIO).clue(OWN_PART),
                Tagged::new(&["file"], &FILE).clue(OWN_PART),
                Tagged::new(&["refusal"], &REFUSAL).clue(OWN_PART),
                Tagged::new(&["text"], &WORDS),
                Tagged::new(&["tool_use", "tool_result", "image", "document"], &NOTHING).clue(Clue::Foreign),
            ],
            &NOTHING,
            &NOTHING,
        )
        .named("part", "A content part.");

static WORDS: ShapeObject = ShapeObject::of(&[Key::must("text", Text)]);

static REFUSAL: ShapeObject = ShapeObject::of(&[Key::must("refusal", Text)]);

/// `{"type":"image_url","image_url":{"url":"https://example.com/a.png"}}`, or the URL itself.
pub(in crate::format) static IMAGE: ShapeObject = ShapeObject::of(&[
    Key::media("image_url", MediaSpelling::Url).of(MediaKind::Image),
    Key::object("image_url", &URL).of(MediaKind::Image).takes(Object(&IMAGE_URL)).needed(),
]);

static URL: ShapeObject =
    ShapeObject::of(&[Key::media("url", MediaSpelling::Url).takes(Text).needed(), Key::any("detail")]);

static IMAGE_URL: ShapeObject =
    ShapeObject::of(&[Key::must("url", Text), Key::may("detail", Either(&[Words(&["auto", "low", "high"]), Null]))]);

const LINK: ValueType = Either(&[Text, Object(&URL)]);
const LINK_NAME: Key = Key::may("document_name", ValueType::TEXT_OR_NULL);

/// `{"type":"thinking","thinking":[{"type":"text","text":"Two cities."}]}`: a chunk of mistral. That of anthropic is a text.
static THINKING: ShapeObject =
    ShapeObject::of(&[Key::must("thinking", Either(&[Text, FilledList(&Any)])).clue(Clue::ForeignText)]);

/// `{"type":"document_url","document_url":"https://example.com/a.pdf"}`
static DOCUMENT: ShapeObject = ShapeObject::of(&[
    Key::media("document_url", MediaSpelling::Url).of(MediaKind::Document),
    Key::object("document_url", &URL).of(MediaKind::Document).takes(LINK).needed(),
    LINK_NAME,
]);

/// `{"type":"video_url","video_url":{"url":"https://example.com/a.mp4"}}`
static VIDEO: ShapeObject = ShapeObject::of(&[
    Key::media("video_url", MediaSpelling::Url).of(MediaKind::Video),
    Key::object("video_url", &URL).of(MediaKind::Video).takes(LINK).needed(),
    LINK_NAME,
]);

/// `{"type":"audio_url","audio_url":{"url":"https://example.com/a.mp3"}}`
static SOUND_URL: ShapeObject = ShapeObject::of(&[
    Key::media("audio_url", MediaSpelling::Url).of(MediaKind::Audio),
    Key::object("audio_url", &URL).of(MediaKind::Audio).takes(LINK).needed(),
    LINK_NAME,
]);

/// `{"type":"input_audio","input_audio":{"data":"aGk=","format":"mp3"}}`. The format is not a media type.
static AUDIO: ShapeObject =
    ShapeObject::of(&[Key::object("input_audio", &SOUND).of(MediaKind::Audio).takes(Object(&SOUND)).needed()]);

static SOUND: ShapeObject = ShapeObject::of(&[
    Key::media("data", MediaSpelling::Base64).takes(Text).needed(),
    Key::must("format", Words(&["wav", "mp3"])),
]);

/// `{"type":"file","file":{"filename":"a.pdf","file_data":"data:application/pdf;base64,aGk="}}`
static FILE: ShapeObject =
    ShapeObject::of(&[Key::object("file", &DATA).of(MediaKind::Document).takes(Object(&DATA)).needed()]);

static DATA: ShapeObject = ShapeObject::of(&[
    Key::media("file_data", MediaSpelling::Url),
    Key::may("filename", ValueType::TEXT_OR_NULL),
    Key::any("file_id"),
])
.checked(&[
    Either(&[Members(&[Key::must("file_id", Text)]), Members(&[Key::must("file_data", Text)])]),
    Cases(&[(All(&[HasValue("file_data"), Not(&HasValue("file_id"))]), Members(&[Key::must("filename", Text)]))], &Any),
]);
