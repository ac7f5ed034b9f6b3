//! A row: the last question and its answer are fields, everything before them is a list.

use super::Rows;
use crate::format::shape::{ExchangeKeys, FieldContent};
use crate::json::Out;
use crate::lower::{Block, Outline, OutlineTurn};

/// Prints a conversation of questions and answers in turn.
pub(super) fn print(rows: &Rows, outline: &Outline<'_>, out: &mut Out) {
    let (earlier, last) = outline.turns.split_at(outline.turns.len().saturating_sub(2));
    // Of several fields of one speaker the first has the words.
    let (mut question, mut answer) = (last.first(), last.get(1));
    let has_compared = rows.fields.iter().any(|field| field.is_compared);
    let rejected = outline.answers.others.first().and_then(|other| other.first());
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
            // Two answers that are compared have columns of their own.
            FieldContent::Answer if has_compared && field.is_compared != rejected.is_some() => {}
            FieldContent::Answer => {
                if let Some(turn) = answer.take() {
                    write_words(&turn.blocks, out.key(field.key));
                }
            }
            FieldContent::Rejected => rejected.iter().for_each(|turn| write_words(&turn.blocks, out.key(field.key))),
            FieldContent::Label => {
                let label = outline.conversation.preference.as_ref().filter(|_| rejected.is_none());
                if let Some(label) = label.and_then(|known| known.rating.verdict) {
                    out.key(field.key).bool(label.is_good);
                }
            }
            FieldContent::Turns => {
                (question, answer) = (None, None);
                let turns = outline.turns.chunks(2);
                out.key(field.key).array(|out| turns.for_each(|exchange| write_object(field.keys, exchange, out)));
            }
            // Of several texts of the user, the first one has the words.
            FieldContent::Instances => out.key(field.key).array(|out| {
                out.object(|out| {
                    let pairs = [(field.keys.question, question.take()), (field.keys.answer, answer.take())];
                    for (key, turn) in pairs.into_iter().filter(|(key, _)| !key.is_empty()) {
                        write_words(turn.map_or(&[][..], |turn| &turn.blocks), out.key(key));
                    }
                });
            }),
            FieldContent::Exchanges if earlier.is_empty() => {}
            FieldContent::Exchanges => out.key(field.key).array(|out| {
                earlier.chunks(2).for_each(|exchange| write_exchange(exchange, out));
            }),
        }
    }
    out.close(b'}');
}

/// `{"human":"Hi","assistant":"Hello!"}`
fn write_object(keys: ExchangeKeys, exchange: &[OutlineTurn<'_>], out: &mut Out) {
    out.object(|out| {
        for (key, turn) in [keys.question, keys.answer].iter().zip(exchange) {
            write_words(&turn.blocks, out.key(key));
        }
    });
}

fn write_exchange(exchange: &[OutlineTurn<'_>], out: &mut Out) {
    out.array(|out| exchange.iter().for_each(|turn| write_words(&turn.blocks, out)));
}

fn write_words(blocks: &[Block<'_>], out: &mut Out) {
    out.joined(blocks.iter().filter_map(Block::as_words).map(|words| &words.text));
}
