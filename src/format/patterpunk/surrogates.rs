//! Halves of surrogate pairs: Python reads `"\\ud83d"`, and fails when it sends it.

use crate::format::Writing;
use crate::json::{Text, replace_halves};
use crate::model::{Arguments, Message, Part};
use crate::report::loss;

/// Replaces them in a message that was just written behind `start`.
pub(super) fn replace_surrogates(message: &Message<'_>, start: usize, writing: &mut Writing<'_>) {
    let written = writing.out.as_bytes().get(start..).and_then(|written| std::str::from_utf8(written).ok());
    let Some(whole) = written.and_then(replace_halves) else { return };
    writing.out.replace(start, &whole);
    let mut places = Vec::new();
    for part in &message.parts {
        if let Part::Result(result) = part {
            places.extend(result.parts.iter().filter(|part| has_half(part)).map(Part::at));
        }
        if has_half(part) {
            places.push(part.at());
        }
    }
    if places.is_empty() {
        places.push(message.at);
    }
    for at in places {
        writing.report.add(&loss::SURROGATE, at, || "half of a surrogate pair is replaced".to_owned());
    }
}

fn has_half(part: &Part<'_>) -> bool {
    let is_half = |text: Option<&Text<'_>>| text.and_then(Text::token).is_some_and(|it| replace_halves(it).is_some());
    match part {
        Part::Text(it) | Part::Refusal(it) => is_half(Some(&it.text)),
        Part::Reasoning(it) => is_half(it.text.as_ref()) || is_half(it.signature.as_ref()),
        Part::Call(it) => {
            let is_in_arguments = match &it.arguments {
                Arguments::Encoded(text) => is_half(Some(text)),
                Arguments::Object(_) => false,
            };
            is_in_arguments || is_half(it.id.as_ref()) || is_half(Some(&it.name))
        }
        Part::Result(it) => is_half(it.call_id.as_ref()) || is_half(it.name.as_ref()),
        Part::Media(it) => is_half(it.file_name.as_ref()) || is_half(it.media_type.as_ref()),
        Part::Opaque(_) => false,
    }
}
