//! Checks a value by the table of its format. What is reported is what the JSON Schema of the table rejects.
//!
//! ```json
//! {"step_id":"1","zz":true}          `step_id` must be a whole number, found a string; a step has no field `zz`
//! ```

use super::{ShapeObject, ValueType};
use crate::format::Reading;
use crate::format::shared::wrong_type;
use crate::json::{Node, Text};
use crate::report::{Severity, misspelled_key, shape, unknown_word};

#[expect(clippy::wildcard_enum_match_arm, reason = "types that only schemas have are not checked")]
impl ValueType {
    /// Reports everything in the value `node` of the key `name` that is not of this type. `origin`: the format.
    ///
    /// Conditions of tagged and checked objects are left to the rules of the format: an object is its keys, whether it needs them, and
    /// whether it takes others.
    pub(in crate::format) fn check(&self, name: &str, node: Node<'_, '_>, origin: &str, reading: &mut Reading<'_>) {
        match self {
            Self::Either(types) => match types.iter().find(|of| of.is_kind_of(node)) {
                Some(found) => found.check(name, node, origin, reading),
                None => wrong_type(reading, node, name, &self.words()),
            },
            _ if !self.is_kind_of(node) => wrong_type(reading, node, name, &self.words()),
            Self::Object(object) => object.check(node, origin, reading),
            Self::FilledList(_) if node.is_empty() => {
                reading.report.add(&shape::EMPTY_LIST, node.at(), || format!("`{name}` is an empty list"));
            }
            Self::List(item) | Self::FilledList(item) => {
                node.items().for_each(|value| item.check(name, value, origin, reading));
            }
            Self::Words(words) if !words.iter().any(|word| node.is(word)) => {
                let text = node.text().unwrap_or_default();
                reading.report.add(&shape::BAD_VALUE, node.at(), || unknown_word(&format!("`{name}`"), &text, words));
            }
            Self::Whole(least, most) if !is_within(node, *least, *most) => {
                reading.report.add(&shape::BAD_VALUE, node.at(), || format!("`{name}` is {}", limits(*least, *most)));
            }
            _ => {}
        }
    }

    /// The value is of the kind of JSON value that the type takes.
    fn is_kind_of(&self, node: Node<'_, '_>) -> bool {
        use crate::json::Kind;
        match self {
            Self::Null => node.is_null(),
            Self::Flag => node.as_bool().is_some(),
            Self::Number | Self::Whole(..) => node.kind() == Kind::Number,
            Self::Text | Self::Words(_) => node.is_string(),
            Self::AnyObject | Self::Object(_) => node.is_object(),
            Self::AnyList | Self::List(_) | Self::FilledList(_) => node.is_array(),
            Self::Either(types) => types.iter().any(|of| of.is_kind_of(node)),
            _ => true,
        }
    }

    /// The type in the words of messages: `a string or null`.
    fn words(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Flag => "a boolean".to_owned(),
            Self::Number => "a number".to_owned(),
            Self::Whole(..) => "a whole number".to_owned(),
            Self::Text | Self::Words(_) => "a string".to_owned(),
            Self::AnyObject | Self::Object(_) => "an object".to_owned(),
            Self::AnyList | Self::List(_) | Self::FilledList(_) => "an array".to_owned(),
            Self::Either(types) => types.iter().map(Self::words).collect::<Vec<_>>().join(" or "),
            _ => "another value".to_owned(),
        }
    }
}

impl ShapeObject {
    fn check(&self, node: Node<'_, '_>, origin: &str, reading: &mut Reading<'_>) {
        let what = if self.name.is_empty() { "the object".to_owned() } else { format!("the {}", self.name) };
        for (name, value) in node.members() {
            if let Some(key) = self.keys.iter().find(|key| key.is(name)) {
                key.takes.check(key.name, value, origin, reading);
            } else if self.is_closed {
                let absent = self.keys.iter().map(|key| key.name).filter(|key| node.get(key).is_none());
                let key = name.text().unwrap_or_default();
                reading.report.add_as(&shape::UNKNOWN_FIELD, Severity::Error, value.at(), || {
                    misspelled_key(&format!("{what} of {origin}"), &key, absent)
                });
            }
        }
        for key in self.keys.iter().filter(|key| key.is_needed) {
            if !node.members().any(|(name, _)| key.is(name)) {
                let name = Text::Token(key.name);
                reading.report.add(&shape::MISSING_FIELD, node.at(), || format!("{what} needs `{}`", name.show()));
            }
        }
    }
}

/// True for a number without a fraction between two numbers.
fn is_within(node: Node<'_, '_>, least: i64, most: i64) -> bool {
    let Ok(value) = node.raw().parse::<f64>() else { return false };
    let limit = |limit: i64| if limit == i64::MIN || limit == i64::MAX { None } else { Some(limit) };
    #[expect(clippy::cast_precision_loss, reason = "limits are small")]
    let is_in =
        limit(least).is_none_or(|least| value >= least as f64) && limit(most).is_none_or(|most| value <= most as f64);
    value.fract() == 0.0 && is_in
}

fn limits(least: i64, most: i64) -> String {
    match (least, most) {
        (i64::MIN, i64::MAX) => "a whole number".to_owned(),
        (least, i64::MAX) => format!("a whole number, at least {least}"),
        (i64::MIN, most) => format!("a whole number, at most {most}"),
        (least, most) => format!("a whole number from {least} to {most}"),
    }
}
