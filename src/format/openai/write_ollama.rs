//! Messages for ollama's `/api/chat`: one string of words a message, images beside it, arguments that are objects.
//!
//! ```json
//! {"role":"assistant","content":"","thinking":"hm","tool_calls":[{"function":{"name":"f","arguments":{"n":1}},"id":"c1"}]}
//! ```
//!
//! Source: ollama 0.12, `api/types.go` (`Message`, `ToolCall`).

use super::NAME;
use super::write_call::{check_tool_name, function_arguments};
use super::write_message::check_order;
use crate::format::Writing;
use crate::format::shared::{Links, cannot_hold, drop_empty, drop_hint, found_type, joined_text, report_legacy_result};
use crate::json::{At, Text};
use crate::model::{Conversation, Media, MediaKind, MediaSource, Message, Part, Role, ToolResult};
use crate::report::{Refused, loss};

pub(super) fn write_messages(
    conversation: &Conversation<'_>,
    links: &Links<'_>,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    // Images of results wait until the whole group of results is written.
    let mut moved: Vec<&Media<'_>> = Vec::new();
    for (message, index) in conversation.messages.iter().zip(0..) {
        if matches!(message.role, Role::Tool) {
            drop_empty(message, writing.report);
            for (part, place) in message.parts.iter().zip(0..) {
                if let Part::Result(result) = part {
                    let name = result.name.as_ref().or_else(|| links.name(index, place));
                    write_result(result, name, links.made(index, place), &mut moved, writing)?;
                }
            }
            drop_opaque(message, writing);
            continue;
        }
        write_moved(&mut moved, writing)?;
        write_message(message, index, links, writing)?;
    }
    write_moved(&mut moved, writing)
}

fn write_message(
    message: &Message<'_>,
    index: usize,
    links: &Links<'_>,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    let role = match &message.role {
        Role::System => "system",
        Role::Developer => {
            writing.report.add(&loss::ROLE, message.at, || "the role developer became system".to_owned());
            "system"
        }
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::Tool => "tool",
        Role::Other(role) => {
            let why = format!("ollama has no role `{}`", role.show());
            return Err(Refused::new(&loss::CANNOT_HOLD, message.at, why));
        }
    };
    writing.out.open(b'{');
    writing.out.key("role").word(role);
    check_order(message, writing);
    write_words(&message.parts, message.at, writing);
    write_images(&message.parts, role == "user", writing)?;
    let thoughts: Vec<Text<'_>> = message
        .parts
        .iter()
        .filter_map(|part| match part {
            Part::Reasoning(it) => it.text.as_ref().map(Text::borrow),
            Part::Text(_) | Part::Call(_) | Part::Result(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => {
                None
            }
        })
        .collect();
    if !thoughts.is_empty() {
        writing.out.key("thinking").joined(&thoughts);
    }
    let mut is_open = false;
    for (part, place) in message.parts.iter().zip(0..) {
        let Part::Call(call) = part else { continue };
        check_tool_name(&call.name, call.at)?;
        if !is_open {
            writing.out.key("tool_calls").open(b'[');
            is_open = true;
        }
        let arguments = function_arguments(call, writing)?;
        writing.out.open(b'{');
        writing.out.key("function").open(b'{');
        writing.out.key("name").text(&call.name);
        writing.out.key("arguments").verbatim(&arguments);
        writing.out.close(b'}');
        match (&call.id, links.made(index, place)) {
            (Some(id), _) => writing.out.key("id").text(id),
            (None, id) => writing.out.key("id").string(id.unwrap_or("call_0")),
        }
        writing.out.close(b'}');
    }
    if is_open {
        writing.out.close(b']');
    }
    writing.out.close(b'}');
    drop_opaque(message, writing);
    Ok(())
}

/// A part that only the API itself understands has no place there.
fn drop_opaque(message: &Message<'_>, writing: &mut Writing<'_>) {
    let parts = message.parts.iter().flat_map(|part| match part {
        Part::Result(it) => it.parts.as_slice(),
        Part::Text(_) | Part::Reasoning(_) | Part::Call(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => {
            std::slice::from_ref(part)
        }
    });
    for part in parts {
        if let Part::Opaque(it) = part
            && it.origin == NAME
        {
            let kind = &it.kind;
            writing.report.add(&loss::OPAQUE_PART, it.at, || format!("a part of type `{}` is dropped", kind.show()));
        }
    }
}

/// All words of a message are one string there.
fn write_words(parts: &[Part<'_>], at: At, writing: &mut Writing<'_>) {
    for part in parts {
        if let Part::Refusal(text) = part {
            writing.report.add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal is written as text".to_owned());
        }
    }
    match joined_text(parts) {
        None => writing.out.key("content").string(""),
        Some((pieces, count)) => {
            if count > 1 {
                writing.report.add(&loss::JOINED, at, || format!("{count} texts became one"));
            }
            writing.out.key("content").joined(&pieces);
        }
    }
}

fn write_images(parts: &[Part<'_>], is_user: bool, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let mut is_open = false;
    for part in parts {
        let Part::Media(media) = part else { continue };
        if !is_user {
            let kind = media.kind.name();
            writing.report.add(&loss::MEDIA, media.at, || format!("{kind} outside a user message is dropped"));
            drop_hint(media.cache.as_deref(), writing);
            continue;
        }
        write_image(media, &mut is_open, writing)?;
    }
    if is_open {
        writing.out.close(b']');
    }
    Ok(())
}

/// Bare base64, without a media type.
fn write_image(media: &Media<'_>, is_open: &mut bool, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let is_image = media.kind == MediaKind::Image
        || found_type(media).is_some_and(|(kind, _)| MediaKind::of(&kind) == MediaKind::Image);
    let MediaSource::Base64(data) = &media.source else {
        return cannot_hold(writing, &loss::MEDIA, media.at, || {
            format!("ollama takes no links to {}; embed it as base64 first (--inline-media)", media.kind.name())
        });
    };
    if !is_image {
        writing.report.add(&loss::MEDIA, media.at, || format!("{} is dropped: ollama takes images", media.kind.name()));
        return Ok(());
    }
    // What kind of image it is, ollama finds in the bytes.
    for fact in [&media.media_type, &media.file_name, &media.detail].into_iter().flatten() {
        writing
            .report
            .add(&loss::MEDIA_FACT, media.at, || format!("the property `{}` of an image is dropped", fact.show()));
    }
    if !*is_open {
        writing.out.key("images").open(b'[');
        *is_open = true;
    }
    writing.out.text(data);
    Ok(())
}

fn write_result<'m>(
    result: &'m ToolResult<'_>,
    name: Option<&Text<'_>>,
    made_id: Option<&str>,
    moved: &mut Vec<&'m Media<'m>>,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    report_legacy_result(result, writing.report);
    writing.out.open(b'{');
    writing.out.key("role").word("tool");
    write_words(&result.parts, result.at, writing);
    for part in &result.parts {
        if let Part::Media(media) = part {
            let kind = media.kind.name();
            writing.report.add(&loss::MOVED, media.at, || format!("{kind} in a tool result moves into a user message"));
            moved.push(media);
        }
    }
    if let Some(name) = name {
        writing.out.key("tool_name").text(name);
    }
    match (&result.call_id, made_id) {
        (Some(id), _) => writing.out.key("tool_call_id").text(id),
        (None, Some(id)) => writing.out.key("tool_call_id").string(id),
        (None, None) => return Err(Refused::new(&loss::CANNOT_HOLD, result.at, "a tool result answers no call")),
    }
    writing.out.close(b'}');
    Ok(())
}

fn write_moved(moved: &mut Vec<&Media<'_>>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    if moved.is_empty() {
        return Ok(());
    }
    writing.out.open(b'{');
    writing.out.key("role").word("user");
    writing.out.key("content").string("");
    let mut is_open = false;
    for media in moved.drain(..) {
        write_image(media, &mut is_open, writing)?;
    }
    if is_open {
        writing.out.close(b']');
    }
    writing.out.close(b'}');
    Ok(())
}
