//! A message, a tool or a conversation as a list of named facts, which are compared, hashed and displayed.
//!
//! Two facts are equal if their keys are: hashes that do not depend on spelling, layout or the order of members.

use std::borrow::Cow;
use std::hash::BuildHasher as _;

use foldhash::quality::RandomState;

use super::hosted::OpenHostedCalls;
use super::names::CallNames;
use super::numbers::{TextBytes, TextNumbers};
use super::options::{Class, Ignore};
use super::spelling::{collapse, decoded, has_notes_alone, is_named, reason};
use super::value::value_key;
use crate::json::{At, Tape, Text};
use crate::model::{
    Arguments, CacheHint, CallKind, Citations, Extras, Media, MediaSource, Message, Part, Signature, TextPart,
};

/// The value of a fact.
#[derive(Clone, Debug)]
pub(super) enum Val<'c> {
    /// A text.
    Text(Cow<'c, str>),
    /// A JSON value.
    Json(Cow<'c, str>),
    /// The source of the bytes of a media file.
    Media(&'c Media<'c>),
}

/// A fact.
#[derive(Clone, Debug)]
pub(super) struct DiffFact<'c> {
    pub(super) name: Cow<'c, str>,
    pub(super) class: Class,
    pub(super) key: u64,
    pub(super) val: Val<'c>,
    pub(super) at: At,
    /// An unknown field.
    pub(super) is_extra: bool,
    /// The key of its text that is the same in each run, where texts are not kept.
    pub(super) rank: u64,
}

/// A part of a message, or the fields outside the parts: facts that belong together.
#[derive(Clone, Debug, Default)]
pub(super) struct FactGroup<'c> {
    pub(super) name: &'static str,
    pub(super) at: At,
    pub(super) facts: Vec<DiffFact<'c>>,
    /// The tool result that contains it: its index among the pieces.
    pub(super) owner: Option<usize>,
    /// The hash of all facts.
    pub(super) key: u64,
    /// The hash of the content, without ids, times and other metadata.
    pub(super) content_hash: u64,
}

/// A message, ready for comparison.
#[derive(Clone, Debug, Default)]
pub(super) struct Built<'c> {
    pub(super) head: FactGroup<'c>,
    pub(super) pieces: Vec<FactGroup<'c>>,
    pub(super) role: u64,
    pub(super) exact: u64,
    /// The hash of role and content.
    pub(super) content: u64,
    /// The hash of the content.
    pub(super) content_hash: u64,
}

/// Builds facts.
#[derive(Debug)]
pub(super) struct FactMaker {
    pub(super) hasher: RandomState,
    pub(super) ignore: Ignore,
    pub(super) scratch: Tape,
    /// Calls of the current message that the service runs.
    pub(super) open_calls: OpenHostedCalls,
    /// Facts are made for their keys alone, without their texts.
    pub(super) numbers: Option<TextNumbers>,
}

impl FactMaker {
    pub(super) fn new(hasher: RandomState, ignore: Ignore) -> Self {
        Self { hasher, ignore, scratch: Tape::new(), open_calls: OpenHostedCalls::default(), numbers: None }
    }

    pub(super) fn text_key(&self, text: &str) -> u64 {
        if self.ignore.has(Class::Whitespace) {
            return self.hasher.hash_one(TextBytes(collapse(text).as_bytes()));
        }
        self.hasher.hash_one(TextBytes(text.as_bytes()))
    }

    fn json_key(&mut self, json: &str) -> u64 {
        self.value_key(json).unwrap_or_else(|| self.hasher.hash_one(json))
    }

    /// The key of a JSON text; `None` if it is none.
    fn value_key(&mut self, json: &str) -> Option<u64> {
        let root = self.scratch.parse(json).ok()?;
        Some(value_key(root, self.ignore.numbers(), self.hasher))
    }

    pub(super) fn words<'c>(
        &self,
        piece: &mut FactGroup<'c>,
        name: &'static str,
        class: Class,
        words: Cow<'c, str>,
        at: At,
    ) {
        if self.ignore.has(class) {
            return;
        }
        let numbers = self.numbers.as_ref().and_then(|_| self.text_numbers(&Text::owned(&*words)));
        let (words, key, rank) = if let Some((key, rank)) = numbers {
            (Cow::Borrowed(""), key, rank)
        } else {
            let key = self.text_key(&words);
            let (words, rank) = self.kept(words);
            (words, key, rank)
        };
        let (name, val) = (Cow::Borrowed(name), Val::Text(words));
        piece.facts.push(DiffFact { name, class, key, val, at, is_extra: false, rank });
    }

    pub(super) fn text<'c>(
        &self,
        piece: &mut FactGroup<'c>,
        name: &'static str,
        class: Class,
        text: Option<&'c Text<'c>>,
        at: At,
    ) {
        let Some(text) = text.filter(|_| !self.ignore.has(class)) else { return };
        if let Some((key, rank)) = self.text_numbers(text) {
            let (name, val) = (Cow::Borrowed(name), Val::Text(Cow::Borrowed("")));
            return piece.facts.push(DiffFact { name, class, key, val, at, is_extra: false, rank });
        }
        self.words(piece, name, class, text.decode_json(), at);
        if let Some(fact) = piece.facts.last_mut().filter(|_| text.has_half()) {
            fact.key = self.half_key(fact.key);
        }
    }

    pub(super) fn json<'c>(
        &mut self,
        piece: &mut FactGroup<'c>,
        name: Cow<'c, str>,
        class: Class,
        json: Cow<'c, str>,
        at: At,
    ) {
        if !self.ignore.has(class) {
            let key = self.json_key(&json);
            self.json_with_key(piece, name, class, (json, key), at);
        }
    }

    fn json_with_key<'c>(
        &self,
        piece: &mut FactGroup<'c>,
        name: Cow<'c, str>,
        class: Class,
        (json, key): (Cow<'c, str>, u64),
        at: At,
    ) {
        let (json, rank) = self.kept(json);
        piece.facts.push(DiffFact { name, class, key, val: Val::Json(json), at, is_extra: false, rank });
    }

    pub(super) fn extras<'c>(&mut self, piece: &mut FactGroup<'c>, extras: &'c Extras<'c>) {
        for extra in extras.fields() {
            // A null field means the same as an absent one.
            if !extra.is_note && !extra.value.is_null() {
                let name = extra.key.decode_json();
                let class = Class::of_key(&name);
                let before = piece.facts.len();
                self.json(piece, name, class, extra.value.as_str().into(), extra.at);
                piece.facts.iter_mut().skip(before).for_each(|fact| fact.is_extra = true);
            }
        }
    }

    pub(super) fn cache(&self, piece: &mut FactGroup<'_>, cache: Option<&CacheHint<'_>>) {
        // A disabled hint has no effect.
        let Some(cache) = cache.filter(|cache| cache.is_on) else { return };
        self.words(piece, "cache", Class::Cache, "on".into(), cache.at);
        if let Some(ttl) = &cache.ttl {
            self.words(piece, "cache-ttl", Class::Cache, format!("{} s", ttl.seconds).into(), cache.at);
        }
    }

    fn signature<'c>(&self, piece: &mut FactGroup<'c>, signature: Option<&'c Signature<'c>>) {
        if let Some(signature) = signature {
            self.text(piece, "signature", Class::Signatures, Some(&signature.text), signature.at);
        }
    }

    pub(super) fn close(&self, piece: &mut FactGroup<'_>) {
        let (mut key, mut content_hash) = (self.hasher.hash_one(piece.name), self.hasher.hash_one(piece.name));
        for fact in &piece.facts {
            let own = self.fact_key(&fact.name, fact.key, fact.is_extra);
            // Facts in any order: two formats may sort extras differently.
            key = key.wrapping_add(own);
            if fact.class == Class::Content {
                content_hash = content_hash.wrapping_add(own);
            }
        }
        (piece.key, piece.content_hash) = (key, content_hash);
    }

    pub(super) fn fact_key(&self, name: &str, key: u64, is_extra: bool) -> u64 {
        self.hasher.hash_one((name, key, is_extra))
    }

    /// A message with all its parts.
    pub(super) fn message<'c>(&mut self, message: &'c Message<'c>, names: &CallNames<'c>) -> Built<'c> {
        let details = message.details();
        let mut head = FactGroup { name: "message", at: message.at, ..FactGroup::default() };
        self.text(&mut head, "id", Class::Ids, details.id.as_ref(), message.at);
        // If a format has no names, the sender of a message is its speaker.
        let (name, sender) = (details.name.as_ref(), details.sender.as_ref());
        self.text(&mut head, "name", Class::Names, name.or(sender), message.at);
        self.text(&mut head, "sender", Class::Names, sender.filter(|_| name.is_some()), message.at);
        self.text(&mut head, "recipient", Class::Names, details.recipient.as_ref(), message.at);
        self.text(&mut head, "time", Class::Timestamps, details.time.as_ref(), message.at);
        if let Some(finish) = &details.finish {
            self.words(&mut head, "finish", Class::Metadata, finish.reason.decode_json(), finish.at);
            if let Some(fact) = head.facts.last_mut().filter(|fact| fact.name == "finish") {
                fact.key = self.hasher.hash_one(reason(&finish.reason.decode_json()));
            }
        }
        if let Some(weight) = details.weight.as_ref().filter(|weight| !weight.is_usual(&message.role)) {
            let value = weight.number().map_or_else(|| weight.value.as_str().to_owned(), |number| number.to_string());
            self.words(&mut head, "weight", Class::Metadata, value.into(), weight.at);
        }
        self.output(&mut head, details.output.as_ref());
        self.extras(&mut head, &message.extras);
        self.close(&mut head);
        let mut pieces = Vec::with_capacity(message.parts.len());
        self.open_calls = OpenHostedCalls::default();
        for part in &message.parts {
            self.part(part, None, names, &mut pieces);
        }
        let role = self.hasher.hash_one(message.role.name().as_ref());
        let (mut exact, mut content_hash) = (self.hasher.hash_one((role, head.key)), 0);
        for piece in &pieces {
            exact = self.hasher.hash_one((exact, piece.key));
            content_hash = self.hasher.hash_one((content_hash, piece.content_hash));
        }
        // A speaker without content is still a speaker.
        let content_hash = match pieces.is_empty() {
            true if message.role.is_instruction() => 1,
            true => role,
            false => content_hash,
        };
        let content = self.hasher.hash_one((role, content_hash));
        Built { head, pieces, role, exact, content, content_hash }
    }

    pub(super) fn part<'c>(
        &mut self,
        part: &'c Part<'c>,
        owner: Option<usize>,
        names: &CallNames<'c>,
        pieces: &mut Vec<FactGroup<'c>>,
    ) {
        let mut piece = FactGroup { at: part.at(), owner, ..FactGroup::default() };
        match part {
            Part::Text(it) | Part::Refusal(it) => {
                piece.name = if matches!(part, Part::Text(_)) { "text" } else { "refusal" };
                // Content that is the empty string means the same as no content.
                if it.text.is_empty() && has_notes_alone(&it.extras) && it.cache().is_none() && it.signature().is_none()
                {
                    return;
                }
                self.text_part(&mut piece, it);
            }
            Part::Reasoning(it) => {
                piece.name = "reasoning";
                if self.ignore.has(Class::Reasoning) {
                    return;
                }
                self.text(&mut piece, "text", Class::Content, it.text.as_ref().filter(|it| !it.is_empty()), it.at);
                self.text(&mut piece, "signature", Class::Signatures, it.signature.as_ref(), it.at);
                self.text(&mut piece, "sealed", Class::Content, it.redacted.as_ref(), it.at);
                self.extras(&mut piece, &it.extras);
                if piece.facts.is_empty() {
                    return;
                }
            }
            Part::Call(call) => {
                piece.name = "call";
                self.text(&mut piece, "id", Class::Ids, call.id.as_ref(), call.at);
                self.text(&mut piece, "name", Class::Content, Some(&call.name), call.at);
                match &call.arguments {
                    Arguments::Object(raw) => {
                        self.json(&mut piece, "arguments".into(), Class::Content, raw.as_str().into(), call.at);
                    }
                    Arguments::Encoded(text) => self.encoded(&mut piece, text, call.at),
                }
                let kind = match call.kind {
                    CallKind::Function => None,
                    CallKind::LegacyFunction => Some("legacy"),
                    CallKind::Custom => Some("custom"),
                };
                if let Some(kind) = kind {
                    self.words(&mut piece, "kind", Class::Content, kind.into(), call.at);
                }
                self.cache(&mut piece, call.cache.as_deref());
                self.signature(&mut piece, call.signature.as_deref());
                self.extras(&mut piece, &call.extras);
            }
            Part::Result(result) => return self.result(piece, result, names, pieces),
            Part::Media(media) => self.media(&mut piece, media),
            Part::Opaque(it) if it.hosted.is_some() => {
                it.hosted.iter().for_each(|hosted| self.hosted(hosted, it.at, pieces));
                return;
            }
            Part::Opaque(it) => {
                piece.name = "part";
                self.json(&mut piece, "value".into(), Class::Content, it.raw.as_str().into(), it.at);
            }
        }
        self.close(&mut piece);
        pieces.push(piece);
    }

    /// JSON in a string is compared as JSON; other strings are texts.
    fn encoded<'c>(&mut self, piece: &mut FactGroup<'c>, text: &'c Text<'c>, at: At) {
        let text = text.decode_json();
        match self.value_key(&text) {
            Some(key) => self.json_with_key(piece, "arguments".into(), Class::Content, (text, key), at),
            None => self.words(piece, "arguments", Class::Content, text, at),
        }
    }

    fn text_part<'c>(&mut self, piece: &mut FactGroup<'c>, it: &'c TextPart<'c>) {
        self.text(piece, "text", Class::Content, Some(&it.text).filter(|text| !text.is_empty()), it.at);
        self.signature(piece, it.signature());
        if let Some(Citations { raw, at, .. }) = it.citations() {
            self.json(piece, "citations".into(), Class::Citations, raw.as_str().into(), *at);
        }
        self.cache(piece, it.cache());
        self.extras(piece, &it.extras);
    }

    fn media<'c>(&mut self, piece: &mut FactGroup<'c>, media: &'c Media<'c>) {
        piece.name = "media";
        let key = match &media.source {
            // If a format has one field for both, a value with a scheme is a URL.
            MediaSource::File(text) if text.decode().contains("://") => {
                self.hasher.hash_one(("url", text.decode().as_ref()))
            }
            MediaSource::Url(text) => self.hasher.hash_one(("url", text.decode().as_ref())),
            MediaSource::File(text) => self.hasher.hash_one(("file", text.decode().as_ref())),
            MediaSource::Remote { service, id } => self.hasher.hash_one((service, id.decode().as_ref())),
            // Bytes are compared as bytes, whatever their encoding.
            MediaSource::Plain(text) => self.hasher.hash_one(text.decode_json().as_bytes()),
            MediaSource::Base64(text) => {
                let text = text.decode();
                match decoded(&text) {
                    Some(bytes) => self.hasher.hash_one(bytes.as_slice()),
                    None => self.hasher.hash_one(text.as_bytes()),
                }
            }
        };
        let (name, class) = (Cow::Borrowed("source"), Class::Content);
        piece.facts.push(DiffFact { name, class, key, val: Val::Media(media), at: media.at, is_extra: false, rank: 0 });
        // Facts that plain text never has.
        let kind = media.media_type.as_ref().filter(|kind| !kind.is("text/plain") && !is_named(media, kind));
        self.text(piece, "type", Class::Media, kind, media.at);
        self.text(piece, "file", Class::Media, media.file_name.as_ref(), media.at);
        self.text(piece, "detail", Class::Media, media.detail.as_ref(), media.at);
        self.cache(piece, media.cache.as_deref());
        self.extras(piece, &media.extras);
    }
}
