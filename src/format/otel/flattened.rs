//! Attributes whose names are paths: `llm.input_messages.0.message.role`. A span has one for each value of its messages.

use std::cmp::Ordering;

use super::record::SpanRecord;
use super::span::{Attribute, attributes};
use crate::json::{Node, quoted};

/// The maximum number of steps of a path. Attributes with longer names are not read.
const STEPS: usize = 16;

/// An attribute, and the rest of its name after a prefix.
#[derive(Debug)]
pub(super) struct PathValue<'t, 'a> {
    path: String,
    pub(super) attribute: Attribute<'t, 'a>,
}

impl PathValue<'_, '_> {
    fn step(&self, depth: usize) -> Option<&str> {
        self.path.split('.').nth(depth)
    }

    /// True if the rest of the path after the index is this.
    pub(super) fn is_at(&self, path: &str) -> bool {
        self.path.split_once('.').is_some_and(|(_, rest)| rest == path)
    }
}

/// The attributes of a list, sorted by their paths: those whose names are the prefix, an index, and steps below it.
pub(super) fn list_below<'t, 'a>(span: Node<'t, 'a>, prefix: &str) -> Vec<PathValue<'t, 'a>> {
    let mut found = Vec::new();
    for (name, attribute) in attributes(span) {
        let name = name.decode();
        let Some(path) = name.strip_prefix(prefix) else { continue };
        let value = attribute.value;
        let is_scalar = !(value.is_null() || value.is_array() || value.is_object());
        let is_item = path.split_once('.').is_some_and(|(index, _)| index_of(index).is_some());
        if is_item && is_scalar && path.split('.').nth(STEPS).is_none() {
            found.push(PathValue { path: path.to_owned(), attribute });
        }
    }
    found.sort_by(|one, other| compare(&one.path, &other.path));
    found
}

/// The items of a list.
pub(super) fn items<'v, 't, 'a>(list: &'v [PathValue<'t, 'a>]) -> impl Iterator<Item = &'v [PathValue<'t, 'a>]> {
    list.chunk_by(|one, other| one.step(0) == other.step(0))
}

/// The value of an item at a path.
pub(super) fn value_at<'t, 'a>(item: &[PathValue<'t, 'a>], path: &str) -> Option<Node<'t, 'a>> {
    item.iter().find(|value| value.is_at(path)).map(|value| value.attribute.value)
}

/// Writes an attribute's value, after the last step of its path.
pub(super) type WriteValue<'w, 'a> = &'w mut dyn FnMut(&mut SpanRecord<'a>, &str, Node<'_, 'a>);

/// Writes the value that several paths describe, whose first steps are the same. Steps that are all numbers make a list, in their
/// order, without gaps. Returns the attributes that it has: not the second one of a path, and none below a value.
pub(super) fn write_tree<'t, 'a>(
    values: &[PathValue<'t, 'a>],
    depth: usize,
    record: &mut SpanRecord<'a>,
    write: WriteValue<'_, 'a>,
) -> Vec<Attribute<'t, 'a>> {
    let Some(first) = values.first() else { return Vec::new() };
    if first.step(depth).is_none() {
        write(record, first.path.rsplit('.').next().unwrap_or_default(), first.attribute.value);
        return vec![first.attribute];
    }
    let is_list = values.iter().all(|value| value.step(depth).and_then(index_of).is_some());
    let [open, close] = if is_list { ["[", "]"] } else { ["{", "}"] };
    let mut taken = Vec::new();
    record.push(open);
    for group in values.chunk_by(|one, other| one.step(depth) == other.step(depth)) {
        record.separate();
        if !is_list {
            let step = group.first().and_then(|value| value.step(depth)).unwrap_or_default();
            record.push(&quoted(step));
            record.push(":");
        }
        taken.append(&mut write_tree(group, depth + 1, record, write));
    }
    record.push(close);
    taken
}

/// The number that a step is, as exporters write it.
fn index_of(step: &str) -> Option<u64> {
    step.parse().ok().filter(|_| step == "0" || !step.starts_with(['0', '+']))
}

/// Compares paths step by step, indices by their numbers.
fn compare(one: &str, other: &str) -> Ordering {
    let order = |step: &'_ str| index_of(step).map_or((1, 0), |index| (0, index));
    let pairs = one.split('.').zip(other.split('.'));
    let difference = pairs.map(|(one, other)| order(one).cmp(&order(other)).then_with(|| one.cmp(other)));
    difference.into_iter().find(|order| order.is_ne()).unwrap_or_else(|| one.len().cmp(&other.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    fn tree(attributes: &str) -> (String, usize) {
        let text = format!("{{\"attributes\":{{{attributes}}}}}");
        let mut tape = Tape::new();
        let span = tape.parse(&text).unwrap();
        let mut record = SpanRecord::default();
        let list = list_below(span, "m.");
        let taken = write_tree(&list, 0, &mut record, &mut |record, _, value| record.add_value(value));
        (record.text().to_owned(), taken.len())
    }

    #[test]
    fn names_make_a_tree() {
        for (attributes, expected, taken) in [
            (r#""m.0.a.b":"x","m.0.a.c":1,"m.1.a.b":true"#, r#"[{"a":{"b":"x","c":1}},{"a":{"b":true}}]"#, 3),
            // In the order of their numbers, without gaps.
            (r#""m.10.a":10,"m.9.a":9,"m.99999999999.a":11"#, r#"[{"a":9},{"a":10},{"a":11}]"#, 3),
            (r#""m.0.l.1":"b","m.0.l.0":"a""#, r#"[{"l":["a","b"]}]"#, 2),
            // Numbers next to names are names.
            (r#""m.0.l.1":"b","m.0.l.x":"a""#, r#"[{"l":{"1":"b","x":"a"}}]"#, 2),
            // A value has nothing below it, and a path has one value.
            (r#""m.0.a":1,"m.0.a.b":2,"m.0.a.c":3"#, r#"[{"a":1}]"#, 1),
            (r#""m.0.a":1,"m.0.a":1"#, r#"[{"a":1}]"#, 1),
            // No items of the list.
            (r#""m.x.a":1,"m.0":1,"m.01.a":1,"m.99999999999999999999.a":1,"m.0.n":null,"m.0.o":{},"x.0.a":1"#, "", 0),
            (r#""m.0.a\".b":1"#, r#"[{"a\"":{"b":1}}]"#, 1),
            (r#""m.0.1.2.3.4.5.6.7.8.9.10.11.12.13.14.15":1"#, "[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]", 1),
            (r#""m.0.1.2.3.4.5.6.7.8.9.10.11.12.13.14.15.16":1"#, "", 0),
        ] {
            assert_eq!(tree(attributes), (expected.to_owned(), taken), "{attributes}");
        }
    }
}
