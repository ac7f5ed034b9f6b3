//! The rules of the API for documents and images. `TW620` to `TW639`; the list is in `rules.rs`.

use std::collections::HashSet;

use super::NAME;
use super::names::{is_plain, problem};
use super::policy::{BYTES, PER_MESSAGE};
use crate::json::Text;
use crate::lower::exceeds;
use crate::model::{Conversation, Media, MediaKind, MediaSource, Message, Part, Role};
use crate::report::Severity;
use crate::rule::{RuleReport, pixels, rule};

/// Most pixels of an image on a side.
const MOST_PIXELS: u32 = 8000;

/// The parts of user messages. Those that were one message in their source belong together, and those of other formats
/// that follow each other become one.
fn user_messages<'c>(conversation: &'c Conversation<'_>) -> Vec<Vec<&'c Part<'c>>> {
    let mut groups: Vec<Vec<&Part<'_>>> = Vec::new();
    let mut before: Option<&Message<'_>> = None;
    for message in &conversation.messages {
        let is_user = matches!(message.role, Role::User | Role::Tool);
        let is_one = |before: &Message<'_>| match message.origin {
            NAME => before.turn.is_some() && before.turn == message.turn,
            _ => matches!(before.role, Role::User | Role::Tool),
        };
        let is_same = before.is_some_and(is_one);
        before = Some(message);
        if !is_user {
            continue;
        }
        match groups.last_mut().filter(|_| is_same) {
            Some(group) => group.extend(&message.parts),
            None => groups.push(message.parts.iter().collect()),
        }
    }
    groups
}

fn media_of<'c>(part: &'c Part<'c>, kind: MediaKind) -> Option<&'c Media<'c>> {
    if let Part::Media(media) = part
        && media.kind == kind
    {
        return Some(media);
    }
    None
}

/// Also one in a form that only this format has.
fn is_document(part: &Part<'_>) -> bool {
    match part {
        Part::Opaque(it) => it.origin == NAME && it.kind.is("document"),
        Part::Media(media) => media.kind == MediaKind::Document,
        Part::Text(_) | Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Refusal(_) => false,
    }
}

rule! {
    DOCUMENT_ALONE "TW627" "bedrock-document-alone" Error document_alone
    "a document is in a message without text"
    "add a text to the same message that says what to do with it"
}

fn document_alone(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for group in user_messages(conversation) {
        if group.iter().any(|part| matches!(part, Part::Text(_) | Part::Refusal(_))) {
            continue;
        }
        for part in group.iter().filter(|part| is_document(part)) {
            found.at(part.at(), || "a document needs text in the same message".to_owned());
        }
    }
}

/// All documents, those in results included.
fn documents<'c>(conversation: &'c Conversation<'_>) -> impl Iterator<Item = &'c Media<'c>> {
    conversation.parts().flat_map(|part| {
        let inner = if let Part::Result(result) = part { &result.parts } else { std::slice::from_ref(part) };
        inner.iter().filter_map(|part| media_of(part, MediaKind::Document))
    })
}

rule! {
    DOCUMENT_NAME "TW628" "bedrock-document-name" Error document_name
    "the name of a document has characters that the API rejects"
    "use only letters, digits, single spaces, `-`, `(`, `)`, `[` and `]`, no extension, at most 200 characters"
}

fn document_name(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for media in documents(conversation) {
        let Some(name) = &media.file_name else { continue };
        let text = name.decode();
        if let Some(problem) = problem(&text) {
            found.at(found.place(name, media.at), || {
                format!("the API rejects the document name `{}`: {problem}", name.show())
            });
        } else if !is_plain(&text) {
            found.at_as(Severity::Warning, media.at, || {
                format!("the document name `{}` has letters beyond ASCII", name.show())
            });
        }
    }
}

rule! {
    SAME_NAME "TW629" "bedrock-same-name" Warning same_name
    "two documents have the same name"
    "give each document its own name"
}

fn same_name(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let mut seen = HashSet::new();
    for media in documents(conversation) {
        if let Some(name) = &media.file_name
            && !seen.insert(name.decode())
        {
            found.at(found.place(name, media.at), || format!("another document is named `{}` too", Text::show(name)));
        }
    }
}

rule! {
    TOO_MANY "TW630" "bedrock-media-limit" Error too_many
    "a message has too many or too large documents or images"
    "use at most 5 documents of 4.5 MB and 20 images of 3.75 MB and 8000 pixels a side in one message"
}

fn too_many(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for group in user_messages(conversation) {
        for (kind, limit) in PER_MESSAGE.iter().copied() {
            let bytes = BYTES.iter().find(|(limited, _)| *limited == kind).map_or(usize::MAX, |(_, bytes)| *bytes);
            let all = group.iter().filter_map(|part| media_of(part, kind));
            for (media, count) in all.zip(1..) {
                if count > limit {
                    let kind = kind.word();
                    found.at(media.at, || format!("{kind} number {count} of this message; {limit} are taken"));
                } else if matches!(&media.source, MediaSource::Base64(data) if exceeds(data, bytes)) {
                    found.at(media.at, || format!("{} is larger than the API accepts", kind.name()));
                } else if let MediaSource::Base64(data) = &media.source
                    && let Some((width, height)) = pixels::of(data)
                    && width.max(height) > MOST_PIXELS
                {
                    found.at(media.at, || {
                        format!("the image has {width} × {height} pixels; at most {MOST_PIXELS} on a side are taken")
                    });
                }
            }
        }
    }
}
