//! Tool results as facts: the result, followed by its contents.

use std::hash::BuildHasher as _;

use foldhash::quality::RandomState;

use super::facts::{Built, DiffFact, FactGroup, FactMaker};
use super::names::CallNames;
use super::options::Class;
use crate::model::ToolResult;

impl FactMaker {
    pub(super) fn result<'c>(
        &mut self,
        mut piece: FactGroup<'c>,
        result: &'c ToolResult<'c>,
        names: &CallNames<'c>,
        pieces: &mut Vec<FactGroup<'c>>,
    ) {
        piece.name = "result";
        self.text(&mut piece, "id", Class::Ids, result.call_id.as_ref(), result.at);
        // Some formats repeat the tool's name, others leave it to the call.
        let own = result.name.as_ref().filter(|name| !names.has(result, &name.decode_json()));
        self.text(&mut piece, "name", Class::Content, own, result.at);
        if result.is_legacy {
            self.words(&mut piece, "kind", Class::Content, "legacy".into(), result.at);
        }
        if result.is_error() {
            self.words(&mut piece, "error", Class::Content, "true".into(), result.error.map_or(result.at, |it| it.1));
        }
        self.cache(&mut piece, result.cache.as_deref());
        self.extras(&mut piece, &result.extras);
        self.close(&mut piece);
        let number = pieces.len();
        let is_inner = piece.owner.is_some();
        pieces.push(piece);
        // No format nests results; the parts of a nested one would be ignored.
        if !is_inner {
            for part in &result.parts {
                self.part(part, Some(number), names, pieces);
            }
            let inner = pieces.iter().skip(number + 1).map(|piece| piece.content_hash);
            let inner = inner.fold(0, |sum, content_hash| self.hasher.hash_one((sum, content_hash)));
            if let Some(piece) = pieces.get_mut(number).filter(|_| inner != 0) {
                piece.content_hash = self.hasher.hash_one((piece.content_hash, inner));
            }
            self.hoist_cache(pieces, number);
        }
    }

    /// A hint on the last part of a result is equivalent to one on the result: the conversation is cached up to that
    /// point.
    fn hoist_cache(&self, pieces: &mut [FactGroup<'_>], number: usize) {
        let is_hint = |fact: &DiffFact<'_>| fact.class == Class::Cache && !fact.is_extra;
        let Some((head, inner)) = pieces.get_mut(number..).and_then(<[_]>::split_first_mut) else { return };
        let Some(last) = inner.last_mut().filter(|last| last.facts.iter().any(is_hint)) else { return };
        if !head.facts.iter().any(is_hint) {
            let (hints, rest) = std::mem::take(&mut last.facts).into_iter().partition(is_hint);
            last.facts = rest;
            head.facts.extend::<Vec<_>>(hints);
            self.close(last);
            let content_hash = head.content_hash;
            self.close(head);
            head.content_hash = content_hash;
        }
    }
}

impl Built<'_> {
    /// The ids of its calls and results, if it contains nothing else.
    pub(super) fn calls(&self, hasher: RandomState) -> Option<u64> {
        let mut key = None;
        for piece in self.pieces.iter().filter(|piece| piece.owner.is_none()) {
            let id = piece.facts.iter().find(|fact| fact.name == "id" && !fact.is_extra)?;
            key = Some(hasher.hash_one((key, piece.name, id.key)));
        }
        key
    }
}
