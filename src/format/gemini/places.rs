//! Where media stand: inline and file data of contents, and in what functions gave back.

use crate::format::media::{Holds, MediaPlace, MediaState, TypePlace, Word, member, messages, own_key, text_member};
use crate::json::Node;
use crate::model::MediaKind;

/// Lists and objects that hold contents: bodies, batches, answers.
const CONTAINERS: [&str; 9] = [
    "contents",
    "content",
    "candidates",
    "request",
    "response",
    "systemInstruction",
    "system_instruction",
    "body",
    "generateContentRequest",
];

pub(super) fn places(root: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    messages(root, "parts", &CONTAINERS, &mut |content| {
        for part in content.get("parts").into_iter().flat_map(|parts| parts.items()) {
            if let Some(place) = place(part) {
                each(place);
            }
            let response = own_key(part, &["functionResponse", "function_response"]).map(|(_, _, value)| value);
            let inner = response.and_then(|response| response.get("parts"));
            for place in inner.into_iter().flat_map(|parts| parts.items()).filter_map(place) {
                each(place);
            }
        }
    });
}

/// The words for both states, in both spellings, and that of the media type.
type Words = (&'static str, &'static str, &'static str, &'static str, &'static str);

const SPELLINGS: [Words; 2] = [
    ("inlineData", "fileData", "data", "fileUri", "mimeType"),
    ("inline_data", "file_data", "data", "file_uri", "mime_type"),
];

fn place<'t, 'a>(part: Node<'t, 'a>) -> Option<MediaPlace<'t, 'a>> {
    SPELLINGS.into_iter().find_map(|(inline, file, data, uri, mime)| {
        let (which, key, blob) = own_key(part, &[inline, file])?;
        let (state, name) = if which == 0 { (MediaState::Inline, data) } else { (MediaState::Reference, uri) };
        let (inner, value) = text_member(blob, name)?;
        let declared = member(blob, mime).map(|(_, value)| value);
        let is_text = declared.is_none_or(|declared| declared.is_string());
        let kind = declared.and_then(|declared| declared.text()).map(|declared| MediaKind::of(&declared.decode()));
        is_text.then_some(MediaPlace {
            part,
            kind: kind.unwrap_or(MediaKind::Unknown),
            value,
            key: Some(inner),
            state,
            holds: Holds::Both,
            is_data_url: false,
            media_type: declared.map_or(TypePlace::Missing(mime), TypePlace::Member),
            words: [
                Some(Word { token: key, bytes: inline, reference: file, object: Some(part) }),
                Some(Word { token: inner, bytes: data, reference: uri, object: Some(blob) }),
            ],
            inside: None,
            spot: None,
        })
    })
}
