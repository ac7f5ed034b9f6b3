//! Functions with which the formats find their media files.

use super::{MediaFn, MediaPlace};
use crate::json::{NestedJson, Node, Tape};

/// The maximum depth of containers of messages: a batch line contains a response, which holds choices, which contain a
/// message.
const DEEPEST: usize = 6;

/// Calls `each` with every object that has one of the keys `own`, looking into lists and into the members called `containers`.
pub(crate) fn messages<'t, 'a>(
    root: Node<'t, 'a>,
    own: &[&str],
    containers: &[&str],
    each: &mut dyn FnMut(Node<'t, 'a>),
) {
    let mut open = vec![(root, 0)];
    while let Some((node, depth)) = open.pop() {
        if node.is_object() && own.iter().any(|key| node.get(key).is_some()) {
            each(node);
            continue;
        }
        if depth >= DEEPEST {
            continue;
        }
        let from = open.len();
        if node.is_array() {
            open.extend(node.items().map(|item| (item, depth + 1)));
        } else {
            let is_wanted = |key: &Node<'t, 'a>| containers.iter().any(|name| key.is(name));
            open.extend(node.members().filter(|(key, _)| is_wanted(key)).map(|(_, value)| (value, depth + 1)));
        }
        // What is first is looked at first.
        if let Some(added) = open.get_mut(from..) {
            added.reverse();
        }
    }
}

/// A member of an object: its key and its value.
pub(crate) fn member<'t, 'a>(object: Node<'t, 'a>, name: &str) -> Option<(Node<'t, 'a>, Node<'t, 'a>)> {
    object.members().find(|(key, _)| key.is(name))
}

/// The same for a value that is a string.
pub(crate) fn text_member<'t, 'a>(object: Node<'t, 'a>, name: &str) -> Option<(Node<'t, 'a>, Node<'t, 'a>)> {
    member(object, name).filter(|(_, value)| value.is_string())
}

/// The only member of an object with one of these keys: which one, its key, its value.
pub(crate) fn own_key<'t, 'a>(object: Node<'t, 'a>, names: &[&str]) -> Option<(usize, Node<'t, 'a>, Node<'t, 'a>)> {
    object.members().find_map(|(key, value)| Some((names.iter().position(|name| key.is(name))?, key, value)))
}

/// Calls `each` with the places of a column, which is a value, or a text that contains one.
pub(crate) fn column(column: Node<'_, '_>, places: MediaFn, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    if !column.is_string() {
        places(column, each);
        return;
    }
    let inside = NestedJson::of(column.raw(), column.at());
    let mut tape = Tape::new();
    // What is not JSON has no media.
    if let Ok(root) = tape.parse(inside.text()) {
        places(root, &mut |place| each(MediaPlace { inside: Some(&inside), ..place }));
    }
}
