//! What a graph streams: pairs of a mode and an event, or of a chunk and facts about it.
//!
//! ```json
//! [["values",{"messages":[…]}],["messages",[{"type":"AIMessageChunk","content":"Hel"},{"langgraph_node":"agent"}]]]
//! [[{"type":"AIMessageChunk","content":"Hel"},{"langgraph_node":"agent"}]]
//! ```

use super::NAME;
use super::history::HistoryReader;
use super::stored::StoredMessage;
use crate::format::Reading;
use crate::format::shared::keep_exported;
use crate::json::{Node, Text};
use crate::model::Slot;
use crate::report::Refused;

/// The two items of a pair.
fn pair<'t, 'a>(item: Node<'t, 'a>) -> Option<[Node<'t, 'a>; 2]> {
    let mut items = item.items();
    let both = [items.next()?, items.next()?];
    items.next().is_none().then_some(both)
}

/// The messages of a state that was streamed whole.
fn state_of<'t, 'a>(item: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
    let [mode, state] = pair(item)?;
    let list = state.get("messages").filter(Node::is_array)?;
    (mode.is("values") && list.items().all(|message| StoredMessage::of(message).is_some())).then_some(list)
}

/// A message with facts about it.
fn chunk_of<'t, 'a>(item: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
    let [first, second] = pair(item)?;
    let [message, facts] = if first.is("messages") { pair(second)? } else { [first, second] };
    (StoredMessage::sure(message).is_some() && facts.is_object()).then_some(message)
}

/// True for an item of a stream.
pub(super) fn is_event(item: Node<'_, '_>) -> bool {
    state_of(item).is_some() || chunk_of(item).is_some()
}

/// Reads the last state, or the chunks if no state was streamed.
pub(super) fn read_stream<'a>(
    root: Node<'_, 'a>,
    reader: &mut HistoryReader<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let state = root.items().filter_map(state_of).last();
    match state {
        Some(list) => reader.read_list(list.items(), reading)?,
        None => reader.read_list(root.items().filter_map(chunk_of), reading)?,
    }
    for item in root.items() {
        let is_read = match state {
            Some(list) => state_of(item).is_some_and(|own| own.at() == list.at()),
            None => false,
        };
        let chunk = chunk_of(item).filter(|_| state.is_none());
        let key = pair(item).and_then(|[mode, _]| mode.text()).unwrap_or(Text::Token("messages"));
        let kept = &mut reader.conversation.extras;
        match chunk.and_then(|_| pair(item)) {
            _ if is_read => {
                kept.note_in(Slot::Event, NAME, key, item.to_raw(), item.at());
                let members = pair(item).into_iter().flat_map(|[_, state]| state.members());
                for (key, value) in members.filter(|(key, _)| !key.is("messages")) {
                    keep_exported(Slot::Here, NAME, key.text().unwrap_or_default(), value, false, kept);
                }
            }
            Some([first, second]) => {
                kept.note_in(Slot::Event, NAME, key, item.to_raw(), item.at());
                let facts = if first.is_string() { pair(second).map_or(second, |[_, facts]| facts) } else { second };
                kept.push_in(Slot::Event, NAME, Text::Token("metadata"), facts.to_raw(), facts.at());
            }
            None => kept.push_in(Slot::Event, NAME, key, item.to_raw(), item.at()),
        }
    }
    Ok(())
}
