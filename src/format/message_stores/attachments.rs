//! Values that are stored once per conversation, and named by a hash: `attachment://62e65378b7d3b1a41bc410b5fd0cd090`.

use std::collections::HashMap;

use crate::json::{At, Node, Text};

/// What precedes the hash.
const SCHEME: &str = "attachment://";
/// The member with the values.
const MEMBER: &str = "attachments";

/// The values of a conversation, by their hashes.
#[derive(Debug, Default)]
pub(super) struct Attachments<'t, 'a> {
    values: HashMap<String, Node<'t, 'a>>,
    /// The places of those that messages name.
    pub(super) used: Vec<At>,
}

impl<'t, 'a> Attachments<'t, 'a> {
    /// Those next to a list of messages.
    pub(super) fn of(around: Node<'t, 'a>) -> Self {
        let members = around.get(MEMBER).into_iter().flat_map(|values| values.members());
        let named = members.filter_map(|(key, value)| Some((key.text()?.decode().into_owned(), value)));
        Self { values: named.collect(), used: Vec::new() }
    }

    /// The value that a text names, or the text.
    pub(super) fn resolve(&mut self, text: Text<'a>) -> Text<'a> {
        if self.values.is_empty() || !text.starts_with(SCHEME) {
            return text;
        }
        let decoded = text.decode();
        let Some(value) = decoded.strip_prefix(SCHEME).and_then(|hash| self.values.get(hash)) else {
            drop(decoded);
            return text;
        };
        match value.text() {
            Some(found) => {
                self.used.push(value.at());
                found
            }
            None => text.clone(),
        }
    }
}
