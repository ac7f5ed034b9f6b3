//! The JSON Schema of content parts.

use serde_json::{Value, json};

use super::join::{all, any, cases, not, reference};
use super::places::{described, filled, filled_text, first, first_within, given, has, typed};
use super::sign::{are_disjoint, signed};
use crate::format::message_stores::{
    CallShape, MediaShape, MessageStore, PartKind, PartShape, Paths, ReasoningShape, ResultShape,
    members::{self, StoreMember},
};
use crate::model::MediaKind;

/// The names of definitions.
pub(super) const PART: &str = "part";
const CONTENT_ITEM: &str = "content-item";

/// A part.
pub(super) fn part(store: &MessageStore) -> Value {
    let kinds = store.parts.iter().enumerate().map(|(index, shape)| {
        let check = check(store, &shape.kind);
        let about = json!({ "description": about(&shape.kind) });
        cases(
            is_kind(store, index),
            all([about, described_and_typed(store, &members::of_part(&shape.kind)), check]),
            json!(true),
        )
    });
    json!({ "description": "A part of the content.", "allOf": kinds.collect::<Vec<_>>() })
}

/// A reference to an item of a content: a string or a part.
pub(super) fn content_item(store: &MessageStore) -> Value {
    if has_answers(store) { reference(CONTENT_ITEM) } else { string_or_part(store) }
}

/// The definition of items of a content, which refer to it.
pub(super) fn define_content_item(store: &MessageStore, define: &mut dyn FnMut(&str, Value)) {
    if has_answers(store) {
        let answers = store.parts.iter().enumerate().filter_map(|(index, shape)| {
            let PartKind::Answered(_, result) = &shape.kind else { return None };
            Some(cases(is_kind(store, index), self::result(store, result), json!(true)))
        });
        define(CONTENT_ITEM, all(std::iter::once(string_or_part(store)).chain(answers)));
    }
}

fn has_answers(store: &MessageStore) -> bool {
    store.parts.iter().any(|shape| matches!(shape.kind, PartKind::Answered(..)))
}

fn string_or_part(store: &MessageStore) -> Value {
    all([json!({ "type": ["string", "object"] }), any_part(store)])
}

/// A part, as an item of a list of parts alone.
pub(super) fn any_part(store: &MessageStore) -> Value {
    if store.parts.is_empty() { json!(true) } else { reference(PART) }
}

/// A part that is read as one: others are kept whole.
pub(super) fn read_part(store: &MessageStore) -> Value {
    let kinds = store.parts.iter().rev();
    kinds.fold(json!(false), |rest, shape| cases(signed(&shape.sign), is_read(&shape.kind), rest))
}

/// A value of this kind: it has the sign, and none of those before it.
fn is_kind(store: &MessageStore, index: usize) -> Value {
    let Some((shape, before)) = store.parts.get(..=index).and_then(<[PartShape]>::split_last) else {
        return json!(false);
    };
    let others = before.iter().filter(|other| !are_disjoint(&other.sign, &shape.sign));
    all([signed(&shape.sign), not(&any(others.map(|other| signed(&other.sign))))])
}

/// What readers require.
fn check(store: &MessageStore, kind: &PartKind) -> Value {
    match kind {
        PartKind::Call(call) | PartKind::Answered(call, _) => has_name(call),
        PartKind::Result(result) => self::result(store, result),
        PartKind::Text(_) | PartKind::Json(_) | PartKind::Reasoning(_) | PartKind::Media(_) | PartKind::Other => {
            json!(true)
        }
    }
}

fn has_name(call: &CallShape) -> Value {
    any(call.name.iter().map(|path| has(path, filled_text())))
}

/// A list as the output of a tool has parts, unless it has other values.
fn result(store: &MessageStore, result: &ResultShape) -> Value {
    let parts = json!({ "items": content_item(store) });
    if store.parts.is_empty() {
        return json!(true);
    }
    let is_content = json!({ "type": "array", "items": { "type": ["string", "object"] } });
    first_within(&owned(result.output), &filled(), &cases(is_content, parts, json!(true)))
}

/// A part of this kind that is read as one.
fn is_read(kind: &PartKind) -> Value {
    let text = json!({ "type": "string" });
    let is_text = |paths: Paths| match owned(paths).as_slice() {
        [only] => has(only, text.clone()),
        paths => first(paths, &given(), &|path| has(path, text.clone()), json!(false)),
    };
    let is_given = |paths: Paths| any(paths.iter().map(|path| has(path, given())));
    let has_text = |paths: Paths| any(paths.iter().map(|path| has(path, filled_text())));
    match kind {
        PartKind::Text(text) => is_text(text),
        PartKind::Json(value) => is_given(value),
        PartKind::Reasoning(ReasoningShape { text, signature, redacted, .. }) => {
            any([is_text(text), has_text(signature), has_text(redacted)])
        }
        PartKind::Media(MediaShape { bytes, url, file, .. }) => any([bytes, url, file].map(|paths| has_text(paths))),
        PartKind::Call(_) | PartKind::Answered(..) | PartKind::Result(_) => json!(true),
        PartKind::Other => json!(false),
    }
}

pub(super) fn owned(paths: Paths) -> Vec<String> {
    paths.iter().map(|path| (*path).to_owned()).collect()
}

fn about(kind: &PartKind) -> &'static str {
    match kind {
        PartKind::Text(_) => "A text.",
        PartKind::Json(_) => "A value.",
        PartKind::Reasoning(_) => "Reasoning of the model.",
        PartKind::Media(media) => match media.kind {
            MediaKind::Image => "An image.",
            MediaKind::Audio => "A sound.",
            MediaKind::Video => "A video.",
            MediaKind::Document => "A document.",
            MediaKind::Unknown => "A media file.",
        },
        PartKind::Call(_) => "A tool call.",
        PartKind::Result(_) => "The result of a tool call.",
        PartKind::Answered(..) => "A tool call with its result.",
        PartKind::Other => "A part that only this program has.",
    }
}

/// Members, and their types, which lines of a session need not have.
fn described_and_typed(store: &MessageStore, members: &[StoreMember<'_>]) -> Value {
    let types = if store.record.is_session { json!(true) } else { typed("", members) };
    all([described("", members), types])
}

/// A call in a list of calls.
pub(super) fn call(store: &MessageStore) -> Value {
    let call = &store.message.beside.call;
    let about = json!({ "type": "object", "description": "A tool call." });
    all([about, described_and_typed(store, &members::of_call(call)), has_name(call)])
}
