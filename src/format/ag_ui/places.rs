//! Where media stand: parts of messages, in lists, inputs, snapshots and results. What states hold is nobody's business.

use crate::format::media::{Holds, MediaPlace, MediaState, TypePlace, Word, column, messages, text_member};
use crate::format::shape::{Key, Media, NOTHING, Object, Pair, PairType, Tagged};
use crate::json::Node;
use crate::model::MediaKind;

/// What holds messages, or events that do: streams, rows of a store, inputs of runs, snapshots.
const CONTAINERS: [&str; 4] = ["events", "input", "messages", "message"];

/// What a row of a store keeps as a text.
const COLUMNS: [&str; 3] = ["events", "input", "messages"];

pub(super) fn places(root: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    for row in std::iter::once(root).filter(Node::is_object).chain(root.items().filter(Node::is_object)) {
        for text in row.pick(&COLUMNS).into_iter().flatten().filter(Node::is_string) {
            column(text, open_places, each);
        }
    }
    open_places(root, each);
}

fn open_places(root: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    // A message and the event of a result both have content.
    messages(root, &["content"], &CONTAINERS, &mut |message| MESSAGE.media(message, each));
}

/// `{"id":"m1","role":"user","content":[{"type":"text","text":"hi"}]}`
static MESSAGE: Object = Object::of(&[Key::list("content", &PART)]);

/// `{"type":"image","source":{"type":"url","value":"https://example.com/a.png"}}`
static PART: Object = Object::of(&[]).tagged(
    &["type"],
    &[
        Tagged::new(&["image"], &Object::of(&[Key::object("source", &SOURCE).of(MediaKind::Image)])),
        Tagged::new(&["audio"], &Object::of(&[Key::object("source", &SOURCE).of(MediaKind::Audio)])),
        Tagged::new(&["video"], &Object::of(&[Key::object("source", &SOURCE).of(MediaKind::Video)])),
        Tagged::new(&["document"], &Object::of(&[Key::object("source", &SOURCE).of(MediaKind::Document)])),
        Tagged::new(&["binary"], &BINARY),
    ],
    &NOTHING,
    &NOTHING,
);

/// `{"type":"data","value":"aGk=","mimeType":"image/png"}`
static SOURCE: Object = Object::of(&[]).tagged(
    &["type"],
    &[
        Tagged::new(&["data"], &Object::of(&[Key::media("value", Media::Pair(&PAIR, MediaState::Inline))])),
        Tagged::new(&["url"], &Object::of(&[Key::media("value", Media::Pair(&PAIR, MediaState::Reference))])),
        // A service has it; nobody else can fetch it.
        Tagged::new(&["file"], &Object::of(&[Key::media("value", Media::Remote)])),
    ],
    &NOTHING,
    &NOTHING,
);

static PAIR: Pair =
    Pair { tag: Some(("type", "data", "url")), keys: ("value", "value"), media_type: PairType::Beside("mimeType") };

/// `{"type":"binary","mimeType":"image/png","data":"…"}`, where the media type says what it is.
static BINARY: Object = Object::of(&[Key::media("mimeType", Media::Other(binary))]);

fn binary<'t, 'a>(object: Node<'t, 'a>, part: Node<'t, 'a>, mime: &'static str) -> Option<MediaPlace<'t, 'a>> {
    let (state, (key, value)) = match text_member(object, "data") {
        Some(data) => (MediaState::Inline, data),
        None => (MediaState::Reference, text_member(object, "url")?),
    };
    let (_, declared) = text_member(object, mime)?;
    Some(MediaPlace {
        key: Some(key),
        state,
        holds: Holds::Both,
        media_type: TypePlace::Member(declared),
        words: [Some(Word { token: key, bytes: "data", reference: "url", object: Some(object) }), None],
        ..MediaPlace::bytes(part, MediaKind::of(&declared.text()?.decode()), value)
    })
}
