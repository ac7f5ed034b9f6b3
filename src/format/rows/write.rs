//! A row: the last question and its answer are fields, everything before them is a list.

use super::Rows;
use crate::format::shape::FieldContent;
use crate::json::Out;
use crate::lower::{Block, Outline, OutlineTurn};

/// Prints a conversation of questions and answers in turn.
pub(super) fn print(rows: &Rows, outline: &Outline<'_>, out: &mut Out) {
    let (earlier, last) = outline.turns.split_at(outline.turns.len().saturating_sub(2));
    // Of several fields of one speaker the first has the words.
    let (mut question, mut answer) = (last.first(), last.get(1));
    out.open(b'{');
    for field in rows.fields {
        match field.holds {
            FieldContent::Id => outline.conversation.id.iter().for_each(|id| out.key(field.key).text(id)),
            FieldContent::System if outline.system.is_empty() => {}
            FieldContent::System => write_words(&outline.system, out.key(field.key)),
            FieldContent::User => match question.take() {
                Some(turn) => write_words(&turn.blocks, out.key(field.key)),
                None => out.key(field.key).word(""),
            },
            FieldContent::Answer => {
                if let Some(turn) = answer.take() {
                    write_words(&turn.blocks, out.key(field.key));
                }
            }
            FieldContent::Exchanges if earlier.is_empty() => {}
            FieldContent::Exchanges => out.key(field.key).array(|out| {
                earlier.chunks(2).for_each(|exchange| write_exchange(exchange, out));
            }),
        }
    }
    out.close(b'}');
}

fn write_exchange(exchange: &[OutlineTurn<'_>], out: &mut Out) {
    out.array(|out| exchange.iter().for_each(|turn| write_words(&turn.blocks, out)));
}

fn write_words(blocks: &[Block<'_>], out: &mut Out) {
    out.joined(blocks.iter().filter_map(Block::as_words).map(|words| &words.text));
}
