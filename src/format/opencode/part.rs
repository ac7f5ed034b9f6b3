//! Parts other than calls.
//!
//! ```json
//! {"type":"file","mime":"image/png","filename":"p.png","url":"data:image/png;base64,aGk="}
//! ```

use super::NAME;
use super::write::{is_made, is_made_id};
use crate::format::shared::{keep_member, need_text, split_data_url};
use crate::json::{Node, Text};
use crate::model::{Extras, Media, MediaKind, MediaSource, Part, Reasoning, Slot, TextPart};
use crate::report::Refused;

/// True for words that the program wrote, or that the model did not get.
pub(super) fn is_of_program(part: Node<'_, '_>) -> bool {
    let [synthetic, ignored] = part.pick(&["synthetic", "ignored"]);
    [synthetic, ignored].into_iter().flatten().any(|flag| flag.as_bool() == Some(true))
}

/// Reads a part. `None`: it is not content.
pub(super) fn read_part<'a>(
    node: Node<'_, 'a>,
    kind: &Text<'a>,
    ids: &ExportIds<'a>,
) -> Result<Option<Part<'a>>, Refused> {
    Ok(Some(match kind.decode().as_ref() {
        "text" => {
            let mut part = TextPart::new(need_text(node.get("text"), "text", node)?, node.at());
            keep_fields(node, &["text"], ids, &mut part.extras);
            Part::Text(part)
        }
        "reasoning" => {
            let text = Some(need_text(node.get("text"), "text", node)?);
            let mut part = Reasoning { at: node.at(), text, ..Reasoning::default() };
            keep_fields(node, &["text"], ids, &mut part.extras);
            Part::Reasoning(Box::new(part))
        }
        "file" => Part::Media(Box::new(read_file(node, ids)?)),
        _ => return Ok(None),
    }))
}

/// The ids that objects of an export repeat, as they are written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ExportIds<'a> {
    pub(super) session: Option<&'a str>,
    /// That of the last message of the user, which answers name.
    pub(super) user: Option<&'a str>,
    pub(super) message: Option<&'a str>,
}

impl ExportIds<'_> {
    /// True for an id that only gives the place of an object in the export.
    pub(super) fn repeats(&self, key: &Text<'_>, value: Node<'_, '_>) -> bool {
        let known = [("sessionID", self.session), ("messageID", self.message), ("parentID", self.user)];
        let is_first = key.is("parentID") && self.user.is_none() && self.message == Some(value.raw());
        is_first || known.iter().any(|(name, id)| key.is(name) && *id == Some(value.raw()))
    }
}

/// Keeps fields without a place; those that say where a part is are notes.
pub(super) fn keep_fields<'a>(node: Node<'_, 'a>, known: &[&str], ids: &ExportIds<'a>, fields: &mut Extras<'a>) {
    for (key, value) in node.members().filter(|(key, _)| !known.iter().any(|known| key.is(known))) {
        let Some(key) = key.text() else { continue };
        let is_flag = value.as_bool() == Some(true) && (key.is("synthetic") || key.is("ignored"));
        let is_unknown = (key.is("id") && is_made_id(value)) || (key.is("time") && is_made(node, &key, value));
        if is_flag || is_unknown || key.is("type") || ids.repeats(&key, value) {
            fields.note(NAME, key, value.to_raw(), value.at());
        } else {
            keep_member(Slot::Here, NAME, key, value, fields);
        }
    }
}

pub(super) fn read_file<'a>(node: Node<'_, 'a>, ids: &ExportIds<'a>) -> Result<Media<'a>, Refused> {
    let url = need_text(node.get("url"), "url", node)?;
    let mut fields = Extras::default();
    let [media_type, name] = node.pick(&["mime", "filename"]).map(|field| field.and_then(|field| field.text()));
    let mut known = vec!["url"];
    known.extend(media_type.is_some().then_some("mime"));
    known.extend(name.is_some().then_some("filename"));
    keep_fields(node, &known, ids, &mut fields);
    let kind = media_type.as_ref().map_or(MediaKind::Unknown, |media_type| MediaKind::of(&media_type.decode()));
    let source = match split_data_url(&url) {
        Some(bytes) => MediaSource::Base64(bytes.data),
        None if url.decode().starts_with("file:") => MediaSource::File(url),
        None => MediaSource::Url(url),
    };
    Ok(Media { at: node.at(), kind, source, media_type, file_name: name, detail: None, cache: None, extras: fields })
}
