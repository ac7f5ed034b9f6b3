//! Ids by the shape table.

use super::key::{IdKey, Key, KeyValue, Walks};
use super::{MOST, RecordShape, ShapeObject};
use crate::format::ids::{Scope, Sites, Usage};
use crate::json::Node;

/// A call as chat APIs write it: `{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}`.
pub static CALL: ShapeObject = ShapeObject::of(&[
    Key::id("id", Scope::Call, Usage::Names).after(&[]).filled(),
    Key::object("function", &FUNCTION),
    Key::object("custom", &FUNCTION),
    Key::any("type"),
    Key::any("index"),
]);

/// `{"name":"f","arguments":"{}"}`
static FUNCTION: ShapeObject = ShapeObject::of(&[Key::function_name("name"), Key::any("arguments"), Key::any("input")]);

impl RecordShape {
    /// Lists the ids of a record. False: it is not a record of the format.
    pub fn ids(&self, root: Node<'_, '_>, sites: &mut Sites) -> bool {
        if root.is_array() {
            sites.lacks = self.lacks;
            root.items().for_each(|item| _ = self.item.ids(item, sites));
            return true;
        }
        let object = (self.object)(root);
        if std::ptr::eq(object, self.item) {
            sites.lacks = self.lacks;
        }
        object.ids(root, sites)
    }
}

impl ShapeObject {
    /// Lists the ids of an object. False: none of the lists and tags is there that make it one of these.
    pub(in crate::format) fn ids(&self, node: Node<'_, '_>, sites: &mut Sites) -> bool {
        if self.is_plain(node) {
            return true;
        }
        let word = self.word(node);
        let (added, mut is_one) = (self.added_by(word), word.is_some());
        let mut values = [None; MOST];
        if let Some(twice) = self.values(added, node, Walks::Ids, &mut values) {
            sites.twice.get_or_insert(twice);
            return true;
        }
        for (key, value) in self.walked(added).zip(&values) {
            match (key.value, value) {
                (KeyValue::Id(id), _) => {
                    if id.add(key.name, node, *value, sites) && id.scope == Scope::Call {
                        let name = self.function_name(added, &values);
                        sites.set_function(name.filter(|name| id.usage == Usage::Names || name.is_string()));
                    }
                }
                (KeyValue::Object(object), Some(value)) => is_one |= object.ids(*value, sites),
                (KeyValue::List(object), Some(value)) => {
                    is_one = true;
                    value.each().for_each(|item| _ = object.ids(item, sites));
                }
                (KeyValue::Other(ids, _), Some(value)) => ids(*value, sites),
                (KeyValue::Any | KeyValue::FunctionName | KeyValue::Media(_), _) | (_, None) => {}
            }
        }
        is_one
    }

    /// The name of the function that the id of the object calls or answers.
    fn function_name<'t, 'a>(&self, added: &Self, values: &[Option<Node<'t, 'a>>]) -> Option<Node<'t, 'a>> {
        let is_name = |key: &&Key| matches!(key.value, KeyValue::FunctionName);
        self.walked(added).zip(values).find_map(|(key, value)| match key.value {
            KeyValue::FunctionName => *value,
            KeyValue::Object(inner) => inner.keys.iter().find(is_name).and_then(|name| value.as_ref()?.get(name.name)),
            KeyValue::Any | KeyValue::Id(_) | KeyValue::List(_) | KeyValue::Other(..) | KeyValue::Media(_) => None,
        })
    }
}

impl IdKey {
    /// Adds the id at a key, or the place for a missing one. True if a name of a function belongs to it.
    fn add(self, key: &'static str, object: Node<'_, '_>, value: Option<Node<'_, '_>>, sites: &mut Sites) -> bool {
        if self.is_listed {
            let id = Self { is_listed: false, ..self };
            value.iter().flat_map(Node::items).for_each(|item| _ = id.add(key, object, Some(item), sites));
            return false;
        }
        if self.only.is_some_and(|only| !only(object, value)) {
            return false;
        }
        let is_before = self.goes_on && value.is_none_or(|value| value.is_null());
        let usage = if is_before { Usage::Points } else { self.usage };
        let site = match self.after {
            Some(after) => sites.member(self.scope, usage, object, value, key, after),
            None => sites.value(self.scope, usage, value),
        };
        let Some(site) = site else { return false };
        site.family = self.family;
        site.is_missing |= self.is_empty_none && value.is_some_and(|value| value.is(""));
        self.after.is_some()
    }
}
