//! Thinking blocks of Claude models, as programs keep them next to their messages.
//!
//! ```json
//! [{"type":"thinking","thinking":"A look is needed.","signature":"c2ln"},{"type":"redacted_thinking","data":"c2Vh"}]
//! ```

use super::read::keep_member;
use crate::json::{Node, Text};
use crate::model::{Extras, OneOrMany, Part, Reasoning, Slot};

/// The service that signs them.
const FAMILY: &str = "anthropic";

/// Adds the reasoning of a list of blocks. Everything else is kept as the member `key` of the format `origin`.
pub fn read_thinking<'a>(
    list: Node<'_, 'a>,
    key: &'static str,
    origin: &'static str,
    parts: &mut OneOrMany<Part<'a>>,
    extras: &mut Extras<'a>,
) {
    let mut blocks = Vec::new();
    let is_known = list.is_array() && list.items().all(|block| block_of(block).map(|it| blocks.push(it)).is_some());
    if !is_known || blocks.is_empty() {
        let is_none = list.is_null() || (list.is_array() && list.is_empty());
        if is_none {
            extras.note(origin, Text::Token(key), list.to_raw(), list.at());
        } else {
            keep_member(Slot::Here, origin, Text::Token(key), list, extras);
        }
        return;
    }
    parts.extend(blocks.into_iter().map(|block| Part::Reasoning(Box::new(block))));
}

/// `None`: a block with other members, or of another type.
fn block_of<'a>(block: Node<'_, 'a>) -> Option<Reasoning<'a>> {
    let mut it = Reasoning { at: block.at(), ..Reasoning::default() };
    let mut kind = None;
    for (key, value) in block.members() {
        match key.text()?.decode().as_ref() {
            "type" => kind = value.text(),
            "thinking" => it.text = Some(value.text()?),
            "signature" => it.signature = if value.is_null() { None } else { Some(value.text()?) },
            "data" => it.redacted = Some(value.text()?),
            _ => return None,
        }
    }
    let is_open = kind.as_ref().is_some_and(|kind| kind.is("thinking")) && it.text.is_some() && it.redacted.is_none();
    let is_sealed = kind.is_some_and(|kind| kind.is("redacted_thinking")) && it.redacted.is_some() && it.text.is_none();
    if it.signature.is_some() || it.redacted.is_some() {
        it.family = FAMILY;
    }
    (is_open || is_sealed).then_some(it)
}
