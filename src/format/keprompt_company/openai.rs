//! The services that speak like `OpenAI`, each with its own code.
//!
//! ```json
//! {"role":"assistant","content":"Sure.","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\"n\": 3}"}}]}
//! ```

use super::blocks::{data, write_arguments, write_call_id, write_result_id, write_result_text, write_source};
use super::dumps::dumps;
use super::write::words;
use crate::format::keprompt::part::NO_TYPE;
use crate::json::{Out, Tape, Text};
use crate::lower::{Block, MediaBlock, OutlineCall, OutlineRole, OutlineTurn, ResultBlock};

pub(super) fn write_message(turn: &OutlineTurn<'_>, role: &Text<'_>, service: &'static str, out: &mut Out) {
    out.open(b'{');
    match (turn.speaker, service) {
        (OutlineRole::Tool, _) => turn.blocks.iter().filter_map(Block::as_result).for_each(|result| {
            write_result(result, service, out);
        }),
        (OutlineRole::System, "cerebras" | "xai" | "mistral" | "deepseek") => {
            out.key("role").word("system");
            out.key("content").joined(words(&turn.blocks));
        }
        _ => {
            out.key("role").text(role);
            write_content(turn, service, out);
        }
    }
    if turn.blocks.iter().any(|block| block.as_call().is_some()) {
        out.key("tool_calls").array(|out| {
            turn.blocks.iter().filter_map(Block::as_call).for_each(|call| write_call(call, service, out));
        });
    }
    out.close(b'}');
}

fn write_result(result: &ResultBlock<'_>, service: &str, out: &mut Out) {
    out.key("role").word("tool");
    let is_text_first = matches!(service, "xai" | "mistral");
    if is_text_first {
        write_result_text("content", result, out);
    }
    write_result_id("tool_call_id", result, out);
    if !is_text_first {
        write_result_text("content", result, out);
    }
}

fn write_content(turn: &OutlineTurn<'_>, service: &str, out: &mut Out) {
    let is_content = |block: &&Block<'_>| block.is_words() || matches!(block, Block::Media(_));
    let mut content = turn.blocks.iter().filter(is_content);
    match (content.next(), content.next(), service) {
        (None, _, "deepseek") => {}
        (Some(Block::Text(one) | Block::Refusal(one)), None, service) if !matches!(service, "mistral" | "deepseek") => {
            out.key("content").text(&one.text);
        }
        _ => out.key("content").array(|out| {
            turn.blocks.iter().filter(is_content).for_each(|block| write_part(block, service, out));
        }),
    }
}

fn write_part(block: &Block<'_>, service: &str, out: &mut Out) {
    match block {
        Block::Text(text) | Block::Refusal(text) => out.object(|out| {
            out.key("type").word("text");
            out.key("text").text(&text.text);
        }),
        Block::Media(media) if service == "deepseek" => write_source(media, out),
        Block::Media(media) => write_image(media, out),
        Block::Reasoning(_) | Block::Redacted(_) | Block::Call(_) | Block::Result(_) | Block::Raw(_) => {}
    }
}

fn write_image(media: &MediaBlock<'_>, out: &mut Out) {
    let kind = media.media_type.as_ref().map_or(Text::Token(NO_TYPE), Text::borrow);
    out.object(|out| {
        out.key("type").word("image_url");
        out.key("image_url").object(|out| {
            out.key("url").joined(&[Text::Token("data:"), kind, Text::Token(";base64,"), data(media).borrow()]);
        });
    });
}

fn write_call(call: &OutlineCall<'_>, service: &str, out: &mut Out) {
    out.open(b'{');
    let is_type_first = service == "deepseek";
    if is_type_first {
        out.key("type").word("function");
    }
    write_call_id("id", call, out);
    if !is_type_first {
        out.key("type").word("function");
    }
    out.key("function").object(|out| {
        out.key("name").text(&call.name);
        if service == "mistral" {
            write_arguments("arguments", call, out);
        } else {
            out.key("arguments").string(&printed_arguments(call));
        }
    });
    out.close(b'}');
}

/// The arguments as the text that Python prints of them.
fn printed_arguments(call: &OutlineCall<'_>) -> String {
    let json = call.object.as_deref().unwrap_or("{}");
    Tape::new().parse(json).map_or_else(|_| json.to_owned(), dumps)
}
