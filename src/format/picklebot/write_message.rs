//! One message, or one for each result.

use super::NAME;
use super::message::{KEYS, earlier, is_absent};
use super::write::Placed;
use super::write_call::{is_call, write_calls};
use crate::format::Writing;
use crate::format::shared::{drop_empty, report_joined_text, report_legacy_result};
use crate::json::{At, Text};
use crate::model::{Extra, Extras, Media, Message, Part, Role, ToolResult};
use crate::report::{Refused, loss};

pub(super) fn write_message(placed: &Placed<'_, '_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let message = placed.message;
    let role = match &message.role {
        Role::System => "system",
        Role::Developer => {
            writing.report.add(&loss::ROLE, message.at, || "the role developer becomes system".to_owned());
            "system"
        }
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::Tool => {
            drop_empty(message, writing.report);
            write_results(placed, writing);
            return Ok(());
        }
        Role::Other(role) => {
            let text = format!("picklebot has no role `{}`", role.show());
            return Err(Refused::new(&loss::CANNOT_HOLD, message.at, text));
        }
    };
    let words = words(message, writing);
    open_message(message, role, writing);
    writing.out.key("content").joined(&words);
    if message.parts.iter().any(is_call) {
        write_calls(placed, writing);
    } else {
        write_field("tool_calls", "\"tool_calls\"", &message.extras, writing);
    }
    write_field("tool_call_id", "\"tool_call_id\"", &message.extras, writing);
    close_message(message, writing);
    Ok(())
}

/// The time and the role.
///
/// Where the source has no time, none is made up: the library then shows when it read the line.
fn open_message(message: &Message<'_>, role: &'static str, writing: &mut Writing<'_>) {
    writing.out.open(b'{');
    // What a later key replaces stands before it.
    for (key, extra) in earlier(&message.extras) {
        writing.out.key(key).raw(&extra.value);
    }
    match (&message.details().time, kept(&message.extras, "timestamp")) {
        (Some(time), _) => {
            let time = whole(time, message.at, message.origin == NAME, writing);
            writing.out.key("timestamp").text(&time);
        }
        (None, Some(odd)) => writing.out.key("timestamp").raw(&odd.value),
        (None, None) => {}
    }
    writing.out.key("role").word(role);
}

/// Fields that the library does not know.
fn close_message(message: &Message<'_>, writing: &mut Writing<'_>) {
    for extra in message.extras.of(NAME) {
        let is_earlier = earlier(&message.extras).any(|(_, own)| std::ptr::eq(own, extra));
        if !extra.is_note && !is_earlier && !KEYS.iter().any(|key| extra.key.is(key)) {
            writing.out.key_text(&extra.key).raw(&extra.value);
        }
    }
    writing.out.close(b'}');
}

/// A field as it was kept, else null; the library writes it always. `quoted` is the key as notes name it.
fn write_field(key: &str, quoted: &str, extras: &Extras<'_>, writing: &mut Writing<'_>) {
    match kept(extras, key) {
        Some(extra) => writing.out.key(key).raw(&extra.value),
        None if is_absent(extras, quoted) => {}
        None => writing.out.key(key).null(),
    }
}

pub(super) fn kept<'e, 'a>(extras: &'e Extras<'a>, key: &str) -> Option<&'e Extra<'a>> {
    extras.get(NAME, key)
}

/// The words of a message, in order, with nothing between them.
fn words<'m>(message: &'m Message<'_>, writing: &mut Writing<'_>) -> Vec<Text<'m>> {
    let is_own = message.origin == NAME;
    let mut words = Vec::new();
    let (mut has_text, mut has_call, mut late) = (false, false, None);
    for part in &message.parts {
        match part {
            Part::Text(text) | Part::Refusal(text) => {
                if matches!(part, Part::Refusal(_)) {
                    writing.report.add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal becomes text".to_owned());
                }
                if !text.text.is_empty() && std::mem::replace(&mut has_text, true) {
                    report_joined_text(text.at.or(message.at), writing.report);
                }
                late = late.or(has_call.then_some(text.at));
                words.push(whole(&text.text, text.at, is_own, writing));
            }
            Part::Reasoning(it) => {
                let text = it.text.as_ref().filter(|text| writing.options.is_reasoning_text && !text.is_empty());
                if let Some(text) = text {
                    late = late.or(has_call.then_some(it.at));
                    let text = whole(text, it.at, is_own, writing);
                    words.extend([Text::Token("<think>\\n"), text, Text::Token("\\n</think>\\n\\n")]);
                }
            }
            Part::Call(_) => has_call = true,
            Part::Media(media) => drop_medium(media, writing),
            // Written beside the words, or reported by what the format supports.
            Part::Opaque(_) | Part::Result(_) => {}
        }
    }
    if let Some(at) = late {
        writing.report.add(&loss::REORDERED, at, || "text behind a tool call now stands before it".to_owned());
    }
    words
}

fn drop_medium(media: &Media<'_>, writing: &mut Writing<'_>) {
    let kind = media.kind.name();
    writing.report.add(&loss::MEDIA, media.at, || format!("{kind} is dropped: picklebot holds text only"));
}

/// The text without halves of surrogate pairs: the library drops lines that have one. What it was read from stays.
pub(super) fn whole<'t>(text: &'t Text<'_>, at: At, is_own: bool, writing: &mut Writing<'_>) -> Text<'t> {
    let has_escape = text.token().is_some_and(|token| token.contains("\\ud") || token.contains("\\uD"));
    if is_own || !has_escape {
        return text.borrow();
    }
    let decoded = text.decode();
    if decoded == text.decode_json() {
        return text.borrow();
    }
    writing.report.add(&loss::SURROGATE, at, || "half of a surrogate pair is replaced".to_owned());
    Text::Owned(decoded.into_owned())
}

/// Several results in one message become a message each: how they are grouped says nothing.
fn write_results(placed: &Placed<'_, '_>, writing: &mut Writing<'_>) {
    for (place, part) in placed.message.parts.iter().enumerate() {
        let Part::Result(result) = part else { continue };
        write_result(result, placed, place, writing);
    }
}

fn write_result(result: &ToolResult<'_>, placed: &Placed<'_, '_>, place: usize, writing: &mut Writing<'_>) {
    let message = placed.message;
    let is_own = message.origin == NAME;
    report_legacy_result(result, writing.report);
    let words = result_words(result, is_own, writing);
    open_message(message, "tool", writing);
    writing.out.key("content").joined(&words);
    write_field("tool_calls", "\"tool_calls\"", &message.extras, writing);
    match (&result.call_id, placed.links.made(placed.index, place)) {
        (Some(id), _) => {
            let id = whole(id, result.at, is_own, writing);
            writing.out.key("tool_call_id").text(&id);
        }
        (None, Some(id)) if !is_own => writing.out.key("tool_call_id").string(id),
        (None, _) => write_field("tool_call_id", "\"tool_call_id\"", &message.extras, writing),
    }
    close_message(message, writing);
}

fn result_words<'r>(result: &'r ToolResult<'_>, is_own: bool, writing: &mut Writing<'_>) -> Vec<Text<'r>> {
    let mut words = Vec::new();
    for part in &result.parts {
        match part {
            Part::Text(text) | Part::Refusal(text) => {
                if matches!(part, Part::Refusal(_)) {
                    writing.report.add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal becomes text".to_owned());
                }
                words.push(whole(&text.text, text.at, is_own, writing));
            }
            Part::Media(media) => drop_medium(media, writing),
            Part::Reasoning(it) if writing.options.is_reasoning_text => {
                if let Some(text) = it.text.as_ref().filter(|text| !text.is_empty()) {
                    let text = whole(text, it.at, is_own, writing);
                    words.extend([Text::Token("<think>\\n"), text, Text::Token("\\n</think>\\n\\n")]);
                }
            }
            // Reported by what the format supports, or not found in results.
            Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Opaque(_) => {}
        }
    }
    let is_text = |part: &&Part<'_>| matches!(part, Part::Text(it) | Part::Refusal(it) if !it.text.is_empty());
    let texts = result.parts.iter().filter(is_text).count();
    if texts > 1 {
        writing.report.add(&loss::JOINED, result.at, || format!("{texts} texts of a tool result become one"));
    }
    words
}
