//! Tables with a row for each message: rows become conversations, and conversations rows.
//!
//! ```json
//! {"id":7,"conversation_id":"c1","position":0,"data":{"type":"user","id":"m1","content":{"type":"string","value":"Hi"}}}
//! ```

use std::cmp::Ordering;
use std::collections::HashMap;

use crate::format::by_name;
use crate::format::listing::MessageNodes;
use crate::json::{NestedJson, Node, PatternMatch, PointerPattern, Tape, minify, quoted};

/// The columns that determine which rows are a conversation, and where their messages are.
#[derive(Clone, Debug)]
pub struct RowGroups {
    /// The column whose value is the same for all rows of a conversation.
    pub by: String,
    /// The column by which they are sorted. `None`: they are not sorted.
    pub order: Option<String>,
    /// The place of the message in a row. `None`: the first column that contains an object.
    pub at: Option<PointerPattern>,
}

/// Conversations that were built from rows.
#[derive(Debug, Default)]
pub struct GroupedRows {
    /// A line for each conversation, with the list of its messages.
    pub text: String,
    /// The value of the column for each conversation, as JSON.
    pub keys: Vec<String>,
}

/// A message with its sort key.
struct OrderedMessage {
    order: OrderKey,
    json: String,
}

/// A value by which rows are sorted: numbers before texts.
#[derive(PartialEq, PartialOrd)]
enum OrderKey {
    Nothing,
    Number(f64),
    Text(String),
}

/// Builds conversations from rows: JSON Lines, or an array of objects.
///
/// # Errors
/// A row is not an object, or lacks a column.
pub fn group(text: &str, groups: &RowGroups) -> Result<GroupedRows, String> {
    let mut tape = Tape::new();
    let mut found: Vec<(String, Vec<OrderedMessage>)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut add = |row: Node<'_, '_>, number: usize| -> Result<(), String> {
        let (key, message) = read_row(row, groups).map_err(|why| format!("row {number}: {why}"))?;
        let place = *places.entry(key.clone()).or_insert_with(|| {
            found.push((key, Vec::new()));
            found.len() - 1
        });
        if let Some((_, messages)) = found.get_mut(place) {
            messages.extend(message);
        }
        Ok(())
    };
    if text.trim_start().starts_with('[') {
        let root = tape.parse(text).map_err(|error| error.to_string())?;
        for (index, row) in root.items().enumerate() {
            add(row, index + 1)?;
        }
    } else {
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let root = tape.parse(line).map_err(|error| format!("line {}: {error}", index + 1))?;
            add(root, index + 1)?;
        }
    }
    let mut grouped = GroupedRows::default();
    for (key, mut messages) in found {
        // The sort is stable: rows with the same value keep their order.
        messages.sort_by(|one, other| one.order.partial_cmp(&other.order).unwrap_or(Ordering::Equal));
        let list: Vec<_> = messages.into_iter().map(|message| message.json).collect();
        grouped.text.push_str(&format!("[{}]\n", list.join(",")));
        grouped.keys.push(key);
    }
    Ok(grouped)
}

/// The value of the column and the message, if the row has one.
fn read_row(row: Node<'_, '_>, groups: &RowGroups) -> Result<(String, Option<OrderedMessage>), String> {
    let column = |name: &str| row.get(name).ok_or_else(|| format!("it has no column `{name}`"));
    if !row.is_object() {
        return Err(format!("it is {}, not an object", row.kind().name()));
    }
    let key = column(&groups.by)?.raw().to_owned();
    let order = match &groups.order {
        None => OrderKey::Nothing,
        Some(name) => match column(name)? {
            value if value.is_string() => {
                OrderKey::Text(value.text().map(|text| text.decode().into_owned()).unwrap_or_default())
            }
            value => value.raw().parse().map_or(OrderKey::Nothing, OrderKey::Number),
        },
    };
    let json = match &groups.at {
        Some(pattern) => {
            let mut found: Vec<PatternMatch> = Vec::new();
            let _ = pattern.find(row, |_| false, &mut Vec::new(), &mut found);
            found.first().map(|found| match found.text() {
                Some(text) => text.into_owned(),
                None => row.text_at(found.span).unwrap_or_default().to_owned(),
            })
        }
        None => row.members().find_map(|(_, value)| object_of(value)),
    };
    let Some(json) = json else {
        let place = groups.at.as_ref().map_or("a column with a message".to_owned(), |at| at.as_str().to_owned());
        return Err(format!("it has nothing at {place}; --at names the column with the message"));
    };
    // A deleted message is null.
    let is_nothing = matches!(json.trim(), "null" | "" | "\"\"");
    let json = one_line(&json)?;
    Ok((key, Some(OrderedMessage { order, json }).filter(|_| !is_nothing)))
}

/// An object, or its JSON text.
fn object_of(value: Node<'_, '_>) -> Option<String> {
    if value.is_object() {
        return Some(value.raw().to_owned());
    }
    let inside = NestedJson::of(value.raw(), value.at());
    let is_text = value.is_string() && inside.text().trim_start().starts_with('{');
    (is_text && Tape::new().parse(inside.text()).is_ok()).then(|| inside.text().to_owned())
}

/// The message on one line. JSON in a string is decoded.
fn one_line(json: &str) -> Result<String, String> {
    let mut tape = Tape::new();
    let text = match tape.parse(json) {
        Ok(root) if root.is_string() => NestedJson::of(root.raw(), root.at()).text().to_owned(),
        Ok(_) => json.to_owned(),
        Err(error) => return Err(format!("its message is not JSON: {error}")),
    };
    if !text.contains(['\n', '\r']) {
        return Ok(text);
    }
    let mut line = Vec::new();
    minify(&text, &mut line);
    String::from_utf8(line).map_err(|error| error.to_string())
}

/// The columns of rows that are written.
#[derive(Clone, Debug)]
pub struct RowColumns {
    /// The id of the conversation.
    pub conversation: String,
    /// The index of the message in it, from 0.
    pub position: String,
    /// The message.
    pub data: String,
}

/// Writes a row for each message. `text`: records of the format, one a line. `keys`: the ids of their conversations, as
/// JSON.
///
/// # Errors
/// The records of the format have no lists of messages.
pub fn rows(text: &str, format: &str, columns: &RowColumns, keys: &[String]) -> Result<String, String> {
    let listing = by_name(format).and_then(|(format, _)| format.shape.listing);
    let Some(listing) = listing else { return Err(format!("{format} has no lists of messages")) };
    let names = [&columns.conversation, &columns.position, &columns.data].map(|name| quoted(name));
    let [conversation, position, data] = &names;
    let (mut tape, mut rows) = (Tape::new(), String::new());
    for (index, line) in text.lines().filter(|line| !line.trim().is_empty()).enumerate() {
        let root = tape.parse(line).map_err(|error| error.to_string())?;
        let own = ["id", "chat_id", "session_id", "threadId"].iter().find_map(|key| root.get(key)).map(|id| id.raw());
        let number = (index + 1).to_string();
        let key = keys.get(index).map(String::as_str).or(own).unwrap_or(&number);
        let messages: Vec<_> = match (listing.find)(root).messages {
            MessageNodes::Items(list) => list.items().collect(),
            MessageNodes::One(message) | MessageNodes::Members(message, _) => vec![message],
            MessageNodes::None => return Err(format!("record {}: it has no list of messages", index + 1)),
        };
        for (place, message) in messages.into_iter().enumerate() {
            let id = message.get("id").filter(Node::is_string).map(|id| format!("\"id\":{},", id.raw()));
            rows.push_str(&format!(
                "{{{conversation}:{key},{position}:{place},{}{data}:{}}}\n",
                id.unwrap_or_default(),
                message.raw()
            ));
        }
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_conversations_and_rows_again() {
        let text = r#"{"c":"x","n":10,"data":{"type":"assistant","id":"b","content":{"type":"string","value":"2"}}}
{"c":7,"n":1,"data":"{\"type\":\"user\",\"id\":\"c\",\"content\":{\"type\":\"string\",\"value\":\"3\"}}"}
{"c":"x","n":9,"data":{"type":"user","id":"a","content":{"type":"string","value":"1"}}}
"#;
        let groups = RowGroups { by: "c".to_owned(), order: Some("n".to_owned()), at: None };
        let grouped = group(text, &groups).unwrap();
        assert_eq!(grouped.keys, ["\"x\"", "7"]);
        let ids: Vec<_> = grouped.text.split("\"id\":\"").skip(1).map(|rest| &rest[..1]).collect();
        assert_eq!(ids, ["a", "b", "c"]);
        let columns = ["c", "n", "data"].map(str::to_owned);
        let [conversation, position, data] = columns;
        let columns = RowColumns { conversation, position, data };
        let rows = rows(&grouped.text, "patterpunk", &columns, &grouped.keys).unwrap();
        let again = group(&rows, &groups).unwrap();
        assert_eq!((again.text, again.keys), (grouped.text, grouped.keys));
        assert!(group("{\"d\":1}", &groups).unwrap_err().contains("no column `c`"));
    }
}
