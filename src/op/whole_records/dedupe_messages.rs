//! `dedupe --messages`: keeps the first of the messages with the same id in a conversation.
//!
//! `[{"id":"m1",…},{"id":"m2",…},{"id":"m1",…}]` becomes `[{"id":"m1",…},{"id":"m2",…}]`. All other bytes are
//! unchanged.

use std::collections::HashMap;

use super::super::input::Input;
use super::super::outcome::Outcome;
use super::container::{Chooser, pass_chosen};
use super::drive::{Examiner, ReadRecord};
use super::{WholeEnds, WholeOptions};
use crate::format::listing::MessageNodes;
use crate::json::{Node, Span, Tape, canonical_value};
use crate::op::pass::PassFailure;

/// Counts of removed messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RepeatedMessages {
    /// Messages with the id of an earlier one.
    pub left_out: u64,
    /// Removed messages that differ from the first one with their id.
    pub different: u64,
    /// Conversations in which no message has an id.
    pub without_ids: u64,
}

/// A record without its repeated messages. The text is `None` if there are none.
#[derive(Default)]
struct FoundRepeats {
    text: Option<String>,
    count: RepeatedMessages,
}

struct RepeatExaminer(Tape);

impl Examiner for RepeatExaminer {
    type Found = FoundRepeats;

    fn examine(&mut self, record: &mut ReadRecord<'_, '_>) -> FoundRepeats {
        let mut found = FoundRepeats::default();
        let (conversation, format) = (record.conversation, record.format);
        let mut ids = conversation.messages.iter().filter_map(|message| {
            let id = message.details().id.as_ref()?.decode();
            Some((
                message.at.offset()?,
                format.shape.ids.and_then(|ids| (ids.normal)(&id)).unwrap_or_else(|| id.into_owned()),
            ))
        });
        let text = conversation.source.text;
        let is_sequence = self.0.parse(text).is_err();
        let root = if is_sequence { self.0.parse_sequence(text) } else { self.0.parse(text) };
        let listed = root.ok().zip(format.shape.listing).map(|(root, listing)| (listing.find)(root).messages);
        let Some(MessageNodes::Items(list)) = listed else { return found };
        let (mut seen, mut repeats) = (HashMap::new(), Vec::new());
        let mut next = ids.next();
        if next.is_none() && !conversation.messages.is_empty() {
            found.count.without_ids = 1;
        }
        for item in list.items() {
            let span = item.span();
            // The contents of an item belong together: its first id is that of the item.
            let mut own = None;
            while let Some((_, id)) = next.take_if(|(at, _)| *at < span.end) {
                own = own.or(Some(id));
                next = ids.next();
            }
            let Some(id) = own else { continue };
            match seen.get(&id) {
                None => drop(seen.insert(id, item)),
                Some(first) => {
                    found.count.left_out += 1;
                    found.count.different += u64::from(!says_the_same(*first, item));
                    repeats.push(span);
                }
            }
        }
        found.text = (!repeats.is_empty()).then(|| without(text, list, &repeats, is_sequence));
        found
    }
}

/// True if two messages differ at most in the spelling of their ids.
fn says_the_same(one: Node<'_, '_>, other: Node<'_, '_>) -> bool {
    let key = |node: Node<'_, '_>| {
        let mut members: Vec<Vec<u8>> = Vec::new();
        for (key, value) in node.members().filter(|(key, _)| !key.is("id")) {
            let mut bytes = key.raw().as_bytes().to_vec();
            canonical_value(value, &mut bytes);
            members.push(bytes);
        }
        members.sort_unstable();
        members
    };
    key(one) == key(other)
}

/// A text without these items of a list. The comma or the line end before an item is removed with it.
fn without(text: &str, list: Node<'_, '_>, removed: &[Span], is_sequence: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut done, mut end) = (0, if is_sequence { 0 } else { list.span().start + 1 });
    for item in list.items() {
        let span = item.span();
        if removed.contains(&span) {
            out.push_str(text.get(done..end).unwrap_or_default());
            done = span.end;
        }
        end = span.end;
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out
}

struct WithoutRepeats<'c>(&'c mut RepeatedMessages);

impl Chooser<FoundRepeats> for WithoutRepeats<'_> {
    fn chooses(&mut self, _: FoundRepeats) -> bool {
        true
    }

    fn replacement(&mut self, found: &mut FoundRepeats) -> Option<String> {
        self.0.left_out += found.count.left_out;
        self.0.different += found.count.different;
        self.0.without_ids += found.count.without_ids;
        found.text.take()
    }
}

/// Copies conversations without messages that repeat an earlier id of the conversation; these are counted.
///
/// # Errors
/// Reading or writing failed. A bad record is not an error here: see [`Outcome::fatal`].
pub fn dedupe_messages(
    input: Input,
    repeated: &mut RepeatedMessages,
    options: WholeOptions,
    ends: WholeEnds<'_>,
) -> Result<Outcome, PassFailure> {
    let before = repeated.left_out;
    let make = || RepeatExaminer(Tape::new());
    let (mut outcome, chooser) = pass_chosen(input, options, ends, make, WithoutRepeats(repeated))?;
    outcome.is_changed |= chooser.is_some_and(|chooser| chooser.0.left_out > before);
    Ok(outcome)
}
