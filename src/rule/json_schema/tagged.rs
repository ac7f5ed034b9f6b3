//! Lists of conditions on one member, of which at most one can be true: the schemas of a union by its discriminator.
//!
//! ```json
//! [{"if":{"required":["type"],"properties":{"type":{"const":"text"}}},"then":{"$ref":"#/$defs/text"}}]
//! ```
//!
//! There may be dozens of conditions; a table finds the true one.

use std::collections::HashMap;

use crate::json::Node;

/// The schemas of a union by the values of its discriminator.
#[derive(Debug)]
pub(super) struct TaggedSchemas<'s> {
    key: String,
    schemas: HashMap<String, Node<'s, 's>>,
}

impl<'s> TaggedSchemas<'s> {
    /// `None`: the list contains anything else.
    pub(super) fn of(list: Node<'s, 's>) -> Option<Self> {
        let (mut key, mut schemas) = (None, HashMap::new());
        for item in list.items() {
            let (condition, then) = (item.get("if")?, item.get("then")?);
            let (own, word) = tag(condition)?;
            let is_same = key.get_or_insert_with(|| own.clone()) == &own;
            if item.len() != 2 || !is_same || schemas.insert(word, then).is_some() {
                return None;
            }
        }
        Some(Self { key: key?, schemas })
    }

    /// The member of an object that decides.
    pub(super) fn tag<'t, 'a>(&self, value: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
        value.get(&self.key)
    }

    /// The schema for an object.
    pub(super) fn chosen(&self, value: Node<'_, '_>) -> Option<Node<'s, 's>> {
        let word = self.tag(value)?.text()?;
        self.schemas.get(word.decode().as_ref()).copied()
    }
}

/// The key and the value that a condition requires.
fn tag(condition: Node<'_, '_>) -> Option<(String, String)> {
    let (required, properties) = (condition.get("required")?, condition.get("properties")?);
    let (key, schema) = properties.members().next()?;
    let (key, word) = (key.text()?, schema.get("const")?.text()?);
    let is_only = condition.len() == 2 && properties.len() == 1 && schema.len() == 1 && required.len() == 1;
    let is_required = required.items().all(|name| name.is(&key.decode()));
    (is_only && is_required).then(|| (key.decode().into_owned(), word.decode().into_owned()))
}
