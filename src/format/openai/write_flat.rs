//! Messages for ollama's `/api/chat`: one string of words a message, images next to it, arguments that are objects.
//!
//! ```json
//! {"role":"assistant","content":"","thinking":"hm","tool_calls":[{"function":{"name":"f","arguments":{"n":1}},"id":"c1"}]}
//! ```
//!
//! Source: ollama 0.12, `api/types.go` (`Message`, `ToolCall`).

use super::write_message::{or_empty, pieces};
use crate::json::{Out, Text};
use crate::lower::{Block, FileSource, OutlineCall, OutlineRole, OutlineTurn};

pub(super) fn write_flat(turn: &OutlineTurn<'_>, out: &mut Out) {
    let role = match turn.speaker {
        OutlineRole::System | OutlineRole::Developer => "system",
        OutlineRole::User => "user",
        OutlineRole::Assistant => "assistant",
        OutlineRole::Tool => return write_results(turn, out),
    };
    out.source(turn.at).open(b'{');
    out.quick_key("role").word(role);
    write_content(&turn.blocks, out);
    write_list("images", &turn.blocks, image_of, |image, out| out.text(image), out);
    let thoughts: Vec<Text<'_>> = turn
        .blocks
        .iter()
        .filter_map(|block| if let Block::Reasoning(it) = block { it.text.as_ref().map(Text::borrow) } else { None })
        .collect();
    if !thoughts.is_empty() {
        out.key("thinking").joined(&thoughts);
    }
    write_list("tool_calls", &turn.blocks, call_of, write_call, out);
    out.close(b'}');
}

fn write_results(turn: &OutlineTurn<'_>, out: &mut Out) {
    for block in &turn.blocks {
        let Block::Result(it) = block else { continue };
        out.open(b'{');
        out.key("role").word("tool");
        write_content(&it.blocks, out);
        if let Some(name) = &it.name {
            out.key("tool_name").text(name);
        }
        out.key("tool_call_id").text(or_empty(it.id.as_ref()));
        out.close(b'}');
    }
}

fn write_content(blocks: &[Block<'_>], out: &mut Out) {
    out.quick_key("content").joined(&pieces(blocks));
}

/// A member with a list, unless that is empty.
fn write_list<'o, T>(
    key: &str,
    blocks: &'o [Block<'o>],
    find: fn(&'o Block<'o>) -> Option<T>,
    write: fn(T, &mut Out),
    out: &mut Out,
) {
    let mut items = blocks.iter().filter_map(find).peekable();
    if items.peek().is_some() {
        out.key(key).open(b'[');
        items.for_each(|item| write(item, out));
        out.close(b']');
    }
}

fn image_of<'o>(block: &'o Block<'o>) -> Option<&'o Text<'o>> {
    let Block::Media(media) = block else { return None };
    if let FileSource::Base64(data) = &media.source { Some(data) } else { None }
}

fn call_of<'o>(block: &'o Block<'o>) -> Option<&'o OutlineCall<'o>> {
    if let Block::Call(call) = block { Some(call) } else { None }
}

fn write_call(call: &OutlineCall<'_>, out: &mut Out) {
    out.source(call.call.at).open(b'{');
    out.key("function").open(b'{');
    out.key("name").text(&call.name);
    out.key("arguments").verbatim(call.object.as_deref().unwrap_or("{}"));
    out.close(b'}');
    out.key("id").text(or_empty(call.id.as_ref()));
    out.close(b'}');
}
