//! Events of releases before 1.0: actions and observations, which name the action that caused them.
//!
//! ```json
//! {"id":3,"timestamp":"2025-01-02T03:04:05","source":"agent","action":"run","args":{"command":"ls","thought":"I look."},
//!  "tool_call_metadata":{"function_name":"execute_bash","tool_call_id":"c1","model_response":{}}}
//! {"id":4,"source":"agent","cause":3,"observation":"run","content":"a.txt","extras":{"command":"ls"}}
//! ```

use super::NAME;
use super::event_fields::{is_head, keep};
use super::older_call::read_call;
use super::part::{image, read_content};
use super::read::EventState;
use crate::json::{Fields, Node, Text};
use crate::model::{Conversation, Extras, Form, Message, Part, Role, Slot, TextPart, ToolResult};
use crate::report::Refused;

/// The fields that say how an event is written.
const HEAD: &[&str] = &["source", "action", "observation"];

/// Reads an event. False: it is not a message.
pub(super) fn read_event<'a>(
    event: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    state: &mut EventState<'a>,
) -> Result<bool, Refused> {
    let is_from = |who: &str| event.get("source").is_some_and(|source| source.is(who));
    if event.get("observation").is_some_and(|word| word.is_string()) {
        return read_observation(event, conversation, state);
    }
    let Some(action) = event.get("action").and_then(|action| action.text()) else { return Ok(false) };
    match action.decode().as_ref() {
        "message" if is_from("user") => read_words(event, Role::User, "content", conversation),
        "message" if is_from("agent") => read_words(event, Role::Assistant, "content", conversation),
        "system" => read_words(event, Role::System, "content", conversation),
        "finish" if event.get("tool_call_metadata").is_none_or(|it| it.is_null()) => {
            let has =
                |key: &&str| event.get("args").and_then(|args| args.get(key)?.text()).is_some_and(|it| !it.is_empty());
            match ["final_thought", "thought"].iter().find(|key| has(key)) {
                Some(key) => read_words(event, Role::Assistant, key, conversation),
                None => Ok(false),
            }
        }
        _ if is_from("agent") => read_call(event, &action, conversation, state),
        _ => Ok(false),
    }
}

/// The id, which is a number, and the time.
pub(super) fn read_head<'a>(event: Node<'_, 'a>, message: &mut Message<'a>) {
    if let Some(id) = event.get("id").filter(|id| !id.is_null()) {
        message.details_mut().id = id_text(id);
    }
    message.details_mut().time = event.get("timestamp").and_then(|time| time.text());
}

/// An id as a text: `7` and `"7"` are the same.
pub(super) fn id_text<'a>(id: Node<'_, 'a>) -> Option<Text<'a>> {
    id.text().or_else(|| (!id.is_array() && !id.is_object()).then(|| Text::Token(id.raw())))
}

/// Keeps what is left of an event. `said`: the words, which `message` mostly repeats for people.
pub(super) fn keep_rest<'a>(
    slot: Slot,
    rest: &Fields<'_, 'a, '_>,
    has_head: bool,
    said: Option<&Text<'_>>,
    extras: &mut Extras<'a>,
) {
    for (key, value) in rest.unknown() {
        let is_time = key.is("timestamp") && value.is_string();
        let is_id = key.is("id") && id_text(value).is_some();
        if has_head && (is_time || is_id) {
            continue;
        }
        let is_again = key.is("message") && value.text().is_some_and(|text| said.is_some_and(|said| said.same(&text)));
        let is_note = is_again || is_head(&key, value, HEAD);
        keep(slot, key, value, is_note, extras);
    }
}

/// What somebody said, in the member `key` of `args`.
fn read_words<'a>(
    event: Node<'_, 'a>,
    role: Role<'a>,
    key: &str,
    conversation: &mut Conversation<'a>,
) -> Result<bool, Refused> {
    let ([args], rest) = event.fields(&["args"])?;
    let words = args.and_then(|args| args.get(key)).and_then(|words| Some((words, words.text()?)));
    let (Some(args), Some((node, text))) = (args, words) else { return Ok(false) };
    let mut message = Message { at: event.at(), origin: NAME, role, form: Form::Text, ..Message::default() };
    read_head(event, &mut message);
    let mut fields = Extras::default();
    message.parts.push(Part::Text(TextPart::new(text.clone(), node.at())));
    for (name, value) in args.members() {
        let Some(name) = name.text().filter(|name| !name.is(key)) else { continue };
        if name.is("image_urls") && value.is_array() && value.items().all(|url| url.is_string()) {
            let images = value.items().filter_map(|url| Some(image(url.text()?, url.at())));
            message.parts.extend(images.map(|media| Part::Media(Box::new(media))));
            if value.is_empty() {
                keep(Slot::Content, name, value, true, &mut fields);
            }
        } else {
            keep(Slot::Content, name, value, false, &mut fields);
        }
    }
    keep_rest(Slot::Here, &rest, true, Some(&text), &mut fields);
    message.extras = fields;
    conversation.messages.push(message);
    Ok(true)
}

/// A result, if an action of the agent caused it.
fn read_observation<'a>(
    event: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    state: &mut EventState<'a>,
) -> Result<bool, Refused> {
    let ([content, cause, call], rest) = event.fields(&["content", "cause", "tool_call_metadata"])?;
    let member = |key: &str| call.and_then(|call| call.get(key)).and_then(|value| value.text());
    let caused = cause.and_then(|cause| id_text(cause)).map(|id| id.decode_json().into_owned());
    let known = caused.and_then(|id| state.calls.get(&id).cloned());
    let Some(call_id) = member("tool_call_id").or_else(|| known.clone()) else { return Ok(false) };
    let mut message = Message { at: event.at(), origin: NAME, role: Role::Tool, ..Message::default() };
    read_head(event, &mut message);
    let mut fields = Extras::default();
    let mut result = ToolResult { at: event.at(), name: member("function_name"), ..ToolResult::default() };
    result.form = read_content(content, "content", &mut result.parts, &mut fields)?;
    if let Some(word) = event.get("observation").filter(|word| word.is("error")) {
        result.error = Some((true, word.at()));
    }
    if let Some(cause) = cause {
        let is_same = known.is_some_and(|known| known.same(&call_id));
        keep(Slot::Here, Text::Token("cause"), cause, is_same, &mut fields);
    }
    if let Some(call) = call {
        // The action mostly has the same.
        let is_copy = state.copies.get(call_id.decode_json().as_ref()) == Some(&call.raw());
        keep(Slot::Here, Text::Token("tool_call_metadata"), call, is_copy, &mut fields);
    }
    result.call_id = Some(call_id);
    keep_rest(Slot::Here, &rest, true, None, &mut fields);
    message.parts.push(Part::from(result));
    message.extras = fields;
    conversation.messages.push(message);
    Ok(true)
}
