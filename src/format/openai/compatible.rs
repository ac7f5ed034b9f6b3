//! Fields of programs that are compatible with this API and contain more: reasoning, its signatures, cache marks.
//!
//! ```json
//! {"role":"assistant","content":"4","reasoning_content":"2 and 2","thinking_blocks":[{"type":"thinking",…}]}
//! ```
//!
//! Sources: litellm 1.80 (`reasoning_content`, `thinking_blocks`, `cache_control`, `provider_specific_fields`), `DeepSeek`
//! (`reasoning_content`), vLLM (`reasoning`), `OpenRouter` (`reasoning`, `reasoning_details`), ollama
//! (`thinking`, `images`, `tool_name`), Cohere (`tool_plan`). The fields are kept as notes:
//! where the format stays the same they go back as they came.

use super::NAME;
use crate::format::Reading;
use crate::format::shared::keep_member;
use crate::json::{Fields, Node, Text};
use crate::model::{
    CacheHint, Extras, Media, MediaKind, MediaSource, Message, Part, Reasoning, Role, Signature, Slot, TextPart, Ttl,
};
use crate::report::{misspelled_key, shape};

/// The fields that hold reasoning.
const REASONING: [&str; 5] = ["reasoning_content", "reasoning", "thinking", "thinking_blocks", "reasoning_details"];
/// The number of them that hold plain text.
const WORDS: usize = 3;

/// The other fields that stand for parts of the model.
const OTHERS: [&str; 3] = ["tool_plan", "images", "tool_name"];

/// True for a field that holds reasoning.
pub(super) fn is_reasoning(key: &str) -> bool {
    REASONING.contains(&key)
}

/// True for a field of a message that the reader turned into something else, so that it is a note only.
pub(super) fn is_compatible(key: &str) -> bool {
    is_reasoning(key) || OTHERS.contains(&key)
}

/// Sorts out the fields of a message that the API itself does not know.
pub(super) fn read_more<'a>(rest: &Fields<'_, 'a, '_>, message: &mut Message<'a>, reading: &mut Reading<'_>) {
    let mut found = [None; 5];
    for (key, value) in rest.unknown() {
        let name = key.decode();
        let place = REASONING.iter().position(|known| *known == name);
        let is_answer = matches!(message.role, Role::Assistant);
        match place {
            Some(place) if is_answer && value.is_string() && place < WORDS => {
                note(&mut found, place, value, message, reading);
            }
            Some(place) if is_answer && value.is_array() && place >= WORDS => {
                note(&mut found, place, value, message, reading);
            }
            None if OTHERS.contains(&name.as_ref()) && read_other(&name, value, message) => {
                say(reading, value, &name);
                message.extras.note(NAME, key, value.to_raw(), value.at());
            }
            // The mark of a message is that of its last part.
            None if name == "cache_control" && !value.is_null() => match message.parts.last_mut() {
                Some(Part::Text(text)) if text.cache().is_none() => {
                    let mark = read_mark(value, &mut text.extras, reading);
                    text.set_cache(mark);
                }
                _ => unknown(key, value, rest, message, reading),
            },
            _ => unknown(key, value, rest, message, reading),
        }
    }
    if found.iter().any(Option::is_some) {
        let parts = reasoning(found);
        message.parts.change(|all| drop(all.splice(0..0, parts)));
    }
}

fn note<'t, 'a>(
    found: &mut [Option<Node<'t, 'a>>; 5],
    place: usize,
    value: Node<'t, 'a>,
    message: &mut Message<'a>,
    reading: &mut Reading<'_>,
) {
    let (Some(slot), Some(key)) = (found.get_mut(place), REASONING.get(place)) else { return };
    *slot = Some(value);
    say(reading, value, key);
    if value.items().all(is_understood) {
        message.extras.note(NAME, Text::Token(key), value.to_raw(), value.at());
    } else {
        // More than the model holds: where the field has no place, that is said.
        message.extras.push(NAME, Text::Token(key), value.to_raw(), value.at());
    }
}

/// Reads the plan of Cohere's models before calls, images of ollama, and its names on results. False for another key.
fn read_other<'a>(key: &str, value: Node<'_, 'a>, message: &mut Message<'a>) -> bool {
    match (key, &message.role) {
        ("tool_plan", Role::Assistant) => {
            let Some(text) = value.text() else { return false };
            let mut part = TextPart::new(text, value.at());
            part.extras.mark(NAME, "tool_plan", value.to_raw(), value.at());
            message.parts.change(|parts| parts.insert(0, Part::Text(part)));
        }
        ("images", Role::User) if value.is_array() && value.items().all(|item| item.is_string()) => {
            for item in value.items() {
                let mut extras = Extras::default();
                extras.mark(NAME, "images", item.to_raw(), item.at());
                message.parts.push(Part::Media(Box::new(Media {
                    at: item.at(),
                    kind: MediaKind::Image,
                    source: MediaSource::of_bytes(item.text().unwrap_or_default()),
                    media_type: None,
                    file_name: None,
                    detail: None,
                    cache: None,
                    extras,
                })));
            }
        }
        ("tool_name", Role::Tool) => match message.parts.first_mut() {
            Some(Part::Result(result)) if result.name.is_none() && value.is_string() => result.name = value.text(),
            _ => return false,
        },
        _ => return false,
    }
    true
}

fn unknown<'a>(
    key: Text<'a>,
    value: Node<'_, 'a>,
    rest: &Fields<'_, 'a, '_>,
    message: &mut Message<'a>,
    reading: &mut Reading<'_>,
) {
    if !reading.is_absent(value) {
        reading
            .report
            .add(&shape::UNKNOWN_FIELD, value.at(), || misspelled_key("a message in openai", &key, rest.absent()));
    }
    keep_member(Slot::Here, NAME, key, value, &mut message.extras);
}

fn say(reading: &mut Reading<'_>, value: Node<'_, '_>, key: &str) {
    reading.report.add(&shape::COMPATIBLE_FIELD, value.at(), || {
        format!("the API itself has no field `{key}`; compatible programs do")
    });
}

/// The same reasoning often appears there twice: as text, and as blocks with its proof.
fn reasoning<'a>([content, text, thinking, blocks, details]: [Option<Node<'_, 'a>>; 5]) -> Vec<Part<'a>> {
    let mut parts: Vec<Reasoning<'a>> = Vec::new();
    let listed = blocks.into_iter().chain(details.filter(|_| blocks.is_none()));
    parts.extend(listed.flat_map(|list| list.items()).filter_map(read_block));
    let all: String = parts.iter().filter_map(|part| part.text.as_ref()).map(Text::decode).collect();
    let mut seen = vec![all];
    for node in content.into_iter().chain(text).chain(thinking) {
        let is_new = |words: &Text<'_>| !words.is_empty() && !seen.iter().any(|known| words.decode() == known.as_str());
        let Some(words) = node.text().filter(is_new) else { continue };
        seen.push(words.decode().into_owned());
        parts.push(Reasoning { at: node.at(), text: Some(words), ..Reasoning::default() });
    }
    parts.into_iter().map(|part| Part::Reasoning(Box::new(part))).collect()
}

/// All that the block says is in what is read of it.
fn is_understood(block: Node<'_, '_>) -> bool {
    const KNOWN: [&str; 8] = ["type", "thinking", "text", "summary", "signature", "data", "format", "index"];
    let is_known = |key: Node<'_, '_>, value: Node<'_, '_>| value.is_null() || KNOWN.iter().any(|known| key.is(known));
    let is_string = |key: &str| block.get(key).is_none_or(|value| value.is_string() || value.is_null());
    let is_index = block.get("index").is_none_or(|index| !(index.is_object() || index.is_array()));
    block.members().all(|(key, value)| is_known(key, value))
        && ["signature", "data", "format", "text", "thinking", "summary"].into_iter().all(is_string)
        && is_index
        && read_block(block).is_some()
}

/// A block of `thinking_blocks` or an item of `reasoning_details`.
fn read_block<'a>(block: Node<'_, 'a>) -> Option<Reasoning<'a>> {
    let [kind, thinking, text, summary, signature, data, format] =
        block.pick(&["type", "thinking", "text", "summary", "signature", "data", "format"]);
    let kind = kind?.text()?;
    let kind = kind.decode();
    let words = |node: Option<Node<'_, 'a>>| node.and_then(|node| node.text());
    let family = match (kind.as_ref(), words(format)) {
        ("thinking" | "redacted_thinking", _) => "anthropic",
        (_, Some(format)) if format.decode().starts_with("anthropic") => "anthropic",
        (_, Some(format)) if format.decode().starts_with("google") => "gemini",
        (_, Some(format)) if format.decode().starts_with("openai") => "openai",
        _ => "",
    };
    let mut part = Reasoning { at: block.at(), ..Reasoning::default() };
    match kind.as_ref() {
        "thinking" | "reasoning.text" => {
            part.text = words(thinking).or_else(|| words(text));
            part.signature = words(signature).filter(|signature| !signature.is_empty());
        }
        "reasoning.summary" => part.text = words(summary),
        "redacted_thinking" | "reasoning.encrypted" => part.redacted = words(data),
        _ => return None,
    }
    if part.signature.is_some() || part.redacted.is_some() {
        part.family = family;
    }
    (part.text.is_some() || part.redacted.is_some()).then_some(part)
}

/// `{"type":"ephemeral","ttl":"1h"}`; what is not such a mark stays a field.
pub(super) fn read_mark<'a>(
    mark: Node<'_, 'a>,
    extras: &mut Extras<'a>,
    reading: &mut Reading<'_>,
) -> Option<Box<CacheHint<'a>>> {
    say(reading, mark, "cache_control");
    let [kind, ttl] = mark.pick(&["type", "ttl"]);
    let seconds = match ttl {
        Some(ttl) if ttl.is("1h") => Some(3600.0),
        Some(ttl) if ttl.is("5m") => Some(300.0),
        _ => None,
    };
    let is_known = kind.is_some_and(|kind| kind.is("ephemeral")) && ttl.is_some() == seconds.is_some();
    if !is_known {
        extras.push(NAME, Text::Token("cache_control"), mark.to_raw(), mark.at());
        return None;
    }
    extras.note(NAME, Text::Token("cache_control"), mark.to_raw(), mark.at());
    let ttl = ttl.zip(seconds).map(|(ttl, seconds)| Ttl { seconds, raw: ttl.to_raw() });
    Some(Box::new(CacheHint { at: mark.at(), is_on: true, ttl }))
}

/// The proof of a call, which one provider wants back: `{"thought_signature":"…"}`.
pub(super) fn read_call_signature<'a>(fields: Node<'_, 'a>) -> Option<Box<Signature<'a>>> {
    let found = fields.get("thought_signature").filter(|_| fields.len() == 1)?;
    Some(Box::new(Signature { at: found.at(), family: "gemini", text: found.text()? }))
}
