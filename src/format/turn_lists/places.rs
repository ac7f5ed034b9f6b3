//! The places in a record: the list of turns, the id, media files.

use std::marker::PhantomData;

use super::schema::LOOKED_AT;
use super::{DeclaredList, FileField, SpeakerKeys, TurnLists, TypedParts};
use crate::format::ids::{Scope, Usage};
use crate::format::listing::{Listed, Listing, MessageNodes};
use crate::format::media::MediaPlace;
use crate::format::{IdRules, Score, Sites};
use crate::json::Node;

/// The constants that are computed from a declaration.
pub(super) struct ListPlaces<D>(PhantomData<D>);

impl<D: DeclaredList> ListPlaces<D> {
    pub(super) const IDS: IdRules = IdRules {
        scopes: if D::LISTS.fields.id.is_some() { IdRules::OF_CONVERSATIONS } else { &[] },
        reason: D::LISTS.no_ids,
        ..IdRules::of_calls(|root, sites| find_ids(&D::LISTS, root, sites))
    };

    pub(super) const LISTING: Listing = Listing { find: find_messages::<D>, ..Listing::NONE };
}

pub(super) fn score(lists: &TurnLists, root: Node<'_, '_>) -> Option<Score> {
    let (_, turns) = find_turns(lists, root)?;
    let first = || turns.items().take(LOOKED_AT);
    let is_usual = |turn: Node<'_, '_>| lists.usual_keys().are_in(turn);
    let is_dialect = || first().all(|turn| is_of_dialect(lists, turn)) && !turns.items().any(is_message);
    let is_score = first().any(is_usual) || is_dialect();
    let is_own = |turn: Node<'_, '_>| {
        turn.get(lists.keys_of(turn).speaker)
            .is_some_and(|speaker| lists.speakers.own.iter().any(|own| speaker.is(own)))
    };
    let is_score = is_score && (lists.speakers.own.is_empty() || turns.items().any(is_own));
    let has_part = |turn: Node<'_, '_>, parts: TypedParts| {
        turn.get(lists.turn.words).is_some_and(|words| words.items().any(|part| parts.is_part(part)))
    };
    let is_score = is_score && lists.turn.parts.is_none_or(|parts| turns.items().any(|turn| has_part(turn, parts)));
    is_score.then(|| Score::new(230, lists.evidence))
}

/// What has calls of its own is a message of another format.
fn is_message(turn: Node<'_, '_>) -> bool {
    ["tool_calls", "tool_call_id", "function_call"].iter().any(|key| turn.get(key).is_some())
}

/// A turn with the keys of a dialect: a known speaker and a text.
fn is_of_dialect(lists: &TurnLists, turn: Node<'_, '_>) -> bool {
    let SpeakerKeys { speaker, words } = lists.keys_of(turn);
    let words = lists.other.words.filter(|_| turn.get(words).is_none()).unwrap_or(words);
    let is_known = turn.get(speaker).is_some_and(|speaker| lists.kind_of(speaker).is_some());
    is_known && turn.get(words).is_some_and(|words| words.is_string())
}

/// The turns and the name of their field; `list` where there is no record around them.
pub(super) fn find_turns<'t, 'a>(lists: &TurnLists, root: Node<'t, 'a>) -> Option<(&'static str, Node<'t, 'a>)> {
    // The first turn may be the odd one.
    let has_turns = |list: Node<'_, '_>, keys: &str| {
        let is_turn = |turn| lists.pairs(keys).any(|pair| pair.are_in(turn));
        list.items().take(LOOKED_AT).any(is_turn)
    };
    if root.is_array() {
        return has_turns(root, "").then_some(("list", root));
    }
    lists.lists.iter().find_map(|key| Some((*key, root.get(key).filter(|list| has_turns(*list, key))?)))
}

/// The turns; the files that they name are next to them.
fn find_messages<'t, 'a, D: DeclaredList>(root: Node<'t, 'a>) -> Listed<'t, 'a> {
    let has_files = D::LISTS.fields.files.iter().flat_map(|files| files.fields).any(|key| root.get(key).is_some());
    let turns = find_turns(&D::LISTS, root);
    let listed = Listed::bare(turns.map_or(MessageNodes::None, |(_, turns)| MessageNodes::Items(turns)));
    Listed { has_files, ..listed }
}

fn find_ids(lists: &TurnLists, root: Node<'_, '_>, sites: &mut Sites) -> bool {
    if root.is_array() {
        sites.lacks = Some((Scope::Conversation, "a bare list of turns cannot have an id"));
    } else if let Some(key) = lists.fields.id {
        match root.fields(&[key]) {
            Ok(([id], _)) => _ = sites.member(Scope::Conversation, Usage::Names, root, id, key, &[]),
            Err(twice) => _ = sites.twice.get_or_insert(twice),
        }
    }
    find_turns(lists, root).is_some()
}

/// Calls `each` with the places of files: what contains one is the string itself.
pub(super) fn media(lists: &TurnLists, root: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    match (&lists.turn.parts, find_turns(lists, root)) {
        (Some(parts), Some((_, turns))) => parts.media(lists, turns, each),
        (Some(_), None) => {}
        (None, _) => training_files(lists.fields.files, root, each),
    }
}

/// The same of the fields with files next to any list of messages.
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
