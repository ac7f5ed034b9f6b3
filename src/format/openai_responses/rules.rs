//! The rules of the API, in addition to those for all formats: ids, names, sizes, history on the server. `TW580` to `TW599`.

use std::collections::HashSet;

use super::NAME;
use super::item_marks::{PART, STRING, TYPE, field, find_mark, outer_field, span_of};
use super::policy::{CALL_IDS, TOOL_NAMES};
use super::rules_item as item;
use crate::format::shared::{ANSWER_MEMBER, check_call_ids, check_tool_names};
use crate::json::At;
use crate::model::{Conversation, Media, MediaKind, MediaSource, Part, Role, TextPart, ToolKind};
use crate::rule::{Rule, RuleReport, TOOL_SCHEMA, rule, sniff};

/// All of them, sorted by code.
pub(super) static RULES: &[&Rule] = &[
    TOOL_SCHEMA,
    ANSWER_MEMBER,
    &item::ID_PREFIX,
    &item::REPEATED_ID,
    &item::REASONING_ORPHAN,
    &CALL_ID,
    &REPEATED_CALL,
    &TOOL_NAME,
    &REMOTE_HISTORY,
    &SDK_REQUIRED,
    &TOO_LARGE,
    &FILE_TYPE,
];

rule! {
    CALL_ID "TW583" "responses-call-id" Error call_id
    "a call id is empty or longer than 64 characters"
    "use 1 to 64 characters, the same in the call and in its output"
    => Unsafe CallIds
}

fn call_id(_: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    check_call_ids(&CALL_IDS, found);
}

rule! {
    REPEATED_CALL "TW584" "responses-repeated-call" Error repeated_call
    "a later call uses the id of an earlier one"
    "give every call of the conversation its own id"
}

fn repeated_call(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if !found.has_repeated_ids() {
        return;
    }
    let mut seen = HashSet::new();
    for part in conversation.parts() {
        if let Part::Call(call) = part
            && let Some(id) = &call.id
            && !seen.insert(id.decode_json())
        {
            found.at(found.place(id, call.at), || format!("an earlier call has the id `{}` too", id.show()));
        }
    }
}

rule! {
    TOOL_NAME "TW585" "responses-tool-name" Error tool_name
    "the name of a tool has characters that the API rejects"
    "use only letters, digits, `_` and `-`, 1 to 128 characters"
}

fn tool_name(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    check_tool_names(conversation, &TOOL_NAMES, Some("Chat Completions"), found);
}

rule! {
    REMOTE_HISTORY "TW586" "responses-remote-history" Warning remote_history
    "earlier messages are stored only by the service"
    "fetch the earlier items and add them before these"
}

fn remote_history(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for key in ["previous_response_id", "conversation"] {
        if let Some(field) = conversation.extras.get(NAME, key).filter(|field| !field.value.is_null()) {
            found.at(field.at, || format!("with `{key}`, the service keeps earlier messages"));
        }
    }
}

rule! {
    SDK_REQUIRED "TW587" "responses-sdk-required" Warning sdk_required
    "a field that the SDK's types require is absent"
    "add the field: the service fills it in, typed programs do not"
}

fn sdk_required(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let mut lacks = |at: At, what: &str, keys: &[&str]| {
        if !keys.is_empty() {
            found.at(at, || format!("{what} has no `{}`", keys.join("`, no `")));
        }
    };
    for tool in conversation.tools.iter().filter(|tool| tool.origin == NAME && tool.kind == ToolKind::Function) {
        let is_there = |key: &str| match key {
            "parameters" if tool.parameters.is_some() => true,
            "strict" if tool.strict.is_some() => true,
            _ => field(&tool.extras, key).is_some(),
        };
        let keys: Vec<&str> = ["parameters", "strict"].into_iter().filter(|key| !is_there(key)).collect();
        lacks(tool.at, "a tool", &keys);
    }
    for message in conversation.messages.iter().filter(|message| message.origin == NAME) {
        let is_answer = matches!(message.role, Role::Assistant);
        for part in &message.parts {
            match part {
                Part::Media(media) if media.kind == MediaKind::Image && !has_detail(media) => {
                    lacks(media.at, "an image", &["detail"]);
                }
                Part::Text(text) | Part::Refusal(text) if is_answer => {
                    lacks(text.at, "a full answer", &missing_keys(part, text));
                }
                // Images in the output of a tool may go without a detail.
                Part::Result(_)
                | Part::Text(_)
                | Part::Refusal(_)
                | Part::Media(_)
                | Part::Reasoning(_)
                | Part::Call(_)
                | Part::Opaque(_) => {}
            }
        }
    }
}

fn has_detail(media: &Media<'_>) -> bool {
    media.detail.is_some() || field(&media.extras, "detail").is_some()
}

/// The keys that a part of a full answer lacks, and those of the answer itself, if it begins with this part.
fn missing_keys(part: &Part<'_>, text: &TextPart<'_>) -> Vec<&'static str> {
    let extras = &text.extras;
    let mut keys = Vec::new();
    // What may not be there at all is said already.
    if find_mark(extras, STRING).is_some() || find_mark(extras, PART).is_some() {
        return keys;
    }
    if matches!(part, Part::Text(_)) && text.citations().is_none() && field(extras, "annotations").is_none() {
        keys.push("annotations");
    }
    if span_of(part).is_some() {
        keys.extend(["id", "status"].into_iter().filter(|key| outer_field(extras, key).is_none()));
        keys.extend(["type"].into_iter().filter(|_| find_mark(extras, TYPE).is_none()));
    }
    keys
}

rule! {
    TOO_LARGE "TW588" "responses-too-large" Error too_large
    "a text, an image or a file is larger than the API accepts"
    "split the text; upload files and refer to their ids"
}

const MOST_TEXT: usize = 10_485_760;
const MOST_IMAGE: usize = 20 << 20;
const MOST_FILE: usize = 70 << 20;

fn too_large(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for part in conversation.parts() {
        check_size(part, found);
        if let Part::Result(result) = part {
            for part in &result.parts {
                check_size(part, found);
            }
        }
    }
}

fn check_size(part: &Part<'_>, found: &mut RuleReport<'_, '_>) {
    match part {
        Part::Text(it) | Part::Refusal(it) => {
            // Spelled, a text is never shorter than it is.
            if it.text.spelling().len() > MOST_TEXT && it.text.decode().chars().count() > MOST_TEXT {
                found.at(it.at, || "the text is longer than 10485760 characters".to_owned());
            }
        }
        Part::Media(it) => {
            if let MediaSource::Base64(data) | MediaSource::Url(data) = &it.source {
                let (most, what) = if it.kind == MediaKind::Image { (MOST_IMAGE, 20) } else { (MOST_FILE, 70) };
                if data.spelling().len() > most {
                    found.at(it.at, || format!("{} is larger than {what} MiB", it.kind.name()));
                }
            }
        }
        Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Opaque(_) => {}
    }
}

rule! {
    FILE_TYPE "TW590" "responses-file-type" Error file_type
    "audio or video is sent as a file, which the API rejects"
    "send a transcript: the API accepts no audio or video here"
}

fn file_type(_: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for &media in found.media() {
        let is_refused = |kind: MediaKind| matches!(kind, MediaKind::Audio | MediaKind::Video);
        if media.kind == MediaKind::Document && is_refused(kind_of(media)) {
            found.at(media.at, || {
                format!("the API accepts documents as `input_file`, and this is {}", kind_of(media).name())
            });
        }
    }
}

/// The kind of a file: by its media type, its first bytes, or its name.
fn kind_of(media: &Media<'_>) -> MediaKind {
    let of_name = |name: &str| {
        let end = name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).unwrap_or_default();
        match end.as_str() {
            "mp3" | "wav" | "m4a" | "ogg" | "oga" | "opus" | "flac" | "aac" => MediaKind::Audio,
            "mp4" | "mov" | "webm" | "mkv" | "avi" | "mpeg" | "mpg" => MediaKind::Video,
            _ => MediaKind::Unknown,
        }
    };
    let declared = media.media_type.as_ref().map_or(MediaKind::Unknown, |declared| MediaKind::of(&declared.decode()));
    let by_source = match &media.source {
        MediaSource::Base64(data) => sniff::type_of(data).map_or(MediaKind::Unknown, MediaKind::of),
        MediaSource::Url(url) => of_name(url.decode().split(['?', '#']).next().unwrap_or_default()),
        MediaSource::File(_) | MediaSource::Remote { .. } | MediaSource::Plain(_) => MediaKind::Unknown,
    };
    let by_name = media.file_name.as_ref().map_or(MediaKind::Unknown, |name| of_name(&name.decode()));
    let all = [declared, by_source, by_name];
    all.into_iter().find(|kind| matches!(kind, MediaKind::Audio | MediaKind::Video)).unwrap_or(MediaKind::Document)
}
