//! Calls of hosted tools as facts: a call and its result are one piece, even if a format has separate parts for them.

use std::collections::HashMap;

use super::facts::{FactGroup, FactMaker};
use super::options::Class;
use crate::json::{At, quoted};
use crate::model::{Hosted, HostedResult, HostedTool, PlacedText};

/// The calls of a message that have no result yet: the indexes of their pieces.
#[derive(Debug, Default)]
pub(super) struct OpenHostedCalls {
    named: HashMap<(HostedTool, String), usize>,
    last: Option<(HostedTool, usize)>,
}

impl OpenHostedCalls {
    /// The call to which a result without an id belongs.
    fn call_of(&mut self, hosted: &Hosted<'_>) -> Option<usize> {
        match &hosted.id {
            Some((id, _)) => self.named.remove(&(hosted.tool, id.decode().into_owned())),
            None => self.last.take().filter(|(tool, _)| *tool == hosted.tool).map(|(_, piece)| piece),
        }
    }

    fn add(&mut self, hosted: &Hosted<'_>, piece: usize) {
        match &hosted.id {
            Some((id, _)) => {
                self.named.insert((hosted.tool, id.decode().into_owned()), piece);
            }
            None => self.last = Some((hosted.tool, piece)),
        }
    }
}

impl FactMaker {
    pub(super) fn hosted<'c>(&mut self, hosted: &'c Hosted<'c>, at: At, pieces: &mut Vec<FactGroup<'c>>) {
        let call = if hosted.call.is_none() { self.open_calls.call_of(hosted) } else { None };
        let own = call.and_then(|call| Some(std::mem::take(pieces.get_mut(call)?)));
        let mut piece = own.unwrap_or_else(|| {
            let mut piece = FactGroup { name: "hosted", at, ..FactGroup::default() };
            self.words(&mut piece, "tool", Class::Content, hosted.tool.word().into(), at);
            piece
        });
        if let Some((text, text_at)) = &hosted.call {
            self.placed(&mut piece, "id", Class::Ids, hosted.id.as_ref());
            self.text(&mut piece, "input", Class::Content, Some(text), *text_at);
        }
        if let Some(result) = &hosted.result {
            self.placed(&mut piece, "result-id", Class::Ids, hosted.id.as_ref());
            self.hosted_result(&mut piece, result, at);
        }
        self.extras(&mut piece, &hosted.extras);
        self.close(&mut piece);
        if let Some(place) = call.and_then(|call| pieces.get_mut(call)) {
            *place = piece;
            return;
        }
        if hosted.result.is_none() {
            self.open_calls.add(hosted, pieces.len());
        }
        pieces.push(piece);
    }

    fn hosted_result<'c>(&mut self, piece: &mut FactGroup<'c>, result: &'c HostedResult<'c>, at: At) {
        if let Some((outcome, at)) = result.outcome {
            self.words(piece, "outcome", Class::Content, outcome.word().into(), at);
        }
        self.placed(piece, "output", Class::Content, result.output.as_ref());
        self.placed(piece, "errors", Class::Content, result.errors.as_ref());
        self.list(piece, "urls", result.sources.iter().map(|source| &source.url), at);
        self.list(piece, "titles", result.sources.iter().filter_map(|source| source.title.as_ref()), at);
    }

    fn placed<'c>(
        &self,
        piece: &mut FactGroup<'c>,
        name: &'static str,
        class: Class,
        text: Option<&'c PlacedText<'c>>,
    ) {
        if let Some((text, at)) = text.filter(|(text, _)| !text.is_empty()) {
            self.text(piece, name, class, Some(text), *at);
        }
    }

    fn list<'c>(
        &mut self,
        piece: &mut FactGroup<'c>,
        name: &'static str,
        texts: impl Iterator<Item = &'c PlacedText<'c>>,
        at: At,
    ) {
        let texts: Vec<_> = texts.map(|(text, _)| quoted(&text.decode_json())).collect();
        if !texts.is_empty() {
            self.json(piece, name.into(), Class::Content, format!("[{}]", texts.join(",")).into(), at);
        }
    }
}
