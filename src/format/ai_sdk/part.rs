//! Parts: texts, reasoning, files, calls and results, as chats and model messages have them.
//!
//! `{"type":"reasoning","text":"Hm.","providerMetadata":{"anthropic":{"signature":"c2ln"}}}`

use super::NAME;
use super::data::read_data;
use super::message::note;
use super::options::{ReadSeals, keep_options, read_options};
use super::result::read_result;
use super::source::read_source;
use super::tool::{ReadTool, read_call};
use crate::format::Reading;
use crate::format::shared::{keep_member, need_text, opaque, refuse_type, wrong_type};
use crate::json::{Node, Text};
use crate::model::{Extras, Media, MediaKind, Part, Reasoning, Slot, TextPart};
use crate::report::Refused;

/// The media type of bytes of an unknown type.
pub(super) const UNKNOWN_TYPE: &str = "application/octet-stream";

/// What a part of the SDK is.
#[derive(Debug)]
pub(super) enum PartPiece<'a> {
    /// Content: several parts for reasoning with several details.
    Parts(Vec<Part<'a>>),
    /// A call, with its result if it is in the same part.
    Call(Box<ReadTool<'a>>),
    /// A result.
    Result(Part<'a>),
    /// A new step begins.
    Step,
}

pub(super) fn read_part<'a>(node: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<PartPiece<'a>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "part", "an object"));
    }
    let kind = need_text(node.get("type"), "type", node)?;
    let own = |kind: Text<'a>| Ok(PartPiece::Parts(vec![opaque(NAME, node, kind)]));
    let part = match kind.decode().as_ref() {
        "text" => Part::Text(read_text(node)?),
        "reasoning" => return read_reasoning(node),
        "redacted-reasoning" => {
            let redacted = Some(need_text(node.get("data"), "data", node)?);
            let mut part = Reasoning { at: node.at(), redacted, family: "anthropic", ..Reasoning::default() };
            keep_rest(node, &["data"], &mut part.extras);
            Part::Reasoning(Box::new(part))
        }
        "file" | "image" => {
            check_file(node, reading);
            match read_file(node) {
                Some(file) => Part::Media(Box::new(file)),
                None => return own(kind),
            }
        }
        "tool-result" if node.get("output").or(node.get("result")).is_some() => {
            return Ok(PartPiece::Result(read_result(node, reading)?));
        }
        "step-start" => return Ok(PartPiece::Step),
        "source" => return Ok(PartPiece::Parts(vec![read_source(node, kind.clone())])),
        _ => {
            return match read_call(node, &kind, reading)? {
                Some(tool) => Ok(PartPiece::Call(Box::new(tool))),
                None => own(kind),
            };
        }
    };
    Ok(PartPiece::Parts(vec![part]))
}

/// Keeps the members that no reader knows. Options that are none of a seal stay with their service.
pub(super) fn keep_rest<'a>(node: Node<'_, 'a>, known: &[&str], extras: &mut Extras<'a>) {
    for (key, value) in node.members().filter(|(key, _)| !known.iter().any(|known| key.is(known))) {
        let Some(key) = key.text() else { continue };
        match key.decode().as_ref() {
            "type" => {}
            // It is what a stored part is.
            "state" if value.is("done") => extras.note(NAME, key, value.to_raw(), value.at()),
            "providerMetadata" | "providerOptions" | "experimental_providerMetadata" => {
                keep_options(value, key, extras);
            }
            _ => keep_member(Slot::Here, NAME, key, value, extras),
        }
    }
}

/// The options of a part, whichever version wrote them.
const OPTIONS: [&str; 3] = ["providerMetadata", "providerOptions", "experimental_providerMetadata"];

/// Keeps the members that no reader knows of a part whose options were read.
fn keep_signed_rest<'a>(node: Node<'_, 'a>, known: &[&str], extras: &mut Extras<'a>) {
    let all: Vec<&str> = known.iter().copied().chain(OPTIONS).collect();
    keep_rest(node, &all, extras);
}

/// Reads the options of a part that may have seals.
fn seals_of<'a>(node: Node<'_, 'a>, is_taken: impl Fn(&str) -> bool + Copy, extras: &mut Extras<'a>) -> ReadSeals<'a> {
    let mut all = ReadSeals::default();
    for (key, value) in node.members().filter(|(key, _)| OPTIONS.iter().any(|known| key.is(known))) {
        let Some(key) = key.text() else { continue };
        let found = read_options(value, key, is_taken, extras);
        all.signature = all.signature.or(found.signature);
        all.redacted = all.redacted.or(found.redacted);
    }
    all
}

pub(super) fn read_text<'a>(node: Node<'_, 'a>) -> Result<TextPart<'a>, Refused> {
    let mut part = TextPart::new(need_text(node.get("text"), "text", node)?, node.at());
    let seals = seals_of(node, |family| family == "gemini", &mut part.extras);
    part.set_signature(seals.signature.map(Box::new));
    keep_signed_rest(node, &["text"], &mut part.extras);
    Ok(part)
}

/// Reasoning of version 4 has its text in pieces, each with a signature.
fn read_reasoning<'a>(node: Node<'_, 'a>) -> Result<PartPiece<'a>, Refused> {
    let [text, whole, details, signature] = node.pick(&["text", "reasoning", "details", "signature"]);
    let words = text.or(whole).and_then(|text| text.text());
    let mut parts: Vec<Reasoning<'a>> = Vec::new();
    let pieces = details.filter(|details| details.is_array() && !details.is_empty());
    let are_read = pieces.is_some_and(|pieces| {
        let read = pieces.items().map(read_detail).collect::<Option<Vec<_>>>();
        let said: String = read.iter().flatten().filter_map(|it| Some(it.text.as_ref()?.decode())).collect();
        let is_copy = words.as_ref().is_none_or(|words| words.is_empty() || words.is(&said));
        parts.extend(read.into_iter().flatten().take(if is_copy { usize::MAX } else { 0 }));
        !parts.is_empty()
    });
    if !are_read {
        let text = Some(need_text(text.or(whole), "text", node)?);
        parts.push(Reasoning { at: node.at(), text, ..Reasoning::default() });
    }
    if let Some(first) = parts.first_mut() {
        first.at = node.at();
        let sealed = seals_of(node, |_| true, &mut first.extras);
        if let Some(it) = sealed.signature.filter(|_| first.signature.is_none()) {
            (first.signature, first.family) = (Some(it.text), it.family);
        } else if let Some(signature) = signature {
            match signature.text() {
                Some(text) => (first.signature, first.family) = (Some(text), "anthropic"),
                None => keep_member(Slot::Odd, NAME, Text::Token("signature"), signature, &mut first.extras),
            }
        }
        if let Some(it) = sealed.redacted {
            (first.redacted, first.family) = (Some(it.text), it.family);
        }
        // Encrypted reasoning has no text, and the part must have one.
        let is_sealed = first.redacted.is_some() || (first.signature.is_some() && first.family == "openai");
        if let Some(text) = text.or(whole).filter(|text| is_sealed && text.is("")) {
            note(Text::Token("text"), text, &mut first.extras);
            first.text = None;
        }
        if let Some(text) = text.or(whole).filter(|text| are_read && !text.is_string()) {
            keep_member(Slot::Odd, NAME, Text::Token("reasoning"), text, &mut first.extras);
        }
        let details = if are_read { "details" } else { "" };
        keep_signed_rest(node, &["text", "reasoning", "signature", details], &mut first.extras);
    }
    Ok(PartPiece::Parts(parts.into_iter().map(|it| Part::Reasoning(Box::new(it))).collect()))
}

/// `{"type":"text","text":"Hm.","signature":"c2ln"}`, `{"type":"redacted","data":"c2Vh"}`
fn read_detail<'a>(node: Node<'_, 'a>) -> Option<Reasoning<'a>> {
    let [kind, text, signature, data] = node.pick(&["type", "text", "signature", "data"]);
    let mut it = Reasoning { at: node.at(), ..Reasoning::default() };
    let known: &[&str] = match kind?.text()?.decode().as_ref() {
        "text" => {
            it.text = Some(text?.text()?);
            it.signature = signature.map(|signature| signature.text().ok_or(())).transpose().ok()?;
            &["text", "signature"]
        }
        "redacted" => {
            it.redacted = Some(data?.text()?);
            &["data"]
        }
        _ => return None,
    };
    if it.signature.is_some() || it.redacted.is_some() {
        it.family = "anthropic";
    }
    for (key, value) in node.members().filter(|(key, _)| !key.is("type") && !known.iter().any(|known| key.is(known))) {
        keep_member(Slot::Detail, NAME, key.text()?, value, &mut it.extras);
    }
    Some(it)
}

/// False for what is not a media type, true for `image`, `image/*` and the type of unknown bytes, which only say the kind.
fn says_kind(media_type: &str) -> Option<bool> {
    let is_kind = matches!(media_type, "image" | "audio" | "video" | UNKNOWN_TYPE) || media_type.ends_with("/*");
    (is_kind || !media_type.contains('/')).then_some(is_kind)
}

/// The members of files and attachments that are texts.
const FILE_TEXTS: [&str; 6] = ["url", "mediaType", "mimeType", "contentType", "filename", "name"];

/// Reports members of a file of the wrong type.
pub(super) fn check_file(node: Node<'_, '_>, reading: &mut Reading<'_>) {
    for (key, value) in FILE_TEXTS.iter().zip(node.pick(&FILE_TEXTS)) {
        if let Some(value) = value.filter(|value| !value.is_string() && !value.is_null()) {
            wrong_type(reading, value, key, "a string");
        }
    }
}

/// Reads a file, an image, or an attachment of version 4. `None`: it has an unknown form.
pub(super) fn read_file<'a>(node: Node<'_, 'a>) -> Option<Media<'a>> {
    let mut extras = Extras::default();
    let [url, data, image] = node.pick(&["url", "data", "image"]);
    let (key, value) =
        [("url", url), ("data", data), ("image", image)].into_iter().find_map(|(key, value)| Some((key, value?)))?;
    let found = read_data(value, key == "url")?;
    let [media_type, mime_type, content_type] =
        node.pick(&["mediaType", "mimeType", "contentType"]).map(|it| it.and_then(|it| it.text()));
    let [file_name, name] = node.pick(&["filename", "name"]).map(|it| it.and_then(|it| it.text()));
    let mut known = vec![key];
    let types: [(&'static str, &Option<Text<'a>>); 3] =
        [("mediaType", &media_type), ("mimeType", &mime_type), ("contentType", &content_type)];
    let names = [("filename", &file_name), ("name", &name)];
    let type_key = types.into_iter().find(|(_, value)| value.is_some()).map(|(key, _)| key);
    known.extend(type_key);
    known.extend(names.into_iter().find(|(_, value)| value.is_some()).map(|(key, _)| key));
    keep_rest(node, &known, &mut extras);
    let declared = media_type.or(mime_type).or(content_type);
    let is_image = node.get("type").is_some_and(|kind| kind.is("image"));
    let kind = match declared.as_ref().or(found.url_type.as_ref()) {
        Some(media_type) => MediaKind::of(&media_type.decode()),
        None if is_image => MediaKind::Image,
        None => MediaKind::Unknown,
    };
    let mut media_type = declared;
    if let Some((key, value)) = type_key.and_then(|key| Some((key, node.get(key)?)))
        && let Some(says_kind) = media_type.as_ref().and_then(|media_type| says_kind(&media_type.decode()))
    {
        media_type = found.url_type;
        if says_kind {
            note(Text::Token(key), value, &mut extras);
        } else {
            keep_member(Slot::Odd, NAME, Text::Token(key), value, &mut extras);
        }
    }
    Some(Media {
        at: node.at(),
        kind,
        source: found.source,
        media_type,
        file_name: file_name.or(name),
        detail: None,
        cache: None,
        extras,
    })
}
