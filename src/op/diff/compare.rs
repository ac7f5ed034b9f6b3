//! Compares two matched messages fact by fact.

use foldhash::quality::RandomState;
use std::collections::HashMap;

use super::change::{ChangeKind, ChangePlace, RecordChange, ShownValue};
use super::facts::{DiffFact, FactGroup, Val};
use super::lcs::StepBudget;
use super::moved_parts::MovedPart;
use super::options::{Class, DiffOptions};
use super::shown::{shown, without_data};
use super::value::differences;
use super::words::words;
use crate::json::{At, RecordText, Tape};

/// Collects the differences.
pub(super) struct Comparer<'k> {
    pub(super) options: &'k DiffOptions,
    pub(super) hasher: RandomState,
    pub(super) budget: &'k mut StepBudget,
    /// The two records.
    pub(super) texts: (&'k str, &'k str),
    pub(super) changes: Vec<RecordChange>,
    /// Parts that one message lost or got, by content: they may have moved to another message.
    pub(super) lost: Vec<MovedPart>,
    pub(super) came: Vec<MovedPart>,
    pub(super) tapes: (Tape, Tape),
}

/// The compared messages: their indexes and their places.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ComparedMessages {
    pub(super) a: Option<usize>,
    pub(super) b: Option<usize>,
    pub(super) at_a: At,
    pub(super) at_b: At,
}

impl ComparedMessages {
    pub(super) fn in_a(&self, at: At) -> ChangePlace {
        ChangePlace { at: at.or(self.at_a), message: self.a, ..ChangePlace::default() }
    }

    pub(super) fn in_b(&self, at: At) -> ChangePlace {
        ChangePlace { at: at.or(self.at_b), message: self.b, ..ChangePlace::default() }
    }
}

impl Comparer<'_> {
    pub(super) fn add(
        &mut self,
        kind: ChangeKind,
        path: String,
        places: (Option<ChangePlace>, Option<ChangePlace>),
        values: (Option<ShownValue>, Option<ShownValue>),
    ) {
        let ((a, b), (old, new)) = (places, values);
        self.changes.push(RecordChange { kind, a, b, others: Vec::new(), path, old, new, words: Vec::new() });
    }

    /// Two lists of facts, by their names.
    pub(super) fn facts(&mut self, a: &FactGroup<'_>, b: &FactGroup<'_>, prefix: &str, spot: ComparedMessages) {
        if a.key == b.key {
            return;
        }
        // A key may appear twice in one of the lists: repeated keys are compared in order.
        let mut known: HashMap<(&str, bool, u32), &DiffFact<'_>> = HashMap::new();
        let mut seen: HashMap<(&str, bool), u32> = HashMap::new();
        for fact in &b.facts {
            let count = seen.entry((&fact.name, fact.is_extra)).or_default();
            known.insert((&fact.name, fact.is_extra, *count), fact);
            *count += 1;
        }
        seen.clear();
        let spot = ComparedMessages { at_a: a.at.or(spot.at_a), at_b: b.at.or(spot.at_b), ..spot };
        for fact in &a.facts {
            let count = seen.entry((&fact.name, fact.is_extra)).or_default();
            let other = known.remove(&(fact.name.as_ref(), fact.is_extra, *count));
            *count += 1;
            if other.is_none_or(|other| other.key != fact.key) {
                self.fact(Some(fact), other, &path_of(prefix, a.name, fact), spot);
            }
        }
        seen.clear();
        for fact in &b.facts {
            let count = seen.entry((&fact.name, fact.is_extra)).or_default();
            if known.contains_key(&(fact.name.as_ref(), fact.is_extra, *count)) {
                self.fact(None, Some(fact), &path_of(prefix, b.name, fact), spot);
            }
            *count += 1;
        }
    }

    /// Compares the cache marks of parts without a counterpart.
    pub(super) fn hints(
        &mut self,
        piece: &FactGroup<'_>,
        path: &str,
        places: &(Option<ChangePlace>, Option<ChangePlace>),
    ) {
        for fact in piece.facts.iter().filter(|fact| fact.class == Class::Cache) {
            let (Some(from), Some(at)) = (piece.at.offset(), fact.at.offset()) else { continue };
            let text = self.texts.0.get(from..).unwrap_or_default();
            let end = self.tapes.0.parse_prefix(text).0.map_or(0, |node| from + node.span().end);
            if fact.name == "cache" && !(from..end).contains(&at) {
                let place = places.0.clone().map(|place| ChangePlace { at: fact.at, ..place });
                let places = (place, places.1.clone());
                self.add(ChangeKind::Edit, format!("{path}/cache"), places, (Some(shown(&fact.val)), None));
            }
        }
    }

    fn fact(&mut self, a: Option<&DiffFact<'_>>, b: Option<&DiffFact<'_>>, path: &str, spot: ComparedMessages) {
        let is_id = |fact: &DiffFact<'_>| fact.class == Class::Ids && matches!(fact.val, Val::Text(_));
        let kind = if a.or(b).is_some_and(is_id) { ChangeKind::Id } else { ChangeKind::Edit };
        // The other side of an absent fact is its message.
        let places = (
            spot.a.or(a.map(|_| 0)).map(|_| spot.in_a(a.map_or(At::NOWHERE, |fact| fact.at))),
            spot.b.or(b.map(|_| 0)).map(|_| spot.in_b(b.map_or(At::NOWHERE, |fact| fact.at))),
        );
        match (a.map(|fact| &fact.val), b.map(|fact| &fact.val)) {
            (Some(Val::Json(old)), Some(Val::Json(new))) if self.values(old, new, path, &places) => {}
            (Some(Val::Text(old)), Some(Val::Text(new))) => {
                let has_words = self.options.has_words && kind == ChangeKind::Edit;
                let values = (Some(ShownValue::Text(old.to_string())), Some(ShownValue::Text(new.to_string())));
                let stretches = if has_words { words(old, new, self.hasher, self.budget) } else { Vec::new() };
                self.add(kind, path.to_owned(), places, values);
                if let Some(change) = self.changes.last_mut() {
                    change.words = stretches;
                }
            }
            (old, new) => self.add(kind, path.to_owned(), places, (old.map(shown), new.map(shown))),
        }
    }

    /// The differing places inside two JSON values. False if there are no specific ones.
    fn values(
        &mut self,
        old: &str,
        new: &str,
        path: &str,
        places: &(Option<ChangePlace>, Option<ChangePlace>),
    ) -> bool {
        let (Ok(a), Ok(b)) = (self.tapes.0.parse(old), self.tapes.1.parse(new)) else { return false };
        let found = differences(a, b, "", self.options.ignore.numbers(), self.hasher, self.budget);
        let start = |text: &str, part: &str| RecordText::new(text).span_of(part).map(|span| span.start);
        let starts = (start(self.texts.0, old), start(self.texts.1, new));
        for difference in &found {
            let place = |place: &Option<ChangePlace>, start: Option<usize>, node: Option<crate::json::Node<'_, '_>>| {
                let at = start.zip(node).map(|(start, node)| At::byte(start + node.span().start));
                place.clone().map(|place| ChangePlace { at: at.unwrap_or(place.at), ..place })
            };
            let value = |node: Option<crate::json::Node<'_, '_>>| match node?.text() {
                Some(text) => Some(shown(&Val::Text(text.decode_json().into_owned().into()))),
                None => Some(ShownValue::Json(without_data(node?.raw()))),
            };
            let change = RecordChange {
                kind: ChangeKind::Edit,
                a: place(&places.0, starts.0, difference.old),
                b: place(&places.1, starts.1, difference.new),
                others: Vec::new(),
                path: format!("{path}{}", difference.shown),
                old: value(difference.old),
                new: value(difference.new),
                words: Vec::new(),
            };
            self.changes.push(change);
        }
        if self.options.has_words {
            let from = self.changes.len() - found.len();
            for change in self.changes.get_mut(from..).unwrap_or_default() {
                if let (Some(ShownValue::Text(old)), Some(ShownValue::Text(new))) = (&change.old, &change.new) {
                    change.words = words(old, new, self.hasher, self.budget);
                }
            }
        }
        !found.is_empty()
    }
}

/// `call/1` and `name` become `call/1/name`; the text of a text has no second name.
fn path_of(prefix: &str, piece: &str, fact: &DiffFact<'_>) -> String {
    if fact.name == piece && !prefix.is_empty() && !fact.is_extra {
        return prefix.to_owned();
    }
    let mut path = prefix.to_owned();
    if fact.is_extra {
        path.push_str("/extra");
    }
    crate::json::push_segment(&mut path, &fact.name);
    path.trim_start_matches('/').to_owned()
}
