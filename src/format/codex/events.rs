//! Messages from events, for files whose items have no text: messages of the user and of the model, and commands.
//!
//! ```json
//! {"type":"item_completed","item":{"type":"AgentMessage","content":[{"type":"Text","text":"All pass."}]}}
//! ```

use super::NAME;
use super::copies::{CodexSpeaker, EventWords, ItemWords, plain_word};
use super::program_items::is_program_text;
use crate::format::openai_responses::item::add;
use crate::format::shared::{keep_other_members, split_data_url};
use crate::json::{At, Kind, Node, Raw, Text};
use crate::model::{
    Arguments, CallKind, Extras, Form, Media, MediaKind, MediaSource, Message, OneOrMany, Part, ProgramMessage,
    Reasoning, Role, Slot, TextPart, ToolCall, ToolResult,
};

/// Adds the content and the other fields of an event. False: it is not part of the conversation.
pub(super) fn add_event<'a>(payload: Node<'_, 'a>, items: &ItemWords, messages: &mut Vec<Message<'a>>) -> bool {
    let mut taken = Vec::new();
    if let Some(words) = EventWords::of(payload) {
        if words.speaker == CodexSpeaker::Reasoning && items.has_reasoning {
            return false;
        }
        return add_words(words, payload.get("item").unwrap_or(payload), messages, &mut taken)
            && keep_rest(payload, taken, messages);
    }
    let kind = payload.get("type").map(plain_word).unwrap_or_default();
    let command = match kind.as_str() {
        "itemcompleted" => payload.get("item").filter(|item| is_command(*item)),
        "execcommandend" => Some(payload),
        _ => None,
    };
    let Some(command) = command.filter(|_| !items.has_calls) else { return false };
    add_command(command, messages, &mut taken);
    keep_rest(payload, taken, messages)
}

/// The words with which lines, items and parts say what they are.
const KINDS: &[&str] = &[
    "usermessage",
    "agentmessage",
    "agentreasoning",
    "agentreasoningrawcontent",
    "reasoning",
    "commandexecution",
    "execcommandend",
    "mcptoolcall",
    "itemcompleted",
    "item.completed",
    "text",
    "inputtext",
    "outputtext",
    "image",
    "inputimage",
];

/// Keeps everything in a line or payload at other places than those that were taken, with the last message. Nearly all items are
/// completed.
pub(super) fn keep_rest<'a>(from: Node<'_, 'a>, mut taken: Vec<At>, messages: &mut [Message<'a>]) -> bool {
    let Some(message) = messages.last_mut() else { return false };
    taken.sort_unstable();
    let is_kind = |key: &Text<'_>, value: Node<'_, '_>| key.is("type") && KINDS.contains(&plain_word(value).as_str());
    for (key, value) in from.members() {
        let key = key.text().unwrap_or_default();
        keep_other_members(key, value, &taken, Slot::Detail, NAME, &is_kind, &mut message.extras);
    }
    true
}

/// True for the item of a command that was run.
pub(super) fn is_command(item: Node<'_, '_>) -> bool {
    item.get("type").map(plain_word).is_some_and(|kind| kind == "commandexecution")
}

/// Adds a message of the user or of the model. False: the event has none.
pub(super) fn add_words<'a>(
    words: EventWords<'_, 'a>,
    item: Node<'_, 'a>,
    messages: &mut Vec<Message<'a>>,
    taken: &mut Vec<At>,
) -> bool {
    let at = item.at();
    let mut parts: Vec<Part<'a>> = Vec::new();
    let is_program = words.speaker == CodexSpeaker::User
        && !words.texts.is_empty()
        && words.texts.iter().all(|(text, _)| is_program_text(&text.decode()));
    taken.extend(words.texts.iter().map(|(_, node)| node.at()));
    taken.extend(words.images.iter().map(Node::at));
    for (text, node) in words.texts {
        parts.push(match words.speaker {
            CodexSpeaker::Reasoning => {
                Part::Reasoning(Box::new(Reasoning { at: node.at(), text: Some(text), ..Reasoning::default() }))
            }
            CodexSpeaker::User | CodexSpeaker::Model => Part::Text(TextPart::new(text, node.at())),
        });
    }
    parts.extend(words.images.into_iter().filter_map(|url| image(url, url.at())));
    if parts.is_empty() {
        return false;
    }
    if words.speaker == CodexSpeaker::User {
        let mut message = Message { at, origin: NAME, role: Role::User, ..Message::default() };
        message.form = if matches!(parts.as_slice(), [Part::Text(_)]) { Form::Text } else { Form::Parts };
        message.parts = parts.into_iter().collect();
        if is_program {
            message.details_mut().by_program = Some(ProgramMessage::Notice);
        }
        messages.push(message);
    } else {
        for part in parts {
            add(messages, at, part);
        }
        if let Some(message) = messages.last_mut() {
            message.origin = NAME;
        }
    }
    true
}

fn image<'a>(url: Node<'_, 'a>, at: At) -> Option<Part<'a>> {
    let text = url.text()?;
    let (source, media_type) = match split_data_url(&text) {
        Some(split) => (MediaSource::Base64(split.data), Some(split.media_type)),
        None => (MediaSource::Url(text), None),
    };
    Some(Part::Media(Box::new(Media {
        at,
        kind: MediaKind::Image,
        source,
        media_type,
        file_name: None,
        detail: None,
        cache: None,
        extras: Extras::default(),
    })))
}

/// Adds a command as a call of the tool that runs commands, and what it printed as its result.
pub(super) fn add_command<'a>(item: Node<'_, 'a>, messages: &mut Vec<Message<'a>>, taken: &mut Vec<At>) {
    let keys = ["id", "call_id", "command", "aggregated_output", "stdout", "stderr", "exit_code", "status"];
    let [id, call_id, command, output, stdout, stderr, exit_code, status] = item.pick(&keys);
    let id = [call_id, id].into_iter().flatten().find(Node::is_string);
    let arguments = command.map_or_else(|| "{}".to_owned(), |command| format!("{{\"command\":{}}}", command.raw()));
    taken.extend(id.iter().chain(&command).map(Node::at));
    let id = id.and_then(|id| id.text());
    let call = ToolCall {
        at: item.at(),
        id: id.clone(),
        kind: CallKind::Function,
        name: Text::Token("shell"),
        arguments: Arguments::Object(Raw::owned(arguments)),
        cache: None,
        signature: None,
        extras: Extras::default(),
    };
    add(messages, item.at(), Part::from(call));
    if let Some(message) = messages.last_mut() {
        message.origin = NAME;
    }
    if let Some(status) = status.filter(|status| status.is("in_progress")) {
        taken.push(status.at());
        if let Some(message) = messages.last_mut() {
            message.extras.note_in(Slot::Detail, NAME, Text::Token("status"), status.to_raw(), status.at());
        }
        return;
    }
    let outputs: Vec<_> = match output.filter(Node::is_string) {
        Some(output) => vec![output],
        None => stdout.into_iter().chain(stderr.filter(|stderr| !stderr.is(""))).filter(Node::is_string).collect(),
    };
    taken.extend(outputs.iter().map(Node::at));
    let mut result = ToolResult { at: item.at(), call_id: id, form: Form::Text, ..ToolResult::default() };
    result.parts =
        outputs.into_iter().filter_map(|output| Some(Part::Text(TextPart::new(output.text()?, output.at())))).collect();
    if result.parts.as_slice().len() > 1 {
        result.form = Form::Parts;
    }
    if let Some(code) = exit_code.filter(|code| code.kind() == Kind::Number) {
        taken.push(code.at());
        result.error = Some((code.raw() != "0", code.at()));
        if code.raw() == "0" {
            result.extras.note(NAME, Text::Token("exit_code"), code.to_raw(), code.at());
        } else {
            result.extras.push(NAME, Text::Token("exit_code"), code.to_raw(), code.at());
        }
    } else if status.is_some_and(|status| status.is("failed") || status.is("declined")) {
        result.error = status.map(|status| (true, status.at()));
    }
    add_result(result, messages);
}

/// Adds a result as a message of its own.
pub(super) fn add_result<'a>(result: ToolResult<'a>, messages: &mut Vec<Message<'a>>) {
    let at = result.at;
    let parts = OneOrMany::one(Part::from(result));
    messages.push(Message { at, origin: NAME, role: Role::Tool, parts, ..Message::default() });
}
