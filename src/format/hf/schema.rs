//! The columns and messages of rows: their types, and where ids and media are.

use crate::format::IdRules;
use crate::format::ids::{Scope, Usage};
use crate::format::media::MediaPlace;
use crate::format::openai::shape::{
    CUSTOM_CALL, FUNCTION_CALL, FUNCTION_RESULT, IMAGE, MISPLACED_ID, NAME, NO_CALL, OTHER, PART, TOOLS,
};
use crate::format::shape::ValueType::{
    self, All, Any, AnyObject, Cases, Either, Flag, Has, HasValue, List, Members, Null, Object, Tag, Text, Words,
};
use crate::format::shape::{CALL, Key, MediaSpelling, MediaWrappers, NOTHING, RecordShape, ShapeObject, Tagged};
use crate::format::turn_lists::{TRAINING_FILES, training_files};
use crate::json::Node;
use crate::model::MediaKind;

pub(super) static IDS: IdRules = IdRules {
    reason: "a message of a chat template has no id",
    ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites))
};

static RECORD: RecordShape = RecordShape {
    item: &MESSAGE,
    object: |_| &COLUMNS,
    lacks: None,
    media: MediaWrappers { own: &["role"], through: &["messages", "prompt", "completion", "chosen", "rejected"] },
};

static COLUMNS: ShapeObject = ShapeObject::of(&[
    Key::list("messages", &MESSAGE),
    Key::list("prompt", &MESSAGE),
    Key::list("completion", &MESSAGE),
    Key::list("chosen", &MESSAGE),
    Key::list("rejected", &MESSAGE),
]);

/// Calls `each` with the places of media files in a row, those of its columns of files first.
pub(super) fn media(root: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    training_files(TRAINING_FILES, root, each);
    RECORD.media(root, each);
}

/// A row has the columns of one kind of data.
pub(super) static ROW: ValueType = Cases(
    &[
        (Either(&[HasValue("chosen"), HasValue("rejected")]), Object(&PREFERENCE)),
        (HasValue("completions"), Object(&STEPWISE)),
        (HasValue("prompt"), Object(&COMPLETION)),
    ],
    &Object(&MESSAGES),
);

/// Messages, or one text.
const COLUMN: ValueType = Either(&[List(&Object(&MESSAGE)), Text, Null]);

static PREFERENCE: ShapeObject = ShapeObject::of(&[
    Key::may("prompt", COLUMN),
    Key::may("chosen", COLUMN),
    Key::may("rejected", COLUMN),
    Key::may("tools", TOOLS),
])
.named("preference-row", "A prompt with a better and a worse answer.");

static COMPLETION: ShapeObject = ShapeObject::of(&[
    Key::must("prompt", COLUMN),
    Key::may("completion", COLUMN),
    Key::may("label", Either(&[Flag, Null])),
    Key::may("tools", TOOLS),
])
.named("completion-row", "A prompt with an answer, which may have a label.");

static STEPWISE: ShapeObject = ShapeObject::of(&[
    Key::may("prompt", COLUMN),
    Key::must("completions", List(&Text)),
    Key::may("labels", Either(&[List(&Flag), Null])),
])
.named("stepwise-row", "A prompt with the steps of an answer, and a label for each.");

static MESSAGES: ShapeObject =
    ShapeObject::of(&[Key::must("messages", List(&Object(&MESSAGE))), Key::may("tools", TOOLS)])
        .named("messages-row", "A conversation.");

/// `{"role":"assistant","tool_calls":[{"type":"function","function":{"name":"f","arguments":{}}}]}`
static MESSAGE: ShapeObject = ShapeObject::of(&[
    Key::tag("role")
        .takes(Words(&["system", "developer", "user", "assistant", "tool", "function"]))
        .needed()
        .about("The speaker."),
    Key::list("tool_calls", &CALL).without_media(),
    Key::list("content", &TEMPLATE_PART).without_ids(),
    Key::media("images", MediaSpelling::Base64).of(MediaKind::Image),
])
.tagged(
    &["role"],
    &[
        Tagged::new(&["tool"], &RESULT),
        Tagged::new(&["user"], &USER),
        Tagged::new(&["assistant"], &ASSISTANT),
        Tagged::new(&["function"], &FUNCTION_RESULT),
        Tagged::new(&["developer", "system"], &INSTRUCTION),
    ],
    &OTHER,
    &OTHER,
)
.plain(&["role", "content"], "tool")
.named("template-message", "One message for chat templates.");

/// A place for an image of the row, or the image.
const IS_IMAGE: ValueType = All(&[AnyObject, Has(&["type"]), Tag("type", &["image"])]);

const TEXTS: ValueType =
    Cases(&[(IS_IMAGE, Any)], &All(&[Object(&PART), Tag("type", &["text", "document_url", "video_url", "audio_url"])]));
const RESULT_PARTS: ValueType = Cases(
    &[(IS_IMAGE, Any)],
    &All(&[Object(&PART), Tag("type", &["text", "image_url", "document_url", "video_url", "audio_url"])]),
);
const ANSWER_PARTS: ValueType = Cases(
    &[(IS_IMAGE, Any)],
    &All(&[Object(&PART), Tag("type", &["text", "refusal", "thinking", "document_url", "video_url", "audio_url"])]),
);
const USER_PARTS: ValueType = Cases(
    &[(IS_IMAGE, Any)],
    &All(&[
        Object(&PART),
        Tag("type", &["text", "image_url", "input_audio", "file", "document_url", "video_url", "audio_url"]),
    ]),
);

static INSTRUCTION: ShapeObject =
    ShapeObject::of(&[MISPLACED_ID, Key::must("content", Either(&[Text, List(&TEXTS)])), NAME]);

static USER: ShapeObject =
    ShapeObject::of(&[MISPLACED_ID, Key::must("content", Either(&[Text, List(&USER_PARTS)])), NAME]);

static ASSISTANT: ShapeObject = ShapeObject::of(&[
    MISPLACED_ID,
    Key::may("content", Either(&[Text, List(&ANSWER_PARTS), Null])),
    NAME,
    Key::may("refusal", ValueType::TEXT_OR_NULL),
    Key::may("tool_calls", Either(&[List(&Object(&TOOL_CALL)), Null])),
    Key::may("function_call", Either(&[Object(&FUNCTION_CALL), NO_CALL, Null])),
])
.checked(&[Either(&[
    HasValue("content"),
    HasValue("refusal"),
    HasValue("tool_calls"),
    HasValue("function_call"),
    HasValue("audio"),
])]);

/// A call of a function. It needs no id, and its arguments are an object or JSON text.
static TOOL_CALL: ShapeObject = ShapeObject::of(&[
    Key::may("id", ValueType::TEXT_OR_NULL),
    Key::may("type", Either(&[Words(&["function", "custom"]), Null])),
])
.checked(&[Cases(
    &[(HasValue("function"), Members(&[Key::may("function", Object(&CALLED))]))],
    &Members(&[Key::must("custom", Object(&CUSTOM_CALL))]),
)])
.named("template-call", "A call of a tool.");

static CALLED: ShapeObject =
    ShapeObject::of(&[Key::must("name", Text), Key::must("arguments", Either(&[Text, AnyObject]))]);

/// `{"role":"tool","name":"f","content":"18 degrees"}`
static RESULT: ShapeObject = ShapeObject::of(&[
    Key::id("tool_call_id", Scope::Call, Usage::Points).after(&["role"]).filled().takes(ValueType::TEXT_OR_NULL),
    Key::function_name("name").takes(ValueType::TEXT_OR_NULL),
    Key::must("content", Either(&[Text, List(&RESULT_PARTS)])),
]);

/// A part whose media file is found.
static TEMPLATE_PART: ShapeObject = ShapeObject::of(&[Key::any("type")]).tagged(
    &["type"],
    &[Tagged::new(&["image"], &TEMPLATE_IMAGE), Tagged::new(&["image_url"], &IMAGE)],
    &NOTHING,
    &NOTHING,
);

static TEMPLATE_IMAGE: ShapeObject = ShapeObject::of(&[Key::media("image", MediaSpelling::Url).of(MediaKind::Image)]);
