//! Where media stand: parts of messages, in lists, inputs, snapshots and results. What states hold is nobody's business.

use crate::format::media::{Holds, MediaPlace, MediaState, TypePlace, Word, column, member, messages, text_member};
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
    messages(root, "content", &CONTAINERS, &mut |message| {
        for part in message.get("content").into_iter().flat_map(|content| content.items()) {
            if let Some(place) = place(part) {
                each(place);
            }
        }
    });
}

fn place<'t, 'a>(part: Node<'t, 'a>) -> Option<MediaPlace<'t, 'a>> {
    let kind = part.get("type")?;
    if kind.is("binary") {
        return old_place(part);
    }
    let kind = MediaKind::ALL.iter().copied().find(|known| kind.is(known.word()))?;
    let source = part.get("source").filter(Node::is_object)?;
    let form = source.get("type")?;
    let (state, holds) = match form.text()?.decode().as_ref() {
        "data" => (MediaState::Inline, Holds::Both),
        "url" => (MediaState::Reference, Holds::Both),
        // A service has it; nobody else can fetch it.
        "file" => (MediaState::Reference, Holds::Remote),
        _ => return None,
    };
    let (key, value) = text_member(source, "value")?;
    let declared = member(source, "mimeType").map(|(_, value)| value);
    Some(MediaPlace {
        part,
        kind,
        value,
        key: Some(key),
        state,
        holds,
        is_data_url: false,
        media_type: declared.map_or(TypePlace::Missing("mimeType"), TypePlace::Member),
        words: [Some(Word { token: form, bytes: "data", reference: "url", object: None }), None],
        inside: None,
        spot: None,
    })
}

/// `{"type":"binary","mimeType":"image/png","data":"…"}`
fn old_place<'t, 'a>(part: Node<'t, 'a>) -> Option<MediaPlace<'t, 'a>> {
    let (state, (key, value)) = match text_member(part, "data") {
        Some(data) => (MediaState::Inline, data),
        None => (MediaState::Reference, text_member(part, "url")?),
    };
    let declared = part.get("mimeType").filter(Node::is_string)?;
    Some(MediaPlace {
        part,
        kind: MediaKind::of(&declared.text()?.decode()),
        value,
        key: Some(key),
        state,
        holds: Holds::Both,
        is_data_url: false,
        media_type: TypePlace::Member(declared),
        words: [Some(Word { token: key, bytes: "data", reference: "url", object: Some(part) }), None],
        inside: None,
        spot: None,
    })
}
