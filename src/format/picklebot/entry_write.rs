//! The entry of a session for the index, all keys in the library's order.

use super::NAME;
use super::entry::{KEYS, LISTED};
use crate::format::SessionEntry;
use crate::format::shared::IdMaker;
use crate::json::{At, Layout, Node, Out, SetMember, Tape, Text};
use crate::model::{Conversation, Extra, Message, Part, Role, Slot};

/// The time of a conversation without one.
const NO_TIME: &str = "1970-01-01T00:00:00";

/// The maximum length of a title, which is the beginning of the user's first text.
const TITLE: usize = 50;

pub(super) fn describe(conversation: &Conversation<'_>, set: &[SetMember], scratch: &mut Tape) -> SessionEntry {
    let (mut made, mut dropped) = (Vec::new(), Vec::new());
    let by_hand = |key: &str| set.iter().rev().find(|set| set.key() == Some(key)).map(SetMember::value);
    let (id, id_at) = match by_hand("id").and_then(|id| Some(scratch.parse(id).ok()?.text()?.decode().into_owned())) {
        Some(id) => (id, At::byte(0)),
        None => id_of(conversation, &mut made, scratch),
    };
    let is_made = !made.is_empty();
    let mut out = Out::new(Layout::Compact);
    let mut updated = String::new();
    for key in KEYS.into_iter().skip(1) {
        if let Some(value) = by_hand(key) {
            if key == "updated_at" {
                value.trim_matches('"').clone_into(&mut updated);
            }
            out.key(key).verbatim(value);
            continue;
        }
        if let Some(own) = own(conversation, key, scratch) {
            if key == "updated_at" {
                updated = text_of(own, scratch).unwrap_or_default();
            }
            out.key(key).raw(&own.value);
            continue;
        }
        let field = conversation.extras.get(NAME, key).filter(|field| !field.value.is_null());
        dropped.extend(field.map(|field| (key, field.at)));
        made.push(key);
        match key {
            "agent_id" => out.key(key).word("pickle"),
            "source" => out.key(key).word("platform-cli:cli-user"),
            "title" => write_title(conversation, &mut out),
            "message_count" => out.key(key).verbatim(&lines(conversation).to_string()),
            _ => {
                let time = time_of(conversation, key == "created_at");
                if key == "updated_at" {
                    updated = time.decode().into_owned();
                }
                out.key(key).text(&time);
            }
        }
    }
    for extra in conversation.extras.in_slot(NAME, Slot::Here).filter(|extra| !extra.is_note) {
        if !KEYS.iter().any(|key| extra.key.is(key)) {
            out.key_text(&extra.key).raw(&extra.value);
        }
    }
    let rest = out.written().into_owned();
    let is_same = made.is_empty() && set.is_empty() && conversation.source.shape == LISTED;
    SessionEntry { id, id_at, is_made, made, dropped, rest: format!(",{rest}}}"), is_same, updated }
}

/// The field, if the library would take it.
fn own<'c, 'a>(conversation: &'c Conversation<'a>, key: &str, tape: &mut Tape) -> Option<&'c Extra<'a>> {
    let own = conversation.extras.get(NAME, key)?;
    let value = tape.parse(own.value.as_str()).ok()?;
    let is_good = match key {
        "title" => value.is_string() || value.is_null(),
        "message_count" => is_count(value),
        _ => value.is_string(),
    };
    is_good.then_some(own)
}

/// True for what pydantic takes as an integer.
pub(super) fn is_count(value: Node<'_, '_>) -> bool {
    let digits = |text: &str| {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    match value.text() {
        Some(text) => digits(text.decode().trim()),
        None => digits(value.raw()),
    }
}

fn text_of(extra: &Extra<'_>, tape: &mut Tape) -> Option<String> {
    Some(tape.parse(extra.value.as_str()).ok()?.text()?.decode().into_owned())
}

/// The id, which is also the name of a file, and where it was.
fn id_of(conversation: &Conversation<'_>, made: &mut Vec<&'static str>, scratch: &mut Tape) -> (String, At) {
    let kept = own(conversation, "id", scratch).and_then(|kept| Some((text_of(kept, scratch)?, kept.at)));
    let own = || conversation.id.as_ref().map(|id| (id.decode().into_owned(), conversation.id_at));
    kept.or_else(own).unwrap_or_else(|| {
        made.push("id");
        (IdMaker::of(&conversation.source).conversation(), At::byte(0))
    })
}

/// The number of lines of the session.
fn lines(conversation: &Conversation<'_>) -> usize {
    let results = |message: &Message<'_>| message.parts.iter().filter(|part| matches!(part, Part::Result(_))).count();
    let lines = |message: &Message<'_>| if matches!(message.role, Role::Tool) { results(message) } else { 1 };
    conversation.messages.iter().map(lines).sum()
}

/// As the library makes it: the beginning of what the user said first.
fn write_title(conversation: &Conversation<'_>, out: &mut Out) {
    let Some(first) = conversation.messages.iter().find(|message| matches!(message.role, Role::User)) else {
        out.key("title").null();
        return;
    };
    let texts = first.parts.iter().filter_map(|part| match part {
        Part::Text(text) | Part::Refusal(text) => Some(text.text.decode()),
        Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Media(_) | Part::Opaque(_) => None,
    });
    let mut title = String::new();
    let mut room = TITLE;
    for text in texts {
        let mut characters = text.chars();
        let taken: String = characters.by_ref().take(room).collect();
        room -= taken.chars().count();
        title.push_str(&taken);
        if characters.next().is_some() {
            title.push_str("...");
            break;
        }
    }
    out.key("title").string(&title);
}

/// The first time of a conversation, or the last.
fn time_of<'m>(conversation: &'m Conversation<'_>, is_first: bool) -> Text<'m> {
    let mut times = conversation.messages.iter().filter_map(|message| message.details().time.as_ref());
    let time = if is_first { times.next() } else { times.next_back() };
    time.map_or(Text::Token(NO_TIME), Text::borrow)
}
