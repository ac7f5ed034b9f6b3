//! The entry of a session for the index, all keys in the library's order.

use super::NAME;
use super::entry::{KEYS, LISTED};
use crate::format::shared::IdMaker;
use crate::format::{Entry, Writing};
use crate::json::{At, Layout, Node, Out, Tape, Text};
use crate::model::{Conversation, Extra, Message, Part, Role};
use crate::report::{Refused, loss};

/// Where a conversation has no time at all.
const NO_TIME: &str = "1970-01-01T00:00:00";

/// What a session is titled after: so many characters of what the user said first.
const TITLE: usize = 50;

pub(super) fn describe(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<Entry, Refused> {
    let mut made = Vec::new();
    let (id, is_made) = id_of(conversation, &mut made, writing)?;
    let mut out = Out::new(Layout::Compact);
    let mut updated = String::new();
    for key in KEYS.into_iter().skip(1) {
        if let Some(own) = own(conversation, key, writing.scratch) {
            if key == "updated_at" {
                updated = text_of(own, writing.scratch).unwrap_or_default();
            }
            out.key(key).raw(&own.value);
            continue;
        }
        if let Some(odd) = conversation.extras.get(NAME, key).filter(|odd| !odd.value.is_null()) {
            let what = || format!("`{key}` of the session is of the wrong kind and is dropped");
            writing.report.add(&loss::EXTRA_FIELD, odd.at, what);
        }
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
    for extra in conversation.extras.of(NAME).iter().filter(|extra| !extra.is_note) {
        if !KEYS.iter().any(|key| extra.key.is(key)) {
            out.key_text(&extra.key).raw(&extra.value);
        }
    }
    if !made.is_empty() {
        let what = || format!("{} made up for the session `{}`", said(&made), Text::Owned(id.clone()).show());
        writing.report.add(&loss::MADE_SESSION, At::byte(0), what);
    }
    let rest = String::from_utf8_lossy(out.as_bytes()).into_owned();
    let is_same = made.is_empty() && conversation.shape == LISTED;
    Ok(Entry { id, is_made, rest: format!(",{rest}}}"), is_same, updated })
}

fn said(made: &[&str]) -> String {
    format!("{} {}", made.join(", "), if made.len() == 1 { "is" } else { "are" })
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

/// The id, which is also the name of a file, and whether it is made up.
fn id_of(
    conversation: &Conversation<'_>,
    made: &mut Vec<&'static str>,
    writing: &mut Writing<'_>,
) -> Result<(String, bool), Refused> {
    let kept = own(conversation, "id", writing.scratch);
    let (id, at) = match (kept, &conversation.id) {
        (Some(kept), _) => (text_of(kept, writing.scratch), kept.at),
        (None, Some(id)) => (Some(id.decode().into_owned()), conversation.id_at),
        (None, None) => (None, At::byte(0)),
    };
    let Some(id) = id else {
        made.push("id");
        return Ok((IdMaker::new(conversation.source).conversation(), true));
    };
    if is_file_name(&id) {
        return Ok((id, false));
    }
    let message = format!("the session id `{}` cannot be the name of a file", Text::Owned(id).show());
    Err(Refused::new(&loss::CANNOT_HOLD, at, message)
        .helping("give the session an id of letters, digits, `-`, `_` and `.`, at most 200 bytes long"))
}

/// True if a file may be called so, in any folder of any system, and stays inside of it.
fn is_file_name(id: &str) -> bool {
    const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "COM", "LPT"];
    let stem = id.split('.').next().unwrap_or_default().to_ascii_uppercase();
    let is_device = DEVICES.iter().any(|device| match stem.strip_prefix(device) {
        Some("") => device.len() == 3,
        Some(number) => device.len() == 3 && number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_digit()),
        None => false,
    });
    let is_odd =
        |c: char| c.is_control() || matches!(c, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' | '\u{fffd}');
    !id.is_empty()
        && id.len() <= 200
        && !id.starts_with(['.', ' ', '-'])
        && !id.ends_with([' ', '.'])
        && !id.contains(is_odd)
        && !is_device
}

/// How many lines the session has.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_inside_of_their_folder() {
        for id in ["abc", "11111111-1111-4111-8111-111111111111", "a.b_c-1", "session é", "console", "COM10", "com"] {
            assert_eq!(is_file_name(id), id != "com", "{id}");
        }
        let long = "x".repeat(201);
        for id in
            ["", ".", "..", "../a", "a/b", "a\\b", "a\0", "a\n", "-o", ".a", "a.", " a", "nul", "NUL.x", "com1", &long]
        {
            assert!(!is_file_name(id), "{id:?}");
        }
    }
}
