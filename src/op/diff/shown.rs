//! Facts in the form for people and programs: media files by hash, size and type, never by their bytes.

use sha2::{Digest as _, Sha256};

use super::change::ShownValue;
use super::facts::{Built, DiffFact, FactGroup, Val};
use super::spelling::decoded;
use crate::json::quoted;
use crate::model::{Media, MediaSource};

/// A string of this length with only base64 characters is not text for people.
const LONG: usize = 256;

pub(super) fn shown(val: &Val<'_>) -> ShownValue {
    match val {
        Val::Text(text) if is_data(text) => ShownValue::Json(data(text)),
        Val::Text(text) => ShownValue::Text(text.as_ref().to_owned()),
        Val::Json(json) => ShownValue::Json(without_data(json)),
        Val::Media(media) => ShownValue::Json(media_json(media)),
    }
}

/// `{"media":"image","type":"image/png","bytes":70,"sha256":"…"}`
fn media_json(media: &Media<'_>) -> String {
    let mut json = format!("{{\"media\":\"{}\"", media.kind.word());
    if let Some(kind) = &media.media_type {
        json.push_str(&format!(",\"type\":{}", quoted(&kind.decode_json())));
    }
    let text = media.source.text().decode_json();
    match &media.source {
        MediaSource::Base64(_) => json.push_str(&match decoded(&text) {
            Some(bytes) => measure(&bytes),
            None => format!(",\"base64\":false{}", measure(text.as_bytes())),
        }),
        MediaSource::Plain(_) => json.push_str(&measure(text.as_bytes())),
        MediaSource::Url(_) if text.starts_with("data:") => json.push_str(&measure(text.as_bytes())),
        MediaSource::Url(_) => json.push_str(&format!(",\"url\":{}", quoted(&text))),
        MediaSource::File(_) => json.push_str(&format!(",\"file\":{}", quoted(&text))),
        MediaSource::Remote { service, .. } => {
            json.push_str(&format!(",\"service\":\"{service}\",\"id\":{}", quoted(&text)));
        }
    }
    json.push('}');
    json
}

fn measure(bytes: &[u8]) -> String {
    let mut json = format!(",\"bytes\":{},\"sha256\":\"", bytes.len());
    for byte in Sha256::digest(bytes) {
        json.push_str(&format!("{byte:02x}"));
    }
    json.push('"');
    json
}

fn is_data(text: &str) -> bool {
    let text = match text.split_once(";base64,") {
        Some((head, rest)) if head.starts_with("data:") && head.len() < LONG => rest,
        _ => text,
    };
    text.len() >= LONG
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_'))
        // Words without spaces are not data: base64 has all kinds of characters.
        && text.bytes().any(|byte| byte.is_ascii_digit() || byte == b'=')
        && decoded(text).is_some()
}

fn data(text: &str) -> String {
    let base64 = text.split_once(";base64,").map_or(text, |(_, rest)| rest);
    let bytes = decoded(base64).unwrap_or_default();
    format!("{{\"base64\":true{}}}", measure(&bytes))
}

/// JSON whose long strings of base64 are reported by hash and size.
pub(super) fn without_data(json: &str) -> String {
    if json.len() < LONG {
        return json.to_owned();
    }
    let (mut out, mut rest) = (String::with_capacity(json.len()), json);
    while let Some(start) = rest.find('"') {
        let inside = rest.get(start + 1..).unwrap_or_default();
        let Some(length) = string_length(inside) else { break };
        let text = inside.get(..length).unwrap_or_default();
        out.push_str(rest.get(..start).unwrap_or_default());
        if is_data(text) {
            out.push_str(&data(text));
        } else {
            out.push_str(rest.get(start..start + length + 2).unwrap_or_default());
        }
        rest = inside.get(length + 1..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// Bytes up to the quote that ends a string.
fn string_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        at += memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes.get(at) == Some(&b'"') {
            return Some(at);
        }
        at += 2;
    }
}

/// The members of an object with all these facts, together with those that were not claimed:
/// `,"name":"f","extra":{"index":0}`.
pub(super) fn members(facts: &[DiffFact<'_>]) -> String {
    let list = |is_extra: bool| -> String {
        let facts = facts.iter().filter(|fact| fact.is_extra == is_extra);
        let texts: Vec<_> = facts.map(|it| format!(",{}:{}", quoted(&it.name), shown(&it.val).json())).collect();
        texts.concat()
    };
    let (own, extra) = (list(false), list(true));
    match extra.strip_prefix(',') {
        Some(extra) => format!("{own},\"extra\":{{{extra}}}"),
        None => own,
    }
}

/// All facts of a piece: `{"name":"f","arguments":{}}`.
pub(super) fn piece(piece: &FactGroup<'_>) -> ShownValue {
    ShownValue::Json(format!("{{{}}}", members(&piece.facts).trim_start_matches(',')))
}

/// A part inside a message: `{"part":"text","text":"hi"}`.
pub(super) fn part(piece: &FactGroup<'_>) -> String {
    format!("{{\"part\":\"{}\"{}}}", piece.name, members(&piece.facts))
}

/// A whole message: `{"role":"user","parts":[{"part":"text","text":"hi"}]}`.
pub(super) fn message(built: &Built<'_>, role: &str) -> String {
    let parts: Vec<_> = built.pieces.iter().map(part).collect();
    format!("{{\"role\":{}{},\"parts\":[{}]}}", quoted(role), members(&built.head.facts), parts.join(","))
}
