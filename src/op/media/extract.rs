//! Moves bytes from a record into the store, and replaces them by a reference.

use std::collections::HashMap;
use std::sync::Arc;

use super::base64::Spelling;
use super::inline::escaped;
use super::spool::Spooled;
use super::store::{MediaStore, PutError};
use crate::format::{AllowedMedia, MediaPlace, MediaState, TypePlace};
use crate::json::{Edit, NestedJson, Span, Text};
use crate::report::{Report, media};
use crate::stream::SinkError;

/// Bytes that occur in a record only with this placeholder.
pub(super) type RunsByToken = HashMap<String, Arc<Spooled>>;

/// The edits that extract the bytes of one place. Empty if they are not extracted, which is reported.
pub(super) fn extract(
    place: &MediaPlace<'_, '_>,
    record: &str,
    (store, words): (&MediaStore, &RunsByToken),
    report: &mut Report,
) -> Result<Vec<Edit>, SinkError> {
    let mut left = |why: &str| {
        report.add(&media::LEFT, place.at(place.value), || why.to_owned());
        Ok(Vec::new())
    };
    match (place.state, place.holds) {
        (MediaState::Reference, _) => return Ok(Vec::new()),
        (MediaState::OddData, _) => return left("it is not base64 after a media type"),
        (MediaState::Inline, AllowedMedia::Both | AllowedMedia::Bytes) => {}
        // If only a URL is allowed there, bytes could not be restored.
        (MediaState::Inline, AllowedMedia::References | AllowedMedia::Remote) => {
            report.add(&media::NO_REFERENCE, place.at(place.part), || "bytes from here would not come back".to_owned());
            return Ok(Vec::new());
        }
    }
    let Some((data, declared)) = place.data() else { return left("no bytes are here") };
    // Bytes get a type when they are restored; if there was none, the result would differ.
    if matches!(place.media_type, TypePlace::Missing(_)) {
        return left("the record does not say of which type the media file is");
    }
    let text = place.inside.map_or(record, NestedJson::text);
    let outer = |edit: &Edit| place.inside.is_none_or(|inside| is_plain(inside, record, edit.span));
    if place.to_reference(text, "").is_none_or(|edits| !edits.iter().all(outer)) {
        return left("the fields are written in an order or spelling of their own");
    }
    let data_token = data.token().unwrap_or_default();
    // A type in a member that is kept does not belong to the reference.
    let declared = declared.filter(|_| !matches!(place.media_type, TypePlace::Member(_)));
    let declared = declared.as_ref().map(|declared| declared.token().unwrap_or_default());
    let run = words.get(data_token);
    let has_slashes = [Some(data_token), declared].into_iter().flatten().any(|token| token.contains('\\'))
        || run.and_then(|run| run.spelling).is_some_and(|spelling| spelling.has_slashes);
    let Some(declared) = declared.map_or(Some(None), |declared| plain(declared, has_slashes).map(Some)) else {
        return left("the media type is spelled with escapes");
    };
    if has_slashes && place.inside.is_some() {
        return left("a text inside a text spells its slashes with escapes");
    }
    let stored = match run {
        Some(run) => store.adopt(run, has_slashes, declared.as_deref()),
        None => store.put(&data, Spelling { has_slashes, ..Spelling::of(data_token) }, declared.as_deref()),
    };
    match stored {
        Ok(stored) => {
            let mut edits = place.to_reference(text, &stored.reference()).unwrap_or_default();
            if let Some(inside) = place.inside {
                for edit in &mut edits {
                    *edit = Edit { span: inside.span(edit.span), text: escaped(&edit.text) };
                }
            }
            Ok(edits)
        }
        Err(PutError::NotBase64) => left("the text is not base64 that could be written again just so"),
        Err(PutError::OddType) => left("the media type has characters that a reference cannot hold"),
        Err(PutError::Sink(error)) => Err(error),
    }
}

/// True if this span of a text would be escaped in the same way as in the string that contains it.
fn is_plain(inside: &NestedJson<'_>, record: &str, span: Span) -> bool {
    let (text, Span { start, end }) = (inside.text().get(span.start..span.end), inside.span(span));
    let (Some(text), Some(outer)) = (text, record.get(start..end)) else { return false };
    let has_escapes = memchr::memchr(b'\\', outer.as_bytes()).is_some();
    if has_escapes { escaped(text) == outer } else { text == outer }
}

/// A media type without backslashes before its slashes. Nothing if it has other escapes.
fn plain(token: &str, has_slashes: bool) -> Option<String> {
    let plain = if has_slashes { token.replace("\\/", "\n") } else { token.to_owned() };
    let is_odd = plain.contains('\\') || (has_slashes && plain.contains('/'));
    (!is_odd).then(|| Text::owned(plain.replace('\n', "/")).decode().into_owned())
}
