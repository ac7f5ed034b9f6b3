//! Rewrites events in shapes that some guides show into those that the library reads:
//! `{"type":"STATE_SNAPSHOT","state":{}}`.

use crate::events::kind::{Event, EventType};
use crate::events::tree::value::TreeValue;
use crate::json::{Node, Tape};

/// The field with the content of an event of this type, if there is one.
pub(in crate::events) fn content_key(kind: EventType) -> Option<&'static str> {
    match kind {
        EventType::StateSnapshot => Some("snapshot"),
        EventType::StateDelta => Some("delta"),
        EventType::MessagesSnapshot => Some("messages"),
        EventType::ActivityDelta => Some("patch"),
        EventType::ActivitySnapshot => Some("content"),
        _ => None,
    }
}

/// The other field in which guides write the content: `state` of a snapshot, `patch` of a delta.
pub(in crate::events) fn other_key(kind: EventType) -> Option<&'static str> {
    match kind {
        EventType::StateSnapshot => Some("state"),
        EventType::StateDelta => Some("patch"),
        _ => None,
    }
}

/// The event in the shape that the library reads; `None` if nothing changed.
///
/// ```
/// use turnwise::events::{Event, lenient};
/// use turnwise::json::Tape;
///
/// let mut tape = Tape::new();
/// let event = Event::of(tape.parse(r#"{"type":"STATE_SNAPSHOT","state":{"a":1.0}}"#)?);
/// assert_eq!(lenient(&event).as_deref(), Some(r#"{"type":"STATE_SNAPSHOT","snapshot":{"a":1.0}}"#));
/// # Ok::<(), turnwise::json::JsonError>(())
/// ```
#[must_use]
pub fn lenient(event: &Event<'_, '_>) -> Option<String> {
    if event.kind == EventType::RunStarted {
        return with_messages(event);
    }
    let (key, other) = (content_key(event.kind)?, other_key(event.kind)?);
    if event.get(key).is_some() {
        return None;
    }
    let content = event.get(other)?;
    let mut scratch = Tape::with_max_depth(usize::MAX);
    let mut value = TreeValue::of(event.node);
    let object = value.as_object(&mut scratch)?;
    object.remove(other);
    // A patch may be a single operation instead of a list.
    let is_one = event.kind == EventType::StateDelta && content.is_object();
    object.set(key, if is_one { TreeValue::array(vec![TreeValue::of(content)]) } else { TreeValue::of(content) });
    Some(value.text())
}

/// A run start whose input has plain strings as messages.
fn with_messages(event: &Event<'_, '_>) -> Option<String> {
    let messages = event.get("input")?.get("messages").filter(Node::is_array)?;
    if !messages.items().any(|message| message.is_string()) {
        return None;
    }
    let read = |message: Node<'_, '_>| match message.token() {
        Some(token) => TreeValue::object([("role", TreeValue::string("user")), ("content", TreeValue::string(token))]),
        None => TreeValue::of(message),
    };
    let all: Vec<_> = messages.items().map(read).collect();
    let mut scratch = Tape::with_max_depth(usize::MAX);
    let mut value = TreeValue::of(event.node);
    value.as_object(&mut scratch)?.get_mut("input")?.as_object(&mut scratch)?.set("messages", TreeValue::array(all));
    Some(value.text())
}
