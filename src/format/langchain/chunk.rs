//! Chunks of an answer, joined as the library joins them: texts one after the other, items of lists by their `index`.
//!
//! ```json
//! {"type":"AIMessageChunk","data":{"content":"Hel","id":"run--7"}}
//! {"type":"AIMessageChunk","data":{"content":"lo","id":"run--7"}}
//! ```

use std::collections::{HashMap, HashSet};

use super::history::moved;
use super::message::read_message;
use super::stored::StoredMessage;
use crate::format::Reading;
use crate::json::{At, JsonError, Node, Tape, quoted};
use crate::model::Message;
use crate::report::{Refused, shape};

/// The members whose texts are pieces of one text.
const PIECES: [&str; 13] = [
    "content",
    "text",
    "args",
    "arguments",
    "reasoning",
    "reasoning_content",
    "thinking",
    "input",
    "partial_json",
    "refusal",
    "data",
    "base64",
    "signature",
];

/// The deepest nesting in which members are joined; of deeper ones the last is taken.
const DEEPEST: usize = 8;

/// Reads the chunks of one message. Its place is that of the first one.
pub(super) fn join_chunks<'a>(
    chunks: &[StoredMessage<'_, 'a>],
    answered: &HashSet<String>,
    reading: &mut Reading<'_>,
) -> Result<Message<'a>, Refused> {
    let Some(first) = chunks.first() else {
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, At::default(), "no chunk is here"));
    };
    let at = first.node.at();
    let place = |_: At| at;
    let fields: Vec<_> = chunks.iter().map(|chunk| chunk.fields).collect();
    let mut text = format!(r#"{{"type":"{}MessageChunk","data":"#, first.class());
    join(&fields, "", 0, &mut text);
    text.push('}');
    let mut tape = Tape::new();
    let root = tape.parse(&text).map_err(|error: JsonError| Refused::json(&error).moved(&place))?;
    let joined = StoredMessage::of(root);
    let joined = joined.ok_or_else(|| Refused::new(&shape::NOT_A_CONVERSATION, at, "the chunks make no message"))?;
    let mut found = reading.report.alike();
    let own = &mut Reading { report: &mut found, scratch: &mut *reading.scratch, columns: None, programs: None };
    let message = read_message(&joined, answered, own).map_err(|refused| refused.moved(&place))?;
    found.move_places(&place);
    reading.report.append(&mut found);
    moved(message, &place).ok_or_else(|| Refused::new(&shape::NOT_A_CONVERSATION, at, "the chunks make no message"))
}

/// Writes the values of one member of several objects as one.
fn join(values: &[Node<'_, '_>], key: &str, depth: usize, out: &mut String) {
    let given: Vec<_> = values.iter().copied().filter(|value| !value.is_null()).collect();
    let is_piece = PIECES.contains(&key);
    let all = |is: fn(&Node<'_, '_>) -> bool| given.iter().all(is);
    match given.as_slice() {
        [] => out.push_str("null"),
        [only] => out.push_str(only.raw()),
        _ if depth > DEEPEST => out.push_str(given.last().map_or("null", Node::raw)),
        given if all(|value| value.is_object()) => join_objects(given, depth, out),
        given if all(|value| value.is_array()) => join_lists(given, depth, out),
        given if is_piece && all(|value| value.is_string()) => {
            let texts: String = given.iter().filter_map(Node::token).collect();
            out.push('"');
            out.push_str(&texts);
            out.push('"');
        }
        given if is_piece && all(|value| value.is_string() || value.is_array()) => {
            let items = given.iter().filter_map(|value| {
                let text = value.raw();
                let inner = if value.is_string() { Some(text) } else { text.get(1..text.len().saturating_sub(1)) };
                inner.filter(|items| !items.trim().is_empty() && *items != "\"\"")
            });
            let list = format!("[{}]", items.collect::<Vec<_>>().join(","));
            match Tape::new().parse(&list) {
                Ok(list) => join_lists(&[list], depth, out),
                Err(_) => out.push_str("[]"),
            }
        }
        given => {
            let numbers: Option<Vec<i64>> = given.iter().map(|value| value.raw().parse().ok()).collect();
            let is_count = key.ends_with("tokens") || depth > 1 && !matches!(key, "index" | "created");
            match numbers.filter(|_| is_count).map(|counts| counts.into_iter().fold(0, i64::saturating_add)) {
                Some(sum) => out.push_str(&sum.to_string()),
                None => out.push_str(given.last().map_or("null", Node::raw)),
            }
        }
    }
}

fn join_objects(objects: &[Node<'_, '_>], depth: usize, out: &mut String) {
    let mut keys: Vec<String> = Vec::new();
    let mut members: HashMap<String, Vec<Node<'_, '_>>> = HashMap::new();
    for (key, value) in objects.iter().flat_map(Node::members) {
        let key = key.text().unwrap_or_default().decode().into_owned();
        let values = members.entry(key.clone()).or_default();
        if values.is_empty() {
            keys.push(key);
        }
        values.push(value);
    }
    out.push('{');
    for (key, number) in keys.iter().zip(0..) {
        if number > 0 {
            out.push(',');
        }
        out.push_str(&quoted(key));
        out.push(':');
        let values = members.get(key).map(Vec::as_slice).unwrap_or_default();
        // The first one says what it is.
        let values = if key == "type" { values.get(..1).unwrap_or_default() } else { values };
        join(values, key, depth + 1, out);
    }
    out.push('}');
}

fn join_lists(lists: &[Node<'_, '_>], depth: usize, out: &mut String) {
    let mut items: Vec<Vec<Node<'_, '_>>> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for item in lists.iter().flat_map(Node::items) {
        let index = item.get("index").filter(|index| !index.is_null()).map(|index| index.raw());
        match index.and_then(|index| places.get(index)).and_then(|place| items.get_mut(*place)) {
            Some(known) => known.push(item),
            None => {
                if let Some(index) = index {
                    places.insert(index, items.len());
                }
                items.push(vec![item]);
            }
        }
    }
    out.push('[');
    for (item, number) in items.iter().zip(0..) {
        if number > 0 {
            out.push(',');
        }
        join(item, "", depth + 1, out);
    }
    out.push(']');
}
