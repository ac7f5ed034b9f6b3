//! What messages of chats and model messages write alike: options of services, values, media types.

use super::NAME;
use super::options::place_of;
use super::part::UNKNOWN_TYPE;
use super::result::IS_VALUE;
use crate::json::{Out, Tape, Text};
use crate::lower::{Block, FileSource, MediaBlock, OutlineCall, ResultBlock, TextForm};
use crate::model::{Arguments, Extra, Extras, MediaKind, Reasoning, Slot};

/// A signature, or encrypted reasoning, as a member of the options of its service.
#[derive(Debug)]
pub(super) struct SealMember<'o> {
    service: &'static str,
    key: &'static str,
    text: &'o Text<'o>,
}

/// The seals of reasoning that options can have.
pub(super) fn seals_of<'o>(it: &'o Reasoning<'o>) -> Vec<SealMember<'o>> {
    let seal = |text: Option<&'o Text<'o>>, is_redacted| {
        let (service, key) = place_of(it.family, is_redacted)?;
        Some(SealMember { service, key, text: text? })
    };
    [seal(it.signature.as_ref(), false), seal(it.redacted.as_ref(), true)].into_iter().flatten().collect()
}

/// Those that version 4 has in options: it has members for those of Anthropic.
pub(super) fn other_seals_of<'o>(it: &'o Reasoning<'o>) -> Vec<SealMember<'o>> {
    if it.family == "anthropic" { Vec::new() } else { seals_of(it) }
}

/// The seal of a signed text or call.
pub(super) fn seal_of_signature<'o>(signature: Option<&'o crate::model::Signature<'o>>) -> Vec<SealMember<'o>> {
    let seal = signature.filter(|it| it.family == "gemini").and_then(|it| {
        let (service, key) = place_of(it.family, false)?;
        Some(SealMember { service, key, text: &it.text })
    });
    seal.into_iter().collect()
}

/// Writes the options of each service: those of the source, and those for seals of other formats.
pub(super) fn write_options(key: &str, slot: Slot, extras: &Extras<'_>, seals: &[SealMember<'_>], out: &mut Out) {
    let own: Vec<&Extra<'_>> = extras.in_slot(NAME, slot).collect();
    let others = || seals.iter().filter(|seal| !own.iter().any(|extra| extra.key.is(seal.service)));
    if own.is_empty() && others().next().is_none() {
        return;
    }
    out.key(key).open(b'{');
    for extra in &own {
        out.key_text(&extra.key).raw(&extra.value);
    }
    if let Some(first) = others().next() {
        out.key(first.service).open(b'{');
        for seal in others().filter(|seal| seal.service == first.service) {
            out.key(seal.key).text(seal.text);
        }
        out.close(b'}');
    }
    out.close(b'}');
}

/// Writes the fields of a message or part, except some.
pub(super) fn write_fields(extras: &Extras<'_>, except: &[&str], out: &mut Out) {
    for extra in extras.in_slot(NAME, Slot::Here).filter(|extra| !extra.is_note) {
        if !except.iter().any(|key| extra.key.is(key)) {
            out.key_text(&extra.key).raw(&extra.value);
        }
    }
}

/// Writes the arguments of a call: the value that they are, or the text if that is no JSON object.
pub(super) fn write_input(call: &OutlineCall<'_>, out: &mut Out) {
    match &call.call.arguments {
        Arguments::Object(raw) => out.raw(raw),
        Arguments::Encoded(text) => {
            let json = text.decode_json();
            if Tape::new().parse(&json).is_ok_and(|root| root.is_object()) {
                out.verbatim(json.trim());
            } else {
                out.text(text);
            }
        }
    }
}

/// Writes the value of a result that is one text, or nothing.
pub(super) fn write_value(result: &ResultBlock<'_>, out: &mut Out) {
    match result.blocks.first().and_then(Block::as_words) {
        Some(words) if is_json(result) => out.verbatim(&words.text.decode_json()),
        Some(words) => out.text(&words.text),
        None => out.string(""),
    }
}

/// True for a result that is the JSON of a value.
pub(super) fn is_json(result: &ResultBlock<'_>) -> bool {
    let Some(words) = result.blocks.first().and_then(Block::as_words) else { return false };
    words.form != TextForm::Words
        || words.part.is_some_and(|part| part.is_json)
        || (words.part.is_some() && result.result.extras.find_mark(NAME, IS_VALUE).is_some())
}

/// The media type of a file, which must have one: for a kind without a type, all types of the kind.
pub(super) fn media_type_of<'o>(file: &'o MediaBlock<'_>) -> Text<'o> {
    match (&file.media_type, file.kind) {
        (Some(media_type), _) => media_type.borrow(),
        (None, MediaKind::Image) => Text::Token("image/*"),
        (None, MediaKind::Audio) => Text::Token("audio/*"),
        (None, MediaKind::Video) => Text::Token("video/*"),
        (None, MediaKind::Document | MediaKind::Unknown) => Text::Token(UNKNOWN_TYPE),
    }
}

/// Writes the URL of a file: where it is, or a `data:` URL.
pub(super) fn write_url(file: &MediaBlock<'_>, out: &mut Out) {
    match &file.source {
        FileSource::Base64(data) => {
            out.joined([Text::Token("data:"), media_type_of(file), Text::Token(";base64,"), data.borrow()]);
        }
        FileSource::Url(url) | FileSource::File(url) | FileSource::Remote(url) | FileSource::Plain(url) => {
            out.text(url);
        }
    }
}

/// True if the service ran the call.
pub(super) fn is_hosted(call: &OutlineCall<'_>) -> bool {
    call.call.extras.get(NAME, "providerExecuted").is_some_and(|flag| flag.value.as_str() == "true")
}

/// A note: the file was an attachment of version 4, which is another object than a part, and has unknown fields.
pub(super) const ATTACHMENT: &str = "attachment";

/// True for the fields of an attachment.
pub(super) fn is_attachment(extras: &Extras<'_>) -> bool {
    extras.find_mark(NAME, ATTACHMENT).is_some()
}
