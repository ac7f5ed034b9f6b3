//! The places in a record: the list of turns, the id, media files.

use std::marker::PhantomData;

use super::{DeclaredList, FileField, TurnLists};
use crate::format::ids::{Scope, Usage};
use crate::format::listing::{Listed, Listing, MessageNodes};
use crate::format::media::MediaPlace;
use crate::format::{IdRules, Score, Sites};
use crate::json::Node;

/// The constants that are computed from a declaration.
pub(super) struct ListPlaces<D>(PhantomData<D>);

impl<D: DeclaredList> ListPlaces<D> {
    pub(super) const IDS: IdRules = IdRules {
        scopes: if D::LISTS.id.is_some() { IdRules::OF_CONVERSATIONS } else { &[] },
        reason: D::LISTS.no_ids,
        ..IdRules::of_calls(|root, sites| find_ids(&D::LISTS, root, sites))
    };

    pub(super) const LISTING: Listing = Listing { find: find_messages::<D>, ..Listing::NONE };
}

pub(super) fn score(lists: &TurnLists, root: Node<'_, '_>) -> Option<Score> {
    find_turns(lists, root)?;
    Some(Score::new(230, lists.evidence))
}

/// The turns and the name of their field; `list` where there is no record around them.
pub(super) fn find_turns<'t, 'a>(lists: &TurnLists, root: Node<'t, 'a>) -> Option<(&'static str, Node<'t, 'a>)> {
    let is_turn = |node: Node<'_, '_>| node.get(lists.speaker).is_some() && node.get(lists.words).is_some();
    // The first turn may be the odd one.
    let has_turns = |list: Node<'_, '_>| list.items().take(super::schema::LOOKED_AT).any(is_turn);
    if root.is_array() {
        return has_turns(root).then_some(("list", root));
    }
    lists.lists.iter().find_map(|key| Some((*key, root.get(key).filter(|list| has_turns(*list))?)))
}

/// The turns; the files that they name are beside them.
fn find_messages<'t, 'a, D: DeclaredList>(root: Node<'t, 'a>) -> Listed<'t, 'a> {
    let has_files = D::LISTS.files.iter().flat_map(|files| files.fields).any(|key| root.get(key).is_some());
    let turns = find_turns(&D::LISTS, root);
    let listed = Listed::bare(turns.map_or(MessageNodes::None, |(_, turns)| MessageNodes::Items(turns)));
    Listed { has_files, ..listed }
}

fn find_ids(lists: &TurnLists, root: Node<'_, '_>, sites: &mut Sites) -> bool {
    if root.is_array() {
        sites.lacks = Some((Scope::Conversation, "a bare list of turns has no place for an id"));
    } else if let Some(key) = lists.id {
        match root.fields(&[key]) {
            Ok(([id], _)) => _ = sites.member(Scope::Conversation, Usage::Names, root, id, (key, &[])),
            Err(twice) => _ = sites.twice.get_or_insert(twice),
        }
    }
    find_turns(lists, root).is_some()
}

/// Calls `each` with the places of files: what holds one is the string itself.
pub(super) fn media(lists: &TurnLists, root: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    training_files(lists.files, root, each);
}

/// The same of the fields with files beside any list of messages.
pub(in crate::format) fn training_files(
    files: &[FileField],
    root: Node<'_, '_>,
    each: &mut dyn FnMut(MediaPlace<'_, '_>),
) {
    for files in files {
        for field in files.fields.iter().filter_map(|key| root.get(key)) {
            let strings = std::iter::once(field).chain(field.items()).filter(Node::is_string);
            strings.for_each(|value| each(MediaPlace::url(value, files.kind, value)));
        }
    }
}
