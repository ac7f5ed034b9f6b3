//! The keywords of a schema: those for every value, numbers, strings and arrays, and those that combine schemas.

use super::{Checked, NotChecked, SchemaCheck, Violation};
use crate::json::{Kind, Node, Text, same_value};

/// The maximum number of values that a message lists.
const LISTED: usize = 6;

impl<'s> SchemaCheck<'s, '_> {
    /// Applies one keyword. `schema` is the object that contains it, for keywords that depend on others.
    pub(super) fn keyword(
        &mut self,
        key: &str,
        rule: Node<'s, 's>,
        schema: Node<'s, 's>,
        value: Node<'_, '_>,
    ) -> Checked {
        let wrong = |why: String| Ok(Some(Violation::new(value, why)));
        match key {
            "$ref" => {
                let target = self.referred(rule)?;
                self.apply(target, value)
            }
            "type" => types(rule, value),
            "enum" => {
                self.examine(value);
                self.step(rule.len() * (1 + value.raw().len() / 16))?;
                if rule.items().any(|it| same_value(it, value)) {
                    return Ok(None);
                }
                wrong(format!("is {}, not {}", shown(value), listed(rule)))
            }
            "const" => {
                self.examine(value);
                if same_value(rule, value) {
                    return Ok(None);
                }
                wrong(format!("is {}, not {}", shown(value), shown(rule)))
            }
            "allOf" => self.all(rule, value),
            "anyOf" => self.alternatives(rule, value, 1).map(Result::err),
            "oneOf" => Ok(match self.alternatives(rule, value, usize::MAX)? {
                Ok(1) => None,
                Ok(several) => Some(Violation::new(value, format!("fits {several} alternatives, not exactly one"))),
                Err(closest) => Some(closest),
            }),
            "not" => match self.apply(rule, value)? {
                Some(_) => Ok(None),
                None => wrong("fits the schema at `not`".to_owned()),
            },
            "if" => {
                let holds = self.apply(rule, value)?.is_none();
                let branch = if holds { "then" } else { "else" };
                schema.get(branch).map_or(Ok(None), |branch| self.apply(branch, value))
            }
            "unevaluatedProperties" | "unevaluatedItems" if rule.as_bool() != Some(true) => Err(NotChecked),
            "$dynamicRef" | "$recursiveRef" => Err(NotChecked),
            _ => match value.kind() {
                Kind::Object => self.object_keyword(key, rule, schema, value),
                Kind::Array => self.array_keyword(key, rule, schema, value),
                Kind::String => self.string_keyword(key, rule, value),
                Kind::Number => Ok(number_keyword(key, rule, schema, value)),
                Kind::Null | Kind::Bool => Ok(None),
            },
        }
    }

    fn array_keyword(&mut self, key: &str, rule: Node<'s, 's>, schema: Node<'s, 's>, value: Node<'_, '_>) -> Checked {
        match key {
            "items" if rule.is_array() => self.by_position(rule, value),
            "items" => {
                let first = schema.get("prefixItems").map_or(0, |it| it.len());
                self.each_item(rule, value, first)
            }
            "prefixItems" => self.by_position(rule, value),
            "additionalItems" => match schema.get("items").filter(Node::is_array) {
                Some(items) => self.each_item(rule, value, items.len()),
                None => Ok(None),
            },
            "minItems" | "maxItems" => Ok(count_keyword(key, rule, value, value.len(), "items")),
            "contains" => {
                let mut fitting = 0;
                for item in value.items() {
                    fitting += usize::from(self.apply(rule, item)?.is_none());
                }
                let bound = |key, default| schema.get(key).and_then(|it| count(it)).unwrap_or(default);
                let is_right = (bound("minContains", 1)..=bound("maxContains", usize::MAX)).contains(&fitting);
                let why = format!("has {fitting} items that fit the schema at `contains`");
                Ok((!is_right).then(|| Violation::new(value, why)))
            }
            "uniqueItems" if rule.as_bool() == Some(true) => {
                self.examine(value);
                self.step(value.len().saturating_mul(value.len()))?;
                let mut items = value.items();
                while let Some(item) = items.next() {
                    if items.clone().any(|other| same_value(item, other)) {
                        return Ok(Some(Violation::new(value, format!("has the item {} twice", shown(item)))));
                    }
                }
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    fn by_position(&mut self, schemas: Node<'s, 's>, value: Node<'_, '_>) -> Checked {
        for (index, (schema, item)) in schemas.items().zip(value.items()).enumerate() {
            if let Some(violation) = self.apply(schema, item)? {
                return Ok(Some(violation.inside(index.to_string())));
            }
        }
        Ok(None)
    }

    fn each_item(&mut self, schema: Node<'s, 's>, value: Node<'_, '_>, first: usize) -> Checked {
        for (index, item) in value.items().enumerate().skip(first) {
            if let Some(violation) = self.item(schema, item)? {
                return Ok(Some(violation.inside(index.to_string())));
            }
        }
        Ok(None)
    }

    fn string_keyword(&mut self, key: &str, rule: Node<'_, '_>, value: Node<'_, '_>) -> Checked {
        match key {
            "minLength" | "maxLength" => {
                self.examine(value);
                let characters = value.text().unwrap_or_default().decode().chars().count();
                Ok(count_keyword(key, rule, value, characters, "characters"))
            }
            "pattern" => {
                self.examine(value);
                let text = value.text().unwrap_or_default().decode().into_owned();
                let fits = self.fits(rule, &text)?;
                let why = || format!("is {}, which does not match the pattern {}", shown(value), shown(rule));
                Ok((!fits).then(|| Violation::new(value, why())))
            }
            _ => Ok(None),
        }
    }

    /// True if a text matches a pattern. A pattern that the engine does not support matches everything.
    pub(super) fn fits(&mut self, pattern: Node<'_, '_>, text: &str) -> Result<bool, NotChecked> {
        let pattern = pattern.text().unwrap_or_default().decode().into_owned();
        let cost = self.patterns.cost(&pattern, text);
        self.step(cost)?;
        Ok(self.patterns.matches(&pattern, text))
    }
}

fn types(rule: Node<'_, '_>, value: Node<'_, '_>) -> Checked {
    let names =
        || rule.is_string().then_some(rule).into_iter().chain(rule.items()).map(|name| name.text().unwrap_or_default());
    let mut is_fitting = false;
    for name in names() {
        let found = TYPES.iter().find(|(known, _)| name.decode().eq_ignore_ascii_case(known)).ok_or(NotChecked)?;
        is_fitting |= found.1(value);
    }
    if is_fitting {
        return Ok(None);
    }
    // A fraction is a number, but not an integer.
    let what = if value.kind() == Kind::Number { value.raw() } else { value.kind().name() };
    let names: Vec<_> = names().map(|name| name.decode().to_lowercase()).collect();
    Ok(Some(Violation::new(value, format!("is {what}, not {}", names.join(" or ")))))
}

type IsOfType = fn(Node<'_, '_>) -> bool;

const TYPES: &[(&str, IsOfType)] = &[
    ("string", |value| value.is_string()),
    ("object", |value| value.is_object()),
    ("array", |value| value.is_array()),
    ("null", |value| value.is_null()),
    ("boolean", |value| value.kind() == Kind::Bool),
    ("number", |value| value.kind() == Kind::Number),
    ("integer", |value| number(value).is_some_and(|number| number.fract() == 0.0)),
];

fn number_keyword(key: &str, rule: Node<'_, '_>, schema: Node<'_, '_>, value: Node<'_, '_>) -> Option<Violation> {
    let (bound, own) = (number(rule)?, number(value)?);
    // Draft 4: `"exclusiveMaximum":true` makes `maximum` exclusive.
    let is_sharp = |key| schema.get(key).and_then(|it| it.as_bool()) == Some(true);
    let why = match key {
        "minimum" if own < bound || (own <= bound && is_sharp("exclusiveMinimum")) => "below the minimum of",
        "maximum" if own > bound || (own >= bound && is_sharp("exclusiveMaximum")) => "above the maximum of",
        "exclusiveMinimum" if own <= bound => "not above",
        "exclusiveMaximum" if own >= bound => "not below",
        "multipleOf" if bound > 0.0 && !is_multiple(own, bound) => "not a multiple of",
        _ => return None,
    };
    Some(Violation::new(value, format!("is {}, {why} {}", value.raw(), rule.raw())))
}

/// 0.3 is a multiple of 0.1, although the doubles have a remainder.
fn is_multiple(number: f64, unit: f64) -> bool {
    let quotient = number / unit;
    !quotient.is_finite() || (quotient - quotient.round()).abs() <= 1e-9 * quotient.abs().max(1.0)
}

/// `minItems`, `maxLength` and the like.
pub(super) fn count_keyword(
    key: &str,
    rule: Node<'_, '_>,
    value: Node<'_, '_>,
    own: usize,
    what: &str,
) -> Option<Violation> {
    let bound = count(rule)?;
    let is_min = key.starts_with("min");
    let is_wrong = if is_min { own < bound } else { own > bound };
    let limit = if is_min { "at least" } else { "at most" };
    is_wrong.then(|| Violation::new(value, format!("has {own} {what}, {limit} {bound} are required")))
}

fn number(node: Node<'_, '_>) -> Option<f64> {
    (node.kind() == Kind::Number).then(|| node.raw().parse().ok()).flatten()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates, as bounds may")]
fn count(node: Node<'_, '_>) -> Option<usize> {
    number(node).map(|number| number as usize)
}

/// A value for a message: `kelvin` in quotes, numbers as they are.
pub(super) fn shown(value: Node<'_, '_>) -> String {
    match value.text() {
        Some(text) => format!("`{}`", text.show()),
        None => Text::owned(value.raw()).show(),
    }
}

fn listed(values: Node<'_, '_>) -> String {
    let mut shown: Vec<_> = values.items().take(LISTED).map(shown).collect();
    if values.len() > LISTED {
        shown.push("…".to_owned());
    }
    shown.join(" or ")
}
