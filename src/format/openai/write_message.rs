//! The messages.

use super::NAME;
use super::compatible::is_compatible;
use super::dialect::{Dialect, mistral_id};
use super::write_answer::write_answer;
use super::write_call::write_calls;
use super::write_litellm::{drop_text_signatures, write_reasoning};
use super::write_part::{Hints, is_plain, write_media, write_text_parts};
use crate::format::Writing;
use crate::format::shared::{Links, drop_empty, drop_hint, joined_text, report_legacy_result, write_extras};
use crate::json::{At, Text};
use crate::model::{Conversation, Form, Media, MediaKind, Message, Part, Role, Slot, TextPart, ToolResult};
use crate::report::{Refused, loss};

/// Writes the messages as items of a list that is open.
pub(super) fn write_messages(
    conversation: &Conversation<'_>,
    links: &Links<'_>,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    if Dialect::of(writing) == Dialect::Ollama {
        return super::write_ollama::write_messages(conversation, links, writing);
    }
    let mut hints = Hints::of(conversation);
    let mut documents = 0;
    // Media of tool results wait until the whole group of results is written: nothing may stand between them.
    let mut moved: Vec<&Media<'_>> = Vec::new();
    for (index, message) in conversation.messages.iter().enumerate() {
        drop_text_signatures(&message.parts, writing);
        if matches!(message.role, Role::Tool) {
            drop_empty(message, writing.report);
            for (place, part) in message.parts.iter().enumerate() {
                if let Part::Result(result) = part {
                    let id = links.made(index, place);
                    write_result(message, result, id, &mut hints, &mut moved, writing)?;
                }
            }
            continue;
        }
        write_moved(&mut moved, &mut documents, &mut hints, writing)?;
        match &message.role {
            Role::Assistant => write_assistant(message, index, links, &mut documents, writing)?,
            Role::System => write_plain(message, "system", &mut documents, &mut hints, writing)?,
            Role::Developer if Dialect::of(writing).is_other_service() => {
                writing.report.add(&loss::ROLE, message.at, || "the role developer became system".to_owned());
                write_plain(message, "system", &mut documents, &mut hints, writing)?;
            }
            Role::Developer => write_plain(message, "developer", &mut documents, &mut hints, writing)?,
            Role::User => write_plain(message, "user", &mut documents, &mut hints, writing)?,
            Role::Tool => {}
            Role::Other(role) => {
                let message = format!("openai has no role `{}`", role.show());
                return Err(Refused::new(
                    &loss::CANNOT_HOLD,
                    conversation.messages.get(index).map_or(At::NOWHERE, |it| it.at),
                    message,
                ));
            }
        }
    }
    write_moved(&mut moved, &mut documents, &mut hints, writing)
}

fn write_moved(
    moved: &mut Vec<&Media<'_>>,
    documents: &mut usize,
    hints: &mut Hints,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    if moved.is_empty() {
        return Ok(());
    }
    writing.out.open(b'{');
    writing.out.key("role").string("user");
    writing.out.key("content").open(b'[');
    let before = writing.out.len();
    for media in moved.drain(..) {
        write_media(media, documents, hints, writing)?;
    }
    if writing.out.len() == before {
        writing.out.object(|out| {
            out.key("type").string("text");
            out.key("text").string("");
        });
    }
    writing.out.close(b']');
    writing.out.close(b'}');
    Ok(())
}

fn write_name(name: Option<&Text<'_>>, at: At, writing: &mut Writing<'_>) {
    // Reported by what the dialect lacks.
    let Some(name) = name.filter(|_| !Dialect::of(writing).is_other_service()) else { return };
    let text = name.decode();
    let is_bad = |c: char| c.is_whitespace() || c.is_control() || "<|\\/>".contains(c);
    if text.is_empty() || text.chars().count() > 64 || text.chars().any(is_bad) {
        writing
            .report
            .add(&loss::NAME, at, || format!("the name `{}` is dropped: openai refuses its characters", name.show()));
        return;
    }
    writing.out.key("name").text(name);
}

/// Fields that this format's reader kept. Those of compatible programs only where the target is one.
fn write_fields(message: &Message<'_>, writing: &mut Writing<'_>) {
    let dialect = Dialect::of(writing);
    for extra in message.extras.in_slot(NAME, Slot::Here) {
        let key = extra.key.decode();
        if !is_compatible(&key) || dialect.keeps(&key, writing) {
            writing.extra(extra);
        }
    }
}

/// An id of a call, as the dialect takes it.
pub(super) fn write_id(key: &str, id: &Text<'_>, at: At, writing: &mut Writing<'_>) {
    let new = if Dialect::of(writing) == Dialect::Mistral { mistral_id(id) } else { None };
    match new {
        None => writing.out.key(key).text(id),
        Some(new) => {
            writing.report.add(&loss::ID_REWRITTEN, at, || format!("the call id `{}` became `{new}`", id.show()));
            writing.out.key(key).string(&new);
        }
    }
}

/// System, developer and user messages.
fn write_plain(
    message: &Message<'_>,
    role: &str,
    documents: &mut usize,
    hints: &mut Hints,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    let parts = shown_parts(message, writing);
    writing.out.open(b'{');
    writing.out.key("role").string(role);
    write_name(message.details().name.as_ref(), message.at, writing);
    writing.out.key("content");
    if let ([Part::Text(text)], true) = (parts, message.form != Form::Parts)
        && is_plain(text)
    {
        writing.out.text(&text.text);
    } else if role == "system" && Dialect::of(writing).joins_system() {
        write_system(message, writing);
    } else {
        let before = writing.out.len();
        writing.out.open(b'[');
        let empty = writing.out.len();
        for part in parts {
            write_user_part(part, role, documents, hints, writing)?;
        }
        writing.out.close(b']');
        if writing.out.len() == empty + 1 {
            writing.out.truncate(before);
            writing.out.string("");
        }
    }
    write_fields(message, writing);
    writing.out.close(b'}');
    Ok(())
}

/// The words of the system as one string; what hangs on them was reported by what the dialect lacks.
fn write_system(message: &Message<'_>, writing: &mut Writing<'_>) {
    for part in &message.parts {
        match part {
            Part::Media(media) => {
                let kind = media.kind.name();
                writing.report.add(&loss::MEDIA, media.at, || format!("{kind} in a system message is dropped"));
            }
            Part::Refusal(text) => {
                writing
                    .report
                    .add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal outside an answer becomes text".to_owned());
            }
            Part::Opaque(it) if it.origin == NAME => {
                writing
                    .report
                    .add(&loss::OPAQUE_PART, it.at, || format!("a part of type `{}` is dropped", it.kind.show()));
            }
            Part::Text(_) | Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Opaque(_) => {}
        }
    }
    let (words, count) = joined_text(&message.parts).unwrap_or_default();
    if count > 1 {
        writing.report.add(&loss::JOINED, message.at, || format!("{count} texts of the system become one"));
    }
    writing.out.joined(&words);
}

/// Without the images of the field `images`, which are the last ones, where it goes back as it came.
fn shown_parts<'m>(message: &'m Message<'m>, writing: &Writing<'_>) -> &'m [Part<'m>] {
    let is_elsewhere = |part: &Part<'_>| match part {
        Part::Media(media) => media.extras.find_mark(NAME, "images").is_some(),
        Part::Text(_) | Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Refusal(_) | Part::Opaque(_) => {
            false
        }
    };
    if message.extras.is_empty() || !Dialect::of(writing).keeps("images", writing) {
        return &message.parts;
    }
    let end = message.parts.iter().position(is_elsewhere).unwrap_or(message.parts.len());
    message.parts.get(..end).unwrap_or_default()
}

fn write_user_part(
    part: &Part<'_>,
    role: &str,
    documents: &mut usize,
    hints: &mut Hints,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    match part {
        Part::Text(text) => write_text_parts("text", text, hints, writing),
        Part::Refusal(text) => {
            writing
                .report
                .add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal outside an answer becomes text".to_owned());
            write_text_parts("text", text, hints, writing);
        }
        Part::Media(media) if role == "user" => write_media(media, documents, hints, writing)?,
        Part::Media(media) => {
            let kind = media.kind.name();
            writing.report.add(&loss::MEDIA, media.at, || format!("{kind} in a {role} message is dropped"));
            drop_hint(media.cache.as_deref(), writing);
        }
        Part::Opaque(it) if it.origin == NAME => writing.out.raw(&it.raw),
        // Reported by what the format supports, or not found in messages of these roles.
        Part::Reasoning(_) | Part::Opaque(_) | Part::Call(_) | Part::Result(_) => {}
    }
    Ok(())
}

fn write_result<'m>(
    message: &Message<'_>,
    result: &'m ToolResult<'_>,
    made_id: Option<&str>,
    hints: &mut Hints,
    moved: &mut Vec<&'m Media<'m>>,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    writing.out.open(b'{');
    if Dialect::of(writing).is_other_service() {
        report_legacy_result(result, writing.report);
    }
    if result.is_legacy && !Dialect::of(writing).is_other_service() {
        writing.out.key("role").string("function");
        if let Some(name) = &result.name {
            writing.out.key("name").text(name);
        }
    } else {
        writing.out.key("role").string("tool");
        match (&result.call_id, made_id) {
            (Some(id), _) => write_id("tool_call_id", id, result.at, writing),
            (None, Some(id)) => write_id("tool_call_id", &Text::Owned(id.to_owned()), result.at, writing),
            (None, None) => return Err(Refused::new(&loss::CANNOT_HOLD, result.at, "a tool result answers no call")),
        }
        // The API knows no name here, but its own clients have long written one; it goes home as it came.
        let takes_name = message.origin == NAME || Dialect::of(writing) == Dialect::Mistral;
        let is_elsewhere =
            message.extras.get(NAME, "tool_name").is_some() && Dialect::of(writing).keeps("tool_name", writing);
        if let Some(name) = result.name.as_ref().filter(|_| takes_name && !is_elsewhere) {
            writing.out.key("name").text(name);
        }
    }
    let is_own = message.origin == NAME && writing.options.dialect.is_none();
    let takes_images = is_own || Dialect::of(writing) == Dialect::LiteLlm;
    let mut images: Vec<&Media<'_>> = Vec::new();
    let texts: Vec<&TextPart<'_>> = result
        .parts
        .iter()
        .filter_map(|part| match part {
            Part::Text(text) | Part::Refusal(text) => Some(text),
            Part::Media(media) if takes_images && media.kind == MediaKind::Image => {
                images.push(media);
                None
            }
            Part::Media(media) => {
                let kind = media.kind.name();
                writing
                    .report
                    .add(&loss::MOVED, media.at, || format!("{kind} in a tool result moves into a user message"));
                moved.push(media);
                None
            }
            Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Opaque(_) => None,
        })
        .collect();
    let hint = result.cache.as_deref().filter(|cache| cache.is_on);
    writing.out.key("content");
    match texts.as_slice() {
        [] if images.is_empty() && result.form == Form::Null => writing.out.null(),
        [] if images.is_empty() => writing.out.string(""),
        [text] if images.is_empty() && is_plain(text) && result.form != Form::Parts && hint.is_none() => {
            writing.out.text(&text.text);
        }
        texts => {
            writing.out.open(b'[');
            for (index, text) in texts.iter().enumerate() {
                let is_last = index + 1 == texts.len();
                hints.write_text("text", text, hint.filter(|_| is_last), writing);
            }
            for image in images {
                write_media(image, &mut 0, hints, writing)?;
            }
            writing.out.close(b']');
        }
    }
    if let Some(hint) = hint.filter(|_| texts.is_empty()) {
        writing.report.add(&loss::CACHE_HINT, hint.at, || "a cache hint on an empty result is dropped".to_owned());
    }
    write_extras(&result.extras, NAME, writing);
    write_fields(message, writing);
    writing.out.close(b'}');
    Ok(())
}

fn write_assistant(
    message: &Message<'_>,
    index: usize,
    links: &Links<'_>,
    documents: &mut usize,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    let _ = documents;
    writing.out.open(b'{');
    writing.out.key("role").string("assistant");
    write_name(message.details().name.as_ref(), message.at, writing);
    check_order(message, writing);
    let has_calls = message.parts.iter().any(|part| matches!(part, Part::Call(_)));
    write_answer(message, has_calls, writing);
    write_reasoning(message, writing);
    write_calls(message, index, links, writing)?;
    write_fields(message, writing);
    writing.out.close(b'}');
    Ok(())
}

/// Texts come first in this format, then calls.
pub(super) fn check_order(message: &Message<'_>, writing: &mut Writing<'_>) {
    let mut has_call = false;
    for part in &message.parts {
        match part {
            Part::Call(_) => has_call = true,
            Part::Text(text) | Part::Refusal(text) if has_call => {
                writing
                    .report
                    .add(&loss::REORDERED, text.at, || "text behind a tool call now stands before it".to_owned());
                return;
            }
            Part::Text(_)
            | Part::Refusal(_)
            | Part::Reasoning(_)
            | Part::Result(_)
            | Part::Media(_)
            | Part::Opaque(_) => {}
        }
    }
}
