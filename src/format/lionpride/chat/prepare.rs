//! The history that lionpride's `prepare_messages_for_chat` makes: the system text goes into the first instruction,
//! results into the next one, and consecutive answers become one.

use std::borrow::Cow;

use super::super::kind::ContentType;
use super::render::{ChatEntry, RenderedContent};
use super::value::YamlValue;
use crate::json::At;

/// A content with its place.
#[derive(Clone, Debug)]
pub(super) struct Placed<'a> {
    pub(super) content: RenderedContent<'a>,
    pub(super) at: At,
}

/// Content that the library drops silently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// A system message that is not the first message.
    LaterSystem,
    /// The system text, because no instruction follows it.
    SystemText,
    /// A result that no instruction follows.
    Result,
    /// The tools that an instruction of the history offered.
    Tools,
    /// The class in the request of an instruction of the history.
    RequestModel,
    /// A message that cannot be rendered.
    Unrenderable,
    /// The same, because it is nested too deeply.
    TooDeep,
}

/// Why the library fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PrepareError {
    pub(super) at: At,
    pub(super) why: &'static str,
}

/// The chat list, and what was omitted with its place.
#[derive(Debug, Default)]
pub(super) struct Prepared<'a> {
    pub(super) chats: Vec<ChatEntry<'a>>,
    /// The same before they are rendered, also those that cannot be.
    pub(super) contents: Vec<RenderedContent<'a>>,
    pub(super) left: Vec<(Left, At)>,
}

/// Prepares a history with what is to be said next.
pub(super) fn prepare<'a>(
    messages: Vec<Placed<'a>>,
    new: Option<RenderedContent<'a>>,
    now: &str,
) -> Result<Prepared<'a>, PrepareError> {
    let mut prepared = Prepared::default();
    let mut system: Option<(String, At)> = None;
    let mut pending: Vec<PendingResult> = Vec::new();
    let mut used: Vec<Placed<'a>> = Vec::new();
    for (mut message, count) in messages.into_iter().zip(0..) {
        let at = message.at;
        match message.content.kind {
            ContentType::System if count == 0 => {
                let why = "its text cannot be rendered";
                system = Some((message.content.text(now).ok_or(PrepareError { at, why })?, at));
            }
            ContentType::System => prepared.left.push((Left::LaterSystem, at)),
            ContentType::Response => {
                let why = "it is nested too deeply to be rendered";
                pending.push(PendingResult { text: message.content.text(now).ok_or(PrepareError { at, why })?, at });
            }
            ContentType::Instruction => {
                if message.content.remove("tool_schemas") {
                    prepared.left.push((Left::Tools, at));
                }
                if message.content.remove("request_model") {
                    prepared.left.push((Left::RequestModel, at));
                }
                add_context(&mut message, &mut pending)?;
                used.push(message);
            }
            ContentType::Answer => match used.last_mut().filter(|last| last.content.kind == ContentType::Answer) {
                Some(last) => last.content = joined(&last.content, &message.content),
                None => used.push(message),
            },
            ContentType::Request => used.push(message),
        }
    }
    let mut new = new.map(|content| Placed { content, at: At::NOWHERE });
    if let Some((text, at)) = system.filter(|(text, _)| !text.is_empty()) {
        if used.is_empty() {
            // An instruction that comes first takes the text; anything else leaves it out.
            match new.take_if(|new| new.content.kind == ContentType::Instruction) {
                Some(mut first) => {
                    add_system(&mut first.content, &text);
                    add_context(&mut first, &mut pending)?;
                    used.push(first);
                }
                None => prepared.left.push((Left::SystemText, at)),
            }
        } else {
            match used.first_mut().filter(|first| first.content.kind == ContentType::Instruction) {
                Some(first) => add_system(&mut first.content, &text),
                None => prepared.left.push((Left::SystemText, at)),
            }
        }
    }
    if let Some(mut last) = new {
        if last.content.kind == ContentType::Instruction {
            add_context(&mut last, &mut pending)?;
        }
        used.push(last);
    }
    prepared.left.extend(pending.into_iter().map(|result| (Left::Result, result.at)));
    for message in used {
        match message.content.to_chat(now) {
            Some(chat) => prepared.chats.push(chat),
            None if message.content.is_deep() => prepared.left.push((Left::TooDeep, message.at)),
            None => prepared.left.push((Left::Unrenderable, message.at)),
        }
        if !message.content.is_deep() {
            prepared.contents.push(message.content);
        }
    }
    Ok(prepared)
}

fn add_system(content: &mut RenderedContent<'_>, text: &str) {
    let own = content.get("instruction").map(YamlValue::to_python_str).unwrap_or_default();
    content.set("instruction", YamlValue::Text(Cow::Owned(format!("{text}\n\n{own}"))));
}

/// What a tool gave back, until an instruction takes it.
struct PendingResult {
    text: String,
    at: At,
}

/// The context as Python's `list()` sees it, and after it what the tools gave back.
fn add_context(message: &mut Placed<'_>, pending: &mut Vec<PendingResult>) -> Result<(), PrepareError> {
    if pending.is_empty() {
        return Ok(());
    }
    let mut items = match message.content.get("context").cloned() {
        None => Vec::new(),
        Some(YamlValue::List(items)) => items,
        Some(YamlValue::Text(text)) => text.chars().map(|it| YamlValue::Text(Cow::Owned(it.to_string()))).collect(),
        Some(YamlValue::Map(members)) => members.into_iter().map(|(key, _)| YamlValue::Text(key)).collect(),
        Some(YamlValue::Null | YamlValue::Bool(_) | YamlValue::Number(_)) => {
            return Err(PrepareError {
                at: message.at,
                why: "its context is not a list, and results were to be added to it",
            });
        }
    };
    items.extend(pending.drain(..).map(|result| YamlValue::Text(Cow::Owned(result.text))));
    message.content.set("context", YamlValue::List(items));
    Ok(())
}

fn joined<'a>(before: &RenderedContent<'a>, after: &RenderedContent<'a>) -> RenderedContent<'a> {
    let words = |content: &RenderedContent<'_>| {
        content.get("assistant_response").map(YamlValue::to_python_str).unwrap_or_default()
    };
    RenderedContent::answer(format!("{}\n\n{}", words(before), words(after)))
}

/// All messages as they are sent one by one, nothing prepared.
pub(super) fn plain<'a>(messages: Vec<Placed<'a>>, now: &str) -> Prepared<'a> {
    let mut prepared = Prepared::default();
    for message in messages {
        match message.content.to_chat(now) {
            Some(chat) => prepared.chats.push(chat),
            None => prepared.left.push((Left::Unrenderable, message.at)),
        }
    }
    prepared
}
