//! Content: a text, or a list of parts.
//!
//! ```json
//! {"type":"toolCall","id":"call_1","name":"bash","arguments":{"command":"ls"}}
//! ```

use super::NAME;
use crate::format::shared::{extras, keep_member, need, need_text, refuse_type};
use crate::json::{Node, Raw, Text};
use crate::model::{
    Arguments, CallKind, Extras, Form, Media, MediaKind, MediaSource, OneOrMany, Opaque, Part, Reasoning, Signature,
    Slot, TextPart, ToolCall,
};
use crate::report::Refused;

/// The service whose signatures an answer has: `""` where what looks like one is something else.
pub(super) fn family_of(api: Option<Node<'_, '_>>) -> &'static str {
    let api = api.and_then(|api| api.text()).map(|api| api.decode().to_ascii_lowercase()).unwrap_or_default();
    match () {
        () if api.contains("anthropic") => "anthropic",
        () if api.contains("google") || api.contains("gemini") => "gemini",
        () => "",
    }
}

/// Reads the content of a message into its parts.
pub(super) fn read_content<'a>(
    content: Node<'_, 'a>,
    family: &'static str,
    parts: &mut OneOrMany<Part<'a>>,
) -> Result<Form, Refused> {
    if let Some(text) = content.text() {
        parts.push(Part::Text(TextPart::new(text, content.at())));
        return Ok(Form::Text);
    }
    if !content.is_array() {
        return Err(refuse_type(content, "content", "a string or a list of parts"));
    }
    parts.reserve(content.len());
    for part in content.items() {
        parts.push(read_part(part, family)?);
    }
    Ok(Form::Parts)
}

fn read_part<'a>(node: Node<'_, 'a>, family: &'static str) -> Result<Part<'a>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "content", "a list of objects"));
    }
    let kind = need_text(node.get("type"), "type", node)?;
    match kind.decode().as_ref() {
        "text" => read_text(node, family),
        "thinking" => read_thinking(node, family),
        "toolCall" => read_call(node, family),
        "image" => read_image(node),
        _ => {
            let opaque = Opaque { hosted: None, origin: NAME, at: node.at(), kind, is_call: false, raw: node.to_raw() };
            Ok(Part::Opaque(Box::new(opaque)))
        }
    }
}

fn read_text<'a>(node: Node<'_, 'a>, family: &'static str) -> Result<Part<'a>, Refused> {
    let ([_, text, signature], rest) = node.fields(&["type", "text", "textSignature"])?;
    let mut part = TextPart::new(need_text(text, "text", node)?, node.at());
    extras(&rest, NAME, &mut part.extras);
    let signature = signed(signature, "textSignature", family, &mut part.extras);
    part.set_signature(signature);
    Ok(Part::Text(part))
}

/// What proves a text or a call to the service that wrote it. Of other services it is a field.
fn signed<'a>(
    value: Option<Node<'_, 'a>>,
    key: &'static str,
    family: &'static str,
    extras: &mut Extras<'a>,
) -> Option<Box<Signature<'a>>> {
    let value = value?;
    match value.text().filter(|_| family == "gemini") {
        Some(text) => Some(Box::new(Signature { at: value.at(), family, text })),
        None => {
            keep_member(Slot::Here, NAME, Text::Token(key), value, extras);
            None
        }
    }
}

/// The fields of services in which reasoning was: where a signature is none, it is the name of one.
const FIELDS: &[&str] = &["", "reasoning_content", "reasoning", "reasoning_text"];

/// The signature may be the name of the field that the text was in: `reasoning_content`.
fn read_thinking<'a>(node: Node<'_, 'a>, family: &'static str) -> Result<Part<'a>, Refused> {
    let ([_, text, signature, redacted], rest) = node.fields(&["type", "thinking", "thinkingSignature", "redacted"])?;
    let mut part = Reasoning { at: node.at(), ..Reasoning::default() };
    let is_sealed = redacted.and_then(|flag| flag.as_bool()) == Some(true);
    part.text = text.and_then(|text| text.text());
    if let Some(text) = text.filter(|text| !text.is_string()) {
        keep_member(Slot::Here, NAME, Text::Token("thinking"), text, &mut part.extras);
    }
    match signature.map(|value| (value, value.text())) {
        Some((_, Some(text))) if !family.is_empty() && !text.is_empty() => {
            part.family = family;
            if is_sealed {
                part.redacted = Some(text);
            } else {
                part.signature = Some(text);
            }
        }
        Some((value, Some(_))) if FIELDS.iter().any(|field| value.is(field)) => {
            part.extras.note(NAME, Text::Token("thinkingSignature"), value.to_raw(), value.at());
        }
        Some((value, _)) => {
            keep_member(Slot::Here, NAME, Text::Token("thinkingSignature"), value, &mut part.extras);
        }
        None => {}
    }
    if let Some(flag) = redacted {
        if is_sealed == part.redacted.is_some() && flag.as_bool().is_some() {
            part.extras.note(NAME, Text::Token("redacted"), flag.to_raw(), flag.at());
        } else {
            keep_member(Slot::Here, NAME, Text::Token("redacted"), flag, &mut part.extras);
        }
    }
    extras(&rest, NAME, &mut part.extras);
    Ok(Part::Reasoning(Box::new(part)))
}

fn read_call<'a>(node: Node<'_, 'a>, family: &'static str) -> Result<Part<'a>, Refused> {
    let ([_, id, name, arguments, signature], rest) =
        node.fields(&["type", "id", "name", "arguments", "thoughtSignature"])?;
    let mut fields = Extras::default();
    let own_id = id.and_then(|id| id.text());
    if let Some(odd) = id.filter(|_| own_id.is_none()) {
        keep_member(Slot::Here, NAME, Text::Token("id"), odd, &mut fields);
    }
    extras(&rest, NAME, &mut fields);
    let arguments = match arguments {
        Some(arguments) => match arguments.text() {
            Some(text) => Arguments::Encoded(text),
            None => Arguments::Object(arguments.to_raw()),
        },
        None => Arguments::Object(Raw::borrowed("{}")),
    };
    Ok(Part::from(ToolCall {
        at: node.at(),
        id: own_id,
        kind: CallKind::Function,
        name: need_text(name, "name", node)?,
        arguments,
        cache: None,
        signature: signed(signature, "thoughtSignature", family, &mut fields),
        extras: fields,
    }))
}

fn read_image<'a>(node: Node<'_, 'a>) -> Result<Part<'a>, Refused> {
    let ([_, data, media_type], rest) = node.fields(&["type", "data", "mimeType"])?;
    let data = need(data, "data", node)?;
    let Some(bytes) = data.text() else { return Err(refuse_type(data, "data", "a string")) };
    let mut fields = Extras::default();
    if let Some(odd) = media_type.filter(|media_type| !media_type.is_string()) {
        keep_member(Slot::Here, NAME, Text::Token("mimeType"), odd, &mut fields);
    }
    extras(&rest, NAME, &mut fields);
    Ok(Part::Media(Box::new(Media {
        at: node.at(),
        kind: MediaKind::Image,
        source: MediaSource::of_bytes(bytes),
        media_type: media_type.and_then(|media_type| media_type.text()),
        file_name: None,
        detail: None,
        cache: None,
        extras: fields,
    })))
}
