//! Reads both halves, and puts the answer at the end of the request.
//!
//! `{"request":{"messages":[…]},"response":{"choices":[…]},"latency":3}`: `latency` is a field of the log.

use super::entries::{is_sequence, of_archive, of_session};
use super::envelope::{Envelope, LogRow, envelope_of, session_of};
use super::half::{Half, is_blank};
use super::half_kinds::{is_answer, is_request};
use crate::format::Reading;
use crate::format::shared::{bare, keep_member, need_conversation, read_entries};
use crate::json::{Node, Text, same_value};
use crate::model::{Conversation, Extras, Message, Slot, same};
use crate::report::{Refused, loss, shape};

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let row = LogRow::of(root);
    if let Some(entries) = of_session(root).or_else(|| of_archive(&row)) {
        return read_entries(root, &entries, reading);
    }
    // If no row can be read, the error is about the first one that should be a request.
    let first = || root.items().find(|row| !session_of(*row).is_beside);
    let row = if is_sequence(root) { first().map_or(row, LogRow::of) } else { row };
    need_conversation(row.root(), "an object with a request and its answer")?;
    let Some(envelope) = envelope_of(&row) else {
        let message = "no request with its answer is in this record";
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, row.root().at(), message));
    };
    read_entry(envelope, &row, reading)
}

/// Reads a record of a kind of log.
pub(super) fn read_entry<'a>(
    envelope: &Envelope,
    row: &LogRow<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Conversation<'a>, Refused> {
    let (answer, place) = read_answer(envelope, row, reading);
    // An answer that cannot be read stays a field of the log.
    let answer_place = place.filter(|_| answer.is_ok());
    let usual = answer.as_ref().ok().and_then(Option::as_ref).map(|answer| answer.origin);
    let half = Half { name: "request", is_answer: false, has_words: envelope.has_words, usual };
    let has_request = |place: &&str| row.pointer(place).is_some_and(|value| !is_blank(value));
    let holds_list = |place: &&str| {
        envelope.requests.len() == 1 || !place.starts_with("/proxy") || { row.pointer(place).is_some_and(is_request) }
    };
    let request_place = envelope.requests.iter().copied().filter(holds_list).find(has_request);
    let request = request_place.and_then(|place| row.pointer(place)).map(|value| half.read(value, reading));
    let mut conversation = match (request.transpose()?, answer) {
        (Some(request), Ok(Some(answer))) => join(request, answer),
        (Some(request), Ok(None)) => body(request),
        (None, Ok(Some(answer))) => answer,
        (Some(request), Err(refused)) => {
            let message = || format!("the answer is dropped: {}", refused.message());
            reading.report.add(&loss::ANSWER_UNREAD, refused.at(), message);
            body(request)
        }
        (None, Err(refused)) => return Err(refused),
        (None, Ok(None)) => {
            let message = "this record contains neither a request nor an answer";
            return Err(Refused::new(&shape::NOT_A_CONVERSATION, row.root().at(), message));
        }
    };
    let origin = conversation.origin;
    keep_others(row.root(), "", &[request_place, answer_place], origin, &mut conversation.extras);
    // A proxy that keeps the whole body keeps its messages a second time.
    let (list, body) = (row.get("messages"), request_place.and_then(|place| row.pointer(place)?.get("messages")));
    if let (Some(list), Some(body)) = (list, body)
        && same_value(list, body)
    {
        conversation.extras.retain(|extra| extra.at != list.at());
        conversation.extras.note_in(Slot::Envelope, origin, Text::Token("messages"), list.to_raw(), list.at());
    }
    Ok(conversation)
}

/// The first of the answers that can be read, and its place; else why none can.
fn read_answer<'a>(
    envelope: &Envelope,
    row: &LogRow<'_, 'a>,
    reading: &mut Reading<'_>,
) -> (Result<Option<Conversation<'a>>, Refused>, Option<&'static str>) {
    let half = Half { name: "answer", is_answer: true, has_words: envelope.has_words, usual: None };
    let mut why = (Ok(None), None);
    let given = |place: &&'static str| Some((*place, row.pointer(place).filter(|value| !is_blank(*value))?));
    let mut places = envelope.answers.iter().filter_map(given).peekable();
    while let Some((place, value)) = places.next() {
        // Where several are given, the text of one may be the print of an object.
        if places.peek().is_some() && !is_answer(value) {
            continue;
        }
        match half.read(value, reading) {
            Ok(answer) if !answer.messages.is_empty() => return (Ok(Some(answer)), Some(place)),
            Ok(_) => why = (Err(half.refuse(value.at(), "no message is in it")), Some(place)),
            Err(refused) => why = (Err(refused), Some(place)),
        }
    }
    why
}

/// The request alone: lists of messages are as good as a body.
fn body(mut request: Conversation<'_>) -> Conversation<'_> {
    if request.source.shape == "list" {
        request.source.shape = "body";
    }
    request
}

fn join<'a>(request: Conversation<'a>, mut answer: Conversation<'a>) -> Conversation<'a> {
    let mut whole = body(request);
    let turns = whole.messages.iter().filter_map(|message| message.turn).max().map_or(0, |last| last + 1);
    // Answers of some services repeat what the request said.
    answer.messages.retain(|message| !message.role.is_instruction() || !has_said(&whole, message));
    let known: Vec<_> = whole.tools.iter().map(|tool| tool.name.decode().into_owned()).collect();
    whole.tools.extend(answer.tools.into_iter().filter(|tool| !known.iter().any(|name| tool.name.is(name))));
    whole.output = whole.output.or(answer.output);
    // No writer has a place for them: they are fields of the log.
    for extra in answer.extras.fields().iter().filter(|extra| !extra.is_note) {
        whole.extras.push_in(Slot::Envelope, whole.origin, extra.key.clone(), extra.value.clone(), extra.at);
    }
    for message in &mut answer.messages {
        message.turn = message.turn.map(|turn| turn.saturating_add(turns));
    }
    let instructions: Vec<_> = answer.messages.extract_if(.., |message| message.role.is_instruction()).collect();
    whole.messages.splice(0..0, instructions);
    whole.messages.append(&mut answer.messages);
    whole
}

/// True if the instructions of an answer are those of its request.
fn has_said(whole: &Conversation<'_>, message: &Message<'_>) -> bool {
    whole.messages.iter().any(|it| it.role.is_instruction() && same(&bare(it), &bare(message)))
}

/// Keeps the members around the halves as fields of the log.
fn keep_others<'a>(
    object: Node<'_, 'a>,
    path: &str,
    taken: &[Option<&str>],
    origin: &'static str,
    extras: &mut Extras<'a>,
) {
    let inside: Vec<&str> = taken.iter().flatten().filter_map(|it| it.strip_prefix(path)?.strip_prefix('/')).collect();
    for (key, value) in object.members() {
        let Some(key) = key.text() else { continue };
        let name = if object.has_escaped_keys() { key.decode() } else { key.spelling() };
        let below = |it: &&str| it.strip_prefix(&*name).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        match inside.iter().copied().find(below) {
            Some(it) if it.len() == name.len() => {}
            Some(_) if value.is_array() => keep_item(&key, value, &format!("{path}/{name}"), taken, origin, extras),
            Some(_) => keep_others(value, &format!("{path}/{name}"), taken, origin, extras),
            None => keep_member(Slot::Envelope, origin, key, value, extras),
        }
    }
}

/// The same for an item of a list at this place.
fn keep_item<'a>(
    key: &Text<'a>,
    item: Node<'_, 'a>,
    place: &str,
    taken: &[Option<&str>],
    origin: &'static str,
    extras: &mut Extras<'a>,
) {
    let is_below = |rest: &&str| rest.is_empty() || rest.starts_with('/');
    match taken.iter().flatten().find_map(|it| it.strip_prefix(place).filter(is_below)) {
        Some("") => {}
        Some(_) if item.is_array() => {
            for (inner, number) in item.items().zip(0..) {
                keep_item(key, inner, &format!("{place}/{number}"), taken, origin, extras);
            }
        }
        Some(_) => keep_others(item, place, taken, origin, extras),
        None => keep_member(Slot::Envelope, origin, key.clone(), item, extras),
    }
}
