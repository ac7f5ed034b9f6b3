//! Values that fit, by their shape: the items of a list are mostly alike, and need no second check.
//!
//! The shape of `{"role":"user","content":"Hello"}` is its keys, the kinds of its values, and `user`, as the schemas of
//! messages look at the text of a role, and of no content.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, Hasher as _};

use foldhash::quality::RandomState;

use super::{Checked, SchemaCheck};
use crate::json::{Items, Kind, Members, Node};

/// The maximum number of shapes that are remembered.
const MOST: usize = 4096;

/// The shapes of the values that fit.
#[derive(Debug, Default)]
pub(super) struct FittingShapes {
    hasher: RandomState,
    /// Hashes of schemas and shapes.
    known: HashSet<u64, RandomState>,
    /// The keys of the texts that schemas look at.
    keys: Vec<String>,
    /// The places of the texts that the schemas looked at in this value.
    examined: Vec<usize>,
    /// The schemas looked at more than texts: shapes do not have it.
    is_deep: bool,
}

/// What a walk through a value meets.
enum ShapePart<'t, 'a> {
    Member(Node<'t, 'a>, Node<'t, 'a>),
    Value(Node<'t, 'a>),
    End,
}

enum OpenItems<'t, 'a> {
    Items(Items<'t, 'a>),
    Members(Members<'t, 'a>),
}

impl FittingShapes {
    /// Forgets the value before.
    pub(super) fn begin(&mut self) {
        self.examined.clear();
        self.is_deep = false;
    }

    /// A schema looks at more of a value than its kind and its keys.
    fn examine(&mut self, value: Node<'_, '_>) {
        match value.kind() {
            Kind::String => self.examined.push(value.span().start),
            Kind::Array | Kind::Object => self.is_deep = true,
            // A shape has numbers as they are.
            Kind::Null | Kind::Bool | Kind::Number => {}
        }
    }

    fn shape(&self, schema: usize, value: Node<'_, '_>) -> u64 {
        let mut hash = self.hasher.build_hasher();
        hash.write_usize(schema);
        walk(value, &mut |part| match part {
            ShapePart::Member(key, value) => {
                let key = key.token().unwrap_or_default();
                hash.write(key.as_bytes());
                if value.is_string() && self.keys.iter().any(|known| known == key) {
                    hash.write(value.raw().as_bytes());
                }
            }
            ShapePart::Value(value) => match value.kind() {
                Kind::Null | Kind::Bool | Kind::Number => hash.write(value.raw().as_bytes()),
                Kind::String => hash.write_u8(b'"'),
                Kind::Array => hash.write_u8(b'['),
                Kind::Object => hash.write_u8(b'{'),
            },
            ShapePart::End => hash.write_u8(b']'),
        });
        hash.finish()
    }

    /// Remembers a value that fits, unless its shape does not have all that the schemas looked at.
    fn add(&mut self, schema: usize, value: Node<'_, '_>, from: usize) {
        let mut examined = self.examined.get(from..).unwrap_or_default().to_vec();
        examined.sort_unstable();
        examined.dedup();
        let mut found = 0;
        walk(value, &mut |part| {
            if let ShapePart::Member(key, value) = part
                && value.is_string()
                && examined.binary_search(&value.span().start).is_ok()
            {
                found += 1;
                let key = key.token().unwrap_or_default();
                if !self.keys.iter().any(|known| known == key) {
                    self.keys.push(key.to_owned());
                }
            }
        });
        if found == examined.len() && !self.is_deep && self.known.len() < MOST {
            let shape = self.shape(schema, value);
            self.known.insert(shape);
        }
    }
}

impl<'s> SchemaCheck<'s, '_> {
    /// Applies a schema to an item of a list, unless another one of its shape fits.
    pub(super) fn item(&mut self, schema: Node<'s, 's>, item: Node<'_, '_>) -> Checked {
        let Some(shapes) = &mut self.index.shapes else { return self.apply(schema, item) };
        let place = schema.span().start;
        if shapes.known.contains(&shapes.shape(place, item)) {
            return Ok(None);
        }
        let (from, was_deep) = (shapes.examined.len(), std::mem::take(&mut shapes.is_deep));
        let found = self.apply(schema, item)?;
        if let Some(shapes) = &mut self.index.shapes {
            if found.is_none() {
                shapes.add(place, item, from);
            }
            shapes.is_deep |= was_deep;
        }
        Ok(found)
    }

    /// A schema looks at more of a value than its kind and its keys.
    pub(super) fn examine(&mut self, value: Node<'_, '_>) {
        if let Some(shapes) = &mut self.index.shapes {
            shapes.examine(value);
        }
    }
}

/// Walks through a value. What is nested may be nested deep: no recursion.
fn walk<'t, 'a>(value: Node<'t, 'a>, meet: &mut impl FnMut(ShapePart<'t, 'a>)) {
    let (mut open, mut node) = (Vec::new(), value);
    loop {
        meet(ShapePart::Value(node));
        match node.kind() {
            Kind::Array => open.push(OpenItems::Items(node.items())),
            Kind::Object => open.push(OpenItems::Members(node.members())),
            Kind::Null | Kind::Bool | Kind::Number | Kind::String => {}
        }
        node = loop {
            let Some(last) = open.last_mut() else { return };
            let next = match last {
                OpenItems::Items(items) => items.next(),
                OpenItems::Members(members) => members.next().map(|(key, value)| {
                    meet(ShapePart::Member(key, value));
                    value
                }),
            };
            match next {
                Some(next) => break next,
                None => {
                    meet(ShapePart::End);
                    open.pop();
                }
            }
        };
    }
}
