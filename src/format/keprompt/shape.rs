//! The keys of messages, rows and exported chats: where ids and images are.
//!
//! The columns of a row hold messages and statements, as texts with JSON or opened; both name the same calls. An empty id is
//! none: answers of Google come without. Images are bytes: nothing else is written by keprompt.

use super::row::MESSAGES;
use crate::format::ids::{IdShape, Scope, Usage};
use crate::format::media::{AllowedMedia, MediaPlace, MediaState, column, text_member};
use crate::format::shape::{Key, MediaSpelling, MediaWrappers, NOTHING, RecordShape, ShapeObject, Tagged};
use crate::format::shared::{STATEMENT_IDS, statement_sites};
use crate::format::{IdRules, Sites};
use crate::json::{NestedJson, Node, Tape};
use crate::model::MediaKind;

pub(super) static IDS: IdRules = IdRules {
    reason: "a message has a role and parts; a list has nothing around it",
    ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites))
};

pub(super) static ROW_IDS: IdRules = IdRules {
    scopes: &[(Scope::Conversation, IdShape::Any), (Scope::Call, IdShape::Rule(STATEMENT_IDS))],
    // The messages and the statements name the same calls.
    is_unique: false,
    walk: |root, sites| {
        row_object(root).ids(root, sites);
        ["data", "chat_id", MESSAGES].iter().any(|key| root.get(key).is_some())
    },
    ..IDS
};

pub(super) static RECORD: RecordShape = RecordShape {
    item: &MESSAGE,
    object: |_| &NOTHING,
    lacks: None,
    media: MediaWrappers { own: &["role"], through: &["messages"] },
};

/// An exported chat, or a row.
pub(super) fn row_object(root: Node<'_, '_>) -> &'static ShapeObject {
    if root.get("data").is_some() { &EXPORT } else { &ROW }
}

/// `{"data":[{"chat":{"chat_id":"0badcafe","messages_json":"[]"},"costs":[],"messages":[]}]}`
static EXPORT: ShapeObject = ShapeObject::of(&[Key::list("data", &CHAT)]);

static CHAT: ShapeObject = ShapeObject::of(&[
    Key::object("chat", &ROW),
    Key::list("costs", &COST).without_media(),
    MESSAGES_TEXT,
    MESSAGES_OPEN,
    STATEMENTS_TEXT,
    STATEMENTS_OPEN,
]);

static COST: ShapeObject = ShapeObject::of(&[Key::id("chat_id", Scope::Conversation, Usage::Points).text()]);

/// `{"chat_id":"0badcafe","messages_json":"[]","statements_json":"[]"}`
static ROW: ShapeObject = ShapeObject::of(&[
    Key::id("chat_id", Scope::Conversation, Usage::Names).after(&[]),
    MESSAGES_TEXT,
    MESSAGES_OPEN,
    STATEMENTS_TEXT,
    STATEMENTS_OPEN,
]);

const MESSAGES_TEXT: Key = Key::other(MESSAGES, message_ids, messages);
const MESSAGES_OPEN: Key = Key::other("messages", message_ids, messages);
const STATEMENTS_TEXT: Key = Key::other("statements_json", statement_ids, |_, _| ()).without_media();
const STATEMENTS_OPEN: Key = Key::other("statements", statement_ids, |_, _| ()).without_media();

/// `{"role":"assistant","content":[{"type":"text","text":"hi"}]}`
static MESSAGE: ShapeObject = ShapeObject::of(&[Key::list("content", &PART)]);

static PART: ShapeObject = ShapeObject::of(&[])
    .tagged(
        &["type"],
        &[Tagged::new(&["tool"], &CALL), Tagged::new(&["tool_result"], &RESULT), Tagged::new(&["image_url"], &IMAGE)],
        &NOTHING,
        &NOTHING,
    )
    .plain(&["type", "text"], "");

/// `{"type":"tool","id":"c1","name":"f","arguments":{}}`
static CALL: ShapeObject =
    ShapeObject::of(&[Key::id("id", Scope::Call, Usage::Names).after(&["type"]).filled(), Key::function_name("name")]);

/// `{"type":"tool_result","tool_use_id":"c1","content":"18 degrees"}`
static RESULT: ShapeObject =
    ShapeObject::of(&[Key::id("tool_use_id", Scope::Call, Usage::Points).after(&["type"]).filled()]);

/// `{"type":"image_url","image_url":{"url":"data:image/png;base64,aGk="}}`
static IMAGE: ShapeObject = ShapeObject::of(&[Key::object("image_url", &URL)]);
static URL: ShapeObject = ShapeObject::of(&[Key::media("url", MediaSpelling::Other(image))]);

fn image<'t, 'a>(object: Node<'t, 'a>, part: Node<'t, 'a>, key: &'static str) -> Option<MediaPlace<'t, 'a>> {
    let place = MediaPlace::url(part, MediaKind::Image, text_member(object, key)?.1);
    let holds = if place.state == MediaState::Reference { AllowedMedia::Both } else { AllowedMedia::Bytes };
    Some(MediaPlace { holds, ..place })
}

fn messages(list: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    column(list, |root, each| RECORD.media(root, each), each);
}

fn message_ids(list: Node<'_, '_>, sites: &mut Sites) {
    column_ids(list, |root, sites| _ = RECORD.ids(root, sites), sites);
}

fn statement_ids(list: Node<'_, '_>, sites: &mut Sites) {
    column_ids(list, statement_sites, sites);
}

/// The ids in a column: a text with JSON, or a list.
fn column_ids(column: Node<'_, '_>, walk: fn(Node<'_, '_>, &mut Sites), sites: &mut Sites) {
    let mut own = Sites::default();
    if !column.is_string() {
        walk(column, &mut own);
        sites.twice = sites.twice.take().or(own.twice.take());
        drop_missing(&mut own, sites);
        sites.list.append(&mut own.list);
        return;
    }
    let inside = NestedJson::of(column.raw(), column.at());
    let mut tape = Tape::new();
    match tape.parse(inside.text()) {
        Ok(root) => {
            walk(root, &mut own);
            drop_missing(&mut own, sites);
            sites.nest(own, root, &inside);
        }
        Err(_) if inside.text().is_empty() => {}
        Err(_) => sites.lacks = Some((Scope::Call, "a column with messages or statements is not JSON")),
    }
}

/// A call without an id stays: nothing says which of the messages and which of the statements are the same one.
fn drop_missing(own: &mut Sites, sites: &mut Sites) {
    let all = own.list.len();
    own.list.retain(|site| !site.is_missing);
    if own.list.len() < all {
        let why = "a call without an id is in the messages and in the statements, and nothing says which is which";
        sites.lacks = Some((Scope::Call, why));
    }
}
