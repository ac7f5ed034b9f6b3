//! Sort keys: bytes whose order is the order of the values.

use super::filter::message_count;
use super::record_id::{RecordId, id_of};
use crate::format::epoch_seconds;
use crate::json::{Kind, Tape, number_value};
use crate::model::{Conversation, Extras, Part};
use crate::op::content_items::each_content_item;

/// The sort key of conversations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortBy {
    /// The earliest time of a message, or else that of the conversation.
    Time,
    /// The id: numbers in numerical order, then texts by character.
    Id,
    /// The number of characters of its texts.
    Length,
    /// The number of its messages.
    Messages,
}

/// Keys of times, in order of priority.
const TIME_KEYS: [&str; 12] = [
    "timestamp",
    "created_at",
    "createdAt",
    "create_time",
    "created",
    "time",
    "date",
    "started_at",
    "startedAt",
    "start_time",
    "startTime",
    "inserted_at",
];
/// Later times are in milliseconds since 1970, not in seconds: the year 5138.
const MOST_SECONDS: f64 = 1e11;

/// The key of a conversation. `None`: it has no time, or no id.
pub(super) fn sort_key(by: SortBy, conversation: &Conversation<'_>, scratch: &mut Tape) -> Option<Vec<u8>> {
    Some(match by {
        SortBy::Time => number_key(first_time(conversation, scratch)?).to_vec(),
        SortBy::Length => text_length(conversation.parts()).to_be_bytes().to_vec(),
        SortBy::Messages => (message_count(conversation) as u64).to_be_bytes().to_vec(),
        SortBy::Id => match id_of(conversation, scratch)? {
            RecordId::Number(id) => {
                let number = id.parse().unwrap_or(f64::INFINITY);
                // Large numbers that are equal with 53 bits are distinguished by their digits.
                let value = number_value(&id);
                let digits = value.split_once('e').map_or(&*value, |(digits, _)| digits);
                [b"0", number_key(number).as_slice(), digits.as_bytes()].concat()
            }
            RecordId::Text(id) => [b"1", id.as_bytes()].concat(),
        },
    })
}

/// Bytes in numerical order.
fn number_key(number: f64) -> [u8; 8] {
    // A negative zero is equal to zero.
    let bits = (number + 0.0).to_bits();
    let ordered = if bits >> 63 == 1 { !bits } else { bits | 1 << 63 };
    ordered.to_be_bytes()
}

/// The earliest time of a message, in seconds since 1970, or else a time of the conversation.
fn first_time(conversation: &Conversation<'_>, scratch: &mut Tape) -> Option<f64> {
    let mut first: Option<f64> = None;
    for message in &conversation.messages {
        let own = message.details().time.as_ref().and_then(|time| seconds(&time.decode()));
        let time = own.or_else(|| time_field(&message.extras, scratch));
        first = match (first, time) {
            (Some(first), Some(time)) => Some(first.min(time)),
            (first, time) => first.or(time),
        };
    }
    first.or_else(|| time_field(&conversation.extras, scratch))
}

fn seconds(text: &str) -> Option<f64> {
    let seconds = epoch_seconds(text)?;
    Some(if seconds.abs() > MOST_SECONDS { seconds / 1000.0 } else { seconds })
}

/// The time in an unknown field, or in `metadata`.
fn time_field(extras: &Extras<'_>, scratch: &mut Tape) -> Option<f64> {
    let find = |key: &str| extras.fields().iter().find(|extra| extra.key.is(key));
    for key in TIME_KEYS {
        let Some(value) = find(key).and_then(|extra| scratch.parse(extra.value.as_str()).ok()) else { continue };
        let found = match value.kind() {
            Kind::String => value.text().and_then(|text| seconds(&text.decode())),
            Kind::Number => seconds(value.raw()),
            Kind::Null | Kind::Bool | Kind::Array | Kind::Object => None,
        };
        if found.is_some() {
            return found;
        }
    }
    let metadata = scratch.parse(find("metadata")?.value.as_str()).ok()?;
    TIME_KEYS.iter().find_map(|key| {
        let value = metadata.get(key)?;
        if value.is_string() { seconds(&value.text()?.decode()) } else { seconds(value.raw()) }
    })
}

/// The number of characters of texts, reasoning, refusals, arguments of calls and results.
fn text_length<'c, 'a: 'c>(parts: impl Iterator<Item = &'c Part<'a>>) -> u64 {
    let (mut length, mut buffer) = (0, String::new());
    each_content_item(parts, &mut |item| length += item.characters(&mut buffer));
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_numbers_are_in_their_order() {
        let numbers = [f64::NEG_INFINITY, -1e9, -1.5, -0.0, 1e-300, 1.0, 1.000_000_1, 1e18, f64::INFINITY];
        assert!(numbers.map(number_key).is_sorted());
        assert_eq!(number_key(-0.0), number_key(0.0));
    }
}
