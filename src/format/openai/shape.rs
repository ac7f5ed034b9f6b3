//! The keys of records, messages and parts: where ids and media are, and what only this format has.

use crate::format::IdRules;
use crate::format::ids::{Scope, Usage};
use crate::format::shape::{CALL, Clue, Key, MediaSpelling, MediaWrappers, NOTHING, RecordShape, ShapeObject, Tagged};
use crate::model::MediaKind;

pub(super) static IDS: IdRules = IdRules {
    reason: "a message of the API has no id, and one beside its fields would be refused",
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
static BODY: ShapeObject = ShapeObject::of(&[Key::list("messages", &MESSAGE), Key::list("choices", &CHOICE)]);

/// `{"index":0,"message":{"role":"assistant","content":"hello"},"finish_reason":"stop"}`
static CHOICE: ShapeObject = ShapeObject::of(&[Key::object("message", &MESSAGE)]);

const OWN_CALLS: Clue = Clue::Own(220, "an assistant message with `tool_calls`");
// Messages of ag-ui have names too, beside ids.
const NAMED: Clue = Clue::Own(50, "a message with `name`");
const OWN_FIELD: Clue = Clue::Own(160, "a message with `refusal`, `annotations` or `reasoning_content`");
const OWN_ROLE: Clue = Clue::Own(220, "a message of role `tool`, `function` or `developer`");

/// `{"role":"user","content":"hi"}`
pub(super) static MESSAGE: ShapeObject = ShapeObject::of(&[
    Key::tag("role"),
    Key::list("tool_calls", &CALL).without_media().clue(OWN_CALLS),
    Key::list("content", &PART).without_ids(),
    // Images of ollama are beside the text, bare.
    Key::media("images", MediaSpelling::Base64).of(MediaKind::Image),
    Key::any("function_call").clue(OWN_CALLS),
    Key::any("name").clue(NAMED),
    Key::any("refusal").clue(OWN_FIELD),
    Key::any("reasoning_content").clue(OWN_FIELD),
    Key::any("reasoning_details").clue(OWN_FIELD),
    Key::any("annotations").clue(OWN_FIELD),
    Key::any("type").clue(Clue::ForeignText),
])
.tagged(
    &["role"],
    &[
        Tagged::new(&["tool"], &RESULT).clue(OWN_ROLE),
        Tagged::new(&["function", "developer"], &OTHER).clue(OWN_ROLE),
        Tagged::new(&["tool_call", "tool_result"], &OTHER).clue(Clue::Foreign),
        Tagged::new(&["system"], &OTHER).clue(Clue::Own(150, "a message of role `system` in the list")),
    ],
    &OTHER,
    &OTHER,
)
.plain(&["role", "content"], "tool");

/// `{"role":"tool","tool_call_id":"c1","content":"18 degrees"}`
static RESULT: ShapeObject = ShapeObject::of(&[
    Key::id("tool_call_id", Scope::Call, Usage::Points).after(&["role"]).filled(),
    Key::function_name("name"),
]);

/// A field that only results have, where somebody put it into another message.
static OTHER: ShapeObject = ShapeObject::of(&[Key::id("tool_call_id", Scope::Call, Usage::Follows)]);

const OWN_PART: Clue = Clue::Own(220, "a part of type `image_url`, `input_audio`, `file` or `refusal`");

/// `{"type":"text","text":"hi"}`
static PART: ShapeObject = ShapeObject::of(&[Key::any("text"), Key::any("value").clue(Clue::ForeignWithout("text"))])
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
            Tagged::new(&["refusal"], &NOTHING).clue(OWN_PART),
            Tagged::new(&["tool_use", "tool_result", "image", "document"], &NOTHING).clue(Clue::Foreign),
        ],
        &NOTHING,
        &NOTHING,
    );

/// `{"type":"image_url","image_url":{"url":"https://example.com/a.png"}}`, or the URL itself.
static IMAGE: ShapeObject = ShapeObject::of(&[
    Key::media("image_url", MediaSpelling::Url).of(MediaKind::Image),
    Key::object("image_url", &URL).of(MediaKind::Image),
]);

static URL: ShapeObject = ShapeObject::of(&[Key::media("url", MediaSpelling::Url), Key::any("detail")]);

/// `{"type":"thinking","thinking":[{"type":"text","text":"Two cities."}]}`: a chunk of mistral. That of anthropic is a text.
static THINKING: ShapeObject = ShapeObject::of(&[Key::any("thinking").clue(Clue::ForeignText)]);

/// `{"type":"document_url","document_url":"https://example.com/a.pdf"}`
static DOCUMENT: ShapeObject = ShapeObject::of(&[
    Key::media("document_url", MediaSpelling::Url).of(MediaKind::Document),
    Key::object("document_url", &URL).of(MediaKind::Document),
]);

/// `{"type":"video_url","video_url":{"url":"https://example.com/a.mp4"}}`
static VIDEO: ShapeObject = ShapeObject::of(&[
    Key::media("video_url", MediaSpelling::Url).of(MediaKind::Video),
    Key::object("video_url", &URL).of(MediaKind::Video),
]);

/// `{"type":"audio_url","audio_url":{"url":"https://example.com/a.mp3"}}`
static SOUND_URL: ShapeObject = ShapeObject::of(&[
    Key::media("audio_url", MediaSpelling::Url).of(MediaKind::Audio),
    Key::object("audio_url", &URL).of(MediaKind::Audio),
]);

/// `{"type":"input_audio","input_audio":{"data":"aGk=","format":"mp3"}}`. The format is not a media type.
static AUDIO: ShapeObject = ShapeObject::of(&[Key::object("input_audio", &SOUND).of(MediaKind::Audio)]);

static SOUND: ShapeObject = ShapeObject::of(&[Key::media("data", MediaSpelling::Base64), Key::any("format")]);

/// `{"type":"file","file":{"filename":"a.pdf","file_data":"data:application/pdf;base64,aGk="}}`
static FILE: ShapeObject = ShapeObject::of(&[Key::object("file", &DATA).of(MediaKind::Document)]);

static DATA: ShapeObject =
    ShapeObject::of(&[Key::media("file_data", MediaSpelling::Url), Key::any("filename"), Key::any("file_id")]);
