//! Ids that had to be made up: the same input gives the same ids, on every machine and in every retry.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;

use uuid::Uuid;

use crate::json::Text;
use crate::model::Conversation;
use crate::report::{Report, loss};
use crate::rule::pairs::Pairs;

/// Namespace of all ids this program makes: UUID version 5 of `turnwise` under the DNS namespace.
const NAMESPACE: Uuid = Uuid::from_u128(0x9a4e_4c0c_6f0b_5d11_8d0e_0f6c_5a37_22c1);

/// Derives ids from the text of a record and a place in it.
#[derive(Debug)]
pub struct IdMaker<'c> {
    source: &'c str,
    seed: OnceCell<Uuid>,
}

impl<'c> IdMaker<'c> {
    /// For the record with this text. The text is hashed once, and only if an id is needed.
    #[must_use]
    pub fn new(source: &'c str) -> Self {
        Self { source, seed: OnceCell::new() }
    }

    fn derive(&self, what: &str, place: &[usize]) -> Uuid {
        let seed = self.seed.get_or_init(|| Uuid::new_v5(&NAMESPACE, self.source.as_bytes()));
        let mut name = what.to_owned();
        for index in place {
            name.push(' ');
            name.push_str(&index.to_string());
        }
        Uuid::new_v5(seed, name.as_bytes())
    }

    /// A message id: a UUID. `piece` counts the messages that one message of the source became.
    #[must_use]
    pub fn message(&self, message: usize, piece: usize) -> String {
        self.derive("message", &[message, piece]).to_string()
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

/// Ids for calls and results that have none, and the names of the calls that results answer.
#[derive(Debug, Default)]
pub struct Links<'c> {
    ids: HashMap<(usize, usize), String>,
    names: HashMap<(usize, usize), &'c Text<'c>>,
}

impl<'c> Links<'c> {
    /// Pairs calls and results by position where they have no ids, and makes up an id for each pair.
    #[must_use]
    pub fn of(conversation: &'c Conversation<'c>, ids: &IdMaker<'_>) -> Self {
        let mut links = Self::default();
        let pairs = Pairs::of(conversation);
        for call in pairs.calls.iter().filter(|call| call.call.id.is_none()) {
            links.ids.insert((call.message, call.part), ids.call(call.message, call.part));
        }
        for answer in &pairs.results {
            let place = (answer.message, answer.part);
            let Some(call) = answer.call.and_then(|index| pairs.calls.get(index)) else { continue };
            links.names.insert(place, &call.call.name);
            if answer.result.call_id.is_none()
                && let Some(id) = links.ids.get(&(call.message, call.part)).cloned()
            {
                links.ids.insert(place, id);
            }
        }
        links
    }

    /// The id of the call at this place, made up if `own` is not there; the first time that is reported.
    pub fn call_id<'i>(&'i self, message: usize, part: usize, own: Option<&'i Text<'_>>) -> Option<Cow<'i, str>> {
        own.map(Text::decode).or_else(|| self.ids.get(&(message, part)).map(|id| Cow::Borrowed(id.as_str())))
    }

    /// The made-up id for this place, if the call or result there has none.
    #[must_use]
    pub fn made(&self, message: usize, part: usize) -> Option<&str> {
        self.ids.get(&(message, part)).map(String::as_str)
    }

    /// The name of the call that the result at this place answers.
    #[must_use]
    pub fn name(&self, message: usize, part: usize) -> Option<&'c Text<'c>> {
        self.names.get(&(message, part)).copied()
    }

    /// Reports each made-up call id once, at its call.
    pub fn report(&self, conversation: &Conversation<'_>, report: &mut Report) {
        for (message, index) in conversation.messages.iter().zip(0..) {
            for (part, place) in message.parts.iter().zip(0..) {
                if let crate::model::Part::Call(call) = part
                    && let Some(id) = self.made(index, place)
                {
                    report.add(&loss::MADE_CALL_ID, call.at, || format!("the call id `{id}` is made up"));
                }
            }
        }
    }
}

/// An id whose characters a target refuses, written with `_` in their place and a short hash, so that two ids never meet.
///
/// `None` if the id is fine. `is_good` tells allowed characters, `limit` is the longest length.
#[must_use]
pub fn rewrite_id(id: &str, is_good: impl Fn(char) -> bool, limit: usize) -> Option<String> {
    if !id.is_empty() && id.chars().all(&is_good) && id.len() <= limit {
        return None;
    }
    let hash = Uuid::new_v5(&NAMESPACE, id.as_bytes()).simple().to_string();
    let hash = hash.get(..8).unwrap_or_default();
    let mut new: String = id.chars().map(|found| if is_good(found) { found } else { '_' }).collect();
    let mut room = limit.saturating_sub(hash.len() + 1);
    while !new.is_char_boundary(room.min(new.len())) {
        room -= 1;
    }
    new.truncate(room);
    Some(format!("{new}_{hash}"))
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
        assert_eq!(rewrite_id("ok1", is_good, 64), None);
        assert_ne!(rewrite_id("a:1", is_good, 64), rewrite_id("a.1", is_good, 64));
        assert!(rewrite_id(&"ü".repeat(50), is_good, 20).is_some_and(|id| id.len() <= 20));
    }
}
