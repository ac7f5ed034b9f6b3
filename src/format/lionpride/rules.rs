//! What the library rejects, or takes and loses later. `TW660` to `TW679`.

use std::collections::HashSet;

use super::NAME;
use super::image::uuid_digits;
use super::preserved_fields::{find_inner, is_unset};
use crate::format::shared;
use crate::json::{Tape, Text};
use crate::model::{Conversation, Message, Part, Role, TextPart};
use crate::rule::{Rule, RuleReport, rule};

pub(super) static RULES: &[&Rule] = &[
    &DUPLICATE_ID,
    &super::rules_order::SYSTEM_PLACE,
    &super::rules_order::SYSTEM_LOST,
    &super::rules_order::TRAILING_RESULT,
    &EMPTY_CONTENT,
    &JSON_TEXT,
    &NO_TEXT,
    &ZONE,
    &super::rules_order::TIME_ORDER,
    &IMAGE_DETAIL,
    &super::rules_flow::BRANCH_ORDER,
    &super::rules_flow::BRANCH_SYSTEM,
    &super::rules_flow::CLONE_SOURCE,
    &ROLE_KEY,
];

rule! {
    ROLE_KEY "TW673" "lionpride-role" Error
    "a message has a `role`, which lionpride derives from the content and does not load"
    "remove it; the keys of `content` determine who speaks"
    => Safe RemoveValue
}

rule! {
    DUPLICATE_ID "TW660" "lionpride-duplicate-id" Error duplicate_id
    "two messages have the same id, possibly in different spellings"
    "give every message its own id"
}

fn duplicate_id(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let mut seen = HashSet::new();
    for message in &conversation.messages {
        let Some(id) = &message.details().id else { continue };
        if uuid_digits(&id.decode()).is_some_and(|digits| !seen.insert(digits)) {
            found.at(found.place(id, message.at), || format!("the id `{}` is used twice", id.show()));
        }
    }
}

rule! {
    EMPTY_CONTENT "TW664" "lionpride-empty-content" Warning empty_content
    "a content without values becomes an empty instruction when lionpride saves it"
    "add text to the message, or remove it"
}

fn empty_content(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for message in &conversation.messages {
        if !matches!(message.role, Role::User) && is_empty(message) {
            found.at(message.at, || "the message becomes an empty instruction of the user when saved".to_owned());
        }
    }
}

fn is_empty(message: &Message<'_>) -> bool {
    let is_nothing = |part: &TextPart<'_>| part.text.is_empty() || (part.is_json && is_unset(&part.text.decode_json()));
    let mut parts = message.parts.iter().map(|part| match part {
        Part::Text(text) => is_nothing(text),
        // The arguments alone keep the type.
        Part::Call(call) => {
            let is_without = match &call.arguments {
                crate::model::Arguments::Object(raw) => is_unset(raw.as_str()),
                crate::model::Arguments::Encoded(text) => text.is_empty(),
            };
            call.name.is_empty() && is_without && find_inner(&message.extras, "function").is_none_or(|it| it.is_note)
        }
        Part::Result(result) => result.parts.iter().all(|part| matches!(part, Part::Text(text) if is_nothing(text))),
        Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => false,
    });
    let has_more =
        ["system_datetime", "error"].iter().any(|key| find_inner(&message.extras, key).is_some_and(|it| !it.is_note));
    !has_more && parts.all(|is_nothing| is_nothing)
}

rule! {
    JSON_TEXT "TW665" "lionpride-json-text" Warning json_text
    "a string contains JSON text; lionpride changes its type when it saves the message"
    "add a word before it, or write the value instead of its text"
}

fn json_text(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let mut tape = Tape::new();
    for message in &conversation.messages {
        let inside = message.parts.iter().flat_map(|part| match part {
            Part::Result(result) => result.parts.as_slice(),
            Part::Text(_)
            | Part::Reasoning(_)
            | Part::Call(_)
            | Part::Media(_)
            | Part::Refusal(_)
            | Part::Opaque(_) => std::slice::from_ref(part),
        });
        for part in inside {
            let (text, at) = match part {
                Part::Text(text) if !text.is_json => (&text.text, text.at),
                Part::Call(call) => match &call.arguments {
                    crate::model::Arguments::Encoded(text) => (text, call.at),
                    crate::model::Arguments::Object(_) => continue,
                },
                Part::Text(_)
                | Part::Reasoning(_)
                | Part::Result(_)
                | Part::Media(_)
                | Part::Refusal(_)
                | Part::Opaque(_) => continue,
            };
            if looks_like_json(text) && tape.parse(&text.decode()).is_ok() {
                found.at(at, || format!("`{}` is JSON text and becomes a value when saved", text.show()));
            }
        }
    }
}

/// Most texts begin like no JSON value: they are not parsed.
fn looks_like_json(text: &Text<'_>) -> bool {
    text.decode().trim_start().starts_with(|first: char| "{[\"-tfn".contains(first) || first.is_ascii_digit())
}

rule! {
    NO_TEXT "TW666" "lionpride-not-text" Warning no_text
    "the text of an assistant or system message is not a string"
    "write a string"
}

fn no_text(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for message in &conversation.messages {
        for part in message.parts.iter().filter(|_| matches!(message.role, Role::Assistant | Role::System)) {
            if let Part::Text(text) = part
                && text.is_json
                && !is_unset(&text.text.decode_json())
            {
                found.at(text.at, || "the text of the message is not a string".to_owned());
            }
        }
    }
}

rule! {
    ZONE "TW667" "lionpride-time-zone" Warning zone
    "a time is not in UTC, or has no time zone"
    "add `+00:00` after the time"
}

fn zone(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for message in &conversation.messages {
        let Some(time) = &message.details().time else { continue };
        let said =
            if shared::time::parse(&time.decode()).is_none_or(|time| time.zone == Some(0)) { continue } else { time };
        found.at(found.place(time, message.at), || format!("the time `{}` is not in UTC", said.show()));
    }
}

rule! {
    IMAGE_DETAIL "TW669" "lionpride-image-detail" Warning image_detail
    "the image detail is unknown, or there are no images"
    "use low, high or auto, together with images"
}

fn image_detail(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for message in conversation.messages.iter().filter(|message| message.origin == NAME) {
        let details = message.parts.iter().filter_map(|part| match part {
            Part::Media(media) => Some((media.detail.as_ref()?, media.at)),
            Part::Text(_)
            | Part::Reasoning(_)
            | Part::Call(_)
            | Part::Result(_)
            | Part::Refusal(_)
            | Part::Opaque(_) => None,
        });
        // All images of a message have the same.
        for (detail, at) in details.take(1) {
            if !["low", "high", "auto"].iter().any(|level| detail.is(level)) {
                found.at(at, || format!("unknown image detail `{}`", detail.show()));
            }
        }
        if let Some(extra) = find_inner(&message.extras, "image_detail").filter(|extra| !extra.is_note) {
            found.at(extra.at, || "an image detail without images, or of the wrong kind".to_owned());
        }
    }
}
