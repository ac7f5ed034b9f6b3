//! Visits all values of a record, and passes a hash of the path along with each.

use super::node::{Kind, Node};

/// An array or object that is being visited.
struct VisitedContainer {
    /// The index after its last node.
    end: usize,
    path: u64,
    is_object: bool,
}

impl Node<'_, '_> {
    /// Visits this value and the values inside it, in the order of the text. `path_of` gives the number
    /// of a path from that of the container and the key as written; items of arrays have no key. `visit` says whether the
    /// values inside are visited.
    #[inline]
    pub(crate) fn each_value(
        self,
        path_of: impl Fn(u64, Option<&[u8]>) -> u64,
        mut visit: impl FnMut(Self, Kind, u64) -> bool,
    ) {
        let (mut open, mut node, mut path) = (Vec::<VisitedContainer>::new(), self, 0);
        loop {
            let kind = node.kind();
            let is_entered = visit(node, kind, path);
            if !is_entered {
                node.index = node.after();
            } else if matches!(kind, Kind::Array | Kind::Object) {
                open.push(VisitedContainer { end: node.slot(node.index).1, path, is_object: kind == Kind::Object });
                node.index += 2;
            } else {
                node.index += 1;
            }
            while open.pop_if(|container| container.end <= node.index).is_some() {}
            let Some(container) = open.last() else { return };
            path = if container.is_object {
                let (start, end) = node.slot(node.index);
                node.index += 1;
                path_of(
                    container.path,
                    Some(node.text.as_bytes().get(start + 1..end.saturating_sub(1)).unwrap_or_default()),
                )
            } else {
                path_of(container.path, None)
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::json::Tape;

    #[test]
    fn values_come_in_order_and_know_their_path() {
        let visited = |text: &str| {
            let (mut tape, mut found) = (Tape::new(), Vec::new());
            // The path is the sum of the lengths of its keys, and 100 for each array.
            let path_of = |path, key: Option<&[u8]>| path + key.map_or(100, |key| key.len() as u64);
            tape.parse(text).unwrap().each_value(path_of, |node, _, path| {
                found.push((node.raw().to_owned(), path));
                !node.raw().starts_with("[0")
            });
            found.into_iter().map(|(raw, path)| format!("{path} {raw}")).collect::<Vec<_>>()
        };
        let text = r#"{"a":[{"bc":1,"":{}},[]],"d\"":"x"}"#;
        let wanted = [r#"1 [{"bc":1,"":{}},[]]"#, r#"101 {"bc":1,"":{}}"#, "103 1", "101 {}", "101 []", r#"3 "x""#];
        assert_eq!(visited(text)[1..], wanted);
        assert_eq!(visited("5"), ["0 5"]);
        assert_eq!(visited(r#"{"a":[0,1],"b":2}"#)[1..], ["1 [0,1]", "1 2"]);
    }
}
