//! Writes Harmony: an answer is a turn for each of its parts.

use super::channels::{CALL, CHANNEL, CONSTRAIN, END, FUNCTIONS, INSTRUCTIONS, MESSAGE, START, TOOLS};
use super::write::{one_text, words_of};
use crate::json::Text;
use crate::lower::{Block, OutlineRole, OutlineTurn};

pub(super) fn write_turn(turn: &OutlineTurn<'_>, text: &mut String) {
    let words = || words_of(&turn.blocks).unwrap_or_default();
    match turn.speaker {
        OutlineRole::System => push(text, &["system", MESSAGE, &words(), END]),
        OutlineRole::User => push(text, &["user", MESSAGE, &words(), END]),
        OutlineRole::Developer => {
            let words = words();
            let head = if words.starts_with(TOOLS) { "" } else { INSTRUCTIONS };
            push(text, &["developer", MESSAGE, head, &words, END]);
        }
        OutlineRole::Tool => {
            for result in turn.blocks.iter().filter_map(Block::as_result) {
                let name = result.name.as_ref().map(recipient).unwrap_or_default();
                let words = one_text(result);
                push(text, &[&name, " to=assistant", CHANNEL, "commentary", MESSAGE, &words.decode(), END]);
            }
        }
        OutlineRole::Assistant => write_answer(turn, text),
    }
}

fn write_answer(turn: &OutlineTurn<'_>, text: &mut String) {
    if turn.blocks.is_empty() {
        push(text, &["assistant", CHANNEL, "final", MESSAGE, END]);
    }
    let last_call = turn.blocks.iter().rposition(|block| block.as_call().is_some());
    for (index, block) in turn.blocks.iter().enumerate() {
        match block {
            Block::Text(it) | Block::Refusal(it) => {
                let channel = if last_call.is_some_and(|last| index < last) { "commentary" } else { "final" };
                push(text, &["assistant", CHANNEL, channel, MESSAGE, &it.text.decode(), END]);
            }
            Block::Reasoning(it) => {
                let words = it.text.as_ref().map(Text::decode).unwrap_or_default();
                push(text, &["assistant", CHANNEL, "analysis", MESSAGE, &words, END]);
            }
            Block::Call(call) => {
                let (to, arguments) = (recipient(&call.name), call.encoded());
                let arguments =
                    call.object.as_deref().map_or_else(|| arguments.decode_json().into_owned(), str::to_owned);
                let header = ["assistant to=", &to, CHANNEL, "commentary "];
                let kind = if call.object.is_some() { [CONSTRAIN, "json"] } else { ["", ""] };
                push(text, &[&header[..], &kind[..], &[MESSAGE, &arguments, CALL]].concat());
            }
            Block::Result(_) | Block::Media(_) | Block::Redacted(_) | Block::Raw(_) => {}
        }
    }
}

/// The recipient that a tool is. Names of built-in tools have their namespace.
fn recipient(name: &Text<'_>) -> String {
    let name = name.decode();
    if name.contains('.') { name.into_owned() } else { format!("{FUNCTIONS}{name}") }
}

fn push(text: &mut String, pieces: &[&str]) {
    text.push_str(START);
    for piece in pieces {
        text.push_str(piece);
    }
}
