//! Prints types as JSON Schema, draft 2020-12.

use serde_json::{Map, Value, json};

use super::{Key, ShapeObject, ShapeTag, Tagged, ValueType};

/// A JSON Schema that is being made: the definitions that its parts refer to.
#[derive(Debug, Default)]
pub struct SchemaPrinter {
    definitions: Map<String, Value>,
}

/// Prints the schema of a record, without the definitions that it refers to.
pub type SchemaFn = fn(&mut SchemaPrinter) -> Value;

impl SchemaPrinter {
    /// The definitions of all named objects that were printed.
    #[must_use]
    pub fn definitions(self) -> Map<String, Value> {
        self.definitions
    }

    /// The definitions so far, for schemas that are made elsewhere.
    pub fn definitions_mut(&mut self) -> &mut Map<String, Value> {
        &mut self.definitions
    }

    /// The schema of a type.
    pub fn value(&mut self, value: &ValueType) -> Value {
        match value {
            ValueType::Any => json!(true),
            ValueType::Null => json!({ "type": "null" }),
            ValueType::Flag => json!({ "type": "boolean" }),
            ValueType::True => json!({ "const": true }),
            ValueType::Number => json!({ "type": "number" }),
            ValueType::Text => json!({ "type": "string" }),
            ValueType::AnyObject => json!({ "type": "object" }),
            ValueType::AnyList => json!({ "type": "array" }),
            ValueType::Below(limit) => {
                json!({ "type": "number", "exclusiveMinimum": -limit, "exclusiveMaximum": limit })
            }
            ValueType::Whole(least, most) => {
                let mut schema = json!({ "type": "integer" });
                for (limit, end, none) in [("minimum", least, i64::MIN), ("maximum", most, i64::MAX)] {
                    if *end != none {
                        insert(&mut schema, limit, json!(end));
                    }
                }
                schema
            }
            ValueType::FilledText => json!({ "type": "string", "minLength": 1 }),
            ValueType::Words([word]) => json!({ "const": word }),
            ValueType::Words(words) => json!({ "enum": words }),
            ValueType::Listed(words) => json!({ "enum": words() }),
            ValueType::Matching(pattern) => json!({ "type": "string", "pattern": pattern }),
            ValueType::Only(keys) | ValueType::Union(keys) => {
                let mut schema = self.members(keys.iter());
                let properties = self.properties(keys.iter());
                schema.insert("properties".to_owned(), Value::Object(properties));
                schema.insert("type".to_owned(), json!("object"));
                schema.insert("additionalProperties".to_owned(), json!(false));
                if matches!(value, ValueType::Union(_)) {
                    schema.insert("minProperties".to_owned(), json!(1));
                    schema.insert("maxProperties".to_owned(), json!(1));
                }
                Value::Object(schema)
            }
            ValueType::Object(object) => self.object(object),
            ValueType::Values(inner) => json!({ "type": "object", "additionalProperties": self.value(inner) }),
            ValueType::List(item) => json!({ "type": "array", "items": self.value(item) }),
            ValueType::FilledList(item) => json!({ "type": "array", "minItems": 1, "items": self.value(item) }),
            ValueType::First(item) => json!({ "type": "array", "prefixItems": [self.value(item)] }),
            ValueType::FirstOf(item) => json!({ "type": "array", "minItems": 1, "prefixItems": [self.value(item)] }),
            ValueType::Containing(item) => json!({ "type": "array", "contains": self.value(item) }),
            ValueType::Items([]) => json!({ "type": "array", "maxItems": 0 }),
            ValueType::Items(items) => {
                let count = items.len();
                json!({ "type": "array", "minItems": count, "maxItems": count, "prefixItems": self.values(items) })
            }
            ValueType::Either(types) => any_of(&self.values(types)),
            ValueType::OneOf(types) => json!({ "oneOf": self.values(types) }),
            ValueType::All(types) => json!({ "allOf": self.values(types) }),
            ValueType::Not(inner) => json!({ "not": self.value(inner) }),
            ValueType::Has(keys) => json!({ "required": keys }),
            ValueType::HasNo([key]) => json!({ "not": { "required": [key] } }),
            ValueType::HasNo(keys) => {
                let each: Vec<_> = keys.iter().map(|key| json!({ "required": [key] })).collect();
                json!({ "not": { "anyOf": each } })
            }
            ValueType::HasValue(key) => {
                json!({ "required": [key], "properties": { *key: { "not": { "type": "null" } } } })
            }
            ValueType::Tag(key, words) => {
                json!({ "required": [key], "properties": { *key: self.value(&ValueType::Words(words)) } })
            }
            ValueType::Members(keys) => Value::Object(self.members(keys.iter())),
            ValueType::Cases(cases, last) => {
                let last = self.value(last);
                cases.iter().rev().fold(last, |rest, (condition, then)| {
                    json!({ "if": self.value(condition), "then": self.value(then), "else": rest })
                })
            }
        }
    }

    fn values(&mut self, types: &[ValueType]) -> Vec<Value> {
        types.iter().map(|value| self.value(value)).collect()
    }

    /// The schema of an object, or a reference to its definition if it has a name.
    fn object(&mut self, object: &ShapeObject) -> Value {
        if object.name.is_empty() {
            return self.body(object);
        }
        if !self.definitions.contains_key(object.name) {
            // Objects refer to themselves.
            self.definitions.insert(object.name.to_owned(), Value::Null);
            let body = self.body(object);
            self.definitions.insert(object.name.to_owned(), body);
        }
        json!({ "$ref": format!("#/$defs/{}", object.name) })
    }

    fn body(&mut self, object: &ShapeObject) -> Value {
        let mut schema = self.with_added(object);
        schema.insert("type".to_owned(), json!("object"));
        if !object.about.is_empty() {
            schema.insert("description".to_owned(), json!(object.about));
        }
        if object.is_closed {
            schema.insert("additionalProperties".to_owned(), json!(false));
        }
        if let Some(settings) = object.settings {
            super::schema_settings::add(settings, &mut schema);
        }
        Value::Object(schema)
    }

    /// The schema of an object: its own members, the members that its tag adds, and its other constraints.
    fn with_added(&mut self, object: &ShapeObject) -> Map<String, Value> {
        let mut schema = self.members(object.keys.iter());
        let mut all = object.tag.as_ref().map(|tag| self.tag(tag)).unwrap_or_default();
        all.extend(self.values(object.checks));
        if !all.is_empty() {
            let before = schema.entry("allOf").or_insert_with(|| json!([]));
            if let Value::Array(before) = before {
                before.extend(all);
            }
        }
        schema
    }

    /// What the words of a tag add.
    fn tag(&mut self, tag: &ShapeTag) -> Vec<Value> {
        let mut all = Vec::new();
        for tagged in tag.words {
            let added = self.with_added(tagged.object);
            if !added.is_empty() {
                all.push(json!({ "if": words_schema(tag, &[*tagged]), "then": added }));
            }
        }
        let other = self.with_added(tag.other);
        if !other.is_empty() {
            all.push(json!({ "if": words_schema(tag, tag.words), "else": other }));
        }
        all
    }

    /// What an object has at some keys, and which of them it needs. Empty if any object will do.
    fn members<'k>(&mut self, keys: impl Iterator<Item = &'k Key> + Clone) -> Map<String, Value> {
        let (mut required, mut all) = (Vec::new(), Vec::new());
        for key in keys.clone().filter(|key| key.is_needed) {
            match key.names().collect::<Vec<_>>().as_slice() {
                [name] => required.push(*name),
                names => {
                    let each: Vec<_> = names.iter().map(|name| json!({ "required": [name] })).collect();
                    all.push(json!({ "anyOf": each }));
                }
            }
        }
        let properties = self.properties(keys);
        let mut schema = Map::new();
        if properties.values().any(|value| *value != json!(true)) || !required.is_empty() {
            schema.insert("properties".to_owned(), Value::Object(properties));
        }
        if !required.is_empty() {
            schema.insert("required".to_owned(), json!(required));
        }
        if !all.is_empty() {
            schema.insert("allOf".to_owned(), json!(all));
        }
        schema
    }

    fn properties<'k>(&mut self, keys: impl Iterator<Item = &'k Key>) -> Map<String, Value> {
        let mut properties = Map::new();
        for key in keys {
            let mut value = self.value(&key.takes);
            if !key.about.is_empty() {
                if !value.is_object() {
                    value = json!({});
                }
                insert(&mut value, "description", json!(key.about));
            }
            for name in key.names() {
                properties.insert(name.to_owned(), value.clone());
            }
        }
        properties
    }
}

/// True for objects whose tag is one of these words.
fn words_schema(tag: &ShapeTag, words: &[Tagged]) -> Value {
    let exact: Vec<_> = words.iter().flat_map(|tagged| tagged.words).collect();
    let ends = words.iter().filter(|tagged| !tagged.end.is_empty());
    let mut either: Vec<_> =
        ends.map(|tagged| json!({ "type": "string", "pattern": format!("{}$", tagged.end) })).collect();
    if !exact.is_empty() {
        either.push(json!({ "enum": exact }));
    }
    let word = match <[Value; 1]>::try_from(either) {
        Ok([one]) => one,
        Err(several) => json!({ "anyOf": several }),
    };
    let of = |key: &&str| json!({ "properties": { *key: word }, "required": [key] });
    match tag.keys {
        [key] => of(key),
        keys => json!({ "anyOf": keys.iter().map(of).collect::<Vec<_>>() }),
    }
}

/// One of several schemas: types alone are a list of their names.
fn any_of(schemas: &[Value]) -> Value {
    let name =
        |schema: &Value| schema.get("type").filter(|_| schema.as_object().is_some_and(|it| it.len() == 1)).cloned();
    match schemas.iter().map(name).collect::<Option<Vec<_>>>() {
        Some(names) => json!({ "type": names }),
        None => json!({ "anyOf": schemas }),
    }
}

fn insert(schema: &mut Value, key: &str, value: Value) {
    if let Value::Object(members) = schema {
        members.insert(key.to_owned(), value);
    }
}
