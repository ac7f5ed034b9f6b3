//! The rules of targets for JSON Schemas of tools and of structured output. A service rejects the whole request if it
//! rejects a schema.

use std::borrow::Cow;

use crate::json::{At, Node, Tape};
use crate::lower::context::Lowering;
use crate::lower::policy::{NameRule, SchemaRules};
use crate::model::ToolSpec;
use crate::report::{Refused, loss};
use crate::rule::tool_schema::each_schema;

/// Names of properties: letters, digits, `_`, `.` and `-`.
fn is_property_name(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'))
}

fn is_type(schema: Node<'_, '_>, name: &str) -> bool {
    schema.get("type").is_some_and(|found| found.is(name) || found.items().any(|one| one.is(name)))
}

impl SchemaRules {
    /// True if the service checks definitions of tools.
    pub(crate) fn are_checked(self) -> bool {
        self != Self::Any
    }

    /// True if objects of a schema for structured output must have `"additionalProperties":false`.
    pub(crate) fn closes(self, is_strict: bool) -> bool {
        match self {
            Self::Any | Self::Checked | Self::Gemini => false,
            Self::OpenAi => is_strict,
            Self::Claude => true,
        }
    }

    /// The rule for the name of a schema for structured output; other characters become `_`.
    pub(crate) fn names(self) -> Option<NameRule> {
        (self == Self::OpenAi).then_some(NameRule::SHORT)
    }

    /// Keywords that are not allowed at the top level of a tool's schema. If there are any, the top level must be an
    /// object.
    fn not_at_top(self) -> &'static [&'static str] {
        match self {
            Self::Any | Self::Checked | Self::Gemini => &[],
            Self::OpenAi => &["anyOf", "oneOf", "allOf", "enum", "not"],
            Self::Claude => &["anyOf", "oneOf", "allOf"],
        }
    }

    /// An array must have one of these keywords; if the list is empty, it needs none.
    fn items(self) -> &'static [&'static str] {
        match self {
            Self::Any | Self::Checked | Self::Claude => &[],
            Self::OpenAi => &["items"],
            Self::Gemini => &["items", "prefixItems", "prefix_items"],
        }
    }

    /// The reason why a target rejects the schema of a tool.
    pub(crate) fn problem(self, root: Node<'_, '_>) -> Option<String> {
        let (not_at_top, items) = (self.not_at_top(), self.items());
        if let Some(key) = not_at_top.iter().find(|key| root.get(key).is_some()) {
            return Some(format!("`{key}` at the top of the schema; put it into a property"));
        }
        // Another finding reports an unknown type.
        let others = ["array", "string", "number", "integer", "boolean"];
        let is_other = |kind: &Node<'_, '_>| !not_at_top.is_empty() && others.iter().any(|other| kind.is(other));
        if let Some(kind) = root.get("type").filter(is_other) {
            let kind = kind.text().map_or_else(|| kind.kind().name().to_owned(), |word| format!("`{}`", word.show()));
            return Some(format!("its type is {kind}, not `object`; put the value into a property"));
        }
        let mut found = None;
        each_schema(root, &mut |schema| {
            if found.is_some() {
                return;
            }
            let has_none = !items.is_empty() && items.iter().all(|key| schema.get(key).is_none());
            if has_none && is_type(schema, "array") {
                found = Some("an array without `items`; declare its items".to_owned());
            }
            if self != Self::Claude {
                return;
            }
            let names = schema.get("properties").into_iter().flat_map(|properties| properties.members());
            let bad_name = names.filter_map(|(key, _)| key.text()).find(|name| !is_property_name(&name.decode()));
            if let Some(name) = bad_name {
                let rule = "letters, digits, `_`, `.` and `-` only, 1 to 64";
                found = Some(format!("the property name `{}`; names have {rule}", name.show()));
            }
        });
        found
    }
}

/// True if an object of a schema for structured output lacks `"additionalProperties":false`.
pub(crate) fn is_open(schema: &str, scratch: &mut Tape) -> bool {
    !matches!(closed(schema, scratch), Some(Cow::Borrowed(_)))
}

/// The schema with `"additionalProperties":false` in each object that lacks it. `None`: an object has another value.
fn closed<'s>(schema: &'s str, scratch: &mut Tape) -> Option<Cow<'s, str>> {
    let root = scratch.parse(schema).ok()?;
    let mut places = Vec::new();
    let mut is_open = false;
    each_schema(root, &mut |node| {
        if !is_type(node, "object") && node.get("properties").is_none() {
            return;
        }
        match node.get("additionalProperties") {
            None => places.push((node.span().end.saturating_sub(1), node.is_empty())),
            Some(value) => is_open |= value.as_bool() != Some(false),
        }
    });
    if is_open {
        return None;
    }
    if places.is_empty() {
        return Some(Cow::Borrowed(schema));
    }
    places.sort_unstable();
    let mut text = String::with_capacity(schema.len() + places.len() * 32);
    let mut done = 0;
    for (place, is_empty) in places {
        text.push_str(schema.get(done..place)?);
        text.push_str(if is_empty { "" } else { "," });
        text.push_str("\"additionalProperties\":false");
        done = place;
    }
    text.push_str(schema.get(done..)?);
    Some(Cow::Owned(text))
}

impl<'c> Lowering<'c, '_> {
    /// Rejects a tool whose schema the target rejects. False: it is dropped, with `--lossy`.
    pub(super) fn takes_schema(&mut self, spec: &ToolSpec<'_>, schema: Option<&str>) -> Result<bool, Refused> {
        let rules = self.policy.tools.schema_rules;
        let problem = schema.and_then(|schema| rules.problem(self.scratch.parse(schema).ok()?));
        let Some(problem) = problem else { return Ok(true) };
        let name = self.policy.name;
        self.cannot_hold(&loss::TOOLS, spec.at, || {
            format!("{name} rejects the schema of the tool `{}`: {problem}", spec.name.show())
        })?;
        Ok(false)
    }

    /// The schema of structured output as the target accepts it; `None` if it accepts no such schema, which is
    /// reported.
    pub(super) fn output_schema(&mut self, schema: &'c str, is_strict: bool, at: At) -> Option<Cow<'c, str>> {
        if !self.policy.tools.schema_rules.closes(is_strict) {
            return Some(Cow::Borrowed(schema));
        }
        let name = self.policy.name;
        let Some(made) = closed(schema, self.scratch) else {
            self.report.add(&loss::OUTPUT_REQUEST, at, || {
                format!("the request for structured output is dropped: {name} only accepts closed objects")
            });
            return None;
        };
        if matches!(made, Cow::Owned(_)) {
            self.report.add(&loss::CLOSED_SCHEMA, at, || {
                "`\"additionalProperties\":false` is added to the objects of the output schema".to_owned()
            });
        }
        Some(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_closed() {
        for (schema, expected) in [
            (
                r#"{"type":"object","properties":{"a":{"type":"object"},"b":{"type":"array","items":{"type":"object","additionalProperties":false}}}}"#,
                Some(
                    r#"{"type":"object","properties":{"a":{"type":"object","additionalProperties":false},"b":{"type":"array","items":{"type":"object","additionalProperties":false}}},"additionalProperties":false}"#,
                ),
            ),
            (r#"{"type":"string"}"#, Some(r#"{"type":"string"}"#)),
            (r#"{"anyOf":[{"properties":{}}]}"#, Some(r#"{"anyOf":[{"properties":{},"additionalProperties":false}]}"#)),
            (r#"{"type":"object","additionalProperties":true}"#, None),
        ] {
            assert_eq!(closed(schema, &mut Tape::new()).as_deref(), expected, "{schema}");
        }
    }

    #[test]
    fn problems_are_named() {
        for (rules, schema, problem) in [
            (SchemaRules::Claude, r#"{"type":"object","anyOf":[]}"#, Some("`anyOf` at the top")),
            (
                SchemaRules::OpenAi,
                r#"{"type":"object","properties":{"a":{"anyOf":[{"type":"array"}]}}}"#,
                Some("an array without `items`"),
            ),
            (
                SchemaRules::Claude,
                r#"{"type":"object","properties":{"a":{"properties":{"b c":{}}}}}"#,
                Some("the property name `b c`"),
            ),
            (SchemaRules::OpenAi, r#"{"type":"object","properties":{"items":{"type":"array","items":{}}}}"#, None),
        ] {
            let mut tape = Tape::new();
            let found = rules.problem(tape.parse(schema).unwrap());
            assert_eq!(
                found.as_deref().map(|it| problem.is_some_and(|wanted| it.starts_with(wanted))),
                problem.map(|_| true),
                "{schema}: {found:?}"
            );
        }
    }
}
