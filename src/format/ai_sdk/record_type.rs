//! What messages and their parts must be. Versions 4 to 7 differ, and a part of an unknown type is never an error.

use crate::format::shape::ValueType::{
    self, All, Any, AnyList, AnyObject, Cases, Either, FilledList, Has, HasNo, List, Matching, Members, Not, Object,
    Tag, Text, Whole, Words,
};
use crate::format::shape::{Key, NOTHING, ShapeObject, Tagged};

/// A list of messages, one message, or an object with `messages`.
pub(super) static RECORD_TYPE: ValueType =
    Cases(&[(AnyList, List(&Object(&MESSAGE))), (Has(&["role"]), Object(&MESSAGE))], &Object(&CHAT));

static CHAT: ShapeObject = ShapeObject::of(&[Key::must("messages", List(&Object(&MESSAGE))), Key::may("id", Text)])
    .named("chat", "A chat with its messages.");

static MESSAGE: ShapeObject = ShapeObject::of(&[
    Key::must("role", Words(&["system", "user", "assistant", "tool"])).about("The speaker."),
    Key::may("id", ValueType::TEXT_OR_NULL),
])
.checked(&[Cases(
    &[
        (Members(&[Key::must("content", VERSION_2)]), Members(&[Key::may("content", Object(&BODY))])),
        (All(&[HasNo(&["parts"]), Members(&[Key::must("content", VERSION_2_TEXT)])]), Any),
        (
            Either(&[
                Has(&["parts"]),
                Has(&["toolInvocations"]),
                Has(&["experimental_attachments"]),
                Has(&["reasoning"]),
            ]),
            Object(&BODY),
        ),
    ],
    &Members(&[Key::may("content", Either(&[Text, List(&Object(&PART))]))]),
)])
.named("message", "One message: of a chat, of a model, or a row of Mastra.");

/// The content of a row of Mastra, and the same as JSON text.
const VERSION_2: ValueType = Object(&ShapeObject::of(&[Key::must("format", Whole(2, 2)), Key::must("parts", AnyList)]));
const VERSION_2_TEXT: ValueType = All(&[Text, Matching(r"^\{"), Matching(r#""format": ?2"#), Matching(r#""parts""#)]);

/// The parts of a chat message, or what version 4 has instead.
static BODY: ShapeObject = ShapeObject::of(&[
    Key::may("parts", List(&Object(&CHAT_PART))),
    Key::may("experimental_attachments", Either(&[List(&Either(&[Object(&FILE), Not(&AnyObject)])), Not(&AnyList)])),
])
.checked(&[Cases(
    &[(Members(&[Key::must("parts", FilledList(&Any))]), Any)],
    &Members(&[
        Key::may("content", ValueType::TEXT_OR_NULL),
        Key::may("toolInvocations", Either(&[List(&Object(&INVOCATION)), Not(&AnyList)])),
    ]),
)])
.named("chat-content", "The parts of a message of a chat.");

/// A part, or a message of the user that came while the model was answering.
static CHAT_PART: ShapeObject = ShapeObject::of(&[]).checked(&[Cases(
    &[(
        All(&[Tag("type", &["steering-message"]), Has(&["parts"])]),
        Members(&[Key::may("parts", List(&Object(&PART)))]),
    )],
    &Object(&PART),
)]);

static PART: ShapeObject = ShapeObject::of(&[Key::must("type", Text).about("What the part is.")])
    .tagged(
        &["type"],
        &[
            Tagged::new(&["text"], &WORDS),
            Tagged::new(&["reasoning"], &REASONING),
            Tagged::new(&["redacted-reasoning"], &SEALED),
            Tagged::new(&["tool-invocation"], &HOLDER),
            Tagged::new(&["file", "image"], &FILE),
            Tagged::new(&["tool-result"], &RESULT),
            Tagged::new(&["tool-call", "dynamic-tool"], &NAMED_CALL),
        ],
        &OTHER,
        &OTHER,
    )
    .named("part", "A part of a message.");

/// The place of the bytes has many forms.
static FILE: ShapeObject = ShapeObject::of(&[
    Key::may("url", ValueType::TEXT_OR_NULL),
    Key::may("mediaType", ValueType::TEXT_OR_NULL),
    Key::may("mimeType", ValueType::TEXT_OR_NULL),
    Key::may("contentType", ValueType::TEXT_OR_NULL),
    Key::may("filename", ValueType::TEXT_OR_NULL),
    Key::may("name", ValueType::TEXT_OR_NULL),
])
.named("file", "A file or an image: a part of a message, or an attachment of version 4.");

static WORDS: ShapeObject = ShapeObject::of(&[Key::must("text", Text)]);
static SEALED: ShapeObject = ShapeObject::of(&[Key::must("data", Text)]);

/// A text, or the pieces of version 4.
static REASONING: ShapeObject = ShapeObject::of(&[]).checked(&[Either(&[
    Members(&[Key::must("text", Text)]),
    All(&[HasNo(&["text"]), Members(&[Key::must("reasoning", Text)])]),
    Members(&[Key::must("details", FilledList(&Object(&DETAIL)))]),
])]);

static DETAIL: ShapeObject = ShapeObject::of(&[Key::must("type", Words(&["text", "redacted"]))]).tagged(
    &["type"],
    &[
        Tagged::new(&["text"], &ShapeObject::of(&[Key::must("text", Text), Key::may("signature", Text)])),
        Tagged::new(&["redacted"], &SEALED),
    ],
    &NOTHING,
    &NOTHING,
);

/// Only an object is a call.
static HOLDER: ShapeObject =
    ShapeObject::of(&[Key::may("toolInvocation", Either(&[Object(&INVOCATION), Not(&AnyObject)]))]);

static INVOCATION: ShapeObject = ShapeObject::of(&[Key::must("toolName", Text)])
    .checked(&[Object(&CALL)])
    .named("tool-invocation", "A call of version 4.");

/// A call whose arguments are not complete is not read.
static CALL: ShapeObject = ShapeObject::of(&[]).checked(&[Cases(
    &[(Tag("state", &["input-streaming", "partial-call"]), Any)],
    &Members(&[Key::must("toolCallId", ID)]),
)]);

const ID: ValueType = Text;

static RESULT: ShapeObject = ShapeObject::of(&[]).checked(&[Cases(
    &[
        (
            Either(&[Has(&["output"]), Has(&["result"])]),
            Members(&[Key::must("toolCallId", ID), Key::must("toolName", ID)]),
        ),
        (Has(&["state"]), Object(&CALL)),
    ],
    &Any,
)]);

static NAMED_CALL: ShapeObject = ShapeObject::of(&[]).checked(&[Cases(
    &[(Has(&["toolName"]), Object(&INVOCATION)), (All(&[Tag("type", &["tool-call"]), Has(&["state"])]), Object(&CALL))],
    &Any,
)]);

/// `{"type":"tool-look","toolCallId":"c1","state":"input-available","input":{}}`
static OTHER: ShapeObject = ShapeObject::of(&[]).checked(&[Cases(
    &[(All(&[Members(&[Key::must("type", Matching("^tool-"))]), Has(&["state"])]), Object(&CALL))],
    &Any,
)]);
