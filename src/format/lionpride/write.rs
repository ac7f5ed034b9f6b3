//! Writes the list of messages, and the fields outside the content of each.

use super::CLASS;
use super::image::normal_id;
use super::kind::ContentType;
use super::write_content::write_content;
use crate::json::{Out, Text, quoted};
use crate::lower::{Block, Mode, Outline, OutlineRole, OutlineTurn};

/// Prints a conversation.
pub(super) fn print(outline: &Outline<'_>, _: Option<&'static str>, out: &mut Out) {
    out.open(b'[');
    for turn in &outline.turns {
        out.source(turn.at).open(b'{');
        write_turn(turn, outline.record.mode == Some(Mode::Db), out);
        out.close(b'}');
    }
    out.close(b']');
}

/// Writes the members of a message. `is_db`: in the form for databases.
pub(super) fn write_turn(turn: &OutlineTurn<'_>, is_db: bool, out: &mut Out) {
    let kind = kind_of(turn);
    out.quick_key("id").text(&turn.id.as_deref().map_or(Text::Token(""), normal_id));
    // Without a time the library takes the present one; no other time would be true.
    if let Some(time) = turn.time() {
        out.key("created_at").text(time);
    }
    if !is_db {
        write_metadata("metadata", turn, out);
    }
    out.key("content").object(|out| write_content(kind, &turn.blocks, out));
    out.key("embedding").null();
    let (sender, recipient) = tools(turn);
    write_party("sender", turn.sender().or(sender), kind.sender(), out);
    write_party("recipient", turn.recipient().or(recipient), kind.recipient(), out);
    if is_db {
        write_metadata("node_metadata", turn, out);
    }
}

fn kind_of(turn: &OutlineTurn<'_>) -> ContentType {
    match (turn.speaker, turn.blocks.first()) {
        (_, Some(Block::Call(_))) => ContentType::Request,
        (OutlineRole::Tool, _) => ContentType::Response,
        (OutlineRole::System | OutlineRole::Developer, _) => ContentType::System,
        (OutlineRole::User, _) => ContentType::Instruction,
        (OutlineRole::Assistant, _) => ContentType::Answer,
    }
}

/// The class, and the id that a call had before.
fn write_metadata(key: &str, turn: &OutlineTurn<'_>, out: &mut Out) {
    let old_id = match turn.blocks.first() {
        Some(Block::Call(call)) => call.old_id,
        Some(Block::Result(result)) => result.old_id,
        _ => None,
    };
    out.key(key).object(|out| {
        if let Some(id) = old_id {
            out.key("call_id").text(id);
        }
        out.key("lion_class").verbatim(&quoted(CLASS));
    });
}

/// Tools send and receive under their names.
fn tools<'t>(turn: &'t OutlineTurn<'_>) -> (Option<&'t Text<'t>>, Option<&'t Text<'t>>) {
    match turn.blocks.first() {
        Some(Block::Call(call)) => (None, Some(&call.name)),
        Some(Block::Result(result)) => (result.name.as_ref(), None),
        _ => (None, None),
    }
}

/// The others have the word of their role.
fn write_party(key: &str, name: Option<&Text<'_>>, usual: &'static str, out: &mut Out) {
    match name.filter(|name| !name.is_empty()) {
        Some(name) => out.key(key).text(&normal_id(name)),
        None => out.key(key).word(usual),
    }
}
