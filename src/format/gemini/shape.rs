//! The keys of bodies, contents and parts: where ids and media are.
//!
//! A call and its response may lack an id. Parts of tools that the service runs itself have ids too, which are its own.

use crate::format::IdRules;
use crate::format::ids::{Scope, Usage};
use crate::format::media::{AllowedMedia, MediaPlace, MediaState, TypePlace, Word, member, own_key, text_member};
use crate::format::shape::{Key, MediaSpelling, MediaWrappers, RecordShape, ShapeObject};
use crate::json::Node;
use crate::model::MediaKind;

pub(super) static IDS: IdRules = IdRules {
    reason: "a content of the API has a role and parts, and nothing else is accepted beside them",
    ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites))
};

pub(super) static RECORD: RecordShape = RecordShape {
    item: &CONTENT,
    object: |_| &BODY,
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

/// A body or a response: `{"contents":[{"role":"user","parts":[{"text":"hi"}]}]}`.
static BODY: ShapeObject = ShapeObject::of(&[Key::list("contents", &CONTENT), Key::list("candidates", &CANDIDATE)]);

/// `{"content":{"role":"model","parts":[{"text":"hello"}]},"finishReason":"STOP"}`
static CANDIDATE: ShapeObject = ShapeObject::of(&[Key::object("content", &CONTENT)]);

/// `{"role":"user","parts":[{"text":"hi"}]}`
/// In a list there may also be the chunks of a streamed answer: `{"candidates":[],"responseId":"r"}`.
static CONTENT: ShapeObject = ShapeObject::of(&[Key::list("parts", &PART), Key::list("candidates", &CANDIDATE)]);

/// `{"functionCall":{"id":"c1","name":"f","args":{}}}`
static PART: ShapeObject = ShapeObject::of(&[
    Key::object("functionCall", &CALL).or("function_call").without_media(),
    Key::media("inlineData", MediaSpelling::Other(place)).or("inline_data"),
    Key::media("fileData", MediaSpelling::Other(place)).or("file_data"),
    Key::object("functionResponse", &RESPONSE).or("function_response"),
    Key::object("executableCode", &SERVER).or("executable_code").without_media(),
    Key::object("codeExecutionResult", &SERVER).or("code_execution_result").without_media(),
    Key::object("toolCall", &SERVER).or("tool_call").without_media(),
    Key::object("toolResponse", &SERVER).or("tool_response").without_media(),
])
.plain(&["text"], "");

/// `{"id":"c1","name":"f","args":{}}`. An empty id counts as none.
static CALL: ShapeObject =
    ShapeObject::of(&[Key::id("id", Scope::Call, Usage::Names).after(&[]).filled(), Key::function_name("name")]);

/// `{"id":"c1","name":"f","response":{"output":"18 degrees"}}`
static RESPONSE: ShapeObject = ShapeObject::of(&[
    Key::id("id", Scope::Call, Usage::Points).after(&[]).filled(),
    Key::function_name("name"),
    Key::list("parts", &PART).without_ids(),
]);

/// `{"id":"c1","language":"PYTHON","code":"1"}`
static SERVER: ShapeObject = ShapeObject::of(&[Key::id("id", Scope::Call, Usage::Kept)]);

/// The words for both states, in both spellings, and that of the media type.
type MediaKeys = (&'static str, &'static str, &'static str, &'static str, &'static str);

const SPELLINGS: [MediaKeys; 2] = [
    ("inlineData", "fileData", "data", "fileUri", "mimeType"),
    ("inline_data", "file_data", "data", "file_uri", "mime_type"),
];

/// The key of the part and the key inside of it change together, in one spelling or the other.
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
