//! Matches the parts of two messages.

use std::collections::{HashMap, VecDeque};
use std::hash::BuildHasher as _;

use super::change::{ChangeKind, ShownValue};
use super::compare::{ComparedMessages, Comparer};
use super::facts::{FactGroup, Val};
use super::lcs::common;
use super::options::Class;
use super::order::heaviest;
use super::shown;
use crate::json::quoted;

/// The key by which a part is matched.
type PartKey<'f> = &'f dyn Fn(&FactGroup<'_>) -> Option<u64>;

impl Comparer<'_> {
    /// Compares the parts of two messages.
    pub(super) fn parts(&mut self, a: &[FactGroup<'_>], b: &[FactGroup<'_>], spot: ComparedMessages) {
        let mut pairs = PartMatches::new(a, b);
        let keys = |pieces: &[FactGroup<'_>]| -> Vec<u64> { pieces.iter().map(|piece| piece.key).collect() };
        let content =
            |pieces: &[FactGroup<'_>]| -> Vec<u64> { pieces.iter().map(|piece| piece.content_hash).collect() };
        // The same parts in the same order: their other details do not matter for the match.
        let is_parallel = content(a) == content(b);
        (0..a.len()).filter(|_| is_parallel).for_each(|place| pairs.add(place, place));
        let runs = if is_parallel { Vec::new() } else { common(&keys(a), &keys(b), self.budget) };
        for run in runs {
            for step in 0..run.len {
                pairs.add(run.a + step, run.b + step);
            }
        }
        if pairs.left() > 0 {
            self.joined(&mut pairs, spot);
        }
        let hasher = self.hasher;
        let id = |piece: &FactGroup<'_>| piece.facts.iter().find(|fact| fact.class == Class::Ids).map(|fact| fact.key);
        let first =
            |piece: &FactGroup<'_>| piece.facts.iter().find(|fact| fact.class == Class::Content).map(|fact| fact.key);
        let own = |piece: &FactGroup<'_>| {
            let facts = piece.facts.iter().filter(|fact| !fact.is_extra);
            facts.fold(0_u64, |sum, fact| sum.wrapping_add(hasher.hash_one((fact.name.as_ref(), fact.key))))
        };
        pairs.round(&|piece| Some(hasher.hash_one((piece.content_hash, own(piece)))));
        pairs.round(&|piece| Some(piece.content_hash));
        pairs.round(&|piece| Some(hasher.hash_one((piece.name, id(piece)?))));
        pairs.round(&|piece| Some(hasher.hash_one((piece.name, first(piece)?))));
        pairs.round(&|piece| Some(hasher.hash_one(piece.name)));
        // The same text as another kind of part: a refusal that became a text.
        pairs.round(&|piece| first(piece));
        self.pairs(&pairs, spot);
    }

    fn pairs(&mut self, pairs: &PartMatches<'_, '_>, spot: ComparedMessages) {
        let numbers = (PartNumbers::new(pairs.a), PartNumbers::new(pairs.b));
        let found = pairs.list();
        let weights: Vec<_> = found.iter().map(|(a, _)| pairs.a.get(*a).map_or(0, weight)).collect();
        let stays: Vec<(usize, usize)> = heaviest(&found, &weights);
        let mut stays = stays.into_iter().peekable();
        for (i, j) in found {
            let (Some(a), Some(b)) = (pairs.a.get(i), pairs.b.get(j)) else { continue };
            let path = numbers.0.label(i, &numbers.1);
            let is_there = stays.next_if_eq(&(i, j)).is_some();
            if !is_there && !self.options.ignore.has(Class::Order) && !pairs.is_inside(i, j) {
                let places = (Some(spot.in_a(a.at)), Some(spot.in_b(b.at)));
                self.add(ChangeKind::Move, path.clone(), places, (None, None));
            }
            if a.name != b.name {
                let places = (Some(spot.in_a(a.at)), Some(spot.in_b(b.at)));
                let kind = |name: &str| Some(ShownValue::Text(name.to_owned()));
                self.add(ChangeKind::Edit, format!("{path}/kind"), places, (kind(a.name), kind(b.name)));
                let renamed = FactGroup {
                    name: a.name,
                    facts: b.facts.clone(),
                    at: b.at,
                    owner: b.owner,
                    key: 0,
                    content_hash: 0,
                };
                let renamed = same_names(a, renamed);
                self.facts(a, &renamed, &path, spot);
                continue;
            }
            self.facts(a, b, &path, spot);
        }
        for (index, piece) in pairs.a.iter().enumerate() {
            // The content of a result is matched with it.
            let goes = |owner: usize| pairs.to_b.get(owner).is_some_and(Option::is_none);
            if pairs.to_b.get(index) == Some(&None) && !piece.owner.is_some_and(goes) {
                let (path, value) = (numbers.0.label(index, &numbers.1), whole(pairs.a, index));
                let places = (Some(spot.in_a(piece.at)), spot.b.map(|_| spot.in_b(spot.at_b)));
                self.add_unmatched_part(piece, value.clone(), spot, true);
                self.add(ChangeKind::Edit, path.clone(), places.clone(), (Some(value), None));
                self.hints(piece, &path, &places);
            }
        }
        for (index, piece) in pairs.b.iter().enumerate() {
            let comes = |owner: usize| pairs.to_a.get(owner).is_some_and(Option::is_none);
            if pairs.to_a.get(index) == Some(&None) && !piece.owner.is_some_and(comes) {
                let (path, value) = (numbers.1.label(index, &numbers.0), whole(pairs.b, index));
                let places = (spot.a.map(|_| spot.in_a(spot.at_a)), Some(spot.in_b(piece.at)));
                self.add_unmatched_part(piece, value.clone(), spot, false);
                self.add(ChangeKind::Edit, path, places, (None, Some(value)));
            }
        }
    }

    /// Several texts that were merged, or one that was split: the text as a whole is the same.
    fn joined(&mut self, pairs: &mut PartMatches<'_, '_>, spot: ComparedMessages) {
        let texts = |pieces: &[FactGroup<'_>], has_blank: bool| -> Vec<usize> {
            let counts = |text: &str| has_blank || !text.trim().is_empty();
            let is_text = |it: &FactGroup<'_>| matches!(it.name, "text" | "refusal") && text(it).is_some_and(counts);
            (0..pieces.len()).filter(|at| pieces.get(*at).is_some_and(is_text)).collect()
        };
        // A blank text may have been merged with the others; if it was removed, it is reported at its old place.
        let all = (texts(pairs.a, true), texts(pairs.b, true));
        let has_blank = is_glued(pairs.a, &all.0, pairs.b, &all.1);
        let (left, right) = if has_blank { all } else { (texts(pairs.a, false), texts(pairs.b, false)) };
        if left.len() == right.len() || left.is_empty() || right.is_empty() {
            return;
        }
        let words = |pieces: &[FactGroup<'_>], places: &[usize]| -> String {
            let texts = places.iter().filter_map(|at| text(pieces.get(*at)?));
            texts.flat_map(str::chars).filter(|letter| !letter.is_whitespace()).collect()
        };
        if words(pairs.a, &left) != words(pairs.b, &right) {
            return;
        }
        let list = |pieces: &[FactGroup<'_>], places: &[usize]| {
            let texts: Vec<_> = places.iter().filter_map(|at| Some(quoted(text(pieces.get(*at)?)?))).collect();
            ShownValue::Json(format!("[{}]", texts.join(",")))
        };
        let at = |pieces: &[FactGroup<'_>], places: &[usize]| {
            places.first().and_then(|at| pieces.get(*at)).map_or(crate::json::At::NOWHERE, |piece| piece.at)
        };
        let places = (Some(spot.in_a(at(pairs.a, &left))), Some(spot.in_b(at(pairs.b, &right))));
        let values = (Some(list(pairs.a, &left)), Some(list(pairs.b, &right)));
        self.add(ChangeKind::Edit, "text".to_owned(), places, values);
        if let Some(change) = self.changes.last_mut() {
            // The other texts of A: those of B were merged, or outnumber them.
            let further = left.iter().skip(1).filter_map(|at| Some(spot.in_a(pairs.a.get(*at)?.at)));
            change.others = further.collect();
        }
        // The other details of the texts are compared one by one.
        let (mut a, b) = (rest(pairs.a, &left), rest(pairs.b, &right));
        a.key = 1;
        self.facts(&a, &b, "text", spot);
        for (list, places, other) in [(&mut pairs.to_b, &left, right.first()), (&mut pairs.to_a, &right, left.first())]
        {
            for place in places {
                if let Some(pair) = list.get_mut(*place) {
                    *pair = other.copied();
                }
            }
        }
        pairs.is_joined = true;
    }
}

/// The text of B is the texts of A with the same separator between them.
fn is_glued(a: &[FactGroup<'_>], left: &[usize], b: &[FactGroup<'_>], right: &[usize]) -> bool {
    let [one] = right else { return false };
    let texts: Vec<_> = left.iter().filter_map(|at| text(a.get(*at)?)).collect();
    let whole = b.get(*one).and_then(|piece| text(piece)).unwrap_or_default();
    texts.len() > 1 && ["", "\n", "\n\n"].iter().any(|between| texts.join(between) == whole)
}

fn text<'p>(piece: &'p FactGroup<'_>) -> Option<&'p str> {
    piece.facts.iter().find_map(|fact| match &fact.val {
        Val::Text(text) if fact.name == "text" => Some(text.as_ref()),
        Val::Text(_) | Val::Json(_) | Val::Media(_) => None,
    })
}

/// The facts of texts other than the text itself.
fn rest<'c>(pieces: &[FactGroup<'c>], places: &[usize]) -> FactGroup<'c> {
    let facts = places.iter().filter_map(|at| pieces.get(*at)).flat_map(|piece| &piece.facts);
    let facts = facts.filter(|fact| fact.name != "text").cloned().collect();
    FactGroup { name: "text", facts, ..FactGroup::default() }
}

/// Gives a part the name that it has in A, if two kinds of part with the same content have two names.
fn same_names<'c>(a: &FactGroup<'c>, mut b: FactGroup<'c>) -> FactGroup<'c> {
    for fact in &mut b.facts {
        if let Some(own) = a.facts.iter().find(|own| own.key == fact.key && own.class == fact.class) {
            fact.name = own.name.clone();
        }
    }
    b.key = a.key.wrapping_add(1);
    b
}

/// The weight of a part that keeps its position when parts change order: writers put results and text around calls and
/// media files.
fn weight(piece: &FactGroup<'_>) -> u64 {
    match piece.name {
        // It moves with its result.
        _ if piece.owner.is_some() => 0,
        "call" | "media" => 4,
        "text" | "refusal" => 3,
        "reasoning" => 2,
        _ => 1,
    }
}

/// The matched parts of two messages.
struct PartMatches<'x, 'c> {
    a: &'x [FactGroup<'c>],
    b: &'x [FactGroup<'c>],
    to_b: Vec<Option<usize>>,
    to_a: Vec<Option<usize>>,
    is_joined: bool,
}

impl<'x, 'c> PartMatches<'x, 'c> {
    fn new(a: &'x [FactGroup<'c>], b: &'x [FactGroup<'c>]) -> Self {
        Self { a, b, to_b: vec![None; a.len()], to_a: vec![None; b.len()], is_joined: false }
    }

    fn add(&mut self, a: usize, b: usize) {
        if let (Some(to_b), Some(to_a)) = (self.to_b.get_mut(a), self.to_a.get_mut(b)) {
            (*to_b, *to_a) = (Some(b), Some(a));
        }
    }

    fn left(&self) -> usize {
        self.to_b.iter().chain(&self.to_a).filter(|pair| pair.is_none()).count()
    }

    /// Pairs parts with equal keys, in order.
    fn round(&mut self, key: PartKey<'_>) {
        let mut places: HashMap<u64, VecDeque<usize>> = HashMap::new();
        for (index, piece) in self.b.iter().enumerate() {
            if let (Some(None), Some(key)) = (self.to_a.get(index), key(piece)) {
                places.entry(key).or_default().push_back(index);
            }
        }
        for (index, piece) in self.a.iter().enumerate() {
            if let (Some(None), Some(key)) = (self.to_b.get(index), key(piece))
                && let Some(b) = places.get_mut(&key).and_then(VecDeque::pop_front)
            {
                self.add(index, b);
            }
        }
    }

    /// The pairs in the order of A, without merged texts.
    fn list(&self) -> Vec<(usize, usize)> {
        let is_text = |index: usize| {
            self.is_joined
                && self.a.get(index).is_some_and(|it| matches!(it.name, "text" | "refusal") && text(it).is_some())
        };
        let pairs = self.to_b.iter().enumerate().filter_map(|(a, b)| Some((a, (*b)?)));
        pairs.filter(|(a, _)| !is_text(*a)).collect()
    }

    /// Both are in paired results: their position there is their position in the list.
    fn is_inside(&self, a: usize, b: usize) -> bool {
        let owner = |pieces: &[FactGroup<'_>], index: usize| pieces.get(index).and_then(|piece| piece.owner);
        match (owner(self.a, a), owner(self.b, b)) {
            (Some(a), Some(b)) => self.to_b.get(a) == Some(&Some(b)),
            _ => false,
        }
    }
}

/// The index of each part among those of its kind.
struct PartNumbers<'x, 'c> {
    pieces: &'x [FactGroup<'c>],
    own: Vec<usize>,
    counts: HashMap<(&'static str, Option<usize>), usize>,
}

impl<'x, 'c> PartNumbers<'x, 'c> {
    fn new(pieces: &'x [FactGroup<'c>]) -> Self {
        let mut counts = HashMap::new();
        let mut number = |piece: &FactGroup<'_>| {
            let count = counts.entry((piece.name, piece.owner)).or_insert(0);
            *count += 1;
            *count - 1
        };
        Self { pieces, own: pieces.iter().map(&mut number).collect(), counts }
    }

    fn count(&self, name: &'static str, owner: Option<usize>) -> usize {
        self.counts.get(&(name, owner)).copied().unwrap_or(0)
    }

    /// `text`, `call/1`, `result/0/text`: with an index if there are several.
    fn label(&self, index: usize, other: &Self) -> String {
        let Some(piece) = self.pieces.get(index) else { return String::new() };
        let beside = if piece.owner.is_none() { other.count(piece.name, None) } else { 0 };
        let is_single = self.count(piece.name, piece.owner).max(beside) <= 1;
        let number = self.own.get(index).copied().unwrap_or(0);
        let name = if is_single { piece.name.to_owned() } else { format!("{}/{number}", piece.name) };
        match piece.owner {
            // Results are not nested.
            Some(owner) if owner < index => format!("{}/{name}", self.label(owner, other)),
            _ => name,
        }
    }
}

/// A part with all its details, or only its text if it has no others.
pub(super) fn whole(pieces: &[FactGroup<'_>], index: usize) -> ShownValue {
    let Some(piece) = pieces.get(index) else { return ShownValue::Json("null".to_owned()) };
    let inner: Vec<_> = pieces.iter().skip(index + 1).take_while(|it| it.owner == Some(index)).collect();
    if let ([fact], true) = (piece.facts.as_slice(), inner.is_empty()) {
        return shown::shown(&fact.val);
    }
    let own = shown::members(&piece.facts);
    let own = own.trim_start_matches(',');
    let parts: Vec<_> = inner.into_iter().map(shown::part).collect();
    ShownValue::Json(match (parts.is_empty(), own.is_empty()) {
        (true, _) => format!("{{{own}}}"),
        (false, true) => format!("{{\"parts\":[{}]}}", parts.join(",")),
        (false, false) => format!("{{{own},\"parts\":[{}]}}", parts.join(",")),
    })
}
