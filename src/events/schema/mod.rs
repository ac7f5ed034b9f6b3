//! Schemas of events, messages and parts: fields and the types of their values.
//!
//! The schemas are data (`types`, `messages`); this file checks a value against its schema. The recursion is as deep as
//! the schemas, however deep the value is nested.

mod json_schema;
mod messages;
mod types;

use super::kind::EventType;
use super::rules_schema::{
    BAD_TIMESTAMP, BAD_VALUE, INTERRUPTS_EMPTY, MISSING_FIELD, NULL_OPTIONAL, PATCH_POINTER, WRONG_TYPE,
};
use super::rules_shape::{NULL_REMOVED, UNKNOWN_MEMBER, UNKNOWN_PROPERTY};
use crate::json::{At, Node};
use crate::report::{Code, nearest};

pub use json_schema::{define_schemas, event_type_schema};
pub(super) use messages::{INPUT, MESSAGE};
pub(super) use types::event;

/// The schema of a value.
pub(super) enum SchemaShape {
    Text,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A JSON Pointer.
    Pointer,
    /// A whole number that is not negative.
    Count,
    /// A whole number of milliseconds.
    Stamp,
    Flag,
    /// Anything, null included.
    Any,
    /// Anything except null.
    TreeValue,
    /// An object with any members.
    Map,
    List(&'static SchemaShape),
    /// A list that is not empty.
    Some(&'static SchemaShape),
    SchemaObject(&'static SchemaObject),
    OneOf(&'static Union),
    /// A string, or a list of this.
    TextOr(&'static SchemaShape),
}

impl EventType {
    /// True if the protocol defines this field for events of this type.
    #[must_use]
    pub fn has_field(self, key: Node<'_, '_>) -> bool {
        let groups = event(self).map_or(&[][..], |object| object.fields);
        groups.iter().flat_map(|group| group.iter()).any(|field| key.is(field.key))
    }
}

/// Whether a field may be absent or null.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    Must,
    /// It may be absent, but not null.
    May,
    /// Null counts as absent; older programs wrote it.
    OldNull,
    /// Null counts as absent.
    Null,
}

/// A field of an object.
pub(super) struct SchemaField {
    pub(super) key: &'static str,
    pub(super) shape: SchemaShape,
    pub(super) need: Need,
}

/// An object with known fields.
pub(super) struct SchemaObject {
    /// The name in messages: `a user message`.
    pub(super) name: &'static str,
    pub(super) fields: &'static [&'static [SchemaField]],
    /// Other fields are allowed.
    pub(super) is_open: bool,
}

/// Objects whose type is given by the value of a field.
pub(super) struct Union {
    /// The field with the type.
    pub(super) tag: &'static str,
    pub(super) kinds: &'static [(&'static str, &'static SchemaObject)],
    /// True for old shapes that are converted to one of these types before they are checked.
    pub(super) is_old: Option<fn(Node<'_, '_>) -> bool>,
}

pub(super) const fn must(key: &'static str, shape: SchemaShape) -> SchemaField {
    SchemaField { key, shape, need: Need::Must }
}

pub(super) const fn may(key: &'static str, shape: SchemaShape) -> SchemaField {
    SchemaField { key, shape, need: Need::May }
}

pub(super) const fn old_null(key: &'static str, shape: SchemaShape) -> SchemaField {
    SchemaField { key, shape, need: Need::OldNull }
}

/// A problem of a value.
pub(super) struct SchemaFault {
    pub(super) code: &'static Code,
    pub(super) at: At,
    /// The field that is missing.
    pub(super) missing: Option<&'static str>,
}

impl SchemaFault {
    fn new(code: &'static Code, at: At) -> Self {
        Self { code, at, missing: None }
    }
}

/// Receives each problem and its message.
pub(super) type SchemaReportFn<'f> = dyn FnMut(SchemaFault, &mut dyn FnMut() -> String) + 'f;

/// Checks an object against its schema.
pub(super) fn check_object(object: &'static SchemaObject, node: Node<'_, '_>, fault: &mut SchemaReportFn<'_>) {
    if !node.is_object() {
        return wrong_type(object.name, "an object", node, fault);
    }
    let mut seen: u64 = 0;
    for (key, value) in node.members() {
        let fields = object.fields.iter().flat_map(|group| group.iter());
        match fields.zip(0_u32..).find(|(field, _)| key.is(field.key)) {
            Some((field, index)) => {
                seen |= 1 << index.min(63);
                check_field(field, value, fault);
            }
            None if object.is_open => {}
            None => fault(SchemaFault::new(UNKNOWN_PROPERTY.code, value.at()), &mut || {
                format!(
                    "{} has no field `{}`; the library removes it",
                    object.name,
                    key.text().unwrap_or_default().show()
                )
            }),
        }
    }
    for (field, index) in object.fields.iter().flat_map(|group| group.iter()).zip(0_u32..) {
        if field.need == Need::Must && seen & (1 << index.min(63)) == 0 {
            let fault_at = SchemaFault { missing: Some(field.key), ..SchemaFault::new(MISSING_FIELD.code, node.at()) };
            fault(fault_at, &mut || {
                let instead = misnamed(field.key, node).unwrap_or_default();
                format!("{} has no `{}`{instead}", object.name, field.key)
            });
        }
    }
}

/// A field with another name that is used for a missing one: older pages of the protocol had it.
fn misnamed(key: &str, node: Node<'_, '_>) -> Option<String> {
    let other = match key {
        "delta" => "patch",
        "snapshot" => "state",
        "patch" => "delta",
        _ => return None,
    };
    node.get(other).map(|_| format!("; `{other}` is not its name"))
}

/// Checks a list of messages.
pub(super) fn check_messages(list: Node<'_, '_>, fault: &mut SchemaReportFn<'_>) {
    check_list("messages", &MESSAGE, &MESSAGE, list, fault);
}

fn check_field(field: &'static SchemaField, value: Node<'_, '_>, fault: &mut SchemaReportFn<'_>) {
    if value.is_null() && !matches!(field.shape, SchemaShape::Any) {
        match field.need {
            Need::OldNull => {
                fault(SchemaFault::new(NULL_REMOVED.code, value.at()), &mut || {
                    format!("`{}` is null, which is read as absent", field.key)
                });
                return;
            }
            Need::Null => return,
            Need::May => {
                fault(SchemaFault::new(NULL_OPTIONAL.code, value.at()), &mut || {
                    format!("`{}` is null; remove it", field.key)
                });
                return;
            }
            Need::Must => {}
        }
    }
    if let SchemaShape::OneOf(union) = field.shape
        && is_dropped(union, value)
    {
        return dropped(union, value, fault);
    }
    check_value(field.key, &field.shape, value, fault);
}

fn check_value(key: &'static str, shape: &'static SchemaShape, value: Node<'_, '_>, fault: &mut SchemaReportFn<'_>) {
    match shape {
        SchemaShape::TreeValue if value.is_null() => wrong_type(key, "anything but null", value, fault),
        SchemaShape::Text | SchemaShape::Pointer if !value.is_string() => wrong_type(key, "a string", value, fault),
        SchemaShape::Flag if value.as_bool().is_none() => wrong_type(key, "true or false", value, fault),
        SchemaShape::Map if !value.is_object() => wrong_type(key, "an object", value, fault),
        SchemaShape::TextOr(_) if !value.is_string() && !value.is_array() => {
            wrong_type(key, "a string or an array", value, fault);
        }
        SchemaShape::TextOr(_) if value.is_string() => {}
        SchemaShape::Any | SchemaShape::TreeValue | SchemaShape::Text | SchemaShape::Flag | SchemaShape::Map => {}
        SchemaShape::Word(words) => check_word(key, words, value, fault),
        SchemaShape::Pointer => {
            if !value.text().is_some_and(|text| is_pointer(&text.decode())) {
                fault(SchemaFault::new(PATCH_POINTER.code, value.at()), &mut || {
                    format!("`{key}` is not a JSON Pointer: `{}`", value.text().unwrap_or_default().show())
                });
            }
        }
        SchemaShape::Count | SchemaShape::Stamp => check_number(key, shape, value, fault),
        SchemaShape::List(item) | SchemaShape::Some(item) | SchemaShape::TextOr(item) => {
            check_list(key, shape, item, value, fault);
        }
        SchemaShape::SchemaObject(object) => check_object(object, value, fault),
        SchemaShape::OneOf(union) => check_union(key, union, value, fault),
    }
}

fn check_word(key: &'static str, words: &'static [&'static str], value: Node<'_, '_>, fault: &mut SchemaReportFn<'_>) {
    if !value.is_string() {
        return wrong_type(key, "a string", value, fault);
    }
    if !words.iter().any(|word| value.is(word)) {
        fault(SchemaFault::new(BAD_VALUE.code, value.at()), &mut || {
            format!("`{key}` is `{}`; it must be {}", value.text().unwrap_or_default().show(), words.join(", "))
        });
    }
}

fn check_number(key: &'static str, shape: &'static SchemaShape, value: Node<'_, '_>, fault: &mut SchemaReportFn<'_>) {
    const SAFE: f64 = 9_007_199_254_740_991.0;
    let number: Option<f64> = (value.kind() == crate::json::Kind::Number).then(|| value.raw().parse().ok()).flatten();
    let is_whole = number.is_some_and(|number| number.fract() == 0.0 && number.abs() <= SAFE);
    if matches!(shape, SchemaShape::Stamp) {
        if !is_whole {
            fault(SchemaFault::new(BAD_TIMESTAMP.code, value.at()), &mut || {
                format!("`{key}` is {}; it must be a whole number of milliseconds", shown(value))
            });
        }
    } else if number.is_none() {
        wrong_type(key, "a whole number", value, fault);
    } else if !(is_whole && number >= Some(0.0)) {
        fault(SchemaFault::new(BAD_VALUE.code, value.at()), &mut || {
            format!("`{key}` is {}; it must be a whole number from 0 on", shown(value))
        });
    }
}

fn check_list(
    key: &'static str,
    shape: &'static SchemaShape,
    item: &'static SchemaShape,
    list: Node<'_, '_>,
    fault: &mut SchemaReportFn<'_>,
) {
    if !list.is_array() {
        return wrong_type(key, "an array", list, fault);
    }
    if matches!(shape, SchemaShape::Some(_)) && list.is_empty() {
        fault(SchemaFault::new(INTERRUPTS_EMPTY.code, list.at()), &mut || format!("`{key}` is empty"));
    }
    for value in list.items() {
        match item {
            SchemaShape::OneOf(union) if is_dropped(union, value) => dropped(union, value, fault),
            _ => check_value(key, item, value, fault),
        }
    }
}

fn check_union(key: &'static str, union: &'static Union, value: Node<'_, '_>, fault: &mut SchemaReportFn<'_>) {
    if !value.is_object() {
        return wrong_type(key, "an object", value, fault);
    }
    if let Some(object) = kind_of(union, value) {
        check_object(object, value, fault);
    }
}

fn kind_of(union: &'static Union, value: Node<'_, '_>) -> Option<&'static SchemaObject> {
    let tag = value.get(union.tag)?;
    union.kinds.iter().find(|(word, _)| tag.is(word)).map(|(_, object)| *object)
}

/// True for an object of unknown type, or one that is invalid without such an object. The library removes it.
fn is_dropped(union: &'static Union, value: Node<'_, '_>) -> bool {
    if !value.is_object() {
        return false;
    }
    let Some(object) = kind_of(union, value) else { return true };
    object.fields.iter().flat_map(|group| group.iter()).any(|field| match field.shape {
        SchemaShape::OneOf(inner) if field.need == Need::Must => {
            value.get(field.key).is_some_and(|found| is_dropped(inner, found))
        }
        _ => false,
    })
}

fn dropped(union: &'static Union, value: Node<'_, '_>, fault: &mut SchemaReportFn<'_>) {
    if union.is_old.is_some_and(|is_old| is_old(value)) {
        return;
    }
    // Without an object that it must have, an object is removed too.
    let fields = || kind_of(union, value).into_iter().flat_map(|object| object.fields.iter().flat_map(|it| it.iter()));
    let inner = fields().find_map(|field| match field.shape {
        SchemaShape::OneOf(inner) if field.need == Need::Must => {
            value.get(field.key).filter(|found| is_dropped(inner, *found)).map(|found| (inner, found))
        }
        _ => None,
    });
    if let Some((inner, found)) = inner {
        return dropped(inner, found, fault);
    }
    let tag = value.get(union.tag).filter(Node::is_string);
    let missing = value.get(union.tag).is_none().then_some(union.tag);
    fault(SchemaFault { missing, ..SchemaFault::new(UNKNOWN_MEMBER.code, tag.unwrap_or(value).at()) }, &mut || {
        let kind = tag.and_then(|kind| kind.text()).unwrap_or_default();
        let meant = nearest(&kind.decode(), union.kinds.iter().map(|(word, _)| *word));
        let hint = meant.map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
        format!("the library removes it: the protocol has no `{}` `{}`{hint}", union.tag, kind.show())
    });
}

fn wrong_type(key: &'static str, expected: &'static str, value: Node<'_, '_>, fault: &mut SchemaReportFn<'_>) {
    fault(SchemaFault::new(WRONG_TYPE.code, value.at()), &mut || {
        format!("{key} is {}; it must be {expected}", value.kind().name())
    });
}

fn shown(value: Node<'_, '_>) -> String {
    value.raw().chars().take(40).collect()
}

/// `^(/([^/~]|~[01])*)*$`
fn is_pointer(text: &str) -> bool {
    let mut bytes = text.bytes().peekable();
    if bytes.peek().is_some_and(|first| *first != b'/') {
        return false;
    }
    while let Some(byte) = bytes.next() {
        if byte == b'~' && !matches!(bytes.next(), Some(b'0' | b'1')) {
            return false;
        }
    }
    // `$` in the library's pattern and its negated classes also match line ends.
    true
}
