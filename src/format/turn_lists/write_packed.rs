//! JSON that is packed into text: calls and results.

use super::write::spaced;
use crate::json::{Layout, Out, Tape, Text};
use crate::lower::{Block, OutlineCall};
use crate::model::CallKind;

/// The calls of a turn as the text of a `function_call` turn: one object, or a list.
pub(super) fn calls(blocks: &[Block<'_>]) -> String {
    let mut out = Out::new(Layout::Spaced);
    let calls: Vec<_> = blocks.iter().filter_map(Block::as_call).collect();
    match calls.as_slice() {
        [call] => write_call(call, &mut out),
        calls => out.array(|out| calls.iter().for_each(|call| write_call(call, out))),
    }
    text_of(&out)
}

/// A call as JSON text.
pub(super) fn tagged_call(call: &OutlineCall<'_>) -> String {
    let mut out = Out::new(Layout::Spaced);
    write_call(call, &mut out);
    text_of(&out)
}

fn write_call(call: &OutlineCall<'_>, out: &mut Out) {
    out.object(|out| {
        out.key("name").text(&call.name);
        out.key("arguments");
        match &call.object {
            Some(object) if call.call.kind == CallKind::Custom => out.verbatim(&spaced(object)),
            Some(object) => out.verbatim(object),
            // What is not an object stays the text that the model wrote.
            None => out.text(&call.encoded()),
        }
    });
}

/// `{"name": "f", "content": …}`
pub(super) fn response(name: &Text<'_>, text: &Text<'_>) -> String {
    let mut out = Out::new(Layout::Spaced);
    out.object(|out| {
        out.key("name").text(name);
        item_json(text, out.key("content"));
    });
    text_of(&out)
}

/// The text of a result: as JSON if that is what it is and reads back as the same text, else as a string.
pub(super) fn item_json(text: &Text<'_>, out: &mut Out) {
    let decoded = text.decode_json();
    let bytes = decoded.as_bytes();
    let is_tight = bytes.first().is_some_and(|byte| *byte != b'"' && !byte.is_ascii_whitespace())
        && bytes.last().is_some_and(|byte| !byte.is_ascii_whitespace())
        && memchr::memchr2(b'\n', b'\r', bytes).is_none();
    if is_tight && Tape::new().parse(&decoded).is_ok() {
        out.verbatim(&decoded);
    } else {
        out.text(text);
    }
}

fn text_of(out: &Out) -> String {
    out.written().into_owned()
}
