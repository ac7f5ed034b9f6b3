//! The keywords for objects.

use super::keywords::count_keyword;
use super::{Checked, SchemaCheck, Violation};
use crate::json::Node;

impl<'s> SchemaCheck<'s, '_> {
    pub(super) fn object_keyword(
        &mut self,
        key: &str,
        rule: Node<'s, 's>,
        schema: Node<'s, 's>,
        value: Node<'_, '_>,
    ) -> Checked {
        match key {
            "required" => self.required(rule, value, ""),
            "properties" => self.properties(rule, value),
            "patternProperties" => self.pattern_properties(rule, value),
            "additionalProperties" => self.additional(rule, schema, value),
            "propertyNames" => self.names(rule, value),
            "minProperties" | "maxProperties" => Ok(count_keyword(key, rule, value, value.len(), "members")),
            "dependentRequired" | "dependentSchemas" | "dependencies" => self.dependent(rule, value),
            _ => Ok(None),
        }
    }

    fn required(&mut self, names: Node<'_, '_>, value: Node<'_, '_>, why: &str) -> Checked {
        self.step(names.len().saturating_mul(value.len()))?;
        for name in names.items() {
            let Some(name) = name.text() else { continue };
            if value.get(&name.decode()).is_none() {
                return Ok(Some(Violation::new(value, format!("lacks `{}`{why}", name.show()))));
            }
        }
        Ok(None)
    }

    fn properties(&mut self, schemas: Node<'s, 's>, value: Node<'_, '_>) -> Checked {
        self.step(schemas.len().saturating_mul(value.len()))?;
        for (key, inner) in value.members() {
            let key = key.text().unwrap_or_default();
            if let Some(schema) = schemas.get(&key.decode())
                && let Some(violation) = self.apply(schema, inner)?
            {
                return Ok(Some(violation.inside(key.decode())));
            }
        }
        Ok(None)
    }

    fn pattern_properties(&mut self, schemas: Node<'s, 's>, value: Node<'_, '_>) -> Checked {
        for (pattern, schema) in schemas.members() {
            for (key, inner) in value.members() {
                let key = key.text().unwrap_or_default();
                if self.fits(pattern, &key.decode())?
                    && let Some(violation) = self.apply(schema, inner)?
                {
                    return Ok(Some(violation.inside(key.decode())));
                }
            }
        }
        Ok(None)
    }

    fn additional(&mut self, rule: Node<'s, 's>, schema: Node<'s, 's>, value: Node<'_, '_>) -> Checked {
        let (known, patterns) = (schema.get("properties"), schema.get("patternProperties"));
        self.step(known.map_or(0, |it| it.len()).saturating_mul(value.len()))?;
        for (key, inner) in value.members() {
            let key = key.text().unwrap_or_default();
            let decoded = key.decode();
            if known.is_some_and(|known| known.get(&decoded).is_some()) {
                continue;
            }
            let mut is_matched = false;
            for (pattern, _) in patterns.iter().flat_map(Node::members) {
                is_matched |= self.fits(pattern, &decoded)?;
            }
            if is_matched {
                continue;
            }
            if rule.as_bool() == Some(false) {
                return Ok(Some(Violation::new(inner, "is a key that the schema does not have").inside(decoded)));
            }
            if let Some(violation) = self.apply(rule, inner)? {
                return Ok(Some(violation.inside(decoded)));
            }
        }
        Ok(None)
    }

    fn names(&mut self, rule: Node<'s, 's>, value: Node<'_, '_>) -> Checked {
        for (key, inner) in value.members() {
            if let Some(violation) = self.apply(rule, key)? {
                let why = format!("has a key that does not fit: it {}", violation.why);
                return Ok(Some(Violation::new(inner, why)));
            }
        }
        Ok(None)
    }

    /// A member requires other members, or that the object fits a schema.
    fn dependent(&mut self, rule: Node<'s, 's>, value: Node<'_, '_>) -> Checked {
        self.step(rule.len().saturating_mul(value.len()))?;
        for (key, needed) in rule.members() {
            let key = key.text().unwrap_or_default();
            if value.get(&key.decode()).is_none() {
                continue;
            }
            let found = if needed.is_array() {
                self.required(needed, value, &format!(", which `{}` requires", key.show()))?
            } else {
                self.apply(needed, value)?
            };
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}
