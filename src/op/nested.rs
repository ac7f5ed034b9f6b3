//! `--at`: the places of conversations in records, as detected from the beginning of an input.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::choice::{Choice, Places};
use super::outcome::OnError;
use super::sniff::message_format;
use super::trouble::{EmbeddedMessages, Trouble};
use super::unreadable::{self, one_message};
use super::votes::Votes;
use crate::format::{Detected, Framing, detect, find_framing, starts_text};
use crate::json::{Node, PatternMatch, PointerPattern, Tape};
use crate::stream::{Nesting, SinkError, Source, Splicer, WINDOW, Write};

/// The maximum number of bytes that are read to find the first conversation.
const MOST: usize = 4 * 1024 * 1024;

/// The properties of the conversations in the records of an input.
pub(super) struct NestedInput {
    pub(super) nesting: Arc<Nesting>,
    pub(super) found: Detected,
}

/// Finds the conversations in the first records of a source; it reads only what is necessary.
pub(super) fn look(source: &mut Source, choice: &Choice, places: &Places) -> Result<NestedInput, Trouble> {
    loop {
        let framing = framing_of(source, choice);
        let patterns = match places {
            Places::Auto => only_place(source.head(), framing),
            Places::At(patterns) => Ok(patterns.clone()),
        };
        let (mut votes, mut lone, mut single) = (Votes::default(), None, None);
        for pattern in patterns.iter().flatten() {
            each_value(source.head(), framing, pattern, &mut |value| {
                if let Some(format) = one_message(value, choice.format) {
                    lone = lone.or(Some(format));
                } else if !votes.add(value) {
                    single = single.take().or_else(|| message_format(value));
                }
            });
        }
        if let Some(format) = lone {
            return Err(Trouble::OneMessageEach(format));
        }
        let found = votes.winner().or(single);
        let is_enough = patterns.is_ok() && (found.is_some() || choice.format.is_some());
        let length = source.head().len();
        if !is_enough && length < MOST.max(WINDOW).min(choice.limits.record) && source.look_further() {
            continue;
        }
        if let (Some(Detected::Foreign(found)), None) = (&found, choice.format) {
            return Err(Trouble::Foreign(found));
        }
        let nesting = Arc::new(Nesting::new(patterns?, framing, choice.limits.depth));
        let found = found.filter(|_| choice.format.is_none()).unwrap_or(Detected::Nothing);
        return Ok(NestedInput { nesting, found });
    }
}

/// The framing of the records that contain the conversations.
fn framing_of(source: &Source, choice: &Choice) -> Framing {
    let head = source.head();
    let is_array = head.trim_start().starts_with('[');
    match choice.framing.unwrap_or_else(|| find_framing(head, source.is_whole(), source.extension())) {
        Framing::Document if is_array && choice.framing.is_none() => Framing::Array,
        Framing::Messages | Framing::Sse | Framing::Folder => Framing::Lines,
        framing @ (Framing::Lines | Framing::Array | Framing::Document) => framing,
    }
}

/// Calls `each` with the records at the beginning of an input. The last one may be incomplete.
fn each_record(head: &str, framing: Framing, each: &mut dyn FnMut(Node<'_, '_>)) {
    let mut tape = Tape::new();
    match framing {
        Framing::Array => {
            let root = tape.parse_prefix(head).0;
            root.iter().flat_map(Node::items).for_each(each);
        }
        Framing::Lines => {
            for line in head.split('\n').filter(|line| !line.trim().is_empty()) {
                tape.parse_prefix(line).0.into_iter().for_each(&mut *each);
            }
        }
        Framing::Document | Framing::Messages | Framing::Sse | Framing::Folder => {
            tape.parse_prefix(head).0.into_iter().for_each(each);
        }
    }
}

/// Calls `each` with the values that match a pattern at the beginning of an input.
pub(super) fn each_value(head: &str, framing: Framing, pattern: &PointerPattern, each: &mut dyn FnMut(Node<'_, '_>)) {
    each_record(head, framing, &mut |record| {
        let mut found: Vec<PatternMatch> = Vec::new();
        let _ = pattern.find(record, starts_text, &mut Vec::new(), &mut found);
        for found in found {
            let text = found.text().or_else(|| record.text_at(found.span).map(Cow::from));
            let mut tape = Tape::new();
            if let Some(root) = text.as_deref().and_then(|text| tape.parse_prefix(text).0) {
                each(root);
            }
        }
    });
}

/// The only place in the first record that contains a conversation.
fn only_place(head: &str, framing: Framing) -> Result<Vec<PointerPattern>, Trouble> {
    let mut first: Option<Result<Vec<PointerPattern>, Trouble>> = None;
    let mut votes = Votes::default();
    each_record(head, framing, &mut |record| {
        votes.add(record);
        if first.as_ref().is_some_and(Result::is_ok) {
            return;
        }
        let whole = detect(record, None);
        let places = match whole {
            Detected::One(_) | Detected::Tie(_) => vec![String::new()],
            Detected::Foreign(_) | Detected::Nothing => {
                unreadable::inside(record).into_iter().map(|found: EmbeddedMessages| found.pointer).collect()
            }
        };
        first = Some(if places.is_empty() {
            Err(unreadable::unknown(" of the first record", Some(record)))
        } else {
            one_of(places)
        });
    });
    // The first row of a table may look like a record of another format.
    if let Some(Trouble::Unknown { inside, .. }) = votes.trouble() {
        return one_of(inside.into_iter().map(|found| found.pointer).collect());
    }
    first.unwrap_or_else(|| Err(unreadable::unknown("", None)))
}

fn one_of(places: Vec<String>) -> Result<Vec<PointerPattern>, Trouble> {
    match places.iter().map(|place| PointerPattern::parse(place)).collect::<Result<Vec<_>, _>>() {
        Ok(patterns) if patterns.len() == 1 => Ok(patterns),
        _ => Err(Trouble::SeveralPlaces(places)),
    }
}

pub(super) fn lock<'s, 'w>(splicer: &'s Mutex<Splicer<'w>>) -> MutexGuard<'s, Splicer<'w>> {
    splicer.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a command on the conversations inside records. Its results replace the conversations. `run` emits the results
/// of a batch with [`run_pass`](super::pass::run_pass).
pub(super) fn splice<R, E: From<SinkError>>(
    write: &mut Write<'_>,
    on_error: OnError,
    run: impl FnOnce(&mut Write<'_>, &Mutex<Splicer<'_>>) -> Result<R, E>,
) -> Result<R, E> {
    let splicer = Mutex::new(Splicer::new(write, on_error == OnError::Skip));
    let mut inner = |bytes: &[u8]| lock(&splicer).write(bytes);
    let result = run(&mut inner, &splicer)?;
    lock(&splicer).finish()?;
    Ok(result)
}
