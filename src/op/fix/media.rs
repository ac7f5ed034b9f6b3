//! Fixes of media files: standard base64, and the type of the bytes.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::format::{MediaFn, MediaPlace, TypePlace};
use crate::json::{Edit, Node, Span};
use crate::rule::sniff;

/// Edits that convert other spellings to standard base64: the URL alphabet, white space, no padding.
pub(super) fn standard_base64(root: Node<'_, '_>, media: MediaFn) -> Vec<Edit> {
    let mut edits = Vec::new();
    media(root, &mut |place| {
        let Some((data, _)) = place.data().filter(|_| place.inside.is_none()) else { return };
        let text = data.decode();
        if sniff::base64_problem(&text).is_none() {
            return;
        }
        let (Some(new), Some(span)) = (standard(&text), data_span(&place)) else { return };
        edits.push(Edit { span, text: new });
    });
    edits
}

/// The same bytes in the standard alphabet, with padding.
fn standard(text: &str) -> Option<String> {
    let letters: String = text
        .chars()
        .filter(|letter| !letter.is_ascii_whitespace())
        .map(|letter| match letter {
            '-' => '+',
            '_' => '/',
            other => other,
        })
        .collect();
    let letters = letters.trim_end_matches('=');
    let padded = format!("{letters}{}", "=".repeat((4 - letters.len() % 4) % 4));
    // Bits outside the last byte would be lost.
    (!letters.is_empty() && STANDARD.decode(&padded).is_ok()).then_some(padded)
}

/// Edits that correct the declared type of an image to that of its bytes.
pub(super) fn media_types(root: Node<'_, '_>, media: MediaFn) -> Vec<Edit> {
    let mut edits = Vec::new();
    media(root, &mut |place| {
        let Some((data, Some(declared))) = place.data().filter(|_| place.inside.is_none()) else { return };
        let declared = declared.decode();
        let Some(is) = sniff::type_of(&data).filter(|is| !sniff::agrees(&declared, is)) else { return };
        if !is.starts_with("image/") || !declared.to_ascii_lowercase().starts_with("image/") {
            return;
        }
        if let Some(span) = type_span(&place) {
            edits.push(Edit { span, text: is.to_owned() });
        }
    });
    edits
}

/// The base64 text in the record, without quotes and without the prefix of a `data:` URL.
fn data_span(place: &MediaPlace<'_, '_>) -> Option<Span> {
    let (token, start) = (place.value.token()?, place.value.span().start + 1);
    let head = if place.is_data_url { token.find(',')? + 1 } else { 0 };
    Some(Span { start: start + head, end: start + token.len() })
}

/// The media type in the record, without quotes.
fn type_span(place: &MediaPlace<'_, '_>) -> Option<Span> {
    if place.is_data_url {
        let (token, start) = (place.value.token()?, place.value.span().start + 1);
        let rest = token.strip_prefix("data:")?;
        let length = rest.find([';', ','])?;
        return Some(Span { start: start + 5, end: start + 5 + length });
    }
    match place.media_type {
        TypePlace::Member(node) | TypePlace::Before(_, Some((_, node))) => {
            let start = node.span().start + 1;
            Some(Span { start, end: start + node.token()?.len() })
        }
        TypePlace::None | TypePlace::Missing(_) | TypePlace::Before(_, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_spelling_of_bytes_changes() {
        for (odd, wanted) in
            [("_-8", Some("/+8=")), ("aGk\nK", Some("aGkK")), ("aGk", Some("aGk=")), ("aGl", None), ("a*", None)]
        {
            assert_eq!(standard(odd).as_deref(), wanted, "{odd:?}");
        }
    }
}
