//! What services say about messages and parts: `providerMetadata` of chats, `providerOptions` of model messages.
//!
//! `{"anthropic":{"signature":"c2ln"}}`

use super::NAME;
use crate::format::shared::keep_member;
use crate::json::{Node, Text};
use crate::model::{Extras, Signature, Slot};

/// Where a service has signatures and encrypted reasoning: the key of the service, the key of the value, whether it is
/// encrypted reasoning, and the family.
const SEALS: &[Seal] = &[
    Seal { service: "anthropic", key: "signature", is_redacted: false, family: "anthropic" },
    Seal { service: "anthropic", key: "redactedData", is_redacted: true, family: "anthropic" },
    Seal { service: "bedrock", key: "signature", is_redacted: false, family: "anthropic" },
    Seal { service: "bedrock", key: "redactedData", is_redacted: true, family: "anthropic" },
    Seal { service: "google", key: "thoughtSignature", is_redacted: false, family: "gemini" },
    Seal { service: "vertex", key: "thoughtSignature", is_redacted: false, family: "gemini" },
    Seal { service: "openai", key: "reasoningEncryptedContent", is_redacted: false, family: "openai" },
    Seal { service: "azure", key: "reasoningEncryptedContent", is_redacted: false, family: "openai" },
    // No service of these has the other kind; what another program stored as such stays as it was.
    Seal { service: "google", key: "redactedData", is_redacted: true, family: "gemini" },
    Seal { service: "openai", key: "redactedData", is_redacted: true, family: "openai" },
];

#[derive(Debug)]
struct Seal {
    service: &'static str,
    key: &'static str,
    is_redacted: bool,
    family: &'static str,
}

/// The service and the key of a signature, or of encrypted reasoning, of this family.
pub(super) fn place_of(family: &str, is_redacted: bool) -> Option<(&'static str, &'static str)> {
    let found = SEALS.iter().find(|seal| seal.family == family && seal.is_redacted == is_redacted)?;
    Some((found.service, found.key))
}

/// The signature and the encrypted reasoning in options.
#[derive(Debug, Default)]
pub(super) struct ReadSeals<'a> {
    pub(super) signature: Option<Signature<'a>>,
    pub(super) redacted: Option<Signature<'a>>,
}

/// Keeps the options of each service.
pub(super) fn keep_options<'a>(options: Node<'_, 'a>, key: Text<'a>, extras: &mut Extras<'a>) {
    read_options(options, key, |_| false, extras);
}

/// Keeps those of a message, which messages of chats do not have.
pub(super) fn keep_message_options<'a>(options: Node<'_, 'a>, key: Text<'a>, extras: &mut Extras<'a>) {
    if !options.is_object() {
        return keep_member(Slot::Here, NAME, key, options, extras);
    }
    for (service, value) in options.members() {
        let Some(service) = service.text() else { continue };
        extras.push_in(Slot::Settings, NAME, service, value.to_raw(), value.at());
    }
}

/// Keeps the options of each service, and returns those seals of families that the part may have.
pub(super) fn read_options<'a>(
    options: Node<'_, 'a>,
    key: Text<'a>,
    is_taken: impl Fn(&str) -> bool,
    extras: &mut Extras<'a>,
) -> ReadSeals<'a> {
    let mut sealed = ReadSeals::default();
    if !options.is_object() {
        keep_member(Slot::Here, NAME, key, options, extras);
        return sealed;
    }
    for (service, value) in options.members() {
        let Some(name) = service.text() else { continue };
        let mut is_known = value.is_object() && !value.is_empty();
        for (key, inner) in value.members() {
            let seal = SEALS.iter().find(|seal| name.is(seal.service) && key.is(seal.key) && is_taken(seal.family));
            let place = seal.map(|seal| if seal.is_redacted { &mut sealed.redacted } else { &mut sealed.signature });
            match (seal, place, inner.text()) {
                (Some(seal), Some(place @ None), Some(text)) => {
                    *place = Some(Signature { at: inner.at(), family: seal.family, text });
                }
                _ => is_known = false,
            }
        }
        if is_known {
            extras.note_in(Slot::Source, NAME, name, value.to_raw(), value.at());
        } else {
            extras.push_in(Slot::Source, NAME, name, value.to_raw(), value.at());
        }
    }
    sealed
}
