//! The keys of messages, rows and exported chats: where ids and images are.
//!
//! The columns of a row contain messages and statements, as texts with JSON or opened; both name the same calls. An empty id is
//! none: answers of Google come without. Images are bytes: nothing else is written by keprompt.

use super::row::MESSAGES;
use crate::format::ids::{IdShape, Scope, Usage};
use crate::format::media::{AllowedMedia, MediaPlace, MediaState, column, text_member};
use crate::format::shape::{Key, MediaSpelling, MediaWrappers, NOTHING, RecordShape, ShapeObject, Tagged, ValueType};
use crate::format::shared::{STATEMENT_IDS, statement_sites};
use crate::format::{IdRules, Sites};
use crate::json::{NestedJson, Node, Tape};
use crate::model::MediaKind;
use ValueType::{AnyObject, Cases, Either, Has, Items, List, Matching, Null, Object, Text, Whole, Words};

pub(super) static IDS: IdRules = IdRules {
    reason: "a message has a role and parts; a list has nothing around it",
    ..IdRules::of_calls(|root, sites| RECORD.ids(root, sites))
};

pub(in crate::format) static ROW_IDS: IdRules = IdRules {
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

/// A list of messages.
pub(super) static RECORD_TYPE: ValueType = List(&Object(&MESSAGE));

/// A row, or an exported chat.
pub(in crate::format) static ROW_TYPE: ValueType = Cases(
    &[(Has(&[MESSAGES]), Object(&CHAT_ROW)), (Has(&["chat_id", "statements_json"]), Object(&PROGRAM_ROW))],
    &Object(&EXPORTED),
);

/// The messages are those that the statements make.
static PROGRAM_ROW: ShapeObject = ShapeObject::of(&[Key::must("statements_json", Text)])
    .named("statements-row", "A row of the table `chats` without messages.");

/// The messages are a list, or the JSON text of one.
static CHAT_ROW: ShapeObject = ShapeObject::of(&[Key::must(MESSAGES, Either(&[Text, List(&Object(&MESSAGE)), Null]))])
    .named("row", "A row of the table `chats`.");

static EXPORTED: ShapeObject =
    ShapeObject::of(&[Key::must("data", Items(&[Object(&ShapeObject::of(&[Key::must("chat", Object(&CHAT_ROW))]))]))])
        .named("export", "What `keprompt chats get --json` prints.");

/// An exported chat, or a row.
pub(in crate::format) fn row_object(root: Node<'_, '_>) -> &'static ShapeObject {
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
static MESSAGE: ShapeObject = ShapeObject::of(&[
    Key::list("content", &PART).takes(List(&Object(&PART))).needed(),
    Key::must("role", Words(&["system", "user", "assistant", "tool"])).about("The speaker."),
    Key::may("model_name", ValueType::TEXT_OR_NULL),
    Key::may("provider", ValueType::TEXT_OR_NULL),
    Key::may("stmt_no", Either(&[Whole(i64::MIN, i64::MAX), Null])),
])
.named("message", "One message.");

static PART: ShapeObject = ShapeObject::of(&[Key::must("type", Words(&["text", "image_url", "tool", "tool_result"]))])
    .tagged(
        &["type"],
        &[
            Tagged::new(&["tool"], &CALL),
            Tagged::new(&["tool_result"], &RESULT),
            Tagged::new(&["image_url"], &IMAGE),
            Tagged::new(&["text"], &WORDS),
        ],
        &NOTHING,
        &NOTHING,
    )
    .plain(&["type", "text"], "")
    .named("part", "A part: text, an image, a call, a result.");

static WORDS: ShapeObject = ShapeObject::of(&[Key::must("text", Text)]);

/// `{"type":"tool","id":"c1","name":"f","arguments":{}}`
static CALL: ShapeObject = ShapeObject::of(&[
    Key::id("id", Scope::Call, Usage::Names).after(&["type"]).filled().takes(Text).needed(),
    Key::function_name("name").takes(Text).needed(),
    Key::must("arguments", AnyObject),
]);

/// `{"type":"tool_result","tool_use_id":"c1","content":"18 degrees"}`
static RESULT: ShapeObject = ShapeObject::of(&[
    Key::id("tool_use_id", Scope::Call, Usage::Points).after(&["type"]).filled().takes(Text).needed(),
    Key::must("content", Text),
]);

/// `{"type":"image_url","image_url":{"url":"data:image/png;base64,aGk="}}`
static IMAGE: ShapeObject = ShapeObject::of(&[Key::object("image_url", &URL).takes(Object(&URL)).needed()]);
static URL: ShapeObject = ShapeObject::of(&[Key::media("url", MediaSpelling::Other(image))
    .takes(Matching("^data:[^,]{0,292};base64,"))
    .needed()
    .about("The bytes, in a data URL.")]);

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
        let why = "a call without an id is in the messages and in the statements, and they cannot be matched";
        sites.lacks = Some((Scope::Call, why));
    }
}
