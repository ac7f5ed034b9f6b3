//! Upgrades events in older shapes: those that version 1.0 removed but still reads.
//!
//! `{"type":"THINKING_TEXT_MESSAGE_START"}` becomes
//! `{"type":"REASONING_MESSAGE_START","messageId":"thinking-1","role":"reasoning"}`, meaningless nulls are removed, and
//! a part of type `binary` becomes an image, audio, video or document part.

use std::borrow::Cow;

use super::binary;
use super::kind::{Event, EventType};
use super::rewrite::{Member, text, with};
use crate::json::{At, Layout, Node, Out, quoted};

/// A change made by the upgrade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LegacyChange {
    /// A removed type was replaced by this one.
    Renamed(EventType),
    /// A title of a thinking event was dropped: the current shape has no field for it.
    Title,
    /// This id was generated for an event without one, when nothing was open.
    Made(String),
    /// A null without a meaning was removed from this field: `outcome`.
    Null(&'static str),
    /// A part of type `binary` was converted to a media file.
    Binary,
}

/// Receives each change and its place.
pub type LegacyNote<'n> = dyn FnMut(LegacyChange, At) + 'n;

/// Upgrades the events of one stream to the current shape, one by one.
///
/// ```
/// use turnwise::events::{Event, Upgrade};
/// use turnwise::json::Tape;
///
/// let (mut tape, mut upgrade) = (Tape::new(), Upgrade::default());
/// let event = Event::of(tape.parse(r#"{"type":"THINKING_START"}"#)?);
/// let today = upgrade.step(event, &mut |_, _| ());
/// assert_eq!(today, r#"{"type":"REASONING_START","messageId":"thinking-1"}"#);
/// # Ok::<(), turnwise::json::JsonError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Upgrade {
    made: u64,
    span: Option<String>,
    message: Option<String>,
}

impl Upgrade {
    /// The event in the current shape; borrowed if nothing changed.
    pub fn step<'e>(&mut self, event: Event<'_, 'e>, note: &mut LegacyNote<'_>) -> Cow<'e, str> {
        if event.kind.is_removed() {
            return Cow::Owned(self.thinking(event, note));
        }
        let mut gone: Vec<Member<'_>> = Vec::new();
        for key in null_fields(event.kind) {
            if let Some(value) = event.get(key).filter(Node::is_null) {
                note(LegacyChange::Null(key), value.at());
                gone.push(Member::Gone(key));
            }
        }
        let inner = match event.kind {
            EventType::MessagesSnapshot => {
                event.get("messages").and_then(|list| messages(list, note)).map(|text| ("messages", text))
            }
            EventType::RunStarted => {
                event.get("input").and_then(|object| input(object, note)).map(|text| ("input", text))
            }
            _ => None,
        };
        if let Some((key, json)) = &inner {
            gone.push(Member::Set(key, json));
        }
        if gone.is_empty() { Cow::Borrowed(event.node.raw()) } else { Cow::Owned(with(event.node, &gone)) }
    }

    fn make(&mut self) -> String {
        self.made += 1;
        format!("thinking-{}", self.made)
    }

    fn thinking(&mut self, event: Event<'_, '_>, note: &mut LegacyNote<'_>) -> String {
        let at = event.node.at();
        let known = match event.kind {
            EventType::ThinkingEnd => self.span.take(),
            EventType::ThinkingMessageContent => self.message.clone(),
            EventType::ThinkingMessageEnd => self.message.take(),
            _ => None,
        };
        let today = match event.kind {
            EventType::ThinkingStart => EventType::ReasoningStart,
            EventType::ThinkingEnd => EventType::ReasoningEnd,
            EventType::ThinkingMessageStart => EventType::ReasoningMessageStart,
            EventType::ThinkingMessageContent => EventType::ReasoningMessageContent,
            _ => EventType::ReasoningMessageEnd,
        };
        note(LegacyChange::Renamed(today), at);
        let is_opener = matches!(event.kind, EventType::ThinkingStart | EventType::ThinkingMessageStart);
        let id = known.unwrap_or_else(|| {
            let id = self.make();
            if !is_opener {
                note(LegacyChange::Made(id.clone()), at);
            }
            id
        });
        match event.kind {
            EventType::ThinkingStart => self.span = Some(id.clone()),
            EventType::ThinkingMessageStart => self.message = Some(id.clone()),
            _ => {}
        }
        let (kind, id) = (quoted(today.name()), quoted(&id));
        let mut changes = vec![Member::Set("type", &kind), Member::Set("messageId", &id)];
        if event.kind == EventType::ThinkingMessageStart {
            changes.push(Member::Set("role", "\"reasoning\""));
        }
        if event.kind == EventType::ThinkingStart {
            if let Some(title) = event.get("title") {
                note(LegacyChange::Title, title.at());
            }
            changes.push(Member::Gone("title"));
        }
        if let Some(null) = event.get("rawEvent").filter(Node::is_null) {
            note(LegacyChange::Null("rawEvent"), null.at());
            changes.push(Member::Gone("rawEvent"));
        }
        with(event.node, &changes)
    }
}

/// The fields in which null is equivalent to absent.
fn null_fields(kind: EventType) -> &'static [&'static str] {
    match kind {
        EventType::ToolCallStart | EventType::ToolCallChunk => &["rawEvent", "parentMessageId"],
        EventType::RunFinished => &["rawEvent", "result", "outcome"],
        EventType::SubagentFinished => &["rawEvent", "result"],
        _ => &["rawEvent"],
    }
}

/// The input of a run in the current shape; `None` if nothing changed.
pub fn input(object: Node<'_, '_>, note: &mut LegacyNote<'_>) -> Option<String> {
    let mut inner: Vec<(&'static str, String)> = Vec::new();
    let list = object.get("messages").and_then(|list| messages(list, note));
    inner.extend(list.map(|text| ("messages", text)));
    for (list, field) in [("tools", "parameters"), ("resume", "payload")] {
        let entries = object.get(list).and_then(|entries| without_null(entries, field, note));
        inner.extend(entries.map(|text| (list, text)));
    }
    let mut changes: Vec<Member<'_>> = inner.iter().map(|(key, json)| Member::Set(key, json)).collect();
    if let Some(null) = object.get("forwardedProps").filter(Node::is_null) {
        note(LegacyChange::Null("forwardedProps"), null.at());
        changes.push(Member::Gone("forwardedProps"));
    }
    (!changes.is_empty() && object.is_object()).then(|| with(object, &changes))
}

/// The items of a list with the changes of `change`; `None` if nothing changed.
fn items(list: Node<'_, '_>, mut change: impl FnMut(Node<'_, '_>) -> Option<String>) -> Option<String> {
    let changed: Vec<_> = list.items().map(&mut change).collect();
    if changed.iter().all(Option::is_none) {
        return None;
    }
    let mut out = Out::new(Layout::Compact);
    out.array(|out| {
        for (item, changed) in list.items().zip(&changed) {
            match changed.as_deref() {
                None => out.verbatim(item.raw()),
                Some("") => {}
                Some(json) => out.verbatim(json),
            }
        }
    });
    Some(text(out))
}

fn without_null(list: Node<'_, '_>, field: &'static str, note: &mut LegacyNote<'_>) -> Option<String> {
    items(list, |entry| {
        let null = entry.get(field).filter(Node::is_null)?;
        note(LegacyChange::Null(field), null.at());
        Some(with(entry, &[Member::Gone(field)]))
    })
}

/// A list of messages in the current shape; `None` if nothing changed.
pub fn messages(list: Node<'_, '_>, note: &mut LegacyNote<'_>) -> Option<String> {
    items(list, |message| {
        let content = message.get("content").filter(Node::is_array)?;
        let known = binary::KnownMedia::of(content);
        let parts = items(content, |part| {
            if let Some(null) = part.get("metadata").filter(Node::is_null)
                && binary::is_medium(part)
            {
                note(LegacyChange::Null("metadata"), null.at());
                return Some(with(part, &[Member::Gone("metadata")]));
            }
            let upgraded = binary::upgrade(part)?;
            note(LegacyChange::Binary, part.at());
            Some(if known.has(part) { String::new() } else { upgraded })
        })?;
        Some(with(message, &[Member::Set("content", &parts)]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    fn upgraded(lines: &[&str]) -> (Vec<String>, Vec<LegacyChange>) {
        let (mut tape, mut upgrade, mut changes) = (Tape::new(), Upgrade::default(), Vec::new());
        let texts = lines
            .iter()
            .map(|line| {
                let event = Event::of(tape.parse(line).unwrap());
                upgrade.step(event, &mut |change, _| changes.push(change)).into_owned()
            })
            .collect();
        (texts, changes)
    }

    #[test]
    fn thoughts_get_ids_in_their_order() {
        let (texts, changes) = upgraded(&[
            r#"{"type":"THINKING_START","title":"T","x":1.10}"#,
            r#"{"type":"THINKING_TEXT_MESSAGE_START"}"#,
            r#"{"type":"THINKING_TEXT_MESSAGE_CONTENT","delta":"h\u006d"}"#,
            r#"{"type":"THINKING_TEXT_MESSAGE_END"}"#,
            r#"{"type":"THINKING_END"}"#,
            r#"{"type":"THINKING_END"}"#,
        ]);
        assert_eq!(
            texts,
            [
                r#"{"type":"REASONING_START","x":1.10,"messageId":"thinking-1"}"#,
                r#"{"type":"REASONING_MESSAGE_START","messageId":"thinking-2","role":"reasoning"}"#,
                r#"{"type":"REASONING_MESSAGE_CONTENT","delta":"h\u006d","messageId":"thinking-2"}"#,
                r#"{"type":"REASONING_MESSAGE_END","messageId":"thinking-2"}"#,
                r#"{"type":"REASONING_END","messageId":"thinking-1"}"#,
                r#"{"type":"REASONING_END","messageId":"thinking-3"}"#,
            ]
        );
        assert!(
            changes.contains(&LegacyChange::Title) && changes.contains(&LegacyChange::Made("thinking-3".to_owned()))
        );
    }

    #[test]
    fn nulls_that_mean_nothing_go_and_others_stay() {
        let (texts, changes) = upgraded(&[
            r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":null,"result":null,"rawEvent":null}"#,
            r#"{"type":"CUSTOM","name":"n","value":null,"metadata":null}"#,
            r#"{"type":"RUN_STARTED","input":{"tools":[{"name":"f","parameters":null},1],"state":null}}"#,
        ]);
        assert_eq!(texts[0], r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r"}"#);
        assert_eq!(texts[1], r#"{"type":"CUSTOM","name":"n","value":null,"metadata":null}"#);
        assert_eq!(texts[2], r#"{"type":"RUN_STARTED","input":{"tools":[{"name":"f"},1],"state":null}}"#);
        assert_eq!(changes.len(), 4);
    }

    #[test]
    fn binary_parts_become_media() {
        let part = |part: &str| {
            let event = format!(r#"{{"type":"MESSAGES_SNAPSHOT","messages":[{{"id":"u","content":[{part}]}}]}}"#);
            let text = upgraded(&[&event]).0.remove(0);
            text.split_once(r#""content":"#).unwrap().1.trim_end_matches("}]}").to_owned()
        };
        let image = r#"{"type":"image","source":{"type":"data","value":"AA","mimeType":"image/png"},"metadata":{"filename":"a"}}"#;
        let old = r#"{"type":"binary","mimeType":"image/png","data":"AA","url":"u","filename":"a"}"#;
        assert_eq!(part(old), format!("[{image}]"));
        assert_eq!(part(&format!("{old},{image}")), format!("[{image}]"));
        assert_eq!(
            part(r#"{"type":"binary","mimeType":"text/x","data":"","url":"u"}"#),
            r#"[{"type":"document","source":{"type":"url","value":"u","mimeType":"text/x"}}]"#
        );
        let only_id = r#"{"type":"binary","mimeType":"image/png","id":"f1"}"#;
        assert_eq!(part(only_id), format!("[{only_id}]"));
    }
}
