//! Arguments of a call that Vertex AI sends value by value: `{"jsonPath":"$.city","stringValue":"Por","willContinue":true}`.

use super::piece::{FoldedText, ObjectPiece, Piece};
use crate::json::{Node, escaped};
use crate::report::Start;

/// The depth of the deepest value.
const DEPTH: usize = 100;

/// The arguments of a call that were sent so far.
#[derive(Debug)]
pub(in crate::format) struct PartialArguments(Piece);

/// A step of a path: a key as it is written in JSON, or the place in a list.
enum PathStep {
    Key(String),
    Item(usize),
}

impl Default for PartialArguments {
    fn default() -> Self {
        Self(Piece::Object(ObjectPiece::default()))
    }
}

impl PartialArguments {
    /// Adds a value, or a piece of a string. False: its path or its kind is unknown.
    pub(in crate::format) fn add(&mut self, partial: Node<'_, '_>) -> bool {
        let get = |camel: &str, snake: &str| partial.get(camel).or(partial.get(snake));
        let path = get("jsonPath", "json_path").and_then(|path| path.text());
        let Some(steps) = path.and_then(|path| steps(&path.decode())) else { return false };
        if let Some(token) = get("stringValue", "string_value").and_then(|text| text.token()) {
            set(&mut self.0, &steps, &mut |piece| piece.push(token));
            return true;
        }
        let value = get("numberValue", "number_value").or(get("boolValue", "bool_value"));
        let value = value.map(Piece::of).or(get("nullValue", "null_value").map(|_| Piece::null()));
        let Some(value) = value else { return false };
        set(&mut self.0, &steps, &mut |piece| piece.clone_from(&value));
        true
    }

    /// The arguments as JSON.
    pub(in crate::format) fn into_json(self) -> String {
        let mut out = FoldedText::default();
        self.0.write(&mut out);
        out.text
    }
}

/// Changes the value at a path. What is on the way there becomes an object or a list.
fn set(piece: &mut Piece, steps: &[PathStep], change: &mut dyn FnMut(&mut Piece)) {
    let Some((step, rest)) = steps.split_first() else { return change(piece) };
    match step {
        PathStep::Key(key) => piece.update_object(|object| {
            object.update(key, Start::default(), |value| set(value, rest, change));
        }),
        PathStep::Item(index) => piece.update_item(*index, Start::default(), |value| set(value, rest, change)),
    }
}

/// The steps of `$.a.b[0]['c d']`.
fn steps(path: &str) -> Option<Vec<PathStep>> {
    let mut rest = path.strip_prefix('$').unwrap_or(path);
    let mut steps = Vec::new();
    while !rest.is_empty() && steps.len() < DEPTH {
        if let Some(inner) = rest.strip_prefix('[') {
            let quote = inner.chars().next().filter(|first| matches!(first, '\'' | '"'));
            let end = match quote {
                Some(quote) => inner.get(1..)?.find(&format!("{quote}]"))? + 2,
                None => inner.find(']')?,
            };
            let word = inner.get(..end)?;
            steps.push(match quote {
                Some(_) => PathStep::Key(escaped(word.get(1..end - 1)?)),
                None => PathStep::Item(word.parse().ok()?),
            });
            rest = inner.get(end + 1..)?;
            continue;
        }
        let key = rest.strip_prefix('.').or(steps.is_empty().then_some(rest))?;
        let end = key.find(['.', '[']).unwrap_or(key.len());
        steps.push(PathStep::Key(escaped(key.get(..end).filter(|key| !key.is_empty())?)));
        rest = key.get(end..)?;
    }
    (rest.is_empty() && !steps.is_empty()).then_some(steps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    #[test]
    fn values_are_set_where_their_paths_lead() {
        let mut arguments = PartialArguments::default();
        let mut add = |partial: &str| arguments.add(Tape::new().parse(partial).unwrap());
        for partial in [
            r#"{"jsonPath":"$.city","stringValue":"Po\u00e9","willContinue":true}"#,
            r#"{"jsonPath":"$.city","stringValue":"rto"}"#,
            r#"{"json_path":"$.days[0].n","number_value":1.10}"#,
            r#"{"jsonPath":"$.days[4294967296]['a b']","boolValue":true}"#,
            r#"{"jsonPath":"$[\"x\"]","nullValue":"NULL_VALUE"}"#,
        ] {
            assert!(add(partial), "{partial}");
        }
        let deep = format!(r#"{{"jsonPath":"${}","stringValue":"x"}}"#, ".a".repeat(1000));
        for partial in [
            r#"{"jsonPath":"$","stringValue":"x"}"#,
            r#"{"jsonPath":"$.a"}"#,
            r#"{"jsonPath":"$[x","stringValue":""}"#,
            &deep,
        ] {
            assert!(!add(partial), "{partial}");
        }
        assert_eq!(arguments.into_json(), r#"{"city":"Po\u00e9rto","days":[{"n":1.10},{"a b":true}],"x":null}"#);
    }
}
