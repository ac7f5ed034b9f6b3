//! Paths to members and items: `meta/finish_reason`, `fragments/0/type`.

use crate::json::{At, Node, Text};

/// Alternative paths to a value: the first one that exists is used. `""` is the value itself.
pub(in crate::format) type Paths = &'static [&'static str];

/// The value at a path.
pub(super) fn at_path<'t, 'a>(node: Node<'t, 'a>, path: &str) -> Option<Node<'t, 'a>> {
    if path.is_empty() {
        return Some(node);
    }
    path.split('/').try_fold(node, |node, key| match key.parse() {
        Ok(index) if node.is_array() => node.items().nth(index),
        _ => node.get(key),
    })
}

/// The first value that is not null.
pub(super) fn find<'t, 'a>(node: Node<'t, 'a>, paths: Paths) -> Option<Node<'t, 'a>> {
    paths.iter().filter_map(|path| at_path(node, path)).find(|value| !value.is_null())
}

/// The first text that is not empty. Its place is added to those that are read.
pub(super) fn text<'a>(node: Node<'_, 'a>, paths: Paths, taken: &mut Vec<At>) -> Option<Text<'a>> {
    let given = |value: &Node<'_, '_>| value.text().is_some_and(|text| !text.is_empty());
    let found = paths.iter().filter_map(|path| at_path(node, path)).find(given)?;
    taken.push(found.at());
    found.text()
}
