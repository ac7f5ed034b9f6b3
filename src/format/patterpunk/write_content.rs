//! Content: a string, or chunks.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::NAME;
use super::chunk::SHORTEST_TTL;
use super::keep::is_kept;
use super::write::is_words;
use crate::format::Writing;
use crate::format::shared::{cannot_hold, drop_hint, write_extras, write_slot};
use crate::json::{At, Text};
use crate::model::{Form, Media, MediaSource, Message, Part, Slot, TextPart, Ttl};
use crate::report::{Refused, loss};
use crate::rule::sniff;

pub(super) fn write_content(message: &Message<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    for part in &message.parts {
        if let Part::Refusal(text) = part {
            writing.report.add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal becomes text".to_owned());
        }
    }
    writing.out.key("content").open(b'{');
    let mut words = message.parts.iter().filter(|part| is_words(part));
    match (words.next(), words.next()) {
        (None, _) if message.form != Form::Parts => write_string(None, writing),
        (Some(Part::Text(text) | Part::Refusal(text)), None) if message.form != Form::Parts && is_plain(text) => {
            write_string(Some(&text.text), writing);
        }
        _ => {
            writing.out.key("type").string("chunks");
            writing.out.key("chunks").open(b'[');
            for part in &message.parts {
                write_chunk(part, message.origin == NAME, writing)?;
            }
            writing.out.close(b']');
        }
    }
    write_slot(&message.extras, Slot::Content, NAME, writing);
    writing.out.close(b'}');
    Ok(())
}

/// Nothing hangs on the text that only a chunk can hold.
fn is_plain(text: &TextPart<'_>) -> bool {
    text.cache.is_none() && text.extras.of(NAME).is_empty()
}

fn write_string(text: Option<&Text<'_>>, writing: &mut Writing<'_>) {
    writing.out.key("type").string("string");
    match text {
        Some(text) => writing.out.key("value").text(text),
        None => writing.out.key("value").string(""),
    }
}

fn write_chunk(part: &Part<'_>, is_own: bool, writing: &mut Writing<'_>) -> Result<(), Refused> {
    match part {
        Part::Text(text) | Part::Refusal(text) => write_text(text, writing),
        Part::Media(media) => {
            let before = writing.out.len();
            write_media(media, is_own, writing)?;
            if writing.out.len() == before {
                drop_hint(media.cache.as_deref(), writing);
            }
        }
        // Written beside the content, or reported by what the format supports.
        Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Opaque(_) => {}
    }
    Ok(())
}

fn write_text(text: &TextPart<'_>, writing: &mut Writing<'_>) {
    writing.out.open(b'{');
    writing.out.key("type").string(if text.cache.is_some() { "cache" } else { "text" });
    writing.out.key("content").text(&text.text);
    if let Some(cache) = &text.cache {
        if !is_kept(&text.extras, "cacheable") {
            writing.out.key("cacheable").bool(cache.is_on);
        }
        if let Some(ttl) = &cache.ttl {
            write_ttl(ttl, cache.at, writing);
        }
    }
    write_extras(&text.extras, NAME, writing);
    writing.out.close(b'}');
}

/// A number that was read comes back as it was, but with a fraction, as Python prints it.
fn write_ttl(ttl: &Ttl<'_>, at: At, writing: &mut Writing<'_>) {
    let raw = ttl.raw.as_str();
    let is_number = raw.starts_with(|first: char| first.is_ascii_digit() || first == '-');
    let seconds = match is_number {
        true if raw.contains(['.', 'e', 'E']) => raw.to_owned(),
        true => format!("{raw}.0"),
        false if ttl.seconds.is_finite() && ttl.seconds.abs() >= SHORTEST_TTL => format!("{:?}", ttl.seconds),
        false => {
            writing.report.add(&loss::CACHE_TTL, at, || format!("the cache lifetime {raw} is dropped"));
            return;
        }
    };
    writing.out.key("ttl_seconds").verbatim(&seconds);
}

fn write_media(media: &Media<'_>, is_own: bool, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let help = |what: &str| {
        format!("patterpunk holds the bytes of media only, no {what}; embed them as base64 first (--inline-media)")
    };
    let (data, fallback) = match &media.source {
        MediaSource::Base64(data) => (data.borrow(), None),
        MediaSource::Plain(text) => (plain_bytes(text, media, writing), Some("text/plain")),
        MediaSource::Url(_) => return cannot_hold(writing, &loss::MEDIA, media.at, || help("URLs")),
        MediaSource::File(_) => return cannot_hold(writing, &loss::MEDIA, media.at, || help("paths of files")),
        MediaSource::Remote { service, .. } => {
            writing
                .report
                .add(&loss::MEDIA, media.at, || format!("a file uploaded to {service} means nothing to patterpunk"));
            return Ok(());
        }
    };
    if let Some(problem) = sniff::base64_problem(&data.decode()) {
        return cannot_hold(writing, &loss::MEDIA, media.at, || {
            format!("the bytes of a medium are damaged: {problem}")
        });
    }
    report_media(media, writing);
    writing.out.open(b'{');
    writing.out.key("type").string("multimodal");
    if !is_kept(&media.extras, "media_type") {
        match (&media.media_type, fallback.or_else(|| found_type(media, &data, is_own, writing))) {
            (Some(declared), None) => writing.out.key("media_type").text(declared),
            (Some(declared), Some(_)) if !declared.is_empty() => writing.out.key("media_type").text(declared),
            (_, Some(found)) => writing.out.key("media_type").string(found),
            (None, None) => writing.out.key("media_type").null(),
        }
    }
    writing.out.key("data").text(&data);
    if !is_kept(&media.extras, "filename") {
        match &media.file_name {
            Some(name) => writing.out.key("filename").text(name),
            None => writing.out.key("filename").null(),
        }
    }
    write_extras(&media.extras, NAME, writing);
    writing.out.close(b'}');
    Ok(())
}

fn plain_bytes(text: &Text<'_>, media: &Media<'_>, writing: &mut Writing<'_>) -> Text<'static> {
    let decoded = text.decode();
    if matches!(&decoded, Cow::Owned(decoded) if *decoded != text.decode_json()) {
        writing
            .report
            .add(&loss::SURROGATE, media.at, || "half of a surrogate pair in a document was replaced".to_owned());
    }
    Text::Owned(STANDARD.encode(decoded.as_bytes()))
}

/// The type that the bytes show, where the source said none.
fn found_type(media: &Media<'_>, data: &Text<'_>, is_own: bool, writing: &mut Writing<'_>) -> Option<&'static str> {
    if is_own || media.media_type.as_ref().is_some_and(|declared| !declared.is_empty()) {
        return None;
    }
    let found = sniff::media_type(&data.decode())?;
    writing.report.add(&loss::MADE_MEDIA_TYPE, media.at, || format!("the media type {found} was found from the bytes"));
    Some(found)
}

fn report_media(media: &Media<'_>, writing: &mut Writing<'_>) {
    if let Some(detail) = &media.detail {
        writing.report.add(&loss::MEDIA_FACT, media.at, || format!("the detail `{}` is dropped", detail.show()));
    }
    if let Some(cache) = media.cache.as_ref().filter(|cache| cache.is_on) {
        writing.report.add(&loss::CACHE_HINT, cache.at, || "a cache hint on a medium is dropped".to_owned());
    }
}
