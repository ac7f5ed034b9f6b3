//! Earlier states of values: what a later one says as well, and what is gone.

use std::collections::HashMap;

use super::NAME;
use crate::json::{Node, Text};
use crate::model::{Conversation, Slot};

/// True if the later value contains the earlier one: it is equal, or continues it.
pub(super) fn covers(later: Node<'_, '_>, earlier: Node<'_, '_>) -> bool {
    if earlier.is_null() || later.raw() == earlier.raw() {
        return true;
    }
    if let Some(words) = earlier.text() {
        // A session that was resumed has lists of parts where it had texts.
        let only = later.items().next().filter(|_| later.is_array() && later.len() == 1);
        let later = later.text().or_else(|| only?.get("text")?.text());
        return words.is_empty() || later.is_some_and(|later| later.decode().starts_with(words.decode().as_ref()));
    }
    if earlier.is_object() {
        let members: HashMap<_, _> =
            later.members().filter_map(|(key, value)| Some((key.text()?.decode().into_owned(), value))).collect();
        let mut own = earlier.members().map(|(key, value)| (key.text(), value));
        return earlier.is_empty()
            || own.all(|(key, value)| {
                let later = key.and_then(|key| members.get(key.decode().as_ref()));
                later.map_or(value.is_null(), |later| covers(*later, value))
            });
    }
    earlier.is_array()
        && later.is_array()
        && (earlier.is_empty()
            || (later.len() >= earlier.len()
                && later.items().zip(earlier.items()).all(|(later, earlier)| covers(later, earlier))))
}

/// Keeps an earlier state of a record. Only what the later one does not say is a fact.
pub(super) fn keep_earlier<'a>(earlier: Node<'_, 'a>, later: Node<'_, 'a>, conversation: &mut Conversation<'a>) {
    let extras = &mut conversation.extras;
    extras.note_in(Slot::Event, NAME, Text::Token("record"), earlier.to_raw(), earlier.at());
    if covers(later, earlier) {
        return;
    }
    for (key, value) in earlier.members() {
        let Some(key) = key.text() else { continue };
        if !later.get(key.decode().as_ref()).map_or(value.is_null(), |later| covers(later, value)) {
            extras.push_in(Slot::Earlier, NAME, key, value.to_raw(), value.at());
        }
    }
}
