//! Reading images, documents, videos and sounds.

use super::NAME;
use super::block::{given, given_text, member, opaque, opaque_with_warning};
use super::kind::{formats, is_good_uri, kind_of, media_type};
use crate::format::Reading;
use crate::format::shared::{extras_in, need, refuse_type, unknown_fields_in};
use crate::json::{Node, Text};
use crate::model::{Extras, Media, MediaKind, MediaSource, Part, Slot};
use crate::report::{Refused, Severity, shape, unknown_kind};

pub(super) fn read_media<'a>(
    whole: Node<'_, 'a>,
    key: &Text<'a>,
    value: Node<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Part<'a>, Refused> {
    if !value.is_object() {
        return Err(refuse_type(value, &key.decode(), "an object"));
    }
    let kind = kind_of(&key.decode());
    let ([format, source, name], rest) = value.fields(&["format", "source", "name"])?;
    let source = need(source, "source", value)?;
    if !source.is_object() {
        return Err(refuse_type(source, "source", "an object"));
    }
    let mut extras = Extras::default();
    let is_document = kind == MediaKind::Document;
    let format = given(format, "format", reading);
    if format.is_none() && !is_document {
        reading.report.add(&shape::MISSING_FIELD, value.at(), || format!("`{}` needs `format`", key.show()));
    }
    let media_type = match format {
        None => None,
        Some(node) => match node.text().and_then(|format| media_type(kind, &format)) {
            Some((media_type, is_usual)) => {
                if node.text().is_some_and(|format| format.is(media_type)) {
                    reading.report.add_as(&shape::BAD_VALUE, Severity::Warning, node.at(), || {
                        format!("`{media_type}` is a media type; the documented formats are {}", formats(kind))
                    });
                }
                if !is_usual {
                    extras.mark(NAME, "format", node.to_raw(), node.at());
                }
                Some(Text::Token(media_type))
            }
            None => {
                let why = format!("unknown format {}; expected {}", node.raw(), formats(kind));
                return Ok(opaque_with_warning(whole, key, &why, reading));
            }
        },
    };
    let Some(source) = read_source(source, key, &mut extras, reading)? else {
        return Ok(opaque(whole, key.clone()));
    };
    let mut media =
        Media { at: whole.at(), kind, source, media_type, file_name: None, detail: None, cache: None, extras };
    if is_document {
        if name.is_none() {
            reading.report.add(&shape::MISSING_FIELD, value.at(), || "a document needs `name`".to_owned());
        }
        media.file_name = given_text(name, "name", &mut media.extras, reading);
    } else if let Some(name) = name {
        reading
            .report
            .add(&shape::UNKNOWN_FIELD, name.at(), || format!("`{}` in {NAME} has no field `name`", key.show()));
        media.extras.push(NAME, Text::Token("name"), name.to_raw(), name.at());
    }
    for (field, value) in rest.unknown() {
        let known: &[&str] = match kind {
            MediaKind::Document => &["context", "citations"],
            MediaKind::Image | MediaKind::Audio => &["error"],
            MediaKind::Video | MediaKind::Unknown => &[],
        };
        if !known.iter().any(|known| field.is(known)) {
            reading.report.add(&shape::UNKNOWN_FIELD, value.at(), || {
                format!("`{}` in {NAME} has no field `{}`", key.show(), field.show())
            });
        }
        media.extras.push(NAME, field, value.to_raw(), value.at());
    }
    Ok(Part::Media(Box::new(media)))
}

/// The source of the bytes, and the members outside it. `None`: a form that only this format has.
fn read_source<'a>(
    source: Node<'_, 'a>,
    key: &Text<'a>,
    extras: &mut Extras<'a>,
    reading: &mut Reading<'_>,
) -> Result<Option<MediaSource<'a>>, Refused> {
    let Some((form, value)) = member(source, "`source`", reading) else { return Ok(None) };
    let is_document = key.is("document");
    let found = match form.decode().as_ref() {
        "bytes" => value.text().map(MediaSource::of_bytes),
        "text" if is_document => value.text().map(MediaSource::Plain),
        "s3Location" if value.is_object() => {
            let ([uri], rest) = value.fields(&["uri"])?;
            if rest.unknown().any(|(key, _)| !key.is("bucketOwner")) {
                unknown_fields_in(Slot::Source, reading, &rest, NAME, "an s3Location", extras);
            } else {
                extras_in(Slot::Source, &rest, NAME, extras);
            }
            let uri = uri.and_then(|uri| uri.text());
            if let Some(uri) = uri.as_ref().filter(|uri| !is_good_uri(&uri.decode())) {
                reading.report.add(&shape::BAD_VALUE, value.at(), || {
                    format!("`{}` is not a URI of S3; expected s3://bucket/key", uri.show())
                });
            }
            uri.map(MediaSource::Url)
        }
        // A document in pieces.
        "content" if is_document => return Ok(None),
        _ => None,
    };
    if found.is_none() {
        let known: &[&str] =
            if is_document { &["bytes", "text", "s3Location", "content"] } else { &["bytes", "s3Location"] };
        reading.report.add(&shape::BAD_VALUE, value.at(), || {
            if known.iter().any(|known| form.is(known)) {
                return format!("`{}` of a source has no value that it can have", form.show()).into();
            }
            unknown_kind("kind of source", &form, known)
        });
    }
    Ok(found)
}
