//! The rules of the API, in addition to those for all formats: parts, names, media, signatures. `TW600` to `TW619`.

use super::NAME;
use super::media::is_video_page;
use super::part::{is_server_part, is_video_setting, part_kinds};
use super::policy::TOOL_NAMES;
use super::rules_order as order;
use super::turns::contents;
use crate::format::shared::{check_media_sum, each_tool_name, is_response};
use crate::json::{At, Tape};
use crate::model::{Conversation, MediaSource, Opaque, Part, Role, ToolCall};
use crate::report::{Severity, nearest, unknown_word};
use crate::rule::{Rule, RuleReport, TOOL_SCHEMA, rule};

/// All of them, sorted by code.
pub(super) static RULES: &[&Rule] = &[
    TOOL_SCHEMA,
    &PART_DATA,
    &order::CALL_PLACE,
    &order::RESPONSES,
    &FUNCTION_NAME,
    &order::MIXED_RESPONSES,
    &order::FIRST_ROLE,
    &order::LAST_ROLE,
    &UNSIGNED_CALL,
    &REQUEST_SIZE,
    &FILE_URL,
    &order::NO_CONTENTS,
];

/// The rules for contents that a program stores until they are sent.
pub(in crate::format) static STORED: &[&Rule] = &[&PART_DATA];

rule! {
    PART_DATA "TW600" "gemini-part-data" Error part_data
    "a part does not have exactly one kind of data"
    "put every text, media file, call and response into its own part"
}

fn part_data(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for part in conversation.parts() {
        let inner = if let Part::Result(result) = part { result.parts.as_slice() } else { std::slice::from_ref(part) };
        for part in inner {
            let Part::Opaque(it) = part else { continue };
            // A call or response that is where it may not is a finding of its own.
            let is_misplaced = it.kind.is("functionCall") || it.kind.is("functionResponse");
            if it.origin != NAME || is_misplaced || is_server_part(&it.kind) || is_video_setting(&it.kind) {
                continue;
            }
            if let Some((at, message)) = misspelled(it) {
                found.at(at, || message);
                continue;
            }
            found.at(it.at, || {
                if it.kind.is_empty() {
                    return "the part has no data: a text, media file, call or response".to_owned();
                }
                format!("the part has more than one kind of data: {}", it.kind.show())
            });
        }
    }
}

/// The place of the key of a part that is nearly one of its kinds, and the message.
fn misspelled(part: &Opaque<'_>) -> Option<(At, String)> {
    let mut tape = Tape::new();
    let root = tape.parse(part.raw.as_str()).ok().filter(|_| part.kind.is_empty())?;
    let known = || part_kinds().iter().copied();
    root.members().find_map(|(key, value)| {
        let word = key.text()?;
        let meant = nearest(&word.decode(), known())?;
        let at = At::byte(part.at.offset()? + value.at().offset()?);
        Some((at, unknown_word("kind of part", &word, &[meant]).message))
    })
}

rule! {
    FUNCTION_NAME "TW603" "gemini-function-name" Error function_name
    "the name of a function has characters that the API rejects"
    "use only letters, digits, `_`, `-`, `.` and `:`, 1 to 128 characters"
}

fn function_name(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    each_tool_name(conversation, found.pairs(), |name, at| {
        let text = name.decode();
        let is_usual = text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
        if !TOOL_NAMES.holds(&name.decode()) {
            found.at(at, || format!("the API rejects the function name `{}`", name.show()));
        } else if text.len() > 64 || !is_usual {
            found.at_as(Severity::Warning, at, || format!("older models reject the function name `{}`", name.show()));
        }
    });
}

rule! {
    UNSIGNED_CALL "TW607" "gemini-unsigned-call" Warning unsigned_call
    "a call in the current turn has no signature"
    "send the model's parts back unchanged, with their `thoughtSignature`"
}

fn unsigned_call(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let is_signed = |call: &ToolCall<'_>| call.signature.as_ref().is_some_and(|it| it.family == NAME);
    let any_signed = || conversation.parts().any(|part| matches!(part, Part::Call(call) if is_signed(call)));
    if !(found.is_sending || any_signed()) || is_response(conversation, NAME) {
        return;
    }
    let messages = &conversation.messages;
    let current = messages.iter().rposition(|message| matches!(message.role, Role::User)).unwrap_or(0);
    for content in contents(conversation).iter().filter(|content| content.is_model && content.messages.start > current)
    {
        let parts = messages.get(content.messages.clone()).unwrap_or_default().iter().flat_map(|it| &it.parts);
        let mut calls = parts.filter_map(|part| if let Part::Call(call) = part { Some(call) } else { None });
        if let Some(call) = calls.next().filter(|call| !is_signed(call)) {
            found.at(call.at, || format!("the call of `{}` has no `thoughtSignature`", call.name.show()));
        }
    }
}

/// The maximum size of the inline data of a request in bytes: the lowest limit of all models.
const INLINE_LIMIT: usize = 20 << 20;

rule! {
    REQUEST_SIZE "TW608" "gemini-request-size" Warning request_size
    "the media files in the request are larger than 20 MB"
    "upload the files and refer to them with `fileData`"
}

fn request_size(_: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    check_media_sum(found, INLINE_LIMIT, || "the media up to here are larger than 20 MB".to_owned());
}

rule! {
    FILE_URL "TW609" "gemini-file-url" Warning file_url
    "a file is referred to by a URL that older models do not fetch"
    "upload the file, or embed it as `inlineData`"
}

fn file_url(_: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for media in found.media() {
        if let MediaSource::Url(url) = &media.source
            && !is_video_page(&url.decode())
            && !url.decode().starts_with("gs://")
        {
            found.at(media.at, || format!("older models do not fetch `{}`", url.show()));
        }
    }
}
