//! Replaces references by bytes.

use super::base64::{Spelling, encode};
use super::finder::{MediaBytes, MediaFinder, NotFound};
use super::options::Embedding;
use crate::format::{AllowedMedia, MediaFn, MediaPlace, MediaState};
use crate::json::{Edit, NestedJson, Node, Span, Text, escape_into, sort_edits};
use crate::report::{Refused, Report, media};
use crate::rule::sniff;
use std::io;

/// An edit whose text may contain bytes.
#[derive(Debug)]
pub(super) struct Splice {
    pub(super) span: Span,
    pub(super) before: String,
    pub(super) bytes: Option<(Box<MediaBytes>, Spelling)>,
    pub(super) after: String,
}

impl From<Edit> for Splice {
    fn from(edit: Edit) -> Self {
        Self { span: edit.span, before: edit.text, bytes: None, after: String::new() }
    }
}

impl Splice {
    /// The edit with its bytes.
    fn edit(self) -> Result<Edit, NotFound> {
        let mut text = self.before.into_bytes();
        if let Some((found, spelling)) = self.bytes {
            let gone = |error: io::Error| NotFound::new(&media::NOT_FETCHED, error.to_string());
            let mut file = found.blob.open().map_err(gone)?;
            encode(&mut file, spelling, &mut |piece| -> io::Result<()> {
                text.extend_from_slice(piece);
                Ok(())
            })
            .map_err(gone)?;
        }
        text.extend_from_slice(self.after.as_bytes());
        Ok(Edit { span: self.span, text: String::from_utf8(text).unwrap_or_default() })
    }
}

/// The media budget of one conversation.
#[derive(Debug)]
pub(super) struct MediaBudget {
    pub(super) left: u64,
}

/// The edits that replace references of a record by bytes, if its format supports bytes; in the order of the text.
///
/// # Errors
/// The bytes of a reference are missing, and the options make that an error.
pub(in crate::op) fn inline_edits(
    (root, record): (Node<'_, '_>, &str),
    places: MediaFn,
    embedding: &Embedding,
    report: &mut Report,
) -> Result<Vec<Edit>, Refused> {
    let mut budget = MediaBudget { left: embedding.max_total };
    let (mut edits, mut refused) = (Vec::new(), None);
    places(root, &mut |place: MediaPlace<'_, '_>| {
        let holds_bytes = matches!(place.holds, AllowedMedia::Both | AllowedMedia::Bytes);
        if refused.is_some() || !holds_bytes || place.state != MediaState::Reference {
            return;
        }
        let splices = inline(&place, record, embedding.finder.as_ref(), &mut budget, report);
        let made = splices.and_then(|splices| splices.into_iter().map(Splice::edit).collect::<Result<Vec<_>, _>>());
        match made {
            Ok(more) => edits.extend(more),
            Err(missing) if embedding.fails => {
                refused = Some(Refused::new(missing.code, place.at(place.value), missing.message));
            }
            Err(missing) => report.add(missing.code, place.at(place.value), || missing.message),
        }
    });
    sort_edits(&mut edits);
    refused.map_or(Ok(edits), Err)
}

/// The splices that insert bytes at one place.
///
/// # Errors
/// The reference has no bytes; the reason.
pub(super) fn inline(
    place: &MediaPlace<'_, '_>,
    record: &str,
    finder: &dyn MediaFinder,
    budget: &mut MediaBudget,
    report: &mut Report,
) -> Result<Vec<Splice>, NotFound> {
    match (place.state, place.holds) {
        (MediaState::Reference, AllowedMedia::Both | AllowedMedia::Bytes) => {}
        (MediaState::Reference, AllowedMedia::References) => {
            return Err(NotFound::new(&media::NO_PLACE, "the format holds no bytes here"));
        }
        (MediaState::Reference, AllowedMedia::Remote) => {
            return Err(NotFound::new(&media::NO_PLACE, "only its own service can open this"));
        }
        (MediaState::Inline | MediaState::OddData, _) => {
            check(place, report);
            return Ok(Vec::new());
        }
    }
    let reference = place.value.text().unwrap_or_default();
    let reference = reference.decode();
    let found = finder.find(&reference)?;
    if found.spelling.is_none() {
        if found.size > budget.left && !found.is_ours() {
            let message = "all media of the conversation together are larger than --max-total-bytes allows";
            return Err(NotFound::new(&media::TOO_LARGE, message));
        }
        budget.left = budget.left.saturating_sub(found.size);
    }
    for (code, message) in &found.warnings {
        report.add(code, place.at(place.value), || message.clone());
    }
    let declared = place.declared();
    let agrees =
        declared.as_ref().is_none_or(|declared_type| sniff::agrees(&declared_type.decode(), &found.media_type));
    let is_kept = agrees || found.is_ours();
    if let (Some(declared_type), false) = (&declared, is_kept) {
        report.add(&media::TYPE_DIFFERS, place.at(place.part), || {
            format!("declared as {}, but the bytes are {}", declared_type.show(), found.media_type)
        });
    }
    let mut spelling = found.spelling.unwrap_or_default();
    // In a string, each backslash has to be escaped.
    spelling.has_slashes &= place.inside.is_none();
    let record = place.inside.map_or(record, NestedJson::text);
    let made = place.to_inline(record, &found.media_type, is_kept, spelling.has_slashes);
    let Some(made) = made else {
        return Err(NotFound::new(&media::NO_PLACE, "the format holds no bytes here"));
    };
    let (which, at) = made.bytes;
    let mut splices: Vec<Splice> = made.edits.into_iter().map(Splice::from).collect();
    if let Some(splice) = splices.get_mut(which) {
        splice.after = splice.before.split_off(at.min(splice.before.len()));
        splice.bytes = Some((Box::new(found), spelling));
    }
    if let Some(inside) = place.inside {
        for splice in &mut splices {
            splice.span = inside.span(splice.span);
            splice.before = escaped(&splice.before);
            splice.after = escaped(&splice.after);
        }
    }
    Ok(splices)
}

pub(super) fn escaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    escape_into(&mut bytes, text);
    String::from_utf8(bytes).unwrap_or_default()
}

/// A `data:` URL is never fetched, but checked.
fn check(place: &MediaPlace<'_, '_>, report: &mut Report) {
    if !place.is_data_url {
        return;
    }
    let problem = match place.data() {
        None => Some("it is not base64 after a media type".to_owned()),
        Some((data, declared_type)) => problem(&data, declared_type.as_ref()),
    };
    if let Some(problem) = problem {
        report.add(&media::ODD_DATA, place.at(place.value), || format!("a data: URL stays as it is: {problem}"));
    }
}

fn problem(data: &Text<'_>, declared_type: Option<&Text<'_>>) -> Option<String> {
    let text = data.decode();
    if let Some(problem) = sniff::base64_problem(&text) {
        return Some(problem);
    }
    let declared_type = declared_type.map(Text::decode).unwrap_or_default();
    let plain = declared_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let is_picture = plain.starts_with("image/");
    match sniff::media_type(&text) {
        Some(found) if !sniff::agrees(&declared_type, found) => {
            Some(format!("it says {}, and the bytes are {found}", Text::owned(declared_type).show()))
        }
        None if is_picture => Some(format!("it says {plain}, and the bytes are of no known type")),
        None if plain == "text/html" => Some("it contains HTML".to_owned()),
        _ => None,
    }
}
