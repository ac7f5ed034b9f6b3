//! Merges the parts of a split conversation: the messages of later records are added to the list of the first one.
//!
//! ```text
//! {"id":"a","messages":[1,2]}   and   {"id":"a","messages":[2,3]}   →   {"id":"a","messages":[1,2,3]}
//! ```

use std::collections::HashMap;

use sha2::{Digest as _, Sha256};

use super::joined::one_line;
use crate::format::Format;
use crate::format::listing::MessageNodes;
use crate::json::{Node, Tape, canonical_value, utf8_text};
use crate::report::Report;

/// A hash of a value that ignores layout, escapes and the order of members.
type ValueKey = [u8; 16];

/// A record with the messages of later ones.
pub(super) struct JoinedConversation {
    format: &'static Format,
    /// The first record.
    base: String,
    /// The position in it at which messages are added, the text before each of them, and the added text.
    insert_at: usize,
    separator: String,
    added: String,
    messages: Vec<ValueKey>,
    /// The number of its leading system and developer messages.
    instructions: usize,
    /// The fields outside the list, by their JSON Pointers.
    fields: HashMap<String, ValueKey>,
    /// Repeated messages.
    pub(super) repeated: u64,
}

/// A record whose messages are in one list.
struct ListedRecord<'t, 'a> {
    list: Node<'t, 'a>,
    /// Pointer, key and value of the fields outside the list.
    fields: Vec<(String, Node<'t, 'a>, Node<'t, 'a>)>,
}

impl<'t, 'a> ListedRecord<'t, 'a> {
    /// `None`: the format stores messages in another way.
    fn find(root: Node<'t, 'a>, format: &Format) -> Option<Self> {
        let listing = format.shape.listing.filter(|listing| listing.columns.is_none())?;
        if listing.log.as_ref().is_some_and(|log| (log.messages)(root).is_some()) {
            return None;
        }
        let found = (listing.find)(root);
        let MessageNodes::Items(list) = found.messages else { return None };
        if found.has_files {
            return None;
        }
        let (mut object, mut path, mut fields) = (root, String::new(), Vec::new());
        while object.span() != list.span() {
            let mut inner = None;
            for (key, value) in object.members() {
                let pointer = format!("{path}/{}", key.text()?.decode_json());
                if value.span().start <= list.span().start && list.span().end <= value.span().end {
                    inner = Some((pointer, value));
                } else {
                    fields.push((pointer, key, value));
                }
            }
            (path, object) = inner?;
        }
        Some(Self { list, fields })
    }
}

impl JoinedConversation {
    /// The first record. `None`: messages cannot be added to it.
    pub(super) fn begin(text: &str, format: &'static Format, tape: &mut Tape) -> Option<Self> {
        let root = tape.parse(text).ok()?;
        let ListedRecord { list, fields } = ListedRecord::find(root, format)?;
        let (opening, mut ends) = (list.span().start + 1, list.items().map(|item| item.span()));
        let (first, second) = (ends.next(), ends.next());
        let space = first.and_then(|first| text.get(opening..first.start)).unwrap_or_default();
        let between = first.zip(second).and_then(|(first, second)| text.get(first.end..second.start));
        Some(Self {
            format,
            insert_at: list.items().last().map_or(opening, |last| last.span().end),
            separator: between.map_or_else(|| format!(",{space}"), str::to_owned),
            added: String::new(),
            messages: list.items().map(value_key).collect(),
            instructions: list.items().take_while(is_instruction).count(),
            fields: fields.into_iter().map(|(pointer, _, value)| (pointer, value_key(value))).collect(),
            repeated: 0,
            base: text.to_owned(),
        })
    }

    /// Adds the new messages of a later record, and reports its fields that the first one lacks. False: it has no list
    /// of messages.
    pub(super) fn append(&mut self, root: Node<'_, '_>, report: &mut Report) -> bool {
        let Some(ListedRecord { list, fields }) = ListedRecord::find(root, self.format) else { return false };
        for (pointer, key, value) in fields {
            let first = self.fields.get(&pointer);
            let is_same = first.map_or(value.is_null(), |first| *first == value_key(value));
            if !is_same {
                let why =
                    if first.is_some() { "differs from that of the first part" } else { "is not in the first part" };
                let name = key.text().unwrap_or_default();
                report.drop_named_field(value.at(), &name, |name| format!("the field `{name}` {why} and is dropped"));
            }
        }
        let keys: Vec<_> = list.items().map(value_key).collect();
        let known = self.known(&keys);
        self.repeated += known as u64;
        for item in list.items().skip(known) {
            let is_first = self.messages.is_empty() && self.added.is_empty();
            self.added.push_str(if is_first { "" } else { &self.separator });
            // A record on one line stays on one line.
            let line =
                if self.base.contains('\n') { item.raw().as_bytes().into() } else { one_line(item.raw().as_bytes()) };
            self.added.push_str(&utf8_text(&line));
        }
        self.messages.extend_from_slice(keys.get(known..).unwrap_or_default());
        true
    }

    /// The number of messages at the start of a later part that repeat the end of the conversation. Parts may also
    /// begin with the instructions of the conversation.
    fn known(&self, keys: &[ValueKey]) -> usize {
        let known = overlap(&self.messages, keys);
        if known > 0 {
            return known;
        }
        let instructions = self.messages.get(..self.instructions).unwrap_or_default();
        let repeated = instructions.iter().zip(keys).take_while(|(one, other)| one == other).count();
        repeated + overlap(&self.messages, keys.get(repeated..).unwrap_or_default())
    }

    /// The merged record.
    pub(super) fn finish(self) -> String {
        let (before, after) = self.base.split_at_checked(self.insert_at).unwrap_or((&self.base, ""));
        [before, &self.added, after].concat()
    }
}

/// The length of the longest suffix of `before` that is a prefix of `after`, in linear time.
fn overlap(before: &[ValueKey], after: &[ValueKey]) -> usize {
    // For each prefix of `after`: the length of the longest shorter prefix that is its suffix.
    let mut shorter = vec![0; after.len()];
    let extend = |mut length: usize, key: &ValueKey, shorter: &[usize]| {
        loop {
            if after.get(length) == Some(key) {
                return length + 1;
            }
            let Some(next) = length.checked_sub(1).and_then(|last| shorter.get(last)) else { return 0 };
            length = *next;
        }
    };
    let mut length = 0;
    for (at, key) in after.iter().enumerate().skip(1) {
        length = extend(length, key, &shorter);
        if let Some(shorter) = shorter.get_mut(at) {
            *shorter = length;
        }
    }
    let from = before.len().saturating_sub(after.len());
    before.iter().skip(from).fold(0, |length, key| extend(length, key, &shorter))
}

fn value_key(value: Node<'_, '_>) -> ValueKey {
    let mut bytes = Vec::new();
    canonical_value(value, &mut bytes);
    let mut key = ValueKey::default();
    key.iter_mut().zip(Sha256::digest(&bytes)).for_each(|(to, from)| *to = from);
    key
}

fn is_instruction(message: &Node<'_, '_>) -> bool {
    let role = message.get("role").or_else(|| message.get("from"));
    role.is_some_and(|role| role.is("system") || role.is("developer"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_and_beginnings_overlap() {
        let keys = |text: &str| text.bytes().map(|byte| [byte; 16]).collect::<Vec<_>>();
        for (before, after, wanted) in [
            ("", "", 0),
            ("ab", "", 0),
            ("", "ab", 0),
            ("abc", "bcd", 2),
            ("abc", "abc", 3),
            ("abc", "abcd", 3),
            ("abc", "abd", 0),
            ("aaa", "aa", 2),
            ("aab", "aaa", 0),
            ("abab", "ababc", 4),
            ("xabab", "abac", 2),
            ("abcab", "abcabd", 5),
            ("aabaa", "aabaab", 5),
        ] {
            assert_eq!(overlap(&keys(before), &keys(after)), wanted, "{before} {after}");
        }
    }
}
