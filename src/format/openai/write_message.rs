//! The messages.

use super::NAME;
use super::write_call::write_calls;
use super::write_part::{Hints, is_plain, write_media, write_text_parts};
use crate::format::Writing;
use crate::format::shared::{Links, drop_hint, write_extras};
use crate::json::{At, Text};
use crate::model::{Conversation, Form, Media, Message, Part, Role, TextPart, ToolResult};
use crate::report::{Refused, loss};

/// Writes the messages as items of a list that is open.
pub(super) fn write_messages(
    conversation: &Conversation<'_>,
    links: &Links<'_>,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    let mut hints = Hints::of(conversation);
    let mut documents = 0;
    // Media of tool results wait until the whole group of results is written: nothing may stand between them.
    let mut moved: Vec<&Media<'_>> = Vec::new();
    for (index, message) in conversation.messages.iter().enumerate() {
        if matches!(message.role, Role::Tool) {
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
    let Some(name) = name else { return };
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

/// System, developer and user messages.
fn write_plain(
    message: &Message<'_>,
    role: &str,
    documents: &mut usize,
    hints: &mut Hints,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    writing.out.open(b'{');
    writing.out.key("role").string(role);
    write_name(message.details().name.as_ref(), message.at, writing);
    writing.out.key("content");
    if let ([Part::Text(text)], true) = (message.parts.as_slice(), message.form != Form::Parts)
        && is_plain(text)
    {
        writing.out.text(&text.text);
    } else {
        let before = writing.out.len();
        writing.out.open(b'[');
        let empty = writing.out.len();
        for part in &message.parts {
            write_user_part(part, role, documents, hints, writing)?;
        }
        writing.out.close(b']');
        if writing.out.len() == empty + 1 {
            writing.out.truncate(before);
            writing.out.string("");
        }
    }
    write_extras(&message.extras, NAME, writing);
    writing.out.close(b'}');
    Ok(())
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
    if result.is_legacy {
        writing.out.key("role").string("function");
        if let Some(name) = &result.name {
            writing.out.key("name").text(name);
        }
    } else {
        writing.out.key("role").string("tool");
        match (&result.call_id, made_id) {
            (Some(id), _) => writing.out.key("tool_call_id").text(id),
            (None, Some(id)) => writing.out.key("tool_call_id").string(id),
            (None, None) => return Err(Refused::new(&loss::CANNOT_HOLD, result.at, "a tool result answers no call")),
        }
        // The API knows no name here, but its own clients have long written one; it goes home as it came.
        if let Some(name) = result.name.as_ref().filter(|_| message.origin == NAME) {
            writing.out.key("name").text(name);
        }
    }
    let texts: Vec<&TextPart<'_>> = result
        .parts
        .iter()
        .filter_map(|part| match part {
            Part::Text(text) | Part::Refusal(text) => Some(text),
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
        [] if result.form == Form::Null => writing.out.null(),
        [] => writing.out.string(""),
        [text] if is_plain(text) && result.form != Form::Parts && hint.is_none() => writing.out.text(&text.text),
        texts => {
            writing.out.open(b'[');
            for (index, text) in texts.iter().enumerate() {
                let is_last = index + 1 == texts.len();
                hints.write_text("text", text, hint.filter(|_| is_last), writing);
            }
            writing.out.close(b']');
        }
    }
    if let Some(hint) = hint.filter(|_| texts.is_empty()) {
        writing.report.add(&loss::CACHE_HINT, hint.at, || "a cache hint on an empty result is dropped".to_owned());
    }
    write_extras(&result.extras, NAME, writing);
    write_extras(&message.extras, NAME, writing);
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
    write_calls(message, index, links, writing)?;
    for extra in message.extras.of(NAME) {
        if !extra.key.decode().starts_with("choice.") {
            writing.out.key_text(&extra.key).raw(&extra.value);
        }
    }
    writing.out.close(b'}');
    Ok(())
}

/// Texts come first in this format, then calls.
fn check_order(message: &Message<'_>, writing: &mut Writing<'_>) {
    let mut has_call = false;
    for part in &message.parts {
        match part {
            Part::Call(_) => has_call = true,
            Part::Text(text) if has_call => {
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

fn write_answer(message: &Message<'_>, has_calls: bool, writing: &mut Writing<'_>) {
    let mut words: Vec<(&str, Text<'_>, Option<&TextPart<'_>>)> = Vec::new();
    for part in &message.parts {
        match part {
            Part::Text(text) => words.push(("text", text.text.borrow(), Some(text))),
            Part::Refusal(text) => words.push(("refusal", text.text.borrow(), Some(text))),
            Part::Reasoning(it) => {
                if let (true, Some(text)) = (writing.options.is_reasoning_text, &it.text) {
                    words.push(("text", Text::Owned(format!("<think>\n{}\n</think>\n\n", text.decode())), None));
                }
            }
            Part::Media(media) => {
                let kind = media.kind.name();
                writing.report.add(&loss::MEDIA, media.at, || format!("{kind} in an assistant message is dropped"));
                drop_hint(media.cache.as_deref(), writing);
            }
            Part::Call(_) | Part::Result(_) | Part::Opaque(_) => {}
        }
    }
    let hints: Vec<At> = words
        .iter()
        .filter_map(|(_, _, text)| text.and_then(|text| text.cache.as_ref()))
        .filter(|cache| cache.is_on)
        .map(|cache| cache.at)
        .collect();
    for at in hints {
        writing.report.add(&loss::CACHE_HINT, at, || "a cache hint in an assistant message is dropped".to_owned());
    }
    let has_extras = words.iter().any(|(_, _, text)| text.is_some_and(|text| !text.extras.of(NAME).is_empty()));
    // Elsewhere a list may only be there because of calls or reasoning in it; here these have places of their own.
    let is_own_list = message.form == Form::Parts && (message.origin == NAME || message.parts.len() == 1);
    let is_list = is_own_list || words.len() > 1 || has_extras;
    match words.as_slice() {
        [] => match message.form {
            Form::Absent if has_calls && message.origin == NAME => {}
            Form::Null if message.origin == NAME => writing.out.key("content").null(),
            Form::Unknown | Form::Absent | Form::Null | Form::Parts if has_calls => writing.out.key("content").null(),
            Form::Unknown | Form::Absent | Form::Null | Form::Parts | Form::Text => {
                writing.out.key("content").string("");
            }
        },
        [("text", text, _)] if !is_list => writing.out.key("content").text(text),
        [("refusal", text, _)] if !is_list => {
            match message.form {
                Form::Absent => {}
                Form::Text => writing.out.key("content").string(""),
                Form::Unknown | Form::Null | Form::Parts => writing.out.key("content").null(),
            }
            writing.out.key("refusal").text(text);
        }
        [("text", text, _), ("refusal", refusal, _)] if message.form == Form::Text => {
            writing.out.key("content").text(text);
            writing.out.key("refusal").text(refusal);
        }
        words => {
            writing.out.key("content").open(b'[');
            for (kind, text, part) in words {
                writing.out.open(b'{');
                writing.out.key("type").string(kind);
                writing.out.key(kind).text(text);
                if let Some(part) = part {
                    write_extras(&part.extras, NAME, writing);
                }
                writing.out.close(b'}');
            }
            writing.out.close(b']');
        }
    }
}
