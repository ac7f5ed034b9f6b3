//! Checks a value against a JSON Schema, as in tools and in requests for structured answers.
//!
//! ```json
//! {"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}
//! ```
//!
//! `{"city":5}` does not fit: `/city` is a number, not string.
//!
//! Draft 2020-12, with older spellings (`definitions`, lists at `items`, `dependencies`, `nullable`, `type` in capitals). `format` is
//! an annotation. References point into the schema itself; nothing is fetched. Schemas come from the input: the work is
//! limited by a number of steps, because references and alternatives can multiply it without bound.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use shapes::FittingShapes;
use tagged::TaggedSchemas;

mod keywords;
mod objects;
mod patterns;
mod shapes;
mod tagged;
#[cfg(test)]
mod tests;

use crate::json::{Node, push_segment};
pub(super) use patterns::SchemaPatterns;

/// The maximum depth of schemas within schemas, references included.
const DEPTH: usize = 128;

/// The steps for the schemas of a record: enough for real schemas, and bounded by its length.
pub(super) fn steps_for(record: &str) -> u64 {
    (1 << 16) + 16 * record.len() as u64
}

/// Why a value does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Violation {
    /// The keys and indexes that lead to the value, the innermost first.
    path: Vec<String>,
    /// Where the value is in its text, in bytes.
    pub(super) start: usize,
    /// What is wrong: `is a number, not string`.
    pub(super) why: String,
}

impl Violation {
    fn new(value: Node<'_, '_>, why: impl Into<String>) -> Self {
        Self { path: Vec::new(), start: value.span().start, why: why.into() }
    }

    fn inside(mut self, segment: impl Into<String>) -> Self {
        self.path.push(segment.into());
        self
    }

    /// "`/city` is a number, not string"; the whole value has no pointer: "the value is a number, not object".
    pub(super) fn message(&self) -> String {
        let mut pointer = String::new();
        for segment in self.path.iter().rev() {
            push_segment(&mut pointer, segment);
        }
        if pointer.is_empty() { format!("the value {}", self.why) } else { format!("`{pointer}` {}", self.why) }
    }
}

impl Violation {
    /// The same with only the member's name, for findings that have a pointer: "`city` is a number, not string".
    pub(super) fn short_message(&self) -> String {
        match self.path.first() {
            Some(key) if key.parse::<usize>().is_err() => format!("`{key}` {}", self.why),
            Some(_) => format!("the item {}", self.why),
            None => format!("the request {}", self.why),
        }
    }
}

/// The schema cannot be applied: a reference to another document, a keyword or type that is not supported, or too many
/// steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NotChecked;

/// The result of a check: the first violation, if there is one.
type Checked = Result<Option<Violation>, NotChecked>;

/// Checks values against one schema.
pub(super) struct SchemaCheck<'s, 'p> {
    root: Node<'s, 's>,
    patterns: &'p mut SchemaPatterns,
    steps: &'p mut u64,
    depth: usize,
    index: SchemaIndex<'s>,
}

/// What earlier checks found out about a schema, by place in the schema.
#[derive(Debug, Default)]
pub(super) struct SchemaIndex<'s> {
    /// What references point to.
    referred: HashMap<usize, Option<Node<'s, 's>>, RandomState>,
    /// Lists of conditions on the same member of an object.
    tags: HashMap<usize, Option<TaggedSchemas<'s>>, RandomState>,
    /// The shapes of the items that fit, if they are remembered.
    shapes: Option<FittingShapes>,
}

impl SchemaIndex<'_> {
    /// For many values: items whose shape is known to fit are not checked again.
    pub(super) fn with_shapes() -> Self {
        Self { shapes: Some(FittingShapes::default()), ..Self::default() }
    }
}

impl<'s, 'p> SchemaCheck<'s, 'p> {
    /// `steps`: the number of remaining steps.
    pub(super) fn new(root: Node<'s, 's>, patterns: &'p mut SchemaPatterns, steps: &'p mut u64) -> Self {
        Self { root, patterns, steps, depth: 0, index: SchemaIndex::default() }
    }

    /// Checks a value against the whole schema.
    pub(super) fn check(&mut self, value: Node<'_, '_>) -> Checked {
        self.apply(self.root, value)
    }

    /// Checks a value against a part of the schema. `index` is kept for the next value.
    pub(super) fn check_against(
        &mut self,
        schema: Node<'s, 's>,
        value: Node<'_, '_>,
        index: &mut SchemaIndex<'s>,
    ) -> Checked {
        std::mem::swap(&mut self.index, index);
        if let Some(shapes) = &mut self.index.shapes {
            shapes.begin();
        }
        let checked = self.apply(schema, value);
        std::mem::swap(&mut self.index, index);
        checked
    }

    fn step(&mut self, count: usize) -> Result<(), NotChecked> {
        *self.steps = self.steps.checked_sub(count as u64).ok_or(NotChecked)?;
        Ok(())
    }

    fn apply(&mut self, schema: Node<'s, 's>, value: Node<'_, '_>) -> Checked {
        self.step(1 + schema.len())?;
        if let Some(allows) = schema.as_bool() {
            return Ok((!allows).then(|| Violation::new(value, "is not allowed here")));
        }
        if !schema.is_object() || self.depth == DEPTH {
            return Err(NotChecked);
        }
        if value.is_null() && schema.get("nullable").and_then(|it| it.as_bool()) == Some(true) {
            return Ok(None);
        }
        self.depth += 1;
        let found = self.keywords(schema, value);
        self.depth -= 1;
        found
    }

    fn keywords(&mut self, schema: Node<'s, 's>, value: Node<'_, '_>) -> Checked {
        for (key, rule) in schema.members() {
            let key = key.text().unwrap_or_default();
            // Arrow adds `"enum":null`, which is not a constraint.
            if rule.is_null() && !key.is("const") {
                continue;
            }
            if let Some(violation) = self.keyword(&key.decode(), rule, schema, value)? {
                return Ok(Some(violation));
            }
        }
        Ok(None)
    }

    /// The schema that `#` or `#/$defs/city` refers to.
    fn referred(&mut self, reference: Node<'s, 's>) -> Result<Node<'s, 's>, NotChecked> {
        let place = reference.span().start;
        if !self.index.referred.contains_key(&place) {
            self.step(self.root.raw().len() / 8)?;
            let pointer = reference.text().unwrap_or_default().decode().into_owned();
            let pointer = pointer.strip_prefix('#').filter(|pointer| !pointer.contains('%'));
            self.index.referred.insert(place, pointer.and_then(|pointer| self.root.pointer(pointer)));
        }
        self.index.referred.get(&place).copied().flatten().ok_or(NotChecked)
    }

    /// The first violation of a list of schemas that all apply.
    fn all(&mut self, schemas: Node<'s, 's>, value: Node<'_, '_>) -> Checked {
        let tagged = self.index.tags.entry(schemas.span().start).or_insert_with(|| TaggedSchemas::of(schemas));
        if let (Some(tagged), true) = (tagged, value.is_object()) {
            let (tag, chosen) = (tagged.tag(value), tagged.chosen(value));
            if let Some(tag) = tag {
                self.examine(tag);
            }
            self.step(2)?;
            return chosen.map_or(Ok(None), |schema| self.apply(schema, value));
        }
        for schema in schemas.items() {
            if let Some(violation) = self.apply(schema, value)? {
                return Ok(Some(violation));
            }
        }
        Ok(None)
    }

    /// `anyOf` and `oneOf`: the number of schemas that match, up to `enough`. If none matches, the violation of the
    /// closest schema.
    fn alternatives(
        &mut self,
        schemas: Node<'s, 's>,
        value: Node<'_, '_>,
        enough: usize,
    ) -> Result<Result<usize, Violation>, NotChecked> {
        let (mut fitting, mut closest): (usize, Option<Violation>) = (0, None);
        for schema in schemas.items() {
            match self.apply(schema, value)? {
                None => fitting += 1,
                Some(violation) => {
                    let depth = closest.as_ref().map_or(0, |closest| closest.path.len());
                    if violation.path.len() > depth || schemas.len() == 1 {
                        closest = Some(violation);
                    }
                }
            }
            if fitting == enough {
                break;
            }
        }
        if fitting > 0 {
            return Ok(Ok(fitting));
        }
        let none = || Violation::new(value, format!("fits none of the {} alternatives", schemas.len()));
        Ok(Err(closest.unwrap_or_else(none)))
    }
}
