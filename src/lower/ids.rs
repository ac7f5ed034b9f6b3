//! Ids that had to be generated: the same input gives the same ids, on every machine and in every retry.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use crate::json::CoalescedRows;
use crate::model::{CallKind, Conversation, Message, Part, RecordSource, uuid_v5};
use crate::report::{Report, loss};
use crate::rule::pairs::PairedCalls;

/// Namespace of all ids that this program generates: UUID version 5 of `turnwise` under the DNS namespace.
const NAMESPACE: Uuid = Uuid::from_u128(0x9a4e_4c0c_6f0b_5d11_8d0e_0f6c_5a37_22c1);

/// The prefix of ids that are generated for records of a service that requires none: `gem_3_0`, the numbers of the
/// message and the part. It identifies them on the round trip.
const MADE: &str = "gem_";

/// True for an id that was generated for a record of a service that requires none.
#[must_use]
pub(super) fn is_made(id: &str) -> bool {
    let numbers = id.strip_prefix(MADE).and_then(|rest| rest.split_once('_'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    numbers.is_some_and(|(message, part)| is_number(message) && is_number(part))
}

/// Derives ids from the text of a record and a place in it.
#[derive(Debug)]
pub struct IdMaker<'c> {
    source: &'c str,
    /// The rows that were coalesced in the text.
    coalesced: Option<&'c CoalescedRows>,
    /// The index of the conversation in the record.
    part: usize,
    seed: OnceCell<Uuid>,
}

impl<'c> IdMaker<'c> {
    /// For the record with this text. The text is hashed once, and only if an id is needed. White space around it is not
    /// part of the record: a document, a line and an item get the same ids.
    #[must_use]
    pub fn new(source: &'c str) -> Self {
        Self { source, coalesced: None, part: 0, seed: OnceCell::new() }
    }

    /// For one of the conversations of a record: two of them never get the same id.
    #[must_use]
    pub fn of(source: &RecordSource<'c>) -> Self {
        Self { coalesced: source.coalesced, part: source.part, ..Self::new(source.text) }
    }

    fn derive(&self, what: &str, place: &[usize]) -> Uuid {
        let seed = self.seed.get_or_init(|| {
            let separate = self.coalesced.map(|rows| rows.separate(self.source.as_bytes()));
            let text = separate.as_deref().unwrap_or(self.source.as_bytes());
            let record = uuid_v5(&NAMESPACE, text.trim_ascii());
            if self.part == 0 { record } else { uuid_v5(&record, format!("part {}", self.part).as_bytes()) }
        });
        let mut name = what.to_owned();
        for index in place {
            name.push(' ');
            name.push_str(&index.to_string());
        }
        uuid_v5(seed, name.as_bytes())
    }

    /// A message id: a UUID. `piece` counts the messages that one message of the source is split into.
    #[must_use]
    pub fn message(&self, message: usize, piece: usize) -> String {
        self.derive("message", &[message, piece]).to_string()
    }

    /// The id of a message that one of several items is: `msg_` and 48 hexadecimal digits.
    #[must_use]
    pub fn item(&self, message: usize, piece: usize) -> String {
        let mut id = "msg_".to_owned();
        for half in [2 * piece, 2 * piece + 1] {
            id.extend(self.message(message, half).chars().filter(char::is_ascii_hexdigit));
        }
        id.truncate("msg_".len() + 48);
        id
    }

    /// The id of a thread: a UUID.
    #[must_use]
    pub fn thread(&self) -> String {
        self.derive("thread", &[]).to_string()
    }

    /// The id of a run: a UUID.
    #[must_use]
    pub fn run(&self) -> String {
        self.derive("run", &[]).to_string()
    }

    /// An id for the conversation: a UUID.
    #[must_use]
    pub fn conversation(&self) -> String {
        self.derive("conversation", &[]).to_string()
    }

    /// A call id: `call_` and 24 letters and digits.
    #[must_use]
    pub fn call(&self, message: usize, part: usize) -> String {
        const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        let (first, second) = (self.derive("call", &[message, part]), self.derive("call-more", &[message, part]));
        let mut id = "call_".to_owned();
        for byte in first.as_bytes().iter().chain(second.as_bytes()).take(24) {
            id.push(char::from(DIGITS.get(usize::from(*byte) % DIGITS.len()).copied().unwrap_or(b'0')));
        }
        id
    }
}

/// Ids for calls and results that have none.
#[derive(Debug, Default)]
pub struct Links {
    ids: HashMap<(usize, usize), String>,
    /// Results that got the id of their call, and calls that got the id of their result.
    borrowed: HashSet<(usize, usize)>,
    /// New ids that replace repeated ids.
    renamed: HashMap<(usize, usize), String>,
}

impl Links {
    /// Pairs calls and results by position where they have no ids, and generates an id for each pair.
    #[must_use]
    pub fn of(paired: &PairedCalls<'_>, ids: &IdMaker<'_>) -> Self {
        let conversation = paired.conversation;
        let lacks_id = conversation.parts().any(|part| match part {
            Part::Call(call) => call.id().is_none(),
            Part::Result(result) => result.call_id().is_none(),
            Part::Text(_) | Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => false,
        });
        let mut links = Self::default();
        if !lacks_id {
            return links;
        }
        let pairs = paired.pairs();
        let mut taken: HashSet<_> = pairs.calls.iter().filter_map(|call| Some(call.call.id()?.decode())).collect();
        for call in pairs.calls.iter().filter(|call| call.call.id().is_none()) {
            let place = (call.message, call.part);
            // Programs may give an id only to the result.
            let answer = call.answer.and_then(|index| pairs.results.get(index)?.result.call_id());
            if let Some(id) = answer.map(|id| id.decode()).filter(|id| !taken.contains(id)) {
                links.borrowed.insert(place);
                links.ids.insert(place, id.clone().into_owned());
                taken.insert(id);
                continue;
            }
            let made = if conversation.source.quirks.is_without_ids {
                format!("{MADE}{}_{}", call.message, call.part)
            } else {
                ids.call(call.message, call.part)
            };
            links.ids.insert(place, made);
        }
        for answer in &pairs.results {
            let place = (answer.message, answer.part);
            let Some(call) = answer.call.and_then(|index| pairs.calls.get(index)) else { continue };
            if let Some(own) = answer.result.call_id() {
                let made = links.ids.get(&(call.message, call.part)).filter(|made| own.decode() != made.as_str());
                if let Some(made) = made.filter(|_| call.call.id().is_none()).cloned() {
                    links.renamed.insert(place, made);
                }
                continue;
            }
            if let Some(id) = call.call.id() {
                links.borrowed.insert(place);
                links.ids.insert(place, id.decode().into_owned());
            } else if let Some(id) = links.ids.get(&(call.message, call.part)).cloned() {
                links.ids.insert(place, id);
            }
        }
        links
    }

    /// Without ids for calls and results in some messages.
    #[must_use]
    pub fn without(mut self, is_out: impl Fn(&Message<'_>) -> bool, conversation: &Conversation<'_>) -> Self {
        self.ids.retain(|(message, _), _| !conversation.messages.get(*message).is_some_and(&is_out));
        self
    }

    /// Without ids for calls and results of the older kind, which have none.
    #[must_use]
    pub fn without_legacy(mut self, conversation: &Conversation<'_>) -> Self {
        self.ids.retain(|(message, part), _| {
            let message = conversation.messages.get(*message);
            !matches!(message.and_then(|message| message.parts.get(*part)), Some(part) if is_legacy(part))
        });
        self
    }

    /// Gives a call with a repeated id a new id, and its results the same one.
    #[must_use]
    pub fn without_repeats(mut self, paired: &PairedCalls<'_>) -> Self {
        if !paired.has_repeated_ids() {
            return self;
        }
        let pairs = paired.pairs();
        let mut seen = HashMap::new();
        for call in &pairs.calls {
            let Some(id) = call.call.id() else { continue };
            let count = seen.entry(id.decode_json()).or_insert(0_usize);
            *count += 1;
            if *count > 1 {
                let new = format!("{}_{}", id.decode(), short_hash(&format!("{count} {}", id.decode())));
                self.renamed.insert((call.message, call.part), new);
            }
        }
        for answer in &pairs.results {
            let call = answer.call.and_then(|index| pairs.calls.get(index));
            let new = call.and_then(|call| self.renamed.get(&(call.message, call.part))).cloned();
            if let Some(new) = new {
                self.renamed.insert((answer.message, answer.part), new);
            }
        }
        self
    }

    /// New ids for calls with a repeated id, and for their results, by message and part.
    #[must_use]
    pub fn into_renamed(self) -> HashMap<(usize, usize), String> {
        self.renamed
    }

    /// The id that replaces the one of the call or result at this place.
    #[must_use]
    pub fn renamed(&self, message: usize, part: usize) -> Option<&str> {
        self.renamed.get(&(message, part)).map(String::as_str)
    }

    /// The generated id for this place, if the call or result there has none.
    #[must_use]
    pub fn made(&self, message: usize, part: usize) -> Option<&str> {
        self.ids.get(&(message, part)).map(String::as_str)
    }

    /// Reports each generated call id once, at its call.
    pub fn report(&self, conversation: &Conversation<'_>, report: &mut Report) {
        if self.ids.is_empty() {
            return;
        }
        for (message, index) in conversation.messages.iter().zip(0..) {
            for (part, place) in message.parts.iter().zip(0..) {
                let Some(id) = self.made(index, place) else { continue };
                match part {
                    Part::Call(call) if self.borrowed.contains(&(index, place)) => {
                        report.add(&loss::MADE_CALL_ID, call.at, || {
                            format!("the call gets the id `{id}` of the result that seems to answer it")
                        });
                    }
                    Part::Call(call) => {
                        report.add(&loss::MADE_CALL_ID, call.at, || format!("the call id `{id}` is generated"));
                    }
                    // Its call already has that id, so nothing was reported there.
                    Part::Result(result) if self.borrowed.contains(&(index, place)) => {
                        report.add(&loss::MADE_CALL_ID, result.at, || {
                            format!("the result gets the id `{id}` of the call that it seems to answer")
                        });
                    }
                    Part::Text(_)
                    | Part::Reasoning(_)
                    | Part::Result(_)
                    | Part::Media(_)
                    | Part::Refusal(_)
                    | Part::Opaque(_) => {}
                }
            }
        }
    }
}

fn is_legacy(part: &Part<'_>) -> bool {
    match part {
        Part::Call(call) => call.kind == CallKind::LegacyFunction,
        Part::Result(result) => result.is_legacy,
        Part::Text(_) | Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => false,
    }
}

/// Letters and digits, `length` of them, that distinguish texts. At most 32.
#[must_use]
pub(super) fn short_name(text: &str, length: usize) -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let first = uuid_v5(&NAMESPACE, text.as_bytes());
    let second = uuid_v5(&first, text.as_bytes());
    let bytes = first.as_bytes().iter().chain(second.as_bytes()).take(length);
    bytes.map(|byte| char::from(DIGITS.get(usize::from(*byte) % DIGITS.len()).copied().unwrap_or(b'0'))).collect()
}

/// Eight digits that distinguish texts.
fn short_hash(text: &str) -> String {
    let mut hash = uuid_v5(&NAMESPACE, text.as_bytes()).simple().to_string();
    hash.truncate(8);
    hash
}

/// Replaces an id that a target rejects: `_` instead of characters that it rejects, and a short hash, so that two ids
/// never become the same. `limit` is the maximum length in characters.
pub(super) fn rewrite_id(id: &str, is_good: impl Fn(char) -> bool, limit: usize) -> String {
    let hash = short_hash(id);
    let mut new: String = id.chars().map(|found| if is_good(found) { found } else { '_' }).collect();
    let mut room = limit.saturating_sub(hash.len() + 1);
    while !new.is_char_boundary(room.min(new.len())) {
        room -= 1;
    }
    new.truncate(room);
    format!("{new}_{hash}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_depend_on_the_text_and_the_place_only() {
        let (a, b) = (IdMaker::new("{}"), IdMaker::new("{}"));
        assert_eq!(a.call(1, 2), b.call(1, 2));
        assert_ne!(a.call(1, 2), a.call(2, 1));
        assert_eq!(a.call(0, 0).len(), "call_".len() + 24);
        assert_ne!(a.message(0, 0), IdMaker::new("[]").message(0, 0));
    }

    #[test]
    fn rewritten_ids_stay_apart() {
        let is_good = |c: char| c.is_ascii_alphanumeric();
        assert_ne!(rewrite_id("a:1", is_good, 64), rewrite_id("a.1", is_good, 64));
        assert!(rewrite_id(&"ü".repeat(50), is_good, 20).len() <= 20);
    }
}
