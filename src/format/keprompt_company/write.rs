//! Prints the body of a request, or its list of messages.

use super::{blocks, openai};
use crate::format::keprompt::message::role_word;
use crate::json::{Out, Text};
use crate::lower::{Block, Outline, OutlineRole, OutlineTurn};

pub(super) fn print(outline: &Outline<'_>, dialect: Option<&'static str>, out: &mut Out) {
    let Some(service) = dialect else { return };
    if outline.is_list {
        out.array(|out| write_messages(outline, service, out));
        return;
    }
    out.object(|out| {
        out.key("messages").array(|out| write_messages(outline, service, out));
        if !outline.system.is_empty() {
            out.key("system").joined(words(&outline.system));
        }
    });
}

fn write_messages(outline: &Outline<'_>, service: &'static str, out: &mut Out) {
    for turn in &outline.turns {
        let role = role(outline, turn);
        match service {
            "anthropic" => blocks::write_anthropic(turn, out),
            "gemini" => blocks::write_gemini(turn, &role, out),
            _ => openai::write_message(turn, &role, service, out),
        }
    }
}

/// The role as keprompt has it.
fn role<'o>(outline: &'o Outline<'_>, turn: &OutlineTurn<'_>) -> Text<'o> {
    match outline.conversation.messages.get(turn.index) {
        Some(message) => role_word(message),
        None => Text::Token(if turn.speaker == OutlineRole::Tool { "tool" } else { "user" }),
    }
}

/// The texts among blocks.
pub(super) fn words<'o>(blocks: &'o [Block<'_>]) -> impl Iterator<Item = &'o Text<'o>> {
    blocks.iter().filter_map(|block| block.as_words().map(|words| &words.text))
}
