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
use crate::json::{At, JsonError, Kind, Node, Tape, quoted};
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

/// Reads the chunks of one message, and says whether all that they say is in it. Its place is that of the first one.
pub(super) fn join_chunks<'a>(
    chunks: &[StoredMessage<'_, 'a>],
    answered: &HashSet<String>,
    reading: &mut Reading<'_>,
) -> Result<(Message<'a>, bool), Refused> {
    let Some(first) = chunks.first() else {
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, At::default(), "no chunk is here"));
    };
    let at = first.node.at();
    let place = |_: At| at;
    let fields: Vec<_> = chunks.iter().map(|chunk| chunk.fields).collect();
    let text = format!(r#"{{"type":"{}MessageChunk","data":"#, first.class());
    let mut joined = JoinedChunks { text, is_whole: true };
    joined.join(&fields, "", 0);
    let JoinedChunks { mut text, is_whole } = joined;
    text.push('}');
    let mut tape = Tape::new();
    let root = tape.parse(&text).map_err(|error: JsonError| Refused::json(&error).moved(&place))?;
    let joined = StoredMessage::of(root);
    let joined = joined.ok_or_else(|| Refused::new(&shape::NOT_A_CONVERSATION, at, "the chunks make no message"))?;
    let mut found = reading.report.alike();
    let own = &mut Reading { report: &mut found, scratch: &mut *reading.scratch, columns: None, programs: None };
    let message = read_message(&joined, answered, own).map_err(|refused| refused.moved(&place))?;
    found.move_places(place);
    reading.report.append(&mut found);
    let message = moved(message, &place);
    let message = message.ok_or_else(|| Refused::new(&shape::NOT_A_CONVERSATION, at, "the chunks make no message"))?;
    Ok((message, is_whole))
}

/// The JSON text of joined values.
#[derive(Debug)]
struct JoinedChunks {
    text: String,
    /// Every value could be joined.
    is_whole: bool,
}

impl JoinedChunks {
    /// Writes the last of the values.
    fn last(&mut self, values: &[Node<'_, '_>]) {
        let last = values.last().map_or("null", Node::raw);
        self.is_whole &= values.iter().all(|value| value.raw() == last);
        self.text.push_str(last);
    }

    /// Writes the values of one member of several objects as one.
    fn join(&mut self, values: &[Node<'_, '_>], key: &str, depth: usize) {
        let given: Vec<_> = values.iter().copied().filter(|value| !value.is_null()).collect();
        let is_piece = PIECES.contains(&key);
        let all = |kinds: &[Kind]| given.iter().all(|value| kinds.contains(&value.kind()));
        match given.as_slice() {
            [] => self.text.push_str("null"),
            [only] => self.text.push_str(only.raw()),
            _ if depth > DEEPEST => self.last(&given),
            given if all(&[Kind::Object]) => self.join_objects(given, depth),
            given if all(&[Kind::Array]) => self.join_lists(given, depth),
            given if is_piece && all(&[Kind::String]) => {
                let texts: String = given.iter().filter_map(Node::token).collect();
                self.text.push('"');
                self.text.push_str(&texts);
                self.text.push('"');
            }
            given if is_piece && all(&[Kind::String, Kind::Array]) => {
                let items = given.iter().filter_map(|value| {
                    let text = value.raw();
                    let inner = if value.is_string() { Some(text) } else { text.get(1..text.len().saturating_sub(1)) };
                    inner.filter(|items| !items.trim().is_empty() && *items != "\"\"")
                });
                let list = format!("[{}]", items.collect::<Vec<_>>().join(","));
                match Tape::new().parse(&list) {
                    Ok(list) => self.join_lists(&[list], depth),
                    Err(_) => self.text.push_str("[]"),
                }
            }
            given => {
                let numbers: Option<Vec<i64>> = given.iter().map(|value| value.raw().parse().ok()).collect();
                let is_count = key.ends_with("tokens") || depth > 1 && !matches!(key, "index" | "created");
                match numbers.filter(|_| is_count).map(|counts| counts.into_iter().fold(0, i64::saturating_add)) {
                    Some(sum) => self.text.push_str(&sum.to_string()),
                    None => self.last(given),
                }
            }
        }
    }

    fn join_objects(&mut self, objects: &[Node<'_, '_>], depth: usize) {
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
        self.text.push('{');
        for (key, number) in keys.iter().zip(0..) {
            if number > 0 {
                self.text.push(',');
            }
            self.text.push_str(&quoted(key));
            self.text.push(':');
            let values = members.get(key).map(Vec::as_slice).unwrap_or_default();
            // The first one says what it is.
            let values = if key == "type" {
                let is_delta =
                    |value: &Node<'_, '_>| depth > 0 && value.token().is_some_and(|kind| kind.ends_with("delta"));
                let first = values.first().map(Node::raw);
                self.is_whole &= values.iter().all(|value| Some(value.raw()) == first || is_delta(value));
                values.get(..1).unwrap_or_default()
            } else {
                values
            };
            self.join(values, key, depth + 1);
        }
        self.text.push('}');
    }

    fn join_lists(&mut self, lists: &[Node<'_, '_>], depth: usize) {
        let mut items: Vec<Vec<Node<'_, '_>>> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        for item in lists.iter().flat_map(Node::items) {
            let index = item.get("index").filter(|index| !index.is_null());
            self.is_whole &= index.is_none_or(|index| matches!(index.kind(), Kind::Number | Kind::String));
            let index = index.map(|index| index.raw());
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
        self.text.push('[');
        for (item, number) in items.iter().zip(0..) {
            if number > 0 {
                self.text.push(',');
            }
            self.join(item, "", depth + 1);
        }
        self.text.push(']');
    }
}
