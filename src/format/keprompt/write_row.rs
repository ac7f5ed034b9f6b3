//! A row of the table `chats`, or the export that it was read from.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::ROW;
use super::row::MESSAGES;
use super::write::write as write_messages;
use crate::format::Writing;
use crate::format::iso_time;
use crate::format::shared::{IdMaker, time};
use crate::json::{At, Inside, Kind, Layout, Node, Out, Tape, Text, reformat};
use crate::model::{Conversation, Extra, Slot};
use crate::report::{Refused, loss};

/// Where a conversation has no time at all.
const NO_TIME: &str = "1970-01-01 00:00:00.000000";

pub(super) fn write(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    if conversation.origin != ROW {
        return write_new(conversation, writing);
    }
    let column = conversation.extras.get(ROW, MESSAGES);
    let messages = messages(conversation, column, writing)?;
    if conversation.shape == "export" {
        write_export(conversation, &messages, writing);
    } else {
        write_row(conversation, &messages, writing);
    }
    Ok(())
}

/// The messages, as the column holds them.
struct Messages {
    /// The list, where it is not what was read.
    changed: Option<String>,
    /// It is to stand in a string.
    is_string: bool,
}

/// Writes the list aside. Where it says what was read, the column goes home as it was.
fn messages(
    conversation: &Conversation<'_>,
    column: Option<&Extra<'_>>,
    writing: &mut Writing<'_>,
) -> Result<Messages, Refused> {
    let before = column.map(|column| Inside::of(column.value.as_str(), column.at));
    let layout = before.as_ref().map_or(Layout::Spaced, |before| Layout::of(before.text()));
    let mut out = Out::new(layout);
    std::mem::swap(writing.out, &mut out);
    let result = write_messages(conversation, writing);
    std::mem::swap(writing.out, &mut out);
    result?;
    let mut json = String::from_utf8_lossy(out.as_bytes()).into_owned();
    let is_nothing = before.as_ref().is_some_and(|before| matches!(before.text(), "" | "null"));
    let is_same = if is_nothing {
        conversation.messages.is_empty()
    } else {
        before.as_ref().is_some_and(|before| is_same(before.text(), &json))
    };
    let is_string = is_nothing || before.as_ref().is_none_or(Inside::is_string);
    if is_same {
        return Ok(Messages { changed: None, is_string });
    }
    if matches!(layout, Layout::Pretty(_)) && is_string {
        let mut bytes = Vec::with_capacity(json.len() * 2);
        reformat(&json, layout, 0, &mut bytes);
        json = String::from_utf8_lossy(&bytes).into_owned();
    }
    Ok(Messages { changed: Some(json), is_string })
}

/// True if both texts are the same value with the same spellings: space and the order of keys do not count.
fn is_same(one: &str, other: &str) -> bool {
    let (mut tapes, mut waiting) = ((Tape::new(), Tape::new()), Vec::new());
    let (Ok(one), Ok(other)) = (tapes.0.parse(one), tapes.1.parse(other)) else { return false };
    waiting.push((one, other));
    while let Some((one, other)) = waiting.pop() {
        if one.kind() != other.kind() || one.len() != other.len() {
            return false;
        }
        match one.kind() {
            Kind::Array => waiting.extend(one.items().zip(other.items())),
            Kind::Object => {
                let (one, other) = (sorted(one), sorted(other));
                if one.iter().zip(&other).any(|(one, other)| one.0 != other.0) {
                    return false;
                }
                waiting.extend(one.iter().zip(&other).map(|(one, other)| (one.1, other.1)));
            }
            Kind::Null | Kind::Bool | Kind::Number | Kind::String => {
                if one.raw() != other.raw() {
                    return false;
                }
            }
        }
    }
    true
}

/// The members by key; those of one key stay in their order.
fn sorted<'t, 'a>(object: Node<'t, 'a>) -> Vec<(Cow<'a, str>, Node<'t, 'a>)> {
    let key = |key: Node<'t, 'a>| match key.token() {
        Some(token) if token.contains('\\') => Cow::Owned(Text::Token(token).decode_json().into_owned()),
        token => Cow::Borrowed(token.unwrap_or_default()),
    };
    let mut members: Vec<_> = object.members().map(|(name, value)| (key(name), value)).collect();
    members.sort_by(|one, other| one.0.cmp(&other.0));
    members
}

fn write_row(conversation: &Conversation<'_>, messages: &Messages, writing: &mut Writing<'_>) {
    writing.out.open(b'{');
    for extra in conversation.extras.in_slot(ROW, Slot::Here) {
        writing.out.key_text(&extra.key);
        writing.place(extra);
        match (&messages.changed, &conversation.id) {
            (Some(json), _) if extra.key.is(MESSAGES) && messages.is_string => writing.out.string(json),
            (Some(json), _) if extra.key.is(MESSAGES) => writing.out.verbatim(json),
            (_, Some(id)) if extra.key.is("chat_id") => writing.out.text(id),
            _ => writing.out.raw(&extra.value),
        }
    }
    writing.out.close(b'}');
}

fn write_export(conversation: &Conversation<'_>, messages: &Messages, writing: &mut Writing<'_>) {
    writing.out.open(b'{');
    for around in conversation.extras.in_slot(ROW, Slot::Envelope) {
        if !around.is_note {
            writing.extra(around);
            continue;
        }
        writing.out.key_text(&around.key);
        writing.out.open(b'[');
        writing.out.open(b'{');
        for beside in conversation.extras.in_slot(ROW, Slot::Entry) {
            let is_note = |key: &str| beside.is_note && beside.key.is(key);
            match &messages.changed {
                _ if is_note("chat") => {
                    writing.out.key_text(&beside.key);
                    write_row(conversation, messages, writing);
                }
                Some(json) if is_note("messages") => writing.out.key_text(&beside.key).verbatim(json),
                _ => writing.extra(beside),
            }
        }
        writing.out.close(b'}');
        writing.out.close(b']');
    }
    writing.out.close(b'}');
}

/// A row for a conversation that was none: what the library needs, made up where nothing is known.
fn write_new(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let json = messages(conversation, None, writing)?.changed.unwrap_or_default();
    let mut pretty = Vec::with_capacity(json.len());
    reformat(&json, Layout::Spaced, 0, &mut pretty);
    let json = String::from_utf8_lossy(&pretty);
    let time = created(conversation);
    let mut made = String::new();
    let out = &mut *writing.out;
    out.open(b'{');
    match &conversation.id {
        Some(id) => out.key("chat_id").text(id),
        None => {
            let id = IdMaker::new(conversation.source).conversation();
            let id = id.get(..8).unwrap_or(&id);
            let _ = write!(made, "the chat_id `{id}`, ");
            out.key("chat_id").string(id);
        }
    }
    if time.is_none() {
        made.push_str("created_timestamp, ");
    }
    out.key("created_timestamp").string(time.as_deref().unwrap_or(NO_TIME));
    out.key("prompt_name").word("Unknown");
    out.key("prompt_version").word("0.0.0");
    out.key("prompt_filename").null();
    out.key(MESSAGES).string(&json);
    for key in ["vm_state_json", "variables_json", "statements_json"] {
        out.key(key).null();
    }
    out.key("keprompt_version").word("3.1.0");
    out.key("hostname").null();
    out.key("git_commit").null();
    let totals = ["api_calls", "round_trips", "tokens_in", "tokens_out", "cost", "api_time", "tool_time"];
    for total in totals {
        out.key(&format!("total_{total}")).verbatim("0");
    }
    out.close(b'}');
    let what = || format!("{made}prompt_name, prompt_version and the totals are made up for the row");
    writing.report.add(&loss::MADE_SESSION, At::byte(0), what);
    Ok(())
}

/// The first time that the messages have, as the library writes times.
fn created(conversation: &Conversation<'_>) -> Option<String> {
    let first = conversation.messages.iter().find_map(|message| message.details().time.as_ref())?;
    let seconds = time::parse(&first.decode())?.seconds.floor();
    // Far within what both hold exactly.
    #[allow(clippy::cast_possible_truncation, reason = "years have four digits")]
    let whole = iso_time(Some(seconds as i64));
    let (day, rest) = whole.split_once('T')?;
    Some(format!("{day} {}.000000", rest.get(..8)?))
}
